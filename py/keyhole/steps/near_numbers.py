"""Which number of a call another one takes the place of: after 8 times 62.5 kg, "and another one with 65" is the
weight."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.text import name_words, split_words, stem
from keyhole.steps.earlier import Earlier
from keyhole.steps.short_message import Message
from keyhole.tools.schema import compiled

_NEAR, _FAR = 2.0, 4.0
"""How many times as large at most is near; at least is far."""
_FORM = 3
"""Digits that a number has, at least, which is known by how many it has."""


def nearest(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says, with its only number for the value that it is near to, where it was taken for one that it
    is far from and the message names neither."""
    numbers = [name for name, value in said.items() if _is_number(value)]
    written = [each for each in split_words(message.rest) if each.kind == "num"]
    olds = {name: old for name, old in before.args.items() if _is_number(old)}
    if len(numbers) != 1 or len(written) != 1 or numbers[0] not in olds or before.missing:
        return dict(said)
    name, value = numbers[0], said[numbers[0]]
    near = [other for other, old in olds.items() if _times(value, old) <= _NEAR and other not in said]
    named = {stem(word) for word in message.words()} & {
        stem(word) for other in olds for word in name_words(other) if len(word) > 1
    }
    if _times(value, olds[name]) < _FAR or len(near) != 1 or named:
        return dict(said)
    if compiled(before.properties[near[0]]).errors(value, near[0]):
        return dict(said)
    return {other: each for other, each in said.items() if other != name} | {near[0]: value}


def numbered_thing(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says, with its only number for the thing that the call before has a number of the same form of,
    "also clean 118", where it was taken for a detail that the message does not name."""
    written = [each.text for each in split_words(message.text) if each.kind == "num"]
    if len(written) != 1 or len(written[0]) < _FORM or not written[0].isdigit():
        return dict(said)
    taken = [name for name, value in said.items() if _is_number(value) and f"{value}" == written[0]]
    alike = [n for n, v in before.args.items() if isinstance(v, str) and v.isdigit() and len(v) == len(written[0])]
    words = {stem(word) for word in message.words()}
    named = any(stem(word) in words for name in taken for word in name_words(name))
    required = before.tool.parameters.get("required", ())
    if len(taken) != 1 or len(alike) != 1 or alike[0] in said or alike[0] not in required or named:
        return dict(said)
    return {name: each for name, each in said.items() if name not in taken} | {alike[0]: written[0]}


def unheard(message: Message, said: Mapping[str, Any]) -> bool:
    """Whether a message has more numbers than what was read of it."""
    written = [each.text for each in split_words(message.rest) if each.kind == "num"]
    heard = [f"{value}" for value in said.values()]
    return bool(said) and len(written) > 1 and any(all(number not in value for value in heard) for number in written)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _times(a: float, b: float) -> float:
    """How many times as large the larger one is."""
    if a <= 0 or b <= 0:
        return 1.0 if a == b else math.inf
    return max(a, b) / min(a, b)
