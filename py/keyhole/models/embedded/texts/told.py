# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""Texts that a request all but hands over: the one in quotation marks, a code right behind its parameter's name, what
people call a city where a place is wanted, the only file, address, phone or class, and who made a work; and what is no
value, as it only says which tool is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from keyhole.models.embedded.codes.places import full_name
from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight
from keyhole.models.embedded.text import STOP, Word, name_words, plain_words, stem

PLACE = frozenset("city town location place region where origin destination area from to".split())
"""Words of the names of parameters that are places."""
_FILLERS = frozenset("number no id code name is called named".split())
"""What may stand between a parameter's name and its value."""
_FILES = frozenset("file filename path pdf document image photo picture video recording attachment spreadsheet".split())
_FILE = re.compile(r"[\w/~-][\w./~-]*\.(?!(?:com|org|net)$)(?:[a-z]{2,4}|mp[34]|7z)", re.I)
_RELATIVE = frozenset("that which who".split())

Picks = tuple[str, ...]


def handed_over(view: FillView, number: int, offered: Sequence[Candidate], seen: Sight) -> dict[Picks, Agreement]:
    """For a parameter that is a text: 1 for what is all but handed over, -1 for what begins with a verb ("that plays
    jazz"); empty where nothing is told."""
    known: dict[Picks, Agreement] = dict.fromkeys(_behind_its_name(view, number, seen), 1)
    if not known and (at := _before_its_name(view, number, seen)) is not None:
        known = {(f"w{at + 1}",) * 2: 1, (f"w{at + 2}",) * 2: -1, (f"w{at + 1}", f"w{at + 2}"): -1}
    place = not PLACE.isdisjoint(name_words(view.parameters[number].path[-1]))
    for picks in (c.picks for c in offered[1:] if c.picks not in known):
        s, e = int(picks[0][1:]) - 1, int(picks[-1][1:]) - 1
        said = " ".join(word.text for word in view.words[s : e + 1])
        if place and full_name(said) != said:  # "the big apple"
            known[picks] = 1
        elif e > s and s and seen.atoms[s - 1] in _RELATIVE and _may_be_verb(view.words[s].text):
            known[picks] = -1
    return known


def only_quotation(view: FillView, number: int, seen: Sight) -> Picks | None:
    """The picks of the one quotation where a parameter is the only text that is required."""
    texts = [n for n, p in enumerate(view.parameters) if p.required and p.type == "str" and not p.many]
    if texts != [number] or len(seen.quoted) != 1:
        return None
    first, last = next(iter(seen.quoted))
    return f"w{first + 1}", f"w{last + 1}"


def only_of_its_kind(view: FillView, number: int) -> Picks | None:
    """The picks of the one file, address of a machine or of mail, phone or class of a school that a request names,
    where a parameter is the only text that asks for such a thing."""
    for asks, is_one in _KINDS:
        asking = [n for n, p in enumerate(view.parameters) if p.type == "str" and not p.options and asks(p)]
        found = [n for n, word in enumerate(view.words, 1) if is_one(word)] if asking == [number] else []
        if len(found) == 1:
            return (f"w{found[0]}",) * 2
    return _only_class(view, number)


def mail_addresses(parameter: Parameter, view: FillView) -> list[str]:
    """All mail addresses of a request, for a list that takes such."""
    return [word.text for word in view.words if word.kind == "email"] if _MAIL.search(parameter.about) else []


def _only_class(view: FillView, number: int) -> Picks | None:
    """The picks of the one class, "6C" or "10A", which is two words."""
    asking = [n for n, p in enumerate(view.parameters) if p.type == "str" and not p.options and _CLASS.search(p.about)]
    pairs = enumerate(pairwise(view.words), 1)
    found = [n for n, (one, other) in pairs if one.end == other.start and _CLASSES.fullmatch(one.text + other.text)]
    return (f"w{found[0]}", f"w{found[0] + 1}") if asking == [number] and len(found) == 1 else None


_CLASS = re.compile(r"\bclass(?:room)?\b", re.IGNORECASE)
_CLASSES = re.compile(r"1?\d[A-Za-z]")
_MAIL = re.compile(r"\be-?mails?\b", re.IGNORECASE)
_PHONE = re.compile(r"\b(?:phone|mobile|cell|telephone)\b|\bE\.164\b|\bsms\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d{9,15}")


def asks_for_address(parameter: Parameter) -> bool:
    """Whether a parameter wants the address of a machine, or of a network."""
    return not parameter.options and bool(_MACHINE.search(parameter.about))


def takes_addresses_alone(parameter: Parameter) -> bool:
    """Whether it wants such an address, and no name of the machine."""
    return asks_for_address(parameter) and not _BY_NAME.search(parameter.about)


_BY_NAME = re.compile(r"\b(?:host|hosts|hostname|domain|name|names|server|machine|device|peer)\b", re.IGNORECASE)


def is_address(word: Word) -> bool:
    """Whether a word is such an address."""
    return word.kind == "code" and bool(_ADDRESS.fullmatch(word.text))


_MACHINE = re.compile(r"\bip\b|\bipv[46]\b|\bcidr\b|\bsubnet\b|\bmac address\b", re.IGNORECASE)
_ADDRESS = re.compile(r"[\d.]+(?:/\d+)?|[0-9a-f]*:[0-9a-f:]+(?:/\d+)?|(?:[0-9a-f]{2}-){5}[0-9a-f]{2}", re.IGNORECASE)


def says_the_tool(view: FillView, parameter: Parameter, value: Any, query: str) -> bool:
    """Whether a required text has no word but the tool's own, so that it says which tool is wanted and no value of it:
    the shopping list of "put it on the shopping list". A quotation, a name, a number or a file is what it is."""
    if not parameter.required or parameter.type != "str" or parameter.many or not isinstance(value, str):
        return False
    if not _PLAIN_WORDS.fullmatch(value) or re.search(rf"['\"“‘`]{re.escape(value)}['\"”’`]", query):
        return False
    said = {stem(word) for word in plain_words(value) if word not in STOP}
    return bool(said) and said <= view.topic


_PLAIN_WORDS = re.compile(r"[a-z]+(?:[ -][a-z]+)*")


def part_maker(parameters: Sequence[Parameter], query: str, values: dict[tuple[str, ...], Any]) -> None:
    """Part, in place, a work from who made it, where that is wanted and not said yet: "yesterday by the beatles"."""
    texts = [p for p in parameters if p.type == "str" and not (p.many or p.options)]
    makers = [p for p in texts if not _MAKERS.isdisjoint(name_words(p.path[-1]))]
    works = [p for p in texts if not _WORKS.isdisjoint(name_words(p.path[-1])) and p not in makers]
    if len(makers) != 1 or len(works) != 1 or makers[0].path in values:
        return
    said = _MADE_BY.fullmatch(str(values.get(works[0].path, "")))
    if said and not re.search(rf"['\"“‘]{re.escape(said[0])}['\"”’]", query):
        values[works[0].path], values[makers[0].path] = said[1], said[2]


_MAKERS = frozenset("artist author band singer composer writer performer".split())
_WORKS = frozenset("title song track book album name work piece".split())
_MADE_BY = re.compile(r"(\S.*?) by ((?!me\b|my\b|the (?:way|sea|river|lake|fire|numbers?|hour)\b).+)", re.IGNORECASE)


def _asks_for_file(parameter: Parameter) -> bool:
    words = {*name_words(parameter.path[-1]), *(w for part in parameter.description.split() for w in plain_words(part))}
    return not words.isdisjoint(_FILES)


_KINDS: tuple[tuple[Callable[[Parameter], object], Callable[[Word], object]], ...] = (
    (_asks_for_file, lambda word: _FILE.fullmatch(word.text)),
    (asks_for_address, is_address),
    (lambda parameter: _MAIL.search(parameter.about), lambda word: word.kind == "email"),
    (
        lambda parameter: _PHONE.search(parameter.about),
        lambda word: word.kind == "num" and _DIGITS.fullmatch(word.text),
    ),
)
"""How a parameter asks for a thing that looks like no other, and how that looks."""


def _behind_its_name(view: FillView, number: int, seen: Sight) -> set[Picks]:
    """The picks of quotations and single codes, words with a sign or digit inside, right behind the last word of a
    parameter's name, which no other parameter has: "namespace 'etl'", "card number 20114"."""
    name = name_words(view.parameters[number].path[-1])
    last = next((stem(word) for word in reversed(name) if word not in _FILLERS), "") if name else None
    found: set[tuple[int, int]] = set()
    for at, word in enumerate(seen.stems):
        if word != last or seen.named[at] != {number}:
            continue
        start = at + 1
        while start < len(seen.atoms) and seen.atoms[start] in _FILLERS:
            start += 1
        if start >= len(seen.atoms) or seen.before[start] not in ("", "'", '"', "`", ":", "=", "#"):
            continue
        found |= {(s, e) for s, e in seen.quoted if s == start}
        if _is_code(view, start) and not _goes_on(view, start, seen):
            found.add((start, start))
    return {(f"w{s + 1}", f"w{e + 1}") for s, e in found}


def _before_its_name(view: FillView, number: int, seen: Sight) -> int | None:
    """The place of the one word between an article and what a parameter is called: "the reporting schema"."""
    name = name_words(view.parameters[number].path[-1])[-1:]
    called = {stem(each) for word in name for each in (word, *_SHORT.get(word, ()))}
    found = {
        at
        for at in range(1, len(seen.atoms) - 1)
        if seen.stems[at + 1] in called
        and seen.atoms[at - 1] in _ARTICLES
        and not (seen.after[at] or seen.after[at - 1] or seen.named[at] or seen.described[at])
        and view.words[at].kind in ("word", "code")
        and not _NO_NAME.fullmatch(seen.atoms[at])
    }
    return found.pop() if len(found) == 1 and name and name[0] in _PLACES_OF_DATA else None


_SHORT = {"database": ("db",), "repository": ("repo",), "directory": ("folder",)}
_PLACES_OF_DATA = frozenset(
    "database schema table branch channel namespace project workspace list board folder environment repo repository "
    "index bucket queue topic collection cluster service label tag team group calendar notebook playlist".split()
)
"""What things of a service are in, and are called by a name of one word."""
_ARTICLES = frozenset(("the", "our", "my"))
_NO_NAME = re.compile(
    r"new|old|same|whole|other|current|right|wrong|first|last|next|default|main|entire|full|own|empty|"
    r"shared|public|private|local|remote|\w+(?:ed|est)",
    re.IGNORECASE,
)


def _may_be_verb(word: str) -> bool:
    return word.islower() and word not in STOP


def _is_code(view: FillView, at: int) -> bool:
    word = view.words[at]
    return word.kind in ("code", "num", "email", "url") or bool(re.search(r"\w[-_./]\w", word.text))


def _goes_on(view: FillView, at: int, seen: Sight) -> bool:
    """Whether what follows is likely the same code's: the "StR" of "docket 4 StR 88/21"."""
    return (
        at + 1 < len(seen.atoms) and not seen.after[at] and (seen.capital[at + 1] or view.words[at + 1].kind != "word")
    )
