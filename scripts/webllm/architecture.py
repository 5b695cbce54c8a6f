"""The model as WebLLM wants it: a llama in TVM's Relax, with the functions that the engine calls by name.

In: a `Shape`, read off a GGUF file's metadata. Out: an `IRModule` whose functions have the signatures of the call sites
in `@mlc-ai/web-llm` 0.2.86 (`LLMChatPipeline` in `lib/index.js`):

- `embed(ids (n,), params) -> (n, d)`
- `prefill(embeddings (1, n, d), cache, params) -> [logits (1, 1, vocabulary), cache]`, `decode` the same for n = 1
- `create_tir_paged_kv_cache(sequences, total_length, prefill_chunk, page_size, sliding_window) -> cache`
- what `sampling.py` holds, and `_metadata() -> str`

The engine rotates query and key in halves ("NeoX"), a GGUF of architecture `llama` in interleaved pairs: `weights.py`
permutes the rows of both projections so that the results are the same.
"""

from __future__ import annotations

import json
import sampling
import tvm
from shape import Shape
from tvm import relax, tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import op
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache, RopeMode, TIRPagedKVCache

PREFILL_CHUNK = 512
"""Tokens that the engine feeds at a time; a prompt of the embedded model fits into one."""


class _Attention(nn.Module):
    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        outputs = (shape.heads + 2 * shape.kv_heads) * shape.head_width
        self.qkv_proj = nn.Linear(shape.width, outputs, bias=False)
        self.o_proj = nn.Linear(shape.heads * shape.head_width, shape.width, bias=False)

    def forward(self, x: nn.Tensor, cache: PagedKVCache, layer: int) -> nn.Tensor:
        s = self.shape
        batch, length, _ = x.shape
        qkv = op.reshape(self.qkv_proj(x), (batch, length, s.heads + 2 * s.kv_heads, s.head_width))
        out = cache.attention_with_fused_qkv(layer, qkv, s.heads, sm_scale=s.head_width**-0.5)
        return self.o_proj(op.reshape(out, (batch, length, s.heads * s.head_width)))


class _FeedForward(nn.Module):
    def __init__(self, shape: Shape) -> None:
        self.gate_up_proj = nn.Linear(shape.width, 2 * shape.hidden, bias=False)
        self.down_proj = nn.Linear(shape.hidden, shape.width, bias=False)

    def forward(self, x: nn.Tensor) -> nn.Tensor:
        gate, up = op.split(self.gate_up_proj(x), 2, axis=-1)
        return self.down_proj(op.silu(gate) * up)


class _Layer(nn.Module):
    def __init__(self, shape: Shape) -> None:
        self.attn_norm = nn.RMSNorm(shape.width, -1, shape.norm_epsilon, bias=False)
        self.attn = _Attention(shape)
        self.mlp_norm = nn.RMSNorm(shape.width, -1, shape.norm_epsilon, bias=False)
        self.mlp = _FeedForward(shape)

    def forward(self, x: nn.Tensor, cache: PagedKVCache, layer: int) -> nn.Tensor:
        x = x + self.attn(self.attn_norm(x), cache, layer)
        return x + self.mlp(self.mlp_norm(x))


class Llama(nn.Module):
    """The functions that run weights. Embedding and output share one matrix."""

    def __init__(self, shape: Shape, target: tvm.target.Target) -> None:
        self.shape, self.target = shape, target
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        self.layers = nn.ModuleList([_Layer(shape) for _ in range(shape.layers)])
        self.norm = nn.RMSNorm(shape.width, -1, shape.norm_epsilon, bias=False)

    def embed(self, ids: nn.Tensor) -> nn.Tensor:
        return self.embedding(ids)

    def prefill(self, embeddings: nn.Tensor, cache: PagedKVCache) -> tuple[nn.Tensor, PagedKVCache]:
        return self._logits(op.tensor_expr_op(_last_row, "last_row", [self._hidden(embeddings, cache)])), cache

    def decode(self, embeddings: nn.Tensor, cache: PagedKVCache) -> tuple[nn.Tensor, PagedKVCache]:
        return self._logits(self._hidden(embeddings, cache)), cache

    def create_tir_paged_kv_cache(
        self,
        max_batch_size: tirx.Var,
        max_total_seq_len: tirx.Var,
        prefill_chunk_size: tirx.Var,
        page_size: tirx.Var,
        support_sliding_window: tirx.Var,
    ) -> PagedKVCache:
        s = self.shape
        return TIRPagedKVCache(
            attn_kind="mha",
            max_batch_size=max_batch_size,
            max_total_seq_len=max_total_seq_len,
            prefill_chunk_size=prefill_chunk_size,
            page_size=page_size,
            support_sliding_window=support_sliding_window,
            layer_partition=relax.ShapeExpr([0, s.layers]),
            num_hidden_layers=s.layers,
            num_attention_heads=s.heads,
            num_key_value_heads=s.kv_heads,
            qk_head_dim=s.head_width,
            v_head_dim=s.head_width,
            mla_original_qk_head_dim=0,
            mla_original_v_head_dim=0,
            rope_mode=RopeMode.NORMAL,
            rope_scale=1,
            rope_theta=s.rope_theta,
            rope_scaling={},
            rope_ext_factors=relax.op.zeros((), "float32"),
            rotary_dim=s.head_width,
            enable_disaggregation=False,
            dtype="float32",
            target=self.target,
        )

    def _hidden(self, x: nn.Tensor, cache: PagedKVCache) -> nn.Tensor:
        for index, layer in enumerate(self.layers):
            x = layer(x, cache, index)
        return x

    def _logits(self, x: nn.Tensor) -> nn.Tensor:
        return op.matmul(self.norm(x), op.permute_dims(self.embedding.weight))


def _last_row(x: tvm.te.Tensor) -> tvm.te.Tensor:
    batch, length, width = x.shape
    return tvm.te.compute((batch, 1, width), lambda b, _, d: x[b, length - 1, d], name="last_row")


def build_module(shape: Shape, target: tvm.target.Target) -> tvm.IRModule:
    """The whole library before compilation."""
    packed = {"param_mode": "packed", "effect_mode": "none"}
    bare = {"param_mode": "none", "effect_mode": "none"}
    cache = nn.spec.Object(object_type=PagedKVCache)
    sizes = ("max_batch_size", "max_total_seq_len", "prefill_chunk_size", "page_size", "support_sliding_window")
    module, params = Llama(shape, target).export_tvm(
        spec={
            "embed": {"ids": nn.spec.Tensor(["n"], "int32"), "$": packed},
            "prefill": {
                "embeddings": nn.spec.Tensor([1, "n", shape.width], "float32"),
                "cache": cache,
                "$": packed,
            },
            "decode": {"embeddings": nn.spec.Tensor([1, 1, shape.width], "float32"), "cache": cache, "$": packed},
            "create_tir_paged_kv_cache": {**dict.fromkeys(sizes, int), "$": bare},
        }
    )
    module = sampling.add(module, shape.vocabulary)
    metadata = {
        "model_type": "llama",
        "quantization": "q0f32",
        "context_window_size": -1,
        "prefill_chunk_size": PREFILL_CHUNK,
        "kv_state_kind": "kv_cache",
        "params": [{"name": n, "shape": [int(d) for d in p.shape], "dtype": p.dtype} for n, p in params],
        "shape": shape.as_json(),
    }
    module["_metadata"] = _returns_text(json.dumps(metadata))
    return module


def _returns_text(text: str) -> relax.Function:
    builder = relax.BlockBuilder()
    with builder.function("_metadata", params=[]):
        builder.emit_func_output(tvm.ir.StringImm(text))
    return builder.finalize()["_metadata"]
