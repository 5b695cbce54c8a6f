"""What a compiled model library depends on: the sizes of the model, read off its GGUF file's metadata."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Shape:
    """Everything that the compiled library depends on. `vocabulary` counts tokens; lengths are in elements."""

    layers: int
    width: int
    heads: int
    kv_heads: int
    hidden: int
    vocabulary: int
    rope_theta: float
    norm_epsilon: float

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    @classmethod
    def of_gguf(cls, metadata: dict[str, Any]) -> Shape:
        """Raises `ValueError` when the file is not a llama that this library can run."""
        if (kind := metadata.get("general.architecture")) != "llama":
            raise ValueError(f"architecture {kind!r} is not llama")
        heads = metadata["llama.attention.head_count"]
        return cls(
            layers=metadata["llama.block_count"],
            width=metadata["llama.embedding_length"],
            heads=heads,
            kv_heads=metadata.get("llama.attention.head_count_kv", heads),
            hidden=metadata["llama.feed_forward_length"],
            vocabulary=len(metadata["tokenizer.ggml.tokens"]),
            rope_theta=round(metadata.get("llama.rope.freq_base", 10000.0), 3),
            norm_epsilon=round(metadata["llama.attention.layer_norm_rms_epsilon"], 9),
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)
