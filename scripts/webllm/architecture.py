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
from typing import Any

import sampling
import tvm
from shape import Shape
from tvm import relax, tirx
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import op
from tvm.relax.frontend.nn.llm import kv_cache as kernels
from tvm.relax.frontend.nn.llm.kv_cache import PagedKVCache

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
        sizes = [max_batch_size, max_total_seq_len, prefill_chunk_size, page_size, support_sliding_window]
        return PagedKVCache(_expr=paged_cache(self.shape, sizes, self.target), _name="paged_kv_cache")

    def _hidden(self, x: nn.Tensor, cache: PagedKVCache) -> nn.Tensor:
        for index, layer in enumerate(self.layers):
            x = layer(x, cache, index)
        return x

    def _logits(self, x: nn.Tensor) -> nn.Tensor:
        return op.matmul(self.norm(x), op.permute_dims(self.embedding.weight))


def paged_cache(shape: Shape, sizes: list[Any], target: tvm.target.Target) -> relax.Expr:
    """The call that makes the cache, with only those kernels that one plain conversation uses.

    Argument for argument what `vm.builtin.paged_attention_kv_cache_create` takes (TVM's `paged_kv_cache.cc`). TVM's own
    `TIRPagedKVCache` brings kernels for sliding windows, token trees and forks: large shaders that every visitor would
    wait for. Attention of those kinds is left empty; where a function is demanded that nothing calls (copying a page,
    compacting, debugging) the rotation stands in, whose signature TVM would refuse.
    """
    q, kv, width, dtype = shape.heads, shape.kv_heads, shape.head_width, "float32"
    builder = relax.BlockBuilder.current()

    def attention(kernel: tirx.PrimFunc, name: str) -> relax.Tuple:
        return relax.Tuple([tvm.ir.StringImm("tirx"), builder.add_func(kernel, name)])

    nothing = relax.Tuple([])
    append = builder.add_func(kernels._kv_cache_transpose_append(kv, width, dtype), "append")
    merge = kernels._merge_state_inplace(q, width, dtype, target, "merge")
    rotate = builder.add_func(
        kernels.llama_rope_with_position_map(shape.rope_theta, 1, width, q, kv, dtype, {}, width), "rotate"
    )
    arguments = [
        relax.ShapeExpr(sizes),
        relax.ShapeExpr([0, shape.layers]),
        *(relax.prim_value(number) for number in (q, kv, width, width)),
        relax.ShapeExpr([int(kernels.AttnKind.MHA)] * shape.layers),
        relax.prim_value(False),  # no disaggregation
        relax.prim_value(kernels.RopeMode.NORMAL),
        relax.prim_value(1),  # the scale of positions
        relax.prim_value(shape.rope_theta),
        relax.prim_value(0),  # no extension factors
        relax.op.zeros((), dtype),  # tells the type of the cache
        append,
        append,  # for another kind of attention
        attention(kernels._attention_prefill_ragged(kv, q, width, width, dtype, {}, target), "attend_new"),
        attention(kernels._attention_prefill(kv, q, width, dtype, False, {}, target), "attend_cached"),
        attention(kernels._attention_decode(kv, q, width, dtype, False, {}, target), "attend_one"),
        nothing,  # prefill in a sliding window
        nothing,  # decode in one
        nothing,  # a tree of tokens over the cache
        nothing,  # a tree of new tokens
        nothing,  # latent attention
        relax.Tuple([builder.add_func(merge, "merge")]),
        rotate,
        rotate,  # copy a page
        rotate,  # read the cache, to debug
        rotate,  # compact
    ]
    return relax.call_pure_packed("vm.builtin.paged_attention_kv_cache_create", *arguments, ty_args=relax.AnyType())


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
