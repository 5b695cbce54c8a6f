"""What every stage of building and setting up shares: where it is, what it was made from, how it fails.

Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"
_UNREACHABLE = re.compile(r"ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|NewConnectionError|Max retries")


class BuildError(Exception):
    """One line that says what to do."""


def digest(paths: Iterable[Path], *more: str) -> str:
    """A hash of files' names and contents, and of whatever else decides the outcome."""
    h = hashlib.sha256()
    for path in sorted(paths):
        h.update(f"{path.relative_to(ROOT)}\0".encode())
        h.update(hashlib.sha256(path.read_bytes()).digest())
    for text in more:
        h.update(text.encode())
    return h.hexdigest()


def files_under(*folders: Path, skip: tuple[str, ...] = ()) -> Iterator[Path]:
    for folder in folders:
        for base, inner, names in os.walk(folder):
            inner[:] = [n for n in inner if n != "__pycache__" and not str(Path(base, n)).startswith(skip or ("\0",))]
            yield from (Path(base, n) for n in names if not n.endswith((".pyc", ".typed")))


class Stamps:
    """Which fingerprint each stage was last built from."""

    def __init__(self) -> None:
        self.path = CACHE / "stamps.json"
        try:
            self.known: dict[str, str] = json.loads(self.path.read_text())
        except (FileNotFoundError, ValueError):  # first build, or one that was cut off
            self.known = {}

    def fresh(self, stage: str, fingerprint: str, *outputs: Path) -> bool:
        return self.known.get(stage) == fingerprint and all(path.exists() for path in outputs)

    def done(self, stage: str, fingerprint: str) -> None:
        self.known[stage] = fingerprint
        CACHE.mkdir(exist_ok=True)
        self.path.write_text(json.dumps(self.known, indent=1))


def run(what: str, command: list[str], **environment: str) -> None:
    """Run a command quietly; raise `BuildError` with the end of what it said."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        said = [line[:300] for line in (done.stderr + done.stdout).strip().splitlines() if line.strip()]
        text = "\n".join(said)
        if what in ("npm", "pip") and _UNREACHABLE.search(text):
            raise BuildError(f"{what}: the registry cannot be reached. Check the connection, then run this again.")
        raise BuildError(f"{what} failed:\n  " + "\n  ".join(said[-15:]))
