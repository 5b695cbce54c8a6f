"""Stage `export`: a checkpoint as GGUF q8_0 (norms in f32), readable by llama.cpp; and a GGUF back as weights."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, TokenType
from gguf.quants import dequantize, quantize
from network import Shape
from tokens import Tokens

from keyhole.models.embedded.prompt import CONTROL, STRUCTURAL

_BLOCK = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output", "norm1": "attn_norm", "norm2": "ffn_norm",
    "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down",
}  # fmt: skip


def gguf_name(name: str) -> str:
    """The GGUF name of a parameter of `network.Llama`."""
    if name == "embed.weight":
        return "token_embd.weight"
    if name == "norm.weight":
        return "output_norm.weight"
    _, block, part, _ = name.split(".")
    return f"blk.{block}.{_BLOCK[part]}.weight"


def write_gguf(path: Path, weights: dict[str, torch.Tensor], shape: Shape, tokens: Tokens, *, name: str) -> None:
    """Write the model with its tokenizer. Structural tokens are USER_DEFINED, so that they parse in prompts."""
    writer = GGUFWriter(path, "llama")
    writer.add_name(name)
    writer.add_license("apache-2.0")
    writer.add_context_length(shape.context)
    writer.add_embedding_length(shape.dim)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.hidden)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.heads)
    writer.add_layer_norm_rms_eps(shape.eps)
    writer.add_rope_dimension_count(shape.dim // shape.heads)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_vocab_size(shape.vocab)
    writer.add_file_type(7)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens.tokens)
    kind = dict.fromkeys(CONTROL, TokenType.CONTROL) | dict.fromkeys(STRUCTURAL, TokenType.USER_DEFINED)
    writer.add_token_types([kind.get(t, TokenType.NORMAL) for t in tokens.tokens])
    writer.add_token_merges(tokens.merges)
    writer.add_pad_token_id(tokens.id["<pad>"])
    writer.add_bos_token_id(tokens.id["<bos>"])
    writer.add_eos_token_id(tokens.id["<eos>"])
    writer.add_add_bos_token(False)
    for key, value in weights.items():
        array = value.detach().float().cpu().numpy()
        if array.ndim == 1:
            writer.add_tensor(gguf_name(key), array)
        else:
            packed = quantize(array, GGMLQuantizationType.Q8_0)
            writer.add_tensor(gguf_name(key), packed, raw_dtype=GGMLQuantizationType.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def read_gguf_weights(path: Path) -> tuple[Shape, dict[str, torch.Tensor]]:
    """(shape, weights for `network.Llama`) of a file that `write_gguf` wrote."""
    reader = GGUFReader(path)

    def number(key: str) -> float:
        return float(reader.fields[f"llama.{key}"].contents())

    shape = Shape(
        vocab=int(number("vocab_size")), dim=int(number("embedding_length")), layers=int(number("block_count")),
        heads=int(number("attention.head_count")), hidden=int(number("feed_forward_length")),
        context=int(number("context_length")), rope_base=float(number("rope.freq_base")),
        eps=round(float(number("attention.layer_norm_rms_epsilon")), 9),
    )  # fmt: skip
    from network import Llama

    names = {gguf_name(key): key for key in Llama(shape).state_dict()}
    weights = {
        names[t.name]: torch.from_numpy(np.array(dequantize(t.data, t.tensor_type), dtype=np.float32))
        for t in reader.tensors
    }
    return shape, weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--checkpoint", type=Path, required=True, nargs="+", help="of several, one trained on from another, the mean"
    )
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    each = [torch.load(path, map_location="cpu", weights_only=True) for path in args.checkpoint]
    saved = each[-1]
    shape = Shape(**{k: type(getattr(Shape(), k))(v) for k, v in saved["shape"].items()})
    weights = {key: torch.stack([one["model"][key].float() for one in each]).mean(0) for key in saved["model"]}
    write_gguf(args.out, weights, shape, Tokens(args.tokenizer / "tokenizer.json"), name="keyhole-embedded")
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.2f} MB, {saved['seen'] / 1e6:.1f}M training tokens")


if __name__ == "__main__":
    main()
