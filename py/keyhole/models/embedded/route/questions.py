"""What is asked back where the route is to clarify."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SHOWN, _ASKED = 160, 3
"""Characters of a description, and descriptions, that a question has."""
_DETERMINED = re.compile(
    r"(?:the|an?|your|his|her|their|its|each|every|all|any|one|some|which|what|who|whose|when|where|how|whether|if)\b"
)


def asked_back(descriptions: Sequence[str]) -> str:
    """Asks for parameters by what describes them; for a name where nothing does."""
    wanted = [_described(description) for description in descriptions]
    if not wanted or not all(wanted):
        return "What exactly should I look up? Please give me its name."
    return f"Could you tell me {' and '.join(wanted[:_ASKED])}?"


def _described(description: str) -> str:
    """The beginning of a description as a part of a sentence: "Name of a city." is "the name of a city"."""
    text = description[:_SHOWN].rstrip(". ")
    if text[1:2].islower() or text[1:2] == " ":
        text = text[:1].lower() + text[1:]
    return text if not text or _DETERMINED.match(text) else f"the {text}"
