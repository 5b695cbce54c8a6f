# ruff: noqa: SIM905  (word lists read best as words)
"""Maps of numbers that a request says in words: "two cartons oat milk, a dozen eggs and no bananas", "food nine,
service four", "a ten on atmosphere and seven for value"; and how many come of each sort of people.

The names of a map are those that the request says, or of those that its description lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from keyhole.models.embedded.lists.pairs import cut
from keyhole.models.embedded.numbers.measures import unit_wanted
from keyhole.models.embedded.numbers.named_numbers import (
    NamedNumber,
    Text,
    counted,
    longest_run,
    numbered,
    rated,
    read_text,
)
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, stem


def numbers_by_name(
    called: str,
    schema: Mapping[str, Any],
    each: Mapping[str, Any],
    query: str,
    others: Sequence[str],
    *,
    asked: bool,
) -> tuple[dict[str, int | float], str]:
    """The numbers by name that a request says for a map, and the request without them; `called`: the map's own name;
    `each`: the schema of a number; `others`: the names of the tool's other parameters, to which "3 guests" may belong;
    `asked`: whether one alone is enough, as the tool needs the map or the request speaks of it."""
    units = frozenset(re.findall(r"[a-z]{2,}", str(schema.get("description") or "").lower()[:400]))
    unit = unit_wanted(called, str(schema.get("description") or ""))
    unit = unit if unit and unit.quantity in _WEIGHED else None
    text = read_text(query, units - _NO_UNITS, shares=each.get("maximum") == 1, unit=unit)
    fits = _fits(each)
    if known := known_names(schema):
        ways = (counted(text), numbered(text), _levels(text, known, each))
        named = (
            [replace(item, name=name) for item in way if fits(item.value) and (name := _one_of(known, item.name))]
            for way in ways
        )
        items, least = max(named, key=len), 1
    else:
        scored = isinstance(each.get("maximum"), int | float)
        readers = (rated, numbered, counted) if scored else (counted, numbered, rated)
        own = {stem(word) for word in name_words(called)}  # "budget: 300"
        taken = own | {stem(word) for other in others for word in name_words(other)}
        said = (
            [item for item in reads(text) if fits(item.value) and stem(item.name.lower().split()[-1]) not in taken]
            for reads in readers
        )
        bare = [[_bare(item, own) for item in items] for items in said]
        runs = [
            _with_measured(longest_run(text, items), items, alone=reads is counted)
            for reads, items in zip(readers, bare, strict=True)
        ]
        items, least = max(runs, key=len), 1 if asked else 2
    if len(items) < least:
        return {}, query
    values: dict[str, int | float] = {}
    for item in items:
        values.setdefault(item.name, item.value)
    return values, cut(query, [(text.words[item.first].start, text.words[item.last].end) for item in items])


def _with_measured(run: Sequence[NamedNumber], items: Sequence[NamedNumber], *, alone: bool) -> list[NamedNumber]:
    """A run with all that has a unit of what is measured, or these alone: "3 g tin with 2 g salt at 5 bar"; `alone`:
    what has no unit is counted, the eggs of "100 g butter and 2 eggs"."""
    measured = [item for item in items if item.measured]
    if not measured:
        return list(run)
    together = not alone and any(item in run for item in measured)
    return [item for item in items if item.measured or (together and item in run)]


def _bare(item: NamedNumber, own: Set[str]) -> NamedNumber:
    """An item without what the map is called before its name: the gold of "weights gold 0.2"."""
    first, _, rest = item.name.partition(" ")
    return replace(item, name=rest) if rest and stem(first.lower()) in own else item


def people_by_sort(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], int], str]:
    """How many come of each sort of people that a parameter counts, by path, where several do: "two adults and a kid";
    and the request without them."""
    sorts = {parameter.path: sort for parameter in parameters if (sort := sort_of_people(parameter))}
    if len(sorts) < 2 or len({*sorts.values()}) < len(sorts):
        return {}, query
    text, values, places = read_text(query), dict[tuple[str, ...], int](), []
    for item in counted(text):
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
    listed = _LISTED.search(about) or _LISTED_LAST.search(about)
    if listed is None or _AND_SO_ON.match(about, listed.end()):
        return []
    return [name.strip(" '\"`") for name in re.split(r",| and | or |\|", listed[1]) if name.strip(" '\"`")]


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


def _levels(text: Text, known: Sequence[str], each: Mapping[str, Any]) -> list[NamedNumber]:
    """Known names with levels in words, one of each a clause: "driver on the highest, passenger none"."""
    steps = each.get("enum")
    steps = [step for step in steps if isinstance(step, int | float)] if isinstance(steps, list) else []
    least, most = each.get("minimum", min(steps, default=None)), each.get("maximum", max(steps, default=None))
    levels = {**dict.fromkeys(_HIGHEST, most), **dict.fromkeys(_NONE, 0 if least == 0 else None)}
    found: list[NamedNumber] = []
    first = 0
    for at in range(len(text.words) + 1):
        if at < len(text.words) and text.lower(at) not in (",", ";", ".", "and", "+", "&"):
            continue
        said = {name for word in range(first, at) if (name := _one_of(known, text.lower(word)))}
        steps_said = {levels.get(text.lower(word)) for word in range(first, at)} - {None}
        numbers = [text.numbers[word].value for word in range(first, at) if word in text.numbers]
        values = [*steps_said, *numbers]
        if len(said) == len(values) == 1 and isinstance(values[0], int | float):
            found.append(NamedNumber(said.pop(), values[0], first, at - 1))
        first = at + 1
    return found if len({item.name for item in found}) == len(found) else []


_WEIGHED = frozenset(("mass", "volume"))
_HIGHEST, _NONE = frozenset("highest maximum max full".split()), frozenset("none off zero no nothing".split())
_AND_SO_ON = re.compile(r",? ?(?:etc|and so on|\.\.\.|\u2026)")
_NO_UNITS = frozenset("on for in to of and or by per with at the name names map value values".split())
_LISTED = re.compile(
    r"(?<!e\.g\. )\b(?:keys?|types?|names?|one of|kinds?|seats?|zones?|bands?|aspects?|categories)(?: are| is)?: ?"
    r"['\"`]?([a-zA-Z_][\w-]*['\"`]?(?:(?:, ?| ?\| ?| or | and |, and |, or )['\"`]?[a-zA-Z_][\w-]*['\"`]?){1,20})"
)
_LISTED_LAST = re.compile(
    r"^(?!.*\be\.g\.)[\w ,-]{1,80}: ?([a-z_]\w{1,30}(?:(?:, ?| or | and |, and |, or )[a-z_]\w{1,30}){2,20})\.?$"
)
"""Three names or more that a description ends with."""
_SORT_WORDS = {
    "adult": "adult adults grownup grown-up grown-ups grownups ups",
    "child": "child children kid kids",
    "infant": "infant infants baby babies newborn newborns",
    "senior": "senior seniors pensioner pensioners retiree retirees oap oaps",
    "student": "student students",
    "teen": "teen teens teenager teenagers youth youths",
}
_SORTS = {stem(word): sort for sort, words in _SORT_WORDS.items() for word in words.split()}
"""The sorts of people by the stems of the words for them."""
