"""The options that a text names to be picked from: "thai, indian or just pizza for dinner"."""

from __future__ import annotations

import re

_HEADING = re.compile(
    r"^\W*(?:(?:please|can you|could you) )?(?:pick|choose|select|draw)\b[^,:]{0,60}:\s+", re.IGNORECASE
)
"""What is to be done with the options that it stands before: "pick someone at random: anna, ben"."""
_QUESTION = re.compile(r"(?i:who|whose|which|where|what) [a-z]")
"""A question that the options answer, "who pays, me or tom"; titles have capitals, "What Women Want"."""
_SEPARATORS = re.compile(r"\s*(?:[,;|/\n]|\.{2,}(?=\s)|[?!](?=\s)|\bor\b|\bvs\.?(?=\s)|\bversus\b)\s*", re.IGNORECASE)
LEAD = re.compile(
    r"^(?:(?:please|can you|could you|pick|choose|select|draw|choice|random(?:ly)?|one|an?(?=\s+(?!or\b|and\b))|any|me|"
    r"for|between|from|of|either|among|the following|these|out)\b[\s:]+)+",
    re.IGNORECASE,
)
"""What is said before the options, or before what a draw is of: "please pick one of"."""
_KIND_OF = re.compile(
    r"^(?:(?!(?:or|and|vs|versus)\b)[\w'-]+ ){1,3}?(?:from|out of|among|between)\b(?: these| the following)?:?\s+"
    r"(?=.*(?:,|\band\b|\bor\b))",
    re.IGNORECASE,
)
"""What sort of thing is wanted, before the options: "a colour from red, green and blue"."""
_OCCASION = re.compile(
    r" for (?:breakfast|brunch|lunch|dinner|supper|dessert|tonight|today|tomorrow|the (?:evening|night|weekend)|me|us)"
    r"[ .?!]*$",
    re.IGNORECASE,
)
"""What the pick is for, behind the options: "thai or indian for dinner"."""
_SHOULD = re.compile(
    r"^\W*should (?:i|we) (?:(?:have|eat|get|order|buy|watch|play|drink|wear|take|cook|make|do|choose|pick) (?!or\b)"
    r"|go (?=\w+ing\b))?",
    re.IGNORECASE,
)
_PICKS = re.compile(r"\b(?:pick|choose|select|draw)\b", re.IGNORECASE)
BETWEEN = re.compile(r"\bbetween\s+(?!\d)[^,;/|]+\s+and\s", re.IGNORECASE)
"""Says that there are two options, and that "and" joins them."""
_WITH_ARTICLE = re.compile(r"\band an?\s", re.IGNORECASE)
_ARTICLE = re.compile(r"^an?\s+(?=\w)", re.IGNORECASE)
_WHO = r"(?:let (?:me|us|it|chance|fate|luck)|you|u|chance|fate)"
_NO_OPTION = re.compile(
    rf"(?:(?:and|so|then|just|please|help me|can you|could you|{_WHO})\s+)*"
    r"(?:(?:pick|choose|chose|select|decide|draw|flip|toss)\s+\S.*|(?:chosen )?(?:at random|randomly|blindly)|"
    rf"surprise me.*)|{_WHO} (?:pick|choose|decide|say)|(?:it's )?your (?:call|choice)|whichever|either(?: one)?|"
    r"please|pls|(?:i )?(?:really )?(?:don'?t|do not) (?:care|mind)(?: which)?|no preference|"
    r"(?:please |pls )?help(?: me| us)?(?: out| decide| choose| pick)*(?: please| pls)?|idk|dunno|no idea|"
    r"(?:any )?(?:ideas?|thoughts|suggestions?|advice)|what (?:do you|would you|should (?:i|we)) \w+|thanks|thx",
    re.IGNORECASE,
)
"""What is said about the pick and is none of the options."""
_NO_WORD_OF_A_LIST = frozenset(
    "to of the for from in on at my me us you those these them this that which random generate make create".split()  # noqa: SIM905
)


def options_of(text: str) -> list[str]:
    """What a list names, each once."""
    bare = _OCCASION.sub("", LEAD.sub("", _SHOULD.sub("", _HEADING.sub("", text))))
    if _PICKS.search(text) or not re.search(r"\bor\b", bare):  # "a letter from grandma or a call" names no kind
        bare = _KIND_OF.sub("", bare)
    options = [option.strip(" .?!'\"[]()") for option in _SEPARATORS.split(bare)]
    options = list(dict.fromkeys(option for option in options if option and not _NO_OPTION.fullmatch(option)))
    if len(options) > 2 and _QUESTION.match(options[0]):
        del options[0]
    if len(options) == 1 and (BETWEEN.search(text) or _WITH_ARTICLE.search(text)):
        options = re.split(r"\s+and\s+", options[0])
    elif len(options) == 1 and _NO_WORD_OF_A_LIST.isdisjoint(options[0].casefold().split()):
        options = re.split(r"\s+and\s+|\s+", options[0])
    elif len(options) > 1 and options[-1].startswith("and "):
        options[-1] = options[-1].removeprefix("and ")
    elif len(options) > 1 and " and " in options[-1] and not re.search(r"\bor\b", bare):
        options[-1:] = options[-1].split(" and ")
    return list(dict.fromkeys(_ARTICLE.sub("", option.strip()) for option in options if option.strip()))
