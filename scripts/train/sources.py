# ruff: noqa: E501, SIM905  (rows of words and phrases are data: wrapping them would hide them)
"""Open data as one stream of plain rows: an utterance, the card of the tool it wants (or none), its slots."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from keyhole.models.embedded.text import name_words, read_digits, split_words
from keyhole.models.model import ToolCard


@dataclass
class Slot:
    """A value in an utterance: `start`/`end` where it stands, or an enum's `options` with the `chosen` one."""

    name: str
    start: int = -1
    end: int = -1
    options: tuple[str, ...] = ()
    chosen: int = -1
    number: bool = False


@dataclass
class Row:
    """One utterance. `card` is None where no tool is wanted. `usable_slots` says that every slot could be located."""

    source: str
    utterance: str
    card: ToolCard | None
    slots: list[Slot] = field(default_factory=list)
    usable_slots: bool = False


ROUTE_CAPS = {
    "thingpedia": 14000, "homeassistant": 9000, "snips": 9000, "hwu64": 11000, "slurp": 2800, "clinc150": 20000,
    "banking77": 7000, "multidogo": 9000, "msbot_lu": 5600, "metatool": 15000, "sealtools": 1400, "glaive_demo": 300,
    "voice_skills": 3000, "restaurant8k": 4000, "taskmaster": 2000, "tldr": 26000, "msbot_chitchat": 9000,
}  # fmt: skip
PER_TOOL = 450
FILL_SOURCES = frozenset("thingpedia homeassistant snips hwu64 slurp multidogo msbot_lu sealtools glaive_demo voice_skills restaurant8k taskmaster".split())  # fmt: skip


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def load_rows(folder: Path, rng: random.Random, split: str) -> list[Row]:
    """Rows of the labelled sources under `folder`, capped by source and by tool, of one split (train or valid)."""
    rows: list[Row] = []
    for source, cap in ROUTE_CAPS.items():
        path = folder / f"{source}.jsonl"
        if not path.exists():
            continue
        made: list[Row] = []
        per_tool: dict[str, int] = defaultdict(int)
        raw = [record for record in _lines(path) if record.get("split", "train") == split]
        rng.shuffle(raw)
        for record in raw:
            if record.get("calls") or record.get("unlabelled") or not 2 < len(record["utterance"]) < 400:
                continue
            if source in ("star", "taskmaster", "glaive_demo") and record.get("context"):
                continue
            tool = record.get("tool")
            if tool is None and not record.get("no_tool"):
                continue
            per_tool[tool or ""] += 1
            if tool is not None and per_tool[tool] > PER_TOOL:
                continue
            made.append(_row(source, record))
            if len(made) >= cap:
                break
        rows += made
    _add_parameters(rows)
    return rows


def _row(source: str, record: dict[str, Any]) -> Row:
    utterance = record["utterance"]
    card = None
    if record.get("tool"):
        card = ToolCard(
            re.sub(r"^(org|com|io|gov|us)\.(thingpedia\.)?", "", record["tool"]), record.get("tool_description") or ""
        )
    slots: list[Slot] = []
    usable = source in FILL_SOURCES
    for slot in record.get("slots", []):
        if slot.get("implied") or slot.get("value") is None:
            continue
        value = str(slot["value"])
        options = tuple(str(o) for o in slot.get("enum") or ())
        if options:
            wanted = str(slot.get("norm") or value).lower()
            chosen = next((i for i, o in enumerate(options) if o.lower() == wanted or o.lower() == value.lower()), -1)
            if chosen >= 0 and len(options) <= 24:
                slots.append(Slot(slot["name"], options=options, chosen=chosen))
                continue
        start, end = slot.get("start", -1), slot.get("end", -1)
        if start < 0:
            start = utterance.lower().find(value.lower()) if len(value) > 1 else -1
            end = start + len(value)
        if start < 0:
            usable = False
            continue
        words = split_words(utterance[start:end])
        number = bool(words) and words[0].kind == "num" and len(words) == 1 and read_digits(words[0].text) is not None
        slots.append(Slot(slot["name"], start, end, number=number))
    return Row(source, utterance, card, slots, usable)


def _add_parameters(rows: list[Row]) -> None:
    """A card's parameter names are those of the slots seen with it."""
    seen: dict[str, dict[str, None]] = defaultdict(dict)
    for row in rows:
        if row.card:
            for slot in row.slots:
                seen[row.card.name][slot.name] = None
    for row in rows:
        if row.card:
            row.card = ToolCard(row.card.name, row.card.description, tuple(seen[row.card.name])[:8])


def load_catalog(folder: Path) -> list[tuple[ToolCard, dict[str, Any]]]:
    """Tool cards with their schemas, for distractors and for requests made from descriptions."""
    result = []
    for record in _lines(folder / "tool_catalog.jsonl"):
        parameters = record.get("parameters") or {}
        names = tuple(parameters.get("properties", {}))[:8] if isinstance(parameters, dict) else ()
        if name_words(record["name"]):
            result.append((ToolCard(record["name"], record.get("description") or "", names), parameters))
    return result


def load_lists(folder: Path) -> dict[str, list[str]]:
    """Word lists by name."""
    return {
        record["list"]: [v for v in record["values"] if isinstance(v, str) and 0 < len(v) < 40]
        for record in _lines(folder / "gazetteer.jsonl")
        if "terrorist" not in record["list"]
    }


def load_sentences(folder: Path, rng: random.Random, ends: str, most: int = 6000) -> list[str]:
    """Sentences of prose that end in one of `ends`, so many at most: nobody's tool is asked for."""
    found: list[str] = []
    for path in sorted((folder / "prose").glob("*.jsonl")):
        for record in _lines(path):
            for sentence in re.findall(rf"[A-Z][^.?!\n]{{14,110}}[{ends}]", record["text"]):
                if len(found) < 10 * most:
                    found.append(sentence.strip("“”\"'"))
    rng.shuffle(found)
    return found[:most]
