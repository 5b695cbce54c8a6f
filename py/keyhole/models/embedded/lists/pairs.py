# ruff: noqa: SIM905  (arrows are what people type; word lists read best as words)
"""Objects and lists of objects that a request says in words: "Vendor = Staples, Category = Office",
"Status to Shipped", "qa@fennel.io into #email", "qty -> quantity", points on a map, addresses of mail.

For parameters whose parts no word can be pointed at for: objects without properties of their own, and lists of objects
of a name and a value, of latitude and longitude, or of which an address is all that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.text import name_words, stem

_NAMES = frozenset("name key field column header selector variable attribute property label parameter option".split())
_VALUES = frozenset("value text content val".split())
_READ, _MOST = 2_000, 20


@dataclass(frozen=True, slots=True)
class Pair:
    """A name and its value, and where in the request both begin and end."""

    name: str
    value: str
    start: int
    end: int


def records(schema: Mapping[str, Any], items: Mapping[str, Any], query: str) -> Any:
    """The value of a structured parameter that a request says; None where it says none. `items`: the schema of a list's
    items."""
    text = query[:_READ]
    if schema.get("type") != "array":
        return {pair.name: pair.value for pair in _pairs(text)} or None
    properties = items.get("properties")
    properties = properties if isinstance(properties, dict) else {}
    if (latitude := _called(properties, _LATITUDE)) and (longitude := _called(properties, _LONGITUDE)):
        points = [(float(a), float(b)) for a, b in _POINT.findall(text)][:_MOST]
        return [{latitude: a, longitude: b} for a, b in points] or None
    if (name := _called(properties, _NAMES)) and (value := _called(properties, _VALUES - {name})):
        said = [(pair.name, pair.value) for pair in _pairs(text)]
        return [{name: a, value: b} for a, b in said or _put(text)] or None
    if (mail := _called(properties, _MAILS)) and items.get("required", [mail]) == [mail]:
        return [{mail: address} for address in dict.fromkeys(_MAIL.findall(text))][:_MOST] or None
    return None


def named_texts(
    name: str, schema: Mapping[str, Any], query: str, others: Sequence[str], *, asked: bool, typed: bool, alone: bool
) -> list[Pair]:
    """The pairs that a request says for a map of texts: an object without properties of its own, called `name`.

    `others`: the names of the tool's other parameters, to which the request may give values in the same way; `asked`:
    the tool needs the map, or the request speaks of it. Where not, only what can hardly be anything else is read, and
    that if the values are texts by the schema, `typed`. `alone`: no other parameter is a map.
    """
    text, about = query[:_READ], f"{' '.join(name_words(name))} {schema.get('description') or ''}".lower()
    if "header" in about and ((found := _headers(text, others)) or not alone):
        return found
    if _NEW_NAMES.search(about) and (found := _renamed(text) or _clean(_ARROW.finditer(text))):
        return found
    if asked:
        found = _pairs(text)
    else:
        colons = [pair for pair in _colons(text) if " " not in pair.name]
        found = (_clean(_TIGHT.finditer(text)) or _several(_equal(text)) or _several(colons)) if typed else []
    taken = {name_words(other) for other in others}
    return [pair for pair in found if name_words(pair.name) not in taken]


def is_spoken_of(name: str, query: str) -> bool:
    """Whether a request speaks of what a parameter is called, of labels as of tags."""
    own = {stem(word) for word in name_words(name)}
    own |= _LABELS if own & _LABELS else set()
    return not own.isdisjoint(stem(word) for word in _WORD.findall(query[:_READ].lower()))


def without(query: str, pairs: Sequence[Pair]) -> str:
    """A request without what was read for pairs, and without what joins them."""
    return cut(query, [(pair.start, pair.end) for pair in pairs])


def cut(query: str, places: Iterable[tuple[int, int]]) -> str:
    """A text without these places, nor what only joins them: commas, plus signs and "and"."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and _JOINT.fullmatch(query, joined[-1][1], max(start, joined[-1][1])):
            start = joined.pop()[0]
        joined.append((start, end))
    for start, end in reversed(joined):
        query = query[:start] + query[end:]
    return query


def _called(properties: Mapping[str, Any], words: frozenset[str]) -> str | None:
    """The one property that is called so."""
    found = [name for name in properties if not words.isdisjoint(name_words(name))]
    return found[0] if len(found) == 1 else None


def _pairs(text: str) -> list[Pair]:
    """Names and values with an equals sign or an arrow between them; else with a colon, several of them; else the one
    thing that is to be another: "Status to Shipped", "Phone should be +44 20 7946 0018", "set PORT to 80"."""
    if found := _equal(text) or _clean(_ARROW.finditer(text)):
        return found
    colons = _colons(text)
    if _several(colons) or any(_HEADER.fullmatch(pair.name) for pair in colons):
        return colons
    if tight := _clean(_TIGHT_COLON.finditer(text)):
        return tight
    said = _clean(_SAID.finditer(text)) or _clean(_MADE.finditer(text))
    return max(said, _listed(_SET, _SET_TOO, text), _clean(_CAPITALS.finditer(text)), key=len)


def _equal(text: str) -> list[Pair]:
    """Pairs with an equals sign, which may have blanks around it."""
    tight, places = _clean(_TIGHT.finditer(text)), set[int]()
    for pair in tight:
        places.update(range(pair.start, pair.end))
    spaced = [pair for pair in _clean(_EQUAL.finditer(text)) if places.isdisjoint((pair.start, pair.end - 1))]
    return sorted((*tight, *spaced), key=lambda pair: pair.start)[:_MOST]


def _colons(text: str) -> list[Pair]:
    return _clean(_COLON.finditer(text))


def _several(pairs: list[Pair]) -> list[Pair]:
    return pairs if len(pairs) > 1 else []


def _headers(text: str, others: Iterable[str]) -> list[Pair]:
    """The headers of HTTP that a request names with their values: "with header X-Trace: ab1", "accept text/plain",
    "bearer token ab1", where no other parameter takes that."""
    found = _clean(_OF_HTTP.finditer(text), _as_header)
    taken = any(not _SECRETS.isdisjoint(name_words(other)) for other in others)
    bearer = None if taken or any(pair.name == "Authorization" for pair in found) else _BEARER.search(text)
    return [*found, Pair("Authorization", f"Bearer {bearer[1]}", *bearer.span())] if bearer else found


def _as_header(name: str) -> str:
    """The name of a header as it is usually written, where it was written small."""
    return name if name != name.lower() else "-".join(part.capitalize() for part in re.split("[- ]", name))


def _renamed(text: str) -> list[Pair]:
    """Old names and new ones: "dob should be called birth_date", "use Net instead of Total", "swap a and b"."""
    if swapped := _SWAPPED.search(text):
        one, other = swapped[1].strip(_QUOTES), swapped[2].strip(_QUOTES)
        return [Pair(one, other, *swapped.span()), Pair(other, one, *swapped.span())]
    found = _clean(_BECOMES.finditer(text)) or _listed(_RENAME, _RENAME_TOO, text)
    return found or [Pair(pair.value, pair.name, pair.start, pair.end) for pair in _clean(_INSTEAD.finditer(text))]


def _listed(first: re.Pattern[str], more: re.Pattern[str], text: str) -> list[Pair]:
    """The pairs of a list of which only the first has a verb: "set A to 1 and B to 2"."""
    found: list[re.Match[str]] = []
    for begun in first.finditer(text):
        here: re.Match[str] | None = begun
        while here and len(found) < _MOST:
            found.append(here)
            here = more.match(text, here.end())
    return _clean(found)


def _put(text: str) -> list[tuple[str, str]]:
    """Values that are put into places of a page: "hunter22 into #password"."""
    return [(place, value.strip("'\"`")) for value, place in _PUT.findall(text)][:_MOST]


def _clean(found: Iterable[re.Match[str]], named: Callable[[str], str] = str) -> list[Pair]:
    """What was found as pairs: names without what leads up to them, both without marks around them."""
    pairs = []
    for match in found:
        bare = _LEAD.sub("", match[1])
        name, value = bare.strip(_QUOTES), _PLEASE.sub("", match[2].strip().rstrip(",;.")).strip(_QUOTES)
        if name and value:
            start = min(match.end(1) - len(bare), match.start(2))
            pairs.append(Pair(named(name), value, start, max(match.end(1), match.end(2))))
    return pairs[:_MOST]


_QUOTES = " '\"`\u201c\u201d\u2018\u2019"
_QUOTED = (
    r"(?:(?<!\w)'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`\n]{1,200}`|\u201c[^\u201d\n]{1,200}\u201d"
    r"|(?<!\w)\u2018[^\u2019\n]{1,200}\u2019(?!\w))"
)
_WORD = re.compile(r"[a-z]+")
_NAME = r"[A-Za-z_][\w-]*(?: [A-Za-z_][\w-]*){0,2}"
_LABEL = r"[A-Z][\w-]*(?: [A-Za-z][\w-]*){0,2}"
_NEXT_NAME = r"(?:[A-Z]\w*(?: \w+){0,2} (?:is|=|to)\b|[\w-]+(?: [\w-]+)? ?(?:=|->|\u2192)|[\w-]+: )"
_END = rf"(?=\s*(?:$|\n|;|,\s|\.\s|\.$)|,? and {_NEXT_NAME}| (?:on|for|in|of) \S*\d)"
_LEAD = re.compile(
    r"^(?:[a-z].* )?(?i:with|and|set|put|where|the|to|it|as|of|for|headers?|labels?|tags?|env|vars?|variables?|fields?"
    r"|params?|parameters?|rename|change|update|map|add|also|plus) (?=.)",
    re.DOTALL,
)
"""What leads up to a name: the first words of "label it team: core"."""
_TIGHT = re.compile(
    rf"(?<![\w./?&=:%#-])([A-Za-z_][\w.-]{{0,60}})=(?!=)"
    rf"({_QUOTED}|(?:[^\s,;'\"]|[,;](?=[^\s,;])(?![\w.-]{{1,60}}=)){{1,400}}(?: [A-Z][\w-]{{0,60}}(?![\w-]*=)){{0,4}})"
)
"""A value without a blank, or a name of several words."""
_TIGHT_COLON = re.compile(r"(?<![\w./:@&-])([A-Za-z_][\w.-]{0,60}):([^\s,;:/'\"][^\s,;:'\"]{0,200})(?![:\w])")
_PLEASE = re.compile(r",? (?:please|pls|plz|thanks|thx)$", re.IGNORECASE)
_EQUAL = re.compile(
    rf"(?:(?<=[\s,;:(])|^)(?:(?:with|and|set|put|where) )?({_NAME}) = ?"
    rf"('[^'\n]*'|\"[^\"\n]*\"|[^\n,;=]+?)(?:{_END}|(?= and [\w-]+ ?=)|(?= on \w))"
)
_ARROW = re.compile(
    rf"(?:(?<=[\s,;:(])|^)({_QUOTED}|{_NAME}) ?(?:->|=>|\u2192|\u21d2) ?({_QUOTED}|[^\n,;=>]{{1,80}}?){_END}"
)
_COLON = re.compile(rf"(?:(?<=[\s,;])|^)({_NAME}): (?!/)([^\n,;]+?){_END}")
_SAID = re.compile(rf"(?:(?<=[\s,;.])|^)({_LABEL}) is (?!there\b|it\b)([A-Z0-9'\"][^\n,;]*?){_END}")
_MADE = re.compile(
    rf"(?:(?<=[\s,;.])|^)(?:[Ss]et |[Cc]hange |[Uu]pdate |[Mm]ake |the )?({_LABEL}) "
    rf"(?:to|should be|must be|as) ([A-Z0-9+'\"][^\n,;]*?){_END}"
)
_TERM = rf"({_QUOTED}|[A-Za-z_][\w.-]{{0,60}}\w|[A-Za-z])"
_GIVEN = rf"({_QUOTED}|[^\s,;]{{1,200}}(?: [A-Z][\w-]{{0,60}}){{0,3}})"
_KIND = (
    r"(?: the| an?)?(?: (?:labels?|tags?|headers?|variables?|env(?:ironment)?(?: var(?:iable)?)?|fields?|keys?"
    r"|propert(?:y|ies)|attributes?|param(?:eter)?s?|options?|settings?))?"
)
_SET = re.compile(
    rf"\b(?i:set|change|update|put|switch|with|add){_KIND} {_TERM} (?:(?:set )?to|with (?:the )?value) {_GIVEN}"
)
_SET_TOO = re.compile(rf"(?:,? and|,)(?: the)? {_TERM} (?:set )?to {_GIVEN}")
_CAPITALS = re.compile(rf"\b([A-Z][A-Z0-9]*(?:_?[A-Z0-9]+){{1,8}}) (?:is|as|should be|must be|set to) {_GIVEN}")
"""The name of a variable of the environment, whatever its value."""
_BECOMES = re.compile(
    rf"(?<![\w-]){_TERM} (?:becomes?|means|turns into|(?:should|must|shall|is to|will)(?: now)? (?:become|(?:be|read)"
    rf"(?: called| named| renamed(?: to)?)?)|is (?:now |from now on )?(?:called|named)|is now"
    rf"|gets (?:called|renamed(?: to)?)) {_TERM}"
)
_RENAME = re.compile(
    rf"\b(?:rename|change|map|translate|turn|relabel)(?: the)?(?: columns?| fields?| terms?)? {_TERM} "
    rf"(?:to|into|as) {_TERM}",
    re.IGNORECASE,
)
_RENAME_TOO = re.compile(rf"(?:,? and|,)(?: the)? {_TERM} (?:to|into|as) {_TERM}")
_INSTEAD = re.compile(
    rf"\b(?:use|write|put|say|have|want) {_TERM} (?:as (?:the |its )?(?:new )?(?:\w+ ){{0,2}})?"
    rf"(?:instead of|in place of|rather than) {_TERM}",
    re.IGNORECASE,
)
_SWAPPED = re.compile(
    rf"\bswap(?: round)?(?: the)?(?: (?:names|labels|titles|headers)(?: of| for)?)? {_TERM} (?:and|with|for) {_TERM}",
    re.IGNORECASE,
)
_NEW_NAMES = re.compile(r"->|\u2192|=>|\brenam|\bnew names?\b|\btarget term|\btranslations?\b")
"""What says that a map gives new names to old ones."""
_LABELS = {"label", "tag"}
_HEADER = re.compile(r"[A-Z]\w*(?:-[A-Z]\w*)+")
"""The name of a header of HTTP."""
_MIME = r"[a-z*]{1,20}/[\w.+*-]{1,60}\w|\*/\*"
_OF_HTTP = re.compile(
    rf"(?<![\w./-])((?:accept|content[- ]type)(?=\W+(?:to |is |of |with )?[\"']?(?:{_MIME}))"
    r"|authorization|proxy-authorization|user-agent|accept-(?:language|encoding|charset)|cache-control|if-none-match"
    r"|if-match|if-modified-since|origin(?=[:=])|referer|cookie(?=[:=])|etag|host(?=[:=])|x-[\w-]{1,40}\w"
    r"|[a-z]\w{0,30}(?:-\w{1,30}){1,4}(?=: ))"
    rf"(?: header)?(?: ?[:=] ?| (?:is |to |of |set to |as )?)({_QUOTED}|(?:Bearer|Basic|Token|Digest) [^\s,;]{{1,400}}"
    r"|[^\s,;]{1,400})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"\bbearer(?: token)?:? ([\w.~+/-]{6,400}=*)", re.IGNORECASE)
_SECRETS = frozenset("token auth authorization bearer credentials key".split())
_JOINT = re.compile(r"[\s,;&+]{0,20}(?:and|plus)?[\s,]{0,20}")
_PUT = re.compile(r"(\S+|'[^'\n]{1,200}'|\"[^\"\n]{1,200}\") (?:in|into) ([#.\[][\w#.\[\]=\"'-]*[\w\]])")
_POINT = re.compile(r"(?<![\w.])(-?\d{1,2}\.\d{2,}),\s*(-?\d{1,3}\.\d{2,})(?![\w.]*\d)")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
_LATITUDE, _LONGITUDE = frozenset(("latitude", "lat")), frozenset(("longitude", "lon", "lng", "long"))
_MAILS = frozenset(("email", "mail"))
