"""How networks are fitted here: a rate that rises and falls once, a step for each batch, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable

import torch
from torch import nn


class Descent:
    """An optimiser whose rates rise to what they are given as and fall to nothing, in so many steps (Smith and Topin,
    "Super-Convergence", 2018); `rise` is the share of these in which they rise."""

    def __init__(self, optimiser: torch.optim.Optimizer, steps: int, rise: float) -> None:
        self._optimiser, self.steps, self.done = optimiser, steps, 0
        highest = [group["lr"] for group in optimiser.param_groups]
        self._rate = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, highest, total_steps=steps + 1, pct_start=rise, anneal_strategy="linear"
        )
        self._began = time.monotonic()

    def step(self, loss: torch.Tensor, longest: float | None = None) -> float:
        """Go down, with a gradient of that length at most; returns the loss as a number."""
        self._optimiser.zero_grad()
        loss.backward()
        if longest is not None:
            nn.utils.clip_grad_norm_(
                [each for group in self._optimiser.param_groups for each in group["params"]], longest
            )
        self._optimiser.step()
        self._rate.step()
        self.done += 1
        return float(loss.detach())

    @property
    def left(self) -> str:
        """The time that is left, in words."""
        return f"{(time.monotonic() - self._began) / self.done * (self.steps - self.done):.0f} s left"


def descended(start: torch.Tensor, loss_of: Callable[[torch.Tensor], torch.Tensor], pull: float) -> torch.Tensor:
    """The weights with the smallest loss; `pull` draws them to the start."""
    weights = start.clone().requires_grad_()
    optimiser = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = loss_of(weights) + pull * ((weights - start) ** 2).sum()
        loss.backward()
        return loss

    optimiser.step(closure)
    return weights.detach()
