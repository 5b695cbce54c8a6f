"""`Action: name` and `Action Input: ...` on lines of their own (ReAct), `<tool>name</tool><tool_input>...</tool_input>`
and `<final_answer>` (LangChain's XML agent), `Thought:` and `Final Answer:` around them; `Action:` or `Calling tools:`
and calls in JSON (smolagents).
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson, read_json
from keyhole.parsing.patterns import ahead, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import json_calls
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.elements import satisfied
from keyhole.parsing.syntaxes.line_call import pairs_in
from keyhole.parsing.types import Draft, Found, Mode, Pending
from keyhole.parsing.values import properties_of

NAME = "react"
_DIGITS = opt(lit(" ") + chars(r"\d", 1, 2))
_NUMBER = _DIGITS + chars(" ", 0, 1) + lit(":")
_BLANK, _TICK = chars(r"[ \t]", 0, 8), chars("`", 0, 1)
_LABEL = lit("Action") + _NUMBER + chars(r"\s", 0, 8) + _TICK
_INPUT = chars(r"\s", 1, 12) + lit("Action") + _DIGITS + lit(" Input") + _NUMBER
_ACTION = _LABEL + chars(r"[\w.\-]", 1, 100).named("name") + _TICK
_NOTE = opt(lit(" (") + chars(r"[^\n()]", 0, 100) + lit(")"))
HEAD = _ACTION + _NOTE + _INPUT + _BLANK
_CALLING = lit("Calling tools:") + chars(r"\s", 0, 8)
_FENCE = lit("```") + chars(r"\w", 0, 16) + chars(r"\s", 0, 20) + ahead(r"\{")
_FENCE_END = chars(r"\s", 0, 20) + lit("```")
_NONE = any_of("None", "none", "N/A", "n/a", "null").named("name")
_NOTHING = _LABEL + _NONE + _TICK + opt(_INPUT.named("input") + chars(r"[^\n]", 0, 200))
_BRACKET = _ACTION + _BLANK + lit("[")
_BRACKET_END = re.compile(r"[\]\n]")
THOUGHT = "Thought:"
_THOUGHT = lit("Thought") + _NUMBER
_STOPPED = lit("Observation") + chars(":", 0, 1)
_ANSWERS = ("Final Answer:", "Answer:", "AI:")
_ANSWERED = "Answer:"
"""Left open by any of them."""
_THOUGHT_END = r"\n(?=Action(?: \d{1,2})? ?:|Final Answer:|Answer:|AI:)"
_NAMED = lit("<tool>") + chars(r"[\w.\- ]", 1, 100).named("name") + lit("</tool>")
_TOOL = _NAMED + chars(r"\s", 0, 20) + lit("<tool_input>")
_BRACKETED = re.compile(r"\[\[(/?(?:tool|tool_input|observation))\]\]")
"""A tag within text between tags, as LangChain writes it."""
OPENING = any_of(
    lit("Action") + _NUMBER, _STOPPED, "Calling tools:", "<tool>", "<tool_input>", _THOUGHT, *_ANSWERS, "<final_answer>"
)
_OBSERVATION = re.compile(r"\n(?=Observation:|Thought:|Action:|Final Answer:)|\n\n")


def read(source: Source, start: int) -> Found | None:
    before = source.text[start - 1 : start]
    if source.text[start] != "<" and before not in ("", "\n"):
        return None
    if source.text.startswith("<final_answer>", start):
        return _final(source, start)
    if source.text.startswith("<tool", start):
        return _xml(source, start, before)
    if source.text.startswith("T", start):
        if not source.begins(start) and THOUGHT not in source.open_marks:
            return None
        told = source.match(_THOUGHT, start)
        if told is None:
            return None
        at = source.skip_space(told.end())
        if source.find(re.compile(_THOUGHT_END), at) is None:
            return None  # a text that happens to begin so
        return Found(at, mode=Mode("reasoning", _THOUGHT_END), open_marks=(THOUGHT,))
    if source.text.startswith("O", start):
        stopped = source.match(_STOPPED, start) if THOUGHT in source.open_marks else None
        alone = stopped is not None and source.at_end(source.skip_space(stopped.end()))
        return Found(len(source.text)) if alone else None
    if source.text.startswith(_ANSWERS, start):
        if THOUGHT not in source.open_marks:
            return None
        return Found(source.skip_space(source.text.index(":", start) + 1), open_marks=(_ANSWERED,))
    if _ANSWERED in source.open_marks:
        return None  # the turn is over: what the model plays on with is another's question
    if (calling := source.match(_CALLING, start)) is not None:
        return _object(source, start, calling.end())
    return _action(source, start)


def _action(source: Source, start: int) -> Found | None:
    nothing = source.match(_NOTHING, start)
    if nothing is not None and nothing["name"] not in source.tools and source.line_is_over(nothing.end()):
        meant = nothing["input"] or THOUGHT in source.open_marks
        return Found(nothing.end(), open_marks=(THOUGHT,)) if meant else None
    head = source.match(HEAD, start)
    if head is None:
        if (bracket := source.match(_BRACKET, start)) is not None:
            return _in_brackets(source, start, bracket["name"], bracket.end())
        return _object(source, start, source.skip_space(source.text.index(":", start) + 1))
    at = head.end() if source.at_end(head.end()) else source.skip_space(head.end())
    fence = None if source.at_end(at) else source.match(_FENCE, at)
    at = fence.end() if fence is not None else at if source.text[at : at + 1] == "{" else head.end()
    if source.at_end(at):
        if head["name"] in source.tools and not properties_of(source.tools.schema(head["name"])):
            return Found(at, (Draft(head["name"], {}, (start, at)),))
        return Found(at, problem=source.refuse("the text ends before the input", start).problem)
    if source.text[at] == "{":
        try:
            read_ = source.json(at)
        except UnfinishedJson:
            end = len(source.text)
            problem = source.refuse("the text ends inside the input", at).problem
            return Found(end, (Draft(head["name"], None, (start, end), raw=source.text[at:]),), problem=problem)
        except JsonError as error:
            raise source.refuse(error.reason, error.position) from None
        close = None if fence is None else source.match(_FENCE_END, read_.end)
        end = read_.end if close is None else close.end()
        return Found(end, (Draft(head["name"], read_.value, (start, end), repairs=read_.repairs),))
    over = source.find(_OBSERVATION, at)
    end = over.start() if over else len(source.text)
    text = source.text[at:end].strip().removesuffix("\nObservation")  # a stop word
    return _with_text(source, start, head["name"], text.strip(), end)


def _in_brackets(source: Source, start: int, name: str, at: int) -> Found | None:
    """`Action: name[text]` (the form of the ReAct paper); `Finish[text]` is the answer."""
    close = source.find(_BRACKET_END, at)
    if close is None or close[0] != "]" or not source.line_is_over(close.end()):
        return None
    text = source.text[at : close.start()].strip()
    if name.lower() == "finish" and name not in source.tools:
        return Found(close.end(), shown=text.strip("\"'"))
    return _with_text(source, start, name, text, close.end()) if name in source.tools else None


def _object(source: Source, start: int, at: int) -> Found | None:
    """A label and whole calls as JSON."""
    fence = None if source.at_end(at) else source.match(_FENCE, at)
    at = at if fence is None else fence.end()
    if source.at_end(at) or source.match(json_calls.OPENING, at) is None:
        return None
    try:
        read_ = source.json(at)
        calls = json_calls.calls_in(read_.value, known=source.tools.schemas)
    except (JsonError, json_calls.NotACall):
        return None
    close = None if fence is None else source.match(_FENCE_END, read_.end)
    end = read_.end if close is None else close.end()
    return Found(end, tuple(Draft(name, args, (start, end), repairs=read_.repairs) for name, args in calls))


def _xml(source: Source, start: int, before: str) -> Found | None:
    head = source.match(_TOOL, start)
    if head is None and (named := source.match(_NAMED, start)) is not None and before in ("", "\n"):
        name, end = named["name"].strip(), named.end()
        if name in source.tools and satisfied({}, source.tools.schema(name)) and source.at_end(source.skip_space(end)):
            return Found(end, (Draft(name, {}, (start, end)),))
    if head is None:
        if source.family.broken == "hide":
            if not source.final:
                raise Pending
            raise source.refuse("not one tool and its input", start, hide=(start, len(source.text)))
        return None
    close = source.find(re.compile(r"</tool_input>"), head.end())
    end = close.end() if close else len(source.text)
    text = _BRACKETED.sub(r"<\1>", source.text[head.end() : close.start() if close else end])
    return _with_text(source, start, head["name"].strip(), text.strip(), end, sealed=close is not None)


def _final(source: Source, start: int) -> Found | None:
    close = source.find(re.compile(r"</final_answer>"), start)
    end = close.end() if close else len(source.text)
    text = source.text[start + len("<final_answer>") : close.start() if close else end]
    return Found(end, shown=_BRACKETED.sub(r"<\1>", text))


def _with_text(source: Source, start: int, name: str, text: str, end: int, *, sealed: bool = True) -> Found:
    """The input is text: an object, pairs, or the one argument that the tool takes. `sealed`: its end mark stood there,
    so that no object breaks off."""
    arguments: Any = None
    schema = source.tools.schema(name)
    declared = list(properties_of(schema))
    if text.startswith("{"):
        try:
            arguments = read_json(text, sealed=sealed).value
        except UnfinishedJson:
            return Found(end, (Draft(name, None, (start, end), raw=text),))
        except JsonError:
            arguments = None
    if not isinstance(arguments, dict):
        arguments = pairs_in(text, schema) or None
    if arguments is None and len(declared) > 1:
        arguments = _behind_words(text, declared)
    if arguments is None:
        text = text.strip("\"'") if text[:1] in "\"'" else text
        nothing = not text or _NONE.regex.fullmatch(text)
        if nothing and name in source.tools and satisfied({}, schema):
            return Found(end, (Draft(name, {}, (start, end)),))
        arguments = {declared[0]: text} if len(declared) == 1 and text else None
    return Found(end, (Draft(name, arguments, (start, end), raw=None if arguments is not None else text),))


def _behind_words(text: str, declared: list[str]) -> dict[str, Any] | None:
    """The arguments as an object behind words, where no text could be meant."""
    at = text.find("{")
    try:
        value = read_json(text, at, sealed=True).value if at > 0 else None
    except JsonError:
        return None
    return value if isinstance(value, dict) and value.keys() <= set(declared) else None


SYNTAX = Syntax(NAME, OPENING, read, interrupts=False)
