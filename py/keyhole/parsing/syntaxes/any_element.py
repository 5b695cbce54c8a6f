"""An element of any name that names a tool: `<fn name="f"><arg name="k">v</arg></fn>`, `<zork=f>{...}</zork>`,
`<zork:f>{...}</zork:f>`. Only
believed where the tool is there and takes just these arguments; pages and forms are written like that, too.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.patterns import any_of, chars, lit, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.elements import arguments_in, satisfied
from keyhole.parsing.types import Draft, Found, Pending
from keyhole.parsing.values import properties_of, typed

NAME = "any_element"
_WORD = chars(r"[\w:\-]", 1, 40)
_SPACE = chars(r"\s", 0, 4)
_PAIRS = r"(?:\s+[\w\-]{1,60}\s{0,4}=\s{0,4}(?:\"[^\"]{0,4000}\"|'[^']{0,4000}')){0,40}"
_REST = re.compile(rf"(?P<attributes>{_PAIRS})\s*(?P<end>/?>)")
_REST_BEGINNING = re.compile(
    rf"{_PAIRS}\s*(?:/|(?<=\s)[\w\-]{{1,60}}(?:\s{{0,4}}|\s{{0,4}}=\s{{0,4}}(?:\"[^\"]{{0,4000}}|'[^']{{0,4000}})?))?\Z"
)
_ATTRIBUTE = re.compile(r"([\w\-]{1,60})\s{0,4}=\s{0,4}(?:\"([^\"]*)\"|'([^']*)')")


def for_tools(names: tuple[str, ...]) -> Syntax:
    """The syntax for these tools."""
    name = words(names)
    by_attribute = (
        chars(r"\s", 1, 20)
        + any_of("name", "tool", "function")
        + _SPACE
        + lit("=")
        + _SPACE
        + any_of(lit('"') + name.named("double") + lit('"'), lit("'") + name.named("single") + lit("'"))
    )
    opening = (
        lit("<")
        + _WORD.named("word")
        + any_of(by_attribute, chars("[=:]", 1, 1) + chars(" ", 0, 1) + name.named("bare") + lit(">"))
    )

    def read(source: Source, start: int) -> Found | None:
        opened = source.match(opening, start)
        if opened is None or source.family.strict_form:
            return None
        name = opened["double"] or opened["single"] or opened["bare"]
        schema = source.tools.schema(name)
        attributes: dict[str, Any] = {}
        at = opened.end()
        if not opened["bare"]:
            rest = rest_of_tag(source, at)
            if rest is None:
                return None
            attributes = attributes_in(rest["attributes"], schema)
            at = rest.end()
            if rest["end"] == "/>":
                return _found(source, start, name, attributes, at)
        gap = source.skip_space(at)
        if not source.at_end(gap) and source.text[gap] not in "{<":
            return None
        close = source.find(re.compile(rf"</{re.escape(opened['word'])}(?:[:=]{re.escape(name)})?\s{{0,4}}>"), at)
        if close is None:
            return None
        arguments = arguments_in(source.text[at : close.start()], schema)
        return None if arguments is None else _found(source, start, name, {**attributes, **arguments}, close.end())

    return Syntax(NAME, opening, read, interrupts=False)


def _found(source: Source, start: int, name: str, arguments: dict[str, Any], end: int) -> Found | None:
    if not satisfied(arguments, source.tools.schema(name)):
        return None
    return Found(end, (Draft(name, arguments, (start, end), exact=False, marked=True),))


def rest_of_tag(source: Source, at: int) -> re.Match[str] | None:
    """The `attributes` that stand at `at` and the `end` of their tag."""
    if not source.final and _REST_BEGINNING.match(source.text, at):
        raise Pending
    return _REST.match(source.text, at)


def attributes_in(text: str, schema: Any) -> dict[str, Any]:
    """`key="value"` pairs as the schema's types."""
    declared = properties_of(schema)
    pairs = ((found[1], found[2] if found[2] is not None else found[3]) for found in _ATTRIBUTE.finditer(text))
    return {key: typed(value, declared.get(key), "string") for key, value in pairs}
