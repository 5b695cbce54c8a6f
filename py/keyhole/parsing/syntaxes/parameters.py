"""The arguments behind a tag that names the tool: `<parameter=key>value</parameter>`, `<parameter name="key">...`,
elements of their own names, or JSON.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

from keyhole.parsing.patterns import any_of
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.child_tags import children, named_children, unwrapped
from keyhole.parsing.syntaxes.json_arguments import reaching, read_arguments
from keyhole.parsing.syntaxes.marks import closing
from keyhole.parsing.true_end import true_end
from keyhole.parsing.types import Draft, Found, Pending
from keyhole.parsing.values import items_of, properties_of, typed, types_of

BLANK = r"[\s\u0120\u010a]"
"""MiniCPM 5 sometimes writes a tokenizer's sign for it, or leaves it out."""
PREFIX = r"(?:[A-Za-z]{1,12}[:_]|[|\uff5c][A-Za-z]{1,12}[|\uff5c] ?)?"
WORD = any_of("function", "invoke", "tool_call", "tool", "call")
CALL_WORD = r"(?:function|invoke|inv(?:ok?)?|tool_calls?|tool|call)"
"""Quantized models (DeepSeek V4) break the word off where a call ends."""
_PARAM = rf"<\s{{0,2}}{PREFIX}(?:parameter|param|argument|arg)"
_PARAM_CLOSE = rf"<\s{{0,2}}/\s{{0,2}}{PREFIX}(?:parameter|param|argument|arg)\s{{0,4}}>"
_QUOTED = r"(?:\"[^\"<>]{0,100}\"|'[^'<>]{0,100}')"
_OTHERS = rf"(?:{BLANK}{{1,9}}(?!name|key)[\w\-]{{1,30}}\s{{0,4}}=\s{{0,4}}{_QUOTED}){{0,4}}"
"""Attributes before the one that names it."""
_PARAMETER = re.compile(
    rf"{_PARAM}(?:\s{{0,2}}=\s{{0,2}}[\"']?(?P<bare>[^<>\"'\n]{{1,100}})[\"']?"
    rf"|(?P<before>{_OTHERS}){BLANK}{{0,9}}(?:name|key)"
    r"\s{0,4}=\s{0,4}(?:\"(?P<double>[^\"\n<>]{1,100})\"|'(?P<single>[^'\n<>]{1,100})'|(?P<plain>[\w.\-]{1,100}(?=>))))(?P<more>[^<>]{0,200})>"
)
_NAME_INSIDE = re.compile(
    rf"{_PARAM}>\s{{0,9}}(?P<bare>[\w.\-]{{1,100}})\s{{0,9}}{_PARAM_CLOSE}(?P<double>)(?P<single>)(?P<plain>)(?P<before>)(?P<more>)"
)
_VALUE_INSIDE = re.compile(
    rf"{_PARAM}=(?P<bare>\w{{1,60}})=(?=[^<>]{{0,300}}{_PARAM_CLOSE})(?P<double>)(?P<single>)(?P<plain>)(?P<before>)(?P<more>)"
)
"""`<parameter=key=value</parameter>`: the tag's end is missing."""
_ANOTHER_PARAMETER = rf"(?={_PARAM}(?:\s{{0,2}}=\s{{0,2}}[\w\"']|{_OTHERS}{BLANK}{{0,4}}name\s{{0,4}}=))"
_VALUE_END = re.compile(
    rf"(?=<[^<])(?:{_PARAM_CLOSE}|{_ANOTHER_PARAMETER}|(?=</{PREFIX}{CALL_WORD}\s{{0,4}}>)"
    rf"|(?=<{PREFIX}{CALL_WORD}=[\w.\-]{{1,80}}>\s{{0,60}}[<{{]))"
)
_TOLD_END = re.compile(rf"{_VALUE_END.pattern}|(?={_PARAM}>)")
_MARKUP = (
    rf"{BLANK}*<(?:/?{PREFIX}(?:arguments|args|parameters|params|{CALL_WORD})|{PREFIX}(?:argument|parameter|param|arg))"
    rf"(?:{BLANK}|[=>]|name=)"
)
_TAGS = re.compile(
    rf"<(?=[/|\uff5cA-Za-z])(?P<close>/)?{PREFIX}(?P<tag>(?P<value>parameter|param|argument|arg)|{CALL_WORD})(?:[\s=][^<>]{{0,200}})?(?<!/)>"
)
_BEYOND = re.compile(
    rf"(?P<end>{_PARAM_CLOSE}(?={_MARKUP})|(?=</{PREFIX}{CALL_WORD}\s{{0,4}}>{_MARKUP})|{_ANOTHER_PARAMETER})|<{PREFIX}{CALL_WORD}[\s=>]"
)
"""The end of a value that the call goes on behind; else the beginning of another call."""
END = re.compile(rf"\s*</{PREFIX}{CALL_WORD}\s{{0,4}}>")
_GROUP = re.compile(r"</?(?:arguments|args|parameters|params)\s{0,4}>")
_ANOTHER = re.compile(rf"\s*<{PREFIX}{CALL_WORD}(?:=|{BLANK}{{0,4}}name)")
_HELD = re.compile(r"(?<![\w\-])value\s{0,4}=\s{0,4}(?:\"([^\"]*)\"|'([^']*)')")
_LONGEST_TAG = 420
_CUT_TAG = re.compile(r"</?[\w|:\uff5c=.\-]*(?:\s+[\w\-]*(?:=(?:\"[^\"<>]{0,200}\"?)?)?){0,4}\Z")
_BEHIND_JSON = any_of(">", "<function>")
"""What stands there by mistake: the end of the opening tag, or the closing tag without its stroke."""
_MOST_ARGUMENTS = 1000
_ESCAPED_TWICE = re.compile(r"&amp;(?:lt|gt|amp|quot|apos);")
_CDATA_OPEN = re.compile(r"\s*<!\[CDATA\[")
_CDATA_END = re.compile(r"\]\]>")
_CDATA = re.compile(r"\s*<!\[CDATA\[(.*)\]\]>\s*\Z", re.S)


def read_parameters(source: Source, start: int, name: str, at: int, *, escaped: bool = False) -> Found | None:
    """What stands behind the tag that names the tool: parameters, elements of their own names, or JSON. `escaped`: its
    text is escaped as in XML."""
    name = source.tools.resolve(name)
    schema = source.tools.schema(name)
    declared = properties_of(schema)
    arguments: dict[str, Any] = {}
    lists: dict[str, list[Any]] = {}
    count = 0
    at_body = source.skip_escaped_space(at)
    if not source.at_end(at_body) and source.text[at_body] == "{":
        return _json_inside(source, start, name, at_body)
    pos = at
    while True:
        gap = source.skip_escaped_space(pos)
        if source.at_end(gap):
            return _over(source, start, name, arguments, complete=bool(arguments))
        group = _GROUP.match(source.text, gap)
        if group is not None:
            pos = group.end()
            continue
        end = END.match(source.text, gap)
        if end is not None:
            whole = end.end()
            return Found(whole, (Draft(name, arguments, (start, whole)),))
        parameter = _PARAMETER.match(source.text, gap) or _VALUE_INSIDE.match(source.text, gap)
        parameter = parameter or _told(source, gap, declared)
        if parameter is None:
            if source.text[gap] == "<":
                source.await_end_of_tag(gap, _LONGEST_TAG)
            if _ANOTHER.match(source.text, gap) and arguments:
                return Found(pos, (Draft(name, arguments, (start, pos), repairs=("missing_end_mark",)),))
            if source.text[gap] == "<" and source.final and _CUT_TAG.match(source.text, gap):
                stopped = source.text[gap:] == "</"  # what a stop word leaves of the end mark
                return _over(source, start, name, arguments, complete=stopped and bool(arguments))
            return _children(source, start, name, gap, schema, arguments, pos)
        count += 1
        if count > _MOST_ARGUMENTS:
            raise source.refuse("too many arguments", gap)
        key = parameter["bare"] or parameter["double"] or parameter["single"] or parameter["plain"]
        if parameter[0].endswith("/>"):  # it holds nothing, but for what its tag does
            key, held = key.rstrip("/ "), _HELD.search(parameter["more"] or "")
            text = html.unescape(held[1] or held[2] or "") if held is not None else ""
            arguments[key] = typed(text, declared.get(key), "string") if text else ""
            pos = parameter.end()
            continue
        literal = source.find(_CDATA_END, parameter.end()) if _CDATA_OPEN.match(source.text, parameter.end()) else None
        begin = parameter.end() if literal is None else literal.end()
        told = parameter.re is _NAME_INSIDE
        ended = source.find(_TOLD_END if told else _VALUE_END, begin)
        if ended is None:
            return _over(source, start, name, arguments, complete=False)
        ended = ended if told else true_end(source, begin, ended, _BEYOND, _TAGS)
        text = source.text[parameter.end() : ended.start()]
        if key.strip() in arguments and source.family.strict_form:
            raise source.refuse("a parameter twice", gap)
        if not ended[0]:
            text = text.rstrip("\n")
        text = html.unescape(text) if escaped or (source.family.byte_level and literal is None) else text
        value = _value(source, text, key.strip(), declared, (parameter["before"] or "") + parameter["more"])
        _add(arguments, key.strip(), value, declared.get(key.strip()), lists)
        pos = ended.end()


def _told(source: Source, at: int, declared: Any) -> re.Match[str] | None:
    """A tag around the name of a parameter that the tool has: its value stands behind that."""
    told = _NAME_INSIDE.match(source.text, at)
    return told if told is not None and told["bare"] in declared else None


def _add(arguments: dict[str, Any], key: str, value: Any, schema: Any, lists: dict[str, list[Any]]) -> None:
    """A list may come an item at a time, and so may what no schema describes: those are held in `lists`, too. Of
    anything else the last is meant."""
    held = arguments.get(key)
    if held is None or (types_of(schema) and "array" not in types_of(schema)):
        arguments[key] = value
        return
    if key not in lists:
        lists[key] = arguments[key] = _items(held, schema)
    lists[key] += _items(value, schema)


def _items(value: Any, schema: Any) -> list[Any]:
    parts = value if isinstance(value, list) else [value]
    return [typed(part, items_of(schema), "string") if isinstance(part, str) else part for part in parts]


def _value(source: Source, text: str, key: str, declared: Any, more: str) -> Any:
    if _ESCAPED_TWICE.search(text):
        text = html.unescape(text)
    cdata = _CDATA.match(text)
    if cdata is not None:
        return cdata[1]
    flag = re.search(r"string\s{0,4}=\s{0,4}[\"'](true|false)", more or "")
    if source.family.byte_level:
        text = text.replace("\u0120", " ").replace("\u010a", "\n")
    schema = declared.get(key)
    if flag is not None:
        if schema is not None and (flag[1] == "true" or types_of(schema)):
            value = typed(text, schema, "string") if text[:1] not in " \n" or flag[1] == "false" else text
            if value != "null" or flag[1] == "true" or "string" in types_of(schema):
                return value
        return text if flag[1] == "true" else typed(text, None, "json")
    text = unwrapped(text, schema)
    guess = source.family.guess or "line"
    if guess == "line" and source.tools and schema is None:
        guess = "string"  # the tools are there, and say nothing of this argument
    return typed(text, None if source.family.json_first else schema, guess)


def _children(
    source: Source, start: int, name: str, at: int, schema: Any, arguments: dict[str, Any], pos: int
) -> Found | None:
    """No `<parameter`: perhaps the arguments are elements of their own names."""
    if arguments:
        return Found(pos, (Draft(name, arguments, (start, pos), repairs=("missing_end_mark",)),))
    close = None
    if source.text[at] == "<":
        close = source.find(re.compile(rf"</(?:{re.escape(name)}|{PREFIX}{CALL_WORD})\s{{0,4}}>"), at)
    if close is not None:
        body = source.text[at : close.start()]
        held = named_children(body, schema) or children(body, schema)
        if held is not None and (held or not body.strip()):
            return Found(close.end(), (Draft(name, held, (start, close.end())),))
    raise source.refuse("no arguments where they should stand", at)


def _json_inside(source: Source, start: int, name: str, at: int) -> Found:
    found = read_arguments(source, start, name, at)
    if found.problem is not None:
        return found
    end = found.end
    gap = source.skip_space(end)
    lost = None if source.at_end(gap) else source.match(_BEHIND_JSON, gap)
    if lost is not None:
        gap = end = lost.end()
    if not source.at_end(gap) and source.text[gap] == "<":
        end = closing(source, gap) or end
    return reaching(found, end)


def _over(source: Source, start: int, name: str, arguments: dict[str, Any], *, complete: bool) -> Found:
    """The text is over. Behind a whole parameter the call is taken as meant; inside one it is not."""
    if not source.final:
        raise Pending
    end = len(source.text)
    if source.family.unfinished == "text" or (complete and source.family.strict_form):
        raise source.refuse("the text ends before the call does", start)
    if complete:
        return Found(end, (Draft(name, arguments, (start, end), repairs=("missing_end_mark",)),))
    raw = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))[:-1]
    problem = source.refuse("the text ends inside the call", start).problem
    return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)
