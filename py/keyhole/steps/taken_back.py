"""What a message takes back of the call before, and what it puts there: "80, not 50", "Advent, not Lent"."""

from __future__ import annotations

import re
from typing import Any

from keyhole.steps.earlier import Earlier
from keyhole.steps.moved_days import is_day_of
from keyhole.steps.short_message import Message

_NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,6})?")


def taken_back(message: Message, before: Earlier) -> tuple[str, str, Message] | None:
    """Of what a message takes back of the call before: the parameter, the words, and the message without them."""
    if (found := message.taken_back) is None:
        return None
    old, kept = found
    for name, value in before.args.items():
        said = " ".join(f"{item}" for item in value) if isinstance(value, list) else f"{value}"
        if _whole(old).search(said) or is_day_of(said, old):
            return name, old, kept
    return None


def exchanged(value: Any, old: str, new: str) -> Any:
    """A text, or the texts of a list, with new words in the place of old ones; anything else as it is."""
    if isinstance(value, list):
        return [exchanged(each, old, new) for each in value]
    return _whole(old).sub(lambda _: new, value) if isinstance(value, str) else value


def in_its_place(value: Any, old: str, new: str) -> Any:
    """A number for a number that is taken back, "3, not 2"; of a text or a list what is exchanged in it."""
    if type(value) in (int, float) and _NUMBER.fullmatch(new):
        return int(new) if new.lstrip("-").isdigit() else float(new)
    return exchanged(value, old, new)


def put_in(value: Any, old: str, new: Any) -> Any:
    """A text of which a few words are taken back, with what was read in their place: "Advent, not Lent" of a notice."""
    if not (isinstance(value, str) and isinstance(new, str)) or len(value.split()) <= len(old.split()) + 1:
        return new
    short = len(new.split()) <= len(old.split()) + 1 and _whole(new).search(value) is None
    return exchanged(value, old, new) if short else new


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
