"""The format of a file by the name under which it is to be written: "save it as out/sales.svg" among png and svg; and
the ending of files that are looked for, "all .csv files"."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import as_word, name_words

_READ = 2_000
_NAMES = frozenset(("format", "extension", "filetype", "type"))
_WRITTEN = re.compile(
    r"(?:\b(?:to|as|into|called|named|is|under|in)|->|=>|\u2192|=|:) ?[\"'`]?[^\s\"'`]{1,200}"
    r"\.([A-Za-z0-9]{2,5})(?![\w.])"
)
_ENDINGS = frozenset(("ext", "extension", "suffix"))
_ENDED = re.compile(
    r"(?<![\w/*.])(?:\*?\.([a-z][a-z0-9]{0,4})|(csv|docx?|gif|html|jpe?g|json|log|md|mp3|mp4|pdf|png|py|svg|tsv|txt|xlsx?|xml|"
    r"ya?ml|zip))(?= files?\b| documents?\b| images?\b|s\b|(?:,|/| or| and) ?\*?\.?[a-z0-9]{2,5} files?\b)",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"(?<![\w/])\.[a-z]\w{1,4}\b|\b(?:including|with) (?:the |a )?(?:leading )?dot\b", re.IGNORECASE)


def ending_said(parameter: Parameter, query: str) -> str | None:
    """The one ending of the files that a request speaks of, for a text parameter that is such, with its dot where the
    description has one; None without one, or with several."""
    single = parameter.type == "str" and not (parameter.many or parameter.options)
    if not single or _ENDINGS.isdisjoint(name_words(parameter.path[-1])):
        return None
    found = {(dotted or bare).lower() for dotted, bare in _ENDED.findall(query[:_READ])}
    return f"{'.' * bool(_DOTTED.search(parameter.description))}{found.pop()}" if len(found) == 1 else None


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
