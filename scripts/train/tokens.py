"""Prompt text to token ids and back, exactly as llama.cpp reads a GGUF whose structural tokens are USER_DEFINED."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

from keyhole.models.embedded.prompt import CONTROL, STRUCTURAL

_PIECE = re.compile(r"<[a-z]*\d*>| [^ <]+")


class Tokens:
    """The vocabulary: `tokens` by id, `merges` in order of rank. From `make_tokenizer`'s `tokenizer.json`."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text())
        self.tokens: list[str] = data["tokens"]
        self.merges: list[str] = data["merges"]
        self.id = {token: index for index, token in enumerate(self.tokens)}
        self.special = {token: self.id[token] for token in (*CONTROL, *STRUCTURAL)}
        self._rank = {tuple(merge.split(" ")): index for index, merge in enumerate(self.merges)}
        self._cache: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Token ids of prompt text, without a begin token."""
        ids: list[int] = []
        cache = self._cache
        for piece in _PIECE.findall(text):
            known = cache.get(piece)
            if known is None:
                known = [self.special[piece]] if piece in self.special else self._bpe(piece)
                cache[piece] = known
            ids += known
        return ids

    def _bpe(self, piece: str) -> list[int]:
        parts = list("Ġ" + piece[1:])
        while len(parts) > 1:
            ranked = [(self._rank.get((a, b), 1 << 30), i) for i, (a, b) in enumerate(itertools.pairwise(parts))]
            rank, at = min(ranked)
            if rank == 1 << 30:
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self.id[part] for part in parts]
