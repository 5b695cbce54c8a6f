# ruff: noqa: SIM905  (word lists read best as words)
"""What a request has below its first line: code to be run, a table to be read, a list with a mark before each item.

"Run this:" and lines of Python, or anything between lines of three backticks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Any

from keyhole.models.embedded.lists.literals import placed_literals
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_TAKES = frozenset(
    "body code config content csv data diff document html input json log logs markdown md message payload script "
    "snippet source sql text xml yaml".split()
)
"""Words of the names of parameters that take a block."""
_READ = 20_000
_FENCED = re.compile(r"```[\w+-]{0,20}\n(.{1,20000}?)\n?```", re.DOTALL)
_BELOW = re.compile(r"[^\n]{1,300}:[ \t]*\n(?:[ \t]{0,80}\n){0,20}(?=[^\n])")
_THESE = re.compile(
    r"[^\n]{0,200}\b(?:this|these|the following|following|below)\b[^\n:]{0,120}\n(?:[ \t]{0,80}\n){1,20}(?=[^\n])",
    re.IGNORECASE,
)
"""Says without a colon that it is what follows: "save this as hello.py", and an empty line."""
_DATA = frozenset("content data input text".split())
_JSON = 20
"""Characters from which what is in brackets is no mere remark."""
_LANGUAGES = frozenset("lang language syntax".split())
_TAG = re.compile(r"```([a-z][\w+#-]{0,20})\n")
"""What a block says it is written in."""
_SAID = frozenset(("body", "message", "text"))
"""Of these words those of what somebody says, which may be quoted as well."""
_QUOTED = re.compile(r"\"[^\"\n]{2,400}\"|\u201c[^\u201d\n]{2,400}\u201d")
_APART = re.compile(r"\n[ \t]*\n\Z")
_BEHIND_COLON = re.compile(r"(?<=[^\W_]):[ \t]+(?=\S)")
_CODE = frozenset("code javascript js script snippet".split())
_ASKS = re.compile(
    r"\n[ \t]{0,80}\n(?:[^\n]{1,200}\?|(?:please|pls|can you|could you|thanks|thank you)\b[^\n]{0,200})\s{0,20}$",
    re.IGNORECASE,
)
"""A last line that belongs to no block."""
_ITEM = re.compile(r"[ \t]*(?:[-*\u2022\u2013]|\d{1,2}[.)]|\[[ x]?\]) +(\S[^\n]{0,200}?)[ \t]*", re.IGNORECASE)
_MOST, _SHOWN, _WIDTH = 50, 3, 80


def pasted_block(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """By path what a request has below its first line, where one parameter alone takes that, and the request that is
    left; nothing where a line is all that it has."""
    if (found := _block(query)) is None:
        values, rest = _code_behind_colon(parameters, query)
        return (values, rest) if values else _json_written(parameters, query)
    before, block, behind, fenced = found
    rest = f"{before} {behind}" if fenced else before.rstrip().rstrip(":") + "." + behind
    lines = [line for line in block.split("\n") if line.strip()]
    items = [item[1] for line in lines if (item := _ITEM.fullmatch(line))]
    lists = [p for p in parameters if p.many and p.type == "str" and not p.options]
    if len(items) == len(lines) and 1 < len(items) <= _MOST and len(lists) == 1:
        return {lists[0].path: items}, rest
    takers = _texts(parameters, _TAKES)
    takers = [p for p in takers if p.required] or takers
    if _QUOTED.search(before) and any(_takes(p, _SAID) for p in takers):
        return {}, query
    if len(takers) != 1 or not (fenced or len(lines) > 1 or _APART.search(before)):
        return {}, query
    written = {takers[0].path: textwrap.dedent(block).strip("\n")}
    tag = _TAG.search(query) if fenced else None
    languages = [p for p in parameters if _takes(p, _LANGUAGES) and not p.many] if tag else []
    return written | ({languages[0].path: tag[1]} if tag and len(languages) == 1 else {}), rest


def _code_behind_colon(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """The code behind the first colon of one line, for the one parameter that takes such, and the request before it."""
    takers = [p for p in _texts(parameters, _CODE) if p.required]
    colon = _BEHIND_COLON.search(query) if "\n" not in query and len(query) <= _READ else None
    code = query[colon.end() :].strip() if colon else ""
    if len(takers) != 1 or not re.search(r"[(=\[{;]", code) or code[:1] in "`'\"":
        return {}, query
    return {takers[0].path: code}, query[: colon.start()] if colon else query


def _json_written(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """The one list or object of some length that stands in a request as JSON, for the one text that is needed and takes
    such, and the request that is left."""
    takers = [
        p for p in parameters if p.type == "str" and p.required and not (p.many or p.options) and _takes(p, _DATA)
    ]
    found = [(a, b) for _, a, b in placed_literals(query) if b - a >= _JSON] if len(takers) == 1 else []
    if len(found) != 1:
        return {}, query
    start, end = found[0]
    return {takers[0].path: query[start:end]}, f"{query[:start]} {query[end:]}"


def with_block_begun(query: str) -> str:
    """A request with the first lines alone of what it has below its first one: they tell what it is, and leave room for
    what is asked."""
    if (found := _block(query)) is None:
        return query
    before, block, behind, fenced = found
    lines = [line[:_WIDTH] for line in block.split("\n")[:_SHOWN]]
    shown = "\n".join(lines)
    return f"{before}```\n{shown}\n```{behind}" if fenced else before + shown + behind


def _block(query: str) -> tuple[str, str, str, bool] | None:
    """What stands before a block, the block, what stands behind it, and whether it stands between backticks."""
    if "\n" not in query or len(query) > _READ:
        return None
    if fenced := _FENCED.search(query):
        return query[: fenced.start()], fenced[1], query[fenced.end() :], True
    if below := _BELOW.match(query) or _THESE.match(query):
        block = query[below.end() :]
        asks = _ASKS.search(block)
        ends = asks.start() if asks else len(block)
        return query[: below.end()], block[:ends], block[ends:], False
    return None


def _texts(parameters: Sequence[Parameter], words: frozenset[str]) -> list[Parameter]:
    """The parameters that take one text, whatever it is, and are called by one of the words."""
    return [p for p in parameters if p.type == "str" and not (p.many or p.options) and _takes(p, words)]


def _takes(parameter: Parameter, words: frozenset[str]) -> bool:
    """Whether the last word of a parameter's name is one of these: `data_source` takes no data."""
    return not words.isdisjoint(name_words(parameter.path[-1])[-1:])
