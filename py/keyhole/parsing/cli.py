"""`keyhole parse`: what the parser makes of a text."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from keyhole.outside_json import loads, no_constant
from keyhole.parsing import Driver, Parse, Tools, parse


@click.command("parse")
@click.option(
    "--tools", "tools_file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="JSON: tools."
)
@click.option("--family", metavar="NAME", help="A hint: the model family that wrote the text.")
@click.option("--prompt-suffix", metavar="TEXT", help="What the prompt ended with, such as <think>.")
@click.option(
    "--stream", "size", type=click.IntRange(min=1), metavar="N", help="Feed the text in chunks of N characters."
)
@click.option("--jsonl", is_flag=True, help="Read rows {id, text, tools, family?}; print a line for each.")
def command(
    tools_file: Path | None, family: str | None, prompt_suffix: str | None, size: int | None, jsonl: bool
) -> None:
    """Find tool calls in the text on standard input and print them as JSON.

    Of a row that cannot be read the line says why, {id, error}; the rest is read all the same, and the exit code is 1.
    """
    tools = _tools(tools_file)
    text = sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    if not jsonl:
        click.echo(json.dumps(as_json(_parsed(text, tools, family, prompt_suffix, size)), ensure_ascii=False, indent=2))
        return
    broken = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            printed = _line(line, number, tools, family, prompt_suffix, size)
            broken |= "error" in printed
            click.echo(json.dumps(printed, ensure_ascii=False))
    if broken:
        raise click.exceptions.Exit(1)


def as_json(result: Parse) -> dict[str, Any]:
    """A parse as plain JSON values."""
    return {
        "content": result.content or None,
        "reasoning": result.reasoning or None,
        "calls": [_call(call) for call in result.calls],
        "candidates": [_call(call) for call in result.candidates if call not in result.calls],
        "errors": [{"position": error.position, "message": error.message} for error in result.errors],
    }


def _call(call: Any) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": call.name,
        "arguments": call.arguments,
        "confidence": call.confidence,
        "syntax": call.syntax,
        "span": list(call.span),
        "action": call.action,
        "reasons": list(call.reasons),
    }
    if call.arguments is None:
        shown["arguments_raw"] = call.raw_arguments
    if call.repairs:
        shown["repairs"] = list(call.repairs)
    if call.problem:
        shown["problem"] = call.problem
    return shown


def _parsed(text: str, tools: Tools, family: str | None, suffix: str | None, size: int | None) -> Parse:
    if size is None:
        return parse(text, tools, family, suffix)
    driver = Driver(tools, family=family, prompt_suffix=suffix)
    for start in range(0, len(text), size):
        driver.feed(text[start : start + size])
    driver.finish()
    return driver.result()


def _line(
    line: str, number: int, tools: Tools, family: str | None, suffix: str | None, size: int | None
) -> dict[str, Any]:
    """What is printed for a row: its parse, or what is wrong with it."""
    try:
        row = loads(line, parse_constant=no_constant)
        id_ = row.get("id") if isinstance(row, dict) else None
        json.dumps(id_, allow_nan=False)  # 1e999 is read as infinite, which JSON cannot say again
    except ValueError as error:
        return {"id": None, "error": f"line {number} is not JSON: {error}"}
    try:
        return {"id": id_, **as_json(_of_row(row, tools, family, suffix, size))}
    except ValueError as error:
        return {"id": id_, "error": f"line {number}: {error}"}


def _of_row(row: Any, tools: Tools, family: str | None, suffix: str | None, size: int | None) -> Parse:
    """What a row holds, parsed. Raises `ValueError` for a row of another form."""
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise ValueError("an object with a text is wanted")
    for key in ("family", "prompt_suffix"):
        if not isinstance(row.get(key), str | None):
            raise ValueError(f"{key} is not a text")
    own = row.get("tools")
    return _parsed(
        row["text"],
        tools if own is None else _declared(own),
        row.get("family") or family,
        row.get("prompt_suffix") or suffix,
        size,
    )


def _tools(path: Path | None) -> Tools:
    if path is None:
        return Tools()
    try:
        declared = loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, OSError) as error:
        raise click.ClickException(f"{path} is not JSON: {error}") from None
    if isinstance(declared, dict):
        declared = declared.get("tools", [declared])
    try:
        return _declared(declared)
    except ValueError as error:
        raise click.ClickException(f"{path}: {error}") from None


def _declared(tools: Any) -> Tools:
    if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
        raise ValueError("tools: a list of tool declarations is wanted")
    return Tools(tools)
