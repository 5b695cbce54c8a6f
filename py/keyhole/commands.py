"""What all commands of `keyhole` share: errors in a line instead of a traceback, options, files read, models named.

For the command line alone: the page has no click.
"""

from __future__ import annotations

import contextlib
import difflib
import errno
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from keyhole.config import SPOKEN
from keyhole.errors import ConfigError, KeyholeError

UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and newline, and those that turn the direction of what follows."""


class Group(click.Group):
    """Commands whose errors, where the user can do something about them, are said in a line or two."""

    def invoke(self, ctx: click.Context) -> Any:
        with clear_errors():
            return super().invoke(ctx)


@contextlib.contextmanager
def clear_errors() -> Iterator[None]:
    """Turn what a user can mend, or did, into an exit: 1 with a message, 130 for Ctrl-C."""
    try:
        yield
    except KeyholeError as error:
        raise click.ClickException(UNSEEN.sub("", f"{error}\n{error.advice}".strip())) from None
    except OSError as error:
        if error.errno == errno.EPIPE or error.strerror is None:  # click ends quietly on a closed pipe
            raise
        # Without a name it is what was printed that could not be written.
        raise click.ClickException(f"{error.filename or 'standard output'}: {error.strerror}") from None
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None


def shared_options(*each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Several `click.option`s as one decorator, for commands that share them."""

    def decorate(command: Any) -> Any:
        for option in reversed(each):
            command = option(command)
        return command

    return decorate


def model_options(default: str | None = None) -> Callable[[Any], Any]:
    """The options that `model_settings` takes."""
    return shared_options(
        click.option(
            "--model",
            metavar="NAME",
            default=default,
            show_default=True,
            help="embedded, or openai:NAME (anthropic:, mistral:, kimi:, plain:) on a server.",
        ),
        click.option("--base-url", metavar="URL", help="The server's base URL."),
        click.option("--key", metavar="KEY", envvar="KEYHOLE_SERVER__KEY", help="The server's key."),
    )


def read_text(path: Path) -> str:
    """A file's text, without the mark that some editors begin it with. Raises `ConfigError`, `OSError`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text: {error.reason} at byte {error.start}", advice="") from None


def near(name: str, known: Iterable[str]) -> str:
    """ "; did you mean X?" where one of the names is near, else nothing."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]}?" if close else ""


def model_settings(name: str | None, *, base_url: str | None = None, key: str | None = None) -> dict[str, Any]:
    """`--model`, `--base-url` and `--key` as settings. Raises `ConfigError` for a name that is none."""
    server: dict[str, Any] = {"base_url": base_url, "key": key}
    if on_server := server_settings(name or ""):
        return {"model": "server", "server": server | on_server}
    tiers = ("embedded", "small", "medium", "large", "server")
    if name is not None and name not in tiers:
        forms = [f"{dialect}:{name.rpartition(':')[2]}" for dialect in SPOKEN]
        raise ConfigError(
            f"there is no model {name!r}{near(name, (*tiers, *forms))}",
            advice=f"Give embedded, or openai:NAME for one on a server (or {', '.join(f'{d}:' for d in SPOKEN[1:])}).",
        )
    return {"model": name, "server": server}


def server_settings(model: str) -> dict[str, Any] | None:
    """`openai:NAME` and the like as settings of a server; None for any other name."""
    dialect, colon, name = model.partition(":")
    if not colon or dialect not in SPOKEN:
        return None
    # "openai" is any server of that form: which provider's it is, its address tells
    return {"model": name, "dialect": None if dialect == "openai" else dialect}


def numbers(context: click.Context, option: click.Parameter, value: str) -> str:
    """For `callback`: whole numbers by commas."""
    for part in value.split(","):
        if not part.strip().isdecimal():
            raise click.BadParameter(f"{part!r} is not a number from 0 on; give numbers by commas, such as 10,100")
    return value
