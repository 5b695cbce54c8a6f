"""Where something comes from and where it goes, by the words and arrows of a request."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.candidates import candidates
from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.options.ways import by_way
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import sight


def told(query: str, *parameters: Parameter) -> list[dict[str, Agreement]]:
    """For each parameter what is told of the spans of the request, by their text."""
    view = fill_view(query, "tool", "", parameters)
    seen = sight(view, query)
    result = []
    for number in range(len(parameters)):
        offered = [candidate.picks for candidate in candidates(view, seen, number)[1:]]
        known = by_way(view, number, offered, seen)
        spans = {picks: (int(picks[0][1:]) - 1, int(picks[-1][1:]) - 1) for picks in known}
        result.append({query[view.words[s].start : view.words[e].end]: known[p] for p, (s, e) in spans.items()})
    return result


def names(*given: str) -> list[Parameter]:
    return [Parameter((name,), "str") for name in given]


@pytest.mark.parametrize(
    ("query", "origin", "destination"),
    [
        ("how much to Union Station from 1420 Wynkoop Street?", "1420 Wynkoop Street", "Union Station"),
        ("train from Ulm on Friday to Passau", "Ulm", "Passau"),
        ("Ulm to Passau", "Ulm", "Passau"),
        ("Ulm > Passau, one change", "Ulm", "Passau"),
        ("holyhead <- dublin, 2 june 2025", "dublin", "holyhead"),
        ("black car to the Opera House, I'm at 300 Grove Street", "300 Grove Street", "the Opera House"),
        ("move it out of Q1 Travel and into Q2 Travel", "Q1 Travel", "Q2 Travel"),
        ("I want to go to Graz from Linz", "Linz", "Graz"),
        ("how do i get from home to work", "home", "work"),
    ],
)
@pytest.mark.parametrize("ends", [("origin", "destination"), ("pickup_address", "dropoff_address"), ("start", "end")])
def test_each_end_of_a_way_has_its_text(query: str, origin: str, destination: str, ends: tuple[str, str]) -> None:
    first, last = told(query, *names(*ends))
    assert (first[origin], last[destination]) == (1, 1)
    assert (first[destination], last[origin]) == (-1, -1)


def test_a_text_that_runs_over_both_ends_is_neither() -> None:
    first, last = told("from Ulm to Passau", *names("origin", "destination"))
    assert first["Ulm to Passau"] == last["Ulm to Passau"] == -1


def test_only_one_end_told_is_not_the_other() -> None:
    first, last = told("Is Kew too far from Richmond?", *names("origin", "destination"))
    assert first["Richmond"] == 1
    assert last["Richmond"] == -1
    assert "Kew" not in first


def test_the_counterpart_is_the_one_of_the_same_name() -> None:
    sides = names("src_bucket", "src_key", "dst_bucket")
    bucket, key, target = told("copy a.csv from fin-raw to fin-vault", *sides)
    assert (bucket["fin-raw"], target["fin-vault"], key) == (1, 1, {})


def test_a_description_names_an_end_where_the_name_does_not() -> None:
    ports = [Parameter(("a",), "str", "Port of departure"), Parameter(("b",), "str", "Port of arrival")]
    first, last = told("from Calais to Dover", *ports)
    assert (first["Calais"], last["Dover"]) == (1, 1)


@pytest.mark.parametrize("given", [("origin",), ("origin", "title"), ("from", "to", "destination")])
def test_without_one_counterpart_nothing_is_told(given: tuple[str, ...]) -> None:
    assert told("from Ulm to Passau", *names(*given))[0] == {}


@given(st.text(alphabet="aB to from->,.'", max_size=60))
def test_any_request_can_be_asked(query: str) -> None:
    for known in told(query, *names("from", "to")):
        assert set(known.values()) <= {-1, 1}
