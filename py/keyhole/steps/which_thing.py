"""The thing that a tool is to be called for, among those that the calls before brought, where a message tells it in
words of its own (`thing_meant`); or the question which one, where it may be any of several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.earlier import LOOKED_BACK, Earlier, words_of
from keyhole.steps.half_of_day import in_that_half
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.moved_days import is_day, moved
from keyhole.steps.odd_ids import forms_of
from keyhole.steps.pointing import Pointed, as_word
from keyhole.steps.render import escaped, spoken
from keyhole.steps.results import Facts
from keyhole.steps.short_message import Message, points_back
from keyhole.steps.singled_out import singled_out
from keyhole.steps.thing_meant import MOST_THINGS, Meant, thing_meant, words_for
from keyhole.steps.thing_values import IDS, LIKE, WEAK, id_key, id_of, is_id, title_of, value_of
from keyhole.steps.wants_done import only_asks, removes
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

_LONGEST = 300
"""Characters of a message that means any."""
_CODE = re.compile(r"(?=.*[\d_-])(?=.*[^\W\d_])[\w.:-]{2,60}")
"""An id of letters and digits: a number alone may as well be a price, a day or a time."""
_LEADS_OVER = frozenset("actually again also instead just later now ok okay sorry thanks too well".split())  # noqa: SIM905
_WITH_DIGITS = re.compile(r"[\w-]*\d[\w-]*")
_SHORT_ID = 2
"""Characters of what may as well be a number of anything."""
_MOST_NAMED, _FACTS, _LONGEST_FACT = 6, 2, 30
"""Things that a question names, facts of each, and characters of one."""
_SURE, _NONE = 0.55, 0.85
"""How likely the likeliest thing has to be among the things, and none at most."""
_OF_LIST = 0.3
"""How likely none of them is meant, at most, where a wish is said of a list and not of what was done since."""
_SPOKEN_OF = 0.5
"""How likely none is meant, at most, where the things are spoken of."""
_NEAR = 0.4
"""How likely another thing has to be for one of several, as a share of the likeliest."""
_SEVERAL = re.compile(
    r"\b(?:(?P<two>both|(?<!of )(?:the|those|these) two(?! of us))|"
    r"(?P<all>all|each|every) (?:one )?of (?:them|those|these)|"
    r"(?:all(?: of)? (?:the|my|our|his|her|their|these|those)|every|each) (?:\w+ ){0,2}?(?:ones?|\w+s)|ones)\b"
    r"(?: of (?:them|these|those))?",
    re.IGNORECASE,
)
"""Says that several things are meant."""
_BEFORE = re.compile(
    r"(?:\b(?:the|that|this|those|these|my|our|his|her|their)\s+)?(?:\b(?:one|ones)\s+(?:\w+\s+){0,2}?)?$",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"['\u2019]s?\b|\s+(?:ones?|thing|guy)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,]*(?:(?:the|of|in|on|at|to|for|from|with|and|a|an)\s+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Slot:
    """The parameter of a tool that says for which of the things it is called, and what it is for each of them."""

    name: str
    values: tuple[Any, ...]


def slot_for(tool: Tool, call: Earlier) -> Slot | None:
    """None where a tool is called for none of the things that a call brought: each has to have a value of its own, an
    id or what it is called."""
    assert call.result is not None
    required, things = tool.parameters.get("required", ()), call.result.things
    best: tuple[int, bool, Slot] | None = None
    for name, schema in declared_properties(tool.parameters).items():
        least = WEAK if name in required and is_id(name) else LIKE
        values = [value_of(name, schema, thing, call.noun, least=least) for thing in things]
        if None in values or len({f"{value}" for value in values}) < len(values):
            continue
        own = all(f"{value}" == f"{id_of(thing, call.noun)}" for value, thing in zip(values, things, strict=True))
        titled = all(f"{v}".startswith(title_of(thing) or "\0") for v, thing in zip(values, things, strict=True))
        named = call.noun in map(stem, name_words(name)[-1:])
        coded = is_id(name) or all(_CODE.fullmatch(f"{value}") for value in values)
        rank = 3 if own or named else 2 if coded else 1 if titled else 0
        if rank and (best is None or (rank, name in required) > best[:2]):
            best = rank, name in required, Slot(name, tuple(values))
    return best[2] if best else None


def listed_before(before: Sequence[Earlier]) -> Earlier | None:
    """The last call that brought several things."""
    listing = (call for call in before[:LOOKED_BACK] if call.result and 1 < len(call.result.things) <= MOST_THINGS)
    return next(listing, None)


def is_listed(before: Sequence[Earlier]) -> bool:
    """Whether several things were brought by the last call."""
    return bool(before) and not before[0].missing and listed_before(before[:1]) is not None


def list_ahead(before: Sequence[Earlier]) -> list[Earlier] | None:
    """The calls before with the last one that brought a list ahead of what was done since; None where nothing was."""
    call = None if not before or before[0].missing or is_listed(before) else listed_before(before)
    return [call, *(each for each in before if each is not call)] if call else None


def is_said_of_list(wish: str, listing: Earlier, last: Earlier) -> bool:
    """Whether a wish speaks of a thing of a list, and not of what was done last: then it is said as it would have been
    right behind the list. "The blue one too" goes on with what was done; what a thing is may have changed with it."""
    message = Message.of(wish)
    goes_on = message is not None and (message.goes_on or message.corrects)
    if listing.result is None or len(wish) > _LONGEST or goes_on or (only_asks(wish) and changes(last.tool.card)):
        return False
    return thing_meant(wish, listing.result, None).none < _OF_LIST


def which_things(wish: str, before: Sequence[Earlier], tool: Tool, toolbox: Toolbox) -> Pointed | None:
    """The things of a list before that a wish for a tool means; None where it means none, or that is not sure."""
    call = listed_before(before)
    if call is None or call.result is None or len(wish) > _LONGEST or (slot := slot_for(tool, call)) is None:
        return None
    if is_id(slot.name) and _says_another(wish, slot):
        return None
    meant = thing_meant(wish, call.result, tool)
    if meant.none > _NONE:
        return None
    places = _several(wish, meant) or ([meant.best] if meant.lead > _SURE else [])
    if not places:
        return None
    noun = as_word(call.noun, toolbox)
    things = tuple(call.result.things[place] for place in places)
    spans = _spans(wish, call, places, tool)
    by = " ".join(wish[start:end] for start, end in spans)
    return Pointed(things, tuple(_named(wish, spans, thing, noun) for thing in things), call, surely=True, by=by)


def with_thing(filled: Mapping[str, Any], wish: str, tool: Tool, pointed: Pointed) -> dict[str, Any]:
    """The output of the fill step with the thing that is meant, and the days and times that the wish says by those of
    that thing: "the 12th" is of its month, "half past two" in its half of the day."""
    thing, slot = pointed.things[0], slot_for(tool, pointed.call)
    assert slot is not None
    assert pointed.call.result is not None
    args = in_that_half(wish, Earlier(tool, thing), filled["args"])
    day = next((value for value in thing.values() if is_day(value)), None)
    args = {name: (moved(day, wish, v) or v) if day and is_day(v) else v for name, v in args.items()}
    at = next(at for at, each in enumerate(pointed.call.result.things) if each is thing)
    args[slot.name] = slot.values[at]
    missing = [name for name in filled.get("missing", ()) if name != slot.name]
    kept = {key: each for key, each in filled.items() if key != "missing"}
    return {**kept, "args": args} | ({"missing": missing} if missing else {})


def without_strange_thing(
    filled: Mapping[str, Any], wish: str, tool: Tool, before: Sequence[Earlier]
) -> dict[str, Any]:
    """The output of the fill step without what is none of the things that a tool may be called for: an id that neither
    they have nor the wish says, a part of what several are called; or that of the last call, where the wish says in
    words that several have which one it is."""
    call = listed_before(before)
    slot = slot_for(tool, call) if call else None
    value = filled["args"].get(slot.name) if slot else None
    if call is None or call.result is None or slot is None or value is None or len(wish) > _LONGEST:
        return dict(filled)
    said = f"{value}".lower()
    if value in call.result.facts.values():
        return dict(filled)  # it is of all of them
    if value in slot.values:
        taken = said not in wish.lower()
        strange = taken and (_may_be_any(wish, call, tool) or _removes_another(wish, tool, filled["args"]))
    elif not is_listed(before):
        return dict(filled)
    elif all(_CODE.fullmatch(f"{each}") for each in slot.values) or is_id(slot.name):
        strange = not is_known_id(value, wish)
    else:
        words = set(plain_words(said)) - STOP
        strange = any(words and words <= set(plain_words(f"{each}")) for each in slot.values)
    if not strange:
        return dict(filled)
    args = {name: each for name, each in filled["args"].items() if name != slot.name}
    required = slot.name in tool.parameters.get("required", ())
    missing = [*filled.get("missing", ()), *[slot.name] * required]
    return {**filled, "args": args} | ({"missing": missing} if missing else {})


def _may_be_any(wish: str, call: Earlier, tool: Tool) -> bool:
    """Whether a wish says which thing it means, and several are that."""
    assert call.result is not None
    meant = thing_meant(wish, call.result, tool)
    near = [share for share in meant.shares if share > _NEAR * max(meant.shares)]
    return meant.none < _SPOKEN_OF and 1 < len(near) < len(meant.shares)


def _removes_another(wish: str, tool: Tool, args: Mapping[str, Any]) -> bool:
    """Whether a wish to remove something names what neither it nor the tool is known by: "cancel chess" is not for the
    yoga that was spoken of last."""
    if not removes(tool.name) or points_back(wish):
        return False
    known = [*words_of(tool), *(word for name in declared_properties(tool.parameters) for word in name_words(name))]
    known += [word for value in args.values() for word in plain_words(f"{value}".lower())]
    said = {stem(word) for word in plain_words(wish.lower()) if word not in STOP | _LEADS_OVER}
    return not said <= {stem(word) for word in known}


def is_known_id(value: Any, wish: str) -> bool:
    """Whether a value has the look of an id and is said in a wish."""
    said = f"{value}".lower()
    is_code = any(map(str.isdigit, said)) or "-" in said or "_" in said
    return is_code and re.search(rf"(?<![\w-]){re.escape(said)}(?![\w-])", wish.lower()) is not None


def _says_another(wish: str, slot: Slot) -> bool:
    """Whether a wish says an id that has the form of those of the things, but is none of them."""
    own = {f"{value}".lower() for value in slot.values}
    forms = {form for value in own for form in forms_of(value)}
    said = {each.lower() for each in _WITH_DIGITS.findall(wish)}
    return any(len(each) > _SHORT_ID and not forms.isdisjoint(forms_of(each)) for each in said - own)


def _several(wish: str, meant: Meant) -> list[int]:
    """The places of the things that are meant about equally, where a wish is for several; else none."""
    if not (said := _SEVERAL.search(wish)):
        return []
    most = max(meant.shares)
    near = [place for place, share in enumerate(meant.shares) if share > _NEAR * most]
    if said["two"]:
        near = sorted(sorted(range(len(meant.shares)), key=lambda at: -meant.shares[at])[:2])
    return near if 1 < len(near) < len(meant.shares) or said["all"] else []


def _spans(wish: str, call: Earlier, places: Sequence[int], tool: Tool) -> list[tuple[int, int]]:
    """Where the words stand that say which things are meant."""
    assert call.result is not None
    if spans := words_for(wish, call.result, places[0], tool):
        return spans
    by_order = singled_out(wish, call.result, {call.noun})
    if by_order and by_order.by in ("place", "most"):
        return [(by_order.start, by_order.end)]
    several = _SEVERAL.search(wish) if len(places) > 1 else None
    return [several.span()] if several else []


def question_for_thing(tool: Tool, missing: Sequence[str], before: Sequence[Earlier]) -> str | None:
    """The question which thing of a list before is meant, where nothing else is lacking; None where it is no such."""
    call = listed_before(before)
    slot = slot_for(tool, call) if call else None
    if call is None or call.result is None or slot is None or list(missing) != [slot.name]:
        return None
    things, ids = call.result.things[:_MOST_NAMED], slot.values[:_MOST_NAMED]
    named = [_told(thing, value, things) for thing, value in zip(things, ids, strict=True)]
    listed = "\n".join(f"{place}. {each}" for place, each in enumerate(named, 1))
    more = len(call.result.things) - len(things)
    others = f"\n\nThere are {more} more." if more else ""
    return f"I can do that with {spoken(tool.name)}. Which one do you mean?\n\n{listed}{others}"


def _told(thing: Facts, own: Any, things: Sequence[Facts]) -> str:
    """What a thing is called, and what tells it from others: short facts that not all of them have."""
    title = title_of(thing) or f"{own}"
    apart = [
        f"{value}"
        for key, value in thing.items()
        if type(value) in (str, int, float)
        and not is_id(key)
        and len(f"{value}") <= _LONGEST_FACT
        and not f"{value}".startswith(title)
        and len({f"{each.get(key)}" for each in things}) > 1
    ]
    return f"**{escaped(title)}**" + "".join(f", {escaped(each)}" for each in apart[:_FACTS])


def _named(wish: str, spans: Sequence[tuple[int, int]], thing: Facts, noun: str) -> str:
    """A wish with the thing's id, or its name, in the place of the first words that say which, and without the rest of
    these."""
    key, title = id_key(thing, stem(noun)), title_of(thing)
    if not spans:
        return wish
    whose = [word for word in name_words(key) if stem(word) not in IDS] if key else []
    called = f"{whose[-1] if whose else noun} {thing[key]}" if key else f'"{title}"' if title else f"the {noun}"
    start, end = spans[0]
    for other_start, other_end in spans[1:]:
        if not _BETWEEN.fullmatch(wish[end:other_start]):
            break
        end = other_end
    if before := _BEFORE.search(wish[:start]):
        start = before.start()
    if behind := _BEHIND.match(wish, end):
        end = behind.end()
    return f"{wish[:start]}{called}{wish[end:]}"
