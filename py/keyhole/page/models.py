"""Which model answers: one of the tiers of `keyhole.models.tiers`, or one on a server.

A model that is being loaded replaces the one before only when it is ready.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from keyhole.errors import AbortedError, ConfigError, KeyholeError, ModelError
from keyhole.models.model import ChatModel
from keyhole.models.pool import ModelPool, Policy, by_id
from keyhole.models.tiers import Tier, tier_named
from keyhole.page.engines import EnginePort
from keyhole.page.methods import method
from keyhole.page.model_loader import ModelLoader, ShowStatus
from keyhole.page.stand_ins import NoModel, StandIn

if TYPE_CHECKING:
    from keyhole.page.compare import Comparison


class Models:
    """The model in use and the way to others. `use_model` is given each model once it can answer."""

    def __init__(
        self,
        loader: ModelLoader,
        engines: dict[str, EnginePort],
        show: ShowStatus,
        use_model: Callable[[ChatModel], None],
    ) -> None:
        self._loader, self._engines, self._show, self._use = loader, engines, show, use_model
        self._loading: asyncio.Task[Any] | None = None
        for kind, port in engines.items():
            port.mend = functools.partial(self._mend, kind)
        self._answering: ChatModel | None = None
        self._stand_ins: list[ChatModel] = []
        self._policy: Policy = "manual"
        self._refused: dict[str, Any] | None = None
        """What the last load was given, where it failed, no model is there, and it may not fail again."""
        self.current = ""
        """Id of the model that answers; empty while there is none."""
        self.wanted = "embedded"

    async def settled(self) -> None:
        """Until no model is being loaded. Never raises: what failed was told to whoever asked for it."""
        while self._loading is not None:
            await asyncio.wait({self._loading})
            await asyncio.sleep(0)  # waiting for what is done gives nobody a turn, and whoever loads takes note in his

    async def try_again(self) -> None:
        """Where there is no model because its load failed as a connection may, load it. What fails is told as before.

        Raises `AbortedError` when it is cancelled.
        """
        if not self.current and self._refused is not None:
            with suppress(ModelError, ConfigError):  # `failed` has said it
                await self.use(**self._refused)

    def failed(self, error: KeyholeError) -> None:
        """Say that no model can answer, and why."""
        self._answer_with(NoModel(self.wanted, str(error), error.advice))
        self._show("error", str(error), error=error.told())

    @method("models.use")
    async def use(
        self,
        id: str,
        baseURL: str = "",
        model: str = "",
        key: str = "",
        engine: dict[str, Any] | None = None,
        compare: bool = False,
    ) -> dict[str, Any]:
        """Load a model and answer with it. `engine` is for a WebLLM build of one's own: `{url, library, ...}`.

        With `compare` the embedded model on the GPU is measured against the CPU, and the faster one answers. Returns
        `{model, comparison}`: the id of the model that answers, and what was measured (`Comparison.to_dict`) or None.

        Raises `ConfigError`, `ModelError` or, when the call is cancelled, `AbortedError`. The model before stays then;
        where WebLLM gave that one up for the attempt, the embedded one answers.
        """
        await self.settled()
        before, self.wanted = self.current, id
        given = {"id": id, "baseURL": baseURL, "model": model, "key": key, "engine": engine, "compare": compare}
        self._loading = asyncio.ensure_future(self._load(id, baseURL, model, key, engine, compare))
        try:
            comparison = await self._loading
        except (asyncio.CancelledError, KeyholeError) as error:
            await self._fall_back(before)
            if isinstance(error, asyncio.CancelledError):
                raise AbortedError("Loading was stopped.") from None
            if not self.current:
                self._refused = given if error.retryable else None
                self.failed(error)
            raise
        finally:
            self._loading = None
        return {"model": self.current, "comparison": comparison and comparison.to_dict()}

    async def _fall_back(self, before: str) -> None:
        """After a load that failed: the model before where it is still there, else the embedded one."""
        if before and before not in ("embedded", "server") and not self._loader.holds("webllm"):
            before = await self._embedded_instead()
        self.wanted = before or "embedded"
        if before:
            self._ready(before, "ready")
        self._free_gpu_soon()

    async def _embedded_instead(self) -> str:
        """Answer with the embedded model: WebLLM held the one before, and lost it to the attempt. Returns `current`."""
        self._loading = asyncio.ensure_future(self._loader.load_embedded())
        try:
            self._answer_with(await self._loading)
            self.current = "embedded"
        except KeyholeError as error:
            self.current = ""
            self.failed(error)
        return self.current

    async def _load(
        self, id_: str, base_url: str, name: str, key: str, engine: dict[str, Any] | None, compares: bool
    ) -> Comparison | None:
        started = time.perf_counter()
        comparison = None
        if engine is not None:
            answering = await self._loader.load_own(id_, engine)
        else:
            if (tier := tier_named(id_)) is None:
                raise ConfigError(f"there is no model {id_!r}", advice="Choose one that models() lists.")
            if id_ == "embedded":
                answering = await self._loader.load_embedded()
            elif id_ == "embedded-gpu":
                answering = await self._loader.load_embedded_gpu(tier)
                if compares:
                    comparison = await self._compare(tier, answering)
            elif id_ == "server":
                self._show("model", f"Asking {tier.label}")
                server = await self._loader.on_server(base_url, name, key)
                await server.check()
                answering = server
            else:
                answering = await self._loader.load_tier(tier)
        if comparison is None:
            how = f"ready in {time.perf_counter() - started:.1f} s"
        elif comparison.gpu_is_faster:
            how = f"ready: {comparison}"
        else:
            how = f"faster here: {comparison}"
            id_, answering = "embedded", await self._loader.load_embedded()
        self.current = self.wanted = id_
        self._answer_with(answering)
        self._free_gpu_soon()
        self._ready(id_, how)
        return comparison

    async def _compare(self, tier: Tier, gpu: ChatModel) -> Comparison:
        """Measure the embedded model on the GPU and on the CPU. An answer that has begun ends first."""
        from keyhole.page.compare import compare

        def tell(at: int, of: int) -> None:
            self._show("model", f"Measuring {tier.label} against the CPU: request {at + 1} of {of}")

        cpu = await self._loader.load_embedded()
        await self._engines["wllama"].idle()
        return await compare(gpu, cpu, tell)

    def _free_gpu_soon(self) -> None:
        if self.current in ("embedded", "server"):
            self._freeing = asyncio.ensure_future(self._free_gpu())

    async def _free_gpu(self) -> None:
        """Give back what WebLLM holds of the GPU's memory, once the answer that it may have begun is at its end."""
        await self._engines["webllm"].idle()
        if self.current in ("embedded", "server") and not self._engines["webllm"].busy:
            self._loader.let_go("webllm")

    def _answer_with(self, model: ChatModel) -> None:
        """Answer with this model, and with those that stand in for it."""
        self._answering = model
        pool = by_id([model, *(other for other in self._stand_ins if other is not model)])
        alone = len(pool) == 1 or isinstance(model, NoModel)
        self._use(model if alone else ModelPool(pool, policy=self._policy))

    @method("models.stand_ins")
    async def use_stand_ins(self, others: list[StandIn], take_turns: bool = False) -> None:
        """Models that answer when the one in use fails, in this order, or in turn with it; an empty list for none.

        Takes effect with the next request, and holds whichever model is in use. Raises `ConfigError` and `ModelError`,
        and changes nothing then.
        """
        await self.settled()
        found: list[ChatModel] = []
        for other in others:
            if other.id == "embedded":
                found.append(await self._loader.load_embedded())
            else:
                found.append(await self._loader.on_server(other.baseURL, other.model, other.key.get_secret_value()))
        self._stand_ins, self._policy = found, "round_robin" if take_turns else "manual"
        if self._answering is not None:
            self._answer_with(self._answering)
        if self.current:  # loading the embedded model may have said that it loads
            self._ready(self.current, "ready")

    def _ready(self, id_: str, how: str) -> None:
        tier = tier_named(id_)
        self._show("ready", f"{tier.label if tier else id_}, {how}")

    def _mend(self, kind: str) -> asyncio.Future[None] | None:
        """The engine lost its device or its worker: load what it held again, in a fresh worker."""
        if self._loading is None and self._loader.holds(kind):
            self._loading = asyncio.ensure_future(self._load_again(kind, *self._loader.let_go(kind)))
        return self._loading

    async def _load_again(self, kind: str, label: str, options: dict[str, Any]) -> None:
        """What comes of it is told in the status; the embedded model takes the place of a larger one that is gone."""
        try:
            await self._loader.hold(kind, label, options)
            self._show("ready", f"{label}, lost and loaded again")
        except KeyholeError as error:
            if kind == "wllama":
                self._loader.embedded = None
            if kind == "webllm" and self._loader.embedded is not None:
                self.current = self.wanted = "embedded"
                self._answer_with(self._loader.embedded)
                self._ready("embedded", f"in place of {label}, which was lost: {error}")
            elif kind == "webllm" or self.current == "embedded":
                self.failed(error)
        finally:
            self._loading = None
