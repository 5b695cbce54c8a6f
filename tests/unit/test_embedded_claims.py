"""Whose number is whose, by the words that stand with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.claims import by_claim, by_rate
from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import sight


def claimed(query: str, *parameters: Parameter) -> list[dict[float, Agreement]]:
    """For each parameter what is told of the numbers of the request."""
    view = fill_view(query, "tool", "", parameters)
    seen = sight(view, query)
    told = [by_claim(view, number, seen) for number in range(len(parameters))]
    return [{view.numbers[int(p[0][1:]) - 1].value: agrees for p, agrees in each.items()} for each in told]


def numbers(**about: str) -> list[Parameter]:
    return [Parameter((name,), "num", text) for name, text in about.items()]


@pytest.mark.parametrize(
    ("query", "parameters", "values"),
    [
        ("equity 820,000; debts 310,000", {"debt": "Total debts", "equity": "Equity"}, (310000, 820000)),
        ("a wall 3 m high and 11 m wide", {"wide": "Width", "high": "Height"}, (11, 3)),
        ("inner radius of 3 mm and an outer radius of 8 mm", {"outer_radius": "", "inner_radius": ""}, (8, 3)),
        ("2 adults and 1 kid", {"kids": "Kids", "adults": "Adults"}, (1, 2)),
    ],
)
def test_a_number_goes_with_the_words_beside_it(
    query: str, parameters: dict[str, str], values: tuple[float, float]
) -> None:
    first, second = claimed(query, *numbers(**parameters))
    assert first == {values[0]: 1, values[1]: -1}
    assert second == {values[0]: -1, values[1]: 1}


def test_what_is_asked_for_has_no_number() -> None:
    assert claimed("12 volts, 4 ohms, what current?", *numbers(voltage="volts", current="amps", resistance="ohms")) == [
        {12: 1, 4: -1},
        {12: -1, 4: -1},
        {12: -1, 4: 1},
    ]


def test_what_one_parameter_has_is_not_the_others() -> None:
    assert claimed("speed 20, and then 30", *numbers(speed="", other="")) == [{20: 1, 30: -1}, {20: -1}]


@pytest.mark.parametrize("query", ["20 and 30", "width or height 20 and 30", "speed 20"])
def test_nothing_is_told_without_words_or_rivals(query: str) -> None:
    assert claimed(query, *numbers(width="", height="")) == [{}, {}]


def test_one_parameter_has_no_rival() -> None:
    assert claimed("speed 20, height 30", *numbers(speed="")) == [{}]


@pytest.mark.parametrize(
    ("query", "parameters", "rate"),
    [
        ("250 words a minute, 96,000 words", {"words_per_minute": "", "word_count": ""}, 250),
        ("640 grams of CO2 per kilometre, 18 km, 32 people", {"grams_per_km": "", "people": ""}, 640),
        ("4 walkers, 20ct a km", {"cents_per_km": "", "walker": ""}, 20),
        ("five kN on each metre, 8 metres long", {"load_kn_per_m": "", "span": ""}, 5),
        ("25 dollars an hour for 40 hours", {"hourly_rate": "", "hours": ""}, 25),
        ("40 hours, at 25 each hour", {"rate": "Pay per hour", "hours": ""}, 25),
    ],
)
def test_so_much_per_something_goes_with_the_parameter_called_so(
    query: str, parameters: dict[str, str], rate: float
) -> None:
    view = fill_view(query, "tool", "", numbers(**parameters))
    own, other = (
        {view.numbers[at].value: agrees for at, agrees in by_rate(view, parameter).items()}
        for parameter in view.parameters
    )
    assert own == {each.value: 1 if each.value == rate else -1 for each in view.numbers.values()}
    assert other == {rate: -1}


@pytest.mark.parametrize(
    "query", ["30 m2 if a litre does 8", "250 words in 40 minutes", "4 a minute or 5 a minute", "4 a minute"]
)
def test_no_rate_or_several_tell_nothing(query: str) -> None:
    rate = numbers(**({"m2_per_litre": "", "n": ""} if "litre" in query else {"n_per_minute": "", "n": ""}))
    view = fill_view(query, "tool", "", rate)
    assert [by_rate(view, parameter) for parameter in view.parameters] == [{}, {}]


@given(st.text(alphabet="ab12 ,.km", max_size=60))
def test_any_request_can_be_asked(query: str) -> None:
    for told in claimed(query, *numbers(a="km b", b="")):
        assert set(told.values()) <= {-1, 1}
