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
    if len(numbers) != 1 or len(written) != 1 or before.missing:
        return dict(said)
    name, value = numbers[0], said[numbers[0]]
    if name not in olds:  # after 30 rows "and 40" is no size of the letters
        only = next(iter(olds)) if len(olds) == 1 and message.rest.strip(" .,!?") == written[0].text else None
        alone = only is not None and not compiled(before.properties[only]).errors(value, only)
        return {only: value} if only is not None and alone and len(said) == 1 else dict(said)
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
    "also clean 118", or the same number, "and soup for 7 too", where it was taken for a detail that the message does
    not name."""
    written = [each.text for each in split_words(message.text) if each.kind == "num"]
    if len(written) != 1 or not written[0].isdigit() or message.corrects:
        return dict(said)
    number = written[0]
    taken = [name for name, value in said.items() if _is_number(value) and f"{value}" == number]
    open_for = {name: before.args[name] for name in before.tool.parameters.get("required", ()) if name in before.args}
    ends = message.rest.rstrip(" .,!?").endswith(f" {number}")
    alike = [name for name, value in open_for.items() if name not in said and _is_like(value, number, same=ends)]
    words = {stem(word) for word in message.words()}
    named = any(stem(word) in words for name in taken for word in name_words(name))
    if len(taken) != 1 or len(alike) != 1 or named:
        return dict(said)
    value = before.args[alike[0]]
    kept = {name: each for name, each in said.items() if name not in taken}
    return kept | {alike[0]: number if isinstance(value, str) else value}


def _is_like(value: Any, number: str, *, same: bool) -> bool:
    """Whether a thing's number has as many digits as one that is said; `same`: or is that one."""
    if isinstance(value, str) and value.isdigit() and len(value) == len(number) >= _FORM:
        return True
    return same and not isinstance(value, bool) and f"{value}" == number


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
