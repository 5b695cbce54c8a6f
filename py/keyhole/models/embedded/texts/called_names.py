# ruff: noqa: SIM905  (typographic quotes are what people type; word lists read best as words)
"""The name that a request gives something: "call it Hiring panel", "a pdf called november report", "labelled Museum".
It goes to the title, name, label or file name of a tool, and to no place, room or person."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from typing import Any

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import name_words
from keyhole.models.embedded.texts.told import PLACE

_NAMES = frozenset("title name label filename subject caption heading headline alias nickname".split())
_OTHER_NAMES = frozenset(
    "user username author artist owner customer contact person guest host agent company brand".split()
)
_KEPT = _NAMES | frozenset("text message content body note description topic summary file query".split())
"""Words of names of parameters that may rightly have what something is called."""
_CALLED = re.compile(
    r"\b(?P<how>(?:call|name|title|label|tag)(?= (?:it|this|that|them|the (?:file|event|"
    r"meeting|list|pin|marker|document|"
    r"task|note|folder|playlist|project)) )|called|named|titled|entitled|labell?ed|"
    r"with (?:the |a )?(?:title|name|label|filename)"
    r"|(?:file ?name|title|label)(?= [\"'\u201c\u2018]))"
    r"(?: (?:it|this|that|them|the (?:file|event|meeting|list|pin|marker|document|task|note|"
    r"folder|playlist|project)))?:? "
    r"(?P<name>\"[^\"\n]{1,100}\"|\u201c[^\u201d\n]{1,100}\u201d|'[^'\n]{1,100}'(?!\w)|\u2018[^\u2019\n]{1,100}\u2019|"
    r"[^\s,;:!?()\"\u201c][^,;:!?()\n\"\u201c]{0,80})",
    re.IGNORECASE,
)
_END = re.compile(
    r"\s+(?:please|pls|plz|thanks|thx|and (?:then )?(?:make|put|set|add|send|mark|give|call|"
    r"invite|share|assign|due|move|open|save)|"
    r"(?:at|on|in|for|from|with|without|due|until|by|to|as|that|which|so|because|if|when|"
    r"starting|then)|is|are|was)\b.*$|\.$",
    re.IGNORECASE,
)
_WITH_NAME = re.compile(r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,4} (?:with|for|from|in) [A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}")
_WITH_MORE = re.compile(r", (?:and |also )?(?:with|containing|including|starting with|consisting of)\b", re.IGNORECASE)
"""What a thing has is told behind the comma, so that the "with" before it belongs to the name."""
_WHAT = re.compile(r"([a-z]{2,20}),? (?:that is |which is |is |are )?$", re.IGNORECASE)
_WHO_OR_WHERE = frozenset(
    "someone somebody anyone anybody everyone everybody people "
    "person guy man woman girl boy friend contact colleague user customer client guest "
    "place restaurant cafe bar hotel shop store street town city village country company "
    "band artist author room".split()
)
"""What is called so already, and gets no name."""
_READ = 2_000


def put_called(parameters: Sequence[Parameter], query: str, values: MutableMapping[tuple[str, ...], Any]) -> None:
    """Give the one parameter that is a name, in place, what a request calls something, and take it from others."""
    texts = [p for p in parameters if p.type == "str" and not (p.many or p.options or p.schema.get("format"))]
    named = [p for p in texts if _is_name(p)]
    name = _name_given(query[:_READ], texts) if len(named) == 1 else ""
    if not name:
        _put_marked(named, [p for p in texts if not PLACE.isdisjoint(name_words(p.path[-1]))], query[:_READ], values)
        return
    given = str(values.get(named[0].path, ""))
    longer = given and name.startswith(given) and _WITH_NAME.fullmatch(name)
    if not given or longer or not (name.lower().startswith(given.lower()) or given.lower().startswith(name.lower())):
        taken = [p.path for p in texts if p is not named[0] and str(values.get(p.path, "")).lower() == name.lower()]
        if given and not taken and given.lower() not in name.lower() and named[0].required:
            return  # what it is called beside: "rename Draft, called Plan"
        values[named[0].path] = name
    for other in texts:
        if other is not named[0] and _KEPT.isdisjoint(name_words(other.path[-1])):
            said = str(values.get(other.path, "")).lower()
            if said and said == str(values[named[0].path]).lower():
                del values[other.path]


def _put_marked(
    named: Sequence[Parameter],
    places: Sequence[Parameter],
    query: str,
    values: MutableMapping[tuple[str, ...], Any],
) -> None:
    """Part, in place, what is marked and as what: "mark 12 Baker Street as Grandma's house in green"."""
    found = _MARKED.match(query)
    if not found or len(named) != 1 or len(places) != 1:
        return
    place, name = found["place"].strip(), _END.sub("", found["name"]).strip(" .")
    if values.get(named[0].path) is None and str(values.get(places[0].path, name)) in name:
        values[named[0].path], values[places[0].path] = name, place


_MARKED = re.compile(
    r"(?:(?:please|pls|can you|could you) )?(?:mark|pin|save|bookmark|tag|label) (?P<place>[^,;:!?\n]{2,80}?) as "
    r"(?P<name>[^,;:!?\n]{2,60})",
    re.IGNORECASE,
)


def _is_name(parameter: Parameter) -> bool:
    words = name_words(parameter.path[-1])
    return not _NAMES.isdisjoint(words) and _OTHER_NAMES.isdisjoint(words)


def _name_given(query: str, texts: Sequence[Parameter]) -> str:
    """The only name that a request gives something; empty without, or where a place or a person is called so."""
    found = []
    owners = _WHO_OR_WHERE | {word for p in texts if not _is_name(p) for word in name_words(p.path[-1])}
    for match in _CALLED.finditer(query):
        before = _WHAT.search(query[: match.start()])
        who = before[1].lower() if before else ""
        if {who, who.removesuffix("s")} & owners and match["how"].lower().endswith("ed"):
            continue
        said = match["name"].strip()
        quoted = said[0] in "\"'\u201c\u2018" and len(said) > 1
        if quoted:
            said = said[1:-1]
        elif not (_WITH_NAME.fullmatch(said) and _WITH_MORE.match(query, match.end("name"))):
            said = _END.sub("", said).strip(" .'")
        if said and said.lower() not in ("it", "this", "that", "so", "off", "for", "on", "the"):
            found.append(said)
    return found[0] if len(found) == 1 else ""
