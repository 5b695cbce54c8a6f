"""Arguments as child elements: `<city>Paris</city><days>2</days>`, by themselves or behind a name
(`<tool_call>write_file` and then `<path>...</path>`). Only names that the tool's schema declares count as elements, so
markup inside a value stays text.
"""

from __future__ import annotations

import html
import re
from typing import Any

from keyhole.parsing.declared import item_schema, parts, settled
from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.patterns import NAME as NAME_PATTERN
from keyhole.parsing.patterns import ahead, chars, lit
from keyhole.parsing.source import Source
from keyhole.parsing.space import SPACE, past
from keyhole.parsing.types import MAX_VALUES, Draft, Found
from keyhole.parsing.values import items_of, properties_of, typed, types_of

NAME = "child_tags"
_HEAD = NAME_PATTERN.named("name") + chars(r"\s", 0, 20) + lit("<") + ahead("[^/]")
_ATTRIBUTES = r"(?:\s(?:(?:[^<>\"']|\"[^\"]{0,200}\"|'[^']{0,200}'){0,200}+(?=>)|[^<>]{0,200}))?"
_TAG = re.compile(rf"<\s{{0,4}}([\w.\-]{{1,80}})({_ATTRIBUTES})>|<\s{{0,4}}([\w.\-]{{1,80}})\s{{0,4}}/>")
_CLOSE = re.compile(r"</\s{0,4}([\w.\-]{1,80})\s{0,4}>")
CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.S)
"""One that nothing closes reaches to the end: else the rest would be searched for each."""
_STRAY_CLOSE = re.compile(r"</[\w.\-]{1,80}>\Z")
_ASIDE = re.compile(r"(?:\s+|<!--(?:(?!-->).){0,400}-->|<\?[^<>?]{0,200}\?>)*+", re.S)
"""White space, comments and instructions: what stands between elements."""
_SAID_AGAIN = ("description", "explanation", "thought", "reason")
"""What only explains a call: said twice, the last is meant."""
_BETWEEN_NUMBERS = re.compile(r"[,\s]\s*")
_NUMBERS = {"integer", "number"}
_NOT_SPLIT = re.compile(r"[\"'(\[{<]")
"""What shows that commas may be part of a text."""
_MAX_DEPTH = 150
_MOST_UNCLOSED = 20


def read_body(source: Source, start: int, at: int) -> Found | None:
    """`name` and its child elements behind an opening mark, up to the first closing tag of the call."""
    head = source.match(_HEAD, at)
    if head is None or head["name"] not in source.tools:
        return None
    name = head["name"]
    close = source.find(re.compile(rf"</(?:{re.escape(name)}|tool_call|function)\s{{0,4}}>"), head.end() - 1)
    if close is None:
        raise source.refuse("the text ends inside the call", start)
    arguments = children(source.text[head.end() - 1 : close.start()], source.tools.schema(name))
    if arguments is None:
        raise source.refuse("not the tool's arguments", head.end())
    return Found(close.end(), (Draft(name, arguments, (start, close.end()), repairs=("missing_end_mark",)),))


def children(body: str, schema: Any, *, mended: bool = False, exact: bool = False) -> dict[str, Any] | None:
    """The arguments in an element's body, or None when something else stands in it. `mended`: an element that nothing
    closes reaches to the next. `exact`: a line break at the end of a text is part of it."""
    declared = properties_of(schema)
    arguments: dict[str, Any] = {}
    others: list[tuple[str, str]] = []
    name = ""
    pos = unclosed = 0
    for _ in range(MAX_VALUES):
        pos = past(_ASIDE, body, pos)
        if pos >= len(body):
            return _with_others(arguments, others, schema)
        again = _CLOSE.match(body, pos)
        if again is not None and again[1] == name:
            pos = again.end()  # closed once more
            continue
        tag = _TAG.match(body, pos)
        if tag is None:
            return None
        name = tag[1] or tag[3]
        if tag[3]:
            inner, end = "", tag.end()
        else:
            close = _matching_end(body, name, tag.end()) or _close_of(name).search(body, tag.end())
            unclosed += close is None
            if close is None and (not mended or unclosed > _MOST_UNCLOSED):
                return None
            inner, end = (
                _to_the_next(body, tag.end(), declared)
                if close is None
                else (
                    body[tag.end() : close.start()],
                    close.end(),
                )
            )
        if declared and name not in declared and not _open_ended(schema):
            others.append((name, inner))
            pos = end
            continue
        inner = inner if exact else inner.rstrip("\n")
        value = element(inner, declared.get(name), 0) if declared else _guessed(_free(inner, 1))
        if name in arguments and name not in _SAID_AGAIN:
            if declared and "array" not in types_of(declared.get(name)):
                return None  # twice: nobody knows which one was meant
            value = _joined(arguments[name], value if isinstance(value, list) else [value])
        arguments[name] = value
        pos = end
    return None


def _with_others(arguments: dict[str, Any], others: list[tuple[str, str]], schema: Any) -> dict[str, Any] | None:
    """With the elements that no schema declares: as they are beside all that the tool requires, or, where there is but
    one and nothing else, what stands in it."""
    if not others:
        return arguments
    if not arguments:
        inner = others[0][1].lstrip()
        first = _TAG.match(inner) if len(others) == 1 else None
        within = first is not None and (first[1] or first[3]) in properties_of(schema)
        return (children(inner, schema) or None) if within else None
    names = "|".join(map(re.escape, properties_of(schema)))
    required = schema.get("required") if isinstance(schema, dict) else None
    if not set(required or ()) <= arguments.keys() or any(re.search(rf"<(?:{names})[\s>]", text) for _, text in others):
        return None
    return {**arguments, **{name: _guessed(_free(text, 1)) for name, text in others}}


def _close_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"</\s{{0,4}}{re.escape(name)}\s{{0,4}}>")


def _to_the_next(body: str, at: int, declared: Any) -> tuple[str, int]:
    """The text from `at` on of an element that nothing closes, and where it ends."""
    names = "|".join(map(re.escape, declared)) or r"[\w.\-]{1,80}"
    following = re.compile(rf"<(?:{names})[\s/>]").search(body, at)
    end = following.start() if following else len(body)
    text = body[at:end].rstrip()
    stray = _STRAY_CLOSE.search(text, max(0, len(text) - 90))
    return text[: stray.start()] if stray else text, end


def _joined(held: Any, more: list[Any]) -> list[Any]:
    """In place: copying a list for each of its items takes their number squared."""
    items = held if isinstance(held, list) else [held]
    items += more
    return items


def _open_ended(schema: Any) -> bool:
    return isinstance(schema, dict) and bool(schema.get("patternProperties"))


def text_of(inner: str) -> str:
    """The text of an element: entities and CDATA resolved, other markup as it is."""
    if "<![CDATA[" in inner:
        return CDATA.sub(lambda found: found[1], inner)
    if inner.startswith("\n"):
        inner = inner.strip("\n") if inner.strip() else ""
    return html.unescape(inner) if "&" in inner else inner


def element(inner: str, schema: Any, depth: int) -> Any:
    """An element's value as its schema wants it."""
    kinds = types_of(schema)
    if depth > _MAX_DEPTH or not kinds & {"array", "object"}:
        if kinds <= {"string"}:
            return text_of(inner).strip() if inner[:1] in ("\n", "\r") else text_of(inner)
        return typed(text_of(unwrapped(inner, schema)), schema, "string")
    bare = inner.strip()
    if not bare:
        return [] if "array" in kinds else {}
    if bare[0] in "[{":
        try:
            value, end, _ = read_json(text_of(bare), sealed=True)
        except JsonError:
            value, end = None, -1
        if end == len(text_of(bare)) and isinstance(value, list | dict):
            return settled(value, schema)
    nodes = _nodes(bare)
    if "array" in kinds:
        return _listed(inner, nodes, schema, depth + 1)
    if nodes is None:
        return text_of(inner)
    declared = properties_of(schema)
    loose = schema.get("additionalProperties") if isinstance(schema, dict) else None
    result: dict[str, Any] = {}
    for name, node in nodes:
        known = name in declared or isinstance(loose, dict)
        value = element(node, declared.get(name, loose), depth + 1) if known else _guessed(_free(node, depth + 1))
        if name in result:
            value = _joined(result[name], value if isinstance(value, list) else [value])
        result[name] = value
    return result


def unwrapped(inner: str, schema: Any) -> str:
    """What stands in the one element around a value that cannot hold any, a number or a boolean."""
    kinds = types_of(schema)
    if not kinds or not kinds <= {"integer", "number", "boolean"} or not inner.lstrip().startswith("<"):
        return inner
    nodes = _nodes(inner.strip())
    return nodes[0][1] if nodes is not None and len(nodes) == 1 else inner


def _listed(inner: str, nodes: list[tuple[str, str]] | None, schema: Any, depth: int) -> list[Any]:
    """The items of a list: an element each, or texts with commas or line breaks between."""
    items = items_of(schema)
    kinds = types_of(items)
    if nodes is None:
        numbers = [typed(part, items, "string") for part in _BETWEEN_NUMBERS.split(inner.strip()) if part]
        if len(numbers) > 1 and kinds <= _NUMBERS and all(type(value) in (int, float) for value in numbers):
            return numbers
        if kinds & {"array", "object"} or _NOT_SPLIT.search(inner):
            return [element(inner, items, depth)]
        return [_guessed(part) if items is None else part for part in parts(inner, schema)]
    if all(name.isdigit() for name, _ in nodes):
        nodes = sorted(nodes, key=lambda node: int(node[0][:9]))
    declared = properties_of(items)
    if declared and all(name in declared for name, _ in nodes):
        return [element(_as_body(members), items, depth) for members in _grouped(nodes)]
    if not kinds and "prefixItems" not in schema:
        if any(name != "item" and not name.isdigit() for name, _ in nodes):
            return [_free(inner, depth)]
        return [_guessed(_free(node, depth)) for _, node in nodes]
    values = [element(node, item_schema(schema, at), depth) for at, (_, node) in enumerate(nodes)]
    return [value.strip() if isinstance(value, str) else value for value in values]


def _grouped(nodes: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """The members of objects that follow each other with nothing around them: where a name comes again the next
    begins."""
    groups: list[list[tuple[str, str]]] = [[]]
    seen: set[str] = set()
    for node in nodes:
        if node[0] in seen:
            groups.append([])
            seen = set()
        seen.add(node[0])
        groups[-1].append(node)
    return groups


def _as_body(nodes: list[tuple[str, str]]) -> str:
    return "".join(f"<{name}>{node}</{name}>" for name, node in nodes)


def _guessed(value: Any) -> Any:
    """What a text that no schema describes looks like."""
    return typed(value, None, "json") if isinstance(value, str) else value


def _free(inner: str, depth: int) -> Any:
    """A value that no schema describes: nested elements as objects, anything else as text."""
    nodes = _nodes(inner.strip()) if depth < _MAX_DEPTH and "<" in inner else None
    if not nodes:
        return text_of(inner)
    result: dict[str, Any] = {}
    for name, node in nodes:
        value = _free(node, depth + 1)
        if name in result:
            value = _joined(result[name], [value])
        result[name] = value
    return result


def _nodes(body: str) -> list[tuple[str, str]] | None:
    """(name, inner text) of each element when the body is nothing but elements, else None."""
    nodes: list[tuple[str, str]] = []
    pos = 0
    while len(nodes) < MAX_VALUES:
        pos = past(SPACE, body, pos)
        if pos >= len(body):
            return nodes
        tag = _TAG.match(body, pos)
        if tag is None:
            return None
        if tag[3]:
            nodes.append((tag[3], ""))
            pos = tag.end()
            continue
        end = _matching_end(body, tag[1], tag.end())
        if end is None:
            return None
        nodes.append((tag[1], body[tag.end() : end.start()]))
        pos = end.end()
    return None


def _matching_end(body: str, name: str, pos: int) -> re.Match[str] | None:
    depth = 1
    for tag in re.compile(rf"<(/?)\s{{0,4}}{re.escape(name)}\s{{0,4}}>").finditer(body, pos):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return tag
    return None


_NAMED = re.compile(
    r"\s*<(?P<tag>[\w:]{1,40})(?:\s{1,9}(?:name|key)\s{0,4}=\s{0,4}(?P<quote>[\"'])(?P<key>[^\"'<>]{1,100})(?P=quote)"
    r"[^<>]{0,100}|=(?P<bare>[\w.\-]{1,100}))>"
)


def named_children(body: str, schema: Any) -> dict[str, Any] | None:
    """`<any name="key">value</any>` or `<any=key>value</any>`, one after the other and nothing else."""
    declared = properties_of(schema)
    arguments: dict[str, Any] = {}
    pos = 0
    for _ in range(MAX_VALUES):
        pos = past(SPACE, body, pos)
        if pos == len(body):
            return arguments or None
        opened = _NAMED.match(body, pos)
        if opened is None:
            return None
        close = re.compile(rf"</{re.escape(opened['tag'])}\s{{0,4}}>").search(body, opened.end())
        if close is None:
            return None
        key = opened["key"] or opened["bare"]
        arguments[key] = typed(text_of(body[opened.end() : close.start()]), declared.get(key), "string")
        pos = close.end()
    return None
