"""Codes that a description explains: "1 for Bangkok, 2 for Chiang Mai" makes a choice of 1 and 2.

People say the name and the tool wants the code. Where a request says one of the names, the parameter is shown as an
enum of the codes; a request that says none may still give a code that the description leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.route.lexical import plain_words_long, stems

_MEANS = r"for|=|:|is|means|stands for|represents|denotes|indicates|signifies|corresponds to|refers to|->|\u2013|-"
_PAIR = re.compile(
    rf"(?<![\w.-])['\"]?(\d{{1,4}}|[A-Z]{{1,3}})['\"]?(?:\s*(?:{_MEANS})|(?<=['\"]) to)\s+"
    r"(?:an?\s|the\s)?['\"]?([A-Za-z][\w ]{1,40}?)['\"]?(?=[,;.)]|\s+and\b|\s+or\b|$)"
)
_LONGEST = 600


def explained(description: str) -> dict[str, str]:
    """The names by their codes; empty where fewer than two are explained."""
    pairs = {match[1]: match[2] for match in _PAIR.finditer(description[:_LONGEST])}
    return pairs if len(pairs) > 1 else {}


def spoken_codes(parameters: Iterable[Parameter], query: str) -> list[Parameter]:
    """The parameters, those as enums whose explained codes the request names."""
    said = set(stems(plain_words_long(query)))
    return [_as_enum(parameter, said) for parameter in parameters]


def _as_enum(parameter: Parameter, said: set[str]) -> Parameter:
    if parameter.options or parameter.type not in ("int", "str"):
        return parameter
    names = {code: set(stems(plain_words_long(name))) for code, name in explained(parameter.description).items()}
    if parameter.type == "int":
        names = {code: words for code, words in names.items() if code.isdigit()}
    shared = set.intersection(*names.values()) if names else set()
    if len(names) < 2 or not any(words - shared and words - shared <= said for words in names.values()):
        return parameter
    options = tuple(int(code) if parameter.type == "int" else code for code in names)
    return replace(parameter, type="enum", options=options)
