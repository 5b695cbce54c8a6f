"""The OpenAI-compatible client against a scripted transport: no socket, every byte of the answers given."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from keyhole.errors import ConfigError, ContextOverflowError, ModelError, NetworkError, ServerError
from keyhole.models.address import normal_base
from keyhole.models.http import Retries
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile
from keyhole.models.openai import OpenAIModel

ASK = ChatRequest(messages=[{"role": "user", "content": "hi"}])


class Pieces(httpx.AsyncByteStream):
    """A body that arrives in the given pieces."""

    def __init__(self, body: bytes, size: int) -> None:
        self._body, self._size = body, size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self._body), self._size):
            yield self._body[start : start + self._size]


def sse(*events: Any, end: str = "data: [DONE]\n\n") -> bytes:
    return ("".join(f"data: {json.dumps(e, ensure_ascii=False)}\n\n" for e in events) + end).encode()


def delta(finish: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def model(
    *answers: httpx.Response | Exception | Callable[[httpx.Request], httpx.Response], **options: Any
) -> tuple[OpenAIModel, list[httpx.Request]]:
    seen: list[httpx.Request] = []
    script = iter(answers)

    def handle(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        answer = next(script)
        if isinstance(answer, Exception):
            raise answer
        return answer(request) if callable(answer) else answer

    options.setdefault("retries", Retries(most=0))
    return OpenAIModel("http://localhost:1/v1", "m", transport=httpx.MockTransport(handle), **options), seen


def streamed(body: bytes, size: int = 10_000, **headers: str) -> httpx.Response:
    return httpx.Response(200, headers={"content-type": "text/event-stream", **headers}, stream=Pieces(body, size))


async def answer(client: OpenAIModel, request: ChatRequest = ASK) -> tuple[str, str, ChatChunk]:
    chunks = [chunk async for chunk in client.stream(request)]
    await client.aclose()
    return "".join(c.text for c in chunks), "".join(c.thinking for c in chunks), chunks[-1]


@pytest.mark.parametrize("size", [1, 3, 7, 10_000])
async def test_text_arrives_whole_however_the_bytes_are_cut(size: int) -> None:
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 4}}
    body = sse(
        delta(role="assistant", content=""),
        delta(content="wörld 🙂 \u2028"),
        delta(content="!"),
        delta("stop"),
        {"choices": [], "usage": usage},
    )
    client, seen = model(streamed(body, size), key="secret")
    text, _, last = await answer(client)
    assert text == "wörld 🙂 \u2028!"
    assert last.finish_reason == "stop"
    assert last.usage is not None
    assert (last.usage.prompt_tokens, last.usage.completion_tokens, last.usage.cached_tokens) == (9, 3, 4)
    assert seen[0].headers["authorization"] == "Bearer secret"
    assert str(seen[0].url) == "http://localhost:1/v1/chat/completions"


WHOLE = json.dumps({"choices": [{"message": {"content": "wörld"}, "finish_reason": "length"}]}, indent=1).encode()


@pytest.mark.parametrize("size", [1, 2, 10_000])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n\n"])
@pytest.mark.parametrize("kind", ["text/event-stream", "text/plain", "application/json"])
async def test_lines_of_any_end_behind_any_mark_are_read(size: int, end: str, start: bytes, kind: str) -> None:
    said = sse(delta(content="wörld \u2028"), delta(content="!"), delta("length"))
    body = start + said.replace(b"\n", end.encode())
    client, _ = model(httpx.Response(200, headers={"content-type": kind}, stream=Pieces(body, size)))
    text, _, last = await answer(client)
    assert (text, last.finish_reason) == ("wörld \u2028!", "length")


@pytest.mark.parametrize("size", [1, 5, 10_000])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b" \r\n"])
@pytest.mark.parametrize("kind", ["text/event-stream", "application/json", ""])
async def test_a_whole_answer_is_read_whatever_the_header_says(size: int, start: bytes, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    client, _ = model(httpx.Response(200, headers=headers, stream=Pieces(start + WHOLE, size)))
    text, _, last = await answer(client)
    assert (text, last.finish_reason) == ("wörld", "length")


async def test_a_whole_answer_that_is_cut_off_is_not_taken_for_one() -> None:
    with pytest.raises(NetworkError, match="broke off its answer"):
        await answer(model(streamed(WHOLE[:-9]))[0])
    with pytest.raises(ModelError, match="CUDA died"):
        await answer(model(streamed(b'{"error": {"message": "CUDA died"}}'))[0])


async def test_thinking_is_kept_apart_however_the_server_gives_it() -> None:
    client, _ = model(streamed(sse(delta(content="<thi"), delta(content="nk>\nhm</think"), delta(content=">\n\nyes"))))
    assert (await answer(client))[:2] == ("yes", "hm")
    client, _ = model(streamed(sse(delta(reasoning_content="hm"), delta(content="yes"))))
    assert (await answer(client))[:2] == ("yes", "hm")
    for said, still in (("<think>hm", True), ("<think>hm</think>", False)):
        client, _ = model(streamed(sse(delta(content=said))))
        text, thinking, last = await answer(client)
        assert (text, thinking, last.thinking_open) == ("", "hm", still)


async def test_a_schema_is_sent_and_left_out_for_a_server_that_refuses_it() -> None:
    schema = {"type": "object"}
    refused = httpx.Response(400, json={"error": {"message": "response_format.type json_schema is not supported"}})
    fine = streamed(sse(delta(content="{}")))
    again = streamed(sse(delta(content="{}")))
    client, seen = model(refused, fine, again)
    request = ChatRequest(messages=ASK.messages, schema=schema, cache_key="item lookup")
    first = [chunk.text async for chunk in client.stream(request)]
    assert first[0] == "{}"
    await answer(client, request)
    bodies = [json.loads(request.content) for request in seen]
    assert bodies[0]["response_format"]["json_schema"] == {"name": "item_lookup", "schema": schema}
    assert ["response_format" in body for body in bodies] == [True, False, False]


@pytest.mark.parametrize("end", ["", "data: [DO", 'data: {"choices": []}\n\n'])
async def test_an_answer_that_is_broken_off_is_not_taken_for_a_whole_one(end: str) -> None:
    client, _ = model(streamed(sse(delta(content="Half a "), delta(content="sent"), end=end)))
    said: list[str] = []

    async def read() -> None:
        async for chunk in client.stream(ASK):
            said.append(chunk.text)

    with pytest.raises(NetworkError, match="broke off its answer"):
        await read()
    assert "".join(said) == "Half a sent"


@pytest.mark.parametrize("said", ["Half a ", ""])
@pytest.mark.parametrize(
    ("finish", "kind", "says"),
    [
        ("content_filter", ModelError, "content filter stopped the answer"),
        ("CONTENT_FILTER", ModelError, "content filter stopped the answer"),
        ("insufficient_system_resource", NetworkError, "broke off its answer"),
    ],
)
async def test_an_answer_that_the_server_stopped_is_no_whole_one(
    said: str, finish: str, kind: type[ModelError], says: str
) -> None:
    client, _ = model(streamed(sse(delta(content=said), delta(finish))))
    chunks: list[ChatChunk] = []

    async def read() -> None:
        async for chunk in client.stream(ASK):
            chunks.append(chunk)

    with pytest.raises(kind, match=says):
        await read()
    assert [chunk.text for chunk in chunks] == ([said] if said else [])


async def test_a_connection_that_breaks_in_the_middle_was_not_out_of_reach() -> None:
    class Breaks(Pieces):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield self._body
            raise httpx.RemoteProtocolError("peer closed connection (incomplete chunked read)")

    client, _ = model(httpx.Response(200, stream=Breaks(sse(delta(content="Half a "), end=""), 0)))
    with pytest.raises(NetworkError, match="broke off its answer"):
        await answer(client)


@pytest.mark.parametrize(
    "body",
    [
        streamed(sse(delta(content="Whole."), end="data: [DONE]")),
        streamed(sse(delta(content="Whole."), end="data:\n\ndata:[DONE]\n\n")),
        streamed(sse(delta(content="Whole."), delta("stop"), end="")),
        httpx.Response(200, json={"choices": [{"message": {"content": "Whole."}}]}),
    ],
)
async def test_an_answer_is_whole_that_says_so_in_one_way_or_another(body: httpx.Response) -> None:
    client, _ = model(body)
    text, _, last = await answer(client)
    assert (text, last.finish_reason) == ("Whole.", "stop")


async def test_a_thinking_model_is_told_not_to() -> None:
    client, seen = model(streamed(sse(delta(content="x"))), profile=ModelProfile(id="m", thinks=True))
    await answer(client, ChatRequest(messages=ASK.messages, think=False))
    assert json.loads(seen[0].content)["chat_template_kwargs"] == {"enable_thinking": False}


async def test_tool_call_pieces_pass_through() -> None:
    pieces = sse(
        delta(tool_calls=[{"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"x"'}}]),
        delta("tool_calls", tool_calls=[{"index": 0, "function": {"arguments": ":1}"}}]),
    )
    client, _ = model(streamed(pieces))
    chunks = [chunk async for chunk in client.stream(ASK)]
    assert "".join(call.arguments for chunk in chunks for call in chunk.tool_calls) == '{"x":1}'
    assert chunks[-1].finish_reason == "tool_calls"
    assert not any(chunk.text for chunk in chunks)


async def test_content_in_parts_is_read_as_text_and_thoughts() -> None:
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Hm. "}, {"type": "text", "text": "Yes."}]}
    pieces = sse(
        delta(content=[thought]),
        delta(content=[{"type": "text", "text": "It is"}, None, 7]),
        delta("stop", content=" so."),
    )
    client, _ = model(streamed(pieces))
    text, thinking, _ = await answer(client)
    assert (text, thinking) == ("It is so.", "Hm. Yes.")


async def test_a_refusal_is_what_the_model_said() -> None:
    client, _ = model(streamed(sse(delta(content=None, refusal="I will "), delta("stop", refusal="not."))))
    assert (await answer(client))[0] == "I will not."


async def test_words_beside_a_call_are_the_words_alone() -> None:
    message = {"content": "Let me look.", "tool_calls": [piece('{"x":1}', id="a", name="f")]}
    client, _ = model(httpx.Response(200, json={"choices": [{"message": message, "finish_reason": "tool_calls"}]}))
    chunks = [chunk async for chunk in client.stream(ASK)]
    assert "".join(chunk.text for chunk in chunks) == "Let me look."
    assert "".join(call.arguments for chunk in chunks for call in chunk.tool_calls) == '{"x":1}'


def piece(arguments: str, **fields: Any) -> dict[str, Any]:
    name = fields.pop("name", None)
    return {**fields, "function": {"arguments": arguments} | ({"name": name} if name else {})}


@pytest.mark.parametrize(
    "pieces",
    [
        [  # as OpenAI has it, out of order
            [piece("", index=0, id="a", name="f"), piece("", index=1, id="b", name="f")],
            [piece('{"x":', index=1), piece('{"x":', index=0)],
            [piece("1}", index=0), piece("2}", index=1)],
        ],
        # every call at index 0, or at none
        [[piece('{"x":1}', index=0, id="a", name="f")], [piece('{"x":2}', index=0, id="b", name="f")]],
        [[piece('{"x":1}', id="a", name="f")], [piece('{"x":', id="b", name="f")], [piece("2}")]],
        # an id of its own for each piece
        [
            [piece('{"x":', index=0, id="a", name="f"), piece('{"x":2', index=1, id="b", name="f")],
            [piece("1}", index=0, id="c"), piece("}", index=1, id="d")],
        ],
    ],
)
async def test_pieces_find_their_call(pieces: list[list[dict[str, Any]]]) -> None:
    client, _ = model(streamed(sse(*(delta(tool_calls=calls) for calls in pieces))))
    found: dict[int, str] = {}
    async for chunk in client.stream(ASK):
        for call in chunk.tool_calls:
            found[call.index] = found.get(call.index, "") + call.arguments
    assert found == {0: '{"x":1}', 1: '{"x":2}'}


async def test_a_server_that_does_not_stream() -> None:
    whole = {"choices": [{"message": {"content": "hi"}, "finish_reason": "length"}], "usage": {"prompt_tokens": 1}}
    text, _, last = await answer(model(httpx.Response(200, json=whole))[0])
    assert (text, last.finish_reason) == ("hi", "length")


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        (httpx.ConnectError("refused"), NetworkError, "cannot reach http://localhost:1/v1/chat/completions"),
        (httpx.ReadTimeout("slow"), NetworkError, "did not answer in time"),
        (httpx.Response(401, json={"error": {"message": "bad key"}}), ServerError, "401: bad key"),
        (httpx.Response(429, headers={"retry-after": "7"}, text="slow down"), ServerError, "slow down"),
        (httpx.Response(500, text=""), ServerError, "no reason given"),
        (
            httpx.Response(400, json={"error": {"message": "maximum context length is 8192 tokens"}}),
            ContextOverflowError,
            "8192",
        ),
        (
            httpx.Response(200, text="<html>\n hello</html>", headers={"content-type": "text/html"}),
            ModelError,
            "no JSON: <html> hello</html>",
        ),
        (streamed(b"data: {oops\n\n"), ModelError, "no JSON: data: {oops"),
        (streamed(sse({"error": {"message": "CUDA died"}})), ModelError, "CUDA died"),
        (streamed(sse(end='error: {"code":500,"message":"CUDA died"}\n\n')), ModelError, "CUDA died"),
        (streamed(sse(end='event: error\ndata: {"message":"CUDA died"}\n\n')), ModelError, "CUDA died"),
        (streamed(sse(delta(content="x"), end='{"error":{"message":"CUDA died"}}\n')), ModelError, "CUDA died"),
        (httpx.Response(200, json={"object": "error", "message": "no such model"}), ModelError, "no such model"),
        (httpx.Response(200, json={"detail": "Not Found"}), ModelError, "Not Found"),
    ],
)
async def test_errors_say_what_happened(given: Any, kind: type[ModelError], says: str) -> None:
    client, _ = model(given)
    with pytest.raises(kind, match=says) as caught:
        await answer(client)
    assert caught.value.advice
    if isinstance(caught.value, ServerError) and caught.value.status == 429:
        assert caught.value.retry_after == 7
        assert caught.value.advice == "Wait 7 s, then ask again."


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"),
        ("http://h/v1/", "http://h/v1"),
        ("https://h/openai/v1/chat/completions", "https://h/openai/v1"),
    ],
)
def test_base_urls(given: str, normal: str) -> None:
    assert normal_base(given) == normal


@pytest.mark.parametrize("given", ["", "localhost:80", "ftp://x", "http://", "http://["])
def test_what_is_no_base_url(given: str) -> None:
    with pytest.raises(ConfigError, match="no base URL"):
        normal_base(given)
