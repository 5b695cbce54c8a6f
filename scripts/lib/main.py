"""What the scripts do, after env.sh has made the environment: run, build, test, check, bench."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from build import build
from serve import parser, serve
from setup import install, install_self, node
from stages import ROOT, BuildError


def main() -> int:
    command, arguments = sys.argv[1], sys.argv[2:]
    try:
        return {"run": _run, "build": _build, "test": _test, "check": _check, "bench": _bench}[command](arguments)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _run(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    install("cli")
    install_self()
    folder = build(node())
    return serve(folder, host=options.host, port=options.port, open_browser=not options.no_open)


def _build(arguments: list[str]) -> int:
    install("cli")  # converting the weights needs numpy
    print(f"built {build(node())}")
    return 0


def _test(arguments: list[str]) -> int:
    install("test-providers")
    _prepare_browser()
    pytest = [sys.executable, "-m", "pytest"]
    if arguments:
        return _call(*pytest, *arguments)
    # two halves that take about as long are done sooner side by side: the engines keep a software GPU busy
    beside = ("tests/engines", "tests/pyodide")
    with tempfile.TemporaryFile() as said, subprocess.Popen([*pytest, *beside], cwd=ROOT, stdout=said) as meanwhile:
        others = _call(*pytest, *(f"--ignore={folder}" for folder in beside))
        print(f"== {', '.join(beside)}, meanwhile", flush=True)
        failed = meanwhile.wait()
        said.seek(0)
        shutil.copyfileobj(said, sys.stdout.buffer)
    return others or failed


def _prepare_browser() -> None:
    """Everything that drives the built page needs."""
    install("cli", "test")
    install_self()
    build(node())
    import browser

    if problem := browser.ensure():
        raise BuildError(problem)


def _bench(arguments: list[str]) -> int:
    _prepare_browser()
    return _call(sys.executable, ROOT / "scripts/lib/bench.py", *arguments)


def _check(arguments: list[str]) -> int:
    install("cli", "test", "check")
    install_self()
    node_path = node()
    build(node_path)  # the vendored modules bring the types that tsc reads
    binaries = Path(sys.executable).parent
    checks: dict[str, list[str | Path]] = {
        "ruff check": [binaries / "ruff", "check", "."],
        "ruff format": [binaries / "ruff", "format", "--check", "."],
        "mypy": [binaries / "mypy"],
        "tsc": [node_path, ROOT / "node_modules/typescript/bin/tsc", "--project", ROOT / "tsconfig.json"],
        "commands in the documentation": [sys.executable, ROOT / "scripts/lib/docs_commands.py"],
    }
    failed = []
    for name, command in checks.items():
        print(f"== {name}", flush=True)
        if _call(*command):
            failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed")
    return 1 if failed else 0


def _call(*command: str | Path) -> int:
    return subprocess.run([str(word) for word in command], cwd=ROOT, env=dict(os.environ), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
