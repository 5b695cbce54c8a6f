"""The compiled library belongs to the sources that are here and to the shipped model."""

from __future__ import annotations

import hashlib
import json

import provenance
import weights
from site_server import Site

from keyhole.models.numpy_llama import read_gguf


def test_library_was_built_from_these_sources() -> None:
    library = provenance.LIBRARY.read_bytes()
    recorded = json.loads(provenance.LIBRARY.with_suffix(".json").read_text())
    now = provenance.record(provenance.shape_of(provenance.shipped_model()), library)
    assert recorded == now, "sources and library have parted: run scripts/webllm/build"


def test_weights_keep_every_value_of_the_gguf(tmp_path: object) -> None:
    metadata, tensors = read_gguf(provenance.shipped_model())
    shape = provenance.shape_of(provenance.shipped_model())
    named = weights.parameters(shape, tensors)
    assert sum(v.size for v in named.values()) == sum(t.size for t in tensors.values())
    query = named["layers.0.attn.qkv_proj.weight"][: shape.width]
    half = shape.head_width // 2
    original = tensors["blk.0.attn_q.weight"]
    assert (query[half] == original[1]).all()
    assert (query[1] == original[2]).all()
    assert metadata["tokenizer.ggml.tokens"][0] == "<pad>"


def test_manifest_says_what_the_shards_are(site: Site) -> None:
    folder = site.folders["/hub/"] / "model/resolve/main"
    manifest = json.loads((folder / "tensor-cache.json").read_text())
    for shard in manifest["records"]:
        content = (folder / shard["dataPath"]).read_bytes()
        assert len(content) == shard["nbytes"]
        assert hashlib.md5(content).hexdigest() == shard["md5sum"]
        assert sum(record["nbytes"] for record in shard["records"]) == shard["nbytes"]
