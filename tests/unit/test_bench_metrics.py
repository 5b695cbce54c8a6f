"""Metrics against cases worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.bench.metrics import Call, RowResult, StepRecord, judge, match_call, match_calls, same_value, summarise
from keyhole.bench.stats import mcnemar, percentile, wilson
from keyhole.bench.suite import Expected, ExpectedCall, ExpectedValue


def call(name: str, **accept: Any) -> ExpectedCall:
    return ExpectedCall(name=name, arguments={key: ExpectedValue(**value) for key, value in accept.items()})


AREA = call("area", base={"accept": [10]}, unit={"accept": ["square feet"], "may_omit": True})


@pytest.mark.parametrize(
    ("arguments", "right"),
    [
        ({"base": 10}, True),
        ({"base": 10, "unit": "Square-Feet"}, True),
        ({"base": 10, "unit": "metres"}, False),
        ({"base": 10.0}, False),
        ({"base": "10"}, False),
        ({"base": True}, False),
        ({}, False),
        ({"base": 10, "height": 2}, False),
        ([10], False),
    ],
)
def test_one_call(arguments: Any, right: bool) -> None:
    assert match_call("area", arguments, AREA) is right


def test_an_integer_stands_for_a_float_and_not_the_other_way_round() -> None:
    assert same_value(5, 5.0)
    assert not same_value(5.0, 5)


def test_lists_and_objects_are_compared_inside() -> None:
    assert same_value(["New York", 3], ["new_york", 3])
    assert not same_value(["New York"], ["New York", "Paris"])
    assert same_value({"city": "Paris"}, {"city": ["paris", "Paris, France"], "days": ["", 3]})
    assert not same_value({"city": "Paris", "x": 1}, {"city": ["Paris"]})
    assert not same_value({}, {"city": ["Paris"]})


def test_several_calls_match_in_any_order_and_each_once() -> None:
    wanted = [call("play", artist={"accept": ["a"]}), call("play", artist={"accept": ["b"]})]
    assert match_calls([("play", {"artist": "b"}), ("play", {"artist": "a"})], wanted)
    assert not match_calls([("play", {"artist": "a"}), ("play", {"artist": "a"})], wanted)
    assert not match_calls([("play", {"artist": "a"})], wanted)


@pytest.mark.parametrize(
    ("expected", "choice", "calls", "outcome"),
    [
        (Expected(choice="none"), "none", [], (True, True, None)),
        (Expected(choice="none"), "call_tool", [Call(name="x")], (False, False, None)),
        (Expected(choice="clarify"), "none", [], (False, False, None)),
        (Expected(choice="call_tool", any_call=True), "call_tool", [Call(name="x")], (True, True, None)),
        (Expected(choice="call_tool", tool="a", acceptable=("b",)), "call_tool", [Call(name="b")], (False, True, None)),
        (Expected(choice="call_tool", tool="a"), "clarify", [], (False, False, None)),
        (
            Expected(choice="call_tool", tool="area", calls=(AREA,)),
            "call_tool",
            [Call(name="area", arguments={"base": 10})],
            (True, True, True),
        ),
        (
            Expected(choice="call_tool", tool="area", calls=(AREA,)),
            "call_tool",
            [Call(name="area", arguments={"base": 9})],
            (True, True, False),
        ),
    ],
)
def test_judging(expected: Expected, choice: str, calls: list[Call], outcome: tuple[bool, bool, bool | None]) -> None:
    assert judge(expected, choice, calls) == outcome


def row(number: int, *, want: str, choice: str, strict: bool, **more: Any) -> RowResult:
    expected = (
        Expected(choice="call_tool", tool="t") if want == "call_tool" else Expected.model_validate({"choice": want})
    )
    return RowResult(
        id=str(number),
        strategy="routed",
        tools=3,
        query="q",
        expected=expected,
        choice=choice,
        strict=strict,
        acceptable=strict,
        **more,
    )


def test_figures_of_four_queries() -> None:
    route = StepRecord(step="route", prompt_tokens=100, completion_tokens=1, ms=10.0, first_token_ms=8.0)
    fill = StepRecord(
        step="fill", prompt_tokens=60, completion_tokens=9, ms=30.0, json_valid=False, first_ok=False, attempts=2
    )
    answer = StepRecord(step="answer", by="code", ms=1.0)
    rows = [
        row(
            1, want="call_tool", choice="call_tool", strict=True, args_exact=True, steps=(route, fill, answer), ms=50.0
        ),
        row(2, want="none", choice="none", strict=True, steps=(route, answer), ms=12.0),
        row(3, want="none", choice="clarify", strict=False, steps=(route,), ms=11.0),
        row(4, want="clarify", choice="clarify", strict=True, steps=(route,), ms=13.0),
    ]
    figures = summarise(rows)
    shares = {name: (p.hits, p.n) for name, p in figures.proportions.items()}
    assert shares == {
        "json_validity": (4, 5),
        "schema_first": (4, 5),
        "schema_final": (5, 5),
        "strict": (3, 4),
        "acceptable": (3, 4),
        "args_exact": (1, 1),
        "clarify_rate": (2, 4),
        "clarify_precision": (1, 2),
        "none_precision": (1, 1),
        "none_recall": (1, 2),
        "failed": (0, 4),
    }
    numbers = figures.numbers
    assert numbers["repairs_per_call"] == pytest.approx(1 / 5)
    assert numbers["prompt_tokens"] == pytest.approx((4 * 100 + 60) / 4)
    assert numbers["completion_tokens"] == pytest.approx((4 + 9) / 4)
    assert numbers["route_ms_p50"] == 10.0
    assert numbers["turn_ms_p50"] == pytest.approx(12.5)
    assert numbers["turn_ms_p95"] == pytest.approx(13 + (50 - 13) * 0.85)
    assert numbers["first_token_ms_p50"] == 8.0
    assert numbers["tokens_per_second"] == pytest.approx(13 / 70 * 1000)


def test_wilson_of_eight_in_ten() -> None:
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share(counts: tuple[int, int]) -> None:
    hits, n = counts
    low, high = wilson(hits, n)
    assert 0 <= low <= hits / n + 1e-12
    assert hits / n - 1e-12 <= high <= 1


def test_mcnemar_by_hand() -> None:
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(0, 5) == pytest.approx(2 / 32)
    assert mcnemar(3, 3) == 1.0


def test_percentiles() -> None:
    assert percentile([], 50) is None
    assert percentile([4.0, 1.0], 50) == 2.5
    assert math.isclose(percentile(list(range(101)), 95) or 0, 95)
