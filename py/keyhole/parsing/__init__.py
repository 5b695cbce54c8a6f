"""Tool calls out of free text.

    parse(text, tools, family) -> Parse(content, reasoning, calls, errors, ...)
    detect(text, tools=..., family=...) -> [Candidate, ...]
    Driver(tools, family=...).feed(chunk) ... .finish()

Detection is by form, one file a syntax in `keyhole.parsing.syntaxes`; a family's name is a hint and no more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from keyhole.parsing.driver import Driver
from keyhole.parsing.families import Family
from keyhole.parsing.model_ids import family_of_model
from keyhole.parsing.names import Tools
from keyhole.parsing.pieces import Delta
from keyhole.parsing.types import Candidate, Parse, Piece, Problem, Thresholds

__all__ = [
    "Candidate",
    "Delta",
    "Driver",
    "Family",
    "Parse",
    "Piece",
    "Problem",
    "Thresholds",
    "Tools",
    "detect",
    "family_of_model",
    "parse",
]

_CACHE_SIZE = 64
_CACHED_LENGTH = 200_000
_cache: OrderedDict[tuple[Any, ...], Parse] = OrderedDict()


def parse(
    text: str,
    tools: Iterable[Any] | Tools = (),
    family: str | None = None,
    prompt_suffix: str | None = None,
    thresholds: Thresholds | None = None,
) -> Parse:
    """Take a whole text apart. `tools` are `Tool`s or JSON declarations; none given means that any name will do.
    `prompt_suffix` is what the prompt ended with: a `<think>` there means that the text begins inside reasoning.

    Never raises on any text. The same text with the same tools is not parsed twice.
    """
    known = tools if isinstance(tools, Tools) else Tools(tools)
    key = (text, known.key, family, prompt_suffix, thresholds)
    held = _cache.get(key)
    if held is not None:
        _cache.move_to_end(key)
        return held
    driver = Driver(known, family=family, prompt_suffix=prompt_suffix, thresholds=thresholds)
    driver.finish(text)
    result = driver.result()
    if len(text) <= _CACHED_LENGTH:
        _cache[key] = result
        if len(_cache) > _CACHE_SIZE:
            _cache.popitem(last=False)
    return result


def detect(
    text: str, *, tools: Iterable[Any] | Tools = (), family: str | None = None, thresholds: Thresholds | None = None
) -> list[Candidate]:
    """Every candidate in the text, in order, whatever its confidence."""
    return list(parse(text, tools, family, thresholds=thresholds).candidates)
