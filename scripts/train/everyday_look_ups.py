# ruff: noqa: E501, RUF001  (rows of words and phrases are data: wrapping them would hide them)
"""Requests for the everyday tools: a sum, units, a date, a pick; one of which something is missing, or none of them."""

from __future__ import annotations

from enum import IntEnum
from itertools import permutations

from invented import Answer, Inventor
from look_up_phrases import (
    CALC,
    CALC_ORDERS,
    CONVERT,
    EVERYDAY_IDLE,
    EVERYDAY_MISSING,
    FEASTS,
    LONG_UNITS,
    PICK,
    TIME,
    UNITS,
)
from wording import LookUp, Where, dressed, placed

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.model import ToolCard
from keyhole.tools.builtin.units import named_unit

COMMENSURATE = [
    (a, b)
    for a, b in permutations(UNITS + LONG_UNITS, 2)
    if (one := named_unit(a)) and (other := named_unit(b)) and one.quantity == other.quantity
]
"""What people convert: two units of one quantity."""


class Kind(IntEnum):
    """What a request is for: the place of its tool, or one of `LookUp.tool`'s other values."""

    SUM = 0
    MEASURE = 1
    DATE = 2
    PICK = 3
    NONE = -1
    MISSING = -2


_SHARES = {Kind.SUM: 22, Kind.MEASURE: 20, Kind.DATE: 20, Kind.PICK: 16, Kind.NONE: 16, Kind.MISSING: 6}

_PARAMETERS = {
    Kind.SUM: [Parameter(("expression",), "str", "the calculation, for example 15% of 240 or (12 + 8) * 3", True)],
    Kind.MEASURE: [
        Parameter(("from_unit",), "str", "the unit to convert from, for example miles", True),
        Parameter(("to_unit",), "str", "the unit to convert to, for example km", True),
        Parameter(("value",), "num", "how many of from_unit", False),
    ],
    Kind.DATE: [
        Parameter(
            ("phrase",), "str", "what to find, for example time in Tokyo, days until 25 December, in 3 weeks", True
        )
    ],
    Kind.PICK: [
        Parameter(("choices",), "str", "options with commas between, a range such as 1-100, coin or dice", True),
        Parameter(("count",), "int", "how many to pick", False),
        Parameter(("seed",), "int", "0 for a new pick each time, any other number to repeat one", False),
    ],
}


def everyday(inv: Inventor) -> LookUp:
    """One request to a toolbox like the everyday one, with the arguments where a tool is called."""
    r = inv.rng
    cards = _cards(inv)
    kind = r.choices(list(_SHARES), list(_SHARES.values()))[0]
    template, values = _worded(inv, kind)
    plain, where = placed(template, values)
    query, where = dressed(r, plain, where)
    start = max(0, query.lower().find(plain.lower()))
    answers = _answers(kind, where, (start, start + len(plain)))
    order = [0, 1, 2, 3]
    if r.random() < 0.3:
        r.shuffle(order)
    tool = order.index(kind) if kind >= 0 else int(kind)
    return LookUp(query, [cards[i] for i in order], tool, _PARAMETERS.get(kind, []), answers)


def _cards(inv: Inventor) -> list[ToolCard]:
    r = inv.rng
    return [
        ToolCard("calculator" if r.random() < 0.7 else r.choice(["calculate", "math_eval", "evaluate_expression"]), r.choice(["Calculate: arithmetic, percentages, powers, roots, averages.", "Evaluate an arithmetic expression."]), ("expression",)),
        ToolCard("unit_convert" if r.random() < 0.7 else r.choice(["convert_units", "unitConverter", "measure_convert"]), r.choice(["Convert a measurement from one unit to another: length, weight, volume, temperature, speed, data, energy.", "Convert units."]), ("from_unit", "to_unit", "value")),
        ToolCard("date_time" if r.random() < 0.7 else r.choice(["clock", "get_datetime", "calendar_math"]), r.choice(["Dates and times: the time now or in a city, the day of the week, days between dates, a date from now.", "Tell times and dates."]), ("phrase",)),
        ToolCard("random_pick" if r.random() < 0.7 else r.choice(["pick_random", "choose_one", "dice_and_coins"]), r.choice(["Pick at random: one of several options, a number in a range, a coin flip, a dice roll.", "Make a random choice."]), ("choices", "count", "seed")),
    ]  # fmt: skip


def _worded(inv: Inventor, kind: Kind) -> tuple[str, dict[str, str]]:
    """A template and what goes into it."""
    r = inv.rng
    match kind:
        case Kind.SUM:
            values = {"m": _sum(inv), "z": str(r.randint(10, 5000))}
            template = r.choice(CALC)
            if values["m"].split()[0] in ("add", "subtract", "multiply", "divide", "double"):
                template = r.choice(CALC_ORDERS)
            return template, values
        case Kind.MEASURE:
            a, b = r.choice(COMMENSURATE) if r.random() < 0.9 else r.sample(UNITS, 2)
            values = {"v": inv.number(1, 900, r.random() < 0.7), "a": a, "b": b}
            return r.choice(CONVERT), values
        case Kind.DATE:
            holiday = r.choice(["christmas", "new year", "halloween", "easter", "my birthday on May 5"])
            values = {
                "p": inv.place(),
                "q": inv.place(),
                "d": holiday if r.random() < 0.3 else inv.date(),
                "e": inv.date(),
                "n": str(r.randint(2, 90)),
                "h": r.choice(FEASTS) + r.choice(["", "", f" {r.randint(2024, 2031)}"]),
                "y": str(r.randint(2024, 2031)),
            }
            return r.choice(TIME), values
        case Kind.PICK:
            kinds = ["{food}", "{animal}", "{name}", "{color}", "{city}", "{instrument}"]
            items = [inv.filled(r.choice(kinds)) for _ in range(r.randint(2, 5))]
            values = {
                "l": inv.join(items)[0],
                "n": str(r.choice([6, 8, 10, 12, 20])),
                "i": str(r.randint(0, 10)),
                "j": str(r.randint(11, 1000)),
                "k": str(r.randint(2, 5)),
            }
            return r.choice(PICK), values
        case Kind.MISSING:
            template = r.choice(EVERYDAY_MISSING)
            return template, {"n": str(r.randint(2, 90)), "a": r.choice(UNITS), "g": inv.filled("{name}")}
        case _:
            template = r.choice(EVERYDAY_IDLE)
            a, b = r.sample(UNITS, 2)
            values = {"p": inv.place(), "q": inv.place(), "d": inv.date(), "n": str(r.randint(2, 90)), "a": a, "b": b}
            values |= {
                "m": _sum(inv),
                "f": inv.filled("{food}"),
                "g": inv.filled("{name}"),
                "o": inv.filled("{animal}"),
            }
            values |= {"k": str(r.randint(0, 9)), "c": r.choice(["good morning", "ok", "cool", "never mind"])}
            return template, values


def _answers(kind: Kind, where: Where, whole: tuple[int, int]) -> list[Answer]:
    """Where in the request the arguments stand. `whole`: all of the filled template."""
    match kind:
        case Kind.SUM:
            return [Answer(where.get("m", []))]
        case Kind.MEASURE:
            return [Answer(where["a"][:1]), Answer(where["b"][:1]), Answer(where.get("v", []))]
        case Kind.DATE:
            return [Answer([(where["["][0][0], where["]"][0][0]) if "[" in where else whole])]
        case Kind.PICK:
            low = where.get("i")
            span = where.get("l") or ([(low[0][0], where["j"][0][1])] if low else [whole])
            return [Answer(span), Answer(where.get("k", [])), Answer()]
        case _:
            return []


def _sum(inv: Inventor) -> str:
    r = inv.rng
    a, b, c = (inv.number(1, 900, r.random() < 0.8) for _ in range(3))
    words = ["two", "three", "five", "seven", "ten", "twelve", "twenty"]
    return r.choice([f"{a} + {b}", f"{a}+{b}", f"{a} * {b}", f"{a}*{b}", f"{a} times {b}", f"{a} plus {b}", f"{a} / {b}", f"({a} + {b}) * {c}", f"{a} divided by {b}", f"{a} minus {b}", f"{a} - {b}", f"{a}% of {b}", f"{a} percent of {b}", f"sqrt({a})", f"{a}^2", f"{a} x {b}", f"the square root of {a}", f"{a} squared", f"{a} to the power of 3", f"the average of {a}, {b} and {c}", f"{a} + {b} - {c}", f"{r.choice(words)} plus {r.choice(words)}", f"{r.choice(words)} times {r.choice(words)}", f"half of {a}", f"2^{r.randint(2, 20)}", f"a {r.choice([10, 15, 18, 20])}% tip on ${a}", f"the sum of {a} and {b}", f"{a} added to {b}", f"square root of {a}", f"{a} mod {b}", f"the cube root of {a}", f"average of {a}, {b} and {c}", f"the mean of {a} and {b}", f"subtract {a} from {b}", f"multiply {a} by {b}", f"divide {a} by {b}", f"add {a} and {b}", f"add {a} to {b}", f"{r.randint(3, 12)}!", f"{r.randint(3, 12)} factorial", f"round({a}.{b}, 2)", f"log10({a})", f"log({a})", f"sin({a})", f"abs(-{a})", f"max({a}, {b}, {c})", f"{a}/{b}", f"{a}-{b}", f"({a}-{b})/{c}", f"{r.randint(1, 9)}/{r.randint(2, 9)}", f"a third of {a}", f"double {a}", f"{a} take away {b}", f"{a} over {b}", f"the product of {a} and {b}", f"{a} less {b}", f"{r.randint(1, 60)}% off {a}", f"sqrt({a}) + {b}", f"-{a} + {b}", f"{a}**2", f"{a} ÷ {b}", f"{a} × {b}", f"the difference between {a} and {b}"])  # fmt: skip
