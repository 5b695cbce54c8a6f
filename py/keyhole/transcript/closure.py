"""The sound form of a conversation: every call paired with one result, turns in an order any provider takes.

A conversation may be broken in any way: cut, shuffled, doubled, half streamed. `sound` reads it once, front to back:

- a result belongs to the earlier call with its id; the first real one wins, later ones and those without such a call
  are dropped. A closure that found its way into a record gives way to a real result. Of several calls under one id the
  last message's are answered, in their order.
- the same call again (same id, name and arguments) is dropped; another call under a used id is a call of its own.
- a call that no result answers gets a closure: a neutral sentence that says why.
- what a record says in a message of the wrong role is taken by what it is: calls and thinking are the assistant's,
  results are results wherever they stand.
- blank texts are dropped, neighbours of one role become one, and the first to speak is the user.

Dialects write the sound form down; none of them repairs anything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from keyhole.conversation import (
    Conversation,
    Image,
    Message,
    Reason,
    Summary,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Unanswered,
)
from keyhole.transcript.values import arguments_text

WORDING: dict[Reason, str] = {
    "cancelled": "No result: the call was cancelled before it ended.",
    "interrupted": "No result: the turn was interrupted before the call ended.",
    "timed_out": "No result: the call ran out of time.",
    "unavailable": "No result: the tool was not available.",
}
NO_OUTPUT = "(no output)"
FIRST_WORDS = "(The conversation goes on from here.)"
BRIDGE = "(No answer was given.)"
GO_ON = "(Please go on.)"

_CLOSURES = {words: reason for reason, words in WORDING.items()}


@dataclass(slots=True, eq=False)
class Exchange:
    """A call and what it came to. `key` is unique in the conversation and the same for every longer one."""

    call: ToolCall
    key: str
    result: str | None = None
    is_error: bool = False
    reason: Reason | None = None
    """Why `result` is a closure; None when it is real."""

    def answer(self, content: str, is_error: bool) -> None:
        self.result, self.is_error, self.reason = content, is_error, None


@dataclass(slots=True, eq=False)
class UserSaid:
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n\n".join(self.texts)


@dataclass(slots=True, eq=False)
class AssistantSaid:
    """What the assistant thought and said (`parts`, in order), then the calls it made, each with its result."""

    parts: list[str | Thinking] = field(default_factory=list)
    calls: list[Exchange] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n\n".join([part for part in self.parts if isinstance(part, str)])


Entry = UserSaid | AssistantSaid
ReadThinking = Callable[[Thinking], str | Thinking | None]
"""What a dialect and the caller's policy make of a thinking block: itself, text, or nothing."""


@dataclass(slots=True)
class Sound:
    """A conversation in its sound form. An assistant entry that made calls may be followed by another one."""

    system: str
    entries: list[Entry]

    @property
    def exchanges(self) -> list[Exchange]:
        """Every call with its result, in order."""
        return [call for entry in self.entries if isinstance(entry, AssistantSaid) for call in entry.calls]


def sound(
    conversation: Conversation,
    read_thinking: ReadThinking,
    *,
    one_call_a_turn: bool = False,
    bridge: bool = True,
    end_with_user: bool = False,
) -> Sound:
    """Read a conversation into its sound form; see the module's text for the rules. Never raises.

    `one_call_a_turn` gives each call an assistant entry of its own (Llama 3 templates). `bridge` puts an assistant
    entry between results and a user's words that follow at once; `end_with_user` ends on results or a user's words.
    """
    reader = _Reader(read_thinking)
    for message in conversation.messages:
        reader.read(message)
    for exchange in reader.exchanges:
        if exchange.result is None:
            exchange.reason = exchange.reason or "interrupted"
            exchange.result, exchange.is_error = WORDING[exchange.reason], True
    entries = _in_order(reader.entries, one_call_a_turn=one_call_a_turn, bridge=bridge)
    last = entries[-1]
    if end_with_user and isinstance(last, AssistantSaid) and not last.calls:
        entries.append(UserSaid([GO_ON]))
    return Sound("\n\n".join(reader.system), entries)


class _Reader:
    def __init__(self, read_thinking: ReadThinking) -> None:
        self.system: list[str] = []
        self.entries: list[Entry] = []
        self.exchanges: list[Exchange] = []
        self._read_thinking = read_thinking
        self._open: dict[str, list[deque[Exchange]]] = {}
        """By id, the calls that still lack a result, those of one message together."""
        self._of_id: dict[str, dict[str, Exchange]] = {}
        """By id, then by name and arguments, every call; the inner keys are made only once an id comes again."""
        # The entry that further blocks of the same message may join: calls and their results close it.
        self._joins: AssistantSaid | None = None
        self._asked_here: set[str] = set()
        """Ids of this message's calls that lack a result."""

    def read(self, message: Message) -> None:
        role = message.role
        self._joins = None
        self._asked_here.clear()
        answered: Exchange | None = None
        for block in message.blocks:
            # blocks are final: `type` tells them apart, four times as quickly as `isinstance`
            if type(block) is ToolCall:
                self._call(block)
            elif type(block) is ToolResult:
                answered = self._result(block)
                self._joins = None
            elif type(block) is Thinking:
                self._think(block)
            elif type(block) is Unanswered:
                self._unanswered(block)
            else:
                text = _text(block)
                if not text or text.isspace():
                    continue
                if role == "assistant":
                    self._assistant().parts.append(text)
                elif role == "tool":
                    # Words in a tool message are a tool's, never a user's: they join its result or go.
                    if answered is not None:
                        answered.result = f"{answered.result}\n{text}" if answered.result else text
                elif role == "user" or type(block) is Summary:
                    self.entries.append(UserSaid([text]))
                elif self.entries:
                    self.entries.append(UserSaid([f"System: {text}"]))
                else:
                    self.system.append(text)

    def _assistant(self) -> AssistantSaid:
        if self._joins is None:
            self._joins = AssistantSaid()
            self.entries.append(self._joins)
        return self._joins

    def _call(self, call: ToolCall) -> None:
        same_id = self._of_id.get(call.id)
        if same_id is None:
            exchange = Exchange(call, call.id)
            self._of_id[call.id] = {"": exchange}
            self._open[call.id] = [deque((exchange,))]
        else:
            if "" in same_id:
                first = same_id.pop("")
                same_id[_print(first.call)] = first
            what = _print(call)
            if what in same_id:
                return
            exchange = same_id[what] = Exchange(call, f"{call.id}\0{len(same_id)}")
            if call.id in self._asked_here:
                self._open[call.id][-1].append(exchange)
            else:
                self._open[call.id].append(deque((exchange,)))
        self._asked_here.add(call.id)
        self.exchanges.append(exchange)
        self._assistant().calls.append(exchange)

    def _result(self, result: ToolResult) -> Exchange | None:
        """The exchange that took the result, or None."""
        waiting = self._open.get(result.call_id)
        if not waiting:
            return None
        content = result.content
        if result.is_error and content in _CLOSURES:
            waiting[-1][0].reason = _CLOSURES[content]
            return None
        exchange = waiting[-1].popleft()
        if not waiting[-1]:
            waiting.pop()
            self._asked_here.discard(result.call_id)
        exchange.answer(NO_OUTPUT if not content or content.isspace() else content, result.is_error)
        return exchange

    def _think(self, thinking: Thinking) -> None:
        part = self._read_thinking(thinking)
        if part is None:
            return
        if self._joins is not None and self._joins.calls:
            self._joins = None  # a model that thinks again after its calls has begun anew
        self._assistant().parts.append(part)

    def _unanswered(self, note: Unanswered) -> None:
        waiting = self._open.get(note.call_id)
        if waiting and waiting[-1][0].reason is None:
            waiting[-1][0].reason = note.reason


def _text(block: Text | Image | Summary) -> str:
    if type(block) is Text:
        return block.text
    if type(block) is Image:
        return f"[Image, not shown: {block.alt}]" if block.alt.strip() else "[Image, not shown]"
    assert isinstance(block, Summary)
    return block.words


def _print(call: ToolCall) -> str:
    """Equal for the same call alone, and never empty."""
    return f"{call.name}\0{arguments_text(call.arguments)}"


def _in_order(entries: list[Entry], *, one_call_a_turn: bool, bridge: bool) -> list[Entry]:
    ordered: list[Entry] = []
    last: Entry | None = None
    thoughts: list[str | Thinking] = []
    for entry in entries:
        if isinstance(entry, UserSaid):
            thoughts = []
            if isinstance(last, UserSaid):
                last.texts += entry.texts
                continue
            if bridge and last is not None and last.calls:
                ordered.append(AssistantSaid([BRIDGE]))
        else:
            if not entry.calls and not entry.text:
                thoughts += entry.parts  # no provider takes thinking alone: it waits for words or calls
                continue
            entry = AssistantSaid(thoughts + entry.parts, entry.calls)
            thoughts = []
            if last is None:
                ordered.append(UserSaid([FIRST_WORDS]))
            elif isinstance(last, AssistantSaid) and not last.calls:
                last.parts += entry.parts
                last.calls += entry.calls
                entry = last
                ordered.pop()
            while one_call_a_turn and len(entry.calls) > 1:
                ordered.append(AssistantSaid(entry.parts, entry.calls[:1]))
                entry = AssistantSaid([], entry.calls[1:])
        ordered.append(entry)
        last = entry
    return ordered or [UserSaid([FIRST_WORDS])]
