"""The format of a file by the name under which it is to be written: "save it as out/sales.svg" among png and svg."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import as_word, name_words

_NAMES = frozenset(("format", "extension", "filetype", "type"))
_WRITTEN = re.compile(
    r"(?:\b(?:to|as|into|called|named|is|under|in)|->|=>|\u2192|=|:) ?[\"'`]?[^\s\"'`]{1,200}"
    r"\.([A-Za-z0-9]{2,5})(?![\w.])"
)


def format_of_file(parameter: Parameter, query: str) -> str | None:
    """The option that is the ending of the one file that a request says to write; None where it names no such file, or
    an option in a word of its own."""
    options = [option for option in parameter.options if isinstance(option, str)]
    if parameter.many or _NAMES.isdisjoint(name_words(parameter.path[-1])):
        return None
    endings = {ending.lower() for ending in _WRITTEN.findall(query)}
    found = [option for option in options if option.lower().lstrip(".") in endings]
    bare = _WRITTEN.sub(" ", query)
    return (
        found[0]
        if len(found) == 1 and not any(as_word(option, re.IGNORECASE).search(bare) for option in options)
        else None
    )
