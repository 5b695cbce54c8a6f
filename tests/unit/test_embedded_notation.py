"""Rows of numbers and polynomials as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of
from keyhole.models.embedded.numbers.notation import coefficients, dice, equation, equations, number_rows, quadratic
from keyhole.models.embedded.prompt import Parameter

COEFFICIENTS = Parameter(("coefficients",), "num", "highest power first", True, True)


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("corners (0,0), (40,0), (40,25)", [[0, 0], [40, 0], [40, 25]]),
        ("has (12, 7) left the yard (0,0), (9,0) and (9,8)?", [[0, 0], [9, 0], [9, 8]]),
        ("rows (4, 1) and (-2, 3.5)", [[4, 1], [-2, 3.5]]),
        ("is 3,3 within 0,0 6,0 6,6", [[0, 0], [6, 0], [6, 6]]),
        ("groups 20 21 23; 25 24 27", [[20, 21, 23], [25, 24, 27]]),
        ("5.1,4.9,5.3 / 5.8,6.0,5.7", [[5.1, 4.9, 5.3], [5.8, 6.0, 5.7]]),
        ("rows 1 0 2, then 3 1 4 and 0 5 6", [[1, 0, 2], [3, 1, 4], [0, 5, 6]]),
        ("the rows 2, 1 and 7, 4", [[2, 1], [7, 4]]),
        ("3, 4 or 5 of them", []),
        ("call (020) 555-0199", []),
    ],
)
def test_rows_of_numbers_are_read(query: str, rows: list[list[float]]) -> None:
    assert number_rows(query) == rows


@pytest.mark.parametrize(
    ("query", "found", "rest"),
    [
        ("roots of x^4 - 16 please", [1, 0, 0, 0, -16], "roots of it please"),
        ("solve 2x^2 + 3x - 5 = 0", [2, 3, -5], "solve it = 0"),
        ("4x\u00b3 - 2x + 7 at x = 2", [4, 0, -2, 7], "it at x = 2"),
        ("0.5q**2 + 20*q + 300", [0.5, 20, 300], "it"),
        ("-x + 1", [-1, 1], "it"),
    ],
)
def test_coefficients_are_read(query: str, found: list[float], rest: str) -> None:
    assert coefficients(COEFFICIENTS, query) == (found, rest)


@pytest.mark.parametrize(
    "query", ["take a + b home", "5 + 3", "x - y + 2", "x + 1 or x - 1", "x^99 + 1", "a x-ray", "[3, 1], so 3x + 1"]
)
def test_what_is_no_polynomial_has_no_coefficients(query: str) -> None:
    assert coefficients(COEFFICIENTS, query) is None


def test_coefficients_may_be_wanted_the_other_way_round() -> None:
    upwards = Parameter(("coeffs",), "int", "lowest power first", True, True)
    assert coefficients(upwards, "x^2 - 4x") == ([0, -4, 1], "it")
    assert coefficients(Parameter(("values",), "int", "", True, True), "x^2 - 4x") is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("roots of x^2 - 5x + 6", [1, -5, 6]),
        ("solve 2x^2 + 3x - 2 = 0", [2, 3, -2]),
        ("where is t\u00b2 - 4 zero", [1, 0, -4]),
        ("a = 2, b = 3 and c = 1", []),
        ("solve x^2 + 2x = 8", []),
        ("x^3 + x - 1", []),
        ("x + 1", []),
    ],
)
def test_the_coefficients_of_a_quadratic_may_be_asked_for_one_by_one(query: str, found: list[float]) -> None:
    abc = [Parameter((name,), "num") for name in "abc"]
    assert list(quadratic(abc, query).values())[::-1] == found
    assert quadratic(abc[:2], query) == {}


def test_what_is_written_so_is_not_asked_of_the_model() -> None:
    number = {"type": "number"}
    row = {"type": "array", "items": number}
    schema = {
        "type": "object",
        "properties": {"coeffs": row, "x": number, "points": {"type": "array", "items": row}},
        "required": ["coeffs", "x", "points"],
    }
    parameters, values, rest = asked_of(schema, "x^2 + 1 at 3, points (1,2) (3,4)")
    assert [parameter.path for parameter in parameters] == [("x",)]
    assert values == {("coeffs",): [1, 0, 1], ("points",): [[1, 2], [3, 4]]}
    assert rest == "it at 3, points (1,2) (3,4)"


EQUATIONS = Parameter(("equations",), "str", "One string an equation, e.g. ['x + y = 3']", True, True)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("2x + 3y = 12 and x - y = 1, what are x and y", ["2x + 3y = 12", "x - y = 1"]),
        ("Solve x^2 + y^2 = 25; y = 2x", ["x^2 + y^2 = 25", "y = 2x"]),
        ("a/b = 2.5.", ["a/b = 2.5"]),
        ("set name = Ben and solve nothing", []),
        ("f(x) = 2", []),
    ],
)
def test_equations_are_read(query: str, found: list[str]) -> None:
    assert equations(EQUATIONS, query) == found
    assert equations(Parameter(("items",), "str", "What to buy", True, True), query) == []


def test_a_long_sum_is_read_in_no_time() -> None:
    assert equations(EQUATIONS, "1 + " * 5_000) == equations(EQUATIONS, "1 x " * 5_000) == []


@given(st.text("0123456789xy^+-*(),;/ .="))
def test_any_text_is_read_or_left(query: str) -> None:
    assert all(each.count("=") == 1 and each in query for each in equations(EQUATIONS, query))
    assert all(isinstance(value, int | float) for row in number_rows(query) for value in row)
    found = coefficients(COEFFICIENTS, query)
    assert found is None or len(found[0]) > 1


DICE = [Parameter((name,), "int", "") for name in ("count", "sides", "modifier")]


@pytest.mark.parametrize(
    ("query", "rolled"),
    [
        ("3d6+2", (3, 6, 2)),
        ("roll 2d20", (2, 20, None)),
        ("roll a d20", (1, 20, None)),
        ("two d8 - 1, please", (2, 8, -1)),
        ("2d6 or 1d12", (None, None, None)),
        ("roll four dice", (None, None, None)),
        ("3d models, 4d", (None, None, None)),
        ("file abc2d6f", (None, None, None)),
    ],
)
def test_dice_as_players_write_them(query: str, rolled: tuple[int | None, ...]) -> None:
    found = dice(DICE, query)
    assert tuple(found.get(p.path) for p in DICE) == rolled
    assert dice(DICE[:1], query) == {}
    long = [Parameter((name,), "int", "") for name in ("number_of_dice", "number_of_sides")]
    assert tuple(dice(long, query).get(p.path) for p in long) == rolled[:2]


@given(st.text(alphabet="0123456789d+- k", max_size=30))
def test_any_text_is_a_roll_or_none(query: str) -> None:
    assert all(isinstance(value, int) for value in dice(DICE, query).values())


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("clear b3 to b9", "B3:B9"),
        ("C1 through F1 in bold", "C1:F1"),
        ("sum d2:d40 please", "D2:D40"),
        ("copy a1:a3 and b1:b3", None),
        ("move it to b7", None),
        ("from 3 to 9", None),
    ],
)
def test_ranges_of_cells(query: str, value: str | None) -> None:
    schema = {"properties": {"range": {"type": "string", "description": "in A1 notation"}, "to": {"type": "string"}}}
    _, values, rest = asked_of(schema, query)
    assert values.get(("range",)) == value
    assert (rest == query) == (value is None)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("x^2 + 1 = 0, step by step", ("x^2 + 1 = 0", " , step by step")),
        ("rearrange v = u + a*t for t", ("v = u + a*t", "rearrange   for t")),
        ("x = 3 and y = 4", None),
        ("roots of x^2 - 5", None),
    ],
)
def test_the_only_equation(query: str, found: tuple[str, str] | None) -> None:
    assert equation(Parameter(("equation",), "str"), query) == found
    assert equation(Parameter(("note",), "str"), query) is None
