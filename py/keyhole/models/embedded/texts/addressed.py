# ruff: noqa: SIM905  (word lists read best as words)
"""What an address of the web names on its path: the ticket of `https://desk.example/tickets/4471`, the owner, the
repository and the number of `https://git.example/acme/rocket/pull/412`, and of `acme/rocket#412`.

A path names a kind of things and then one of them, so what stands behind a word of a parameter's name is what this
parameter is to have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words, stem
from keyhole.models.embedded.texts.parted import OWNERS, REPOSITORIES, called

ADDRESSES = frozenset("url urls link links uri href website address webpage endpoint".split())
"""Words of the names of parameters that take an address as it is."""
_READ = 2_000


def addressed_values(parameters: Sequence[Parameter], query: str) -> tuple[dict[tuple[str, ...], Any], str]:
    """By path what the first address of a request names for parameters, and the rest of the request. Nothing where a
    parameter takes the address itself."""
    single = [each for each in parameters if not (each.many or each.options) and each.type in ("str", "int", "num")]
    found = _ADDRESS.search(query[:_READ]) or _NUMBERED.search(query[:_READ])
    if found is None or any(called(single, ADDRESSES)):
        return {}, query
    segments, fields = _parts(found[0].rstrip(".,;:!?"))
    values = _owned(single, segments)
    for each in single:
        for text in (*(value for name, value in fields if name == each.path[-1]), *_behind(each, segments)):
            if each.path not in values and (value := _typed(each, text)) is not None:
                values[each.path] = value
    needed = [each for each in single if each.required and not _IDS.isdisjoint(name_words(each.path[-1]))]
    if not values and len(needed) == 1 and (ids := [part for part in segments if _DIGIT.search(part)]):
        value = _typed(needed[0], ids[-1])  # no part says what it is of: /browse/WEB-52
        values = {} if value is None else {needed[0].path: value}
    return values, query[: found.start()] + query[found.end() :] if values else query


def _parts(address: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The parts of an address's path, without those that say nothing, and the fields of its query."""
    if numbered := _NUMBERED.fullmatch(address):
        return [numbered[1], numbered[2], "issues", numbered[3]], []
    try:
        split = urlsplit(address if "://" in address else f"https://{address}")
    except ValueError:  # brackets that are no address of IPv6
        return [], []
    parts = [unquote(part) for part in split.path.split("/")]
    return [part for part in parts if part and part not in _NOTHING], parse_qsl(split.query)


def _owned(parameters: Sequence[Parameter], segments: Sequence[str]) -> dict[tuple[str, ...], Any]:
    """Owner and repository, where both are wanted: a path of a code host begins with them."""
    owners, repositories = list(called(parameters, OWNERS)), list(called(parameters, REPOSITORIES))
    if len(owners) != 1 or len(repositories) != 1 or owners == repositories or len(segments) < 2:
        return {}
    return {owners[0].path: segments[0], repositories[0].path: segments[1].removesuffix(".git")}


def _behind(parameter: Parameter, segments: Sequence[str]) -> list[str]:
    """The parts of a path that stand behind a word of a parameter's name, or another word for it; for one that is
    called by no such word, the last part with a digit."""
    words = name_words(parameter.path[-1])
    own = {stem(word) for word in words if word not in _IDS}
    own |= {stem(alike) for word in words for alike in _ALIKE.get(word, ())}
    if not own:
        return [part for part in segments if _DIGIT.search(part)][-1:]
    kinds = [{stem(word) for word in name_words(segment)} for segment in segments]
    return [
        segments[at + 1]
        for at, kind in enumerate(kinds[:-1])
        if any(_same(one, other) for one in own for other in kind)
    ]


def _same(one: str, other: str) -> bool:
    """Whether two stems are of one word: doc and document."""
    return one == other or (min(len(one), len(other)) >= _SHORTEST and (one.startswith(other) or other.startswith(one)))


def _typed(parameter: Parameter, text: str) -> Any:
    if parameter.type == "str":
        return text
    return int(text) if _DIGITS.fullmatch(text) else None


_SHORTEST = 3
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'`()]{1,500}")
_NUMBERED = re.compile(r"(?<![\w/.-])([\w.-]{1,60})/([\w.-]{1,100})#(\d{1,8})(?!\w)")
_IDS = frozenset("id ids iid number no key num index slug code uuid".split())
_ALIKE = {
    "pull": ("merge", "issue"),
    "merge": ("pull", "issue"),
    "pr": ("pull", "merge", "issue"),
    "branch": ("tree",),
    "sha": ("commit",),
    "hash": ("commit",),
    "file": ("blob",),
}
"""What the paths of code hosts call it."""
_NOTHING = frozenset(("-", "d", "u", "r", "p", "app", "edit", "view", "en"))
_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d{1,15}")
