"""What a request writes in the notation of mathematics: rows of numbers, "(0, 0), (4, 0)" or "1 0 2; 3 1 4", the
coefficients of a polynomial, equations, and rolls of dice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, read_digits
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits

Value = int | float
_NUMBER = r"[-\u2212]?\d+(?:\.\d+)?"
_TUPLE = rf"\(\s*{_NUMBER}(?:\s*[,; ]\s*{_NUMBER})+\s*\)"
_TUPLES = re.compile(rf"{_TUPLE}(?:(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s*){_TUPLE})+")
_ROW = rf"(?<![\w.,-]){_NUMBER}(?:(?:,\s*|\s+){_NUMBER})+(?![\w.]*\d)"
_GROUPS = re.compile(rf"{_ROW}(?:\s*[;/|]\s*{_ROW})+")
_BLANKS = rf"(?<![\w.,-]){_NUMBER}(?: {_NUMBER})+(?![\w.]*\d)"
_BLANK_ROWS = re.compile(rf"{_BLANKS}(?:(?:,\s*(?:and\s+|then\s+)?|\s+(?:and|then)\s+){_BLANKS})+")
_PAIR = rf"(?<![\w.,-]){_NUMBER},\s?{_NUMBER}(?![\w.,]*\d)"
_PAIRS = re.compile(rf"{_PAIR}(?:(?:\s+|;\s*|,?\s+and\s+){_PAIR})+")
_DIGITS = re.compile(_NUMBER)
_LONGEST = 2_000
"""Characters of a request that are read."""


def number_rows(query: str) -> list[list[Value]]:
    """The rows of numbers that a request has side by side, in brackets or parted by marks; empty without two."""
    text = query[:_LONGEST]
    patterns = ((_TUPLES, _TUPLE), (_PAIRS, _PAIR), (_GROUPS, _ROW), (_BLANK_ROWS, _BLANKS))
    runs = [(run[0], row) for rows, row in patterns for run in rows.finditer(text)]
    if not runs:
        return []
    longest, row = max(runs, key=lambda run: len(run[0]))
    return [[read_digits(digits) for digits in _DIGITS.findall(each)] for each in re.findall(row, longest)]


_POWERS = {"\u00b2": 2, "\u00b3": 3, "\u2074": 4, "\u2075": 5}
_TERM = rf"(?:(?:\d+(?:\.\d+)?\s*\*?\s*)?([a-z])(?:(?:\^|\*\*)\d{{1,2}}|[{''.join(_POWERS)}])?|\d+(?:\.\d+)?)(?![\w.])"
_SUM = re.compile(rf"(?<![\w.^*/])[-\u2212+]?\s?{_TERM}(?:\s*[-\u2212+]\s*{_TERM})+")
_ONE_TERM = re.compile(
    rf"([-\u2212+])?\s*(\d+(?:\.\d+)?)?\s*\*?\s*(?:([a-z])(?:(?:\^|\*\*)(\d{{1,2}})|([{''.join(_POWERS)}]))?)?"
)
_COEFFICIENTS = frozenset(("coefficients", "coeffs", "coefs", "polynomial", "poly"))
_UPWARDS = re.compile(r"\b(?:lowest|constant|ascending|increasing|smallest)\b", re.IGNORECASE)
_HIGHEST = 12


def coefficients(parameter: Parameter, query: str) -> tuple[list[Value], str] | None:
    """The coefficients of the one polynomial that a request writes out, the highest power's first unless the
    description says otherwise, for a list that is called so, and the request without it; None without one."""
    wanted = parameter.many and parameter.type in ("int", "num") and not parameter.options
    if not wanted or _COEFFICIENTS.isdisjoint(name_words(parameter.path[-1])) or "[" in query:
        return None  # what is written as a list is taken from there
    found = [(said, terms) for said in _SUM.finditer(query[:_LONGEST]) if (terms := _by_power(said[0]))]
    if len(found) != 1:
        return None
    said, terms = found[0]
    values = [terms.get(power, 0) for power in range(max(terms), -1, -1)]
    rest = f"{query[: said.start()]}it{query[said.end() :]}"
    return values[::-1] if _UPWARDS.search(parameter.description) else values, rest


def quadratic(parameters: Sequence[Parameter], query: str) -> dict[tuple[str, ...], Value]:
    """The values, by path, of parameters `a`, `b` and `c` where a request writes out the one polynomial of the second
    degree that they are the coefficients of; empty elsewhere."""
    named = {p.path[-1].lower(): p for p in parameters if p.type in ("int", "num") and not (p.many or p.options)}
    if not named.keys() >= {"a", "b", "c"}:
        return {}
    found = [terms for said in _SUM.finditer(query[:_LONGEST]) if (terms := _by_power(said[0]))]
    if len(found) != 1 or max(found[0]) != _DEGREE or _NOT_ZERO.search(query):
        return {}
    return {named[name].path: found[0].get(power, 0) for power, name in enumerate("cba")}


def dice(parameters: Sequence[Parameter], query: str) -> dict[tuple[str, ...], Value]:
    """The values, by path, of how many dice, of how many sides, and what is added, where a request writes the one roll
    that it wants as players do: "3d6+2"; empty elsewhere, and where no parameter is the sides."""
    rolls = list(_ROLL.finditer(query[:_LONGEST]))
    named = {
        part: [p for p in parameters if p.type in ("int", "num") and not p.many and part == _part_of(p)]
        for part in _OF_DICE
    }
    if len(rolls) != 1 or len(named["sides"]) != 1:
        return {}
    count, word, sides, added = rolls[0].groups()
    said = {"count": count or to_digits((word or "1").lower()), "sides": sides, "added": (added or "").replace(" ", "")}
    return {
        each[0].path: int(said[part].replace("\u2212", "-"))
        for part, each in named.items()
        if len(each) == 1 and said[part] and not each[0].options
    }


def _part_of(parameter: Parameter) -> str:
    """What of a roll a parameter is by a word of its name: `number_of_sides` is no number of dice."""
    words = {*name_words(parameter.path[-1])}
    return next((part for part, own in _OF_DICE.items() if own & words), "")


_ROLL = re.compile(
    rf"(?<![\w.+-])(?:(\d{{1,3}})|({NUMBER_WORD}) )?d(\d{{1,4}})(?:\s?([-\u2212+]\s?\d{{1,4}}))?(?![\w.]*\w)",
    re.IGNORECASE,
)
_OF_DICE = {
    "sides": frozenset(("sides", "faces")),
    "count": frozenset(("count", "dice", "rolls", "number", "quantity", "num")),
    "added": frozenset(("modifier", "bonus", "add", "plus")),
}
_DEGREE = 2
_NOT_ZERO = re.compile(r"=(?!\s*0(?![\d.]))")


def _by_power(text: str) -> dict[int, Value]:
    """The coefficients by their powers; empty where there is no variable, or more than one."""
    found: dict[int, Value] = {}
    names = set()
    for sign, digits, name, power, raised in _ONE_TERM.findall(text):
        if not digits and not name:
            continue
        exponent = int(power) if power else _POWERS.get(raised, 1) if name else 0
        value = read_digits(digits) if digits else 1
        found[exponent] = found.get(exponent, 0) + (value if sign in ("", "+") else -value)
        names |= {name} - {""}
    return found if len(names) == 1 and max(found) <= _HIGHEST and max(found) > 0 else {}


_ATOM = r"(?:\d+(?:\.\d+)?(?:\s?[a-z])?|[a-z])(?:\^\d{1,2}|[\u00b2\u00b3])?(?![a-z])"
_SIDE = rf"-?{_ATOM}(?:\s*[-\u2212+*/]\s*{_ATOM})*"
_EQUATION = re.compile(rf"(?<![\w.^*/+)-]){_SIDE}\s*=\s*{_SIDE}(?![\w(^*/])")


def equations(parameter: Parameter, query: str) -> list[str]:
    """The equations that a request writes out, "2x + 3y = 12 and x - y = 1", for a list that wants them; empty
    elsewhere."""
    wanted = parameter.many and parameter.type == "str" and not parameter.options
    if not wanted or "equation" not in parameter.about.lower():
        return []
    return [found[0].strip() for found in _EQUATION.finditer(query[:_LONGEST])]


def equation(parameter: Parameter, query: str) -> tuple[str, str] | None:
    """The only equation that a request writes out, for a text that is called so, and the request without it."""
    text = parameter.type == "str" and not (parameter.many or parameter.options)
    if not text or "equation" not in name_words(parameter.path[-1]):
        return None
    found = list(_EQUATION.finditer(query[:_LONGEST]))
    if len(found) != 1 or query.count("=") != 1:
        return None
    said = found[0][0].strip()
    return said, query[: found[0].start()] + " " + query[found[0].end() :]


_A1 = re.compile(r"\bA1\b")
_CELL = r"([a-z]{1,3}[1-9]\d{0,5})"
_CELLS = re.compile(
    rf"(?<![\w.!:/-]){_CELL}"
    rf"(?:(?: ?(?:[-\u2013]|\.\.) ?| (?:to|through|thru|until|till|up to|down to) ){_CELL}|:{_CELL})(?![\w:])",
    re.IGNORECASE,
)


def cells(parameter: Parameter, query: str) -> tuple[str, str] | None:
    """The one range of cells that a request says, "a2 to a4", as A2:A4 for a text in that notation, and the request
    without it; None without."""
    if parameter.type != "str" or parameter.many or parameter.options or not _A1.search(parameter.description):
        return None
    found = [*_CELLS.finditer(query[:_LONGEST])]
    if len(found) != 1:
        return None
    said = ":".join(part.upper() for part in found[0].groups() if part)
    return said, query[: found[0].start()] + query[found[0].end() :]
