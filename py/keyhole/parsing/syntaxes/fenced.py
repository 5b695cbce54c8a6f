"""Code blocks. One marked `tool`, `tool_call`, `tool_code` or `json` that holds a call and nothing else is a call; what
stands in any other block explains something, and is text to its end.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import function_tag, invoke, named_tag, noise, pythonic, wrapped
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_calls import OPENING as JSON_OPENING
from keyhole.parsing.syntaxes.json_calls import NotACall, calls_in, cut_off, final_answer, is_something_else
from keyhole.parsing.syntaxes.marks import closing
from keyhole.parsing.syntaxes.thinking import CLOSING
from keyhole.parsing.types import MAX_CALLS, Draft, Found, Mode, Refused

NAME = "fenced"
_FENCE = any_of(chars("`", 3, 16), chars("~", 3, 16)).named("fence")
_LANGUAGE = chars(r"[\w+\-]", 0, 30).named("language")
_ATTRIBUTES = Pattern(r"(?:[^\n`<{\[]|\{(?![\s\"'])){0,120}", r"[^\n`<\[]{0,120}")
"""`title="a"`, `{.json}`, but no call that begins on the fence's own line."""
_LABEL = Pattern(
    r"\*\*(?:Tool|Function) [Cc]all(?::\*\*|\*\*:?)",
    r"\*(?:\*(?:[TF][a-z]{0,7}(?: (?:[Cc][al]{0,3})?:?\*{0,2}:?)?)?)?",
)
_ACTION = any_of("Action:", _LABEL) + chars(r"\s", 0, 4)
OPENING = opt(_ACTION) + any_of("```", "~~~")
_HEAD = opt(_ACTION).named("action") + _FENCE + _LANGUAGE + _ATTRIBUTES + lit("\n")
_LEAD = re.compile(r"(?:.*>)?(?:[ \t]|[-*+][ \t]|\d{1,3}[.)][ \t])*", re.S)
"""What may stand before a fence on its line: a tag, the marks of quotations and of lists."""
_LONGEST_LEAD = 24
_LONGEST_MARK = 80
_WHOLE_ANSWER = ("", "xml", "html", "python", "py", "yaml", "yml")
_INTERFACE = opt(lit("print(")) + any_of("default_api.", "functions.", "tools.")
_EXPLICIT = ("tool", "tool_call", "tool_calls", "tool_code", "function_call", "tool_use")


def read(source: Source, start: int) -> Found | None:
    line = source.text[max(0, start - _LONGEST_LEAD) : start].rsplit("\n", 1)[-1]
    if _LEAD.fullmatch(line) is None:
        return None
    head = source.match(_HEAD, start)
    if head is None:
        return None
    language = head["language"].lower()
    explicit = language in _EXPLICIT or bool(head["action"])
    if explicit or language in _WHOLE_ANSWER:
        whole = _whole_answer(source, start, head.end(), head["fence"])
        if whole is not None:
            return whole
    if explicit or language in ("json", "jsonc", "json5", "", "xml", "javascript"):
        at = source.skip_space(head.end())
        try:
            found = _call(source, start, at, explicit, head["fence"])
        except (Refused, JsonError, NotACall):
            found = None
        if found is not None:
            return found
    line_end = head.end() - 1  # a line's end is the first of what ends the block
    return Found(line_end, mode=Mode("text", _until(head["fence"])), shown=source.text[start:line_end])


def _until(fence: str) -> str:
    """What ends the block: at least as many of the same character on a line of their own."""
    return rf"\n[ \t>]{{0,12}}{fence[0]}{{{len(fence)},16}}[ \t]{{0,8}}\r?(?=\n|\Z)"


@cache
def _end(fence: str) -> Pattern:
    return chars(r"\s", 0, 20) + lit(fence)


def _call(source: Source, start: int, at: int, explicit: bool, fence: str) -> Found | None:
    if source.at_end(at):
        if explicit:
            return Found(at, problem=source.refuse("the text ends before the call", start).problem)
        return None
    if source.text[at] in "{[" and source.match(JSON_OPENING, at):
        if not explicit and is_something_else(source.text, at, source.tools):
            return None
        values: list[Any] = []
        repairs: tuple[str, ...] = ()
        while len(values) <= MAX_CALLS:
            try:
                read_ = source.json(at)
            except UnfinishedJson:
                return _unfinished(source, start, at, values) if explicit else None
            answer = final_answer(read_.value)
            if answer is not None and not values:
                close = source.match(_end(fence), read_.end)
                return Found(close.end() if close else read_.end, shown=answer)
            values.append(read_.value)
            end, repairs = read_.end, (*repairs, *read_.repairs)
            at = source.skip_space(end)
            if not source.at_end(at) and source.text[at] == ",":
                at = source.skip_space(at + 1)
            if source.at_end(at) or source.match(JSON_OPENING, at) is None:
                break
        calls = calls_in(values, strict=not explicit, known=source.tools.schemas)
    elif explicit and (source.text[at] == "[" or source.text[at].isalpha()):
        found = named_tag.read_body(source, start, at) or pythonic.read_body(source, start, at)
        if found is None or source.text.endswith(fence, at, found.end):
            return found
        calls, end, repairs = [(draft.name, draft.arguments) for draft in found.drafts], found.end, ()
    else:
        return None
    close = source.match(_end(fence), end)
    if close is None and not source.at_end(source.skip_space(end)):
        return None
    if not explicit and not all(isinstance(arguments, dict) for _, arguments in calls):
        return None
    end = close.end() if close else len(source.text)
    drafts = [
        Draft(name, args, (start, end), exact=explicit, repairs=repairs)
        if isinstance(args, dict)
        else Draft(name, None, (start, end), exact=explicit, raw=json.dumps(args, ensure_ascii=False))
        for name, args in calls
    ]
    return Found(end, tuple(drafts))


def _whole_answer(source: Source, start: int, at: int, fence: str) -> Found | None:
    """A block in another language that is all there is to the answer: calls between marks, in YAML, in a list or of an
    interface that is there for calls alone. With a word before or behind, it explains them."""
    before = source.text[max(0, start - _LONGEST_MARK) : start].rstrip()
    if (source.offset or before) and not any(mark.end() == len(before) for mark in CLOSING.regex.finditer(before)):
        return None
    drafts: list[Draft] = []
    while len(drafts) <= MAX_CALLS:
        at = source.skip_space(at)
        if source.at_end(at):
            return None
        try:
            found = _marked(source, at)
        except (Refused, JsonError):
            return None
        if found is None or not all(isinstance(draft.arguments, dict) for draft in found.drafts):
            break
        drafts += [replace(draft, exact=False) for draft in found.drafts]
        at = found.end
        if source.text.endswith(fence, 0, at):  # YAML reaches to the block's end
            at -= len(fence)
        while not source.at_end(gap := source.skip_space(at)) and (after := closing(source, gap)) is not None:
            at = after
    close = source.match(lit(fence), at) if drafts else None
    end = len(source.text) if close is None else source.skip_space(close.end())
    if close is None or not (source.at_end(end) or noise.follows(source, end)):
        return None
    return Found(end, tuple(replace(draft, span=(start, end)) for draft in drafts))


def _marked(source: Source, at: int) -> Found | None:
    if source.text[at] == "<":
        for reader in (invoke.read, function_tag.read, wrapped.read):
            found = reader(source, at)
            if found is not None:
                return found
        return None
    if source.text[at] == "[" and source.match(pythonic.OPENING, at) is not None:
        return pythonic.read_body(source, at, at)
    if source.match(_INTERFACE, at) is not None:
        return pythonic.read_call(source, at)
    return named_tag.read_body(source, at, at)


def _unfinished(source: Source, start: int, at: int, values: list[Any]) -> Found:
    """The text breaks off in the call at `at`; those before it are whole."""
    end = len(source.text)
    calls = calls_in(values, known=source.tools.schemas) if values else []
    drafts = [Draft(name, args, (start, end)) for name, args in calls if isinstance(args, dict)]
    cut = cut_off(source.text, at, source.tools.schemas)
    drafts += [Draft(name, args, (start, end), raw=raw) for name, args, raw in cut]
    return Found(end, tuple(drafts), problem=source.refuse("the text ends inside the call", start).problem)


SYNTAX = Syntax(NAME, OPENING, read, interrupts=False)
