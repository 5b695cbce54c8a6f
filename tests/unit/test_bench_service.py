"""The benchmark as the page calls it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from helpers import route, toolbox
from keyhole.bench.metrics import summarise
from keyhole.bench.service import BenchService
from keyhole.bench.suite import SuiteError
from keyhole.models.replay import ReplayModel

SUITE = "\n".join(
    json.dumps({"id": str(n), "query": "explain armor stats", "toolbox": "test", "expected": {"choice": "none"}})
    for n in range(3)
)


def service(scripts: list[Any]) -> BenchService:
    model = ReplayModel(scripts)
    return BenchService(lambda: model, lambda name: toolbox())


async def stream(bench: BenchService, **params: Any) -> list[Any]:
    return [item async for item in bench.run({"suite": SUITE, "name": "s", **params})]


async def test_a_run_streams_rows_and_the_traces_of_wrong_ones() -> None:
    items = await stream(service([route(), "a", route(question="which?"), route(), "b"]))
    assert [(item["at"], item["of"]) for item in items] == [(1, 3), (2, 3), (3, 3)]
    assert [bool(item["events"]) for item in items] == [False, True, False]
    json.dumps(items)


async def test_a_run_resumes_where_it_stopped() -> None:
    items = await stream(service([route(), "a"]), done=[["routed", 0, "0"], ["routed", 0, "1"], ["gone", 0, "x"]])
    assert [(item["row"]["id"], item["at"], item["of"]) for item in items] == [("2", 3, 3)]


async def test_figures_and_report_are_those_of_the_rows() -> None:
    bench = service([route(), "a", route(), "b", route(), "c"])
    rows = [item["row"] for item in await stream(bench)]
    (figures,) = bench.figures({"rows": rows})
    assert figures["proportions"]["strict"]["hits"] == 3
    info = {"suite": "s", "model": "replay", "strategies": ["routed"]}
    run = bench.report({"info": info, "rows": rows})
    assert run["figures"] == [figures]
    assert {d["metric"] for d in bench.compare({"first": run, "second": run})} >= {"strict", "turn_ms_p50"}
    assert set(bench.definitions({})["metrics"]) >= set(figures["proportions"]) | set(figures["numbers"])


def test_a_bad_suite_is_refused_with_its_line() -> None:
    with pytest.raises(SuiteError, match="mine, line 2"):
        service([]).check({"suite": SUITE.splitlines()[0] + "\n{", "name": "mine"})


def test_a_text_may_hold_what_ends_a_line_elsewhere() -> None:
    suite = SUITE.replace("explain armor", "explain\u2028armor\x85")
    assert service([]).check({"suite": suite.replace("\n", "\r\n"), "name": "mine"})["queries"] == 3


def test_every_metric_is_defined() -> None:
    with pytest.raises(ValueError, match="no rows"):
        summarise([])
