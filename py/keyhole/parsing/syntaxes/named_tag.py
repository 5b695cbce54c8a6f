"""`<tool_name><argument>value</argument></tool_name>`: the tool's name is the tag (Cline, Roo, Morph), its arguments
are elements, YAML lines, or the text itself where the tool takes but one. Only for tools that are known by name.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.mentions import within_sentence
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import any_element, yaml_lines
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.child_tags import CDATA, children, text_of
from keyhole.parsing.syntaxes.elements import arguments_in, satisfied
from keyhole.parsing.types import Draft, Found, Pending
from keyhole.parsing.values import properties_of, types_of

NAME = "named_tag"
_ANY_CLOSE = re.compile(r"</[\w:|-]{1,40}>|<\|/?[\w|]*(?:end|/)[\w|]*>|```")
_ASIDE = re.compile(r"<[\w\-]{1,60}\s{0,4}/>|<!--.{0,400}?-->|<\?.{0,200}?\?>", re.S)
"""What is no part of a text: empty elements, comments, instructions."""
_YAML_HEAD = (
    any_of("name:", "tool:", "function:", "tool_name:")
    + chars(r"[^\n<`]", 1, 120).named("name")
    + lit("\n")
    + any_of("arguments:", "parameters:", "args:", "params:")
)
_FIRST_LINE = chars(r"[\w\-]", 1, 60) + lit(":") + chars(r"[ \t\n]", 1, 1)
_NEAR = 400
_TAG_END = re.compile("/>")
_LINE_OF_YAML = re.compile(r"[A-Za-z_][\w\-]{0,60}:")


def for_tools(names: tuple[str, ...]) -> Syntax:
    """The syntax for these tools."""
    head: Pattern = lit("<") + words(names).named("name")
    opening = head + chars(r"[\s/>]", 1, 1)

    def read(source: Source, start: int) -> Found | None:
        found = call(source, start)
        for draft in found.drafts if found else ():
            # pages are written in tags, too: without arguments or amid a sentence such a tag may be any element
            if not draft.arguments and not satisfied({}, source.tools.schema(draft.name)):
                return None
            if within_sentence(source, *draft.span) and not source.is_over(draft.span[1]):
                return None
        return found

    def call(source: Source, start: int) -> Found | None:
        named = source.match(head, start)
        if named is None:
            return None
        name, at = named["name"], source.skip_space(named.end())
        if source.at_end(at):
            return Found(at, problem=source.refuse("the text ends inside the call", start).problem)
        schema = source.tools.schema(name)
        if source.text.startswith("/", at):
            if source.text.startswith("/>", at):
                return Found(at + 2, (Draft(name, {}, (start, at + 2)),))
            if source.at_end(at + 1):
                return Found(at + 1, problem=source.refuse("the text ends inside the call", start).problem)
            return None
        attributes: dict[str, Any] = {}
        lines = "\n" in source.text[named.end() : at] and _LINE_OF_YAML.match(source.text, at) is not None
        if source.text[at] not in "<>" and not lines:
            rest = any_element.rest_of_tag(source, named.end())
            if rest is None:
                return None
            attributes = any_element.attributes_in(rest["attributes"], schema)
            if not satisfied(attributes, schema):
                return None
            if rest["end"] == "/>":
                return Found(rest.end(), (Draft(name, attributes, (start, rest.end())),))
            at = rest.end() - 1
        if source.text[at] == "<" or lines:
            close = source.find(_TAG_END, at)
        elif source.text[at] == ">":
            at += 1
            close = source.find(
                re.compile(rf"</\s{{0,4}}{re.escape(name)}\s{{0,4}}>{_line_end(source, start, at)}"), at
            )
            if close is not None and close[0] == "\n":
                return None
        else:
            return None
        if close is None:
            raise source.refuse("the text ends inside the call", start)
        body = source.text[at : close.start()]
        body = body.rstrip() if close[0] == "/>" else body
        arguments = {} if attributes and not body.strip() else _arguments(body, schema)
        if arguments is None and body.lstrip().startswith("<"):
            twice = body.lstrip().startswith(f"<{name}>")
            longer = _end_behind(source, close, twice)
            beyond = source.text[at : longer.start()] if longer else ""
            arguments = None if head.regex.search(beyond) and not twice else children(beyond, schema, exact=True)
            if arguments and longer:
                close = longer  # the first one stood inside a text, or the call in a tag of its own name
            else:
                arguments = children(body, schema, mended=True)
        if arguments is None:
            raise source.refuse("not the tool's arguments", at, end=close.end())
        return Found(close.end(), (Draft(name, {**attributes, **arguments}, (start, close.end())),))

    return Syntax(NAME, opening, read)


def _line_end(source: Source, start: int, at: int) -> str:
    """An alternative for words behind a tag in the middle of a line: a call in a sentence ends where the line does."""
    if source.at_end(at) or source.text[at] in "<{[\r\n":
        return ""
    before = source.text[max(0, start - 200) : start].rpartition("\n")[2]
    return r"|\n" if before.strip() else ""


def _end_behind(source: Source, close: re.Match[str], twice: bool) -> re.Match[str] | None:
    """The next end mark near, where text goes on behind this one, or the call is known to stand in another."""
    if not twice and (source.line_is_over(close.end()) or source.text[close.end()] == "<"):
        return None
    limit = close.end() + _NEAR
    found = close.re.search(source.text, close.end(), limit)
    if found is None and not source.final and len(source.text) < limit:
        raise Pending(close.re, close.end(), most=_NEAR)
    return found


def read_body(source: Source, start: int, at: int) -> Found | None:
    """A call as YAML behind an opening mark: `name: f` and `arguments:` with indented lines."""
    head = source.match(_YAML_HEAD, at)
    if head is None:
        return None
    name = source.tools.resolve(head["name"].strip().strip("\"'"))
    if source.tools and name not in source.tools:
        return None
    if not source.line_is_over(head.end()) and source.text[head.end()] not in "<`":
        return None
    close = source.find(_ANY_CLOSE, at)
    if close is None:
        raise source.refuse("the text ends inside the call", start)
    inner = source.text[head.end() : close.start()].partition("\n")[2]
    arguments = yaml_lines.arguments_in(inner, source.tools.schema(name)) if inner.strip() else {}
    if arguments is None:
        raise source.refuse("not the tool's arguments", at)
    return Found(close.end(), (Draft(name, arguments, (start, close.end())),))


def read_unnamed(source: Source, start: int, at: int) -> Found | None:
    """The arguments alone as lines of YAML, where the tag that ends them names the tool or there is but one."""
    if not source.tools or "call" not in source.text[start:at] or source.match(_FIRST_LINE, at) is None:
        return None
    close = source.find(_ANY_CLOSE, at)
    if close is None:
        return None
    named = close[0].strip("</>").rpartition(":")[2]
    name = named if named in source.tools else next(iter(source.tools.schemas))
    if name != named and len(source.tools.schemas) > 1:
        return None
    schema = source.tools.schema(name)
    arguments = yaml_lines.arguments_in(source.text[at : close.start()], schema)
    if not arguments or not satisfied(arguments, schema):
        return None
    return Found(close.end(), (Draft(name, arguments, (start, close.end())),))


def _arguments(body: str, schema: Any) -> dict[str, Any] | None:
    declared = properties_of(schema)
    plain = _ASIDE.sub("", body)
    if "<" in body and not body.lstrip().startswith("<![CDATA["):
        held = children(body, schema, exact=True)
        if held is not None:
            return held
        if "<" in CDATA.sub("", plain):
            return yaml_lines.arguments_in(body, schema)
    if not plain.strip():
        return {}
    held = yaml_lines.arguments_in(plain, schema)
    if held is not None:
        return held
    if plain.lstrip().startswith("{"):
        held = arguments_in(plain, schema)
        if held is not None and held.keys() <= declared.keys():
            return held
    texts = [name for name, part in declared.items() if types_of(part) <= {"string"}]
    if len(texts) != 1 or plain.lstrip().startswith("["):
        return None
    return {texts[0]: text_of(plain.strip())}
