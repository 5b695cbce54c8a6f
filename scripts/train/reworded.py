"""Requests like those that were written, for a teacher to label: no one has to say what is right for them.

Two halves of different ones, other names and digits, words of like meaning, words left out or put in, slips of the
finger, beginnings and ends. Many mean nothing, and what a teacher makes of those is worth learning, too.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from shipped_names import shipped_names

COMMON, NEAR, DIMS = 20_000, 8, 100
"""Of the word vectors: how many words, the commonest, how many that mean the like, and how many numbers of each."""
_LETTERS = re.compile(r"[^a-z']")
_NAMED = "destiny"


def near_words(path: Path) -> dict[str, list[str]]:
    """For each common word of a JSON with `words` and `vectors` those whose meaning is nearest."""
    package = json.loads(path.read_text(encoding="utf-8"))
    words = package["words"][:COMMON]
    table = np.array([package["vectors"][word][:DIMS] for word in words], np.float32)
    table -= table.mean(0)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    found = {}
    for start in range(0, len(words), 1000):
        like = table[start : start + 1000] @ table.T
        best = np.argpartition(-like, min(NEAR, len(words) - 1), axis=1)[:, : NEAR + 1]
        for at, row in enumerate(best, start):
            found[words[at]] = [words[other] for other in row if other != at]
    return found


class Reworder:
    """Makes requests of `texts`, without end; `near` has words of like meaning."""

    def __init__(self, toolbox: str, texts: Sequence[str], near: dict[str, list[str]], seed: int) -> None:
        self._texts, self._near, self._random = texts, near, random.Random(seed)
        names = shipped_names("learn") if toolbox == _NAMED else {}
        self._names = [
            (re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(each, key=len, reverse=True)))})\b", re.I), each)
            for each in names.values()
        ]

    def made(self) -> str:
        """One more."""
        r = self._random
        text = r.choice(self._texts)
        if r.random() < 0.25:
            first, second = text.split(), r.choice(self._texts).split()
            text = " ".join(first[: r.randint(1, len(first))] + second[r.randint(0, len(second) - 1) :])
        if r.random() < 0.6:
            text = self._renamed(text)
        if r.random() < 0.5:
            text = re.sub(r"\d", lambda found: str(r.randint(0, 9)) if r.random() < 0.5 else found[0], text)
        words = self._changed(text.split(), r.choice((0.0, 0.05, 0.1, 0.2)))
        if r.random() < 0.08 and len(words) > 3:
            at = r.randint(1, len(words) - 1)
            words = words[at:] if r.random() < 0.5 else words[:at]
        text = " ".join(words)
        if r.random() < 0.25:
            text = text.lower()
        x = r.random()
        return text.rstrip("?.! ") if x < 0.25 else text + r.choice("?.!") if x < 0.32 else text

    def _renamed(self, text: str) -> str:
        """With other names, seven in ten of the same kind."""
        r = self._random
        for pattern, names in self._names:
            if r.random() < 0.8:
                others = names if r.random() < 0.7 else r.choice(self._names)[1]
                text = self._with_names(text, pattern, others)
        return text

    def _with_names(self, text: str, pattern: re.Pattern[str], names: Sequence[str]) -> str:
        return pattern.sub(lambda found: _as(found[0], self._random.choice(names)), text)

    def _changed(self, words: Sequence[str], rate: float) -> list[str]:
        r = self._random
        made: list[str] = []
        for word in words:
            x, core = r.random(), _LETTERS.sub("", word.lower())
            if x < rate and core in self._near:
                made.append(word.lower().replace(core, r.choice(self._near[core])))
            elif x < 1.5 * rate:
                continue
            elif x < 1.7 * rate:
                made += [word, r.choice(r.choice(self._texts).split())]
            else:
                made.append(self._slipped(word) if x < 1.9 * rate else word)
        return made

    def _slipped(self, word: str) -> str:
        """With a letter left out, twice, or before its time."""
        r = self._random
        if len(word) < 4:
            return word
        at = r.randrange(1, len(word) - 1)
        kept, after = r.choice((("", at + 1), (word[at] * 2, at + 1), (word[at + 1] + word[at], at + 2)))
        return word[:at] + kept + word[after:]


def _as(written: str, name: str) -> str:
    return name.lower() if written[0].islower() else name
