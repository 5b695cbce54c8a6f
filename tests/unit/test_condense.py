"""Condense: whatever a tool returns becomes small, sound JSON, the same every time."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import BaseModel

from keyhole.errors import ToolError
from keyhole.tokens import cut_to_tokens, estimate_tokens
from keyhole.tools.condense import ResultStore, condense, plain, to_json


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: float


class Item(BaseModel):
    name: str
    at: datetime.date


class Rude:
    def __str__(self) -> str:
        raise RuntimeError("no")


def cycle() -> dict[str, Any]:
    value: dict[str, Any] = {"name": "loop"}
    value["self"] = value
    return value


def deep(levels: int) -> Any:
    value: Any = "bottom"
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": "x"}, '{"b":1,"a":"x"}'),
        (None, "null"),
        ("x", '"x"'),
        (0.1 + 0.2, "0.3"),
        (3.0, "3"),
        (math.nan, "null"),
        ({"x": math.inf, "y": False, "z": 0}, '{"y":false,"z":0}'),
        ({"empty": "", "none": None, "list": [], "kept": 0}, '{"kept":0}'),
        (b"caf\xc3\xa9", '"café"'),
        (b"\xff\x00", '"(2 bytes: /wA=)"'),
        ({1: "a", None: "b", (2, 3): "c"}, '{"1":"a","None":"b","(2, 3)":"c"}'),
        ({"b", "a"}, '["a","b"]'),
        (Point(1, 2.5), '{"x":1,"y":2.5}'),
        (Item(name="n", at=datetime.date(2026, 1, 2)), '{"name":"n","at":"2026-01-02"}'),
        ([Colour.RED, decimal.Decimal("1.5"), Path("a/b")], '["red",1.5,"a/b"]'),
        (cycle(), '{"name":"loop","self":"(cycle)"}'),
        ([10**5000], '["(an integer of 16610 bits)"]'),
        ([1 << 64, 10**4000], f'[18446744073709551616,"1{"0" * 598}…"]'),
        (Rude(), '"(Rude that cannot be shown: RuntimeError)"'),
        ("\ud800", '"?"'),
    ],
)
def test_what_goes_in_and_comes_out(value: Any, text: str) -> None:
    assert condense(value) == text


def test_what_nests_very_deep() -> None:
    assert "(" in condense(deep(5000))
    assert json.loads(to_json(deep(5000)))


def test_ten_megabytes_fit_the_budget() -> None:
    rows = [{"id": f"row-{number}", "text": "x" * 1000, "tags": ["a", "b"]} for number in range(10_000)]
    text = condense({"total": 10_000, "rows": rows}, 200)
    assert estimate_tokens(text) <= 200
    value = json.loads(text)
    assert value["total"] == 10_000
    assert value["rows"][0]["id"] == "row-0"
    assert value["rows"][-1].startswith("… 9")


def test_ids_are_never_cut_and_never_left_out() -> None:
    value = {f"field{number}": "word " * 40 for number in range(40)} | {"item_id": "x" * 100}
    assert json.loads(condense(value, 150))["item_id"] == "x" * 100


def test_what_is_left_out_is_said() -> None:
    value = json.loads(condense({f"k{number}": number for number in range(50)}, 200))
    assert value["…"] == "10 more fields"
    assert json.loads(condense(list(range(100)), 100))[-1] == "… 60 more"


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=300), st.binary(max_size=60)),
    lambda inner: st.one_of(st.lists(inner, max_size=30), st.dictionaries(st.text(max_size=30), inner, max_size=30)),
    max_leaves=60,
)


@given(value=json_values, budget=st.integers(30, 400))
@example(value={"\x1f" * 80: 1, "a": 2}, budget=60)
@example(value=[10**300] * 9, budget=60)
@example(value={f"k{number}_id": "x" * 90 for number in range(50)}, budget=60)
def test_any_value_becomes_sound_json_within_bounds_twice_the_same(value: Any, budget: int) -> None:
    text = condense(value, budget)
    json.loads(text)
    text.encode("utf-8")
    assert condense(value, budget) == text
    assert estimate_tokens(text) <= budget


@given(value=json_values)
def test_the_raw_text_holds_everything_that_json_can(value: Any) -> None:
    assert json.loads(to_json(value)) == json.loads(json.dumps(plain(value)).encode("utf-8", "replace"))


def test_the_store_is_bounded_and_says_what_it_forgot() -> None:
    store = ResultStore(most_results=2, most_bytes=100)
    first, second, third = store.put('{"a":1}'), store.put("[2]"), store.put('"x"')
    assert first
    assert second
    assert third
    assert store.get(second) == [2]
    with pytest.raises(ToolError, match="not kept any more"):
        store.get(first)
    assert store.put("x" * 101) is None
    store.put('"' + "y" * 97 + '"')
    with pytest.raises(ToolError):
        store.get(third)


@given(text=st.text(max_size=3000), budget=st.integers(5, 500))
def test_a_text_cut_to_a_budget_keeps_its_ends(text: str, budget: int) -> None:
    cut = cut_to_tokens(text, budget)
    assert estimate_tokens(cut) <= max(budget, 5)
    assert cut[:1] == text[:1]
    if budget > 20:
        assert cut[-1:] == text[-1:]
