# ruff: noqa: SIM905  (word lists read best as words)
"""What speaks for each of a parameter's options, and for true and false: features of `ranker`; and which of
the options a request says in so many words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Container, Iterable, Sequence
from itertools import pairwise
from typing import Any

from keyhole.models.embedded.codes.known_codes import codes_of
from keyhole.models.embedded.codes.standards import sign_called
from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.nearness import level, level_apart
from keyhole.models.embedded.numbers.measures import goes_into, in_unit, unit_behind, unit_wanted
from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.options.denials import denied
from keyhole.models.embedded.options.other_names import meant
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import Sight, about_of, joined_words, title_of
from keyhole.models.embedded.text import STOP, Word, as_word, name_words, plain_words, stem
from keyhole.tools.builtin.units import named_unit

_TRUTHS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}


def option_candidates(
    parameter: Parameter, seen: Sight, need: str, title: Sequence[str], truths: Sequence[Candidate]
) -> list[Candidate]:
    """A candidate for each option; one that says yes or no has what speaks for that truth value too."""
    asked = _asked(parameter, seen)
    met = {group for group in seen.classes if group}
    result = []
    hits = []
    alike: list[bool] = []
    kinds: list[set[str]] = []
    for option in parameter.options:
        words = option_words(option)
        inside = words if _as_it_stands(option, seen) else [w for w in words if _asked_for(w, option, seen, asked)]
        kinds.append({seen.lexicon[word] for word in words if word in seen.lexicon})
        alike.append(bool(kinds[-1] & met))
        loose = [w for w in words if len(w) > 2 and any(a.startswith(w[:4]) for a in asked)]
        hits.append((len(inside) / len(words), len(inside), len(loose) / len(words)))
    best = max(hit[0] * 10 + hit[1] for hit in hits)
    near = _option_likeness(parameter, seen)
    known = sorted((value for value in near if value is not None), reverse=True)
    nearest = known[0] if known else None
    lead = level_apart(known[0] - known[1] if len(known) > 1 else None)
    told = _told(parameter, asked)
    spoken = {truth.picks[0]: truth.alone for truth in truths}
    truthful = str(parameter.options[0]).lower() in _TRUTHS
    for index, (share, count, loose_share) in enumerate(hits):
        top = share * 10 + count == best
        facts = [
            f"opt|{share == 1}{share > 0}{top}",
            f"opt|{share == 1}{top}|{need}",
            f"opt|{min(count, 3)}|{top}",
            f"opt|loose{loose_share > 0.9}{share > 0}",
            f"opt|alike{alike[index]}{best > 0}{sum(alike) > 1}",
            f"opt|first{index == 0}|{need}|{best > 0}",
            f"opt|near{level(near[index])}{near[index] == nearest}|{best > 0}",
            f"opt|lead{lead}{near[index] == nearest}|{best > 0}",
            f"opt|told{min(2, told[index])}{told[index] == max(told)}|{share > 0}|{best > 0}",
            *(f"opt|{str(parameter.options[index]).lower()[:20]}|{a}" for a in seen.atoms[:40] if a not in STOP),
            *(f"opt|{share == 1}|{t}" for t in title),
            *(f"opt|{own}|{other}" for own in sorted(kinds[index]) for other in sorted(met)),
            *(spoken[_TRUTHS[said]] if truthful and (said := str(parameter.options[index]).lower()) in _TRUTHS else ()),
        ]
        result.append(Candidate((f"e{index + 1}",), (), tuple(facts)))
    return result


_DIGITS = re.compile(r"\d+")


def option_words(option: Any) -> Sequence[str]:
    """The words of an option, in small letters, and its numbers."""
    text = str(option)
    words = (*name_words(text), *_DIGITS.findall(text)) if isinstance(option, str) else ()
    return words or (text.lower(),)


def _as_it_stands(option: Any, seen: Sight) -> bool:
    """Whether the request has the whole of an option, however it parts it: "sha-256", "fl oz"."""
    return any(
        len(plain) > 1 and plain in seen.joined and plain not in _SHORT_WORDS for plain in joined_words([str(option)])
    )


_SHORT_WORDS = frozenset("a i it is he be my so as me or we".split())
"""Words that say no option of that name, IT or Hebrew, unless they are in capitals."""


def _asked_for(word: str, option: Any, seen: Sight, asked: Container[str]) -> bool:
    """Whether a word of an option is in the request; an option A or "it" must be there in capitals."""
    if word in _SHORT_WORDS and option in (word.upper(), word):
        return (option if len(word) == 1 else word.upper()) in seen.shortest
    return stem(word) in asked or word in asked


def _option_likeness(parameter: Parameter, seen: Sight) -> list[float | None]:
    """How near the request's nearest word is to each option."""
    vectors = seen.vectors
    words = [atom for atom in seen.atoms if atom not in STOP and atom in vectors]
    found: list[float | None] = []
    for option in parameter.options:
        meaning = vectors.meaning(name_words(str(option)))
        found.append(max((meaning.likeness({word: 1.0}) for word in words), default=None) if meaning else None)
    return found


def _told(parameter: Parameter, asked: set[str]) -> list[int]:
    """How many words of the request stand in what the description says of each option ("1 is cleaning, 2 ironing")."""
    text = parameter.description[:600]
    places = []
    for index, option in enumerate(parameter.options):
        match = as_word(str(option)).search(text)
        places.append((match.end() if match else -1, index))
    found = [0] * len(parameter.options)
    order = sorted(place for place in places if place[0] >= 0)
    for (start, index), following in zip(order, [*order[1:], (len(text), -1)], strict=False):
        said = [w for part in text[start : min(following[0], start + 60)].split() for w in plain_words(part)]
        found[index] = sum(stem(w) in asked for w in said if w not in STOP)
    return found


_SHORTEST = 3
"""Letters of a word that another may be a longer form of: "jazz" and "jazzy"."""
_ALIKE = 0.8


def said_options(parameter: Parameter, seen: Sight, words: Sequence[Word]) -> list[int]:
    """The places of the options that a request says: as they stand or a word of them, by what the description says of
    them, by another name of the same unit or code ("German" for de), misspelt, or in other words that mean the same;
    the first of these ways that finds any."""
    measured = _by_measure(parameter, seen, words)
    return measured or _in_its_words(parameter, seen, any) or _otherwise_said(parameter, seen, words)


def says_truth(parameter: Parameter) -> bool:
    """Whether the options of a parameter say yes and no: "off" beside "daily" and "weekly" does not."""
    return sum(str(option).lower() in _TRUTHS for option in parameter.options) > 1


def only_option(parameter: Parameter, seen: Sight, words: Sequence[Word]) -> int | None:
    """The place of the only option that a request says, all its words or in another way; None of truth values."""
    if says_truth(parameter):
        return None
    if signed := with_signs(parameter, seen):
        return signed.pop() if len(signed) == 1 else None
    if len(often := _how_often(parameter, seen)) == 1:
        return often[0]
    if len(measured := _by_measure(parameter, seen, words)) == 1:
        return measured[0]
    part = _in_its_words(parameter, seen, any)
    found = (
        _longest(parameter, {*_in_its_words(parameter, seen, all), *_by_unit(parameter, words)}, seen)
        if part
        else set(_otherwise_said(parameter, seen, words))
    )
    return next(iter(found)) if len(found) == 1 else None


def with_signs(parameter: Parameter, seen: Sight) -> set[int]:
    """The places of the options that a request has with the sign that alone tells them from others: A-, not A+."""
    bare = [_SIGNS.sub("", str(option)).lower() for option in parameter.options]
    marks = [str(option)[len(word) :][:1] for option, word in zip(parameter.options, bare, strict=True)]
    signed = {word for word, mark in zip(bare, marks, strict=True) if mark and bare.count(word) > 1}
    said = {
        (word, after if after in ("+", "#", "-") else "") for word, after in zip(seen.atoms, seen.after, strict=True)
    }
    return {n for n, own in enumerate(zip(bare, marks, strict=True)) if own[0] in signed and own in said}


_SIGNS = re.compile(r"[+#-]+$")


def _how_often(parameter: Parameter, seen: Sight) -> list[int]:
    """The places of the options that say how often, as "every day" says daily, which is no "every_other_day"."""
    said = {_OFTEN.get(after) for before, after in pairwise(seen.atoms) if before in ("every", "each")} - {None}
    return [n for n, option in enumerate(parameter.options) if str(option).lower() in said]


_OFTEN = {
    "hour": "hourly", "day": "daily", "night": "nightly", "weekday": "weekdays", "week": "weekly", "month": "monthly",
    "quarter": "quarterly", "year": "yearly",
}  # fmt: skip


def _longest(parameter: Parameter, places: set[int], seen: Sight) -> set[int]:
    """Those that are no part of another, of "Comedy" and "Comedy-drama" the second, and of several with the same words
    the one that the request has as it stands, 16:9 and not 9:16."""
    words = {place: set(option_words(parameter.options[place])) for place in places}
    longest = {place for place in places if not any(words[place] < other for other in words.values())}
    whole = {place for place in longest if _as_it_stands(parameter.options[place], seen)}
    alike = len({frozenset(words[place]) for place in longest}) == 1
    return whole if alike and len(whole) == 1 else longest


def _by_unit(parameter: Parameter, words: Sequence[Word]) -> list[int]:
    """The places of the options that are units which a request names, in one spelling or another."""
    units = {unit for word in words if word.text.lower() not in STOP and (unit := named_unit(word.text))}
    return [n for n, option in enumerate(parameter.options) if named_unit(str(option).replace("_", " ")) in units]


def _by_measure(parameter: Parameter, seen: Sight, words: Sequence[Word]) -> list[int]:
    """The places of the options that are numbers which a request says with a unit or as a share: 15 where minutes are
    wanted of "a quarter of an hour", 0.95 of "95%"."""
    if not all(type(option) in (int, float) for option in parameter.options):
        return []
    wanted, said = unit_wanted(parameter.path[-1], parameter.description), set[float]()
    for number in find_numbers(words).values():
        unit = unit_behind(words, number.last, percent=number.percent)
        if unit and wanted and goes_into(unit, wanted):
            said.add(float(in_unit(parameter, number, unit)))
        elif number.percent or seen.after[number.last] == "%":
            said |= {float(number.value), float(number.value) / 100}
        elif all(0 < option < 1 for option in parameter.options):
            said.add(float(number.value) / 100)
    return [n for n, option in enumerate(parameter.options) if float(option) in said]


def _in_its_words(parameter: Parameter, seen: Sight, enough: Callable[[Iterable[bool]], bool]) -> list[int]:
    """The places of the options that a request has as they stand, or enough of their words."""
    asked = _asked(parameter, seen)
    return [
        n
        for n, option in enumerate(parameter.options)
        if _as_it_stands(option, seen) or enough(_asked_for(word, option, seen, asked) for word in option_words(option))
    ]


def _asked(parameter: Parameter, seen: Sight) -> set[str]:
    """The words of a request, and those of options that are short for units which it names: the "g" of "g/mol"."""
    asked = set(seen.stems) | set(seen.atoms) | seen.said
    if not any("/" in str(option) for option in parameter.options):
        return asked
    units = {unit for word in asked if len(word) > 2 and (unit := named_unit(word))}
    return asked | {word for o in parameter.options for word in option_words(o) if named_unit(word) in units}


def _otherwise_said(parameter: Parameter, seen: Sight, words: Sequence[Word]) -> list[int]:
    """The places of the options that a request says in none of their words."""
    told = _told(parameter, _asked(parameter, seen))
    if max(told) and told.count(max(told)) == 1:
        return [told.index(max(told))]
    options = list(enumerate(parameter.options))
    texts = [word.text for word in words if word.text.lower() not in STOP]
    if none := _none_of_it(parameter, seen):
        return none
    codes = {code.lower() for text in texts for code in codes_of(text)} | {sign_called(text) for text in texts}
    named = set(_by_unit(parameter, words))
    found = [n for n, option in options if n in named or str(option).lower() in codes]
    found = found or [n for n, o in options if any(is_form_of(t.lower(), w) for t in texts for w in option_words(o))]
    return found or list(meant([str(option) for option in parameter.options], [word.text.lower() for word in words]))


def _none_of_it(parameter: Parameter, seen: Sight) -> list[int]:
    """The place of the option "none" where a request wants none of what the parameter is called, "no sweetness", "lose
    the legend", or shortly described."""
    about, own = about_of(parameter), title_of(parameter)
    refused = any(word in own and denied(seen.atoms, at, seen.after) for at, word in enumerate(seen.stems))
    right_behind = {after for before, after in pairwise(seen.stems) if before in ("no", "without")}
    if not refused and (len(about) > _FEW or right_behind.isdisjoint(about[:1])):
        return []
    return [n for n, option in enumerate(parameter.options) if str(option).lower() in _NONE]


_NONE = frozenset("none no off never hidden exclude excluded".split())
_FEW = 3
"""Words of a description, at most, the first of which says what the parameter is."""


def is_form_of(said: str, word: str) -> bool:
    """Whether a word is misspelt, or the beginning of what is said. Who mistypes begins right: "worth" is no north."""
    if min(len(said), len(word)) < _SHORTEST:
        return False
    if said[0] != word[0] and not (said.endswith(word) or word.endswith(said)):
        return False
    return said.startswith(word) or difflib.SequenceMatcher(None, said, word).ratio() >= _ALIKE


_NEGATIONS = frozenset("no not without don't dont exclude excluding never disable off non skip except".split())


def truth_candidates(
    seen: Sight, places: Sequence[Sequence[int]], need: str, title: Sequence[str], near: Sequence[str]
) -> list[Candidate]:
    """True and false. `places`: of the words that the parameter's name has, that its description has, and that are near
    it in meaning. `near`: how near the request's nearest word is to the parameter's name, to its description and to
    both, and how much nearer than to any other parameter."""
    named, described, liked = places
    negated, loose, far = (
        any(a in _NEGATIONS for place in each for a in seen.atoms[max(0, place - 3) : place]) for each in places
    )
    share = len({seen.stems[i] for i in named}) / max(1, len(set(title)))
    result = []
    for truth in ("true", "false"):
        facts = [
            f"{truth}|{need}",
            *(f"{truth}|near{label}{one}|{need}" for label, one in zip("ndap", near, strict=True)),
            f"{truth}|named{min(2, int(share * 2))}|neg{negated}",
            f"{truth}|said{min(2, len(described))}|neg{loose or negated}|{need}",
            f"{truth}|like{min(2, len(liked))}|neg{far}|{need}",
            *(f"{truth}|{t}|{bool(named)}" for t in title),
            *(f"{truth}|{a}" for a in seen.atoms[:40]),
        ]
        result.append(Candidate((truth,), (f"{truth}{bool(named)}{bool(described)}",), tuple(facts)))
    return result
