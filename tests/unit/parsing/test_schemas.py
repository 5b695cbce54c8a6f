"""What a tool's schema says of arguments: which are kept, how they are shaped, and whether there is a call at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from keyhole.parsing import parse

CITY = {"type": "object", "properties": {"name": {"type": "string"}}, "additionalProperties": False}
NUMBER = {"type": "number"}
NUMBERS = {"type": "array", "items": {"type": "number"}}


def plan(schema: Any) -> list[dict[str, Any]]:
    return [{"name": "plan", "parameters": schema}]


def arguments(given: Any, schema: Any) -> Any:
    """The arguments that a call of `plan` with those given keeps; None when it is no call."""
    found = parse(f"<tool_call>{json.dumps({'name': 'plan', 'arguments': given})}</tool_call>", plan(schema)).calls
    return found[0].arguments if found else None


def tagged(body: str, properties: dict[str, Any]) -> Any:
    found = parse(f"<plan>{body}</plan>", plan({"type": "object", "properties": properties})).calls
    return found[0].arguments if found else None


@pytest.mark.parametrize(
    ("schema", "kept"),
    [
        ({"type": "array", "items": CITY}, [{"name": "Oslo"}]),
        ({"allOf": [{"type": "array", "items": CITY}]}, [{"name": "Oslo"}]),
        ({"type": "array", "items": [CITY]}, [{"name": "Oslo"}]),
        ({"type": "array"}, [{"name": "Oslo", "x": 1}]),
    ],
)
def test_what_is_not_declared_is_dropped_within_lists_too(schema: Any, kept: Any) -> None:
    assert arguments({"stops": [{"name": "Oslo", "x": 1}]}, {"properties": {"stops": schema}}) == {"stops": kept}


def test_a_repair_keeps_other_arguments_where_the_schema_says_that_there_are_some() -> None:
    text = '<tool_call>{"name":"plan","arguments":{"name":"the "old" way","season":"May"}}</tool_call>'
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    whole = {"name": 'the "old" way', "season": "May"}
    assert parse(text, plan({**schema, "additionalProperties": True})).calls[0].arguments == whole
    assert parse(text, plan(schema)).calls[0].arguments == {"name": 'the "old" way'}


def test_of_several_schemas_the_one_whose_values_these_are_counts() -> None:
    by_kind = {
        "oneOf": [
            {
                "properties": {"kind": {"const": kind}, field: {"type": "number"}},
                "required": ["kind", field],
                "additionalProperties": False,
            }
            for kind, field in (("rail", "platform"), ("sea", "pier"))
        ]
    }
    given = {"kind": "sea", "pier": 3, "platform": 4}
    assert arguments(given, by_kind) == {"kind": "sea", "pier": 3}
    assert arguments({"trip": given}, {"properties": {"trip": by_kind}}) == {"trip": {"kind": "sea", "pier": 3}}


@pytest.mark.parametrize("given", [{"name": "Oslo"}, {}, None])
def test_a_tool_that_takes_nothing_at_all_is_not_called(given: Any) -> None:
    assert arguments(given, False) is None
    assert arguments(given, {"jsonSchema": False}) is None


def test_a_name_that_may_be_forbidden_is_dropped() -> None:
    schema = {"properties": {"name": {}}, "patternProperties": {"^(a+)+$": False}, "additionalProperties": True}
    assert arguments({"name": "Oslo", "a" * 30 + "!": 1, "note": 2}, schema) == {"name": "Oslo", "note": 2}
    unclear = {"properties": {"name": {}}, "patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}
    assert arguments({"name": "Oslo", "a" * 30 + "!": 1}, unclear) is None


def test_elements_take_the_shape_of_the_schema() -> None:
    assert tagged("<at>1, 2.5</at>", {"at": NUMBERS}) == {"at": [1, 2.5]}
    assert tagged("<at>4\n5\n6</at>", {"at": NUMBERS}) == {"at": [4, 5, 6]}
    assert tagged("<at>12</at>", {"at": NUMBERS}) == {"at": [12]}
    assert tagged("<at>soon, later</at>", {"at": {"type": "array", "items": {"type": "string"}}}) == {
        "at": ["soon", "later"]
    }
    assert tagged("<at><i> a </i><i>b</i></at>", {"at": {"type": "array", "items": {"type": "string"}}}) == {
        "at": ["a", "b"]
    }
    assert tagged("<at><stop><name>Oslo</name></stop></at>", {"at": {"type": "array", "items": {}}}) == {
        "at": [{"stop": {"name": "Oslo"}}]
    }
    assert tagged("<days>3</days><sure>true</sure><why>rest</why>", {}) == {"days": 3, "sure": True, "why": "rest"}


STOPS = {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "days": NUMBER}}}


def test_elements_of_lists_and_objects() -> None:
    assert tagged("<at><name>Oslo</name><days>2</days><name>Bergen</name></at>", {"at": STOPS}) == {
        "at": [{"name": "Oslo", "days": 2}, {"name": "Bergen"}]
    }
    assert tagged("<at><name>Oslo</name></at><at><name>Bergen</name></at>", {"at": STOPS}) == {
        "at": [{"name": "Oslo"}, {"name": "Bergen"}]
    }
    assert tagged('<at>[{"name": "Oslo", "days": "2"}]</at>', {"at": STOPS}) == {"at": [{"name": "Oslo", "days": 2}]}
    assert tagged("<at><1>b</1><0>a</0></at>", {"at": {"type": "array", "items": {"type": "string"}}}) == {
        "at": ["a", "b"]
    }
    assert tagged("<at><item>1</item><item>x</item></at>", {"at": {"type": "array", "prefixItems": [NUMBER, {}]}}) == {
        "at": [1, "x"]
    }
    assert tagged("<at><item>1</item><item>x</item></at>", {"at": {"type": "array"}}) == {"at": [1, "x"]}
    assert tagged("<at><x>1</x><y>true</y></at>", {"at": {"type": "object"}}) == {"at": {"x": 1, "y": True}}
    assert tagged("<at>one\ntwo</at>", {"at": {"type": "array", "items": {"type": "string"}}}) == {"at": ["one", "two"]}
    assert tagged("<at>echo 'a, b'</at>", {"at": {"type": "array", "items": {"type": "string"}}}) == {
        "at": ["echo 'a, b'"]
    }


def test_elements_that_do_not_fit() -> None:
    texts = {"why": {"type": "string"}, "note": {"type": "string"}}
    assert tagged("<why>rest<note>now</note>", texts) == {"why": "rest", "note": "now"}
    assert tagged("<why>rest</note>", texts) == {"why": "rest"}
    assert tagged("<why>a</plan> b</why>", texts) == {"why": "a</plan> b"}
    assert tagged("<plan><why>rest</why></plan>", texts) == {"why": "rest"}
    assert tagged("<parameters><why>rest</why></parameters>", texts) == {"why": "rest"}
    assert tagged("<why>rest</why><!-- soon --><note>now</note>", texts) == {"why": "rest", "note": "now"}
    assert tagged("<why>rest</why><days>2</days>", texts) == {"why": "rest", "days": 2}
    assert tagged("<why>one\ntwo\n</why>", texts) == {"why": "one\ntwo\n"}
    assert tagged("<description>a</description><description>b</description>", {"description": {"type": "string"}}) == {
        "description": "b"
    }


def test_lines_take_the_shape_of_the_schema() -> None:
    stop = {"type": "object", "properties": {"name": {"type": "string"}, "days": {"type": "integer"}}}
    properties = {"stops": {"type": "array", "items": stop}, "tags": {"type": "array"}, "first": stop}
    assert tagged("\nstops:\n- name: Oslo\n  days: 2\n- name: Turin\ntags: [sea, 'a, b']\n", properties) == {
        "stops": [{"name": "Oslo", "days": 2}, {"name": "Turin"}],
        "tags": ["sea", "a, b"],
    }
    assert tagged("\ntags:\n  - sea\n  - 3\nfirst:\n  name: Oslo\n  days: 2\n", properties) == {
        "tags": ["sea", 3],
        "first": {"name": "Oslo", "days": 2},
    }
    assert tagged("\nfirst: {name: Oslo, days: 2}\ntags: [sea, 3]\n", properties) == {
        "first": {"name": "Oslo", "days": 2},
        "tags": ["sea", 3],
    }


def test_a_parameter_that_is_a_list_may_come_an_item_at_a_time() -> None:
    text = "<function=plan><parameter=at>1</parameter><parameter=at>2</parameter></function>"
    assert parse(text, plan({"properties": {"at": NUMBERS}})).calls[0].arguments == {"at": [1, 2]}
    assert parse(text, plan({"properties": {"at": {"type": "number"}}})).calls[0].arguments == {"at": 2}


def test_a_parameter_that_no_schema_describes_may_come_an_item_at_a_time() -> None:
    text = "<function=plan><parameter=at>1</parameter><parameter=at>2</parameter></function>"
    assert parse(text).calls[0].arguments == {"at": ["1", "2"]}


def test_parameters_told_in_other_ways() -> None:
    schema = {"properties": {"why": {"type": "string"}, "days": {"type": "integer"}}}
    told = "<parameter>why</parameter>\nrest\n<parameter>days</parameter>\n3\n</parameter>"
    text = f"<tool_call><function=plan>{told}</function></tool_call>"
    assert parse(text, plan(schema)).calls[0].arguments == {"why": "rest", "days": 3}
    text = "<function=plan><parameter=why/><parameter=days>3</parameter></function>"
    assert parse(text, plan(schema)).calls[0].arguments == {"why": "", "days": 3}


def test_gemmas_values_are_typed_however_deep_they_stand() -> None:
    schema = {
        "properties": {
            "trip": {"type": "object", "properties": {"code": {"type": "string"}, "days": {"type": "integer"}}},
            "codes": {"type": "array", "items": {"type": "string"}},
        }
    }
    text = "<|tool_call>call:plan{trip:{code:12,days:3},codes:[4,x]}<tool_call|>"
    assert parse(text, plan(schema)).calls[0].arguments == {"trip": {"code": "12", "days": 3}, "codes": ["4", "x"]}


def test_a_parameter_that_is_said_to_be_no_text_is_none_where_the_schema_says_nothing() -> None:
    mark = "\uff5cDSML\uff5c"
    text = (
        f'<{mark}invoke name="plan"><{mark}parameter name="at" string="false">125e-1</{mark}parameter></{mark}invoke>'
    )
    assert parse(text, plan({"properties": {"at": {}}})).calls[0].arguments == {"at": 12.5}
    assert parse(text, plan({"properties": {"at": {"type": "string"}}})).calls[0].arguments == {"at": "125e-1"}


def test_what_families_servers_pass_on() -> None:
    tools = plan({"properties": {"name": {"type": "string"}}})
    unknown = '<|action_start|><|plugin|>{"name": "fly", "parameters": {}}<|action_end|>'
    hidden = parse(unknown, tools, "internlm2")
    assert (hidden.calls, hidden.content) == ((), "")
    assert parse(unknown, tools).calls[0].problem
    listed = '<function_call> [{"name": "plan", "arguments": {}}]'
    assert [len(parse(listed, tools, family).calls) for family in ("granite_20b_fc", None)] == [0, 1]
    behind = '<tool_calls>[{"name": "plan", "arguments": {}}]</tool_calls>\nThere.'
    assert [parse(behind, tools, family).content.strip() for family in ("hunyuan_a13b", None)] == ["", "There."]


def test_minicpms_servers_take_no_call_that_is_not_closed_or_says_something_twice() -> None:
    tools = plan({"properties": {"name": {"type": "string"}}})
    begun = '<function name="plan"><param name="name">a</param>'
    for text in (begun, begun + '<param name="name">b</param></function>'):
        taken = parse(text, tools, "minicpm5_xml")
        assert (taken.calls, taken.content) == ((), text)
        assert len(parse(text, tools).calls) == 1


def test_what_may_be_a_number_or_text_is_a_number_where_json_writes_it_so() -> None:
    either = {"at": {"type": ["string", "integer"]}}
    texts = ("12", "-3", "007", "+41", "1.", "soon")
    assert [tagged(f"<at>{text}</at>", either)["at"] for text in texts] == [12, -3, "007", "+41", "1.", "soon"]
    assert tagged("<at>007</at>", {"at": {"type": "integer"}}) == {"at": 7}


def test_arguments_alone_are_a_call_of_the_only_tool() -> None:
    schema = {"properties": {"why": {"type": "string"}, "days": {"type": "integer"}}, "required": ["why"]}
    marked = '<tool_call>{"why": "rest"}</tool_call>'
    assert parse(marked, plan(schema)).calls[0].arguments == {"why": "rest"}
    assert parse("<tool_call>\nwhy: rest\ndays: 2\n</tool_call>", plan(schema)).calls[0].arguments == {
        "why": "rest",
        "days": 2,
    }
    assert not parse('<tool_call>{"days": 2}</tool_call>', plan(schema)).calls
    assert not parse(marked, [*plan(schema), {"name": "rest"}]).calls
    assert not parse('{"why": "rest"}', plan(schema)).calls
    assert not parse('<request>{"why": "rest"}</request>', plan(schema)).calls
