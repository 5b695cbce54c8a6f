"""What the rankers look at, and arguments that must meet their schema."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.candidates import candidates, owners_of
from keyhole.models.embedded.fill.ranker import Weights, feature, heads_of
from keyhole.models.embedded.fill.values import checked
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import date_runs, read_lexicon, sight
from keyhole.models.embedded.text import split_words
from keyhole.tools.schema import compiled

PARAMETERS = [
    Parameter(("city",), "str", "the city", True),
    Parameter(("date",), "str", "the day"),
    Parameter(("days",), "int", "how many days"),
    Parameter(("unit",), "enum", "the unit", options=("celsius", "fahrenheit")),
    Parameter(("wind",), "bool", "with wind"),
]
LEXICON = read_lexicon("place oslo\n7 celsius kelvin\n12 city town")


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("weather in Oslo on the 3rd of May, 2024 please", ["3rd of May, 2024"]),
        ("from next Friday to 2024-05-03", ["next Friday", "2024-05-03"]),
        ("may I have 3 apples this week", ["this week"]),
        ("the next version of it", []),
        ("on jan 20, first class", ["jan 20"]),
        ("saturday 5pm, town hall", ["saturday"]),
        ("tomorrow morning or April 25th 2023", ["tomorrow morning", "April 25th 2023"]),
    ],
)
def test_dates_are_found_whole(text: str, dates: list[str]) -> None:
    words = split_words(text)
    pointable = [w for w in words if w.kind != "mark"]
    assert [text[pointable[a].start : pointable[b].end] for a, b in date_runs(pointable)] == dates


@given(st.lists(st.sampled_from("the next may 3rd of oslo 2024 friday week , 12".split()), max_size=12))  # noqa: SIM905
def test_runs_of_dates_lie_in_order_and_within(texts: list[str]) -> None:
    words = [w for w in split_words(" ".join(texts)) if w.kind != "mark"]
    flat = [place for run in date_runs(words) for place in run]
    assert flat == sorted(flat)
    assert all(0 <= place < len(words) for place in flat)


RAW = bytes(n * 37 % 256 for n in range(4096))


def test_scores_are_sums_over_facts_crossed_with_owners() -> None:
    query = "the weather of Oslo next Friday for 3 days in kelvin"
    view = fill_view(query, "get_weather", "The weather.", PARAMETERS)
    weights = Weights(base64.b64encode(RAW).decode(), 0.01)
    seen = sight(view, query, LEXICON)
    for number in range(len(PARAMETERS)):
        owners, offered = owners_of(view, number, LEXICON), candidates(view, seen, number)
        assert offered[0].picks == ()
        for candidate, score in zip(offered, weights.scores(owners, offered), strict=True):
            places = [feature(fact, head) for fact in candidate.crossed for head in heads_of(owners)]
            places += [feature(fact) for fact in candidate.alone]
            expected = sum(int.from_bytes(RAW[place & 4095 :][:1], signed=True) * 0.01 for place in places)
            assert score == pytest.approx(expected)


def test_a_parameter_is_owned_by_the_group_of_its_name() -> None:
    view = fill_view("Oslo", "get_weather", "", PARAMETERS)
    assert "g:12" in owners_of(view, 0, LEXICON)


NUMBER = {"type": "number"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "area": {"type": "object", "properties": {"width": NUMBER, "height": NUMBER},
                 "required": ["width", "height"]},
        "except": {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]},
        "rows": {"type": "array", "items": {"type": "object"}, "minItems": 1},
        "form": {"const": "plain"},
        "only": {"enum": ["one"]},
    },
    "required": ["area", "form", "only"],
    "additionalProperties": False,
}  # fmt: skip


@pytest.mark.parametrize(
    ("args", "kept", "missing"),
    [
        ({"area": {"width": 1, "height": 2}}, {"area": {"width": 1, "height": 2}}, []),
        ({"area": {"width": 1}, "except": {}}, {}, ["area"]),
        ({"area": {"width": 1, "height": 2}, "except": {"kind": 3}}, {"area": {"width": 1, "height": 2}}, []),
        ({}, {}, ["area"]),
    ],
)
def test_what_the_schema_refuses_is_left_out_or_asked_for(
    args: dict[str, Any], kept: dict[str, Any], missing: list[str]
) -> None:
    assert checked(SCHEMA, args) == (kept, missing)


VALUES = (
    None,
    True,
    3,
    "x",
    [],
    [3],
    [{}],
    {},
    {"kind": "x"},
    {"kind": 3},
    {"width": 1},
    {"width": 1, "height": 2},
    "plain",
)


@given(
    st.dictionaries(st.sampled_from(["area", "except", "rows", "form", "only"]), st.sampled_from(VALUES), max_size=5)
)
def test_what_is_not_missing_is_valid(args: dict[str, Any]) -> None:
    kept, missing = checked(SCHEMA, args)
    assert missing or not compiled(SCHEMA).errors({"form": "plain", "only": "one", **kept})
