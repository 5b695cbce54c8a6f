"""What there is to choose from: every tier with what this machine can run and what the browser holds of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keyhole.errors import ConfigError
from keyhole.models.tiers import TIERS, Tier, Variant, tier_named
from keyhole.page.engines import EnginePort
from keyhole.page.host import Host
from keyhole.page.methods import method
from keyhole.page.model_loader import EMBEDDED_WEIGHTS, WEBLLM_WEIGHTS

_MB = 1_000_000
_MOST_MEMORY_TOLD = 8192
"""Browsers tell no more megabytes than this, however many there are."""


class ModelList:
    """The tiers as the selector shows them. `webllm` holds the downloads; `current` is the id of the model in use."""

    def __init__(self, host: Host, webllm: EnginePort, current: Callable[[], str]) -> None:
        self._host, self._webllm, self._current = host, webllm, current

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
        found = await self._webllm.request("cached", ids=ids)
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
            "comparedFor": self._compared_for(gpu) if tier.id == "embedded-gpu" else "",
        }

    def _compared_for(self, gpu: dict[str, Any]) -> str:
        """What a measurement holds for: this GPU and these weights."""
        return f"{gpu.get('name', '')} {self._host.asset(WEBLLM_WEIGHTS) or ''}"

    @method("models.delete")
    async def delete(self, id: str) -> None:
        """Delete a model's files from the browser. Raises `ConfigError` for one that is in use or never downloaded."""
        if id == self._current():
            raise ConfigError("this model is in use", advice="Choose another model first.")
        tier = tier_named(id)
        if tier is None or tier.f32 is None:
            raise ConfigError(f"there is nothing to delete of {id!r}")
        for variant in (tier.f16, tier.f32):
            if variant is not None:
                await self._webllm.request("remove", model=variant.id)


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
