"""A pool: several models that answer as one, switched by hand, in turn, or when one fails.

A switch takes effect at the next request. What is being streamed stays with the model that began it; a request goes to
another model only while nothing of its answer has arrived, and is then made anew in that model's dialect
(`ChatRequest.remake`). A model that failed rests: as long as its server asked for, or longer with each failure.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Literal

from keyhole.errors import (
    ConfigError,
    ContextOverflowError,
    DeviceLostError,
    ModelError,
    NetworkError,
    NoAdapterError,
    NoF16Error,
    NoWebGPUError,
    OutOfMemoryError,
    ServerError,
)
from keyhole.models.model import ChatChunk, ChatModel, ChatRequest, ModelProfile

Policy = Literal["manual", "round_robin"]

_FIRST_REST = 5.0
_LONGEST_REST = 300.0
_KEY_REST = 3600.0
_ELSEWHERE = (NetworkError, DeviceLostError, OutOfMemoryError, NoWebGPUError, NoAdapterError, NoF16Error)
_STATUSES = frozenset({401, 402, 403, 404, 408, 409, 425, 429, 500, 502, 503, 504, 529})


@dataclass(slots=True)
class Health:
    """How a model has done: failures since its last success, and until when it rests (by the pool's clock)."""

    failures: int = 0
    rests_until: float = 0.0
    last_error: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """That requests go to another model from here on, and why."""

    from_model: str
    to_model: str
    reason: str


def take_switches(model: ChatModel) -> list[Switch]:
    """The switches that a pool has made since the last time this was asked; none for any other model."""
    return model.take_switches() if isinstance(model, ModelPool) else []


def helps_elsewhere(error: ModelError) -> bool:
    """Whether another model may do better: the server or device failed, not the request."""
    return error.status in _STATUSES if isinstance(error, ServerError) else isinstance(error, _ELSEWHERE)


def by_id(models: Iterable[ChatModel]) -> dict[str, ChatModel]:
    """The models under their ids, numbered where another has the same: what a pool takes."""
    named: dict[str, ChatModel] = {}
    for model in models:
        id_, number = model.profile.id, itertools.count(2)
        while id_ in named:
            id_ = f"{model.profile.id} ({next(number)})"
        named[id_] = model
    return named


class ModelPool:
    """Several models as one `ChatModel`. `profile` is that of the model which takes the next request.

    `manual` stays with one model until `switch`; `round_robin` goes on to the next with each request. Either way a
    model that fails (`fails_over` says with which errors) is passed over while it rests; a request too long for one
    model goes to one with a larger window, and none to a model that takes tasks alone and finds none in it. A mapping
    gives the models ids of its own. Raises `ConfigError` for no models, or two with one id.
    """

    def __init__(
        self,
        models: Sequence[ChatModel] | Mapping[str, ChatModel],
        *,
        policy: Policy = "manual",
        fails_over: Callable[[ModelError], bool] = helps_elsewhere,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        named = models.items() if isinstance(models, Mapping) else ((model.profile.id, model) for model in models)
        self._models = dict(named)
        if not models or len(self._models) < len(models):
            raise ConfigError("a pool needs models, each with an id of its own")
        self.policy = policy
        self.health = {id_: Health() for id_ in self._models}
        self._fails_over, self._clock = fails_over, clock
        self._current = next(iter(self._models))
        self._last = self._current
        self._switches: list[Switch] = []

    @property
    def ids(self) -> tuple[str, ...]:
        """The models' ids, in order."""
        return tuple(self._models)

    @property
    def profile(self) -> ModelProfile:
        return self._models[self._candidates()[0]].profile

    def switch(self, id_: str) -> None:
        """Send the next request to this model, rested or not. Raises `ConfigError`."""
        if id_ not in self._models:
            raise ConfigError(f"the pool has no model {id_!r}", advice=f"Choose one of {', '.join(self._models)}.")
        self._current = id_
        self.health[id_] = Health()

    def take_switches(self) -> list[Switch]:
        """The switches since the last time this was asked, oldest first."""
        switches, self._switches = self._switches, []
        return switches

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """Ask the model whose turn it is, and others while nothing has come. Raises the last one's `ModelError`."""
        reason = "in turn" if self.policy == "round_robin" else "chosen"
        candidates = [id_ for id_ in self._candidates() if self._takes(id_, request)] or self._candidates()[:1]
        if self.policy == "round_robin":
            self._current = self._after(candidates[0])
        refused: ModelError | None = None
        for id_ in candidates:
            model = self._models[id_]
            if isinstance(refused, ContextOverflowError) and not self._is_larger(id_, than=self._last):
                continue
            self._note(id_, str(refused) if refused else reason)
            made = request.remake(model.profile) if request.remake else request
            begun = False
            try:
                async with aclosing(model.stream(made)) as chunks:
                    async for chunk in chunks:
                        begun = True
                        yield chunk
            except ModelError as error:
                refused = error
                if isinstance(error, ContextOverflowError) and not begun:
                    continue
                if not self._fails_over(error):
                    raise
                self._rest(id_, error)
                if begun:
                    raise
                continue
            self.health[id_] = Health()
            return
        assert refused is not None
        self._note(self._candidates()[0], str(refused))
        raise refused

    def _candidates(self) -> list[str]:
        """The models in the order they would be asked: the current one first, those that rest last."""
        ids = list(self._models)
        at = ids.index(self._current)
        order = ids[at:] + ids[:at]
        now = self._clock()
        awake = [id_ for id_ in order if self.health[id_].rests_until <= now]
        resting = [id_ for id_ in order if id_ not in awake]
        return awake + sorted(resting, key=lambda id_: self.health[id_].rests_until)

    def _takes(self, id_: str, request: ChatRequest) -> bool:
        return request.task is not None or self._models[id_].profile.takes_prompts

    def _after(self, id_: str) -> str:
        ids = list(self._models)
        return ids[(ids.index(id_) + 1) % len(ids)]

    def _is_larger(self, id_: str, *, than: str) -> bool:
        return self._models[id_].profile.context_window > self._models[than].profile.context_window

    def _note(self, id_: str, reason: str) -> None:
        if id_ != self._last:
            self._switches.append(Switch(self._last, id_, reason))
            self._last = id_

    def _rest(self, id_: str, error: ModelError) -> None:
        health = self.health[id_]
        health.failures += 1
        health.last_error = str(error)
        rest = min(_LONGEST_REST, _FIRST_REST * 2.0 ** (health.failures - 1))
        if isinstance(error, ServerError):
            if error.status in (401, 402, 403):
                rest = _KEY_REST  # a key does not heal by waiting; `switch` wakes the model
            rest = max(rest, error.retry_after or 0.0)
        health.rests_until = self._clock() + rest
