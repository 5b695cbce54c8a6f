"""The embedded model on CPython: a GGUF reader, its own byte-pair tokenizer, a llama forward pass and a grammar.

For the command line, tests and benchmarks, where no llama.cpp is at hand. It reads q8_0 and f32 tensors of architecture
`llama` (interleaved rotary pairs) with a `gpt2` tokenizer, and it decodes greedily under the part of GBNF that
`embedded.prompt` writes. Needs numpy; the page runs the same file through wllama instead.
GGUF: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
"""

from __future__ import annotations

import itertools
import re
import struct
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from keyhole.errors import ModelError
from keyhole.models.engine import Completion, TokenChoice
from keyhole.models.grammar import Grammar, parse_grammar

Array = NDArray[np.float32]

_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_F32, _Q8_0 = 0, 8
USER_DEFINED = 4
_PRE_SPLIT = re.compile(r" ?[^\W\d_]+| ?\d| ?[^\s\w]+|_+|\s+")


def _read(file: BinaryIO, form: str) -> Any:
    data = file.read(struct.calcsize("<" + form))
    if len(data) < struct.calcsize("<" + form):
        raise ModelError("the GGUF file ends too early", advice="Download or build the model again.")
    return struct.unpack("<" + form, data)[0]


def _read_string(file: BinaryIO) -> str:
    size = _read(file, "Q")
    data = file.read(size) if size < 1 << 24 else b""
    if len(data) != size:
        raise ModelError("the GGUF file holds a broken text", advice="Download or build the model again.")
    return data.decode("utf-8")


def _read_value(file: BinaryIO, kind: int) -> Any:
    if kind == 8:
        return _read_string(file)
    if kind == 9:
        inner, count = _read(file, "I"), _read(file, "Q")
        if count > 1 << 22:
            raise ModelError("the GGUF file holds a broken list", advice="Download or build the model again.")
        return [_read_value(file, inner) for _ in range(count)]
    if kind not in _SCALARS:
        raise ModelError(f"the GGUF file holds a value of unknown type {kind}")
    return _read(file, _SCALARS[kind])


def read_gguf(path: Path) -> tuple[dict[str, Any], dict[str, Array]]:
    """(metadata, tensors as float32) of a GGUF v3 file. Raises `ModelError` when it is not one or is cut short."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}") from error
    with file:
        if file.read(4) != b"GGUF" or _read(file, "I") != 3:
            raise ModelError(f"{path} is not a GGUF file of version 3")
        tensor_count, value_count = _read(file, "Q"), _read(file, "Q")
        meta: dict[str, Any] = {}
        for _ in range(value_count):
            key = _read_string(file)
            meta[key] = _read_value(file, _read(file, "I"))
        entries = []
        for _ in range(tensor_count):
            name = _read_string(file)
            dims = [_read(file, "Q") for _ in range(_read(file, "I"))]
            entries.append((name, dims, _read(file, "I"), _read(file, "Q")))
        alignment = int(meta.get("general.alignment", 32))
        start = -(-file.tell() // alignment) * alignment
        tensors: dict[str, Array] = {}
        for name, dims, kind, offset in entries:
            file.seek(start + offset)
            tensors[name] = _read_tensor(file, name, dims, kind)
    return meta, tensors


def _read_tensor(file: BinaryIO, name: str, dims: list[int], kind: int) -> Array:
    count = int(np.prod(dims))
    shape = tuple(reversed(dims))
    if kind == _F32:
        data = file.read(4 * count)
        if len(data) == 4 * count:
            return np.frombuffer(data, np.float32).reshape(shape)
    elif kind == _Q8_0:
        block = np.dtype([("scale", "<f2"), ("values", "i1", 32)])
        data = file.read(count // 32 * block.itemsize)
        if len(data) == count // 32 * block.itemsize:
            blocks = np.frombuffer(data, block)
            return (blocks["values"].astype(np.float32) * blocks["scale"].astype(np.float32)[:, None]).reshape(shape)
    else:
        raise ModelError(f"tensor {name} has the unsupported type {kind}")
    raise ModelError("the GGUF file ends too early", advice="Download or build the model again.")


class Tokenizer:
    """The GGUF's byte-pair tokenizer. Structural (user-defined) tokens in a text are read as themselves."""

    def __init__(self, meta: dict[str, Any]) -> None:
        self.tokens: list[str] = meta["tokenizer.ggml.tokens"]
        self._id = {token: index for index, token in enumerate(self.tokens)}
        self._rank = {tuple(merge.split(" ")): rank for rank, merge in enumerate(meta["tokenizer.ggml.merges"])}
        kinds = meta["tokenizer.ggml.token_type"]
        special = [t for t, kind in zip(self.tokens, kinds, strict=True) if kind == USER_DEFINED]
        self._special = re.compile("(" + "|".join(map(re.escape, sorted(special, key=len, reverse=True))) + ")")
        self.special = frozenset(special)
        kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
        other = [byte for byte in range(256) if byte not in kept]
        self._byte = {b: chr(b) for b in kept} | {b: chr(256 + i) for i, b in enumerate(other)}
        self._cache: dict[str, list[int]] = {}

    def encode(self, text: str) -> list[int]:
        """Token ids, nothing added."""
        ids: list[int] = []
        for part in self._special.split(text):
            if part in self.special:
                ids.append(self._id[part])
            elif part:
                for piece in _PRE_SPLIT.findall(part):
                    known = self._cache.get(piece)
                    if known is None:
                        known = self._cache[piece] = self._bpe(piece)
                    ids += known
        return ids

    def _bpe(self, piece: str) -> list[int]:
        parts = [self._byte[byte] for byte in piece.encode("utf-8")]
        while len(parts) > 1:
            ranked = [(self._rank.get(pair, 1 << 30), at) for at, pair in enumerate(itertools.pairwise(parts))]
            rank, at = min(ranked)
            if rank == 1 << 30:
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self._id[part] for part in parts if part in self._id]

    def text(self, token: int) -> str:
        """A token as text; structural tokens as themselves."""
        return self.tokens[token].replace("Ġ", " ")

    def id(self, token: str) -> int:
        """The id of a structural token."""
        return self._id[token]


class NumpyLlama:
    """A `CompletionEngine` over a GGUF file. Raises `ModelError` when the file cannot be used."""

    def __init__(self, path: str | Path) -> None:
        meta, tensors = read_gguf(Path(path))
        if meta.get("general.architecture") != "llama":
            raise ModelError(f"{path} is not of architecture llama")
        try:
            self.tokenizer = Tokenizer(meta)
            self._layers = int(meta["llama.block_count"])
            self._heads = int(meta["llama.attention.head_count"])
            self._eps = float(meta["llama.attention.layer_norm_rms_epsilon"])
            self.context = int(meta["llama.context_length"])
            base = float(meta["llama.rope.freq_base"])
            self._embed = tensors["token_embd.weight"]
            self._norm = tensors["output_norm.weight"]
            self._blocks = [_Block(tensors, number) for number in range(self._layers)]
        except KeyError as error:
            raise ModelError(f"{path} lacks {error.args[0]}") from error
        half = self._embed.shape[1] // self._heads // 2
        angle = np.outer(np.arange(self.context), base ** (-np.arange(half) / half)).astype(np.float32)
        self._cos, self._sin = np.cos(angle), np.sin(angle)
        self._grammars: OrderedDict[str, Grammar] = OrderedDict()

    async def complete(
        self, prompt: str, *, grammar: str | None = None, max_tokens: int = 64, n_probs: int = 0
    ) -> Completion:
        """Greedy completion. The log-probabilities are those before the grammar."""
        ids = self.tokenizer.encode(prompt)
        if len(ids) + 1 > self.context:
            raise ModelError(f"the prompt has {len(ids)} tokens and the model's window is {self.context}")
        rules = self._compiled(grammar) if grammar else None
        state = rules.start() if rules else frozenset()
        cache: list[tuple[Array, Array]] = []
        hidden = self.forward(ids, cache)
        said: list[TokenChoice] = []
        for _ in range(min(max_tokens, self.context - len(ids))):
            allowed = rules.allowed(state) if rules else None
            if allowed is not None and not allowed:
                break
            logits = self._embed @ hidden[-1]
            if allowed is None:
                token = int(logits.argmax())
                if token == 2:  # end of text
                    break
            else:
                options = [self.tokenizer.id(name) for name in allowed]
                token = options[int(logits[options].argmax())]
            name = self.tokenizer.text(token)
            said.append(TokenChoice(name, self._top(logits, n_probs) if n_probs else {}))
            if rules:
                state = rules.advance(state, name)
                if not rules.allowed(state):
                    break
            hidden = self.forward([token], cache)
        text = "".join(choice.text for choice in said)
        return Completion(text, tuple(said) if n_probs else (), len(ids), len(said))

    def _compiled(self, text: str) -> Grammar:
        known = self._grammars.pop(text, None) or parse_grammar(text)
        self._grammars[text] = known
        if len(self._grammars) > 64:
            self._grammars.popitem(last=False)
        return known

    def _top(self, logits: Array, count: int) -> dict[str, float]:
        shifted = logits - logits.max()
        logs = shifted - np.log(np.exp(shifted).sum())
        best = np.argpartition(-logs, min(count, len(logs) - 1))[:count]
        return {self.tokenizer.text(int(i)): float(logs[i]) for i in sorted(best, key=lambda i: -logs[i])}

    def forward(self, ids: list[int], cache: list[tuple[Array, Array]]) -> Array:
        """Hidden states (after the last norm) of new tokens; `cache` holds keys and values and is extended."""
        x = self._embed[ids]
        past = cache[0][0].shape[1] if cache else 0
        total = past + len(ids)
        cos, sin = self._cos[past:total], self._sin[past:total]
        mask = np.triu(np.full((len(ids), total), -np.inf, np.float32), past + 1)
        for number, block in enumerate(self._blocks):
            y = _rms(x, block.norm1, self._eps)
            q, k, v = (self._split(y @ w.T) for w in (block.q, block.k, block.v))
            q, k = _rotate(q, cos, sin), _rotate(k, cos, sin)
            if past:
                k = np.concatenate((cache[number][0], k), axis=1)
                v = np.concatenate((cache[number][1], v), axis=1)
                cache[number] = (k, v)
            else:
                cache.append((k, v))
            scores = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(q.shape[-1])) + mask
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            mixed = (scores / scores.sum(-1, keepdims=True)) @ v
            x = x + mixed.transpose(1, 0, 2).reshape(len(ids), -1) @ block.o.T
            y = _rms(x, block.norm2, self._eps)
            gate = y @ block.gate.T
            x = x + (gate / (1 + np.exp(-gate)) * (y @ block.up.T)) @ block.down.T
        return _rms(x, self._norm, self._eps)

    def _split(self, x: Array) -> Array:
        return x.reshape(x.shape[0], self._heads, -1).transpose(1, 0, 2)


class _Block:
    def __init__(self, tensors: dict[str, Array], number: int) -> None:
        def part(name: str) -> Array:
            return tensors[f"blk.{number}.{name}.weight"]

        self.norm1, self.norm2 = part("attn_norm"), part("ffn_norm")
        self.q, self.k, self.v, self.o = part("attn_q"), part("attn_k"), part("attn_v"), part("attn_output")
        self.gate, self.up, self.down = part("ffn_gate"), part("ffn_up"), part("ffn_down")


def _rms(x: Array, weight: Array, eps: float) -> Array:
    scaled: Array = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(eps)) * weight
    return scaled


def _rotate(x: Array, cos: Array, sin: Array) -> Array:
    out = np.empty_like(x)
    a, b = x[..., 0::2], x[..., 1::2]
    out[..., 0::2] = a * cos - b * sin
    out[..., 1::2] = a * sin + b * cos
    return out
