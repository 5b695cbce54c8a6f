"""Numbers written as words, as digits: `twenty-five plus one hundred and three` -> `25 plus 103`."""

from __future__ import annotations

import re
from decimal import Decimal

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: value for value, word in enumerate(_UNITS.split())}
_SMALL |= {word: value * 10 for value, word in enumerate(_TENS.split(), 2)}
_LARGE = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 1_000_000_000_000}

NUMBER_WORD = "|".join((*_SMALL, "hundred", *_LARGE))
_NUMBER = re.compile(
    rf"\b(?:{NUMBER_WORD})(?:(?:[\s-]+|\s+and\s+)(?:{NUMBER_WORD}))*(?:\s+point(?:\s+(?:{NUMBER_WORD}))+)?\b"
)
_SCALE = "|".join(("hundred", *_LARGE))
_SCALED = re.compile(rf"(?<![\w.,])(?:(\d+(?:\.\d+)?)|(half|(?:a )?quarter of)(?: an?)?)[ -]({_SCALE})\b")
"""A scale behind digits, or a part of one: 3 million, half a million."""
_AND_PART = re.compile(r"(?<![\w.,])(\d+) and (?:a (half|quarter)|(3 quarters?))\b")
_PARTS = {"half": ".5", "quarter": ".25", "3 quarters": ".75"}
_JOINED_BY_AND = re.compile(
    rf"(?<!hundred)(?<!thousand)(?<!million)(?<!billion)(?<!trillion)\s+and\s+(?={NUMBER_WORD})"
)


def to_digits(text: str) -> str:
    """`text` with every number written in English words (lower case) written in digits.

    `and` belongs to a number after hundred, thousand and so on only: `five and seven` stays two numbers.
    """
    text = _NUMBER.sub(lambda found: _split_at_and(found.group()), _SCALED.sub(_scaled, text))
    return _AND_PART.sub(_with_part, text)


def _scaled(found: re.Match[str]) -> str:
    """3 million, half a million, in digits."""
    share = Decimal(found[1] or ("0.5" if found[2] == "half" else "0.25"))
    return f"{(share * _LARGE.get(found[3], 100)).normalize():f}"


def _with_part(found: re.Match[str]) -> str:
    """3 and a half, as 3.5."""
    return found[1] + _PARTS[found[2] or "3 quarters"]


def _split_at_and(text: str) -> str:
    return " and ".join(_spoken(part) for part in _JOINED_BY_AND.split(text))


def _spoken(text: str) -> str:
    whole, point, decimals = text.partition(" point ")
    runs = _value(whole.replace("-", " ").split())
    if not point:
        return runs
    return f"{runs}.{''.join(str(_SMALL.get(word, '')) for word in decimals.split())}"


def _value(words: list[str]) -> str:
    """The number these words say; where they do not build one number ("one two three"), each by itself."""
    numbers: list[int] = []
    total, group, last = 0, 0, 0
    for word in words:
        if word == "and":
            continue
        if word in _LARGE:
            total, group, last = total + max(group, 1) * _LARGE[word], 0, _LARGE[word]
        elif word == "hundred":
            group, last = max(group, 1) * 100, 100
        else:
            value = _SMALL[word]
            fits = last in (0, 100, *_LARGE.values()) or (last >= 20 and last % 10 == 0 and last < 100 and value < 10)
            if not fits:
                numbers.append(total + group)
                total, group = 0, 0
            group, last = group + value, value
    numbers.append(total + group)
    return " ".join(map(str, numbers))


_PLACES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
_PLACE = {word: value for value, word in enumerate(_PLACES.split(), 1)}
_PLACE |= {f"twenty-{word}": 20 + value for word, value in [*_PLACE.items()][:9]}
_PLACE |= {"thirtieth": 30, "thirty-first": 31}
ORDINAL = "|".join(sorted((word.replace("-", "[ -]") for word in _PLACE), key=len, reverse=True))
MONTH_NAME = (
    "(?:jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?)"
)
_ORDINAL_DAY = re.compile(
    rf"\b({ORDINAL})(?= (?:of |in )?{MONTH_NAME}\b)|\b(?P<month>{MONTH_NAME})(?: the)? (?P<day>{ORDINAL})\b",
    re.IGNORECASE,
)
"""A day of a month whose number is a word: "the third of March", "May first"."""


def place_in_a_row(ordinal: str) -> int:
    """The number of an ordinal in words: 2 of "second". Raises `KeyError` for another word."""
    return _PLACE[ordinal.lower().replace(" ", "-")]


def ordinal_days(text: str) -> str:
    """`text` with the days of months in digits: `the third of march` -> `the 3 of march`, `may first` -> `may 1`."""

    def plain(found: re.Match[str]) -> str:
        day = place_in_a_row(found[1] or found["day"])
        return f"{found['month']} {day}" if found["month"] else str(day)

    return _ORDINAL_DAY.sub(plain, text)
