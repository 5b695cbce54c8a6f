"""The separate wishes of one message, which the embedded model is asked about one at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.route.conversions import conversions
from keyhole.models.embedded.text import STOP

_MOST = 5
_HEADS = (
    r"what|whats|who|whom|where|when|which|how|why|does|do|did|is|are|was|can|could|tell|show|find|get|give|look|search|"
    r"convert|calculate|compute|roll|flip|pick|choose|set|play|book|remind|send|translate|turn|list|check|add|create|define|explain"
)
_JOINT = re.compile(
    rf"(?:[?.!;]+\s+(?:and\s+|also\s+|then\s+)*|,?\s+(?:and\s+then|and\s+also|and|then|also)\s+)(?=(?:{_HEADS})\b)",
    re.IGNORECASE,
)
HEADED = re.compile(rf"^\W*(?:(?:please|hey|hi|ok|so|can you|could you|also|then)[, ]+)*(?:{_HEADS})\b", re.IGNORECASE)

_PLAIN = r"what'?s|what (?:is|are|time|day|date)|how (?:many|much)|convert|calculate|roll|flip|toss|pick|choose"
_COMMA = re.compile(rf",\s+(?=(?:{_PLAIN})\b)", re.IGNORECASE)
_BEGINS_PLAINLY = re.compile(rf"\W*(?:please |hey |hi |ok |so )*(?:{_PLAIN})\b", re.IGNORECASE)
"""What a comma alone parts from the next such wish: "flip a coin, roll a die", not "when it rains, what is open"."""
_SHORT = re.compile(r"\S*(?:roll|flip|toss|what'?s) \S*\d\S*", re.IGNORECASE)
"""Two words that are a whole wish: "what's 15*3", "roll 2d6"; "add 5" goes on with another."""

_POINTS_BACK = re.compile(
    r"(?:pick|choose|decide|select|draw|convert|calculate|compute|explain|find|add)"
    r"(?: (?:one|it|that|this|them|any|either|for me|for us|at random|randomly|up|please))*\W*",
    re.IGNORECASE,
)
"""What to do with what was said before it: "comedy or thriller? choose at random"."""
_COUNTS = re.compile(r"\W*how (?:many|much)(?: \S+)?\W*", re.IGNORECASE)
"""Says what to count and not where: "how many weeks" of "how many weeks and days until christmas"."""
_ASKED = re.compile(r"(?:what|who|whom|where|when|which|how|why)\b", re.IGNORECASE)
_LOOSE = re.compile(
    r"^(?:\W|\b(?:and|or|plus|vs)\b)+(?=\w)|(?:[\s,&+;]|\b(?:and|or|plus|vs|versus|some|any|an?|the)\b)+$",
    re.IGNORECASE,
)
"""What joined a part that is gone to what is left."""
_JOINED = re.compile(r"\b(?:and|or|plus|versus|vs)\b|[,&/+;]|\?.*\w", re.IGNORECASE | re.DOTALL)


def split_clauses(text: str) -> list[str]:
    """The separate wishes of one message: "what is X and what does Y do" has two. Most have one."""
    parts = [part for clause in _headed(text) for part in conversions(clause)]
    return parts if len(parts) <= _MOST else [text]


def _headed(text: str) -> list[str]:
    """The wishes that begin with a word of asking."""
    parts = [part.strip() for part in _JOINT.split(text) if part.strip()]
    parts = [part for clause in parts for part in _listed(clause)]
    if not 2 <= len(parts) <= _MOST or not all(HEADED.match(part) and _is_whole(part) for part in parts[1:]):
        return [text]
    if any(_POINTS_BACK.fullmatch(part) for part in parts[1:]):
        return [text]
    first = parts[0]
    if HEADED.match(first) and _is_whole(first):
        return parts
    # "sqrt(225)? also what weekday is it", "perk pool of funnelweb and what does frenzy do"; what only tells how things
    # are is no wish: "I'm planning a wedding. What should we expect in Florence?"
    mark = text[text.index(first) + len(first) :].lstrip()[:1] if first else "."
    asked = mark not in (".", "!") and len(first.split()) > 2 and _ASKED.match(parts[1])
    return parts if mark in ("?", ";") or asked else [text]


def _listed(clause: str) -> list[str]:
    parts = _COMMA.split(clause)
    return parts if all(_BEGINS_PLAINLY.match(part) and _is_whole(part) for part in parts) else [clause]


def is_request(part: str, *, first: bool) -> bool:
    """Whether a part of a message begins with a word of asking and, behind another wish, says what is asked for."""
    if HEADED.match(part) is None or _POINTS_BACK.fullmatch(part) or _COUNTS.fullmatch(part):
        return False
    return _is_whole(part) or (first and len(part.split()) > 1)


def _is_whole(part: str) -> bool:
    return len(part.split()) > 2 or bool(_SHORT.fullmatch(part))


def unasked(text: str, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> str | None:
    """What is left of a message without what its calls looked up: "explain outlaw and rampage" without Outlaw.

    None where nothing joins it to them ("or" in "flip a coin: heads or tails" is within what was looked up), or where a
    call's one text does not stand in the message.
    """
    if not calls:
        return None
    for _, arguments in calls:
        values = list(arguments.values())
        rest = _without(text, values[0]) if len(values) == 1 and isinstance(values[0], str) else text
        if rest == text:
            return None
        text = rest
    return _LOOSE.sub(" ", text).strip() if _JOINED.search(text) else None


def _without(text: str, name: str) -> str:
    """The text without a name, or without as much of it as stands there: people say "trials" for "Trials of Osiris"."""
    words = [re.escape(word) for word in re.findall(r"\w+", name)][:12]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            run = words[start : start + length]
            if length < len(words) and all(word.lower() in STOP or word.isdigit() for word in run):
                continue
            rest = re.sub(r"\b" + r"\W*".join(run) + r"\b", " ", text, count=1, flags=re.IGNORECASE)
            if rest != text:
                return rest
    return text
