"""A log-linear second opinion on the route: which words of a request go with which words of a tool.

A conditional logit over the tools in view, none and clarify, with hashed word pairs (`ranker` does the same
for arguments). It learns in minutes what a transformer of this size needs hours for; the decision weighs both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.prompt import content
from keyhole.models.embedded.route.lexical import Overlap, bucket
from keyhole.models.embedded.text import STOP, name_words, plain_words, split_words, stem
from keyhole.models.model import ToolCard

LONGEST = 28
_POINTING = frozenset("it that this these those them they my our your one".split())  # noqa: SIM905
"""What stands for a thing that the request does not name."""
_NO_WORDS: Mapping[str, str] = {}
_BLANK = re.compile(r"_{2,}|\.{3,}|…")


def request_atoms(query: str, lexicon: Mapping[str, str] = _NO_WORDS) -> tuple[list[str], list[str], list[str]]:
    """(stems and shapes of a request's words, its neighbouring pairs and its form, its groups of words used alike)."""
    words = split_words(query)[:200]
    atoms = []
    for word in words[-LONGEST:]:
        if word.kind == "mark":
            if word.text in "+*/=^%_":
                atoms.append(word.text)
        elif word.kind == "word":
            atoms += [stem(part) for part in plain_words(word.text)] or ["<other>"]
        else:
            atoms.append(f"<{word.kind}>")
    atoms = atoms[:LONGEST]
    pairs = [f"{a} {b}" for a, b in zip(["<s>", *atoms], [*atoms, "</s>"], strict=True)]
    blank = bool(_BLANK.search(query))
    last = atoms[-1] if atoms and words[-1].text.lower() in STOP else "content"
    content_words = sum(word.kind != "word" or word.text.lower() not in STOP for word in words if word.kind != "mark")
    pairs += [f"blank {blank}", f"last {last} {blank}", f"first {' '.join(atoms[:2])} {min(6, content_words)}"]
    pairs += [f"three {' '.join(atoms[i : i + 3])}" for i in range(len(atoms) - 2)]
    ends = {word.text for word in words[-2:] if word.kind == "mark"}
    capitals = sum(word.text[:1].isupper() for word in words[1:])
    pairs.append(f"form {'?' in ends} {min(4, len(atoms) // 3)} {min(capitals, 3)}")
    numbers = min(3, len(find_numbers(words)))
    points = not _POINTING.isdisjoint(word.text.lower() for word in words)
    pairs += [f"numbers {numbers}", f"numbers {numbers} {points}"]
    groups = _groups((word.text.lower() for word in words if word.kind == "word"), lexicon)
    return list(dict.fromkeys(atoms)), pairs, groups[:LONGEST]


def route_candidates(
    query: str, cards: Sequence[ToolCard], evidence: Sequence[Overlap], lexicon: Mapping[str, str] = _NO_WORDS
) -> list[tuple[str, ...]]:
    """What speaks for every tool in order, then of none and of clarify. `lexicon`: groups of words used alike."""
    atoms, pairs, groups = request_atoms(query, lexicon)
    best = max((overlap.score for overlap in evidence), default=0.0)
    most = bucket(max((overlap.request for overlap in evidence), default=0.0))
    named = bucket(max((overlap.name for overlap in evidence), default=0.0))
    nearest = max((overlap.meaning for overlap in evidence), default=0.0)
    few = min(3, len(cards))
    result: list[tuple[str, ...]] = []
    for card, overlap in zip(cards, evidence, strict=True):
        name = [stem(word) for word in name_words(card.name)][:5]
        described = content(card.description, 6, seen=frozenset(name))
        about = [stem(word) for word in described]
        top = overlap.score == best > 0
        facts = [f"t{a}|{n}" for a in atoms for n in name]
        facts += [f"a{a}|{d}" for a in atoms for d in about]
        facts += [f"p{p}|{n}" for p in pairs for n in name]
        facts += [f"g{group}|{n}" for group in groups for n in name]
        facts += [f"G{group}|{other}" for other in _groups(name_words(card.name)[:5], lexicon) for group in groups]
        facts += [f"A{group}|{other}" for other in _groups(described, lexicon) for group in groups]
        facts += [f"m{_level(overlap.meaning)}{overlap.meaning == nearest}"]
        facts += [f"o{bucket(overlap.name)}{bucket(overlap.request)}{top}", f"n{bucket(overlap.name)}", f"c{few}{top}"]
        facts += [f"r{bucket(overlap.request)}{few}"]
        result.append(tuple(facts))
    for kind in ("none", "clarify"):
        facts = [f"{kind}{a}" for a in atoms] + [f"{kind}{p}" for p in pairs]
        facts += [f"{kind}g{group}" for group in groups]
        facts += [f"{kind}m{_level(nearest)}{few}", f"{kind}|{most}{named}", f"{kind}|{most}{few}", f"{kind}|"]
        result.append(tuple(facts))
    return result


def _groups(words: Iterable[str], lexicon: Mapping[str, str]) -> list[str]:
    """The groups of words, each once."""
    return list(dict.fromkeys(group for word in words if (group := lexicon.get(word))))


def _level(meaning: float) -> int:
    """A likeness of meaning in steps."""
    return sum(meaning > step for step in (0.05, 0.12, 0.2, 0.28, 0.36, 0.46))
