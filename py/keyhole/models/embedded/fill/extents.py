"""How far a span reaches by what its parameter wants: a regular expression to the next blank, a number of a parcel over
its blanks, a name to its number."""

from __future__ import annotations

import re

from keyhole.models.embedded.codes.known_codes import coded_as, currency_of
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import examples_of
from keyhole.models.embedded.text import name_words

_FAR = 100
"""Characters before a span in which what belongs to it is looked for."""
_PATTERN = re.compile(r"\b(?:regular expression|regexp?|glob|pattern|wildcard|A1 range|page range)\b", re.IGNORECASE)
_ASKED_FOR = re.compile(r"\w+\?")
"""A plain word at the end of a question, which is no expression."""
_POSTCODE = re.compile(r"\b(?:post(?:al )?code|zip)", re.IGNORECASE)
_POSTCODES = re.compile(
    r"(?<![\w.,-])(?:\d{4} ?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5}-\d{4}|"
    r"\d{2}-\d{3})(?![\w-])"
)
"""Dutch, British, Canadian, American and Polish ones, of which all but the last two may be two words."""
_NO_BLANKS = re.compile(r"\b(?:no|without)(?: any| a)? (?:spaces?|blanks?)\b", re.IGNORECASE)
_CHUNK_BEFORE = re.compile(r"[^\s,;'\"`]{1,80}$")
_CHUNK = re.compile(r"[^\s,;'\"`]{1,80}")
_MORE_OF_CODE = re.compile(r"(?: (?:\d+|[A-Z]{1,4}|[A-Z\d]*\d[A-Z\d]*)(?![\w.,]*[a-z]))+(?!\w)")
_MORE_BEFORE = re.compile(r"(?:(?<![\w.,])(?:\d+|[A-Z]{1,4}|[A-Z\d]*\d[A-Z\d]*) )+$")
_REGISTRATION = re.compile(r"[A-Z]{2,3}")
_REGISTERED = re.compile(r"\b(?:number|no|registration|plate|licen[cs]e|call ?sign|hull)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"[A-Z]{2,3} \d{1,6}")
"""An example of such a name with its number: "e.g. IC 2024"."""
_ITS_NUMBER = re.compile(r" \d{1,6}(?![\w.,:]*\d)(?! ?[%°$€£])")
_INITIALS = re.compile(r"\.(?: ?[A-Z]\.)* [A-Z][\w'’-]+")  # noqa: RUF001 - what people type
_INITIALS_BEFORE = re.compile(r"(?:\b[A-Z]\. ?)+$")
_NAME = re.compile(r"[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*")
_OF_BEFORE = re.compile(r"(?:^[A-Z]\w*|(?<!\S)[a-z\d]\S*(?<![.?!:])) ([A-Z][a-z]{3,} of (?:the )?)$")
"""What a name begins with in the middle of a sentence: the Tour of "Tour of California"."""
_THE = re.compile(r"(?<!\w)The $")
_WORK = re.compile(
    r"\b(?:album|artist|band|book|film|game|group|movie|novel|play|podcast|series|show|song|title|track)\b",
    re.IGNORECASE,
)
"""What is called by a name that may begin with "The": "The Plague"."""
_PART_OF = re.compile(
    r"\b(?:city|town|country|region|state|place|location|where|company|employer|firm|team|club)\b", re.IGNORECASE
)
_SQL = re.compile(r"\bsql\b", re.IGNORECASE)
_STATEMENT = re.compile(
    r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|WITH|select(?=\s.*?\sfrom\s)|insert into|"
    r"update(?=\s+\w+\s+set\s)|delete from(?=\s.*?\swhere\s))\b"
    r".*?(?=`|;|\s+--\s|\.\s+[A-Z][a-z]|\s+(?:on|in|against) (?:the )?\w+ (?:db|database)\b|[.?!]?\s*$)",
    re.DOTALL,
)
_PAIR = re.compile(r"\d{1,3}[-:]\d{1,3}(?:,? \d{1,3}[-:]\d{1,3})*")
_MORE_PAIRS = re.compile(r"(?:(?:,| and|, and)? \d{1,3}[-:]\d{1,3}(?:\(\d{1,2}\))?(?![\w:-])){1,9}")
_OF_PAIRS = re.compile(r"\b(?:scores?|sets?|results?)\b|\b\d{1,2}[-:]\d{1,2},? \d{1,2}[-:]\d{1,2}\b", re.IGNORECASE)
"""What takes a score, which may have several parts: "6-3 7-5"."""
_STREET = re.compile(r"\baddress|\bstreet\b|\bplace\b|\blocation\b|\bpick.?up\b|\bdrop.?off\b", re.IGNORECASE)
_HOUSE = re.compile(r"(?<![\w.,:/$-])\d{1,5}[a-zA-Z]? $")
_MORE_OF_STREET = re.compile(r"(?: (?:\d{1,3}(?:st|nd|rd|th)|[A-Z][\w'.-]*))+(?<![.,])")
_ADJECTIVE = re.compile(r"\b[A-Za-z]+ $")
_NOUN = re.compile(r" [A-Za-z]{3,20}\b")
_SEASON = re.compile(r"\b(?:spring|summer|fall|autumn|winter) (?:of )?$", re.IGNORECASE)


def extended(parameter: Parameter, query: str, start: int, end: int) -> tuple[int, int]:
    """A span of a request as far as what the parameter wants reaches there."""
    about = parameter.about
    text = query[start:end]
    if span := _statement(parameter, query):
        return span
    if re.search(r"\bJSON\b", about) and (whole := _braced(query, start)):
        return whole
    if _PATTERN.search(about):
        before, behind = _CHUNK_BEFORE.search(query, max(0, start - _FAR), start), _CHUNK.match(query, end)
        start -= len(before[0].lstrip("(")) if before else 0
        end += len(behind[0].rstrip(".!:)")) if behind else 0
        return start, end - bool(_ASKED_FOR.fullmatch(query, start, end))
    if _POSTCODE.search(about):
        codes = (code.span() for code in _POSTCODES.finditer(query) if code.start() < end and start < code.end())
        return next(codes, (start, end))
    if _NO_BLANKS.search(parameter.description) and re.search(r"[A-Z\d]", text):
        before, more = _MORE_BEFORE.search(query, max(0, start - _FAR), start), _MORE_OF_CODE.match(query, end)
        own = _words_of_name(parameter, before[0]) if before else 0
        return before.start() + own if before else start, more.end() if more else end
    numbered = _REGISTERED.search(about) or any(
        _NUMBERED.fullmatch(each) for each in examples_of(parameter.description)
    )
    if _REGISTRATION.fullmatch(text) and numbered and (number := _ITS_NUMBER.match(query, end)):
        return start, number.end()
    if coded_as(parameter.path[-1], parameter.description) == "currency" or "currency" in name_words(
        parameter.path[-1]
    ):
        adjective = _ADJECTIVE.search(query, max(0, start - _FAR), start)
        start = adjective.start() if adjective and currency_of(adjective[0] + text) else start
        noun = _NOUN.match(query, end)
        end = noun.end() if noun and not currency_of(text) and currency_of(text + noun[0]) else end
    if _STREET.search(about) and text[:1].isupper() and (house := _HOUSE.search(query, max(0, start - _FAR), start)):
        start = house.start()
    if _STREET.search(about) and text[:1].isdigit() and (more := _MORE_OF_STREET.match(query, end)):
        end = more.end()
    if _PAIR.fullmatch(text) and _OF_PAIRS.search(about) and (pairs := _MORE_PAIRS.match(query, end)):
        end = pairs.end()
    if re.fullmatch(r"(?:19|20)\d\d", text) and (season := _SEASON.search(query, max(0, start - _FAR), start)):
        start = season.start()
    if before := _INITIALS_BEFORE.search(query, max(0, start - _FAR), start):
        start = before.start() if text[:1].isupper() else start
    if _NAME.fullmatch(text) and (more_of := _OF_BEFORE.search(query, max(0, start - _FAR), start)):
        start = start if _PART_OF.search(parameter.about) else more_of.start(1)
    if _NAME.fullmatch(text) and _WORK.search(about) and (the := _THE.search(query, max(0, start - _FAR), start)):
        start = the.start()
    if re.fullmatch(r"[A-Z]", text) and (name := _INITIALS.match(query, end)):
        end = name.end()
    if _COMMAND.search(about):
        return _whole_command(query, start, end)
    if _PATH.fullmatch(text) and (file := _FILE_BEHIND.match(query, end)):
        end = file.end()  # "~/inbox/scan 003.pdf"
    if _LETTER.search(text) and (sign := _MARKED.match(query, end)):
        end = sign.end()  # "B+", "C#"
    if _CODE_BEGINS.match(text) and (digits := _CUT_OFF.search(query, max(0, start - _FAR), start)):
        start = digits.start()  # "4KL 99Z"
    return start, end


def _whole_command(query: str, start: int, end: int) -> tuple[int, int]:
    """A span of a command with the options behind it, and with its first word where it begins with one of them."""
    if options := _OPTIONS.match(query, end):
        end = options.end()
    if program := _PROGRAM.search(query, max(0, start - _FAR), start):
        start = program.start()
    return start, end


_COMMAND = re.compile(r"^(?:\w+ )?(?:command|cmd|script|shell)\b|\bshell command\b|\bcommand line\b", re.IGNORECASE)
_OPTIONS = re.compile(
    r"(?: (?:--?[a-zA-Z][\w-]{0,30}(?:=[^\s,;]{1,80}| \d{1,9}\b)?|~?/[\w.*/-]{0,80}[\w*/])){1,12}(?![\w-])"
)
_PROGRAM = re.compile(r"(?<![\w/.-])[a-z][\w.-]{1,30} --?$")
_PATH = re.compile(r"(?:~|\.{0,2})/[\w./~-]*/[\w-]+|~/[\w-]+")
_FILE_BEHIND = re.compile(r" [\w-]{1,40}\.[a-z]{2,4}\d?\b(?![\w./-])")
_LETTER = re.compile(r"(?<![\w'\u2019])(?:[A-Z]|AB)$")
_MARKED = re.compile(r"(?:\+\+?|#|-|\u2212)(?![\w(])(?! ?[\d=])")
_CODE_BEGINS = re.compile(r"[A-Z]{2,4}[ -]?\d")
_CUT_OFF = re.compile(r"(?<![\w.,-])\d{1,3}$")


def _statement(parameter: Parameter, query: str) -> tuple[int, int] | None:
    """The one SQL statement of a request, for a parameter that wants such."""
    statements = list(_STATEMENT.finditer(query)) if _SQL.search(parameter.about) else []
    return statements[0].span() if len(statements) == 1 else None


def all_sql(parameter: Parameter, query: str) -> str:
    """The SQL statement that a request is, and nothing else; empty for any other request."""
    span = (
        _statement(parameter, query) if parameter.type == "str" and not (parameter.many or parameter.options) else None
    )
    alone = span is not None and not re.search(r"\w", query[: span[0]] + query[span[1] :])
    return query[slice(*span)] if alone and span else ""


def _words_of_name(parameter: Parameter, text: str) -> int:
    """How long those words are that a text begins with and a parameter is called by: the IBAN of "IBAN NL91 ABNA"."""
    own, length = name_words(parameter.path[-1]), 0
    for word in text.split(" "):
        if word.lower() not in own:
            break
        length += len(word) + 1
    return length


def _braced(query: str, start: int) -> tuple[int, int] | None:
    """The outermost braces around a place."""
    depth, opened = 0, 0
    for at, sign in enumerate(query):
        if sign == "{":
            opened, depth = (at, 1) if not depth else (opened, depth + 1)
        elif sign == "}" and depth:
            depth -= 1
            if not depth and opened <= start <= at:
                return opened, at + 1
    return None


def unblanked(parameter: Parameter, text: str) -> str:
    """A code without its blanks where the parameter wants none."""
    return text.replace(" ", "") if _NO_BLANKS.search(parameter.description) and re.search(r"\d", text) else text


def bare_of_sign(parameter: Parameter, text: str) -> str:
    """A name without the sign or title that the parameter does not want: "without #", "without the leading @"; a
    version without the "v" that its examples do not have; a file without the line, "cart.ts:41:7"."""
    if (place := _IN_FILE.fullmatch(text)) and _OF_FILE.search(parameter.about):
        return place[1]
    if _VERSION.fullmatch(text) and _PLAIN_VERSION.search(parameter.about):
        return text[1:]
    if _WITHOUT_TITLE.search(parameter.description) or _FAMILY_NAME.search(" ".join(name_words(parameter.path[-1]))):
        return _TITLE.sub("", text)
    unwanted = _WITHOUT_SIGN.search(parameter.description)
    return text.removeprefix(unwanted[1]) if unwanted else text


_IN_FILE = re.compile(r"([\w./~-]{1,200}\.[a-zA-Z]\w{0,4}):\d{1,6}(?::\d{1,4})?")
_OF_FILE = re.compile(r"\b(?:path|file ?name|file)\b", re.IGNORECASE)
_VERSION = re.compile(r"[vV]\d+(?:\.\d+){1,3}")
_PLAIN_VERSION = re.compile(r"^(?!.*\bv\d).*\b(?:semver\b|semantic version|x\.y\.z\b|\d+\.\d+\.\d+\b)", re.IGNORECASE)
_WITHOUT_TITLE = re.compile(r"\b(?:without|no) (?:(?:a|the|any|academic) )?(?:titles?|rank)\b", re.IGNORECASE)
_TITLE = re.compile(
    r"^(?:(?:Dr|Prof|Professor|Mr|Mrs|Ms|Miss|Sir|Capt|Captain|Sergeant|Lieutenant|Colonel|General)\.? )+(?=\w)",
    re.IGNORECASE,
)
_FAMILY_NAME = re.compile(r"\b(?:last|family) name\b|\bsurname\b", re.IGNORECASE)
_WITHOUT_SIGN = re.compile(r"\bwithout (?:the |its )?(?:leading )?([#@])", re.IGNORECASE)
