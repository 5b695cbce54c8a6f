"""What a message frees the call before of: filters that need not hold, and trials that are to be done in earnest."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.steps.earlier import Earlier
from keyhole.steps.freed import freed
from keyhole.tools.tool import Tool

TYPES = {bool: "boolean", int: "integer", str: "string"}


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _call(name: str, description: str, required: str, **args: Any) -> Earlier:
    properties = {key: {"type": TYPES[type(value)]} for key, value in args.items()}
    schema = {"type": "object", "properties": properties, "required": required.split()}
    return Earlier(Tool(name, description, schema, _unused), args)


HOTELS = _call("search_hotels", "Search hotels", "city", city="Rome", stars=4, max_price=150, pets_allowed=True)
ISSUES = _call("list_issues", "List issues", "repo", repo="acme", author="Ben", label="bug")
ROOMS = _call("find_rooms", "Find free rooms", "date", date="2025-06-05", floor=3, after="14:00")
JOBS = _call("find_jobs", "Find open positions", "", query="nurse", region="Kent", remote_only=True)
DEPLOY = _call("deploy_app", "Deploy an application", "app server", app="shop", server="eu1", dry_run=True)
STAY = _call("book_stay", "Book a stay", "city", city="Rome", max_price=150)


@pytest.mark.parametrize(
    ("call", "text", "off", "rest"),
    [
        (HOTELS, "price doesn't matter", "max_price", ""),
        (HOTELS, "stars don't matter, but under 120", "stars", "under 120"),
        (HOTELS, "no matter how expensive", "max_price", ""),
        (HOTELS, "not just four stars", "stars", ""),
        (ISSUES, "not only Ben's", "author", ""),
        (ISSUES, "everybody's please", "author", ""),
        (ISSUES, "any label is fine, not just bugs", "label", ""),
        (ROOMS, "all floors please", "floor", ""),
        (ROOMS, "any time", "after", ""),
        (JOBS, "anywhere is fine", "region", ""),
        (JOBS, "doesn't have to be remote", "remote_only", ""),
        (JOBS, "remote or not, show me all of them", "remote_only", ""),
    ],
)
def test_a_filter_need_not_hold(call: Earlier, text: str, off: str, rest: str) -> None:
    found = freed(text, call)
    assert found is not None
    assert (set(call.args) - set(found.args), found.rest) == ({off}, rest)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (HOTELS, "does the price matter?"),
        (HOTELS, "is there anything for everyone?"),
        (HOTELS, "show me all of them"),
        (HOTELS, "any city"),
        (ISSUES, "anyone working on that?"),
        (ISSUES, "assign it to anyone"),
        (ISSUES, "not bugs but features"),
        (ROOMS, "any other floor?"),
        (STAY, "price doesn't matter"),
        (DEPLOY, "don't do it for real"),
        (DEPLOY, "how long will it take for real"),
        (DEPLOY, "cancel it"),
        (DEPLOY, "deploy it on eu2"),
    ],
)
def test_nothing_is_taken_off(call: Earlier, text: str) -> None:
    assert freed(text, call) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("looks good, do it for real", ""),
        ("ok deploy it", ""),
        ("go live", ""),
        ("now do it for real on eu2", "on eu2"),
    ],
)
def test_a_trial_is_done_in_earnest(text: str, rest: str) -> None:
    found = freed(text, DEPLOY)
    assert found is not None
    assert found.args == {**DEPLOY.args, "dry_run": False}
    assert found.rest.endswith(rest)
    assert bool(found.rest) is bool(rest)


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for call in (HOTELS, ISSUES, ROOMS, JOBS, DEPLOY):
        found = freed(text, call)
        assert found is None or found.args.keys() <= call.args.keys()


def test_long_text_frees_nothing() -> None:
    assert freed("any price doesn't matter, " * 4_000, HOTELS) is None
