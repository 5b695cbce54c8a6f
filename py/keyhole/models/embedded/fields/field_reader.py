"""Which field of a record a question asks for: "how heavy is he" asks for `weightKg`, "who's on it" for `assignee`;
and whether it asks for the thing with most of it or least.

`scripts/train/fields` fits it to 90,000 questions that were written for fields. The file is three 32-bit little-endian
floats for what a question and a field share, one for the log-odds of none, and two `Towers`: which field, and which end
of it.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any

from keyhole.models.embedded.fields.field_words import SHARED, read_field, read_question, shared
from keyhole.models.embedded.fields.towers import Towers
from keyhole.word_vectors import WordVectors, word_vectors

_FLOATS = struct.Struct(f"<{SHARED + 1}f")


class FieldReader:
    """What a question asks of the fields of a record."""

    def __init__(self, data: bytes, words: WordVectors) -> None:
        """Reads a whole file. Raises ValueError when it is not as long as it says."""
        *self._shared, self._none = _FLOATS.unpack_from(data) if len(data) >= _FLOATS.size else (0.0,)
        self._fields, end = Towers.read(data, _FLOATS.size, words)
        self._ends, end = Towers.read(data, end, words)
        if end != len(data):
            raise ValueError(f"a field reader of {len(data)} bytes, {end} of which are read")

    def odds(self, question: str, fields: Mapping[str, Any]) -> dict[str, float]:
        """By the names of fields, the log-odds of each against none of them."""
        asked = self._fields.asked(question, read_question(question))
        found = {}
        for name, value in fields.items():
            both = sum(map(mul, self._shared, shared(question, name, value)))
            found[name] = self._fields.score(asked, name, read_field(name, value)) + both - self._none
        return found

    def most(self, question: str, name: str, value: Any) -> float:
        """The log-odds that a question which asks for one end of a field asks for the most of it, not the least."""
        return self._ends.score(self._ends.asked(question, read_question(question)), name, read_field(name, value))


@cache
def field_reader() -> FieldReader:
    """The shipped one, read at the first call."""
    return FieldReader(files("keyhole").joinpath("asked_fields.bin").read_bytes(), word_vectors())
