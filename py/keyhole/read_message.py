"""A user's message as an agent takes it."""

from __future__ import annotations

import re

_LONGEST = 1_000_000
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2028\u2029\ufeff]")


def clean(text: str) -> str:
    """A message without what no model or file should see: control characters, lone surrogates, space at its ends."""
    return _CONTROL.sub("", text.encode("utf-8", "replace").decode("utf-8")).strip()


def read_message(text: object) -> tuple[str, tuple[str, str] | None]:
    """The message as it is taken, and why it cannot be answered and what to do, where it cannot."""
    if not isinstance(text, str):
        return "", (f"the message is of the type {type(text).__name__}, not a text", "Give a str.")
    text = clean(text)
    if not text:
        return text, ("the message is empty", "Type a question.")
    if len(text) > _LONGEST:
        too_long = f"the message has {len(text):,} characters"
        return text, (too_long, "Send less text, or put it where a tool can read it.")
    return text, None
