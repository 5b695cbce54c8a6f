"""Token shards, as stage `data` writes them, and the batches that stage `train` makes of them."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

NONE, AUX = 0xFFFF, 0x4000
"""In `targets`: nothing is learned here; this is of the side task."""
NOTHING = -1
"""The place of no text."""
WIDTHS = 8
"""Batches are as wide as a multiple of this: fewer shapes, and faster ones."""


@dataclass
class Batch:
    """Examples of like length, and what is to be said of them; positions are of the flattened batch."""

    tokens: torch.Tensor
    """Ids (examples, time)."""
    at: torch.Tensor
    """Positions where something is learned, with `wanted`, token ids, and `dense`, whether it is of the side task."""
    wanted: torch.Tensor
    dense: torch.Tensor
    meant_at: torch.Tensor
    """Positions behind a text that a teacher has read, with `meant`, the rows of what he made of it."""
    meant: torch.Tensor

    def to(self, device: str) -> Batch:
        """The same on another device, without waiting for it."""
        moved = {name: value.to(device, non_blocking=True) for name, value in vars(self).items()}
        return Batch(**moved)


class Shards:
    """Batches of about `batch_tokens` tokens of examples of like length. New shards are picked up as they appear."""

    def __init__(self, folder: Path, batch_tokens: int, rng: random.Random, files: int = 1) -> None:
        self.folder, self.batch_tokens, self.rng, self.files = folder, batch_tokens, rng, files
        self.used: dict[Path, int] = {}

    def next_file(self) -> Path:
        """The file that was used least, a random one of them."""
        files = sorted(p for p in self.folder.glob("*.npz") if not p.name.endswith(".tmp.npz"))
        if not files:
            raise SystemExit(f"no shards in {self.folder}: run the data stage first")
        least = min(self.used.get(p, 0) for p in files)
        chosen = self.rng.choice([p for p in files if self.used.get(p, 0) == least])
        self.used[chosen] = least + 1
        return chosen

    def batches(self) -> Iterator[Batch]:
        """All batches of so many files together, in random order."""
        parts = []
        for _ in range(self.files):
            with np.load(self.next_file()) as data:
                parts.append(dict(data))
        tokens, targets = (np.concatenate([part[name] for part in parts]) for name in ("tokens", "targets"))
        rows = np.full(len(tokens), NOTHING, np.int64)
        lengths, begun = np.concatenate([np.diff(part["offsets"]) for part in parts]), 0
        for part in parts:
            rows[begun + part["meant_at"]] = part["meant"]
            begun += len(part["tokens"])
        starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        groups: list[list[int]] = [[]]
        for i in np.argsort(lengths, kind="stable"):
            if groups[-1] and (len(groups[-1]) + 1) * lengths[i] > self.batch_tokens:
                groups.append([])
            groups[-1].append(i)
        self.rng.shuffle(groups)
        for group in groups:
            places = np.arange(-(-max(lengths[group]) // WIDTHS) * WIDTHS)
            there = places < lengths[group, None]
            source = np.where(there, starts[group, None] + places, 0)
            x = np.where(there, tokens[source], 0).astype(np.int64)
            y = np.where(there, targets[source], NONE).astype(np.int64).ravel()
            m = np.where(there, rows[source], NOTHING).ravel()
            at, meant_at = np.flatnonzero(y != NONE), np.flatnonzero(m != NOTHING)
            learned = (x, at, y[at] & ~AUX, (y[at] & AUX) != 0, meant_at, m[meant_at])
            yield Batch(*map(torch.from_numpy, learned))

    def ahead(self, device: str) -> Iterator[Batch]:
        """Batches without end, made while others are learned from."""
        ready: queue.Queue[Batch | BaseException] = queue.Queue(8)

        def make() -> None:
            try:
                while True:
                    for batch in self.batches():
                        ready.put(batch)
            except BaseException as error:  # whoever waits for the next batch is told
                ready.put(error)

        threading.Thread(target=make, daemon=True).start()
        while True:
            made = ready.get()
            if isinstance(made, BaseException):
                raise made
            yield made.to(device)
