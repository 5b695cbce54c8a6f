"""Sums told as a story: `6 tickets at 12.50 each and a pen for 2, what do I owe`, `it was 80, 15% off, what do I pay`.

A story is read whole or not at all: every number in it has its place, and what is asked for is what the sum gives. So
where it says something that its form does not know of there is no sum, instead of a wrong one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from keyhole.tools.builtin.number_forms import plain_numbers
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.builtin.units import named_unit

_LONGEST = 250
_N = r"(\d+(?:\.\d+)?)"
_ANY = re.compile(_N)
_WORD = r"(?:[a-z][a-z'-]*)"
_CURRENCY = r"(?:dollars?|euros?|pounds|bucks|usd|eur|gbp|quid)"
_MARKS = re.compile(rf"[$\u20ac\u00a3\u00a5]|(?<=\d),(?=\d{{3}}\b)|(?<=\d) ?{_CURRENCY}\b")
_MONEY = re.compile(
    rf"[$\u20ac\u00a3\u00a5]|\.\d\d\b|\b(?:{_CURRENCY}|prices?|costs?|pay|paid|owe|bill|spen[dt]|each|apiece)\b"
)
_PERCENT = re.compile(r" ?\bper ?cent\b")
_UNREAD = re.compile(
    r"\b(?:hal(?:f|ves)|thirds?|quarters?|(?:four|fif|six|seven|eigh|nin|ten)ths?|dozens?|twice|double|triple|cents?|"
    r"tenner|fiver|change|free|%age|percentage|how (?:long|fast|old|often|far)|when|average|mean|round|between|"
    r"per \w+ per)\b|\bwhat ?%"
)
"""Says something of a number that no form knows of, or asks for something else."""

_TOTAL = re.compile(
    r"\b(?:total|altogether|all together|in all|combined|overall|how (?:much|many)|come to|pay|owe|spend)\b"
)
_IN_ALL = re.compile(r"\b(?:total|altogether|all together|in all|combined|overall)\b")
_AMOUNTS = re.compile(rf"{_N}(?:(?:,| and|, and) {_N}){{2,}}")
_ITEM = re.compile(rf"(?:{_N}|\ban?)(?: {_WORD}){{1,4}}? (?:at|for|costing) {_N}")
_PACKS = re.compile(
    rf"{_N} (?!out\b)(?!(?:multipli|divid|add)ed\b){_WORD} (?:{_WORD} )?(of|with|containing|holding|at) {_N}"
)
_SPANS = re.compile(r"\bhow many (?:days|weeks|months|years|hours|minutes)\b|\b(?:left|remain)\b")

_LEFT = re.compile(
    r"\b(?:how (?:much|many)|what(?:'s| is| do| have| will)?|whats)\b[^\d]{0,30}\b(?:left|remains?|still have)\b"
)
_SPENT = re.compile(r"\b(?:spen[dt]|paid|g[ai]ve|lost|lose|ate|eat|used?|sold|sell|took|take|drank|broke|costs?)\b")
_GAINED = re.compile(r"\b(?:f[io]u?nd|earn\w*|g[eo]ts?|w[io]ns?|gain\w*|receiv\w*|add(?:s|ed)?|plus|more|back)\b")
_REGULAR = re.compile(r"\b(?:each|every|per|an?) (?:day|week|month|year)\b")

_DOWN = re.compile(r"\b(?:reduced|off|discount|cheaper|marked down|drops?|dropped|f[ea]ll(?:s|en)?|decreased?|cut)\b")
_UP = re.compile(
    r"\b(?:tax|vat|gst|service charge|increased?|raised?|ris(?:e|es|en)|rose|goes up|went up|gr[eo]ws?|grown|dearer|"
    r"more expensive)\b"
)
_BEFORE_IT = re.compile(
    r"\b(?:with|without|incl\w*|before|gross|net|left|already|paid|what was|was it|original\w*|full|regular|normal|"
    r"at first|earn\w*|salary|wages?|income)\b|% (?:of|to)\b"
)
_THE_SHARE = re.compile(
    r"\bhow much (?:(?:is|was|would be) )?(?:the )?(?:tip|discount|tax|vat|reduction|off|extra|more|less|saving)\b|"
    r"\bhow much money\b|\b(?:do|did|will|would|can) (?:i|we) save\b|"
    r"\b(?:charge|discount|tip|tax) (?:comes to|is|adds?)\b(?! \d)"
)
_THE_REST = re.compile(
    r"\b(?:pay(?:ing)?|cost|price|charge|total|new|will (?:it|that|i)|would|be|come to|end up|owe)\b"
)

_A_YEAR = {"day": "365", "week": "52", "month": "12", "year": "1"}
_ADVERBS = {
    "daily": "day",
    "weekly": "week",
    "monthly": "month",
    "yearly": "year",
    "annually": "year",
    "annual": "year",
}
_PERIOD = rf"(?:(?:an?|per|each|every|one) ({'|'.join(_A_YEAR)})|({'|'.join(_ADVERBS)}))\b"
_RATE = re.compile(rf"{_N}(?: {_WORD}){{0,2}}? {_PERIOD}.*?\b{_PERIOD}")
_WORKED = re.compile(
    rf"{_N}(?: {_WORD}){{0,2}}? (?:an?|per|each|every) (hour|day|week|month)\b(?: {_WORD}|,|\.)*? {_N} \2s "
    rf"{_PERIOD}[^\d]*?\b(?:how much|what(?:'?s)?)\b(?:[^\d]*?\b{_PERIOD})?"
)
"""What is earned an hour, for how many hours of a week; and, where that is said, in which other span."""
_SHARED = re.compile(
    rf"{_N}(?: {_WORD}){{1,4}}? (?:and|among|for|to|with)(?: {_WORD}){{0,2}} {_N}\b.*"
    r"\bhow (?:much|many)\b[^\d]*\b(?:each|apiece|per (?:person|head|child|kid))\b(?! and how)"
)
_LIKEWISE = re.compile(
    rf"{_N} ({_WORD})(?: {_WORD})?? (?:costs?|weighs?|needs?|makes?|are|is) {_N}(?: ({_WORD}))?"
    rf"[^\d]*? {_N}(?: ({_WORD}))?"
)
_EVERYONE = re.compile(
    rf"{_N} (?!more|less){_WORD} (?:share|split|divide) {_N}\b[^\d]*"
    rf"\b(?:each|apiece|everyone|everybody|per {_WORD})\b[^\d]*"
)
"""Those who share come first: "3 people share 100, how much does everyone get"."""
_PAID_BY = re.compile(rf"{_N} ({_WORD}) (?:at|for) {_N} (?:an?|per) ({_WORD})")
"""So long, and what is paid for another span: "60 minutes at 45 an hour"."""
_HOW_MANY = re.compile(rf"\bhow many ({_WORD})")

_Told = tuple[str, tuple[str, ...]]
"""A sum, and the numbers of the story that have their place in it."""


def sum_told(request: str) -> str | None:
    """The sum that a story asks for, in signs; None where a text is no such story."""
    if len(request) > _LONGEST:
        return None
    text = " ".join(request.casefold().replace("\u2019", "'").split())
    try:
        text = to_digits(plain_numbers(text))
    except ValueError:
        return None
    readers = _READERS if _MONEY.search(text) else (each for each in _READERS if each is not _order)
    text = _PERCENT.sub("%", _MARKS.sub("", text))
    numbers = Counter(_ANY.findall(text))
    if not numbers or _UNREAD.search(text) or _in_several_units(text):
        return None
    if (paid := _PAID_BY.search(text)) and paid[2].rstrip("s") != paid[4].rstrip("s"):
        return None
    if "%" in text:
        readers = (_percentage,)
    return next((told[0] for read in readers if (told := read(text)) and Counter(told[1]) == numbers), None)


def _in_several_units(text: str) -> bool:
    """Whether what is measured in one unit is asked for in another, or is a speed: "38 bottles of 75 cl, litres?"."""
    units = {unit for word in re.findall(r"[a-z]{2,}", text) if word not in _NO_UNITS and (unit := named_unit(word))}
    units = {unit for unit in units if unit.quantity != "time"}
    return len(units) > len({unit.quantity for unit in units}) or any(unit.quantity == "speed" for unit in units)


_NO_UNITS = frozenset(("in", "at", "are", "second", "mark", "grain", "stone", "turn", "to", "as"))


def _percentage(text: str) -> _Told | None:
    """One amount and a share of it that comes off or on."""
    if (found := re.search(rf"{_N} ?%", text)) is None:
        return None
    share, amounts = found[1], _ANY.findall(text[: found.start()] + text[found.end() :])
    if len(amounts) != 1:
        return None
    used = (share, *amounts)
    if _THE_SHARE.search(text):
        return f"{share}% of {amounts[0]}", used
    down, up = _DOWN.search(text), _UP.search(text)
    if bool(down) == bool(up) or _BEFORE_IT.search(text) or not _THE_REST.search(text):
        return None
    return f"{amounts[0]} {'-' if down else '+'} {share}%", used


def _per_period(text: str) -> _Told | None:
    """An amount for each day, week or month, and what that is in another of them."""
    if (found := _RATE.search(text)) is None:
        return None
    amount, one, other = found[1], found[2] or _ADVERBS[found[3]], found[4] or _ADVERBS[found[5]]
    return (f"{amount}{_converted(one, other)}", (amount,)) if one != other else None


def _converted(one: str, other: str) -> str:
    """What an amount for one span is to be multiplied with for another; nothing for the same."""
    if one == other:
        return ""
    if {one, other} == {"day", "week"}:
        return f" {'*' if one == 'day' else '/'} 7"
    times = "" if one == "year" else f" * {_A_YEAR[one]}"
    return times + ("" if other == "year" else f" / {_A_YEAR[other]}")


def _worked(text: str) -> _Told | None:
    """What so many hours of a week come to, each paid alike."""
    if (found := _WORKED.search(text)) is None:
        return None
    amount, _, count, *spans = found.groups()
    one = spans[0] or _ADVERBS[spans[1]]
    other = spans[2] or _ADVERBS.get(spans[3] or "", one)
    if one == "day" != other:  # of how many days a week nothing is said
        return None
    return f"{amount} * {count}{_converted(one, other)}", (amount, count)


def _likewise(text: str) -> _Told | None:
    """What so many more come to: "5 apples cost 3, how much do 8 cost"; or how many it takes: "2 cups make 16 buns"."""
    if (found := _LIKEWISE.search(text)) is None or "how" not in text or "plus" in text:
        return None
    first, thing, comes_to, unit, wanted, of_what = found.groups()
    if unit and (span := named_unit(unit)) and span.quantity == "time":  # more hands need fewer days
        return None
    asked = _HOW_MANY.search(text)
    used = (first, comes_to, wanted)
    if (asked and asked[1] == thing) or (unit and of_what == unit):
        return f"{first} / {comes_to} * {wanted}", used
    if of_what in (None, thing, "cost", "weigh", "need", "make", "people"):
        return f"{comes_to} / {first} * {wanted}", used
    return None


def _shared(text: str) -> _Told | None:
    """What each gets of something that is shared."""
    if everyone := _EVERYONE.search(text):
        return f"{everyone[2]} / {everyone[1]}", (everyone[1], everyone[2])
    if (found := _SHARED.search(text)) is None:
        return None
    what, among = found.groups()
    return f"{max(what, among, key=float)} / {min(what, among, key=float)}", (what, among)


def _left(text: str) -> _Told | None:
    """What is left of an amount when the others are gone."""
    amounts = _ANY.findall(text)
    if len(amounts) < 2 or not (_LEFT.search(text) and _SPENT.search(text)) or _REGULAR.search(text):
        return None
    start = text.index(amounts[0])
    if (
        "each" in text or _SPENT.search(text[:start]) or _GAINED.search(text[start:])
    ):  # "spent 20, lost 5": of how much?
        return None
    first, *gone = amounts
    return (" - ".join(amounts), tuple(amounts)) if float(first) >= sum(map(float, gone)) else None


def _order(text: str) -> _Told | None:
    """Several things, each with its price."""
    items = _ITEM.findall(text)
    if (
        _REGULAR.search(text)
        or not items
        or not _TOTAL.search(text)
        or _SPANS.search(text)
        or not any(count for count, _ in items)
    ):
        return None
    if len(items) == 1 and "how many" in text:  # "20 dollars of gas at 3.20, how many gallons"
        return None
    told = " + ".join(f"{count} * {price}" if count else price for count, price in items)
    return told, tuple(number for item in items for number in item if number)


def _packs(text: str) -> _Told | None:
    """Boxes with so many in each."""
    found = _PACKS.search(text)
    if found is None or (found[2] == "at" and "each" not in text):
        return None
    if not _TOTAL.search(text) or _SPANS.search(text) or _REGULAR.search(text):
        return None
    return f"{found[1]} * {found[3]}", (found[1], found[3])


def _list(text: str) -> _Told | None:
    """Several amounts of one kind, and what they come to; how many there are may be said besides."""
    if (found := _AMOUNTS.search(text)) is None or not _IN_ALL.search(text) or "each" in text:
        return None
    amounts = _ANY.findall(found[0])
    count = (str(len(amounts)),) if len(_ANY.findall(text)) > len(amounts) else ()
    return " + ".join(amounts), (*amounts, *count)


_READERS: tuple[Callable[[str], _Told | None], ...] = (
    _worked,
    _per_period,
    _likewise,
    _shared,
    _left,
    _order,
    _packs,
    _list,
)
