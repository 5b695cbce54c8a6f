# ruff: noqa: SIM905  (word lists read best as words)
"""The ends of a list of texts that are no items: what another parameter takes of the request ("..., two points"), the
verb that a request begins with ("freeze guitar and yoga"), a "no" before what is left out; and first names, which are
parted at blanks."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.fill.settling import said_with
from keyhole.models.embedded.options.several_options import keeps_out
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, plain_words
from keyhole.models.embedded.times.clock import times_in

_VERBS = frozenset(
    "add append remove delete drop block unblock ban unban mute unmute pause resume freeze stop start throttle limit "
    "kick invite wipe purge skip hide show list buy order get log ate eat put set turn make mark tag move copy send "
    "mail email text ping notify tell ask pick choose select create play open close lock unlock enable disable".split()
)
_FIRST_NAMES = frozenset(("given", "first", "middle", "forenames", "forename"))
_NAMES = frozenset(("name", "names", "given", "forenames", "forename"))
_NO = re.compile(r"(?:no|nor|any) (?=\w)", re.IGNORECASE)


def drop_ends(view: FillView, picks: Sequence[Sequence[str]], values: MutableMapping[tuple[str, ...], Any]) -> None:
    """All of it, in place."""
    for number, (parameter, picked) in enumerate(zip(view.parameters, picks, strict=True)):
        items = values.get(parameter.path)
        if not (parameter.many and parameter.type == "str" and isinstance(items, list) and items):
            continue
        if not all(isinstance(item, str) for item in items):
            continue
        if _is_first_names(parameter):
            items = [name for item in items for name in item.split()]
        if keeps_out(parameter):
            items = [_NO.sub("", item, count=1) for item in items]
        if picked[:1] == ["w1"] and picked[-1] != "w1":
            items = [_without_verb(items[0], view), *items[1:]]
        if len(items) > 1:
            items = _without_times(_apart(items, _taken(view, picks, number)))
            items[-1] = _COMES.sub(r"\1", items[-1])
        values[parameter.path] = items
    _put_unwanted(view.parameters, values)


def _put_unwanted(parameters: Sequence[Parameter], values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one list of what is left out the items that are said with a "no": "ham and olives, no onions"."""
    lists = [p for p in parameters if p.many and p.type == "str" and not p.options]
    out = [p for p in lists if keeps_out(p)]
    for parameter in lists if len(out) == 1 else ():
        items = values.get(parameter.path) or []
        denied = [item for item in items if _NONE_OF.match(str(item))]
        if denied and parameter is not out[0] and len(denied) < len(items):
            values[parameter.path] = [item for item in items if item not in denied]
            values.setdefault(out[0].path, [_NONE_OF.sub("", item, count=1) for item in denied])


_NONE_OF = re.compile(r"(?:no|without) (?=\w)", re.IGNORECASE)


def _without_times(items: list[str]) -> list[str]:
    """The items without a time of day before those that say none: "half past nine, Ann and Bob"."""
    return items[1:] if times_in(items[0]) and not any(times_in(item) for item in items[1:]) else items


_COMES = re.compile(
    r"^([A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}) (?:joins?|joining|comes?|coming|attends?|attending|too|are|is|will)$"
)
"""A last name with what all do."""


def _is_first_names(parameter: Parameter) -> bool:
    words = set(name_words(parameter.path[-1]))
    return not words.isdisjoint(_FIRST_NAMES) and not words.isdisjoint(_NAMES)


def _without_verb(item: str, view: FillView) -> str:
    """The first item without the verb that a request begins with."""
    verb, _, rest = item.partition(" ")
    begins = verb == view.words[0].text and verb in _VERBS and rest
    return rest if begins else item


def _taken(view: FillView, picks: Sequence[Sequence[str]], but: int) -> set[str]:
    """The words, in small letters, that all parameters `but` one take as numbers or choices."""
    places: set[int] = set()
    for number, (parameter, picked) in enumerate(zip(view.parameters, picks, strict=True)):
        if number == but or not picked:
            continue
        if parameter.options:
            spoken = said_with(view, number)
            places.update(at - 1 for pick in picked for at in spoken.get(pick, ()))
        elif parameter.type in ("int", "num") and picked[0][0] == "w":
            for at in (int(pick[1:]) - 1 for pick in picked):
                if at in view.numbers:
                    places.update(range(at, view.numbers[at].last + 1))
    return {view.words[at].text.lower() for at in places}


def _apart(items: list[str], taken: set[str]) -> list[str]:
    """The items without those at both ends that others take."""
    kept = list(items)
    while len(kept) > 1 and _is_taken(kept[0], taken):
        del kept[0]
    while len(kept) > 1 and _is_taken(kept[-1], taken):
        kept.pop()
    return kept


def _is_taken(item: str, taken: set[str]) -> bool:
    """Whether the words of an item are others', but for what is counted behind a number of two words: "half points"."""
    words = [word for word in plain_words(item) if word not in STOP]
    return bool(words) and words[0] in taken and (len(words) == 2 or taken.issuperset(words))
