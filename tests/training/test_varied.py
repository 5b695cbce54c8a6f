"""Varied fill examples keep what is right: the same values at their new places."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.prompt import Parameter

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))
from invented import Answer
from varied import Varier

WORDS = st.lists(st.sampled_from(["tea", "Oslo", "big", "12", "host", "it's"]), min_size=3, max_size=9)


@given(WORDS, st.integers(0, 10_000), st.data())
def test_values_stay_what_they_were(words: list[str], seed: int, data: st.DataObject) -> None:
    query = " ".join(words)
    places = [(len(" ".join(words[:i])) + bool(i), len(" ".join(words[: i + 1]))) for i in range(len(words))]
    chosen = data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=3, unique=True))
    parameters = [Parameter((f"name_{n}",), "str", "about it") for n in range(len(chosen))]
    varier = Varier(random.Random(seed))
    for _ in range(12):
        text, made, answers = varier.varied(query, parameters, [Answer([place]) for place in chosen])
        names = [p.path for p in parameters]
        assert [p.path for p in made if p.path in names] == names
        assert [text[s:e] for a in answers for s, e in a.spans] == [query[s:e] for s, e in chosen]
        assert all(not p.required for p in made if p.path not in names)  # what is added may be left out


def test_a_place_may_be_asked_for_in_two_parameters() -> None:
    query = "time in Oslo, Norway now"
    place = (query.index("Oslo"), query.index(" now"))
    varier = Varier(random.Random(1))
    seen = set()
    for _ in range(40):
        text, made, answers = varier.varied(query, [Parameter(("location",), "str", "", True)], [Answer([place])])
        seen.add(tuple(text[s:e] for a in answers for s, e in a.spans))
        assert len({p.path for p in made}) == len(made)
    assert seen == {("Oslo, Norway",), ("Oslo", "Norway")}


def test_what_others_were_given_becomes_an_example() -> None:
    varier = Varier(random.Random(2))
    cities = ["Oslo", "Bergen", "Narvik", "Hamar", "Moss", "Bodo"]
    about = ""
    for city in cities * 6:
        _, made, _ = varier.varied(city, [Parameter(("city",), "str", "the city", True)], [Answer([(0, len(city))])])
        about += next(p.description for p in made if p.path == ("city",)).replace(city, "")
    assert any(city in about for city in cities)


def test_requests_turn_switches_on_and_off() -> None:
    query = "time in Oslo now"
    varier = Varier(random.Random(4))
    seen = set()
    for _ in range(400):
        text, made, answers = varier.varied(query, [Parameter(("place",), "str", "", True)], [Answer([(8, 12)])])
        for parameter, answer in zip(made, answers, strict=True):
            if parameter.type == "bool" and answer.flag is not None:
                seen.add(answer.flag)
                assert len(text) > len(query)
    assert seen == {True, False}
