"""The unit tests again, inside Pyodide in a real browser, on the archives that the site ships.

Left out are the modules that import what the page does not have: the command line, servers on sockets, numpy.
"""

from __future__ import annotations

import ast
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
ABSENT = {
    "click": "the page has no command line",
    "keyhole.cli": "the page has no command line",
    "keyhole.bench.cli": "the page has no command line",
    "yaml": "settings files need a YAML parser; the page has its form",
    "ijson": "manifests are imported on the command line",
    "keyhole_destiny.manifest": "manifests are imported on the command line",
    "numpy": "the page runs the model through wllama",
    "keyhole.models.numpy_llama": "the page runs the model through wllama",
    "servers": "a page cannot listen on a socket",
    "starlette": "a page cannot listen on a socket",
    "uvicorn": "a page cannot listen on a socket",
    "http": "a page cannot listen on a socket",
    "subprocess": "a page starts no processes",
    "threading": "Pyodide has no threads",
    "mistral_common": "the providers' own code is compiled, and large",
    "rpds": "the stand-in is compared with the compiled package on CPython",
}
ONLY_ON_CPYTHON = {
    "tests/unit/test_errors.py::test_every_code_of_the_engines_is_a_type_of_its_own": (
        "it reads the engines' sources, which are not beside the tests there"
    ),
    "tests/unit/test_config.py": "settings files need a YAML parser; the page has its form",
    "tests/unit/test_memory.py::test_a_file_is_read_back_and_written_ahead": "the page's database has no log beside it",
    "tests/unit/test_memory.py::test_a_file_that_another_program_writes_to_can_be_read": "a page is one program",
    "tests/unit/test_storage.py::test_two_that_go_on_with_one_conversation_lose_nothing": "a page is one program",
    "tests/unit/test_scheduler.py::test_ctrl_c_in_a_tool_ends_the_program": "no key ends a page's Python",
    "tests/unit/transcript/test_projection.py::test_arguments_that_hold_themselves_or_go_too_deep_end_somewhere": (
        "a value of 100,000 levels, which no JSON within bounds becomes, exhausts WebAssembly's stack"
    ),
}
TIME_LIMIT_MS = 900_000
STUCK_MS = 120_000
"""After so long in one test Python has ended, or waits for ever."""

CODE = """
import functools, inspect, json, os, sys
from pathlib import Path
import js
import pytest
from pyodide.ffi import run_sync

os.chdir("/checkout")
Path("pytest.ini").write_text('''[pytest]
pythonpath = tests
addopts = --import-mode=importlib
filterwarnings =
    error
    ignore:Exception ignored while finalizing database connection
''')
outcomes = {}

def plain(function):
    # Pyodide has one loop, which is running already: a coroutine is waited for in it, by stack switching.
    @functools.wraps(function)
    def run(*args, **kwargs):
        return run_sync(function(*args, **kwargs))
    return run

class Listener:
    def pytest_runtest_logstart(self, nodeid):
        js.running(nodeid)

    def pytest_collection_modifyitems(self, items):
        for item in items:
            inner = getattr(getattr(item.obj, "hypothesis", None), "inner_test", None)
            if inspect.iscoroutinefunction(inner):
                item.obj.hypothesis.inner_test = plain(inner)
            elif inspect.iscoroutinefunction(item.obj):
                item.obj = plain(item.obj)

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            outcomes[report.nodeid] = [report.outcome, "" if report.passed else str(report.longrepr)[-3000:]]

    def pytest_collectreport(self, report):
        if report.failed:
            outcomes[report.nodeid] = ["failed", str(report.longrepr)[-1500:]]

# anyio's plugin wants interpreters that Pyodide lacks, pytest-asyncio an event loop of its own
plugins = ["-p", "no:cacheprovider", "-p", "no:anyio", "-p", "no:asyncio"]
arguments = ["-q", "--no-header", "--hypothesis-profile=page", *plugins, *IGNORED, "tests/unit"]
status = pytest.main(arguments, plugins=[Listener()])
json.dumps({"status": int(status), "outcomes": outcomes})
"""


def imported(path: Path) -> set[str]:
    """Every module that a file imports, with all its parents."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {".".join(name.split(".")[: depth + 1]) for name in names for depth in range(name.count(".") + 1)}


@pytest.fixture(scope="module")
def left_out() -> dict[str, str]:
    """Tests and modules of tests that are not run in the page -> why."""
    found = {}
    for path in sorted((ROOT / "tests/unit").rglob("test_*.py")):
        for name in sorted(imported(path) & ABSENT.keys()):
            found[path.relative_to(ROOT).as_posix()] = ABSENT[name]
    return found | ONLY_ON_CPYTHON


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The tests and what they read, as one archive."""
    archive = tmp_path / "tests.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for folder in ("tests", "bench/suites"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts and "browser" not in path.parts:
                    out.write(path, path.relative_to(ROOT).as_posix())
        out.write(ROOT / "pyproject.toml", "pyproject.toml")
    return archive


def test_the_unit_tests_pass_inside_pyodide(
    browser: Browser,
    dist: Path,
    checkout: Path,
    left_out: dict[str, str],
    serve_folder: Callable[[Path], str],
    capsys: Any,
) -> None:
    wheels = fetch_wheels()
    home = checkout.parent
    (home / "site").symlink_to(dist)
    (home / "wheels").symlink_to(wheels[0].parent)
    (home / "worker.js").write_text(Path(__file__).with_name("worker.js").read_text())
    (home / "index.html").write_text("<!doctype html><title>tests</title>")
    url = serve_folder(home)
    table = json.loads(re.search(r"const ASSETS = (\{.*?\});", next(dist.glob("v/*/assets.js")).read_text(), re.S)[1])
    packs = {"stdlib": "stdlib.zip", "core": "core.pack", "http": "http.pack", "keyhole": "keyhole.pack"}
    assets = {name: f"{url}site/assets/{table[f'python/{pack}']}" for name, pack in packs.items()}
    assets["pyodide"] = f"{url}site/assets/{table['pyodide/']}"
    job = {
        "assets": assets,
        "wheels": [f"{url}wheels/{path.name}" for path in wheels],
        "tests": f"{url}{checkout.name}",
        "stuck": STUCK_MS,
        "code": f"IGNORED = {[leave_out(name) for name in left_out]!r}\n{CODE}",
    }
    page = browser.new_page()
    page.set_default_timeout(TIME_LIMIT_MS)
    page.goto(url)
    answer = page.evaluate(
        """(job) => new Promise((resolve) => {
            const worker = new Worker("worker.js", { type: "module" });
            let stuck;
            worker.onmessage = ({ data }) => {
                clearTimeout(stuck);
                if (!data.running) return resolve(data);
                stuck = setTimeout(() => resolve({ error: `stuck in ${data.running}` }), job.stuck);
            };
            worker.onerror = (event) => resolve({ error: event.message });
            worker.postMessage(job);
        })""",
        job,
    )
    page.close()
    assert "error" not in answer, answer
    result = json.loads(answer["result"])
    failed = [f"{name}\n{why}" for name, (outcome, why) in result["outcomes"].items() if outcome == "failed"]
    passed = sum(outcome == "passed" for outcome, _ in result["outcomes"].values())
    with capsys.disabled():
        print(f"\n{passed} unit tests passed inside Pyodide; left out: {len(left_out)}")
    assert not failed, "\n\n".join(failed)
    assert passed >= 200
    assert result["status"] == 0


def leave_out(name: str) -> str:
    """The option that leaves out a module, or one test of it."""
    return f"--deselect={name}" if "::" in name else f"--ignore={name}"


def fetch_wheels() -> list[Path]:
    """pytest and what it needs, pinned; fetched once."""
    from build import wheels_of
    from stages import Stamps

    return [Path(name) for name in wheels_of(Stamps(), "pyodide-test", ROOT / "requirements/pyodide-test.txt")]
