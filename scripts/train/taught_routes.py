"""Requests that a sentence encoder has read, as examples of the route step: what it says of them is what is right."""

from __future__ import annotations

import random
from pathlib import Path

import torch

from keyhole.models.model import ToolCard

SOME = 0.4
"""Share of examples with only some of the cards in view, so that none is right more often."""


class TaughtRoutes:
    """Draws requests of what stage `teach_cards` wrote, and of its teacher's answers one as likely as he thinks it."""

    def __init__(self, path: Path) -> None:
        made = torch.load(path)
        self._requests, self._in_view = made["requests"], made["in_view"]
        self._cards = [ToolCard(*card) for card in made["cards"]]
        self._asked, self._offered = made["asked"].float(), made["offered"].float()
        self._sharpness, self._none = made["sharpness"], made["none"]

    def route(self, r: random.Random) -> tuple[str, list[ToolCard], int]:
        """A request, the cards in view and the place of the right one, -1 where none of them is."""
        row = r.randrange(len(self._requests))
        places = self._in_view[row]
        if r.random() < SOME:
            places = r.sample(places, r.randint(1, len(places)))
        scores = self._sharpness * self._offered[places] @ self._asked[row]
        odds = torch.softmax(torch.cat([scores, torch.tensor([self._none])]), 0).tolist()
        at = r.choices(range(len(odds)), odds)[0]
        return self._requests[row], [self._cards[place] for place in places], at if at < len(places) else -1
