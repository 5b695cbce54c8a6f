"""How a request is put together: names into a template, then the capitals and the end that people type."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from invented import Answer

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.model import ToolCard

Where = dict[str, list[tuple[int, int]]]
"""Of each blank of a template, where in the request it was filled; `[` and `]` are marks of the template's own."""


@dataclass
class LookUp:
    """A request and the toolbox it is made to: `tool` is the index of the right card, -1 none, -2 clarify."""

    query: str
    cards: list[ToolCard]
    tool: int
    parameters: list[Parameter]
    answers: list[Answer]


def placed(template: str, values: dict[str, str]) -> tuple[str, Where]:
    """A template with its blanks filled, and where."""
    out, where = "", Where()
    for piece in re.split(r"(\{\w\}|[\[\]])", template):
        if piece in ("[", "]"):
            where.setdefault(piece, []).append((len(out), len(out)))
        elif re.fullmatch(r"\{\w\}", piece):
            text = values[piece[1]]
            where.setdefault(piece[1], []).append((len(out), len(out) + len(text)))
            out += text
        else:
            out += piece
    return out, where


def dressed(r: random.Random, query: str, where: Where) -> tuple[str, Where]:
    """The request as somebody else might begin, capitalise and end it."""
    x = r.random()
    lead = (
        r.choice(["hey, ", "please ", "can you tell me ", "ok so ", "hi! ", "um ", "quick question: ", "so "])
        if x < 0.14
        else ""
    )
    query = lead + query
    shift = len(lead)
    x = r.random()
    if x < 0.35:
        query = query[0].upper() + query[1:]
    elif x < 0.6:
        query = query.lower()
    if r.random() < 0.5:
        query += r.choice(["?", "?", "?", ".", "!", " please", " thanks", "??"])
    return query, {k: [(a + shift, b + shift) for a, b in v] for k, v in where.items()}
