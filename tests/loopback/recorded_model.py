"""An OpenAI-compatible server as a process of its own: replays recorded model texts, streamed in small pieces.

    python recorded_model.py PORT_FILE

The user's message names a session; each request gets the session's next recorded text, found by how many assistant
messages have come since. With `tools` in the request the same calls are made natively.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

LOOK = '<tool_call>{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}</tool_call>'
PERK = '<tool_call>\n{"name": "perk_lookup", "arguments": {"name": "voltshot"}}\n</tool_call>'
WRONG = '<tool_call>{"name": "item_lookup", "arguments": {"name": "the moon"}}</tool_call>'
SESSIONS = {
    "single": ["Let me look that up.\n" + LOOK, "It can roll **Voltshot**."],
    "several": [LOOK + "\n" + PERK, "Voltshot spreads scorch."],
    "qwen coder": [
        "<tool_call>\n<function=item_lookup>\n<parameter=name>\ncalus mini-tool\n</parameter>\n"
        "</function>\n</tool_call>",
        "It can roll **Voltshot**.",
    ],
    "mistral": ['[TOOL_CALLS][{"name": "item_lookup", "arguments": {"name": "calus mini-tool"}}]', "Done."],
    "failing": [WRONG, WRONG, "I found nothing about the moon."],
    "endless": [LOOK] * 50,
}
NATIVE = {
    "single": [("item_lookup", {"name": "calus mini-tool"})],
    "several": [("item_lookup", {"name": "calus mini-tool"}), ("perk_lookup", {"name": "voltshot"})],
}
PIECE, PAUSE = 4, 0.002


async def chat(request: Request) -> StreamingResponse:
    body = await request.json()
    users = [n for n, message in enumerate(body["messages"]) if _session(message)]
    session = _session(body["messages"][users[-1]])
    said = sum(message["role"] == "assistant" for message in body["messages"][users[-1] :])
    if body.get("tools"):
        return StreamingResponse(_native(session, said), media_type="text/event-stream")
    texts = SESSIONS[session]
    return StreamingResponse(_words(texts[min(said, len(texts) - 1)]), media_type="text/event-stream")


def _session(message: dict[str, Any]) -> str:
    content = message["content"] if message["role"] == "user" else ""
    return next((name for name in SESSIONS if f"session {name}." in (content or "")), "")


async def _words(text: str) -> AsyncIterator[str]:
    for at in range(0, len(text), PIECE):
        await asyncio.sleep(PAUSE)
        yield _event({"content": text[at : at + PIECE]})
    yield _event({}, "stop") + "data: [DONE]\n\n"


async def _native(session: str, said: int) -> AsyncIterator[str]:
    """The same number of pieces as in words, the calls as deltas of their own."""
    if said:
        async for piece in _words(SESSIONS[session][-1]):
            yield piece
        return
    # A model behind a server with native calls writes the same text; the server only hands it on in another form.
    hidden = len(SESSIONS[session][0]) - sum(len(json.dumps(arguments)) for _, arguments in NATIVE[session])
    for _ in range(hidden // PIECE):
        await asyncio.sleep(PAUSE)
    for index, (name, arguments) in enumerate(NATIVE[session]):
        text = json.dumps(arguments)
        first = {"index": index, "id": f"call_{index}", "type": "function", "function": {"name": name, "arguments": ""}}
        yield _event({"tool_calls": [first]})
        for at in range(0, len(text), PIECE):
            await asyncio.sleep(PAUSE)
            yield _event({"tool_calls": [{"index": index, "function": {"arguments": text[at : at + PIECE]}}]})
    yield _event({}, "tool_calls") + "data: [DONE]\n\n"


def _event(delta: dict[str, Any], finish: str | None = None) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return f"data: {json.dumps({'object': 'chat.completion.chunk', 'choices': [choice]})}\n\n"


def main(port_file: str) -> None:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = Starlette(routes=[Route("/v1/chat/completions", chat, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", lifespan="off"))
    listener.listen(16)
    Path(port_file).write_text(str(listener.getsockname()[1]), encoding="utf-8")
    asyncio.run(server.serve(sockets=[listener]))


if __name__ == "__main__":
    main(sys.argv[1])
