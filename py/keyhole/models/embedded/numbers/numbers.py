# ruff: noqa: RUF001, RUF002, SIM905  (typographic signs are what people type; word lists read best as words)
"""Numbers in a request, in digits and in words, and where each begins and ends."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from keyhole.models.embedded.text import Word, read_digits
from keyhole.tools.builtin.units import named_unit


@dataclass(frozen=True, slots=True)
class Number:
    """A number found in a text: `first` and `last` are the positions of its first and last word."""

    value: int | float
    first: int
    last: int
    percent: bool = False


_UNITS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
} | {"fourty": 40}
_SCALES = {"hundred": 100, "thousand": 1000, "k": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_LARGE = frozenset(("thousand", "million", "billion", "trillion"))
_NO_SCALE = 10**18
_OF_MONEY = {"k": 1000, "m": 10**6, "b": 10**9, "bn": 10**9}
_OTHER = {"dozen": 12, "half": 0.5, "quarter": 0.25, "couple": 2, "fifty-fifty": 0.5}
_COME_IN_PAIRS = frozenset(
    "shoes boots sneakers trainers sandals slippers heels socks stockings gloves mittens trousers pants jeans shorts "
    "leggings tights glasses sunglasses goggles binoculars scissors shears pliers tongs tweezers headphones earphones "
    "earbuds earrings skis skates crutches".split()
)
"""What a pair of is one thing: a pair of gloves, but a pair of bags is two bags."""
_AND_PARTS = {"and a half": 0.5, "and a quarter": 0.25, "and three quarters": 0.75, "and three quarter": 0.75}
_GLYPHS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
_ORDINALS |= {"ninth": 9, "tenth": 10}
_PARTS_OF_ONE = {f"{word}s": value for word, value in _ORDINALS.items() if value > 2} | {"quarters": 4}
"""What a count of says a fraction: "two thirds", "nine tenths"; of seconds it says a time."""


def find_numbers(words: Sequence[Word]) -> dict[int, Number]:
    """Numbers by the position of their first word: digits, number words ("twenty five", "1.5 million"), "half"."""
    found: dict[int, Number] = {}
    at = 0
    while at < len(words):
        number = None if _stands_for_a_noun(words, at) or _one_of_two(words, at) else _number_at(words, at)
        if number is None:
            at += 1
            continue
        found[at] = number
        at = number.last + 1
    return found


_POINTED_AT = frozenset(
    "other another each every this that which first second third last next right left wrong same little new old small "
    "big large".split()
)
_WHICH_ONE = frozenset("with that who which before after in on at from of for and or is was has".split())


def _stands_for_a_noun(words: Sequence[Word], at: int) -> bool:
    """Whether "one" is no number: "the other one", "the one with a lid", "one of those"."""
    if words[at].text.lower() != "one":
        return False
    before = words[at - 1].text.lower() if at else ""
    behind = [word.text.lower() for word in words[at + 1 : at + 3]]
    if before in _POINTED_AT or (before.endswith("est") and len(before) > 4):
        return True
    if before == "the":
        return not behind or behind[0] in _WHICH_ONE or words[at + 1].kind not in ("word", "num")
    return len(behind) > 1 and behind[0] == "of" and behind[1] in _THESE


_THESE = frozenset("the my our your his her their these those".split())


def _one_of_two(words: Sequence[Word], at: int) -> bool:
    """Whether "one" counts nothing: "one train leaves at 4, another at 5", "one of 25 kg"."""
    if words[at].text.lower() != "one" or at + 1 >= len(words) or words[at + 1].kind != "word":
        return False
    following = words[at + 1].text.lower()
    more = list(words[at + 2 : at + _FAR])
    if following == "of" and more and more[0].kind == "num":
        return True
    other = next((n for n, word in enumerate(more) if word.text.lower() in ("another", "other")), 0)
    counted = [any(word.kind == "num" for word in part) for part in (more[:other], more[other:])]
    return following not in _SCALES and not named_unit(following) and all(counted)


_FAR = 16
"""Words behind "one" among which the other is looked for, and the numbers of both."""


def _number_at(words: Sequence[Word], at: int, under: int = _NO_SCALE) -> Number | None:
    """The number that begins at a word; `under`: scales as high as this belong to what stands before it."""
    if words[at].text.lower() in ("minus", "negative"):
        if at + 1 == len(words) or words[at + 1].text.lower() in ("minus", "negative") or _ends_number(words, at):
            return None
        if _PLUS_OR.search(" ".join(word.text.lower() for word in words[max(0, at - 2) : at])):
            return None
        below = _number_at(words, at + 1)
        return Number(-below.value, at, below.last, below.percent) if below and below.value > 0 else None
    if words[at].kind == "code":
        return _in_hours(words, at)
    begun = _in_digits(words, at) if words[at].kind == "num" else _in_words(words, at)
    if begun is None:
        return None
    value, last = _with_scales(words, at, *_with_decimals(words, at, *begun), under)
    if float(value).is_integer() and (
        part := _AND_PARTS.get(" ".join(w.text.lower() for w in words[last + 1 : last + 4]))
    ):
        value, last = value + part * _halved_with(words[last]), last + 3
        if last + 1 < len(words) and words[last + 1].text.lower() in _LARGE:  # "two and a half million"
            value, last = value * _scale(words[last + 1]), last + 1
    if zero := _BELOW_ZERO.match(" ".join(w.text.lower() for w in words[last + 1 : last + 5])):
        value, last = -abs(value), last + len(zero[0].split())
    behind = [word.text.lower() for word in words[last + 1 : last + 3]]
    percent = behind[:1] in (["%"], ["percent"], ["pct"]) or behind in (["per", "cent"], ["percentage", "points"])
    if isinstance(value, float) and value.is_integer() and last > at:
        value = int(value)
    return Number(value, at, last, percent)


_PLUS_OR = re.compile(r"\bplus(?: or)?$")
"""What stands before the minus of "plus or minus 3", below and above."""


def _with_decimals(words: Sequence[Word], at: int, value: int | float, last: int) -> tuple[int | float, int]:
    """A number with its decimals in words, "two point nine", and the last word; not "at one point five of them"."""
    end = last + 1
    if not isinstance(value, int) or value < 0 or end >= len(words) or words[end].text.lower() != "point":
        return value, last
    digits = ""
    while end + 1 < len(words) and len(digits) < _MOST_DECIMALS:
        text = words[end + 1].text.lower()
        if text.isascii() and text.isdecimal() and not digits and len(text) <= _MOST_DECIMALS:
            digits, end = text, end + 1
            break
        if not 0 <= _DIGITS.get(text, -1) <= (99 if not digits else 9):
            break
        digits, end = digits + str(_DIGITS[text]), end + 1
    if not digits or (at and value == 1 and words[at - 1].text.lower() == "at" and not _is_measured(words, end)):
        return value, last
    return float(f"{value}.{digits}"), end


_MOST_DECIMALS = 6
_DIGITS = {**_UNITS, **_TENS, "oh": 0} | {
    f"{ten}-{one}": _TENS[ten] + _UNITS[one] for ten in _TENS for one in list(_UNITS)[1:10]
}
"""What stands for decimals in words: "point nine", "point two five", "point seventy-five"."""


def _is_measured(words: Sequence[Word], last: int) -> bool:
    """Whether a percent sign or a unit follows a word."""
    behind = words[last + 1].text.lower() if last + 1 < len(words) else ""
    return behind in ("%", "percent", "pct") or behind in _SCALES or named_unit(behind) is not None


def _halved_with(word: Word) -> int:
    """Of what "and a half" is a half behind a word: of a million, of a dozen, else of one."""
    scale = _SCALES.get(word.text.lower(), 12 if word.text.lower() == "dozen" else 1)
    return scale if scale == 12 or scale >= 10**6 else 1


def _in_digits(words: Sequence[Word], at: int) -> tuple[int | float, int] | None:
    """What a number in digits is with its fraction, power and sign, and its last word; None beyond all numbers."""
    value, last = _with_fraction(words, at, read_digits(words[at].text))
    value, last = _with_power(words, last, value)
    if value in (float("inf"), float("-inf")):
        return None
    return (-value if _subtracted(words, at) else value), last


def _in_words(words: Sequence[Word], at: int) -> tuple[int | float, int] | None:
    """What a number in words begins with, "twenty five", "half a million", "a hundred", and its last word."""
    lower = words[at].text.lower()
    following = words[at + 1].text.lower() if at + 1 < len(words) else ""
    parts = lower.split("-")
    if lower == "pair":
        kind = [word.text.lower() for word in words[at + 2 : at + 5]]
        counted = at and words[at - 1].text.lower() == "a" and following == "of" and _COME_IN_PAIRS.isdisjoint(kind)
        return (2, at + 1) if counted else None
    if lower in _OTHER:
        return _part_of_scale(words, at, _OTHER[lower])
    if all(part in _UNITS or part in _TENS or part == "oh" for part in parts):
        value = _of_parts(parts)
        if value is None:
            return None
        if 0 < value < _PARTS_OF_ONE.get(following, 0):
            return _part_of_scale(words, at + 1, value / _PARTS_OF_ONE[following])
        if lower in _TENS and 0 < _UNITS.get(following, 0) < 10:
            return value + _UNITS[following], at + 1
        return value, at
    if lower in ("hundred", "thousand") and at and words[at - 1].text.lower() in _BEFORE_MANY:
        return _SCALES[lower], at
    if lower in ("a", "an") and following in (*_SCALES, "dozen"):
        return _scale(words[at + 1]), at + 1
    plain = _GLYPHS.get(lower, _ORDINALS.get(lower))
    return None if plain is None else (plain, at)


_BEFORE_MANY = frozenset("top first last next past newest latest".split())
"""What stands before a scale that is a number alone: "the top hundred"."""


def _of_parts(parts: Sequence[str]) -> int | None:
    """The number of words with hyphens between: twenty-five, one-eighty-five, one-oh-four; None for spans as of
    "ten-fifteen"."""
    hundred = 100 * _UNITS[parts[0]] if len(parts) > 1 and 0 < _UNITS.get(parts[0], 0) < 10 else 0
    rest = parts[1:] if hundred else parts
    if rest[0] == "oh":
        return hundred + _UNITS[rest[1]] if hundred and len(rest) == 2 and 0 < _UNITS.get(rest[1], 0) < 10 else None
    if len(rest) == 1:
        value = _UNITS.get(rest[0], _TENS.get(rest[0], 0))
        return hundred + value if not hundred or rest[0] in _TENS else None
    two = len(rest) == 2 and rest[0] in _TENS and 0 < _UNITS.get(rest[1], 0) < 10
    return hundred + _TENS[rest[0]] + _UNITS[rest[1]] if two else None


COMPACT = re.compile(r"(\d{1,2})(?:h([0-5]?\d)(?:m|min)?(?:([0-5]?\d)s?)?|m(?:in)?([0-5]?\d)s)", re.IGNORECASE)
"""A length of time in one word: 1h20, 2h15m, 1h02m30s in hours, 4m30s in minutes."""


def _in_hours(words: Sequence[Word], at: int) -> Number | None:
    """The hours, or the minutes, of a length of time in one word."""
    found = COMPACT.fullmatch(words[at].text)
    if found is None:
        return None
    parts = [int(found[1]), int(found[4])] if found[4] else [int(part or 0) for part in found.group(1, 2, 3)]
    return Number(sum(part / 60**place for place, part in enumerate(parts)), at, at)


def _part_of_scale(words: Sequence[Word], at: int, part: float) -> tuple[int | float, int]:
    """A part, whose word is at `at`, of the scale that follows it, "half a million", and the last word."""
    last = _scale_of_part(words, at)
    return (int(part * _scale(words[last])), last) if last > at else (part, at)


def _with_scales(words: Sequence[Word], at: int, value: int | float, last: int, under: int) -> tuple[int | float, int]:
    """A number with the scales behind it and what goes on from there, "two thousand one hundred", and the last word."""
    while last + 1 < len(words):
        following = words[last + 1].text.lower()
        adjacent = words[last + 1].start == words[last].end
        dozens = following == "dozen" and 1 <= value < 100
        scaled = _SCALES.get(following, _NO_SCALE) < under and value < _NO_SCALE
        spoken = adjacent or words[last].kind == "word"  # 40k, "forty k"
        if dozens or (scaled and (following != "k" or (spoken and words[last + 1].text == "k"))):
            value, last = value * _scale(words[last + 1]), last + 1
        elif adjacent and last == at and at and words[at - 1].text in _CURRENCIES and following in _OF_MONEY:
            value, last = value * _OF_MONEY[following], last + 1
        elif less := _smaller_behind(words, last):
            value, last = value + less.value, less.last
        else:
            break
    return value, last


_CURRENCIES = frozenset("$€£¥₹")
_BELOW_ZERO = re.compile(r"(?:° ?|degrees? )?(?:[cf] |celsius |fahrenheit )?below zero\b")
_TIMES = frozenset(("x", "×", "*", "·"))
_EXPONENT = re.compile(r"(?:\^|\*\*)([-−+]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3})")
_VARIABLE = re.compile(r"[xyz][²³]?")


def _with_fraction(words: Sequence[Word], at: int, value: int | float) -> tuple[int | float, int]:
    """A number with the fraction that it begins or that follows it, and the last word: 3/4 cup, 1 1/2 cups, 2½."""
    texts = [word.text.lower() for word in words[at : at + 5]]
    if len(texts) > 1 and texts[1] in _GLYPHS and isinstance(value, int):
        return value + _GLYPHS[texts[1]], at + 1
    if isinstance(value, int) and (part := _fraction(words, at + 1)) and words[at + 1].start == words[at].end + 1:
        return value + part, at + 3
    behind = texts[3] if len(texts) > 3 else ""
    if (part := _fraction(words, at)) and (behind == "of" or behind in _SCALES or named_unit(behind)):
        return part, at + 2
    return value, at


def _fraction(words: Sequence[Word], at: int) -> float:
    """The fraction of small numbers that stands at a word, "3/4"; 0 where none does."""
    if at + 2 >= len(words) or words[at + 1].text != "/" or words[at].end + 1 != words[at + 2].start:
        return 0.0
    above, below = words[at].text, words[at + 2].text
    if not (above.isdecimal() and below.isdecimal()) or not 0 < int(above[:3]) < int(below[:3]) <= 16:
        return 0.0
    return int(above) / int(below)


def _with_power(words: Sequence[Word], last: int, value: int | float) -> tuple[int | float, int]:
    """A number with the power of ten that it is multiplied by, and the last word: "5.5 x 10^14", "6.67 × 10⁻¹¹"."""
    if [word.text.lower() for word in words[last + 2 : last + 3]] != ["10"] or words[last + 1].text not in _TIMES:
        return value, last
    found, tail, end = None, "", last + 2
    for at in range(last + 3, min(len(words), last + 7)):
        if words[at].start != words[at - 1].end:
            break
        tail += words[at].text
        if match := _EXPONENT.fullmatch(tail):
            found, end = match, at
    if found is None:
        return value, last
    exponent = unicodedata.normalize("NFKC", found[1] or found[2]).replace("−", "-")
    return float(f"{value}e{int(exponent)}"), end


def _subtracted(words: Sequence[Word], at: int) -> bool:
    """Whether a number is a term of a polynomial with a minus before it: the 5 and the 3 of "2x² - 5x - 3"."""
    if at < 2 or words[at - 1].text not in ("-", "−"):
        return False
    of_variable = (
        at + 1 < len(words) and words[at + 1].start == words[at].end and _VARIABLE.fullmatch(words[at + 1].text)
    )
    before = words[at - 3 : at - 1]
    behind_term = len(before) == 2 and before[0].end == before[1].start and _VARIABLE.fullmatch(before[1].text)
    return bool(of_variable or (behind_term and before[0].kind == "num"))


def _ends_number(words: Sequence[Word], at: int) -> bool:
    """Whether what stands before a word is a number, from which something may be taken away."""
    before = words[at - 1] if at else None
    return before is not None and (before.kind in ("num", "code") or before.text.lower() in (*_UNITS, *_TENS, ")"))


def _smaller_behind(words: Sequence[Word], last: int) -> Number | None:
    """The number in words that goes on one which ends with a scale: the 23 of "one hundred and twenty three". Not where
    it has as high a scale itself: "one hundred, two hundred"."""
    scale = _SCALES.get(words[last].text.lower(), 0) if words[last].kind == "word" else 0
    at = last + 1 + (last + 1 < len(words) and words[last + 1].text.lower() == "and")
    if not scale or at >= len(words) or words[at].text.lower().split("-")[0] not in (*_UNITS, *_TENS):
        return None
    rest = _number_at(words, at, scale)
    if rest is None or not isinstance(rest.value, int) or rest.value >= scale:
        return None
    behind = words[rest.last + 1].text.lower() if rest.last + 1 < len(words) else ""
    return rest if _SCALES.get(behind, _NO_SCALE) > scale else None


def _scale(word: Word) -> int:
    return _SCALES.get(word.text.lower(), 12)


def _scale_of_part(words: Sequence[Word], at: int) -> int:
    """The last word of a part of something large, "half a million"; `at`, that of the part, where none follows."""
    for end in range(at + 1, min(len(words), at + 4)):
        lower = words[end].text.lower()
        if (lower in _SCALES and lower != "k") or lower == "dozen":
            return end
        if lower not in ("of", "a", "-"):
            break
    return at
