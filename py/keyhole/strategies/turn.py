"""What a strategy is given: one turn's query, conversation, tools and models. It builds none of them."""

from __future__ import annotations

import re
import uuid
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from keyhole.config import TurnSettings
from keyhole.conversation import Conversation, Text, ToolCall, ToolResult
from keyhole.events import Event, TurnFinished
from keyhole.models.model import ChatModel, helps
from keyhole.models.pool import Switch, take_switches
from keyhole.open_call import OpenCall
from keyhole.steps.earlier import Earlier, calls_before
from keyhole.steps.follow_up import named_by
from keyhole.steps.found import Found, value_shown
from keyhole.steps.results import read_result
from keyhole.steps.short_message import Message
from keyhole.steps.which_thing import is_said_of_list, list_ahead
from keyhole.tools.scheduler import Scheduler
from keyhole.tools.toolbox import Toolbox
from keyhole.transcript.folds import Folds

_LONGEST_FOLLOW_UP = 14
_LONGEST_READ = 200_000
"""Characters of a raw result that is looked into for what a message points at."""
_FOLLOWS_UP = re.compile(
    r"^\W*(and|or|also|then|what about|how about|same)\b|\b(it|its|they|them|their|there|that one|this one|those)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Turn:
    """One turn. The user's message is the last of `conversation` already.

    `router` decides (route, fill), `writer` writes the answer: mostly one and the same model. `clarifies` holds the
    requests that the agent asked back about in the turns just before, oldest first: `text` is then the reply.
    `open_call`: the call that waits for what was asked.
    """

    text: str
    conversation: Conversation
    toolbox: Toolbox
    router: ChatModel
    writer: ChatModel
    scheduler: Scheduler
    settings: TurnSettings = field(default_factory=TurnSettings)
    clarifies: tuple[str, ...] = ()
    open_call: OpenCall | None = None
    folds: Folds = field(default_factory=Folds)
    id: str = field(default_factory=lambda: f"turn_{uuid.uuid4().hex[:12]}")
    _switches: list[Switch] = field(default_factory=list)
    _before: list[Earlier] | None = None

    def switch(self, router: ChatModel, writer: ChatModel) -> None:
        """Send the requests that are not made yet to other models."""
        self._switches += take_switches(self.writer)
        if writer.profile.id != self.writer.profile.id:
            self._switches.append(Switch(self.writer.profile.id, writer.profile.id, "chosen"))
        self.router, self.writer = router, writer

    def take_switches(self) -> list[Switch]:
        """The switches since the last time this was asked, by hand and by a pool, oldest first."""
        switches, self._switches = [*self._switches, *take_switches(self.writer)], []
        return switches

    @property
    def refers_to(self) -> str | None:
        """The user message before, where `text` reads like a part of it: "and on Thorn?", "what is its source?"."""
        if len(self.text.split()) > _LONGEST_FOLLOW_UP or not _FOLLOWS_UP.search(self.text):
            return None
        earlier = [message.text for message in self.conversation.messages if message.role == "user"]
        return earlier[-2] if len(earlier) > 1 else None

    @property
    def calls_before(self) -> list[Earlier]:
        """The calls of strangers' tools that the message may lean on, the latest first."""
        if self._before is None:
            calls = calls_before(self.conversation, self.toolbox, self.open_call, self.whole)
            ahead = None if self.router.profile.can_write else list_ahead(calls)
            self._before = ahead if ahead and is_said_of_list(self.text, ahead[0], calls[0]) else calls
        return self._before

    def lean_on(self, calls: list[Earlier]) -> None:
        """Take the message for one that leans on these calls before, the first of them above all."""
        self._before = calls

    @property
    def asked_since(self) -> list[str]:
        """What was said after the last call and before this message, the latest first."""
        said: list[str] = []
        for message in reversed(self.conversation.messages[:-1]):
            if any(isinstance(block, ToolCall) for block in message.blocks):
                return said[:-1]  # the oldest is what that call was made for
            said += [message.text] if message.role == "user" else []
        return []

    @property
    def results_before(self) -> list[Earlier]:
        """The calls of strangers' tools behind the last one, the latest first: what they brought is still known."""
        calls = calls_before(self.conversation, self.toolbox, None, self.whole, beyond_shipped=True)
        return [call for call in calls if not self.calls_before or call.args is not self.calls_before[0].args]

    def leave_question(self) -> None:
        """Take the message for no reply to what was asked back."""
        self.clarifies, self.open_call, self._before = (), None, None

    def calls_of(self, found: Sequence[Found]) -> list[Earlier]:
        """The calls of strangers' tools of this turn that brought something, the latest first."""
        calls = [
            Earlier(self.toolbox[each.tool], each.arguments, result=read_result(each.tool, each.value), asked=self.text)
            for each in found
            if each.tool in self.toolbox and not each.is_error
        ]
        return [call for call in reversed(calls) if not helps(call.tool)]

    def whole(self, result: ToolResult) -> Any:
        """All that a call brought, or as much of it as was shown where no more is kept or it is long."""
        whole = self.scheduler.results.within(result.handle, _LONGEST_READ) if result.handle else None
        return value_shown(result.content) if whole is None else whole

    @property
    def named_before(self) -> str | None:
        """What the last call was about, of a tool that knows names or of one that was given one text: what "it" stands
        for in this message. Nothing does where a stranger's tool was called and the message is but a remark."""
        if self.calls_before:
            message = Message.of(self.text)
            return None if message is not None and message.remarks else self.calls_before[0].thing
        calls = [b for m in self.conversation.messages for b in m.blocks if isinstance(b, ToolCall)]
        return named_by(calls[-1], self.toolbox) if calls else None

    def record(self, call: ToolCall, found: Found, handle: str | None = None) -> None:
        """Add a call and its result to the conversation, together: a turn stopped in between leaves no open call."""
        self.conversation.append("assistant", call)
        result = ToolResult(call_id=call.id, content=found.condensed, is_error=found.is_error, handle=handle)
        self.conversation.append("tool", result)

    def finish(self, answer: str, *, clarify: bool = False) -> TurnFinished:
        """Add the answer to the conversation and return the turn's last event (the agent adds usage and time)."""
        self.conversation.append("assistant", Text(text=answer))
        return TurnFinished(turn_id=self.id, answer=answer, outcome="clarify" if clarify else "answer")


Strategy = Callable[[Turn], AsyncGenerator[Event]]
"""Carries out a turn: yields step, tool and model events and, last, the `TurnFinished` of `Turn.finish`.

Raises `KeyholeError`; the agent makes `turn_started`, `failed` and `cancelled`. The generator may be closed at any
await or yield.
"""
