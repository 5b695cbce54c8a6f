# ruff: noqa: SIM905  (word lists read best as words)
"""Numbers that are said in two parts without what parts them, read by what a parameter wants: "seventy-nine fifty" and
"12 euro 80" are money with its cents, "nineteen ninety" is a year, "one eighty" and "two-oh-eight" leave out a hundred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from keyhole.models.embedded.numbers.measures import agreement, unit_behind, unit_wanted
from keyhole.models.embedded.numbers.numbers import Number
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, Word, name_words
from keyhole.tools.builtin.currencies import CURRENCIES

_MONEY = frozenset(
    "price prices cost costs fee fees paid pay payment refund budget fare salary money deposit bill charge tip rent "
    "wage revenue spend spent amount total".split()
)
_OF_MONEY = re.compile(r"\b(?:prices?|costs?|fees?|money|currency|amount paid|euros?|dollars?)\b", re.IGNORECASE)
_COINS = frozenset((*CURRENCIES, "euros", "dollars", "pounds", "francs", "bucks", "quid", "eur", "usd", "gbp", "chf"))
_YEAR = frozenset(("year", "years"))
_CLOCK = frozenset("hour hours minute minutes time month day age".split())
"""What a number with a hundred left out is hardly for: "one thirty" is a time of day there."""
_ZERO = frozenset(("oh", "o"))
_ONES = {word: n for n, word in enumerate("one two three four five six seven eight nine".split(), start=1)}
_FIRST_OF_YEARS, _LAST_OF_YEARS = 10, 20
_CENTS, _HUNDRED = 100, 100


def joined(parameter: Parameter, view: FillView, at: int) -> Number | None:
    """The number that begins at a word with what is said right behind it, as one for this parameter; None where they
    are two numbers, or there is one alone. The second part alone stands for both: who points at the eighty of "one
    eighty" means 180."""
    for first, second in _pairs(view):
        if at == first.first or first.last < at <= second.last:
            return _as_one(parameter, view, first, second)
    return None


def year_said(parameter: Parameter, view: FillView) -> int | None:
    """The one year that a request says in two parts, for a parameter that is a year."""
    if _YEAR.isdisjoint(name_words(parameter.path[-1])):
        return None
    said = {n.value for first, second in _pairs(view) if (n := _as_one(parameter, view, first, second))}
    year = said.pop() if len(said) == 1 else None
    return year if isinstance(year, int) else None


def ends_joined(parameter: Parameter, view: FillView) -> set[int]:
    """Where the numbers begin that are no more than the second part of one for this parameter."""
    spans = [(first.last, second.last) for first, second in _pairs(view) if _as_one(parameter, view, first, second)]
    return {at for at in view.numbers if any(first < at <= last for first, last in spans)}


def _pairs(view: FillView) -> Iterator[tuple[Number, Number]]:
    """The whole numbers that follow each other with a blank, a hyphen or a currency between them."""
    for first in view.numbers.values():
        if isinstance(first.value, int) and first.value > 0 and not first.percent:
            second = _second(view, first)
            if second is not None:
                yield first, second


def _second(view: FillView, first: Number) -> Number | None:
    words, at = view.words, first.last + 1
    coin = at < len(words) and words[at].text.lower() in _COINS
    at += coin
    if at >= len(words) or words[at].start - words[at - 1].end > 1:
        return None
    number, text = view.numbers.get(at), words[at].text.lower()
    if number is not None:
        written = words[at].kind == "word" or (coin and words[at].text.isdecimal() and len(words[at].text) == 2)
        in_words = coin or words[first.first].kind == "word"
        fits = isinstance(number.value, int) and (10 <= number.value < _CENTS or text.startswith("0"))
        return number if written and in_words and fits and not number.percent else None
    zero, _, one = text.partition("-")
    if zero in _ZERO and words[first.first].kind == "word":
        last = at if one else at + 1
        one = one or (words[last].text.lower() if last < len(words) else "")
        return Number(_ONES[one], at, last) if one in _ONES else None
    return None


def _as_one(parameter: Parameter, view: FillView, first: Number, second: Number) -> Number | None:
    """Both parts as one number, None for a parameter that wants them apart."""
    coin = second.first - first.last > 1
    name = frozenset(name_words(parameter.path[-1]))
    if parameter.many or _wanted_apart(parameter, view, first, second):
        return None
    if not coin and not _YEAR.isdisjoint(name):
        century = _FIRST_OF_YEARS <= first.value <= _LAST_OF_YEARS
        return replace(first, value=first.value * _HUNDRED + second.value, last=second.last) if century else None
    if coin or (parameter.type == "num" and _is_money(parameter.path[-1], parameter.description)):
        return replace(first, value=round(first.value + second.value / _CENTS, 2), last=second.last)
    unit = unit_behind(view.words, second.last, percent=False)
    fits = unit is None or unit.quantity == "temperature" or agreement(parameter, unit) == 1
    if unit is None and second.first in view.numbers and _counts_more(view.words, second.last):
        return None
    if first.value > len(_ONES) or not fits or not _CLOCK.isdisjoint(name):
        return None
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    if wanted is not None and wanted.quantity == "time" and unit is None:
        return None
    value, most = first.value * _HUNDRED + second.value, parameter.schema.get("maximum")
    fits = not isinstance(most, int | float) or value <= most
    return replace(first, value=value, last=second.last) if fits else None


def _counts_more(words: Sequence[Word], last: int) -> bool:
    """Whether a number stands before what it is a number of: the twenty of "two twenty-sided dice"."""
    behind = words[last + 1].text.lower() if last + 1 < len(words) else ""
    return bool(behind) and words[last + 1].start - words[last].end == 1 and behind not in STOP


def _wanted_apart(parameter: Parameter, view: FillView, first: Number, second: Number) -> bool:
    """Whether the first part is another parameter's, by the word before it, "zone one eighty litres", or there would
    be too few numbers for what is required."""
    before = view.words[first.first - 1].text.lower() if first.first else ""
    others = [p for p in view.parameters if p is not parameter and p.type in ("int", "num")]
    if any(before in name_words(other.path[-1]) for other in others):
        return True
    required = sum(other.required and not other.many and not other.options for other in others)
    return required > sum(not first.first <= at <= second.last for at in view.numbers)


@lru_cache(maxsize=512)
def _is_money(name: str, description: str) -> bool:
    return not _MONEY.isdisjoint(name_words(name)) or bool(_OF_MONEY.search(description[:200]))
