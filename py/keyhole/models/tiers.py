"""The model selector's tiers, in one table. Edit it to offer other models.

Small, Medium and Large are WebLLM's prebuilt models; ids and memory figures are those of @mlc-ai/web-llm 0.2.86's
`prebuiltAppConfig`. Each names an f16 variant and the f32 one for adapters without `shader-f16`. That list has no
sizes of downloads: those here are estimates, of 4-bit weights; what a download really takes is told once it begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from keyhole.models.model import ModelProfile


@dataclass(frozen=True, slots=True)
class Variant:
    """One build of a model: its id, what is fetched (about) and what the GPU needs, in megabytes."""

    id: str
    download_mb: int
    memory_mb: int


@dataclass(frozen=True, slots=True)
class Tier:
    """One entry of the selector. `f16` and `f32` are None for tiers that no WebGPU engine runs."""

    id: str
    label: str
    detail: str
    f16: Variant | None = None
    f32: Variant | None = None
    context_window: int = 4096
    can_write: bool = True
    thinks: bool = False
    mode: str = "routed"
    """The strategy that its turns are carried out with where nobody says otherwise. `routed` asks the least of a model:
    one small decision at a time. `native` wants a server that knows tool calls, `text` a model that follows a long
    prompt, `hybrid` a second model that writes."""

    def variant(self, has_f16: bool) -> Variant | None:
        """The build for an adapter with or without `shader-f16`."""
        return self.f16 if has_f16 and self.f16 else self.f32


TIERS: tuple[Tier, ...] = (
    Tier("embedded", "Embedded", "Ships with this page; chooses tools, does not write prose", can_write=False),
    Tier(
        "embedded-gpu",
        "Embedded (GPU)",
        "The embedded model on WebGPU. Measured when it is chosen: the faster one answers",
        f32=Variant("embedded-gpu", 15, 60),
        context_window=1024,
        can_write=False,
    ),
    Tier(
        "small",
        "Small",
        "Qwen3 0.6B: quick, simple answers",
        Variant("Qwen3-0.6B-q4f16_1-MLC", 340, 1403),
        Variant("Qwen3-0.6B-q4f32_1-MLC", 340, 1925),
        thinks=True,
    ),
    Tier(
        "medium",
        "Medium",
        "Qwen3 1.7B: better at choosing tools and writing",
        Variant("Qwen3-1.7B-q4f16_1-MLC", 970, 2037),
        Variant("Qwen3-1.7B-q4f32_1-MLC", 970, 2635),
        thinks=True,
    ),
    Tier(
        "large",
        "Large",
        "Qwen3 8B: the best answers, needs a strong GPU",
        Variant("Qwen3-8B-q4f16_1-MLC", 4610, 5696),
        Variant("Qwen3-8B-q4f32_1-MLC", 4610, 6853),
        thinks=True,
    ),
    Tier("server", "Your server", "Any OpenAI-compatible server: Ollama, llama.cpp, vLLM", context_window=8192),
)


def tier_named(id_: str) -> Tier | None:
    """The tier of that id; None where there is none."""
    return next((tier for tier in TIERS if tier.id == id_), None)


def mode_for(profile: ModelProfile, overrides: Mapping[str, str]) -> str:
    """The strategy for this model: `overrides` by its id, then by its tier, then the table's."""
    tier = tier_named(profile.tier)
    return overrides.get(profile.id) or overrides.get(profile.tier) or (tier.mode if tier else "routed")
