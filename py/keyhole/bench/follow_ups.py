"""Score what is said right after a call: the same call for another thing, that call changed, another one with what was
said or shown, several such, a new request, or none.

A file is one JSON object of apps (`keyhole.bench.after_call.Given`); each message is said right after the call, or
after what was `done` since, in a conversation of its own::

    {"apps": [{"tools": [{"name": ..., "description": ..., "parameters": {...}}],
               "ask": "put Ana down for the 9th", "called": "add_guest", "arguments": {"name": "Ana", "day": 9},
               "result": {"ok": true},
               "messages": [{"q": "and Dan too", "kind": "another", "tool": "add_guest",
                             "arguments": {"name": ["Dan"], "day": [9]}, "optional": []}]}]}

`arguments` lists the accepted values of each argument, `optional` names those that may be left out as well, and `more`
has those of further calls of the same tool. `things` has the places in the result's list of the things that are meant;
nothing is judged by them. No `tool`: no call is right; `clarify` besides: a question back is. A message is right where
the call that is wanted is made, by BFCL's rules (`keyhole.bench.metrics`), and no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field

from keyhole.bench.after_call import Came, Given, read_as, said_after
from keyhole.bench.metrics import match_calls
from keyhole.bench.suite import ExpectedCall, ExpectedValue, Row
from keyhole.models.model import ChatModel

Kind = Literal["another", "changed", "onward", "several", "new", "reply", "unclear", "shown", "chat", "none"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class Wanted(Row):
    """A message and what is right then."""

    q: str
    kind: Kind
    tool: str = ""
    arguments: dict[str, tuple[Any, ...]] = Field(default_factory=dict)
    more: tuple[dict[str, tuple[Any, ...]], ...] = ()
    optional: tuple[str, ...] = ()
    things: tuple[int, ...] = ()
    clarify: bool = False


class App(Given):
    """A call and what was said after it."""

    messages: tuple[Wanted, ...] = Field(min_length=1)


class Apps(Row):
    """A file of them."""

    apps: tuple[App, ...] = Field(min_length=1)


class Judged(Row):
    """A message, what came of it, whether its tool was called and whether all was right."""

    q: str
    kind: Kind
    came: Came
    tool_right: bool
    right: bool


def read(file: Path) -> tuple[App, ...]:
    """The apps of a file. Raises `SuiteError`."""
    return read_as(Apps, file).apps


async def judge(model: ChatModel, app: App) -> list[Judged]:
    """Say every message of an app to an agent that has just made its call."""
    return [_judged(wanted, await said_after(model, app, wanted.q)) for wanted in app.messages]


def _judged(wanted: Wanted, came: Came) -> Judged:
    if wanted.tool:
        expected = [_expected(wanted, arguments) for arguments in (wanted.arguments, *wanted.more)]
        right = match_calls(came.calls, expected)
        tool_right = [name for name, _ in came.calls] == [each.name for each in expected]
    else:
        right = not came.calls and (came.outcome == "clarify" if wanted.clarify else came.outcome != "failed")
        tool_right = not came.calls
    return Judged(q=wanted.q, kind=wanted.kind, came=came, tool_right=tool_right, right=right)


def _expected(wanted: Wanted, arguments: Mapping[str, tuple[Any, ...]]) -> ExpectedCall:
    values = {n: ExpectedValue(accept=accept, may_omit=n in wanted.optional) for n, accept in arguments.items()}
    return ExpectedCall(name=wanted.tool, arguments=values)


def table(files: Mapping[str, list[Judged]]) -> str:
    """A Markdown table, a line for each file: of each kind how many are right, of all also the tools alone."""
    lines = [f"| file | {' | '.join(KINDS)} | tool | all |", f"|---|{'---|' * (len(KINDS) + 2)}"]
    whole = [each for judged in files.values() for each in judged]
    for name, told in [*files.items(), ("all", whole)]:
        cells = [_share([each.right for each in told if each.kind == kind]) for kind in KINDS]
        both = _share([each.tool_right for each in told]), _share([each.right for each in told])
        lines.append(f"| {name} | {' | '.join([*cells, *both])} |")
    return "\n".join(lines)


def _share(right: list[bool]) -> str:
    return f"{sum(right)} of {len(right)}"
