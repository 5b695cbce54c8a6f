# ruff: noqa: RUF001  (typographic quotes are what people type)
"""The items of a list that a request says: "milk, eggs and bread", "KH KD 4S", "blue/grey/green"."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import examples_of
from keyhole.models.embedded.text import STOP

_PARTS = re.compile(
    r"\s*[,;]\s*(?:and\s+|or\s+)?(?:then\s+)?|\s+(?:and|or|followed by)\s+(?:then\s+)?|\s+then\s+|"
    r"\s+(?:[+&n]|plus|versus|vs\.?)\s+"
)
_SLASHED = re.compile(r"[^\W\d_]+(?:/[^\W\d_]+)+")
_ARTICLE = re.compile(r"^(?:an?|the) (?=\w)")
_NOTE = re.compile(r"(?=\S*[A-Z\d])[A-Za-z\d#+-]{1,5}")
"""A card, a chord, a move: what is written in a row without commas."""
_NOTES_BEFORE = re.compile(rf"(?:(?<!\S){_NOTE.pattern} )+$")
_FAR = 200
"""Characters before an item in which more are looked for."""
_NOTES_BEHIND = re.compile(rf"(?: {_NOTE.pattern}(?![\w'’]))+")
_THING = rf"(?:(?!(?:{'|'.join(sorted(STOP))})\b)[a-z][\w'’-]*)"
_PAIR = (
    r"(?:drum (?:and|n|&) bass|rhythm (?:and|&) blues|rock (?:and|n|&) roll|country (?:and|&) western|"
    r"mac(?:aroni)? (?:and|n|&) cheese|salt (?:and|&) pepper|fish (?:and|&) chips|gin (?:and|&) tonic|"
    r"bread (?:and|&) butter|black (?:and|&) white|research (?:and|&) development|terms (?:and|&) conditions|"
    r"bed (?:and|&) breakfast|arts (?:and|&) crafts|peanut butter (?:and|&) jelly|oil (?:and|&) gas|"
    r"health (?:and|&) safety|questions (?:and|&) answers|food (?:and|&) drink|tools (?:and|&) hardware)"
)
"""Two words that one thing is called by, with an "and" between."""
_PAIRED = re.compile(rf"\b{_PAIR}\b", re.IGNORECASE)
_ONE_THING = rf"(?:(?:the|an?) )?(?:{_PAIR}\b|{_THING}(?: {_THING}){{0,2}})"
_NAMED = r"(?!I\b)[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*"
_CODE = r"(?=[\w.-]*[\d_A-Z])(?!I\b)[\w-]+(?:\.[\w-]+)*"
_MORE_CHUNKS = re.compile(r"(?:(?:, (?:and |or )?| and | or | & | \+ )[^\s,]+[@.][^\s,]*\w)+")
_MORE_CODES = re.compile(rf"(?:(?:, (?:and |or )?| and | or | & | \+ | then | followed by ){_CODE}(?![\w'’]))+")
_MORE_NAMES = re.compile(rf"(?: \d{{1,4}})?(?:, (?:the )?{_NAMED})*,? (?:and|or|&) (?:the )?{_NAMED}")
_MORE_THINGS = re.compile(
    rf"(?:(?:(?:,| \+) {_ONE_THING})*(?:,? (?:and|or|plus)| [+&]) {_ONE_THING}"
    rf"|(?:, {_ONE_THING}){{2,}}(?=[.:;!?)]|$| [-\u2013] ))(?=\s*(?:[.,;:!?)]|$)|\s+(?:[-\u2013] |"
    r"(?:for|to|in|on|at|with|from|by|as|into|about|but|without|except|over|under|wrote|posted|said|sent|can|will|are|is|have|bigger|larger|smaller|older|newer)\b))"
)
_ONE_MORE_THING = re.compile(rf"(?:, {_ONE_THING})+(?=[.:;!?)]|$| [-\u2013] )")
"""What goes on a list of several things."""
_LAST_ONE = re.compile(r"\s(?:and|or|&)\s")
"""What stands before the last thing of a list."""
_THINGS_BEFORE = re.compile(
    rf"(?:(?:^|[:(] |(?<= )[-\u2013] )|(?:^| )(?:everything|everyone|{'|'.join(sorted(STOP))}) )"
    rf"((?:{_THING}(?: {_THING})?(?:, | and | & | \+ ))+)$"
)
"""Things that are listed before one, from the beginning of a request, a mark or a small word on."""
_BEGUN = re.compile(rf"[:(] ((?:{_THING} ){{1,2}})$")
"""Words behind a colon or a bracket that the first thing of a list begins with."""
_CODES_BEFORE = re.compile(r"(?<!\S)(?:(?=[a-z]*\d)[\w-]+(?:, | and | & ))+$")


_FIRST_NAME = rf"(?!(?:{'|'.join(word.title() for word in sorted(STOP))})\b){_NAMED}"
_NAMES_BEFORE = re.compile(rf"(?:\b{_FIRST_NAME}(?:, |,? and | versus | vs\.? ))+(?:{_NAMED} )?$")
"""Names that are listed before one."""
_ONE_MORE = re.compile(r" (?:and|or|plus) (?:(?:the|an?) (?:[\w'’-]+ )?)?[\w'’-]+")
QUOTED = r"(?<!\w)(?:'[^']+'|\"[^\"]+\"|“[^”]+”|‘[^’]+’)(?!\w)"
_QUOTATIONS = re.compile(rf"{QUOTED}(?:(?:,? (?:and|or) |, ?| & ){QUOTED})+")


def split_list(text: str) -> list[str]:
    """The items of an enumeration: "milk, eggs and bread"."""
    joined = _PAIRED.sub(lambda pair: pair[0].replace(" ", "\x00"), text)
    parts = text.split("/") if _SLASHED.fullmatch(text) else [p.replace("\x00", " ") for p in _PARTS.split(joined)]
    items = [_ARTICLE.sub("", item) for part in parts if (item := part.strip("\"'“”‘’ "))]
    return [address[0] if (address := _ADDRESS.search(item)) else item for item in items]


_ADDRESS = re.compile(r"(?<=\s)[^\s@]+@[^\s@]+$")
"""What is an item alone, of "mail ana@kiln.example"."""


def items_of(parameter: Parameter, text: str, before: str, behind: str) -> list[str]:
    """The items that a text of a request is the first of, or several of; `before` and `behind` are what stands around
    it. What a description's examples show to be short notes is parted at blanks."""
    examples = examples_of(parameter.description)
    noted = bool(examples) and all(_NOTE.fullmatch(example.strip("[]' ")) for example in examples)
    if _COLOURED.search(parameter.about) and (row := _in_a_row(_COLOURS, text, before, behind)):
        return row
    noted = noted or bool(_IN_NOTES.search(parameter.about))
    if noted and all(_NOTE.fullmatch(part) for part in text.split()):
        more_before, more = _NOTES_BEFORE.search(before[-_FAR:]), _NOTES_BEHIND.match(behind)
        if " " in text or more_before or more:
            return f"{more_before[0] if more_before else ''}{text}{more[0] if more else ''}".split()
    if row := _technical_row(text, before[-_FAR:], behind[:_FAR]):
        return row
    if span := _span(text, before, behind):
        return span
    if slashed := _slashed(before + text + behind, len(before)):
        return slashed
    if same := _BEHIND_SMALL.search(before):  # "in kenya and in ghana"
        behind = re.sub(rf"^((?:,| and| or)+) {same[1]} ", r"\1 ", behind)
    if _LAST_ONE.search(text) and (more := _ENDS_THING.match(behind)):
        text, behind = text + more[0], behind[more.end() :]
    rest = rest_of_list(text, behind)
    listed = (_names_before if text[:1].isupper() else _chunks_before)(before[-_FAR:])
    if not listed and len(split_list(text + rest)) > 1:
        listed = _things_before(before[-_FAR:], text)
    items = split_list(listed + text + rest)
    while len(items) > 1 and _NO_ITEM.match(items[-1]):
        items.pop()
    return items


_ENDS_THING = re.compile(rf" {_THING}(?=\s*(?:[.,;:!?)]|$))")
"""The last word of the last thing of a list, which was picked without it."""
_BEHIND_SMALL = re.compile(r"\b(in|for|from|of|to|on|with|by) $")
_COLOURED = re.compile(r"\bcolou?rs?\b|\bbands?\b", re.IGNORECASE)
_COLOUR = "(?:black|brown|red|orange|yellow|green|blue|violet|purple|gr[ae]y|white|gold|silver|pink|turquoise|beige)"
_COLOURS = re.compile(rf"\b{_COLOUR}(?:(?:,? and |, | ){_COLOUR})+\b", re.IGNORECASE)
_IN_NOTES = re.compile(r"\bchords?\b", re.IGNORECASE)
_NO_ITEM = re.compile(
    r"(?:max|maximum|at most|under|within|ready)\b|"
    r"(?:open|valid|starting|starts|ends?|until|both|only|please|postcode|but|so|which|that|it|i|I|we|don't)\b"
)
"""What a list is followed by and no item begins with; a title may: "So What"."""


def _in_a_row(row: re.Pattern[str], text: str, before: str, behind: str) -> list[str]:
    """The words of the row that a text of a request is a part of."""
    at = len(before)
    runs = (run for run in row.finditer(before + text + behind) if run.start() < at + len(text) and at < run.end())
    return [word for run in runs for word in re.split(r"\W+", run[0]) if word.lower() != "and"]


def _technical_row(text: str, before: str, behind: str) -> list[str]:
    """All files, paths and ids of the row that a text is a part of, parted by blanks or lines: "a.py b.py"."""
    whole, at = before + text + behind, len(before)
    rows = (row for row in _TECHNICAL.finditer(whole) if row.start() <= at and at + len(text) <= row.end())
    return [found for row in rows for found in re.findall(_TECHNICAL_ONE, row[0])]


_TECHNICAL_ONE = (
    r"(?<![\w./\\@-])(?:[\w.@~%+-]*[/\\][\w./\\@%+*-]*\w|[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,4}|"
    r"(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{5,}|[A-Za-z]\w*_\w+)(?![\w/\\@-])"
)
_TECHNICAL = re.compile(
    rf"{_TECHNICAL_ONE}(?:(?:\s*[,;]\s*(?:and\s+)?|\s+(?:and then|and|then|&|\+)\s+|\s+){_TECHNICAL_ONE})+"
)


def _chunks_before(before: str) -> str:
    """The files and addresses that are listed before one."""
    found = _CHUNKS_BEFORE.search(before)
    return found[0] if found else ""


_CHUNKS_BEFORE = re.compile(r"(?:(?<!\S)[^\s,]*[/@.][^\s,]*\w(?:, | and | or | & | \+ ))+$")


def _things_before(before: str, text: str) -> str:
    """The things, in small letters, or the seats and other codes that are listed before several, or what the first of
    these begins with."""
    if found := _CODES_BEFORE.search(before):
        return found[0] if re.match(r"\w*\d", text) else ""
    if not text[:1].islower():
        return ""
    found = _THINGS_BEFORE.search(before) or _BEGUN.search(before)
    return found[1] if found else ""


def _span(text: str, before: str, behind: str) -> list[str]:
    """All of the numbered things from one to another that a text begins, ends or is: "Q1 to Q4", "R12-R15"."""
    whole = f"{before[-_NUMBERED_LENGTH:]}{text}{behind[:_NUMBERED_LENGTH]}"
    start = len(before[-_NUMBERED_LENGTH:])
    for found in _SPAN.finditer(whole):
        first, last = int(found[2]), int(found[3])
        if found.start() < start + len(text) and start < found.end() and first < last < first + _MOST_NUMBERED:
            return [
                f"{found[1]}{number:0{len(found[2]) * found[2].startswith('0')}d}" for number in range(first, last + 1)
            ]
    return []


_NUMBERED_LENGTH, _MOST_NUMBERED = 24, 100
_SPAN = re.compile(r"(?<![\w.-])([A-Za-z]{1,4}-?)(\d{1,4})(?: (?:to|through) | ?[-\u2013] ?)\1(\d{1,4})(?![\w.-]*\w)")


def _slashed(query: str, at: int) -> list[str]:
    """What is listed around a place with slashes between blanks: "sunset / beach / Zanzibar"."""
    runs = (run for run in _BETWEEN_SLASHES.finditer(query) if run.start() <= at < run.end())
    return [item.strip() for run in runs for item in run[0].split(" / ")]


_BETWEEN_SLASHES = re.compile(r"[^\s/,;:.!?]+(?: [^\s/,;:.!?]+)?(?: / [^\s/,;:.!?]+(?: [^\s/,;:.!?]+)?){2,}")


def quotations(query: str, at: int) -> list[str]:
    """The quotations that are listed around a place: "'Sons' by 'The Heavy'" are two, and no list."""
    runs = (run for run in _QUOTATIONS.finditer(query) if run.start() <= at < run.end())
    return [quoted[0][1:-1] for run in runs for quoted in re.finditer(QUOTED, run[0])]


def _names_before(before: str) -> str:
    """The names that are listed before one; none of those that begin behind a capital: "In Berlin, Anna and Bob"."""
    found = _NAMES_BEFORE.search(before)
    return found[0] if found and not re.search(r"\b[A-Z]\w* $", before[: found.start()]) else ""


def rest_of_list(text: str, behind: str) -> str:
    """What of the text behind an item, or several, goes on listing such items: files and addresses, codes, names up to
    an "and", other things."""
    items = split_list(text)
    kind = items[-1] if items else ""
    if re.fullmatch(r"\S+[@.]\S+", kind):
        found = _MORE_CHUNKS.match(behind)
    elif re.fullmatch(_CODE, kind) and (kind.isupper() or not kind[:1].isupper()):
        found = _MORE_CODES.match(behind)
    elif all(word[:1].isupper() for word in kind.split()):
        found = _MORE_NAMES.match(behind)
    else:
        ended = len(items) == 1 or _LAST_ONE.search(text)
        found = _MORE_THINGS.match(behind) or (None if ended else _ONE_MORE_THING.match(behind))
        sure = found and (re.search(r"[,+]", text + found[0]) or _ONE_MORE.fullmatch(found[0]))
        found = found if sure else None  # "tag it red and go home"
    return found[0] if found else ""
