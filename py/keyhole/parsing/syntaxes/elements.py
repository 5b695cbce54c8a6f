"""A call told in elements: one holds the tool's name, another its arguments as JSON, as parameters or as elements of
their own names (`<invoke><tool_name>f</tool_name><parameters><city>Paris</city></parameters></invoke>`, `<tool_use>`,
Cline's `<use_mcp_tool>`). Elements that say something else, such as an id, are passed over.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.child_tags import children, named_children
from keyhole.parsing.syntaxes.json_calls import ARGUMENT_KEYS, NAME_KEYS
from keyhole.parsing.syntaxes.parameters import read_parameters
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of

NAME = "elements"
_NAMES = (*NAME_KEYS, "toolname", "call_name", "action", "method")
_BESIDE = (
    "server_name",
    "server",
    "id",
    "call_id",
    "tool_call_id",
    "type",
    "thought",
    "reason",
    "explanation",
    "index",
)
_PREFIX = Pattern(r"(?:\w{1,16}:)?", r"(?:\w{0,16}:?)")
OPENING = lit("<") + _PREFIX + words((*_NAMES, *_BESIDE)) + chars(r"\s", 0, 4) + lit(">")
_TAG = re.compile(r"<(?P<tag>(?:\w{1,16}:)?(?P<name>[\w.\-]{1,60}))\s{0,4}>")
_MOST = 60
_LONGEST_TAG = 100
_ANY_PARAMETER = (
    lit("<param") + opt(lit("eter")) + any_of(chars(r"\s", 0, 2) + lit("="), chars(r"\s", 1, 4) + lit("name"))
)


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The elements from `at` on; the call spans `start` to the last of them."""
    if source.match(OPENING, at) is None:
        return None
    nodes: dict[str, str] = {}
    end = at
    cut = False
    for _ in range(_MOST):
        gap = source.skip_space(end)
        cut = source.at_end(gap)
        if cut or source.text[gap] != "<":
            break
        source.await_end_of_tag(gap, _LONGEST_TAG)
        tag = _TAG.match(source.text, gap)
        if tag is None:
            cut = source.text.find(">", gap) < 0
            break
        close = source.find(re.compile(rf"</{re.escape(tag['tag'])}\s{{0,4}}>"), tag.end())
        cut = close is None
        if close is None:
            break
        inner = source.text[tag.end() : close.start()]
        prefix = tag["tag"].removesuffix(tag["name"])
        nodes.setdefault(tag["name"], re.sub(rf"(</?){prefix}", r"\1", inner) if prefix else inner)
        end = close.end()
    if len(nodes) == 1 and end > at:
        named = _with_parameters(source, at, nodes, end)
        if named is not None:
            return named
    if cut and nodes.keys().isdisjoint(ARGUMENT_KEYS):
        return _breaks_off(source, start, nodes)
    call = _call(nodes, source)
    return Found(end, (Draft(call[0], call[1], (start, end)),)) if call else None


def _breaks_off(source: Source, start: int, nodes: dict[str, str]) -> Found | None:
    """The text is over before the arguments are."""
    end = len(source.text)
    key = next((key for key in _NAMES if key in nodes), None)
    drafts = () if key is None else (Draft(nodes[key].strip(), None, (start, end), raw="{"),)
    return Found(end, drafts, problem=source.refuse("the text ends before the arguments", start).problem)


def _with_parameters(source: Source, at: int, nodes: dict[str, str], end: int) -> Found | None:
    """`<name>f</name>` and then `<parameter name="key">` (UI-TARS) or `<parameter=key>` (a slip of Qwen3-Coder's)."""
    gap = source.skip_space(end)
    ((key, name),) = nodes.items()
    if key not in _NAMES or source.at_end(gap) or source.match(_ANY_PARAMETER, gap) is None:
        return None
    return read_parameters(source, at, name.strip(), gap, escaped=True)


def _call(nodes: dict[str, str], source: Source) -> tuple[str, dict[str, Any]] | None:
    key = next((key for key in _NAMES if key in nodes), None)
    if key is None or not re.fullmatch(r"\s*[\w.\-/]{1,100}\s*", nodes[key]):
        return None
    name = source.tools.resolve(nodes.pop(key).strip())
    schema = source.tools.schema(name)
    held = next((key for key in ARGUMENT_KEYS if key in nodes), None)
    if held is not None:
        arguments = arguments_in(nodes[held], schema)
        return None if arguments is None else (name, arguments)
    rest = {key: text for key, text in nodes.items() if key not in _BESIDE}
    if not rest.keys() <= properties_of(schema).keys():
        return None
    body = "".join(f"<{key}>{text}</{key}>" for key, text in rest.items())
    arguments = children(body, schema)
    return None if arguments is None else (name, arguments)


def arguments_in(body: str, schema: Any) -> dict[str, Any] | None:
    """The arguments in an element's body, in whichever of the forms they stand, or None."""
    if not body.strip():
        return {}
    if body.lstrip().startswith("{"):
        try:
            read = read_json(body, sealed=True)
        except JsonError:
            return None
        return read.value if isinstance(read.value, dict) and not body[read.end :].strip() else None
    held = named_children(body, schema)
    return children(body, schema) if held is None else held


def satisfied(arguments: dict[str, Any], schema: Any) -> bool:
    """Whether a tool takes exactly such arguments: all of them declared, none of the required ones missing. For forms
    that other things share, this is what tells a call from markup."""
    required = schema.get("required") if isinstance(schema, dict) else None
    return arguments.keys() <= properties_of(schema).keys() and set(required or ()) <= arguments.keys()
