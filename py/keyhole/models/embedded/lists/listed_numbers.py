# ruff: noqa: SIM905  (word lists read best as words)
"""Lists of numbers that code reads off a request: those behind what they are of, "pages 2 to 5 and 9", "first and
second period"; all but some, "all zones but 5"; those that are left out, "without no. 7"; and how long before something
is to be told of, "a day and an hour before"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.numbers.measures import unit_wanted
from keyhole.models.embedded.options.several_options import keeps_out
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.builtin.units import named_unit

_ONES = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "fifty": 50, "ninety": 90}
_IN_WORDS = {word: n for words in (_ONES, _PLACES) for n, word in enumerate(words, 1)} | _TENS
_NUMBER = rf"(?:\d{{1,6}}(?:st|nd|rd|th)?|{'|'.join(sorted(_IN_WORDS, key=len, reverse=True))})(?![\w%-]|[.:]\d)"
_TO = r"(?: ?[-\u2013] ?| (?:to|through|thru|up to|until|till?) )"
_SPAN = rf"(?:(?<![\d.:]){_NUMBER}{_TO}{_NUMBER}|\d{{1,4}}[-\u2013]\d{{1,4}}(?![\w%-]|[.:]\d)|{_NUMBER})"
_PLACE = rf"(?:{'|'.join(_PLACES)}|\d{{1,3}}(?:st|nd|rd|th))"
_MARK = r"(?:nos?\. ?|numbers? |#)?"
_ROW = rf"{_MARK}{_SPAN}(?:, {_MARK}{_SPAN}){{0,30}}(?:(?:,? (?:and|or|plus) | ?& ?| \+ ){_MARK}{_SPAN}){{0,30}}"
_SPANS = re.compile(rf"(\d{{1,4}})[-\u2013](\d{{1,4}})(?!\w)|({_NUMBER})(?:{_TO}({_NUMBER}))?", re.IGNORECASE)
_BY_NUMBER = re.compile(rf"\b((?:nos?\. ?|numbers? |#){_SPAN}(?:(?:,| and|, and) {_SPAN}){{0,9}})", re.IGNORECASE)
_BUT = r"(?:but|except(?: for)?|excluding|besides|bar|apart from|other than|without)"
_OUT = re.compile(
    r"\b(?:without|except(?: for)?|excluding|skip(?:ping)?|but(?: not)?|leave out|leaving out|not|no) $", re.IGNORECASE
)
_NO_NOUN = frozenset("list lists numbers number ids id values value skip exclude ignore excluded in of to a".split())
_TWO_ENDS = re.compile(r"\[|\b(?:low|high|lower|upper|start|end|bounds|range)\b", re.IGNORECASE)
"""What says that a list is of two ends."""
_SIZES = re.compile(r"\b(\d{1,3}) ?(?:to|-|\u2013|\.\.) ?(\d{1,3})\b")
_GOES_ON = re.compile(r" \d|(?:, ?|,? and |,? or )(?:[-\u2212]\d|\d+\.\d)")
"""What goes on with numbers that are no part of a row: "48 54 60", "5, 7.5", "2, -5"."""
_READ, _FRONT, _MOST, _SHORTEST = 2_000, 24, 100, 3


def numbers_asked(parameter: Parameter, query: str) -> list[int] | None:
    """The whole numbers that a request says for a list of them by what they are of; None where it says none so."""
    if not parameter.many or parameter.type not in ("int", "num") or parameter.options:
        return None
    text = query[:_READ]
    if leads := _leads(parameter, text):
        return leads
    nouns = [word for word in name_words(parameter.path[-1]) if word not in _NO_NOUN]
    noun = stem(nouns[-1]) if nouns else ""
    if len(noun) < _SHORTEST or _TWO_ENDS.search(parameter.description):
        return None
    noun = rf"{re.escape(noun)}\w{{0,3}}"
    if not keeps_out(parameter) and (rest := _all_but(parameter, noun, text)):
        return rest
    behind = re.compile(rf"\b{noun}:? ({_ROW})", re.IGNORECASE)
    before = re.compile(rf"\b({_PLACE}(?:(?:, | and |, and ){_PLACE}){{1,9}}) {noun}\b", re.IGNORECASE)
    out = keeps_out(parameter)
    rows = [*behind.finditer(text), *before.finditer(text), *(_BY_NUMBER.finditer(text) if out else ())]
    rows = [row for row in rows if bool(_OUT.search(text[max(0, row.start() - _FRONT) : row.start()])) == out]
    if len(rows) != 1 or _GOES_ON.match(text, rows[0].end()):
        return None
    return _fitting(parameter, _without_measure(_read(rows[0][1]), text[rows[0].end() :]))


def _all_but(parameter: Parameter, noun: str, text: str) -> list[int] | None:
    """All numbers that a list may have but those which a request leaves out."""
    least, most = parameter.schema.get("minimum"), parameter.schema.get("maximum")
    told = _SIZES.search(parameter.description)
    least, most = (int(told[1]), int(told[2])) if told and (least is None or most is None) else (least, most)
    if not (isinstance(least, int) and isinstance(most, int) and 0 < most - least < _MOST):
        return None
    found = re.search(
        rf"\b(?:all|every|each|any)(?: (?:of )?the| of)?(?: \w+)? {noun}"
        rf"(?: {_BUT}(?: {noun})? ({_ROW}))?(?! \w{{0,12}} ?\d)",
        text,
        re.IGNORECASE,
    )
    if found is None or (found[1] is None and re.match(rf" {_BUT}\b", text[found.end() :])):
        return None
    out = _read(found[1]) if found[1] else []
    return [n for n in range(least, most + 1) if n not in out] or None


def _read(row: str) -> list[int]:
    """The numbers of a row, with all between the ends of spans."""
    numbers: list[int] = []
    for found in _SPANS.finditer(row):
        first, last = _value(found[1] or found[3]), _value(found[2] or found[4] or found[1] or found[3])
        numbers += range(first, last + 1) if first < last <= first + _MOST else dict.fromkeys((first, last))
    return list(dict.fromkeys(numbers))


def _value(said: str) -> int:
    return int(re.sub(r"\D", "", said)) if said[0].isdigit() else _IN_WORDS[said.lower()]


def _without_measure(numbers: list[int], behind: str) -> list[int]:
    """A row without its last number where that has a unit, or counts something: "zones 1 and 3, 15 minutes"."""
    word = re.match(r" ?([^\W\d_]+)", behind)
    counts = word and word[1].lower() not in STOP and named_unit(word[1]) is not None
    return numbers[:-1] if counts else numbers


def _fitting(parameter: Parameter, numbers: list[int]) -> list[int] | None:
    least, most = parameter.schema.get("minimum"), parameter.schema.get("maximum")
    if any(isinstance(least, int | float) and n < least for n in numbers):
        return None
    return None if any(isinstance(most, int | float) and n > most for n in numbers) else numbers or None


_TIME = r"(?:seconds?|secs?|minutes?|mins?|min|hours?|hrs?|hr?|days?|d|weeks?|wks?|months?)"
_AMOUNT = (
    r"(?<![\w.:-])(?<!\bof )(?:(?P<part>(?:an? )?quarter of an |three[ -]quarters of an )|(?P<half>half an? )"
    rf"|(?P<one>an? )|(?P<some>\d{{1,4}} ?|(?:{'|'.join(_IN_WORDS)}) ))"
    rf"(?P<unit>{_TIME})(?!\w)"
)
_BEFORE = r"(?:before(?:hand)?|ahead|earlier|in advance|prior)"
_LEAD = re.compile(_AMOUNT, re.IGNORECASE)
_PLAIN = re.sub(r"\?P<\w+>", "?:", _AMOUNT)
_LEADS = re.compile(
    rf"{_PLAIN}(?: {_BEFORE})?(?:(?:,? (?:and|plus)(?: again| then)?(?: at)? |, ){_PLAIN}(?: {_BEFORE})?){{0,5}}",
    re.IGNORECASE,
)
_ENDS_BEFORE, _GOES_ON_BEFORE = (re.compile(p, re.IGNORECASE) for p in (rf"{_BEFORE}$", rf" {_BEFORE}\b"))
_OF_LEADS = re.compile(r"\b(?:remind\w*|before|lead|ahead|advance|alerts?|alarms?|notif\w*)\b", re.IGNORECASE)


def _leads(parameter: Parameter, text: str) -> list[int] | None:
    """How long before something each time is that a request says, in the unit of a list that is called so."""
    wanted = unit_wanted(parameter.path[-1], parameter.description)
    about = f"{' '.join(name_words(parameter.path[-1]))} {parameter.description}"
    if wanted is None or wanted.quantity != "time" or not _OF_LEADS.search(about):
        return None
    for row in _LEADS.finditer(text):
        if not _ENDS_BEFORE.search(row[0]) and not _GOES_ON_BEFORE.match(text, row.end()):
            continue
        said = [(each, named_unit(each["unit"])) for each in _LEAD.finditer(row[0])]
        if not all(unit and unit.quantity == "time" for _, unit in said):
            continue
        whole = [_amount(each) * float(unit.factor / wanted.factor) for each, unit in said if unit]
        return [int(n) for n in whole] if all(n.is_integer() for n in whole) else None
    return None


def _amount(found: re.Match[str]) -> float:
    if found["part"]:
        return 0.75 if found["part"].lower().startswith("three") else 0.25
    return 0.5 if found["half"] else 1.0 if found["one"] else float(_value(found["some"].strip()))


def put_rows(
    view: FillView, picks: Sequence[Sequence[str]], query: str, values: MutableMapping[tuple[str, ...], Any]
) -> None:
    """Give, in place, a list the whole row of numbers of which it was given some: "merge 810, 811 and 902 into 77". A
    single number of that row that another parameter was given is that one's only where the request has no other."""
    for number, (parameter, picked) in enumerate(zip(view.parameters, picks, strict=True)):
        items = values.get(parameter.path)
        if not parameter.many or parameter.type != "int" or parameter.options:
            continue
        measured = unit_wanted(parameter.path[-1], parameter.description) is not None
        if items is None and not keeps_out(parameter) and not measured:
            rows = [row for row in _rows(view, query) if _is_open(view, row, values)]
            numbers = [int(view.numbers[at].value) for at in rows[0]] if len(rows) == 1 else []
            if fitting := _fitting(parameter, numbers):
                values[parameter.path] = fitting
        elif isinstance(items, list) and picked[:1] and picked[0][0] == "w":
            row = next((row for row in _rows(view, query) if int(picked[0][1:]) - 1 in row), [])
            numbers = [int(view.numbers[at].value) for at in row]
            if len(items) < len(row) >= _ROW_LENGTH and items == numbers[-len(items) :]:
                _put_row(view, picks, number, row, values)


def _put_row(
    view: FillView,
    picks: Sequence[Sequence[str]],
    number: int,
    row: Sequence[int],
    values: MutableMapping[tuple[str, ...], Any],
) -> None:
    """Give a list a whole row, and the only number besides to the one parameter that was given one of the row."""
    places = {n: int(each[0][1:]) - 1 for n, each in enumerate(picks) if each and each[0][0] == "w"}
    owners = [n for n, at in places.items() if n != number and at in row]
    used = {at for n, at in places.items() if n not in owners}
    free = [at for at in view.numbers if at not in row and at not in used]
    if owners and not (len(owners) == len(free) == 1 and view.parameters[owners[0]].type == "int"):
        return
    values[view.parameters[number].path] = [int(view.numbers[at].value) for at in row]
    for owner in owners:
        values[view.parameters[owner].path] = int(view.numbers[free[0]].value)


_ROW_LENGTH = 3


def _is_open(view: FillView, row: Sequence[int], values: MutableMapping[tuple[str, ...], Any]) -> bool:
    """Whether a row of numbers stands behind a word in the plural, "lessons 3 and 4", and no parameter has any."""
    before = view.words[row[0] - 1] if row[0] else None
    behind = view.words[view.numbers[row[-1]].last + 1 :][:1]
    measured = bool(behind) and named_unit(behind[0].text) is not None and behind[0].text.lower() not in STOP
    taken = set(re.findall(r"\d+", " ".join(map(str, values.values()))))
    plural = before is not None and before.kind == "word" and before.text.endswith("s") and before.text.islower()
    return plural and len(row) > 1 and not measured and all(f"{view.numbers[at].value}" not in taken for at in row)


def _rows(view: FillView, query: str) -> list[list[int]]:
    """Where the whole numbers of each row begin that commas and an "and" join."""
    rows: list[list[int]] = []
    for at, found in sorted(view.numbers.items()):
        before = view.numbers[rows[-1][-1]] if rows else None
        between = query[view.words[before.last].end : view.words[at].start] if before else ""
        if not isinstance(found.value, int) or found.percent:
            continue
        if before and _JOINT.fullmatch(between):
            rows[-1].append(at)
        else:
            rows.append([at])
    return rows


_JOINT = re.compile(r", (?:and )?| and | & ")
