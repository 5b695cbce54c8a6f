"""Whatever goes wrong is an error with a type, and the page and its engine worker live on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from engine_client import EngineInPage, open_page
from playwright.sync_api import Browser, Page
from site_server import Site, first_half, flip_a_byte, with_a_huge_tensor, without_hashes

SHARD = "/hub/model/resolve/main/params_shard_1.bin"
MANIFEST = "/hub/model/resolve/main/tensor-cache.json"
LIBRARY = "/web/models/webllm/model.wasm"


@pytest.fixture
def spoil(site: Site) -> Iterator[dict[str, Callable[[bytes], bytes]]]:
    """What becomes of files on their way, for one test."""
    yield site.spoil
    site.spoil.clear()


def code_of(engine: EngineInPage, **options: Any) -> str:
    """The error of a load; the same worker must answer the next request."""
    answer = engine.load("model", **options)
    assert answer.error is not None
    assert len(answer.error["message"]) > 10
    assert engine.ask("cached", ids=[]).done == []
    return answer.error["code"]


def test_no_webgpu(fresh_page: Page) -> None:
    engine = EngineInPage(fresh_page, "it", fault="no-webgpu")
    assert code_of(engine) == "no_webgpu"


def test_null_adapter(fresh_page: Page) -> None:
    assert code_of(EngineInPage(fresh_page, "it", fault="null-adapter")) == "no_adapter"


def test_a_browser_without_the_flags(launch: Callable[..., Browser], site: Site) -> None:
    browser = launch("--disable-gpu", "--disable-features=WebGPU,Vulkan", "--disable-blink-features=WebGPU")
    engine = EngineInPage(open_page(browser.new_context(), site), "it")
    assert code_of(engine) in ("no_webgpu", "no_adapter")


def test_a_16_bit_build_on_a_gpu_without_it(fresh_page: Page) -> None:
    engine = EngineInPage(fresh_page, "it")
    answer = engine.ask("load", options={"id": "Qwen3-0.6B-q4f16_1-MLC"})
    assert answer.error
    assert answer.error["code"] == "no_f16"


def test_a_gpu_that_does_too_little_is_told_before_anything_is_fetched(fresh_page: Page, site: Site) -> None:
    engine = EngineInPage(fresh_page, "it", fault="weak-gpu")
    site.requests.clear()
    answer = engine.load("model")
    assert answer.error
    assert answer.error["code"] == "no_adapter"
    assert "maxComputeWorkgroupStorageSize is 16384, not 32768" in answer.error["message"]
    assert not [path for path in site.requests if path.startswith("/hub/")]


def test_a_tensor_that_no_buffer_holds_is_told_before_it_is_fetched(
    fresh_page: Page, site: Site, spoil: dict[str, Callable[[bytes], bytes]]
) -> None:
    spoil[MANIFEST] = with_a_huge_tensor
    site.requests.clear()
    answer = EngineInPage(fresh_page, "it").load("model")
    assert answer.error
    assert answer.error["code"] == "out_of_memory"
    assert "needs a buffer of 4295 MB" in answer.error["message"]
    assert not [path for path in site.requests if path.endswith(".bin")]


def test_an_unknown_model(fresh_page: Page) -> None:
    answer = EngineInPage(fresh_page, "it").ask("load", options={"id": "no-such-model"})
    assert answer.error
    assert answer.error["code"] == "config"


def test_an_unreachable_hub(fresh_page: Page) -> None:
    assert code_of(EngineInPage(fresh_page, "it"), url="http://127.0.0.1:9/model") == "network"


@pytest.mark.parametrize(
    ("spoiled", "how"),
    [
        ({SHARD: flip_a_byte}, "its hash tells"),
        ({SHARD: first_half, MANIFEST: without_hashes}, "its size tells"),
    ],
    ids=["corrupted shard", "truncated shard"],
)
def test_a_spoiled_shard_is_found_and_not_kept(
    fresh_page: Page, spoil: dict[str, Callable[[bytes], bytes]], spoiled: dict[str, Any], how: str
) -> None:
    spoil.update(spoiled)
    engine = EngineInPage(fresh_page, "it")
    assert code_of(engine) == "integrity", how
    kept = fresh_page.evaluate("async () => (await (await caches.open('webllm/model')).keys()).map((r) => r.url)")
    assert not [url for url in kept if url.endswith(SHARD)]


@pytest.mark.parametrize("extra", [{}, {"librarySha256": "00" * 32}], ids=["does not compile", "has another hash"])
def test_a_truncated_library_is_found_and_not_kept(
    fresh_page: Page, spoil: dict[str, Callable[[bytes], bytes]], extra: dict[str, Any]
) -> None:
    spoil[LIBRARY] = first_half
    engine = EngineInPage(fresh_page, "it")
    assert code_of(engine, extra=extra) == "integrity"
    kept = fresh_page.evaluate("async () => (await (await caches.open('webllm/wasm')).keys()).length")
    assert kept == 0


def test_no_room_is_told_before_anything_is_fetched(fresh_page: Page, site: Site) -> None:
    site.requests.clear()
    answer = EngineInPage(fresh_page, "it", fault="little-room").load("model")
    assert answer.error
    assert answer.error["code"] == "quota"
    weights = sum(path.stat().st_size for path in (site.folders["/hub/"] / "model/resolve/main").glob("*.bin"))
    assert f"needs {math.ceil(weights / 1e6)} MB" in answer.error["message"]
    assert "5 MB more" in answer.error["message"]
    assert not [path for path in site.requests if path.endswith(".bin")]


def test_a_quota_that_the_browser_did_not_tell_of(fresh_page: Page, site: Site) -> None:
    devtools = fresh_page.context.new_cdp_session(fresh_page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": site.origin, "quotaSize": 5_000_000})
    assert code_of(EngineInPage(fresh_page, "it")) == "quota"


def test_a_download_is_told_in_bytes_stops_and_goes_on(fresh_page: Page, site: Site) -> None:
    engine = EngineInPage(fresh_page, "it")
    stopped = engine.load("model", after={"abortAfterBytes": 7_000_000})
    assert stopped.error
    assert stopped.error["code"] == "aborted"
    seen = [(p["loaded"], p["total"]) for p in stopped.progress if p.get("phase") == "download"]
    assert [loaded for loaded, _ in seen] == sorted(loaded for loaded, _ in seen)
    shards_folder = site.folders["/hub/"] / "model/resolve/main"
    assert {total for _, total in seen} == {sum(path.stat().st_size for path in shards_folder.glob("*.bin"))}
    held = fresh_page.evaluate("async () => (await (await caches.open('webllm/model')).keys()).map((r) => r.url)")
    shards = {url.rsplit("/", 1)[1] for url in held if url.endswith(".bin")}
    assert engine.ask("cached", ids=["model"]).done == [], "half a download is not a cached model"
    site.requests.clear()
    again = engine.load("model", after={"abortAfterBytes": 15_000_000})
    first = next(p for p in again.progress if p.get("phase") == "download")
    assert (first["loaded"] > 0) == bool(shards)
    asked = {path.rsplit("/", 1)[1] for path in site.requests if path.endswith(".bin")}
    assert not asked & shards, "what was there is not fetched again"


@pytest.mark.parametrize("phase", ["cache", "shaders"])
def test_a_load_stops_while_the_gpu_is_made_ready(fresh_page: Page, phase: str) -> None:
    engine = EngineInPage(fresh_page, "it")
    stopped = engine.load("model", after={"abortInPhase": phase})
    assert stopped.error
    assert stopped.error["code"] == "aborted"
    nothing = engine.chat(" hello", max_tokens=2)
    assert nothing.error
    assert "No model is loaded" in nothing.error["message"]
    assert engine.load("model", after={"abortInPhase": phase}).error == stopped.error


def test_context_overflow_and_the_next_request_works(webllm: EngineInPage) -> None:
    answer = webllm.chat(" a very long story" * 500, max_tokens=4)
    assert answer.error
    assert answer.error["code"] == "context_overflow"
    assert webllm.chat(" short", max_tokens=2, extra={"ignore_eos": True}).error is None


def test_a_device_lost_in_the_middle_of_an_answer_is_told_and_mended(webllm: EngineInPage) -> None:
    """What was streamed cannot be taken back, so the loss is told; the next request finds the model loaded again."""
    lost = webllm.chat(" on and on", max_tokens=300, after={"loseAfterChunks": 2}, extra={"ignore_eos": True})
    assert lost.error
    assert lost.error["code"] == "device_lost"
    assert webllm.chat(" short", max_tokens=2, extra={"ignore_eos": True}).error is None


def test_a_model_is_listed_with_its_size_and_deleted(webllm: EngineInPage, site: Site) -> None:
    """In a second worker that never loads it: neither must need a GPU. Last, for it empties the cache."""
    other = EngineInPage(webllm.page, "lister", fault="no-webgpu")
    other.load("model")  # fails, but says where the model is
    (listed,) = other.ask("cached", ids=["model", "Qwen3-0.6B-q4f16_1-MLC", "nonsense"]).done
    shards = (site.folders["/hub/"] / "model/resolve/main").glob("params_shard_*.bin")
    assert listed == {"id": "model", "bytes": sum(path.stat().st_size for path in shards)}
    assert other.ask("remove", model="model").error is None
    assert other.ask("cached", ids=["model"]).done == []
    left = webllm.page.evaluate("async () => (await (await caches.open('webllm/model')).keys()).length")
    assert left == 0
