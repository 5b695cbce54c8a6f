"""The best values weighed once more: what is known of them, and how the weights are read."""

from __future__ import annotations

import base64
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ModelError
from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.fill.choice import settled
from keyhole.models.embedded.fill.pointer import Pointer
from keyhole.models.embedded.fill.ranker import Weights
from keyhole.models.embedded.fill.rerank import (
    BEST,
    CATEGORIES,
    CLOSE,
    FACTS,
    NOTHING_FACTS,
    Layers,
    Reranker,
    best_of,
    facts,
    in_doubt,
)
from keyhole.models.embedded.fill.values import value_of
from keyhole.models.embedded.fill.witnesses import FillWeights, Heard, Opinions, hear
from keyhole.models.embedded.prompt import FillView, Parameter, fill_view
from keyhole.models.embedded.sight import Sight
from small_reader import DIMS, FILTERS, VECTORS, digits, packed, reader_weights

HOME = Parameter(("home",), "str", "", required=True)
WORK = Parameter(("work",), "str", "", required=True)
ROOMS = Parameter(("rooms",), "int", "How many rooms.", required=True)
STOPS = Parameter(("stops",), "int", "How many stops.")
LIST = Parameter(("cities",), "str", "All of them.", many=True)
CLASS = Parameter(("class",), "enum", "", options=("first", "second"))
QUERY = "Bern work Lille"
WIDE = 3


def layers(count: int, direct: dict[int, int] | None = None, *, seed: int | None = None) -> dict[str, Any]:
    """Weights of eight bits; without a seed nothing is hidden."""
    rng = random.Random(seed)
    some = (lambda n: [rng.randint(-127, 127) for _ in range(n)]) if seed is not None else (lambda n: [0] * n)
    own = some(1 + count + CATEGORIES)
    for at, weight in (direct or {}).items():
        own[1 + at] = weight
    rows = some((1 + count + CATEGORIES) * WIDE)
    return {"inner": packed(rows), "outer": packed(some(WIDE)), "direct": packed(own), "scales": [0.01, 0.02, 0.1]}


def reranker(**direct: int) -> Reranker:
    """One that hears these facts alone."""
    nothing = len(NOTHING_FACTS) + len(FACTS)
    return Reranker(layers(len(FACTS), {FACTS.index(name): w for name, w in direct.items()}), layers(nothing))


def even() -> Opinions:
    """A ranker and a pointer that know nothing: every value, every word is as likely."""
    wide = FILTERS + VECTORS.dims
    outer = packed([0] * (2 * wide + 1) * 2)
    raw = reader_weights()
    reader = raw | {name: packed(raw[name]) for name in ("meaning", "filters")} | {"table": digits(raw["table"])}
    inner = packed([0] * (1 + wide + VECTORS.dims))
    pointer = Pointer(VECTORS, **reader, dims=DIMS, inner=inner, outer=outer, scales=(1.0, 1.0))
    return Opinions(Weights(packed([0] * 1024), 1.0), VECTORS, pointer)


def heard_of(query: str, *parameters: Parameter) -> tuple[FillView, list[Heard], Sight]:
    view = fill_view(query, "trip", "Plans a trip.", list(parameters))
    heard, seen = hear(view, query, (), even(), FillWeights(pointer=1.0))
    return view, heard, seen


def known(query: str, *parameters: Parameter) -> list[dict[str, dict[str, float]]]:
    """For every parameter, by the words of each of its best values, the facts of it."""
    view, heard, seen = heard_of(query, *parameters)
    made = []
    for number, each in enumerate(heard):
        rows, _ = facts(view, seen, heard, number)
        texts = [str(value_of(view, number, each.candidates[at].picks, query)) for at in best_of(each)]
        made.append({text: dict(zip(FACTS, row, strict=True)) for text, (row, _) in zip(texts, rows, strict=True)})
    return made


def test_a_layer_adds_what_it_hides() -> None:
    raw = layers(4, seed=3)
    layer = Layers(4, **raw)
    signed = {name: [b - 256 * (b > 127) for b in base64.b64decode(raw[name])] for name in ("inner", "outer", "direct")}
    values, categories = [0.5, 0.0, -2.0, 1.0], [0, 7]
    given = [1.0, *values, *(float(at in categories) for at in range(CATEGORIES))]
    total = sum(weight * 0.1 * value for weight, value in zip(signed["direct"], given, strict=True))
    for unit in range(WIDE):
        hidden = sum(signed["inner"][row * WIDE + unit] * 0.01 * value for row, value in enumerate(given))
        total += max(0.0, hidden) * signed["outer"][unit] * 0.02
    assert layer.score((values, categories)) == pytest.approx(total)


@pytest.mark.parametrize("name", ["inner", "outer", "direct"])
def test_weights_that_do_not_fit_are_refused(name: str) -> None:
    raw = layers(4, seed=3)
    with pytest.raises(ValueError, match="where 2"):
        Layers(4, **{**raw, name: packed([1] * 7)})
    with pytest.raises(ValueError, match="where 2"):
        Layers(4, **{**raw, "outer": ""})


@pytest.mark.parametrize("broken", [layers(3), {**layers(len(FACTS)), "inner": 5}, {}, {**layers(len(FACTS)), "x": 1}])
def test_broken_settings_name_the_model(broken: dict[str, Any]) -> None:
    nothing = layers(len(NOTHING_FACTS) + len(FACTS))
    sound = {"idf": {}, "weights": {}, "reranker": {"values": layers(len(FACTS)), "nothing": nothing}}
    assert Assets.load(json.dumps(sound)).reranker is not None
    with pytest.raises(ModelError, match="settings cannot be read"):
        Assets.load(json.dumps({**sound, "reranker": {"values": broken, "nothing": nothing}}))


@given(st.text(st.sampled_from("ab Zz3é,.:'\"()?-\n"), max_size=60))
def test_everything_is_known_of_any_request(query: str) -> None:
    view, heard, seen = heard_of(query, HOME, WORK, STOPS)
    for number, each in enumerate(heard):
        if len(each.totals) < 2:
            continue
        values, (nothing, kinds) = facts(view, seen, heard, number)
        assert 0 < len(values) <= BEST
        assert len(nothing) == len(NOTHING_FACTS) + len(FACTS)
        for row, categories in (*values, (nothing[len(NOTHING_FACTS) :], kinds)):
            assert len(row) == len(FACTS)
            assert len(categories) == len(set(categories)) == 6
            assert all(0 <= at < CATEGORIES for at in categories)
            assert all(abs(value) < 100 for value in row)


def test_what_is_known_of_a_value() -> None:
    home, work = known(QUERY, HOME, WORK)
    assert home["Lille"]["capitals"] == home["Bern"]["first"] == home["Bern"]["mark_before"] == 1.0
    assert home["Lille"]["last"] == home["Lille"]["mark_behind"] == work["Lille"]["named_before"] == 1.0
    assert (home["Lille"]["whose"], work["Lille"]["whose"]) == (-1.0, 1.0)
    assert (home["work"]["others_name"], work["work"]["own_name"]) == (1.0, 1.0)
    (stops,) = known("two stops please", STOPS)
    assert stops["2"]["number"] == stops["2"]["first"] == stops["2"]["named_behind"] == 1.0
    assert (home["Bern"]["number"], stops["2"]["last"]) == (0.0, 0.0)


def test_what_another_parameter_would_rather_have() -> None:
    """Where somebody works is sure, so it is less likely where they live."""
    view, heard, seen = heard_of(QUERY, HOME, WORK)
    lille = next(at for at, c in enumerate(heard[1].candidates) if value_of(view, 1, c.picks, QUERY) == "Lille")
    totals = list(heard[1].totals)
    totals[lille] += 9.0
    sure = [heard[0], Heard(heard[1].candidates, *[heard[1].ranked] * 4, totals, words=heard[1].words)]
    rows, _ = facts(view, seen, sure, 0)
    texts = [value_of(view, 0, sure[0].candidates[at].picks, QUERY) for at in best_of(sure[0])]
    wishes = {t: row[FACTS.index("wanted_as_text")] for t, (row, _) in zip(texts, rows, strict=True)}
    assert wishes["Lille"] == max(wishes.values()) > 1.0
    assert wishes["Bern"] < 0


def test_a_fact_decides_between_values_that_are_near() -> None:
    view = fill_view(QUERY, "trip", "Plans a trip.", [HOME, WORK])
    weights = FillWeights(pointer=1.0)
    heard, seen = hear(view, QUERY, (), even(), weights)
    texts = []
    for said in (reranker(first=100, capitals=100, length=-50), reranker(last=100, capitals=100, length=-50)):
        given = settled(view, QUERY, heard, seen, weights, reranker=said)[0]
        texts.append(value_of(view, 0, given.candidate.picks, QUERY))
    assert texts == ["Bern", "Lille"]


def test_what_is_in_doubt() -> None:
    view, heard, _ = heard_of("Bern work Lille, two stops", HOME, WORK, STOPS, LIST, CLASS)
    assert in_doubt(view, heard, 0, 0.0)
    assert not in_doubt(view, heard, 3, 0.0)  # a list
    assert not in_doubt(view, heard, 4, 0.0)  # options
    ahead = [heard[0].totals[0], 9.0, *heard[0].totals[2:]]
    sure = [Heard(heard[0].candidates, *[heard[0].ranked] * 4, ahead, words=heard[0].words), *heard[1:]]
    assert not in_doubt(view, sure, 0, 0.0)  # far ahead, and required
    one = heard[2]
    assert len(one.totals) == 2  # the only number of the request, which may be left out
    assert in_doubt(view, heard, 2, one.totals[1] - one.totals[0])
    assert not in_doubt(view, heard, 2, one.totals[1] - one.totals[0] - CLOSE - 1)
    view, number, _ = heard_of("two rooms", ROOMS)
    assert not in_doubt(view, number, 0, 0.0)  # a number that is required
    deaf = [Heard(each.candidates, *[each.ranked] * 4, each.totals) for each in heard]
    view = fill_view("Bern work Lille, two stops", "trip", "Plans a trip.", [HOME, WORK, STOPS, LIST, CLASS])
    assert not in_doubt(view, deaf, 0, 0.0)  # no pointer was heard
