# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""A message in the plain words that tools are found by, where people say it otherwise: "don't let me forget the towel"
is to remember it, "lights out in the hall" to turn off the light there, "I bought the milk" to mark it as bought where
a tool marks things as that, "how do I make the stew?" asks for its recipe. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from keyhole.models.embedded.options.other_names import meant, one_word_names
from keyhole.models.embedded.route.lexical import plain_words_long
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.models.embedded.texts.respelt import respelt
from keyhole.models.model import ToolCard
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.retold import retold
from keyhole.steps.wants_done import COMMAND_VERB
from keyhole.tools.schema import declared_properties

_LONGEST = 300
"""Characters of a message that is put in plain words."""
_KEPT = re.compile(
    r"\b(?:(?:please |pls )?(?:do not|don['’]?t|never) (?:let (?:me|us) (?:forget|lose|miss)|forget)|"
    r"(?:make|be) sure (?:i|we) (?:do not|don['’]?t) (?:forget|miss))\b(?: about\b)?",
    re.IGNORECASE,
)
"""No wish to have anything removed: what is not to be forgotten is to be remembered."""
_SWITCHED = re.compile(
    r"(?:please )?(?:all )?(?:the |my |our )?(?P<what>[a-z]{2,20}(?: [a-z]{2,20}){0,3}) (?P<to>on|off|out)"
    r"(?P<where> everywhere| (?:in|at|for|of|on) (?:the |my |our )?(?P<place>[a-z]{2,20}"
    r"(?: (?!please|pls|now|again)[a-z]{2,20}){0,2}))?"
    r"(?: (?:please|pls|now|again))*[.!]*",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    rf"(?:{COMMAND_VERB}|what|who|which|where|when|why|how|is|are|was|were|does|do|did|i|we|you|he|she|they|it|that|"
    r"this|come|go|went|hold|day|days|percent|and|also|then|but|or|not|no|get|keep|leave|log|with|from|to)\b",
    re.IGNORECASE,
)
_LIGHT = re.compile(r"(?:lights?|lamps?|candles?|fires?)$", re.IGNORECASE)
"""What is put out and not only off."""
_LAMPS = frozenset(("light", "lamp"))
_MARKS = re.compile(
    r"\b(?:mark|tick|check|flag|set)\w*\b[^.;]{0,60}? (?:as|off as) (?P<done>[a-z]{3,15})\b", re.IGNORECASE
)
_DID = re.compile(
    r"(?:(?:ok|okay|so|and|yes|yay|hey|hi|done)[, ]+)?(?P<who>(?:i|we)(?: have|['’]ve)?(?: just| already| finally)? )?"
    r"(?:just |already |finally )?(?P<did>[a-z]{3,12}(?: up)?) "
    r"(?P<what>(?:the|my|our|all the|both|some)"
    r"(?: (?!(?:from|for|to|with|at|because|but|and)\b)[^\s,;.?!\d]{1,20}){1,6})[.!]*",
    re.IGNORECASE,
)
_TO_MARK = re.compile(
    r"(?:(?:please|can you|could you) )?mark (?P<what>[^\W\d][^,;:.?!\d]{1,60}) as (?:already )?(?P<did>[a-z]{3,12})"
    r"(?: please)?[.!?]*",
    re.IGNORECASE,
)
_MINE = re.compile(r"(?:the|my|our) ", re.IGNORECASE)
_ASKS_TOO = frozenset(("did", "read", "set", "put", "shut"))
"""What begins a question or a wish as well, where nobody is named who did it."""
_SAME = {
    "got": "bought", "purchased": "bought", "picked up": "bought", "grabbed": "bought", "did": "done",
    "finished": "done", "completed": "done", "ticked": "done", "settled": "paid", "ate": "eaten", "saw": "watched",
    "seen": "watched", "took": "taken", "gave": "given", "solved": "resolved", "fixed": "resolved",
}  # fmt: skip
"""What was done, as a tool may mark it."""
_ALSO = {
    "done": ("done", "completed", "complete", "finished"),
    "watched": ("watched", "seen"),
    "resolved": ("resolved", "fixed", "solved"),
}
_MADE = re.compile(
    r"(?:(?:and|so|ok|hey|hi)[, ]+)?(?:how (?:do|can|would|should) (?:i|we|you|one)|how to) "
    r"(?:make|cook|bake|prepare|brew) (?P<what>[^?.!,;]{2,60})[?.!]*",
    re.IGNORECASE,
)
_WELL = re.compile(
    r"(?:is|are|does|do) (?:everything|all|things|it all|everyone)(?: still| look(?:ing)?)? "
    r"(?:ok|okay|fine|alright|all right|good|well|in order)(?P<of> (?:with|in|at|on) [^?.!,;]{2,40})?[?.!]*|"
    r"(?:is |are )?(?:there )?any(?:thing)? (?:problems?|troubles?|wrong)"
    r"(?P<with> (?:with|in|at|on) [^?.!,;]{2,40})?[?.!]*",
    re.IGNORECASE,
)
_TROUBLE = frozenset(
    "alert alerts alarm alarms warning warnings incident incidents problem problems fault faults".split()
)


def in_plain_words(text: str, cards: Iterable[ToolCard]) -> str:
    """The message with its words put right and its wish in plain words, as far as these tools are for such a wish."""
    tools = list(cards)
    text = respelt(text, tools)
    said = text.strip()
    if len(said) > _LONGEST:
        return text
    if (kept := _KEPT.search(said)) and not said[: kept.start()].strip(" ,.!?"):
        return f"remember{said[kept.end() :]}"
    for plain in (_switched, _opened, _marked, _recipe, _all_well):
        if put := plain(said, tools):
            return put
    told = _otherwise_named(retold(said, tools), tools)
    return told if told != said else text


def _switched(said: str, tools: list[ToolCard]) -> str | None:
    """ "turn off the hall light" for "lights out in the hall", where a tool has that word."""
    found = _SWITCHED.fullmatch(said)
    if (
        found is None
        or _NO_THING.match(found["what"])
        or (found["to"].lower() == "out" and not _LIGHT.search(found["what"]))
    ):
        return None
    last = stem(found["what"].split()[-1].lower())
    same = _LAMPS if last in _LAMPS else {last}
    if not any(same & _stems(tool) for tool in tools):
        return None
    to = "on" if found["to"].lower() == "on" else "off"
    if place := found["place"]:  # the one of the hall: "the lights" alone may be all there are
        return f"turn {to} the {place} {found['what'].removesuffix('s')}"
    return f"turn {to} the {found['what']}{found['where'] or ''}"


_OPENED = re.compile(
    r"(?:(?P<before>[^,.;!?]{1,60}[,;.!] )??(?:(?:please|pls|can you|could you|now) )*(?P<verb>open|close|shut) "
    r"(?P<what>(?:the|my|our) [a-z]{2,20}(?: [a-z]{2,20})?) )"
    r"(?P<how>completely|fully|entirely|all the way|halfway|half way|half)(?: please| pls)?[.!]*",
    re.IGNORECASE,
)


def _opened(said: str, tools: list[ToolCard]) -> str | None:
    """ "set the roof to 0" for "close the roof completely", where the one tool that sets how far something is open
    speaks of that."""
    found = _OPENED.fullmatch(said)
    words = {stem(word) for word in plain_words_long(found["what"]) if word not in STOP} if found else set()
    sets = [tool for tool in tools if _OPEN.search(tool.description) and _percents(tool) == 1]
    if found is None or len(sets) != 1 or not words or not words <= _stems(sets[0]):
        return None
    part = 50 if found["how"].lower().startswith("half") else 100 if found["verb"].lower() == "open" else 0
    return f"set {found['what']} to {part}"


_OPEN = re.compile(r"\bopen(?:ed|ing)?\b", re.IGNORECASE)


def _percents(tool: ToolCard) -> int:
    """How many of a tool's values go from 0 to 100, where it has no switch beside them."""
    properties = [each for each in declared_properties(tool.schema).values() if isinstance(each, dict)]
    switches = any(each.get("type") == "boolean" for each in properties)
    return 0 if switches else sum(each.get("minimum") == 0 and each.get("maximum") == 100 for each in properties)


def _otherwise_named(said: str, tools: list[ToolCard]) -> str:
    """ "draw an ellipse" for "draw a circle", where the one tool that has the verb lets choose that."""
    if bare := _NOUN_ALONE.match(said):
        drawing = [tool for tool in tools if _does(tool, "draw")]
        kinds = sorted(_options(drawing[0])) if len(drawing) == 1 else []
        kind = [kinds[at] for at, place in meant(kinds, bare["noun"].lower().split()).items() if place == 0]
        if len(kind) == 1 and bare["noun"].lower() not in kinds:  # "decision box"
            return f"draw a {kind[0]} {said[bare.end('noun') :].strip()}"
        said = f"draw {said}" if kinds else said
    begins = _VERB.match(said)
    having = [tool for tool in tools if begins and _does(tool, begins[1].lower())]
    if begins is None or len(having) != 1:
        return said
    options = _options(having[0])
    words = [word.lower() for word in _PLAIN.findall(said, begins.end())]
    if any(word in options or word in _stems(having[0]) for word in words):
        return said
    named = {(word, option) for word in words for option in options if word in one_word_names(option)}
    if len(named) != 1:
        return said
    word, option = named.pop()
    return re.sub(rf"\b{word}\b", option, said, count=1, flags=re.IGNORECASE)


def _options(tool: ToolCard) -> set[str]:
    properties = [each for each in declared_properties(tool.schema).values() if isinstance(each, dict)]
    return {str(option).lower() for each in properties for option in each.get("enum") or ()}


def _does(tool: ToolCard, verb: str) -> bool:
    """Whether a tool's name has a verb, or what it says of itself begins with it."""
    first = tool.description[:_LONGEST].split(" ", 1)[0].lower().rstrip("s")
    return verb in name_words(tool.name) or verb == first


_VERB = re.compile(
    r"(?:(?:please|pls|can you|could you|now) )*(draw|paint|sketch|add|insert|put|place|create|make)\b", re.I
)
_NOUN_ALONE = re.compile(
    r"(?!(?:what|who|which|where|when|how|is|are|do|does|can|could|please|pls|the|this|that|it|i|and|no|not|"
    rf"{COMMAND_VERB})\b)(?:an? )?(?P<noun>[a-z]{{2,15}}(?: [a-z]{{2,15}}){{0,2}}) "
    r"(?:with the (?:text|label|words?)|that says|saying|labell?ed) \S",
    re.IGNORECASE,
)
"""A thing and what is written on it, with no word of what to do: "box with the text Start"."""
_PLAIN = re.compile(r"(?<![\w'\"])[a-z]{3,20}(?![\w'\"])")


def _marked(said: str, tools: list[ToolCard]) -> str | None:
    """ "mark the milk as bought" for "I bought the milk", where a tool does that."""
    found = _TO_MARK.fullmatch(said) or _DID.fullmatch(said)
    did = found["did"].lower() if found else ""
    if found is None or (did in _ASKS_TOO and not found.groupdict().get("who", "to mark")):
        return None
    same = _SAME.get(did, did)
    for tool in tools:
        marks = _MARKS.search(tool.description[:_LONGEST])
        if marks and marks["done"].lower() in _ALSO.get(same, (same,)):
            return f"mark as {marks['done']}: {_MINE.sub('', found['what'], count=1)}"
    return None


def _recipe(said: str, tools: list[ToolCard]) -> str | None:
    """ "show the recipe for the stew" for "how do I make the stew", where a tool has recipes."""
    found = _MADE.fullmatch(said)
    if found and any(not changes(tool) and {"recipe", "recipes"} & set(name_words(tool.name)) for tool in tools):
        return f"show the recipe for {found['what']}"
    return None


def _all_well(said: str, tools: list[ToolCard]) -> str | None:
    """ "any alerts?" for "is everything ok?", where one tool looks for them."""
    found = _WELL.fullmatch(said)
    known = [(tool, word) for tool in tools if not changes(tool) for word in name_words(tool.name) if word in _TROUBLE]
    if found is None or len(known) != 1:
        return None
    words = {stem(word) for word in plain_words_long(found["with"] or "") if word not in STOP}
    where = found["of"] or found["with"] or ""
    single = any(letter.isdigit() for letter in where) or not words <= _stems(known[0][0])
    return None if single else f"any {known[0][1]}{where}?"


def _stems(tool: ToolCard) -> set[str]:
    """The words of a tool's name and of what it says of itself."""
    return {stem(word) for word in (*name_words(tool.name), *plain_words_long(tool.description))}
