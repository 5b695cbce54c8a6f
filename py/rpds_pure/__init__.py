"""Persistent collections in plain Python: what `referencing` and `jsonschema` use of `rpds`.

`rpds-py` is a compiled package without a WebAssembly wheel. The build packs this module into the page under the name
`rpds`; on CPython the real one is installed and this one is not importable under that name. Every change gives a new
collection and leaves the old one as it was. Copies are whole: the collections here hold tens of entries, where copying
a dict beats a trie written in Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")

__all__ = ["HashTrieMap", "HashTrieSet", "List"]


class HashTrieMap(Mapping[K, V]):
    """An immutable mapping; hashable when its values are."""

    __slots__ = ("_entries", "_hash")

    def __init__(self, value: Mapping[K, V] | Iterable[tuple[K, V]] = (), **entries: V) -> None:
        self._entries: dict[K, V] = dict(value, **entries)
        self._hash: int | None = None

    @classmethod
    def convert(cls, value: Mapping[K, V] | Iterable[tuple[K, V]]) -> HashTrieMap[K, V]:
        """`value` itself when it is one already."""
        return value if isinstance(value, cls) else cls(value)

    @classmethod
    def fromkeys(cls, keys: Iterable[K], value: Any = None) -> HashTrieMap[K, Any]:
        return cls._of(dict.fromkeys(keys, value))

    @classmethod
    def _of(cls, entries: dict[K, V]) -> HashTrieMap[K, V]:
        made = cls()
        made._entries = entries
        return made

    def __getitem__(self, key: K) -> V:
        return self._entries[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K, default: Any = None) -> Any:
        return self._entries.get(key, default)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._entries.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._entries == dict(other)

    def __repr__(self) -> str:
        return f"HashTrieMap({self._entries!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return HashTrieMap, (self._entries,)

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        return self._of({**self._entries, key: value})

    def update(self, *others: Any, **entries: V) -> HashTrieMap[K, V]:
        merged: dict[Any, Any] = dict(self._entries)
        for other in others:
            merged.update(other)
        merged.update(entries)
        return self._of(merged)

    def remove(self, key: K) -> HashTrieMap[K, V]:
        """Without `key`. Raises `KeyError` when it is not there."""
        rest = dict(self._entries)
        del rest[key]
        return self._of(rest)

    def discard(self, key: K) -> HashTrieMap[K, V]:
        """Without `key`, whether it is there or not."""
        return self.remove(key) if key in self._entries else self


class HashTrieSet(Set[T]):
    """An immutable set."""

    __slots__ = ("_values",)

    def __init__(self, value: Iterable[T] = ()) -> None:
        self._values = frozenset(value)

    def __contains__(self, value: object) -> bool:
        return value in self._values

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"HashTrieSet({set(self._values) or '{}'})"

    def __reduce__(self) -> tuple[Any, ...]:
        return HashTrieSet, (list(self._values),)

    def insert(self, value: T) -> HashTrieSet[T]:
        return self if value in self._values else HashTrieSet(self._values | {value})

    def update(self, *others: Iterable[T]) -> HashTrieSet[T]:
        return HashTrieSet(self._values.union(*others))

    def remove(self, value: T) -> HashTrieSet[T]:
        """Without `value`. Raises `KeyError` when it is not there."""
        if value not in self._values:
            raise KeyError(value)
        return HashTrieSet(self._values - {value})

    def discard(self, value: T) -> HashTrieSet[T]:
        return HashTrieSet(self._values - {value}) if value in self._values else self


class List(Generic[T]):
    """An immutable linked list, first element first: `push_front` and `drop_first` share the rest."""

    __slots__ = ("_first", "_length", "_rest")

    def __init__(self, value: Iterable[T] = (), *more: T) -> None:
        values = [value, *more] if more else list(value)
        cell: List[Any] | None = None
        for each in reversed(values[1:]):
            cell = self._cell(each, cell)
        self._length = len(values)
        self._first: Any = values[0] if values else None
        self._rest: List[Any] | None = cell

    @staticmethod
    def _cell(first: Any, rest: List[Any] | None) -> List[Any]:
        made: List[Any] = List.__new__(List)
        made._first, made._rest = first, rest
        made._length = 1 + (rest._length if rest is not None else 0)
        return made

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        cell: List[Any] | None = self
        while cell is not None and cell._length:
            yield cell._first
            cell = cell._rest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"List({list(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return List, (list(self),)

    @property
    def first(self) -> T:
        """Raises `IndexError` when the list is empty."""
        if not self._length:
            raise IndexError("empty list has no first element")
        first: T = self._first
        return first

    @property
    def rest(self) -> List[T]:
        return self._rest if self._rest is not None else List()

    def push_front(self, value: T) -> List[T]:
        return self._cell(value, self if self._length else None)

    def drop_first(self) -> List[T]:
        """Raises `IndexError` when the list is empty."""
        if not self._length:
            raise IndexError("drop_first() called on an empty list")
        return self.rest
