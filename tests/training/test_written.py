"""The requests that were written one by one: well formed, each once, and none of the benchmark's."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from keyhole.bench.suite import load
from keyhole.tools.loader import load_toolbox

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))
from written import written

SUITES = sorted((Path(__file__).parents[2] / "bench" / "suites").glob("*.jsonl"))
LEARNED, KEPT = written("learn"), written("decide")


def words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+|_{2,}", text.lower())) or text


@pytest.mark.parametrize("toolbox", ["everyday", "destiny"])
def test_a_request_wants_a_tool_of_its_toolbox_or_none(toolbox: str) -> None:
    choices = {card.name for card in load_toolbox(toolbox).cards} | {"none", "clarify"}
    for rows in (LEARNED, KEPT):
        assert {row.choice for row in rows if row.toolbox == toolbox} == choices


def test_each_is_there_once() -> None:
    rows = [(row.toolbox, words(row.text)) for row in LEARNED + KEPT]
    assert len(rows) > 2500
    assert len(set(rows)) == len(rows)
    assert len(LEARNED) / 3 == pytest.approx(len(KEPT), abs=1)


def test_none_is_a_request_of_the_suites() -> None:
    asked = {
        words(turn)
        for path in SUITES
        for query in load(path.read_text(encoding="utf-8").splitlines(), name=path.stem)
        for turn in query.turns
    }
    assert len(asked) > 500
    assert [row.text for row in LEARNED + KEPT if words(row.text) in asked] == []
