"""A call written in Python is read the same wherever a stream cuts it: in a number, a sign, a word, a prefix."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.parsing import Driver, Parse, parse

TOOLS = [
    {"name": "search", "parameters": {"type": "object", "properties": {"query": {}, "limit": {}, "more": {}}}},
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
]
scalars = (
    st.sampled_from(["1", "-1", "+1", "-.5", ".5", "1.", "1_000", "1e5", "-1.5E-7", "True", "None", "false", "''"])
    | st.sampled_from(["'a'", '"b c"', "r'\\d'", "'''x'''", "'it\\'s'", "'a' 'b'", "-", "1e", "1.2.3", "12abc", "yes"])
    | st.floats(allow_nan=False, allow_infinity=False).map(repr)
    | st.integers(-(10**30), 10**30).map(str)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(inner, max_size=3).map(lambda items: f"({','.join([*items, ''])})")
        | st.lists(st.tuples(st.sampled_from(["'a'", "1", '"b"']), inner), max_size=3).map(
            lambda pairs: f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
        )
    ),
    max_leaves=5,
)
arguments = st.lists(st.tuples(st.sampled_from(["query", "limit", "more"]), values), max_size=3).map(
    lambda pairs: ", ".join(f"{key}={value}" for key, value in pairs)
)
calls = st.tuples(st.sampled_from(["search", "now", "search.call"]), arguments).map(
    lambda call: f"{call[0]}({call[1]})"
)
AROUND = ["[{}]", "So:\n[{}]\nDone.", "<|python_tag|>{}", "{}\n", "<function_calls>\n{}\n</function_calls>", "[{}"]


def cut(text: str, *cuts: int) -> Parse:
    driver = Driver(TOOLS)
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        driver.feed(text[start:end])
    driver.finish()
    return driver.result()


def everything(result: Parse) -> tuple[Any, ...]:
    return result.content, result.reasoning, result.candidates, result.errors


def check(text: str) -> None:
    whole = everything(parse(text, TOOLS))
    for at in range(1, len(text)):
        assert everything(cut(text, at)) == whole, text[:at]
    assert everything(cut(text, *range(1, len(text)))) == whole


@settings(max_examples=60)
@given(st.sampled_from(AROUND), st.lists(calls, min_size=1, max_size=3))
def test_a_python_call_is_read_the_same_wherever_it_is_cut(around: str, made: list[str]) -> None:
    check(around.replace("{}", ("\n" if around.count("\n") > 1 and "function" in around else ", ").join(made)))


@pytest.mark.parametrize("value", ["-1", "-.5", "+.5e-3", "{'a': [-2, {'b': -1e9}]}", "[1, (-2,), None]"])
def test_a_cut_behind_a_sign_loses_no_call(value: str) -> None:
    text = f"[search(query={value}), now()]"
    assert len(parse(text, TOOLS).calls) == 2
    check(text)
