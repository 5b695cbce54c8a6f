"""A call on a line of its own, in words and without marks: `f(k="v")`, `@f {...}`, `Tool: f` over `Arguments: {...}`,
`[Calling tool: f({...})]` and, barely a call at all, `Using f with v`. Only for tools that are known by name and take
just these arguments.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson, read_json
from keyhole.parsing.mentions import line_before
from keyhole.parsing.patterns import SPACE, Pattern, any_of, chars, lit, opt, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import noise, pythonic
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.elements import satisfied
from keyhole.parsing.syntaxes.thinking import CLOSING
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of, typed

NAME = "line_call"
_BLANK = chars(r"[ \t]", 0, 8)
_LABELS = (
    "Tool",
    "Function",
    "Action",
    "Tool call",
    "Function call",
    "Tool name",
    "Tool use",
    "Function name",
    "Call",
    "Tool to use",
    "Calling tool",
    "Calling function",
)
_INPUTS = ("Input", "Args", "Arguments", "Parameters", "Params", "Tool input", "Action input", "With")
_POINTERS = ("@", "/", "\u2192 ", "-> ", "<<function>>", "$ ")
_SAID = (
    *("Using", "Calling", "Invoking", "Running", "I'll use", "I'll call", "I will use", "I will call"),
    *("Let me use", "Let me call", "I'm using", "I'm calling", "I am using", "I am calling"),
)
_BRACKET_END = SPACE + lit("]")
_INDENTED = re.compile(r" {0,3}\t| {4}")
_IN_WORD = re.compile(r"\w\w")
_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|[\n<]|\Z")
_PAIR = re.compile(
    r"\s*([A-Za-z_][\w\-]{0,60})(?:\s{0,4}[=:]\s{0,4}|\s{1,4}(?=[\"']))"
    r"(\"[^\"]*\"|'[^']*'|[^,;\"']+?)\s*(?:,|;|\band\b|\Z)"
)
_LONGEST_SAID = 300


def _cased(said: tuple[str, ...]) -> Pattern:
    forms = {form for word in said for form in (word, word.upper(), word.lower(), word.title())}
    return words({*forms, *(form.replace(" ", "_") for form in forms)})


def for_tools(names: tuple[str, ...]) -> Syntax:
    """The syntax for these tools."""
    name = words(names).named("name")
    namespace = Pattern(r"(?:functions\.|tools\.|default_api\.)?", r"(?:[a-z_]{0,11}\.?)?")
    bold, tick = chars(r"\*", 0, 2), chars("`", 0, 1)
    label = opt(any_of("**", "[")) + _cased(_LABELS) + bold + _BLANK + chars(":", 0, 1) + bold + _BLANK
    pointer = words(_POINTERS)
    input_label = chars(r"\n", 1, 2) + bold + _cased(_INPUTS) + bold + _BLANK + lit(":") + bold + chars(r"\s", 0, 4)
    body = any_of(
        _BLANK + lit("(").named("python"),
        _BLANK + chars(":", 0, 1) + _BLANK + lit("{"),
        input_label.named("input") + lit("{"),
    )
    alone = name + _BLANK + lit("(").named("alone")
    written = any_of(label, pointer) + tick + namespace + name.named("name2") + tick + body
    said = (
        words(_SAID).named("said")
        + lit(" ")
        + opt(lit("the "))
        + tick
        + words(names).named("name3")
        + tick
        + opt(any_of(" tool", " function"))
        + lit(" with ")
    )
    plain = Pattern(_unnamed(written.full), written.part, written.choices)
    opening = any_of(alone, plain, said)
    of_written = (any_of(label, pointer) + tick + namespace + name + tick + body).regex

    def read(source: Source, start: int) -> Found | None:
        opened = source.match(opening, start)
        if opened is None or _IN_WORD.match(source.text[start - 1 : start] + source.text[start]):
            return None
        if opened["said"]:
            return _said(source, start, opened["name3"], opened.end())
        before = line_before(source.text, start)
        ended = max((mark.end() for mark in CLOSING.regex.finditer(before)), default=0)
        before = before[ended:]  # behind reasoning the answer begins
        if before.strip(" \t>*-"):
            return None
        if opened["alone"]:
            # a list or an indented block says what could be called
            return None if before.strip(" \t>") or _INDENTED.match(before) else _python(source, start, start)
        again = of_written.match(source.text, start)
        assert again is not None  # the same expression, its names kept
        if source.text[start] == "[":
            return _in_brackets(source, start, again.start("name")) if again["python"] else None
        if again["python"]:
            return _python(source, start, again.start("name"))
        return _json(source, start, again["name"], again.end() - 1)

    return Syntax(NAME, opening, read, interrupts=False)


def _unnamed(expression: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", expression)


def _python(source: Source, start: int, at: int) -> Found | None:
    """One call to a line, or several with semicolons between (Raven)."""
    drafts: list[Draft] = []
    while True:
        found = pythonic.read_call(source, at)
        if found is None:
            return None
        fitting = _fitting(
            source, start, source.tools.resolve(found.drafts[0].name), found.drafts[0].arguments, found.end
        )
        if fitting is None:
            return None
        drafts += fitting.drafts
        if source.line_is_over(found.end) or noise.follows(source, found.end):
            return Found(found.end, tuple(drafts))
        if source.text[found.end] != ";":
            return None
        at = source.skip_space(found.end + 1)
        if source.at_end(at):
            return Found(found.end + 1, tuple(drafts))


def _in_brackets(source: Source, start: int, at: int) -> Found | None:
    found = pythonic.read_call(source, at)
    close = None if found is None else source.match(_BRACKET_END, found.end)
    if found is None or close is None:
        return None
    name = source.tools.resolve(found.drafts[0].name)
    return _fitting(source, start, name, found.drafts[0].arguments, close.end())


def _json(source: Source, start: int, name: str, at: int) -> Found | None:
    try:
        read = source.json(at)
    except (UnfinishedJson, JsonError) as error:
        raise source.refuse(error.reason, error.position) from None
    if not isinstance(read.value, dict) or not source.line_is_over(read.end):
        return None
    return _fitting(source, start, name, read.value, read.end, read.repairs)


def _fitting(
    source: Source, start: int, name: str, arguments: Any, end: int, repairs: tuple[str, ...] = ()
) -> Found | None:
    if not isinstance(arguments, dict) or not satisfied(arguments, source.tools.schema(name)):
        return None
    return Found(end, (Draft(name, arguments, (start, end), exact=False, marked=True, repairs=repairs),))


def _said(source: Source, start: int, name: str, at: int) -> Found | None:
    end = _SENTENCE_END.search(source.text, at, at + _LONGEST_SAID)
    if end is None or end[0] == "<":
        return None
    if end.end() == len(source.text) and end[0] != "\n":
        source.at_end(len(source.text))  # more may follow
    schema = source.tools.schema(name)
    arguments = _told(source.text[at : end.start()].strip(), schema)
    if arguments is None or not satisfied(arguments, schema):
        return None
    return Found(end.start(), (Draft(name, arguments, (start, end.start()), exact=False, said=True),))


def _told(text: str, schema: Any) -> dict[str, Any] | None:
    """The arguments as they are told: an object, pairs, or the one value that the tool cannot do without."""
    if text.startswith("{"):
        try:
            value = read_json(text, sealed=True).value
        except JsonError:
            return None
        return value if isinstance(value, dict) else None
    declared = properties_of(schema)
    arguments = pairs_in(text, schema)
    if arguments is None or arguments:
        return arguments
    wanted = (schema or {}).get("required") or list(declared)
    return (
        {wanted[0]: typed(text.strip("\"'`"), declared.get(wanted[0]), "string")} if len(wanted) == 1 and text else None
    )


def pairs_in(text: str, schema: Any) -> dict[str, Any] | None:
    """`key=value`, `key: value` or `key "value"` of declared arguments, one after the other; empty where none begins
    there, None where something else follows."""
    declared = properties_of(schema)
    arguments: dict[str, Any] = {}
    pos = 0
    while pos < len(text) and (pair := _PAIR.match(text, pos)) is not None and pair[1] in declared:
        arguments[pair[1]] = typed(pair[2].strip().strip("\"'"), declared[pair[1]], "string")
        pos = pair.end()
    return arguments if not arguments or pos >= len(text) else None
