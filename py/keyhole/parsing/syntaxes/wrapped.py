"""A call between marks: whatever stands inside is read by its own form."""

from __future__ import annotations

import re
from dataclasses import replace

from keyhole.parsing.patterns import NAME, SPACE, Pattern, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import (
    arg_key,
    arg_tokens,
    bare_harmony,
    child_tags,
    elements,
    function_tag,
    gemma,
    invoke,
    named_json,
    named_tag,
    named_text,
    pythonic,
    tagged_json,
)
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.marks import OPENING, closing, is_special, next_closing, opening
from keyhole.parsing.syntaxes.parameters import read_parameters
from keyhole.parsing.types import Found, Pending, Refused

_FENCE = lit("```") + chars(r"[a-z_]", 0, 16) + lit("\n")
_FENCE_END = SPACE + lit("```") + SPACE
_NAME_MARK = Pattern(r"<[|\uff5c]\w{0,20}[:_\u2581]?name[|\uff5c]>", r"<(?:[|\uff5c][\w:\u2581]{0,30}[|\uff5c]?)?")
_ID = chars(r"[\w\-.]", 1, 64) + _NAME_MARK.named("mark")
_QUOTED_JSON = lit('"') + chars(r"\s", 0, 8) + chars(r"[{\[]", 1, 1)
_TOOLS_TAG = lit("<") + NAME.named("name") + chars(r"[\s/>]", 1, 1)
_NAMED_BY = any_of(chars("[=:]", 1, 1), chars(r"\s", 1, 4) + any_of("name", "tool", "function") + lit("="))
_TAG_OF_TOOL = (
    lit("<") + chars(r"[\w\-]", 1, 40) + _NAMED_BY + chars("[\"']", 0, 1) + NAME.named("name") + chars("[>\"']", 1, 1)
)
_STEP = lit("function<\uff5ctool_sep\uff5c>") + opt(NAME + chars(r"\s", 1, 8)) + lit("<")
_NO_BRACKET = lit("function=") + NAME.named("name") + lit(">")
_CUT_CALL = re.compile(r"(?:<[^<>]{0,200}|\[\s{0,20}(?:[A-Za-z_][\w.]{0,100})?)\Z")
_IN_WORD = re.compile(r"\w")
_LINE_START = re.compile(r"(?:^|[\n>\]}])[ \t]*\Z|[.?!:]\Z")


def read(source: Source, start: int) -> Found | None:
    if source.text[start].isalpha() and _IN_WORD.match(source.text[start - 1 : start]):
        return None
    at = opening(source, start)
    if at is None or _names_tool(source, start, at) or (source.family.wrappers and not _known_wrapper(source, start)):
        return None
    marks = 1
    while True:
        at_body = source.skip_escaped_space(at)
        if source.at_end(at_body):
            return _only_marks(source, start, at_body)
        ident = source.match(_ID, at_body)
        at_body = ident.start("mark") if ident else at_body
        after = opening(source, at_body) if marks < 6 and not _begins_element(source, at_body) else None
        if after is None:
            break
        at, marks = after, marks + 1
    if source.text.startswith(("<|", "<\uff5c"), start) and (emptied := _emptied(source, at_body)) is not None:
        return Found(emptied)
    if "calls" in source.text[start:at] and (empty := closing(source, at_body)) is not None:
        while (more := closing(source, source.skip_space(empty))) is not None:
            empty = more
        return Found(empty, problem=source.problem("a section without a call", start))
    if source.final and _CUT_CALL.match(source.text, at_body):
        return _only_marks(source, start, len(source.text))
    first_end = opening(source, start)
    assert first_end is not None  # it was there a moment ago
    try:
        fence = source.match(_FENCE, at_body)
        found = _body(source, start, at_body) if fence is None else _in_fence(source, start, fence.end())
    except Refused as refused:
        raise _as_family_does(source, refused, start, first_end, at_body) from None
    if found is None and _own_tag(source, at_body):
        return Found(at_body, open_marks=(source.text[start:first_end],))
    if found is None and source.family.broken != "text" and is_special(source.text[start:first_end]):
        raise _as_family_does(source, source.refuse("no call behind the mark", at_body), start, first_end, at_body)
    if found is not None and not found.drafts and not _began(source, start, at):
        return None
    if found is not None and found.drafts and source.text.startswith("<|content_invoke", start):
        return replace(found, take_back=found.drafts[0].name)
    if found is not None and source.family.wrapper_must_close and marks > 1:
        return _closed(source, start, found)
    return found


def _emptied(source: Source, at: int) -> int | None:
    """Behind the special token that ends at once what another began, if nothing else follows in the line."""
    after = closing(source, at)
    return after if after is not None and is_special(source.text[at:after]) and source.line_is_over(after) else None


def _begins_element(source: Source, at: int) -> bool:
    """Whether an element with a text of its own stands there."""
    element = source.match(elements.OPENING, at)
    return element is not None and not source.at_end(element.end()) and source.text[element.end()] != "<"


def _in_fence(source: Source, start: int, at: int) -> Found | None:
    at = source.skip_space(at)
    found = None if source.at_end(at) else _body(source, start, at)
    if found is None:
        return None
    end = source.match(_FENCE_END, found.end)
    return found if end is None else replace(found, end=closing(source, end.end()) or end.end())


def _body(source: Source, start: int, at: int) -> Found | None:
    typed = source.match(_STEP, at)
    if typed is not None:
        at = typed.end() - 1
    char = source.text[at]
    if char in "{[" or (char == '"' and source.match(_QUOTED_JSON, at) is not None):
        if char == "[" and source.match(pythonic.OPENING, at):
            return _as(pythonic.NAME, pythonic.read_body(source, start, at))
        if char == "{" and (quoted := gemma.read_quoted_json(source, start, at)) is not None:
            return _as(gemma.NAME, quoted)
        return _as(tagged_json.NAME, tagged_json.read_body(source, start, at))
    if char == "<":
        for syntax in (function_tag, invoke):
            found = syntax.read(source, at, typed is not None)
            if found is not None:
                drafts = tuple(replace(draft, span=(start, draft.span[1])) for draft in found.drafts)
                return _as(syntax.NAME, replace(found, drafts=drafts))
        return _as(elements.NAME, elements.read_body(source, start, at))
    if char == "f" and (opened := source.match(_NO_BRACKET, at)) is not None:
        return _as(function_tag.NAME, read_parameters(source, start, opened["name"], opened.end()))
    if char == ":" or source.match(gemma.OPENING, at):
        return _as(gemma.NAME, gemma.read_body(source, start, at))
    for module in (bare_harmony, arg_tokens, named_json, arg_key, pythonic, child_tags, named_tag, named_text):
        found = module.read_body(source, start, at)
        if found is not None:
            return _as(module.NAME, found)
    return _as(named_tag.NAME, named_tag.read_unnamed(source, start, at))


def _own_tag(source: Source, at: int) -> bool:
    """Whether an element of a tool's name stands there, or one that names it: syntaxes of their own."""
    if source.text[at] != "<":
        return False
    tag = source.match(_TOOLS_TAG, at) or source.match(_TAG_OF_TOOL, at)
    return tag is not None and tag["name"] in source.tools


def _names_tool(source: Source, start: int, end: int) -> bool:
    """Whether the mark itself names the tool (`<call:f>`), and nothing behind it does: that is `any_element`'s."""
    name = re.split("[:=]", source.text[start:end].rstrip(">"))[-1].strip()
    return name in source.tools and source.match(SPACE + lit(name) + chars(r"\s", 1, 1), end) is None


def _known_wrapper(source: Source, start: int) -> bool:
    mark = re.match(r"<[|\uff5c]?(?:\w+[|\uff5c:])? ?(\w+)", source.text[start : start + 80])
    return mark is not None and mark[1] in source.family.wrappers


def _as(syntax: str, found: Found | None) -> Found | None:
    """The same, each call under the name of the form it was read in."""
    if found is None:
        return None
    return replace(found, drafts=tuple(replace(draft, syntax=syntax) for draft in found.drafts))


def _closed(source: Source, start: int, found: Found) -> Found:
    """For families whose outer wrapper must be closed: look for the end of the whole section."""
    name = re.match(r"<([^>]{1,100})>", source.text[start : start + 102])
    if name is None:  # another family's mark, which has no end
        return found
    mark = name[1].replace("begin", "end") if "begin" in name[1] else f"/{name[1]}"
    end = source.find(re.compile(re.escape(f"<{mark}>")), found.end)
    if end is None:
        raise source.refuse("the calls' section is not closed", found.end, end=len(source.text))
    return found


def _only_marks(source: Source, start: int, end: int) -> Found | None:
    """The text ends behind an opening mark. On a line of its own it began a call; else somebody spoke of it."""
    if _began(source, start, end):
        return Found(end, problem=source.refuse("the text ends where a call begins", start).problem)
    return None


def _began(source: Source, start: int, at: int) -> bool:
    """Whether a mark that nothing whole follows began a call: it does on a line of its own, and where a special token
    touches what follows."""
    if _LINE_START.search(source.text[max(0, start - 40) : start]):
        return True
    return (
        is_special(source.text[start:at])
        and not source.text[at - 1 : at + 1].isspace()
        and source.text[at : at + 1] != " "
    )


def _as_family_does(source: Source, refused: Refused, start: int, first_end: int, at_body: int) -> Refused:
    if refused.hide is not None or source.family.broken == "text":
        return refused
    if source.family.broken == "unmarked":
        refused.hide = (start, at_body)
        return refused
    end = refused.end if refused.end is not None else next_closing(source, at_body)
    if end is None and not source.final:
        raise Pending
    refused.hide = (start, end or len(source.text))
    return refused


SYNTAX = Syntax("wrapped", OPENING, read)
