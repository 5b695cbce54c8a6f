# ruff: noqa: E501  (rows are data)
"""Every stage of training once, tiny: it runs from data to a scored GGUF. Needs torch, tokenizers and gguf."""

from __future__ import annotations

import base64
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from keyhole.models.embedded.fields.field_reader import FieldReader
from keyhole.models.embedded.fill.pointer import Pointer
from keyhole.models.embedded.fill.rerank import Reranker
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.route.after import WITNESSES, AfterWeights
from keyhole.models.embedded.route.familiar import Familiar
from keyhole.models.embedded.route.matcher import Matcher
from keyhole.models.model import ToolCard
from keyhole.steps.thing_meant import ThingWeights
from keyhole.word_vectors import WordVectors, word_vectors

ROOT = Path(__file__).parents[2]
TRAIN = ROOT / "scripts" / "train"
PYTHON = os.environ.get("KEYHOLE_TRAIN_PYTHON", "")
HERE = all(importlib.util.find_spec(name) for name in ("torch", "tokenizers", "gguf"))

# `scripts/test` does not install torch: what PyPI has of it for Linux brings 5 GB of CUDA.
pytestmark = pytest.mark.skipif(
    not (HERE or PYTHON), reason="torch, tokenizers or gguf is not installed (or set KEYHOLE_TRAIN_PYTHON)"
)


def lines(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    makers = ("invented.py", "invented_values.py", "invented_domains.py", "published.py", "siblings.py")
    text = "".join((TRAIN / name).read_text("utf-8") for name in makers)
    names = sorted(set(re.findall(r"\b[a-z_\-]+(?:/[A-Za-z_0-9\-]+)+", text)))
    lines(folder / "gazetteer.jsonl", [{"list": n, "values": ["Alpha Beta", "gamma", "Delta"]} for n in names])
    tools = {"play_music": "Play music.", "get_weather": "Get the weather.", "book_table": "Book a table."}
    rows: list[dict[str, object]] = []
    for number in range(60):
        tool = list(tools)[number % 3]
        said = f"{tool.replace('_', ' ')} in city {number}"
        slot = {
            "name": "place",
            "value": "city",
            "type": "string",
            "start": said.index("city"),
            "end": said.index("city") + 4,
        }
        rows.append(
            {
                "utterance": said,
                "tool": tool,
                "tool_description": tools[tool],
                "slots": [slot],
                "split": "train" if number < 45 else "valid",
            }
        )
    lines(folder / "snips.jsonl", rows)
    idle = [
        {"utterance": f"how are you {n}", "tool": None, "slots": [], "no_tool": True, "split": s}
        for n in range(20)
        for s in ("train", "valid")
    ]
    lines(folder / "msbot_chitchat.jsonl", idle)
    card = {
        "description": "Look up a thing by name",
        "parameters": {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "Its name (e.g., tree, kite)"}},
        },
    }
    lines(folder / "tool_catalog.jsonl", [{"name": f"look_up_{n}", **card} for n in "abcdef"])
    lines(
        folder / "prose" / "p.jsonl", [{"text": "What is the name of the old house on the hill? It is long gone."}] * 5
    )
    return folder


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    folder = tmp_path / "dev"
    tool = {
        "name": "find_kite",
        "description": "Find a kite.",
        "parameters": {"type": "object", "properties": {"colour": {"type": "string"}}},
    }
    call = {"name": "find_kite", "arguments": {"colour": {"accept": ["red"], "may_omit": False}}}
    rows: list[dict[str, object]] = [
        {"id": f"r{n}", "category": "x", "question": f"find a red kite {n}", "tools": [tool], "source": "own", "licence": "own", "split": "dev",
         "expected": {"type": "call", "order": "single", "calls": [call]}}
        for n in range(4)
    ]  # fmt: skip
    lines(folder / "bfcl_v4_simple_python.jsonl", rows)
    return folder


def test_from_data_to_a_scored_model(tmp_path: Path, data: Path, dev: Path) -> None:
    models = tmp_path / "models"
    environment = {
        **os.environ, "KEYHOLE_TRAIN_PYTHON": PYTHON or sys.executable, "MODELS": str(models), "SHARDS": "1", "EXAMPLES": "60",
        "RANKED": "40", "POINTED": "60", "REQUESTS": "200", "INVENTED": "20", "VOCAB": "1024", "SIZE": "--dim 32 --layers 1 --heads 2 --hidden 64", "TRIED": "20",
    }  # fmt: skip
    command = [str(TRAIN / "all"), str(data), str(dev), str(tmp_path / "out"), "0.05"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "finished:" in done.stdout
    assert "0 shared" in done.stdout
    assert json.loads((tmp_path / "out" / "score.json").read_text())["files"]["bfcl_v4_simple_python"]["rows"] == 4
    assert "that were held back" in done.stdout
    Reranker(**json.loads((models / "keyhole-embedded.json").read_text())["reranker"])
    assert {p.name for p in models.iterdir()} == {"keyhole-embedded.gguf", "keyhole-embedded.json"}
    again = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert "resumed at step" in again.stdout, again.stdout + again.stderr


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Word vectors as the package has them, drawn by lot."""
    rng = random.Random(3)
    drawn = {"".join(rng.sample("abcdefg", 4)) for _ in range(400)}
    words = ["music", "weather", "table", "city", "play", "book", *sorted(drawn)]
    vectors = {word: [rng.gauss(0, 1) for _ in range(100)] for word in words}
    path = tmp_path / "package.json"
    path.write_text(json.dumps({"words": words, "vectors": vectors}))
    return path


ENCODER = """
import sys
from transformers import BertConfig, BertModel, BertTokenizerFast
letters = "abcdefghijklmnopqrstuvwxyz0123456789"
words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + letter for letter in letters)]
open(sys.argv[1] + "/vocab.txt", "w").write("\\n".join(words))
BertTokenizerFast(sys.argv[1] + "/vocab.txt").save_pretrained(sys.argv[1])
config = dict(hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16)
BertModel(BertConfig(vocab_size=len(words), **config)).save_pretrained(sys.argv[1])
"""


def test_teachers_label_what_the_small_networks_learn_from(tmp_path: Path, data: Path, package: Path) -> None:
    python = PYTHON or sys.executable
    # wanted by this stage alone, and like torch not installed by `scripts/test`
    if subprocess.run([python, "-c", "import transformers"], capture_output=True, check=False).returncode:
        pytest.skip("transformers is not installed beside torch")
    encoder, taught, cards = tmp_path / "encoder", tmp_path / "taught.pt", tmp_path / "cards.pt"
    out = tmp_path / "familiar.json"
    encoder.mkdir()
    environment = {**os.environ, "KEYHOLE_TRAIN_PYTHON": python}

    def run(*command: object) -> str:
        done = subprocess.run(
            list(map(str, command)), env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(python, "-c", ENCODER, encoder)
    teach = TRAIN / "teach", "--encoder", encoder, "--word-vectors", package, "--out", taught, "--requests", 64
    assert "everyday: 40 of 40 labelled" in run(*teach, "--more", 40, "--epochs", 1)
    assert "labelled" not in run(*teach, "--more", 40, "--epochs", 1)  # both toolboxes are done
    tiny = "--rounds", 1
    learned = run(TRAIN / "familiar", "--taught", taught, "--out", out, "--requests", 64, "--bits", 8, *tiny)
    assert learned.startswith("208 requests")
    names = ["item_lookup", "perk_lookup", "activity_lookup"]
    assert len(Familiar(**json.loads(out.read_text())).row("what is Thorn?", names, [1.0, 0.0, 0.0])) == 5
    of_cards = TRAIN / "teach_cards", "--encoder", encoder, "--word-vectors", package, "--data", data, "--out", cards
    few = "--sets", 8, "--reworded", 20, "--made", 20, "--epochs", 1, "--rivals", "--sentences", 20
    assert "the right tool of several" in run(*of_cards, *few)
    assert not run(*of_cards, *few)  # it is done
    taught_once = cards.with_suffix(".encoder.pt").stat().st_mtime_ns
    cards.unlink()  # stopped while it read
    assert "the right tool of several" in run(*of_cards, *few)
    assert cards.with_suffix(".encoder.pt").stat().st_mtime_ns == taught_once
    tokens, shards = tmp_path / "tokenizer", tmp_path / "shards"
    run(TRAIN / "tokenizer", "--data", data, "--out", tokens, "--vocab", 1024, "--dim", 32)
    made = "--data", data, "--tokenizer", tokens, "--cards", cards
    run(TRAIN / "data", *made, "--out", shards, "--shards", 1, "--examples", 40, "--fill-share", 0)
    assert len(list(shards.iterdir())) == 1
    heeding = TRAIN / "train", "--shards", shards, "--tokenizer", tokens, "--cards", cards, "--tokens", 2000
    size = "--dim", 32, "--heads", 2, "--hidden", 64, "--layers", 2
    run(*heeding, *size, "--out", tmp_path / "model.pt")
    run(TRAIN / "export", "--checkpoint", tmp_path / "model.pt", "--tokenizer", tokens, "--out", tmp_path / "two.gguf")
    deeper = "--warm-start", tmp_path / "two.gguf", "--layers", 3, "--out", tmp_path / "deeper.pt"
    assert "finished:" in run(*heeding, *deeper)
    run(TRAIN / "export", "--checkpoint", tmp_path / "deeper.pt", "--tokenizer", tokens, "--out", tmp_path / "3.gguf")
    assert (tmp_path / "3.gguf").stat().st_size > (tmp_path / "two.gguf").stat().st_size
    few_ranked = "--step", "route", "--out", tmp_path / "route.json", "--examples", 20, "--tried", 20
    assert "tool: " in run(TRAIN / "rank", *made, *few_ranked)
    ranked = TRAIN / "rank", "--data", data, "--tokenizer", tokens, "--examples", 20, "--tried", 20
    run(*ranked, "--out", tmp_path / "fill.json")
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps({"ranker": json.loads((tmp_path / "fill.json").read_text())}))
    learned_on = "--warm-start", whole, "--lexicon", whole, "--of-sets", 2, "--sets", 8
    assert "str: " in run(*ranked, *learned_on, "--out", tmp_path / "on.json")
    learned = run(TRAIN / "matcher", "--cards", cards, "--out", tmp_path / "matcher.json", *tiny)
    assert "the right tool of several" in learned
    towers = json.loads((tmp_path / "matcher.json").read_text())
    shipped = tmp_path / "shipped.json"
    shipped.write_text(json.dumps({"words": towers["words"], "matcher": towers}))
    learned_on = "--cards", cards, "--start", shipped, "--out", tmp_path / "on.json"
    assert "begins at" in run(TRAIN / "matcher", *learned_on, *tiny)
    assert json.loads((tmp_path / "on.json").read_text())["words"] == towers["words"]
    words = WordVectors(base64.b64decode(towers.pop("words")))
    matcher = Matcher(words, **towers)
    assert len(matcher.row("how warm is it?", [ToolCard("weather"), ToolCard("music")])) == 2
    with_remarks = "--matcher", tmp_path / "matcher.json", "--out", tmp_path / "remarks.json"
    assert "look like remarks" in run(TRAIN / "remark", *with_remarks, "--requests", 40)
    towers = json.loads((tmp_path / "remarks.json").read_text())
    matcher = Matcher(words, **{key: each for key, each in towers.items() if key != "words"})
    sets = (json.loads(line) for line in (TRAIN / "written_sets.jsonl").read_text("utf-8").splitlines())
    remarks = [said["text"] for each in sets for said in each.get("follow_ups", ()) if not said["args"]]
    assert any(matcher.remark(text) > 0 for text in remarks[:100])
    few_shown = "--examples", 40, "--tried", 20, "--bits", 8, *tiny
    heard = "--data", data, "--matcher", tmp_path / "matcher.json", "--out", tmp_path / "pointer.json"
    assert "said or not" in run(TRAIN / "pointer", *heard, *few_shown)
    pointed = json.loads((tmp_path / "pointer.json").read_text())
    pointer = Pointer(words, **pointed)
    shipped.write_text((tmp_path / "on.json").read_text()[:-1] + f', "pointer": {json.dumps(pointed)}}}')
    learned_on = "--data", data, "--start", shipped, "--out", tmp_path / "on.json", "--of-sets", 2, "--sets", 8
    assert "as it was" in run(TRAIN / "pointer", *learned_on, *few_shown)
    Pointer(words, **json.loads((tmp_path / "on.json").read_text()))
    view = fill_view("how warm is Oslo?", "weather", "", [Parameter(("city",), "str")])
    assert len(pointer.pointed(view, "how warm is Oslo?")) == 1


def test_the_decision_behind_a_call_is_learned_and_can_be_read(tmp_path: Path) -> None:
    few, work, out = tmp_path / "few.jsonl", tmp_path / "work", tmp_path / "after_call.json"
    files = (TRAIN / "follow_ups.jsonl").read_text("utf-8"), (TRAIN / "listed_things.jsonl").read_text("utf-8")
    few.write_text("".join(line for file in files for line in file.splitlines(keepends=True)[:2]), "utf-8")
    command = [str(TRAIN / "after_call"), "--lessons", str(few), "--talks", "--work", str(work), "--out", str(out)]
    command += ["--least", "1"]
    environment = {**os.environ, "KEYHOLE_TRAIN_PYTHON": PYTHON or sys.executable}

    def run() -> list[str]:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    first = run()
    assert "after_call, 4 of 4" in first[-2]
    weights = AfterWeights.of(json.loads(out.read_text("utf-8")))
    assert weights.kinds["listed"]  # of messages behind what was done since
    assert len(weights.witnesses) == len(WITNESSES)
    assert weights.crossed
    assert run()[-1] == first[-1]


def test_the_thing_that_is_meant_is_learned_and_can_be_read(tmp_path: Path) -> None:
    few, out = tmp_path / "few.jsonl", tmp_path / "things.json"
    few.write_text("".join((TRAIN / "listed_things.jsonl").read_text("utf-8").splitlines(keepends=True)[:4]), "utf-8")
    command = [str(TRAIN / "things"), "--lessons", str(few), "--out", str(out)]
    environment = {**os.environ, "KEYHOLE_TRAIN_PYTHON": PYTHON or sys.executable}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "lessons" in done.stdout
    weights = ThingWeights.of(json.loads(out.read_text("utf-8")))
    assert weights.thing["title, any"] > 0
    assert weights.none


def test_fields_are_learned_and_can_be_read(tmp_path: Path) -> None:
    lines = (TRAIN / "field_questions.tsv").read_text("utf-8").splitlines()
    few, ends, out = tmp_path / "questions.tsv", tmp_path / "ends.tsv", tmp_path / "fields.bin"
    few.write_text("\n".join([*lines[:40], "", *lines[-40:]]), "utf-8")
    ends.write_text("\n".join((TRAIN / "field_ends.tsv").read_text("utf-8").splitlines()[:40]), "utf-8")
    size = "--rows", "256", "--dims", "9", "--end-dims", "5", "--epochs", "2"
    command = [str(TRAIN / "fields"), "--questions", str(few), "--ends", str(ends), "--out", str(out), *size]
    environment = {**os.environ, "KEYHOLE_TRAIN_PYTHON": PYTHON or sys.executable}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)

    done = run()
    assert "ends, epoch 2" in done.stdout, done.stdout + done.stderr
    odds = FieldReader(out.read_bytes(), word_vectors()).odds("how heavy is it", {"weight_kg": 3, "name": "Tarn"})
    assert odds.keys() == {"weight_kg", "name"}
    few.write_text("weight_kg\t3\n", "utf-8")
    assert "questions.tsv:1: 2 columns, not 3" in run().stderr


def test_word_vectors_are_learned_on_and_can_be_read(tmp_path: Path, data: Path, package: Path) -> None:
    (tmp_path / "root").mkdir()
    data.rename(tmp_path / "root" / "train")
    out = tmp_path / "vectors.bin"
    command = [str(TRAIN / "word_vectors"), "--vectors", str(package), "--data", str(tmp_path / "root")]
    environment = {**os.environ, "KEYHOLE_TRAIN_PYTHON": PYTHON or sys.executable}
    done = subprocess.run(
        [*command, "--examples", "640", "--out", str(out)],
        env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vectors = WordVectors(out.read_bytes())
    assert all(word in vectors for word in json.loads(package.read_text())["words"])
    assert vectors.meaning(["weather"]).likeness({"weather": 1.0}) == pytest.approx(1.0)
