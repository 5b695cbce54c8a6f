"""Teams by lot: `split Amy, Bob, Cid and Dan into two teams`, `make 3 groups of Ana, Bo, ...`."""

from __future__ import annotations

import random
import re

from keyhole.errors import ToolError

_MOST, _LONGEST = 20, 1000
"""Teams, and characters of a wish for them."""
_COUNTS = "zero one two three four five six seven eight nine ten".split()  # noqa: SIM905 - words read best as words
_COUNT = re.compile(
    rf"\b(?:{'|'.join(_COUNTS[2:])})\b(?=(?: \w+){{0,2}} (?:teams|groups|pairs|sides)\b)", re.IGNORECASE
)
_TEAMS = re.compile(
    r"(?:\b(?:in(?:to)?|make|form|give me|draw|build|as) )?"
    r"\b(?:(?P<count>\d{1,2}) (?:(?!of\b)[a-z]+ ){0,2}?(?:teams|groups|pairs|sides)|(?:random |doubles )?pairs)\b"
    r"(?: of (?:\d{1,2}|two|three|four|five|six)\b)?(?: (?:please|at random|randomly|by (?:chance|lot|luck)))*"
    r" ?(?:(?:out )?of\b|from\b|with\b|:)?",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\W*(?:(?:please|can you|could you|randomly|random|at random|split|divide|put|sort|break|separate|mix|up|make|us|"
    r"them|(?:these|those|the|my|our|following)(?:\s+(?:kids|people|folks|players|names|friends|students|guys))?)\b[\s:,]*)+",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"[\s,]+(?:please|pls|at random|randomly|by (?:chance|lot|luck)|for [\w ]+)[\s.?!]*$", re.IGNORECASE
)
_CHOICE = re.compile(
    r"\bor\b|\b(?:pick|choose|select) (?:me )?\d{1,2} (?:random )?(?:teams|groups|pairs|sides)\b", re.IGNORECASE
)
"""Teams or pairs to pick from: "2 pairs of socks or a hat", "pick two teams from Lakers, Celtics and Bulls"."""


def to_part(text: str) -> tuple[str, int | None] | None:
    """Who is to be parted, and into how many teams, None for pairs; None for a text that wants no teams."""
    if len(text) > _LONGEST:
        return None
    text = _COUNT.sub(lambda found: str(_COUNTS.index(found[0].lower())), " ".join(text.split()))
    if (found := _TEAMS.search(text)) is None or _CHOICE.search(text):
        return None
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    while (shorter := _TRAIL.sub("", _LEAD.sub("", rest))) != rest:
        rest = shorter
    return rest.strip(" ,;:.?!"), int(found["count"]) if found["count"] else None


def teams_of(source: random.Random, names: list[str], count: int | None) -> dict[str, list[str]]:
    """Everybody in a team, all of them as large as can be. Raises `ToolError` where there are too few for so many."""
    count = count or -(-len(names) // 2)
    if not 2 <= count <= min(len(names), _MOST):
        raise ToolError(
            f"cannot make {count} teams of {len(names)}", advice=f"Ask for 2 to {_MOST} teams, and name all."
        )
    drawn = source.sample(names, len(names))
    return {f"team_{place + 1}": drawn[place::count] for place in range(count)}
