"""How far names may be misspelt: every name of the sample table with one and two typing errors, seeded."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from keyhole_destiny.table import KINDS, Table

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def mistyped(name: str, errors: int, chance: random.Random) -> str:
    """The name in lower case with letters left out, doubled, swapped with the next, or replaced."""
    text = name.casefold()
    for _ in range(errors):
        at = chance.randrange(len(text) - 1)
        match chance.choice(("drop", "double", "swap", "replace")):
            case "drop":
                text = text[:at] + text[at + 1 :]
            case "double":
                text = text[: at + 1] + text[at:]
            case "swap":
                text = text[:at] + text[at + 1] + text[at] + text[at + 2 :]
            case _:
                text = text[:at] + chance.choice(LETTERS) + text[at + 1 :]
    return text


@pytest.mark.parametrize(("errors", "right", "wrong"), [(1, 0.93, 0.0), (2, 0.82, 0.005)])
def test_typing_errors_are_seen_through_or_asked_about(
    errors: int, right: float, wrong: float, record_property: Any
) -> None:
    table, chance, outcomes = Table.shipped(), random.Random(20261121), Counter[str]()
    for kind in KINDS:
        spelled = {name.casefold() for name in table.names(kind)}
        for name in table.names(kind):
            typed = mistyped(name, errors, chance)
            if len(name) < 5 or typed in spelled - {name.casefold()}:
                continue  # IKELOS_SMG without its M is another weapon's name
            match = table.find(kind, typed)
            if match.entry is None:
                outcomes["offered" if name in match.nearest else "not found"] += 1
            else:
                outcomes["right" if match.entry.name == name else "wrong"] += 1
    total = outcomes.total()
    record_property("outcomes", dict(outcomes))
    assert outcomes["right"] / total >= right, outcomes
    assert outcomes["wrong"] / total <= wrong, outcomes
