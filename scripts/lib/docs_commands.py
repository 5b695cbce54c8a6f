"""Check the commands that the documentation shows: what they name exists and takes the options they give it.

Run in the environment that `scripts/check` makes; prints what is wrong and ends with 1 then.
"""

from __future__ import annotations

import itertools
import re
import shlex
import sys
from collections.abc import Container, Iterator
from pathlib import Path

import click
from bench import bench
from serve import parser
from stages import ROOT

from keyhole.cli import main as keyhole

_FENCE = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_VARIABLE = re.compile(r"[A-Z_]+=")
_CLICK: dict[str, click.Command] = {"keyhole": keyhole, ".venv/bin/keyhole": keyhole, "scripts/bench": bench}


def main() -> int:
    found = problems(ROOT)
    print("\n".join(found) or "ok")
    return 1 if found else 0


def problems(root: Path) -> list[str]:
    """What is wrong, one line each."""
    return [
        f"{path.relative_to(root)}: `{line}`: {problem}"
        for path in [root / "README.md", *sorted(root.glob("docs/*.md")), *sorted(root.glob("examples/*.md"))]
        for line in lines(path.read_text(encoding="utf-8"))
        for problem in _wrong_in(root, line)
    ]


def lines(text: str) -> Iterator[str]:
    """The command lines of a Markdown text's shell blocks, continued lines joined, prompts and comments dropped."""
    for block in _FENCE.findall(text):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.strip().removeprefix("$ ")
            if line and not line.startswith("#"):
                yield line


def _wrong_in(root: Path, line: str) -> list[str]:
    try:
        return [problem for command in commands(line) if (problem := _problem(root, command))]
    except ValueError as error:  # a quotation without an end
        return [str(error)]


def commands(line: str) -> Iterator[list[str]]:
    """The words of each command of a line: several in a pipe, variables before them dropped. Raises `ValueError`."""
    for is_pipe, words in itertools.groupby(shlex.split(line, comments=True), lambda word: word == "|"):
        command = list(itertools.dropwhile(_VARIABLE.match, words))
        if command and not is_pipe:
            yield command


def _problem(root: Path, words: list[str]) -> str | None:
    name, *rest = words
    if name.startswith(("scripts/", ".ci/")):
        script = root / name
        if not script.exists():
            return "there is no such script"
        if script.is_file() and not script.stat().st_mode & 0o111:
            return "the script is not executable"
    if name in _CLICK:
        return _unknown(_CLICK[name], rest)
    if name == "scripts/run":
        return _first_not_in(parser().format_help(), rest)
    return None


def _unknown(command: click.Command, words: list[str]) -> str | None:
    """The first subcommand or option that there is not."""
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, *words = words
        inner = command.get_command(click.Context(command), name)
        if inner is None:
            return f"there is no command {name}"
        command = inner
    known = {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}
    return _first_not_in({*known, "--help"}, words)


def _first_not_in(known: Container[str], words: list[str]) -> str | None:
    options = (word.partition("=")[0] for word in words if word.startswith("--"))
    return next((f"unknown option {option}" for option in options if option not in known), None)


if __name__ == "__main__":
    sys.exit(main())
