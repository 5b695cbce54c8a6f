# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""Which of two texts is where something comes from and which is where it goes: "to Ulm from Passau", "Ulm > Passau".

For tools that have one parameter for each; as agreement, for `agreement`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight
from keyhole.models.embedded.text import name_words

FROM = frozenset("from origin source src start pickup departure depart".split())
TO = frozenset("to destination dest dst target tgt end finish dropoff arrival".split())
"""Words of a parameter's name, or else of its description, that say which of the two it is."""
_ABOUT = 60
"""Characters of a description that are read for them."""
_WORDS = re.compile(r"[a-z]+")
_OUT_OF = frozenset("from leaving leave leaves".split())
_INTO = frozenset("to towards into onto".split())
_WHERE_ONE_IS = frozenset("i'm i’m im am starting start starts".split())
_AT = frozenset("at in by near outside".split())
"""What stands behind "I'm" before a place."""
_ARTICLES = frozenset("the my our your a an".split())


def by_way(
    view: FillView, number: int, offered: Iterable[tuple[str, ...]], seen: Sight
) -> dict[tuple[str, ...], Agreement]:
    """For one of two parameters that are the ends of a way: 1 for the spans that a request puts on its end, -1 for
    those on the other; empty where it tells neither. `offered` are the picks of the spans."""
    mine = _side_of_two(view.parameters, number)
    if not mine:
        return {}
    signs = _signs(view, seen)
    known: dict[tuple[str, ...], Agreement] = {}
    for picks in offered:
        first, last = int(picks[0][1:]) - 1, int(picks[-1][1:]) - 1
        if any(first < at <= last for at in signs.at):
            known[picks] = -1
        elif side := signs.of(first, last):
            known[picks] = 1 if side == mine else -1
    return known


def _side_of_two(parameters: Sequence[Parameter], number: int) -> Agreement:
    """-1: where from, 1: where to; 0 for what is neither, or has no counterpart, or several."""
    texts = [p.type == "str" and not p.many for p in parameters]
    names = [name_words(p.path[-1]) if text else () for p, text in zip(parameters, texts, strict=True)]
    rest = set(names[number]) - FROM - TO
    alike = [name if set(name) - FROM - TO == rest else () for name in names]  # "src_bucket" and "dst_bucket"
    abouts = [
        _WORDS.findall(p.description[:_ABOUT].lower()) if text else ()
        for p, text in zip(parameters, texts, strict=True)
    ]
    for described in (names, alike, abouts):
        sides = [_side(words) for words in described]
        if sides[number] and sides.count(-1) == 1 and sides.count(1) == 1:
            return sides[number]
    return 0


def side_of(parameter: Parameter, *, described: bool = False) -> Agreement:
    """-1: where from, 1: where to, by the name of a parameter or by what describes it; 0 for neither or both."""
    words = _WORDS.findall(parameter.description[:_ABOUT].lower()) if described else name_words(parameter.path[-1])
    return _side(words)


def _side(words: Sequence[str]) -> Agreement:
    from_, to = bool(FROM.intersection(words)), bool(TO.intersection(words))
    return 0 if from_ == to else -1 if from_ else 1


@dataclass(frozen=True, slots=True)
class _Signs:
    """Words, by index, at which a text of a side begins or ends, by -1 or 1 for the side; and where the signs stand."""

    begins: dict[int, Agreement]
    ends: dict[int, Agreement]
    at: frozenset[int]

    def of(self, first: int, last: int) -> Agreement:
        return self.begins.get(first) or self.ends.get(last) or 0


def _signs(view: FillView, seen: Sight) -> _Signs:
    begins: dict[int, Agreement] = {}
    ends: dict[int, Agreement] = {}
    at = set()
    count = len(seen.atoms)
    into = _meant([i for i in range(1, count) if seen.atoms[i - 1] in _INTO], view, seen)
    for i in range(1, count):
        before = seen.atoms[i - 1]
        placed = i > 1 and before in _AT and seen.atoms[i - 2] in _WHERE_ONE_IS
        placed = placed or seen.atoms[max(0, i - 2) : i] == ("out", "of")
        arrow = seen.after[i - 1] + seen.before[i]
        if i in into or before in _OUT_OF or placed:
            side: Agreement = 1 if i in into else -1
            begins[i] = side
            if i > 1 and i in into:
                ends.setdefault(i - 2, -1)
            at.add(i - 1)
        elif arrow in ("->", "=>", ">>", "→→"):
            begins[i], ends[i - 1] = 1, -1
            at.add(i)
        elif arrow == "<-":
            begins[i], ends[i - 1] = -1, 1
            at.add(i)
    for i in [i for i in begins if seen.atoms[i] in _ARTICLES]:
        begins.setdefault(i + 1, begins[i])
    if -1 in begins.values():  # "from Ulm on Friday to Passau": Friday is no end of the way
        ends = {i: side for i, side in ends.items() if side == 1}
    return _Signs(begins, ends, frozenset(at))


def _meant(places: Sequence[int], view: FillView, seen: Sight) -> list[int]:
    """Of the words behind a "to" those that name something: "I want to go to work". Where none is a name, the last."""

    def named(i: int) -> bool:
        i += seen.atoms[i] in _ARTICLES and i + 1 < len(seen.atoms)
        quoted = any(first == i for first, _ in seen.quoted)
        return seen.capital[i] or quoted or view.words[i].kind != "word" or seen.classes[i] in ("place", "name")

    return [i for i in places if named(i)] or list(places[-1:])
