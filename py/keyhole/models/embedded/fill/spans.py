# ruff: noqa: RUF001  (typographic quotes are what people type)
"""The text that a span of a request's words stands for: the whole path, quotation or bracket that it is a part of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keyhole.models.embedded.fill.extents import bare_of_sign, extended, unblanked
from keyhole.models.embedded.fill.forms import date_form, in_form
from keyhole.models.embedded.numbers.measures import with_smaller_unit
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.sight import date_runs
from keyhole.models.embedded.text import STOP, Word, name_words
from keyhole.models.embedded.times.clock import MONTHS, time_behind, whole_time
from keyhole.models.embedded.times.days_said import read_date
from keyhole.tools.builtin.number_words import NUMBER_WORD


def text_value(parameter: Parameter, words: Sequence[Word], first: int, last: int, query: str) -> str | None:
    """The words from `first` to `last` as they stand in the request, with a bracket that they opened."""
    if last < first:
        first, last = (first, first) if first - last > 12 else (last, first)
    start, end = words[first].start, words[last].end
    for opening, closing in ("()", "[]", "{}"):
        unopened, unclosed = _unmatched(query[start:end], opening, closing)
        while unclosed and query[end : end + 1] == closing:
            end, unclosed = end + 1, unclosed - 1
        while unopened and start and query[start - 1] == opening:
            start, unopened = start - 1, unopened - 1
    if _unmatched(query[start:end], "(", ")")[1] and (rest := _BRACKET_GOES_ON.match(query, end)):
        end = rest.end()  # "umbrella (navy, wooden handle)"
    text = query[start:end]
    if (opened := _OPENED.search(text)) and query[end : end + 1] == opened[1]:
        end += 1
    start, end = whole_time(query, *_whole_code(query, *_whole_chunk(parameter, query, start, end)))
    start, end = extended(parameter, query, start, end)
    if _SUM.search(parameter.description):
        start, end = _whole_sum(query, start, end)
    form = date_form(parameter)
    if run := _run_around(words, first, last) if form else _date_around(parameter, words, first, last):
        whole = words[run[0]].start, words[run[1]].end
        start, end = (start, end) if _SENTENCE_END.search(query, *whole) else whole
        if form is None and _wants_moment(parameter):
            end = time_behind(query, end)
    text = query[start:end]
    if inside := _between_quotes(query, start, end):
        return in_form(parameter, inside, query[end:], query)
    sign = query[start - 1 : start]
    wanted = sign in parameter.description or _SELECTOR.search(parameter.about) or (sign == "@" and "/" in text)
    if sign == "°" or (sign in ("#", "@") and wanted):
        text = sign + text
    if (padding := _PADDING.match(query, end)) and _PADDED.fullmatch(text):
        text += padding[0]
    if sign_behind := _SIGN.match(query, end) or (_SUM.search(parameter.description) and _FACTORIAL.match(query, end)):
        text += sign_behind.group()
    if query[:start].rstrip().endswith(":") and (stop := _STOP.match(query, end)) and last - first > 1:
        text += stop[1]  # "tell Ann: are you coming?"
    if not _NAME_AT_END.match(query, end) or _BEFORE_IS.search(query, 0, start) or _is_short_for_is(query, start, end):
        text = _OWNER.sub("", text)
    text = _NUMBERED.sub("", text)
    if re.search(r"unit(?:\b|_|s\b)", parameter.path[-1]):
        if not _UNIT_SIGN.search(text):
            return None  # a number alone says no unit
        text = with_smaller_unit(query[:start], text, query[end:])
    if last - first < 3 and not re.search(r"\w", query[end:]):
        text = _PARTING.sub("", text)
    if len(text) > 2 and text[0] == text[-1] == "`":
        text = text[1:-1]
    if text.count('"') == 1 and (opened := _OPENS.search(text)):
        text = text[opened.end() :]
    text = bare_of_sign(parameter, unblanked(parameter, text))
    return in_form(parameter, text, query[end:], query)


_SELECTOR = re.compile(r"\bselector\b|\bCSS\b")
_BRACKET_GOES_ON = re.compile(r"[^()\n]{1,80}\)")
_OPENS = re.compile(r'\s"(?=\w)')
_SENTENCE_END = re.compile(r"[?!;:()]|\.\s")


def _date_around(parameter: Parameter, words: Sequence[Word], first: int, last: int) -> tuple[int, int] | None:
    """The words of the date of which these are no more than the day or the month, where no form is wanted; None where
    more than one day stands there, as in "room 12 May 3"."""
    about = f"{' '.join(name_words(parameter.path[-1]))} {parameter.description}"
    if _MONTH_ALONE.search(about):
        return None
    text = "".join(word.text for word in words[first : last + 1])  # "4th" are two words
    day, month = _DAY.fullmatch(text), text[:3].lower() in MONTHS and _DATE.search(about)
    run = _run_around(words, first, last) if day or month else None
    days = [word for word in words[run[0] : run[1] + 1] if _DAY.fullmatch(word.text)] if run else []
    return run if len(days) == 1 else None


def _wants_moment(parameter: Parameter) -> bool:
    """Whether a parameter is called for a time of a day, not for the day."""
    name = name_words(parameter.path[-1])
    return not _MOMENTS.isdisjoint(name) and _DAYS.isdisjoint(name)


_MOMENTS = frozenset(("when", "time", "start", "begin", "end", "datetime"))
_DAYS = frozenset(("date", "day"))
_MONTH_ALONE = re.compile(r"\bmonth\b|\bnumber\b", re.IGNORECASE)
_DATE = re.compile(r"\bdate\b|\bday\b|\bwhen\b", re.IGNORECASE)
_DAY = re.compile(r"[0-3]?\d(?:st|nd|rd|th)?", re.IGNORECASE)


def _run_around(words: Sequence[Word], first: int, last: int) -> tuple[int, int] | None:
    """The words that read as one date, of which these are a part; None where these are one by themselves."""
    if read_date(" ".join(word.text for word in words[first : last + 1])):
        return None
    return next((run for run in date_runs(words) if run[0] <= first and last <= run[1]), None)


def _unmatched(text: str, opening: str, closing: str) -> tuple[int, int]:
    """How many brackets of a text are closed and not opened, and opened and not closed."""
    unopened = depth = 0
    for sign in text:
        if sign == opening:
            depth += 1
        elif sign == closing:
            unopened, depth = (unopened, depth - 1) if depth else (unopened + 1, 0)
    return unopened, depth


def _whole_chunk(parameter: Parameter, query: str, start: int, end: int) -> tuple[int, int]:
    """A span as far as the path, file name, number of a phone, colour or key reaches that it is a part of:
    "~/thesis", "anthem.mp3", "+49151", "#778899", "lock:report"; "subject:Hello" is a name and its value."""
    if cut := _CUT_BEFORE.search(query, max(0, start - _LONGEST_PATH), start):
        start = cut.start()  # the words of "lease_2023.pdf" are "lease" and "_2023"
    elif _CAPITAL.fullmatch(query, start, end) and (flat := _DIGITS_BEFORE.search(query, 0, start)):
        start = flat.start()
    before = _CHUNK_BEFORE.search(query, 0, start)
    if before and before[1]:
        key = not before[1].endswith(":") or _KEYED.search(f"{parameter.path[-1]} {parameter.description}")
        start -= len(before[1]) if key else 0
    elif (sign := query.rfind("#", max(0, start - 6), start)) >= 0 and (colour := _COLOUR.match(query, sign)):
        start, end = (sign, max(end, colour.end())) if colour.end() > start else (start, end)
    elif phone := _PHONE.match(query, start - (query[start - 1 : start] == "+")):
        start, end = phone.start(), max(end, phone.end())
    if behind := _CHUNK_BEHIND.match(query, end):
        end = behind.end()
    return start, end


def _whole_code(query: str, start: int, end: int) -> tuple[int, int]:
    """A span as far as the formula or the like reaches that it is cut out of: "(x**2-9)/(x-3)", "Fe2(SO4)3"."""
    left, right = (_NO_BLANKS_BEFORE.search(query, 0, start), _NO_BLANKS.match(query, end))
    before, behind = left[0] if left else "", right[0].rstrip(".,;:!?'\"") if right else ""
    whole = before + query[start:end] + behind
    if _CODE.search(whole) and not _unmatched(whole, "(", ")")[0]:
        return start - len(before), end + len(behind)
    return start, end


def _whole_sum(query: str, start: int, end: int) -> tuple[int, int]:
    """A span of a calculation with no number cut in two, "4,5", "3 million" or "20 %", and with the sign of what is
    done to it."""
    if query[start : start + 1] in tuple("0123456789."):
        before = query[:start]
        start -= len(before[len(before.rstrip("0123456789.,")) :].lstrip(".,"))
    if _NUMBER_WORD.match(query, start) and (number := _NUMBER_BEFORE.search(query[:start])):
        start = number.start()
    if rest := _REST_BEHIND.match(query, end):
        end = rest.end()
    if share := _PERCENT_BEHIND.match(query, end) or _TERM_BEHIND.match(query, end):
        end = share.end()
    while more := _GOES_ON.match(query, end):
        end = more.end()
    if query[start - 1 : start] == "(" and query.startswith(")!", end):
        start, end = start - 1, end + 1
    if _MINUS.search(query[:start]):
        start -= 1
    if root := _ROOT.search(query[:start]):
        start = root.start()
    return start, end


_REST_BEHIND = re.compile(r"(?<=\d)(?:[.,]?\d)+")
_UNIT_SIGN = re.compile(r"[^\W\d_]|[%\u00b0'\"\u2032\u2033$\u20ac\u00a3\u00a5]")
_TERM_BEHIND = re.compile(r"(?<=[\d)])[a-z]{1,2}(?:\^\d+)?(?!\w)(?=\s*(?:[-+*/^).?!,]|$))")
_PERCENT_BEHIND = re.compile(r"(?<=\d) %(?! ?[\d(])")
_GOES_ON = re.compile(
    r"\)?\s*(?:plus|minus|times|multiplied by|divided by|[-+*/\u00d7\u00f7^])\s*"
    r"\(?(?:\d[\d.,]*(?:%|[a-z]{1,2}(?:\^\d+)?\b)?|[a-z](?:\^\d+|\b(?=[\s)]*[-+*/^.?!]|$))|"
    rf"(?<=\*)[a-z]\b|(?:{NUMBER_WORD})\b)\)?",
    re.IGNORECASE,
)
"""What is done next with what a span comes to: it stands there in part, or not at all."""
_NUMBER_WORD = re.compile(rf"(?:an? )?(?:{NUMBER_WORD})\b", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(rf"\b(?:(?:\d[\d.,]*|{NUMBER_WORD}|(?:half|quarter of)(?: an?)?)[ -]+)+$", re.IGNORECASE)
_MINUS = re.compile(r"(?:^|(?<=[\s(=,]))-$")
_ROOT = re.compile("\u221a ?$")
_CHUNK_BEFORE = re.compile(r"(?:^|(?<=[\s'\"`(\[]))((?:~?/|\./)?(?:[\w.~-]*[/:\\])*(?:\*\.)?)$")
_CUT_BEFORE = re.compile(r"[\w.~/-]*[^\W\d]$")
"""What stands right before a span that begins within a word, no number: the "kg" of "10kg" is whole."""
_LONGEST_PATH = 200
_CAPITAL = re.compile("[A-Z]")
_DIGITS_BEFORE = re.compile(r"(?<![\w.,])\d{1,4}$")
"""With the letter behind them the number of a flat, a gate or a seat, "6B", which is no 6 of a unit B."""
_CHUNK_BEHIND = re.compile(r"(?<=[\w])(?:[\w]+|[.:/_@-](?=[\w*])|/\.(?=\w))(?:[\w*-]|[.:/@](?=[\w*])|/\.(?=\w))*")
_NO_BLANKS_BEFORE = re.compile(r"[^\s'\"]{1,80}$")
_NO_BLANKS = re.compile(r"\S{1,80}")
_CODE = re.compile(r"[\w)](?:[*^]|\*\*|/(?=\()|(?<=\))/|-(?=\w*[*^(/]))[\w(]|\w\(\w+\)\w|\w\(['\"]|=[^\s=&]+&\w+=")
_KEYED = re.compile(r"(?:\b|_)(?:key|keys|image|tag|uri|path|id|pattern)(?:\b|_)", re.IGNORECASE)
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}(?!\w)")
_PHONE = re.compile(r"(?<![\w)])\+\d[\d -]{5,18}\d(?!\w)")


def _between_quotes(query: str, start: int, end: int) -> str:
    """All that stands in quotation marks around a span, where nothing but marks is between: 'Well done!'."""
    before, behind = _QUOTE_BEFORE.search(query, 0, start), _QUOTE_BEHIND.match(query, end)
    if not before or not behind or _QUOTES[before[1]] != behind[1]:
        return ""
    return query[before.start(1) + 1 : behind.start(1)]


_QUOTES = {"'": "'", '"': '"', "`": "`", "‘": "’", "“": "”"}
_QUOTE_BEFORE = re.compile(r"(?:^|(?<=[\s(\[,:=]))(['\"`‘“])[^\w'\"`‘“’”]{0,12}$")
_QUOTE_BEHIND = re.compile(r"[^\w'\"`‘“’”]{0,12}(['\"`’”])(?!\w)")
_OWNER = re.compile(r"['’]s$")
_NAME_AT_END = re.compile(
    rf"\s*(?:$|[^\w\s'’]|(?:\d|(?:{'|'.join(sorted(STOP))}|near|nearby|tonight|today|tomorrow|yesterday|please|\w+day)\b))",
    re.IGNORECASE,
)
"""What follows a name such as "Luigi's" that owns nothing here: "a table at Luigi's for two"."""
_BEFORE_IS = re.compile(r"\b(?:if|whether|that|where|when|how|what|who|why|because|since)\s+$", re.IGNORECASE)
"""What comes before "Maria's" where it is short for "Maria is"."""
_HAS_DONE = re.compile(r" (?:got|been|had|gone|going|getting)\b")
_IS_DOWN = re.compile(r" (?:down|up|off|out|back|not|now|still|already|also|too|so|very|an?|the|my|our)\b")
_IS_IN = re.compile(r" (?:in|on|at|here|there)\b")
_CLAUSE_BEGINS = re.compile(r"(?:^|[.!?;,:]\s|\n|\b(?:and|but|so|the|my|our)\s)$", re.IGNORECASE)


def _is_short_for_is(query: str, start: int, end: int) -> bool:
    """Whether the 's of "Nadia's got it", "Lottie's down to 3 kilos" or "milk's in the fridge" says has or is."""
    if _HAS_DONE.match(query, end) or (_OWNS_YEAR.match(query, end) and query[start : start + 1].isupper()):
        return True
    if not _CLAUSE_BEGINS.search(query, 0, start):
        return False
    return bool(_IS_DOWN.match(query, end) or (query[start : start + 1].islower() and _IS_IN.match(query, end)))


_OWNS_YEAR = re.compile(r" (?:1\d|20)\d\d (?!for\b|on\b|at\b|in\b)[a-z]")
_NUMBERED = re.compile(
    r"^(?:(?:the |my |our )?(?:phone|order|invoice|ticket|tracking|account|serial|customer|booking|card|case) )?"
    r"(?:number|no\.?) (?=[+\d])",
    re.IGNORECASE,
)
_OPENED = re.compile(r"(?<=[\s=(,])(['\"])(?:(?!\1).)*$", re.DOTALL)
_STOP = re.compile(r"([.!?]{1,3})\s*$")
_PARTING = re.compile(r"[\s,]+(?:please|pls|plz|thanks|thx|ty|thank you)$", re.IGNORECASE)
_SUM = re.compile(r"calculation|expression|formula|equation|function|polynomial", re.IGNORECASE)
_FACTORIAL = re.compile(r"(?<=[\d)])!(?!\w)")
_PADDING = re.compile(r"={1,2}(?![\w=])")
_PADDED = re.compile(r"(?=.*[a-z])(?=.*[A-Z])[A-Za-z\d+/_-]{5,}")
"""What ends with signs that fill it up to four letters: base64 (RFC 4648)."""
_SIGN = re.compile(r"(?:[%#]|\+\+)(?!\w)")
"""What belongs to the word that it stands behind: 15%, C#, C++."""
