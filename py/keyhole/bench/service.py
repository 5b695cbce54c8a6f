"""The benchmark as the page calls it: JSON in, JSON out, no file and no browser known here.

Methods (`agent.call("bench.check", {...})`, `agent.stream("bench.run", {...})`), each taking one object:

- `bench.definitions` {} -> {"metrics": {name: words}, "strategies": {name: title}}
- `bench.check` {"suite": JSONL text, "name"} -> {"queries", "toolboxes", "tags"}; fails with the line and the reason
- `bench.run` {"suite", "name", "strategies", "growth", "sample", "seed", "done": [[strategy, tools, id], ...]} -> a
  stream of {"row", "events", "at", "of"}: `events` is the trace of a row that is not right, else empty; `at` of `of`
  are done
- `bench.figures` {"rows"} -> figures of each strategy at each number of tools (`keyhole.bench.metrics.Figures`)
- `bench.compare` {"first": run, "second": run} -> differences (`keyhole.bench.report.Difference`)
- `bench.overhead` {"tools", "turns"} -> Keyhole's own milliseconds per turn (`keyhole.bench.overhead.Overhead`)
- `bench.report` {"info", "rows", "peak_memory_bytes"} -> a whole run in the format of the results files
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Any

from pydantic import TypeAdapter

from keyhole import __version__
from keyhole.bench.metrics import DEFINITIONS, RowResult
from keyhole.bench.report import Run, RunInfo, compare, figures
from keyhole.bench.run import VARIANTS, run_suite
from keyhole.bench.suite import Query, load, sample
from keyhole.models.model import ChatModel
from keyhole.tools.toolbox import Toolbox

_rows: TypeAdapter[list[RowResult]] = TypeAdapter(list[RowResult])


class BenchService:
    """`model` gives the model that is loaded now, `toolbox` a toolbox by name (raising `ConfigError`).

    Within `waiting`, what a page does while nobody waits for an answer rests, as it does beside any turn.
    """

    def __init__(
        self,
        model: Callable[[], ChatModel],
        toolbox: Callable[[str], Toolbox],
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._model, self._toolbox, self._waiting = model, toolbox, waiting

    @property
    def methods(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        """Every method by its name; `bench.run` is an async generator, `bench.overhead` a coroutine."""
        return {
            "bench.definitions": self.definitions,
            "bench.check": self.check,
            "bench.run": self.run,
            "bench.figures": self.figures,
            "bench.compare": self.compare,
            "bench.report": self.report,
            "bench.overhead": self.overhead,
        }

    def definitions(self, params: dict[str, Any]) -> Any:
        """What is measured and what is compared, in words."""
        return {"metrics": DEFINITIONS, "strategies": {name: variant.title for name, variant in VARIANTS.items()}}

    def check(self, params: dict[str, Any]) -> Any:
        """What a suite holds. Raises `SuiteError` with the line number and the reason."""
        queries = _suite(params)
        return {
            "queries": len(queries),
            "toolboxes": sorted({query.toolbox for query in queries if query.toolbox}),
            "tags": sorted({tag for query in queries for tag in query.tags}),
        }

    async def run(self, params: dict[str, Any]) -> AsyncGenerator[Any]:
        """Judge a suite, row by row. Raises `SuiteError`, `ConfigError`, `RunStopped`."""
        seed = int(params.get("seed", 0))
        queries = sample(_suite(params), params.get("sample"), seed)
        strategies, growth = params.get("strategies") or ["routed"], params.get("growth") or [0]
        keys = {(strategy, tools, query.id) for strategy in strategies for tools in growth for query in queries}
        done = {(strategy, int(tools), str(id_)) for strategy, tools, id_ in params.get("done", [])} & keys
        at = len(done)
        stream = run_suite(
            self._model(),
            queries,
            self._toolboxes(queries),
            strategies=strategies,
            growth=growth,
            seed=seed,
            done=done,
        )
        async with aclosing(stream) as results:
            async for row, events in results:
                at += 1
                right = row.acceptable and row.args_exact is not False
                trace = [] if right else [event.model_dump(mode="json") for event in events]
                yield {"row": row.model_dump(mode="json"), "events": trace, "at": at, "of": len(keys)}

    def figures(self, params: dict[str, Any]) -> Any:
        """The figures of rows that were run before."""
        return [group.model_dump(mode="json") for group in figures(_rows.validate_python(params["rows"]))]

    def compare(self, params: dict[str, Any]) -> Any:
        """What differs between two runs. Raises `pydantic.ValidationError` for what is not a run."""
        first, second = Run.model_validate(params["first"]), Run.model_validate(params["second"])
        return [difference.model_dump(mode="json") for difference in compare(first, second)]

    def report(self, params: dict[str, Any]) -> Any:
        """A run in the format of the results files."""
        rows = _rows.validate_python(params["rows"])
        run = Run.of(
            RunInfo.model_validate({"version": __version__, **params["info"]}), rows, params.get("peak_memory_bytes")
        )
        return run.model_dump(mode="json")

    async def overhead(self, params: dict[str, Any]) -> Any:
        """Keyhole's own milliseconds per turn."""
        from keyhole.bench.overhead import measure

        with self._waiting():
            return dataclasses.asdict(await measure(int(params["tools"]), int(params["turns"])))

    def _toolboxes(self, queries: list[Query]) -> Mapping[str, Toolbox]:
        names = {query.toolbox for query in queries if query.toolbox}
        return {name: self._toolbox(name) for name in names}


def _suite(params: dict[str, Any]) -> list[Query]:
    return load(str(params["suite"]).split("\n"), name=str(params.get("name", "suite")))
