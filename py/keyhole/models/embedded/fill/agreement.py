# ruff: noqa: SIM905  (word lists read best as words)
"""What agrees with a parameter by rule, where nothing needs to be learned: the unit of a number, a year, which of two
dates comes first, what is written like an example. As log-odds, beside the ranker's and the network's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.fill.claims import (
    by_claim,
    by_most,
    by_noun,
    by_ordinal,
    by_other_measure,
    by_rate,
    by_share,
)
from keyhole.models.embedded.fill.forms import date_form
from keyhole.models.embedded.fill.order import counted_with, end_of_span
from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.fill.receivers import by_receiver
from keyhole.models.embedded.fill.written_so import by_form, examples_said, is_path
from keyhole.models.embedded.numbers.bounds import by_bound
from keyhole.models.embedded.numbers.measures import (
    Agreement,
    agreement,
    alike,
    ends_of_rests,
    unit_behind,
    unit_wanted,
)
from keyhole.models.embedded.options.options import only_option, says_truth, with_signs
from keyhole.models.embedded.options.sides import by_code, by_side, is_measure
from keyhole.models.embedded.options.switches import said_of_name, switched
from keyhole.models.embedded.options.unspoken import is_for_others_alone, speaks_of_the_tool_alone
from keyhole.models.embedded.options.ways import by_way
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.route.identifiers import by_prefix
from keyhole.models.embedded.sight import Sight, about_of, title_of
from keyhole.models.embedded.text import STOP, Word, name_words, stem
from keyhole.models.embedded.texts.told import (
    handed_over,
    is_address,
    only_of_its_kind,
    only_quotation,
    takes_addresses_alone,
)
from keyhole.models.embedded.times.cron_said import wants_cron
from keyhole.models.embedded.times.days_said import read_date

UNITS = 3.0
"""What it weighs that a number has a unit of what the parameter wants, or of something else."""
CLAIMS = 2.5
"""That the words with a number are the parameter's, or another's."""
BOUNDS = 4.0
"""That a number is said to be the end of a range that the parameter is, or the other end."""
FORM = 3.0
"""That a text is written as the parameter wants it."""
COUNTS = 6.0
"""That a number only says how many values there are, the three of "three sides", or goes on with a measure."""
SIDES = 6.0
"""That a unit is the one on the parameter's side of a conversion, or the one on the other."""
MEANT = 6.0
"""That an option is the only one that the request says."""
TOLD = 3.0
"""That a text is all but handed over (`told`)."""
QUOTED = 6.0
"""That a text is the only one in quotation marks, and the parameter the only text that is required; or the
only name of a file or address of a machine."""
SWITCHED = 4.0
"""That a request speaks for a switch to be on, or off."""
UNSPOKEN = 2.0
"""That nothing is said of a switch but what is said of the tool."""
NEVER = 20.0
"""That a text cannot be what the parameter wants: a name for an IP address."""
SHOWN = 3.0
"""That a text is one of the examples that the parameter's description gives."""
NAMED = 6.0
"""That an id begins with letters of what the parameter's is of, or of what another's is."""
_SIGN_OF = {True: 1, False: -1, None: 0}
WAYS = 4.0
"""That a place or a time is where a way begins, or where it ends."""
ORDER = 3.0
"""That a date is the first of two where the parameter begins a span of time, or the last where it ends one."""
_CALENDAR_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_BEFORE_A_START = frozenset("from since after starting beginning".split())


def agreements(view: FillView, number: int, offered: Sequence[Candidate], seen: Sight) -> list[float]:
    """Log-odds for every candidate of one parameter, 0 where nothing is known."""
    parameter = view.parameters[number]
    if parameter.options:
        known = by_side(
            parameter, {c.picks: str(parameter.options[int(c.picks[0][1:]) - 1]) for c in offered[1:]}, view
        )
        said = None if known else only_option(parameter, seen, view.words)
        meant: tuple[str, ...] = () if said is None else (f"e{said + 1}",)
        if says_truth(parameter):
            meant = _truth_meant(view, number, seen)
        others = _of_other_things(parameter, view, seen)
        if signed := with_signs(parameter, seen):
            others |= {(f"e{n}",) for n in range(1, len(parameter.options) + 1) if n - 1 not in signed}
        return [
            SIDES * known.get(c.picks, 0) + MEANT * ((c.picks == meant != ()) - 2 * (c.picks in others))
            for c in offered
        ]
    if parameter.type == "bool":
        truth = switched(view, number, seen)
        unspoken = UNSPOKEN * (truth is None and speaks_of_the_tool_alone(parameter, view, seen))
        unspoken += NEVER * (truth is None and is_for_others_alone(view, number, seen))
        return [
            SWITCHED * ((c.picks == ("true",)) - (c.picks == ("false",))) * _SIGN_OF[truth]
            - unspoken * (c.picks in (("true",), ("false",)))
            for c in offered
        ]
    if parameter.type in ("int", "num"):
        measured, claimed = _of_number(parameter, view), by_claim(view, number, seen)
        bound: dict[tuple[str, ...], Agreement] = {
            (f"w{at + 1}",): end for at, end in by_bound(view, parameter).items()
        }
        no_value = _counts(parameter, view, seen) | _rests(view)
        return [
            UNITS * measured.get(c.picks, 0)
            + CLAIMS * claimed.get(c.picks, 0)
            + BOUNDS * bound.get(c.picks, 0)
            - COUNTS * (c.picks in no_value)
            for c in offered
        ]
    if parameter.type == "str" and not parameter.many and is_measure(parameter):
        texts = {c.picks: _text(view.words, c.picks) for c in offered[1:]}
        known, weight = {**by_code(parameter, texts), **by_side(parameter, texts, view)}, SIDES
    elif parameter.type == "str" and not parameter.many:
        known, weight = _by_order(view, number, seen) or _parts_of_quotations(offered, seen), ORDER
        if not known:
            spans = [c.picks for c in offered[1:]]
            known, weight = by_way(view, number, spans, seen) or by_receiver(view, number, spans, seen), WAYS
    else:
        return [0.0] * len(offered)
    shown = by_form(view, number, offered, seen)
    idle = _only_says_today(offered, seen)
    told = handed_over(view, number, offered, seen)
    quoted = only_quotation(view, number, seen) or only_of_its_kind(view, number)
    examples = examples_said(view, number, offered)
    named = by_prefix(view.parameters, number, view.words)
    strange = set()
    if takes_addresses_alone(parameter):
        addresses = {(f"w{n}",) * 2 for n, word in enumerate(view.words, 1) if is_address(word)}
        strange = {c.picks for c in offered[1:]} - addresses
    elif wants_cron(parameter):
        paths = {f"w{at}" for at, word in enumerate(view.words, 1) if is_path(word, seen, at - 1)}
        strange = {c.picks for c in offered[1:] if paths.intersection(c.picks)}
    elif date_form(parameter) is not None:
        strange = {(f"w{n}",) * 2 for n, word in enumerate(view.words, 1) if word.kind in ("email", "url")}
    return [
        weight * known.get(c.picks, 0)
        + FORM * shown.get(c.picks, 0)
        + TOLD * told.get(c.picks, 0)
        + QUOTED * (c.picks == quoted)
        + SHOWN * (c.picks in examples)
        + NAMED * named.get(c.picks, 0)
        - COUNTS * (c.picks in idle)
        - NEVER * (c.picks in strange)
        for c in offered
    ]


def _truth_meant(view: FillView, number: int, seen: Sight) -> tuple[str, ...]:
    """The option that says yes where a request has a word of the parameter's name, or no where it denies that."""
    others = {word for n, p in enumerate(view.parameters) if n != number for word in title_of(p)}
    wanted = said_of_name(view.parameters[number], seen, others)
    words = {True: ("true", "yes"), False: ("false", "no"), None: ()}[wanted]
    options = view.parameters[number].options
    return next(((f"e{n}",) for n, option in enumerate(options, 1) if str(option).lower() in words), ())


def _only_says_today(offered: Sequence[Candidate], seen: Sight) -> set[tuple[str, ...]]:
    """What only says which day it is, where a request says another: "on Wednesday? Today is 1 March 2023"."""
    if not seen.today or all(seen.today.issuperset(range(s, e + 1)) for s, e in seen.dates):
        return set()
    return {
        c.picks for c in offered[1:] if seen.today.intersection(range(int(c.picks[0][1:]) - 1, int(c.picks[-1][1:])))
    }


def _text(words: Sequence[Word], picks: Sequence[str]) -> str:
    return " ".join(word.text for word in words[int(picks[0][1:]) - 1 : int(picks[-1][1:])])


def _counts(parameter: Parameter, view: FillView, seen: Sight) -> set[tuple[str, ...]]:
    """The numbers that count what a parameter is one of: `side1`, `side2` and `side3`."""
    if not (base := counted_with(parameter)):
        return set()
    stems = (*seen.stems, "", "")
    return {
        (f"w{at + 1}",)
        for at, found in view.numbers.items()
        if stem(base) in stems[found.last + 1 : found.last + 2 + (stems[found.last + 1] not in STOP)]
    }


def _rests(view: FillView) -> set[tuple[str, ...]]:
    """The numbers that only go on with a measure: the 300 of "5 km 300 m"."""
    ends = ends_of_rests(view.words, view.numbers)
    return {(f"w{at + 1}",) for at, found in view.numbers.items() if found.last in ends}


def _of_other_things(parameter: Parameter, view: FillView, seen: Sight) -> set[tuple[str, ...]]:
    """The options that are numbers and of which the request says no more than how many of something else: the three
    of "3 nights" is no number of rooms."""
    own = {*title_of(parameter), *about_of(parameter)}
    counting: dict[str, bool] = {}
    for at, found in view.numbers.items():
        behind = []
        for place in range(found.last + 1, min(found.last + 3, len(seen.atoms))):
            if seen.after[place - 1] or seen.atoms[place] in STOP or not seen.stems[place]:
                break
            behind.append(seen.stems[place])
        measured = unit_behind(view.words, found.last, percent=found.percent) and not _are_levels(parameter)
        mine = not behind or measured or not own.isdisjoint((*behind, *seen.stems[max(0, at - 2) : at]))
        value = f"{found.value:.15g}"
        counting[value] = counting.get(value, True) and not mine
        if found.last > at and view.words[at].kind == "num":  # the 3 of "3 dozen"
            counting.setdefault(view.words[at].text, True)
    return {(f"e{n}",) for n, option in enumerate(parameter.options, 1) if counting.get(str(option))}


def _are_levels(parameter: Parameter) -> bool:
    """Whether the options of a parameter are levels, 1 to 4, of which none is a measure."""
    options = parameter.options
    return len(options) > 1 and options in (tuple(range(len(options))), tuple(range(1, len(options) + 1)))


def _of_number(parameter: Parameter, view: FillView) -> dict[tuple[str, ...], Agreement]:
    """By its unit, or for a parameter that is called a year, 1 for numbers that look like one and -1 for others, where
    any does."""
    if name_words(parameter.path[-1])[-1:] == ("year",):
        years: dict[tuple[str, ...], Agreement] = {
            (f"w{at + 1}",): 1 if _CALENDAR_YEAR.fullmatch(view.words[at].text) else -1 for at in view.numbers
        }
        if 1 in years.values():
            return years
    units = {at: unit_behind(view.words, n.last, percent=n.percent) for at, n in view.numbers.items()}
    agreed = {at: agreement(parameter, unit) for at, unit in units.items()}
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    if any(alike(unit, wanted) for unit in units.values()):  # "8.1 metres of oak, 57.5 cm across": the diameter in cm
        agreed = {at: 0 if agrees == 1 and not alike(units[at], wanted) else agrees for at, agrees in agreed.items()}
    if wanted is None:
        agreed |= by_share(view, parameter) | by_other_measure(view, parameter)
    agreed |= by_noun(view, parameter) | by_most(view, parameter)
    agreed |= by_ordinal(view, parameter) | by_rate(view, parameter)
    return {(f"w{at + 1}",): agrees for at, agrees in agreed.items()}


def _by_order(view: FillView, number: int, seen: Sight) -> dict[tuple[str, ...], Agreement]:
    """For one of two parameters that are the ends of a span of time: the earlier and the later of two dates, or, where
    one of them has no year, the first and the last that is said."""
    ends = [end_of_span(parameter) for parameter in view.parameters]
    dates = sorted(seen.dates)
    if not ends[number] or ends.count(-1) != 1 or ends.count(1) != 1 or len(dates) != 2:
        return {}
    days = [read_date(" ".join(word.text for word in view.words[s : e + 1])) for s, e in dates]
    if days[0] and days[1]:
        dates = dates if days[0] <= days[1] else dates[::-1]
    elif view.words[dates[1][0] - 1].text.lower() in _BEFORE_A_START:
        return {}
    return {
        (f"w{s + 1}", f"w{e + 1}"): 1 if place == ends[number] else -1
        for place, (s, e) in zip((-1, 1), dates, strict=True)
    }


def _parts_of_quotations(offered: Sequence[Candidate], seen: Sight) -> dict[tuple[str, ...], Agreement]:
    """-1 for what is cut out of a quotation."""
    spans = [(c.picks, int(c.picks[0][1:]) - 1, int(c.picks[-1][1:]) - 1) for c in offered[1:]]
    return {picks: -1 for picks, s, e in spans if any(a <= s and e <= b and (a, b) != (s, e) for a, b in seen.quoted)}
