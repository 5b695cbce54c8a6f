"""Messages right after a result was shown: rated, and answered by the embedded model's agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.bench.shown import App, Asked, Rated, rating_of, read, table
from keyhole.bench.shown_cli import shown
from keyhole.bench.suite import SuiteError
from keyhole.steps.told_field import HEDGE

APP: dict[str, Any] = {
    "tools": [
        {
            "name": "list_loans",
            "description": "Books that are out on loan.",
            "parameters": {"type": "object", "properties": {"reader": {"type": "string"}}, "required": []},
        },
        {
            "name": "renew_loan",
            "description": "Renew a loan.",
            "parameters": {
                "type": "object",
                "properties": {"loan_id": {"type": "string", "description": "e.g. L-17"}},
                "required": ["loan_id"],
            },
        },
    ],
    "ask": "which books are out?",
    "called": "list_loans",
    "arguments": {},
    "result": [
        {"loan_id": "L-17", "title": "Salt", "borrower": "Ana Ruiz", "due_on": "2025-06-24", "reserved": False},
        {"loan_id": "L-18", "title": "Cod", "borrower": "Jon Fine", "due_on": "2025-07-02", "reserved": True},
    ],
    "messages": [
        {"q": "who's got salt", "kind": "cell", "at": ["/0/borrower"], "says": ["Ana Ruiz"]},
        {"q": "until when can they keep cod?", "kind": "cell", "at": ["/1/due_on"], "says": ["2025-07-02"]},
        {"q": "renew L-17 please", "kind": "call", "tool": "renew_loan"},
        {"q": "what's the weather in Oslo?", "kind": "absent"},
    ],
}
LOANS = App.model_validate(APP)


def _rated(asked: dict[str, Any], answer: str, *calls: str) -> str:
    return rating_of(LOANS, Asked.model_validate({"q": "?", **asked}), list(calls), answer)


@pytest.mark.parametrize(
    ("answer", "rating"),
    [
        ("**Salt**\n\n- **Borrower**: Ana Ruiz", "plain"),
        (f"{HEDGE}\n\n- **Borrower**: Ana Ruiz", "among"),
        ("- **Due on**: 2025-06-24", "wrong"),
    ],
)
def test_a_value_is_rated(answer: str, rating: str) -> None:
    asked = {"kind": "cell", "at": ["/0/borrower"], "says": ["Ana Ruiz"]}
    assert _rated(asked, answer) == rating
    assert _rated(asked, answer, "list_loans") == "wrong"


@pytest.mark.parametrize(
    ("answer", "rating"),
    [("**Cod**", "plain"), ("1. **Salt**: due 24\n2. **Cod**: due 2", "among"), ("**Salt**", "wrong")],
)
def test_a_thing_is_rated(answer: str, rating: str) -> None:
    assert _rated({"kind": "thing", "at": ["/1"], "says": ["Cod"]}, answer) == rating


@pytest.mark.parametrize(
    ("answer", "rating"),
    [
        ("No, it is free.", "plain"),
        ("**Yes**", "wrong"),
        ("**Salt**\n\n- **Reserved**: no", "plain"),
        (f"{HEDGE}\n\n- **Reserved**: no", "among"),
        ("**Salt**", "wrong"),
    ],
)
def test_yes_or_no_is_rated(answer: str, rating: str) -> None:
    assert _rated({"kind": "yes_no", "at": ["/0/reserved"], "says": ["no"]}, answer) == rating


def test_a_call_and_what_is_not_there_are_rated() -> None:
    assert _rated({"kind": "call", "tool": "renew_loan"}, "done", "renew_loan") == "plain"
    assert _rated({"kind": "call", "tool": "renew_loan"}, "done") == "wrong"
    assert _rated({"kind": "absent"}, "I could match that to none of my tools here.") == "plain"
    assert _rated({"kind": "absent"}, HEDGE) == "plain"
    assert _rated({"kind": "absent"}, "**Salt**") == "wrong"


def test_the_table_counts_plain_and_among() -> None:
    rated = [Rated(q="?", kind="cell", calls=(), answer="", rating=each) for each in ("plain", "among", "wrong")]
    assert table({"loans": rated}).splitlines()[2].startswith("| loans | 1 + 1 of 3 |")


def test_a_file_is_rated_with_the_embedded_model(tmp_path: Path) -> None:
    (tmp_path / "loans.json").write_text(json.dumps({"apps": [APP]}))
    (tmp_path / "data").mkdir()
    (tmp_path / "loans.json").rename(tmp_path / "data" / "loans.json")
    bars = tmp_path / "bars.json"
    bars.write_text('[{"suite": "shown", "strategy": "loans", "metric": "plain", "at_least": 1.0}]')
    given = ["--data", str(tmp_path / "data"), "--bars", str(bars)]
    done = CliRunner().invoke(shown, [*given, "--out", str(tmp_path / "out.json")])
    assert done.exit_code == 0, done.output
    assert "| loans | 2 of 2 | 0 of 0 | 0 of 0 | 0 of 0 | 1 of 1 | 1 of 1 | 4 of 4 |" in done.output
    rows = json.loads((tmp_path / "out.json").read_text())["files"]["loans"]
    assert [row["rating"] for row in rows] == ["plain"] * 4
    assert "Ana Ruiz" in rows[0]["answer"]
    bars.write_text('[{"suite": "shown", "strategy": "loans", "metric": "among", "at_least": 0.5}]')
    done = CliRunner().invoke(shown, given)
    assert done.exit_code == 1
    assert "loans, among: 0 is under the stored bar of 0.5" in done.output


def test_a_file_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"apps": [{**APP, "messages": [{"q": "?", "kind": "maybe"}]}]}))
    with pytest.raises(SuiteError, match=r"mine\.json: apps\.0\.messages\.0\.kind"):
        read(file)
