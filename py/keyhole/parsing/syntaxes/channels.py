"""Families that put everything into addressed messages.

Harmony (gpt-oss): `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{...}`, with `analysis` for
reasoning and `final` for the answer. Muse: `to=name<|message|><atem:function_calls>...`, `to=self` for reasoning,
`to=user` for the answer. Inkling: `<|content_thinking|>`, `<|content_text|>`, `<|content_invoke_tool_json|>`.
"""

from __future__ import annotations

import re

from keyhole.parsing.patterns import any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import invoke
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.json_arguments import read_arguments
from keyhole.parsing.syntaxes.marks import opening
from keyhole.parsing.syntaxes.thinking import mode_for
from keyhole.parsing.types import Draft, Found, Mode, Pending

_TO = lit("to=") + chars(r"[\w.\-]", 1, 100)
_BLANK = chars(" ", 0, 2)
_ONLY_START = lit("<|start|>") + chars(" ", 0, 1) + lit("assistant")
_START = opt(_ONLY_START)
_CHANNEL = (
    (_START + _BLANK + opt(_TO.named("to1")) + _BLANK + lit("<|channel|>")).named("harmony")
    + chars(" ", 0, 1).named("spaced")
    + chars(r"\w", 1, 20).named("channel")
    + _BLANK
    + opt(_TO.named("to2"))
    + _BLANK
)
_CONSTRAIN = lit("<|constrain|>") + _BLANK + chars(r"\w", 1, 20)
HEADER = _CHANNEL + opt(_CONSTRAIN) + opt(chars(r"\w", 1, 10)) + _BLANK + lit("<|message|>")
_ADDRESSED = _START + _BLANK + _TO.named("to") + _BLANK + _CONSTRAIN + _BLANK + lit("<|message|>")
"""LLM-jp sometimes leaves the channel out."""
_BEGUN_AGAIN = _CHANNEL + lit("<|channel|>")
ADDRESS = _START + _BLANK + _TO.named("to") + lit("<|message|>")
_BARE_TO = chars(r"[\w.\-]", 1, 100) + chars(" ", 0, 1) + lit("<|")
_UNADDRESSED = _START + _BLANK + lit("<|message|>")
OPENING = any_of("<|start|>", "<|channel|>", "<|message|>", lit("to=") + _BARE_TO)
_IN_WORD = re.compile(r"\w")
_CUT_TAG = re.compile(r"<[^<>]{0,200}\Z")
_HARMONY_END = r"<\|end\|>|(?=<\|start\|>)|<\|return\|>|(?=<\|channel\|>)"
_MESSAGE_END = re.compile(r"<\|(?:call|end|return)\|>|(?=<\|start\|>)")
_MUSE_END = r"<\|eom\|>|<\|eot\|>"
_ANSWER_END = r"(?=<\|eo[mt]\|>|<\|start\|>)"
"""A call quoted in what is said to the user is none."""


def read(source: Source, start: int) -> Found | None:
    if source.text[start] == "t" and _IN_WORD.match(source.text[start - 1 : start]):
        return None
    header = source.match(HEADER, start)
    if header is not None:
        return _harmony(source, start, header)
    constrained = source.match(_ADDRESSED, start)
    if constrained is not None:
        return _tool_message(source, start, constrained["to"].removeprefix("to="), constrained.end())
    address = source.match(ADDRESS, start)
    if address is not None:
        return _addressed(source, start, address)
    again = source.match(_BEGUN_AGAIN, start)
    if again is not None:
        return Found(again.end() - len("<|channel|>"))
    bare = source.match(_UNADDRESSED, start)
    if bare is not None and (source.text.startswith("<|start", start) or source.begins(start)):
        return Found(bare.end(), mode=Mode("text", _ANSWER_END))
    rest = source.text[start : start + 400]
    if source.final and len(rest) < 300 and any(one.beginning.match(rest) for one in (HEADER, ADDRESS, _ADDRESSED)):
        return Found(len(source.text), problem=source.refuse("the text ends inside a header", start).problem)
    alone = source.match(_ONLY_START, start)
    return None if alone is None else Found(alone.end())


def _harmony(source: Source, start: int, header: re.Match[str]) -> Found | None:
    to = (header["to2"] or header["to1"] or "").removeprefix("to=")
    end = header.end()
    if header["spaced"]:  # LLM-jp writes a blank behind every special token
        if source.at_end(end) and not source.final:
            raise Pending
        end += source.text.startswith(" ", end)
    if not to:
        if header["channel"] == "analysis":
            return Found(end, mode=Mode("reasoning", _HARMONY_END))
        return Found(end)
    return _tool_message(source, start, to, end)


def _tool_message(source: Source, start: int, to: str, end: int) -> Found | None:
    """What stands behind the header of a message to a tool: its arguments."""
    at = source.skip_space(end)
    name = to.removeprefix("functions.")
    if source.at_end(at) or source.text[at] != "{":
        # Code for a built-in tool: nothing that Keyhole runs, and nothing to show. In a turn the model is told.
        close = source.find(_MESSAGE_END, at)
        end = close.end() if close else len(source.text)
        if close is not None and close.start() == at:  # no arguments are needed
            return Found(end, (Draft(name, {}, (start, end)),))
        problem = source.problem(f"a call of {name!r} without JSON arguments", start)
        told = source.family.bad_arguments == "report"
        drafts = (Draft(name, None, (start, end), raw=source.text[at:end]),) if told else ()
        return Found(end, drafts, problem=problem)
    return read_arguments(source, start, name, at)


def _addressed(source: Source, start: int, address: re.Match[str]) -> Found | None:
    to = address["to"].removeprefix("to=")
    if to == "self" and not source.family.thinks_aloud:
        return Found(address.end(), mode=Mode("reasoning", _MUSE_END))
    if to in ("self", "user"):
        return Found(address.end(), mode=Mode("text", _ANSWER_END))
    at = source.skip_space(address.end())
    if source.at_end(at):
        return Found(at, problem=source.refuse("the text ends before the call", start).problem)
    if source.text[at] == "<":
        inner = opening(source, at)
        at = source.skip_space(inner) if inner is not None else at
        if source.at_end(at):
            return Found(at, problem=source.refuse("the text ends before the call", start).problem)
        found = invoke.read(source, at, wrapped=True)
        if found is not None:
            return found
        if source.final and _CUT_TAG.match(source.text, at):
            return Found(len(source.text), problem=source.refuse("the text ends inside the call", start).problem)
    return None


_INKLING = any_of(
    "<|content_text|>",
    "<|content_invoke_tool_text|>",
    "<|content_tool_error|>",
    "<|message_model|>",
    "<|content_thinking|>",
    "<|end_message|>",
    "<|content_model_end_sampling|>",
)
_NAMED_MESSAGE = lit("<|message_model|>") + chars(r"[\w.\-]", 1, 100) + lit("<|content_invoke")


def read_inkling(source: Source, start: int) -> Found | None:
    mark = source.match(_INKLING, start)
    if mark is None:
        return None
    if mark[0] == "<|content_thinking|>":
        return Found(mark.end(), mode=mode_for("<|content_thinking|>"))
    if mark[0] == "<|message_model|>":
        named = source.match(_NAMED_MESSAGE, start)
        if named is not None:
            return Found(named.end() - len("<|content_invoke"))
    return Found(mark.end())


SYNTAX = Syntax("channels", OPENING, read)
INKLING = Syntax("inkling", _INKLING, read_inkling, interrupts=False)
