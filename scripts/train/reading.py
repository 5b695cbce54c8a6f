"""How the small networks read a text, with numbers that can be learned: stages `familiar`, `matcher` and `pointer`.

As `keyhole.models.embedded.reader`, which they are exported for.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from meanings import WORDS_LEFT_OUT, Meanings
from torch import nn
from torch.nn.functional import pad, relu
from torch.nn.utils.rnn import pad_sequence

from keyhole.models.embedded.fill.ranker import feature
from keyhole.models.embedded.reader import DIGITS, FINE, WIDTHS, ZERO, pieces_of, read_words

LEVELS = 21
"""Numbers of the table that are told apart on either side of 0: more route no better and pack less well."""


@dataclass
class Vocabulary:
    """All words that are read: the rows of their pieces in a table of `size`, and their places in both lists."""

    size: int
    places: dict[str, int] = field(default_factory=dict)
    pieces: list[list[int]] = field(default_factory=list)

    def read(self, text: str) -> np.ndarray:
        """A request's words."""
        return np.array([self.place(word) for word in read_words(text)], dtype=np.int64)

    def place(self, word: str) -> int:
        place = self.places.setdefault(word, len(self.pieces))
        if place == len(self.pieces):
            self.pieces.append([feature(piece) & (self.size - 1) for piece in pieces_of(word)])
        return place


class Reading(nn.Module):
    """As `reader.Reader`, with numbers that can be learned."""

    def __init__(self, vocabulary: Vocabulary, meanings: Meanings, dims: int, filters: int) -> None:
        super().__init__()
        self.vocabulary, self.meanings = vocabulary, meanings
        self.table = nn.EmbeddingBag(vocabulary.size, dims, mode="mean")
        nn.init.normal_(self.table.weight, 0, 0.1)
        self.meaning = nn.Linear(meanings.wide, dims, bias=False)
        self.filters = nn.ModuleList(nn.Conv1d(dims, filters, width) for width in WIDTHS)
        self.count = len(WIDTHS) * filters
        self.wide = self.count + meanings.wide

    def found(self, words: Sequence[np.ndarray]) -> torch.Tensor:
        """What the filters find in texts, and where the words of each point to together (texts, numbers)."""
        return torch.cat([self.read(words), self.meanings.sums(words)], -1)

    def read(self, words: Sequence[np.ndarray]) -> torch.Tensor:
        """The highest answer of every filter (texts, filters)."""
        return torch.cat([each.amax(-1) for each in self._answers(words)[1]], -1)

    def around(self, words: Sequence[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Which words there are (texts, words); what is found around each (texts, words, numbers): of each width one
        half of the filters begins at it and one half ends at it, and what it means; and what is found in all."""
        padded, answers = self._answers(words)
        sides = []
        for width, each in zip(WIDTHS, answers, strict=True):
            ahead, back = each.chunk(2, 1)
            sides += [ahead, pad(back, (width - 1, 0))[..., : padded.shape[1]]]
        around = torch.cat([torch.cat(sides, 1).transpose(1, 2), self.meanings(padded.clamp(min=0))], -1)
        most = torch.cat([*(each.amax(-1) for each in answers), self.meanings.sums(words)], -1)
        return padded >= 0, around, most

    def _answers(self, words: Sequence[np.ndarray]) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """The places of words (texts, words), -1 beyond an end; for each width its answers (texts, filters, words)."""
        padded = pad_sequence([torch.from_numpy(each) for each in words], batch_first=True, padding_value=-1)
        there = padded >= 0
        seen, places = padded.clamp(min=0).unique(return_inverse=True)
        bags = [self.vocabulary.pieces[word] for word in seen.tolist()]
        starts = torch.tensor([0, *map(len, bags[:-1])]).cumsum(0)
        means = self.table(torch.tensor([row for bag in bags for row in bag]), starts)
        means = means + self.meaning(self.meanings(seen))
        if self.training:
            there = there & (torch.rand(there.shape) >= WORDS_LEFT_OUT)
        text = (means[places] * there[..., None]).transpose(1, 2)
        beyond = (padded < 0)[:, None]
        return padded, [
            relu(kernel(pad(text, (0, width - 1)))).masked_fill(beyond, 0.0)
            for width, kernel in zip(WIDTHS, self.filters, strict=True)
        ]

    def exported(self, levels: int = 127) -> dict[str, object]:
        """What `reader` takes: a table, and a reader's numbers, so many of which are told apart."""
        row_scale = float(self.table.weight.detach().abs().max()) / LEVELS
        rows = (self.table.weight.detach() / row_scale).round().int().flatten().tolist()
        table = "".join(DIGITS[ZERO + number] for number in rows)
        meaning, meaning_scale = packed(self.meaning.weight, levels)
        # for each place of a word: for each of its numbers, every filter that is so wide, the widest first
        kernels = [kernel.weight for kernel in self.filters]
        places = [
            [k[:, :, at] for k, width in zip(kernels, WIDTHS, strict=True) if at < width] for at in range(max(WIDTHS))
        ]
        filters, scale = packed(torch.cat([torch.cat(each).T.flatten() for each in places]), levels)
        step = row_scale * scale / FINE
        biases = torch.cat([kernel.bias for kernel in self.filters]) / step
        return {
            "table": table, "dims": self.table.weight.shape[1], "meaning": meaning,
            "meaning_step": meaning_scale * FINE / row_scale, "filters": filters,
            "biases": biases.round().int().tolist(), "step": step,
        }  # fmt: skip

    @torch.no_grad()
    def begin(self, made: Mapping[str, Any]) -> None:
        """The numbers of what `exported` made: how large those of the table are and those that multiply them is all the
        same, so the largest is 1."""
        row_scale, dims = 1 / LEVELS, int(made["dims"])
        digits = {digit: at - ZERO for at, digit in enumerate(DIGITS)}
        rows = torch.tensor([digits[digit] for digit in made["table"]]) * row_scale
        self.table.weight.copy_(rows.view(-1, dims))
        self.meaning.weight.copy_(unpacked(made["meaning"], made["meaning_step"] * row_scale / FINE).view(dims, -1))
        numbers = unpacked(made["filters"], made["step"] * FINE / row_scale)
        for at in range(max(WIDTHS)):
            wide = [kernel.weight for kernel, width in zip(self.filters, WIDTHS, strict=True) if at < width]
            counts = [len(each) for each in wide]
            place, numbers = numbers[: dims * sum(counts)].view(dims, -1).T, numbers[dims * sum(counts) :]
            for weight, each in zip(wide, place.split(counts), strict=True):
                weight[:, :, at] = each
        biases = (torch.tensor(made["biases"]) * made["step"]).chunk(len(WIDTHS))
        for kernel, bias in zip(self.filters, biases, strict=True):
            kernel.bias.copy_(bias)


def packed(weights: torch.Tensor, levels: int = 127) -> tuple[str, float]:
    """As numbers of eight bits in base64, of which so many on either side of 0, and what 1 of them means."""
    scale = float(weights.detach().abs().max()) / levels
    return base64.b64encode((weights.detach() / scale).round().to(torch.int8).numpy().tobytes()).decode(), scale


def unpacked(weights: str, scale: float) -> torch.Tensor:
    """The numbers of what `packed` made."""
    return torch.frombuffer(bytearray(base64.b64decode(weights)), dtype=torch.int8) * scale
