"""What a request says for a parameter that is a map: an object without properties of its own, of texts, of numbers or
of switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.lists.keyed import TRUTHS
from keyhole.models.embedded.lists.pairs import is_spoken_of, named_texts, without
from keyhole.models.embedded.numbers.numbers_by_name import numbers_by_name


def map_said(
    name: str,
    schema: Mapping[str, Any],
    each: Mapping[str, Any] | None,
    query: str,
    others: Sequence[str],
    *,
    needed: bool,
    alone: bool,
) -> tuple[dict[str, Any], str]:
    """The map that a request says, empty where it says none, and the request without it.

    `each`: the schema of a value, None where any will do; `others`: the names of the tool's other parameters; `alone`:
    none of them is a map.
    """
    asked = needed or is_spoken_of(name, query)
    kind = each.get("type") if each else None
    if kind in ("integer", "number"):
        return numbers_by_name(name, schema, each or {}, query, others, asked=asked)
    pairs = named_texts(name, schema, query, others, asked=asked, typed=kind == "string", alone=alone)
    said: dict[str, Any] = {pair.name: pair.value for pair in pairs}
    if kind == "boolean":
        said = {name: TRUTHS.get(value.lower()) for name, value in said.items()}
    return said, without(query, pairs) if said else query
