"""The part of YAML that models write arguments in: `key: value` lines, blocks (`key: |`), maps and lists by indentation
or in brackets. Where a text was left without quotes or a block's mark, it goes on to the line of the tool's next
argument.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.types import MAX_VALUES
from keyhole.parsing.values import items_of, properties_of, typed, types_of

_LINE = re.compile(r"([A-Za-z_][\w\-]{0,60}):(?:[ \t]+(.*))?\Z")
_BLOCK = re.compile(r"([|>])([+-]?)\Z")
_COMMENT = re.compile(r"[ \t]{1,80}#[ \t].*\Z")
"""What is said beside a value; without a blank behind its sign it may be a colour or a tag."""
_ITEM = re.compile(r"-(?:[ \t]+|\Z)")
_PART = re.compile(r"(?:[^,\"']|(?<=\w)[\"']|\"(?:[^\"\\]|\\.|\\\Z)*(?:\"|\Z)|'[^']*(?:'|\Z))+", re.S)
"""An item between commas. Quotes that nothing closes reach to the end: else each of them would be looked at again."""
_MAX_DEPTH = 20


class _NotYaml(ValueError):
    """A line that this part of YAML does not have."""


def arguments_in(body: str, schema: Any) -> dict[str, Any] | None:
    """The arguments, or None when something else stands there."""
    lines = body.strip("\n").split("\n")
    if len(lines) > MAX_VALUES:
        return None
    lines = _dedented(lines)
    declared = properties_of(schema)
    try:
        return _mapping(lines, schema, 0, declared_only=bool(declared)) or None
    except _NotYaml:
        return _kept(lines, declared)


def _dedented(lines: list[str]) -> list[str]:
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:] for line in lines]


def _mapping(lines: list[str], schema: Any, depth: int, *, declared_only: bool = False) -> dict[str, Any]:
    declared = properties_of(schema)
    held: dict[str, Any] = {}
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        at += 1
        if not line or line.startswith("#"):
            continue
        pair = _LINE.match(line)
        if pair is None or depth > _MAX_DEPTH or (declared_only and pair[1] not in declared):
            raise _NotYaml
        value = (pair[2] or "").strip()
        begin = at
        while at < len(lines) and (not lines[at].strip() or lines[at][0] in " \t" or _continues(value, lines[at])):
            at += 1
        held[pair[1]] = _value(value, lines[begin:at], declared.get(pair[1]), depth)
    return held


def _continues(value: str, line: str) -> bool:
    """Whether this line is an item of the list that a key without a value begins."""
    return not value and _ITEM.match(line) is not None


def _value(value: str, below: list[str], schema: Any, depth: int) -> Any:
    block = _dedented(below)
    form = _BLOCK.match(value)
    while block and not block[-1].strip():
        block.pop()
    if form is not None:
        text = _folded(block) if form[1] == ">" else "\n".join(block)
        return text if form[2] == "-" else text + "\n"
    if not block:
        return _scalar(value, schema)
    if value[:1] == '"' and block[-1].rstrip()[-1:] == '"' and not any('"' in line for line in block[:-1]):
        return _scalar(_folded([value, *(line.strip() for line in block)]), schema)
    if value:
        raise _NotYaml
    if types_of(schema) != {"string"} and _ITEM.match(block[0]):
        return _sequence(block, items_of(schema), depth + 1)
    if types_of(schema) != {"string"} and _LINE.match(block[0].rstrip()):
        return _mapping(block, schema, depth + 1)
    return "\n".join(block)


def _folded(lines: list[str]) -> str:
    """Lines that are one in truth: a blank one between them stands for a line break."""
    return re.sub(r"\n(\n*)", lambda breaks: breaks[1] or " ", "\n".join(lines))


def _sequence(lines: list[str], schema: Any, depth: int) -> list[Any]:
    items: list[Any] = []
    at = 0
    while at < len(lines):
        mark = _ITEM.match(lines[at])
        if mark is None:
            raise _NotYaml
        first, begin = lines[at][mark.end() :], at + 1
        at = begin
        while at < len(lines) and not _ITEM.match(lines[at]):
            at += 1
        below = lines[begin:at]
        if _LINE.match(first.rstrip()) and types_of(schema) != {"string"}:
            items.append(_mapping([first, *_dedented(below)], schema, depth))
        elif below:
            raise _NotYaml
        else:
            items.append(_scalar(first.strip(), schema))
    return items


def _scalar(value: str, schema: Any) -> Any:
    ends = value[:1] + value[-1:] if len(value) > 1 else ""
    if ends == '""':
        try:
            read = read_json(value, sealed=True)
        except JsonError:
            return value[1:-1]
        return read.value if read.end == len(value) else value[1:-1]
    if ends == "''":
        return value[1:-1].replace("''", "'")
    if ends in ("[]", "{}") and types_of(schema) & {"array", "object"}:
        return _in_brackets(value, schema)
    value = _COMMENT.sub("", value) if value[:1] not in "\"'" else value
    return typed(value, schema if types_of(schema) else None, "json")


def _in_brackets(value: str, schema: Any) -> Any:
    """`[a, b]` and `{a: b}`; with brackets inside only what JSON has, too."""
    inner = value[1:-1]
    if any(char in inner for char in "[]{}"):
        return typed(value, schema, "json")
    parts = [part[0].strip() for part in _PART.finditer(inner) if part[0].strip()]
    if value[0] == "[":
        return [_scalar(part, items_of(schema)) for part in parts]
    pairs = [part.partition(":") for part in parts]
    declared = properties_of(schema)
    return {key.strip(): _scalar(held.strip(), declared.get(key.strip())) for key, _, held in pairs}


def _kept(lines: list[str], declared: Any) -> dict[str, Any] | None:
    """Texts as they stand, each up to the line of the tool's next argument."""
    held: dict[str, list[str]] = {}
    key = ""
    for line in lines:
        name, colon, rest = line.partition(":")
        if colon and name in declared and name not in held:
            key, held[name] = name, [rest.removeprefix(" ")]
        elif key and types_of(declared[key]) <= {"string"}:
            held[key].append(line)
        else:
            return None
    return {key: _text(texts, declared[key]) for key, texts in held.items()} or None


def _text(lines: list[str], schema: Any) -> Any:
    return "\n".join(lines) + "\n" if len(lines) > 1 else _scalar(lines[0].strip(), schema)
