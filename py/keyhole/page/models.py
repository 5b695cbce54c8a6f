"""Which model answers: the tiers of `keyhole.models.tiers`, loaded over the bridge, and servers.

A model that is being loaded replaces the one before only when it is ready. Embedded stays in memory beside a larger
one (it is small, and what remains when the larger one fails); WebLLM holds one model at a time.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, SecretStr

from keyhole.errors import AbortedError, ConfigError, KeyholeError, ModelError
from keyhole.models.model import ChatChunk, ChatModel, ChatRequest, ModelProfile
from keyhole.models.pool import ModelPool, Policy
from keyhole.models.tiers import TIERS, Tier, Variant, tier_named
from keyhole.page.engines import EnginePort, PortChatModel, PortCompletionEngine
from keyhole.page.host import Host
from keyhole.page.methods import method

EMBEDDED_WEIGHTS = "models/keyhole-embedded.gguf"
EMBEDDED_ASSETS = "models/keyhole-embedded.json"
EMBEDDED_CONTEXT = 1024
_MB = 1_000_000
_MOST_MEMORY_TOLD = 8192
"""Browsers tell no more megabytes than this, however many there are."""


class ShowStatus(Protocol):
    def __call__(self, phase: str, text: str, **fields: Any) -> None: ...


class StandIn(BaseModel):
    """A model that stands in for another: `embedded`, or one on a server. Its key is kept in memory alone."""

    model_config = ConfigDict(extra="forbid")

    id: Literal["embedded", "server"]
    baseURL: str = ""
    model: str = ""
    key: SecretStr = SecretStr("")


class NoModel:
    """Stands where no model is loaded; answers with why not."""

    def __init__(self, id_: str, why: str, advice: str = ModelError.advice) -> None:
        self.profile = ModelProfile(id=id_)
        self._error = ModelError(why, advice=advice)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """Raises `ModelError`."""
        raise self._error
        yield ChatChunk()


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
        self._loading: asyncio.Task[None] | None = None
        self._held: dict[str, tuple[str, dict[str, Any]]] = {}
        """By engine: the label and the options of the model that it holds."""
        for kind, port in engines.items():
            port.mend = functools.partial(self._mend, kind)
        self._embedded: ChatModel | None = None
        self._answering: ChatModel | None = None
        self._stand_ins: list[ChatModel] = []
        self._policy: Policy = "manual"
        self.current = ""
        """Id of the model that answers; empty while there is none."""
        self.wanted = "embedded"

    async def settled(self) -> None:
        """Until no model is being loaded. Never raises: what failed was told to whoever asked for it."""
        while self._loading is not None:
            await asyncio.gather(asyncio.shield(self._loading), return_exceptions=True)

    def failed(self, error: KeyholeError) -> None:
        """Say that no model can answer, and why."""
        self._answer_with(NoModel(self.wanted, str(error), error.advice))
        failure = {"code": error.code, "message": str(error), "advice": error.advice}
        self._show("error", str(error), error=failure)

    @method("models.use")
    async def use(
        self, id: str, baseURL: str = "", model: str = "", key: str = "", engine: dict[str, Any] | None = None
    ) -> None:
        """Load a model and answer with it. `engine` is for a WebLLM build of one's own: `{url, library, ...}`.

        Raises `ConfigError`, `ModelError` or, when the call is cancelled, `AbortedError`; the model before stays then.
        """
        await self.settled()
        before, self.wanted = self.current, id
        self._loading = asyncio.ensure_future(self._load(id, baseURL, model, key, engine))
        try:
            await self._loading
        except (asyncio.CancelledError, KeyholeError) as error:
            await self._fall_back(before)
            if isinstance(error, asyncio.CancelledError):
                raise AbortedError("Loading was stopped.") from None
            if not self.current:
                self.failed(error)
            raise
        finally:
            self._loading = None

    async def _fall_back(self, before: str) -> None:
        """After a load that failed: the model before where it is still there, else the embedded one."""
        self.wanted = before or "embedded"
        if before in ("", "server", "embedded"):
            if before:
                self._ready(before, "ready")
            return
        if self._embedded is not None:  # WebLLM held the one before, and lost it to the attempt
            self.current = self.wanted = "embedded"
            self._answer_with(self._embedded)
            self._ready("embedded", "ready")

    async def _load(self, id_: str, base_url: str, name: str, key: str, engine: dict[str, Any] | None) -> None:
        started = time.perf_counter()
        if engine is not None:
            answering = await self._webllm(Tier(id_, id_, "", **_known(engine)), id_, engine)
        else:
            try:
                tier = tier_named(id_)
            except KeyError:
                raise ConfigError(f"there is no model {id_!r}", advice="Choose one that models() lists.") from None
            if id_ == "embedded":
                answering = await self._load_embedded()
            elif id_ == "embedded-gpu":
                answering = await self._load_embedded_gpu(tier)
            elif id_ == "server":
                answering = await self._server(base_url, name, key)
            else:
                answering = await self._webllm(tier, self._variant_id(tier, await self._host.gpu()), {})
        self.current = id_
        self._answer_with(answering)
        if id_ in ("embedded", "server"):
            self._freeing = asyncio.ensure_future(self._free_gpu())
        self._ready(id_, f"ready in {time.perf_counter() - started:.1f} s")

    async def _free_gpu(self) -> None:
        """Give back what WebLLM holds of the GPU's memory, once the answer that it may have begun is at its end."""
        await self._engines["webllm"].idle()
        if self.current in ("embedded", "server"):
            self._host.stop_engine("webllm")

    def _answer_with(self, model: ChatModel) -> None:
        """Answer with this model, and with those that stand in for it."""
        self._answering = model
        pool = {model.profile.id: model}
        for other in self._stand_ins:
            if other is not model:
                pool[_free_name(other.profile.id, pool)] = other
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
                found.append(await self._server(other.baseURL, other.model, other.key.get_secret_value()))
        self._stand_ins, self._policy = found, "round_robin" if take_turns else "manual"
        if self._answering is not None:
            self._answer_with(self._answering)
        if self.current:  # loading the embedded model may have said that it loads
            self._ready(self.current, "ready")

    def _ready(self, id_: str, how: str) -> None:
        label = next((tier.label for tier in TIERS if tier.id == id_), id_)
        self._show("ready", f"{label}, {how}")

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
                from keyhole.models.embedded import Assets, EmbeddedModel

                assets = Assets.load(await self._host.read_asset(EMBEDDED_ASSETS))
                await loading
            finally:
                loading.cancel()
            self._embedded = EmbeddedModel(PortCompletionEngine(self._engines["wllama"]), assets)
        return self._embedded

    async def _load_embedded_gpu(self, tier: Tier) -> ChatModel:
        """The same weights over WebLLM, which takes them from this site."""
        from keyhole.models.embedded import Assets, EmbeddedModel

        assets = Assets.load(await self._host.read_asset(EMBEDDED_ASSETS))
        options = {"id": tier.id, "contextWindow": tier.context_window, "extra": {"completes": True}}
        await self._hold("webllm", tier.label, options)
        return EmbeddedModel(PortCompletionEngine(self._engines["webllm"]), assets)

    async def _server(self, base_url: str, name: str, key: str) -> ChatModel:
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

    @method("models.list")
    async def list_all(self) -> list[dict[str, Any]]:
        """Every tier as `ModelInfo` (web/types.js) has it, with what this machine can run and what it holds."""
        gpu = await self._host.gpu()
        cached = await self._cached(gpu)
        return [self._info(tier, gpu, cached) for tier in TIERS]

    async def _cached(self, gpu: dict[str, Any]) -> dict[str, int]:
        # Asking the engine loads it, 6 MB of script: only where something was ever downloaded.
        if not gpu.get("cachedModels"):
            return {}
        ids = [variant.id for tier in TIERS for variant in (tier.f16, tier.f32) if variant]
        found = await self._engines["webllm"].request("cached", ids=ids)
        return {model["id"]: int(model["bytes"]) for model in found}

    def _info(self, tier: Tier, gpu: dict[str, Any], cached: dict[str, int]) -> dict[str, Any]:
        variant = tier.variant(bool(gpu.get("f16")))
        runnable = variant is None or bool(gpu.get("available"))
        reason = "" if runnable else str(gpu.get("reason", ""))
        if tier.id == "embedded" and self._host.asset(EMBEDDED_WEIGHTS) is None:
            runnable, reason = False, "This site was built without it."
        return {
            "id": tier.id,
            "tier": tier.id,
            "label": tier.label,
            "detail": tier.detail,
            "downloadBytes": variant.download_mb * _MB if variant else 0,
            "memoryBytes": variant.memory_mb * _MB if variant else 0,
            "variant": None if variant is None else "f16" if variant == tier.f16 else "f32",
            "runnable": runnable,
            "reason": reason,
            "warning": _warning(variant, gpu) if runnable and variant else "",
            "cached": tier.id == "embedded" or (variant is not None and variant.id in cached),
            "cachedBytes": cached.get(variant.id, 0) if variant else 0,
        }

    @method("models.delete")
    async def delete(self, id: str) -> None:
        """Delete a model's files from the browser. Raises `ConfigError` for one that is in use or never downloaded."""
        if id == self.current:
            raise ConfigError("this model is in use", advice="Choose another model first.")
        tier = next((tier for tier in TIERS if tier.id == id), None)
        if tier is None or tier.f32 is None:
            raise ConfigError(f"there is nothing to delete of {id!r}")
        for variant in (tier.f16, tier.f32):
            if variant is not None:
                await self._engines["webllm"].request("remove", model=variant.id)


def _warning(variant: Variant, gpu: dict[str, Any]) -> str:
    """What the visitor should know before fetching a model. A GPU does not tell its memory; the device may."""
    if gpu.get("software"):
        return "This browser has no GPU and computes in software: expect it to be very slow."
    memory = int(gpu.get("memory") or 0)
    if 0 < memory < _MOST_MEMORY_TOLD and variant.memory_mb > memory // 2:
        return (
            f"It takes {variant.memory_mb:,} MB and this device has about {memory:,} MB in all: it may fail to load. "
            "Close other tabs first, or choose a smaller model."
        )
    return ""


def _free_name(name: str, taken: Mapping[str, Any]) -> str:
    """The name, numbered where another model has it."""
    return (
        name if name not in taken else next(f"{name} ({n})" for n in itertools.count(2) if f"{name} ({n})" not in taken)
    )


def _known(engine: dict[str, Any]) -> dict[str, Any]:
    return {"context_window": int(engine.get("contextWindow") or 4096), "thinks": bool(engine.get("thinks"))}
