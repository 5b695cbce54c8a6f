"""Tips: `20% tip on $45.50`, `a 62 bill with 18% tip split 3 ways`, what it comes to and what each pays."""

from __future__ import annotations

import re
from fractions import Fraction

from keyhole.tools.builtin.number_forms import plain_numbers
from keyhole.tools.builtin.number_words import to_digits

_LONGEST = 200
_N = r"(\d{1,9}(?:\.\d{1,4})?)"
_SHARE = re.compile(rf"{_N} ?(?:%|per ?cent\b)")
_PEOPLE = "(?:of us|ways|people|persons|friends|guests|diners)"
_SPLIT = r"(?:split|shared?|divided?)(?: it| that)?(?: evenly| equally)?"
_AMONG = re.compile(
    rf"\b(?:{_SPLIT} )?(?:between|among) (?:the )?{_N}(?: {_PEOPLE})?\b|\b{_SPLIT} (?:by|in|into) {_N}(?: {_PEOPLE})?\b"
    rf"|\b(?:{_SPLIT} )?{_N} ways\b"
)
_TABLE = re.compile(rf"\b(?:for |there (?:are|were) |we(?: are|'re) )?(?:the )?(\d{{1,3}}) {_PEOPLE}\b")
"""How many eat is not always how many pay: the tip is told, and what each would pay beside it."""
_EACH = re.compile(r"\b(?:each|apiece|per (?:person|head)|split|shared?)\b")
"""Says that all who eat pay."""
_MONEY = re.compile(rf"[$€£]? ?{_N}(?: ?(?:dollars?|euros?|pounds|bucks|usd|eur|gbp|[€£]))?")
_WHOLE = re.compile(r"\b(?:total|altogether|including|with|plus|pay|come to|add)\b")
_WORDS = frozenset(
    "a an the and with plus tip tips tipping gratuity on of for to bill check tab is be how much should do does i we "  # noqa: SIM905
    "leave each per person one pay calculate work out add total altogether including dinner lunch meal at my our us if "
    "it's it come split shared share divided in all please".split()
)
_ASKING = re.compile(r"^(?:what(?:'s| is| would(?: be)?)?|whats)\b")


def tip_of(text: str) -> dict[str, Fraction] | None:
    """What is asked for as `result`, the tip, the total with it or, where a bill is split, the share of each; and the
    others beside it. None where a text says anything else than a tip and a bill.

    Raises `ValueError` where it cannot be told which marks of its numbers are decimal ones.
    """
    text = _ASKING.sub("", " ".join(text.casefold().split()))
    if len(text) > _LONGEST or not re.search(r"\b(?:tip|gratuity)\b", text):
        return None
    text = to_digits(plain_numbers(text))
    if (share := _SHARE.search(text)) is None:
        return None
    rest = f"{text[: share.start()]} {text[share.end() :]}"
    among = _AMONG.search(rest)
    if among is None and _EACH.search(rest):
        among = _TABLE.search(rest)
    people = Fraction(next(filter(None, among.groups())) if among else 1)
    rest = f"{rest[: among.start()]} {rest[among.end() :]}" if among else rest
    eating = _TABLE.search(rest)
    rest = _TABLE.sub(" ", rest)
    amounts = _MONEY.findall(rest)
    if len(amounts) != 1 or people < 1 or people.denominator > 1:
        return None
    if not set(re.findall(r"[^\s,.?!:;-]+", _MONEY.sub(" ", rest))) <= _WORDS:
        return None
    bill = Fraction(amounts[0])
    tip = round(bill * Fraction(share[1]) / 100, 2)
    total = bill + tip
    if among:
        return {"result": round(total / people, 2), "tip": tip, "total_with_tip": total, "split_between": people}
    if _WHOLE.search(text):
        return {"result": total, "tip": tip}
    each = {"each_pays": round(total / int(eating[1]), 2)} if eating and int(eating[1]) > 1 else {}
    return {"result": tip, "total_with_tip": total} | each
