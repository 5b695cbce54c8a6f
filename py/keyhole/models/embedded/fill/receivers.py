# ruff: noqa: SIM905  (word lists read best as words)
"""Who is given something: the Ida of "lend Emma to Ida", where a tool takes a person and a thing."""

from __future__ import annotations

from collections.abc import Iterable

from keyhole.models.embedded.numbers.measures import Agreement
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight
from keyhole.models.embedded.text import name_words

_GIVES = frozenset(
    "award awarded deliver delivered donate donated forward forwarded gave give given giving hand handed "
    "lend lending lent loan loaned mail mailed pay paid pass passed rent rented sell selling sold send sending sent "
    "ship shipped".split()
)
_PERSONS = frozenset(
    "assignee borrower buyer child client colleague contact customer employee friend guest kid lender member patient "
    "payee person player pupil receiver recipient staff student tenant user".split()
)
"""Last words of the names of parameters that take who is given something."""
_PLACES = frozenset(
    "address branch city class clinic country department destination group location office place room station team "
    "unit ward".split()
)
"""Of those that take where somebody is sent."""
_WITH_NAME = frozenset(("name", "id", "to"))
_LEADS = frozenset(
    "and can could have he hey hi i i'd i've just let's like need ok please she should so they to want we we've will "
    "would you".split()
)
"""What may stand before the verb."""
_FIRST = 8
"""Words within which the verb stands."""


def by_receiver(
    view: FillView, number: int, offered: Iterable[tuple[str, ...]], seen: Sight
) -> dict[tuple[str, ...], Agreement]:
    """1 for the spans that say who is given something, where a parameter takes that, -1 for all others; -1 for what
    says it where a parameter takes another text; empty where a request gives nobody anything. `offered` are the picks
    of the spans."""
    receivers = [n for n, parameter in enumerate(view.parameters) if _takes_person(parameter)]
    places = any(not _PLACES.isdisjoint(name_words(parameter.path[-1])) for parameter in view.parameters)
    if len(receivers) != 1 or places or (first := _given_to(seen)) is None:
        return {}
    last = first
    while last + 1 < len(seen.atoms) and seen.capital[last + 1] and not seen.after[last]:
        last += 1
    known: dict[tuple[str, ...], Agreement] = {}
    for picks in offered:
        begins, ends = int(picks[0][1:]) - 1, int(picks[-1][1:]) - 1
        if number == receivers[0]:
            known[picks] = 1 if begins == first and ends <= last else -1
        elif begins <= last and ends >= first:
            known[picks] = -1
    return known


def _takes_person(parameter: Parameter) -> bool:
    words = [word for word in name_words(parameter.path[-1]) if word not in _WITH_NAME]
    return (
        parameter.type == "str"
        and not (parameter.many or parameter.options)
        and words[-1:] != []
        and (words[-1] in _PERSONS)
    )


def _given_to(seen: Sight) -> int | None:
    """The place of the name behind the one "to" of a request that gives something."""
    verbs = [at for at, word in enumerate(seen.atoms[:_FIRST]) if word in _GIVES and _LEADS.issuperset(seen.atoms[:at])]
    if not verbs:
        return None
    found = [at for at in range(verbs[0] + 2, len(seen.atoms)) if seen.atoms[at - 1] == "to" and not seen.before[at]]
    return found[0] if len(found) == 1 and seen.capital[found[0]] else None
