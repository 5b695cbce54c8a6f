"""`keyhole`: ask, chat, tools, and the commands that other packages of Keyhole bring."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.util
import io
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from keyhole.agent import AUTO, STRATEGIES, Agent
from keyhole.commands import UNSEEN, Group, model_options, model_settings, server_settings, shared_options
from keyhole.config import Settings, load_settings
from keyhole.errors import ConfigError
from keyhole.events import (
    Cancelled,
    ConfirmationRequested,
    Event,
    Failed,
    ModelSwitched,
    StepChunk,
    StepFinished,
    StepStarted,
    ToolFinished,
    TurnFinished,
)
from keyhole.memory_store import MemoryStore
from keyhole.models.choose import choose_model, choose_writer
from keyhole.models.model import OnServer
from keyhole.storage import Storage
from keyhole.tools.builtin.memory import attach
from keyhole.tools.lint import lint_toolbox
from keyhole.tools.loader import load_toolbox, toolbox_names

ELSEWHERE = {
    "parse": ("keyhole.parsing.cli", "command"),
    "project": ("keyhole.transcript.cli", "project"),
    "check": ("keyhole.transcript.cli", "check"),
    "destiny": ("keyhole_destiny.cli", "destiny"),
    "bench": ("keyhole.bench.cli", "bench"),
}
"""Commands whose module is imported when they are asked for: command -> (module, attribute)."""


class _Commands(Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        elsewhere = [name for name, (module, _) in ELSEWHERE.items() if importlib.util.find_spec(module)]
        return [*super().list_commands(ctx), *elsewhere]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in ELSEWHERE and cmd_name in self.list_commands(ctx):
            module, attribute = ELSEWHERE[cmd_name]
            command: click.Command = getattr(importlib.import_module(module), attribute)
            return command
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="keyhole", message="%(prog)s %(version)s")
def main() -> None:
    """An agent that sees one thing at a time: tool names, one schema, one result."""


_agent_options = shared_options(
    click.option("--toolbox", metavar="NAME", help="The toolbox (see `keyhole tools list`)."),
    model_options(),
    click.option(
        "--fallback",
        "fallbacks",
        metavar="NAME[@URL]",
        multiple=True,
        help="A model that answers when the one before it fails; may be given again.",
    ),
    click.option(
        "--fallback-key",
        "fallback_keys",
        metavar="KEY",
        multiple=True,
        envvar="KEYHOLE_FALLBACK_KEYS",
        help="The fallbacks' keys, in their order; - for one without.",
    ),
    click.option(
        "--writer",
        metavar="NAME[@URL]",
        help="A second model that writes the replies; the first decides on tools (strategies hybrid, routed).",
    ),
    click.option("--writer-key", metavar="KEY", envvar="KEYHOLE_WRITER__KEY", help="The writer's key."),
    click.option("--take-turns", is_flag=True, default=None, help="Send each request to the next of the models."),
    click.option("--strategy", type=click.Choice((AUTO, *STRATEGIES)), help="How turns are carried out."),
    click.option("--config", "path", type=click.Path(dir_okay=False), help="A YAML file of settings."),
    click.option("--data", metavar="FILE", help="Keep conversations in this database."),
    click.option("--trace", is_flag=True, help="Show every step on standard error."),
    click.option("--json", "as_json", is_flag=True, help="Print the events, one JSON object a line."),
    click.option("--yes", is_flag=True, help="Allow tools that ask for confirmation."),
)


@main.command()
@click.argument("question")
@_agent_options
def ask(question: str, trace: bool, as_json: bool, yes: bool, **options: Any) -> None:
    """Ask one question and print the answer."""

    async def run() -> bool:
        with _agent(**options) as agent:
            return await _show(agent, question, trace=trace, as_json=as_json, yes=yes)

    sys.exit(0 if asyncio.run(run()) else 1)


@main.command()
@_agent_options
def chat(trace: bool, as_json: bool, yes: bool, **options: Any) -> None:
    """Ask one question after the other. An empty line or Ctrl-D ends it."""

    async def run() -> None:
        with _agent(**options) as agent:
            if isinstance(agent.model, OnServer):  # before anything is typed in vain
                await agent.model.check()
            while line := await asyncio.to_thread(_read_line):
                await _show(agent, line, trace=trace, as_json=as_json, yes=yes)

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # one byte that is no text ends no chat
    asyncio.run(run())


@main.group(cls=Group)
def tools() -> None:
    """Look at toolboxes."""


@tools.command("list")
@click.argument("name", required=False)
def list_tools(name: str | None) -> None:
    """List the toolboxes, or the tools of one."""
    for each in [name] if name else toolbox_names():
        toolbox = load_toolbox(each)
        click.echo(f"{each}: {len(toolbox)} tools")
        for card in toolbox.cards:
            click.echo(f"  {card.name}({', '.join(card.parameters)})  {card.description}")


@tools.command()
@click.argument("names", nargs=-1)
def lint(names: tuple[str, ...]) -> None:
    """Warn about tools that a small model will find hard to use. Exits with 1 when there is a warning."""
    warned = False
    for name in names or toolbox_names():
        for warning in lint_toolbox(load_toolbox(name)):
            warned = True
            click.echo(f"{name}: {warning}")
    sys.exit(1 if warned else 0)


@contextlib.contextmanager
def _agent(
    *,
    toolbox: str | None,
    model: str | None,
    base_url: str | None,
    key: str | None,
    fallbacks: tuple[str, ...],
    fallback_keys: tuple[str, ...],
    writer: str | None,
    writer_key: str | None,
    take_turns: bool | None,
    strategy: str | None,
    path: str | None,
    data: str | None,
) -> Iterator[Agent]:
    given = model_settings(model, base_url=base_url, key=key)
    given |= {"toolbox": toolbox, "strategy": strategy, "data": data}
    given |= {"fallbacks": _fallbacks(fallbacks, fallback_keys), "take_turns": take_turns}
    if writer:
        given["writer"] = _somewhere(writer, writer_key)
        if given["writer"] is None:
            raise ConfigError(f"--writer {writer}: no such model", advice="Give openai:NAME@URL.")
    settings = load_settings(path, given=given)
    with contextlib.ExitStack() as stack:
        storage = stack.enter_context(Storage(settings.data)) if settings.data else None
        yield make_agent(settings, storage)


def _fallbacks(models: Sequence[str], keys: Sequence[str]) -> list[Any] | None:
    """What `--fallback` and `--fallback-key` say, as settings; None where they say nothing. Raises `ConfigError`."""
    found: list[Any] = []
    for model, key in itertools.zip_longest(models, keys[: len(models)]):
        server = _somewhere(model, key if key != "-" else None)
        if server is None and model != "embedded":
            raise ConfigError(f"--fallback {model}: no such model", advice="Give embedded, or openai:NAME@URL.")
        found.append(server or "embedded")
    return found or None


def _somewhere(model: str, key: str | None) -> dict[str, Any] | None:
    """`openai:NAME@URL` and the like as the settings of a server; None for any other name."""
    name, at, url = model.rpartition("@")
    if not at or "://" not in url:  # a model's name may hold an @ of its own
        name, url = model, ""
    if (server := server_settings(name)) is None:
        return None
    told = {"base_url": url or None, "key": key, **server}
    return {field: value for field, value in told.items() if value is not None}


def make_agent(settings: Settings, storage: Storage | None = None) -> Agent:
    """The agent that the settings describe; what it remembers is kept where its conversations are.

    Raises `ConfigError`.
    """
    if storage is not None:
        store = MemoryStore(storage.connection)
        attach(lambda: store)
    return Agent(
        choose_model(settings),
        load_toolbox(settings.toolbox),
        strategy=settings.strategy,
        settings=settings.turn,
        storage=storage,
        writer=choose_writer(settings),
    )


async def _show(agent: Agent, question: str, *, trace: bool, as_json: bool, yes: bool) -> bool:
    """Print a turn as it comes; whether it ended in an answer."""
    streamed = cut = False
    said = ""
    async for event in agent.ask(question):
        if as_json:
            click.echo(event.model_dump_json())
        elif isinstance(event, StepStarted):
            if said.rpartition("\n")[2].strip():
                click.echo()  # words that went before a call end there
            said = ""
        elif isinstance(event, StepChunk) and event.step == "answer":
            if event.retract and said[-event.retract :].strip():  # a terminal cannot unsay it
                click.echo(f"\n[the last {event.retract} characters are taken back: they were no answer]", err=True)
            _say(event.text, nl=False)
            streamed, said = True, said[: max(0, len(said) - event.retract)] + event.text
        elif trace:
            _trace(event)
        if isinstance(event, StepFinished) and event.step == "answer":
            cut = event.cut
        if isinstance(event, ConfirmationRequested):
            arguments = json.dumps(event.arguments, ensure_ascii=False)
            asked = event.question if arguments in event.question else f"{event.question} {arguments}"
            allowed = yes or await asyncio.to_thread(click.confirm, UNSEEN.sub("", f"\n{asked}"), err=True)
            agent.confirm(event.call_id, allowed)
        if isinstance(event, TurnFinished) and not as_json:
            _say("" if streamed else event.answer)
            if cut:
                _say(f"[cut off: answers have {agent.settings.answer_tokens} tokens, turn.answer_tokens]", err=True)
        if isinstance(event, Failed) and not as_json:
            if streamed:
                click.echo()  # what was said stands without a line's end
            _say(f"{event.step} failed: {event.reason}\n{event.advice}", err=True)
    return isinstance(event, TurnFinished)


def _say(text: str, **options: Any) -> None:
    """Print what models, tools and servers wrote: a terminal obeys control characters, so they are left out."""
    click.echo(UNSEEN.sub("", text), **options)


def _trace(event: Event) -> None:
    if isinstance(event, StepFinished):
        what = f"{event.step} {event.tool or ''}".strip()
        tries = f", {len(event.attempts)} attempts" if len(event.attempts) > 1 else ""
        _say(f"[{what}: {event.ms:.0f} ms{tries}] {event.raw.strip()[:300]}", err=True)
    elif isinstance(event, ToolFinished):
        _say(f"[{event.tool}: {event.ms:.0f} ms] {event.condensed[:300]}", err=True)
    elif isinstance(event, ModelSwitched):
        _say(f"[{event.from_model} -> {event.to_model}: {event.reason}]", err=True)
    elif isinstance(event, Cancelled):
        click.echo("[cancelled]", err=True)


def _read_line() -> str:
    try:
        return input("> " if sys.stdin.isatty() else "").strip()
    except EOFError:
        return ""
