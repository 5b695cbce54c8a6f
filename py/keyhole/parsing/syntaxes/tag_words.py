"""The words by which a tag is known whatever its family calls it, and how a scanner sees that a tag holds one."""

from __future__ import annotations

CALLS = ("tool", "func", "action", "plugin", "call", "invoke", "request")
THOUGHTS = ("think", "thinking", "thought", "reasoning")
_TELLING = ("tool", "func", "acti", "plug", "call", "voke", "requ", "hink", "houg", "soni")
"""Four letters of each word that few others have. Hardly any stands in both the first and the third place of one: so
no text, whatever repeats in it, is taken for the beginning of a word at each of its letters."""
_IN_TAG = r"[\w:.|\uff5c\u2581/-]"


def _sight() -> str:
    """Each letter of a tag is looked at once, and by whole classes: to look ahead for every word cost five times as
    much."""
    letters = ("".join(sorted({word[at] + word[at].upper() for word in _TELLING})) for at in range(4))
    four = "".join(f"[{either}]" for either in letters)
    return rf"<(?={_IN_TAG}{{4,80}}+>){_IN_TAG}{{0,33}}?{four}(?<=(?i:{'|'.join(_TELLING)}))"


SIGHT = _sight()
"""Holds for every tag with one of these words among its first letters, and for some others."""
