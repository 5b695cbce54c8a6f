# ruff: noqa: SIM905  (word lists read best as words)
"""What a filter compares and how, where a request leaves that unsaid: "orders from Germany" compares the country and
asks for its equal, "orders over 500" compares what there is a number of."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.codes.known_codes import is_country
from keyhole.models.embedded.options.comparisons import comparisons_of, kind_of, kinds_said
from keyhole.models.embedded.options.options import option_words
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, stem

_COLUMNS = frozenset("column field attribute property key by on metric dimension what".split())
_VALUES = frozenset("value val term text query match".split())
_ORDERED = frozenset(("gt", "ge", "lt", "le"))
_COUNTED = frozenset(
    "total amount price cost sum revenue sales salary wage quantity qty count number stock units age weight height "
    "length width size score rating points balance budget value fee tax duration minutes hours percent rate distance "
    "population area views likes salary income profit".split()
)
"""Words of columns that numbers are in."""
_MONEY = frozenset("total amount price cost sum revenue salary balance budget value fee income profit".split())
_COUNTRIES = frozenset("country nation".split())
_STATES = frozenset("status state stage".split())
_STATE = re.compile(
    r"\b(?:only|just|all|the|show|show me|list)\b[^.;!?]{0,20}? (open|closed|shipped|"
    r"cancell?ed|pending|paid|unpaid|active|"
    r"inactive|done|delivered|draft|overdue|archived|returned|refunded|completed?|approved|rejected|blocked|resolved)\b"
    r"(?: (?:ones?|orders?|items?|tasks?|tickets?|rows?|entries|invoices?))?[ .!?]*(?:please|pls|only)?[ .!?]*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"[$\u20ac\u00a3]? ?-?\d[\d.,]{0,14} ?(?:[$\u20ac\u00a3%]|k\b|eur|euros?|usd|dollars?|pounds?)?", re.IGNORECASE
)
_CURRENCY = re.compile(r"[$\u20ac\u00a3]|\b(?:eur|euros?|usd|dollars?|pounds?|bucks|gbp)\b", re.IGNORECASE)
_READ = 2_000
_SHORT = 2
"""Letters of words that say nothing at the end of a name: `hired_on`."""


def put_filter_defaults(
    parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]
) -> None:
    """Give a filter, in place, the column that its value can be of, and equality where it needs a comparison and none
    is said."""
    how = [p for p in parameters if comparisons_of(p)]
    column = _one_of(parameters, _COLUMNS, options=True)
    value = _one_of(parameters, _VALUES, options=False)
    read = any(isinstance(v, str) and kind_of(v) for v in values.values())  # by `comparison`, before all others
    if len(how) != 1 and not read:
        return
    query = query[:_READ]
    said = kinds_said(query)
    if column and value:
        _put_state(column, value, query, values)
        if fitting := _fitting(column, str(values.get(value.path, "")), said, query):
            values[column.path] = fitting
    if len(how) != 1:
        return
    options = comparisons_of(how[0])
    given = values.get(value.path) if value else next((v for p, v in values.items() if p != how[0].path), None)
    if _NUMBER.fullmatch(str(given)) and not (column and any(_names(o, query) for o in column.options)):
        return  # a number alone is as likely the least or the most
    if how[0].required and how[0].path not in values and given is not None and not said and "eq" in options:
        values[how[0].path] = options["eq"]


def _fitting(column: Parameter, value: str, said: Sequence[str], query: str) -> Any:
    """The only column that a value can be of, where the request names none."""
    if not value or any(_names(option, query) for option in column.options):
        return None
    if _NUMBER.fullmatch(value) and not _ORDERED.isdisjoint(said):
        counted = _called(column, _COUNTED)
        if len(counted) > 1 and _CURRENCY.search(query):
            counted = _called(column, _MONEY)
        return counted[0] if len(counted) == 1 else None
    if is_country(value) and len(countries := _called(column, _COUNTRIES)) == 1:
        return countries[0]
    return None


def _put_state(column: Parameter, value: Parameter, query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """The state of "show me the cancelled ones", where a tool compares one and nothing else was found."""
    states, found = _called(column, _STATES), _STATE.search(query)
    if value.path not in values and values.get(column.path) in (None, *states) and len(states) == 1 and found:
        values[column.path], values[value.path] = states[0], found[1]


def _called(column: Parameter, names: frozenset[str]) -> list[Any]:
    return [option for option in column.options if not names.isdisjoint(name_words(str(option)))]


def _names(option: Any, query: str) -> bool:
    """Whether a request has the last word of a column's name, in one form or another: orders are no order date."""
    stems = {stem(word) for word in re.findall(r"[a-z]+", query.lower())}
    return any(stem(word) in stems for word in [w for w in option_words(option) if len(w) > _SHORT][-1:])


def _one_of(parameters: Sequence[Parameter], names: frozenset[str], *, options: bool) -> Parameter | None:
    found = [
        p
        for p in parameters
        if bool(p.options) == options
        and not p.many
        and not names.isdisjoint(name_words(p.path[-1])[-1:])
        and not comparisons_of(p)
    ]
    return found[0] if len(found) == 1 else None
