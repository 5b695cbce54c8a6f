"""The words that a tool is to look for, and whose thing it is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import FillView, fill_view
from keyhole.models.embedded.texts.sought import put_sought
from keyhole.models.embedded.texts.untaken import picks_with, runs_of, span_of, taken

SCHEMA = {
    "properties": {
        "query": {"type": "string", "description": "Words to look for"},
        "author": {"type": "string", "description": "Who wrote it"},
        "kind": {"type": "string", "enum": ["letter", "report"]},
        "signed": {"type": "boolean", "description": "Only signed ones"},
        "most": {"type": "integer", "description": "At most so many"},
    }
}
NAMES = list(SCHEMA["properties"])


def view_of(query: str) -> FillView:
    return fill_view(query, "search_papers", "Search the archive of papers.", parameters_of(SCHEMA))


def said(view: FillView, picks: list[list[str]], query: str) -> dict[str, str]:
    """What parameters were given, as it stands in the request."""
    given: dict[str, str] = {}
    for name, picked in zip(NAMES, picks, strict=True):
        if picked and picked[0][0] == "w":
            first, last = span_of(picked)
            given[name] = query[view.words[first].start : view.words[last].end]
    return given


def picked_for(view: FillView, **words: str) -> list[list[str]]:
    """Picks of words, by parameter; "" for the first option or true."""
    texts = [word.text for word in view.words]
    picks: list[list[str]] = [[] for _ in NAMES]
    for name, value in words.items():
        at = NAMES.index(name)
        if value in ("true", "e1"):
            picks[at] = [value]
        else:
            parts = value.split()
            first = next(n for n in range(len(texts)) if texts[n : n + len(parts)] == parts)
            picks = picks_with(picks, at, (first, first + len(parts) - 1))
    return picks


@pytest.mark.parametrize(
    ("query", "before", "sought"),
    [
        ("any papers about river otters?", {}, "river otters"),
        ("river otters", {}, "river otters"),
        ("have you papers about the copper watering can?", {}, "copper watering can"),
        ("anything about how long otters can dive", {}, "long otters"),
        ("do you have something on the tram strike of 1921", {}, "tram strike"),
        ("papers from Ines on moles", {"author": "Ines"}, "moles"),
        ("signed papers about peat bogs", {"signed": "true"}, "peat bogs"),
        ("a letter about owls", {"kind": "e1"}, "owls"),
        ("It rains all day. Find me papers on moss", {}, "moss"),
        ("show me the last papers", {}, None),
        ("papers written by Ines", {"author": "Ines"}, None),
        ("papers signed by my brother Tom", {"author": "Tom", "signed": "true"}, None),
        ("papers since 3 March 2020", {}, None),
        ("3 papers", {"most": "3"}, None),
        ("any documents?", {}, None),
    ],
)
def test_what_is_left_is_looked_for(query: str, before: dict[str, str], sought: str | None) -> None:
    view = view_of(query)
    picks = put_sought(view, picked_for(view, **before), query)
    assert said(view, picks, query).get("query") == sought


@pytest.mark.parametrize(
    ("query", "part", "whole"),
    [
        ("winter ferry receipt", "receipt", "winter ferry receipt"),
        ("copper watering can", "copper watering", "copper watering can"),
        ("anything about feeding tame otters", "otters", "feeding tame otters"),
        ("who wants otters", "otters", "otters"),
        ("the cheapest otters", "otters", "otters"),
        ("we saw OTTERS", "OTTERS", "OTTERS"),
        ("where did I put the otter picture", "I put the otter picture", "otter picture"),
        ("papers with 'the otter' inside", "the otter", "the otter"),
        ("I told you about tame otters", "told you about tame otters", "tame otters"),
        ("google postgres 15 otter filter, pls", "filter", "postgres 15 otter filter"),
        ("papers that mention otters in May", "otters in May", "otters in May"),
    ],
)
def test_a_part_is_made_whole(query: str, part: str, whole: str) -> None:
    view = view_of(query)
    assert said(view, put_sought(view, picked_for(view, query=part), query), query)["query"] == whole


@pytest.mark.parametrize(
    ("query", "author"),
    [
        ("Tomasz's papers on moles", "Tomasz's"),
        ("what did Marek Novak write about moles", "Marek Novak"),
        ("what's new on moles", None),
        ("Monday's papers on moles", None),
        ("Women's papers on moles", None),
        ("Ann's and Bo's papers on moles", None),
        ("papers on moles", None),
    ],
)
def test_whose_papers(query: str, author: str | None) -> None:
    view = view_of(query)
    given = said(view, put_sought(view, [[] for _ in NAMES], query), query)
    assert given.get("author") == author
    assert author is None or given["query"] == "moles"


def test_two_texts_to_look_for_are_told_apart_by_nobody() -> None:
    schema = {"properties": {"query": {"type": "string"}, "keywords": {"type": "string"}}}
    view = fill_view("river otters", "search_papers", "", parameters_of(schema))
    assert put_sought(view, [[], []], "river otters") == [[], []]


@given(st.text(max_size=200), st.data())
def test_any_request_is_read(query: str, data: Any) -> None:
    view = view_of(query)
    count = len(view.words)
    places = st.integers(0, count - 1) if count else st.nothing()
    spans = st.tuples(places, places).map(sorted).map(lambda span: [f"w{span[0] + 1}", f"w{span[1] + 1}"])
    picks = [data.draw(st.one_of(st.just([]), spans)) if count else [] for _ in NAMES[:2]] + [[], [], []]
    for first, last in runs_of(view, query, taken(view, picks, 0)):
        assert 0 <= first <= last < count
    made = put_sought(view, picks, query)
    assert len(made) == len(NAMES)
    assert made[2:] == picks[2:]
    assert all(not picked or 0 <= span_of(picked)[0] <= span_of(picked)[1] < count for picked in made[:2])
