"""Which model answers: the tiers of `keyhole.models.tiers`, loaded over the bridge, and servers.

A model that is being loaded replaces the one before only when it is ready. Embedded stays in memory beside a larger
one (it is small, and what remains when the larger one fails); WebLLM holds one model at a time.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from keyhole.errors import AbortedError, ConfigError, KeyholeError, ModelError
from keyhole.models.model import ChatModel, ModelProfile
from keyhole.models.pool import ModelPool, Policy, by_id
from keyhole.models.tiers import Tier, tier_named
from keyhole.page.engines import EnginePort, PortChatModel, PortCompletionEngine
from keyhole.page.host import Host
from keyhole.page.methods import method
from keyhole.page.stand_ins import NoModel, StandIn

if TYPE_CHECKING:
    from keyhole.models.anthropic import AnthropicModel
    from keyhole.models.openai import OpenAIModel
    from keyhole.page.compare import Comparison

EMBEDDED_WEIGHTS = "models/keyhole-embedded.gguf"
WEBLLM_WEIGHTS = "models/webllm/"
EMBEDDED_ASSETS = "models/keyhole-embedded.json"
EMBEDDED_CONTEXT = 1024
_MB = 1_000_000


class ShowStatus(Protocol):
    def __call__(self, phase: str, text: str, **fields: Any) -> None: ...


class Models:
    """The model in use and the way to others. `use_model` is given each model once it can answer."""

    def __init__(
        self,
        host: Host,
        engines: dict[str, EnginePort],
        show: ShowStatus,
        use_model: Callable[[ChatModel], None],
    ) -> None:
        self._host, self._engines, self._show, self._use = host, engines, show, use_model
        self._loading: asyncio.Task[Any] | None = None
        self._held: dict[str, tuple[str, dict[str, Any]]] = {}
        """By engine: the label and the options of the model that it holds."""
        for kind, port in engines.items():
            port.mend = functools.partial(self._mend, kind)
        self._embedded: ChatModel | None = None
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

        Raises `ConfigError`, `ModelError` or, when the call is cancelled, `AbortedError`; the model before stays then.
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
        if before and before not in ("embedded", "server") and "webllm" not in self._held:
            before = await self._embedded_instead()
        self.wanted = before or "embedded"
        if before:
            self._ready(before, "ready")
        self._free_gpu_soon()

    async def _embedded_instead(self) -> str:
        """Answer with the embedded model: WebLLM held the one before, and lost it to the attempt. Returns `current`."""
        self._loading = asyncio.ensure_future(self._load_embedded())
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
            answering = await self._webllm(Tier(id_, id_, "", **_known(engine)), id_, engine)
        else:
            if (tier := tier_named(id_)) is None:
                raise ConfigError(f"there is no model {id_!r}", advice="Choose one that models() lists.")
            if id_ == "embedded":
                answering = await self._load_embedded()
            elif id_ == "embedded-gpu":
                answering = await self._load_embedded_gpu(tier)
                if compares:
                    comparison = await self._compare(tier, answering)
            elif id_ == "server":
                self._show("model", f"Asking {tier.label}")
                answering = await self.on_server(base_url, name, key)
                await answering.check()
            else:
                answering = await self._webllm(tier, self._variant_id(tier, await self._host.gpu()), {})
        if comparison is None:
            how = f"ready in {time.perf_counter() - started:.1f} s"
        elif comparison.gpu_is_faster:
            how = f"ready: {comparison}"
        else:
            how = f"faster here: {comparison}"
            id_, answering = "embedded", await self._load_embedded()
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

        cpu = await self._load_embedded()
        await self._engines["wllama"].idle()
        return await compare(gpu, cpu, tell)

    def _free_gpu_soon(self) -> None:
        if self.current in ("embedded", "server"):
            self._freeing = asyncio.ensure_future(self._free_gpu())

    async def _free_gpu(self) -> None:
        """Give back what WebLLM holds of the GPU's memory, once the answer that it may have begun is at its end."""
        await self._engines["webllm"].idle()
        if self.current in ("embedded", "server") and not self._engines["webllm"].busy:
            self._host.stop_engine("webllm")
            self._held.pop("webllm", None)

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
                found.append(await self._load_embedded())
            else:
                found.append(await self.on_server(other.baseURL, other.model, other.key.get_secret_value()))
        self._stand_ins, self._policy = found, "round_robin" if take_turns else "manual"
        if self._answering is not None:
            self._answer_with(self._answering)
        if self.current:  # loading the embedded model may have said that it loads
            self._ready(self.current, "ready")

    def _ready(self, id_: str, how: str) -> None:
        tier = tier_named(id_)
        self._show("ready", f"{tier.label if tier else id_}, {how}")

    def _progress(self, label: str) -> Callable[[dict[str, Any]], None]:
        def show(progress: dict[str, Any]) -> None:
            loaded, total = int(progress.get("loaded", 0)), int(progress.get("total", 0))
            amount = f"{loaded / _MB:,.0f} of {total / _MB:,.0f} MB" if total else str(progress.get("text", ""))
            self._show("model", f"{label}: {amount}", loaded=loaded, total=total)

        return show

    async def _load_embedded(self) -> ChatModel:
        if self._embedded is None:
            url = self._host.asset(EMBEDDED_WEIGHTS)
            if url is None:
                raise ModelError(
                    f"this site was built without {EMBEDDED_WEIGHTS}", advice="Train it, or choose another model."
                )
            options = {"id": "embedded", "url": url, "contextWindow": EMBEDDED_CONTEXT}
            loading = asyncio.ensure_future(self._hold("wllama", "Embedded", options))
            try:
                from keyhole.models.embedded import EmbeddedModel
                from keyhole.models.embedded_assets import Assets

                assets = Assets.load(await self._host.read_asset(EMBEDDED_ASSETS))
                await loading
            finally:
                loading.cancel()
            self._embedded = EmbeddedModel(PortCompletionEngine(self._engines["wllama"]), assets)
        return self._embedded

    async def _load_embedded_gpu(self, tier: Tier) -> ChatModel:
        """The same weights over WebLLM, which takes them from this site."""
        from keyhole.models.embedded import EmbeddedModel
        from keyhole.models.embedded_assets import Assets

        assets = Assets.load(await self._host.read_asset(EMBEDDED_ASSETS))
        options = {"id": tier.id, "contextWindow": tier.context_window, "extra": {"completes": True}}
        await self._hold("webllm", tier.label, options)
        return EmbeddedModel(PortCompletionEngine(self._engines["webllm"]), assets)

    async def on_server(self, base_url: str, name: str, key: str) -> OpenAIModel | AnthropicModel:
        """The model of that name on a server. Raises `ConfigError`."""
        if not base_url or not name:
            raise ConfigError("a server needs a base URL and a model's name", advice="Fill in both.")
        await self._host.load_pack("http")
        from keyhole.models.server import server_model
        from keyhole.page.fetch_transport import FetchTransport

        return server_model(base_url, name, key=key or None, in_browser=True, transport=FetchTransport())

    async def _webllm(self, tier: Tier, id_: str, engine: dict[str, Any]) -> ChatModel:
        options = {"id": id_, "contextWindow": tier.context_window, **engine}
        loaded = await self._hold("webllm", tier.label, options)
        profile = ModelProfile(
            id=id_,
            tier="custom" if engine else tier.id,
            context_window=int(loaded.get("contextWindow") or tier.context_window),
            can_write=tier.can_write,
            constraints=("grammar", "json_schema"),
            dialect="plain",
            thinks=tier.thinks,
        )
        return PortChatModel(self._engines["webllm"], profile)

    async def _hold(self, kind: str, label: str, options: dict[str, Any]) -> dict[str, Any]:
        """Have the engine load a model; says how far it is. Raises `ModelError` and its kinds."""
        self._show("model", f"Loading {label}")
        self._held.pop(kind, None)  # an engine gives up what it holds before it loads another
        loaded: dict[str, Any] = await self._engines[kind].request("load", self._progress(label), options=options)
        self._held[kind] = (label, options)
        return loaded

    def _mend(self, kind: str) -> asyncio.Future[None] | None:
        """The engine lost its device or its worker: load what it held again, in a fresh worker."""
        if self._loading is None and kind in self._held:
            self._host.stop_engine(kind)
            self._loading = asyncio.ensure_future(self._load_again(kind, *self._held.pop(kind)))
        return self._loading

    async def _load_again(self, kind: str, label: str, options: dict[str, Any]) -> None:
        """What comes of it is told in the status; the embedded model takes the place of a larger one that is gone."""
        try:
            await self._hold(kind, label, options)
            self._show("ready", f"{label}, lost and loaded again")
        except KeyholeError as error:
            if kind == "wllama":
                self._embedded = None
            if kind == "webllm" and self._embedded is not None:
                self.current = self.wanted = "embedded"
                self._answer_with(self._embedded)
                self._ready("embedded", f"in place of {label}, which was lost: {error}")
            elif kind == "webllm" or self.current == "embedded":
                self.failed(error)
        finally:
            self._loading = None

    @staticmethod
    def _variant_id(tier: Tier, gpu: dict[str, Any]) -> str:
        variant = tier.variant(bool(gpu.get("f16")))
        if variant is None:
            raise ConfigError(f"{tier.label} has no build for this GPU")
        return variant.id


def _known(engine: dict[str, Any]) -> dict[str, Any]:
    return {"context_window": int(engine.get("contextWindow") or 4096), "thinks": bool(engine.get("thinks"))}
