"""The results of tools, as later messages point at them: facts of the whole, and the things in it in their order."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from keyhole.models.embedded.text import name_words, stem
from keyhole.tools.condense import MORE

# ruff: noqa: SIM905  (word lists read best as words)
Facts = Mapping[str, Any]
"""Of one thing: values by name. What stands in an object within has that one's name before its own."""

_DEPTH, _MOST_BITS = 3, 64
_MOST_THINGS, _MOST_FACTS = 200, 60
_LONGEST_TEXT = 20_000
_PREPOSITIONS = frozenset("by for in of with from to on at".split())
_NO_NOUN = _PREPOSITIONS | frozenset("list all result data item entry record detail info information".split())
_WRAPPERS = frozenset("result data item entry record row value list response output match hit page".split())
_BULLET = re.compile(r"\s*(?:#?\d{1,3}[.):]|[-*\u2022])\s+(\S.*)")
_SAID_FACT = re.compile(r"\b([a-z][\w ]{0,20}?)[:=]\s*([^\s,;()\[\]]+)", re.IGNORECASE)
_MEASURED = re.compile(r"(?<![\w.,/-])(\d{1,9}(?:\.\d{1,4})?) ?([^\W\d_]{1,10})\b")
DAY = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
"""A day as ISO 8601 writes it."""
_CODE_IN = re.compile(r"[(\[#]\s*(?:id:?\s*)?([\w-]*\d[\w-]*)[)\]]?|\b([a-z]{1,6}[-_]\d[\w-]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """`noun` is what its things are called, in the singular: "mail" of `search_mails`."""

    facts: Facts
    things: tuple[Facts, ...]
    noun: str

    @property
    def only(self) -> Facts | None:
        """The thing that it is about, where there is but one."""
        if len(self.things) == 1:
            return {**self.facts, **self.things[0]}
        return self.facts if self.facts and not self.things else None


def read_result(tool: str, value: Any) -> Result:
    """The result of a tool with this name, given as plain JSON values."""
    noun = noun_of(tool)
    if isinstance(value, str):
        return Result({}, tuple(_in_text(value)), noun)
    facts = _facts(value) if isinstance(value, dict) else {}
    key, listed = _listed(value)
    words = [stem(word) for word in name_words(key)[-1:]]
    if words and words[0] not in _WRAPPERS and any(isinstance(each, dict) for each in listed):
        noun = words[0]
    things = [_facts(each if isinstance(each, dict) else {"name": each}) for each in listed[:_MOST_THINGS]]
    shared = {key: each for key, each in facts.items() if "currency" in name_words(key)}
    return Result(facts, tuple({**shared, **thing} for thing in things if thing), noun)


@lru_cache(maxsize=2_000)
def noun_of(tool: str) -> str:
    """What a tool is about by its name, as a stem: the last word of it before any preposition."""
    words = list(name_words(tool))
    ends = next((at for at, word in enumerate(words) if at > 1 and word in _PREPOSITIONS), None)
    kept = [stem(word) for word in words[:ends]]
    told = [word for word in kept[1:] if word not in _NO_NOUN] or kept
    return told[-1] if told else ""


def _listed(value: Any, depth: int = 0) -> tuple[str, list[Any]]:
    """The longest list of objects in a value, else of texts or numbers, and under which name it stands."""
    if isinstance(value, list):
        objects = [each for each in value if isinstance(each, dict)]
        plain = [each for each in value if isinstance(each, str | int | float) and not str(each).startswith(MORE)]
        return "", objects or plain
    if not isinstance(value, dict) or depth > 1:
        return "", []
    best: tuple[str, list[Any]] = "", []
    for key, each in value.items():
        if isinstance(each, list | dict):
            inner, listed = _listed(each, depth + 1)
            if listed and _worth(listed) > _worth(best[1]):
                best = (inner or key, listed)
    return best


_ENVELOPES = frozenset(("data", "item", "ok", "output", "payload", "response", "result"))
"""Names of what holds the facts and says nothing of them."""


def _worth(listed: list[Any]) -> tuple[bool, int]:
    return bool(listed) and isinstance(listed[0], dict), len(listed)


def _facts(value: Mapping[str, Any], before: str = "", depth: int = 0) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for key, each in value.items():
        if key == MORE or each is None or len(facts) >= _MOST_FACTS:
            continue
        name = f"{before}_{key}" if before else key
        if isinstance(each, dict):
            inner = "" if name.lower() in _ENVELOPES else name
            facts = (_facts(each, inner, depth + 1) if depth < _DEPTH else {}) | facts
        elif isinstance(each, list):
            if each and all(isinstance(part, str) for part in each):
                facts[name] = each
        elif _can_be_told(each):
            facts[name] = each
    return facts


def _can_be_told(value: Any) -> bool:
    """Whether a value is no number that a float could not hold: JSON has such."""
    if isinstance(value, int):
        return value.bit_length() <= _MOST_BITS
    return not isinstance(value, float) or math.isfinite(value)


def _in_text(text: str) -> Iterator[Facts]:
    """The lines of a list written as text, else the text as one thing."""
    lines = [found[1] for line in text[:_LONGEST_TEXT].splitlines() if (found := _BULLET.fullmatch(line.rstrip()))]
    listed = len(lines) > 1
    for line in lines if listed else [text[:_LONGEST_TEXT]]:
        said = ((found[1].strip(), found[2].rstrip(".")) for found in _SAID_FACT.finditer(line))
        facts: dict[str, Any] = {name.replace(" ", "_"): value for name, value in said}
        facts |= {found[2].lower(): float(found[1]) for found in _MEASURED.finditer(line)}
        if day := DAY.search(line):
            facts["date"] = day[0]
        if code := _CODE_IN.search(line):
            facts.setdefault("id", code[1] or code[2])
        if facts or listed:
            yield {**facts, "name": line}
