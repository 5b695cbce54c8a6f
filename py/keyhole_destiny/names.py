"""How a name is compared: without case, accents, punctuation and the words people put around it."""

from __future__ import annotations

import re
import unicodedata

_DROPPED = re.compile("['`\u2018\u2019\u00b4]")
_BREAKS = re.compile(r"[^a-z0-9]+")

_FILLER = "a an the of on in for my your with from to is are what whats which about and please new can"
_AROUND = {
    "item": """item weapon weapons gun exotic legendary god rolls roll rolling perks perk pool traits craftable crafted
        craft adept timelost harrowed baroque brave old smg submachine hand cannon hc auto pulse scout rifle ar pr
        shotgun sniper sidearm bow combat machine lmg rocket launcher gl grenade sword glaive fusion linear lfr""",
    "perk": "perk perks trait traits weapon enhanced effect mod does frame barrel mag magazine",
    "activity": """activity raid dungeon strike strikes mission exotic event playlist quest mode seasonal master legend
        grandmaster pvp pve vendor destiny loot""",
}
_ASKED = """do does did how who when where why get got drop drops come comes source tell me i it s t m you mean means
    meaning explain describe show find look up lookup there have has will would any good best stats players open need"""
COMMON = frozenset(f"{' '.join(_AROUND.values())} {_FILLER} {_ASKED}".split())
"""Words of a sentence that are seldom part of a name."""
_WORDS_AROUND = {kind: frozenset(f"{around} {_FILLER}".split()) for kind, around in _AROUND.items()}


def words(name: str) -> list[str]:
    """The name's words, lower case, ASCII where a letter has a plain form: `Fang of Ir Yût` -> fang, of, ir, yut."""
    plain = _DROPPED.sub("", name).casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    return [word for word in _BREAKS.split(plain) if word]


def key(name: str) -> str:
    """What two spellings of one name have in common: its words, joined."""
    return "".join(words(name))


def variants(name: str, kind: str) -> list[list[str]]:
    """The name's words, whole and with ever more of the words that people put around such a name taken off its ends.

    The whole comes first and the barest last: `the ikelos shotgun roll` is tried as `ikelos shotgun` before `ikelos`.
    """
    whole = words(name)
    around = _WORDS_AROUND[kind]
    leading = _run(whole, around)
    trailing = min(_run(whole[::-1], around), len(whole) - leading)
    cuts = sorted(((i, j) for i in range(leading + 1) for j in range(trailing + 1)), key=lambda cut: (sum(cut), cut[1]))
    return [whole[i : len(whole) - j] for i, j in cuts]


def _run(whole: list[str], around: frozenset[str]) -> int:
    """How many words from the start are of those around, at most eight: hostile text is long."""
    return next((at for at, word in enumerate(whole[:8]) if word not in around), len(whole[:8]))
