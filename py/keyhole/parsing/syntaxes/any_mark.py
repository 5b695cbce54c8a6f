"""A call between marks that nobody here has seen: `<zork>{...}</zork>`, `<|zork_begin|>f<|zarg|>{...}<|zork_end|>`,
`[ZORK] {...} [/ZORK]`. The call inside is read by its own form and must name a tool that is there (where the tools are
known); the marks say no more than where it begins and ends. Known marks are `wrapped`'s.
"""

from __future__ import annotations

import re
from dataclasses import replace

from keyhole.parsing.patterns import SPACE, Pattern, ahead, any_of, chars, opt, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import arg_key, bare_json, elements, named_json, pythonic
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_calls import opening_for
from keyhole.parsing.types import Found

NAME = "any_mark"
_IN = r"[\w:.\u2581-]"
_ANGLE = Pattern(rf"<[|\uff5c]?{_IN}{{1,50}}[|\uff5c]?>", rf"<[|\uff5c]?{_IN}{{0,50}}[|\uff5c]?")
_TOKEN = Pattern(rf"<[|\uff5c]{_IN}{{1,50}}[|\uff5c]>", rf"<(?:[|\uff5c]{_IN}{{0,50}}[|\uff5c]?)?")
_DOUBLE = Pattern(rf"<<<?{_IN}{{1,40}}>>>?", rf"<(?:<<?{_IN}{{0,40}}>{{0,2}})?")
_SQUARE = Pattern(r"\[(?:[A-Z][A-Z_]{1,30}|unused\d{1,3})\]", r"\[(?:[A-Z][A-Z_]{0,30}|[a-z]{1,6}\d{0,3})?")
_BRACKETS = Pattern(rf"\[\[{_IN}{{1,40}}\]\]", rf"\[(?:\[{_IN}{{0,40}}\]?)?")
_MARK = any_of(_ANGLE, _DOUBLE, _SQUARE, _BRACKETS)
_CLOSING = Pattern(
    rf"<[|\uff5c]?/?[|\uff5c]?{_IN}{{1,50}}[|\uff5c]?>|<<<?/?{_IN}{{1,40}}>>>?|\[/?(?:[A-Z_]{{2,31}}|unused\d{{1,3}})\]|\[\[/?{_IN}{{1,40}}\]\]",
    rf"(?:<[|\uff5c<]?<?/?[|\uff5c]?{_IN}{{0,50}}[|\uff5c>]?>?|\[\[?/?{_IN}{{0,40}}\]?)",
)
_SIDES = re.compile(r"begin|start|open|prefix|end|stop|close|suffix|of|[^a-z0-9]")
_ENDS = re.compile(r"[<\[]/|[|\uff5c]/|end|stop|close|suffix|unused|^<[^|].*\|>$", re.I)


def for_tools(names: tuple[str, ...] = ()) -> Syntax:
    """The syntax for these tools; for any where none are given."""
    json_opening = opening_for(names)
    python_opening = pythonic.opening_for(names) if names else pythonic.OPENING
    starts = [json_opening, python_opening]
    if names:
        starts.append(words(names) + chars(r"[\s:<|\uff5c\[{]", 1, 1))
    inside = ahead(r"[{\[A-Za-z_]") + any_of(*starts)
    opening = _MARK + SPACE + any_of(opt(_TOKEN + SPACE) + inside, elements.OPENING)

    def read(source: Source, start: int) -> Found | None:
        if source.match(opening, start) is None:
            return None
        marks: list[str] = []
        at = start
        while len(marks) < 2 and (mark := source.match(_MARK, at)) is not None and not elements_at(source, at, marks):
            marks.append(mark[0])
            at = source.skip_space(mark.end())
        found = body(source, at) if marks else None
        if found is None or not found.drafts:
            return None
        cut = found.problem is not None and is_special(marks[-1])
        if not cut and not all(isinstance(draft.arguments, dict) for draft in found.drafts):
            return None
        end, closed = _closed(source, found.end, marks)
        if not closed and not is_special(marks[-1]):
            return None
        drafts = tuple(
            replace(draft, span=(start, end), exact=False, marked=True, syntax=NAME) for draft in found.drafts
        )
        return Found(end, drafts, problem=found.problem, open_marks=tuple(marks[:-1]))

    def elements_at(source: Source, at: int, marks: list[str]) -> bool:
        return bool(marks) and source.match(elements.OPENING, at) is not None

    def body(source: Source, at: int) -> Found | None:
        if source.at_end(at):
            return None
        if source.match(json_opening, at) is not None:
            return bare_json.read_values(source, at, json_opening)
        if source.match(python_opening, at) is not None:
            return pythonic.read_body(source, at, at)
        if source.text[at] == "<":
            return elements.read_body(source, at, at)
        return named_json.read_body(source, at, at) or _keys(source, at)

    return Syntax(NAME, opening, read, interrupts=False)


def _keys(source: Source, at: int) -> Found | None:
    """Keys and values. Where they break off, that much was read for nothing: it must not be again from each mark."""
    found = arg_key.read_body(source, at, at)
    if found is not None and found.problem is not None:
        raise source.refuse(found.problem.message, found.end)
    return found


def is_special(mark: str) -> bool:
    """Whether nothing but a model writes this."""
    return "|" in mark or "\uff5c" in mark or mark.startswith(("[", "<<"))


def _closed(source: Source, at: int, marks: list[str]) -> tuple[int, bool]:
    """Past the marks behind the call that close what `marks` opened; second: whether the innermost was closed."""
    end, closed = at, False
    left = list(reversed(marks))
    while left:
        gap = source.skip_space(end)
        after = None if source.at_end(gap) else closing_of(source, gap, left)
        if after is None:
            return end, closed
        closed, end = True, after
        left.pop(0)
    return end, closed


def closing_of(source: Source, at: int, marks: list[str] | tuple[str, ...]) -> int | None:
    """The position after the mark at `at` if it closes one of `marks`."""
    if source.text[at] not in "<[":
        return None
    found = source.match(_CLOSING, at)
    if found is None or found[0] in marks or not _ENDS.search(found[0]):
        return None
    if any(_base(found[0]) == _base(mark) or (is_special(mark) and is_special(found[0])) for mark in marks):
        return found.end()
    return None


def _base(mark: str) -> str:
    return _SIDES.sub("", mark.lower())
