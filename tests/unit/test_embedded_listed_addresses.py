"""Lists that take addresses alone."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.listed_addresses import put_addresses
from keyhole.models.embedded.prompt import Parameter

LINKS = Parameter(("links",), "str", many=True, schema={"type": "string", "format": "uri"})
HOSTS = Parameter(("allowed_ips",), "str", many=True)
FILES = Parameter(("files",), "str", many=True)


def after(query: str, *parameters: Parameter, **values: Any) -> dict[str, Any]:
    made: dict[tuple[str, ...], Any] = {(name,): value for name, value in values.items()}
    put_addresses(parameters, query, made)
    return {path[0]: value for path, value in made.items()}


def test_addresses() -> None:
    query = "post it with https://a.example/1.png and https://b.example, publicly"
    both = ["https://a.example/1.png", "https://b.example"]
    assert after(query, LINKS) == {"links": both}
    assert after(query, LINKS, links=["publicly"]) == {"links": both}
    assert after(query, LINKS, page="https://b.example") == {"links": both[:1], "page": "https://b.example"}
    assert after("only from 10.1.0.4 and 10.1.0.9", HOSTS) == {"allowed_ips": ["10.1.0.4", "10.1.0.9"]}
    assert after("version 1.2.3", HOSTS) == {}
    assert after("commit with ann@a.example", FILES, files=["ann@a.example"]) == {}
    assert after("commit a.py", FILES, files=["a.py"]) == {"files": ["a.py"]}


def test_handles() -> None:
    people = Parameter(("members",), "str", "Handles", many=True)
    signed = Parameter(("reviewers",), "str", "e.g. @ida", many=True)
    query = "ask @ida-b, @tom and @li.wei, mail ann@a.example"
    assert after(query, people, members=["ida-b"]) == {"members": ["ida-b", "tom", "li.wei"]}
    assert after(query, signed) == {"reviewers": ["@ida-b", "@tom", "@li.wei"]}
    assert after(query, FILES) == {}
    assert after("ask @ida", people) == {}


@given(st.text(max_size=200))
def test_any_text(query: str) -> None:
    assert after(query, FILES) == {}
