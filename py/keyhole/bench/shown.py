"""Score what is asked of a result that was just shown: which value of it, which thing in it, or another call.

A file is one JSON object of apps. In each a visitor has asked something, a tool was called and its result shown; each
message is said right after that, in a conversation of its own::

    {"apps": [{"tools": [{"name": ..., "description": ..., "parameters": {...}}],
               "ask": "who has books out?", "called": "loans", "arguments": {}, "result": [{"who": "Ana", ...}],
               "messages": [{"q": "and when is hers due", "kind": "cell", "at": ["/0/due"], "says": ["2025-06-24"]}]}]}

`kind`: "cell" asks for one value, "thing" for one of the things or several, "yes_no" for what a value decides, "number"
for what must be worked out, "absent" for what is not there, "call" wants a call of `tool`. `at` are JSON pointers (RFC
6901) of what tells it, `says` what an answer has to have, all of it.

An answer is `plain` where it has that and little else, `among` where it stands among other values, for it was not
sure or shows that value of all things.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from keyhole.bench.after_call import Given, read_as, said_after
from keyhole.bench.suite import Row
from keyhole.models.model import ChatModel
from keyhole.steps.render import DECLINES
from keyhole.steps.told_field import HEDGE

Kind = Literal["cell", "thing", "yes_no", "number", "absent", "call"]
Rating = Literal["plain", "among", "wrong"]

_FEW = 3
"""Lines of an answer that has little else."""
_YES_NO = re.compile(r"\W*(yes|no)\b", re.IGNORECASE)


class Asked(Row):
    """A message and what is right then."""

    q: str
    kind: Kind
    at: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    tool: str = ""


class App(Given):
    """A call that was made and what was said then."""

    messages: tuple[Asked, ...] = Field(min_length=1)


class Apps(Row):
    """A file of them."""

    apps: tuple[App, ...] = Field(min_length=1)


class Rated(Row):
    """A message, what came of it and how good that is."""

    q: str
    kind: Kind
    calls: tuple[str, ...]
    answer: str
    rating: Rating


def read(file: Path) -> tuple[App, ...]:
    """The apps of a file. Raises `SuiteError`."""
    return read_as(Apps, file).apps


async def rate(model: ChatModel, app: App) -> list[Rated]:
    """Say every message of an app to an agent that has just shown its result."""
    rated = []
    for asked in app.messages:
        came = await said_after(model, app, asked.q)
        calls = [name for name, _ in came.calls]
        rating = rating_of(app, asked, calls, came.answer)
        rated.append(Rated(q=asked.q, kind=asked.kind, calls=tuple(calls), answer=came.answer, rating=rating))
    return rated


def rating_of(app: App, asked: Asked, calls: list[str], answer: str) -> Rating:
    """How good an answer is."""
    if asked.kind == "call":
        return "plain" if calls[:1] == [asked.tool] else "wrong"
    if calls:
        return "wrong"
    if asked.kind == "absent":
        told = answer.startswith(DECLINES) or HEDGE in answer
        return "plain" if told else "wrong"
    if asked.kind == "yes_no":
        return _yes_or_no(app, asked, answer)
    if not all(_has(answer, text) for text in asked.says):
        return "wrong"
    others = [texts for texts in _things(app.result) if texts.isdisjoint(asked.says)]
    all_of_them = asked.kind == "thing" and bool(others) and all(_is_told(answer, texts, others) for texts in others)
    return "among" if HEDGE in answer or all_of_them else "plain"


def _yes_or_no(app: App, asked: Asked, answer: str) -> Rating:
    """By the word itself, else by the value that decides, under its name."""
    if said := _YES_NO.match(answer):
        return "plain" if said[1].lower() == asked.says[0].lower() else "wrong"
    name = next((part for part in reversed(asked.at[0].split("/")) if part and not part.isdigit()), "")
    if not (_has(answer, f"{_value(app.result, asked.at[0])}") and _has(answer, name)):
        return "wrong"
    return "among" if HEDGE in answer or len(answer.splitlines()) > _FEW else "plain"


def _value(result: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        result = result[int(part)] if isinstance(result, list) else result[part]
    return result


def _has(answer: str, text: str) -> bool:
    """Whether an answer has a text, by letters and digits; a truth value may be told as yes or no."""
    told = {"true": "yes", "false": "no"}.get(text.lower())
    if told and re.search(rf"\b{told}\b", answer, re.IGNORECASE):
        return True
    return _plain(text) in _plain(answer)


def _plain(text: str) -> str:
    return re.sub(r"[^\w]|_", "", text.lower())


def _things(value: Any) -> Iterator[set[str]]:
    """The texts of each object that stands in a list."""
    if isinstance(value, list):
        for each in value:
            if isinstance(each, dict):
                yield {text for text in each.values() if isinstance(text, str)}
            yield from _things(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _things(each)


def _is_told(answer: str, texts: set[str], others: list[set[str]]) -> bool:
    """Whether an answer has a text of a thing that no other has."""
    return any(_has(answer, text) for text in texts if text and sum(text in each for each in others) == 1)


def table(files: Mapping[str, list[Rated]]) -> str:
    """A Markdown table, a line for each file: of each kind how many are plain, and how many more stand among others."""
    kinds = ("cell", "thing", "yes_no", "number", "absent", "call")
    lines = [f"| file | {' | '.join(kinds)} | all |", f"|---|{'---|' * (len(kinds) + 1)}"]
    whole = [each for rated in files.values() for each in rated]
    for name, told in [*files.items(), ("all", whole)]:
        cells = [_cell([each for each in told if each.kind == kind]) for kind in kinds]
        lines.append(f"| {name} | {' | '.join(cells)} | {_cell(told)} |")
    return "\n".join(lines)


def _cell(rated: list[Rated]) -> str:
    plain, among = (sum(each.rating == rating for each in rated) for rating in ("plain", "among"))
    return f"{plain}{f' + {among}' if among else ''} of {len(rated)}"
