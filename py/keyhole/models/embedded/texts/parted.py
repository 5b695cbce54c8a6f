"""Values that stand in a request as one chunk and are two parameters': `owner/repo`, `s3://bucket/key`, `host:port`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_HOST = r"(?:[\w-]+\.)+[\w-]+|localhost"
OWNERS = frozenset(("owner", "org", "organization", "organisation"))
REPOSITORIES = frozenset(("repo", "repository"))
"""Words of the names of parameters for the two that a code host's path begins with."""
_PAIRS = (
    (OWNERS, REPOSITORIES, re.compile(r"([\w.-]+)/([\w.-]*\w)")),
    (frozenset(("bucket",)), frozenset(("key", "object", "path")), re.compile(r"(?:s3|gs)://([\w.-]+)/([\w./-]*\w)")),
    (frozenset(("host", "hostname", "ip", "server")), frozenset(("port",)), re.compile(rf"({_HOST}):(\d{{2,5}})")),
)
"""Words of the first's name, words of the second's, and how the two are written together."""
_CHUNK = re.compile(r"(?<!\S)['\"(]?([^\s'\"()]+?)[,;.!?'\")]*(?!\S)")


def parted_values(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """By path the two values of a chunk, where there is one such chunk and one such pair of parameters; and the rest
    of the request."""
    for firsts, seconds, form in _PAIRS:
        first, second = list(called(parameters, firsts)), list(called(parameters, seconds))
        chunks = [found for match in _CHUNK.finditer(query) if (found := form.fullmatch(match[1]))]
        places = [match.span(1) for match in _CHUNK.finditer(query) if form.fullmatch(match[1])]
        if len(first) != 1 or len(second) != 1 or first == second or len(chunks) != 1:
            continue
        start, end = places[0]
        last = int(chunks[0][2]) if second[0].type in ("int", "num") else chunks[0][2]
        return {first[0].path: chunks[0][1], second[0].path: last}, query[:start] + query[end:]
    return {}, query


def called(parameters: Sequence[Parameter], words: Set[str]) -> Iterator[Parameter]:
    """The parameters whose name has one of these words, lists and choices aside."""
    for parameter in parameters:
        if not words.isdisjoint(name_words(parameter.path[-1])) and not (parameter.many or parameter.options):
            yield parameter
