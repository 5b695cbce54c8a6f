# ruff: noqa: SIM905  (word lists read best as words)
"""The sign of a change, where below zero is taken away: "sold 2", "3 got damaged" and "we used up 9" take from what
there is, "received 2", "put 10 back" and "found 4 more" add to it."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any

from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import name_words

_CHANGES = frozenset("delta change adjustment adjust difference diff increment movement".split())
_BELOW = re.compile(r"\bnegative\b|\bminus\b|\bbelow (?:0|zero)\b|(?<!\w)-(?!\w)", re.IGNORECASE)
_ABOUT_CHANGES = re.compile(
    r"\b(?:chang|remov|subtract|tak(?:e|es|ing|en)\b|took|deduct|withdr|reduc|decreas|us(?:e|ed)\b|out\b)",
    re.IGNORECASE,
)
_MONEY = frozenset("amount balance money sum cash price eur usd dollars euros cents".split())
_SIGNED = re.compile(r"(?<![\w.-])[-+\u2212] ?\d|\b(?:minus|negative|plus) \w", re.IGNORECASE)
"""A sign of its own."""
_DONE = (
    r"damaged|broken|lost|stolen|sold|spoil(?:ed|t)|scratched|crushed|wet|eaten|used|ruined|dropped|taken|thrown|rid"
)
_BACK = re.compile(
    r"\b(?:returned|recovered|repaired|restock(?:ed|ing)?|found|unsold|turned up|"
    r"(?:put|puts|bring|brought|sent|came|come|gave|give|got|get)\b[^.;!?]{0,40}?\bback)\b",
    re.IGNORECASE,
)
_TAKEN = (
    r"sold|sells?|selling|broken?|broke|damaged|lost|lose|loses|missing|stolen|stole|spoiled|"
    r"spoilt|expired|scrap(?:ped)?|"
    r"discard(?:ed)?|used(?: up)?|use up|using up|consumed?|ate|eaten|drank|drunk|threw|"
    r"thrown|throw|went (?:bad|off|missing)|"
    r"gone|gave away|given away|donated?|hand(?:ed)? out|dispensed|took|taken|take|writ(?:e|"
    r"ten|ing)\b[^.;!?]{0,30}? off|"
    r"wrote\b[^.;!?]{0,30}? off|write-off|remov(?:e|ed|ing)|deduct(?:ed|ing)?|subtract(?:ed|ing)?|ship(?:ped)? out|"
    r"(?:customers?|clients?|he|she|they|somebody|someone|guests?|buyers?) (?:has |have )?(?:bought|purchased)"
)
_GOT = (
    r"received?|bought|purchased|add(?:ed|ing)?|deliver(?:ed|y)|arrived|came in|comes in|gain(?:ed|s)?|restock|"
    rf"got(?! (?:{_DONE}|rid)\b)|won|earned|refill(?:ed)?|top(?:ped)? up|stock(?:ed)? up|baked|"
    rf"made|produced|picked up|give"
)
_TAKEN_OR_GOT = re.compile(rf"\b(?:(?P<taken>{_TAKEN})|(?P<got>{_GOT}))\b", re.IGNORECASE)
_PAID = (
    r"withdr[ae]w(?:n|ing)?|took|taken?|spen[dt]|paid|pay|bought|purchased|deduct(?:ed)?|remov(?:e|ed)|"
    r"subtract(?:ed)?|lost"
)
_EARNED = r"deposit(?:ed)?|put|add(?:ed)?|received?|earn(?:ed)?|sold|got|refund(?:ed)?|top up|won"
_PAID_OR_EARNED = re.compile(rf"\b(?:(?P<taken>{_PAID})|(?P<got>{_EARNED}))\b", re.IGNORECASE)
_READ = 2_000


def put_signs(view: FillView, query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one number that is a change, in place, the sign of what a request says was done; not where it has one of
    its own."""
    query = query[:_READ]
    found = [p for p in view.parameters if _is_change(p, view)]
    value = values.get(found[0].path) if len(found) == 1 else None
    if not isinstance(value, int | float) or isinstance(value, bool) or _SIGNED.search(query):
        return
    money = not _MONEY.isdisjoint(name_words(found[0].path[-1]))
    said = (_PAID_OR_EARNED if money else _TAKEN_OR_GOT).search(query)
    if _BACK.search(query):
        values[found[0].path] = abs(value)
    elif said:
        values[found[0].path] = -abs(value) if said["taken"] else abs(value)


def _is_change(parameter: Parameter, view: FillView) -> bool:
    """Whether a number says how much comes to something, or is taken away where it is below zero."""
    least = parameter.schema.get("minimum", parameter.schema.get("exclusiveMinimum"))
    if parameter.type not in ("int", "num") or parameter.many or (isinstance(least, int | float) and least >= 0):
        return False
    counted = [p for p in view.parameters if p.type in ("int", "num") and not p.many]
    called = not _CHANGES.isdisjoint(name_words(parameter.path[-1]))
    if _BELOW.search(parameter.description):
        return called or _ABOUT_CHANGES.search(parameter.description) is not None
    told = "negative" in view.about and _ABOUT_CHANGES.search(" ".join(view.about)) is not None
    return told and (called or len(counted) == 1)
