"""`<function=name><parameter=key>value</parameter></function>` (Qwen3-Coder, Seed-OSS, Step 3.5, K-EXAONE, OpenHands),
with or without `<tool_call>` around it, and `<function=name>{json}</function>` (Llama 3.1, Functionary).
"""

from __future__ import annotations

from keyhole.parsing.patterns import Pattern, any_of, chars, lit
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.parameters import WORD, read_parameters
from keyhole.parsing.types import Draft, Found

NAME = "function_tag"
_EQUAL = Pattern(r"(?:\s{0,2}=\s{0,2}|\()", r"\s{0,2}=?\s{0,2}")
_PREFIXED = Pattern(
    r"[A-Za-z]{1,12}+[:_](?:function|invoke|tool_call|tool|call)", r"[A-Za-z]{0,12}(?:[:_][a-z_]{0,9})?"
)


def _equals(word: Pattern) -> Pattern:
    quote = chars("[\"']", 0, 1)
    name = chars(r"[^<>\"'\n{]", 1, 100).named("name")
    return lit("<") + word + _EQUAL + quote + name + quote + any_of(_TAG_END, "\n<").named("end")


_TAG_END = chars(r"\s", 0, 4) + any_of(">", "{")
OPENING = _equals(WORD)
EQUALS = _equals(any_of(WORD, _PREFIXED))
"""Behind a mark also with a prefix; without one `any_element` reads it."""


def read(source: Source, start: int, wrapped: bool = False) -> Found | None:
    opening = source.match(EQUALS, start)
    if opening is None:
        return None
    at = opening.end() if opening["end"].endswith(">") else opening.end() - 1
    if opening["name"].endswith("/") and opening["end"].endswith(">"):
        return Found(at, (Draft(opening["name"].rstrip("/ "), {}, (start, at)),))
    return read_parameters(source, start, opening["name"].strip(" ),"), at)


SYNTAX = Syntax(NAME, OPENING, read)
