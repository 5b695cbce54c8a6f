"""Fill: the arguments of one tool. Sees one JSON Schema and the request; its output is `{"tool","args"}`.

The model writes only what is free: the tool is known already and a parameter with one possible value is not asked for.
What it wrote, completed, is then checked against the tool's whole schema. Where a required value is not in the request
the model may list the parameter under "missing" instead of inventing it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.made_once import MadeOnce
from keyhole.models.model import ChatRequest, FillTask
from keyhole.steps.found import Found
from keyhole.steps.grammar import grammar_of
from keyhole.steps.obtain import Read, Refused, refuse_invalid
from keyhole.tokens import cut_to_tokens
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool

_RULES = """\
You write the arguments of one tool call. Reply with one JSON object and nothing else.
Take values from the request, as they are written there. Leave optional parameters out unless the request gives them."""
_MISSING_RULE = """
If the request does not give a required value, list the parameter in "missing" and set "args" to null. Never invent one.
Form: {"missing":[],"args":{...}}"""
_PLAIN_RULE = """
Form: {"args":{...}}"""

_MOST_TOKENS = 400
_FOUND_TOKENS = 300
_MOST_ALLOWED, _LONGEST_ALLOWED = 12, 40
"""Values that a question names of those that a parameter may have, and characters of each."""


@dataclass(frozen=True, slots=True)
class Form:
    """How one tool is asked for: the static part of the prompt, what the model's output must meet, what is fixed."""

    system: str
    schema: dict[str, Any]
    fixed: dict[str, Any]
    required: tuple[str, ...]
    free: bool
    """False when there is nothing for a model to write."""


def form(tool: Tool) -> Form:
    """The form of a tool, made once for each tool object."""
    return _forms(tool)


def request(
    query: str,
    tool: Tool,
    *,
    found: Sequence[Found] = (),
    context: Sequence[str] = (),
    about: str | None = None,
    rest: str = "",
    more: bool = False,
) -> ChatRequest:
    """The request for one tool's arguments: the tool first, the query last. `rest` and `more` are for `FillTask`."""
    made = form(tool)
    asked = "".join(f"Earlier message: {earlier}\n" for earlier in context)
    asked += "".join(f"Already called: {cut_to_tokens(item.line, _FOUND_TOKENS)}\n" for item in found)
    return ChatRequest(
        messages=[
            {"role": "system", "content": made.system},
            {"role": "user", "content": f"{asked}Request: {query}"},
        ],
        schema=made.schema,
        grammar=grammar_of(made.schema).text,
        task=FillTask(
            query=query,
            tool=tool.name,
            description=tool.description,
            schema=tool.parameters,
            found=tuple(item.line for item in found),
            context=tuple(context),
            calls=tuple((item.tool, item.arguments) for item in found),
            names=tool.names,
            reads=tool.reads,
            knows=tool.knows,
            about=about,
            rest=rest,
            more=more,
        ),
        cache_key=tool.name,
        max_tokens=_MOST_TOKENS,
        think=False,
    )


def reader(tool: Tool) -> Read:
    """Reads what the model wrote into `{"tool","args"}` (valid) or `{"tool","args","missing"}` (to be asked for).

    Accepts the whole contract, the form that was asked for, and bare arguments. `"rest": true` is kept where the model
    took some of what stands behind the query (`FillTask.rest`).
    """
    made = form(tool)
    properties = declared_properties(tool.parameters)

    def read(value: Any) -> dict[str, Any]:
        args, missing = _taken_apart(value, properties)
        args = {**made.fixed, **args}
        missing = tuple(name for name in made.required if name in missing and _blank(args.get(name)))
        if missing:
            given = {name: item for name, item in args.items() if name not in missing and not _blank(item)}
            return {"tool": tool.name, "args": given, "missing": list(missing)}
        args = {name: item for name, item in args.items() if name in made.required or item is not None}
        refuse_invalid(tool.parameters, args, "args")
        took_more = {"rest": True} if value.get("rest") is True and "rest" not in properties else {}
        return {"tool": tool.name, "args": args, **took_more}

    return read


def question(tool: Tool, missing: Sequence[str]) -> str:
    """The clarifying question for parameters that the request did not give."""
    properties = declared_properties(tool.parameters)
    asked = [wanted(name, properties.get(name)) for name in missing]
    return f"I can do that with {_words(tool.name)}, once I know the {' and the '.join(asked)}."


def _form(tool: Tool) -> Form:
    schema = tool.parameters if isinstance(tool.parameters, dict) else {}
    fixed: dict[str, Any] = {}
    asked: dict[str, Any] = {}
    required = tuple(name for name in schema.get("required", ()) if isinstance(name, str))
    for name, inner in declared_properties(schema).items():
        single, value = _single_value(inner)
        if single and name in required:
            fixed[name] = value
        elif not single or name not in required:
            asked[name] = inner
    free_required = tuple(name for name in required if name not in fixed)
    args = {key: value for key, value in schema.items() if key not in ("properties", "required", "$schema", "$defs")}
    args = {"type": "object", **args, "properties": asked, "required": list(free_required)}
    properties: dict[str, Any] = {}
    rule = _PLAIN_RULE
    if free_required:
        rule = _MISSING_RULE
        properties["missing"] = {
            "type": "array",
            "items": {"enum": list(free_required)},
            "maxItems": len(free_required),
        }
        properties["args"] = {"anyOf": [args, {"type": "null"}]}
    else:
        properties["args"] = args
    output = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    for key in ("$schema", "$defs", "definitions"):
        if key in schema:
            output[key] = schema[key]
    shown = {key: value for key, value in args.items() if key != "additionalProperties"}
    if "$defs" in schema:
        shown["$defs"] = schema["$defs"]
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"), default=str)
    system = f"{_RULES}{rule}\n\nTool: {tool.name}\n{tool.description.strip()}\nParameters: {text}"
    free = bool(asked) or bool(free_required) or schema.get("additionalProperties") not in (None, False)
    return Form(system, output, fixed, free_required, free)


_forms: MadeOnce[Tool, Form] = MadeOnce(_form)


def _taken_apart(value: Any, properties: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    if not isinstance(value, dict):
        raise Refused(f"the output is not a JSON object but {type(value).__name__}")
    named = value.get("missing")
    missing = tuple(item for item in named if isinstance(item, str)) if isinstance(named, list) else ()
    for key in ("args", "arguments", "parameters"):
        if key in value and _wraps(value, key, properties):
            args = value[key]
            if args is None:
                args = {}
            if not isinstance(args, dict):
                raise Refused(f"`{key}`: {json.dumps(args, default=str)[:80]} is not an object")
            return args, missing
    if "missing" in properties or "tool" in properties:
        return value, ()
    return {name: item for name, item in value.items() if name not in ("tool", "missing")}, missing


def _wraps(value: dict[str, Any], key: str, properties: dict[str, Any]) -> bool:
    """Whether the arguments stand under a key, also where one of them is called like it: a program has `args`, too."""
    if key not in properties:
        return True
    inner, beside = value[key], value.keys() - {key, "tool", "missing", "rest"}
    return isinstance(inner, dict) and inner.keys() <= properties.keys() and not beside & properties.keys()


def _single_value(schema: Any) -> tuple[bool, Any]:
    if isinstance(schema, dict):
        if "const" in schema:
            return True, schema["const"]
        values = schema.get("enum")
        if isinstance(values, list) and len(values) == 1:
            return True, values[0]
    return False, None


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip(" _.?-"))


def wanted(name: str, schema: Any) -> str:
    """A parameter as it is asked for: its name, and what it is about."""
    described = schema.get("description", "") if isinstance(schema, dict) else ""
    described = described.strip().rstrip(".")
    words = _words(name)
    about = described if described.lower() != words.lower() else ""
    told = "; ".join(filter(None, (about, allowed(schema))))
    return f"**{words}** ({told})" if told else f"**{words}**"


def allowed(schema: Any) -> str:
    """The values that a parameter, or each item of it, has to be one of, as many as are read at a glance; the empty
    text where any will do."""
    items = schema.get("items") if isinstance(schema, dict) else None
    inner = items if isinstance(items, dict) and "enum" in items else schema
    values = inner.get("enum") if isinstance(inner, dict) else None
    said = [str(value)[:_LONGEST_ALLOWED] for value in values if value is not None] if isinstance(values, list) else []
    *most, last = [*said[:_MOST_ALLOWED], *(["another"] if len(said) > _MOST_ALLOWED else [])] or [""]
    return f"{', '.join(most)} or {last}" if most else last


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").strip()
