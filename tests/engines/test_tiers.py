"""Small, Medium and Large against the package's own list, so that an upgrade cannot leave a dead id behind."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from typing import Any

import pytest
from site_server import ROOT

from keyhole.models.tiers import TIERS, Tier, Variant

GPU_TIERS = [tier for tier in TIERS if tier.f32 is not None and tier.id in ("small", "medium", "large")]
VARIANTS = [(tier, variant) for tier in GPU_TIERS for variant in (tier.f16, tier.f32) if variant is not None]


@cache
def prebuilt() -> dict[str, dict[str, Any]]:
    """The package's list, by id, read by running the package."""
    script = (
        'import { prebuiltAppConfig } from "./node_modules/@mlc-ai/web-llm/lib/index.js";'
        "process.stdout.write(JSON.stringify(prebuiltAppConfig.model_list));"
    )
    node = ["node", "--input-type=module", "--eval", script]
    listed = subprocess.run(node, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {record["model_id"]: record for record in json.loads(listed)}


def test_there_are_three_tiers() -> None:
    assert [tier.id for tier in GPU_TIERS] == ["small", "medium", "large"]


@pytest.mark.parametrize(("tier", "variant"), VARIANTS, ids=[variant.id for _, variant in VARIANTS])
def test_variant_is_what_the_package_lists(tier: Tier, variant: Variant) -> None:
    record = prebuilt()[variant.id]
    assert variant.memory_mb == round(record["vram_required_MB"])
    assert tier.context_window == record["overrides"]["context_window_size"]
    if "shader-f16" in record.get("required_features", ()):  # not every f16 build says so in the list
        assert variant == tier.f16
    assert ("f16" in variant.id) == (variant == tier.f16)
    assert 0 < variant.download_mb < variant.memory_mb


def test_f16_and_f32_are_the_same_model() -> None:
    for tier in GPU_TIERS:
        assert tier.f16
        assert tier.f32
        assert prebuilt()[tier.f16.id]["model"].replace("f16", "f32") == prebuilt()[tier.f32.id]["model"]
