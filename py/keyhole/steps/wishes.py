"""Wishes: what one message asks for, as messages of their own: "5+5, the time in Rome and flip a coin" is three.

A model too small to write reads one wish at a time. Where words of asking begin each of them, their wording tells
(`embedded.clauses`); others only the tools can tell, by what they can read: what of "15% of 80 and 90" stands before
the 80 is meant for the 90 too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.route.clauses import is_request, split_clauses
from keyhole.models.embedded.text import STOP, name_words, plain_words
from keyhole.steps.most import MOST
from keyhole.steps.several import places
from keyhole.steps.thing_values import PERSONS
from keyhole.steps.wants_done import begins_an_act
from keyhole.tools.builtin.calculator import is_calculation
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

_JOINT = re.compile(
    r"\s*[,;]\s+(?:(?:and|also|then|plus)\s+)*|\s+(?:and|also|then)\s+(?:(?:also|then)\s+)*|\s+&\s+", re.IGNORECASE
)
_LONGEST = 300
_MOST_PARTS = 8
_OF_SEVERAL = re.compile(
    r"\b(?:sum|average|avg|mean|median|total|product|difference|ratio|max\w*|min\w*|largest|smallest|bigger|larger|"
    r"smaller|lcm|gcd|add|multiply|subtract|between|from|plus|minus|times)\b|[-+*/]\s*$",
    re.IGNORECASE,
)
"""What is worked out of several numbers together: "the average of 3*4 and 5*6"."""
_COMPARES = re.compile(
    r"^(?:(?:what'?s|what is|tell me|explain|show me|which is better)[, ]+)?(?:the )?"
    r"(?:diff(?:erence)?s? between|compare|comparison (?:of|between))\s+",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\s+(?:vs\.?|versus|or|compared (?:to|with))\s+", re.IGNORECASE)
"""Stands between things that are compared."""
_SHARED_BEHIND = re.compile(r"(?:%|per ?cent)?\s*\b(?:of|off|on|in|to|into|until|from|after|before)\b", re.IGNORECASE)


_AND_WITH_IT = re.compile(
    r"(?P<head>.{6,200}?),?\s+(?:and(?: then)?|then|&)\s+(?P<tail>(?:also |please |then )?(?P<verb>[a-z]{2,20})"
    r"(?: (?:up|out|off|back|over|down))?(?: (?:me|us|him|her))?"
    r"(?= (?:it|its|them|their|the|what|all|that|to|one|me|him|her|whichever|whoever)\b)"
    r"(?: \S+){0,6}? (?:it|its|them|their|they|him|her|ones?|whichever|whoever|"
    rf"the (?:first|last|result|{MOST}))\b.{{0,80}})",
    re.IGNORECASE | re.DOTALL,
)
_NAMES = frozenset(("name", "guest", "title"))
"""Of parameters that are what somebody or something is called, and no wish."""
_THEN = re.compile(
    r"(?:\s*[,;]\s*|\s+)(?:(?:and|&)(?: then| also)?|then|also)\s+(?:then |also )?|"
    r"\s*[.;!]\s+(?:(?:and|then|also) )*|,\s+",
    re.IGNORECASE,
)
_ASKING = frozenset(("show", "tell", "give", "get"))
"""Words that are left out elsewhere and are verbs here."""


def wishes_of(text: str, toolbox: Toolbox) -> list[str]:
    """The wishes of a message, in order; the message itself where it is one or cannot be parted."""
    return [wish for clause in split_clauses(text) for wish in _parted(clause, toolbox)]


def joins(wish: str) -> bool:
    """Whether a wish may name several things, so that one call may not be all that it asks for."""
    return _JOINT.search(wish) is not None


def with_it(wish: str, args: Mapping[str, Any]) -> list[str]:
    """The halves of a wish of which the second does something with what the first may bring: "find a red jacket and
    order it"; none where there are no such, or where the call for all of it has a value of the second."""
    found = _AND_WITH_IT.fullmatch(wish.strip()) if len(wish) <= _LONGEST else None
    if found is None or (found["verb"].lower() in STOP and found["verb"].lower() not in _ASKING):
        return []
    taken = any(places(found["tail"], value) for value in args.values())
    return [] if taken else [found["head"], found["tail"]]


def two_acts(wish: str, args: Mapping[str, Any]) -> list[str]:
    """The halves of a wish that each tell to do something: "close 12, then assign it to Ann"; none where there are no
    such, or where a value of the call for all of it reaches over both: "text Ann: lock up and switch the light off"."""
    said = wish.strip()
    long = [value for name, value in args.items() if not (PERSONS | _NAMES) & set(name_words(name))]
    for joint in _THEN.finditer(said) if len(said) <= _LONGEST else ():
        head, tail = said[: joint.start()], said[joint.end() :]
        over = any(s < joint.end() and joint.start() < e for value in long for s, e in places(said, value))
        if not over and begins_an_act(head) and begins_an_act(tail):
            return [head, tail]
    return []


def only_in_the_second(halves: Sequence[str], args: Mapping[str, Any]) -> bool:
    """Whether a value of a call stands in the second half of a wish alone, or words of one do."""
    first, second = (set(plain_words(half)) - STOP for half in halves)
    values = [plain_words(str(value).replace("_", " ")) for value in args.values()]
    # what has something of both halves is no value: nobody is called "Ann and call Tom"
    words = {word for value in values if not (first & set(value) and second & set(value)) for word in value}
    return bool(words & (second - first))


def _parted(clause: str, toolbox: Toolbox) -> list[str]:
    if beside := _beside(clause, toolbox):
        return beside
    pieces = _pieces(clause.strip().rstrip("?!. "), toolbox)
    pieces[:1] = [_compared(piece, pieces[1:], toolbox) for piece in pieces[:1]]
    if not 2 <= len(pieces) <= _MOST_PARTS or len(clause) > _LONGEST:
        return [clause]
    readers = [tool for tool in toolbox.readers if tool.knows is not None]
    if _is_one(clause, pieces, readers):
        return [clause]
    wishes = _each(pieces, readers)
    if not wishes or not any(_read(wish, readers) for wish in wishes):
        return [clause]
    one = any(tool.reads and all(_reads(tool, text) for text in (clause, *wishes)) for tool in readers)
    return [clause] if one else wishes


def _pieces(clause: str, toolbox: Toolbox) -> list[str]:
    """What stands between the joints of a clause; the "and" of a name that a tool knows, "bait and switch", is none."""
    if not _JOINT.search(clause):
        return [clause] if clause else []
    names = [name for tool in toolbox.readers if tool.names and tool.reads is None and (name := tool.names(clause))]
    within = [found.span() for name in names for found in re.finditer(re.escape(name), clause, re.IGNORECASE)]
    joints = [j for j in _JOINT.finditer(clause) if not any(s < j.start() and j.end() < e for s, e in within)]
    starts, ends = [0, *(joint.end() for joint in joints)], [*(joint.start() for joint in joints), len(clause)]
    return [piece for start, end in zip(starts, ends, strict=True) if (piece := clause[start:end])]


def _beside(clause: str, toolbox: Toolbox) -> list[str]:
    """The names of things that one tool knows, each beside the next and nothing of another tool's: "synthos or
    wormgods", "voltshot vs chain reaction". None where one of them is anything else."""
    pieces = _BESIDE.split(clause.strip()) if len(clause) <= _LONGEST else []
    if not 2 <= len(pieces) <= _MOST_PARTS:
        return []
    known = [t for t in toolbox.readers if t.knows is not None and any(t.knows(piece) > 0 for piece in pieces)]
    names = known[0].names if len(known) == 1 and known[0].reads is None else None
    if names is None:
        return []
    found = list(dict.fromkeys(name for piece in pieces if (name := names(piece))))
    return found if len(found) == len(pieces) else []


def _compared(first: str, others: Sequence[str], toolbox: Toolbox) -> str:
    """The first piece without the words that compare it to the others, where tools know all of them by name: nobody but
    the visitor can tell what is different, but each can be looked up."""
    named = [tool.names for tool in toolbox.readers if tool.names is not None and tool.reads is None]
    bare = _COMPARES.sub("", first)
    known = bare != first and all(any(names(piece) for names in named) for piece in (bare, *others))
    return bare if known and others else first


def _is_one(clause: str, pieces: Sequence[str], tools: Sequence[Tool]) -> bool:
    """Whether a tool reads the clause as a whole: one that the first piece speaks of, and where it can do with that
    alone, can do with the others too ("in 3 weeks and 2 days", but not "roll a d20, 5+5")."""
    first, *others = pieces
    for tool in tools:
        if tool.reads is None or not _reads(tool, clause) or not tool.knows or not tool.knows(first):
            continue
        elsewhere = [piece for piece in others if _read(piece, tools) and not _reads(tool, piece)]
        if not (_reads(tool, first) and elsewhere):
            return True
    return False


def _each(pieces: Sequence[str], tools: Sequence[Tool]) -> list[str] | None:
    """Every piece as a wish of its own, completed by what it shares with its neighbour; None where one is none."""
    wishes: list[str] = []
    waiting: list[str] = []
    for piece in pieces:
        before = wishes[-1] if wishes else ""
        wish = _completed(piece, before, tools) or (piece if _is_wish(piece, tools, first=not wishes) else None)
        if wish is None:
            if wishes:
                return None
            waiting.append(piece)
            continue
        shared = [_with_end_of(part, wish, tools) for part in waiting]
        wishes += [part for part in shared if part]
        if len(wishes) < len(waiting):
            return None
        waiting = []
        wishes.append(wish)
    return wishes if not waiting else None


def _is_wish(piece: str, tools: Sequence[Tool], *, first: bool) -> bool:
    return is_calculation(piece) or bool(_read(piece, tools)) or is_request(piece, first=first)


def _completed(piece: str, before: str, tools: Sequence[Tool]) -> str | None:
    """A piece behind as many words of the wish before as make it one for the same tool: "days until" before "easter".

    What is a calculation by itself shares nothing.
    """
    words = before.split()
    if is_calculation(piece):
        return None
    for tool in _read(before, tools) if before else ():
        for length in range(len(words) - 1, 0, -1):
            start = " ".join(words[:length])
            if tool.reads and not _OF_SEVERAL.search(start) and _reads(tool, f"{start} {piece}"):
                return f"{start} {piece}"
    return None


def _with_end_of(piece: str, behind: str, tools: Sequence[Tool]) -> str | None:
    """A piece with as many words of the wish behind it as make it one for the same tool: "of 50" of "10% and 20% of
    50"."""
    words = behind.split()
    for tool in _read(behind, tools):
        for length in range(len(words) - 1, 0, -1):
            end = " ".join(words[-length:])
            if tool.reads and _SHARED_BEHIND.match(end) and _reads(tool, f"{piece} {end}"):
                return f"{piece} {end}"
    return None


def _read(text: str, tools: Sequence[Tool]) -> list[Tool]:
    """The tools that know a text to be for them, all of it where they can read it."""
    return [tool for tool in tools if _reads(tool, text)]


def _reads(tool: Tool, text: str) -> bool:
    """Whether a tool knows that a text is for it and, where it can tell, can read all of it."""
    return (tool.reads is None or tool.reads(text) > 0) and tool.knows is not None and tool.knows(text) == 1
