"""Choices that a request says by a measure, a sign or a code, and names of things with their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.models.embedded.codes.completed import complete
from keyhole.models.embedded.codes.known_codes import as_code
from keyhole.models.embedded.fill.extents import extended
from keyhole.models.embedded.fill.values import asked_of, value_of
from keyhole.models.embedded.options.options import only_option, said_options
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import sight


def options_said(query: str, parameter: Parameter) -> list[Any]:
    view = fill_view(query, "tool", "", (parameter,))
    return [parameter.options[n] for n in said_options(parameter, sight(view, query), view.words)]


@pytest.mark.parametrize(
    ("query", "about", "options", "said"),
    [
        ("a quarter of an hour", "Length in minutes", (5, 10, 15), [15]),
        ("half an hour", "seconds", (60, 600, 1800), [1800]),
        ("at 95%", "Confidence level", (0.8, 0.9, 0.95), [0.95]),
        ("parted by semicolons", "Delimiter", (",", ";", "\t"), [";"]),
        ("tab separated", "Delimiter", (",", ";", "\t"), ["\t"]),
        ("for three people", "minutes", (5, 10, 15), []),
    ],
)
def test_a_choice_by_what_it_measures_or_is_called(
    query: str, about: str, options: tuple[Any, ...], said: list[Any]
) -> None:
    parameter = Parameter(("kind",), "enum", about, options=options)
    assert options_said(query, parameter) == said
    view = fill_view(query, "tool", "", (parameter,))
    only = only_option(parameter, sight(view, query), view.words)
    assert ([] if only is None else [options[only]]) == said


@pytest.mark.parametrize(
    ("name", "about", "text", "code"),
    [
        ("target", "ISO 639-1", "polite german", "de"),
        ("locale", "BCP 47, e.g. pt-BR", "brazilian portuguese", "pt-BR"),
        ("locale", "BCP 47, e.g. pt-BR", "welsh", "welsh"),
        ("language", "e.g. en, de, fr", "spanish", "es"),
        ("target", "ISO 639-1", "german or french", "german or french"),
        ("language", "What it is written in", "spanish", "spanish"),
    ],
)
def test_codes_of_languages(name: str, about: str, text: str, code: str) -> None:
    assert as_code(name, about, text) == code


@pytest.mark.parametrize(
    ("query", "about", "last", "wanted"),
    [
        ("sales in spain, portugal and italy", "ISO 3166-1 alpha-2", 3, ["ES", "PT", "IT"]),
        ("in euros and yen", "ISO 4217 currency codes", 2, ["EUR", "JPY"]),
        ("only 28 feb 2026 works", "YYYY-MM-DD", 2, ["2026-02-28"]),
    ],
)
def test_every_item_of_a_list_has_the_form_that_is_wanted(query: str, about: str, last: int, wanted: list[str]) -> None:
    view = fill_view(query, "tool", "", (Parameter(("items",), "str", about, many=True),))
    assert value_of(view, 0, [f"w{last}", f"w{last}"], query) == wanted


def test_the_number_of_a_name_belongs_to_it() -> None:
    train = Parameter(("train",), "str", "e.g. IC 2024")
    query = "is RE 5 late"
    assert query[slice(*extended(train, query, 3, 5))] == "RE 5"
    assert query[slice(*extended(Parameter(("train",), "str"), query, 3, 5))] == "RE"


def test_a_sign_says_the_currency_that_nothing_else_has() -> None:
    source, target = Parameter(("from_currency",), "str"), Parameter(("to_currency",), "str")
    values: dict[tuple[str, ...], Any] = {target.path: "GBP"}
    complete([source, target], "20 \u20ac in pounds", values)
    assert values[source.path] == "EUR"
    values = {target.path: "EUR"}
    complete([source, target], "20 dollars in \u20ac", values)
    assert source.path not in values


@pytest.mark.parametrize("reference", ["#/$defs/Row", "#/properties/first"])
def test_lists_of_what_is_defined_elsewhere_break_nothing(reference: str) -> None:
    row = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    schema = {
        "type": "object",
        "properties": {"first": row, "rows": {"type": "array", "items": {"$ref": reference}}},
        "$defs": {"Row": row},
    }
    _, values, _ = asked_of(schema, 'add [{"name": "Ann"}]')
    assert values.get(("rows",)) == ([{"name": "Ann"}] if "$defs" in reference else None)
