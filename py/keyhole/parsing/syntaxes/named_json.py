"""A name, then its arguments as a JSON object: `[TOOL_CALLS]name[ARGS]{...}` (Mistral), `function<sep>name` with a
code block (DeepSeek V3, R1), `name<sep>{...}` (DeepSeek V3.1), `functions.name:0<|tool_call_argument_begin|>{...}`
(Kimi K2), `name` and the object on the next line (Poolside, Functionary), `name>{...}` (GLM 5.3), and kin.
"""

from __future__ import annotations

import re

from keyhole.parsing.lenient_json import JsonError, Read, UnfinishedJson
from keyhole.parsing.patterns import SPACE, Pattern, any_of, chars, lit, opt, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import pythonic
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.elements import satisfied
from keyhole.parsing.syntaxes.marks import closing
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of

NAME = "named_json"
_TOKEN = Pattern(
    r"<(?:[|\uff5c][^<>\s]{1,50}|tool_sep)>", r"<(?:[|\uff5c][^<>\s]{0,50}|t(?:o(?:o(?:l(?:_(?:s(?:ep?)?)?)?)?)?)?)?"
)
_BRACKET = Pattern(r"\[[A-Z_]{2,20}\]", r"\[[A-Z_]{0,20}")
_ARROW = any_of(">", "=>", "->")
_TYPE = lit("function\n")
_FENCE = opt(chars(r"\s", 0, 8) + lit("```") + opt(lit("json")))
_BLOCK = Pattern(r"(?<=\s)", "") + lit("```") + opt(lit("json"))
"""Hunyuan's smaller models write the name over a code block."""
_ID = opt(lit("[CALL_ID]") + chars(r"\w", 1, 60))
HEAD = (
    (chars(r"[A-Za-z_]", 1, 1) + chars(r"[\w.\-/]", 0, 99)).named("first")
    + opt(chars("[:!]", 1, 1) + chars(r"\d", 0, 6))
    + _ID
    + SPACE
    + opt(any_of((_TOKEN | _BRACKET | _ARROW).named("sep") + _FENCE, _BLOCK))
    + opt((chars(r"[\w.\-/]", 1, 100)).named("second") + _FENCE.named("fence"))
    + SPACE
    + lit("{")
)
_TRUNCATED = re.compile(r"(?P<first>[\w.\-/]{1,100})(?::\d+)?\s*(?:(?:<[|\uff5c][^<>\s]{1,50}>|\[ARGS\])\s*)")
_WORDS = re.compile(r"[\w.\-/]+ +[\w.\-/]*\s*\Z")
"""Not what a call begins with, but for its end: somebody says something."""
_COUNTER = chars(r"\d", 1, 6) + SPACE + _TOKEN + SPACE + lit("{")
"""Kimi K2 sometimes writes a call's number alone."""
_EMPTY = (
    chars(r"[\w.\-/]", 1, 100).named("name")
    + opt(lit(":") + chars(r"\d", 1, 6))
    + SPACE
    + lit("<|tool_call_argument_begin|>")
    + SPACE
    + lit("<|tool_call_end|>")
)
_END_TOKEN = re.compile(r"<[|\uff5c][^<>\s]{0,40}end[^<>\s]{0,10}>")
_CUT_FENCE = re.compile(r"\s{0,8}`{1,2}\Z")
_FENCE_END = chars(r"\s", 0, 8) + lit("```")


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The name at `at`, its arguments and the closing marks behind them."""
    kind = source.match(_TYPE, at)
    at = kind.end() if kind is not None else at  # Step-Audio names the type of the call first
    counter = source.match(_COUNTER, at)
    if counter is not None:
        return _numbered(source, start, counter.end() - 1)
    empty = source.match(_EMPTY, at)
    if empty is not None:
        return Found(empty.end(), (Draft(_bare(empty["name"]), {}, (start, empty.end())),))
    head = source.match(HEAD, at)
    if head is None:
        return _unfinished(source, start, at)
    name = head["first"]
    plain = head["sep"] is None
    if head["second"]:
        # `function<sep>name` and a code block or at least a new line: DeepSeek's first form, nothing else is written so
        apart = head["fence"] or "\n" in source.text[head.end("second") : head.end()]
        if name != "function" or plain or not apart:
            raise source.refuse("the call's type must be 'function', its arguments a code block", at)
        name = head["second"]
    elif plain and source.text[start] == "<" and "\n" not in source.text[at : head.end()] and _unknown(source, name):
        return None
    brace = head.end() - 1
    try:
        read = _arguments(source, brace)
    except UnfinishedJson:
        if source.family.bad_arguments == "refuse" and _END_TOKEN.search(source.text, brace):
            raise source.refuse("the text ends inside the arguments", brace) from None
        end = len(source.text)
        draft = Draft(_bare(name), None, (start, end), raw=source.text[brace:])
        return Found(end, (draft,), problem=source.refuse("the text ends inside the arguments", brace).problem)
    except JsonError as error:
        return _unreadable(source, start, name, brace, error)
    if not isinstance(read.value, dict):
        raise source.refuse("the arguments are not an object", brace)
    end, repairs = read.end, read.repairs
    fence = source.match(_FENCE_END, end) or (source.final and _CUT_FENCE.match(source.text, end))
    if fence:
        end = fence.end()
    if source.text.startswith("<", start) or not plain:
        gap = source.skip_space(end)
        if not source.at_end(gap):
            after = closing(source, gap)
            if after is not None:
                end = after
            elif source.text.startswith("<tool", start):
                repairs = (*repairs, "missing_end_mark")
            elif source.final and re.compile(r"<[/|\uff5c]?[\w|\u2581:]*\Z").match(source.text, gap):
                end = len(source.text)
    return Found(end, (Draft(_bare(name), read.value, (start, end), repairs=repairs),))


def _arguments(source: Source, brace: int) -> Read:
    """The object there. No quote that somebody forgot reaches beyond the token that ends the call."""
    read = source.json(brace)
    token = _END_TOKEN.search(source.text, brace, read.end) if "inner_quotes" in read.repairs else None
    return read if token is None else source.json(brace, sealed_at=token.start())


def _numbered(source: Source, start: int, brace: int) -> Found:
    """A call without a name, of the only tool that takes such arguments."""
    try:
        read = _arguments(source, brace)
    except (UnfinishedJson, JsonError) as error:
        raise source.refuse(error.reason, error.position) from None
    gap = source.skip_space(read.end)
    end = (None if source.at_end(gap) else closing(source, gap)) or read.end
    tools = source.tools.schemas.items() if isinstance(read.value, dict) else ()
    fitting = [name for name, schema in tools if satisfied(read.value, schema)]
    if len(fitting) != 1:
        while not source.at_end(end) and (after := closing(source, end)) is not None:
            end = after
        return Found(end, problem=source.problem("a call without the name of its tool", start))
    return Found(end, (Draft(fitting[0], read.value, (start, end), repairs=read.repairs),))


def _unknown(source: Source, name: str) -> bool:
    return bool(source.tools) and name not in source.tools


def _bare(name: str) -> str:
    return name.removeprefix("functions.")


def _unreadable(source: Source, start: int, name: str, brace: int, error: JsonError) -> Found:
    """The name is certain, the arguments are not JSON: reported up to the closing mark, run by nobody."""
    if source.family.bad_arguments == "refuse":
        raise source.refuse(error.reason, error.position)
    close = source.find(re.compile(r"<[|\uff5c/][^<>\s]{1,50}>"), brace)
    end = close.start() if close else len(source.text)
    raw = source.text[brace:end]
    if close is not None:
        end = closing(source, end) or end
    draft = Draft(_bare(name), None, (start, end), raw=raw)
    return Found(end, (draft,), problem=source.refuse(error.reason, error.position).problem)


def _unfinished(source: Source, start: int, at: int) -> Found | None:
    if not source.final:
        return None
    rest = source.text[at : at + 400]
    if _WORDS.match(rest):
        return None
    if len(rest) < 300 and HEAD.beginning.match(rest) and source.text[start] in "<[":
        end = len(source.text)
        problem = source.refuse("the text ends inside the call", start).problem
        so_far = _TRUNCATED.match(rest)
        if so_far and so_far.end() == len(rest) and so_far["first"] != "function":
            return Found(end, (Draft(_bare(so_far["first"]), None, (start, end), raw="{"),), problem=problem)
        return Found(end, problem=problem)
    return None


def _line_opening(names: tuple[str, ...]) -> Pattern:
    """Functionary's `name` over `{...}`, ChatGLM's `name` over a code block that calls `tool_call(...)`, and what is
    left where the mark in front was lost: `name[ARGS]{...}`, `name{...}</function>`, Kimi K2's `functions.name:0`."""
    block = lit("```python\n") + _TOOL_CALL
    line = chars(r"[ \t]", 0, 4) + lit("\n") + chars(r"\s", 0, 8) + any_of("{", block)
    numbered = lit(":") + chars(r"\d", 1, 6) + SPACE + lit("<|tool_call_argument_begin|>") + SPACE + lit("{")
    left = any_of("[ARGS]{", ">{", "{", numbered).named("left")
    return (opt(any_of(">>>", "functions.")) + words(names).named("tool") + any_of(line, left)).named("line")


_TOOL_CALL = lit("tool_call(")
_LOST_END = SPACE + any_of("</function>", "</tool_call>")
_BLOCK_END = SPACE + lit("```")


def at_line_start(names: tuple[str, ...]) -> Syntax:
    """The name of one of these tools on a line, the arguments on the next."""
    pattern = any_of(_line_opening(names), ">>>all\n", "all\n")

    def read(source: Source, start: int) -> Found | None:
        before = source.text[start - 1 : start]
        opening = source.match(pattern, start)
        if opening is None:
            return None
        strung = before == "}" and opening["left"] == "[ARGS]{"
        if before not in ("", "\n", ">") and not strung and not source.text.startswith(">>>", start):
            return None
        if opening["line"] is None:
            return Found(opening.end()) if source.text[start] == ">" or source.offset + start == 0 else None
        name = opening["tool"]
        schema = source.tools.schema(name)
        if source.text[opening.end() - 1] == "(":
            return _in_block(source, start, name, opening.end() - len("tool_call("))
        try:
            read = source.json(opening.end() - 1)
        except JsonError as error:
            if isinstance(error, UnfinishedJson) and NAME in source.family.native:
                end, raw = len(source.text), source.text[opening.end() - 1 :]
                problem = source.refuse(error.reason, error.position).problem
                return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)
            raise source.refuse(error.reason, error.position) from None
        if not isinstance(read.value, dict) or not set(read.value) <= set(properties_of(schema)):
            return None
        end = read.end
        if opening["left"] in ("{", ">{"):
            close = source.match(_LOST_END, end)
            if close is None:
                return None
            end = close.end()
        return Found(end, (Draft(name, read.value, (start, end), repairs=read.repairs),))

    return Syntax(NAME, pattern, read, interrupts=False)


def _in_block(source: Source, start: int, name: str, at: int) -> Found | None:
    found = pythonic.read_call(source, at)
    close = None if found is None else source.match(_BLOCK_END, found.end)
    if found is None or close is None or not satisfied(found.drafts[0].arguments, source.tools.schema(name)):
        return None
    return Found(close.end(), (Draft(name, found.drafts[0].arguments, (start, close.end())),))
