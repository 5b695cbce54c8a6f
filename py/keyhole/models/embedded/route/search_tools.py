# ruff: noqa: SIM905  (word lists read best as words)
"""Which tools search, and which of their parameters takes the words to look for, by names and descriptions."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.route.lexical import plain_words_long
from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard

_SEARCHING = frozenset("search find look lookup browse query filter".split())
_SEARCHES = _SEARCHING | frozenset("searches finds list lists looks browses queries filters".split())
_LAST_PART = re.compile(r"[./:]")
_REMEMBERED = frozenset("memory memories archival conversation conversations".split())
_BEGINNING = 3
"""Words that a description begins with."""
_FORMAL = frozenset("sql graphql cypher jql regex regexp expression pattern xpath statement".split())
"""Words of what is no search for plain words."""
_SEARCH_WORDS = frozenset("query q search keyword keywords term terms text phrase words contains".split())
_FOR_SEARCH_WORDS = re.compile(
    r"\b(?:search(?:ed)? (?:words?|terms?|text|query|phrase|for)|words? (?:in|to|of|from|that|or)|keywords?|"
    r"look(?:ed|ing)? for|(?:text|term|phrase|words?|what) to (?:find|search|look)|free text|full[- ]text)\b",
    re.IGNORECASE,
)


def says_it_searches(name: str, description: str) -> bool:
    """Whether a tool searches for plain words: by its name, or as its description begins. The list of a tool that adds
    to it is no search."""
    words, described = name_words(name), plain_words_long(description)
    searches = not _SEARCHING.isdisjoint(words) or name_words(_LAST_PART.split(name)[-1])[:1] == ("list",)
    begins = not _SEARCHES.isdisjoint(described[:_BEGINNING])
    return (searches or begins) and _FORMAL.isdisjoint((*words, *described))


def takes_search_words(parameter: Parameter) -> bool:
    """Whether a parameter is a text that takes the words to look for."""
    if parameter.type != "str" or parameter.many or parameter.options:
        return False
    names = name_words(parameter.path[-1])
    if not _FORMAL.isdisjoint((*names, *plain_words_long(parameter.description))):
        return False
    return not _SEARCH_WORDS.isdisjoint(names) or bool(_FOR_SEARCH_WORDS.search(parameter.description[:400]))


def searches(card: ToolCard) -> bool:
    """Whether a tool looks for things. One that knows itself what it is for needs nobody to tell, and what was said or
    remembered is no thing: who asks "any news?" means no old conversation."""
    own = card.knows is not None or not _REMEMBERED.isdisjoint(name_words(card.name))
    return not own and says_it_searches(card.name, card.description)
