"""The agent: owns a conversation and carries out turns, one after the other, as streams of events.

agent = Agent(model, toolbox)
async for event in agent.ask("what perks can roll on calus mini-tool?"):
    ...
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import uuid
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Protocol

from keyhole.config import TurnSettings
from keyhole.conversation import Conversation
from keyhole.errors import BusyError, ConfigError, KeyholeError, in_words
from keyhole.events import Cancelled, Event, Failed, TurnFinished, TurnStarted
from keyhole.models.model import ChatModel
from keyhole.models.tiers import mode_for
from keyhole.open_call import OpenCall, open_call_of
from keyhole.read_message import read_message
from keyhole.strategies.turn import Strategy, Turn
from keyhole.tools.scheduler import Scheduler
from keyhole.tools.toolbox import Toolbox
from keyhole.transcript.folds import Folds
from keyhole.turn_log import TurnLog, failed_event
from keyhole.turns import Turns, turns_of

STRATEGIES = ("routed", "native", "text", "hybrid")
AUTO = "auto"
"""Not a strategy but the one that the model's entry names (`keyhole.models.tiers`, `TurnSettings.modes`)."""

_log = logging.getLogger(__name__)


class Recorder(Protocol):
    """Where turns are kept: `keyhole.storage.Storage`, or nothing."""

    def record(self, conversation_id: str, conversation: Conversation, events: list[Event]) -> None: ...


def strategy_named(name: str) -> Strategy:
    """The strategy of that name. Raises `ConfigError` when there is none."""
    if name in STRATEGIES:
        run: Strategy = importlib.import_module(f"keyhole.strategies.{name}").run
        return run
    raise ConfigError(f"there is no strategy {name!r}", advice=f"Choose one of: {', '.join(STRATEGIES)}.")


class Agent:
    """An agent over one model (or a `writer` beside it), one toolbox and one conversation.

    `strategy` is a name, `auto` or a strategy itself. With `storage` every turn is kept as it goes. Raises
    `ConfigError` for a strategy that there is not, and for what is of another kind than it has to be.
    """

    def __init__(
        self,
        model: ChatModel,
        toolbox: Toolbox,
        *,
        strategy: str | Strategy = AUTO,
        conversation: Conversation | None = None,
        settings: TurnSettings | None = None,
        storage: Recorder | None = None,
        conversation_id: str = "",
        clarifies: tuple[str, ...] = (),
        open_call: OpenCall | None = None,
        writer: ChatModel | None = None,
    ) -> None:
        self.model, self.writer, self.toolbox = _chat_model(model), writer and _chat_model(writer), toolbox
        self.settings = settings if settings is not None else TurnSettings()
        self.conversation = conversation if conversation is not None else Conversation()
        _of_kind(toolbox, Toolbox, 'Write Toolbox("mine", [a_tool, ...]).')
        _of_kind(self.settings, TurnSettings, "Write TurnSettings(max_steps=3).")
        _of_kind(self.conversation, Conversation, "Read one with Conversation.model_validate_json(text).")
        self.conversation_id = conversation_id or f"chat_{uuid.uuid4().hex[:12]}"
        self.clarifies, self.open_call = clarifies, open_call
        self.set_strategy(strategy)
        self.scheduler = Scheduler(concurrency=self.settings.tool_concurrency)
        self.storage_error = ""
        """Why the last turn could not be kept; empty when it was."""
        self._storage = storage
        self._turns = Turns("the agent")
        self._asked: list[asyncio.Task[None]] = []
        self._turn_now: Turn | None = None
        self._folds = Folds()

    def set_model(self, model: ChatModel, *, writer: ChatModel | None = None) -> None:
        """Answer with another model from the next request on, in the turn under way too; the conversation stays.

        What is being streamed ends with the model that began it, and so do the repairs of its step. Raises
        `ConfigError` for what is no model.
        """
        self.model, self.writer = _chat_model(model), writer and _chat_model(writer)
        if self._turn_now is not None:
            self._turn_now.switch(model, writer or model)

    def keep_in(self, storage: Recorder) -> None:
        """Keep turns there from the next one on."""
        self._storage = storage

    async def resume(
        self,
        conversation_id: str,
        conversation: Conversation,
        clarifies: tuple[str, ...] = (),
        open_call: OpenCall | None = None,
    ) -> None:
        """Go on with another conversation. A running turn is stopped first, and kept where it belongs.

        Raises `BusyError` within that turn itself, and in another thread.
        """
        self.cancel()
        async with self._turns.one():
            self.conversation_id, self.conversation = conversation_id, conversation
            self.clarifies, self.open_call = clarifies, open_call
            self._folds = Folds()

    def set_strategy(self, strategy: str | Strategy) -> None:
        """Carry out turns another way from the next one on. Raises `ConfigError`."""
        self._strategy: Strategy | None
        if isinstance(strategy, str):
            self._strategy = None if strategy == AUTO else strategy_named(strategy)
            self._strategy_name = strategy
        else:
            self._strategy, self._strategy_name = strategy, getattr(strategy, "__module__", "custom")

    @property
    def strategy(self) -> str:
        """The name of the strategy that the next turn is carried out with."""
        if self._strategy_name == AUTO:
            return mode_for(self.model.profile, self.settings.modes)
        return self._strategy_name

    async def idle(self) -> None:
        """Until no turn is under way. Raises `BusyError` within that turn itself, and in another thread."""
        async with self._turns.one():
            pass

    def cancel(self) -> None:
        """Stop the running turn, if any: its stream ends with a `Cancelled` event. Any thread may do so."""
        for task in self._asked:
            if not task.done() and not task.get_loop().is_closed():
                # not at once: a task that is cancelled before its first step would end without an event
                task.get_loop().call_soon_threadsafe(task.cancel)
                return

    def confirm(self, call_id: str, yes: bool) -> bool:
        """Answer a `ConfirmationRequested`. False when nothing waits for it."""
        return self.scheduler.confirm(call_id, yes)

    def raw(self, handle: str) -> Any:
        """The raw result behind a handle. Raises `ToolError` when it is not kept any more."""
        return self.scheduler.results.get(handle)

    async def ask(self, text: str) -> AsyncGenerator[Event]:
        """One turn: its events, from `TurnStarted` to `TurnFinished`, `Failed` or `Cancelled`.

        A second `ask`, or that of another agent with the same conversation, waits for the first to end. Closing the
        generator cancels the turn; one that is kept and not read on lets it end. Raises nothing: what goes wrong is a
        `Failed` event, and the next turn works.
        """
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        task = asyncio.create_task(self._when_free(text, events))
        self._asked.append(task)
        try:
            while (event := await events.get()) is not None:
                yield event
            await asyncio.wait({task})
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._asked.remove(task)

    async def _when_free(self, text: str, events: asyncio.Queue[Event | None]) -> None:
        """The turn, when those before have ended; the events of one that could not begin."""
        turn_id, begun = f"turn_{uuid.uuid4().hex[:12]}", False
        never: Event | None = None
        try:
            async with self._turns.one(), turns_of(self.conversation).one():
                begun = True
                await self._turn(text, events)
        except BusyError as error:
            never = failed_event(turn_id, "turn", error)
        except asyncio.CancelledError:
            never = None if begun else Cancelled(turn_id=turn_id)
        finally:
            if never is not None:
                started = TurnStarted(
                    turn_id=turn_id, text=read_message(text)[0], model=self.model.profile.id, strategy=self.strategy
                )
                events.put_nowait(started)
                events.put_nowait(never)
            events.put_nowait(None)

    async def _turn(self, text: str, events: asyncio.Queue[Event | None]) -> None:
        text, refusal = read_message(text)
        self.scheduler.limit(self.settings.tool_concurrency)
        turn = self._turn_now = Turn(
            text=text,
            conversation=self.conversation,
            toolbox=self.toolbox,
            router=self.model,
            writer=self.writer or self.model,
            scheduler=self.scheduler,
            settings=self.settings,
            clarifies=self.clarifies,
            open_call=self.open_call,
            folds=self._folds,
        )
        log = TurnLog(turn, events)
        log.emit(TurnStarted(turn_id=turn.id, text=text, model=self.model.profile.id, strategy=self.strategy))
        try:
            if refusal is not None:
                log.emit(Failed(turn_id=turn.id, step="turn", code="bad_message", reason=refusal[0], advice=refusal[1]))
                return
            self.conversation.append("user", text)
            self._record(log.kept)
            run = self._strategy or strategy_named(self.strategy)
            async with aclosing(run(turn)) as steps:
                async for event in steps:
                    if isinstance(event, TurnFinished):
                        self.clarifies = (*self.clarifies, text) if event.outcome == "clarify" else ()
                    log.follow(event)
        except asyncio.CancelledError:
            log.cancelled()
        except KeyholeError as error:
            log.failed(error)
        except Exception as error:
            _log.exception("a turn failed")
            log.broke_down(error)
        finally:
            self._turn_now = None
            self.open_call = open_call_of(log.kept)
            self._record(log.kept)

    def _record(self, events: list[Event]) -> None:
        """Hand what happened since the last time to storage. Not being able to store never costs an answer."""
        if self._storage is None:
            events.clear()
            return
        try:
            self._storage.record(self.conversation_id, self.conversation, list(events))
            self.storage_error = ""
        except Exception as error:
            if not self.storage_error:  # once is enough
                told = f"{error}. {error.advice}" if isinstance(error, KeyholeError) else in_words(error)
                _log.warning("the turn could not be stored: %s", told)
            self.storage_error = in_words(error, kind=False)
        events.clear()


def _of_kind(given: object, kind: type, advice: str) -> None:
    """What would fail in the middle of a turn is said when the agent is made. Raises `ConfigError`."""
    if not isinstance(given, kind):
        raise ConfigError(
            f"an agent takes a {kind.__name__}, and this is of the type {type(given).__name__}", advice=advice
        )


def _chat_model(model: ChatModel) -> ChatModel:
    if not hasattr(model, "profile") or not callable(getattr(model, "stream", None)):
        raise ConfigError(
            f"an agent takes a ChatModel, and this is of the type {type(model).__name__}",
            advice="Make one: keyhole.models.embedded.model.load(), keyhole.models.server.server_model(url, model).",
        )
    return model
