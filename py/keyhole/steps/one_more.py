"""The thing that a message names as one more like that of the call before: the floor spots of "floor spots too, but
only 25", the L6 of "L6 as well, that one can do 3"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.called import shape
from keyhole.steps.earlier import PROSE, Earlier, is_code, is_free
from keyhole.steps.moved_days import is_day
from keyhole.steps.short_message import Message
from keyhole.steps.thing_values import is_id
from keyhole.steps.value_words import tells_a_value

_TOO = re.compile(
    r"\W*(?:(?:and|also|plus|then|now|oh|ok|try|do|add|the)\s+)*"
    r"(?P<thing>[^\W_][\w'.&/:-]{0,60}(?: [^\W_][\w'.&-]{0,30}){0,3}?) "
    r"(?:too|as ?well|likewise)(?=\s*$|\s*[,.!?]|\s(?:but|only|at|on)\b)",
    re.IGNORECASE,
)
_NO_THING = STOP | frozenset(("ones", "those", "through", "via", "without", "before", "after", "back", "sorry", "same"))
_CALLED = frozenset(("title", "subject"))
"""Words of the names of parameters of prose that a thing is called by."""


def one_more(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says of the call before, with the thing that it names as one more in its place, and no part of
    that in another."""
    found = None if before.missing or message.corrects else _TOO.match(message.text)
    if found is None:
        return dict(said)
    thing = found["thing"]
    words = [word.lower() for word in thing.split()]
    taken = [name for name, value in said.items() if f"{value}".lower() == thing.lower()]
    required = before.tool.parameters.get("required", ())
    if any(word in _NO_THING for word in words) or all(map(tells_a_value, words)) or _is_choice(words, before):
        return dict(said)
    rest = message.text[found.end() :].lower().split()
    if any(name in required or is_code(thing) for name in taken) or _read_already(thing, rest, before, said):
        return dict(said)
    names = [name for name in required if _may_be_called(name, before)]
    if not names:
        return dict(said)
    alike = [
        name for name in names if {stem(w) for w in f"{before.args[name]}".lower().split()} & {stem(w) for w in words}
    ]
    shaped = [name for name in names if shape(f"{before.args[name]}") == shape(thing)]
    parts = {name for name, value in said.items() if _is_part(value, words, rest)}
    fitting = alike or shaped or (names if taken else [])
    kept = {name: value for name, value in said.items() if name not in parts}
    return kept | {fitting[0]: thing} if fitting else dict(said)


def _read_already(thing: str, rest: list[str], before: Earlier, said: Mapping[str, Any]) -> bool:
    """Whether what was read of a thing is its name, "his buddy LavaLou", or a choice in other words."""
    required = before.tool.parameters.get("required", ())
    stems = {stem(word) for each in rest for word in plain_words(each)}
    for name, value in said.items():
        schema = before.properties.get(name)
        if isinstance(schema, dict) and "enum" in schema and value != before.args.get(name):
            if not {stem(word) for word in name_words(f"{value}")} <= stems:
                return True
        elif name in required and isinstance(value, str) and value in thing:
            left = thing.replace(value, " ", 1)
            return not any(letter.isdigit() or letter.isupper() for letter in left)
    return False


def _may_be_called(name: str, before: Earlier) -> bool:
    value, words = before.args.get(name), set(name_words(name))
    text = isinstance(value, str) and (is_free(before.properties.get(name)) or is_id(name))
    return text and not is_day(value) and not (PROSE - _CALLED) & words


def _is_part(value: Any, words: list[str], rest: list[str]) -> bool:
    """Whether a value was read of these words and not of the rest."""
    parts = f"{value}".lower().split()
    return not isinstance(value, bool) and set(parts) <= set(words) and not set(parts) & set(rest)


def _is_choice(words: list[str], before: Earlier) -> bool:
    """Whether the words are a choice of the tool's, or the name of one of its parameters."""
    stems = {stem(word) for each in words for word in plain_words(each)}
    for name, schema in before.properties.items():
        options = schema.get("enum", ()) if isinstance(schema, dict) else ()
        if any(stems == {stem(word) for word in name_words(f"{option}")} for option in options[:50]):
            return True
        if stems == {stem(word) for word in name_words(name)}:
            return True
    return False
