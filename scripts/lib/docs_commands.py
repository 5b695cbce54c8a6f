"""Check the commands that the documentation shows: what they name exists and takes the options they give it."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

_FENCE = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[str]:
    """The command lines of a Markdown text's shell blocks, continued lines joined, prompts and comments dropped."""
    for block in _FENCE.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.strip().removeprefix("$ ")
            if line and not line.startswith("#"):
                yield line


def problems(root: Path) -> list[str]:
    """What is wrong, one line each."""
    found = []
    for path in [root / "README.md", *sorted((root / "docs").glob("*.md")), *sorted(root.glob("examples/*.md"))]:
        if not path.exists():
            continue
        for command in commands(path.read_text(encoding="utf-8")):
            if problem := _problem(root, command):
                found.append(f"{path.relative_to(root)}: `{command}`: {problem}")
    return found


def _problem(root: Path, command: str) -> str | None:
    try:
        words = shlex.split(command, comments=True)
    except ValueError as error:
        return str(error)
    if not words or not words[0].startswith(("scripts/", ".ci/", ".venv/bin/keyhole", "keyhole")):
        return None
    if words[0].startswith(("scripts/", ".ci/")):
        return _script_problem(root, words)
    return _cli_problem(root, words[1:])


def _script_problem(root: Path, words: list[str]) -> str | None:
    script = root / words[0]
    if not script.exists():
        return "there is no such script"
    if script.is_file() and not script.stat().st_mode & 0o111:
        return "the script is not executable"
    known = {"scripts/run": {"--port", "--host", "--no-open"}}.get(words[0])
    unknown = [word for word in words[1:] if known is not None and word.startswith("--") and word not in known]
    return f"unknown option {unknown[0]}" if unknown else None


def _cli_problem(root: Path, words: list[str]) -> str | None:
    """Ask the command itself, with --help in place of its arguments, what it knows."""
    subcommand = [word for word in words[:1] if not word.startswith("-")]
    keyhole = root / ".venv/bin/keyhole"
    help_text = subprocess.run([keyhole, *subcommand, "--help"], capture_output=True, text=True, check=False)
    if help_text.returncode:
        return f"there is no command {' '.join(subcommand)}"
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    missing = [option for option in options if option not in help_text.stdout]
    return f"unknown option {missing[0]}" if missing else None
