"""Grammars: what they allow is valid JSON without free white space, and valid against the schema where they say so."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar_sampler import Sampler
from keyhole.errors import ConfigError
from keyhole.steps.grammar import grammar_of, literal
from keyhole.tools.schema import CompiledSchema


def samples(schema: Any, count: int = 40) -> list[Any]:
    sampler = Sampler(grammar_of(schema).text)
    rng = random.Random(0)
    texts = [sampler.sample(rng) for _ in range(count)]
    values = [json.loads(text) for text in texts]
    for text in texts:
        assert not re.search(r"\s", re.sub(r'"(?:\\.|[^"\\])*"', "", text))
    return values


def check(schema: Any, *, exact: bool = True) -> list[Any]:
    assert grammar_of(schema).exact is exact
    validator = CompiledSchema(schema)
    values = samples(schema)
    if exact:
        for value in values:
            assert validator.errors(value) == []
    return values


def obj(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    more.setdefault("additionalProperties", False)
    return {"type": "object", "properties": properties, "required": required or [], **more}


S, N, W, B = {"type": "string"}, {"type": "number"}, {"type": "integer"}, {"type": "boolean"}


def test_all_members_and_none() -> None:
    values = check(obj({"a": S, "b": W, "c": B}))
    assert {tuple(value) for value in values} >= {(), ("a",), ("b",), ("a", "b"), ("a", "c"), ("a", "b", "c")}


def test_required_members_are_always_there() -> None:
    assert all({"b", "d"} <= value.keys() for value in check(obj({"a": S, "b": W, "c": B, "d": N}, ["d", "b"])))


@pytest.mark.parametrize(
    "schema",
    [
        obj({"unit": {"enum": ["C", "F", 3, None, 'q"\\uote', "zwölf\n"]}}, ["unit"]),
        obj({"tool": {"const": "x"}}, ["tool"]),
        obj({"list": {"type": "array", "items": W, "minItems": 1, "maxItems": 3}}, ["list"]),
        obj({"list": {"type": "array", "items": S, "minItems": 2}}, ["list"]),
        obj({"list": {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}}, ["list"]),
        obj({"list": {"type": "array", "maxItems": 0}}, ["list"]),
        obj({"pair": {"type": "array", "prefixItems": [S, W], "items": False}}, ["pair"]),
        obj({"x": {"anyOf": [W, {"type": "null"}]}}, ["x"]),
        obj({"x": {"type": ["string", "null"]}}, ["x"]),
        obj({"x": {"type": "string", "maxLength": 3}}, ["x"]),
        obj({"map": {"type": "object", "additionalProperties": W}}, ["map"]),
        obj({"none": {"type": "object", "additionalProperties": False}}, ["none"]),
        obj({"any": True, "thing": {}}, ["any", "thing"]),
        obj({"deep": obj({"deeper": obj({"x": B}, ["x"])}, ["deeper"])}, ["deep"]),
        {"type": "object", "required": ["not described"]},
        {"$defs": {"n": obj({"next": {"$ref": "#/$defs/n"}, "v": W})}, "$ref": "#/$defs/n"},
        {"type": "array", "items": {"$ref": "#/$defs/a~1b"}, "$defs": {"a/b": B}},
        {"type": "string", "enum": ["a", 1, "b"]},
        {"enum": [{"a": [1, 2]}, [], "x"]},
    ],
)
def test_what_is_allowed_is_valid(schema: Any) -> None:
    check(schema)


@pytest.mark.parametrize(
    "schema",
    [
        obj({"x": {"type": "string", "pattern": "^a"}}, ["x"]),
        obj({"x": {"type": "integer", "minimum": 3}}, ["x"]),
        {"not": {"type": "string"}},
        {"if": {"type": "object"}, "then": {"required": ["a"]}},
        {"allOf": [obj({"a": S}, ["a"]), {"properties": {"b": W}, "required": ["b"]}]},
        {"oneOf": [S, W]},
        {"$ref": "#named", "$defs": {"a": {"$anchor": "named", **S}}},
        {"type": "object", "properties": {"a": S}, "minProperties": 1},
        {"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [S, W], "contains": W},
    ],
)
def test_what_a_grammar_cannot_say_is_left_to_the_validator(schema: Any) -> None:
    check(schema, exact=False)


def test_a_small_range_is_written_out() -> None:
    values = samples(obj({"n": {"type": "integer", "minimum": 2, "maximum": 4}}, ["n"]))
    assert {value["n"] for value in values} == {2, 3, 4}


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"enum": []},
        {"type": "string", "enum": [1]},
        obj({"a": False}, ["a"]),
        {"$ref": "https://example.com/elsewhere"},
    ],
)
def test_what_nothing_can_meet_is_said(schema: Any) -> None:
    with pytest.raises(ConfigError):
        grammar_of(schema)


def test_a_huge_schema_becomes_any_object() -> None:
    schema = obj({f"p{n}": obj({f"q{n} {m}": S for m in range(20)}) for n in range(30)})
    grammar = grammar_of(schema)
    assert not grammar.exact
    assert len(grammar.text) < 1000


def test_a_grammar_is_made_once() -> None:
    schema = obj({"a": S})
    assert grammar_of(schema) is grammar_of(schema)


def test_literals_survive_quotes_and_backslashes() -> None:
    assert json.loads(Sampler("root ::= " + literal(json.dumps('a"b\\c'))).sample(random.Random(0))) == 'a"b\\c'


names = st.text(st.characters(codec="utf-8"), max_size=6)
leaves = st.one_of(
    st.sampled_from([S, N, W, B, {"type": "null"}, {}, True]),
    st.lists(st.one_of(names, st.integers(), st.booleans(), st.none()), min_size=1, max_size=4).map(
        lambda values: {"enum": values}
    ),
    names.map(lambda value: {"const": value}),
    st.integers(0, 8).map(lambda longest: {"type": "string", "maxLength": longest}),
)


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(names, inner, max_size=4).flatmap(
        lambda properties: st.sets(st.sampled_from(sorted(properties)) if properties else st.nothing()).map(
            lambda required: obj(properties, sorted(required))
        )
    )


schemas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        _objects(inner),
        st.tuples(inner, st.integers(0, 2), st.integers(2, 4)).map(
            lambda t: {"type": "array", "items": t[0], "minItems": t[1], "maxItems": t[2]}
        ),
        st.lists(inner, min_size=1, max_size=3).map(lambda branches: {"anyOf": branches}),
    ),
    max_leaves=8,
)


@given(schema=schemas, seed=st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_every_sentence_of_every_grammar_is_valid(schema: Any, seed: int) -> None:
    grammar = grammar_of(schema)
    assert grammar.exact
    text = Sampler(grammar.text).sample(random.Random(seed))
    assert CompiledSchema(schema).errors(json.loads(text)) == []


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 9), names),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=6,
)
keywords = st.sampled_from(
    (
        "type",
        "properties",
        "required",
        "items",
        "prefixItems",
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "$ref",
    )
)


@given(schema=st.dictionaries(keywords, json_values, max_size=5))
@settings(max_examples=100, deadline=None)
def test_no_schema_breaks_the_compiler(schema: Any) -> None:
    try:
        grammar = grammar_of(schema)
    except ConfigError:
        return
    json.loads(Sampler(grammar.text).sample(random.Random(0)))
