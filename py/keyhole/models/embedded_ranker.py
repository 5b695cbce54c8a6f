# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type)
"""A log-linear ranker of argument candidates: what stands around a word, crossed with what the parameter is called.

The transformer points at words; a model of its size points better with a second opinion. This one is a conditional
logit over spans (or numbers, options, truth values, or nothing) with hashed features: `weights[crc32(feature)]`. It
is trained on the same examples, and its scores are added to the transformer's log-probabilities.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from keyhole.models.embedded_prompt import FillView, Parameter
from keyhole.models.embedded_text import STOP, Word, name_words, plain_words, stem

LONGEST = 8
WHOLE = 24
"""Words of the longest span that may be offered because it reaches to the end of the request."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to answer: its tokens as the transformer would say them (none: nothing), and what speaks for it.

    `crossed` are facts that count together with each of the parameter's owners, `alone` those that count as they are.
    """

    picks: tuple[str, ...]
    crossed: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()


class Weights:
    """The learned weights: eight bits each and one scale. Their number is a power of two."""

    def __init__(self, packed: str, scale: float, lexicon: str = "") -> None:
        self.lexicon = read_lexicon(lexicon)
        raw = base64.b64decode(packed)
        if len(raw) & (len(raw) - 1) or len(raw) < 1024:
            raise ValueError(f"{len(raw)} weights: not a power of two")
        self.values = [((b ^ 0x80) - 0x80) * scale for b in raw]
        self.mask = len(raw) - 1

    def score(self, facts: Sequence[str]) -> float:
        """The sum of the weights of facts."""
        values, mask = self.values, self.mask
        return sum(values[feature(fact) & mask] for fact in facts)

    def scores(self, owners: Sequence[str], offered: Sequence[Candidate]) -> list[float]:
        """The score of every candidate. A fact is crossed with the owners once, however many share it."""
        values, mask = self.values, self.mask
        heads = heads_of(owners)
        crossed: dict[str, float] = {}
        alone: dict[str, float] = {}
        result = []
        for candidate in offered:
            total = 0.0
            for fact in candidate.crossed:
                value = crossed.get(fact)
                if value is None:
                    value = crossed[fact] = sum(values[feature(fact, head) & mask] for head in heads)
                total += value
            for fact in candidate.alone:
                value = alone.get(fact)
                if value is None:
                    value = alone[fact] = values[feature(fact) & mask]
                total += value
            result.append(total)
        return result


def feature(text: str, head: int = 0) -> int:
    """The place of a fact among the weights, before it is cut to their number; `head` is the owner it goes with."""
    return crc32(text.encode(), head)


def heads_of(owners: Sequence[str]) -> list[int]:
    """What `feature` wants of owners."""
    return [crc32(f"{owner}|".encode()) for owner in owners]


Lexicon = dict[str, str]
"""The class of a lower-case word: `place`, `name`, or the number of a group of words that are used alike."""


def read_lexicon(text: str) -> Lexicon:
    """From lines "class word word ..."."""
    return {word: line.split(" ", 1)[0] for line in text.splitlines() for word in line.split(" ")[1:]}


def _atom(word: Word) -> str:
    if word.kind == "word":
        return word.text.lower()[:16]
    return f"<{word.kind}>"


@dataclass(frozen=True, slots=True)
class Sight:
    """What the features need to know of a request, gathered once for all parameters."""

    atoms: tuple[str, ...]
    stems: tuple[str, ...]
    capital: tuple[bool, ...]
    before: tuple[str, ...]
    """The mark right before a word, or the empty text."""
    after: tuple[str, ...]
    classes: tuple[str, ...]
    """What the lexicon knows a word to be, or the empty text."""
    quoted: frozenset[tuple[int, int]] = frozenset()
    """First and last words of what stands in quotation marks."""
    dates: frozenset[tuple[int, int]] = frozenset()
    """First and last words of what reads as a date, as long as can be."""
    lexicon: Mapping[str, str] = field(default_factory=dict)


_QUOTES = re.compile(
    r"""(?<![\w])(?:'(?P<a>[^\n]+?)'(?!\w)|"(?P<b>[^"\n]+)"|“(?P<c>[^”\n]+)”|‘(?P<d>[^’\n]+)’|`(?P<e>[^`\n]+)`)"""
)


_DATE_WORDS = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul "
    "aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday today "
    "tomorrow yesterday tonight".split()
)
_DATE_PARTS = frozenset(
    "next this last coming the of weekend week month year day night morning evening after before".split()
)
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)|\d{1,2}|1[5-9]\d\d|20\d\d", re.IGNORECASE)


def date_runs(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Longest runs of words that read as a date: "next Friday", "the 3rd of May, 2024", "2024-05-03"."""
    runs = []
    at = 0
    while at < len(words):
        end, sure = at, False
        while end < len(words):
            lower = words[end].text.lower()
            certain = words[end].kind == "date" or (
                lower in _DATE_WORDS and (lower not in ("may", "march") or end > at)
            )
            certain = certain or (lower in ("may", "march", "sun", "mon") and words[end].text[:1].isupper())
            ordinal = end > at and lower in ("st", "nd", "rd", "th")
            if not (certain or ordinal or lower in _DATE_PARTS or _DAY.fullmatch(lower)):
                break
            sure = sure or certain or (lower in ("week", "month", "year", "weekend") and end > at)
            end += 1
        last = end - 1
        first = at
        while first <= last and words[first].text.lower() in ("the", "of", "after", "before"):
            first += 1
        while last >= first and words[last].text.lower() in ("the", "of", "after", "before", "next", "this", "last"):
            last -= 1
        if sure and first <= last:
            runs.append((first, last))
        at = max(end, at + 1)
    return runs


def sight(view: FillView, query: str, lexicon: Mapping[str, str] | None = None) -> Sight:
    """Look at a request."""
    quoted = set()
    for match in _QUOTES.finditer(query):
        start, end = match.span(match.lastgroup or 0)
        inside = [i for i, w in enumerate(view.words) if w.start >= start and w.end <= end]
        if inside:
            quoted.add((inside[0], inside[-1]))
    known = lexicon or {}
    words = view.words
    before, after = [], []
    for index, word in enumerate(words):
        previous = words[index - 1].end if index else 0
        following = words[index + 1].start if index + 1 < len(words) else len(query)
        before.append("".join(query[previous : word.start].split())[-1:])
        after.append("".join(query[word.end : following].split())[:1])
    return Sight(
        tuple(_atom(word) for word in words),
        tuple(stem((plain_words(word.text) or ("",))[0]) for word in words),
        tuple(word.text[:1].isupper() and (i > 0 or word.text[1:2].isupper()) for i, word in enumerate(words)),
        tuple(before),
        tuple(after),
        tuple(known.get(word.text.lower(), "") for word in words),
        frozenset(quoted),
        frozenset(date_runs(words)),
        known,
    )


def owners_of(view: FillView, number: int, lexicon: Mapping[str, str]) -> list[str]:
    """What a parameter is: its type and need, the words of its name and description, the kinds of thing they name."""
    parameter = view.parameters[number]
    words = [word for part in parameter.path[-1:] for word in name_words(part)] or ["?"]
    title = list(dict.fromkeys(stem(word) for word in words))[-4:]
    about = {stem(w) for part in parameter.description[:200].split() for w in plain_words(part) if w not in STOP}
    kind = parameter.type + ("[]" if parameter.many else "")
    need = "req" if parameter.required else "opt"
    groups = {lexicon[word] for word in words[-3:] if word in lexicon}
    return [
        kind, kind + need, *(f"n:{t}" for t in title), f"h:{title[-1]}", *(f"d:{a}" for a in sorted(about)[:6]),
        *(f"g:{group}" for group in sorted(groups)),
    ]  # fmt: skip


def candidates(view: FillView, seen: Sight, number: int) -> list[Candidate]:
    """All ways to answer one parameter, nothing first; lists are ranked by their first item."""
    parameter = view.parameters[number]
    title = [stem(word) for part in parameter.path[-1:] for word in name_words(part)] or ["?"]
    about = {stem(w) for part in parameter.description[:200].split() for w in plain_words(part) if w not in STOP}
    need = "req" if parameter.required else "opt"
    kind = parameter.type + ("[]" if parameter.many else "")
    named = [i for i, s in enumerate(seen.stems) if s in title]
    described = [i for i, s in enumerate(seen.stems) if s in about and s not in title]
    found = [Candidate((), ("skip",), (f"skip|named{bool(named)}|{need}", f"skip|said{bool(described)}|{need}|{kind}"))]
    if parameter.options:
        return found + _options(parameter, seen, need, title)
    if parameter.type == "bool":
        return found + _truths(seen, named, described, need, title)
    count = len(view.words)
    numeric = parameter.type in ("int", "num")
    starts = sorted(view.numbers) if numeric else range(count)
    rank = {at: order for order, at in enumerate(sorted(view.numbers))}
    place = sum(1 for p in view.parameters[:number] if p.type == parameter.type and not p.options)
    only = _only_kind(parameter)
    if only and any(word.kind == only for word in view.words):
        spans = [i for i, word in enumerate(view.words) if word.kind == only]
        return found + [
            Candidate((f"w{s + 1}",) * 2, (*_start_atoms(seen, s), *_near(seen, s, named, "n"))) for s in spans
        ]
    ends = [] if numeric else [tuple(_end_atoms(seen, e, count)) for e in range(count)]
    for s in starts:
        atoms = (*_start_atoms(seen, s), *_near(seen, s, named, "n"), *_near(seen, s, described, "d"))
        last = view.numbers[s].last if s in view.numbers else s
        if numeric:
            same = f"rank{max(-2, min(2, rank[s] - place))}|{min(3, len(rank))}"
            found.append(Candidate((f"w{s + 1}",), (*atoms, *_end_atoms(seen, last, count), same), (f"num|{same}",)))
            continue
        reach = min(count, s + LONGEST)
        far = {e for first, e in seen.quoted if first == s} | ({count - 1} if count - s <= WHOLE else set())
        for e in [*range(s, reach), *sorted(e for e in far if e >= reach)]:
            inner = tuple(_span_atoms(seen, s, e, named))
            found.append(Candidate((f"w{s + 1}", f"w{e + 1}"), (*atoms, *ends[e], *inner), inner))
    return found


def _only_kind(parameter: Parameter) -> str:
    """The kind of word that a parameter must be, by its name: an address of mail or of the web."""
    if parameter.type != "str":
        return ""
    about = f" {' '.join(name_words(parameter.path[-1]))} {parameter.description.lower()}"
    if "email" in about and ("address" in about or " to" in about[:4] or "email" in name_words(parameter.path[-1])):
        return "email"
    return "url" if " url" in about else ""


def _start_atoms(seen: Sight, s: int) -> list[str]:
    previous = seen.atoms[s - 1] if s else "<s>"
    earlier = seen.atoms[s - 2] if s > 1 else "<s>"
    mark = seen.before[s]
    return [
        f"p:{previous}{mark}",
        f"pp:{earlier} {previous}",
        f"c:{seen.atoms[s] if not seen.capital[s] else 'Cap'}",
        f"m:{mark}{seen.capital[s]}{seen.atoms[s] in STOP}",
        f"pc:{previous}{seen.capital[s]}{seen.atoms[s][:1] == '<'}",
        f"g:{seen.classes[s]}",
        f"pg:{seen.classes[s - 1] if s else ''}",
    ]


def _end_atoms(seen: Sight, e: int, count: int) -> list[str]:
    following = seen.atoms[e + 1] if e + 1 < count else "</s>"
    return [
        f"f:{following}{seen.after[e]}",
        f"l:{seen.atoms[e] if not seen.capital[e] else 'Cap'}",
        f"a:{seen.after[e]}{following in STOP}{seen.capital[e]}{e + 1 < count and seen.capital[e + 1]}",
        f"lg:{seen.classes[e]}",
        f"fg:{seen.classes[e + 1] if e + 1 < count else ''}",
    ]


def _near(seen: Sight, s: int, places: list[int], label: str) -> list[str]:
    if not places:
        return [f"{label}near:no"]
    distance = min((s - place for place in places), key=abs)
    return [f"{label}near:{max(-4, min(4, distance))}"]


def _span_atoms(seen: Sight, s: int, e: int, named: list[int]) -> list[str]:
    length = e - s + 1
    capitals = sum(seen.capital[s : e + 1])
    whole = capitals == length and (not s or not seen.capital[s - 1] or bool(seen.before[s]))
    whole = whole and (e + 1 >= len(seen.atoms) or not seen.capital[e + 1] or bool(seen.after[e]))
    quoted = (s, e) in seen.quoted
    within = any(a <= s and e <= b for a, b in seen.quoted)
    classes = {seen.classes[i] if seen.classes[i].isalpha() else "" for i in range(s, e + 1)}
    kind = "mixed" if len(classes) > 1 else next(iter(classes))
    marks = "".join(sorted({m for m in seen.after[s:e] if m}))[:3]
    has_name = any(s <= place <= e for place in named)
    stops = sum(a in STOP for a in seen.atoms[s : e + 1])
    return [
        f"len:{min(length, 6)}",
        f"caps:{whole}{min(capitals, 3)}{min(length, 3)}",
        f"q:{quoted}{within}{bool(seen.quoted)}",
        f"k:{kind}{min(length, 3)}",
        f"date:{_date(seen, s, e)}",
        f"in:{marks}",
        f"has:{has_name}{min(length, 3)}",
        f"st:{min(stops, 3)}of{min(length, 4)}",
        f"tail:{e + 1 == len(seen.atoms)}{min(length, 3)}",
        f"all:{s == 0}{e + 1 == len(seen.atoms)}",
    ]


def _date(seen: Sight, s: int, e: int) -> str:
    """Whether a span is a whole date, a part of one, holds one, or has nothing to do with any."""
    if (s, e) in seen.dates:
        return "whole"
    if any(a <= s and e <= b for a, b in seen.dates):
        return "part"
    return "over" if any(s <= b and a <= e for a, b in seen.dates) else f"none{bool(seen.dates)}"


def _options(parameter: Parameter, seen: Sight, need: str, title: list[str]) -> list[Candidate]:
    asked = set(seen.stems) | set(seen.atoms)
    met = {group for group in seen.classes if group}
    result = []
    hits = []
    alike: list[bool] = []
    for option in parameter.options:
        words = name_words(str(option)) or (str(option).lower(),)
        inside = [word for word in words if stem(word) in asked or word in asked]
        groups = {seen.lexicon[word] for word in words if word in seen.lexicon}
        alike.append(bool(groups & met))
        loose = [w for w in words if len(w) > 3 and any(a.startswith(w[:4]) for a in asked)]
        hits.append((len(inside) / len(words), len(inside), len(loose) / len(words)))
    best = max(hit[0] * 10 + hit[1] for hit in hits)
    for index, (share, count, loose_share) in enumerate(hits):
        top = share * 10 + count == best
        facts = [
            f"opt|{share == 1}{share > 0}{top}",
            f"opt|{share == 1}{top}|{need}",
            f"opt|{min(count, 3)}|{top}",
            f"opt|loose{loose_share > 0.9}{share > 0}",
            f"opt|alike{alike[index]}{best > 0}{sum(alike) > 1}",
            f"opt|first{index == 0}|{need}|{best > 0}",
            *(f"opt|{str(parameter.options[index]).lower()[:20]}|{a}" for a in seen.atoms[:40] if a not in STOP),
            *(f"opt|{share == 1}|{t}" for t in title),
        ]
        result.append(Candidate((f"e{index + 1}",), (), tuple(facts)))
    return result


_NEGATIONS = frozenset("no not without don't dont exclude excluding never disable off non skip except".split())


def _truths(seen: Sight, named: list[int], described: list[int], need: str, title: list[str]) -> list[Candidate]:
    negated = any(a in _NEGATIONS for place in named for a in seen.atoms[max(0, place - 3) : place])
    loose = any(a in _NEGATIONS for place in described for a in seen.atoms[max(0, place - 3) : place])
    share = len({seen.stems[i] for i in named}) / max(1, len(set(title)))
    result = []
    for truth in ("true", "false"):
        facts = [
            f"{truth}|{need}",
            f"{truth}|named{min(2, int(share * 2))}|neg{negated}",
            f"{truth}|said{min(2, len(described))}|neg{loose or negated}|{need}",
            *(f"{truth}|{t}|{bool(named)}" for t in title),
            *(f"{truth}|{a}" for a in seen.atoms[:40]),
        ]
        result.append(Candidate((truth,), (f"{truth}{bool(named)}{bool(described)}",), tuple(facts)))
    return result


def log_softmax(scores: Sequence[float]) -> list[float]:
    """Scores as log-probabilities."""
    highest = max(scores)
    total = highest + math.log(sum(math.exp(score - highest) for score in scores))
    return [score - total for score in scores]
