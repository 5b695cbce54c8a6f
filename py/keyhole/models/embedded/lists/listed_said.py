"""The list of objects that a request says, read piece by piece: see `listed`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from keyhole.models.embedded.fill.witnesses import FillWeights
from keyhole.models.embedded.lists.listed import (
    Listed,
    best_of,
    cuts,
    head_of,
    in_words,
    is_sure,
    left_of,
    said_of_all,
    without,
)
from keyhole.models.embedded.lists.listed_pieces import NUMBER, Piece, piece_of, says_something, shared_values
from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.text import as_word, name_words, stem
from keyhole.models.model import FillTask

Values = Mapping[tuple[str, ...], Any]
"""Values by their paths."""
Reads = Callable[[FillTask, str, FillWeights], Awaitable[dict[str, Any]]]
"""The fill step's output for a text, lists of objects aside."""


async def objects_said(
    reads: Reads,
    task: FillTask,
    listed: Listed,
    query: str,
    values: Values,
    weights: FillWeights,
    view: FillView | None = None,
    picks: Sequence[Sequence[str]] = (),
) -> dict[tuple[str, ...], Any]:
    """What a request says of a tool's arguments with the list of objects, by path; empty where it says no list.

    `values`: what the request says besides, by what was picked of the view, if anything. Texts that stand before a list
    that is set off come from there: "friday: Halo by Ola Venn, Static". Where more objects are said if no other
    parameter takes a word of them, these take what stands beside, if anything: "leek, beans and corn for Mrs Holt".
    """
    plain = replace(task, schema=without(task.schema, listed.name))
    head = head_of(query)
    if head and view:
        output = await reads(plain, head, weights)
        texts: dict[tuple[str, ...], Any] = {
            (name,): value for name, value in output["args"].items() if isinstance(value, str)
        }
        behind = left_of(view, picks, query, values, texts)[len(head) :] if texts else ""
        if found := await _found(reads, task, listed, behind, weights, set_off=True):
            return {**values, **texts, (listed.name,): found.objects}
    left = left_of(view, picks, query, values) if view else query
    found = await _found(reads, task, listed, left, weights, set_off=False)
    if left != query:
        more = await _found(reads, task, listed, query, weights, set_off=False)
        if len(more.objects) > len(found.objects) and more.count > found.count:
            output = await reads(plain, more.rest, weights) if says_something(more.rest) else {"args": {}}
            beside: dict[tuple[str, ...], Any] = {(name,): value for name, value in output["args"].items()}
            if not any(beside.get(path) != value and is_sure(path[-1], value, query) for path, value in values.items()):
                return {**beside, (listed.name,): more.objects}
    return {**values, (listed.name,): found.objects} if found else {}


@dataclass(frozen=True, slots=True)
class _Found:
    """The objects that a text says, how many of them surely say all that they need, and what is left of it."""

    objects: list[Mapping[str, Any]]
    count: int
    rest: str

    def __bool__(self) -> bool:
        return bool(self.objects)


async def _found(
    reads: Reads, task: FillTask, listed: Listed, text: str, weights: FillWeights, *, set_off: bool
) -> _Found:
    """The objects that a text says; `set_off`: it says nothing else."""
    of_one = replace(task, tool=listed.name, description=listed.description, schema=listed.schema)
    parts = listed.parts
    of_all, text = said_of_all(text)
    shared = shared_values(parts, await reads(of_one, of_all, weights)) if of_all else {}
    text = in_words(text, parts)
    ways, made = cuts(text, parts), dict[str, Piece]()
    bare = NUMBER.search(text) is None
    firsts = set() if set_off else {way[0] for way in ways}
    about = {stem(word) for name in (task.tool, *task.schema["properties"]) for word in name_words(name)}
    for piece in dict.fromkeys(piece for way in ways for piece in way):
        for doubts in (weights, replace(weights, said={})):
            output = await reads(of_one, piece, doubts)
            sure, first = bool(doubts.said), piece in firsts
            made[piece] = piece_of(parts, output, piece, first=first, sure=sure, about=about, shared=shared, bare=bare)
            if made[piece].said:
                break
    best = best_of([[made[piece] for piece in way] for way in ways])
    for piece in (piece for piece, said in made.items() if any(said is each for each in best)):
        text = as_word(piece).sub(" " * len(piece), text, count=1)
    return _Found([piece.said for piece in best], sum(piece.counts and piece.sure for piece in best), text)
