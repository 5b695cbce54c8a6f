# ruff: noqa: SIM905  (word lists read best as words)
"""Lists that take addresses alone, of the web, of machines or of mail: they are given all that a request says and no
other parameter has, and nothing else; and no list of files is given addresses of mail. Lists of people are given all
that a request calls by their handles, "@ida and @tom"."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words

_READ = 2_000
_URL = re.compile(r"\bhttps?://[^\s,;'\"<>()]{1,400}[^\s,;'\"<>().:!?]")
_MACHINE = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?![\w]|\.\d)")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
_URLS = frozenset(("url", "urls", "uri", "uris"))
_MACHINES = frozenset(("ip", "ips"))
_FILES = frozenset(("file", "files", "path", "paths", "folder", "folders"))


def put_addresses(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """All of it, in place."""
    lists = [p for p in parameters if p.many and p.type == "str" and not p.options]
    for parameter in lists:
        given = values.get(parameter.path)
        if _FILES.intersection(name_words(parameter.path[-1])) and given and all(map(_MAIL.fullmatch, given)):
            del values[parameter.path]
    _put_handles(lists, query[:_READ], values)
    wanted = [(p, kind) for p in lists if (kind := _kind(p)) is not None]
    for parameter, kind in wanted:
        given = values.get(parameter.path)
        if [k for _, k in wanted].count(kind) > 1 or (given and all(map(kind.fullmatch, given))):
            continue
        others = [value for path, value in values.items() if path != parameter.path]
        taken = {each for value in others for each in (value if isinstance(value, list) else [value])}
        found = [each for each in dict.fromkeys(kind.findall(query[:_READ])) if each not in taken]
        if found:
            values[parameter.path] = found


def _put_handles(lists: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """The handles of a request, in place, for the one list of people; with their sign where a description has one."""
    people = [each for each in lists if not _PEOPLE.isdisjoint(name_words(each.path[-1]))]
    handles = list(dict.fromkeys(_HANDLE.findall(query)))
    if len(people) == 1 and len(handles) > 1:
        about = people[0].description
        signed = "@" in about and not re.search(r"\b(?:without|no)\b[^.;]{0,30}@", about)
        values[people[0].path] = [f"{'@' * signed}{handle}" for handle in handles]


_HANDLE = re.compile(r"(?<![\w@./])@(\w[\w.-]{0,38}\w)")
_PEOPLE = frozenset(
    "assignees attendees handles invitees members mentions participants people recipients reviewers usernames "
    "users".split()
)


def _kind(parameter: Parameter) -> re.Pattern[str] | None:
    """What the addresses look like that a list takes; None for another."""
    name, form = name_words(parameter.path[-1]), parameter.schema.get("format")
    if form in ("uri", "url") or not _URLS.isdisjoint(name):
        return _URL
    if form in ("ipv4", "ip") or not _MACHINES.isdisjoint(name):
        return _MACHINE
    return _MAIL if form == "email" else None
