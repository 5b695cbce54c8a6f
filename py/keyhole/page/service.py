"""What the page can ask for. One `Service` a worker: it owns the agent and registers every method.

Methods live by topic: turns and settings here, `models.py`, `model_list.py`, `toolboxes.py`, `history.py`, and the
benchmark's in `keyhole.bench.service`, which is imported with the first call to it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from keyhole.agent import Agent
from keyhole.config import TurnSettings, wrong_fields
from keyhole.errors import ConfigError, KeyholeError
from keyhole.events import Cancelled, Event, Failed, TurnFinished
from keyhole.models.model import ChatModel
from keyhole.page.bridge import Bridge
from keyhole.page.engines import EnginePort
from keyhole.page.history import History
from keyhole.page.host import Host
from keyhole.page.memories import Memories
from keyhole.page.methods import Method, method, methods_of
from keyhole.page.model_list import ModelList
from keyhole.page.model_loader import ModelLoader
from keyhole.page.models import Models
from keyhole.page.stand_ins import NoModel, StandIn
from keyhole.page.toolboxes import Toolboxes
from keyhole.tools.toolbox import Toolbox

_log = logging.getLogger(__name__)
_ENDS = (TurnFinished, Failed, Cancelled)


class Start(BaseModel):
    """What `createAgent` was given (`AgentOptions` in web/types.js)."""

    model_config = ConfigDict(extra="forbid")

    model: str = "embedded"
    toolbox: str | None = None
    strategy: str = "auto"
    storage: str | None = None
    settings: dict[str, Any] = Field(default_factory=dict)


class Service:
    """The agent and everything around it. `receive` and `receive_from_engine` are the worker's ways in."""

    def __init__(self, host: Host) -> None:
        self.bridge = Bridge(host.send, self._find, self._ready)
        self.engines = {kind: self._port(host, kind) for kind in ("wllama", "webllm")}
        self.history = History(host, self.bridge, lambda: self.agent)
        self.agent = Agent(NoModel("embedded", "The model is still loading."), Toolbox("none"))
        self._loader = ModelLoader(host, self.engines, self._status)
        self.models = Models(self._loader, self.engines, self._status, self._use_model)
        self.toolboxes = Toolboxes(host, self.bridge, lambda: self.agent, self._idle, self._tell_ready)
        self.memories = Memories(self.history)
        model_list = ModelList(host, self.engines["webllm"], lambda: self.models.current)
        self._methods = methods_of(self, self.models, model_list, self.toolboxes, self.history, self.memories)
        self._opened = asyncio.Event()
        self._started = asyncio.Event()
        self._asked = 0
        self._writer: ChatModel | None = None
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()
        self._ready_status: dict[str, Any] = {}

    @staticmethod
    def _port(host: Host, kind: str) -> EnginePort:
        return EnginePort(lambda text: host.send_to_engine(kind, text))

    def _find(self, name: str) -> Method | None:
        if name.startswith("bench.") and name not in self._methods:
            from keyhole.bench.service import BenchService

            self._methods |= BenchService(lambda: self.agent.model, self.toolboxes.make, self._someone_waits).methods
        return self._methods.get(name)

    async def _ready(self, name: str) -> None:
        # What a visitor reads before his history is open would be empty, and what he writes lost.
        if not name.startswith("models."):
            await self._opened.wait()

    def _status(self, phase: str, text: str, **fields: Any) -> None:
        status = {"phase": phase, "text": text, "model": self.models.wanted, "loaded": 0, "total": 0, **fields}
        if phase == "ready":
            self._ready_status = status
            self._tell_ready()
        else:
            self.bridge.status(**{"storage": self.history.mode, **status})

    def _tell_ready(self) -> None:
        """Say that the model is ready, once it is known what becomes of chats: it may be quicker than the storage.

        Without the toolbox that was asked for nothing can be answered: that is said in its place.
        """
        if not self._ready_status or not self._opened.is_set():
            return
        status = {"storage": self.history.mode, **self._ready_status}
        if trouble := self.toolboxes.trouble:
            status |= {"phase": "error", "text": str(trouble), "error": trouble.told()}
        self.bridge.status(**status)

    async def _idle(self) -> None:
        await self._nobody_waits.wait()
        await self.models.settled()
        await self.agent.idle()

    @contextmanager
    def _someone_waits(self) -> Iterator[None]:
        self._asked += 1
        self._nobody_waits.clear()
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self._nobody_waits.set()

    def _use_model(self, model: Any) -> None:
        self.agent.set_model(model, writer=self._writer)

    async def start(self, options: dict[str, Any]) -> None:
        """Bring everything up: history, toolbox, model. What fails is said in the status; the rest goes on."""
        try:
            start = Start.model_validate(options)
            self.agent.settings = TurnSettings.model_validate(start.settings)
            self.agent.set_strategy(start.strategy)
            loading = asyncio.ensure_future(self.models.use(start.model))
            await self.history.open_storage(start.storage)
            if start.toolbox is not None:  # memory opens with its first use: trouble there costs no other tool
                await self.toolboxes.start_with(start.toolbox)
            self._opened.set()
            self._tell_ready()
            await loading
        except (KeyholeError, ValidationError) as error:
            failure = error if isinstance(error, KeyholeError) else ConfigError(wrong_fields(error))
            self.models.failed(failure)
        except Exception as error:  # a fault of ours: it must show, or the page would wait without a word
            _log.exception("the start failed")
            self.models.failed(KeyholeError(f"{type(error).__name__}: {error}", advice="Reload the page."))
        finally:
            self._opened.set()
            self._started.set()

    @method("ask")
    async def ask(self, text: str) -> AsyncGenerator[Event]:
        """One turn, after what came before it. Cancelling the call ends the turn with its `cancelled` event.

        The event that ends it comes when the turn is stored: a page that was told of it may be closed at once.
        Raises `ConfigError` while the toolbox that the page was to start with is missing.
        """
        with self._someone_waits():
            await self._started.wait()  # the first model's loading may not even have begun
            await self.models.settled()
            await self.models.try_again()
            if self.toolboxes.trouble is not None:
                raise self.toolboxes.trouble
            stream = self.agent.ask(text)
            begun = False
            end: Event | None = None
            try:
                while True:
                    pulling = asyncio.ensure_future(anext(stream, None))
                    try:
                        event = await asyncio.shield(pulling)
                    except asyncio.CancelledError:
                        if not begun:  # another turn is under way: leave the queue, do not stop that one
                            pulling.cancel()
                            await asyncio.wait({pulling})  # a generator that runs cannot be closed
                            raise
                        if end is None:  # else it would be the next turn that is stopped
                            self.agent.cancel()
                        event = await pulling
                    if event is None:
                        break
                    begun = True
                    if isinstance(event, _ENDS):
                        end = event
                        continue
                    yield event
                    if event.type == "turn_started":
                        self.history.flush_soon()
            finally:
                await stream.aclose()
                try:
                    await self.history.flush()
                except asyncio.CancelledError:
                    if end is None:
                        raise
                    await self.history.flush()  # it comes too late: there is an answer to tell
            if end is not None:
                yield end

    @method("confirm")
    async def confirm(self, call_id: str, yes: bool) -> bool:
        """Answer a confirmation request. False when nothing waits for it."""
        return self.agent.confirm(call_id, yes)

    @method("raw")
    async def raw(self, handle: str) -> Any:
        """The raw result behind a handle, as JSON. Raises `ToolError` when it is not kept any more."""
        return self.agent.raw(handle)

    @method("models.writer")
    async def use_writer(self, server: StandIn | None = None) -> None:
        """Let a model on a server write the replies, beside the one in use: what `hybrid` wants. None: no longer.

        Takes effect with the next request, and holds whichever model is in use. Raises `ConfigError`.
        """
        if server is None:
            self._writer = None
        else:
            self._writer = await self._loader.on_server(server.baseURL, server.model, server.key.get_secret_value())
        self._use_model(self.agent.model)

    @method("settings.get")
    async def get_settings(self) -> dict[str, Any]:
        """The turn's settings and their JSON Schema."""
        settings = self.agent.settings
        return {"values": settings.model_dump(mode="json"), "schema": type(settings).model_json_schema()}

    @method("settings.set")
    async def set_settings(self, **changes: Any) -> dict[str, Any]:
        """Change settings, `strategy` among them, from the next turn on. Raises `ConfigError` and changes nothing."""
        strategy = changes.pop("strategy", None)
        try:
            settings = TurnSettings.model_validate({**self.agent.settings.model_dump(), **changes})
        except ValidationError as error:
            raise ConfigError(wrong_fields(error)) from None
        if strategy is not None:
            self.agent.set_strategy(str(strategy))
        self.agent.settings = settings
        return await self.get_settings()
