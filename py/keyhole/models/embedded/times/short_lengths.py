"""Lengths of time as tools of servers write them, a number and a letter: "the past ten minutes" is "10m" where a
parameter's examples are "10m, 2h, 1d" (as Go's `time.ParseDuration` and Prometheus read them)."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import examples_of
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits

_READ = 2_000
"""Characters of a request that are read."""
_SHORT = re.compile(r"\d{1,4}(s|m|h|d|w)")
_OF_TIME = re.compile(
    r"\b(?:ago|age|back|duration|every|expir\w+|for how long|how (?:long|often)|interval|last|length of time|lifetime|"
    r"look ?back|past|period|range|retention|since|span|time|timeout|ttl|window)\b",
    re.IGNORECASE,
)
"""What says that the m of an only example is no metre."""
_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_UNIT = r"(?P<unit>s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?)"
_NUMBER = rf"\d{{1,4}}(?:\.\d{{1,2}})?|(?:{NUMBER_WORD})(?:[ -](?:{NUMBER_WORD})){{0,2}}"
_LENGTH = re.compile(
    r"(?<![\w.,:/-])(?:(?:(?:in|over|during|for|within|of|from) )?(?:the )?(?:last|past|next) )?"
    r"(?:(?P<part>half|(?:a )?quarter)(?: of)? an? (?P<of>hour|day|minute|week)|"
    rf"(?:(?P<number>{_NUMBER}) ?-?|an? |(?<=last |past |next )){_UNIT}"
    r"(?: and an? (?P<more>half|quarter)(?: hour)?)?)(?![\w'\u2019])",
    re.IGNORECASE,
)
_PARTS = {"half": 0.5, "quarter": 0.25, "a quarter": 0.25}


def short_length(parameter: Parameter, query: str) -> tuple[str, str] | None:
    """The one length of time that a request says, for a text parameter whose examples are a number and a letter, and
    the request that is left; None without one, or with several."""
    if parameter.type != "str" or parameter.many or parameter.options:
        return None
    letters = {match[1] for each in examples_of(parameter.description) if (match := _SHORT.fullmatch(each))}
    if not letters or not (letters & {"h", "d"} or _OF_TIME.search(parameter.about)):
        return None
    lengths = [(each, short) for each in _LENGTH.finditer(query[:_READ]) if (short := _written(each, letters))]
    if len(lengths) != 1:
        return None
    said, written = lengths[0]
    return written, f"{query[: said.start()]} {query[said.end() :]}"


def _written(said: re.Match[str], letters: set[str]) -> str | None:
    """A length in the largest unit that it is a whole number of, no larger than the one that it is said in."""
    letter = (said["of"] or said["unit"])[0].lower()
    number, more = to_digits((said["number"] or "1").lower()), _PARTS.get((said["more"] or "").lower(), 0)
    count = _PARTS[said["part"].lower()] if said["part"] else float(number) + more
    seconds = count * _UNITS[letter]
    for smaller in ("w", "d", "h", "m", "s"):
        known = smaller != "w" or "w" in letters
        if known and _UNITS[smaller] <= _UNITS[letter] and seconds and not seconds % _UNITS[smaller]:
            return f"{int(seconds // _UNITS[smaller])}{smaller}"
    return None
