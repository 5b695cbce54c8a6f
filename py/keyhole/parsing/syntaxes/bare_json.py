"""A JSON call with nothing around it: at the start of the text or of a line, or within a sentence."""

from __future__ import annotations

from dataclasses import replace

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.patterns import Pattern
from keyhole.parsing.source import Source
from keyhole.parsing.space import SPACE, past
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_calls import (
    NotACall,
    calls_in,
    cut_off,
    final_answer,
    is_something_else,
    opening_for,
)
from keyhole.parsing.types import MAX_CALLS, Draft, Found

NAME = "bare_json"


def for_tools(names: tuple[str, ...] = ()) -> Syntax:
    """The syntax for these tools: `{"their name": {...}}` opens a call, too."""
    opening = opening_for(names)

    def read(source: Source, start: int) -> Found | None:
        if NAME in source.family.off or source.match(opening, start) is None:
            return None
        found = read_values(source, start, opening)
        ends_line = bool(found.drafts) and found.drafts[-1].arguments is not None and source.line_is_over(found.end)
        first = found.drafts[0].span[1] if len(found.drafts) > 1 else len(source.text)
        # nobody strings calls together with semicolons but who makes them (Llama 3)
        strung = source.text.startswith(";", past(SPACE, source.text, first))
        return replace(
            found, drafts=tuple(replace(draft, ends_line=ends_line, marked=strung) for draft in found.drafts)
        )

    return Syntax(NAME, opening, read, interrupts=False)


def read_values(source: Source, start: int, opening: Pattern) -> Found:
    """One value, and those that follow it with nothing but a comma or a semicolon between."""
    drafts: list[Draft] = []
    at = start
    while True:
        try:
            if is_something_else(source.text, at, source.tools):
                raise NotACall("no tool's name, and keys that a call does not have")
            read_ = source.json(at)
            answer = final_answer(read_.value)
            if answer is not None and not drafts:
                return Found(read_.end, shown=answer)
            calls = calls_in(read_.value, strict=True, known=source.tools.schemas)
        except UnfinishedJson as error:
            return _unfinished(source, start, at, drafts, error)
        except (JsonError, NotACall) as error:
            if drafts:
                return Found(drafts[-1].span[1], tuple(drafts))
            position = error.position if isinstance(error, JsonError) else at
            raise source.refuse(str(error), position) from None
        if not all(isinstance(arguments, dict) for _, arguments in calls):
            if drafts:
                return Found(drafts[-1].span[1], tuple(drafts))
            raise source.refuse("the arguments are not an object", at)
        end = read_.end
        drafts += [Draft(name, args, (start, end), exact=False, repairs=read_.repairs) for name, args in calls]
        gap = source.skip_space(end)
        if not source.at_end(gap) and source.text[gap] in ",;":
            gap = source.skip_space(gap + 1)
        elif source.text[end : end + 1] == ("]" if source.text[at] == "[" else "}"):
            return Found(end + 1, tuple(drafts))
        if len(drafts) >= MAX_CALLS or source.at_end(gap) or source.match(opening, gap) is None:
            return Found(end, tuple(drafts))
        at = gap


def _unfinished(source: Source, start: int, at: int, drafts: list[Draft], error: JsonError) -> Found:
    if drafts:
        return Found(drafts[-1].span[1], tuple(drafts))
    if source.family.unfinished == "text":
        raise source.refuse(error.reason, error.position)
    try:
        calls = cut_off(source.text, at, source.tools.schemas, strict=True)
    except NotACall as odd:
        raise source.refuse(str(odd), at) from None
    if not calls or (source.tools and source.tools.resolve(calls[-1][0]) not in source.tools):
        raise source.refuse(error.reason, error.position)
    end = len(source.text)
    cut = tuple(Draft(name, arguments, (start, end), exact=False, raw=raw) for name, arguments, raw in calls)
    return Found(end, cut, problem=source.refuse("the text ends inside the call", start).problem)


SYNTAX = for_tools()
