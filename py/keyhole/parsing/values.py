"""From what a model wrote to what a tool's schema wants.

The XML-like families write every value as text: the schema says whether `42` is a number or a name. Where it does not,
`guess` decides: `string` takes the text as it is, `json` takes a JSON scalar, array or object for what it looks like,
`line` does so only for a value on lines of its own, as those families' templates write it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from keyhole.parsing.lenient_json import JsonError, read_json

Guess = Literal["string", "json", "line"]

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\Z")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
_NESTED_QUANTIFIER = re.compile(r"\([^)]*[+*}][^)]*\)\s*[+*{]")
_PADDED = re.compile(r"[ \t]*\r?\n(.*?)(?:\r?\n([ \t]*))?\Z", re.S)
_SAID_YES_OR_NO = {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}
_ODD = object()
_SPELLINGS = (
    (re.compile(r"u?int\d*\Z|long\Z|short\Z|unsigned"), "integer"),
    (re.compile(r"float\d*\Z|double\Z|num\Z|decimal\Z"), "number"),
    (re.compile(r"bool\Z"), "boolean"),
    (re.compile(r"str\Z|text\Z|varchar|char\Z|enum\Z"), "string"),
    (re.compile(r"dict\Z|map\Z"), "object"),
    (re.compile(r"list\Z|arr\Z|tuple\Z|sequence\Z"), "array"),
)
"""What declarations that were never checked call the types of JSON: the words of some programming language."""


def types_of(schema: Any, depth: int = 0) -> frozenset[str]:
    """The JSON types a schema allows; empty when it does not say."""
    if not isinstance(schema, Mapping) or depth > 8:
        return frozenset()
    kind = schema.get("type")
    kinds = [kind] if isinstance(kind, str) else [k for k in kind or () if isinstance(k, str)]
    found = {_json_type(k) for k in kinds}
    for word in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(word) or ():
            found |= types_of(part, depth + 1)
    if not found:
        for value in schema.get("enum") or ([schema["const"]] if "const" in schema else []):
            found.add(type_name(value))
        if "properties" in schema:
            found.add("object")
        elif "items" in schema:
            found.add("array")
    return frozenset(found)


@lru_cache(maxsize=256)
def _json_type(word: str) -> str:
    known = word.strip().lower()
    return next((name for spelling, name in _SPELLINGS if spelling.match(known)), known)


def type_name(value: Any) -> str:
    if value is None:
        return "null"
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "object"


def properties_of(schema: Any) -> Mapping[str, Any]:
    """The declared properties, those of combined schemas too."""
    if not isinstance(schema, Mapping):
        return {}
    found = dict(schema["properties"]) if isinstance(schema.get("properties"), Mapping) else {}
    for word in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(word) or ():
            if isinstance(part, Mapping) and isinstance(part.get("properties"), Mapping):
                found = {**part["properties"], **found}
    return found


def items_of(schema: Any) -> Any:
    """The schema of a list's items; None when it does not say."""
    return schema.get("items") if isinstance(schema, Mapping) else None


def typed(text: str, schema: Any, guess: Guess) -> Any:
    """`text` as the schema's type, unchanged where it cannot be that. `schema` is None for an undeclared argument."""
    kinds = types_of(schema)
    value, own_lines = unpadded(text)
    if not kinds:
        if schema is None and (guess == "json" or (guess == "line" and own_lines)):
            guessed = _as_json(value.strip())
            return value if guessed is _ODD else guessed
        return value
    bare = value.strip()
    if kinds & {"array", "object"} and bare[:1] in ("[", "{"):
        parsed = _as_json(bare)
        if parsed is _ODD and '\\"' in bare:
            parsed = _as_json(bare.replace('\\"', '"').replace("\\\\", "\\"))
        if parsed is not _ODD and (type_name(parsed) in kinds or "string" not in kinds):
            return parsed
    if "null" in kinds and bare in ("null", "None", "nil"):
        return None
    if "boolean" in kinds and bare.lower() in ("true", "false"):
        return bare.lower() == "true"
    if "boolean" in kinds and kinds <= {"boolean", "null"} and bare.lower() in _SAID_YES_OR_NO:
        return _SAID_YES_OR_NO[bare.lower()]
    # where it may be text, too, a number is what JSON writes so: `007` and `+41` are names
    number_form = _JSON_NUMBER if "string" in kinds else _NUMBER
    if kinds & {"integer", "number"} and number_form.match(bare) and len(bare) < 400:
        number = float(bare)
        if re.fullmatch(r"[+-]?\d+", bare):
            return int(bare)
        if "number" not in kinds and number % 1:
            return value
        return number if abs(number) < float("inf") else value
    return value


def unpadded(text: str) -> tuple[str, bool]:
    """The value without the line breaks a template puts around it, and whether there were any."""
    if not text.strip():
        return "", bool(text)
    padded = _PADDED.match(text)
    if padded is None:
        return text, False
    if padded[2]:
        return padded[1].strip(), True
    return padded[1], True


def _as_json(text: str) -> Any:
    if not text:
        return _ODD
    try:
        value, end, _ = read_json(text, sealed=True)
    except JsonError:
        return _ODD
    return value if not text[end:].strip() and not isinstance(value, str) else _ODD


def fit(arguments: dict[str, Any], schema: Any, *, declared_only: bool = False) -> tuple[dict[str, Any], bool | None]:
    """The arguments without those the schema forbids, undeclared ones under the declared name they differ from by
    nothing but their spelling. Second: whether anything changed, or None when the schema cannot be decided or allows
    none at all.

    `declared_only` keeps nothing but declared ones, where the schema does not say that there may be others: where a
    repair had to find out where values end, a name that the schema does not know may be part of one.
    """
    if schema is False:
        return arguments, None
    if not isinstance(schema, Mapping):
        return arguments, False
    changed = False
    kept = dict(arguments)
    parts = list(schema.get("allOf") or ())
    branches = [part for word in ("anyOf", "oneOf") for part in schema.get(word) or () if isinstance(part, Mapping)]
    if "properties" not in schema:
        parts += [part for part in branches if _chosen(part, kept)][:1]
    for part in parts:
        kept, part_changed = fit(kept, part)
        if part_changed is None:
            return arguments, None
        changed = changed or part_changed
    declared = schema.get("properties")
    declared = declared if isinstance(declared, Mapping) else {}
    patterns = schema.get("patternProperties")
    patterns = patterns if isinstance(patterns, Mapping) else {}
    others = schema.get("additionalProperties")
    closed = others is False or (declared_only and bool(declared) and others is None)
    result: dict[str, Any] = {}
    for key, value in kept.items():
        if key in declared:
            if declared[key] is False:
                changed = True
                continue
            result[key], inner_changed = _fit_value(value, declared[key])
            if inner_changed is None:
                return arguments, None
            changed = changed or inner_changed
            continue
        verdict = _by_pattern(key, patterns)
        if verdict is None:
            return arguments, None
        if verdict == "yes":
            result[key] = value
        elif verdict == "forbidden":
            changed = True
        elif closed:
            changed = True
            twin = next((name for name in declared if name not in kept and _fold(name) == _fold(key)), None)
            if twin is not None:
                result[twin] = value
        else:
            result[key] = value
    return result, changed


def _fit_value(value: Any, schema: Any) -> tuple[Any, bool | None]:
    if isinstance(value, dict):
        return fit(value, schema)
    if not isinstance(value, list) or not isinstance(schema, Mapping):
        return value, False
    changed = False
    for part in schema.get("allOf") or ():
        value, part_changed = _fit_value(value, part)
        if part_changed is None:
            return value, None
        changed = changed or part_changed
    items = schema.get("items")
    schemas = [*items, *[None] * len(value)] if isinstance(items, list) else [items] * len(value)
    fitted = [_fit_value(item, part) for item, part in zip(value, schemas, strict=False)]
    if any(item_changed is None for _, item_changed in fitted):
        return value, None
    return [item for item, _ in fitted], changed or any(item_changed for _, item_changed in fitted)


def _chosen(schema: Mapping[str, Any], arguments: dict[str, Any]) -> bool:
    """Whether these arguments are of this one of several schemas: all that it requires, of its types and values."""
    if not set(schema.get("required") or ()) <= arguments.keys():
        return False
    for key, part in properties_of(schema).items():
        if key not in arguments:
            continue
        kinds = types_of(part)
        kinds |= {"integer"} if "number" in kinds else frozenset()
        if kinds and type_name(arguments[key]) not in kinds:
            return False
        if isinstance(part, Mapping):
            allowed = [part["const"]] if "const" in part else part.get("enum")
            if allowed and arguments[key] not in allowed:
                return False
    return True


def _fold(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _by_pattern(key: str, patterns: Mapping[str, Any]) -> Literal["yes", "no", "forbidden"] | None:
    """None when a pattern could take for ever on this key: then nobody knows."""
    verdict: Literal["yes", "no", "forbidden"] = "no"
    for pattern, schema in patterns.items():
        if _NESTED_QUANTIFIER.search(pattern) and len(key) > 16:
            if schema is False:
                return "forbidden"  # at worst one that was allowed
            return None
        try:
            hit = re.search(pattern, key[:200])
        except re.error:
            continue
        if hit:
            if schema is False:
                return "forbidden"
            verdict = "yes"
    return verdict
