"""Several: what one wish asks of a tool more than once: "set the kitchen to 19 and the garage to 12" is two calls.

Only a tool's arguments tell such a wish from one about a single thing: of "translate hello and goodbye into german" the
text is "hello and goodbye". So this is asked once a model too small to write has filled the tool in for the whole wish.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.codes.known_codes import codes_of
from keyhole.models.embedded.route.clauses import is_request
from keyhole.models.embedded.text import STOP, name_words
from keyhole.request_cues import is_statement
from keyhole.steps.earlier import of_objects
from keyhole.tools.builtin.number_words import NUMBER_WORD
from keyhole.tools.schema import declared_properties
from keyhole.word_vectors import word_vectors

_LONGEST = 300
MOST_PARTS = 12
"""Wishes that are made of one: how many of them are carried out is for the turn to say."""
_JOINT = re.compile(r"\s*[,;]\s+(?:(?:and|also|then)\s+)*|\s+(?:and|&|plus)\s+(?:(?:also|then)\s+)*", re.IGNORECASE)
_SIGN = re.compile(
    r"\b(?:to|into|in|at|on|onto|from|for|with|by|of|about|off|as|under|over|until|till|before|after)\b", re.IGNORECASE
)
"""What a value stands behind or, as the "off" of a light, is itself."""
_LEAD = re.compile(
    r"(?:\W*\b(?:please|pls|hey|hi|ok|okay|so|now|then|also|can you|could you|would you|will you|i want to|i need to|"
    r"i would like to|i'd like to|i wanna|let's)\b)*\W*",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:the|a|an|my|our|your|his|her|their)\s+", re.IGNORECASE)
_ENDS_IN_ARTICLE = re.compile(rf"{_ARTICLE.pattern}$", re.IGNORECASE)
_NUMBER = re.compile(rf"[-+$]?(?:\d|(?:{NUMBER_WORD})\b)", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?P<thing>[^\W\d_][^\s,;:]*(?: [^\W\d_][^\s,;:]*){0,2}):? (?P<number>[-+]?\d[\d.]*)(?:[%°]| ?[^\W\d_]+)?$"
)
"""A thing and its number: "living room 19", "hall: 20 degrees"."""
_TELLS = re.compile(
    r"(?P<who>[^\W\d_][\w'-]{0,30}(?: [^\W\d_][\w'-]{0,30}){0,2}?) "
    r"(?P<verb>is|are|was|were|has|have|had|said|got|made|took|ran|did|paid|[a-z]{3,15}s|[a-z]{2,15}ed) "
    r"(?P<what>\S+(?: \S+){0,5})",
    re.IGNORECASE,
)
"""Somebody or something, a verb, and what is told of them: "Maya brings salad"."""
_WORD = re.compile(r"[^\s,;:.?!()\"]+(?:\.\w+)*")
_END = re.compile(r"\s*(?:[?!.]*\s*$|[,;:]|\b(?:and|&|plus|or)\b)", re.IGNORECASE)
_NO_VALUE = STOP | {
    "again",
    "back",
    "instead",
    "later",
    "maybe",
    "now",
    "please",
    "pls",
    "thanks",
    "then",
    "too",
    "vice",
}
_PROSE = frozenset(("body", "comment", "message", "note", "phrase", "query", "sentence", "subject", "text", "title"))
"""Words of the names of parameters whose values are no things but words about them: "bed and breakfast" is one."""
_LIKE = 0.35
"""The least cosine of two words that stand for the same sort of thing in a list."""
_MOST_WORDS = 3
"""Of one thing in a list."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """The signs in a piece of a wish, where each begins and ends, and what tells them apart."""

    kinds: tuple[tuple[str, bool], ...]
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, text: str) -> _Frame:
        found = list(_SIGN.finditer(text))
        kinds = []
        for sign in found:
            behind = _ARTICLE.sub("", text[sign.end() :].strip())
            switch = not behind and sign[0].lower() in ("on", "off")
            kinds.append(("<switch>" if switch else sign[0].lower(), _NUMBER.match(behind) is not None))
        return cls(tuple(kinds), tuple(sign.span() for sign in found))


def several(wish: str, schema: Mapping[str, Any], args: Mapping[str, Any]) -> list[str]:
    """The wishes that one turns out to be for a tool with this schema, which got these arguments of it; none where it
    is one."""
    said = wish.strip().rstrip("?!. ")
    if len(said) > _LONGEST or any(of_objects(value) for value in args.values()):
        return []  # things and their numbers in one list are what the tool wants: "2 days at 640, 1 day at 500"
    taken = [span for value in args.values() for span in places(said, value)]
    joints = [j for j in _JOINT.finditer(said) if not any(s < j.end() and j.start() < e for s, e in taken)]
    if not joints or any(_told_with(said, value) for value in args.values()):
        return []
    labels = frozenset(word for name in declared_properties(schema) for word in name_words(name))
    parts = _alike(said, joints, taken, labels)
    parts = parts if len(parts) > 1 else _listed(said, schema, args)
    return parts if len(parts) <= MOST_PARTS else []


_WITH = re.compile(r"[,;]\s+(?:and |also )?(?:with|containing|including)\b(?P<what>.{1,200})", re.IGNORECASE)


def _told_with(said: str, value: Any) -> bool:
    """Whether a list is all behind a ", with": what a thing that is made has in it, and no other thing."""
    told = _WITH.search(said) if isinstance(value, list) and value else None
    return told is not None and all(places(told["what"], item) for item in value)


def places(wish: str, value: Any) -> list[tuple[int, int]]:
    """Where a value stands in a wish."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or not (text := f"{value}".strip()):
        return []
    spelt = {text.lower(), " ".join(name_words(text))} if isinstance(value, str) else {f"{value:.15g}"}
    found = (re.finditer(rf"(?<![\w.]){re.escape(each)}(?!\w)", wish, re.IGNORECASE) for each in spelt if each)
    return sorted({match.span() for matches in found for match in matches})


def _asks_for_the_rest(piece: str, labels: frozenset[str]) -> bool:
    """Whether a piece asks what one of the parameters is that are not said: "12 volts, 4 ohms, what current?"."""
    asked = _WHAT.match(piece)
    words = {word.lower() for word in _WORD.findall(piece[asked.end() :] if asked else "")} - STOP
    return bool(words) and words <= labels


_WHAT = re.compile(r"\W*(?:what|which|how (?:much|many|big|high))\b['’]?s?", re.IGNORECASE)  # noqa: RUF001


def _alike(
    wish: str, joints: Sequence[re.Match[str]], taken: Sequence[tuple[int, int]], labels: frozenset[str]
) -> list[str]:
    """The wish parted where a piece is a request by itself, or goes through the same signs as the one before it with
    other values, or is a thing and its number as that one; what does neither belongs to what stands before it. One
    part, or none, where there is no such piece. `taken`: the places of values, which are no other wish's numbers;
    `labels`: words of the parameters' names, and no things."""
    starts = [0, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), len(wish)]
    requests = [
        is_request(wish[start:end], first=True) and not _asks_for_the_rest(wish[start:end], labels)
        for start, end in zip(starts, ends, strict=True)
    ]
    parts: list[str] = []
    parted = begun = 0
    for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
        text = wish[begun:end]
        if parts and requests[at]:
            parts[-1] += wish[parted : ends[at - 1]]
            part: str | None = wish[start:end]
        elif parts:
            part = like_before(text, parts[-1])
            mine = [wish[s:e] for s, e in taken if begun < e and s < end]
            part = part or _same_verb(text, parts[-1])
            if part is None and (not mine or _anothers_number(mine, parts[-1], {wish[s:e] for s, e in taken})):
                part = _next_number(text, parts[-1], labels)
        else:
            asked = at + 1 < len(requests) and requests[at + 1] and len(text.split()) > 1
            told = any(_same_verb(wish[s:e], text) for s, e in zip(starts[at + 1 :], ends[at + 1 :], strict=True))
            alone = asked or told or _Frame.of(text).kinds or _NUMBERED.search(text)
            part = text if alone and not (asked and _only_tells(text)) else None
        if part is not None:
            parts.append(part)
            parted, begun = end, starts[at + 1] if at + 1 < len(starts) else end
    if parts:
        parts[-1] += wish[parted:]
    return parts


def _only_tells(text: str) -> bool:
    """Whether a piece is half a sentence about how things are, in front of what is to be done about it: "a bit cold,
    set it to 22". What has a number may be something to write down."""
    if _WE_ARE.fullmatch(text):
        return True
    return not any(letter.isdigit() for letter in text) and (is_statement(text) or _TOO.fullmatch(text) is not None)


_WE_ARE = re.compile(
    r"\W*(?:there(?:'re| are)|we(?:'re| are)|i(?:'m| am)) [\w-]{1,12}(?: [a-z]{2,12})?\W*", re.IGNORECASE
)
"""Who there is: "we are 6 people"."""
_TOO = re.compile(
    r"\W*(?:way |far |much )?(?:(?:a|an) (?:(?:tiny |little )?bit|little|touch|tad)|too|so|very|pretty|really|"
    r"quite|rather|still|not (?:so|very|that))(?: [a-z'’]{2,20}){1,3}(?: (?:in here|here|now|today|tonight))?\W*",  # noqa: RUF001
    re.IGNORECASE,
)


def like_before(piece: str, before: str) -> str | None:
    """A piece of a wish behind as much of the wish before as makes it one too: "set" before "the garage to 12"; None
    where it does not go through the same signs with other values."""
    lead = _LEAD.match(before)
    begin = lead.end() if lead else 0
    frame, other = _Frame.of(piece), _Frame.of(before[begin:])
    count = len(frame.kinds)
    places = range(len(other.kinds) - count, -1, -1) if count else ()
    at = next((at for at in places if other.kinds[at : at + count] == frame.kinds), None)
    if at is None:
        return None
    first = piece[: frame.spans[0][0]].strip()
    end = begin + other.spans[at][0]
    if not first:
        return before[:end] + piece if count > 1 else None
    start = begin + (other.spans[at - 1][1] if at else 0)
    head = _head(before[start:end].strip(), first, leads=not at)
    return None if head is None else f"{before[:start].rstrip()} {head} {piece}".replace("  ", " ").strip()


def _same_verb(piece: str, before: str) -> str | None:
    """A piece of a wish that tells of another what the one before it tells, in the same words: "Ben brings beer" behind
    "Maya brings salad"; else None."""
    mine, others = _told(piece), _told(before)
    same = mine and others and mine[1] == others[1] and mine[0] != others[0] and mine[2] != others[2]
    return piece if same else None


def _told(piece: str) -> tuple[str, str, str] | None:
    """Who or what, the verb, and what is told of them."""
    found = _TELLS.fullmatch(piece.strip())
    return (found["who"].lower(), found["verb"].lower(), found["what"].lower()) if found else None


def _next_number(piece: str, before: str, labels: frozenset[str]) -> str | None:
    """A thing and its number behind what the wish before has in front of its own: "set" before "garage 12", where that
    was "set kitchen 19"."""
    new, old = _NUMBERED.fullmatch(piece), _NUMBERED.search(before)
    if not new or not old or _SIGN.search(new["thing"]) or labels & {new["thing"], old["thing"]}:
        return None
    text = before[: old.end("thing")]
    start = max((sign.end() for sign in _SIGN.finditer(text)), default=0)
    head = _head(text[start:].strip(), new["thing"], leads=not start)
    return None if head is None else f"{text[:start]} {head} {piece}".replace("  ", " ").strip()


def _anothers_number(mine: Sequence[str], before: str, taken: Collection[str]) -> bool:
    """Whether `mine`, what was taken from a piece, are numbers in place of the one that stands behind the thing before:
    the 20 that the garage of "garage 12 and living room 20" got."""
    old = _NUMBERED.search(before)
    return old is not None and old["number"] not in taken and all(_NUMBER.match(each) for each in mine)


def _head(text: str, value: str, *, leads: bool) -> str | None:
    """What of a text stands before the thing in it that a value takes the place of; None where it is of another kind.
    `leads`: the text begins the wish, so that a verb comes first."""
    plain = _ARTICLE.sub("", value)
    if not text or plain.split()[0].lower() in _NO_VALUE:
        return None
    if _NUMBER.match(plain):
        numbers = [word.start() for word in _WORD.finditer(text) if _NUMBER.match(word[0])]
        return text[: numbers[0]] if numbers else None
    articles = list(_ARTICLE.finditer(text))
    if plain != value:
        return text[: articles[-1].start()] if articles else None
    verb, _, rest = text.partition(" ")
    head = text[: articles[-1].start()] if articles else verb if leads and rest else ""
    thing = _ARTICLE.sub("", text[len(head) :].strip())
    return head if not (articles or leads) or _like(thing, value) else None


def _listed(wish: str, schema: Mapping[str, Any], args: Mapping[str, Any]) -> list[str]:
    """The wish once for each thing of a list of which an argument is one: "the kitchen and the hall to 19"."""
    declared = declared_properties(schema)
    for name, value in args.items():
        found, inner = places(wish, value), declared.get(name)
        if len(found) != 1 or not isinstance(inner, dict):
            continue
        options = inner.get("enum")
        if not isinstance(options, list) and _PROSE & set(name_words(name)):
            continue
        spoken = _options(wish, options) if isinstance(options, list) else None
        others = {f"{other}".lower() for key, other in args.items() if key != name}
        items = _run(wish, found[0], spoken)
        if len(items) > 1 and not any(wish[s:e].lower() in others for s, e in items):
            start, end = items[0][0], items[-1][1]
            return [f"{wish[:start]}{wish[s:e]}{wish[end:]}" for s, e in items]
    return []


def _options(wish: str, options: Sequence[Any]) -> list[tuple[int, int]]:
    """Where a wish names options."""
    return sorted({place for option in options for place in places(wish, option)})


def _run(wish: str, place: tuple[int, int], spoken: Sequence[tuple[int, int]] | None) -> list[tuple[int, int]]:
    """The things of the list that stands around one, in order, where an "and" is before its last and they are no one
    country. `spoken`: where there are things to choose from, the places of those that are named."""
    run = [place]
    while before := next((p for p in spoken or () if _joined(wish[p[1] : run[0][0]])), None):
        run.insert(0, before)
    while behind := _behind(wish, run[-1]) if spoken is None else _next(wish, run[-1], spoken):
        run.append(behind)
    joint = _JOINT.match(wish, run[-2][1]) if len(run) > 1 and not codes_of(wish[run[0][0] : run[-1][1]]) else None
    return run if joint and re.search(r"\w|&", joint[0]) else []


def _joined(between: str) -> bool:
    """Whether what stands between two things makes them a list: "and", and what the second stands behind."""
    joint = _JOINT.match(between)
    return joint is not None and not _ARTICLE.sub("", _SIGN.sub("", between[joint.end() :])).strip()


def _next(wish: str, place: tuple[int, int], spoken: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The option behind one in a list."""
    return next((p for p in spoken if p[0] > place[1] and _joined(wish[place[1] : p[0]])), None)


def _behind(wish: str, place: tuple[int, int]) -> tuple[int, int] | None:
    """What stands behind a thing in a list, where it is of the same sort."""
    if (joint := _JOINT.match(wish, place[1])) is None:
        return None
    sign = _SIGN.match(wish, joint.end())
    at = _next_word(wish, sign.end()) if sign else joint.end()
    if article := _ARTICLE.match(wish, at):
        at = article.end()
    words: list[re.Match[str]] = []
    while (word := _WORD.match(wish, at)) and word[0].lower() not in _NO_VALUE and not _SIGN.fullmatch(word[0]):
        words.append(word)
        at = _next_word(wish, word.end())
        if _NUMBER.match(word[0]) or _END.match(wish, word.end()):
            break
    if not 0 < len(words) <= _MOST_WORDS:
        return None
    start, end = words[0].start(), words[-1].end()
    both_things = article is not None and _ENDS_IN_ARTICLE.search(wish[: place[0]]) is not None
    return (start, end) if both_things or _like(wish[slice(*place)], wish[start:end]) else None


def _next_word(text: str, at: int) -> int:
    return len(text) - len(text[at:].lstrip())


def _like(one: str, other: str) -> bool:
    """Whether two things may stand in one list: two numbers, two names, several of each, two words of one sort, or what
    is no known word and therefore a name."""
    if _NUMBER.match(one) or _NUMBER.match(other):
        return bool(_NUMBER.match(one) and _NUMBER.match(other))
    if (one[:1].isupper() and other[:1].isupper()) or (one.endswith("s") and other.endswith("s")):
        return True
    mine, its = (word_vectors().meaning([thing.split()[-1].lower()]) for thing in (one, other))
    return mine.cosine(its) >= _LIKE if mine and its else not its
