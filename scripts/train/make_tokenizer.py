# ruff: noqa: E501  (rows of words and phrases are data: wrapping them would hide them)
"""Stage `tokenizer`: BPE over the words of names, descriptions, requests and prose; the idf table; starting embeddings."""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import torch
from invented import Inventor
from sources import _lines, load_catalog, load_lists, load_rows
from tokenizers import Tokenizer, models, trainers
from tokens import Tokens

from keyhole.models.embedded.prompt import CONTROL, STRUCTURAL
from keyhole.models.embedded.route.lexical import stems
from keyhole.models.embedded.text import name_words, plain_words


def words_of(text: str) -> list[str]:
    return [w for part in text.split() for w in plain_words(part)]


def documents(data: Path, seed: int, prose_limit: int) -> tuple[list[list[str]], list[list[str]]]:
    """(short documents: a request with its tool's words; prose paragraphs), as lists of words."""
    rng = random.Random(seed)
    short: list[list[str]] = []
    for row in load_rows(data, rng, "train"):
        tool = list(name_words(row.card.name)) + words_of(row.card.description) if row.card else []
        short.append(words_of(row.utterance) + tool)
    for card, schema in load_catalog(data):
        properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
        more = [
            w
            for k, v in properties.items()
            for w in [*name_words(k), *words_of(str(v.get("description", "")) if isinstance(v, dict) else "")]
        ]
        short.append(list(name_words(card.name)) + words_of(card.description) + more)
    inventor = Inventor(load_lists(data), rng)
    for _ in range(30000):
        e = inventor.example()
        short.append(
            words_of(e.query)
            + list(name_words(e.card.name))
            + words_of(e.card.description)
            + [w for p in e.parameters for w in [*name_words(p.path[0]), *words_of(p.description)]]
        )
    prose: list[list[str]] = []
    total = 0
    paths = sorted((data / "prose").glob("*.jsonl"))
    for path in paths:
        used = 0
        for record in _lines(path):
            for paragraph in record["text"].split("\n"):
                words = words_of(paragraph)
                prose.append(words)
                used += len(words)
            if used > prose_limit // max(1, len(paths)):
                break
        total += used
    return short, prose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--vocab", type=int, default=8192)
    parser.add_argument("--dim", type=int, default=192)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--word-vectors",
        type=Path,
        help="JSON with `vectors`: {word: numbers}; half of the starting embeddings come from it",
    )
    parser.add_argument("--prose-words", type=int, default=1_500_000)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    short, prose = documents(args.data, args.seed, args.prose_words)
    count: dict[str, float] = defaultdict(float)
    for document in short:
        for word in document:
            count[word] += 1
    for document in prose:
        for word in document:
            count[word] += 0.3
    print(f"{len(short)} requests and cards, {len(prose)} paragraphs, {len(count)} different words", flush=True)

    fixed = [*CONTROL, *STRUCTURAL]
    alphabet = _byte_alphabet()
    tokenizer = Tokenizer(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=args.vocab - len(fixed), initial_alphabet=alphabet, show_progress=False, min_frequency=2
    )
    marks = [" ,", " ?", " .", " :", " =", " (", " )", " +", " -", " *", " /", " ^", " _"]
    stream = ["Ġ" + w for w, n in count.items() for _ in range(max(1, min(3000, round(n))))]
    stream += ["Ġ" + mark[1:] for mark in marks for _ in range(3000)]
    tokenizer.train_from_iterator((stream[i : i + 1000] for i in range(0, len(stream), 1000)), trainer)
    bpe = json.loads(tokenizer.to_str())["model"]
    vocab = sorted(bpe["vocab"], key=bpe["vocab"].get)
    merges = [" ".join(m) if isinstance(m, list) else m for m in bpe["merges"]]
    (args.out / "tokenizer.json").write_text(json.dumps({"tokens": fixed + vocab, "merges": merges}))

    seen: Counter[str] = Counter()
    for document in short:
        seen.update(set(stems(document)))
    idf = {s: round(math.log((len(short) + 1) / (n + 1)), 1) for s, n in seen.most_common(6000) if n >= 5}
    (args.out / "idf.json").write_text(json.dumps(idf))

    tokens = Tokens(args.out / "tokenizer.json")
    embed = starting_embeddings(tokens, short, prose, args.dim)
    if args.word_vectors:
        embed = with_word_vectors(embed, tokens, args.word_vectors)
    np.save(args.out / "embeddings.npy", embed)
    print(f"{len(tokens.tokens)} tokens, {len(merges)} merges, {len(idf)} idf entries", flush=True)


def _byte_alphabet() -> list[str]:
    """GPT-2's 256 byte characters."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    other = [b for b in range(256) if b not in kept]
    return [chr(b) for b in kept] + [chr(256 + i) for i in range(len(other))]


def starting_embeddings(tokens: Tokens, short: list[list[str]], prose: list[list[str]], dim: int) -> np.ndarray:
    """Truncated SVD of the positive pointwise mutual information of tokens that stand near each other."""
    size = len(tokens.tokens)
    pairs = np.zeros(size * size, dtype=np.float32)

    def add(documents: list[list[str]], offsets: list[int], weight: float) -> None:
        flat: list[int] = []
        where: list[int] = []
        for number, document in enumerate(documents):
            for word in document:
                ids = tokens.encode(" " + word)
                flat += ids
                where += [number] * len(ids)
        ids_ = np.array(flat, dtype=np.int64)
        doc = np.array(where, dtype=np.int64)
        for offset in offsets:
            same = doc[offset:] == doc[:-offset]
            codes = (ids_[:-offset] * size + ids_[offset:])[same]
            values, n = np.unique(codes, return_counts=True)
            pairs[values] += (weight / offset**0.3) * n.astype(np.float32)

    add(short, list(range(1, 21)), 1.0)
    add(prose, [1, 2, 3, 4, 5], 0.4)
    matrix = pairs.reshape(size, size)
    matrix += matrix.T.copy()
    total = matrix.sum()
    row = matrix.sum(1, keepdims=True) + 1e-6
    column = (row.T / total) ** 0.75
    column /= column.sum()
    np.divide(matrix, row, out=matrix)
    np.divide(matrix, column + 1e-12, out=matrix)
    np.log(matrix + 1e-9, out=matrix)
    np.maximum(matrix, 0, out=matrix)
    torch.manual_seed(1)
    u, s, _ = torch.svd_lowrank(torch.from_numpy(matrix), q=dim + 16, niter=3)
    embed = (u * s.sqrt())[:, :dim]
    embed = embed / (embed.norm(dim=1, keepdim=True) + 1e-6)
    noise = torch.randn(size, dim) / math.sqrt(dim)
    known = embed.norm(dim=1, keepdim=True) > 0.5
    table: np.ndarray = torch.where(known, embed + 0.1 * noise, noise).numpy().astype(np.float32)
    return table


def with_word_vectors(embed: np.ndarray, tokens: Tokens, path: Path) -> np.ndarray:
    """Embeddings of which half the dimensions come from word vectors, for the tokens that are whole words.

    The vectors lose their mean and their two strongest directions, which tell frequency rather than meaning.
    """
    vectors = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    half = embed.shape[1] // 2
    at = [i for i, token in enumerate(tokens.tokens) if token[:1] == "Ġ" and token[1:] in vectors and len(token) > 2]
    wide = np.array([vectors[tokens.tokens[i][1:]][:100] for i in at], np.float32)
    wide -= wide.mean(0)
    _, strengths, axes = np.linalg.svd(wide, full_matrices=False)
    turned = (wide @ axes.T)[:, 2 : 2 + half] / np.sqrt(strengths[2 : 2 + half])
    turned /= np.linalg.norm(turned, axis=1, keepdims=True) + 1e-6
    own = embed[at][:, : embed.shape[1] - turned.shape[1]]
    own /= np.linalg.norm(own, axis=1, keepdims=True) + 1e-6
    made = embed.copy()
    made[at] = np.concatenate([own, turned], 1) * np.float32(0.5**0.5)
    print(f"{len(at)} of {len(tokens.tokens)} tokens begin at a word vector")
    return made


if __name__ == "__main__":
    main()
