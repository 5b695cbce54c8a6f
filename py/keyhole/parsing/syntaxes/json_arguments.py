"""An object alone, behind whatever named its tool."""

from __future__ import annotations

from dataclasses import replace

from keyhole.parsing.lenient_json import JsonError, UnfinishedJson
from keyhole.parsing.source import Source
from keyhole.parsing.types import Draft, Found


def read_arguments(source: Source, start: int, name: str, at: int) -> Found:
    """The object at `at`: the arguments of a call of `name` that begins at `start`. With a `problem` and the arguments
    as they stand where the text breaks off in them. Raises `Refused` where there is no object."""
    try:
        read = source.json(at)
    except UnfinishedJson:
        end = len(source.text)
        problem = source.refuse("the text ends inside the arguments", at).problem
        return Found(end, (Draft(name, None, (start, end), raw=source.text[at:]),), problem=problem)
    except JsonError as error:
        raise source.refuse(error.reason, error.position) from None
    if not isinstance(read.value, dict):
        raise source.refuse("the arguments are not an object", at)
    return Found(read.end, (Draft(name, read.value, (start, read.end), repairs=read.repairs),))


def reaching(found: Found, end: int) -> Found:
    """The same, up to the mark behind it that ends at `end`."""
    drafts = tuple(replace(draft, span=(draft.span[0], end)) for draft in found.drafts)
    return replace(found, end=end, drafts=drafts)
