"""Requests that a sentence encoder has read, as examples of the route step: what it says of them is what is right."""

from __future__ import annotations

import random
from pathlib import Path

import torch

from keyhole.models.embedded.route.matcher import card_text
from keyhole.models.model import ToolCard

SOME = 0.4
"""Share of examples with only some of the cards in view, so that none is right more often."""
AMONG_RIVALS = 0.55
"""Share of examples with cards of other sets that the teacher thinks near, where it was asked for them."""


class TaughtRoutes:
    """Draws requests of what stage `teach_cards` wrote, and of its teacher's answers one as likely as he thinks it."""

    def __init__(self, path: Path) -> None:
        made = torch.load(path, mmap=True)
        self._requests, self._in_view = made["requests"], made["in_view"]
        self._cards = [ToolCard(*card) for card in made["cards"]]
        self._asked, self._offered = made["asked"], made["offered"]
        self._rivals = made.get("rivals")
        self._sharpness, self._none = made["sharpness"], made["none"]

    def route(self, r: random.Random) -> tuple[str, list[ToolCard], int]:
        """A request, the cards in view and the place of the right one, -1 where none of them is."""
        row = r.randrange(len(self._requests))
        places = self._in_view[row]
        rivals = [place for place in self._rivals[row].tolist() if place >= 0] if self._rivals is not None else []
        if rivals and (not places or r.random() < AMONG_RIVALS):
            near = rivals[: r.choice((4, 8, len(rivals)))]
            places = r.sample(places, r.randint(0, len(places))) + r.sample(near, min(len(near), r.randint(1, 6)))
            r.shuffle(places)
        elif r.random() < SOME:
            places = r.sample(places, r.randint(1, len(places)))
        scores = self._sharpness * self._offered[places].float() @ self._asked[row].float()
        odds = torch.softmax(torch.cat([scores, torch.tensor([self._none])]), 0).tolist()
        at = r.choices(range(len(odds)), odds)[0]
        return self._requests[row], [self._cards[place] for place in places], at if at < len(places) else -1

    def places(self) -> dict[str, int]:
        """Where the teacher's directions of a text stand, in `requests` followed by cards, by what he read."""
        cards = {card_text(card): at for at, card in enumerate(self._cards, start=len(self._requests))}
        return cards | {request: at for at, request in enumerate(self._requests)}
