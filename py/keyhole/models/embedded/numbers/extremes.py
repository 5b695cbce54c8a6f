# ruff: noqa: SIM905  (word lists read best as words)
"""The end of its scale at which a request wants a number, said without one: "fan full blast", "as dim as it goes". For
parts of it, "half volume", see `parts_of_whole`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, stem

_DEGREES = (
    ("temperature temp celsius fahrenheit heat heating", "hot hottest warm warmest", "cold coldest cool coolest"),
    ("volume loudness gain", "loud loudest", "quiet quietest soft softest"),
    ("brightness light luminance dimmer backlight", "bright brightest", "dim dimmest dark darkest faint faintest"),
    ("speed rate rpm spin fan pace tempo", "fast fastest quick quickest", "slow slowest"),
    ("fps smoothing smoothness frame", "smooth smoothest", ""),
    ("sensitivity", "sensitive touchy", ""),
    ("strength intensity power force", "strong strongest hard hardest", "weak weakest gentle gentlest"),
    ("difficulty level", "hard hardest difficult tough toughest", "easy easiest"),
    ("pitch tilt angle slope", "steep steepest", "flat flattest"),
    ("zoom", "close closest", ""),
    ("weight", "heavy heaviest bold boldest", "light lightest thin thinnest"),
    ("compression compress squeeze", "hard hardest small smallest tight tightest", "light lightest fast fastest"),
    ("priority prio urgency importance", "urgent important", ""),
    ("limit results rows", "many most number", "few fewest"),
    ("attempts retries tries repeats", "often", ""),
    ("font text type letters", "", ""),
    ("quality resolution detail", "good best sharp sharpest fine finest", "bad worst rough roughest coarse"),
)
"""What things are called, which words say that there is much of them, and which little."""
_MUCH = frozenset("top high highest big biggest large largest great greatest many much far farthest".split())
_LITTLE = frozenset("low lowest small smallest few fewest little".split())
_GOES = (
    r"(?:possible|(?:(?:it |that )?is |it.s |that.s )?(?:allowed|permitted)|"
    r"(?:it|they|that|this|you|u|we|i)(?:'ll|ll| will| can)?(?: (?:goes?|gets?|will|can))*)"
)
_AS_AS = re.compile(rf"\bas (?P<degree>[a-z]{{3,12}})(?: [a-z]{{1,12}}){{0,2}}? as {_GOES}\b", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?P<degree>[a-z]{1,12}est|worst|top(?= (?:prio|priority|urgency|speed|quality|volume)\b)|"
    rf"(?:completely|fully|totally|perfectly|entirely|most|least) [a-z]{{3,12}})(?: (?:setting|level|{_GOES}))?\b"
)
_FULL = re.compile(
    r"\b(?:(?P<high>full(?:y)?(?: blast| power)?|max(?:imum|ed)?|all the way(?: (?:up|in|open|over))?)|"
    r"(?P<low>min(?:imum)?|all the way (?:down|out)))"
    r"(?! ?(?:an?\b|the\b|of\b|past\b|(?:[a-z]{1,20} ){0,2}\d))\b"
)
_ALL = re.compile(
    r"\ball (?:of )?(?:the|my|our|your) ([a-z]{4,20}) "
    r"(?:you|we|i|it|they)(?:'ve| have)? (?:can|could|have|has|got|get)\b"
)
"""Who is to have all of something there is: "all the workers you can"."""
_SURE = frozenset(
    ("full blast", "full power", "all the way up", "all the way in", "all the way open", "all the way down")
)
"""What is said of nothing but a scale, so that its name need not stand beside."""
_MUTED = re.compile(r"\b(?:mute[ds]?|silent|silence)\b")
_SCALE = re.compile(
    r"(?<![\d.,-])(-?\d{1,4}(?:\.\d+)?) ?(?:to|-|\u2013|\.\.|through) ?(-?\d{1,5}(?:\.\d+)?)(?![\d.,]*\d)"
)
_TOLD = re.compile(
    r"(?<![\w.])(-?\d{1,4}(?:\.\d{1,3})?) ?(?:=|:|is|means)? ?\(?(?:the )?"
    r"(?:(most|highest|top|least|lowest|very|fully|completely) ?)?([a-z]{3,20})?",
    re.IGNORECASE,
)
"""What a description says that a number of the scale is: "1 is most urgent, 4 least", "0 = hard, 1 = easy"."""
_MOST_TOLD = frozenset("most highest top critical urgent".split())
_ANY = frozenset("best worst good bad new newest old oldest".split())
"""What is said of anything, so that the name of the scale has to stand beside."""
_ALIKE = {"priciest": "expensive", "pricey": "expensive", "dearest": "expensive", "opaque": "solid"}
_MARK = re.compile(r"[,;:.!?()]")
_NEAR = 3
"""Words on either side among which the name of the scale is looked for."""


def extreme(parameter: Parameter, scaled: Sequence[Parameter], query: str) -> int | float | None:
    """The end of a parameter's scale that a request wants without a number; `scaled`: all parameters of the tool.
    None where it says nothing of it, or the parameter has no scale."""
    scale = _scale_of(parameter)
    if scale is None:
        return None
    low, high = scale
    told = {word: value for word, value in _told(parameter).items() if value in scale}
    if any(told.get(word) == low for word in _MOST_TOLD):
        low, high = high, low
    text = query.lower()
    alone = [each for each in scaled if _scale_of(each)] == [parameter]
    if "volume" in name_words(parameter.path[-1]) and _MUTED.search(text) and low == 0:
        return low
    for found in (*_AS_AS.finditer(text), *_MOST.finditer(text)):
        end, plain = _end_told(found["degree"], told), _MUCH | _LITTLE | _ANY
        if end is not None and (found["degree"] not in plain or _named_near(parameter, text, found)):
            return end
        much, kind = _degree(found["degree"].removeprefix("most ").removeprefix("least "), parameter)
        if much is not None and (kind or _named_near(parameter, text, found)):
            return high if much != found["degree"].startswith("least ") else low
    for found in _FULL.finditer(text):
        if _named_near(parameter, text, found) or (alone and found[0] in _SURE):
            return high if found["high"] else low
    own = {stem(word) for word in name_words(parameter.path[-1])}
    return high if any(stem(found[1]) in own for found in _ALL.finditer(text)) else None


def _told(parameter: Parameter) -> dict[str, int | float]:
    """The numbers of the scale that a description has words for, by the stems of these; by "most" and "least" too."""
    found: dict[str, int | float] = {}
    for number, degree, word in _TOLD.findall(parameter.description[:300]):
        for each in (degree.lower(), stem(word.lower()), word.lower()):
            if each:
                found.setdefault(each, _number(number))
    return found


def _end_told(degree: str, told: Mapping[str, int | float]) -> int | float | None:
    """The number that a description has a word of degree for: that of "easy" for "easiest" and "completely easy"."""
    word = degree.split()[-1]
    word = _ALIKE.get(word, word)
    base = word.removesuffix("est")
    forms = {stem(word)} | ({base, stem(base), base + "e", base[:-1]} if base != word else set())
    met = {told[form] for form in forms if form in told and len(form) >= _SHORTEST}
    return met.pop() if len(met) == 1 and not degree.startswith("least ") else None


_SHORTEST = 3


def without_degrees(query: str) -> str:
    """A request without what says "as dim as it goes" in it, which is no value but a number's."""
    return _AS_AS.sub(" ", query)


def _scale_of(parameter: Parameter) -> tuple[int | float, int | float] | None:
    """The least and the most that a parameter may be, by its schema or else its description; None where these tell no
    scale."""
    if parameter.options and all(type(option) is int for option in parameter.options) and not parameter.many:
        return min(parameter.options), max(parameter.options)
    if parameter.type not in ("int", "num") or parameter.many:
        return None
    low, high = parameter.schema.get("minimum"), parameter.schema.get("maximum")
    if isinstance(low, int | float) and isinstance(high, int | float):
        return low, high
    said = _SCALE.search(parameter.description)
    low, high = (_number(said[1]), _number(said[2])) if said else (0, 0)
    return (low, high) if low < high else None


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _degree(word: str, parameter: Parameter) -> tuple[bool | None, bool]:
    """Whether a word of degree says much of what it is said of, None for other words; and whether that is what the
    parameter is called."""
    own = set(name_words(parameter.path[-1]))
    for names, much, little in _DEGREES:
        if word in (*much.split(), *little.split()) and not own.isdisjoint(names.split()):
            return word in much.split(), True
    if word in _MUCH or word in _LITTLE:
        return word in _MUCH, False
    return None, False


def _named_near(parameter: Parameter, text: str, found: re.Match[str]) -> bool:
    """Whether a word that the parameter goes by is in or beside what a request says of a degree, no mark between."""
    own = set(name_words(parameter.path[-1]))
    own |= {word for names in _DEGREES if not own.isdisjoint(names[0].split()) for word in " ".join(names).split()}
    before, behind = _MARK.split(text[: found.start()])[-1], _MARK.split(text[found.end() :])[0]
    words = before.split()[-_NEAR:] + found[0].split() + behind.split()[:_NEAR]
    return not {stem(word) for word in own}.isdisjoint(stem(word.strip(",.;:!?()")) for word in words)
