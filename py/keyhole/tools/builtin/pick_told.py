"""What a request is to be picked from, where no less than all of it will do.

Of "2d10+3" the dice alone would be rolled, of "1 to 6 but not 3" the 3 as well, and of "me, jack and lisa" the first
would be left out.
"""

from __future__ import annotations

import re

from keyhole.tools.builtin import picks
from keyhole.tools.builtin.pick_options import options_of

_LONGEST = 300
_BONUS = re.compile(r"\b\d{0,3}d\d{1,5}\s*[+-]\s*\d{1,5}\b", re.IGNORECASE)
_WITHOUT = re.compile(
    r"\b(?:(?:between|from) )?-?\d{1,9}\s*(?:to|and|through|[-\u2013])\s*-?\d{1,9},? "
    r"(?:but not|except(?: for)?|excluding|other than|not including) [^.?!]+",
    re.IGNORECASE,
)
_AMONG = re.compile(
    r"\b(?:between|among|amongst|one of|out of) ((?:me|us)\b,[^\d:.?!]*\b(?:and|or)\b[^\d,:.?!]+)", re.IGNORECASE
)


def told_whole(text: str) -> str | None:
    """Teams with all who are in them, dice with their bonus, a range without some of its numbers, a list that begins
    with the one who asks; None where a text tells none of these."""
    if teams := picks.teams_told(text):
        return teams
    text = " ".join(text[:_LONGEST].split())
    if found := _BONUS.search(text) or _WITHOUT.search(text):
        return found[0]
    among = _AMONG.search(text)
    return among[1].strip() if among and len(options_of(among[1])) > 2 else None
