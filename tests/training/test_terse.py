"""Terse fill examples have the values of what they are made of, each once, and nothing else."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))
from invented import Answer
from terse import terse

QUERY = "tell Marek on Thursday that he should bring 2 ladders and the old rope from our garage"
TEXTS = ["Marek", "Thursday", "old rope from our garage"]


def _place(text: str, query: str = QUERY) -> Answer:
    return Answer([(query.index(text), query.index(text) + len(text))])


def _text(name: str) -> Parameter:
    return Parameter((name,), "str", "", True)


@given(st.integers(0, 10_000), st.permutations(["person", "day", "about", "count", "room"]))
def test_all_values_are_said_and_nothing_else(seed: int, order: list[str]) -> None:
    parameters = {name: _text(name) for name in ("person", "day", "about")}
    parameters["count"] = Parameter(("count",), "int", "", True)
    parameters["room"] = Parameter(("room",), "enum", "", True, options=("living_room", "hall"))
    wanted = dict(zip(parameters, [*map(_place, TEXTS), _place("2"), Answer(options=[0])], strict=True))
    made = terse(random.Random(seed), QUERY, [parameters[n] for n in order], [wanted[n] for n in order])
    assert made is not None
    text, answers = made
    said = {
        name: text[slice(*a.spans[0])].lower() if a.spans else a.options for name, a in zip(order, answers, strict=True)
    }
    assert said.pop("about") in ("old rope from our garage", "the old rope from our garage")
    assert said == {"person": "marek", "day": "thursday", "count": "2", "room": [0]}
    rest = text.lower()
    for start, end in sorted((span for a in answers for span in a.spans), reverse=True):
        rest = rest[:start] + rest[end:]
    assert re.findall(r"\w+", rest.replace("living room", "")) == ["ladders"]


def test_names_stand_in_the_order_of_their_parameters() -> None:
    query = "Linh sits beside Tuan at table 4"
    parameters = [_text("guest"), _text("neighbour"), Parameter(("table",), "int", "", True)]
    answers = [_place("Linh", query), _place("Tuan", query), _place("4", query)]
    for seed in range(50):
        made = terse(random.Random(seed), query, parameters, answers)
        assert made is not None
        assert made[1][0].spans[0] < made[1][1].spans[0]


def test_a_letter_that_becomes_two_in_small_moves_no_value() -> None:
    query = "from \u0130zmir to Ankara"
    answers = [_place("\u0130zmir", query), _place("Ankara", query)]
    for seed in range(50):
        made = terse(random.Random(seed), query, [_text("from"), _text("to")], answers)
        assert made is not None
        text, ((start, end),) = made[0], made[1][1].spans
        assert text[start:end].lower() == "ankara"


def test_what_cannot_be_said_so_is_left_alone() -> None:
    text = [_text("one"), _text("two")]
    many = Parameter(("many",), "str", "", True, many=True)
    switch = Parameter(("switch",), "bool", "", True)
    query = "a.txt, then b, c and d"
    one, two, part = _place("then", query), _place("d", query), _place("a", query)
    assert terse(random.Random(1), query, text, [one, two])
    assert terse(random.Random(1), query, text, [one, Answer()]) is None
    assert terse(random.Random(1), query, text, [part, two]) is None
    assert terse(random.Random(1), query, text, [one, _place("b, c", query)]) is None
    assert terse(random.Random(1), query, [*text, switch], [one, two, Answer(flag=True)]) is None
    listed = Answer(_place("b", query).spans + _place("c", query).spans)
    assert terse(random.Random(1), query, [*text, many], [one, two, listed]) is None


def test_a_value_is_not_cut_off() -> None:
    for query, value in (
        ("fly on 15 May, Ann", "15"),
        ("is LH 454 on time, Ann", "LH"),
        ("scan_004.pdf, Ann", "scan_004"),
    ):
        answers = [_place(value, query), _place("Ann", query)]
        assert terse(random.Random(1), query, [_text("what"), _text("who")], answers) is None
