"""Whether one sentence says anew what another says, so that both cannot hold: "I live in Paris", "I live in Lyon now".

What a visitor said must not be lost to a guess. One's own name and age are one, and what is denied holds no longer:
those take the old one's place in any case. Other facts do so where the visitor puts something right, and only where
subject, verb and the word behind it are the same. English only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


def plain(text: str) -> str:
    """A text to compare by: no capitals, one space between words."""
    return " ".join(text.casefold().replace("\u2019", "'").split())


_BE = r"(?:am|is|are|was|were)"
_DWELL = r"(?:lives?|moved|works?|stud(?:y|ies)|stays?|parked)"
_HAPPENS = r"(?:comes?|leaves?|arrives?|starts?|begins?|ends?|opens?|closes?|goes|meets?)"
_LATELY = r"(?:(?:just|now|currently|recently) )*"
_SENTENCE = re.compile(
    rf"(?P<subject>[\w' -]{{1,60}}?) {_LATELY}(?P<verb>{_BE}|turned|{_DWELL}|{_HAPPENS}) {_LATELY}(?P<rest>.+)"
)
_MY_ONE = re.compile(r"my (?:name|age|birthday|favou?rite [\w -]+)")
_ONE_EACH = re.compile(r"favou?rite|(?:name|birthday|number|address|age|code|password|pin|e-?mail|size|job)$")
_AGE = re.compile(r"\d{1,3}(?: years? old)?")
_PLACED = re.compile(
    r"(?P<link>on|in|at|to|from|for|by|under|behind|next to|called|named|due)(?P<article> an?)? (?!(?:an?|fact) )"
)
# "I am in Paris" and "I am in love" are not said of one thing, "my desk is on" mostly is.
_OF_ME = re.compile(r"(?:i|we) be (?!from|called|named)")
_SEVERAL = re.compile(r" (?:and|but|or) |[;.] |, (?=\S+ \S+ \S)")
_NUMBER = re.compile(r"\b(?:\d[\d.,:/-]*|an?|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?!\w)")
_SPOKEN = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"(?<=\bi)'m\b"), " am"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"(?<=\bhe)'s\b|(?<=\bshe)'s\b|(?<=\bname)'s\b"), " is"),
)
_NOW = re.compile(r",? (?:now|these days|instead|again|from now on|any ?more|any longer)$")
_DENIED = re.compile(r"\b(?:(?:do|does|did) not|not|no longer|never) ")
_ENDING = re.compile(r"(?<=\w\w)(?:(?<=[sxzho])es|s)\b")


@dataclass(frozen=True, slots=True)
class _Fact:
    """What is said, of what, and whether there is one of it whoever speaks."""

    about: str
    single: bool = False


def restated(lines: Sequence[str], new: str, *, corrects: bool = False) -> list[int]:
    """The places of the lines that `new` takes the place of; `corrects`: it was said to put something right."""
    evened = _evened(new)
    # Both speak of the same thing, so both begin alike: most lines need no second look.
    alike = [at for at, line in enumerate(lines) if line[:1].casefold() == evened[:1]]
    return [at for at in alike if _restates(_evened(lines[at]), evened, corrects)]


def _restates(old: str, new: str, corrects: bool) -> bool:
    if old == new:
        return False
    if _denies(old, new) or _denies(new, old):
        return True
    before, after = _fact(old), _fact(new)
    if before is not None and before == after and not _SEVERAL.search(old):
        return before.single or corrects
    numbers = _NUMBER.findall(old), _NUMBER.findall(new)
    return corrects and all(numbers) and numbers[0] != numbers[1] and _rest(old) == _rest(new)


def _evened(line: str) -> str:
    """A line in full words, without what says only that it holds now."""
    line = plain(line).rstrip(" .!")
    for spoken, full in _SPOKEN:
        line = spoken.sub(full, line)
    return _NOW.sub("", line)


def _denies(claim: str, denial: str) -> bool:
    denied = _DENIED.sub("", denial, count=1)
    # "does not like" is "likes" denied
    return denied != denial and not _DENIED.search(claim) and _ENDING.sub("", denied) == _ENDING.sub("", claim)


def _fact(line: str) -> _Fact | None:
    """What a line says of what, where it is of a form that says one thing of its subject at a time."""
    if line.startswith("call me "):
        return _Fact("call me", single=True)
    if (said := _SENTENCE.fullmatch(line)) is None:
        return None
    subject, verb, rest = said["subject"], said["verb"], said["rest"]
    if re.fullmatch(_BE, verb):
        verb = "be"
    if verb in ("be", "turned") and _AGE.fullmatch(rest):
        return _Fact(f"{subject} age", single=subject == "i")
    if verb == "be" and _ONE_EACH.search(subject):
        return _Fact(subject, single=_MY_ONE.fullmatch(subject) is not None)
    if (placed := _PLACED.match(rest)) is None or verb == "turned":
        return None
    link = placed["link"]
    if verb == "moved":
        verb, link = "live", "in" if link == "to" else link
    elif verb in ("work", "works"):
        link = "at" if link == "for" else link
    # "I work in a bank" and "I work in Berlin" both hold
    about = f"{subject} {_ENDING.sub('', verb)} {link}{' a' if placed['article'] else ''}"
    return None if _OF_ME.match(about) else _Fact(about)


def _rest(line: str) -> list[str]:
    return _ENDING.sub("", _NUMBER.sub(" ", line)).split()
