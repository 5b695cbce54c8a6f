"""The everyday toolbox: arithmetic, units, dates and times, random picks."""

from __future__ import annotations

import re
from datetime import datetime
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from keyhole.errors import ToolError
from keyhole.tools.builtin import calculator as arithmetic
from keyhole.tools.builtin import picks, units
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox

EXAMPLES = (
    "what is 15% of 240?",
    "convert 26.2 miles to kilometers",
    "what time is it in Tokyo?",
    "how many days until christmas?",
    "pick one: pizza, sushi or tacos",
    "what is 3 cups in ml and what is 12 * 7?",
)

_LEADING_NUMBER = re.compile(r"\s*([-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d{1,2})?)\s*(?=[^\d\s])", re.IGNORECASE)


@tool
def calculator(
    expression: Annotated[str, Field(description="the calculation, for example 15% of 240 or (12 + 8) * 3")],
) -> dict[str, Any]:
    """Calculate: arithmetic, percentages, powers, roots, averages."""
    return arithmetic.calculate(expression)


@tool
def unit_convert(
    from_unit: Annotated[str, Field(description="the unit to convert from, for example miles")],
    to_unit: Annotated[str, Field(description="the unit to convert to, for example km")],
    value: Annotated[float, Field(description="how many of from_unit")] = 1,
) -> dict[str, Any]:
    """Convert a measurement from one unit to another: length, weight, volume, temperature, speed, data, energy."""
    # A small model copies "26.2 miles" whole as readily as "miles".
    if (number := _LEADING_NUMBER.match(from_unit)) and value in (1, float(number[1].replace(",", ""))):
        value, from_unit = float(number[1].replace(",", "")), from_unit[number.end() :]
    amount = exact(value)
    converted, source, target = units.convert(amount, from_unit, to_unit)
    shown = converted if converted.denominator == 1 else Fraction(f"{float(converted):.10g}")
    before, after = arithmetic.plain(amount), arithmetic.plain(shown)
    return {
        "result": after,
        "unit": target.name,
        "text": f"{units.spoken(str(before), source)} = {units.spoken(str(after), target)}",
    }


def exact(value: float) -> Fraction:
    """The number as it was written: 26.2 and not the double nearest to it. Raises `ToolError` unless it is finite."""
    if not abs(value) < 1e300:
        raise ToolError("the value is not a usable number", advice="Give a finite number.")
    return Fraction(repr(value))


@tool
def date_time(
    phrase: Annotated[
        str, Field(description="what to find, for example time in Tokyo, days until 25 December, in 3 weeks")
    ],
) -> dict[str, Any]:
    """Dates and times: the time now or in a city, the day of the week, days between dates, a date from now."""
    # dateutil takes a while to import in a page; most turns do not need it.
    from keyhole.tools.builtin import dates

    return dates.resolve(phrase, datetime.now().astimezone())


@tool
def random_pick(
    choices: Annotated[str, Field(description="options with commas between, a range such as 1-100, coin or dice")],
    count: Annotated[int, Field(description="how many to pick")] = 1,
    seed: Annotated[int, Field(description="0 for a new pick each time, any other number to repeat one")] = 0,
) -> dict[str, Any]:
    """Pick at random: one of several options, a number in a range, a coin flip, a dice roll."""
    return picks.pick(choices, count, seed)


def toolbox() -> Toolbox:
    """The everyday toolbox, with six questions to begin with."""
    return Toolbox("everyday", (calculator, unit_convert, date_time, random_pick), examples=EXAMPLES)
