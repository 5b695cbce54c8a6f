# ruff: noqa: SIM905  (word lists read best as words)
"""Which of several numbers belongs to which of several parameters, by the words that stand with it: "equity 820,000;
debts 310,000", "3 m high and 11 m wide"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from keyhole.models.embedded.numbers.amounts import wants_share
from keyhole.models.embedded.numbers.measures import Agreement, goes_into, unit_behind, unit_wanted
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight, about_of, title_of
from keyhole.models.embedded.text import STOP, Word, name_words, stem
from keyhole.tools.builtin.units import named_unit

_BY_NAME, _BY_DESCRIPTION = 2.0, 1.0
_LOOSE = 0.3
"""What words between two numbers weigh for the first, where no mark parts them."""
_FAR = 8
"""Words before the first number, and behind the last, that are read."""
_ASKING = frozenset(("what", "which", "how"))
"""What begins a question behind the numbers, whose words are those of what is not said: "4 ohms, what current?"."""
_MONEY = frozenset("$\u20ac\u00a3\u00a5\u20b9")
"""What stands before a number says what it counts, so no word behind it does."""
_LEAST, _MARGIN = 0.7, 0.3


def by_claim(view: FillView, number: int, seen: Sight) -> dict[tuple[str, ...], Agreement]:
    """For a numeric parameter: 1 for the number whose words are those of its name and description and of no other's,
    -1 for all other numbers then, and for those that other parameters have so; empty where nothing is told."""
    rivals = [n for n, p in enumerate(view.parameters) if p.type in ("int", "num") and not p.many]
    if number not in rivals or len(rivals) < 2 or len(view.numbers) < 2:
        return {}
    scores = _scores(view, seen, rivals)
    owned = _owned(scores, rivals)
    if number in owned:
        return {(f"w{at + 1}",): 1 if at == owned[number] else -1 for at in view.numbers}
    return {(f"w{at + 1}",): -1 for at in owned.values()}


def by_share(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """For the numbers in percent, where one parameter alone is a share: 1 for that, -1 for all others."""
    shares = [p for p in view.parameters if p.type == "num" and wants_share(p)]
    percents = [at for at, found in view.numbers.items() if found.percent] if len(shares) == 1 else []
    return dict.fromkeys(percents, 1 if parameter in shares else -1)


def by_rate(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """Where one parameter is called so much per something and one number is said of that, "250 words a minute" for
    `words_per_minute`: 1 for that number and -1 for all others, elsewhere -1 for that number."""
    wanting = [(p, below) for p in view.parameters if p.type in ("int", "num") and (below := _below(p))]
    if len(wanting) != 1 or len(view.numbers) < 2:
        return {}
    said = [at for at, found in view.numbers.items() if _said_per(view.words, found.last, wanting[0][1])]
    if len(said) != 1:
        return {}
    if parameter is wanting[0][0]:
        return {at: 1 if at in said else -1 for at in view.numbers}
    return {said[0]: -1}


def by_most(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """Where a request says so much out of a most that one parameter alone has, "seven out of ten": 1 for that
    number and -1 for the most itself, -1 for both elsewhere."""
    result: dict[int, Agreement] = {}
    for at, number in view.numbers.items():
        behind = " ".join(word.text.lower() for word in view.words[number.last + 1 : number.last + 3])
        second = view.numbers.get(number.last + 3) if behind == "out of" else None
        if second is None or second.value < number.value:
            continue
        owners = [
            p
            for p in view.parameters
            if p.type in ("int", "num") and p.schema.get("maximum") == second.value and not p.many
        ]
        if len(owners) == 1 and second.value not in (1, 100):
            result |= {at: 1 if owners[0] is parameter else -1, second.first: -1}
    return result


def by_noun(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """For the numbers of what one parameter alone is told to count, the two thirds of "two thirds of a stop" where it
    is "in stops": 1 where it is that parameter, else -1."""
    result: dict[int, Agreement] = {}
    amounts = [p for p in view.parameters if p.type in ("int", "num") and not p.many]
    for at, number in view.numbers.items():
        noun = _noun_behind(view.words, number.last)
        owners = [p for p in amounts if noun and noun in _nouns(p)]
        if len(owners) == 1:
            result[at] = 1 if owners[0] is parameter else -1
    return result


def by_other_measure(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """-1 for the numbers with a unit, where a parameter is a place on a scale or counts something else, or another
    wants such a unit: the nine of "nine minutes" is no volume from 0 to 10, the three of "three nights" no number of
    guests, the four of "4 people" no number of nights."""
    if parameter.many:
        return {}
    counts = bool(_nouns(parameter)) or bool(_SCALE.search(parameter.description[:_DESCRIBED]))
    own = {*name_words(parameter.path[-1]), *name_words(parameter.description[:_DESCRIBED])}
    others = [p for p in view.parameters if p is not parameter and p.type in ("int", "num") and not p.many]
    wanted = [unit for p in others if (unit := unit_wanted(p.path[-1], p.description)) and unit.quantity != "time"]
    result: dict[int, Agreement] = {}
    for at, number in view.numbers.items():
        unit = unit_behind(view.words, number.last, percent=False)
        night = _noun_behind(view.words, number.last) == "night"
        named = not own.isdisjoint(word.text.lower() for word in view.words[number.last + 1 : number.last + 2])
        elsewhere = unit is not None and any(goes_into(unit, each) for each in wanted)
        people = _noun_behind(view.words, number.last) in _PEOPLE and not _TIMES.isdisjoint(own)
        if not (number.percent or named) and (elsewhere or people or (counts and (unit or night))):
            result[at] = -1
    return result


_PEOPLE = frozenset(map(stem, "people persons person guests adults kids children friends players".split()))
_TIMES = frozenset("nights days weeks hours minutes".split())


def _nouns(parameter: Parameter) -> set[str]:
    """The stems of what a description says that a parameter counts, no units: "in stops", "number of guests"."""
    said = _COUNTED.findall(f"{parameter.description[:_DESCRIBED]}. {parameter.around[:_DESCRIBED]}".lower())
    return {stem(word) for word in said if word not in STOP and word != "percent" and named_unit(word) is None}


def _noun_behind(words: Sequence[Word], last: int) -> str:
    """The stem of the word that stands behind a number, or behind "of a" there."""
    at = last + 1
    while at < min(len(words), last + 3) and words[at].text.lower() in ("of", "a", "an"):
        at += 1
    near = at < len(words) and words[at].start - words[at - 1].end <= 1 and words[at].kind == "word"
    return stem(words[at].text.lower()) if near else ""


_COUNTED = re.compile(r"\b(?:in|number of|how many) ([a-z]{3,20})\b")
_SCALE = re.compile(r"^\D{0,40}?-?\d{1,3}(?:\.\d)? ?(?:to|-|\u2013|\.\.) ?\d{1,4}\b\D{0,20}$")
"""What says no more of a number than from where to where it goes: "0 to 10", "Loudness, 1-5"."""


def _below(parameter: Parameter) -> str:
    """What a parameter is so much of, "minute" of `words_per_minute`, as a unit's name or a stem; empty for others."""
    name = name_words(parameter.path[-1])
    behind = name[name.index("per") + 1 :] if "per" in name else [_EVERY[word] for word in name if word in _EVERY]
    told = None if behind else _PER_TOLD.search(parameter.description[:_DESCRIBED])
    return _measure(behind[0]) if behind else _measure(told[1]) if told else ""


def _measure(word: str) -> str:
    unit = named_unit(word)
    return unit.name if unit else stem(word.lower())


def _said_per(words: Sequence[Word], last: int, below: str) -> bool:
    """Whether the number that ends at a word is one of so much of something: "640 grams of CO2 per kilometre"."""
    for at in range(last + 1, min(last + _RATE, len(words) - 1)):
        if words[at].kind not in ("word", "code"):
            return False
        word = words[at].text.lower()
        if word in _PER and _measure(words[at + 1].text) == below:
            return True
        if word in STOP and word not in _INSIDE:
            return False
    return False


_EVERY = {"hourly": "hour", "daily": "day", "nightly": "night", "weekly": "week", "monthly": "month", "yearly": "year"}
_PER_TOLD = re.compile(r"\bper ([^\W\d_]{3,})")
_DESCRIBED = 80
"""Characters of a description that are read for it."""
_RATE = 6
"""Words behind a number in which the rest of a rate stands."""
_PER = frozenset(("per", "a", "an", "each", "every"))
_INSIDE = frozenset(("of", "on", "for"))
"""Function words that may stand inside: "five kilonewtons on each metre"."""


def by_ordinal(view: FillView, parameter: Parameter) -> dict[int, Agreement]:
    """Where a request has one ordinal among its numbers, "the 14th term", and one parameter counts in a row: 1 for the
    ordinal and -1 for all others where it is that parameter, -1 for the ordinal elsewhere."""
    ordinals = [at for at, found in view.numbers.items() if _is_ordinal(view.words, found.last)]
    wanting = [p for p in view.parameters if p.type == "int" and not p.many and _IN_A_ROW.search(p.about)]
    if len(ordinals) != 1 or len(wanting) != 1 or len(view.numbers) < 2:
        return {}
    if parameter is wanting[0]:
        return {at: 1 if at in ordinals else -1 for at in view.numbers}
    return {ordinals[0]: -1}


def _is_ordinal(words: Sequence[Word], last: int) -> bool:
    behind = words[last + 1] if last + 1 < len(words) else None
    return behind is not None and behind.start == words[last].end and behind.text in ("st", "nd", "rd", "th")


_IN_A_ROW = re.compile(r"\b(?:position|index|nth|rank|which (?:term|number|element)|place)\b|^n:", re.IGNORECASE)


def _owned(scores: Mapping[int, Mapping[int, float]], rivals: Sequence[int]) -> dict[int, int]:
    """The number of each parameter that has one for itself: it has no other that is as near, nor has the number."""
    owned = {}
    for rival in rivals:
        order = sorted(scores, key=lambda at: -scores[at][rival])
        best = scores[order[0]]
        if best[rival] < _LEAST or best[rival] - scores[order[1]][rival] < _MARGIN:
            continue
        if all(best[rival] - best[other] >= _MARGIN for other in rivals if other != rival):
            owned[rival] = order[0]
    return owned


def _scores(view: FillView, seen: Sight, rivals: Sequence[int]) -> dict[int, dict[int, float]]:
    """By number, by parameter: what the words that stand with the number weigh for it. A word that several share
    weighs less."""
    words: dict[int, dict[str, float]] = {}
    for rival in rivals:
        parameter = view.parameters[rival]
        words[rival] = dict.fromkeys(about_of(parameter), _BY_DESCRIPTION) | dict.fromkeys(
            title_of(parameter), _BY_NAME
        )
    shared = Counter(stem for each in words.values() for stem in each)
    result = {}
    for at, near in _near(view, seen).items():
        result[at] = {
            rival: sum(weight * near.get(stem, 0.0) / shared[stem] for stem, weight in words[rival].items())
            for rival in rivals
        }
    return result


def _near(view: FillView, seen: Sight) -> dict[int, dict[str, float]]:
    """For every number the stems that stand with it, and how surely they do."""
    starts = sorted(view.numbers)
    near: dict[int, dict[str, float]] = {at: {} for at in starts}

    def add(at: int, places: range, weight: float) -> None:
        for place in places:
            near[at][seen.stems[place]] = max(weight, near[at].get(seen.stems[place], 0.0))

    count = len(seen.stems)
    for order, at in enumerate(starts):
        last = view.numbers[at].last
        following = starts[order + 1] if order + 1 < len(starts) else None
        if not order:
            add(at, range(max(0, at - _FAR), at), 1.0)
        if following is None:
            end = min(count, last + 1 + _FAR)
            asked = next((place for place in range(last + 1, end) if seen.atoms[place] in _ASKING), end)
            add(at, range(last + 1, asked), 1.0)
            continue
        cut = last + 1 if seen.before[at] in _MONEY else _cut(seen, last, following)
        add(at, range(last + 1, cut), 1.0)
        add(following, range(cut, following), 1.0)
        if not any(seen.after[place] for place in range(last, following - 1)):
            add(at, range(cut, following), _LOOSE)
    return near


def _cut(seen: Sight, last: int, following: int) -> int:
    """Where the words between two numbers are parted: what is counted, or its unit, belongs to the first."""
    for at in range(last + 1, following):
        if seen.after[at - 1] or seen.atoms[at] in STOP:
            return at
    return following
