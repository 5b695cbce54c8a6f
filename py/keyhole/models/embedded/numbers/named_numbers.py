# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers with the names of what they are of, as a request says them: "a dozen eggs", "food nine", "a ten on taste"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from keyhole.models.embedded.numbers.measures import BETWEEN, unit_behind
from keyhole.models.embedded.numbers.numbers import Number, find_numbers
from keyhole.models.embedded.text import Word, split_words
from keyhole.tools.builtin.units import Unit

_READ = 2_000
_LONGEST = 4
"""Words of a name."""


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number and its name, and the first and last word of both."""

    name: str
    value: int | float
    first: int
    last: int
    sure: bool = True
    """Whether the number is one, not "a" or "no"."""
    measured: bool = False
    """Whether it has a unit of what is measured."""


@dataclass(frozen=True, slots=True)
class Text:
    """The beginning of a request, its words, and its numbers by their first words; `units`: the words of what is
    counted, which may stand behind a number."""

    source: str
    words: Sequence[Word]
    numbers: Mapping[int, Number]
    units: frozenset[str]
    shares: bool
    unit: Unit | None = None
    """Whether parts of one are wanted where a request may say percent."""

    def value(self, number: Number) -> int | float:
        """A number as it is wanted."""
        if self.unit and (unit := self.unit_of(number)):
            value = round(number.value * float(unit.factor / self.unit.factor), 6)
            return int(value) if float(value).is_integer() else value
        return round(number.value / 100, 10) if number.percent and self.shares else number.value

    def unit_of(self, number: Number) -> Unit | None:
        """The unit of a number where it is one of what is measured: 5 mg where grams are wanted."""
        said = unit_behind(self.words, number.last, percent=number.percent) if self.unit else None
        return said if said and self.unit and said.quantity == self.unit.quantity else None

    def lower(self, at: int) -> str:
        """A word in small letters; none beyond both ends."""
        return self.words[at].text.lower() if 0 <= at < len(self.words) else ""

    def slice(self, first: int, last: int) -> str:
        """What stands from one word to another."""
        return self.source[self.words[first].start : self.words[last].end]


def read_text(
    query: str, units: frozenset[str] = frozenset(), *, shares: bool = False, unit: Unit | None = None
) -> Text:
    """The beginning of a request as it is read for numbers with names; `unit`: that in which they are wanted."""
    words = split_words(_TIMES.sub(lambda sign: " " * len(sign[0]), query[:_READ]))
    return Text(query, words, find_numbers(words), units, shares, unit)


def counted(text: Text) -> list[NamedNumber]:
    """Numbers with names behind them: "two dozen eggs", "a pot of tea", "no milk"."""
    found: list[NamedNumber] = []
    at = 0
    while at < len(text.words):
        item = _counted_at(text, at)
        found += [item] if item else []
        at = item.last + 1 if item else at + 1
    return found


def _follows(text: Text, found: Sequence[NamedNumber], at: int) -> bool:
    """Whether what begins at a word is joined to what was found last."""
    return (
        bool(found) and _JOINT.fullmatch(text.source, text.words[found[-1].last].end, text.words[at].start) is not None
    )


def _counted_at(text: Text, at: int) -> NamedNumber | None:
    """The number that begins at a word with the name behind it, if any."""
    number, lower = text.numbers.get(at), text.lower(at)
    if text.lower(at - 1) in _NO_COUNT_BEHIND or (at and text.words[at - 1].text in _MONEY):
        return None
    if lower in ("a", "an") and text.lower(at + 1) in ("pair", "couple") and text.lower(at + 2) == "of":
        value: int | float = 2
        behind = at + 3
    elif number is not None:
        if _measures(text, number):
            return None
        value, behind = text.value(number), number.last + 1 + number.percent
    elif lower in _OTHER_COUNTS and text.lower(at - 1) not in _NO_ONE_BEHIND:
        value, behind = _OTHER_COUNTS[lower], at + 1
    else:
        return None
    measured = number is not None and text.unit_of(number) is not None
    while measured and text.lower(behind) in BETWEEN:
        behind += 1
    behind += measured
    behind += text.lower(behind) in ("x", "\u00d7", "*")
    behind += text.lower(behind) in _MORE
    if text.lower(behind) == "of":
        behind += 1 + (text.lower(behind + 1) in ("the", "those", "these"))
    last = _name_from(text, behind)
    if last == behind and text.lower(last) in _AFTER:
        return None
    sure = number is not None or behind > at + 1
    return NamedNumber(text.slice(behind, last), value, at, last, sure, measured) if last >= behind else None


def _measures(text: Text, number: Number) -> bool:
    """Whether a number is of a unit that nobody counts things in: "20 minutes"."""
    if text.unit_of(number):
        return False
    unit = unit_behind(text.words, number.last, percent=number.percent)
    return bool(unit and unit.quantity in _MEASURED and text.lower(number.last + 1) not in text.units)


def _name_from(text: Text, first: int) -> int:
    """The last word of the name that begins at a word; what stands before it, where none does."""
    at = first
    while at < min(len(text.words), first + _LONGEST):
        joined = text.lower(at) == "of" and at > first and at + 1 not in text.numbers
        named = text.words[at].kind in ("word", "code") and at not in text.numbers and text.lower(at) not in _ENDS
        named = named and not (text.unit and at > first and text.lower(at).endswith("ed"))  # "2 g tin heated to 90"
        if not (joined or named):
            break
        at += 1
    while at > first and text.lower(at - 1) == "of":
        at -= 1
    return at - 1


def numbered(text: Text) -> list[NamedNumber]:
    """Numbers with names before them: "food nine", "leeks: 4", "bass up 4 db"."""
    found: list[NamedNumber] = []
    for at, number in sorted(text.numbers.items()):
        before, sign = at - 1, 1
        before -= text.lower(before) in _MONEY
        before -= text.lower(before) in ("a", "an")
        if text.lower(before) in (":", "=", "\u2013", "->", "("):
            before -= 1
        elif text.lower(before) in _SIGNS:
            before, sign = before - 1, _SIGNS[text.lower(before)]
        first, edge = before + 1, found[-1].last if found else -1
        while first > max(edge + 1, before - 1) and _is_name(text, first - 1):
            first -= 1
        if first > before or (first > edge + 1 and _is_name(text, first - 1)):
            continue  # nothing, or a sentence
        if _measures(text, number) or text.lower(number.last + 1) in ("am", "pm"):
            continue
        last = _with_most(text, number.last)
        measured = text.unit_of(number) is not None
        while measured and text.lower(last + 1) in BETWEEN:
            last += 1
        last += measured or text.lower(last + 1) in _AFTER | text.units
        last += text.lower(last + 1) == ")"
        found.append(NamedNumber(text.slice(first, before), text.value(number) * sign, first, last, measured=measured))
    return found


def _with_most(text: Text, last: int) -> int:
    """The last word of a number that ends at a word, with the most that there is: "6/10", "8 out of 10"."""
    behind = last + 1 + ((text.lower(last + 1), text.lower(last + 2)) == ("out", "of"))
    most = text.numbers.get(behind + 1) if text.lower(behind) in ("/", "of") else None
    return most.last if most else last


def _is_name(text: Text, at: int) -> bool:
    """Whether a word may be of a name that stands before its number."""
    return text.words[at].kind == "word" and at not in text.numbers and text.lower(at) not in _ENDS | _VERBS


def rated(text: Text) -> list[NamedNumber]:
    """Numbers with names behind them that they are given for: "a full ten on atmosphere"."""
    found = []
    for at, number in sorted(text.numbers.items()):
        behind = _with_most(text, number.last) + 1
        behind += text.lower(behind) in _AFTER | text.units
        if text.lower(at - 1) in ("of", "/") or text.lower(behind) not in ("on", "for", "in"):
            continue
        behind += 1 + (text.lower(behind + 1) in ("the", "its", "their"))
        last = _name_from(text, behind)
        if last >= behind:
            first = at - (text.lower(at - 1) in _FULL)
            first -= text.lower(first - 1) in ("a", "an", *_MONEY)
            found.append(NamedNumber(text.slice(behind, last), text.value(number), first, last))
    return found


def longest_run(text: Text, items: Sequence[NamedNumber]) -> list[NamedNumber]:
    """The most that are joined to each other: of "4 beers and 2 burgers to room 12" not the 12."""
    runs: list[list[NamedNumber]] = []
    for item in items:
        if runs and _follows(text, runs[-1], item.first):
            runs[-1].append(item)
        else:
            runs.append([item])
    runs = [run for run in runs if any(item.sure for item in run)] or [run for run in runs if len(run) > 1]
    return max(runs, key=len, default=[])


_TIMES = re.compile(r"(?<=[a-z] )[x\u00d7](?= ?\d{1,3}(?![\w.]))")
"""The sign in "eggs x2"."""
_JOINT = re.compile(r"[\s,;&+*\u2022-]{0,20}(?:(?:and|plus|also|then|but)\b)?\s{0,20}(?:the )?")
_OTHER_COUNTS = {"a": 1, "an": 1, "no": 0, "zero": 0}
_NO_COUNT_BEHIND = frozenset(
    "over under above below than least most max maximum minimum to at by from around about until till past before "
    "after room table page number budget within in on up version v per every each step floor line row /".split()
)
"""What a number behind it is not the count of anything."""
_NO_ONE_BEHIND = frozenset("as is it's its like such what not there for with of need have".split())
"""What "a" behind it counts nothing."""
_MONEY = frozenset("$\u20ac\u00a3")
_ENDS = frozenset(
    "and or plus to for on at by from in into with without up please pls not no after before but instead also then is "
    "are thanks today tomorrow tonight all altogether each out off that which who if when as until till per extra more "
    "less now asap only via this the a an am pm oclock it them my our was were will be of than over under".split()
)
_VERBS = frozenset(
    "give gives gave log rate rates rated score scores scored set make makes put add order send get buy want need is "
    "was of i me us them we you they he she dont around about page room table number version step line row item".split()
)
_MORE = frozenset("more extra additional other pcs pieces units times".split())
_AFTER = frozenset(
    "db points point stars star percent % px pcs pieces euros euro eur dollars dollar usd pounds".split()
)
_MEASURED = frozenset("time mass length data".split())
_FULL = frozenset("full solid perfect clear strong weak mere".split())
_SIGNS = {"up": 1, "plus": 1, "to": 1, "is": 1, "was": 1, "were": 1, "gets": 1, "+": 1, "down": -1, "minus": -1}
