"""How far a span reaches by what its parameter wants: a regular expression to the next blank, a number of a parcel over
its blanks, a name to its number."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_PATTERN = re.compile(r"\b(?:regular expression|regexp?|glob|pattern|wildcard|A1 range|page range)\b", re.IGNORECASE)
_NO_BLANKS = re.compile(r"\b(?:no|without)(?: any| a)? (?:spaces?|blanks?)\b", re.IGNORECASE)
_CHUNK_BEFORE = re.compile(r"[^\s,;'\"`]{1,80}$")
_CHUNK = re.compile(r"[^\s,;'\"`]{1,80}")
_MORE_OF_CODE = re.compile(r"(?: (?:\d+|[A-Z]{1,4}|[A-Z\d]*\d[A-Z\d]*)(?![\w.,]*[a-z]))+(?!\w)")
_MORE_BEFORE = re.compile(r"(?:(?<![\w.,])(?:\d+|[A-Z]{1,4}|[A-Z\d]*\d[A-Z\d]*) )+$")
_REGISTRATION = re.compile(r"[A-Z]{2,3}")
_REGISTERED = re.compile(r"\b(?:number|no|registration|plate|licen[cs]e|call ?sign|hull)\b", re.IGNORECASE)
_ITS_NUMBER = re.compile(r" \d{1,6}(?![\w.,:]*\d)(?! ?[%°$€£])")
_INITIALS = re.compile(r"\.(?: ?[A-Z]\.)* [A-Z][\w'’-]+")  # noqa: RUF001 - what people type
_INITIALS_BEFORE = re.compile(r"(?:\b[A-Z]\. ?)+$")


def extended(parameter: Parameter, query: str, start: int, end: int) -> tuple[int, int]:
    """A span of a request as far as what the parameter wants reaches there."""
    about = f"{' '.join(name_words(parameter.path[-1]))}: {parameter.description}"
    text = query[start:end]
    if _PATTERN.search(about):
        before, behind = _CHUNK_BEFORE.search(query, 0, start), _CHUNK.match(query, end)
        start -= len(before[0].lstrip("([")) if before else 0
        return start, end + (len(behind[0].rstrip(".!:)")) if behind else 0)
    if _NO_BLANKS.search(parameter.description) and re.search(r"[A-Z\d]", text):
        before, more = _MORE_BEFORE.search(query, 0, start), _MORE_OF_CODE.match(query, end)
        return before.start() if before else start, more.end() if more else end
    if _REGISTRATION.fullmatch(text) and _REGISTERED.search(about) and (number := _ITS_NUMBER.match(query, end)):
        return start, number.end()
    if before := _INITIALS_BEFORE.search(query, 0, start):
        start = before.start() if text[:1].isupper() else start
    if re.fullmatch(r"[A-Z]", text) and (name := _INITIALS.match(query, end)):
        end = name.end()
    return start, end


def unblanked(parameter: Parameter, text: str) -> str:
    """A code without its blanks where the parameter wants none."""
    return text.replace(" ", "") if _NO_BLANKS.search(parameter.description) and re.search(r"\d", text) else text


def bare_of_sign(parameter: Parameter, text: str) -> str:
    """A name without the sign that the parameter does not want: "without #", "without the leading @"."""
    unwanted = _WITHOUT_SIGN.search(parameter.description)
    return text.removeprefix(unwanted[1]) if unwanted else text


_WITHOUT_SIGN = re.compile(r"\bwithout (?:the |its )?(?:leading )?([#@])", re.IGNORECASE)
