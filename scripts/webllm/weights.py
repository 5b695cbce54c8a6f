"""Converts the shipped GGUF into WebLLM's layout: `python weights.py MODEL.gguf FOLDER` (NumPy only, a second or two).

Out: `FOLDER/resolve/main/` with `mlc-chat-config.json`, `tensor-cache.json`, `params_shard_N.bin` and `tokenizer.json`,
the files that web-llm 0.2.86 fetches below a model's address. Weights are written in single precision: exactly the
values that the GGUF's blocks stand for, so both engines run the same model.
"""

from __future__ import annotations

import json
import sys
from hashlib import md5
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from shape import Shape

from keyhole.models.numpy_llama import read_gguf

SHARD_BYTES = 4 << 20
"""A broken download loses one shard at most, and progress is told a shard at a time."""
CONTROL, USER_DEFINED = 3, 4
QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How pre-tokeniser `qwen2` splits text, as llama.cpp and the published tokeniser have it."""

Array = npt.NDArray[np.float32]


def convert(model: Path, folder: Path) -> None:
    """Raises `ModelError` when the file is not GGUF, `ValueError` when it is not a llama."""
    metadata, tensors = read_gguf(model)
    shape = Shape.of_gguf(metadata)
    target = folder / "resolve/main"
    target.mkdir(parents=True, exist_ok=True)
    write_shards(target, parameters(shape, tensors))
    (target / "tokenizer.json").write_text(json.dumps(tokenizer(metadata), ensure_ascii=False))
    (target / "mlc-chat-config.json").write_text(json.dumps(chat_config(shape, metadata), indent=1))


def parameters(shape: Shape, tensors: dict[str, Array]) -> dict[str, Array]:
    """The weights under the names that `architecture.py` gives them."""

    def halves(rows: Array, heads: int) -> Array:
        """From interleaved rotary pairs (0, 1), (2, 3), ... to pairs a half head apart, as the engine rotates them."""
        return rows.reshape(heads, shape.head_width // 2, 2, -1).swapaxes(1, 2).reshape(rows.shape)

    named = {"embedding.weight": tensors["token_embd.weight"]}
    for number in range(shape.layers):
        block, layer = f"blk.{number}.", f"layers.{number}."
        query = halves(tensors[block + "attn_q.weight"], shape.heads)
        key = halves(tensors[block + "attn_k.weight"], shape.kv_heads)
        named |= {
            layer + "attn.qkv_proj.weight": np.concatenate([query, key, tensors[block + "attn_v.weight"]]),
            layer + "attn.o_proj.weight": tensors[block + "attn_output.weight"],
            layer + "attn_norm.weight": tensors[block + "attn_norm.weight"],
            layer + "mlp.gate_up_proj.weight": np.concatenate(
                [tensors[block + "ffn_gate.weight"], tensors[block + "ffn_up.weight"]]
            ),
            layer + "mlp.down_proj.weight": tensors[block + "ffn_down.weight"],
            layer + "mlp_norm.weight": tensors[block + "ffn_norm.weight"],
        }
    return named | {"norm.weight": tensors["output_norm.weight"]}


def tokenizer(metadata: dict[str, Any]) -> dict[str, Any]:
    """The byte-level BPE of the GGUF as a `tokenizer.json`. Structural tokens parse in prompts; control ones too."""
    tokens, types = metadata["tokenizer.ggml.tokens"], metadata["tokenizer.ggml.token_type"]
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    split = {"type": "Split", "pattern": {"Regex": QWEN2}, "behavior": "Isolated", "invert": False}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": number, "content": token, "special": kind == CONTROL, **plain}
            for number, (token, kind) in enumerate(zip(tokens, types, strict=True))
            if kind in (CONTROL, USER_DEFINED)
        ],
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
        "post_processor": None,
        "decoder": byte_level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
            "fuse_unk": False,
            "byte_fallback": False,
            "vocab": {token: number for number, token in enumerate(tokens)},
            "merges": metadata["tokenizer.ggml.merges"],
        },
    }


def chat_config(shape: Shape, metadata: dict[str, Any]) -> dict[str, Any]:
    """The engine's configuration. The chat template is bare: the model was trained on Keyhole's own prompts."""
    end = metadata["tokenizer.ggml.eos_token_id"]
    return {
        "version": "0.1.0",
        "model_type": "llama",
        "quantization": "q0f32",
        "model_config": {},
        "vocab_size": shape.vocabulary,
        "context_window_size": metadata["llama.context_length"],
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "prefill_chunk_size": 512,
        "tensor_parallel_shards": 1,
        "temperature": 0.0,
        "top_p": 1.0,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "repetition_penalty": 1.0,
        "tokenizer_files": ["tokenizer.json"],
        "tokenizer_info": {
            "token_postproc_method": "byte_level",
            "prepend_space_in_encode": False,
            "strip_space_in_decode": False,
        },
        "conv_template": {
            "name": "keyhole",
            "system_template": "{system_message}",
            "system_message": "",
            "roles": {"user": "", "assistant": "", "tool": ""},
            "messages": [],
            "seps": [""],
            "role_content_sep": "",
            "role_empty_sep": "",
            "offset": 0,
            "stop_str": [],
            "stop_token_ids": [end],
            "function_string": "",
            "use_function_calling": False,
        },
        "bos_token_id": metadata["tokenizer.ggml.bos_token_id"],
        "eos_token_id": end,
        "pad_token_id": metadata["tokenizer.ggml.padding_token_id"],
    }


def write_shards(target: Path, named: dict[str, Array]) -> None:
    """The weights and their manifest; `md5sum` is for our own loader, the engine passes over it."""
    shards: list[list[str]] = [[]]
    room = SHARD_BYTES
    for name, values in named.items():
        if values.nbytes > room and shards[-1]:
            shards.append([])
            room = SHARD_BYTES
        shards[-1].append(name)
        room -= values.nbytes
    records = []
    for number, names in enumerate(shards):
        path, offset, entries = f"params_shard_{number}.bin", 0, []
        for name in names:
            size = named[name].nbytes
            entry = {"name": name, "shape": list(named[name].shape), "dtype": "float32", "format": "raw"}
            entries.append(entry | {"nbytes": size, "byteOffset": offset})
            offset += size
        content = b"".join(named[name].astype("<f4").tobytes() for name in names)
        (target / path).write_bytes(content)
        shard = {"dataPath": path, "format": "raw-shard", "nbytes": offset, "md5sum": md5(content).hexdigest()}
        records.append(shard | {"records": entries})
    total = sum(values.nbytes for values in named.values())
    summary = {"ParamSize": len(named), "ParamBytes": total, "BitsPerParam": 32.0}
    (target / "tensor-cache.json").write_text(json.dumps({"metadata": summary, "records": records}))


if __name__ == "__main__":
    convert(Path(sys.argv[1]), Path(sys.argv[2]))
