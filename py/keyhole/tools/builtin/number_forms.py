"""Numbers as they are written in different countries, with a point and nothing else: 1.234,56 and 1 234,56 are 1234.56.

What stands alone as 1,234 or 1.234 is read as in English, unless another number beside it shows that the writer sets
his marks the other way round.
"""

from __future__ import annotations

import re

_MARKED = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+")
_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
_COMMA = re.compile(r"0,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{4,},\d+")
"""A decimal comma, where commas do not part the items of a list."""
_EITHER = re.compile(r"\d{1,3}[.,]\d{3}|\d+,\d+")
_ENGLISH = re.compile(r"\d+\.\d+|\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?")
_LISTS = re.compile(
    r"\b(?:average|avg|mean|median|sum|tot(?:al)?|product|add|max(?:imum)?|min(?:imum)?|gcd|lcm|between)\b|[a-z]\w* ?\("
)
_SPACED = re.compile(r"(?<![\w.,])(?<!\d )[1-9]\d{0,2}(?:(?: \d{3}){2,}|(?: \d{3})+(?=[.,]\d| ?[-+*/x^%]))(?! ?\d)")
"""Thousands with spaces between. "Is 17 x 6 102" says two numbers."""


def plain_numbers(text: str) -> str:
    """A calculation, in small letters, with its numbers in plain form.

    Raises `ValueError` where it cannot be told whether a comma is a decimal one.
    """
    lists = bool(_LISTS.search(text))
    if not lists:
        text = _SPACED.sub(lambda found: found.group().replace(" ", ""), text)
    numbers = _MARKED.findall(text)
    either = [number for number in numbers if _EITHER.fullmatch(number) and (lists or not _COMMA.fullmatch(number))]
    european = [n for n in numbers if n not in either and (_EUROPEAN.fullmatch(n) or _COMMA.fullmatch(n))]
    english = [number for number in numbers if number not in (*either, *european) and _ENGLISH.fullmatch(number)]
    of_two = lists and "(" not in text and not european and sum(not _ENGLISH.fullmatch(n) for n in either) > 1
    if of_two or (european and english and either):  # "average of 3,5 and 4,5"
        raise ValueError(f"it is not clear what the mark in {either[0]} stands for")
    commas = {*european, *(either if european else ())}

    def plain(found: re.Match[str]) -> str:
        number = found.group()
        if number in commas:
            return number.replace(".", "").replace(",", ".")
        return number.replace(",", "") if number in english else number

    return _MARKED.sub(plain, text)
