"""Compression: old turns folded into one summary, so that a conversation fits a token budget.

The record stays as it is: `compress` returns a copy to project from. Whole turns are folded, oldest first, and no more
of them than the budget asks for. What stays out of the fold: system messages, the last turn (it may be open), and any
turn whose calls have results further on than the fold reaches, so a call and its result are never parted. Words that
memory pins are carried over verbatim, however small the budget. Compressing again changes nothing.

A turn begins where a user speaks after someone else did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from keyhole.conversation import Block, Conversation, Image, Message, Summary, Text, Thinking, ToolCall, ToolResult
from keyhole.tokens import cut_to_tokens, estimate_tokens
from keyhole.transcript.values import arguments_text

Pinned = Callable[[str], bool]
"""Whether memory pins a text (a user's or assistant's words, or a result): it then survives word for word."""

_MESSAGE_TOKENS = 4
_SUMMARY_SHARE = 4
_LARGEST_SUMMARY = 800
_SMALLEST_SUMMARY = 32


def _nothing(text: str) -> bool:
    return False


def size(conversation: Conversation) -> int:
    """About how many tokens the conversation is, as `compress` counts them."""
    return sum(map(_message_size, conversation.messages))


def compress(conversation: Conversation, budget: int, *, pinned: Pinned = _nothing) -> Conversation:
    """A copy of at most `budget` tokens, its old turns in a summary made without a model.

    The conversation itself comes back when it fits, or when nothing more may be folded: the open turn is never cut, so
    the copy can be larger than the budget.
    """
    fold = plan(conversation, budget, pinned)
    return conversation if fold is None else fold.done()


@dataclass(slots=True)
class Fold:
    """What is to be folded: `folded` messages make way for a summary of `room` tokens between `head` and `rest`."""

    head: list[Message]
    folded: list[Message]
    rest: list[Message]
    room: int
    kept: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is folded, for whoever writes the summary."""
        return "\n".join(_lines(self.folded, 2000))

    def summary(self, words: str = "") -> Summary:
        """What stands for the folded turns: these words, cut to the room; blank ones are made here."""
        text = cut_to_tokens(words.strip(), self.room) or _digest(self.folded, self.room)
        turns = 0
        for message in self.folded:
            summaries = [block.turns for block in message.blocks if isinstance(block, Summary)]
            turns += sum(summaries) if summaries else message.role == "user"
        return Summary(text=text, turns=turns, kept=self.kept)

    def done(self, words: str = "") -> Conversation:
        """The copy with that summary."""
        stands = Message(role="user", blocks=(self.summary(words),))
        return Conversation(messages=[*self.head, stands, *self.rest])


def plan(conversation: Conversation, budget: int, pinned: Pinned = _nothing) -> Fold | None:
    """The smallest fold that meets the budget, else the largest there may be; None when there is nothing to do."""
    if size(conversation) <= budget:
        return None
    head = [message for message in conversation.messages if message.role == "system"]
    body = [message for message in conversation.messages if message.role != "system"]
    room = max(_SMALLEST_SUMMARY, min(_LARGEST_SUMMARY, budget // _SUMMARY_SHARE))
    left = sum(map(_message_size, [*head, *body])) + _MESSAGE_TOKENS
    kept: dict[str, None] = {}
    kept_tokens = reached = 0
    best: tuple[int, int, int] | None = None
    anything = False
    for at, (message, end) in enumerate(zip(body, _ends(body), strict=True)):
        if anything and message.role == "user" != body[at - 1].role and reached < at:
            summary = max(_SMALLEST_SUMMARY, room - kept_tokens)
            best = at, summary, len(kept)
            if left + summary + kept_tokens <= budget:
                break
        left -= _message_size(message)
        reached = max(reached, end)
        anything = anything or any(not isinstance(block, Summary) for block in message.blocks)
        for text in _kept(message, pinned):
            if text not in kept:
                kept[text] = None
                kept_tokens += estimate_tokens(text)
    if best is None:
        return None
    at, summary, count = best
    return Fold(head, body[:at], body[at:], summary, tuple(kept)[:count])


def _ends(body: list[Message]) -> list[int]:
    """For each message, where the last result of its calls stands (itself, where it has none further on)."""
    ends = list(range(len(body)))
    waiting: dict[str, list[int]] = {}
    for at, message in enumerate(body):
        for block in message.blocks:
            if isinstance(block, ToolCall):
                waiting.setdefault(block.id, []).append(at)
            elif isinstance(block, ToolResult) and waiting.get(block.call_id):
                ends[waiting[block.call_id].pop()] = at
    return ends


def _kept(message: Message, pinned: Pinned) -> Iterator[str]:
    for block in message.blocks:
        if isinstance(block, Summary):
            yield from block.kept
        elif (text := _words(block)) and pinned(text):
            yield text


def _message_size(message: Message) -> int:
    return _MESSAGE_TOKENS + sum(map(_block_size, message.blocks))


def _block_size(block: Block) -> int:
    if isinstance(block, ToolCall):
        return estimate_tokens(block.name) + estimate_tokens(arguments_text(block.arguments)) + _MESSAGE_TOKENS
    if isinstance(block, Thinking):
        return estimate_tokens(block.text)
    if isinstance(block, Summary):
        return estimate_tokens(block.text) + sum(map(estimate_tokens, block.kept))
    return estimate_tokens(_words(block))


def _words(block: Block) -> str:
    if isinstance(block, Text):
        return block.text
    if isinstance(block, ToolResult):
        return block.content
    return block.alt if isinstance(block, Image) else ""


def _digest(messages: list[Message], budget: int) -> str:
    """Old turns in a line or a few each; where not all fit, the latest are kept."""
    lines = list(_lines(messages, 160))
    left = budget - 10
    first = len(lines)
    while first and (left := left - estimate_tokens(lines[first - 1]) - 1) > 0:
        first -= 1
    if first == len(lines) and lines:
        first -= 1  # not one line fits: a part of the last one does
    said = [f"({first} earlier lines left out)", *lines[first:]] if first else lines
    return cut_to_tokens("\n".join(said), budget)


def _lines(messages: list[Message], longest: int) -> Iterator[str]:
    calls: dict[str, ToolCall] = {}
    for message in messages:
        for block in message.blocks:
            if isinstance(block, Summary):
                yield from block.text.splitlines()
            elif isinstance(block, ToolCall):
                calls[block.id] = block
            elif isinstance(block, ToolResult):
                call = calls.get(block.call_id)
                asked = _one_line(f"{call.name}({arguments_text(call.arguments)})", longest) if call else "a tool"
                yield f"{asked} -> {_one_line(block.content, longest)}"
            elif (text := _words(block)) and not text.isspace():
                yield f"{message.role}: {_one_line(text, longest)}"


def _one_line(text: str, longest: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
