"""How the engine turns logits into a token, as GPU kernels: one sequence at a time, shapes fixed but for token lists.

The engine (`sampleFromRawLogits` in web-llm's `lib/index.js`) calls these by name; the `_inplace` ones change `logits`.
Sorting needs care: TVM's own GPU argsort does not run on WebGPU, so `argsort_probs` counts, for each token, how many
rank before it. A probability below 2^-24 vanishes in a single-precision running sum, so such tokens are never drawn
and need no rank; that leaves a handful of tokens to count for, instead of the square of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable

import tvm
from tvm import relax, tirx
from tvm.script import tirx as T

THREADS = 256
LEAST = 2.0**-24
MASKED = -3.4e38
F32, I32 = "float32", "int32"


def add(module: tvm.IRModule, vocabulary: int) -> tvm.IRModule:
    """`module` with the six functions for a vocabulary of that many tokens."""
    v, words = vocabulary, -(-vocabulary // 32)
    builder = relax.BlockBuilder(module)
    tokens = tirx.Var("tokens", "int64")

    def define(name: str, inputs: list[tuple[str, tuple[object, ...], str]], body: Callable[..., relax.Expr]) -> None:
        variables = [relax.Var(n, relax.TensorType(shape, dtype)) for n, shape, dtype in inputs]
        with builder.function(name, params=variables):
            builder.emit_func_output(body(*variables))

    def call(
        kernel: tirx.PrimFunc, name: str, inputs: list[relax.Var], out: object, inplace: object = None
    ) -> relax.Var:
        function = builder.add_func(kernel, name)
        if inplace is None:
            return builder.emit(relax.call_tir(function, inputs, out))
        return builder.emit(relax.call_tir_inplace(function, inputs, inplace, out))

    logits = ("logits", (1, v), F32)
    changed = [relax.TensorType((1, v), F32)]
    define(
        "apply_bitmask_inplace",
        [logits, ("sequences", (1,), I32), ("bitmask", (1, words), I32)],
        lambda *args: call(_bitmask(v, words), "bitmask", list(args), changed, [0]),
    )
    define(
        "apply_logit_bias_inplace",
        [logits, ("positions", (tokens,), I32), ("ids", (tokens,), I32), ("bias", (tokens,), F32)],
        lambda *args: call(_bias(v), "bias", list(args), changed, [0]),
    )
    define(
        "apply_penalty_inplace",
        [
            logits,
            ("sequences", (1,), I32),
            ("positions", (tokens,), I32),
            ("ids", (tokens,), I32),
            ("counts", (tokens,), I32),
            ("penalties", (1, 3), F32),
        ],
        lambda *args: call(_penalty(v), "penalty", list(args), changed, [0]),
    )
    define(
        "softmax_with_temperature",
        [("logits", (1, 1, v), F32), ("temperature", (1,), F32)],
        lambda *args: call(_softmax(v), "softmax", list(args), relax.TensorType((1, 1, v), F32)),
    )
    pair = [relax.TensorType((1, v), F32), relax.TensorType((1, v), I32)]

    def argsort(probs: relax.Var) -> relax.Var:
        empty = call(_clear(v), "clear", [probs], pair)
        lists = [builder.emit(relax.TupleGetItem(empty, i)) for i in range(2)]
        return call(_rank(v), "rank", [probs, *lists], pair, [1, 2])

    define("argsort_probs", [("probs", (1, v), F32)], argsort)
    define(
        "sample_with_top_p",
        [
            ("sorted", (1, v), F32),
            ("indices", (1, v), I32),
            ("uniform", (1,), F32),
            ("rows", (1,), I32),
            ("top_p", (1,), F32),
        ],
        lambda *args: call(_draw(v), "draw", list(args), relax.TensorType((1,), I32)),
    )
    return builder.get()


def _bitmask(v: int, words: int) -> tirx.PrimFunc:
    @T.prim_func(private=True, s_tir=True)
    def bitmask(logits: T.Buffer((1, v), F32), sequences: T.Buffer((1,), I32), mask: T.Buffer((1, words), I32)):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        for block in T.thread_binding((v + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("mask"):
                    i = T.axis.spatial(v, block * THREADS + t)
                    T.where(block * THREADS + t < v)
                    logits[sequences[0], i] = T.if_then_else(
                        T.bitwise_and(T.shift_right(mask[sequences[0], i // 32], i % 32), 1) == 1,
                        logits[sequences[0], i],
                        T.float32(MASKED),
                    )

    return bitmask


def _bias(v: int) -> tirx.PrimFunc:
    @T.prim_func(private=True, s_tir=True)
    def bias(logits: T.Buffer((1, v), F32), var_positions: T.handle, var_ids: T.handle, var_bias: T.handle):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        tokens = T.int64()
        positions = T.match_buffer(var_positions, (tokens,), I32)
        ids = T.match_buffer(var_ids, (tokens,), I32)
        amounts = T.match_buffer(var_bias, (tokens,), F32)
        for block in T.thread_binding((tokens + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("bias"):
                    k = T.axis.spatial(tokens, block * THREADS + t)
                    T.where(block * THREADS + t < tokens)
                    logits[positions[k], ids[k]] = logits[positions[k], ids[k]] + amounts[k]

    return bias


def _penalty(v: int) -> tirx.PrimFunc:
    @T.prim_func(private=True, s_tir=True)
    def penalty(
        logits: T.Buffer((1, v), F32),
        sequences: T.Buffer((1,), I32),
        var_positions: T.handle,
        var_ids: T.handle,
        var_counts: T.handle,
        penalties: T.Buffer((1, 3), F32),
    ):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        tokens = T.int64()
        positions = T.match_buffer(var_positions, (tokens,), I32)
        ids = T.match_buffer(var_ids, (tokens,), I32)
        counts = T.match_buffer(var_counts, (tokens,), I32)
        for block in T.thread_binding((tokens + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("penalty"):
                    k = T.axis.spatial(tokens, block * THREADS + t)
                    T.where(block * THREADS + t < tokens)
                    logits[0, ids[k]] = logits[0, ids[k]] - (
                        penalties[positions[k], 0] + T.cast(counts[k], F32) * penalties[positions[k], 1]
                    )
                    logits[0, ids[k]] = T.if_then_else(
                        logits[0, ids[k]] > T.float32(0),
                        logits[0, ids[k]] / penalties[positions[k], 2],
                        logits[0, ids[k]] * penalties[positions[k], 2],
                    )

    return penalty


def _softmax(v: int) -> tirx.PrimFunc:
    """One workgroup. The greatest logit is subtracted before dividing, so that a temperature near 0 cannot overflow."""
    rounds = -(-v // THREADS)

    @T.prim_func(private=True, s_tir=True)
    def softmax(logits: T.Buffer((1, 1, v), F32), temperature: T.Buffer((1,), F32), probs: T.Buffer((1, 1, v), F32)):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        part = T.sblock_alloc_buffer((THREADS,), F32, scope="shared")
        total = T.sblock_alloc_buffer((1,), F32, scope="local")
        greatest = T.sblock_alloc_buffer((1,), F32, scope="local")
        for _ in T.thread_binding(1, thread="blockIdx.x"):
            for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("softmax"):
                    T.reads(logits[0, 0, 0:v], temperature[0])
                    T.writes(probs[0, 0, 0:v])
                    greatest[0] = T.float32(MASKED)
                    for k in range(rounds):
                        if k * THREADS + t < v:
                            greatest[0] = T.max(greatest[0], logits[0, 0, k * THREADS + t])
                    part[t] = greatest[0]
                    T.tvm_storage_sync("shared")
                    for k in T.unroll(8):
                        if t < T.shift_right(128, k):
                            part[t] = T.max(part[t], part[t + T.shift_right(128, k)])
                        T.tvm_storage_sync("shared")
                    greatest[0] = part[0]
                    T.tvm_storage_sync("shared")
                    total[0] = T.float32(0)
                    for k in range(rounds):
                        if k * THREADS + t < v:
                            probs[0, 0, k * THREADS + t] = T.if_then_else(
                                logits[0, 0, k * THREADS + t] - greatest[0] < T.float32(-80) * temperature[0],
                                T.float32(0),
                                T.exp((logits[0, 0, k * THREADS + t] - greatest[0]) / temperature[0]),
                            )
                            total[0] = total[0] + probs[0, 0, k * THREADS + t]
                    part[t] = total[0]
                    T.tvm_storage_sync("shared")
                    for k in T.unroll(8):
                        if t < T.shift_right(128, k):
                            part[t] = part[t] + part[t + T.shift_right(128, k)]
                        T.tvm_storage_sync("shared")
                    for k in range(rounds):
                        if k * THREADS + t < v:
                            probs[0, 0, k * THREADS + t] = probs[0, 0, k * THREADS + t] / part[0]

    return softmax


def _clear(v: int) -> tirx.PrimFunc:
    @T.prim_func(private=True, s_tir=True)
    def clear(probs: T.Buffer((1, v), F32), ordered: T.Buffer((1, v), F32), indices: T.Buffer((1, v), I32)):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        for block in T.thread_binding((v + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("clear"):
                    i = T.axis.spatial(v, block * THREADS + t)
                    T.where(block * THREADS + t < v)
                    T.reads(probs[0, i])
                    ordered[0, i] = T.float32(0)
                    indices[0, i] = 0

    return clear


def _rank(v: int) -> tirx.PrimFunc:
    """A likely token goes to the place that is the number of tokens before it: greater, or equal with a lower id."""

    @T.prim_func(private=True, s_tir=True)
    def rank(probs: T.Buffer((1, v), F32), ordered: T.Buffer((1, v), F32), indices: T.Buffer((1, v), I32)):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        place = T.sblock_alloc_buffer((1,), I32, scope="local")
        for block in T.thread_binding((v + THREADS - 1) // THREADS, thread="blockIdx.x"):
            for t in T.thread_binding(THREADS, thread="threadIdx.x"):
                with T.sblock("rank"):
                    i = T.axis.spatial(v, block * THREADS + t)
                    T.where(block * THREADS + t < v)
                    T.reads(probs[0, 0:v])
                    T.writes(ordered[0, 0:v], indices[0, 0:v])
                    if probs[0, i] >= T.float32(LEAST):
                        place[0] = 0
                        for j in range(v):
                            if probs[0, j] > probs[0, i] or (probs[0, j] == probs[0, i] and j < i):
                                place[0] = place[0] + 1
                        ordered[0, place[0]] = probs[0, i]
                        indices[0, place[0]] = i

    return rank


def _draw(v: int) -> tirx.PrimFunc:
    """The fewest likeliest tokens that reach `top_p` together (at least one), then one by the uniform sample."""

    @T.prim_func(private=True, s_tir=True)
    def draw(
        ordered: T.Buffer((1, v), F32),
        indices: T.Buffer((1, v), I32),
        uniform: T.Buffer((1,), F32),
        rows: T.Buffer((1,), I32),
        top_p: T.Buffer((1,), F32),
        drawn: T.Buffer((1,), I32),
    ):
        T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
        kept = T.sblock_alloc_buffer((1,), I32, scope="local")
        place = T.sblock_alloc_buffer((1,), I32, scope="local")
        total = T.sblock_alloc_buffer((1,), F32, scope="local")
        mass = T.sblock_alloc_buffer((1,), F32, scope="local")
        for _ in T.thread_binding(1, thread="blockIdx.x"):
            for _t in T.thread_binding(1, thread="threadIdx.x"):
                with T.sblock("draw"):
                    T.reads(ordered[0, 0:v], indices[0, 0:v], uniform[0], rows[0], top_p[0])
                    T.writes(drawn[0])
                    kept[0] = 0
                    total[0] = T.float32(0)
                    while kept[0] < v and total[0] < top_p[rows[0]] and ordered[rows[0], kept[0]] > T.float32(0):
                        total[0] = total[0] + ordered[rows[0], kept[0]]
                        kept[0] = kept[0] + 1
                    place[0] = 0
                    mass[0] = ordered[rows[0], 0]
                    while place[0] < kept[0] - 1 and mass[0] <= uniform[0] * total[0]:
                        place[0] = place[0] + 1
                        mass[0] = mass[0] + ordered[rows[0], place[0]]
                    drawn[0] = indices[rows[0], place[0]]

    return draw
