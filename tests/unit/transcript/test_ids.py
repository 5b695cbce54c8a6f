"""Ids and names: in form, one for one, the same for the same prefix, and never two alike."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.transcript.ids import IdForm, ToolNames, anthropic_id, mistral_id, openai_id, provider_ids

FORMS = [
    pytest.param(openai_id, r"call_[a-z0-9]{24}", id="openai"),
    pytest.param(anthropic_id, r"toolu_[a-z0-9]{24}", id="anthropic"),
    pytest.param(mistral_id, r"[a-zA-Z0-9]{9}", id="mistral"),
]
KEYS = st.lists(st.text(max_size=20), unique=True, max_size=50)


def colliding(digest: bytes) -> str:
    """A form with room for few ids, so that nearly all collide."""
    return mistral_id(digest)[:2]


@pytest.mark.parametrize(("form", "pattern"), FORMS)
def test_a_hundred_thousand_ids_in_form_and_all_different(form: IdForm, pattern: str) -> None:
    ids = provider_ids((f"hist_tool_{n}" for n in range(100_000)), form)
    assert len(set(ids)) == 100_000
    assert all(re.fullmatch(pattern, id_) for id_ in ids)


@pytest.mark.parametrize(("form", "pattern"), FORMS)
@given(keys=KEYS)
def test_any_keys_have_ids_in_form(form: IdForm, pattern: str, keys: list[str]) -> None:
    ids = provider_ids(keys, form)
    assert len(set(ids)) == len(keys)
    assert all(re.fullmatch(pattern, id_) for id_ in ids)


@given(keys=KEYS, cut=st.integers(0, 50))
def test_ids_made_to_collide_are_different_and_stable_for_a_prefix(keys: list[str], cut: int) -> None:
    ids = provider_ids(keys, colliding)
    assert len(set(ids)) == len(keys)
    assert provider_ids(keys[:cut], colliding) == ids[:cut]


def test_three_thousand_of_the_3844_possible_ids() -> None:
    assert len(set(provider_ids((str(n) for n in range(3000)), colliding))) == 3000


def test_ids_that_look_like_made_ones_cannot_take_their_place() -> None:
    first = provider_ids(["a"], openai_id)[0]
    ids = provider_ids([first, "a", f"{first}\0" + "1"], openai_id)
    assert len(set(ids)) == 3


@given(names=st.lists(st.text(max_size=90) | st.from_regex(r"[a-z]{1,3}(_x[0-9a-f]{10})?", fullmatch=True)))
def test_names_are_fit_one_for_one_and_lead_back(names: list[str]) -> None:
    table = ToolNames(names)
    wire = [table.wire(name) for name in names]
    assert all(re.fullmatch(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}", name) for name in wire)
    assert [table.canonical(name) for name in wire] == names
    assert ToolNames(names).wire("search") == "search"


def test_names_that_are_fit_stay_and_others_stay_readable() -> None:
    table = ToolNames()
    assert table.wire("item_lookup") == "item_lookup"
    assert table.wire("Item lookup").startswith("Item_lookup_x")
    assert table.wire("café").startswith("cafe_x")
    assert table.wire("7zip").startswith("t_7zip_x")
    assert len(table.wire("x" * 65)) <= 64
    made = table.wire("поиск")
    assert table.wire(made) != made  # a tool that is really called so gets a name of its own
    assert table.canonical(table.wire(made)) == made
    assert table.canonical("never_given") == "never_given"
