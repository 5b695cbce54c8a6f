"""What a message calls a thing: "call it Kickoff", and the Carl of "Carl 30"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.earlier import Earlier, is_code, is_free, words_of
from keyhole.steps.moved_days import is_day
from keyhole.steps.short_message import Message
from keyhole.steps.value_words import tells_a_value

_MOST = 6
"""Words of what a thing is called."""
_CALL_IT = re.compile(
    r"\W*(?:(?:and|ok|then|please|no|actually)\W+)?(?:(?:call|name|title) (?:it|this|that|(?:the|my|our) "
    r"(?:(?:new|resulting|merged|exported|final|whole) )?(?:album|archive|copy|document|export|file|folder|image|list|"
    r"note|output|playlist|project|result|thing))|save (?:it|this|that) as) ([^,;:!?\n]{1,80})",
    re.IGNORECASE,
)
_TITLES = frozenset(("title", "name", "label", "subject", "filename"))
_OUTPUTS = frozenset(("output", "out", "outfile", "destination", "target"))
_FILE = re.compile(r"[\w./~-]{1,70}\.[a-z][a-z0-9]{1,4}", re.IGNORECASE)
_NAMES = re.compile(
    r"(?:and )?([A-Z][^\W\d_]{1,30}(?: [A-Z][^\W\d_]{1,30})?)(?= (?:for |with |at )?[$\u20ac\u00a3]?\d)"
)
HARDLY = frozenset("better rather maybe perhaps only about until around exactly total plus minus add sorry".split())  # noqa: SIM905


def called(message: Message, before: Earlier) -> dict[str, Any]:
    """How a message says that a thing shall be called, though something else may have been asked for: "call it
    Kickoff"."""
    found = _CALL_IT.fullmatch(message.text.strip(" .!?"))
    titles = _OUTPUTS if found and _FILE.fullmatch(found[1]) else frozenset()
    free = [name for name, each in before.properties.items() if is_free(each)]
    names = [name for name in free if titles.intersection(name_words(name)[-1:])]
    names = names or [name for name in free if _TITLES.intersection(name_words(name)[-1:])]
    return {names[0]: found[1]} if found and len(names) == 1 and len(found[1].split()) <= _MOST else {}


def named_anew(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """The Carl of "Carl 30", where numbers and choices are all that was read: money for Carl is none for the last one
    that got some."""
    required = before.tool.parameters.get("required", [])
    free = [
        n for n in required if n in before.args and is_free(before.properties.get(n)) and not is_day(before.args[n])
    ]
    kinds = (before.properties.get(name) for name in said)
    names = _NAMES.match(message.rest)
    if not said or before.missing or len(free) != 1 or free[0] in said or names is None or any(map(is_free, kinds)):
        return {}
    known = {stem(word) for value in said.values() for word in plain_words(str(value))} | words_of(before.tool)
    known |= {stem(word) for name in before.properties for word in name_words(name)}
    words = {word for part in names[1].split() for word in plain_words(part)}
    strange = not any(word in STOP | HARDLY or stem(word) in known or tells_a_value(word) for word in words)
    return {free[0]: names[1]} if strange and shape(str(before.args[free[0]])) == shape(names[1]) else {}


def shape(text: str) -> tuple[bool, bool, bool]:
    """What tells a name from a word, a code from a text."""
    return text[:1].isupper(), any(letter.isdigit() for letter in text), is_code(text)
