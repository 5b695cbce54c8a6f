# ruff: noqa: SIM905  (word lists read best as words)
"""Values that are completed or parted by what stands around them: an address with its town, first and last names, new
names, the labels that something is given, the currency of a sign; and values that another parameter has."""

from __future__ import annotations

import re
from collections.abc import Container, MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.codes.known_codes import currency_of
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import CALENDAR_NAMES
from keyhole.models.embedded.text import name_words

_READ = 2_000
"""Characters of a request that are read."""
_ADDRESSES = frozenset("address street location near origin destination from to place where around".split())
_STREET = re.compile(r"\d{1,5}[a-zA-Z]? [A-Z].*|.*[A-Z][\w.'-]+(?: \d{1,4}[a-z]?)?", re.DOTALL)
_TOWNS = frozenset("city town region country state zip postcode postal code area".split())
_TOWN = re.compile(
    rf"(?: \d{{1,4}}[a-z]?)?(?:, (?:\d{{4,5}} )?(?!(?i:{'|'.join(sorted(CALENDAR_NAMES))}|I'm|I)\b)"
    r"[A-Z][\w-]+(?: [A-Z][\w-]+)*)+(?![\w'-])"
)
_LABELS = frozenset("label labels tag tags hashtag hashtags".split())
_LABELLED = re.compile(
    r"\b(?:tag(?:ged)?|label(?:l?ed)?|labels|tags)(?: (?:it|them|this|that|both|as|with|under))*:? "
    r"((?!it\b|as\b|with\b|the\b|a\b|to\b|on\b|from\b)[\w./-]*\w"
    r"(?:(?:, and |,? and |, )[\w./-]*\w(?=[,.;!?)]| and |$))*)"
    r"\b(?=\s*(?:[,.;!?)]|$|and\b|to\b|on\b|in\b|for\b|please\b))",
    re.IGNORECASE,
)
_FIRST, _LAST = frozenset(("first", "given", "forename")), frozenset(("last", "family", "surname"))
_TITLED = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Herr|Frau)\b\.?"
_NAME_TITLE = re.compile(_TITLED)
_NAMED = r"[A-Z][\w\u2019'-]{1,30}"
_NAME = re.compile(
    rf"(?:(?P<title>{_TITLED}) )?(?P<first>{_NAMED}(?: {_NAMED}){{0,2}}) "
    rf"(?P<last>(?:(?:van|von|de|der|den|da|di|del|la|le|bin|al|el) ){{0,2}}{_NAMED})(?!\w)"
)


def complete(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """All of it, in place, by the beginning of a request."""
    query = query[:_READ]
    for parameter in parameters:
        if labels := _labels(parameter, query):
            tags = [str(each).lstrip("#") for each in values.get(parameter.path) or () if parameter.many]
            values[parameter.path] = tags if set(labels) < set(tags) else labels
    _with_towns(parameters, query, values)
    _part_names(parameters, query, values)
    _drop_repeated(parameters, values)
    _with_new_name(parameters, query, values)
    for parameter in parameters:
        unknown = isinstance(given := values.get(parameter.path), str) and not (currency_of(given) or parameter.options)
        if (unknown or parameter.path not in values) and (
            option := _currency(parameter, query, values.values())
        ) is not None:
            values[parameter.path] = option


def _currency(parameter: Parameter, query: str, values: Container[Any]) -> Any:
    """The currency whose sign is the only one in a request, as a parameter's choices or a code have it, if no other
    parameter has it: `values`."""
    signs = {sign for sign in query if sign in _SIGNS}
    if len(signs) != 1 or parameter.many or "currency" not in name_words(parameter.path[-1]):
        return None
    code = _SIGNS[signs.pop()]
    if parameter.options or parameter.type != "str":
        return next((option for option in parameter.options if str(option).lower() == code), None)
    return None if code.upper() in values else code.upper()


def _with_new_name(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """The whole name that something is renamed to, where a part of it was given."""
    found = _RENAMED.search(query)
    for parameter in parameters if found else ():
        value = values.get(parameter.path)
        if found and isinstance(value, str) and parameter.type == "str" and not parameter.options:
            whole = found[1].strip()
            named = not _NEW_NAMES.isdisjoint(name_words(parameter.path[-1]))
            if named and whole.startswith(value) and not any(str(v) in whole for v in values.values() if v != value):
                values[parameter.path] = whole


def _labels(parameter: Parameter, query: str) -> list[str]:
    """The labels that a request has something given, for a list that is called so; empty without."""
    if not parameter.many or parameter.type != "str" or _LABELS.isdisjoint(name_words(parameter.path[-1])):
        return []
    if tagged := _HASHTAG.findall(query):
        return tagged
    found = _LABELLED.search(query)
    return [label for label in re.split(r", and |,? and |, ", found[1]) if label] if found else []


_HASHTAG = re.compile(r"(?<!\S)#((?=\w*[^\W\d])[\w-]{1,60})(?![\w#])")
_SIGNS = {"$": "usd", "\u20ac": "eur", "\u00a3": "gbp", "\u00a5": "jpy", "\u20b9": "inr"}
_NEW_NAMES = frozenset(("name", "title", "label"))
_RENAMED = re.compile(
    r"\b[Rr]e(?:name|title)\b[^,;:'\"`]{1,120}? (?:to|into|as) ([^,;:\"`]{2,80}?)(?:,? (?:please|pls|thanks))?[.!?]*$"
)


def _with_towns(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Addresses with the towns behind their commas, if no parameter is for a town."""
    if any(not _TOWNS.isdisjoint(name_words(p.path[-1])) and p.path in values for p in parameters):
        return
    for parameter in parameters:
        value = values.get(parameter.path)
        if not isinstance(value, str) or _ADDRESSES.isdisjoint(name_words(parameter.path[-1])):
            continue
        at = query.find(value)
        more = _TOWN.match(query, at + len(value)) if at >= 0 else None
        whole = value + more[0] if more else value
        taken = any(str(other) in whole for path, other in values.items() if path != parameter.path)
        if more and re.search(r"\d", whole) and not taken and _STREET.fullmatch(value):
            values[parameter.path] = whole


def _part_names(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """The first and the last name of the one whole name that a request has a given part of; a title is no name."""
    firsts, lasts = (
        [p for p in parameters if p.type == "str" and not p.many and _is_name_part(p, words)]
        for words in (_FIRST, _LAST)
    )
    if len(firsts) != 1 or len(lasts) != 1:
        return
    first, last = (_NAME_TITLE.sub("", str(values.get(p.path, ""))).strip() for p in (firsts[0], lasts[0]))
    whole = {found[0] for found in _NAME.finditer(query) if first or last or found["title"]}
    whole = {name for name in whole if {first, last} & {"", *name.split()} or first in name}
    parts = _NAME.fullmatch(whole.pop()) if len(whole) == 1 else None
    if parts is None or (first and first != parts["first"] and last and last == parts["last"]):
        return
    names = parts["first"].split(" ")
    begun = first.split(" ")[0]
    begins = names.index(begun) if begun in names else 0
    values[firsts[0].path], values[lasts[0].path] = " ".join(names[begins:]), parts["last"]


def _is_name_part(parameter: Parameter, words: frozenset[str]) -> bool:
    """Whether a parameter is a part of a name: `last_name`, `surname`; not `last_period`."""
    own = set(name_words(parameter.path[-1]))
    return not words.isdisjoint(own) and own <= words | {"name"}


def _drop_repeated(parameters: Sequence[Parameter], values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Drop of two parameters with the same addresses of mail the one that may be left out, as who is written to gets no
    copy; and what may be left out and is one of another's several values."""
    mails = {path: said for path, value in values.items() if (said := _mails(value))}
    lists = [value for value in values.values() if isinstance(value, list) and len(value) > 1]
    for path in [p.path for p in reversed(parameters) if not (p.required or p.options)]:
        own = mails.get(path)
        copied = own and any(own <= other for each, other in mails.items() if each != path)
        if copied or (isinstance(values.get(path), str) and any(values[path] in each for each in lists)):
            del values[path]
            mails.pop(path, None)


def _mails(value: Any) -> frozenset[str]:
    """The addresses that a value consists of."""
    said = value if isinstance(value, list) else [value]
    return (
        frozenset(said)
        if said and all(isinstance(each, str) and re.fullmatch(r"\S+@\S+", each) for each in said)
        else frozenset()
    )
