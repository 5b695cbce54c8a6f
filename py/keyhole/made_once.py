"""What is made of an object, made once for it: the compiled form of a schema, its grammar, the form of a tool."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Source = TypeVar("Source")
Made = TypeVar("Made")
_MOST = 512


class MadeOnce(Generic[Source, Made]):
    """`make`, whose results are kept for the objects that were used last.

    Kept by identity: hashing a schema costs as much as using it. An entry holds its object, so no id is another's.
    """

    def __init__(self, make: Callable[[Source], Made]) -> None:
        self._make = make
        self._kept: OrderedDict[int, tuple[Source, Made]] = OrderedDict()

    def __call__(self, source: Source) -> Made:
        """Raises what `make` raises, and keeps nothing then."""
        entry = self._kept.get(id(source))
        if entry is None:
            entry = self._kept[id(source)] = (source, self._make(source))
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(id(source))
        return entry[1]
