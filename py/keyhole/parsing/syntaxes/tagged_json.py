"""JSON behind a mark: `<tool_call>{...}</tool_call>` (Hermes, Qwen 2.5, LongCat, Apriel, Jamba, Hunyuan, Nemotron),
`[TOOL_CALLS] [...]` (Mistral, xLAM), `<|tool_call|> [...]` (Granite), `functools[...]` (Phi-4), `<|python_tag|>`,
`<|action_start|><|plugin|>` (InternLM), `<|START_ACTION|>` (Command), `TOOL_CALL_START ... TOOL_CALL_END`, and kin.
"""

from __future__ import annotations

import contextlib
import html
import json
import re
from dataclasses import replace
from typing import Any

from keyhole.parsing.lenient_json import JsonError, Read, UnfinishedJson, read_json
from keyhole.parsing.patterns import any_of, chars, lit
from keyhole.parsing.source import Source
from keyhole.parsing.space import past
from keyhole.parsing.syntaxes import noise
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_calls import BESIDE, NotACall, calls_in, cut_off, unfinished
from keyhole.parsing.syntaxes.marks import closing, is_special, opening
from keyhole.parsing.syntaxes.thinking import CLOSING
from keyhole.parsing.types import Draft, Found, Pending, Refused
from keyhole.parsing.waiting import Brackets

NAME = "tagged_json"
_XML_CLOSE = re.compile(r"</[\w:|-]{1,40}>|<\|?[\w|]*end[\w|]*>|\[/[A-Z_]+\]|TOOL_CALL_END")
_BRACKETS = re.compile(r"(?:\s*[}\]])*+")
_CUT_CLOSE = re.compile(r"(?:</?[\w:|-]{0,40}|<\|?[\w|]{0,40}|\[/?[A-Z_]{0,40}|T[A-Z_]{0,12})\Z")
_LONGEST_CLOSE = 60
_MOST_OBJECTS = 100
"""Behind each other without a list around them."""
_ESCAPED = chars(r"[{\[\s]", 1, 40) + any_of("&quot;", '\\"').named("quote")


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The JSON at `at`, with the closing marks behind it."""
    try:
        read, end, repairs = _json_and_close(source, start, at)
    except UnfinishedJson as error:
        return _unfinished(source, start, at, error)
    except JsonError as error:
        if source.family.bad_arguments == "report":
            return _unreadable(source, start, at, error)
        if source.text[at] == "[" and source.family.broken == "hide" and (found := _members(source, start, at)):
            return found
        raise source.refuse(error.reason, error.position) from None
    shape = "list" if isinstance(read.value, list) else "object"
    if source.family.shape not in ("any", shape):
        raise source.refuse(f"this family writes its calls as a {source.family.shape}", at)
    if isinstance(read.value, dict):
        if "inner_quotes" in repairs and len(read.value) > 2:
            raise source.refuse("unescaped quotes, and more behind the arguments", at)
        if "extra_bracket" in repairs and len(read.value.keys() - BESIDE) > 2:
            raise source.refuse("a bracket too many, and more behind the arguments", at)
    try:
        calls = _calls(source, source.text[start:at], read.value)
    except NotACall as error:
        raise source.refuse(f"not a call: {error}", at) from None
    drafts, problem = [], None
    for name, arguments in calls:
        raw = None
        if not isinstance(arguments, dict):
            if source.family.bad_arguments not in ("report", "report readable"):
                raise source.refuse("the arguments are not an object", at)
            raw, arguments = _raw(source.text[at:end]) or json.dumps(arguments, ensure_ascii=False), None
            problem = source.problem("the arguments are not an object", at)
        elif "cut_end_mark" in repairs and isinstance(read.value, list) and _quoted_arguments(read.value):
            raise source.refuse("arguments as text, and no end mark", at)
        drafts.append(Draft(name, arguments, (start, end), raw=raw, repairs=repairs))
    return Found(end, tuple(drafts), problem=problem)


def _calls(source: Source, mark: str, value: Any) -> list[tuple[str, Any]]:
    """The calls in a value. Where nobody knows the tools, a name alone behind a special token calls one."""
    if not source.tools and is_special(mark):
        items = value if isinstance(value, list) else [value]
        value = [{**item, "arguments": {}} if _is_name(item) else item for item in items]
    return calls_in(value, known=source.tools.schemas, any_name="prefix" in mark, alone="call" in mark.lower())


def _is_name(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str) and not value.keys() - BESIDE - {"name"}


def _members(source: Source, start: int, at: int) -> Found | None:
    """The calls of a list of which some cannot be read."""
    drafts: list[Draft] = []
    pos = at + 1
    while True:
        pos = source.skip_space(pos)
        if source.at_end(pos) or source.text[pos] not in "{,":
            break
        if source.text[pos] == ",":
            pos += 1
            continue
        brackets = Brackets(pos)
        brackets.count(source.text)
        if brackets.closed is None:
            if not source.final:
                raise Pending(value_at=pos)
            break
        with contextlib.suppress(JsonError, NotACall):
            value = read_json(source.text[pos : brackets.closed], sealed=True).value
            calls = calls_in(value, known=source.tools.schemas)
            drafts += [Draft(name, held, (pos, brackets.closed)) for name, held in calls if isinstance(held, dict)]
        pos = brackets.closed
    if not drafts:
        return None
    end = pos + source.text.startswith("]", pos)
    gap = source.skip_space(end)
    end = (None if source.at_end(gap) else closing(source, gap)) or end
    problem = source.problem("not all calls of the list can be read", at)
    return Found(end, tuple(replace(draft, span=(start, end)) for draft in drafts), problem=problem)


def _quoted_arguments(items: list[object]) -> bool:
    return any(isinstance(item, dict) and isinstance(item.get("arguments"), str) for item in items)


def _raw(text: str) -> str:
    found = re.search(r'"(?:arguments|parameters|args)"\s*:\s*("(?:[^"\\]|\\.)*")', text)
    return found[1] if found else ""


def _json_and_close(
    source: Source, start: int, at: int, most: int = _MOST_OBJECTS
) -> tuple[Read, int, tuple[str, ...]]:
    try:
        read = _escaped(source, at) or _unquoted(source.json(at))
    except UnfinishedJson:
        read = _sealed(source, at)
    except JsonError as error:
        # Perhaps only because brackets are missing before a closing mark, which was read on over.
        if not source.final and _CUT_CLOSE.match(source.text, error.position):
            raise Pending from None
        if _XML_CLOSE.search(source.text, at, error.position + _LONGEST_CLOSE) is None:
            raise
        try:
            read = _sealed(source, at)
        except UnfinishedJson:
            raise error from None
    repairs = read.repairs
    end = past(_BRACKETS, source.text, read.end)
    tagged = _tagged(source, start)
    gap = source.skip_space(end)
    if end > read.end:
        repairs += ("extra_bracket",)
    if source.at_end(gap):
        return read, gap, (*repairs, "missing_end_mark") if tagged else repairs
    after = closing(source, gap)
    if after is not None:
        return read, after, repairs
    if source.final and re.compile(r"<[/|]?[\w|:]*\Z").match(source.text, gap):
        return read, len(source.text), (*repairs, "missing_end_mark", "cut_end_mark")
    if tagged and source.text[gap] == "<" and (wrong := source.match(CLOSING, gap)) is not None:
        after = None if source.at_end(wrong.end()) else closing(source, wrong.end())
        if after is not None or source.answering or source.begins(start):
            return read, after or wrong.end(), (*repairs, "missing_end_mark")
    if source.text[gap] in "<[" and opening(source, gap) is not None:
        if tagged and _XML_CLOSE.search(source.text, at, read.end):
            raise JsonError("the only end mark stands inside a string", at)
        return read, end, (*repairs, "missing_end_mark") if tagged else repairs
    if source.family.first_only and source.text[gap] == "," and isinstance(read.value, dict):
        return read, _line_end(source, gap), repairs
    if source.text[gap] in (",;{" if tagged else ",;") and isinstance(read.value, dict):
        after_gap = gap if source.text[gap] == "{" else source.skip_space(gap + 1)
        if not source.at_end(after_gap) and source.text[after_gap] == "{":
            if most <= 1:
                raise JsonError("too many calls between two marks", gap)
            following, end, more = _json_and_close(source, start, after_gap, most - 1)
            values = following.value if isinstance(following.value, list) else [following.value]
            return Read([read.value, *values], end, ()), end, (*repairs, *more)
    if tagged and not noise.follows(source, gap):
        line = _line_end(source, gap)
        if source.stands_before(_XML_CLOSE, gap, line):
            raise JsonError("text between the call and its end mark", gap)
        if "\n" not in source.text[end:gap] and source.text[gap].isalpha():
            raise JsonError("text behind a call without an end mark", gap)
    return read, end, (*repairs, "missing_end_mark") if tagged else repairs


def _escaped(source: Source, at: int) -> Read | None:
    """JSON whose quotes are entities, as in a page, or escaped, as in a string, up to its end mark."""
    escaped = source.match(_ESCAPED, at)
    if escaped is None:
        return None
    close = source.find(_XML_CLOSE, at)
    if close is None:
        raise source.refuse("escaped quotes, and no end mark", at)
    text, end = source.text[at : close.start()], close.start()
    try:
        if escaped["quote"][0] == "&":
            text = html.unescape(text)
        else:
            whole = read_json(f'"{text}"', sealed=True)
            if whole.end != len(text) + 2:
                raise JsonError("quotes of two kinds", at)
            text = str(whole.value)
        read = read_json(text, sealed=True)
    except JsonError as error:
        raise source.refuse(error.reason, end) from None
    if text[read.end :].strip(" \t\r\n}]"):
        raise source.refuse("text between the call and its end mark", end)
    return Read(read.value, end, (*read.repairs, "escaped_quotes"))


def _unquoted(read: Read) -> Read:
    """What a text holds that is JSON once more."""
    if not isinstance(read.value, str):
        return read
    inner = read_json(read.value, sealed=True)
    return Read(inner.value, read.end, (*inner.repairs, "escaped_quotes"))


def _tagged(source: Source, start: int) -> bool:
    return source.text[start] == "<" and not is_special(source.text[start : start + 2])


def _line_end(source: Source, at: int) -> int:
    found = source.find(re.compile(r"\n"), at)
    return found.start() if found else len(source.text)


def _sealed(source: Source, at: int) -> Read:
    close = source.find(_XML_CLOSE, at)
    if close is None:
        raise UnfinishedJson("the text ends inside the call", len(source.text))
    read = source.json(at, sealed_at=close.start())
    if source.text[read.end : close.start()].strip(" \t\r\n}]"):
        raise JsonError("text between the call and its end mark", read.end)
    return read


def _unfinished(source: Source, start: int, at: int, error: JsonError) -> Found | None:
    try:
        calls = cut_off(source.text, at, source.tools.schemas)
    except NotACall as odd:
        raise source.refuse(f"not a call: {odd}", at) from None
    end = len(source.text)
    if not calls:
        return Found(end, problem=source.refuse("the text ends before the call's name", start).problem)
    policy = source.family.unfinished
    if policy == "text" or (policy == "whole" and _whole(calls[-1][2])):
        raise source.refuse(error.reason, error.position)
    drafts = tuple(Draft(name, arguments, (start, end), raw=raw) for name, arguments, raw in calls)
    return Found(end, drafts, problem=source.refuse("the text ends inside the call", start).problem)


def _whole(raw: str | None) -> bool:
    """Whether arguments that break off are whole: only what stands around them does."""
    try:
        read = read_json(raw or "")
    except JsonError:
        return False
    return not (raw or "")[read.end :].strip()


def _unreadable(source: Source, start: int, at: int, error: JsonError) -> Found:
    """Where broken calls are wanted, too: what was written, run by nobody."""
    if _tagged(source, start) and unfinished(source.text[at : error.position], 0) is None:
        raise source.refuse(error.reason, error.position)  # a tag that is only spoken of may look like this
    close = source.find(_XML_CLOSE, at)
    stop = close.start() if close else len(source.text)
    so_far = unfinished(source.text[at:stop], 0)
    name, raw = so_far if so_far else ("", source.text[at:stop])
    end = close.end() if close else stop
    problem = source.refuse(error.reason, error.position).problem
    return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)


def read_functools(source: Source, start: int) -> Found | None:
    if start and (source.text[start - 1].isalnum() or source.text[start - 1] in "_."):
        return None
    return read_body(source, start, start + len("functools"))


FUNCTOOLS = Syntax(NAME, lit("functools["), read_functools)

__all__ = ["FUNCTOOLS", "Refused", "read_body"]
