"""`<invoke name="x"><parameter name="key">...` and kin (Anthropic's form, MiniMax M2, DeepSeek's DSML, MiniCPM 5, Muse)
and a call that is one tag with its arguments in attributes.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Any

from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.patterns import Pattern, ahead, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.marks import WHICH
from keyhole.parsing.syntaxes.parameters import BLANK, CALL_WORD, END, PREFIX, WORD, read_parameters
from keyhole.parsing.syntaxes.thinking import mode_for
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of, typed

NAME = "invoke"
_PREFIX = Pattern(
    r"(?:[A-Za-z]{1,12}+:|[|\uff5c][A-Za-z]{1,12}+[|\uff5c] ?)?",
    r"(?:[A-Za-z]{0,12}:?|[|\uff5c][A-Za-z]{0,12}[|\uff5c]? ?)",
)
OPENING = (
    lit("<")
    + _PREFIX.named("prefix")
    + WORD.named("word")
    + opt(WHICH)
    + chars(BLANK, 0, 20)
    + lit("name")
    + chars(r"\s", 0, 4)
    + lit("=")
    + chars(r"\s", 0, 4)
    + any_of(
        lit('"') + chars(r'[^"\n]', 1, 120).named("double") + lit('"'),
        lit("'") + chars(r"[^'\n]", 1, 120).named("single") + lit("'"),
        chars(r"[\w.\-]", 1, 120).named("plain") + ahead(">"),
    )
)
OPENING = replace(
    OPENING, sight=r"<(?=[^<>=]{6,60}+=)" + OPENING.full.removeprefix("<")
)  # pages are full of shorter tags
_BESIDE = re.compile(rf"</{PREFIX}{CALL_WORD}\s{{0,4}}>\s{{0,40}}\Z")
"""Another call before this one: what is around that one is around this one, too."""
_ATTRIBUTE = (
    chars(r"[\w\-]", 1, 60).named("key")
    + chars(r"\s", 0, 4)
    + lit("=")
    + chars(r"\s", 0, 4)
    + chars("[\"']", 1, 1).named("quote")
)
_QUOTE = {quote: re.compile(quote) for quote in "\"'"}
_SELF_CLOSED = lit("/>")
_DSML = "\uff5cDSML\uff5c"
_V4_SECTION_END = lit(f"</{_DSML}tool_calls>")


def read(source: Source, start: int, wrapped: bool = False) -> Found | None:
    opening = source.match(OPENING, start)
    if opening is None or ("invoke" in source.family.off and not wrapped):
        return None
    name = opening["double"] or opening["single"] or opening["plain"]
    at = opening.end()
    attributes: dict[str, str] = {}
    while True:
        gap = source.skip_space(at)
        if source.at_end(gap):
            return _broken_off(source, start)
        if source.match(_SELF_CLOSED, gap) is not None:
            arguments = _from_attributes(attributes, properties_of(source.tools.schema(source.tools.resolve(name))))
            if arguments is None:
                raise source.refuse("arguments in the tag are not an object", start)
            return Found(gap + 2, (Draft(name, arguments, (start, gap + 2)),))
        if source.text[gap] == ">":
            at = gap + 1
            break
        pair = _attribute(source, gap)
        if pair is None:
            raise source.refuse("not a tag", gap)
        attributes[pair[0]] = pair[1]
        at = pair[2]
    schema = source.tools.schema(source.tools.resolve(name))
    ready = _from_attributes(attributes, properties_of(schema)) if attributes.keys() - {"id", "index", "type"} else None
    if ready is not None:
        end = END.match(source.text, at)
        if end is not None:
            return Found(end.end(), (Draft(name, ready, (start, end.end())),))
    if source.family.needs_wrapper and not (wrapped or _BESIDE.search(source.text, max(0, start - 80), start)):
        return None
    found = read_parameters(source, start, name, at)
    if found is not None and opening["prefix"] == _DSML:
        return _thought(source, start, found.end) or found
    return found


def _thought(source: Source, start: int, end: int) -> Found | None:
    """DeepSeek V4 begins in reasoning: behind prose, a section that ends and never began was only thought of."""
    before = source.text[max(0, start - 200) : start].rstrip()
    if not before or before.endswith(">") or source.answering:
        return None
    gap = source.skip_space(end)
    tail = None if source.at_end(gap) else source.match(_V4_SECTION_END, gap)
    if tail is None:
        return None
    problem = source.refuse("the end of a section that never began", start).problem
    return Found(tail.end(), mode=mode_for("<think>"), thought=True, problem=problem)


def _attribute(source: Source, at: int) -> tuple[str, str, int] | None:
    """key, text and the end of `key="text"`; JSON in quotes of its own kind is read to its true end."""
    key = source.match(_ATTRIBUTE, at)
    if key is None:
        return None
    quote, pos = key["quote"], key.end()
    if not source.at_end(pos) and source.text[pos] in "{[":
        try:
            end = source.json(pos).end
        except JsonError:
            end = pos
        if end > pos and not source.at_end(end) and source.text[end] == quote:
            return key["key"], source.text[pos:end], end + 1
    close = source.find(_QUOTE[quote], pos)
    return None if close is None else (key["key"], html.unescape(source.text[pos : close.start()]), close.end())


def _from_attributes(attributes: dict[str, str], declared: Any) -> dict[str, Any] | None:
    for key in ("arguments", "params", "parameters", "args"):
        if key in attributes:
            try:
                read = read_json(attributes[key] or "{}", sealed=True)
            except JsonError:
                return None
            return read.value if isinstance(read.value, dict) else None
    own = {key: value for key, value in attributes.items() if key not in ("id", "index", "type")}
    return {key: typed(value, declared.get(key), "string") for key, value in own.items()}


def _broken_off(source: Source, start: int) -> Found:
    return Found(len(source.text), problem=source.refuse("the text ends inside the call", start).problem)


SYNTAX = Syntax(NAME, OPENING, read)
