"""A call under labels between flowers: `✿FUNCTION✿: f` over `✿ARGS✿: {...}` (Qwen-Agent)."""

from __future__ import annotations

from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.patterns import Pattern, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.elements import satisfied
from keyhole.parsing.types import Draft, Found

NAME = "labelled"
_MARK = lit("\u273f")
_COLON = chars("[ \t:\uff1a]", 0, 4)
_CALLED = r"(?i:function|tool|action|call|tool[ _]?name|function[ _]?name|api)"
_GIVEN = r"(?i:args?|arguments|parameters?|params|input|inputs|action[ _]?input)"
_BACK = r"(?i:result|results|return|observation|output|response)"


def _label(words: str) -> Pattern:
    """Such a label; a stream may break it off anywhere."""
    return _MARK + Pattern(words, r"[A-Za-z_ ]{0,20}") + _MARK + _COLON


_NAME = chars(r"[\w.\-]", 1, 100)
_GAP = chars(r"\s", 0, 20)
_RETURN = _label(_BACK)
_CALL = _label(_CALLED) + _NAME.named("name")
_ARGUMENTS = _GAP + _label(_GIVEN) + _GAP
OPENING = _label(f"(?:{_CALLED}|{_BACK})")


def read(source: Source, start: int) -> Found | None:
    if (back := source.match(_RETURN, start)) is not None:
        return Found(back.end()) if source.text[start - 1 : start] in ("", "\n") else None
    head = source.match(_CALL, start)
    if head is None:
        return None
    end = head.end()
    arguments: dict[str, Any] = {}
    repairs: tuple[str, ...] = ()
    given = source.match(_ARGUMENTS, end)
    if given is None and head["name"] not in source.tools:
        return None  # a label in a text
    cut = given is None and _ARGUMENTS.beginning.match(source.text, end)
    if cut and not satisfied({}, source.tools.schema(head["name"])):
        problem = source.refuse("the text ends before the arguments", start).problem
        return Found(end, (Draft(head["name"], None, (start, end), raw="{"),), problem=problem)
    if given is not None:
        try:
            read_ = source.json(given.end())
        except UnfinishedJson as error:
            raw = source.text[given.end() :]
            problem = source.refuse(error.reason, error.position).problem
            draft = Draft(head["name"], None, (start, len(source.text)), raw=raw or "{")
            return Found(len(source.text), (draft,), problem=problem)
        except JsonError as error:
            raise source.refuse(error.reason, error.position) from None
        if not isinstance(read_.value, dict):
            raise source.refuse("the arguments are not an object", given.end())
        end, arguments, repairs = read_.end, read_.value, read_.repairs
    back = source.match(opt(_GAP + _RETURN), end)
    end = back.end() if back is not None else end
    return Found(end, (Draft(head["name"], arguments, (start, end), repairs=repairs),))


SYNTAX = Syntax(NAME, OPENING, read, interrupts=False)
