"""The everyday toolbox: arithmetic, units, dates and times, random picks."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any

from pydantic import Field

from keyhole.clock import now
from keyhole.errors import ToolError
from keyhole.request_cues import is_statement
from keyhole.tools.builtin import calculator as arithmetic
from keyhole.tools.builtin import date_requests, pick_requests, picks, units
from keyhole.tools.builtin.calculator_stories import sum_told
from keyhole.tools.builtin.calculator_words import rewritten
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.builtin.part_with_all import asked_for, part_with_all
from keyhole.tools.builtin.pick_told import told_whole
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
_ROUNDED = Fraction(1, 10**6)
_WRITTEN = 4
"""Decimals of a number that somebody may have written; more of them come from a measure in two units."""
_AND = re.compile(r"\s*(?:,|&|\band\b)\s*", re.IGNORECASE)
_REST_OF_MEASURE = re.compile(r"\s*([^\W\d]+),?\s+(?:and\s+)?(\d{1,6}(?:\.\d{1,6})?)\s*([^\W\d]+)\s*")

_LEAD, _TAIL = 6, 3
"""Words before and behind a phrase that a request may hold beside it."""
_LONGEST = 300
_WORDS = frozenset(("in", "at", "are", "a", "to", "as", "i", "second", "turn", "stone", "mark", "grain"))
"""What is a unit only behind a number."""
_ONE = frozenset(("a", "an", "the", "per", "half", "dozen", "few"))
"""What says how many of a unit, as a number does."""
_SPANS = re.compile(r"\b(?:left|until|till?|since|between|ago|from now|of the (?:year|week|month))\b", re.IGNORECASE)
"""A span of the calendar, not of the clock: days between two dates are no unit to convert."""


_PARTING = frozenset("please pls thanks thank you now exactly again then for me right ok today lol though".split())  # noqa: SIM905 - words read best as words


def _no_question_for_a_tool(text: str) -> bool:
    """Whether somebody tells something, or asks for a reason or a person, which no clock and no calculator knows."""
    return is_statement(text) or bool(re.match(r"\W*(?:why|who)\b", text, re.IGNORECASE))


def _share_read(text: str, reads: Callable[[str], bool], *, to_the_end: bool = False) -> float:
    """The share of a request's words, 0 to 1, that are in its longest part which can be read.

    `to_the_end`: behind that part stands no more than a parting, which counts as read; "what day was it when we met"
    cannot be read.
    """
    words = text[:_LONGEST].split()
    if _no_question_for_a_tool(text):
        return 0.0
    most = _TAIL
    if to_the_end:
        most = next((n for n, word in enumerate(reversed(words)) if word.strip(".,!?").lower() not in _PARTING), 0)
    for left_out in range(min(_LEAD + _TAIL, len(words) - 1) + 1):
        for tail in range(min(most, left_out) + 1):
            lead = left_out - tail
            if lead <= _LEAD and reads(" ".join(words[lead : len(words) - tail])):
                return (len(words) - (lead if to_the_end else left_out)) / len(words)
    return 0.0


_is_calculation = lru_cache(maxsize=500)(arithmetic.is_calculation)


def _reads_calculation(text: str) -> float:
    """The more of a request is worked out the better: "sin 30 degrees", not "sin 30"."""
    if not _is_calculation(text):
        return 0.0
    try:
        return float(len(rewritten(text)))
    except ValueError:
        return float(len(text))


@lru_cache(maxsize=500)
def _calculation_told(request: str) -> str | None:
    """The sum that a request tells as a story; one that can be read as it is stays as it is."""
    return None if _is_calculation(request) else sum_told(request)


@lru_cache(maxsize=500)
def _calculation_named(request: str) -> str | None:
    """What of a request is to be worked out, where the words around it leave more than one answer to that."""
    part = _calculation_told(request) or part_with_all(request, _reads_calculation)
    return asked_for(request, _reads_calculation) or part if part == request else part


def _knows_calculation(request: str) -> float:
    if _calculation_told(request):
        return 1.0
    share = _share_read(request, _is_calculation)
    return 0.5 + share / 2 if share else 0.0  # numbers with a sign between them are seldom anything else


@tool(reads=_reads_calculation, knows=_knows_calculation, names=_calculation_named)
def calculator(
    expression: Annotated[str, Field(description="the calculation, for example 15% of 240 or (12 + 8) * 3")],
) -> dict[str, Any]:
    """Calculate: arithmetic, percentages, powers, roots, averages."""
    return arithmetic.calculate(expression)


def _knows_units(request: str) -> float:
    """1 where two units of one quantity are named and how many, half where something of it is missing.

    Spans of time are a clock's and a calendar's as well: of them nothing may be missing. Where several things are
    measured ("8 metres cut into pieces of 32 cm") there is something to work out, not to convert.
    """
    if _no_question_for_a_tool(request):
        return 0.0
    words = re.findall(r"l/100 ?km|[a-z°²³/]+(?:[23](?!\d))?|\d+(?:[.,]\d+)*", request[:_LONGEST].lower())
    found: list[units.Unit] = []
    counted = said = False
    measured: list[tuple[int, str]] = []
    at = 0
    while at < len(words):
        word, before, after = words[at], words[at - 1] if at else "", " ".join(words[at + 1 : at + 2])
        number = before[:1].isdigit()
        asked = number or before in ("to", "into", "in", "many", "of", "per")
        meant = (len(word) > 1 or asked) and (
            word not in _WORDS or (number and (word != "in" or after in ("to", "into")))
        )
        worded = after and not (word[0].isdigit() or after[0].isdigit())
        pair = units.named_unit(f"{word} {after}") if worded else None
        unit = pair or (units.named_unit(word) if meant else None)
        if unit is None and before == "many" and _COUNTS_UNITS.search(request):
            unit = units.near_unit(word)
        if unit is not None:
            found.append(unit)
            counted |= asked and before != "many" and unit.quantity != "time"
            if number:
                measured.append((at, unit.quantity))
            said |= number or word in _ONE or before in _ONE or to_digits(before)[:1].isdigit()
        at += 2 if pair else 1
    if any(b[0] - a[0] > 2 or a[1] != b[1] for a, b in pairwise(measured)):  # "5 ft 10" is one length
        return 0.0
    named = list(dict.fromkeys(found))
    quantities = [
        next((u for o in named if (u := units.meant_beside(unit, o)) != unit), unit).quantity for unit in named
    ]
    if any(quantities.count(each) > 1 for each in quantities if each != "time" or not _SPANS.search(request)):
        return 1.0 if said else 0.0 if set(quantities) == {"time"} else 0.5
    return 0.5 if counted else 0.0


@tool(knows=_knows_units)
def unit_convert(
    from_unit: Annotated[str, Field(description="the unit to convert from, for example miles")],
    to_unit: Annotated[str, Field(description="the unit to convert to, for example km")],
    value: Annotated[float, Field(description="how much of it, for example 5")] = 1,
) -> dict[str, Any]:
    """Convert a measurement from one unit to another: length, weight, volume, temperature, speed, data, energy."""
    # A small model copies "26.2 miles" whole as readily as "miles".
    if (number := _LEADING_NUMBER.match(from_unit)) and value in (1, float(number[1].replace(",", ""))):
        value, from_unit = float(number[1].replace(",", "")), from_unit[number.end() :]
    if said := _LEADING_NUMBER.match(to_unit):  # of "how hot is 75f" the measure itself is all that could be given
        to_unit = to_unit[said.end() :]
    amount = exact(value)
    if rest := _REST_OF_MEASURE.fullmatch(from_unit):  # "5 feet 11 inches"
        from_unit = rest[1]
        more = units.convert(Fraction(rest[2]), rest[3], from_unit)[0]
        told_whole = amount.denominator > 1 and abs(amount - more - round(amount - more)) < _ROUNDED
        amount += 0 if told_whole else more
    listed = "," in to_unit  # "to miles" and, asked of what, "km"
    to_unit, _, smaller = (part.strip() for part in _AND.sub("\n", to_unit, count=1).partition("\n"))
    converted, source, target = units.convert(amount, from_unit, to_unit)
    if source == target and from_unit.strip().casefold() == to_unit.casefold():
        raise ToolError(f"both units are {to_unit!r}", advice="Name another unit to convert to.")
    before = _measured(amount, source)
    if not smaller or target.offset or (listed and units.named_unit(smaller) == source):
        return {"text": f"{before} = {units.spoken(_shown(converted), target)}"}
    if not (whole := Fraction(int(converted))):
        converted, _, target = units.convert(amount, from_unit, smaller)
        return {"text": f"{before} = {units.spoken(_shown(converted), target)}"}
    left, _, part = units.convert(converted - whole, to_unit, smaller)
    return {"text": f"{before} = {units.spoken(_shown(whole), target)} {units.spoken(_shown(round(left, 4)), part)}"}


def _measured(amount: Fraction, unit: units.Unit) -> str:
    """What is converted, in smaller units too where it may have been told in them: 5.25 feet (5 feet 3 inches)."""
    before, parts = str(arithmetic.plain(round(amount, 9))), units.in_parts(amount, unit)
    if parts and len(before.partition(".")[2]) > _WRITTEN:
        return parts
    return units.spoken(before, unit) + (f" ({parts})" if parts else "")


def _shown(amount: Fraction) -> str:
    """An amount in up to ten digits."""
    return str(arithmetic.plain(amount if amount.denominator == 1 else Fraction(f"{float(amount):.10g}")))


def exact(value: float) -> Fraction:
    """The number as it was written: 26.2 and not the double nearest to it. Raises `ToolError` unless it is finite."""
    if not abs(value) < 1e300:
        raise ToolError("the value is not a usable number", advice="Give a finite number.")
    return Fraction(repr(value))


_ASKS_TIME = re.compile(
    r"\b(?:time|what day|which day|weekday|how (?:many|long)|what date|is it (?:\w+ )?(?:morning|evening|night))\b",
    re.IGNORECASE,
)
_COUNTS_UNITS = re.compile(r"\bhow many \w+ (?:are |is )?(?:there )?in (?:an?|one|half|\d)", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,.?!;:]\s|\s[-\u2013\u2014]\s")


def _knows_dates(request: str) -> float:
    """The share of a request that can be read; of its first clause, where that asks and the rest tells why.

    How many of a unit are in another is for `unit_convert`: "how many weeks in a year".
    """
    if _COUNTS_UNITS.search(request) and _knows_units(request) == 1:
        return 0.0
    clause, *rest = _CLAUSE_END.split(request, maxsplit=1)
    first = _share_read(clause, date_requests.is_date, to_the_end=True) if rest and _ASKS_TIME.search(clause) else 0.0
    return max(_share_read(request, date_requests.is_date, to_the_end=True), 0.9 * first)


def _dates_named(request: str) -> str | None:
    """What of a request is to be found, where less would be no answer: of "30 minutes before 9:30" not "9:30" alone."""

    def reads(phrase: str) -> float:
        return date_requests.reads_date(phrase) * len(phrase)  # "1st 2027" can be read, and is less than "May 1st 2027"

    return date_requests.cut_short(request) or part_with_all(request, reads, counts=date_requests.OF_TIME)


@tool(reads=date_requests.reads_date, knows=_knows_dates, names=_dates_named)
def date_time(
    phrase: Annotated[
        str, Field(description="what to find, for example time in Tokyo, days until 25 December, in 3 weeks")
    ],
) -> dict[str, Any]:
    """Dates and times: the time now or in a city, the day of the week, days between dates, a date from now."""
    from keyhole.tools.builtin import dates

    return dates.resolve(phrase, now())


@tool(
    cues=(pick_requests.A_RANDOM_THING, *pick_requests.WITH_CONDITIONS),
    reads=pick_requests.reads_choice,
    knows=pick_requests.knows_picking,
    names=told_whole,
)
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
