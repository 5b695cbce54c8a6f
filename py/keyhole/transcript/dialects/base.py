"""What a dialect is: how one provider family wants a transcript written, and which of its rules a transcript breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from keyhole.conversation import Conversation, Thinking
from keyhole.transcript.ids import ToolNames

Wire = dict[str, Any]
"""A message as a provider reads it."""
ThinkingPolicy = Literal["keep", "drop", "text"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to project. `model` matters where one family's models differ; `names` carries the toolbox's names.

    `thinking`: `keep` gives it back where the provider takes it (and drops it elsewhere), `drop` never does, `text`
    writes it into the assistant's words.
    """

    thinking: ThinkingPolicy = "keep"
    model: str = ""
    names: ToolNames = field(default_factory=ToolNames)


@dataclass(frozen=True, slots=True)
class Projection:
    """What a request is made of. `system` is apart where the provider wants it so, else it is the first message."""

    messages: list[Wire]
    names: ToolNames
    system: str = ""

    @property
    def request_messages(self) -> list[Wire]:
        """The messages with the system text always in front, as `ChatRequest.messages` carries them."""
        return [{"role": "system", "content": self.system}, *self.messages] if self.system else self.messages


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that a transcript breaks: the rule's name, where (an index into the messages), and what is wrong."""

    rule: str
    at: int
    detail: str

    def __str__(self) -> str:
        return f"messages[{self.at}]: {self.rule}: {self.detail}"


@dataclass(frozen=True, slots=True)
class Dialect:
    """One provider family. `project` never raises; `check` takes anything that JSON can hold and never raises."""

    name: str
    project: Callable[[Conversation, Options], Projection]
    check: Callable[[list[Any]], list[Violation]]


class Report:
    """Collects violations."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []

    def add(self, rule: str, at: int, detail: str) -> None:
        self.violations.append(Violation(rule, at, detail))

    def must(self, holds: object, rule: str, at: int, detail: str) -> bool:
        """Note the violation unless it holds; return whether it does."""
        if not holds:
            self.add(rule, at, detail)
        return bool(holds)


def words(value: object) -> bool:
    """Whether it is a text that is not blank."""
    return isinstance(value, str) and bool(value) and not value.isspace()


def shown(value: object) -> str:
    """A value in an error text: short, whatever it is."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def read_thinking(
    policy: ThinkingPolicy, *, keep: Callable[[Thinking], bool] = lambda thinking: False
) -> Callable[[Thinking], str | Thinking | None]:
    """What the policy makes of a thinking block, for a provider that takes back those that `keep` is true for."""

    def read(thinking: Thinking) -> str | Thinking | None:
        if policy == "keep":
            return thinking if keep(thinking) else None
        if policy == "drop" or not words(thinking.text):
            return None
        return f"<thinking>\n{thinking.text}\n</thinking>"

    return read
