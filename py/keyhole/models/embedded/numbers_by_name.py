# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers that a request says with the names of what they are of: "two cartons oat milk, a dozen eggs and no bananas",
"food nine, service four", "a ten on atmosphere and seven for value", "two adults and a kid".

For maps of numbers, whose names only the request knows, or the description lists; and for parameters that each count
one sort of people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from keyhole.models.embedded.measures import unit_behind
from keyhole.models.embedded.numbers import Number, find_numbers
from keyhole.models.embedded.pairs import cut
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import Word, name_words, split_words, stem

_READ = 2_000
_LONGEST = 4
"""Words of a name."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A number and its name, and the first and last word of both."""

    name: str
    value: int | float
    first: int
    last: int
    sure: bool = True
    """Whether the number is one, not "a" or "no"."""


@dataclass(frozen=True, slots=True)
class _Text:
    """The beginning of a request, its words, and its numbers by their first words; `units`: the words of what is
    counted, which may stand behind a number."""

    source: str
    words: Sequence[Word]
    numbers: Mapping[int, Number]
    units: frozenset[str] = frozenset()
    shares: bool = False
    """Whether parts of one are wanted where a request may say percent."""

    def value(self, number: Number) -> int | float:
        """A number as it is wanted."""
        return round(number.value / 100, 10) if number.percent and self.shares else number.value

    def lower(self, at: int) -> str:
        """A word in small letters; none beyond both ends."""
        return self.words[at].text.lower() if 0 <= at < len(self.words) else ""

    def slice(self, first: int, last: int) -> str:
        """What stands from one word to another."""
        return self.source[self.words[first].start : self.words[last].end]


def numbers_by_name(
    schema: Mapping[str, Any], each: Mapping[str, Any], query: str, *, asked: bool
) -> tuple[dict[str, int | float], str]:
    """The numbers by name that a request says for a map, and the request without them; `each`: the schema of a number;
    `asked`: whether one alone is enough, as the tool needs the map or the request speaks of it."""
    units = frozenset(re.findall(r"[a-z]{2,}", str(schema.get("description") or "").lower()[:400]))
    text, fits = _read(query, units - _NO_UNITS, each.get("maximum") == 1), _fits(each)
    if known := known_names(schema):
        ways = (_counted(text), _numbered(text), _levels(text, known, each))
        named = (
            [replace(item, name=name) for item in way if fits(item.value) and (name := _one_of(known, item.name))]
            for way in ways
        )
        items, least = max(named, key=len), 1
    else:
        rated = isinstance(each.get("maximum"), int | float)
        readers = (_rated, _numbered, _counted) if rated else (_counted, _numbered, _rated)
        runs = (_longest_run(text, [item for item in reads(text) if fits(item.value)]) for reads in readers)
        items, least = next((run for run in runs if run), []), 1 if asked else 2
    if len(items) < least:
        return {}, query
    values: dict[str, int | float] = {}
    for item in items:
        values.setdefault(item.name, item.value)
    return values, cut(query, [(text.words[item.first].start, text.words[item.last].end) for item in items])


def people_by_sort(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], int], str]:
    """How many come of each sort of people that a parameter counts, by path, where several do: "two adults and a kid";
    and the request without them."""
    sorts = {parameter.path: sort for parameter in parameters if (sort := sort_of_people(parameter))}
    if len(sorts) < 2 or len({*sorts.values()}) < len(sorts):
        return {}, query
    text, values, places = _read(query), dict[tuple[str, ...], int](), []
    for item in _counted(text):
        said = {sort for word in item.name.lower().split() if (sort := _SORTS.get(stem(word)))}
        paths = [path for path, sort in sorts.items() if sort in said]
        if len(paths) == 1 and paths[0] not in values and isinstance(item.value, int):
            values[paths[0]] = item.value
            places.append((text.words[item.first].start, text.words[item.last].end))
    return values, cut(query, places) if values else query


def sort_of_people(parameter: Parameter) -> str | None:
    """The sort of people that a parameter counts, if any."""
    if parameter.type != "int" or parameter.many or parameter.options:
        return None
    return next((sort for word in name_words(parameter.path[-1]) if (sort := _SORTS.get(stem(word)))), None)


def known_names(schema: Mapping[str, Any]) -> list[str]:
    """The only names that a map takes, where its schema or its description lists them: "keys: driver, passenger"."""
    names = schema.get("propertyNames")
    if isinstance(names, dict) and isinstance(names.get("enum"), list):
        return [name for name in names["enum"] if isinstance(name, str)]
    about = str(schema.get("description") or "")[:400]
    listed = _LISTED.search(about)
    if listed is None or _AND_SO_ON.match(about, listed.end()):
        return []
    return [name.strip(" '\"`") for name in re.split(r",| and | or |\|", listed[1]) if name.strip(" '\"`")]


def _read(query: str, units: frozenset[str] = frozenset(), shares: bool = False) -> _Text:
    words = split_words(query[:_READ])
    return _Text(query, words, find_numbers(words), units, shares)


def _fits(each: Mapping[str, Any]) -> Callable[[int | float], bool]:
    """What tells whether a number is one of a map's."""
    least, most, some = each.get("minimum"), each.get("maximum"), each.get("enum")

    def fits(value: int | float) -> bool:
        if each.get("type") == "integer" and not isinstance(value, int):
            return False
        if isinstance(some, list) and value not in some:
            return False
        return not (
            (isinstance(least, int | float) and value < least) or (isinstance(most, int | float) and value > most)
        )

    return fits


def _one_of(known: Sequence[str], name: str) -> str | None:
    """The one known name that is said in a name, in the plural or in another word for it."""
    words = {stem(word) for word in re.findall(r"[^\W_]+", name.lower())}
    words |= {sort for word in words if (sort := _SORTS.get(word))}
    found = [
        each
        for each in known
        if (own := [stem(part) for part in name_words(each)])
        and all(_SORTS.get(w, w) in words or w in words for w in own)
    ]
    return found[0] if len(found) == 1 else None


def _counted(text: _Text) -> list[_Item]:
    """Numbers with names behind them: "two dozen eggs", "a pot of tea", "no milk"."""
    found: list[_Item] = []
    at = 0
    while at < len(text.words):
        item = _counted_at(text, at)
        found += [item] if item else []
        at = item.last + 1 if item else at + 1
    return found


def _follows(text: _Text, found: Sequence[_Item], at: int) -> bool:
    """Whether what begins at a word is joined to what was found last."""
    return (
        bool(found) and _JOINT.fullmatch(text.source, text.words[found[-1].last].end, text.words[at].start) is not None
    )


def _counted_at(text: _Text, at: int) -> _Item | None:
    """The number that begins at a word with the name behind it, if any."""
    number, lower = text.numbers.get(at), text.lower(at)
    if text.lower(at - 1) in _NO_COUNT_BEHIND or (at and text.words[at - 1].text in _MONEY):
        return None
    if lower in ("a", "an") and text.lower(at + 1) in ("pair", "couple") and text.lower(at + 2) == "of":
        value: int | float = 2
        behind = at + 3
    elif number is not None:
        unit = unit_behind(text.words, number.last, percent=number.percent)
        if unit and unit.quantity in ("time", "mass", "length", "data"):
            return None
        value, behind = text.value(number), number.last + 1 + number.percent
    elif lower in _OTHER_COUNTS and text.lower(at - 1) not in _NO_ONE_BEHIND:
        value, behind = _OTHER_COUNTS[lower], at + 1
    else:
        return None
    behind += text.lower(behind) in ("x", "\u00d7", "*")
    behind += text.lower(behind) in _MORE
    if text.lower(behind) == "of":
        behind += 1 + (text.lower(behind + 1) in ("the", "those", "these"))
    last = _name_from(text, behind)
    sure = number is not None or behind > at + 1
    return _Item(text.slice(behind, last), value, at, last, sure) if last >= behind else None


def _name_from(text: _Text, first: int) -> int:
    """The last word of the name that begins at a word; what stands before it, where none does."""
    at = first
    while at < min(len(text.words), first + _LONGEST):
        joined = text.lower(at) == "of" and at > first and at + 1 not in text.numbers
        named = text.words[at].kind in ("word", "code") and at not in text.numbers and text.lower(at) not in _ENDS
        if not (joined or named):
            break
        at += 1
    while at > first and text.lower(at - 1) == "of":
        at -= 1
    return at - 1


def _numbered(text: _Text) -> list[_Item]:
    """Numbers with names before them: "food nine", "leeks: 4", "bass up 4 db"."""
    found: list[_Item] = []
    for at, number in sorted(text.numbers.items()):
        before, sign = at - 1, 1
        before -= text.lower(before) in _MONEY
        if text.lower(before) in (":", "=", "\u2013", "->", "a", "an"):
            before -= 1
        elif text.lower(before) in _SIGNS:
            before, sign = before - 1, _SIGNS[text.lower(before)]
        first, edge = before + 1, found[-1].last if found else -1
        while first > max(edge + 1, before - 1) and _is_name(text, first - 1):
            first -= 1
        if first > before or (first > edge + 1 and _is_name(text, first - 1)):
            continue  # nothing, or a sentence
        last = number.last
        if text.lower(last + 1) == "/" or (text.lower(last + 1), text.lower(last + 2)) == ("out", "of"):
            last = next((n.last for a, n in text.numbers.items() if last + 1 < a <= last + 3), last)
        last += text.lower(last + 1) in _AFTER | text.units
        found.append(_Item(text.slice(first, before), text.value(number) * sign, first, last))
    return found


def _is_name(text: _Text, at: int) -> bool:
    """Whether a word may be of a name that stands before its number."""
    return text.words[at].kind == "word" and at not in text.numbers and text.lower(at) not in _ENDS | _VERBS


def _rated(text: _Text) -> list[_Item]:
    """Numbers with names behind them that they are given for: "a full ten on atmosphere"."""
    found = []
    for at, number in sorted(text.numbers.items()):
        behind = number.last + 1
        behind += text.lower(behind) in _AFTER | text.units
        if text.lower(behind) not in ("on", "for", "in"):
            continue
        behind += 1 + (text.lower(behind + 1) in ("the", "its", "their"))
        last = _name_from(text, behind)
        if last >= behind:
            first = at - (text.lower(at - 1) in _FULL)
            first -= text.lower(first - 1) in ("a", "an", *_MONEY)
            found.append(_Item(text.slice(behind, last), text.value(number), first, last))
    return found


def _levels(text: _Text, known: Sequence[str], each: Mapping[str, Any]) -> list[_Item]:
    """Known names with levels in words, one of each a clause: "driver on the highest, passenger none"."""
    steps = each.get("enum")
    steps = [step for step in steps if isinstance(step, int | float)] if isinstance(steps, list) else []
    least, most = each.get("minimum", min(steps, default=None)), each.get("maximum", max(steps, default=None))
    levels = {**dict.fromkeys(_HIGHEST, most), **dict.fromkeys(_NONE, 0 if least == 0 else None)}
    found: list[_Item] = []
    first = 0
    for at in range(len(text.words) + 1):
        if at < len(text.words) and text.lower(at) not in (",", ";", ".", "and", "+", "&"):
            continue
        said = {name for word in range(first, at) if (name := _one_of(known, text.lower(word)))}
        steps_said = {levels.get(text.lower(word)) for word in range(first, at)} - {None}
        numbers = [text.numbers[word].value for word in range(first, at) if word in text.numbers]
        values = [*steps_said, *numbers]
        if len(said) == len(values) == 1 and isinstance(values[0], int | float):
            found.append(_Item(said.pop(), values[0], first, at - 1))
        first = at + 1
    return found if len({item.name for item in found}) == len(found) else []


def _longest_run(text: _Text, items: Sequence[_Item]) -> list[_Item]:
    """The most that are joined to each other: of "4 beers and 2 burgers to room 12" not the 12."""
    runs: list[list[_Item]] = []
    for item in items:
        if runs and _follows(text, runs[-1], item.first):
            runs[-1].append(item)
        else:
            runs.append([item])
    runs = [run for run in runs if any(item.sure for item in run)] or [run for run in runs if len(run) > 1]
    return max(runs, key=len, default=[])


_JOINT = re.compile(r"[\s,;&+]*(?:(?:and|plus|also|then|but)\b)?\s*")
_OTHER_COUNTS = {"a": 1, "an": 1, "no": 0, "zero": 0}
_NO_COUNT_BEHIND = frozenset(
    "over under above below than least most max maximum minimum to at by from around about until till past before "
    "after room table page number budget within in on up version v per every each step floor line row / -"
    " :".split()
)
"""What a number behind it is not the count of anything."""
_NO_ONE_BEHIND = frozenset("as is it's its like such what not there for with of need have".split())
"""What "a" behind it counts nothing."""
_MONEY = frozenset("$\u20ac\u00a3")
_NO_UNITS = frozenset("on for in to of and or by per with at the name names map value values".split())
_ENDS = frozenset(
    "and or plus to for on at by from in into with without up please pls not no after before but instead also then is "
    "are thanks today tomorrow tonight all altogether each out off that which who if when as until till per extra more "
    "less now asap only via this the a an am pm oclock it them my our was were will be of than over under".split()
)
_VERBS = frozenset(
    "give gives gave rate rates rated score scores scored set make makes put add order send get buy want need is was "
    "of i we you they he she dont around about page room table number version step line row item".split()
)
_MORE = frozenset("more pcs pieces units times".split())
_AFTER = frozenset(
    "db points point stars star percent % px pcs pieces euros euro eur dollars dollar usd pounds".split()
)
_AND_SO_ON = re.compile(r",? ?(?:etc|and so on|\.\.\.|\u2026)")
_FULL = frozenset("full solid perfect clear strong weak mere".split())
_SIGNS = {"up": 1, "plus": 1, "to": 1, "at": 1, "is": 1, "gets": 1, "+": 1, "down": -1, "minus": -1, "by": 1}
_HIGHEST, _NONE = frozenset("highest maximum max full".split()), frozenset("none off zero no nothing".split())
_LISTED = re.compile(
    r"(?<!e\.g\. )\b(?:keys?|types?|names?|one of|kinds?|seats?|zones?|bands?|aspects?|categories)(?: are| is)?: ?"
    r"['\"`]?([a-zA-Z_][\w-]*['\"`]?(?:(?:, ?| ?\| ?| or | and |, and |, or )['\"`]?[a-zA-Z_][\w-]*['\"`]?){1,20})"
)
_SORT_WORDS = {
    "adult": "adult adults grownup grown-up grown-ups grownups ups up",
    "child": "child children kid kids",
    "infant": "infant infants baby babies newborn newborns",
    "senior": "senior seniors pensioner pensioners retiree retirees oap oaps",
    "student": "student students",
    "teen": "teen teens teenager teenagers youth youths",
}
_SORTS = {stem(word): sort for sort, words in _SORT_WORDS.items() for word in words.split() if word not in ("up",)}
"""The sorts of people by the stems of the words for them."""
