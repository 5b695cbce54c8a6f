"""What is fitted beside the embedded model's network: `keyhole-embedded.json` of `scripts/train/calibrate`."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from keyhole.errors import ModelError
from keyhole.models.embedded.fill.pointer import Pointer
from keyhole.models.embedded.fill.ranker import Weights
from keyhole.models.embedded.fill.rerank import Reranker
from keyhole.models.embedded.fill.witnesses import FillWeights, Opinions
from keyhole.models.embedded.route.decision import DecisionWeights
from keyhole.models.embedded.route.familiar import Familiar
from keyhole.models.embedded.route.matcher import Matcher
from keyhole.word_vectors import WordVectors, word_vectors


@dataclass(frozen=True, slots=True)
class Assets:
    """Inverse document frequencies by stem, the weights of the decision, and the witnesses that it hears."""

    idf: Mapping[str, float]
    weights: DecisionWeights = field(default_factory=DecisionWeights)
    description_words: int = 8
    ranker: Weights | None = None
    router: Weights | None = None
    known: tuple[tuple[frozenset[str], DecisionWeights], ...] = ()
    """Names of tools that it was trained on by name, the shipped ones, and the decision's weights where all tools in
    view are among them; the first that fit."""
    fill: FillWeights = field(default_factory=FillWeights)
    familiar: Familiar | None = None
    matcher: Matcher | None = None
    pointer: Pointer | None = None
    reranker: Reranker | None = None
    words: WordVectors | None = None
    """What words mean to ranker, matcher and pointer; default: as the shipped vectors have it."""

    @property
    def opinions(self) -> Opinions | None:
        """What is heard of arguments beside the transformer."""
        return Opinions(self.ranker, self.words, self.pointer) if self.ranker is not None else None

    @classmethod
    def load(cls, data: str | bytes | Path) -> Assets:
        """From the JSON text of `keyhole-embedded.json`, or its path. Raises `ModelError` when it is broken."""
        try:
            text = data.read_text(encoding="utf-8") if isinstance(data, Path) else data
            raw = json.loads(text)
            words = WordVectors(base64.b64decode(raw["words"])) if "words" in raw else word_vectors()
            ranker = Weights(**raw["ranker"]) if "ranker" in raw else None
            router = Weights(**raw["router"]) if "router" in raw else None
            described = int(raw.get("description_words", 8))
            groups = raw.get("known", ())
            known = tuple((frozenset(group["tools"]), DecisionWeights(**group["weights"])) for group in groups)
            weights, fill = DecisionWeights(**raw["weights"]), FillWeights(**raw.get("fill", {}))
            familiar = Familiar(**raw["familiar"]) if "familiar" in raw else None
            matcher = Matcher(words, **raw["matcher"]) if "matcher" in raw else None
            pointer = Pointer(words, **raw["pointer"]) if "pointer" in raw else None
            reranker = Reranker(**raw["reranker"]) if "reranker" in raw else None
            return cls(
                raw["idf"], weights, described, ranker, router, known, fill, familiar, matcher, pointer, reranker, words
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelError(f"the embedded model's settings cannot be read: {error}") from error
