"""`keyhole project`, `keyhole check`: a conversation as a provider wants it, and the rules a transcript breaks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO

import click
from pydantic import ValidationError

from keyhole import transcript
from keyhole.conversation import Conversation
from keyhole.outside_json import loads
from keyhole.transcript.compress import compress, size
from keyhole.transcript.dialects.base import ThinkingPolicy

_DIALECT = click.option(
    "--dialect", required=True, type=click.Choice(list(transcript.DIALECTS)), help="The provider family."
)
_JSONL = click.option("--jsonl", is_flag=True, help="Read and write one JSON value a line.")
_MARK = "\ufeff"
"""A byte order mark: some editors and shells begin a file with one."""
_INPUT = click.argument("source", type=click.File("r", encoding="utf-8"), default="-")


@click.command()
@_DIALECT
@click.option(
    "--thinking",
    type=click.Choice(["keep", "drop", "text"]),
    default="keep",
    show_default=True,
    help="What becomes of the model's reasoning.",
)
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="Fold old turns to fit so many tokens.")
@click.option("--model", metavar="NAME", help="The provider's model, where rules differ within a family.")
@click.option("--with-system", is_flag=True, help='Print {"system", "messages"}: some providers want them apart.')
@_JSONL
@_INPUT
def project(
    source: TextIO,
    dialect: str,
    thinking: ThinkingPolicy,
    budget: int | None,
    model: str | None,
    with_system: bool,
    jsonl: bool,
) -> None:
    """Print a conversation (JSON from SOURCE or standard input) as the provider's messages.

    Anthropic and Gemini take the system text apart from the messages: --with-system prints both.
    """
    for where, value in _documents(source, jsonl):
        if not isinstance(value, dict):
            kind = "list" if isinstance(value, list) else type(value).__name__
            raise click.ClickException(f"{where}: no conversation: it is a {kind}, not an object that has messages")
        try:
            conversation = Conversation.model_validate(value)
        except ValidationError as error:
            first = error.errors()[0]
            path = ".".join(map(str, first["loc"]))
            raise click.ClickException(f"{where}: no conversation: {path}: {first['msg']}") from None
        if budget is not None:
            conversation = compress(conversation, budget)
            if (left := size(conversation)) > budget:
                click.echo(f"{where}: about {left} tokens are left: the last turn is never cut", err=True)
        sent = transcript.projection(conversation, dialect, thinking=thinking, model=model)
        _print({"system": sent.system, "messages": sent.messages} if with_system else sent.messages, jsonl)


@click.command()
@_DIALECT
@_JSONL
@_INPUT
def check(source: TextIO, dialect: str, jsonl: bool) -> None:
    """Name each rule of the provider that messages (JSON from SOURCE or standard input) break.

    Takes a list of messages, or an object that has them as `messages` or `contents`. Exits with 1 when a rule is
    broken; with --jsonl prints a list of violations a line.
    """
    broken = False
    for where, messages in _documents(source, jsonl):
        if isinstance(messages, dict):
            messages = messages.get("messages", messages.get("contents"))
        if not isinstance(messages, list):
            raise click.ClickException(f"{where}: neither a list of messages nor an object that has one")
        violations = transcript.check(messages, dialect)
        broken = broken or bool(violations)
        if jsonl:
            _print([{"rule": v.rule, "at": v.at, "detail": v.detail} for v in violations], jsonl)
        else:
            for violation in violations:
                click.echo(str(violation))
    sys.exit(1 if broken else 0)


def _documents(source: TextIO, jsonl: bool) -> Iterator[tuple[str, Any]]:
    """Where each document stands, and its value. Raises `click.ClickException` for what is no JSON."""
    where = source.name
    try:
        if not jsonl:
            yield where, loads(source.read().removeprefix(_MARK))
            return
        for number, line in enumerate(source, 1):
            where = f"{source.name}:{number}"
            if (line := line.removeprefix(_MARK)).strip():
                yield where, loads(line.rstrip())
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{where}: not UTF-8: {error}") from None
    except ValueError as error:
        raise click.ClickException(f"{where}: not JSON: {error}") from None


def _print(value: Any, jsonl: bool) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=None if jsonl else 1))
