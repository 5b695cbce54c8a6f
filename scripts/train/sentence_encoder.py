"""A sentence encoder as `transformers` saves them, to be fine-tuned: a teacher, far too large for a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from muon import fast_bfloat16
from torch import nn
from transformers import AutoModel, AutoTokenizer


class SentenceEncoder(nn.Module):
    """The mean of what an encoder makes of a text's tokens (Reimers and Gurevych, "Sentence-BERT", 2019)."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.tokenizer, self.encoder = AutoTokenizer.from_pretrained(folder), AutoModel.from_pretrained(folder)

    @property
    def width(self) -> int:
        """Numbers that a text becomes."""
        return int(self.encoder.config.hidden_size)

    def means(self, *texts: list[str], cut: bool | str, most: int) -> torch.Tensor:
        """Of texts, or of pairs of texts given as two lists (texts, numbers). `cut` is the tokenizer's truncation to
        `most` tokens."""
        device = self.encoder.device
        batch: Any = self.tokenizer(*texts, padding=True, truncation=cut, max_length=most, return_tensors="pt")
        batch = batch.to(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda" or fast_bfloat16()):
            hidden = self.encoder(**batch).last_hidden_state
        there = batch["attention_mask"][..., None].float()
        means: torch.Tensor = (hidden.float() * there).sum(1) / there.sum(1)
        return means
