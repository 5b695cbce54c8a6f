"""What a request for a random pick looks like: what is to be picked, and what there is to pick from."""

from __future__ import annotations

import re
from functools import lru_cache

from keyhole.errors import ToolError
from keyhole.request_cues import is_statement
from keyhole.tools.builtin import picks

_LONGEST = 300
_PICKING = re.compile(
    r"\b(?:pick|choose|chose|select|draw|roll|flip|toss|throw|decide|shuffle|jumble|scramble|spin|"
    r"random(?:ly|ise|ize)?(?! (?:question|facts?|thoughts?|word))|surprise me|eeny|eenie|"
    r"(?:fate|chance|luck)\b|by lot|arbitrary|blind(?:ly|fold)?|your (?:call|choice)|"
    r"(?:grab|name|call|take) one|say which|land on one|you (?:choose|say)|no preference|heads\b.{1,80}\btails)\b",
    re.IGNORECASE,
)
_CHANCE = re.compile(
    r"\b(?:coins?|dice|die|\d{0,3}d\d{1,4}s?|heads or tails|"
    r"random (?:number|integer)s?(?! +(?:between|from|up|below|under)\b)|"
    r"(?:random|draw|pick) (?:an? |one |\d )?(?:playing )?(?:cards?|letter)|"
    r"numbers? (?:between|from|below|up to|\d+ ?[-\u2013] ?\d+))\b",
    re.IGNORECASE,
)
_SLASHES = re.compile(r"\W*[a-z]{2,15}(?:(?: ?/ ?[a-z]{2,15}){2,7}|/no)[?.! ]*", re.IGNORECASE)
"""Names things with slashes between and asks nothing else: "yes/no/maybe"."""
_EITHER = re.compile(
    r"\W*(?:(?:so|hey|ok)\W+)?(?:should (?:i|we) \w+ )?"
    r"(?:(?!(?:what|which|how|who|is|are|do|does|can)\b)[a-z]+ ){1,3}or (?:[a-z]+ ?){1,3}[?.! ]*",
    re.IGNORECASE,
)
"""Names two things and asks nothing else: "pizza or pasta?", "should I have a burger or a salad"."""
_ABOUT_CHANCE = re.compile(
    r"\W*(?:(?:is|are|was|were|do (?:you|we|they|people)|does|did|has|why|how(?! about))\b|"
    r"what(?:'s| is| are| were) (?:the )?(?:odds|chances?|prob))",
    re.IGNORECASE,
)
"""Asks what is so, and for nothing to be picked: "is a coin toss fair"."""


@lru_cache(maxsize=500)
def _is_choice(text: str) -> bool:
    try:
        picks.pick(text, 1, seed=1)
    except ToolError:
        return False
    return bool(_CHANCE.search(text) or re.search(r"\d|,|\bor\b|\band\b|/|\|", text))


A_RANDOM_THING = (
    r"(?:(?:please|can you|could you|i need|i want|i'd like) )*"
    r"(?:(?:pick|choose|give|get|generate|make|tell|say|draw|think of)(?: (?:me|us))? )?"
    r"(?P<choices>(?:(?:an?|some|any|one) )?random (?:number|integer|letter|suit|weekday|month|colou?r|"
    r"day of the week)|a number|(?:an? |any |one )?(?:random )?(?:playing )?card)"
    r"(?:,? (?:please|pls|for me|now))*[.?! ]*"
)
"""Without a range it is one of 1 to 100. Whether to ask for the range first, a small model finds hard to tell."""


_PLEASE = r"(?:(?:please|can you|could you) )?"
WITH_CONDITIONS = (
    rf"(?=.*(?:random|between|from|among|:|,))(?P<choices>{_PLEASE}(?:pick|choose|select|draw) (?:\S+ ){{1,12}}"
    r"(?:but not|except(?: for)?|excluding|other than|not including) .+)",
    rf"{_PLEASE}(?:(?:pick|choose|select|draw|give me|generate) )?(?P<choices>(?:an? |one )?(?:random )?(?:even|odd)"
    r"(?: random)? number (?:between|from) \S+ (?:and|to) \S+)",
    rf"{_PLEASE}(?P<choices>(?:roll|throw) (?:an? |one |\d{{1,2}} ?)?d\d{{1,4}},? "
    r"(?:and )?(?:with|plus|add|\+) ?(?:an? )?\+? ?\d{1,4})(?: (?:bonus|modifier))?[.?! ]*",
)
"""What is picked from depends on more than one passage of the request: "from 1 to 10 but not 7", "a d20 with +5"."""


def reads_choice(text: str) -> float:
    """What is to be shuffled is said best with that word, of the options alone one would be picked; dice with their
    bonus."""
    return _is_choice(text) + 0.5 * picks.says_how(text)


def knows_picking(request: str) -> float:
    """1 where something is to be picked and there is what from, half where one of the two is said."""
    text = request[:_LONGEST]
    if _ABOUT_CHANCE.match(text) or is_statement(text):
        return 0.0
    if _EITHER.fullmatch(text) or _SLASHES.fullmatch(text):
        return 1.0
    picking = bool(_PICKING.search(text))
    source = bool(_CHANCE.search(text)) or ((picking or " or " in text) and _is_choice(text))
    return (picking + source) / 2
