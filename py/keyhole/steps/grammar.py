"""JSON Schema -> a compact grammar that an engine can hold its output to.

One text serves both kinds of engine: WebLLM (XGrammar's EBNF) and wllama (llama.cpp's GBNF) share the notation used
here, and rule names keep to letters and digits. The grammar allows no free white space: unlimited white space in a
JSON grammar lets small models run to their token limit. It may allow less than the schema does (no exponents, required
members first); what a grammar cannot say (patterns, bounds of numbers, uniqueness) it leaves out, and a keyword that
changes a value's shape in a way unknown here makes that value any JSON. Whoever uses it validates the output anyway.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.errors import ConfigError
from keyhole.made_once import MadeOnce
from keyhole.tools.schema import CompiledSchema, compiled

_MOST_RULES = 500
_MOST_LITERALS = 64
_LONGEST_COUNTED = 100

_SHARED = {
    "str": r'"\"" char* "\""',
    "char": r'[^"\\\x00-\x1F\x7F] | "\\" ["\\/bfnrt]',
    "int": r'"-"? nat',
    "nat": r'"0" | [1-9] [0-9]{0,14}',
    "num": r'int ("." [0-9]{1,15})?',
    "bool": r'"true" | "false"',
    "value": r'str | num | bool | "null" | array | object',
    "array": r'"[" (value ("," value)*)? "]"',
    "object": r'"{" (str ":" value ("," str ":" value)*)? "}"',
}
_USES = {
    "str": ("char",),
    "int": ("nat",),
    "num": ("int",),
    "value": ("str", "num", "bool", "array", "object"),
    "array": ("value",),
    "object": ("str", "value"),
}
_ANNOTATIONS = frozenset(
    (
        "title",
        "description",
        "default",
        "examples",
        "$comment",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$schema",
        "$id",
        "$defs",
        "definitions",
    )
)
_RESTRICTIONS = {
    "string": ("minLength", "pattern", "format", "contentEncoding", "contentMediaType"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("uniqueItems", "contains", "minContains", "maxContains", "unevaluatedItems"),
    "object": ("patternProperties", "propertyNames", "minProperties", "maxProperties", "dependentRequired",
               "dependentSchemas", "dependencies", "unevaluatedProperties"),
}  # fmt: skip
_SHAPING = ("not", "if", "$dynamicRef", "$recursiveRef")


@dataclass(frozen=True, slots=True)
class Grammar:
    """A grammar's text; `exact` says that all it allows is valid."""

    text: str
    exact: bool


def grammar_of(schema: Any) -> Grammar:
    """The grammar of a schema, made once for each schema object.

    Raises `ConfigError` when nothing at all can meet the schema, or it is not sound.
    """
    return _made(schema)


def literal(text: str) -> str:
    """A text as a quoted literal of the grammar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'


def with_rules(root: str, rules: Iterable[str] = ()) -> str:
    """A whole grammar from a root expression that uses the shared rules named in `rules`."""
    needed: list[str] = []
    pending = list(rules)
    while pending:
        name = pending.pop(0)
        if name not in needed:
            needed.append(name)
            pending.extend(_USES.get(name, ()))
    return "\n".join([f"root ::= {root}", *(f"{name} ::= {_SHARED[name]}" for name in needed)])


def _compile(schema: Any) -> Grammar:
    compiled(schema)
    compiler = _Compiler(schema)
    try:
        root = compiler.value(schema)
    except (RecursionError, _TooMany):
        return Grammar(with_rules("object", ["object"]), exact=False)
    if root is None:
        raise ConfigError("nothing can meet this schema")
    own = [f"{name} ::= {text}" for name, text in compiler.rules.items()]
    return Grammar("\n".join([with_rules(root, compiler.shared), *own]), compiler.exact)


_made: MadeOnce[Any, Grammar] = MadeOnce(_compile)


class _TooMany(Exception):
    pass


class _Compiler:
    """Turns schemas into expressions; an expression of None can never be met."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.rules: dict[str, str] = {}
        self.shared: list[str] = []
        self.exact = True
        self._references: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def value(self, schema: Any) -> str | None:
        if schema is False:
            return None
        if schema is True or not isinstance(schema, dict):
            return self.use("value")
        schema = {key: value for key, value in schema.items() if key not in _ANNOTATIONS}
        if "const" in schema:
            return self.literals([schema["const"]], schema)
        if isinstance(schema.get("enum"), list):
            return self.literals(schema["enum"], schema)
        if "$ref" in schema:
            return self.reference(schema)
        if any(key in schema for key in _SHAPING):
            self.exact = False
            schema = {key: value for key, value in schema.items() if key not in (*_SHAPING, "then", "else")}
        if isinstance(schema.get("allOf"), list):
            self.exact = False
            return self.value(self.merged(schema))
        for key in ("anyOf", "oneOf"):
            if isinstance(schema.get(key), list):
                self.exact = self.exact and key == "anyOf" and len(schema) == 1
                around = {name: value for name, value in schema.items() if name != key}
                return self.either(
                    self.value({**around, **branch} if isinstance(branch, dict) else branch) for branch in schema[key]
                )
        kinds = schema.get("type")
        if isinstance(kinds, list):
            return self.either(self.of_type(kind, schema) for kind in kinds)
        return self.of_type(kinds if isinstance(kinds, str) else _guessed(schema), schema)

    def of_type(self, kind: str | None, schema: dict[str, Any]) -> str | None:
        if any(key in schema for key in _RESTRICTIONS.get(kind or "", ())):
            self.exact = False
        if kind == "string":
            return self.string(schema)
        if kind in ("integer", "number"):
            return self.number(kind, schema)
        if kind == "boolean":
            return self.use("bool")
        if kind == "null":
            return '"null"'
        if kind == "array":
            return self.array(schema)
        if kind == "object":
            return self.object(schema)
        if schema:
            self.exact = False
        return self.use("value")

    def string(self, schema: dict[str, Any]) -> str:
        longest = schema.get("maxLength")
        if longest is None:
            return self.use("str")
        if longest > _LONGEST_COUNTED:
            self.exact = False
            return self.use("str")
        self.use("char")
        shortest = min(schema.get("minLength", 0), longest)
        return f'"\\"" char{{{int(shortest)},{int(longest)}}} "\\""'

    def number(self, kind: str, schema: dict[str, Any]) -> str | None:
        low, high = schema.get("minimum"), schema.get("maximum")
        if kind == "integer" and isinstance(low, int) and isinstance(high, int) and high - low < _MOST_LITERALS:
            return self.literals(list(range(low, high + 1)), schema)
        if kind == "integer":
            return self.use("nat") if isinstance(low, int | float) and low >= 0 else self.use("int")
        return self.use("num")

    def array(self, schema: dict[str, Any]) -> str | None:
        items = schema.get("items", True)
        first = schema.get("prefixItems", [])
        if isinstance(items, list):  # drafts before 2020-12
            first, items = items, schema.get("additionalItems", True)
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        if first:
            least = min(least, len(first)) if least else 0
            self.exact = self.exact and schema.get("minItems", 0) <= len(first)
            parts = [self.value(part) for part in first[: most if most is not None else len(first)]]
            if None in parts:
                return '"[]"' if not least else None
            return '"[" ' + ' "," '.join(_grouped(part or "") for part in parts) + ' "]"' if parts else '"[]"'
        item = self.value(items) if most != 0 else None
        if item is None:
            return '"[]"' if not least else None
        if most is not None and most < least:
            return None
        item = self.rule(item)
        most = None if most is None else int(most) - 1
        rest = f'("," {item}){{{max(int(least) - 1, 0)},{"" if most is None else most}}}'
        if int(least) <= 1:
            rest = f'("," {item})*' if most is None else rest if most else ""
        members = f"{item} {rest}".strip()
        return f'"[" {members} "]"' if least else f'"[" ({members})? "]"'

    def object(self, schema: dict[str, Any]) -> str | None:
        properties = schema.get("properties", {})
        required = [name for name in dict.fromkeys(schema.get("required", ())) if isinstance(name, str)]
        others = schema.get("additionalProperties", True)
        present: list[str] = []
        for name in [*(n for n in properties if n in required), *(n for n in required if n not in properties)]:
            value = self.value(properties.get(name, others))
            if value is None:
                return None
            present.append(self.member(name, value))
        optional: list[str] = []
        for name, inner in properties.items():
            if name not in required and (value := self.value(inner)) is not None:
                optional.append(self.member(name, value))
        if not properties and not required and others is not False:
            value = self.value(others)
            if value is None:
                return '"{}"'
            value = self.rule(value)
            self.use("str")
            return f'"{{" (str ":" {value} ("," str ":" {value})*)? "}}"'
        if present:
            more = "".join(f' ("," {member})?' for member in optional)
            return '"{" ' + ' "," '.join(present) + more + ' "}"'
        if not optional:
            return '"{}"'
        # none is required: any may come first, each at most once, in order; one rule for what may follow each
        after, firsts = "", []
        for number, member in reversed(list(enumerate(optional))):
            member = self.rule(member)
            firsts.append(f"{member} {after}".strip())
            if number:
                after = self.rule(f'("," {member})? {after}'.strip())
        return '"{" (' + " | ".join(reversed(firsts)) + ')? "}"'

    def member(self, name: str, value: str) -> str:
        return f"{literal(_dumps(name) + ':')} {_grouped(value)}"

    def literals(self, values: Sequence[Any], schema: dict[str, Any]) -> str | None:
        if len(schema) > 1:  # a value may be listed and yet be refused by what stands beside the list
            try:
                check = CompiledSchema(schema)
                values = [value for value in values if not check.errors(value)]
            except ConfigError:  # a reference out of this part of the schema
                self.exact = False
        return self.either(literal(_dumps(value)) for value in values)

    def either(self, options: Iterable[str | None]) -> str | None:
        possible = list(dict.fromkeys(option for option in options if option is not None))
        return " | ".join(possible) if possible else None

    def reference(self, schema: dict[str, Any]) -> str | None:
        self.exact = self.exact and len(schema) == 1
        place = schema["$ref"]
        if place in self._references:
            return self._references[place]
        target = _at(self.root, place)
        if target is None:
            self.exact = False
            return self.use("value")
        name = self._references[place] = self.name()
        self.rules[name] = ""  # holds its place: the schema may refer to itself
        value = self.value(target)
        if value is None:
            return None
        self.rules[name] = value
        return name

    def merged(self, schema: dict[str, Any]) -> dict[str, Any]:
        result = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            part = _at(self.root, part["$ref"]) if isinstance(part, dict) and "$ref" in part else part
            if not isinstance(part, dict):
                continue
            both = {**result.get("properties", {}), **part.get("properties", {})}
            wanted = [*result.get("required", []), *part.get("required", [])]
            result = {**result, **part}
            if both:
                result["properties"] = both
            if wanted:
                result["required"] = wanted
        return result

    def rule(self, text: str) -> str:
        """A name for an expression, unless it is one already."""
        if text.isalnum():
            return text
        name = self._names.get(text)
        if name is None:
            name = self._names[text] = self.name()
            self.rules[name] = text
        return name

    def name(self) -> str:
        if len(self.rules) >= _MOST_RULES:
            raise _TooMany
        return f"r{len(self.rules) + 1}"

    def use(self, name: str) -> str:
        self.shared.append(name)
        return name


def _guessed(schema: dict[str, Any]) -> str | None:
    """The type that a schema without one is about: models are helped more by a form than by freedom."""
    if any(key in schema for key in ("properties", "required", "additionalProperties")):
        return "object"
    if any(key in schema for key in ("items", "prefixItems", "minItems", "maxItems")):
        return "array"
    return None


def _at(root: Any, place: Any) -> Any:
    """What a local JSON Pointer (RFC 6901) leads to; None when it leads nowhere, or elsewhere."""
    if not isinstance(place, str) or not (place == "#" or place.startswith("#/")):
        return None
    target = root
    for part in place[1:].split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        if isinstance(target, dict) and part in target:
            target = target[part]
        elif isinstance(target, list) and part.isdigit() and int(part) < len(target):
            target = target[int(part)]
        else:
            return None
    return target


def _grouped(text: str) -> str:
    return f"({text})" if " | " in text else text


def _dumps(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else json.dumps(value, separators=(",", ":"))
