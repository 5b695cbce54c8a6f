# ruff: noqa: SIM905  (word lists read best as words)
"""Whether a word of a text is denied where it stands: "no sound", "the price left out", "names aren't stored"; not in
"don't hide the price", "not only bees" or "leave the shadow in"."""

from __future__ import annotations

from collections.abc import Sequence

NOT = frozenset(
    "no not non without w/o never nobody none nothing nor neither cannot don't dont doesn't doesnt isn't isnt aren't "
    "arent needn't neednt won't wont shouldn't shouldnt mustn't mustnt can't cant wasn't wasnt didn't didnt haven't "
    "havent hasn't hasnt weren't wouldn't wouldnt couldn't".split()
)
"""Says no by itself."""
TAKES_AWAY = frozenset(
    "exclude excludes excluding excluded disable disables disabling skip skips skipping except drop drops dropping "
    "omit omits minus hide hides hiding hidden suppress suppresses avoid avoids ignore ignores ignoring lose strip "
    "strips remove removes removing hate hates block blocks blocking bypass bypasses prevent prevents off rid".split()
)
"""Says no, and yes where it is denied itself: "don't skip lunch"."""
_WITHOUT = frozenset(("without", "w/o"))
_LEAVES = frozenset("leave leaves leaving left take takes taking cut keep keeps turn turns switch throw".split())
_AWAY = frozenset("out off away".split())
"""What makes these say no, before a word or behind it: "leave out the names", "take the bells off"."""
_YES = frozenset("but with keep want show including plus yes and".split())
"""What a denial does not reach beyond."""
_NO_DENIAL = frozenset("only just mind forget miss matter problem issue worries".split())
"""What says that what stands before it denies nothing: "not only bees", "don't forget the bees"."""
_MAY = frozenset("be able to should can may could".split())
"""What stands between, and counts for nothing: "nobody should be able to comment"."""
_IS = frozenset("is are was were do does will should must can need shall may".split())
_SAYS_NOT_OF = NOT - frozenset("no without w/o non nobody none nothing nor neither".split())
"""What denies the word before it."""
_GONE = frozenset(
    "off closed disabled hidden blocked excluded omitted removed stripped skipped ignored forbidden banned".split()
)
"""So does what was done with it: "comments closed"."""
_LONGEST = 400
_FAR, _BEHIND = 4, 4
"""Words between a denial and what it denies, at most, and behind that."""


def denied(words: Sequence[str], at: int, marks: Sequence[str] = (), far: int = _FAR) -> bool:
    """Whether the word at a place is denied; `words` in small letters, `marks` what stands right behind each, `far` how
    many words back a denial may stand."""
    before = _before(words, at, marks, far)
    if words[at].endswith("-free") or _denied_before(before):
        return True
    behind = _behind(words, at, marks)
    if not _AWAY.isdisjoint(behind) and not _LEAVES.isdisjoint(before):
        return True
    is_so = bool(behind) and behind[0] in _IS
    said = behind[is_so : is_so + 1]
    free = said == ["free"] and not is_so and _IS.isdisjoint(before)
    return free or not (_SAYS_NOT_OF | _GONE).isdisjoint(said)


def denies(text: str) -> bool:
    """Whether a text says that something is not so: "Eva isn't coming"."""
    return not _SAYS_NOT_OF.isdisjoint(text[:_LONGEST].lower().replace("\u2019", "'").replace(",", " ").split()[1:])


def _denied_before(before: Sequence[str]) -> bool:
    """Whether the words before one, the nearest first, deny it: "not", and no other denial right before that."""
    for place, word in enumerate(before):
        further = before[place + 1 : place + 2]
        if word in _YES and not NOT.intersection(further):
            return False
        if word in NOT or word in TAKES_AWAY or (word in _AWAY and not _LEAVES.isdisjoint(further)):
            takes = (word not in NOT or word in _WITHOUT) and not NOT.isdisjoint(further)
            return not takes and before[place - 1] not in _NO_DENIAL if place else not takes
    return False


def _before(words: Sequence[str], at: int, marks: Sequence[str], far: int) -> list[str]:
    """The words before one, back to a mark, the nearest first."""
    found: list[str] = []
    for place in range(at - 1, -1, -1):
        if (marks and marks[place]) or len(found) == far:
            break
        if words[place] not in _MAY:
            found.append(words[place])
    return found


def _behind(words: Sequence[str], at: int, marks: Sequence[str]) -> list[str]:
    """The words behind one, up to a mark."""
    found: list[str] = []
    for place in range(at + 1, min(len(words), at + 1 + _BEHIND)):
        if marks and marks[place - 1]:
            break
        found.append(words[place])
    return found
