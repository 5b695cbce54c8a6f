"""Every syntax there is, in the order in which they are tried where several begin alike."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from keyhole.parsing.patterns import scanner
from keyhole.parsing.syntaxes import (
    any_element,
    any_mark,
    bare_harmony,
    bare_json,
    channels,
    fenced,
    function_tag,
    gemma,
    invoke,
    kimi_k3,
    labelled,
    line_call,
    minimax_m3,
    name_over_tags,
    named_json,
    named_tag,
    noise,
    plamo,
    pythonic,
    react,
    tagged_json,
    thinking,
    wrapped,
)
from keyhole.parsing.syntaxes.base import Syntax

MAX_NAMES = 300
"""Syntaxes that begin with a tool's own name are built for toolboxes up to this size."""

FIRST: tuple[Syntax, ...] = (
    thinking.SYNTAX,
    minimax_m3.SYNTAX,
    kimi_k3.SYNTAX,
    plamo.SYNTAX,
    channels.INKLING,
    channels.SYNTAX,
    invoke.SYNTAX,
    function_tag.SYNTAX,
    wrapped.SYNTAX,
)
LAST: tuple[Syntax, ...] = (
    tagged_json.FUNCTOOLS,
    fenced.SYNTAX,
    react.SYNTAX,
    labelled.SYNTAX,
    bare_harmony.SYNTAX,
    gemma.BARE,
    noise.SYNTAX,
    bare_json.SYNTAX,
    pythonic.SYNTAX,
)


@dataclass(frozen=True, slots=True)
class Scanner:
    """The syntaxes for one set of tools, an expression that finds where any of them opens, and one that finds what may
    become an opening at the end of the text."""

    syntaxes: tuple[Syntax, ...]
    opening: re.Pattern[str]
    beginning: re.Pattern[str]


@lru_cache(maxsize=32)
def scanner_for(names: tuple[str, ...], *, lean: bool = False) -> Scanner:
    """For the tools of these names; `lean` leaves out the forms that only look like what families write."""
    syntaxes = (*FIRST, *LAST) if lean else (*FIRST, any_mark.for_tools(), *LAST)
    if names and len(names) <= MAX_NAMES:
        usable = tuple(name for name in names if re.fullmatch(r"[\w.\-]{1,100}", name))
        if usable and lean:
            syntaxes = (*FIRST, *LAST, named_tag.for_tools(usable), named_json.at_line_start(usable))
        elif usable:
            syntaxes = (
                *FIRST,
                any_element.for_tools(usable),
                any_mark.for_tools(usable),
                *(bare_json.for_tools(usable) if one is bare_json.SYNTAX else one for one in LAST),
                named_tag.for_tools(usable),
                named_json.at_line_start(usable),
                line_call.for_tools(usable),
                name_over_tags.for_tools(usable),
            )
    return _scanner(syntaxes)


@lru_cache(maxsize=32)
def interrupting(names: tuple[str, ...]) -> Scanner:
    """Those of `scanner_for(names)` whose calls may end reasoning that was never closed."""
    return _scanner(tuple(syntax for syntax in scanner_for(names).syntaxes if syntax.interrupts))


def _scanner(syntaxes: tuple[Syntax, ...]) -> Scanner:
    return Scanner(syntaxes, *scanner([syntax.opener for syntax in syntaxes]))
