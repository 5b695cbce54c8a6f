"""Render: answers that code writes, from the shapes that tools return."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.found import Found
from keyhole.steps.render import nothing_fits, render, spoken


def shown(*values: Any, error: bool = False) -> str:
    return render([Found("item_lookup", {}, json.dumps(value), error) for value in values])


def test_an_item() -> None:
    item = {
        "id": "w1",
        "name": "Calus Mini-Tool",
        "type": "Submachine Gun",
        "source": "World drops",
        "perks": {"column 1": ["Threat Detector", "Grave Robber"], "column 2": ["Incandescent"]},
        "craftable": True,
        "rounds_per_minute": 900,
        "traits": [],
    }
    assert shown(item) == (
        "**Calus Mini-Tool** · Submachine Gun\n\n"
        "- **Source**: World drops\n"
        "- **Perks**:\n"
        "  - **Column 1**: Threat Detector, Grave Robber\n"
        "  - **Column 2**: Incandescent\n"
        "- **Craftable**: yes\n"
        "- **Rounds per minute**: 900"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (42, "**42**"),
        ("heads", "**heads**"),
        (True, "**yes**"),
        (1234567, "**1,234,567**"),
        ({"result": 36}, "**36**"),
        ({"name": "Voltshot", "effect": "Jolts targets."}, "**Voltshot**\n\nJolts targets."),
        (["a", "b"], "a, b"),
        ([], "Item lookup found nothing."),
        ({"ok": True}, "Item lookup: done."),
        ({"success": True, "id": 12}, "Item lookup: done.\n\n- **Id**: 12"),
        ({"order_id": "ord-7"}, "Item lookup: done.\n\n- **Order id**: ord-7"),
        ({"ok": {"brightness": 100}}, "Item lookup: done.\n\n- **Brightness**: 100"),
        ({"ok": False}, "Item lookup: that did not work."),
        ({"found": False, "query": "x"}, "Item lookup found nothing."),
        ({"items": [], "score": None}, "Item lookup found nothing."),
        ({"items": [], "ok": True}, "Item lookup: done."),
        ({}, "Item lookup found nothing."),
        ("", "Item lookup gave nothing back."),
        (" \n", "Item lookup gave nothing back."),
        (None, "Item lookup gave nothing back."),
        (
            [{"name": "Rome", "temp": 20}, {"name": "Oslo", "temp": 3}],
            "1. **Rome**: temp 20\n2. **Oslo**: temp 3",
        ),
        (
            {"error": "no item named 'x'", "did_you_mean": ["Xa", "Xb"]},
            "No item named 'x'. Did you mean **Xa** or **Xb**?",
        ),
        ({"error": "no such item", "advice": "try another name"}, "No such item. Try another name."),
        ({"error": "item_lookup failed: Error: no shelf"}, "Item lookup failed: Error: no shelf."),
    ],
)
def test_shapes(value: Any, text: str) -> None:
    assert shown(value) == text


def test_several_results_in_order_errors_last_and_nothing_twice() -> None:
    found = [
        Found("a", {}, '{"error":"gone"}', True),
        Found("b", {}, '{"name":"B"}'),
        Found("c", {}, '{"name":"C"}'),
        Found("d", {}, '{"name":"B"}'),
    ]
    assert render(found) == "**B**\n\n**C**\n\nGone."


def test_lists_of_several_results_do_not_run_into_one() -> None:
    lists = "- **Picked**: heads\n\n---\n\n- **Time**: 02:12"
    assert shown({"picked": "heads"}, {"time": "02:12"}) == lists
    rows = [{"name": "Rome"}, {"name": "Oslo"}]
    assert shown(rows, rows[::-1]) == "1. **Rome**\n2. **Oslo**\n\n---\n\n1. **Oslo**\n2. **Rome**"
    assert shown({"picked": "heads"}, {"result": 4}) == "- **Picked**: heads\n\n**4**"


def test_a_tools_text_is_data_and_never_formatting() -> None:
    text = shown({"name": "<img src=x onerror=alert(1)>", "note": "[click](javascript:alert(1)) **bold**\n# title"})
    assert "\\<img" in text
    assert "\\[click\\]" in text
    assert "\n# title" not in text


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=20)),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=12), inner, max_size=5)),
)


@given(value=json_values, error=st.booleans())
def test_any_result_has_words_and_the_same_ones(value: Any, error: bool) -> None:
    assert shown(value, error=error) == shown(value, error=error)


def test_without_a_fitting_tool_the_truth_is_told() -> None:
    text = nothing_fits(["what is voltshot?"], ["perk_lookup"])
    assert "- what is voltshot?" in text
    assert "**perk lookup**" in nothing_fits([], ["perk_lookup"])
    assert "no tools" in nothing_fits([], [])


@pytest.mark.parametrize(
    ("tool", "value", "told"),
    [
        (
            "stock.adjust",
            {"ok": True, "sku": "B-7", "left": 40},
            "Stock.adjust: done.\n\n- **Sku**: B-7\n- **Left**: 40",
        ),
        ("move_party", {"success": True, "title": "Picnic"}, "Move party: done.\n\n**Picnic**"),
        ("get_stock", {"ok": True, "left": 40}, "- **Left**: 40"),
        ("rename_lamps", {"ok": True, "names": ["a", "b"]}, "- **Names**: a, b"),
        ("adjust", {"ok": False, "left": 40}, "Adjust: that did not work.\n\n- **Left**: 40"),
    ],
)
def test_what_was_done_is_said_beside_its_facts(tool: str, value: Any, told: str) -> None:
    assert render([Found(tool, {}, json.dumps(value))]) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"value": 7.4, "unit": "bar", "at": "09:15"}, "**7.4 bar**\n\n- **At**: 09:15"),
        ({"humidity": 41, "unit": "%"}, "- **Humidity**: 41%"),
        ({"plot": 12, "seeds": 40, "unit": "B"}, "- **Plot**: 12\n- **Seeds**: 40\n- **Unit**: B"),
        ({"guest": "Ann", "total": 84210.75, "currency": "SEK"}, "- **Guest**: Ann\n- **Total**: 84210.75 SEK"),
        ([{"item": "rye", "qty": 2, "unit": "kg"}, {"item": "oil", "qty": 3, "unit": "cans"}], None),
    ],
)
def test_a_number_and_its_unit_are_one(value: Any, told: str | None) -> None:
    assert shown(value) == (told or "1. **rye**: qty 2 kg\n2. **oil**: qty 3 cans")


@pytest.mark.parametrize(
    ("name", "words"),
    [("whoIsHome", "who is home"), ("findURL", "find URL"), ("checkInGuest", "check in guest"), ("Rome", "Rome")],
)
def test_a_name_is_told_in_words(name: str, words: str) -> None:
    assert spoken(name) == words


def test_a_tool_that_changes_something_says_that_it_did() -> None:
    told = render([Found("checkInPatient", {}, json.dumps({"ok": True, "bed": 7}))])
    assert told == "Check in patient: done.\n\n- **Bed**: 7"
