"""`keyhole bench` as a user calls it, over a scripted server where a model is needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers import route, toolbox
from keyhole.bench import cli
from keyhole.bench.report import Run
from keyhole.clock import now
from keyhole.errors import DeviceLostError
from keyhole.models.replay import ReplayModel

ROWS = [
    {"id": f"mine-{n}", "query": "explain armor stats", "toolbox": "test", "expected": {"choice": "none"}}
    for n in range(4)
]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS))
    return path


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    scripts: list[Any] = []
    monkeypatch.setattr(cli, "choose_model", lambda settings: ReplayModel(scripts))
    monkeypatch.setattr(cli, "load_toolbox", lambda name: toolbox())
    return scripts


def bench(*arguments: str | Path) -> Any:
    return CliRunner().invoke(cli.bench, [str(argument) for argument in arguments])


def test_a_run_prints_a_table_and_writes_a_file(suite: Path, scripted: list[Any], tmp_path: Path) -> None:
    scripted += [route(), "a", route(), "b", route(question="which?"), route(), "d"]
    out = tmp_path / "run.json"
    result = bench("run", "--suite", suite, "--out", out, "--bars", tmp_path / "none.json")
    assert result.exit_code == 0, result.output
    assert "| routed | 0 | 4 | 75.0" in result.output
    kept = Run.model_validate_json(out.read_bytes())
    assert [row.strict for row in kept.rows] == [True, True, False, True]
    assert "75.0" in bench("show", out).output
    assert "+0.0 points" in bench("compare", out, out).output


def test_a_stored_bar_that_does_not_hold_fails_the_command(suite: Path, scripted: list[Any], tmp_path: Path) -> None:
    scripted += [route(question="which?")] * 4
    bars = tmp_path / "bars.json"
    bars.write_text(json.dumps([{"suite": str(suite), "strategy": "routed", "metric": "strict", "at_least": 0.5}]))
    result = bench("run", "--suite", suite, "--bars", bars)
    assert result.exit_code == 1
    assert "0 is under the stored bar of 0.5" in result.output


def test_a_bar_holds_the_rows_of_its_own_suite(scripted: list[Any], tmp_path: Path) -> None:
    for name in ("mine", "mine-held"):  # as destiny and destiny-heldout: the one name begins as the other
        rows = [row | {"id": str(row["id"]).replace("mine", name)} for row in ROWS]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    scripted += [part for n in range(4) for part in (route(), f"{n}")] + [route(question="which?")] * 4
    bars = tmp_path / "bars.json"
    held = {"strategy": "routed", "metric": "strict"}
    bars.write_text(
        json.dumps([{"suite": "mine", "at_least": 1, **held}, {"suite": "mine-held", "at_most": 0, **held}])
    )
    result = bench("run", "--suite", "mine,mine-held", "--suites-dir", tmp_path, "--bars", bars)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("text", "said"), [("{", "bars.json cannot be read"), ('[{"suite": 1}]', "bars.json[0].strategy")]
)
def test_bars_that_cannot_be_read_are_said(
    suite: Path, scripted: list[Any], tmp_path: Path, text: str, said: str
) -> None:
    scripted += [route(question="which?")] * 4
    bars = tmp_path / "bars.json"
    bars.write_text(text)
    result = bench("run", "--suite", suite, "--bars", bars)
    assert result.exit_code == 1
    assert said in result.output


def test_a_run_whose_model_died_is_resumed_from_its_file(suite: Path, scripted: list[Any], tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    scripted += [route(), "a", *[DeviceLostError("the GPU is gone")] * 2]
    result = bench("run", "--suite", suite, "--out", out, "--bars", tmp_path / "none.json")
    assert result.exit_code == 1
    assert "1 rows were kept" in result.output
    scripted[:] = [route(), "b", route(), "c", route(), "d"]
    assert "another seed: 0" in bench("run", "--suite", suite, "--out", out, "--resume", "--seed", 1).output
    result = bench("run", "--suite", suite, "--out", out, "--resume", "--bars", tmp_path / "none.json")
    assert result.exit_code == 0, result.output
    assert [row.id for row in Run.model_validate_json(out.read_bytes()).rows] == [row["id"] for row in ROWS]
    assert "there is no run to resume" in bench("run", "--suite", suite, "--resume").output


def test_a_bad_suite_is_refused_with_its_line(tmp_path: Path, scripted: list[Any]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{\n")
    result = bench("run", "--suite", bad)
    assert result.exit_code == 1
    assert "bad.jsonl, line 1: not JSON" in result.output
    assert "cannot be read" in bench("run", "--suite", tmp_path / "gone.jsonl").output


def test_docs_are_rendered_and_checked(suite: Path, scripted: list[Any], tmp_path: Path) -> None:
    scripted += [route(), "a"] * 4
    out, page = tmp_path / "run.json", tmp_path / "page.md"
    bench("run", "--suite", suite, "--out", out, "--bars", tmp_path / "none.json")
    page.write_text(f"# Results\n\n{cli.BEGIN}{cli.END}\n\nend\n")
    assert bench("docs", "--check", page, out).exit_code == 1
    assert bench("docs", page, out).exit_code == 0
    assert bench("docs", "--check", page, out).exit_code == 0
    assert "| routed | 0 | 4 | 100.0" in page.read_text()
    assert page.read_text().endswith("end\n")


def test_ratios_are_held_to_their_bars_and_times_never(tmp_path: Path) -> None:
    bar = {"suite": "overhead", "strategy": "turn", "tools": 2, "metric": "median_ms", "at_most": 0.0}
    bars, out = tmp_path / "bars.json", tmp_path / "overhead.json"
    bars.write_text(json.dumps([bar | {"against": {"strategy": "turn", "tools": 1}}]))
    result = bench("overhead", "--tools", "1,2", "--turns", "1", "--bars", bars, "--out", out)
    assert result.exit_code == 1
    assert "overhead, turn at 2 tools, median_ms, against turn at 1 tools: " in result.output
    assert [each["tools"] for each in json.loads(out.read_text())] == [1, 2]
    result = bench("overhead", "--tools", "2", "--turns", "1", "--bars", bars)
    assert result.exit_code == 0, "what it is compared with was not measured"


def test_scores_are_a_table_and_held_to_their_bars(
    monkeypatch: pytest.MonkeyPatch, suite: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr("keyhole.bench.score_cli.choose_model", lambda settings: ReplayModel([route()] * 4))
    monkeypatch.setattr("keyhole.bench.score.load_toolbox", lambda name: toolbox())
    bars = tmp_path / "bars.json"
    bars.write_text(json.dumps([{"suite": "score", "strategy": "mine", "metric": "route_strict", "at_least": 100.1}]))
    result = bench("score", "--data", suite, "--bars", bars)
    assert "| mine | 4 | - | - | - | 100.0 | 100.0 | 100.0 | 100.0 |" in result.output
    assert result.exit_code == 1
    assert "score, mine, route_strict: 100 is under the stored bar of 100.1" in result.output


@pytest.mark.parametrize(("options", "year"), [((), 2023), (("--today", "2031-05-06"), 2031)])
def test_what_day_it_is_does_not_depend_on_the_day_of_the_score(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: tuple[str, ...], year: int
) -> None:
    seen: list[int] = []

    def chosen(settings: object) -> ReplayModel:
        return ReplayModel([route()])

    async def scored(*args: object, **kwargs: object) -> dict[str, object]:
        seen.append(now().year)
        return {"files": {}, "rows": {}}

    monkeypatch.setattr("keyhole.bench.score_cli.choose_model", chosen)
    monkeypatch.setattr("keyhole.bench.score_cli.score_folder", scored)
    out = tmp_path / "out.json"
    result = bench("score", "--data", tmp_path, *options, "--out", out)
    assert result.exit_code == 0, result.output
    assert seen == [year]
    assert json.loads(out.read_text())["today"].startswith(str(year))


def test_overhead_measures_whole_turns() -> None:
    result = bench("overhead", "--tools", "1,40", "--turns", "3")
    assert result.exit_code == 0, result.output
    assert [line.split("|")[1].strip() for line in result.output.splitlines()[2:]] == ["1", "40"]


def test_parsing_is_held_to_ratios_and_to_a_corpus(tmp_path: Path) -> None:
    row = {"id": "a", "family": "hermes", "kind": "single", "tools": [{"name": "f", "parameters": {}}]}
    call = {
        "text": '<tool_call>{"name": "f", "arguments": {}}</tool_call>',
        "expected": {"content": "", "reasoning": ""},
    }
    call["expected"] |= {"calls": [{"name": "f", "arguments": {}}]}
    none = {"id": "b", "kind": "no_call", "text": "no", "expected": {"content": "yes", "reasoning": "", "calls": []}}
    corpus, bars, out = tmp_path / "corpus.jsonl", tmp_path / "bars.json", tmp_path / "out.json"
    corpus.write_text("\n".join(json.dumps(each) for each in (row | call, row | none)))
    bars.write_text(json.dumps([{"suite": "parsing", "strategy": "corpus", "metric": "right", "at_least": 0.6}]))
    small = ("--kinds", "2", "--size", "20000", "--times", "1", "--out", out, "--bars", bars)
    result = bench("parsing", "--corpus", corpus, "--show", "1", *small)
    assert result.exit_code == 1
    assert "content: 'no' instead of 'yes'" in result.output
    assert "right: 0.5 is under the stored bar of 0.6" in result.output
    figures = json.loads(out.read_text())
    assert figures["corpus"] == {"right": 0.5, "families_below": 1, "false_calls": 0}
    assert figures["megabyte"].keys() == {"kinds", "slowest_ms", "growth", "prose"}
    assert figures["text"].keys() == figures["native"].keys() == {"single", "several"}
    assert (
        bench("parsing", "--corpus", corpus, "--no-hint", "--kinds", "0", "--times", "0", "--bars", bars).exit_code == 0
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "--growth", "ten"), "'ten' is not a number"),
        (("overhead", "--tools", "1;2"), "'1;2' is not a number"),
        (("run", "--model", "opena:x"), "there is no model 'opena:x'; did you mean openai:x?"),
        (("score", "--model", "large", "--data", "."), "the tier 'large' runs on WebGPU"),
    ],
)
def test_what_is_wrong_with_an_option_is_said_in_a_line(arguments: tuple[str, ...], said: str) -> None:
    result = bench(*arguments)
    assert result.exit_code in (1, 2)
    assert said in result.output


def test_models_are_named_as_keyhole_ask_names_them(monkeypatch: pytest.MonkeyPatch, suite: Path) -> None:
    chosen: list[Any] = []
    monkeypatch.setattr(cli, "choose_model", lambda settings: chosen.append(settings) or ReplayModel([]))
    monkeypatch.setattr(cli, "load_toolbox", lambda name: toolbox())
    bench("run", "--suite", suite, "--model", "mistral:large", "--key", "k")
    assert chosen[0].model == "server"
    assert chosen[0].server.dialect == "mistral"
    assert chosen[0].server.model == "large"


@pytest.mark.parametrize(("content", "why"), [(b"\xf5\xdf", "Invalid JSON"), (b"{}", "info: Field required")])
def test_a_file_that_holds_no_results_is_refused_in_a_line(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(content)
    result = bench("show", path)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {path} is not a results file: {why}")
    assert len(result.stderr.splitlines()) == 1
