# ruff: noqa: SIM905  (word lists read best as words)
"""How many, where a request says it by its form: "tomatoes x3", "just the one", "the top hundred", "woke up twice", "an
octave higher"."""

from __future__ import annotations

import re

from keyhole.models.embedded.numbers.measures import unit_behind
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.tools.builtin.number_words import NUMBER_WORD, to_digits

_READ = 2_000
"""Characters of a request that are read."""
_QUANTITY = frozenset("count quantity qty copies pieces units amount number".split())
_HOW_MANY = re.compile(r"^(?:how many|number of|count of|pieces|quantity)\b", re.IGNORECASE)
_LIMIT = frozenset("limit max maximum num number of n k top results result rows row items count page size per".split())
_LIMITS = frozenset("limit results top rows".split())
"""What says of something that it is as many as are shown, among words of `_LIMIT` alone: not `speed_limit`."""
_BY = re.compile(
    r"(?<![\w.])(?:(?<!\d )[x\u00d7] ?(\d{1,3})(?![\w.]*\d|\w| ?[x\u00d7])|(\d{1,3}) ?[x\u00d7](?= [a-z]|[,.;!?]|$))",
    re.IGNORECASE,
)
"""The number of "x3" and of "3x", not of 3 x 4."""
_JUST_ONE = re.compile(
    r"\b(?:just|only) (?:the )?one\b(?= ?(?:[,.;!?)]|$|please\b|pls\b))|\bjust a single one\b", re.IGNORECASE
)
_SHOWN = frozenset(
    "top first last latest newest oldest recent best show me list give get find only just most than".split()
)
"""What stands before the number of things that are wanted: "the top hundred", "show me two dozen products"."""
_OFTEN = re.compile(
    rf"\b(?:(once|twice|thrice|never)|(\d{{1,3}}|{NUMBER_WORD}) times)\b(?! (?:an?|per|each|every|as|daily|weekly)\b)",
    re.IGNORECASE,
)
_FREQUENCY = re.compile(r"\b(?:times|how often)\b", re.IGNORECASE)
_TIMES = {"never": 0, "once": 1, "twice": 2, "thrice": 3}
_STEP = re.compile(
    r"\b(?:an?|one)(?: (?:whole|full|single))? ([a-z]{4,20}) (?:(higher|up|sharp|more|forward|later)|"
    r"(lower|down|flat|less|back|earlier))\b",
    re.IGNORECASE,
)
_BOTH_WAYS = re.compile(
    r"\b(?:negative|positive|shift|offset|relative|transpos\w+|up or down|down or up)\b|[-\u2212\u00b1]\d"
)
_ALIKE = 4
"""Letters in which two forms of a word agree: woke and woken."""


def step_said(parameter: Parameter, query: str) -> int | None:
    """1 or -1 for "an octave higher" and "an octave lower", where a parameter is called so and counts both ways."""
    name, least = name_words(parameter.path[-1]), parameter.schema.get("minimum")
    if parameter.type not in ("int", "num") or parameter.many or len(name) != 1 or (least is not None and least >= 0):
        return None
    said = _STEP.findall(query[:_READ])
    both = least is not None or _BOTH_WAYS.search(parameter.description)
    if not both and any(down for _, _, down in said):
        return None  # who goes a step back goes one step
    steps = {1 if up else -1 for noun, up, _ in said if stem(noun.lower()) == stem(name[0])}
    return steps.pop() if len(steps) == 1 else None


def count_said(parameter: Parameter, view: FillView, query: str) -> int | None:
    """The value of a count that nothing was found for; None where a request says none, or several."""
    query = query[:_READ]
    name = name_words(parameter.path[-1])
    if _FREQUENCY.search(parameter.about):
        return _times(parameter, query)
    if set(name) <= _LIMIT and not _LIMITS.isdisjoint(name):
        return _shown(view)
    quantities = [p for p in view.parameters if counts_things(p)]
    if quantities == [parameter]:
        said = {int(one or other) for one, other in _BY.findall(query)}
        said |= {1} if _JUST_ONE.search(query) else set()
        return said.pop() if len(said) == 1 else None
    return None


def counts_things(parameter: Parameter) -> bool:
    """Whether a parameter says how many of a thing there are."""
    if parameter.type not in ("int", "num") or parameter.many:
        return False
    return set(name_words(parameter.path[-1])) <= _QUANTITY or bool(_HOW_MANY.search(parameter.description))


def _times(parameter: Parameter, query: str) -> int | None:
    """How often a request says that what a parameter counts took place: "woke twice" for times woken up."""
    own = {word for word in re.findall(r"[a-z]{4,}", parameter.about.lower()) if word not in STOP} - {"times", "often"}
    found = set[int]()
    for often in _OFTEN.finditer(query):
        near = query[: often.start()].split()[-2:] + query[often.end() :].split()[:2]
        words = (word.lower().strip(",.;:!?") for word in near)
        if any(word[:_ALIKE] == each[:_ALIKE] for word in words if len(word) >= _ALIKE for each in own):
            count = to_digits((often[2] or "").lower())
            found |= {int(count)} if count.isdecimal() else {_TIMES[often[1].lower()]} if often[1] else set()
    return found.pop() if len(found) == 1 else None


def _shown(view: FillView) -> int | None:
    """The one number of things that are to be shown."""
    found = set[int]()
    for at, number in view.numbers.items():
        before = view.words[at - 1].text.lower() if at else ""
        measured = number.percent or unit_behind(view.words, number.last, percent=False)
        behind = view.words[number.last + 1 : number.last + 2]
        parted = not behind or behind[0].start - view.words[number.last].end > 1
        thing = parted or (behind[0].kind == "word" and behind[0].text.lower() not in STOP)
        if before in _SHOWN and thing and not measured and isinstance(number.value, int) and number.value > 1:
            found.add(number.value)
    return found.pop() if len(found) == 1 else None
