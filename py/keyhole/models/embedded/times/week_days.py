"""Days of the week that a request says together, or all but some, for what wants them by number, "1 = Monday", or lists
of them by name: "weekdays only", "tue thu sat", "every day but sunday"."""

from __future__ import annotations

import re
from typing import Any

from keyhole.models.embedded.lists.lists import QUOTED
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.tools.builtin.named_days import WEEKDAYS

_NUMBER = {**WEEKDAYS, "weds": 2}
_DAY = rf"(?:{'|'.join(sorted(_NUMBER, key=len, reverse=True))})"
_NUMBERED = re.compile(rf"\b([01]) ?(?:=|:|is|for|means)? ?\(?({_DAY})\b", re.IGNORECASE)
_ISO = re.compile(r"\bISO[- ](?:8601 )?(?:week ?days?|days? of (?:the )?week)\b", re.IGNORECASE)
_TOGETHER = (
    (r"(?:week|work(?:ing)? ?)days?", range(5)),
    (r"week[- ]?ends?", range(5, 7)),
    (r"daily|(?:every|each|any|all) (?:single )?days?|all week|every night", range(7)),
)
_SAID = re.compile(
    rf"\b(?:(?P<first>{_DAY})s? ?(?:to|thru|through|until|till?|-|\u2013) ?(?P<last>{_DAY})s?|(?P<one>{_DAY})s?|"
    + "|".join(f"(?P<together{n}>{words})" for n, (words, _) in enumerate(_TOGETHER))
    + r")\b"
)
_WITHOUT = re.compile(
    r"\b(?:except(?: for)?|but(?: not)?|excluding|without|bar|not|never|no|apart from|other than|minus|skip)"
    r"(?: (?:on|at|for|the|a|any|in))* $"
)
_JOINED = re.compile(r",? (?:(?:and|or|nor|plus) (?:on |at )?(?:the )?|& )|, ?| ?[/+&] ?| ")
_ON = re.compile(r"\b(?:on|every|each|and|or) $")
_MAY_BE_WORDS = frozenset(("sun", "sat"))
"""Short names of days that are words too."""
_SKIPPED = re.compile(r"\b(?:skip|skipped|exclude[ds]?|except|off|no|not|never)\b", re.IGNORECASE)
_ONLY = re.compile(r"\bonly\b")
_READ, _FRONT, _WEEK = 2_000, 32, 7


def days_asked(parameter: Parameter, query: str) -> Any:
    """The days of the week that a request says, as the items of a parameter that lists them, or the only one as the
    number that one wants; None where it says none, or names single days for options with names, which can be pointed
    at."""
    wanted = _items(parameter)
    if wanted is None:
        return None
    said, without, together = days_of_week(query)
    by_number = isinstance(wanted[0], int)
    if not (said or without) or not (by_number or together or without):
        return None
    if not parameter.many:
        return _one(parameter, [wanted[day] for day in said]) if by_number and not without else None
    days = (said or set(range(_WEEK))) - without
    if _SKIPPED.search(parameter.about):
        if not (without or _ONLY.search(query.lower())):
            return None
        days = set(range(_WEEK)) - days
    items = [wanted[day] for day in range(_WEEK) if day in days]
    return (sorted(items) if by_number else items) or None


def _one(parameter: Parameter, numbers: list[Any]) -> Any:
    """The one number of several, if a parameter may have it."""
    allowed = len(numbers) == 1 and (not parameter.options or numbers[0] in parameter.options)
    return numbers[0] if allowed else None


def _items(parameter: Parameter) -> list[Any] | None:
    """What a list has for Monday to Sunday; None for a list of something else."""
    if parameter.options and all(isinstance(option, str) for option in parameter.options):
        by_name = {str(option).lower()[:2]: option for option in parameter.options}
        plain = all(str(option).lower() in _NAMES for option in parameter.options)
        return [by_name[name] for name in _SHORT] if plain and by_name.keys() == set(_SHORT) else None
    if parameter.type not in ("int", "num", "enum") or not {"day", "days", "weekday", "weekdays"} & set(
        name_words(parameter.path[-1])
    ):
        return None
    found = _NUMBERED.search(parameter.description)
    if found is None and not _ISO.search(parameter.description):
        return None
    first, day = (int(found[1]), _NUMBER[found[2].lower()]) if found else (1, 0)
    numbers = [first + (n - day) % _WEEK for n in range(_WEEK)]
    whole = not parameter.many or not parameter.options or set(numbers) <= set(parameter.options)
    return numbers if whole else None


_SHORT = ("mo", "tu", "we", "th", "fr", "sa", "su")
_NAMES = frozenset((*_NUMBER, *_SHORT))


def days_of_week(text: str) -> tuple[set[int], set[int], bool]:
    """The days of the week that a text says, Monday is 0, those that it leaves out, and whether it says several in one:
    "weekdays", "mon thru fri"."""
    plain = re.sub(QUOTED, " ", text[:_READ].lower())
    said, every, without, together = set[int](), set[int](), set[int](), False
    end, left_out = -1, False
    for match in _SAID.finditer(plain):
        joined = end >= 0 and _JOINED.fullmatch(plain, end, match.start()) is not None
        front = plain[max(0, match.start() - _FRONT) : match.start()]
        left_out = bool(_WITHOUT.search(front)) or (joined and left_out)
        if match[0] in _MAY_BE_WORDS and not (joined or left_out or _ON.search(front)):
            continue
        days = _days(match)
        (without if left_out else every if len(days) == _WEEK else said).update(days)
        together = together or match["one"] is None
        end = match.end()
    return said or every, without, together


def _days(match: re.Match[str]) -> set[int]:
    """The days of a match of `_SAID`."""
    if match["one"]:
        return {_NUMBER[match["one"]]}
    if match["first"]:
        first, last = _NUMBER[match["first"]], _NUMBER[match["last"]]
        return {(first + n) % _WEEK for n in range((last - first) % _WEEK + 1)}
    return set(next(days for n, (_, days) in enumerate(_TOGETHER) if match[f"together{n}"]))
