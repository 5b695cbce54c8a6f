# ruff: noqa: E501  (long rows of words and phrases are data; wrapping them would hide them)
"""Stage `train`: fit the network to the shards. Seeded, resumable; CPU or CUDA; shows progress, loss and time left."""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from muon import Muon, fast_bfloat16
from network import Llama, Shape
from shards import Batch, Shards
from torch import nn

from keyhole.models.embedded.prompt import CONTROL, STRUCTURAL

ANSWERS = len(CONTROL) + len(STRUCTURAL)
"""Tokens that are ever an answer; they are the first of the vocabulary."""
OTHERS = 256
"""How many other tokens are drawn for each step's loss (see `Llama.logits`)."""


class Network(nn.Module):
    """The model, and what it is to say beside its answers: what a teacher makes of the texts that it has read."""

    def __init__(self, model: Llama, heard: int) -> None:
        super().__init__()
        self.model = model
        self.after = -(-2 * model.shape.layers // 3)
        """Blocks after which it is to know what a text means: the others are for what follows from that."""
        self.meaning = nn.Linear(model.shape.dim, heard) if heard else None

    def losses(
        self, batch: Batch, meanings: torch.Tensor, aux_weight: float, meaning_weight: float
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """What to minimise; and three numbers: the mean loss of the answers, their accuracy, how far meanings are off."""
        midway, last = (made.flatten(0, 1) for made in self.model.states(batch.tokens, self.after))
        logits = self.model.logits(last[batch.at], ANSWERS, OTHERS)
        each = F.cross_entropy(logits.float(), batch.wanted, reduction="none")
        dense = batch.dense.float()
        main = (each * (1 - dense)).sum() / (1 - dense).sum().clamp(min=1)
        side = (each * dense).sum() / dense.sum().clamp(min=1)
        off = torch.zeros_like(main)
        if self.meaning and len(batch.meant):
            said = self.meaning(F.rms_norm(midway[batch.meant_at], (midway.shape[-1],)))
            off = 1 - F.cosine_similarity(said.float(), meanings[batch.meant].float()).mean()
        with torch.no_grad():
            hits = (logits.argmax(-1) == batch.wanted).float() * (1 - dense)
            right = hits.sum() / (1 - dense).sum().clamp(min=1)
        return main + aux_weight * side + meaning_weight * off, torch.stack([main, right, off]).detach()


def meanings_of(path: Path) -> torch.Tensor:
    """What the teacher of stage `teach_cards` makes of requests and cards, without what all have in common."""
    made = torch.load(path)
    both = torch.cat([made["asked"], made["offered"]])
    return both - both.float().mean(0).to(both.dtype)


def deepened(model: Llama, layers: int) -> Llama:
    """The same function by more blocks: what is new, evenly between the others, adds nothing at first."""
    shape = replace(model.shape, layers=layers)
    made, new = Llama(shape), layers - model.shape.layers
    old = iter(model.blocks)
    fresh = {round((n + 1) * layers / new) - 1 for n in range(new)}
    for at in range(layers):
        if at not in fresh:
            made.blocks[at].load_state_dict(next(old).state_dict())
    made.embed.load_state_dict(model.embed.state_dict())
    made.norm.load_state_dict(model.norm.state_dict())
    return made


def smoothed(learned: torch.Tensor, start: torch.Tensor, share: float) -> torch.Tensor:
    """Learned embeddings, each word moved by `share` towards what its starting vector predicts (linearly, by ridge
    regression over all words): a word that training hardly met gets to stand by its neighbours."""
    wanted, x = learned[ANSWERS:], start[ANSWERS:]
    gram = x.T @ x
    predicted = x @ torch.linalg.solve(gram + 1e-3 * gram.diagonal().mean() * torch.eye(len(gram)), x.T @ wanted)
    mixed = (1 - share) * wanted + share * predicted
    mixed *= wanted.norm(dim=1, keepdim=True) / (mixed.norm(dim=1, keepdim=True) + 1e-6)
    return torch.cat((learned[:ANSWERS], mixed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="checkpoint file; training resumes from it")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--warm-start", type=Path, help="a GGUF whose weights to begin with")
    parser.add_argument(
        "--smooth",
        type=float,
        default=0.0,
        help="share by which a warm start's words move to what the tokenizer's embeddings predict",
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="length of the schedule")
    parser.add_argument("--tokens", type=float, default=0, help="length of the schedule in tokens, instead of minutes")
    parser.add_argument("--batch-tokens", type=int, default=8192)
    parser.add_argument("--lr", type=float, default=0.012, help="of the matrices (Muon)")
    parser.add_argument("--embed-lr", type=float, default=0.002, help="of embeddings and norms (Adam)")
    parser.add_argument(
        "--decay", type=float, default=0.35, help="share of the schedule in which the rate falls to 5%%"
    )
    parser.add_argument("--aux", type=float, default=0.4)
    parser.add_argument("--cards", type=Path, help="what stage `teach_cards` wrote: what it means is learned, too")
    parser.add_argument("--meaning", type=float, default=1.0, help="what that counts")
    parser.add_argument("--files", type=int, default=1, help="shards that are mixed")
    parser.add_argument("--dim", type=int, default=192)
    parser.add_argument("--layers", type=int, default=6, help="of a warm start, as many or more than it has")
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--hidden", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument(
        "--word-rate",
        type=float,
        default=0.3,
        help="share of --embed-lr for words: rare ones keep close to their start",
    )
    parser.add_argument(
        "--compile",
        action="store_true",
        help="fuse operations with torch.compile (needs a C++ compiler); twice as fast",
    )
    parser.add_argument(
        "--restart-schedule", action="store_true", help="begin a new schedule from the checkpoint's weights"
    )
    args = parser.parse_args()
    if args.threads:
        torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    vocab = len(json.loads((args.tokenizer / "tokenizer.json").read_text())["tokens"])
    shape = Shape(vocab, args.dim, args.layers, args.heads, args.hidden)
    if args.warm_start:
        from export import read_gguf_weights

        shape, weights = read_gguf_weights(args.warm_start)
        model = Llama(shape)
        model.load_state_dict(weights)
        start = args.tokenizer / "embeddings.npy"
        if args.smooth and start.exists():
            model.embed.weight.data = smoothed(model.embed.weight.data, torch.from_numpy(np.load(start)), args.smooth)
    else:
        model = Llama(shape)
        start = args.tokenizer / "embeddings.npy"
        if start.exists():
            loaded = torch.from_numpy(np.load(start))
            if loaded.shape == model.embed.weight.shape:
                model.embed.weight.data.copy_(loaded)
    if args.layers > shape.layers:
        model = deepened(model, args.layers)
        shape = model.shape
    meanings = meanings_of(args.cards).to(device) if args.cards else torch.zeros(0, 0)
    network = Network(model, meanings.shape[1]).to(device)
    matrices = [p for n, p in model.named_parameters() if p.ndim == 2 and not n.startswith("embed")]
    theirs = {id(p) for p in matrices}
    others = [p for p in network.parameters() if id(p) not in theirs]
    muon = Muon(matrices, lr=args.lr)
    adam = torch.optim.AdamW(others, lr=args.embed_lr, betas=(0.9, 0.98), weight_decay=0.0)
    rng = random.Random(args.seed)
    shards = Shards(args.shards, args.batch_tokens, rng, args.files)
    step, seen, spent = 0, 0, 0.0
    if args.out.exists():
        saved = torch.load(args.out, map_location=device, weights_only=True)
        model.load_state_dict(saved["model"])
        if network.meaning and saved["meaning"]:
            network.meaning.load_state_dict(saved["meaning"])
        if not args.restart_schedule:
            muon.load_state_dict(saved["muon"])
            adam.load_state_dict(saved["adam"])
            step, seen, spent = saved["step"], saved["seen"], saved["spent"]
            shards.used = {Path(k): v for k, v in saved["used"].items()}
        print(f"resumed at step {step}, {seen / 1e6:.1f}M tokens, {spent / 60:.1f} min", flush=True)
    n = sum(p.numel() for p in model.parameters())
    print(
        f"{n / 1e6:.2f}M parameters ({(n - model.embed.weight.numel()) / 1e6:.2f}M without embeddings) on {device}",
        flush=True,
    )
    if args.compile:
        for block in model.blocks:
            block.compile(dynamic=True)
    narrow = device == "cuda" or fast_bfloat16()
    first = step
    began = time.monotonic() - spent
    recent: list[torch.Tensor] = []
    last_save = time.monotonic()

    def progress() -> float:
        share: float = seen / args.tokens if args.tokens else (time.monotonic() - began) / (60 * args.minutes)
        return share

    def check(loss: float) -> None:
        if not math.isfinite(loss):
            raise SystemExit(f"the loss is {loss} at step {step}: lower --lr")

    def save() -> None:
        temporary = args.out.with_suffix(".tmp")
        torch.save(
            {"model": model.state_dict(), "meaning": network.meaning.state_dict() if network.meaning else None, "muon": muon.state_dict(), "adam": adam.state_dict(), "step": step, "seen": seen,
             "spent": time.monotonic() - began, "used": {str(k): v for k, v in shards.used.items()}, "shape": shape.as_dict()},
            temporary,
        )  # fmt: skip
        temporary.rename(args.out)

    for batch in shards.ahead(device):
        done = progress()
        if done >= 1:
            break
        scale = min(1.0, (step - first + 1) / 60) * (
            1.0 if done < 1 - args.decay else 0.05 + 0.95 * (1 - done) / args.decay
        )
        for optimiser, rate in ((muon, args.lr), (adam, args.embed_lr)):
            for group in optimiser.param_groups:
                group["lr"] = rate * scale
        with torch.autocast(device, torch.bfloat16, enabled=narrow):
            loss, shown = network.losses(batch, meanings, args.aux, args.meaning)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(others, 1.0)
        muon.step()
        words = model.embed.weight.detach()[ANSWERS:].clone()
        adam.step()
        with torch.no_grad():
            model.embed.weight[ANSWERS:].lerp_(words, 1 - args.word_rate)
        muon.zero_grad(set_to_none=True)
        adam.zero_grad(set_to_none=True)
        step += 1
        seen += batch.tokens.numel()
        recent.append(shown)
        if step % 50 == 0:
            mean, right, off = torch.stack(recent).mean(0).tolist()
            check(mean)
            recent = []
            taken = time.monotonic() - began
            left = taken / max(done, 1e-6) * (1 - done)
            print(f"step {step} {seen / 1e6:.1f}M tokens {seen / taken:.0f}/s loss {mean:.3f} right {100 * right:.1f}% meaning {off:.3f} {100 * done:.0f}% done, {left / 60:.0f} min left", flush=True)  # fmt: skip
        if time.monotonic() - last_save > 120:
            check(shown[0].item())  # what is kept is never spoilt
            save()
            last_save = time.monotonic()
    if recent:
        check(recent[-1][0].item())
    save()
    print(f"finished: {step} steps, {seen / 1e6:.1f}M tokens, {(time.monotonic() - began) / 60:.1f} min", flush=True)


if __name__ == "__main__":
    main()
