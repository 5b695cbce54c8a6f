"""Values that a request gives by name, or two parameters' in one chunk."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.keyed import keyed_values
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.parted import parted_values


def texts(*names: str) -> list[Parameter]:
    return [Parameter((name,), "str", "", True) for name in names]


@pytest.mark.parametrize(
    ("query", "values", "rest"),
    [
        (
            "subject: Potluck, list so far / body: Beans (Jo), bread (Kim)! / goes to jo@ferncourt.net",
            {"subject": "Potluck, list so far", "body": "Beans (Jo), bread (Kim)!"},
            " /  / goes to jo@ferncourt.net",
        ),
        ("subject: 'Well, done' body: it is", {"subject": "Well, done", "body": "it is"}, " "),
        ("Subject = Hello, body = World.", {"subject": "Hello", "body": "World"}, ", "),
        ("body: one\nsubject: two", {"body": "one", "subject": "two"}, "\n"),
    ],
)
def test_values_by_name_are_read_as_they_stand(query: str, values: dict[str, str], rest: str) -> None:
    found, left = keyed_values(texts("subject", "body"), query)
    assert found == {(name,): value for name, value in values.items()}
    assert left == rest


@pytest.mark.parametrize(
    "query",
    ["subject: alone", "the subject body", "subject: a subject: b body: c", "at 10: body", "subject://x body://y"],
)
def test_one_alone_or_two_of_a_name_are_left_to_be_read_with_the_rest(query: str) -> None:
    assert keyed_values(texts("subject", "body"), query) == ({}, query)


def test_values_are_of_their_parameters_types() -> None:
    parameters = [
        Parameter(("retries",), "int"),
        Parameter(("ratio",), "num"),
        Parameter(("verbose",), "bool"),
        Parameter(("mode",), "enum", options=("Fast", "slow")),
    ]
    found, _ = keyed_values(parameters, "retries=3 ratio=0.5 verbose=yes mode=fast")
    assert found == {("retries",): 3, ("ratio",): 0.5, ("verbose",): True, ("mode",): "Fast"}
    assert keyed_values(parameters, "retries=many ratio=half verbose=perhaps mode=odd")[0] == {}


@pytest.mark.parametrize(
    ("names", "query", "values", "rest"),
    [
        (("owner", "repo"), "quillworks/editor 1204, full text", ("quillworks", "editor"), " 1204, full text"),
        (("org", "repository_name"), "close 9 in lumen/site.", ("lumen", "site"), "close 9 in ."),
        (("bucket", "key"), "get s3://acme/in/logo.png", ("acme", "in/logo.png"), "get "),
    ],
)
def test_a_chunk_is_parted_among_two(names: tuple[str, str], query: str, values: tuple[str, str], rest: str) -> None:
    found, left = parted_values(texts(*names), query)
    assert found == {(name,): value for name, value in zip(names, values, strict=True)}
    assert left == rest


def test_a_port_is_a_number() -> None:
    parameters = [Parameter(("hostname",), "str"), Parameter(("port",), "int")]
    found, _ = parted_values(parameters, "who signed mail.mossgroup.test:993?")
    assert found == {("hostname",): "mail.mossgroup.test", ("port",): 993}


@pytest.mark.parametrize(
    ("names", "query"),
    [
        (("owner", "repo"), "a/b and c/d"),
        (("owner", "repo"), "src/a/b.py"),
        (("owner", "title"), "a/b"),
        (("bucket", "key"), "reports/q3.pdf in acme"),
    ],
)
def test_what_may_be_something_else_is_left(names: tuple[str, str], query: str) -> None:
    assert parted_values(texts(*names), query) == ({}, query)


@given(st.text(alphabet="ab:=/'\n ,;.", max_size=80))
def test_any_request_can_be_read(query: str) -> None:
    parameters: list[Any] = texts("a", "b", "owner", "repo")
    for read in (keyed_values, parted_values):
        found, rest = read(parameters, query)
        assert all(isinstance(value, str) and value in query for value in found.values())
        assert len(rest) <= len(query)
