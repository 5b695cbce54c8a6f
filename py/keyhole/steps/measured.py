"""A number and the unit or currency that stands beside it, as one: 25.8 and "°C" are "25.8 °C"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from keyhole.models.embedded.text import name_words, stem
from keyhole.steps.thing_values import CURRENCY_CODES, is_id
from keyhole.tools.builtin.units import named_unit

# ruff: noqa: SIM905  (word lists read best as words)
_LONGEST = 20
_IN_A_UNIT = frozenset(
    map(
        stem,
        "value reading measurement amount quantity qty result level distance speed weight temperature height length "
        "width depth volume area size duration pressure energy power".split(),
    )
)
_IN_MONEY = frozenset(map(stem, "value amount result price total cost sum fee balance fare rent".split()))
_WITHOUT_SPACE = ("%", "°")


class Measure(str):
    """A number with its unit."""

    __slots__ = ()


def measured(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with a unit and a currency put behind the number that each is of, where there is but one such."""
    told = dict(facts)
    for key in [key for key in told if key.lower() in ("unit", "units", "uom", "currency")]:
        unit = told[key]
        if isinstance(unit, str) and (number := _number_in(unit, told, money=key.lower() == "currency")):
            told[number] = Measure(_with_unit(told[number], unit))
            del told[key]
    return told


def _number_in(unit: str, facts: Mapping[str, Any], *, money: bool) -> str | None:
    """The fact that a unit is of: the one that is called like what is measured so, or the only number."""
    numbers = [name for name, value in facts.items() if type(value) in (int, float) and not is_id(name)]
    called = _IN_MONEY if money else _IN_A_UNIT
    like = [name for name in numbers if called & {stem(word) for word in name_words(name)}]
    known = _is_currency(unit) if money else _is_unit(unit)
    if len(like) == 1:
        return like[0] if known or (len(numbers) == 1 and 0 < len(unit) <= _LONGEST) else None
    surely = known and not money and (len(unit) > 1 or unit in _WITHOUT_SPACE)  # the unit "B" may be a flat
    return numbers[0] if len(numbers) == 1 and surely else None


def _with_unit(value: float, unit: str) -> str:
    number = f"{value:,}" if type(value) is int and abs(value) >= 10_000 else f"{value}"
    return f"{number}{'' if unit in _WITHOUT_SPACE else ' '}{unit}"


def _is_unit(unit: str) -> bool:
    return 0 < len(unit) <= _LONGEST and (unit in _WITHOUT_SPACE or named_unit(unit) is not None)


def _is_currency(unit: str) -> bool:
    return unit.upper() in CURRENCY_CODES or (len(unit) <= 2 and not unit.isalnum())
