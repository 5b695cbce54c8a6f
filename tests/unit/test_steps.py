"""Route and fill: what the model is shown, and how what it said is read."""

from __future__ import annotations

import json
import random
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from grammar_sampler import Sampler
from helpers import item_lookup
from keyhole.conversation import Conversation
from keyhole.models.model import ToolCard
from keyhole.steps import answer, fill, route
from keyhole.steps.found import Found
from keyhole.steps.obtain import Refused
from keyhole.tokens import cut_to_tokens, estimate_tokens
from keyhole.tools.tool import Tool, tool

CARDS = (ToolCard("a_lookup"), ToolCard('ütf "quoted"'))


@tool
def forecast(
    city: Annotated[str, Field(description="the city")],
    unit: Literal["metric"],
    days: Annotated[int, Field(description="how many days")] = 1,
) -> str:
    """Tell the weather."""
    return city


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ({"choice": "call_tool", "tool": "a_lookup", "question": None}, ("call_tool", "a_lookup", None)),
        ({"choice": "call_tool", "tool": "a_lookup", "question": "why?"}, ("call_tool", "a_lookup", None)),
        ({"choice": "none"}, ("none", None, None)),
        ({"choice": "none", "tool": "a_lookup"}, ("none", None, None)),
        ({"choice": "clarify", "tool": "null", "question": " Which\none? "}, ("clarify", None, "Which one?")),
    ],
)
def test_decisions(said: Any, read: Any) -> None:
    decision = route.reader(CARDS)(said)
    assert (decision["choice"], decision["tool"], decision["question"]) == read


def test_a_clarify_without_a_question_gets_one() -> None:
    assert route.reader(CARDS)({"choice": "clarify"})["question"].endswith(".")


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ([], "not a JSON object"),
        ({"choice": "call_tool", "tool": "b_lookup"}, '"b_lookup" is not the name of a tool'),
        ({"choice": "call_tool", "tool": None}, "null is not the name"),
        ({"choice": "answer"}, "is not one of"),
        ({"choice": "none", "tool": 3}, "`tool`: 3 is not of type"),
        ({"choice": "clarify", "question": ["x"]}, "`question`"),
        ({"tool": "a_lookup"}, "`choice`: null"),
    ],
)
def test_refused_decisions(said: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        route.reader(CARDS)(said)


def test_clarify_is_refused_where_it_was_used_up() -> None:
    with pytest.raises(Refused):
        route.reader(CARDS, may_clarify=False)({"choice": "clarify", "question": "Which?"})


@pytest.mark.parametrize("may_clarify", [True, False])
@pytest.mark.parametrize("cards", [CARDS, ()])
def test_the_router_grammar_is_the_contract(may_clarify: bool, cards: tuple[ToolCard, ...]) -> None:
    grammar = route.request("q", cards, may_clarify=may_clarify).grammar
    assert grammar is not None
    sampler, rng = Sampler(grammar), random.Random(0)
    choices = set()
    for _ in range(50):
        value = json.loads(sampler.sample(rng))
        choices.add(value["choice"])
        assert route.reader(cards, may_clarify=may_clarify)(value)["choice"] == value["choice"]
    assert choices == {"none"} | ({"clarify"} if may_clarify else set()) | ({"call_tool"} if cards else set())


def test_one_liners_are_shown_only_when_wanted() -> None:
    cards = (ToolCard("a_lookup", "Looks up a."),)
    assert "Looks up a." not in str(route.request("q", cards).messages)
    assert "- a_lookup: Looks up a." in str(route.request("q", cards, descriptions=True).messages)


def test_what_is_known_is_not_asked_for() -> None:
    made = fill.form(forecast)
    assert made.fixed == {"unit": "metric"}
    assert "unit" not in made.system
    assert fill.reader(forecast)({"missing": [], "args": {"city": "Rome"}}) == {
        "tool": "forecast",
        "args": {"unit": "metric", "city": "Rome"},
    }


@pytest.mark.parametrize(
    "said",
    [
        {"tool": "item_lookup", "args": {"name": "x"}},
        {"missing": [], "args": {"name": "x"}},
        {"missing": ["name"], "args": {"name": "x"}},
        {"arguments": {"name": "x"}},
        {"name": "x"},
    ],
)
def test_every_way_to_say_the_arguments(said: Any) -> None:
    assert fill.reader(item_lookup)(said) == {"tool": "item_lookup", "args": {"name": "x"}}


@pytest.mark.parametrize(
    ("said", "args"),
    [
        ({"tool": "debug", "args": {"package": "net/http"}}, {"package": "net/http"}),
        ({"missing": [], "args": {"package": "x", "args": ["-v"]}}, {"package": "x", "args": ["-v"]}),
        ({"package": "x", "args": ["-v"]}, {"package": "x", "args": ["-v"]}),
        ({"arguments": {"package": "x", "args": ["-v"]}}, {"package": "x", "args": ["-v"]}),
    ],
)
def test_an_argument_may_be_called_args(said: Any, args: dict[str, Any]) -> None:
    schema = {"package": {"type": "string"}, "args": {"type": "array", "items": {"type": "string"}}}

    async def run(args: dict[str, Any]) -> str:
        return "ran"

    debug = Tool("debug", "Debug.", {"type": "object", "properties": schema, "required": ["package"]}, run)
    assert fill.reader(debug)(said) == {"tool": "debug", "args": args}
    lacks = {"missing": ["package"], "args": None}
    assert fill.reader(debug)(lacks) == {"tool": "debug", "args": {}, "missing": ["package"]}


def test_what_a_call_took_of_the_next_wish_is_told_unless_that_is_an_argument() -> None:
    took = {"tool": "item_lookup", "args": {"name": "x"}, "rest": True}
    assert fill.reader(item_lookup)(took) == took
    assert fill.reader(item_lookup)({**took, "rest": "yes"}) == {"tool": "item_lookup", "args": {"name": "x"}}

    @tool
    def pause(rest: bool) -> str:
        """Pause."""
        return str(rest)

    for said in ({"rest": True}, {"args": {"rest": True}}, {"args": {"rest": True}, "rest": True}):
        assert fill.reader(pause)(said) == {"tool": "pause", "args": {"rest": True}}


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"args": {"name": 3}}, "`args.name`: 3 is not of type 'string'"),
        ({"args": {}}, "`args`: 'name' is a required property"),
        ({"args": "x"}, "is not an object"),
        ({"args": {"name": "x", "extra": 1}}, "Additional properties"),
        ("x", "not a JSON object"),
    ],
)
def test_refused_arguments(said: Any, says: str) -> None:
    with pytest.raises(Refused, match=says):
        fill.reader(item_lookup)(said)


def test_what_is_missing_is_named_and_the_rest_kept() -> None:
    read = fill.reader(forecast)({"missing": ["city", "made_up"], "args": {"days": 3}})
    assert read == {"tool": "forecast", "args": {"days": 3, "unit": "metric"}, "missing": ["city"]}
    assert fill.question(forecast, ["city"]) == "I can do that with forecast, once I know the **city** (the city)."


def test_a_tool_without_free_parameters_needs_no_model() -> None:
    @tool
    def now(zone: Literal["utc"]) -> str:
        """Now."""
        return zone

    assert not fill.form(now).free
    assert fill.form(now).fixed == {"zone": "utc"}


def test_null_for_an_optional_parameter_is_leaving_it_out() -> None:
    assert fill.reader(forecast)({"args": {"city": "Rome", "days": None}})["args"] == {"city": "Rome", "unit": "metric"}


@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_no_output_breaks_the_readers(value: Any) -> None:
    for read in (route.reader(CARDS), fill.reader(item_lookup)):
        try:
            read(value)
        except Refused as refusal:
            assert str(refusal)


def test_the_fill_grammar_is_read_back() -> None:
    request = fill.request("q", forecast)
    assert request.grammar is not None
    sampler, rng = Sampler(request.grammar), random.Random(0)
    for _ in range(30):
        value = json.loads(sampler.sample(rng))
        try:
            assert fill.reader(forecast)(value)["tool"] == "forecast"
        except Refused as refusal:
            assert value["args"] is None, refusal  # nothing missing and nothing given is the one gap


async def _run(args: Any) -> None:
    return None


@pytest.mark.parametrize("parameters", [{}, True, {"type": "object"}, {"properties": {"tool": {"type": "string"}}}])
def test_odd_schemas_are_asked_for_too(parameters: Any) -> None:
    odd = Tool("odd", "Odd.", parameters, _run)
    assert fill.request("q", odd).messages
    assert fill.reader(odd)({"args": {"tool": "x"}})["tool"] == "odd"


def test_history_alternates_and_keeps_to_its_budget() -> None:
    conversation = Conversation()
    conversation.append("user", "stopped before an answer")
    for number in range(20):
        conversation.append("user", f"question {number} " + "x" * 200)
        conversation.append("assistant", f"answer {number}")
    conversation.append("user", "now")
    messages = answer.history(conversation, 300)
    assert [message["role"] for message in messages] == ["user", "assistant"] * (len(messages) // 2)
    assert messages[-1]["content"] == "answer 19"
    assert 2 <= len(messages) < 12
    assert answer.history(Conversation(), 300) == []


def test_every_prompt_of_a_long_turn_fits_a_small_window() -> None:
    query = cut_to_tokens("what about " + "this and that " * 2000, 1024)
    found = [Found("a_lookup", {"name": f"n{n}"}, json.dumps({"text": "fact " * 350})) for n in range(5)]
    conversation = Conversation()
    for _ in range(30):
        conversation.append("user", "earlier question " * 20)
        conversation.append("assistant", "earlier answer " * 20)
    conversation.append("user", query)
    context = (query[:1700], query[:1700])
    for request in (
        route.request(query, CARDS * 8, found=found, context=context),
        fill.request(query, item_lookup, found=found, context=context),
        answer.request(query, conversation, found, context_window=4096),
    ):
        size = sum(estimate_tokens(message["content"]) for message in request.messages)
        assert size + request.max_tokens <= 4096
