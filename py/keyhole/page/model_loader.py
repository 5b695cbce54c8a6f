"""Models made ready to answer: loaded into an engine over the bridge, or found on a server.

Embedded is loaded once and stays in memory beside a larger one (it is small, and what remains when the larger one
fails); WebLLM holds one model at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from keyhole.errors import ConfigError, ModelError
from keyhole.models.model import ChatModel, ModelProfile
from keyhole.models.tiers import Tier
from keyhole.page.engines import EnginePort, PortChatModel, PortCompletionEngine
from keyhole.page.host import Host

if TYPE_CHECKING:
    from keyhole.models.anthropic import AnthropicModel
    from keyhole.models.openai import OpenAIModel

EMBEDDED_WEIGHTS = "models/keyhole-embedded.gguf"
WEBLLM_WEIGHTS = "models/webllm/"
EMBEDDED_ASSETS = "models/keyhole-embedded.json"
EMBEDDED_CONTEXT = 1024
_MB = 1_000_000


class ShowStatus(Protocol):
    def __call__(self, phase: str, text: str, **fields: Any) -> None: ...


class ModelLoader:
    """Makes chat models; `show` is told how far loading one is."""

    def __init__(self, host: Host, engines: dict[str, EnginePort], show: ShowStatus) -> None:
        self._host, self._engines, self._show = host, engines, show
        self._held: dict[str, tuple[str, dict[str, Any]]] = {}
        """By engine: the label and the options of the model that it holds."""
        self.embedded: ChatModel | None = None
        """The embedded model on the CPU, once it is loaded."""

    def holds(self, kind: str) -> bool:
        """Whether the engine of that kind holds a model."""
        return kind in self._held

    def let_go(self, kind: str) -> tuple[str, dict[str, Any]]:
        """End the engine's worker; the label and the options of what it held, for `hold` to load again."""
        self._host.stop_engine(kind)
        return self._held.pop(kind, ("", {}))

    async def hold(self, kind: str, label: str, options: dict[str, Any]) -> dict[str, Any]:
        """Have the engine load a model; says how far it is. Raises `ModelError` and its kinds."""
        self._show("model", f"Loading {label}")
        self._held.pop(kind, None)  # an engine gives up what it holds before it loads another
        loaded: dict[str, Any] = await self._engines[kind].request("load", self._progress(label), options=options)
        self._held[kind] = (label, options)
        return loaded

    def _progress(self, label: str) -> Callable[[dict[str, Any]], None]:
        def show(progress: dict[str, Any]) -> None:
            loaded, total = int(progress.get("loaded", 0)), int(progress.get("total", 0))
            amount = f"{loaded / _MB:,.0f} of {total / _MB:,.0f} MB" if total else str(progress.get("text", ""))
            self._show("model", f"{label}: {amount}", loaded=loaded, total=total)

        return show

    async def load_embedded(self) -> ChatModel:
        """The embedded model on the CPU, loaded once. Raises `ModelError` and its kinds."""
        if self.embedded is None:
            url = self._host.asset(EMBEDDED_WEIGHTS)
            if url is None:
                raise ModelError(
                    f"this site was built without {EMBEDDED_WEIGHTS}", advice="Train it, or choose another model."
                )
            options = {"id": "embedded", "url": url, "contextWindow": EMBEDDED_CONTEXT}
            loading = asyncio.ensure_future(self.hold("wllama", "Embedded", options))
            try:
                from keyhole.models.embedded.assets import Assets
                from keyhole.models.embedded.model import EmbeddedModel

                assets = Assets.load(await self._host.read_asset(EMBEDDED_ASSETS))
                await loading
            finally:
                loading.cancel()
            self.embedded = EmbeddedModel(PortCompletionEngine(self._engines["wllama"]), assets)
        return self.embedded

    async def load_embedded_gpu(self, tier: Tier) -> ChatModel:
        """The same weights over WebLLM, which takes them from this site. Raises `ModelError` and its kinds."""
        from keyhole.models.embedded.assets import Assets
        from keyhole.models.embedded.model import EmbeddedModel

        assets = Assets.load(await self._host.read_asset(EMBEDDED_ASSETS))
        options = {"id": tier.id, "contextWindow": tier.context_window, "extra": {"completes": True}}
        await self.hold("webllm", tier.label, options)
        return EmbeddedModel(PortCompletionEngine(self._engines["webllm"]), assets)

    async def load_tier(self, tier: Tier) -> ChatModel:
        """The model of that tier over WebLLM, in the build that suits the GPU. Raises `ModelError`, `ConfigError`."""
        gpu = await self._host.gpu()
        variant = tier.variant(bool(gpu.get("f16")))
        if variant is None:
            raise ConfigError(f"{tier.label} has no build for this GPU")
        return await self._load_into_webllm(tier, variant.id, {})

    async def load_own(self, id_: str, engine: dict[str, Any]) -> ChatModel:
        """A WebLLM build of one's own, at the addresses in `engine`. Raises `ModelError` and its kinds."""
        window, thinks = int(engine.get("contextWindow") or 4096), bool(engine.get("thinks"))
        return await self._load_into_webllm(Tier(id_, id_, "", context_window=window, thinks=thinks), id_, engine)

    async def _load_into_webllm(self, tier: Tier, id_: str, engine: dict[str, Any]) -> ChatModel:
        options = {"id": id_, "contextWindow": tier.context_window, **engine}
        loaded = await self.hold("webllm", tier.label, options)
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

    async def on_server(self, base_url: str, name: str, key: str) -> OpenAIModel | AnthropicModel:
        """The model of that name on a server. Raises `ConfigError`."""
        if not base_url or not name:
            raise ConfigError("a server needs a base URL and a model's name", advice="Fill in both.")
        await self._host.load_pack("http")
        from keyhole.models.server import server_model
        from keyhole.page.fetch_transport import FetchTransport

        return server_model(base_url, name, key=key or None, in_browser=True, transport=FetchTransport())
