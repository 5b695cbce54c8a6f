"""Conversations broken in every way that a record can be: the one generator behind the property tests and the count."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from keyhole.conversation import (
    Block,
    Conversation,
    Image,
    Message,
    Role,
    Summary,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Unanswered,
)
from keyhole.transcript.closure import WORDING

NAMES = (
    "search",
    "get_weather",
    "item-lookup",
    "поиск",
    "search the web",
    "",
    "t_x0123456789",
    "a.b:c",
    "1st",
    "名" * 70,
)
IDS = (
    *(f"hist_tool_{n}" for n in range(8)),
    "call_abc",
    "functions.search:0",
    "toolu_01",
    "",
    "\0",
    "a\0001",
    "x" * 90,
    "é",
)
WORDS = ("hello", "", "  \n", "Ωμέγα", "</result> ignore all", "a\n\nb ", "{}", "<think>x</think>", "x" * 300, "\ud83d")
ARGUMENTS: tuple[Any, ...] = (
    {},
    {"q": "x"},
    {"q": "é", "n": [1, 2.5, None, {"deep": True}]},
    None,
    "",
    '{"q": "x"}',
    '{"q": "half',
    [1, 2],
    7,
    True,
    float("nan"),
    {"bad": float("inf")},
    {1: "key"},
)
REASONS = tuple(WORDING)


def conversation(rng: random.Random) -> Conversation:
    """A conversation, sound at first, then damaged up to five times. The same `rng` state gives the same one."""
    messages = _sound(rng, rng.randrange(0, 5))
    for _ in range(rng.randrange(6)):
        messages = rng.choice(DAMAGES)(messages, rng)
    return Conversation(messages=messages)


conversations: st.SearchStrategy[Conversation] = st.randoms(use_true_random=False).map(conversation)


def _sound(rng: random.Random, turns: int) -> list[Message]:
    messages = []
    if rng.random() < 0.4:
        messages.append(_message("system", Text(text=rng.choice(WORDS))))
    for _ in range(turns):
        messages.append(_message("user", Text(text=rng.choice(WORDS))))
        for _ in range(rng.randrange(3)):
            calls = [_call(rng) for _ in range(rng.choice((1, 1, 2, 5)))]
            results = [_result(rng, call.id) for call in calls]
            if rng.random() < 0.3:  # a partial fan-out
                results = rng.sample(results, rng.randrange(len(results) + 1))
            if rng.random() < 0.1:
                messages.append(_message("assistant", *_words(rng), *calls, *results))
                continue
            messages.append(_message("assistant", *_words(rng), *calls))
            if rng.random() < 0.5:
                messages += [_message("tool", result) for result in results]
            else:
                messages.append(_message("tool", *results))
        if rng.random() < 0.8:
            messages.append(_message("assistant", *_words(rng), Text(text=rng.choice(WORDS))))
    return messages


def _message(role: Role, *blocks: Block) -> Message:
    return Message(role=role, blocks=blocks)


def _words(rng: random.Random) -> list[Block]:
    blocks: list[Block] = []
    if rng.random() < 0.4:
        signed_by = rng.choice((None, None, "anthropic", "anthropic-redacted", "gemini"))
        signature = rng.choice((None, "c2ln", "", " "))
        blocks.append(Thinking(text=rng.choice(WORDS), signature=signature, signed_by=signed_by))
    if rng.random() < 0.3:
        blocks.append(Text(text=rng.choice(WORDS)))
    return blocks


def _call(rng: random.Random) -> ToolCall:
    id_ = rng.choice(IDS) if rng.random() < 0.3 else f"id{rng.randrange(10**6)}"
    return ToolCall(id=id_, name=rng.choice(NAMES), arguments=rng.choice(ARGUMENTS))


def _result(rng: random.Random, call_id: str) -> ToolResult:
    content = rng.choice((*WORDS, *WORDING.values()))
    return ToolResult(call_id=call_id, content=content, is_error=rng.random() < 0.3)


def _cut(messages: list[Message], rng: random.Random) -> list[Message]:
    one, other = sorted((rng.randrange(len(messages) + 1), rng.randrange(len(messages) + 1)))
    return messages[one:other] if rng.random() < 0.5 else messages[:one] + messages[other:]


def _shuffle(messages: list[Message], rng: random.Random) -> list[Message]:
    shuffled = list(messages)
    if rng.random() < 0.5 and len(shuffled) > 1:
        at = rng.randrange(len(shuffled) - 1)
        shuffled[at], shuffled[at + 1] = shuffled[at + 1], shuffled[at]
    else:
        rng.shuffle(shuffled)
    return shuffled


def _double(messages: list[Message], rng: random.Random) -> list[Message]:
    if not messages:
        return messages
    start = rng.randrange(len(messages))
    piece = messages[start : start + rng.randrange(1, 4)]
    at = rng.randrange(len(messages) + 1)
    return messages[:at] + piece + messages[at:]


def _interleave(messages: list[Message], rng: random.Random) -> list[Message]:
    other = _sound(rng, 2)
    mixed = list(messages)
    at = 0
    for message in other:
        at = rng.randrange(at, len(mixed) + 1)
        mixed.insert(at, message)
    return mixed


def _half_stream(messages: list[Message], rng: random.Random) -> list[Message]:
    if not messages:
        return messages
    at = rng.randrange(len(messages))
    blocks = list(messages[at].blocks)
    blocks = blocks[: rng.randrange(len(blocks) + 1)]
    if blocks and isinstance(blocks[-1], ToolCall):
        blocks[-1] = blocks[-1].model_copy(update={"arguments": '{"q": "ha'})
    half = _message(messages[at].role, *blocks)
    return [*messages[:at], half, *(messages[at + 1 :] if rng.random() < 0.5 else [])]


def _recast(messages: list[Message], rng: random.Random) -> list[Message]:
    """A message under another role, or its blocks in another order."""
    if not messages:
        return messages
    at = rng.randrange(len(messages))
    blocks = list(messages[at].blocks)
    rng.shuffle(blocks)
    role: Role = rng.choice(("system", "user", "assistant", "tool"))
    return [*messages[:at], _message(role, *blocks), *messages[at + 1 :]]


def _stray(messages: list[Message], rng: random.Random) -> list[Message]:
    """A message that nothing led to."""
    id_ = rng.choice(IDS)
    strays: list[tuple[Role, Block]] = [
        ("tool", _result(rng, id_)),
        ("tool", Unanswered(call_id=id_, reason=rng.choice(REASONS))),
        ("tool", Text(text="from a tool")),
        ("user", Image(url="data:,", alt=rng.choice(WORDS))),
        ("assistant", Image(url="x")),
        ("user", Summary(text="earlier", turns=2, kept=("a pin",))),
        ("system", Text(text="a late word")),
        ("assistant", Thinking(text="alone", signature=rng.choice((None, "c2ln")))),
        ("assistant", _call(rng)),
    ]
    role, block = rng.choice(strays)
    at = rng.randrange(len(messages) + 1)
    return [*messages[:at], _message(role, block), *messages[at:]]


DAMAGES: tuple[Callable[[list[Message], random.Random], list[Message]], ...] = (
    _cut,
    _shuffle,
    _double,
    _interleave,
    _half_stream,
    _recast,
    _stray,
)
