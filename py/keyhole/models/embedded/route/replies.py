"""Messages that lean on an earlier one: the reply to a clarifying question, and what "it" stands for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.route.clauses import HEADED
from keyhole.models.embedded.text import STOP
from keyhole.request_cues import is_unfinished

BLANK = re.compile(r"_{2,}|\.{3,}|…|\[(?:name|blank|item|thing)\]|<[a-z ]+>", re.IGNORECASE)
GOES = r"(?!(?<=\bas it) (?:goes|gets|can|will|may)\b)"
"""Behind an "it" that stands for a thing: not "as bright as it goes"."""
_THING = re.compile(
    rf"(?<!\bis )(?<!\bwas )\b(?:it{GOES}|this one|that one|them)\b(?!['\u2019])|"
    r"\b(?:this|that)\b(?=\s+(?:in)?to\b|\W*$)",
    re.IGNORECASE,
)
"""Stands for a thing; not "what time is it", not "it's"."""
_IS_IT = re.compile(
    r"(?<=\bis )it\b(?!['\u2019]| (?:true|possible|ok(?:ay)?|worth|going|raining|snowing|dark|\w+day)\b)", re.IGNORECASE
)
_OF_THE_CLOCK = re.compile(
    r"\b(?:time|day|date|year|month|week|hour|season|o'?clock|hot|cold|warm|late)\b", re.IGNORECASE
)
"""Says that "is it" asks for the time or the weather."""
BEGINS_WITH_IT = re.compile(
    r"\W*(?:(?:and|but|so|ok|also)\W+)*(?:does|can|could|will|would|did|has) (?:it|this one|that one)\b", re.IGNORECASE
)
"""Asks of the thing spoken of, whatever else is named behind: "can it roll outlaw"."""
_ITS = re.compile(r"\bits\b", re.IGNORECASE)
_THERE = re.compile(r"(?<!\bis )(?<!\bare )(?<!\byou )(?<!\bin )(?<!body )\bthere(?=\W*$)", re.IGNORECASE)

_MOST, _MOST_OF_THE_END = 4, 8
"""Words of a reply; of one to a request that stopped where they belong: "how many days until"."""


def merged(query: str, context: Sequence[str]) -> str:
    """The request that a clarifying question was about, with its answer put where the blank was."""
    if not context:
        return query
    earlier = context[-1]
    if BLANK.search(earlier) and not (HEADED.match(query) and len(query.split()) > 2):
        return BLANK.sub(lambda _: query, earlier, count=1)
    most = _MOST_OF_THE_END if is_unfinished(earlier) else _MOST
    if len(query.split()) > most or HEADED.match(query) or re.match(r"\W*(?:and|no|what|how)\b", query, re.IGNORECASE):
        return query  # a request of its own
    if (said := spelt_out(earlier, query)) != earlier:
        return said
    earlier = earlier.rstrip(" ?.!")
    ends = earlier.split()[-1:]
    return f"{earlier} {query}" if not ends or ends[0].lower() in STOP else f"{earlier}, {query}"


def spelt_out(text: str, name: str) -> str:
    """The text with a name in the place of the word that stands for it: "where does it drop", "and its source?"."""
    said = _THING.sub(lambda _: name, text, count=1)
    if said == text and not _OF_THE_CLOCK.search(text):
        said = _IS_IT.sub(lambda _: name, text, count=1)
    said = said if said != text else _ITS.sub(lambda _: f"{name}'s", text, count=1)
    return said if said != text else _THERE.sub(lambda _: f"in {name}", text)
