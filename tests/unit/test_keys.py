"""Keys: sent to the server and found nowhere else, not even where the server itself tells them."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers import ask, toolbox
from keyhole.agent import Agent
from keyhole.config import Settings
from keyhole.errors import ConfigError
from keyhole.events import Failed, TurnFinished
from keyhole.models.http import Retries
from keyhole.models.model import ChatModel
from keyhole.models.pool import ModelPool
from keyhole.models.server import server_model
from keyhole.storage import Storage

KEY = "sk-verysecret-0123456789"


def echoing(kind: str) -> Callable[[httpx.Request], httpx.Response]:
    """A server that tells its visitor's key in an error, in the middle of an answer, or that works."""

    def handle(request: httpx.Request) -> httpx.Response:
        assert KEY in request.headers.get("authorization", request.headers.get("x-api-key", ""))
        error = {"error": {"message": f"no such key: {KEY}"}}
        if kind == "refuses":
            return httpx.Response(401, json=error)
        if kind == "breaks":
            raise httpx.ConnectError(f"could not send {KEY}")
        if kind == "stops":
            return httpx.Response(
                200,
                headers={"content-type": "text/event-stream"},
                text=f"data: {json.dumps({'type': 'error', **error})}\n\n",
            )
        said = {"choices": [{"delta": {"content": "fine"}, "finish_reason": "stop"}]}
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, text=f"data: {json.dumps(said)}\n\n")

    return handle


def client(dialect: str, kind: str) -> ChatModel:
    return server_model(
        "http://127.0.0.1:1/v1",
        f"{dialect}-model",
        key=KEY,
        dialect=dialect,
        transport=httpx.MockTransport(echoing(kind)),
        retries=Retries(most=0),
    )


def _contents(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.iterdir()]


@pytest.mark.parametrize("pooled", [False, True])
@pytest.mark.parametrize("strategy", ["native", "routed"])
@pytest.mark.parametrize("kind", ["refuses", "breaks", "stops"])
@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_a_key_is_in_no_event_log_or_file(
    dialect: str, kind: str, strategy: str, pooled: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    model: Any = client(dialect, kind)
    if pooled:
        model = ModelPool([model])
    path = tmp_path / "chats.db"
    with Storage(str(path)) as storage:
        agent = Agent(model, toolbox(), strategy=strategy, storage=storage)
        events = await ask(agent, "hello")
        assert isinstance(events[-1], Failed)
        exported = "".join(
            storage.open(summary.id).conversation.model_dump_json() for summary in storage.conversations()
        )
    told = "".join(event.model_dump_json() for event in events)
    for place in (told, exported, caplog.text, repr(model), repr(vars(agent)), agent.conversation.model_dump_json()):
        assert KEY not in place
    assert KEY.encode() not in b"".join(_contents(tmp_path))
    assert "[key]" in events[-1].reason


async def test_a_turn_that_works_tells_no_key_either() -> None:
    agent = Agent(client("openai", "works"), toolbox(), strategy="native")
    events = await ask(agent, "hello")
    assert isinstance(events[-1], TurnFinished)
    assert KEY not in "".join(event.model_dump_json() for event in events)


def test_settings_do_not_show_their_key() -> None:
    settings = Settings.model_validate({"server": {"key": KEY}})
    assert KEY not in repr(settings)
    assert KEY not in settings.model_dump_json()


@pytest.mark.parametrize("url", [f"http://me:{KEY}@host/v1", f"http://host/v1?key={KEY}", f"http://host/v1#{KEY}"])
def test_an_address_with_a_key_in_it_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        server_model(url, "m")
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
@pytest.mark.parametrize("key", ["sk-verysecret\u2028", "sk-véry-secret", "sk-very\nsecret"])
def test_a_key_that_was_copied_amiss_is_said_and_not_repeated(dialect: str, key: str) -> None:
    with pytest.raises(ConfigError, match="the key has a character") as caught:
        server_model("http://localhost:1/v1", "m", key=key, dialect=dialect)
    assert "secret" not in str(caught.value)
