# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""Words of a request as the embedded model sees them: where each begins and ends, its kind, its number if it is one.

The model points at words by index and never spells, so what a word *is* (a number, a date, a code) is decided here by
rule and shown to it as a shape. Everything rendered is lower-case ASCII: no request can smuggle in a structural token.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from keyhole.tools.builtin.number_forms import plain_numbers
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.builtin.units import named_unit

Kind = Literal["word", "num", "date", "time", "url", "email", "code", "mark"]

_COUNTED = r"\d+-(?-i:[a-z]{2,}(?:-[a-z]+)*)(?![\w-])|[1-9]\d*(?:(?-i:x)\d+)+(?!\w)|\d+e[-+]?\d{1,3}(?![\w-])"
"""What begins with a number of its own and is no code: 3-bedroom, 40x30, 2e-6."""
COUNT = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
_COUNTING = rf"(?:{COUNT})(?=-(?!{COUNT}|one|thirds|quarters|fifths|cornered|dimensional|factor)[a-z])"
"""The number of a "six-sided" thing; that of a "one-way" one is none."""
_BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_TOKEN = re.compile(
    r"""
      (?P<address>(?<![\w.:])(?:BYTE(?:\.BYTE){3}(?:/\d{1,2})?|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}
        |(?=[a-f:]*\d)(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f:]{2,39}(?:[0-9a-f]|(?<=::))(?:/\d{1,3})?)
        (?!\w|:[a-f:]|\.\d))
    | (?P<plate>(?<![\w-])(?-i:[A-Z\u00c4\u00d6\u00dc]{1,3}-[A-Z]{1,2}\ \d{1,4}|[A-Z]{2}\d\d\ [A-Z]{3}
        |\d{3}/\d\d\ ?Z?R\ ?\d\d)(?![\w-]))
    | (?P<url>(?:https?://|www\.)[^\s"'<>]*[^\s"'<>.,;:!?)\]])
    | (?P<email>[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)
    | (?P<date>\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:T\d{2}:\d{2}(?::\d{2})?Z?)?(?!\w)
        |(?:\d{4}-\d{2,4}|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}-\d{1,2}-\d{4}|\d{1,2}\.\d{1,2}\.\d{4})(?!\w))
    | (?P<time>\d{1,2}:\d{2}(?::\d{2})?)(?!\d)
    | (?P<code>(?!COUNTED|(?<=\d)(?-i:x)\d)
        (?=[\w-]*\d)(?=[\w-]*[^\W\d])(?:[^\W\d]|\d+[^\W\d]*[-_]|\d{1,2}[a-z]\w*\d)[\w]*(?:-\w+|\.\d+)*)
    | (?P<num>(?:(?<![\w)\]])[-−])?(?:
        (?<!\d,)(?<!\[)\d{1,3}(?:,\d{3})+(?!,?\d)(?:\.\d+)?|\d+(?:\.\d+)?(?:e[-+]?\d+)?|(?<!\.)\.\d+))
    | (?P<word>(?<=\d)(?-i:x)(?=\d)|COUNTING|[^\W\d_]+(?:['’.&+][^\W\d_]+|[-/_][^\W\d_]+)*)
    | (?P<mark>[^\s])
    """.replace("BYTE", _BYTE)
    .replace("COUNTED", _COUNTED)
    .replace("COUNTING", _COUNTING),
    re.VERBOSE | re.IGNORECASE,
)


# an address of a machine, and a number plate or the size of a tyre, are codes with marks or blanks inside
_KINDS: dict[str | None, Kind] = {kind: kind for kind in get_args(Kind)} | {"address": "code", "plate": "code"}
"""The kind of a word by the group of `_TOKEN` that read it."""


@dataclass(frozen=True, slots=True)
class Word:
    """One token of a text: `text == source[start:end]`. Marks (punctuation) are kept, but never pointed at."""

    start: int
    end: int
    kind: Kind
    text: str


_FEET = re.compile(
    r"(?<![\w.°])(?<!° )(\d{1,2}) ?(?:'|’|′) ?(\d{1,2}(?:\.\d+)?)"
    r"(?: ?(?:\"|”|″|''|’’)|(?= (?:in|to|into|tall|high)\b|[ ?.!]*$))"
)


_RUN = re.compile(
    r"(?<![\w.$\u20ac\u00a3])(\d{1,3}(?:\.\d+)?) ?k\b(?: (?:run|race|jog|walk|ride|row|swim|hike))?"
    r"(?= (?:in|to|into|as|is|are)\b|[ ?.!]*$|,)",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"\b(?:mi|miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|yards?|feet|foot)\b", re.IGNORECASE)
_LENGTH_UNIT = r"(?:(?:milli|centi|kilo)?met(?:er|re)s?|[cmk]?m|feet|foot|ft|inch(?:es)?|yards?|yd|miles?)\b"
_INCHES = re.compile(rf"(?<=\d) ?in(?= (?:in|to|into) {_LENGTH_UNIT})", re.IGNORECASE)
_AND_INCHES = re.compile(
    rf"(?<![\w.])(\d{{1,2}}) ?(?:ft|foot|feet)"
    rf"(?: ?(\d{{1,2}}(?:\.\d+)?)(?= (?:in|to|into) {_LENGTH_UNIT})|(\d|1[01])(?!\w))",
    re.IGNORECASE,
)
"""What would be read as square feet, or the "in" before the unit that is wanted: "6 ft 2 in metres", "5 in to cm"."""
_NO_POWER = re.compile(
    r"\b(?:[cmk]m|(?:milli|centi|kilo)?met(?:er|re)s?|yards?|tall|height)\b(?!\^|²|³)", re.IGNORECASE
)
"""Says that a length is spoken of, so that a 2 or a 3 behind feet counts inches: "how many cm is 6ft3"."""
_DEGREES = re.compile(r"(?<=\d) ?°(?= (?:in|to|into|as|is)\b)", re.IGNORECASE)
_COMMA = re.compile(r"(?<![\w.,])(\d+(?:\.\d{3})*,\d+)(?= ?([^\W\d]+|%))")
_COMMA_MONEY = re.compile(
    r"(?<![\w.,])(?:\d{1,3}(?:\.\d{3}){1,3},\d\d|\d{1,6},\d\d(?= ?[\u20ac$\u00a3](?! ?\d))|"
    r"(?<=[\u20ac$\u00a3])\d{1,6},\d\d)"
    r"(?![\w.,]{0,12}\d)"
)
"""Money with a comma for its cents: 1.204,07 and 12,50 \u20ac."""
_AND_PART = re.compile(
    rf"\b(?:(an?|one|another|every|each|\d{{1,3}}|{COUNT}) )?((?:second|minute|hour|day|week|month|year|mile|kilo|"
    r"(?:kilo|centi|milli)?met(?:er|re)|(?:kilo)?gram|lit(?:er|re)|gallon|pixel|point|page|stop|octave|semitone|cup|(?:tea|table)spoon|inch|pound|gig(?:abyte)?|meg(?:abyte)?)s?|"
    r"hr|[ck]m|kg|GB|MB) and an? (half|quarter)\b(?! (?:a|an|the|dozen|price|hour|pound|turn|million|past)\b)",
    re.IGNORECASE,
)
"""A measure whose part stands behind its unit."""
_WORDS = frozenset(("a", "are", "as", "at", "in", "to"))
"""What is hardly a unit behind numbers that may be a list: "3,5 in order"."""


_MAY = re.compile(
    r"(?<!\w)may(?=,? (?:\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)\b)|"
    r"(?:(?<=\bin )|(?<=\bof )|(?<=\bsince )|(?<=\bmid-)|(?<=\d ))may(?=[,.?!;:]|$| (?:19|20)\d\d\b)"
)
"""The month, where it is written as the verb is."""
_MARCH = re.compile(
    r"(?<!\w)march(?=,? (?:\d{1,2}(?:st|nd|rd|th)?|(?:19|20)\d\d)\b(?!\.?\d)"
    r"(?! ?(?:k?m|kilomet\w+|met(?:er|re)s?|miles?|hours?|minutes?|steps|days)\b))"
)


_MISTYPINGS = {
    "tomorrow": "tomorow|tommorow|tommorrow|tomorrrow|tomorro|tmrw|tmrow|tmr|2morrow|2moro",
    "yesterday": "yesteday|yestarday|yesturday|yestrday|yersterday",
    "tonight": "tonite|tonigt|2nite",
    "Monday": "munday|moday|monady",
    "Tuesday": "teusday|tuseday|tuesady|tusday|tuesda",
    "Wednesday": "wendesday|wensday|wednsday|wednesdey|wedensday|wednesady",
    "Thursday": "thrusday|thursady|thurday|thursdey|thersday",
    "Friday": "firday|fridey|frday|fryday",
    "Saturday": "saterday|satuday|saturady|satruday",
    "Sunday": "sundey|sunady|suday",
    "January": "januray|janurary|janaury|janury",
    "February": "febuary|feburary|febrary|februrary",
    "August": "agust|augst",
    "September": "septmber|setember|septembre",
    "October": "octobre|ocotber",
    "November": "novembre|novemeber|novmber",
    "December": "decembre|decemeber|decmber",
}
_DAYS_MISTYPED = {typed: day for day, typings in _MISTYPINGS.items() for typed in typings.split("|")}
_MISTYPED = re.compile(rf"(?<![\w@./-])(?:{'|'.join(_DAYS_MISTYPED)})(?![\w@/-]|\.\w)", re.IGNORECASE)
_MINUTES = "five|ten|fifteen|twenty|thirty|forty|fifty|[1-5]?[05]"
_HOUR_AND = re.compile(
    rf"\b(?:an|one|1) hour and ({_MINUTES})(?: min(?:ute)?s?)?\b"
    r"(?=[,.;!?]|$| (?:on|at|in|by|with|for|of|tops|max|maximum|long|total|altogether)\b)",
    re.IGNORECASE,
)


def _as_typed(found: re.Match[str]) -> str:
    return _DAYS_MISTYPED[found[0].lower()]


def _with_part(found: re.Match[str]) -> str:
    """A measure with its part before its unit, and what was said of it: "every 1.5 minutes" """
    told, unit, part = found[1] or "", found[2], 0.5 if found[3].lower() == "half" else 0.25
    counted = to_digits(told.lower())
    count = int(counted) if counted.isdecimal() else 1
    kept = f"{told} " if told.lower() in ("another", "every", "each") else ""
    plural = unit if unit.endswith("s") or unit.lower() in _SHORT_UNITS else f"{unit}s"
    return f"{kept}{count + part} {plural}"


_SHORT_UNITS = frozenset(("hr", "cm", "km", "kg", "gb", "mb", "inch"))


def lengths_in_words(text: str) -> str:
    """A text with May and days as such ("tomorow"), its lengths in words, 5'11" as 5 feet 11 inches, and its measures
    with points, 1,5 km as 1.5 km, "an hour and a half" as 1.5 hours, "an hour and ten" as 70 minutes and a 10k run in
    miles as 10 km."""

    def plain(found: re.Match[str]) -> str:
        measured = found[2] == "%" or (found[2] not in _WORDS and named_unit(found[2]))
        return plain_numbers(found[1]) if measured else found[1]

    def feet(found: re.Match[str]) -> str:
        power = found[3] in ("2", "3") and not _NO_POWER.search(text)
        return found[0] if power else f"{found[1]} feet {found[2] or found[3]} inches"

    text = _MISTYPED.sub(_as_typed, _MARCH.sub("March", _MAY.sub("May", text)))
    text = _COMMA_MONEY.sub(lambda found: found[0].replace(".", "").replace(",", "."), text)
    if _LENGTH.search(text):
        text = _RUN.sub(r"\1 km", text)
    text = _INCHES.sub(" inches", _AND_INCHES.sub(feet, _DEGREES.sub(" degrees", text)))
    text = _AND_PART.sub(_with_part, text)
    text = _HOUR_AND.sub(lambda found: f"{60 + int(to_digits(found[1].lower()))} minutes", text)
    return _COMMA.sub(plain, _FEET.sub(r"\1 feet \2 inches", text))


def split_words(text: str) -> list[Word]:
    """Tokens of a text, in order, without white space."""
    return [Word(m.start(), m.end(), _KINDS[m.lastgroup], m.group()) for m in _TOKEN.finditer(text)]


def read_digits(text: str) -> int | float:
    """The value of a `num` token."""
    plain = text.replace(",", "").replace("−", "-")
    return int(plain) if re.fullmatch(r"-?\d{1,300}", plain) else float(plain)


_SHAPES = {"date": "<date>", "time": "<time>", "url": "<url>", "email": "<email>", "code": "<code>"}
_MARKS = {
    ",": " ,", "?": " ?", ".": " .", ":": " :", "=": " =", "(": " (", ")": " )", "[": " (", "]": " )", "+": " +",
    "-": " -", "*": " *", "/": " /", "^": " ^", "_": " _",
    "%": "<pct>", "$": "<cur>", "€": "<cur>", "£": "<cur>", "₹": "<cur>", "¥": "<cur>",
    '"': "<quote>", "“": "<quote>", "”": "<quote>", "'": "<quote>", "‘": "<quote>", "’": "<quote>", "`": "<quote>",
}  # fmt: skip


def render_word(word: Word) -> str:
    """A word as prompt text; empty for a mark that means nothing."""
    if word.kind == "mark":
        return _MARKS.get(word.text, "")
    if word.kind == "num":
        return _number_shape(word.text)
    if word.kind in _SHAPES:
        return _SHAPES[word.kind]
    text = "".join(" " + part for part in plain_words(word.text)) or "<code>"
    return "<cap>" + text if word.text[0].isupper() else text


def _number_shape(text: str) -> str:
    value = read_digits(text)
    if isinstance(value, float) and not value.is_integer():
        return "<frac>" if abs(value) < 1 else "<dec>"
    digits = len(str(abs(int(value)))) if abs(value) < 1e15 else 9
    if digits == 4 and 1500 <= value <= 2100 and "," not in text:
        return "<year>"
    return f"<n{min(digits, 5)}>"


_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")
_ALPHA = re.compile(r"[a-z]+")


def as_word(text: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """A text where it is no part of a word."""
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", flags)


@lru_cache(maxsize=20_000)
def plain_words(text: str) -> tuple[str, ...]:
    """Lower-case ASCII words of a text; accents are dropped, a possessive 's is parted."""
    folded = unicodedata.normalize("NFKD", text[:400]).encode("ascii", "ignore").decode().lower()
    return tuple(part[:24] for part in _ALPHA.findall(folded))


@lru_cache(maxsize=20_000)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in snake_case, camelCase, dotted.form or any mix of them."""
    folded = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode()
    return tuple(part.lower()[:24] for part in _CAMEL.findall(folded))


STOP = frozenset(
    "a an the of for to in on at by with and or is are be was were do does did can could will would should shall may "
    "might i me my we us our you your he she it its they them their this that these those what which who whom how "
    "when where why there here from as if then than so such not no yes have has had having been being get gets got "
    "please want need like about into over under out up down all any some each every given given using use used "
    "based specified specific particular provided one more most other also just only it's i'm let tell give show "
    "function api tool method returns return allows allow user users value values optional default defaults am".split()
)


_ENDINGS = "ations ation ators ator ating ated ions ion ings ing ers er ors or ed ly".split()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A light English stem: plural, -ing, -ed, -ion, -er and a final e go."""
    if len(word) <= 3:
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("sses"):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            base = word[: -len(ending)]
            if ending.startswith("at"):
                word = base + "at"
            elif ending in ("er", "ers", "or", "ors") and not base.endswith(("t", "d", "v", "rt", "k", "g")):
                continue
            else:
                word = base[:-1] if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz" else base
            break
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if word.endswith("y") and len(word) > 3:
        word = word[:-1] + "i"
    return word
