"""JSON of others: what nests too deep is refused before it can end Python, wherever it comes from."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from helpers import answer_of, ask, toolbox
from keyhole.agent import Agent
from keyhole.conversation import Conversation, Message, ToolCall
from keyhole.errors import ModelError, ServerError
from keyhole.events import parse_event
from keyhole.models.http import Retries
from keyhole.models.model import ChatModel, ChatRequest
from keyhole.models.server import server_model
from keyhole.outside_json import DEEPEST, loads, text_nests_over
from keyhole.steps.extract import candidates
from keyhole.transcript.values import arguments_object

LEVELS = 5000
DEEP = '{"a":' * LEVELS + "1" + "}" * LEVELS
FLAT = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(FLAT)
def test_reads_what_python_reads(value: Any) -> None:
    assert loads(json.dumps(value)) == loads(json.dumps(value).encode()) == json.loads(json.dumps(value))


@given(st.integers(1, 300), st.sampled_from(["[%s]", '{"a":%s}']))
def test_the_bound_is_exact(levels: int, form: str) -> None:
    before, after = form.split("%s")
    text = before * levels + "1" + after * levels
    assert text_nests_over(text) == (levels > DEEPEST)
    assert not text_nests_over("[" + ",".join([before + "1" + after] * levels) + "]"), "many are not deep"
    assert not text_nests_over(json.dumps(["[" * levels, '\\"{' * levels])), "brackets in strings are text"


@given(st.text(alphabet='[]{}"\\a', max_size=1000))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        loads(text)
    except ValueError:
        return


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'["\ud83d\ude00", {"\ud83d": "a\ude00"}]', ["😀", {"\ufffd": "a\ufffd"}]),
        ('["\ud83d", "é"]', ["\ufffd", "é"]),
    ],
)
def test_half_a_surrogate_pair_is_replaced(text: str, value: Any) -> None:
    assert loads(text) == value


async def test_a_server_that_cuts_an_emoji_spoils_neither_record_nor_next_request() -> None:
    seen: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.content)
        deltas = [r'{"reasoning_content": "\ud83d"}', r'{"content": "half \ud83d"}', r'{"content": "\ude00 more"}']
        body = "".join(f'data: {{"choices": [{{"delta": {delta}}}]}}\n\n' for delta in deltas)
        body += "data: [DONE]\n\n"
        return httpx.Response(200, text=body, headers={"content-type": "text/event-stream"})

    agent = Agent(server_model("http://server.test/v1", "m", transport=httpx.MockTransport(answer)), toolbox())
    agent.set_strategy("native")
    for _ in range(2):
        events = await ask(agent, "hi")
        assert answer_of(events) == "half \ufffd\ufffd more"
        assert all(parse_event(event.model_dump_json()) == event for event in events)
    assert "half \ufffd\ufffd more" in seen[1].decode()
    assert Conversation.model_validate_json(agent.conversation.model_dump_json()) == agent.conversation


async def said_by_a_server(url: str, body: str, status: int = 200) -> ModelError:
    """The error of a request that a server answers with this body."""

    def answer(request: httpx.Request) -> httpx.Response:
        kind = "text/event-stream" if body.startswith("data:") else "application/json"
        return httpx.Response(status, text=body, headers={"content-type": kind})

    model: ChatModel = server_model(url, "m", transport=httpx.MockTransport(answer), retries=Retries(most=0), key="k")
    with pytest.raises(ModelError) as caught:
        async for _ in model.stream(ChatRequest(messages=[{"role": "user", "content": "hi"}])):
            pass
    return caught.value


_FIELDS = (
    "type choices delta message content reasoning_content tool_calls index id function name arguments finish_reason"
)
_MORE = (
    "usage prompt_tokens completion_tokens error content_block text thinking signature partial_json stop_reason input"
)
_WORDS = "message_start message_delta content_block_start content_block_delta tool_use text thinking error stop f {}"
EVENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(_WORDS.split()) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from((_FIELDS + " " + _MORE).split()), inner, max_size=5)
    ),
    max_leaves=25,
)


@cache
def saying(url: str) -> tuple[ChatModel, list[httpx.Response]]:
    """A client, made once, and what its server answers."""
    answers: list[httpx.Response] = []
    transport = httpx.MockTransport(lambda request: answers[0])
    return server_model(url, "m", transport=transport, retries=Retries(most=0)), answers


@pytest.mark.parametrize("url", ["http://server.test/v1", "https://api.anthropic.com/v1"])
@pytest.mark.parametrize("inside", [lambda value: value, lambda value: {"choices": [value]}], ids=["any", "choice"])
@given(data=st.data())
async def test_no_json_of_a_server_is_more_than_a_model_error(
    url: str, inside: Callable[[Any], Any], data: st.DataObject
) -> None:
    kinds = st.sampled_from(_WORDS.split()[:4])
    fields = st.fixed_dictionaries({"type": kinds, "delta": EVENTS, "content_block": EVENTS, "index": EVENTS})
    events = data.draw(st.lists(EVENTS | fields, max_size=4))
    body = "".join(f"data: {json.dumps(inside(event))}\n\n" for event in events)
    model, answers = saying(url)
    answers[:] = [httpx.Response(200, text=body, headers={"content-type": "text/event-stream"})]
    try:
        async for chunk in model.stream(ChatRequest(messages=[{"role": "user", "content": "hi"}])):
            assert isinstance(chunk.text, str)
            assert isinstance(chunk.thinking, str)
            assert all(isinstance(call.index, int) and isinstance(call.arguments, str) for call in chunk.tool_calls)
    except ModelError:
        return


@pytest.mark.parametrize("url", ["http://server.test/v1", "https://api.anthropic.com/v1"])
@pytest.mark.parametrize("body", [f"data: {DEEP}\n\n", DEEP], ids=["streamed", "whole"])
async def test_a_server_that_answers_too_deep(url: str, body: str) -> None:
    assert "no JSON" in str(await said_by_a_server(url, body))


async def test_a_server_whose_error_is_too_deep() -> None:
    error = await said_by_a_server("http://server.test/v1", DEEP, status=418)
    assert isinstance(error, ServerError)
    assert error.status == 418


def test_a_model_that_writes_too_deep() -> None:
    assert list(candidates(DEEP)) == []
    assert list(candidates("here: " + "[" * LEVELS)) == []


def test_arguments_that_are_too_deep_stay_text() -> None:
    assert arguments_object(DEEP) == {"value": DEEP}


def test_what_was_stored_is_refused_by_name() -> None:
    message = '{"role":"assistant","blocks":[{"type":"tool_call","id":"c","name":"t","arguments":' + DEEP + "}]}"
    for read in (
        Message.model_validate_json,
        lambda text: Conversation.model_validate_json(f'{{"version":1,"messages":[{text}]}}'),
        parse_event,
    ):
        with pytest.raises(ValidationError):
            read(message)
    assert ToolCall(id="c", name="t", arguments={}).arguments == {}


def test_of_a_longer_text_only_one_value_is_looked_at_for_its_depth() -> None:
    deep = "[" * 300
    assert text_nests_over(f"x {deep}", value_at=2)
    assert not text_nests_over(f'x {{"a": [1, "]"]}} {deep}', value_at=2)
    assert not text_nests_over(f'"[" {deep}', value_at=0)
