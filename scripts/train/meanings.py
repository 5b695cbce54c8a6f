"""What words mean, for the networks that read: learned on with the towers of stage `matcher`, or as these left it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

import numpy as np
import torch
from torch import nn
from torch.nn.functional import embedding_bag, normalize
from word_vectors import CLIP, as_file

from keyhole.word_vectors import WordVectors

WORDS_LEFT_OUT = 0.1
"""Share of words that are not seen each time, so that none is relied upon alone."""


class Meanings(nn.Module):
    """What words mean and how much each tells; a word that is not among them means nothing."""

    def __init__(
        self,
        read: Iterable[str],
        words: Sequence[str],
        vectors: torch.Tensor,
        weights: np.ndarray,
        *,
        learned: bool = True,
    ) -> None:
        """`read`: all words that are read, in the order of their places. `learned`: they are learned on."""
        super().__init__()
        rows = {word: row for row, word in enumerate(words)}
        self.words, self.unknown, self.wide, self.learned = words, len(words), vectors.shape[1], learned
        self.rows = torch.tensor([rows.get(word, self.unknown) for word in read])
        table = torch.cat([vectors, torch.zeros(1, self.wide)])
        self.vectors = nn.Embedding.from_pretrained(table, freeze=not learned, padding_idx=self.unknown)
        self.logs = nn.Parameter(torch.tensor(weights, dtype=torch.float32).log(), requires_grad=learned)

    @classmethod
    def of(cls, read: Iterable[str], vectors: WordVectors) -> Meanings:
        """As a file of word vectors has them."""
        known = list(read)
        words = [word for word in known if word in vectors]
        table = torch.tensor([vectors.direction(word) for word in words])
        return cls(known, words, table, np.array([vectors.weight(word) for word in words]), learned=False)

    def forward(self, places: torch.Tensor) -> torch.Tensor:
        """What the words at these places of the vocabulary mean, as directions."""
        rows = self.rows[places]
        return self._meant(rows) * (rows < self.unknown)[..., None]

    def sums(self, texts: Sequence[np.ndarray]) -> torch.Tensor:
        """Where all words of a text point to together (texts, numbers)."""
        rows = [self.rows[each] for each in texts]
        if self.training:
            rows = [each[torch.rand(len(each)) >= WORDS_LEFT_OUT] for each in rows]
        starts = torch.tensor([0, *map(len, rows[:-1])]).cumsum(0)
        seen, places = torch.cat(rows).unique(return_inverse=True)
        weights = torch.cat([self.logs, torch.tensor([-torch.inf])]).exp()[seen]
        summed = embedding_bag(places, self._meant(seen), starts, mode="sum", per_sample_weights=weights[places])
        return normalize(summed)

    def _meant(self, rows: torch.Tensor) -> torch.Tensor:
        """Directions whose numbers have the four bits of a file; they slope as if they had all."""
        exact = normalize(self.vectors(rows), dim=-1)
        if not self.learned:
            return exact
        step = CLIP / 7.5 / self.wide**0.5
        kept = ((exact / step + 8).floor().clamp(0, 15) - 7.5) * step
        return exact + (kept - exact).detach()

    def exported(self) -> str:
        """A file of `keyhole.word_vectors` in base64."""
        vectors = normalize(self.vectors.weight[:-1]).detach().numpy()
        return base64.b64encode(as_file(self.words, vectors, self.logs.exp().detach().numpy())).decode()
