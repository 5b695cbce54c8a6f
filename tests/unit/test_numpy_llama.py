"""The numpy engine on a tiny model."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from keyhole.errors import ModelError
from keyhole.models.numpy_llama import NumpyLlama


def tiny_gguf(path: Path, *, cut: int | None = None) -> None:
    """A random llama of one block, d 32, in f32 and q8_0; `ab` in bytes and merged, and structural tokens."""
    rng = np.random.default_rng(3)
    tokens = ["<pad>", "<bos>", "<eos>", "<1>", "<2>", "<none>", "a", "b", "Ġ", "ab"]
    kinds = [3, 3, 3, 4, 4, 4, 1, 1, 1, 1]
    d, ff = 32, 64

    def string(text: str) -> bytes:
        return struct.pack("<Q", len(text.encode())) + text.encode()

    def value(key: str, kind: int, data: bytes) -> bytes:
        return string(key) + struct.pack("<I", kind) + data

    def array(inner: int, items: list[bytes]) -> bytes:
        return struct.pack("<IQ", inner, len(items)) + b"".join(items)

    meta = [
        value("general.architecture", 8, string("llama")),
        *(
            value(f"llama.{k}", 4, struct.pack("<I", v))
            for k, v in {"block_count": 1, "attention.head_count": 2, "context_length": 64}.items()
        ),
        value("llama.attention.layer_norm_rms_epsilon", 6, struct.pack("<f", 1e-5)),
        value("llama.rope.freq_base", 6, struct.pack("<f", 1e4)),
        value("tokenizer.ggml.tokens", 9, array(8, [string(t) for t in tokens])),
        value("tokenizer.ggml.merges", 9, array(8, [string("a b")])),
        value("tokenizer.ggml.token_type", 9, array(5, [struct.pack("<i", k) for k in kinds])),
    ]
    shapes = {
        "token_embd": (len(tokens), d), "output_norm": (d,), "blk.0.attn_norm": (d,), "blk.0.ffn_norm": (d,),
        "blk.0.attn_q": (d, d), "blk.0.attn_k": (d, d), "blk.0.attn_v": (d, d), "blk.0.attn_output": (d, d),
        "blk.0.ffn_gate": (ff, d), "blk.0.ffn_up": (ff, d), "blk.0.ffn_down": (d, ff),
    }  # fmt: skip
    infos, body = [], b""
    for name, shape in shapes.items():
        weights = rng.normal(size=shape).astype("<f4")
        if len(shape) == 1:
            kind, data = 0, weights.tobytes()
        else:
            blocks = weights.reshape(-1, 32)
            scale = (abs(blocks).max(1) / 127).astype("<f2")
            packed = np.zeros(len(blocks), np.dtype([("s", "<f2"), ("v", "i1", 32)]))
            packed["s"], packed["v"] = scale, np.round(blocks / scale.astype("f4")[:, None])
            kind, data = 8, packed.tobytes()
        dims = b"".join(struct.pack("<Q", n) for n in reversed(shape))
        infos.append(
            string(name + ".weight") + struct.pack("<I", len(shape)) + dims + struct.pack("<IQ", kind, len(body))
        )
        body += data + b"\0" * (-len(data) % 32)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(infos), len(meta)) + b"".join(meta) + b"".join(infos)
    head += b"\0" * (-len(head) % 32)
    path.write_bytes((head + body)[:cut])


async def test_the_engine_tokenizes_decodes_and_caches(tmp_path: Path) -> None:
    tiny_gguf(tmp_path / "m.gguf")
    engine = NumpyLlama(tmp_path / "m.gguf")
    assert engine.tokenizer.encode("<1> ab<2>ba") == [3, 8, 9, 4, 7, 6]
    whole = engine.forward([3, 8, 9, 4], [])
    cache: list[Any] = []
    parts = np.concatenate([engine.forward([3, 8], cache), engine.forward([9], cache), engine.forward([4], cache)])
    assert np.allclose(whole, parts, atol=1e-4)
    done = await engine.complete("<1> ab", grammar='root ::= "<1>" ("<2>")* "<none>"', max_tokens=6, n_probs=3)
    assert done.text.startswith("<1>")
    assert (done.prompt_tokens, done.completion_tokens) == (3, len(done.tokens))
    assert all(len(token.top) == 3 for token in done.tokens)
    with pytest.raises(ModelError, match="window"):
        await engine.complete("ab" * 80)


@pytest.mark.parametrize("cut", [0, 3, 20, 200, 900, 5000])
def test_a_truncated_file_is_refused(tmp_path: Path, cut: int) -> None:
    tiny_gguf(tmp_path / "m.gguf", cut=cut)
    with pytest.raises(ModelError):
        NumpyLlama(tmp_path / "m.gguf")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        NumpyLlama(tmp_path / "none.gguf")
