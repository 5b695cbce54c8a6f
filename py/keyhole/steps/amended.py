"""A correction of a call that made something, by the tool that changes such things: after `create_event` "make it 4pm"
is for `update_event` and its id, where the result tells one. To call the first once more would make a second."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.text import name_words, plain_words, split_words, stem
from keyhole.steps.earlier import Earlier, words_of
from keyhole.steps.kinds_of_tool import edits, looks_up, makes_new
from keyhole.steps.moved_days import is_day
from keyhole.steps.odd_ids import forms_of
from keyhole.steps.results import Facts
from keyhole.steps.thing_values import EXACT, LIKE, id_of, is_id, value_of
from keyhole.tools.schema import compiled, declared_properties
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

_CHANGES = frozenset(("update", "change", "edit", "modify", "reschedule", "amend", "adjust"))
"""What the names of tools begin with that change what there is."""
_SHORTEST_ID = 4
"""Characters of an id that no amount is taken for."""
_ID = re.compile(r"[\w-]{1,40}")
_DESCRIBED = re.compile(r"\W*(?:update|change|edit|modif(?:y|ie)|reschedule|amend|adjust)s?\b", re.IGNORECASE)
"""How a description of such a tool begins, whatever it is called."""


def amended(last: Earlier, said: Mapping[str, Any], toolbox: Toolbox) -> dict[str, Any] | None:
    """The output of the fill step for the change that is `said` of the last call's values; None where no tool changes
    what that call made, or not these."""
    thing = last.about
    if not said or thing is None or id_of(thing, last.noun) is None or _changes(last.tool):
        return None
    for card in toolbox.cards:
        tool = toolbox[card.name]
        if (_changes(tool) or _changes_such(tool, last)) and (args := _changed(tool, last, said, thing)):
            return {"tool": tool.name, "args": args}
    return None


def as_made(tool: Tool, last: Earlier, message: str) -> tuple[dict[str, Any], Earlier] | None:
    """The ids that a tool which changes things has for what the last call made, and that call as one of this tool's:
    with what was said under the names that it has for these. None where it takes no id of it, or nothing that was said
    of it, or the message has the id of another."""
    thing, properties = last.about, declared_properties(tool.parameters)
    if thing is None or looks_up(last.tool.name) or not edits(tool.name):
        return None
    ids = {n: v for n, s in properties.items() if (v := _own_id(n, s, thing, last)) is not None}
    known = {n: last.args[other] for n in properties if n not in ids and (other := _alike(n, last)) is not None}
    shared = properties.keys() & last.properties.keys() - ids.keys()
    if not ids or not (known or shared) or any(_has_another(message, each) for each in ids.values()):
        return None
    return ids, replace(last, tool=tool, args=known)


def surely_said(message: str, changed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of what a message changes that which stands in its words, so far as anything does: "make it low priority" opens
    no ticket anew."""
    said = {stem(word) for part in message.split() for word in plain_words(part)}
    numbers = bool(find_numbers(split_words(message)))
    sure = {n: v for n, v in changed.items() if _stands_in(v, said, numbers) or said & set(map(stem, name_words(n)))}
    return sure or changed


def _stands_in(value: Any, said: set[str], numbers: bool) -> bool:
    """Whether a value stands in words; a day or a time always does, for it has many forms."""
    if isinstance(value, list):
        return any(_stands_in(each, said, numbers) for each in value)
    if isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return numbers
    text = f"{value}"
    if is_day(text) or text[:1].isdigit():
        return True
    return any(stem(word) in said for part in name_words(text) or text.split() for word in plain_words(part))


def _has_another(message: str, own: Any) -> bool:
    """Whether a message has an id of the same form as a thing's, and not that."""
    forms, said = (
        forms_of(f"{own}"),
        [word for word in _ID.findall(message) if any(letter.isdigit() for letter in word)],
    )
    if len(f"{own}") < _SHORTEST_ID or f"{own}".lower() in map(str.lower, said):
        return False
    return any(forms & forms_of(word) for word in said)


def _own_id(name: str, schema: Any, thing: Facts, last: Earlier) -> Any:
    """What a thing gives a parameter that it is told by: an id, or what nothing said and has the very same name."""
    least = LIKE if is_id(name) else EXACT
    said = name in last.properties and not is_id(name)
    return None if said else value_of(name, schema, thing, last.noun, least=least)


def _alike(name: str, last: Earlier) -> str | None:
    """The argument of the last call that has this name, but for a first word: "new_date" for "date"."""
    root = [stem(word) for word in name_words(name)]
    for other in last.args:
        words = [stem(word) for word in name_words(other)]
        if words in (root, root[1:]):
            return other
    return None


def _changes(tool: Tool) -> bool:
    return bool(_CHANGES & set(name_words(tool.name)[:1]))


def _changes_such(tool: Tool, last: Earlier) -> bool:
    """Whether a tool is described as one that changes what the last call's tool makes: `shape.style` after
    `shape.add`."""
    if not makes_new(last.tool.name) or makes_new(tool.name) or _DESCRIBED.match(tool.card.description) is None:
        return False
    nouns = {stem(word) for word in name_words(last.tool.name) if not makes_new(word)}
    return not nouns.isdisjoint(words_of(tool))


def _changed(tool: Tool, last: Earlier, said: Mapping[str, Any], thing: Mapping[str, Any]) -> dict[str, Any] | None:
    """The thing's id and the new values under the names that this tool has for them; None where it lacks one."""
    properties = declared_properties(tool.parameters)
    ids = {
        n: v
        for n, s in properties.items()
        if is_id(n) and (v := value_of(n, s, thing, last.noun, least=LIKE)) is not None
    }
    args: dict[str, Any] = dict(ids)
    for name, value in said.items():
        root = [stem(word) for word in name_words(name)]
        alike = [
            n for n in properties if root in ([stem(w) for w in name_words(n)], [stem(w) for w in name_words(n)[1:]])
        ]
        if not alike or compiled(properties[alike[0]]).errors(value, alike[0]):
            return None
        args[alike[0]] = value
    needed = set(tool.parameters.get("required", []))
    return args if len(ids) == 1 and needed <= args.keys() else None
