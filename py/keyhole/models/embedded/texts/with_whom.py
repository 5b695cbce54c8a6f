# ruff: noqa: SIM905  (word lists read best as words)
"""Who sees to somebody: the Moss of "2 May at 9:15 for Rex with Moss", where a tool takes a patient and a vet."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_SEES_TO = frozenset(
    "vet veterinarian doctor dr dentist physician clinician practitioner nurse therapist physio teacher tutor trainer "
    "coach instructor stylist barber hairdresser groomer photographer guide mechanic advisor adviser consultant lawyer "
    "midwife optician specialist provider host".split()
)
_SEEN_TO = frozenset(
    "patient pet animal horse dog cat child student pupil client customer member guest rider learner attendee".split()
)
_NAME = r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w'-]{1,30}(?: [A-Z][\w'-]{1,30}){0,2}"
_BOTH = re.compile(rf"(?P<one>{_NAME}),? with (?P<other>{_NAME})")
_WITH = re.compile(rf"\bwith (?P<other>{_NAME})(?![\w'])")
_CALLED = re.compile(rf"\b(?:called|named|for|my \w{{3,10}}) (?P<one>{_NAME})(?![\w'])")
_READ = 2_000


def put_with_whom(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one parameter for who sees to somebody, in place, whom a request says behind "with", where it has none
    and the one for whom they see to was given both or the wrong one."""
    texts = [p for p in parameters if p.type == "str" and not p.many and not p.options]
    seeing = [p for p in texts if not _SEES_TO.isdisjoint(name_words(p.path[-1]))]
    seen = [p for p in texts if not _SEEN_TO.isdisjoint(name_words(p.path[-1]))]
    if len(seeing) != 1 or len(seen) != 1 or seeing == seen or seeing[0].path in values:
        return
    given = str(values.get(seen[0].path, ""))
    if both := _BOTH.fullmatch(given):
        values[seen[0].path], values[seeing[0].path] = both["one"], both["other"]
        return
    said, called = list(_WITH.finditer(query[:_READ])), list(_CALLED.finditer(query[:_READ]))
    if len(said) == 1 and len(called) == 1 and given == said[0]["other"] != called[0]["one"]:
        values[seen[0].path], values[seeing[0].path] = called[0]["one"], given
