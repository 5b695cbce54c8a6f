"""Messages right behind a call, judged, and carried out by the embedded model's agent."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.bench.after_call import said_after
from keyhole.bench.follow_ups import App, judge, read, table
from keyhole.bench.follow_ups_cli import follow_ups
from keyhole.bench.suite import SuiteError
from keyhole.clock import on_day
from keyhole.models.embedded.model import EmbeddedModel, load


def _tool(name: str, description: str, required: str, **properties: Any) -> dict[str, Any]:
    typed = {"type": "object", "properties": properties, "required": required.split()}
    return {"name": name, "description": description, "parameters": typed}


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
APP: dict[str, Any] = {
    "tools": [
        _tool(
            "book_pitch",
            "Book a pitch on the campsite",
            "guest nights",
            guest=TEXT,
            nights=NUMBER,
            dog={"type": "boolean"},
        ),
        _tool("update_pitch", "Change a booking of a pitch", "booking_id", booking_id=TEXT, nights=NUMBER, guest=TEXT),
        _tool("cancel_pitch", "Cancel a booking of a pitch", "booking_id", booking_id=TEXT),
        _tool("get_weather", "Get the weather forecast for a day", "day", day=TEXT),
    ],
    "ask": "book a pitch for Ida, 3 nights",
    "called": "book_pitch",
    "arguments": {"guest": "Ida", "nights": 3},
    "result": {
        "booking_id": "P-104",
        "guest": "Ida",
        "nights": 3,
        "neighbours": [{"booking_id": "P-99", "guest": "Bo"}],
    },
    "messages": [
        {
            "q": "oops, make it 4 nights",
            "kind": "changed",
            "tool": "update_pitch",
            "arguments": {"booking_id": ["P-104"], "nights": [4]},
        },
        {"q": "cancel it again", "kind": "onward", "tool": "cancel_pitch", "arguments": {"booking_id": ["P-104"]}},
        {"q": "great, thank you", "kind": "chat"},
    ],
}


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def test_what_was_made_is_changed_or_cancelled_by_its_own_id(model: EmbeddedModel) -> None:
    with on_day(date(2025, 6, 2)):
        judged = await judge(model, App.model_validate(APP))
    assert [each.came.calls for each in judged] == [
        (("update_pitch", {"booking_id": "P-104", "nights": 4}),),
        (("cancel_pitch", {"booking_id": "P-104"}),),
        (),
    ]
    assert all(each.right and each.tool_right for each in judged)


async def test_a_call_that_waits_hears_the_reply(model: EmbeddedModel) -> None:
    waits = {**APP, "arguments": {"guest": "Ida"}, "asked_for": "nights", "result": None}
    with on_day(date(2025, 6, 2)):
        came = await said_after(model, App.model_validate(waits), "five")
    assert came.calls == (("book_pitch", {"guest": "Ida", "nights": 5}),)


async def test_what_was_done_since_is_known(model: EmbeddedModel) -> None:
    moved = {"said": "make it four nights", "tool": "update_pitch", "arguments": {"booking_id": "P-104", "nights": 4}}
    with on_day(date(2025, 6, 2)):
        came = await said_after(model, App.model_validate({**APP, "done": [moved]}), "no, five")
    assert came.calls == (("update_pitch", {"booking_id": "P-104", "nights": 5}),)


@pytest.mark.parametrize(
    ("message", "calls", "outcome"),
    [
        ("never mind, we'll go home", (), "answer"),
        ("book a pitch for Mia", (), "clarify"),
        ("same for Mia", (("book_pitch", {"guest": "Mia", "nights": 3}),), "answer"),
    ],
)
async def test_what_was_made_is_not_undone_or_made_again_by_a_guess(
    model: EmbeddedModel, message: str, calls: tuple[Any, ...], outcome: str
) -> None:
    with on_day(date(2025, 6, 2)):
        came = await said_after(model, App.model_validate(APP), message)
    assert (came.calls, came.outcome) == (calls, outcome)


def test_a_file_is_judged(tmp_path: Path) -> None:
    data, bars = tmp_path / "data", tmp_path / "bars.json"
    data.mkdir()
    (data / "camp.json").write_text(json.dumps({"apps": [APP]}))
    bars.write_text('[{"suite": "follow_ups", "strategy": "camp", "metric": "right", "at_least": 1.0}]')
    given = ["--data", str(data), "--bars", str(bars)]
    done = CliRunner().invoke(follow_ups, [*given, "--out", str(tmp_path / "out.json")])
    assert done.exit_code == 0, done.output
    of_kinds = ["0 of 0", "1 of 1", "1 of 1", *["0 of 0"] * 5, "1 of 1", "0 of 0"]
    assert f"| camp | {' | '.join(of_kinds)} | 3 of 3 | 3 of 3 |" in done.output
    rows = json.loads((tmp_path / "out.json").read_text())["files"]["camp"]
    assert [row["right"] for row in rows] == [True] * 3
    wrong = {**APP, "messages": [{"q": "great, thank you", "kind": "onward", "tool": "cancel_pitch"}]}
    (data / "camp.json").write_text(json.dumps({"apps": [wrong]}))
    done = CliRunner().invoke(follow_ups, given)
    assert done.exit_code == 1
    assert "camp, right: 0 is under the stored bar of 1" in done.output


def test_a_file_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"apps": [{**APP, "messages": [{"q": "?", "kind": "maybe"}]}]}))
    with pytest.raises(SuiteError, match=r"mine\.json: apps\.0\.messages\.0\.kind"):
        read(file)


def test_the_table_has_a_line_for_each_file() -> None:
    assert table({"camp": []}).splitlines()[2].startswith("| camp | 0 of 0 |")
