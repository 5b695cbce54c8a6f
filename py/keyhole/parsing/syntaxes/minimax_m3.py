"""MiniMax M3: XML whose every tag stands behind `]<]minimax[>[`, arguments as elements of their own names."""

from __future__ import annotations

import json
import re
from typing import Any

from keyhole.parsing.patterns import chars, lit
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of, typed, types_of

_MARK = "]<]minimax[>["
OPENING = lit(_MARK) + chars(r"\s", 0, 8) + lit("<")
"""Some write a blank behind the mark."""
_INVOKE = OPENING + lit("invoke name=")
_WRAPPER = OPENING + lit("tool_call>")
_TAG = re.compile(re.escape(_MARK) + r"\s{0,8}<(/?)([^<>]{1,100})>")
_SECTION_END = OPENING + lit("/tool_call>")
_ENDS_INVOKE = re.compile(re.escape(_MARK) + r"\s{0,8}</invoke>\s*\Z")
_IN_SECTION = re.compile(re.escape(_MARK) + r"\s{0,8}<(?:/invoke|tool_call)>\s*\Z")
_CUT_MARK = re.compile(rf"\]{lit(_MARK[1:] + '<').part}(?<!\[)\Z|{re.escape(_MARK)}<?[^<>]{{0,100}}\Z")
_NAME = re.compile(r"""\s*invoke\s+name=(?:"([^"]{1,100})"|'([^']{1,100})'|([^\s"']{1,100}))""")
_TEXT = "$text"
"""The member that text beside elements becomes."""
_MAX_DEPTH = 160


def read(source: Source, start: int) -> Found | None:
    """One `invoke`; the wrapper's own tags are markup."""
    if source.match(_INVOKE, start) is not None:
        return _invoke(source, start) if not source.family.needs_wrapper or _inside(source, start) else None
    wrapper = source.match(_WRAPPER, start)
    if wrapper is None:
        closing = source.find(re.compile(r">"), start + len(_MARK))
        end = source.match(_SECTION_END, start)
        if end is not None and source.answering and _ENDS_INVOKE.search(source.text[max(0, start - 100) : start]):
            return Found(end.end())
        if closing is None:
            return Found(len(source.text), problem=source.refuse("the text ends inside a mark", start).problem)
        return None
    at = source.skip_space(wrapper.end())
    if source.at_end(at):
        return Found(at, problem=source.refuse("the text ends before the call", start).problem)
    if source.match(_INVOKE, at) is None:
        rest = source.text[at : at + 100]
        if source.final and _INVOKE.beginning.match(rest):
            return Found(len(source.text), problem=source.refuse("the text ends before the call", start).problem)
        return None
    return _invoke(source, at, start)


def _inside(source: Source, start: int) -> bool:
    return _IN_SECTION.search(source.text[max(0, start - 100) : start]) is not None


def _invoke(source: Source, at: int, start: int | None = None) -> Found | None:
    start = at if start is None else start
    first = source.find(_TAG, at)
    named = _NAME.match(first[2]) if first and first.start() == at else None
    if first is None and _CUT_MARK.search(source.text, max(at, len(source.text) - 150)):
        return Found(len(source.text), problem=source.refuse("the text ends before the call", start).problem)
    if first is None or named is None:
        raise source.refuse("an invoke without a name", at)
    name = named[1] or named[2] or named[3]
    schema = source.tools.schema(source.tools.resolve(name))
    arguments: list[tuple[str, Any]] = []
    stack: list[tuple[str, list[tuple[str, Any]], list[str]]] = []
    pos = first.end()
    while True:
        tag = source.find(_TAG, pos)
        if tag is None:
            end = len(source.text)
            cut_mark = _CUT_MARK.search(source.text, max(pos, len(source.text) - 150))
            if stack and not arguments and source.family.needs_wrapper and cut_mark is None:
                raise source.refuse("the text ends inside the call", at)
            raw = json.dumps(_members(arguments, schema), ensure_ascii=False, separators=(",", ":"))[:-1]
            problem = source.refuse("the text ends inside the call", at).problem
            return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)
        if stack:
            stack[-1][2].append(source.text[pos : tag.start()])
        pos = tag.end()
        if not tag[1]:
            if len(stack) > _MAX_DEPTH:
                raise source.refuse("nested too deeply", tag.start())
            stack.append((tag[2].strip(), [], []))
        elif not stack:
            return Found(pos, (Draft(name, _members(arguments, schema), (start, pos)),))
        else:
            key, children, texts = stack.pop()
            if tag[2].strip() != key:
                raise source.refuse("tags that do not match", tag.start())
            text = "".join(texts)
            if children and text.strip():
                children.append((_TEXT, text))
            (stack[-1][1] if stack else arguments).append((key, children or text))


def _shaped(value: Any, schema: Any) -> Any:
    """Elements as the schema wants them: a list's items, an object's members, equal names gathered."""
    if isinstance(value, str):
        kinds = types_of(schema)
        if not value.strip() and kinds & {"array", "object"} and "string" not in kinds:
            return [] if "array" in kinds else {}
        return typed(value, schema, "string")
    if "array" in types_of(schema):
        items = schema.get("items")
        return [_shaped(item, items) for _, item in value]
    return _members(value, schema)


def _members(value: list[tuple[str, Any]], schema: Any) -> dict[str, Any]:
    """An object; what comes more than once is a list."""
    declared = properties_of(schema)
    loose = schema.get("additionalProperties") if isinstance(schema, dict) else None
    result: dict[str, Any] = {}
    seen: set[str] = set()
    for key, item in value:
        shaped = _shaped(item, declared.get(key, loose if isinstance(loose, dict) else None))
        if key in result:
            result[key] = [*result[key], shaped] if key in seen else [result[key], shaped]
            seen.add(key)
        else:
            result[key] = shaped
    return result


SYNTAX = Syntax("minimax_m3", OPENING, read)
