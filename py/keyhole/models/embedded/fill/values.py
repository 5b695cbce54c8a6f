"""From a tool's schema to the parameters that the embedded model is asked for, and from its picks to JSON values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from keyhole.models.embedded.codes.spelt_codes import spelt_codes
from keyhole.models.embedded.fill.extents import all_sql
from keyhole.models.embedded.fill.forms import clock_form, in_form
from keyhole.models.embedded.fill.spans import text_value
from keyhole.models.embedded.lists.keyed import keyed_values
from keyhole.models.embedded.lists.labelled_values import labelled_values
from keyhole.models.embedded.lists.lists import items_of, quotations
from keyhole.models.embedded.lists.literals import is_structured, json_text, may_be_written, placed_literals
from keyhole.models.embedded.lists.maps import map_said
from keyhole.models.embedded.lists.pairs import records
from keyhole.models.embedded.numbers.amounts import across, number_list, number_value, of_one_unit
from keyhole.models.embedded.numbers.decimal_commas import with_points
from keyhole.models.embedded.numbers.extremes import extreme, without_degrees
from keyhole.models.embedded.numbers.implied_amounts import people_said
from keyhole.models.embedded.numbers.notation import (
    cells,
    coefficients,
    dice,
    equation,
    equations,
    number_rows,
    quadratic,
)
from keyhole.models.embedded.numbers.number_names import version_said
from keyhole.models.embedded.numbers.numbers_by_name import people_by_sort, sort_of_people
from keyhole.models.embedded.numbers.positions import positions
from keyhole.models.embedded.numbers.rates_said import interval_said
from keyhole.models.embedded.numbers.said_amounts import as_counted
from keyhole.models.embedded.numbers.sizes import sizes
from keyhole.models.embedded.options.comparisons import comparison
from keyhole.models.embedded.options.described_codes import spoken_codes
from keyhole.models.embedded.options.file_formats import ending_said, format_of_file
from keyhole.models.embedded.options.sort_orders import sort_order, without_order
from keyhole.models.embedded.parameters import by_itself, meets, only_value, parameters_of, resolved
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.texts.addressed import addressed_values
from keyhole.models.embedded.texts.corrections import corrected
from keyhole.models.embedded.texts.labels_first import label_first
from keyhole.models.embedded.texts.parted import parted_values
from keyhole.models.embedded.texts.pasted_blocks import pasted_block
from keyhole.models.embedded.texts.postal_addresses import postal_address
from keyhole.models.embedded.texts.told import mail_addresses
from keyhole.models.embedded.times.clips import clip_said
from keyhole.models.embedded.times.clock import clock_values, times_in
from keyhole.models.embedded.times.cron_said import cron_said
from keyhole.models.embedded.times.decades import decade_said
from keyhole.models.embedded.times.media_times import media_times
from keyhole.models.embedded.times.short_lengths import short_length
from keyhole.models.embedded.times.time_spans import length_of_span
from keyhole.tools.schema import compiled

_PICK = re.compile(r"<(p|w|e)(\d+)>|<(true|false|skip|ask|end)>")


def asked_of(schema: Mapping[str, Any], query: str) -> tuple[list[Parameter], dict[tuple[str, ...], Any], str]:
    """What of a tool's schema the model is asked for, the values, by path, that code reads off the request, and the
    request that is left."""
    mapped, query = _written_out(schema, corrected(query))
    parameters = parameters_of(schema)
    query = with_points(parameters, spelt_codes(parameters, query))
    parameters = spoken_codes(parameters, query)
    people, query = people_by_sort(parameters, query)
    degrees, query = positions(parameters, query)
    pasted, query = pasted_block(parameters, query)
    pairs, query = labelled_values(parameters, query)
    postal, query = postal_address(parameters, query)
    sides, query = sizes(parameters, query, _described(schema))
    bodies, query = ({}, query) if mapped else json_text(parameters, query)
    labelled, query = label_first(parameters, query)
    keyed, rest = keyed_values([p for p in parameters if p.path not in labelled], query)
    addressed, rest = addressed_values([p for p in parameters if p.path not in keyed], rest)
    parted, rest = parted_values([p for p in parameters if p.path not in keyed and p.path not in addressed], rest)
    read = {
        **clock_values(parameters, query),
        **quadratic(parameters, query),
        **dice(parameters, query),
        **labelled,
        **keyed,
        **addressed,
        **parted,
        **people,
        **degrees,
        **pasted,
        **pairs,
        **postal,
        **sides,
        **bodies,
        **media_times(parameters, query),
        **clip_said(parameters, query),
        **decade_said(parameters, query),
    }
    values: dict[tuple[str, ...], Any] = mapped | {
        p.path: read[p.path] for p in parameters if p.path in read and meets(p.schema, read[p.path], p.many)
    }
    ends, orders = False, list[str]()
    for parameter in parameters:
        if found := _read_off(parameter, rest):
            values[parameter.path], rest = found
        elif (long := length_of_span(parameter, parameters, rest)) and meets(parameter.schema, long, many=False):
            values[parameter.path] = long
        elif (end := extreme(parameter, parameters, rest)) is not None and meets(parameter.schema, end, many=False):
            values[parameter.path], ends = end, True
        elif order := sort_order(parameter, rest):
            values[parameter.path] = order
            orders.append(order)
    rest = without_degrees(rest) if ends else rest
    for order in orders:
        rest = without_order(rest, order)
    asked = [
        parameter
        for parameter in parameters
        if parameter.path not in values and (parameter.required or not (people and sort_of_people(parameter)))
    ]
    return asked, values, rest


_CUT_OUT = (coefficients, cells, equation, short_length)
"""What reads the value of one parameter, and the request that is left without it."""
_SAID = (
    equations,
    all_sql,
    cron_said,
    people_said,
    interval_said,
    version_said,
    format_of_file,
    ending_said,
    comparison,
)
"""What reads the value of one parameter."""


def _read_off(parameter: Parameter, query: str) -> tuple[Any, str] | None:
    """The first value that fits a parameter, and the request that is left; None where nothing is read."""
    cut = (read(parameter, query) for read in _CUT_OUT)
    for found in chain(filter(None, cut), ((read(parameter, query), query) for read in _SAID)):
        many = parameter.many and isinstance(found[0], list)
        if found[0] and meets(parameter.schema, found[0], many):
            return found
    return None


def _written_out(schema: Mapping[str, Any], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """The values, by path, of parameters made of lists or objects that the request writes out as JSON or names part by
    part; and the request without what it names for maps."""
    properties, needed = schema.get("properties"), schema.get("required")
    needed = needed if isinstance(needed, list) else []
    inners = {
        name: by_itself(raw, schema) for name, raw in (properties if isinstance(properties, dict) else {}).items()
    }
    wanted = {
        name: inner
        for name, inner in inners.items()
        if inner is not None and is_structured(inner, resolved(inner.get("items"), schema) or {})
    }
    maps = [name for name, inner in wanted.items() if inner.get("type") != "array"]
    found = [(value, query[a:b]) for value, a, b in placed_literals(query)] if wanted else []
    values: dict[tuple[str, ...], Any] = {}
    for name, inner in wanted.items():
        # `headers` are no body
        spoken = name not in maps or name in needed or re.search(rf"\b{re.escape(name)}\b", query) is not None
        taken = spoken or may_be_written(name, str(inner.get("description") or ""))
        at = next((at for at, (value, _) in enumerate(found) if taken and meets(inner, value, many=False)), None)
        if at is not None:
            values[(name,)], written = found.pop(at)
            query = query.replace(written, " ", 1)
        elif spoken and (rows := number_rows(query)) and meets(inner, rows, many=False):
            values[(name,)] = rows
        elif name in maps:
            each, others = resolved(inner.get("additionalProperties"), schema), [n for n in inners if n not in maps]
            value, rest = map_said(name, inner, each, query, others, needed=name in needed, alone=len(maps) == 1)
            if value and meets(inner, value, many=False):
                values[(name,)], query = value, rest
        elif (said := records(inner, resolved(inner.get("items"), schema) or {}, query)) and meets(
            inner, said, many=False
        ):
            values[(name,)] = said
    return values, query


def _described(schema: Mapping[str, Any]) -> dict[tuple[str, ...], str]:
    """The descriptions of the objects that a tool takes, by their paths."""
    properties = schema.get("properties")
    return {
        (name,): str((resolved(raw, schema) or {}).get("description") or "")
        for name, raw in (properties if isinstance(properties, dict) else {}).items()
    }


def read_picks(view: FillView, text: str) -> list[list[str]]:
    """What the model said for each parameter, as lists of its tokens. Reads any text, ignoring the rest."""
    picks: list[list[str]] = [[] for _ in view.parameters]
    current = -1
    for match in _PICK.finditer(text):
        if match[1] == "p":
            current = int(match[2]) - 1
        elif 0 <= current < len(picks):
            picks[current].append(match[0][1:-1])
    return picks


def value_of(view: FillView, number: int, picks: Sequence[str], query: str) -> Any:
    """The JSON value that the picks for one parameter stand for; None when it is left out or cannot be made."""
    parameter = view.parameters[number]
    if not picks or picks[0] in ("skip", "ask"):
        return None
    said = [pick for pick in picks if pick != "end"]
    values: list[Any] = []
    if parameter.options:
        indices = [int(pick[1:]) - 1 for pick in said if pick[0] == "e"]
        values = [parameter.options[i] for i in indices if i < len(parameter.options)]
    elif parameter.type == "bool":
        values = [pick == "true" for pick in said if pick in ("true", "false")]
    else:
        words = [int(pick[1:]) - 1 for pick in said if pick[0] == "w"]
        words = [w for w in words if w < len(view.words)]
        if parameter.type in ("int", "num"):
            values = [_counted(view, number, w, query) for w in words if w in view.numbers]
            if parameter.many and values:
                row = number_list(parameter, view, words[0], query)
                values = row if len(values) == 1 or row[: len(values)] == values else values
            if parameter.many and len(values) == 1:
                alone = sum(p.type in ("int", "num") for p in view.parameters) == 1
                if alone and len(values) == 1:  # "five burgers and six wings", "3 ohms and 5 ohms"
                    values = [number_value(parameter, view, w) for w in of_one_unit(view, words[0])]
        else:
            spans = list(zip(words[::2], words[1::2], strict=False))
            values = [text_value(parameter, view.words, first, last, query) for first, last in spans]
            clocks = [other for other in view.parameters if clock_form(other)]
            if parameter.many and clocks == [parameter] and len(times := times_in(query)) > 1:
                values = [f"{hour:02d}:{minute:02d}" for hour, minute in times]
            elif parameter.many and len(mails := mail_addresses(parameter, view)) > len(values):
                values = mails
            elif parameter.many and values and (listed := quotations(query, view.words[words[0]].start)):
                values = listed
            elif parameter.many and len(values) == 1:
                start = query.find(values[0], max(0, view.words[spans[0][0]].start - len(values[0])))
                end = start + len(values[0])
                formed = start < 0 or (query[end - 1 : end + 1].isalpha() and end < view.words[spans[0][1]].end)
                if formed:  # it was given another form
                    start, end = view.words[spans[0][0]].start, view.words[spans[0][1]].end
                if longer := _named_in_two_words(parameter, query[start:end], query[end:]):
                    formed, end = True, end + longer
                items = items_of(parameter, query[start:end], query[:start], query[end:])
                if len(items) > 1 or not formed:
                    values = [in_form(parameter, item, "") for item in items]
                elif longer:
                    values = [in_form(parameter, query[start:end], "")]
    values = [value for value in values if value is not None and value != ""]
    if parameter.many:
        unique = list(dict.fromkeys(values)) if parameter.options else values
        return unique or None
    return values[0] if values else None


_OF_BOTH_ERAS = re.compile(
    r"\bB\.?C(?:\.|E)?\b[^.;]{0,30}?\b(?:negative|below zero|minus)\b|\bnegative\b.{0,20}\bBC", re.IGNORECASE
)
_BEFORE_CHRIST = re.compile(r" ?(?:(?:and|to|until|-|\u2013) ?\d{1,4} ?)?(?:bce?\b|b\.c\.)", re.IGNORECASE)
"""What follows a year before Christ, or one before another of these: "between 300 and 200 BC"."""


def _named_in_two_words(parameter: Parameter, text: str, behind: str) -> int:
    """How many characters behind a text belong to it where a code is wanted and only both words have one: the koruna of
    "czech koruna"."""
    last = re.split(r",|\band\b|\bor\b", text)[-1].strip()
    more = _NEXT_WORD.match(behind)
    if not more or in_form(parameter, last, "") != last:
        return 0
    coded = in_form(parameter, f"{last}{more[0]}", "")
    return len(more[0]) if re.fullmatch(r"[A-Z]{2,3}|[a-z]{2}", coded) else 0


_NEXT_WORD = re.compile(r" [^\W\d_]{2,20}(?!\w)")


def _counted(view: FillView, number: int, at: int, query: str) -> int | float | None:
    """The number that begins at a word as a parameter wants it and counts it."""
    value = number_value(view.parameters[number], view, at)
    if value is None:
        return None
    start, end = view.words[at].start, view.words[view.numbers[at].last].end
    if _OF_BOTH_ERAS.search(view.parameters[number].form) and _BEFORE_CHRIST.match(query, end):
        value = -abs(value)
    value = across(view.parameters[number].path[-1], value, query[:start], query[end:])
    return as_counted(view.parameters[number], value, query[:start], query[end:])


def assembled(values: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    """Arguments as nested objects, from values by path."""
    args: dict[str, Any] = {}
    for path, value in values.items():
        at = args
        for part in path[:-1]:
            at = at.setdefault(part, {})
        at[path[-1]] = value
    return args


def checked(schema: Mapping[str, Any], args: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Arguments that meet the schema, and the required ones that cannot be given.

    What is optional and wrong is left out. What is required and wrong, or was never a thing that a request can give (a
    matrix, say), has to be asked for.
    """
    properties = schema.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    needed = [name for name in schema.get("required") or () if isinstance(name, str)]
    fixed = {name: one[0] for name in needed if (one := only_value(resolved(properties.get(name), schema) or {}))}
    kept = dict(args)
    missing = [name for name in needed if name not in kept and name not in fixed]
    for _ in range(3):
        wrong = compiled(schema).errors({**fixed, **kept}, "args")
        culprits = [name for name in kept if any(re.match(rf"`args\.{re.escape(name)}[`.[]", e) for e in wrong)]
        if not culprits:
            break
        for name in culprits:
            del kept[name]
        missing += [name for name in culprits if name in needed]
    if not missing and compiled(schema).errors({**fixed, **kept}, "args"):
        missing = [name for name in needed if name not in fixed]
    return kept, missing
