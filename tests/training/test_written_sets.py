"""The sets of tools that were written one by one: well formed, and their values found where the requests say them."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import fill_view

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts" / "train"))
from written_sets import TO_CLARIFY, WrittenSets, answer_of, fill_of, written_sets

LEARNED, KEPT = written_sets("learn"), written_sets("decide")
SOME = LEARNED[::2]
"""Those in whose requests values are looked for, which takes a while."""


def test_arguments_meet_their_schemas_and_no_request_is_there_twice() -> None:
    texts = []
    for each in LEARNED + KEPT:
        for request in each.requests:
            texts.append(request.text)
            if request.tool >= 0:
                schema: Any = each.cards[request.tool].schema
                assert not list(Draft202012Validator(schema).iter_errors(request.args)), request.text
    assert len(texts) > 4000
    assert len(set(texts)) == len(texts)
    assert len(LEARNED) / 4 == pytest.approx(len(KEPT), abs=2)


def test_most_values_stand_in_their_requests() -> None:
    asked = [(each, request) for each in SOME for request in each.requests if request.tool >= 0]
    found = [made for each, request in asked if (made := fill_of(each, request))]
    assert len(found) > 0.85 * len(asked)
    for text, _, parameters, answers in found:
        assert len(parameters) == len(answers)
        assert all(0 <= start < end <= len(text) for answer in answers for start, end in answer.spans)


def parameter_of(schema: dict[str, Any]) -> Any:
    return parameters_of({"type": "object", "properties": {"value": schema}})[0]


@pytest.mark.parametrize(
    ("query", "schema", "wanted", "said"),
    [
        ("three beds near Lyon", {"type": "integer"}, 3, ["three"]),
        ("three beds near Lyon", {"type": "string"}, "lyon", ["Lyon"]),
        ("three beds near Lyon", {"type": "string"}, "Paris", None),
        (
            "weather in Boston",
            {"type": "string", "description": "City, State, e.g. Austin, TX"},
            "Boston, MA",
            ["Boston"],
        ),
        ("sides 3, 4 and 5", {"type": "array", "items": {"type": "number"}}, [3, 4, 5], ["3", "4", "5"]),
        ("sides 3, 4 and 5", {"type": "array", "items": {"type": "number"}}, [5, 3], None),
        ("three beds near Lyon", {"type": "integer"}, None, []),
    ],
)
def test_a_value_is_found_where_it_is_said(
    query: str, schema: dict[str, Any], wanted: Any, said: list[str] | None
) -> None:
    parameter = parameter_of(schema)
    answer = answer_of(fill_view(query, "tool", "", [parameter]), parameter, wanted, query)
    assert (answer and [query[start:end] for start, end in answer.spans]) == said


def test_routes_show_the_right_tool_or_none() -> None:
    draws = WrittenSets(KEPT, random.Random(1))
    rights = {request.text: (each, request) for each in KEPT for request in each.requests}
    for _ in range(300):
        text, cards, at = draws.route()
        chosen, request = rights[text]
        assert {card.name for card in cards} <= {card.name for card in chosen.cards}
        there = request.wanted is not None and chosen.cards[request.wanted] in cards
        if request.unclear:
            assert at == TO_CLARIFY
            assert len(cards) == len(chosen.cards)
        elif not there:
            assert at == -1
        else:
            assert at == TO_CLARIFY if request.tool == TO_CLARIFY else cards[at] is chosen.cards[request.tool]


def test_what_lacks_something_is_asked_for() -> None:
    """Of most that lack something it is known which tool is wanted and what is said: the rest of the required."""
    lacking = [(each, request) for each in LEARNED + KEPT for request in each.requests if request.tool == TO_CLARIFY]
    told = [(each, request) for each, request in lacking if request.wanted is not None]
    assert len(told) > 0.99 * len(lacking)
    for each, request in told:
        schema: Any = each.cards[request.wanted or 0].schema
        assert set(schema["required"]) - set(request.args), request.text
        assert not list(Draft202012Validator({**schema, "required": []}).iter_errors(request.args)), request.text
    for each, request in told[::3]:
        if made := fill_of(each, request):
            _, _, parameters, answers = made
            asked = {p.path[0] for p, a in zip(parameters, answers, strict=True) if p.required and a.absent}
            assert asked == {p.path[0] for p in parameters if p.required} - set(request.args)


def test_what_is_said_after_a_call_says_what_it_says_and_nothing_is_required() -> None:
    said = [(each, follow_up) for each in LEARNED for follow_up in each.follow_ups]
    texts = [follow_up.text for _, follow_up in said]
    assert len(texts) > 2000
    assert len(set(texts) - {request.text for each in LEARNED for request in each.requests}) == len(texts)
    made = []
    for each, follow_up in said:
        schema: Any = each.cards[follow_up.after].schema
        assert not list(Draft202012Validator({**schema, "required": []}).iter_errors(follow_up.args)), follow_up.text
        if example := fill_of(each, follow_up):
            text, card, parameters, answers = example
            assert text == follow_up.text
            assert card is each.cards[follow_up.after]
            assert not any(parameter.required for parameter in parameters if len(parameter.path) == 1)
            given = {p.path[0] for p, answer in zip(parameters, answers, strict=True) if not answer.absent}
            assert given <= set(follow_up.args)
            made.append(follow_up)
    assert len(made) > 0.95 * len(said)
    assert sum(not follow_up.args for follow_up in made) == sum(not follow_up.args for _, follow_up in said)


def test_a_remark_is_a_request_for_nothing_and_no_other_follow_up_is_a_request() -> None:
    with_remarks = [each for each in LEARNED if each.follow_ups][:20]
    sets = WrittenSets(with_remarks, random.Random(5))
    drawn = [sets.route() for _ in range(2000)]
    remarks = {said.text for each in with_remarks for said in each.follow_ups if not said.args}
    others = {said.text for each in with_remarks for said in each.follow_ups if said.args}
    assert {text for text, _, _ in drawn} & remarks
    assert all(at == -1 for text, _, at in drawn if text in remarks)
    assert not {text for text, _, _ in drawn} & others
    filled = [made[0] for made in sets.fills()]
    assert remarks <= set(filled)
    assert len(others & set(filled)) > 0.9 * len(others)
