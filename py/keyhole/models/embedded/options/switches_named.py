# ruff: noqa: SIM905  (word lists read best as words)
"""Which of several switches a request speaks of: "turn shuffle off" leaves `repeat` alone, "shuffle everything" repeats
nothing, and "repeat this song" repeats one. What is played "on a loop" or "over and over" is repeated."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import about_of
from keyhole.models.embedded.text import STOP, name_words, stem

_ON = frozenset("on true yes enabled enable".split())
_OFF = frozenset("off false no none disabled disable never".split())
_ONE = frozenset("one single track song current".split())
_ALL = frozenset("all everything playlist queue list album".split())
_LOOSE = _ON | _OFF | frozenset(("one", "all"))
"""Options that are said of anything."""
_GENERIC = frozenset(
    "is use enable enabled mode set show state status on off option setting settings with has include allow".split()
)
_POWER = frozenset("power on state active enabled turned running visible".split())
_ALIKE = {"loop": "repeat", "vibration": "vibrate"}
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+|[.;!?]", re.IGNORECASE)
_TURNS_ON = frozenset("on enable activate start".split())
_TURNS_OFF = frozenset("off disable deactivate stop no without kill mute lose".split())
_BETWEEN = frozenset("is to be it should the my a mode now back please at".split())
_LINKS = frozenset(("and", "or", "plus"))
_THIS = frozenset(("this", "current", "same"))
_WHOLE = frozenset("all whole entire everything every".split())
_NEAR = 3
"""Words on either side of a name among which its state is looked for."""
_READ = 2_000


def put_switches(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the switches that a request names, in place, the state that stands beside, and take from the others what was
    said of these."""
    switches = [p for p in parameters if _is_switch(p)]
    words = [match[0].lower() for match in _WORD.finditer(query[:_READ])]
    if len(switches) < _TWO:
        _put_only(switches, words, values)
        return
    stems = [stem(_ALIKE.get(word, word)) for word in words]
    named = {p.path: places for p in switches if (places := _places(p, stems))}
    if said := _AGAIN.search(query[:_READ]):
        named |= _put_repeated(parameters, said, values)
    others = [p for p in parameters if p not in switches]
    options = {str(option).lower() for p in parameters for option in p.options}
    used = set[int]()
    for parameter in switches:
        for place in named.get(parameter.path, ()):
            state, at = _state(words, place, {n for each in named.values() for n in each})
            value = _as_value(parameter, state) if state else _as_value(parameter, _how_many(words, place))
            if value is not None:
                values[parameter.path] = value
                used |= {at}
    left = [
        n
        for n, word in enumerate(words)
        if word in ("on", "off") and n not in used and _turns(words, n) and options.isdisjoint(words[n + 1 : n + 2])
    ]
    spoken = bool(named) or any(p.options and _places(p, stems) for p in others)
    if not spoken and not left:
        return
    for parameter in switches:
        if parameter.path in named or parameter.path not in values or parameter.required:
            continue
        power = not _POWER.isdisjoint(name_words(parameter.path[-1]))
        if power and left:
            if (value := _as_value(parameter, words[left[0]])) is not None:
                values[parameter.path] = value
        elif str(values[parameter.path]).lower() in _LOOSE and not _described(parameter, stems):
            powered = any(not _POWER.isdisjoint(name_words(p.path[-1])) for p in switches)
            if (spoken or powered) and not (others and parameter.type == "bool"):
                del values[parameter.path]


_TWO = 2
_AGAIN = re.compile(
    r"(?:,? ?\b(?:and )?(?:keep it |put it )?)\b(?:(?P<list>(?:on|in) (?:a |an endless |endless )?(?:loop|repeat))|"
    r"(?P<one>over and over(?: again)?|again and again|time after time|non-?stop|endlessly))\b",
    re.IGNORECASE,
)
_MIXES = frozenset(("shuffle", "random"))
_REPEATS = frozenset(("repeat", "loop", "looping", "repeated"))


def _put_repeated(
    parameters: Sequence[Parameter], said: re.Match[str], values: MutableMapping[tuple[str, ...], Any]
) -> dict[tuple[str, ...], list[int]]:
    """Give the one switch that repeats, in place, that it is to, and take what says so from the ends of texts; the
    switch as one that is named, at no place."""
    repeats = [p for p in parameters if _is_switch(p) and not _REPEATS.isdisjoint(name_words(p.path[-1]))]
    if len(repeats) != 1:
        return {}
    path = repeats[0].path
    for state in ("on", "all", "one") if said["list"] else ("on", "one", "all"):
        if (value := _as_value(repeats[0], state)) is not None:
            values[path] = value
            break
    words = [match[0].lower() for match in _WORD.finditer(said.string[:_READ])]
    for parameter in parameters:
        text = values.get(parameter.path)
        if parameter.type == "bool" and parameter is not repeats[0] and not parameter.required:
            if text is True and not _places(parameter, [stem(word) for word in words]) and _MIXES & {*parameter.path}:
                del values[parameter.path]
        elif isinstance(text, str) and text.lower().endswith(said[0].strip(" ,").lower()):
            values[parameter.path] = text[: -len(said[0].strip(" ,"))].rstrip(" ,") or text
    return {path: []}


def _put_only(
    switches: Sequence[Parameter], words: Sequence[str], values: MutableMapping[tuple[str, ...], Any]
) -> None:
    """Give the only switch of a tool, where it is for on and off and nothing is known of it, what is turned."""
    turned = {word for n, word in enumerate(words) if word in ("on", "off") and not _TURNING.isdisjoint(words[:n])}
    for parameter in switches:
        if parameter.path not in values and not _POWER.isdisjoint(name_words(parameter.path[-1])) and len(turned) == 1:
            value = _as_value(parameter, turned.pop())
            if value is not None:
                values[parameter.path] = value


def _is_switch(parameter: Parameter) -> bool:
    options = {str(option).lower() for option in parameter.options}
    return not parameter.many and (
        parameter.type == "bool" or bool(options & {"on", "off"}) or {"none", "all"} <= options
    )


def _places(parameter: Parameter, stems: Sequence[str]) -> list[int]:
    """Where a request has what a switch is called."""
    names = [word for word in name_words(parameter.path[-1]) if word not in _GENERIC and word not in STOP]
    own = {stem(_ALIKE.get(word, word)) for word in names}
    return [n for n, word in enumerate(stems) if word in own]


def _state(words: Sequence[str], place: int, named: set[int]) -> tuple[str, int]:
    """The "on" or "off" that is said of the switch named at a place, or an option right behind, and where; empty
    without."""
    at = place + 1
    while at < len(words) and at - place <= _NEAR and words[at] in _BETWEEN - {"it"}:
        at += 1
    if at < len(words) and at - place <= _NEAR and words[at] in _LOOSE | {"auto"} and not _goes_on(words, at):
        return words[at], at
    for before in range(place - 1, max(-1, place - 1 - _NEAR), -1):
        word = words[before]
        if word in _TURNS_ON:
            return "on", before
        if word in _TURNS_OFF:
            return "off", before
        if word in _LINKS and before - 1 in named:
            return _state(words, before - 1, named)
        if word in (".", ";", "!", "?") or (word in _LINKS) or before in named:
            break
    return "", -1


def _goes_on(words: Sequence[str], at: int) -> bool:
    """Whether a word begins something and is no state: "all my songs", "on 6 June"."""
    if words[at] == "on":
        return not _ends(words, at)
    return words[at] in ("one", "no") and at + 1 < len(words) and words[at + 1] in STOP


def _ends(words: Sequence[str], at: int) -> bool:
    """Whether nothing follows a word that belongs to it."""
    return words[at + 1 : at + 2] in ([], *([word] for word in _BEHIND))


_BEHIND = frozenset("please pls and with but now again for too . ; ! ?".split())


def _how_many(words: Sequence[str], place: int) -> str:
    """ "one" for "repeat this song", "all" for "repeat the whole list"."""
    behind = words[place + 1 : place + 1 + _NEAR]
    return "one" if not _THIS.isdisjoint(behind[:2]) else "all" if not _WHOLE.isdisjoint(behind[:2]) else ""


def _as_value(parameter: Parameter, state: str) -> Any:
    """A state as a switch takes it; None where it has no such."""
    if parameter.type == "bool":
        return True if state in _ON else False if state in _OFF else None
    for words in (_ON, _OFF, _ONE, _ALL):
        if state in words:
            found = [option for option in parameter.options if str(option).lower() in words]
            return found[0] if len(found) == 1 else None
    return next((option for option in parameter.options if str(option).lower() == state), None)


def _turns(words: Sequence[str], at: int) -> bool:
    """Whether an "on" or "off" switches: "turn it off", "ac off", not "on Monday"."""
    before = words[max(0, at - _NEAR - 1) : at]
    return not _TURNING.isdisjoint(before) or _ends(words, at)


_TURNING = frozenset("turn turned turning switch switched put".split())


def _described(parameter: Parameter, stems: Sequence[str]) -> bool:
    """Whether a request has a word of what describes a switch."""
    own = {stem(word) for word in name_words(parameter.path[-1])}
    return not (set(about_of(parameter)) - own - {stem(w) for w in _LOOSE}).isdisjoint(
        word for word in stems if word not in STOP
    )
