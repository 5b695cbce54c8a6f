"""The stand-in for rpds behaves as the compiled one does, which is installed where these tests run on CPython."""

from __future__ import annotations

import pickle

import pytest
import rpds
from hypothesis import given
from hypothesis import strategies as st

import rpds_pure

entries = st.dictionaries(st.text(max_size=3), st.integers())
values = st.lists(st.integers(0, 9))


@given(entries, st.text(max_size=3), st.integers(), entries)
def test_map(start: dict[str, int], key: str, value: int, more: dict[str, int]) -> None:
    ours, theirs = rpds_pure.HashTrieMap(start), rpds.HashTrieMap(start)
    for change in (
        lambda m: m.insert(key, value),
        lambda m: m.update(more),
        lambda m: m.discard(key),
        lambda m: m,
    ):
        assert dict(change(ours)) == dict(change(theirs))
        assert len(change(ours)) == len(change(theirs))
    assert ours.get(key) == theirs.get(key)
    assert (key in ours) == (key in theirs)
    assert ours == start
    assert pickle.loads(pickle.dumps(ours)) == ours
    assert hash(ours) == hash(rpds_pure.HashTrieMap(list(reversed(start.items()))))


@given(values, st.integers(0, 9))
def test_set(start: list[int], value: int) -> None:
    ours, theirs = rpds_pure.HashTrieSet(start), rpds.HashTrieSet(start)
    for change in (
        lambda s: s.insert(value),
        lambda s: s.update([value], [1]),
        lambda s: s.discard(value),
        lambda s: s,
    ):
        assert set(change(ours)) == set(change(theirs))
    assert pickle.loads(pickle.dumps(ours)) == ours


@given(values, st.integers(0, 9))
def test_list(start: list[int], value: int) -> None:
    ours, theirs = rpds_pure.List(start), rpds.List(start)
    assert list(ours) == list(theirs)
    assert list(ours.push_front(value)) == list(theirs.push_front(value))
    assert len(ours.push_front(value)) == len(start) + 1
    if start:
        assert list(ours.drop_first()) == list(theirs.drop_first())
        assert ours.first == theirs.first
    assert pickle.loads(pickle.dumps(ours)) == ours


def test_what_is_not_there() -> None:
    with pytest.raises(KeyError):
        rpds_pure.HashTrieMap({"a": 1}).remove("b")
    with pytest.raises(KeyError):
        rpds_pure.HashTrieSet([1]).remove(2)
    with pytest.raises(IndexError):
        rpds_pure.List().drop_first()
    with pytest.raises(IndexError):
        _ = rpds_pure.List().first
