# ruff: noqa: RUF001, SIM905  (marks of other scripts are what people type; word lists read best as words)
"""Requests in other languages, word for word in English: all that the model has learned is English.

What comes out is broken ("renew please the book with the number 3117"), but it is words that the tools' cards have;
what no glossary knows, names and numbers above all, stays as it stands, and the values that are read out of it are
given as they were said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from keyhole.models.embedded.lists.listed import listed_in
from keyhole.models.embedded.parameters import meets, parameters_of
from keyhole.models.embedded.sight import date_runs
from keyhole.models.embedded.text import as_word, split_words
from keyhole.models.embedded.texts.glossary import folded, forms, in_glossary
from keyhole.models.embedded.texts.languages import KEPT, language_of
from keyhole.tools.builtin.units import named_unit

_UNPARTED = frozenset(("ja", "zh"))
"""Languages that write their words without blanks."""
_MYRIAD_WISE = _UNPARTED | {"ko"}
"""Languages that count in ten thousands."""
_LONGEST, _LONGEST_UNPARTED = 4, 12
"""Words, or characters where words are not parted, of the longest form that is looked for."""
_ALONE = frozenset(
    "的了在到从從把给給是有吗嗎呢请請我你他她它您和与與或不也就都要去来來后後前里裡上"
    "下中个個几幾多最这這那为為对對用被让讓"
)
"""Chinese characters that are words beside any other; of the rest one alone is mostly a part of a name."""
_WORD = re.compile(r"[^\W\d_]+")
_PHRASE = re.compile(r"[^\W\d_]+(?:[ '’-]+[^\W\d_]+)*")
_ORDINAL = re.compile(r"(?<=\d)\.\s+$")
_ELISIONS = ("'", "’")
"""Between an article and its noun: "l'hôtel"."""
_AT_END = {
    "de": {"aus": "off", "ab": "off", "an": "on", "ein": "on"},
    "nl": {"uit": "off", "af": "off", "aan": "on"},
}
"""What belongs to a verb though it ends the sentence: "mach das Licht aus"."""
_ENDED = re.compile(r"\s*(?:$|[.!?;])")
_WITHIN = re.compile(r"[^\s.?!¿¡:\n]\s+$")
"""What stands before a word within a sentence."""
_BESIDE = 8
"""Characters before a word that are looked at."""
_MONTHS = "January February March April May June July August September October November December".split()
_CLOCK = re.compile(
    r"(?<![\d.,])(?P<hour>\d{1,2})(?:\s?h\s?(?P<h>\d\d)?|"
    r"(?:[.:](?P<point>\d\d))?\s(?P<clock>uhr|uur)(?:\s(?P<behind>\d\d))?)(?!\w)",
    re.IGNORECASE,
)
"""A time of day as French, Portuguese, German and Dutch have it: "19h30", "19.30 Uhr", "6 Uhr 45"."""
_AT = re.compile(r"\b(?:à|a|às|as|las|vers|dès|après|avant|depuis|entre|et|e|até|ou|de)\s$", re.IGNORECASE)
"""What stands before an hour that is no length of time: "14h" of "à 14h"."""
_MOMENT = re.compile(
    r"(?:(?P<year>\d{4})\s?[年년]\s?)?(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日号號일]"
    r"|(?P<half>上午|下午|午前|午後|早上|晚上|傍晚|夜|朝|오전|오후|아침|저녁|밤|새벽)?の?\s?(?P<hour>\d{1,2})\s?[時时点點시]"
    r"(?![間间간])(?:\s?(?P<minute>\d{1,2})\s?[分분]|\s?(?P<thirty>[半반]))?"
)
"""A date or a time of day as Chinese, Japanese and Korean have it."""
_LATER = frozenset(("下午", "午後", "晚上", "傍晚", "夜", "오후", "저녁", "밤"))
_AMOUNT = re.compile(r"(?<![\d.,/-])\d[\d,]*(?:\.\d+)?(?:[億亿万萬千百억만천백](?:\d[\d,]*)?)+")
"""A number with its tens of thousands and the like in words: "4만2천5백", "1.5万"."""
_HUNDREDS = {"百": 100, "백": 100, "千": 1000, "천": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "만": 10**4, "億": 10**8, "亿": 10**8, "억": 10**8}
_NUMBER = re.compile(r"(?<![\w.,/-])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+,\d{1,2})(?![\w/-]|[.,]\d)")
"""A number with a comma before its fraction, or points between its thousands: "68.400", "2,25"."""
_DATE = re.compile(r"(?<![\w./-])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?![\w/-])")
"""A date that begins with its day."""
_PART_OF_DAY = re.compile(r"['’]s (ochtends|morgens|middags|avonds|nachts)\b", re.IGNORECASE)
_PARTS_OF_DAY = {
    "ochtends": "in the morning", "morgens": "in the morning", "middags": "in the afternoon",
    "avonds": "in the evening", "nachts": "at night",
}  # fmt: skip
_FIRST = re.compile(r"\b1(?:er|ère|º)(?!\w)")


@dataclass(frozen=True, slots=True)
class Glossed:
    """A request in English, and what was exchanged: in `text` from the first place to the second, in `said`, the
    request itself, from the third to the fourth."""

    text: str
    said: str
    exchanged: tuple[tuple[int, int, int, int], ...] = ()

    def as_said(self, value: str) -> str:
        """A text that was read out of `text` as it was said. Names of places, days and the like stay in English, which
        tools take, and so do dates, times and units."""
        found = as_word(value).search(self.text) if self.exchanged else None
        start, end = found.span() if found else (0, 0)
        inside = [each for each in self.exchanged if each[0] < end and start < each[1]]
        if not any(self.text[each[0] : each[1]].strip()[:1].islower() for each in inside):
            return value
        words = split_words(value)
        if named_unit(value) or (0, len(words) - 1) in date_runs(words):
            return value
        return self.said[self._place(start, end=False) : self._place(end, end=True)]

    def _place(self, at: int, *, end: bool) -> int:
        """Where a place in `text` is in what was said; within what was exchanged its beginning, or its `end`."""
        moved = 0
        for first, last, was, until in self.exchanged:
            if at < first or (end and at == first):
                break
            if at < last or (end and at == last):
                return until if end else was
            moved = until - last
        return at + moved


def put_as_said(args: dict[str, Any], schema: Mapping[str, Any], glossed: Glossed) -> None:
    """Give the texts among the arguments as they were said, those of a list of objects too, where the schema takes
    that."""
    if (listed := listed_in(schema, ())) and glossed.exchanged:
        for each in args.get(listed.name, ()):
            put_as_said(each, listed.schema, glossed)
    for parameter in parameters_of(schema) if glossed.exchanged else ():
        *path, name = parameter.path
        inner = args
        for part in path:
            inner = inner.get(part, {})
        if parameter.type == "str" and not parameter.options and name in inner:
            given = inner[name]
            said = [glossed.as_said(each) for each in given] if parameter.many else glossed.as_said(given)
            if meets(parameter.schema, said, parameter.many):
                inner[name] = said


def in_english(text: str, beside: Iterable[str] = ()) -> Glossed:
    """A request word for word in English; as it stands where it is English or in no language that is known, and but for
    dates and numbers where one of the texts `beside` it, which it is held against, is in the same language."""
    language = language_of(text)
    if language is None:
        return Glossed(text, text)
    alike = any(language_of(each) == language for each in beside)
    made, exchanged, at, length = list[str](), [], 0, 0
    for start, end, english in sorted(_numbers(text, language)) if alike else _exchanges(text, language):
        made += [text[at:start], english]
        length += start - at + len(english)
        exchanged.append((length - len(english), length, start, end))
        at = end
    return Glossed("".join([*made, text[at:]]), text, tuple(exchanged))


def _exchanges(text: str, language: str) -> list[tuple[int, int, str]]:
    """What is exchanged, in order: where it begins and ends, and what it is in English."""
    made = list(_numbers(text, language))
    kept = [match.span() for match in KEPT.finditer(text)]
    taken = [(start, end) for start, end, _ in made]
    taken += [span for span in kept if not any(_meet(span, number) for number in taken)]
    words = _in_script if language in _UNPARTED else _in_words
    return sorted([*made, *words(text, language, sorted(taken))])


def _free(text: str, taken: Sequence[tuple[int, int]]) -> list[bool]:
    """Of every place of a text whether nothing has taken it."""
    free = [True] * len(text)
    for start, end in taken:
        free[start:end] = [False] * (end - start)
    return free


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _numbers(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Dates, times of day and numbers that are written otherwise."""
    if language in _MYRIAD_WISE:
        moments = list(_MOMENT.finditer(text))
        for before, found in zip([None, *moments], moments, strict=False):
            near = before is not None and found.start() - before.end() < _BESIDE
            half = found["half"] or (before["half"] if before is not None and near else None)
            yield *found.span(), f" {_moment(found, half)} "
        free = _free(text, [moment.span() for moment in moments])
        for found in _AMOUNT.finditer(text):
            if all(free[slice(*found.span())]):
                yield *found.span(), f" {_amount(found[0])} "
    else:
        for found in _PART_OF_DAY.finditer(text) if language == "nl" else ():
            yield *found.span(), _PARTS_OF_DAY[found[1].lower()]
        for found in _CLOCK.finditer(text):
            minute = found["h"] or found["point"] or found["behind"]
            if minute or found["clock"] or _AT.search(text, max(0, found.start() - _BESIDE), found.start()):
                yield *found.span(), f"{found['hour']}:{minute or '00'}"
        for found in _DATE.finditer(text):
            if int(found[3]) <= 12 and int(found[1]) <= 31:
                yield *found.span(), f"{found[4]}-{int(found[3]):02}-{int(found[1]):02}"
        for found in _FIRST.finditer(text):
            yield *found.span(), "1st"
        for found in _NUMBER.finditer(text):
            yield *found.span(), found[0].replace(".", "").replace(",", ".")  # the language tells which mark is which


def _amount(said: str) -> str:
    """A number that is counted in ten thousands, in digits."""
    total = section = Fraction(0)
    digits = ""
    for sign in said:
        if sign in _HUNDREDS:
            section += (Fraction(digits) if digits else 1) * _HUNDREDS[sign]
        elif sign in _MYRIADS:
            section += Fraction(digits) if digits else 0
            total, section = total + (section or 1) * _MYRIADS[sign], Fraction(0)
        digits = digits + sign if sign in "0123456789." else "" if sign != "," else digits
    return f"{float(total + section + (Fraction(digits.rstrip('.')) if digits.strip('.') else 0)):.15g}"


def _moment(told: re.Match[str], half_said: str | None) -> str:
    """A date or a time of day in figures; `half_said`: the half of the day, of this time or of the one before it."""
    if told["month"]:
        if told["year"]:
            return f"{told['year']}-{int(told['month']):02}-{int(told['day']):02}"
        return f"{_MONTHS[(int(told['month']) - 1) % 12]} {told['day']}"
    minute = "30" if told["thirty"] else f"{int(told['minute'] or 0):02}"
    half = {True: " pm", False: " am"}[half_said in _LATER] if half_said and int(told["hour"]) < 13 else ""
    return f"{told['hour']}:{minute}{half}"


def _in_words(text: str, language: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    free = _free(text, taken)
    words = []
    for found in _WORD.finditer(text):
        start = next((place for place in range(*found.span()) if free[place]), found.end())
        if start < found.end() and (start == found.start() or language in _MYRIAD_WISE):
            words.append((start, found.end()))  # "3시부터" without the hour
    at = 0
    while at < len(words):
        step = 1
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            start, end = words[at][0], words[at + length - 1][1]
            if length > 1 and not _PHRASE.fullmatch(text[start:end]):
                continue
            english = in_glossary(text[start:end], language)
            if length == 1 and _ENDED.match(text, end):
                english = _AT_END.get(language, {}).get(text[start:end], english)
            if english is None or _is_name(text, start, english, language):
                continue
            if english in _MONTHS and (dot := _ORDINAL.search(text, max(0, start - _BESIDE), start)):
                start, english = dot.start(), f" {english}"
            if length == 1 and text[end : end + 1] in _ELISIONS and text[end + 1 : end + 2].isalpha():
                end, english = end + 1, f"{english} "
            if text[max(0, start - 1) : start].isdigit() and english[0] != " ":
                english = f" {english}"
            yield start, end, english
            step = length
            break
        at += step


def _is_name(text: str, start: int, english: str, language: str) -> bool:
    """Whether a word has a capital within a sentence, which in most languages names alone have."""
    if language == "de" or not text[start].isupper() or english[:1].isupper():
        return False
    return bool(_WITHIN.search(text, max(0, start - _BESIDE), start))


def _in_script(text: str, language: str, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    known = forms(language)
    found: list[tuple[int, int, str]] = []
    free = _free(text, taken)
    at = 0
    while at < len(text):
        last = min(at + _LONGEST_UNPARTED, len(text))
        lengths = range(next((place for place in range(at, last) if not free[place]), last) - at, 0, -1)
        length = next((each for each in lengths if folded(text[at : at + each]) in known), 0)
        if length:
            found.append((at, at + length, known[folded(text[at : at + length])]))
        at += length or 1
    places = {place for start, end, _ in found if _is_word(text[start:end]) for place in range(start, end)}
    places |= {place for place, unused in enumerate(free) if not unused}
    for start, end, english in found:
        beside = [at for at in (start - 1, end) if 0 <= at < len(text) and _is_chinese(text[at]) and at not in places]
        if _is_word(text[start:end]) or not beside:
            yield start, end, f" {english} "


def _is_word(said: str) -> bool:
    return len(said) > 1 or said in _ALONE or not _is_chinese(said)


def _is_chinese(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"
