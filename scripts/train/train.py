# ruff: noqa: E501  (long rows of words and phrases are data; wrapping them would hide them)
"""Stage `train`: fit the network to the shards. Seeded, resumable; CPU or CUDA; shows progress, loss and time left."""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from muon import Muon, fast_bfloat16
from network import Llama, Shape

from keyhole.models.embedded.prompt import CONTROL, STRUCTURAL

NONE, AUX = 0xFFFF, 0x4000
ANSWERS = len(CONTROL) + len(STRUCTURAL)
"""Tokens that are ever an answer; they are the first of the vocabulary."""
OTHERS = 256
"""How many other tokens are drawn for each step's loss (see `Llama.logits`)."""


class Shards:
    """Batches of about `batch_tokens` tokens of examples of like length. New shards are picked up as they appear."""

    def __init__(self, folder: Path, batch_tokens: int, rng: random.Random) -> None:
        self.folder, self.batch_tokens, self.rng = folder, batch_tokens, rng
        self.used: dict[Path, int] = {}

    def next_file(self) -> Path:
        """The file that was used least, a random one of them."""
        files = sorted(p for p in self.folder.glob("*.npz") if not p.name.endswith(".tmp.npz"))
        if not files:
            raise SystemExit(f"no shards in {self.folder}: run the data stage first")
        least = min(self.used.get(p, 0) for p in files)
        chosen = self.rng.choice([p for p in files if self.used.get(p, 0) == least])
        self.used[chosen] = least + 1
        return chosen

    def batches(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        """All batches of one file, in random order."""
        with np.load(self.next_file()) as data:
            tokens, targets, offsets = data["tokens"], data["targets"], data["offsets"]
        lengths = np.diff(offsets)
        order = sorted(range(len(lengths)), key=lambda i: (lengths[i], i))
        groups: list[list[int]] = [[]]
        for i in order:
            if groups[-1] and (len(groups[-1]) + 1) * lengths[i] > self.batch_tokens:
                groups.append([])
            groups[-1].append(i)
        self.rng.shuffle(groups)
        made = []
        for group in groups:
            width = max(lengths[i] for i in group)
            x = np.zeros((len(group), width), np.int64)
            y = np.full((len(group), width), NONE, np.int64)
            for row, i in enumerate(group):
                x[row, : lengths[i]] = tokens[offsets[i] : offsets[i + 1]]
                y[row, : lengths[i]] = targets[offsets[i] : offsets[i + 1]]
            made.append((torch.from_numpy(x), torch.from_numpy(y)))
        return made


def losses(
    model: Llama, hidden: torch.Tensor, y: torch.Tensor, aux_weight: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """(what to minimise, mean loss of the answers, their accuracy)."""
    at = y != NONE
    wanted = y[at]
    logits = model.logits(hidden[at], ANSWERS, OTHERS)
    aux = (wanted & AUX) != 0
    each = F.cross_entropy(logits.float(), wanted & ~AUX, reduction="none")
    main = each[~aux].mean()
    side = each[aux].mean() if aux.any() else main * 0
    with torch.no_grad():
        right = (logits[~aux].argmax(-1) == wanted[~aux]).float().mean()
    return main + aux_weight * side, main.detach(), right


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
    parser.add_argument("--dim", type=int, default=192)
    parser.add_argument("--layers", type=int, default=6)
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
    model = model.to(device)
    matrices = [p for n, p in model.named_parameters() if p.ndim == 2 and not n.startswith("embed")]
    others = [p for n, p in model.named_parameters() if not (p.ndim == 2 and not n.startswith("embed"))]
    muon = Muon(matrices, lr=args.lr)
    adam = torch.optim.AdamW(others, lr=args.embed_lr, betas=(0.9, 0.98), weight_decay=0.0)
    rng = random.Random(args.seed)
    shards = Shards(args.shards, args.batch_tokens, rng)
    step, seen, spent = 0, 0, 0.0
    if args.out.exists():
        saved = torch.load(args.out, map_location=device, weights_only=True)
        model.load_state_dict(saved["model"])
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
    forward = torch.compile(model.forward, dynamic=True) if args.compile else model.forward
    narrow = device == "cuda" or fast_bfloat16()
    first = step
    began = time.monotonic() - spent
    ema_loss: float | None = None
    ema_right = 0.0
    last_save = time.monotonic()

    def progress() -> float:
        share: float = seen / args.tokens if args.tokens else (time.monotonic() - began) / (60 * args.minutes)
        return share

    def save() -> None:
        temporary = args.out.with_suffix(".tmp")
        torch.save(
            {"model": model.state_dict(), "muon": muon.state_dict(), "adam": adam.state_dict(), "step": step, "seen": seen,
             "spent": time.monotonic() - began, "used": {str(k): v for k, v in shards.used.items()}, "shape": shape.as_dict()},
            temporary,
        )  # fmt: skip
        temporary.rename(args.out)

    while progress() < 1:
        for x, y in shards.batches():
            done = progress()
            if done >= 1:
                break
            scale = min(1.0, (step - first + 1) / 60) * (
                1.0 if done < 1 - args.decay else 0.05 + 0.95 * (1 - done) / args.decay
            )
            for optimiser, rate in ((muon, args.lr), (adam, args.embed_lr)):
                for group in optimiser.param_groups:
                    group["lr"] = rate * scale
            x, y = x.to(device), y.to(device)
            with torch.autocast(device, torch.bfloat16, enabled=narrow):
                loss, shown, right = losses(model, forward(x), y, args.aux)
            if not math.isfinite(loss.item()):
                raise SystemExit(f"the loss is {loss.item()} at step {step}: lower --lr")
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
            seen += x.numel()
            ema_loss = shown.item() if ema_loss is None else 0.97 * ema_loss + 0.03 * shown.item()
            ema_right = 0.97 * ema_right + 0.03 * right.item()
            if step % 50 == 0:
                taken = time.monotonic() - began
                left = taken / max(done, 1e-6) * (1 - done)
                print(f"step {step} {seen / 1e6:.1f}M tokens {seen / taken:.0f}/s loss {ema_loss:.3f} right {100 * ema_right / (1 - 0.97 ** (step - first)):.1f}% {100 * done:.0f}% done, {left / 60:.0f} min left", flush=True)  # fmt: skip
            if time.monotonic() - last_save > 120:
                save()
                last_save = time.monotonic()
    save()
    print(f"finished: {step} steps, {seen / 1e6:.1f}M tokens, {(time.monotonic() - began) / 60:.1f} min", flush=True)


if __name__ == "__main__":
    main()
