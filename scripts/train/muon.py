"""Muon: momentum whose matrices are orthogonalised by Newton-Schulz before they are applied (Jordan et al., 2024).

PyTorch's own runs the iteration in bfloat16, which takes seconds a step on a processor; on one with AMX ours came to a
stop in it, too. This one stays in the weights' own precision and does all matrices of one shape at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor


def fast_bfloat16() -> bool:
    """Whether this processor has instructions for products of bfloat16 matrices (AMX, or AVX-512 BF16)."""
    return bool(torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported())


def orthogonalised(g: Tensor, steps: int = 4) -> Tensor:
    """The nearest semi-orthogonal matrices, roughly: the quintic iteration on a stack (n, rows, columns)."""
    a, b, c = 3.4445, -4.7750, 2.0315
    tall = g.shape[-2] > g.shape[-1]
    x = g.mT if tall else g
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + torch.bmm(b * gram + c * gram @ gram, x)
    return x.mT if tall else x


class Muon(torch.optim.Optimizer):
    """For matrices only; the update is scaled by sqrt(max(1, rows / columns))."""

    def __init__(self, params: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.02) -> None:
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        """One update. `closure` is what torch's other optimizers take; none is needed here."""
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[Tensor]] = defaultdict(list)
            for p in group["params"]:
                if p.grad is not None:
                    by_shape[p.shape].append(p)
            for shape, params in by_shape.items():
                for p in params:
                    state = self.state[p]
                    if not state:
                        state["momentum"] = torch.zeros_like(p)
                    state["momentum"].lerp_(p.grad, 1 - group["momentum"])
                stack = torch.stack([p.grad.lerp(self.state[p]["momentum"], group["momentum"]) for p in params])
                scale = group["lr"] * max(1.0, shape[0] / shape[1]) ** 0.5
                for p, update in zip(params, orthogonalised(stack), strict=True):
                    p.mul_(1 - group["lr"] * group["weight_decay"]).sub_(update, alpha=scale)
