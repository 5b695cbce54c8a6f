"""Values of one message that were read wrongly: ends of a way, signs, decimal commas, names, switches, filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from keyhole.models.embedded.codes import colours
from keyhole.models.embedded.fill.extents import extended
from keyhole.models.embedded.fill.forms import clock_form
from keyhole.models.embedded.lists.lists import items_of
from keyhole.models.embedded.numbers import (
    companions,
    decimal_commas,
    parts_of_whole,
    relative_prices,
    runs_said,
    taken_away,
)
from keyhole.models.embedded.numbers.measures import unit_wanted
from keyhole.models.embedded.options import filter_defaults, span_beside, switches_named, way_options
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import fill_view
from keyhole.models.embedded.texts import called_names, said_wholly, with_whom
from keyhole.models.embedded.texts.no_values import drop_choices_inside, drop_no_values
from keyhole.models.embedded.texts.only_said import is_no_time

Values = dict[tuple[str, ...], Any]


def _schema(**properties: Any) -> dict[str, Any]:
    required = [name.rstrip("_") for name in properties if name.endswith("_")]
    return {
        "type": "object",
        "required": required,
        "properties": {
            name.rstrip("_"): {"type": "string", "enum": each} if isinstance(each, list) else each
            for name, each in properties.items()
        },
    }


TEXT, WHOLE, NUMBER, SWITCH = ({"type": each} for each in ("string", "integer", "number", "boolean"))


def _after(put: Any, schema: Mapping[str, Any], query: str, given: Mapping[str, Any]) -> dict[str, Any]:
    values: Values = {(name,): value for name, value in given.items()}
    put(parameters_of(schema), query, values)
    return {path[0]: value for path, value in values.items()}


@pytest.mark.parametrize(
    ("query", "ends"),
    [
        ("bring 4 crates from attic to cellar", ("attic", "cellar")),
        ("bring 4 crates to the attic from the cellar", ("cellar", "attic")),
        ("4 crates, cellar -> attic", ("cellar", "attic")),
        ("4 crates into the attic", ("cellar", "attic")),
    ],
)
def test_two_choices_are_told_apart_by_the_words_before_them(query: str, ends: tuple[str, str]) -> None:
    schema = _schema(source_=["attic", "cellar"], destination_=["attic", "cellar"])
    got = _after(way_options.put_way_options, schema, query, {"source": "attic", "destination": "cellar"})
    assert (got["source"], got["destination"]) == ends


def test_a_choice_without_words_of_a_way_is_left_alone() -> None:
    schema = _schema(source_=["attic", "cellar"], destination_=["attic", "cellar"])
    given = {"source": "attic", "destination": "cellar"}
    assert _after(way_options.put_way_options, schema, "crates attic cellar", given) == given


@pytest.mark.parametrize(
    ("query", "pointed"),
    [
        ("the chair is 24,90", "the chair is 24.90"),
        ("the chair is 2,400", "the chair is 2,400"),
        ("at 24,90", "at 24,90"),
        ("sizes 1,2,3", "sizes 1,2,3"),
    ],
)
def test_a_comma_before_one_or_two_digits_is_a_point(query: str, pointed: str) -> None:
    assert decimal_commas.with_points(parameters_of(_schema(price_=NUMBER)), query) == pointed
    assert decimal_commas.with_points(parameters_of(_schema(x_=NUMBER, y_=NUMBER)), "3,4") == "3,4"


def test_a_part_of_a_price_is_no_price() -> None:
    schema = _schema(price_=NUMBER)
    assert _after(relative_prices.drop_shares, schema, "lower it by 15%", {"price": 15}) == {}
    assert _after(relative_prices.drop_shares, schema, "set it to 15", {"price": 15}) == {"price": 15}


@pytest.mark.parametrize(
    ("query", "sign"),
    [("we sold 7 mugs", -1), ("7 mugs broke", -1), ("7 mugs came back", 1), ("bought 7 mugs", 1), ("+7 mugs, sold", 1)],
)
def test_what_was_done_tells_the_sign_of_a_change(query: str, sign: int) -> None:
    schema = _schema(item_=TEXT, change_={"type": "integer", "description": "negative takes away"})
    view = fill_view(query, "stock_change", "Change the stock", parameters_of(schema))
    values: Values = {("change",): 7}
    taken_away.put_signs(view, query, values)
    assert values["change",] == 7 * sign


def test_a_filter_is_for_equals_and_numbers_have_their_column() -> None:
    schema = _schema(
        column_=["name", "land", "country", "price", "added_on"], operator_=["equals", "contains", "gt"], value_=TEXT
    )
    got = _after(filter_defaults.put_filter_defaults, schema, "those from Spain", {"column": "name", "value": "Spain"})
    assert got == {"column": "country", "value": "Spain", "operator": "equals"}
    got = _after(
        filter_defaults.put_filter_defaults, schema, "over 90", {"column": "added_on", "value": "90", "operator": "gt"}
    )
    assert got["column"] == "price"
    assert "operator" not in _after(filter_defaults.put_filter_defaults, schema, "90", {"value": "90"})


@pytest.mark.parametrize(
    ("query", "given", "got"),
    [
        ("make a list called Winter trip", {}, {"name": "Winter trip"}),
        ("call it Winter trip please", {"place": "Winter trip"}, {"name": "Winter trip"}),
        ("go to a town called Ulm", {"place": "Ulm"}, {"place": "Ulm"}),
        (
            "save 4 Elm Road as Grandma's house",
            {"place": "Grandma"},
            {"name": "Grandma's house", "place": "4 Elm Road"},
        ),
    ],
)
def test_what_something_is_called_is_its_name(query: str, given: dict[str, Any], got: dict[str, Any]) -> None:
    assert _after(called_names.put_called, _schema(name=TEXT, place=TEXT), query, given) == got


@pytest.mark.parametrize(
    ("query", "given", "got"),
    [
        ("turn subtitles off", {"subtitles": False, "loop": "off"}, {"subtitles": False}),
        ("loop this video", {}, {"loop": "one"}),
        ("subtitles off and loop all", {"subtitles": True}, {"subtitles": False, "loop": "all"}),
    ],
)
def test_a_switch_has_the_state_that_is_said_of_it(query: str, given: dict[str, Any], got: dict[str, Any]) -> None:
    schema = _schema(subtitles=SWITCH, loop=["off", "one", "all"])
    assert _after(switches_named.put_switches, schema, query, given) == got


def test_companions_kilometres_sentences_and_counts() -> None:
    plus = _schema(name_=TEXT, plus_ones=WHOLE)
    assert _after(companions.put_companions, plus, "add Rae and her partner", {})["plus_ones"] == 1
    assert _after(companions.put_companions, plus, "add Rae", {}) == {}
    assert _after(runs_said.put_kilometres, _schema(distance_km=NUMBER), "jogged 8k", {}) == {"distance_km": 8}
    note = _after(
        said_wholly.put_whole, _schema(text_=TEXT), "tell him saying the cat is home", {"text": "cat is home"}
    )
    assert note["text"] == "the cat is home"
    assert _after(drop_no_values, _schema(room_=TEXT), "a room for 6 people", {"room": "6"}) == {}
    assert _after(drop_no_values, _schema(room_=TEXT), "room 6 for 6 people", {"room": "6"}) == {"room": "6"}


def test_a_choice_inside_a_longer_word_is_none() -> None:
    schema = _schema(text_=TEXT, level={"type": "string", "enum": ["low", "high", "urgent"]})
    for text, said, kept in (
        ("the lift is slow", "low", False),
        ("the highway is shut", "high", False),
        ("the lift is slow, low level", "low", True),
        ("come urgently please", "urgent", True),
        ("nothing of that kind", "low", True),
    ):
        values = _after(drop_choices_inside, schema, text, {"text": text, "level": said})
        assert ("level" in values) is kept


SONG = _schema(track_=TEXT, repeat=["off", "one", "all"], shuffle=SWITCH)


@pytest.mark.parametrize(
    ("query", "given", "got"),
    [
        ("play Moss Hall on a loop", {"track": "Moss Hall on a loop"}, {"track": "Moss Hall", "repeat": "all"}),
        ("play Moss Hall over and over", {"track": "Moss Hall"}, {"track": "Moss Hall", "repeat": "one"}),
        ("play it again and again", {"track": "it", "shuffle": True}, {"track": "it", "repeat": "one"}),
        ("play Again and Never", {"track": "Again and Never"}, {"track": "Again and Never"}),
    ],
)
def test_what_is_played_over_and_over_is_repeated(query: str, given: dict[str, Any], got: dict[str, Any]) -> None:
    assert _after(switches_named.put_switches, SONG, query, given) == got


def test_a_colour_is_no_thing_that_has_it() -> None:
    schema = _schema(kind_=["star", "rect"], fill=TEXT, label=TEXT)
    for said, colour in (("pale star", "pale star"), ("red star", "red"), ("dark blue rectangle", "dark blue")):
        given = {"kind": "star", "fill": said, "label": said}
        assert _after(colours.without_thing, schema, f"a {said}", given) == given | {"fill": colour}
    assert _after(colours.without_thing, schema, "a red star", {"fill": "red star"}) == {"fill": "red star"}


@pytest.mark.parametrize(
    ("query", "span"),
    [
        ("visitors of the month before this one", "last_month"),
        ("the month after this", "this_month"),
        ("the month before this Monday", "this_month"),
    ],
)
def test_the_month_before_this_one_is_the_last(query: str, span: str) -> None:
    schema = _schema(period_=["this_month", "last_month", "last_week"])
    assert _after(span_beside.put_span_beside, schema, query, {"period": "this_month"}) == {"period": span}


@pytest.mark.parametrize(
    ("query", "half"),
    [("open it halfway", 50), ("half way up", 50), ("stop halfway through the film", None), ("open it", None)],
)
def test_halfway_is_half_of_the_only_scale(query: str, half: int | None) -> None:
    scale = {"type": "integer", "minimum": 0, "maximum": 100}
    for properties, value in (({"percent_": scale}, half), ({"percent_": scale, "tilt": scale}, None)):
        parameters = parameters_of(_schema(**properties))
        assert parts_of_whole.half_said(parameters[0], parameters, query) == value
    share = {"type": "number", "minimum": 0, "maximum": 1}
    parameters = parameters_of(_schema(level_=share))
    assert parts_of_whole.half_said(parameters[0], parameters, query) == (half and 0.5)


def test_nothing_is_no_word_to_look_for() -> None:
    schema = _schema(query=TEXT, minutes=WHOLE)
    assert _after(drop_no_values, schema, "soups, nothing over 30 minutes", {"query": "nothing", "minutes": 30}) == {
        "minutes": 30
    }


def test_a_name_keeps_its_with_where_another_tells_what_is_in_it() -> None:
    schema = _schema(title_=TEXT)
    for query, title in (
        ("make an album called Winter with Omar, with a.jpg in it", "Winter with Omar"),
        ("make an album called Winter with a.jpg", "Winter"),
    ):
        assert _after(called_names.put_called, schema, query, {"title": "Winter"}) == {"title": title}


def test_a_score_has_all_its_sets_and_a_list_its_last_word() -> None:
    score = parameters_of(_schema(score_={**TEXT, "description": "e.g. 3-1"}))[0]
    plain = parameters_of(_schema(range_=TEXT))[0]
    query = "Ann beat Bob 6-1 4-6 7-5, on 3-4 courts"
    at = query.index("6-1")
    assert query[slice(*extended(score, query, at, at + 3))] == "6-1 4-6 7-5"
    assert query[slice(*extended(plain, query, at, at + 3))] == "6-1"
    items = parameters_of(_schema(items_={"type": "array", "items": TEXT}))[0]
    assert items_of(items, "kettle and the milk", "only for the ", " jug") == ["kettle", "milk jug"]
    assert items_of(items, "kettle and the milk", "put the ", " on my list") == ["kettle", "milk"]


def test_a_duration_in_minutes_is_no_least() -> None:
    assert unit_wanted("duration_min", "") == unit_wanted("minutes", "")
    assert unit_wanted("price_min", "") is None


@pytest.mark.parametrize(
    ("query", "given", "got"),
    [
        ("9:15 for Rex with Moss", {"patient": "Rex with Moss"}, {"patient": "Rex", "vet": "Moss"}),
        ("a cat called Tibby, with Dr Moss", {"patient": "Dr Moss"}, {"patient": "Tibby", "vet": "Dr Moss"}),
        ("book Rex with Moss", {"patient": "Rex", "vet": "Moss"}, {"patient": "Rex", "vet": "Moss"}),
        ("book Moss", {"patient": "Moss"}, {"patient": "Moss"}),
        ("Rex comes with his toys", {"patient": "Rex"}, {"patient": "Rex"}),
    ],
)
def test_who_is_seen_to_is_not_who_does_it(query: str, given: dict[str, Any], got: dict[str, Any]) -> None:
    assert _after(with_whom.put_with_whom, _schema(patient_=TEXT, vet=TEXT), query, given) == got
    alone = _schema(patient_=TEXT)
    assert _after(with_whom.put_with_whom, alone, query, {"patient": "Rex with Moss"}) == {"patient": "Rex with Moss"}


@pytest.mark.parametrize(
    ("pattern", "form"),
    [
        ("^[0-2][0-9]:[0-5][0-9]$", "{clock}"),
        (r"^\d{2}:\d{2}$", "{clock}"),
        (r"^(?:[01]\d|2[0-3]):[0-5]\d$", "{clock}"),
        (r"^\d{4}-\d{2}$", None),
        (r"^[A-Z]{2}:\d{2}$", None),
    ],
)
def test_a_pattern_of_hours_and_minutes_wants_a_time_of_day(pattern: str, form: str | None) -> None:
    assert clock_form(parameters_of(_schema(begin_={**TEXT, "pattern": pattern}))[0]) == form


def test_a_length_of_time_is_no_time_of_day() -> None:
    begin, text = parameters_of(_schema(begin_={**TEXT, "description": "HH:MM"}, text=TEXT))
    assert is_no_time(begin, "1.5")
    assert not is_no_time(begin, "17.30")
    assert not is_no_time(text, "1.5")
