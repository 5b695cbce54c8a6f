"""Values that a request gives by the names of their parameters: "subject: Overdue book / body: ...", "retries=3"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from keyhole.models.embedded.fill.forms import in_form
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_ENDS = re.compile(r"\n|;|\s+[/|]\s+|\s*,?\s+[\w-]{1,30}\s*[:=](?!/|\d)|,\s*[\w-]{1,30}=")
"""What ends a value: a line's end, a mark that parts, the next name."""
_UP_TO_BLANK = re.compile(r"[\s,;]")
_QUOTED = re.compile(r"'([^'\n]*)'(?!\w)|\"([^\"\n]*)\"")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def keyed_values(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """By path the values that stand behind their parameters' names and a colon or an equals sign, where they are of
    the parameters' types and there are several; and the rest of the request. One alone, and lists, are left in it."""
    found, places = {}, []
    for parameter in parameters:
        words = name_words(parameter.path[-1])
        said = _said_behind(words, query) if words and not parameter.many else []
        value = _typed(parameter, said[0][1], query) if len(said) == 1 else None
        if value is not None:
            found[parameter.path] = value
            places.append(said[0][0])
    if len(found) < 2:
        return {}, query
    rest = query
    for start, end in sorted(places, reverse=True):
        rest = rest[:start] + rest[end:]
    return found, rest


def _said_behind(words: Sequence[str], query: str) -> list[tuple[tuple[int, int], str]]:
    """What stands behind a name in a request, the first two times: where both begin and end, and the value."""
    name = re.compile(rf"(?<![\w.]){'[ _-]?'.join(map(re.escape, words))}\s*([:=])\s*(?=[^\s/:=])", re.IGNORECASE)
    found = []
    for match in islice(name.finditer(query), 2):
        if quoted := _QUOTED.match(query, match.end()):
            found.append(((match.start(), quoted.end()), quoted[1] or quoted[2] or ""))
            continue
        ends = (_UP_TO_BLANK if match[1] == "=" else _ENDS).search(query, match.end())
        end = ends.start() if ends else len(query)
        text = query[match.end() : end].strip()
        found.append(((match.start(), end), text.rstrip(".,") if match[1] == "=" else text))
    return found


def _typed(parameter: Parameter, text: str, query: str) -> Any:
    """A text as a value of the parameter's type; None where it is none."""
    if parameter.options:
        return next((option for option in parameter.options if str(option).lower() == text.lower()), None)
    if parameter.type == "bool":
        return TRUTHS.get(text.lower())
    if parameter.type in ("int", "num"):
        return (float(text) if "." in text else int(text)) if _NUMBER.fullmatch(text) else None
    return in_form(parameter, text, "", query) or None
