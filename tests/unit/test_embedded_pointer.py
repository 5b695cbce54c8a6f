"""Where a request says what a parameter wants: what is computed, what is read, what is refused, that it is heard."""

from __future__ import annotations

import math
import random
from operator import mul
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keyhole.models.embedded.fill.pointer import LONGEST, Pointed, Pointer, parameter_card, read_places
from keyhole.models.embedded.fill.ranker import Candidate, Weights
from keyhole.models.embedded.fill.witnesses import FillWeights, Opinions, hear
from keyhole.models.embedded.prompt import FillView, Parameter, fill_view
from keyhole.models.embedded.reader import WIDTHS, read_words
from small_reader import (
    DIMS,
    EACH,
    FILTERS,
    VECTORS,
    WORDS,
    answers,
    digits,
    found,
    packed,
    pointed,
    reader_weights,
    some,
)

INNER, WIDE = 4, FILTERS + VECTORS.dims
CITY = Parameter(("search", "homeCity"), "str", "The city that is searched.", True)
KIND = Parameter(("kind",), "enum", "", options=("flat", "whole_house"))

words = st.lists(st.sampled_from(["flats", "in", "Rome", "'s", "42", "Zyx", "house!"]), max_size=8).map(" ".join)


def weights(seed: int = 1) -> dict[str, Any]:
    """A small pointer with random weights, not yet packed."""
    rng = random.Random(seed)
    inner, outer = some(rng, INNER * (1 + WIDE + VECTORS.dims)), some(rng, (2 * WIDE + 1) * (1 + INNER))
    return {**reader_weights(seed), "dims": DIMS, "inner": inner, "outer": outer, "scales": (0.01, 0.002)}


def pointer(raw: dict[str, Any]) -> Pointer:
    given = {name: packed(raw[name]) for name in ("meaning", "filters", "inner", "outer")}
    return Pointer(VECTORS, **raw | given | {"table": digits(raw["table"])})


def view_of(query: str) -> FillView:
    return fill_view(query, "find_home", "Find a place to live.", [CITY, KIND])


def by_hand(raw: dict[str, Any], query: str, card: tuple[str, str]) -> list[float]:
    """How likely nothing and each word that is read is, number by number."""
    seen = [1.0, *found(raw, card[0]), *pointed(WORDS, card[0]), *pointed(WORDS, card[1])]
    inner = [1.0]
    for at in range(INNER):
        inner.append(max(0.0, raw["scales"][0] * sum(map(mul, raw["inner"][len(seen) * at :], seen))))
    made = [raw["scales"][1] * sum(map(mul, raw["outer"][len(inner) * at :], inner)) for at in range(2 * WIDE + 1)]
    read = [word for word, _, _ in read_places(query)]
    all_answers = answers(raw, read, VECTORS)
    whole = [*map(max, zip(*all_answers, strict=True)), *pointed(WORDS, query)]
    scores = [made[-1] + sum(map(mul, made[WIDE:-1], whole))]
    for at, word in enumerate(read):
        around = []
        for number in range(FILTERS):
            back = at - WIDTHS[number // EACH] + 1
            place = at if number % EACH < EACH // 2 else back
            around.append(all_answers[place][number] if place >= 0 else 0.0)
        around += VECTORS.direction(word) or [0.0] * VECTORS.dims
        scores.append(sum(map(mul, made[:WIDE], around)))
    total = sum(map(math.exp, scores))
    return [math.exp(score) / total for score in scores]


@settings(max_examples=50)
@given(words, st.integers(0, 5))
def test_it_computes_what_it_says(query: str, seed: int) -> None:
    raw = weights(seed)
    view = view_of(query)
    places = read_places(query)
    for parameter, told in zip(view.parameters, pointer(raw).pointed(view, query), strict=True):
        nothing, *shares = by_hand(raw, query, parameter_card(view.about, parameter))
        assert math.exp(told.nothing) == pytest.approx(nothing, abs=1e-6)
        for word, share in zip(view.words, told.words, strict=True):
            inside = [s for (_, a, b), s in zip(places, shares, strict=True) if a < word.end and b > word.start]
            assert math.exp(share) == pytest.approx(sum(inside), abs=1e-6)


@given(st.text(max_size=200))
def test_what_is_read_stands_where_it_is_said_to(text: str) -> None:
    places = read_places(text)
    assert [word for word, _, _ in (places[0], places[-1])] == ["<s>", "</s>"]
    for word, start, end in places[1:-1]:
        said = text[start:end].lower()
        assert word in ("0" * len(said), said.replace("'", "").replace("’", ""))  # noqa: RUF001
    assert len(places) <= LONGEST + 2


def test_plain_text_is_read_as_by_the_reader() -> None:
    text = "What's 12x3, please? see item_lookup"
    assert [word for word, _, _ in read_places(text)] == read_words(text)


def test_of_a_parameter_the_beginning_is_read() -> None:
    about = view_of("").about
    assert parameter_card(about, CITY) == (
        "search home city: The city that is searched. | str  | find home find place live", "search home city",
    )  # fmt: skip
    assert parameter_card(about, KIND)[0] == "kind:  | enum flat whole house | find home find place live"
    long = Parameter(("x",), "str", "long " * 1000, options=("option",) * 100)
    assert len(parameter_card(("word",) * 100, long)[0]) < 400


def test_what_it_says_of_answers() -> None:
    told = Pointed(math.log(0.5), (math.log(0.1), math.log(0.3), math.log(0.05)))
    assert math.exp(told.says(Candidate(()))) == pytest.approx(0.5)
    assert math.exp(told.says(Candidate(("w1", "w2")))) == pytest.approx(0.4)
    assert math.exp(told.says(Candidate(("w3",)))) == pytest.approx(0.05)
    assert math.exp(told.says(Candidate(("e2",)))) == pytest.approx(0.45)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"inner": [1] * 100}, "100 weights of a pointer"),
        ({"inner": []}, "0 weights of a pointer"),
        ({"outer": [1] * (1 + INNER)}, "a pointer of 1 numbers where"),
    ],
)
def test_weights_that_do_not_fit_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pointer({**weights(), **change})


def test_it_is_heard_as_much_as_it_weighs() -> None:
    """One that always says nothing makes nothing likelier."""
    outer = [0] * (2 * WIDE * (1 + INNER)) + [127] + [0] * INNER
    sure = pointer({**weights(), "outer": outer, "scales": (0.01, 0.1)})
    opinions = Opinions(Weights(packed([0] * 1024), 1.0), VECTORS, sure)
    view = view_of("flats in Rome")
    ahead = []
    for weight in (0.0, 0.5, 1.0):
        (heard, _), _ = hear(view, "flats in Rome", (), opinions, FillWeights(pointer=weight))
        ahead.append(heard.totals[0] - max(heard.totals[1:]))
    assert ahead[0] + 2 < ahead[1] < ahead[2] - 2
