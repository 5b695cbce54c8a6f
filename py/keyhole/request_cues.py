"""What the wording of a request tells, whatever tools there are: words that it implies, and whether it asks at all.

"on May 3rd" wants a tool with a date, "how much" one that knows a price: kinds of values say which parameters a tool
will have, question words and operators what it is about. English only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_PLACE = re.compile(r"\b(?:in|at|near|for|to|from|around) (?:the )?[A-Z][a-z]+")

_VALUES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(
            rf"\b{_MONTH} \d|\d(?:st|nd|rd|th)\b|\b\d{{4}}[-/.]\d\d?\b|\b\d\d?[/.]\d\d?[/.]\d\d|"
            r"\b(?:today|tomorrow|yesterday|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
            re.IGNORECASE,
        ),
        ("date",),
    ),
    (re.compile(r"\b\d\d?(?::\d\d)? ?(?:am|pm|o'clock)\b|\b\d\d?:\d\d\b", re.IGNORECASE), ("time",)),
    (re.compile(r"https?://|\bwww\.|\b\w+\.(?:com|org|net|io)\b", re.IGNORECASE), ("url",)),
    (re.compile(r"[^\s@]@[^\s@]+\.\w"), ("email",)),
    (re.compile(r"[$€£] ?\d|\b\d+ ?(?:dollars|euros|pounds|usd|eur)\b", re.IGNORECASE), ("amount",)),
    (_PLACE, ("location", "city")),
)

_ABOUT: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), words)
    for pattern, words in (
        (r"\bwhen\b", ("date",)),
        (r"\bwhere\b", ("location", "place")),
        (r"\bwho(?:'s| is| was| are)\b", ("search", "person")),
        (r"\bhow much\b", ("price", "cost", "amount")),
        (r"\bhow many\b", ("count", "number")),
        (r"\bhow far\b", ("distance",)),
        (r"\bhow long\b", ("duration", "time")),
        (r"\bhow (?:tall|high)\b", ("height",)),
        (r"\bhow old\b", ("age",)),
        (r"\d ?(?:\*|x|times|multiplied by) ?-?\d", ("multiply", "product")),
        (r"\d ?(?:\+|plus) ?-?\d", ("add", "sum")),
        (r"\d ?(?:/|divided by|over) ?-?\d", ("divide",)),
        (r"\d ?(?:minus|-) \d", ("subtract",)),
        (r"\bhttps?://", ("request", "http")),
        (r"\b(?:remember|remind)\b", ("reminder", "todo")),
        (r"[$€£] ?\d", ("payment", "price")),
    )
)


_ONESELF = re.compile(r"\b(?:i|me|my|mine)\b", re.IGNORECASE)


def speaks_of_oneself(request: str) -> bool:
    """Whether it is about whoever asks: "when is my appointment?"; who says "we" may ask for a shop."""
    return _ONESELF.search(request) is not None


def parameters_implied(request: str) -> Iterator[str]:
    """Words of the parameters that would take the request's values."""
    for pattern, words in _VALUES:
        if pattern.search(request):
            yield from words


def words_implied(request: str) -> Iterator[str]:
    """Words that a fitting tool's name or description may have, though the request has not."""
    for pattern, words in _ABOUT:
        if pattern.search(request):
            yield from words


_STATEMENT = re.compile(
    r"\W*(?:(?:well|so|and|but|ok|okay|yes|no)\W+)?(?:(?:i|we|she|he|they|it|you|there|my|our|his|her|their|your|"
    r"nobody|everyone|only|let'?s)\b|"
    r"(?:the|this|that) \w+ (?:was|were|is|are|has|had|costs?|takes|took|weighs?|needs|says|said|runs|ran|"
    r"lasts?|lasted|goes|went|comes|came|gets|got|makes|made|feels|felt|looks|looked|seems|seemed|keeps|kept|left|starts?|started|"
    r"ends?|ended|broke|fell|rose|sold)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\?|\b(?:what'?s?|how|which|when|where|who|convert|calculate|compute|work out|tell|give|show|pick|choose|roll|"
    r"flip|toss|draw|decide|put|turn|change|need|want|wonder|please|pls|know|would|could|can you|can i|should|must|"
    r"help|find|search|check|looking for|interested|let me|remember|remind|book|order)\b",
    re.IGNORECASE,
)
_COMMANDS = re.compile(
    r"\W*(?:translate|send|post|email|text|tell|say|write|set|play|add|save|note|list|define|explain|summari[sz]e)\b",
    re.IGNORECASE,
)
"""Begins with what is to be done with the words behind it, whatever those say: "translate I love you to Spanish"."""
_OPINION = re.compile(
    r"\b(?:imh?o|tbh|ngl|idc|smh|overrated|underrated|lf\d?[mg]|hate|love|loved|miss|satisfying|annoying|"
    r"so (?:good|bad|hard|fun|cool|boring))\b|!!+\W*$",
    re.IGNORECASE,
)
_BACK_TO_YOU = re.compile(r"\W+(?:and |what about |how about )(?:you|yours(?:elf)?)\W*$", re.IGNORECASE)
"""A question given back, which no tool can answer: "I like tea, what about you?"."""
_DANGLING = re.compile(r"\b(?:of|in|to|into|until|till?|between|than|the|an?|and|or|called|roll on)\W*$", re.IGNORECASE)


def is_statement(text: str) -> bool:
    """Whether somebody tells something and asks for nothing: "we drove 300 km" is no request to convert, nor is what
    somebody thinks of a thing one to look it up: "frenzy is overrated imo"."""
    said = _BACK_TO_YOU.sub("", text[:300])
    told = _STATEMENT.match(said) or _OPINION.search(said)
    return bool(told) and not _COMMANDS.match(said) and not _ASKS.search(said)


def is_unfinished(text: str) -> bool:
    """Whether a request ends where the thing that it is about should stand: "what perks can roll on"."""
    return bool(_DANGLING.search(text[-40:]))
