import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.parsing.lenient_json import REPAIRS, JsonError, UnfinishedJson, read_json

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "value", "repair"),
    [
        ("{'a': 'b'}", {"a": "b"}, "single_quotes"),
        ("{\u201ca\u201d: \u201cb c\u201d}", {"a": "b c"}, "single_quotes"),
        ("{a: 1}", {"a": 1}, "unquoted_key"),
        ('{"a": {"b": sea, "c": [wide]}}', {"a": {"b": "sea", "c": ["wide"]}}, "unquoted_value"),
        ('{"a": [1, 2,],}', {"a": [1, 2]}, "trailing_comma"),
        ('{"a": 1\n "b": 2}', {"a": 1, "b": 2}, "missing_comma"),
        ('{"a": "x" "b": 2}', {"a": "x", "b": 2}, "missing_comma"),
        ('{"a": [1, "x"}', {"a": [1, "x"]}, "missing_bracket"),
        ('{"a": """one "two"\nthree""", "b": ""}', {"a": 'one "two"\nthree', "b": ""}, "triple_quotes"),
        ("{'a': '''it's 'one''''}", {"a": "it's 'one'"}, "triple_quotes"),
        ('{"a": True, "b": None}', {"a": True, "b": None}, "python_literal"),
        ('{"a": 1, // one\n "b": /* two */ 2}', {"a": 1, "b": 2}, "comment"),
        ("{'a': 'one\ntwo'}", {"a": "one\ntwo"}, "raw_newline"),
        (r'{"a": "\d+"}', {"a": r"\d+"}, "bad_escape"),
        ('{"a": "he said "hi" twice", "b": 1}', {"a": 'he said "hi" twice', "b": 1}, "inner_quotes"),
        ("{'a': 'what's up'}", {"a": "what's up"}, "single_quotes"),
        ('{"a": .5}', {"a": 0.5}, "number_form"),
        (r'{"a": "\ud800"}', {"a": "\ufffd"}, "surrogate"),
    ],
)
def test_repairs_what_has_one_reading(text: str, value: Any, repair: str) -> None:
    read = read_json(text + " and more")
    assert read.value == value
    assert read.end == len(text)
    assert repair in read.repairs
    assert set(read.repairs) <= set(REPAIRS)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("{location: Paris}", 11),
        ('{"a": 1 "b"; 2}', 11),
        ('{"a" 1}', 5),
        ('{"a": NaN}', 6),
        ('{"a": 1e999}', 6),
        ("[" * 1000, 200),
        ('{"a": "one "two" ,"b": "three four"}', 15),
        ('{a: "he said "hi" twice"}', 25),
        ('{"a": "one" + "two"}', 10),
        ('{"a": ["one" "two"]}', 11),
    ],
)
def test_says_where_it_stopped_making_sense(text: str, position: int) -> None:
    with pytest.raises(JsonError) as error:
        read_json(text)
    assert not isinstance(error.value, UnfinishedJson)
    assert error.value.position == position


@pytest.mark.parametrize("text", ['{"a": 1', '{"a": "b', '{"a', "[1, 2", "12", '{"a": "\\', "{'a': 1, /* x"])
def test_unfinished_is_told_apart_from_broken(text: str) -> None:
    with pytest.raises(UnfinishedJson):
        read_json(text)


def test_brackets_are_added_only_before_a_seen_end_mark() -> None:
    assert read_json('{"a": {"b": [1', sealed=True).value == {"a": {"b": [1]}}
    with pytest.raises(UnfinishedJson):
        read_json('{"a": {"b": "c', sealed=True)


@given(values)
def test_what_json_writes_is_read_back_without_repair(value: Any) -> None:
    text = json.dumps(value) + "\n"
    read = read_json(text)
    assert read == (json.loads(text), len(text) - 1, ())


@given(st.text(alphabet="{}[]\",:'\\/ \n*tfnu01e-ab\u201c\u201d") | st.text())
def test_nothing_but_json_errors(text: str) -> None:
    try:
        read = read_json(text)
    except JsonError as error:
        assert 0 <= error.position <= len(text)
    else:
        json.dumps(read.value, allow_nan=False).encode()
        assert 0 < read.end <= len(text)


@given(values, st.integers(1, 40))
def test_more_text_never_changes_a_reading(value: Any, cut: int) -> None:
    text = json.dumps({"k": value}).replace('"', "'")
    for end in range(max(0, len(text) - cut), len(text)):
        try:
            early = read_json(text[:end])
        except UnfinishedJson:
            continue
        except JsonError:
            with pytest.raises(JsonError) as late:
                read_json(text)
            assert not isinstance(late.value, UnfinishedJson)
        else:
            assert read_json(text) == early


@pytest.mark.parametrize("text", ['{"a": "x" "key": 1}', '{"a": "x" \'key\' : 1}', '{"a": """b "c" d""", "e": 1}'])
def test_no_repair_is_made_too_early(text: str) -> None:
    for end in range(len(text)):
        with pytest.raises(UnfinishedJson):
            read_json(text[:end])


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "x", // why "b"\n "b": 1}',
        '{"a": "x" // why "b"\n, "b": 1}',
        '{"a": "x", /* "why" */ "b": 1}',
        '{"a": "x" // why\n "b": 1}',
    ],
)
def test_a_comment_behind_a_string_is_no_part_of_it(text: str) -> None:
    assert read_json(text).value == {"a": "x", "b": 1}
