"""The list of objects that a request says, read piece by piece: see `listed`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from keyhole.models.embedded.listed import Listed, best_of, cuts, head_of, left_of, without
from keyhole.models.embedded.listed_pieces import Piece, piece_of
from keyhole.models.embedded.prompt import FillView
from keyhole.models.embedded.text import name_words, stem
from keyhole.models.embedded.witnesses import FillWeights
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
    """The list of objects that a request says, by its path, with the texts that stand before a list that is set off:
    "friday: Halo by Ola Venn, Static". Empty where it says none. `values`: what the request says besides, by what was
    picked of the view, if anything."""
    head = head_of(query)
    if head and view:
        output = await reads(replace(task, schema=without(task.schema, listed.name)), head, weights)
        texts: dict[tuple[str, ...], Any] = {
            (name,): value for name, value in output["args"].items() if isinstance(value, str)
        }
        behind = left_of(view, picks, query, values, texts)[len(head) :] if texts else ""
        if objects := await _objects(reads, task, listed, behind, weights, set_off=True):
            return {**texts, (listed.name,): objects}
    left = left_of(view, picks, query, values) if view else query
    objects = await _objects(reads, task, listed, left, weights, set_off=False)
    return {(listed.name,): objects} if objects else {}


async def _objects(
    reads: Reads, task: FillTask, listed: Listed, text: str, weights: FillWeights, *, set_off: bool
) -> list[Mapping[str, Any]]:
    """The objects that a text says; `set_off`: it says nothing else."""
    of_one = replace(task, tool=listed.name, description=listed.description, schema=listed.schema)
    parts = listed.parts
    ways, made = cuts(text, parts), dict[str, Piece]()
    firsts = set() if set_off else {way[0] for way in ways}
    about = {stem(word) for name in (task.tool, *task.schema["properties"]) for word in name_words(name)}
    for piece in dict.fromkeys(piece for way in ways for piece in way):
        for doubts in (weights, replace(weights, said={})):
            output = await reads(of_one, piece, doubts)
            made[piece] = piece_of(parts, output, piece, first=piece in firsts, sure=bool(doubts.said), about=about)
            if made[piece].said:
                break
    return best_of([[made[piece] for piece in way] for way in ways])
