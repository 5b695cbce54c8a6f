"""`check`: every rule is found where it is broken, and no JSON value upsets it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.transcript import DIALECTS, check

Messages = list[dict[str, Any]]


def user(text: Any = "q") -> dict[str, Any]:
    return {"role": "user", "content": text}


def asks(*ids: str, content: Any = "", arguments: Any = "{}", name: Any = "search") -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {
        "role": "assistant",
        "content": content,
        "tool_calls": [{"id": id_, "type": "function", "function": function} for id_ in ids],
    }


def result(id_: Any, content: Any = "r") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content}


def says(text: Any = "a") -> dict[str, Any]:
    return {"role": "assistant", "content": text}


SYSTEM = {"role": "system", "content": "s"}
A, B = "abcdefghi", "ABCDEFGHI"
CHAT: list[tuple[str, str, Messages]] = [
    ("openai", "no-messages", []),
    ("openai", "call-without-result", [user(), asks(A), user()]),
    ("openai", "call-without-result", [user(), asks(A, B), result(A)]),
    ("openai", "result-without-call", [user(), result(A)]),
    ("openai", "result-without-call", [user(), asks(A), result(A), says(), result(A)]),
    ("openai", "second-result", [user(), asks(A), result(A), result(A)]),
    ("openai", "result-order", [user(), asks(A, B), result(B), result(A)]),
    ("openai", "call-id-form", [user(), asks("x" * 41), result("x" * 41)]),
    ("openai", "call-id-form", [user(), asks(A), result(None)]),
    ("openai", "call-id-twice", [user(), asks(A, A), result(A)]),
    ("openai", "tool-name", [user(), asks(A, name="a.b"), result(A)]),
    ("openai", "arguments-text", [user(), asks(A, arguments={}), result(A)]),
    ("openai", "arguments-object", [user(), asks(A, arguments='{"q": '), result(A)]),
    ("openai", "arguments-object", [user(), asks(A, arguments='{"q": NaN}'), result(A)]),
    ("openai", "empty-tool-calls", [user(), {"role": "assistant", "content": "x", "tool_calls": []}]),
    ("openai", "empty-content", [user("")]),
    ("openai", "empty-content", [user([])]),
    ("openai", "empty-content", [user(), says(None)]),
    ("openai", "content-part", [user([3])]),
    ("openai", "unknown-role", [{"role": "wizard", "content": "x"}]),
    ("mistral", "call-id-form", [user(), asks("call_1"), result("call_1")]),
    ("mistral", "user-after-result", [user(), asks(A), result(A), user()]),
    ("mistral", "roles-alternate", [user(), user()]),
    ("mistral", "system-first", [user(), SYSTEM, user()]),
    ("mistral", "last-message", [user(), says()]),
    ("mistral", "user-first", [says(), user()]),
    ("mistral", "content-and-calls", [user(), asks(A, content="words"), result(A)]),
    ("kimi", "call-id-form", [user(), asks(A), result(A)]),
    ("kimi", "call-id-count", [user(), asks("functions.search:1"), result("functions.search:1")]),
    (
        "kimi",
        "reasoning-missing",
        [user(), asks("functions.search:0"), result("functions.search:0"), {**says(), "reasoning_content": "t"}],
    ),
    ("plain", "no-tool-calls", [user(), asks(A)]),
    ("plain", "roles-alternate", [says(), user()]),
    ("plain", "last-message", [user(), says()]),
    ("plain", "system-first", [user(), SYSTEM]),
    ("plain", "unknown-role", [result(A)]),
]


def use(id_: Any = "u1", name: Any = "search", input_: Any = None) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": {} if input_ is None else input_}


def answers(id_: Any = "u1", content: Any = "r") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id_, "content": content}


def text(words: Any = "t") -> dict[str, Any]:
    return {"type": "text", "text": words}


ANTHROPIC: list[tuple[str, Messages]] = [
    ("no-messages", []),
    ("user-first", [says(), user()]),
    ("unknown-role", [SYSTEM]),
    ("call-without-result", [user(), says([use()]), user()]),
    ("call-without-result", [user(), says([use()])]),
    ("result-without-call", [user([answers()])]),
    ("result-without-call", [user(), says([use()]), user([answers()]), says(), user([answers()])]),
    ("results-first", [user(), says([use()]), user([text(), answers()])]),
    ("second-result", [user(), says([use()]), user([answers(), answers()])]),
    ("call-id-form", [user(), says([use("functions.x:0")]), user([answers("functions.x:0")])]),
    ("call-id-twice", [user(), says([use()]), user([answers()]), says([use()]), user([answers()])]),
    ("tool-name", [user(), says([use(name="a b")]), user([answers()])]),
    ("arguments-object", [user(), says([use(input_="{}")]), user([answers()])]),
    ("call-role", [user([use()]), user([answers()])]),
    ("result-role", [user(), says([use()]), says([answers()])]),
    ("empty-text", [user([text("")])]),
    ("empty-text", [user(), says([use()]), user([answers(content="")])]),
    ("empty-content", [user([])]),
    ("trailing-space", [user(), says("so ")]),
    ("thinking-unsigned", [user(), says([{"type": "thinking", "thinking": "t"}, text()]), user()]),
    ("thinking-last", [user(), says([text(), {"type": "thinking", "thinking": "t", "signature": "s"}]), user()]),
    ("block-form", [user([{"type": "hologram"}])]),
]


def model(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def person(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def g_call(name: str = "search", **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {}}, "thoughtSignature": "s", **more}


def g_answer(name: str = "search") -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {}}}


HI = person({"text": "q"})
GEMINI: list[tuple[str, Messages]] = [
    ("no-messages", []),
    ("user-first", [model({"text": "a"}), HI]),
    ("response-count", [HI, model(g_call(), g_call()), person(g_answer())]),
    ("response-names", [HI, model(g_call()), person(g_answer("other"))]),
    ("result-without-call", [person(g_answer())]),
    ("call-after-user", [HI, model({"text": "a"}), model(g_call()), person(g_answer())]),
    ("call-without-result", [HI, model(g_call())]),
    ("signature-missing", [HI, model(g_call(thoughtSignature="")), person(g_answer())]),
    ("tool-name", [HI, model(g_call("1st")), person(g_answer("1st"))]),
    ("call-role", [person(g_call()), person(g_answer())]),
    ("empty-text", [person({"text": ""})]),
    ("empty-content", [person()]),
    ("part-form", [person({})]),
    ("unknown-role", [{"role": "assistant", "parts": [{"text": "x"}]}]),
    ("last-message", [HI, model({"text": "a"})]),
]
BROKEN = [*CHAT, *(("anthropic", *case) for case in ANTHROPIC), *(("gemini", *case) for case in GEMINI)]


@pytest.mark.parametrize(("dialect", "rule", "messages"), BROKEN)
def test_a_broken_rule_is_named(dialect: str, rule: str, messages: Messages) -> None:
    assert rule in {violation.rule for violation in check(messages, dialect)}


@pytest.mark.parametrize(
    ("dialect", "messages"),
    [("mistral", [user(), asks("x"), user()]), ("anthropic", [user(), says([use("a.b")]), user()])],
)
def test_an_id_out_of_form_hides_no_missing_result(dialect: str, messages: Messages) -> None:
    rules = [violation.rule for violation in check(messages, dialect)]
    assert rules == ["call-id-form", "call-without-result"]


def test_a_violation_reads_well() -> None:
    (violation,) = check([user(), says([use()]), user([answers(), text(" ")])], "anthropic")
    assert str(violation) == "messages[2]: empty-text: a text block is empty"


_WORDS = ["user", "assistant", "tool", "model", "text", "tool_use", "tool_result", "function", "thinking", "{}"]
_FIELDS = "role content tool_calls id type function name arguments tool_call_id parts text functionCall input args"
_KEYS = st.sampled_from([*_FIELDS.split(), "functionResponse", "tool_use_id"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS | st.text(max_size=4), inner, max_size=5),
    max_leaves=20,
)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(messages=st.lists(JSON | st.dictionaries(_KEYS, JSON | st.sampled_from(_WORDS), max_size=6), max_size=5))
def test_no_json_value_upsets_it(dialect: str, messages: list[Any]) -> None:
    for violation in check(messages, dialect):
        assert violation.rule
        assert 0 <= violation.at <= max(0, len(messages) - 1)
