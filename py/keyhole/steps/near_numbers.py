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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _times(a: float, b: float) -> float:
    """How many times as large the larger one is."""
    if a <= 0 or b <= 0:
        return 1.0 if a == b else math.inf
    return max(a, b) / min(a, b)
