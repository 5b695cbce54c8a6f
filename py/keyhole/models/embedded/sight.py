# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type)
"""What there is to see in a request before its arguments are ranked: its words, what stands around and between them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from keyhole.models.embedded.nearness import Nearness, nearness, told_words
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, Word, name_words, plain_words, split_words, stem
from keyhole.models.embedded.times.days_said import TODAY
from keyhole.tools.builtin.number_words import ORDINAL
from keyhole.word_vectors import Meaning, WordVectors, word_vectors

Lexicon = dict[str, str]
"""The class of a lower-case word: `place`, `name`, or the number of a group of words that are used alike."""


def read_lexicon(text: str) -> Lexicon:
    """From lines "class word word ..."."""
    lines = (line.split(" ") for line in text.splitlines())
    return {word: first for first, *words in lines for word in words}


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
    named: tuple[frozenset[int], ...] = ()
    """For each word, the parameters whose name holds it."""
    described: tuple[frozenset[int], ...] = ()
    """For each word, the parameters whose description holds it, and whose name does not."""
    shapes: tuple[str, ...] = ()
    said: frozenset[str] = frozenset()
    """The words as they stand, in small letters, and the numbers in digits."""
    joined: frozenset[str] = frozenset()
    """Letters and digits of one to three neighbouring words, in small letters: "sha256" of "SHA-256" and "sha 256"."""
    shortest: frozenset[str] = frozenset()
    """The words of one letter or two, as they stand."""
    titled: frozenset[tuple[int, int]] = frozenset()
    """First and last words of what reads as one name with small words inside: "Woman at a Green Gate"."""
    today: frozenset[int] = frozenset()
    """The words that say which day it is: "today is 2 May 2025"."""
    lexicon: Mapping[str, str] = field(default_factory=dict)
    vectors: WordVectors = field(default_factory=word_vectors)
    nearness: Nearness = field(default_factory=Nearness)


_QUOTES = re.compile(
    r"""(?<![\w])(?:'(?P<a>[^\n]+?)'(?!\w)|"(?P<b>[^"\n]+)"|“(?P<c>[^”\n]+)”|‘(?P<d>[^’\n]+)’|`(?P<e>[^`\n]+)`)"""
)


CALENDAR_NAMES = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul "
    "aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday".split()
)
_DATE_WORDS = CALENDAR_NAMES | {"today", "tomorrow", "yesterday", "tonight"}
_DATE_PARTS = frozenset(
    "next this last coming the of weekend week month year day night morning evening after before".split()
)
_DAY = re.compile(rf"\d{{1,2}}(?:st|nd|rd|th)|\d{{1,2}}|1[5-9]\d\d|20\d\d|{ORDINAL}", re.IGNORECASE)


_SHORT = re.compile(r"\d{1,2}")
_GAP = 2
"""Characters between the words of one date, at most: "June 3, 2024"."""


def date_runs(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Longest runs of words that read as a date: "next Friday", "the 3rd of May, 2024", "2024-05-03"."""
    runs = []
    at = 0
    while at < len(words):
        end, sure = at, False
        while end < len(words):
            if end > at and words[end].start - words[end - 1].end > _GAP:
                break  # "22 Dec 2025 - 2 Jan 2026"
            lower = words[end].text.lower()
            certain = words[end].kind == "date" or (
                lower in _DATE_WORDS and (lower not in ("may", "march") or end > at)
            )
            certain = certain or (lower in ("may", "march", "sun", "mon") and words[end].text[:1].isupper())
            ordinal = end > at and lower in ("st", "nd", "rd", "th")
            if not (certain or ordinal or lower in _DATE_PARTS or _DAY.fullmatch(lower)):
                break
            if sure and lower.isalpha() and _DAY.fullmatch(lower) and words[end].start - words[end - 1].end > 1:
                break  # "jan 20, first class"
            if lower.isdecimal() and end + 1 < len(words) and words[end + 1].text.lower() in ("am", "pm"):
                break  # "saturday 5pm"
            parted = end > at and words[end].start - words[end - 1].end > 1
            if parted and _SHORT.fullmatch(lower) and any(_SHORT.fullmatch(each.text) for each in words[at:end]):
                break  # "dec 24, 3 nights"
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


def sight(
    view: FillView, query: str, lexicon: Mapping[str, str] | None = None, vectors: WordVectors | None = None
) -> Sight:
    """Look at a request. `vectors`: what words mean; default: the shipped ones of `keyhole.word_vectors`."""
    meant = vectors or word_vectors()
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
    for index in range(len(words) - 1):
        if after[index] == "." and _shortened(words, index):
            after[index] = before[index + 1] = ""
    now = TODAY.search(query)
    stems = tuple(stem((plain_words(word.text) or ("",))[0]) for word in words)
    titles = [frozenset(title_of(parameter)) for parameter in view.parameters]
    abouts = [frozenset(about_of(parameter)) for parameter in view.parameters]
    return Sight(
        tuple(_atom(word) for word in words),
        stems,
        tuple(word.text[:1].isupper() and (i > 0 or word.text[1:2].isupper()) for i, word in enumerate(words)),
        tuple(before),
        tuple(after),
        tuple(known.get(word.text.lower(), "") for word in words),
        frozenset(quoted),
        frozenset(date_runs(words)),
        tuple(frozenset(n for n, title in enumerate(titles) if s in title) for s in stems),
        tuple(frozenset(n for n, about in enumerate(abouts) if s in about and s not in titles[n]) for s in stems),
        tuple(shape(word) for word in words),
        frozenset({word.text.lower() for word in words} | {f"{number.value:.15g}" for number in view.numbers.values()}),
        joined_words([word.text for word in words]),
        frozenset(word.text for word in words if len(word.text) <= 2),
        frozenset(_titled(words)),
        frozenset(at for at, word in enumerate(words) if now and now.start() <= word.start < now.end()),
        known,
        meant,
        nearness(view, meant),
    )


def joined_words(texts: Sequence[str]) -> frozenset[str]:
    """Letters and digits of one to three neighbouring texts, in small letters."""
    plain = ["".join(filter(str.isalnum, text.lower())) for text in texts]
    return frozenset("".join(plain[at : at + length]) for length in (1, 2, 3) for at in range(len(plain)))


_INSIDE = frozenset(
    "a an and at da de del der di du e en el et in la las le les los of on the to v van von vs with y".split()
)
_INSIDE_MOST = 3
"""Small words in a row inside a name."""


def _titled(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Runs of words that begin and end with a capital and have small words between, as long as can be."""
    runs = []
    at = 0
    while at < len(words):
        end, following = at, at + 1
        while words[at].text[:1].isupper() and following < len(words) and following - end <= _INSIDE_MOST:
            apart = words[following].start - words[following - 1].end
            if apart != 1 and not (apart == 2 and words[following - 1].text in ("v", "vs")):
                break  # a mark stands between
            if words[following].text[:1].isupper():
                end = following
            elif words[following].text not in _INSIDE:
                break
            following += 1
        if any(word.text in _INSIDE for word in words[at:end]):
            runs.append((at, end))
        at = end + 1
    return runs


def _shortened(words: Sequence[Word], at: int) -> bool:
    """Whether the dot behind a word is a short form's and ends no sentence: "Ursula K. Le Guin", "Dr. Watson"."""
    word, following = words[at].text, words[at + 1].text
    initial = at > 0 and re.fullmatch("[A-Z]", word) and words[at - 1].text[:1].isupper()
    return following[:1].isupper() and following.lower() not in STOP and bool(initial or word.lower() in _SHORT_FORMS)


_SHORT_FORMS = frozenset("dr mr mrs ms prof st jr sr v vs".split())
_NAME = re.compile(r"(?:user|file|host|nick|book|code|screen)name")


def title_of(parameter: Parameter) -> list[str]:
    """Stems of a parameter's own name; of "username" also "user"."""
    words = [word for part in parameter.path[-1:] for word in name_words(part)]
    return [stem(w) for word in words for w in ((word[:-4], word) if _NAME.fullmatch(word) else (word,))] or ["?"]


def about_of(parameter: Parameter) -> list[str]:
    """Stems of the first words of a parameter's description that carry meaning."""
    words = [w for part in parameter.description[:200].split() for w in plain_words(part) if w not in STOP]
    return list(dict.fromkeys(map(stem, words)))[:10]


def shape(word: Word) -> str:
    """What a word looks like: `Cap`, `low` and `UP` of letters, else its kind, with the marks inside it."""
    text = word.text
    inner = "".join(sorted({c for c in text if c in "_/.-@#"}))
    if word.kind != "word":
        return word.kind + inner
    return ("UP" if text.isupper() and len(text) > 1 else "Cap" if text[:1].isupper() else "low") + inner


_INTRODUCED = re.compile(
    r"(?:e\.\s?g\.?|i\.e\.|such as|for example|for instance|\bex[:.]|\blike)[,:]?\s+([^.;)]{1,80})", re.I
)


def examples_of(description: str, most: int = 4) -> list[str]:
    """The first values that a description gives as examples: what it quotes, or else what follows "e.g.", "such as" and
    the like."""
    text = description[:400]
    found = [match.group(match.lastgroup or 0) for match in _QUOTES.finditer(text)]
    if not found:
        for match in _INTRODUCED.finditer(text):
            found += [part.strip() for part in re.split(r",|\bor\b|\band\b", match[1])]
    return [example for example in found if example][:most]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a parameter asks for, to hold the words of a request against."""

    title: tuple[str, ...]
    shapes: frozenset[tuple[str, ...]]
    """Of the examples that its description gives."""
    shown: frozenset[str]
    """Stems of these examples."""
    listed: frozenset[tuple[str, ...]]
    """The examples as they stand, each the stems of its words."""
    by_name: Meaning
    by_description: Meaning

    @classmethod
    def of(cls, parameter: Parameter, vectors: WordVectors) -> Wanted:
        examples = [split_words(example) for example in examples_of(parameter.description)]
        return cls(
            tuple(title_of(parameter)),
            frozenset(tuple(shape(word) for word in example[:4]) for example in examples if example),
            frozenset(stem(w) for example in examples for word in example for w in plain_words(word.text)),
            frozenset(tuple(stem((plain_words(word.text) or ("",))[0]) for word in example) for example in examples),
            vectors.meaning(name_words(parameter.path[-1])),
            vectors.meaning(told_words(parameter.description)),
        )
