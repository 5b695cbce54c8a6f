"""The network: a llama (RMSNorm, rotary pairs, SwiGLU, tied embeddings), as small as they come."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass(frozen=True)
class Shape:
    """The size of a model, as it is written into the GGUF."""

    vocab: int = 8192
    dim: int = 192
    layers: int = 6
    heads: int = 6
    hidden: int = 512
    context: int = 1024
    rope_base: float = 10000.0
    eps: float = 1e-5

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


class Norm(nn.Module):
    def __init__(self, dim: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.weight, self.eps)


class Block(nn.Module):
    def __init__(self, s: Shape) -> None:
        super().__init__()
        self.heads = s.heads
        self.norm1, self.norm2 = Norm(s.dim, s.eps), Norm(s.dim, s.eps)
        self.q, self.k, self.v, self.o = (nn.Linear(s.dim, s.dim, bias=False) for _ in range(4))
        self.gate, self.up = (nn.Linear(s.dim, s.hidden, bias=False) for _ in range(2))
        self.down = nn.Linear(s.hidden, s.dim, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, future: Tensor) -> Tensor:
        b, t, d = x.shape
        y = self.norm1(x)
        q, k, v = (f(y).view(b, t, self.heads, d // self.heads).transpose(1, 2) for f in (self.q, self.k, self.v))
        q, k = rotate(q, cos, sin).to(v.dtype), rotate(k, cos, sin).to(v.dtype)
        if x.is_cuda:
            seen = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:  # written out: for requests this short PyTorch's fused attention takes twice the time on a processor
            scores = (q @ k.transpose(-1, -2)).float() * (d // self.heads) ** -0.5
            seen = torch.softmax(scores + future, -1).to(v.dtype) @ v
        x = x + self.o(seen.transpose(1, 2).reshape(b, t, d))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary embedding of interleaved pairs, as llama.cpp does for architecture `llama`."""
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)


class Llama(nn.Module):
    """Token ids (batch, time) to hidden states; `logits` of the positions that are asked for."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.embed = nn.Embedding(shape.vocab, shape.dim)
        blocks = [Block(shape) for _ in range(shape.layers)]
        self.blocks = nn.ModuleList(blocks)
        self.norm = Norm(shape.dim, shape.eps)
        half = shape.dim // shape.heads // 2
        angle = torch.outer(torch.arange(shape.context), shape.rope_base ** (-torch.arange(half) / half))
        self.register_buffer("cos", angle.cos(), persistent=False)
        self.register_buffer("sin", angle.sin(), persistent=False)
        for block in blocks:
            for layer in (block.q, block.k, block.v, block.gate, block.up):
                nn.init.normal_(layer.weight, std=shape.dim**-0.5)
            nn.init.zeros_(block.o.weight)
            nn.init.zeros_(block.down.weight)
        nn.init.normal_(self.embed.weight, std=shape.dim**-0.5)

    def forward(self, ids: Tensor) -> Tensor:
        """Hidden states (batch, time, dim) that `logits` takes."""
        return self.states(ids, len(self.blocks))[1]

    def states(self, ids: Tensor, after: int) -> tuple[Tensor, Tensor]:
        """What is there after so many blocks, and the hidden states that `logits` takes (batch, time, dim)."""
        x = self.embed(ids)
        cos, sin = self.cos[: ids.shape[1]], self.sin[: ids.shape[1]]
        t = ids.shape[1]
        future = torch.triu(torch.full((t, t), -1e9, device=ids.device), 1)
        midway = x
        for number, block in enumerate(self.blocks, start=1):
            x = block(x, cos, sin, future)
            if number == after:
                midway = x
        return midway, self.norm(x)

    def logits(self, hidden: Tensor, answers: int = 0, sample: int = 0) -> Tensor:
        """Logits of every token; or of the first `answers` tokens and of `sample` random others.

        The others then stand for all that were not drawn: their logits are raised so that the sum of exponentials is
        right in expectation. What is never an answer needs no more than that to be kept down.
        """
        if not sample:
            return hidden @ self.embed.weight.T
        rest = self.shape.vocab - answers
        drawn = torch.randint(answers, self.shape.vocab, (sample,), device=hidden.device)
        words = hidden @ self.embed.weight[drawn].T + math.log(rest / sample)
        return torch.cat((hidden @ self.embed.weight[:answers].T, words), -1)
