"""Harmony (gpt-oss) from a server that dropped its special tokens: `analysis`, `assistantfinal` and
`assistantcommentary to=functions.f json{...}` run into the text beside them, and only that tells them from words.
Functionary's first form, `assistant to=functions.f:` over `{...}`, never had any.
"""

from __future__ import annotations

import re
from dataclasses import replace

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Draft, Found, Mode

_THOUGHT = lit("analysis") + Pattern(r"(?=[A-Z][a-z' ]|\"[A-Z])", r"(?:[A-Z]|\")?")
_FINAL = lit("assistantfinal") + Pattern(r"(?=[^\s.,;:)a-z])", "")
_NAME = chars(r"[\w.\-]", 1, 100)
_CALL = (
    any_of(
        opt(lit("assistant")) + lit("commentary to=") + _NAME.named("name"),
        opt(lit("assistant ")) + lit("to=functions.") + _NAME.named("function"),
    )
    + chars("[ :]", 0, 2)
    + opt(any_of("json", "code"))
    + chars(r"\s", 0, 2)
    + lit("{")
)
_IN_WORD = re.compile(r"\w")
_THOUGHT_END = r"assistantfinal|assistantanalysis|(?=assistantcommentary to=)"
_ENDS = re.compile(_THOUGHT_END)
OPENING = any_of(_THOUGHT, _FINAL, _CALL)


def read(source: Source, start: int) -> Found | None:
    if _IN_WORD.match(source.text[start - 1 : start]):
        return None
    if source.match(_THOUGHT, start) is not None:
        if not source.begins(start) or source.find(_ENDS, start) is None:
            return None  # a word that somebody made up
        return Found(start + len("analysis"), mode=Mode("reasoning", _THOUGHT_END))
    if source.match(_FINAL, start) is not None:
        return Found(start + len("assistantfinal")) if source.answering else None
    call = source.match(_CALL, start)
    if call is None:
        return None
    name = call["function"] or call["name"].removeprefix("functions.")
    if name == call["name"] and name not in source.tools:
        return None
    try:
        read_ = source.json(call.end() - 1)
    except UnfinishedJson as error:
        end, raw = len(source.text), source.text[call.end() - 1 :]
        problem = source.refuse(error.reason, error.position).problem
        return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None
    return Found(read_.end, (Draft(name, read_.value, (start, read_.end), repairs=read_.repairs),))


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The same behind an opening mark at `start`."""
    found = read(source, at) if source.match(_CALL, at) is not None else None
    if found is None:
        return None
    return replace(found, drafts=tuple(replace(draft, span=(start, draft.span[1])) for draft in found.drafts))


NAME = "harmony"
SYNTAX = Syntax(NAME, OPENING, read, interrupts=False)
