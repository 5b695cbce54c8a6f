"""Tools with requests for them, written one by one and without templates: `written_sets.jsonl`, a set of tools a line.

Who wrote them, language models, saw neither the generator's phrasings nor any development row. A request has the name
of its tool and the arguments that are right, or `none` or `clarify`; in this case mostly also which tool it is `of` and
the arguments that it says. Some sets have what is said `after` a tool of theirs was called: another value, a
correction, a remark that asks for nothing. One set in five is kept for the decision.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from invented import Answer

from keyhole.models.embedded.fill.spans import text_value
from keyhole.models.embedded.numbers.amounts import number_value
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import FillView, Parameter, fill_view
from keyhole.models.embedded.times.clock import clock_values
from keyhole.models.model import ToolCard
from keyhole.tools.tool import Tool

FILE = Path(__file__).with_name("written_sets.jsonl")
KEPT = 5
TO_CLARIFY = -2
IDLE = 0.2
"""Share of drawn requests that no tool of their set can do, beside those drawn by chance."""
LONGEST = 30
"""Words of the longest value that is looked for in a request."""


@dataclass(frozen=True)
class SetRequest:
    """A request: `tool` is the index of the right card, -1 none, -2 clarify; `args` are the right ones. `wanted`: the
    index of the card that it would be for, also where something lacks; None where nobody says so."""

    text: str
    tool: int
    args: Mapping[str, Any]
    wanted: int | None

    @property
    def unclear(self) -> bool:
        """Whether it lacks something and nobody says which card it would be for."""
        return self.tool == TO_CLARIFY and self.wanted is None


@dataclass(frozen=True)
class FollowUp:
    """What is said after a call of the card with the index `after`, and the `args` that it says: none in a remark."""

    text: str
    after: int
    args: Mapping[str, Any]


@dataclass(frozen=True)
class ToolSet:
    """Tools that go together, requests for them and what is said after their calls."""

    cards: tuple[ToolCard, ...]
    requests: tuple[SetRequest, ...]
    follow_ups: tuple[FollowUp, ...] = ()


def written_sets(part: Literal["learn", "decide"], path: Path = FILE) -> list[ToolSet]:
    """The sets to learn from, or those to fit the decision to. Raises `ValueError` for a request's unknown tool."""
    made = []
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if (at % KEPT == 0) != (part == "decide"):
            continue
        row = json.loads(line)
        names = [tool["name"] for tool in row["tools"]]
        places = {"none": -1, "clarify": TO_CLARIFY, **{name: place for place, name in enumerate(names)}}
        later = row.get("follow_ups", [])
        asked = {said[key] for said in row["requests"] + later for key in ("tool", "of", "after") if key in said}
        if unknown := asked - set(places):
            raise ValueError(f"{path.name}:{at + 1}: no such tool: {', '.join(sorted(unknown))}")
        cards = tuple(Tool(**tool, run=_not_run).card for tool in row["tools"])
        wanted = {name: place for name, place in places.items() if place >= 0}
        requests = [
            SetRequest(r["text"], places[r["tool"]], r.get("args", {}), wanted.get(r.get("of", r["tool"])))
            for r in row["requests"]
        ]
        follow_ups = tuple(FollowUp(said["text"], wanted[said["after"]], said["args"]) for said in later)
        made.append(ToolSet(cards, tuple(requests), follow_ups))
    return made


def unlearned(newer: int | None) -> list[ToolSet]:
    """The kept sets, and of the others those from the line `newer` on, counted from 0."""
    sets = written_sets("decide")
    if newer is not None:
        learned = newer - (newer + KEPT - 1) // KEPT
        sets += written_sets("learn")[learned:]
    return sets


async def _not_run(args: dict[str, Any]) -> Any:
    raise RuntimeError("no tool runs here")


FillExample = tuple[str, ToolCard, list[Parameter], list[Answer]]
"""A request, the card of its tool, the parameters and what each should get."""


class WrittenSets:
    """Draws examples of both steps from sets."""

    def __init__(self, sets: Sequence[ToolSet], rng: random.Random) -> None:
        self.sets, self.rng = sets, rng
        self._asked: list[tuple[ToolSet, SetRequest | FollowUp]] = []
        for each in sets:
            self._asked += ((each, request) for request in each.requests if request.wanted is not None)
            self._asked += ((each, said) for said in each.follow_ups)
        self._fills: dict[int, FillExample | None] = {}
        """Those that were drawn, by their place: to look for all values of all requests takes minutes."""

    def route(self) -> tuple[str, list[ToolCard], int]:
        """A request, cards and the right one's index, -1 none or -2 clarify: all of its set, some of them, or one."""
        r = self.rng
        chosen = r.choice(self.sets)
        idle = [request for request in chosen.requests if request.tool == -1]
        idle += [SetRequest(said.text, -1, {}, None) for said in chosen.follow_ups if not said.args]
        request = r.choice(idle if idle and r.random() < IDLE else chosen.requests)
        right = chosen.cards[request.wanted] if request.wanted is not None else None
        cards = [card for card in chosen.cards if card is not right]
        r.shuffle(cards)
        if request.unclear:  # what is missing may be known by the others only
            return request.text, cards, TO_CLARIFY
        if r.random() < 0.4:
            cards = cards[: r.choice((0, 1, 1, 2)) if right else 1]
        if right is not None and (not cards or r.random() > 0.2):
            cards.insert(r.randint(0, len(cards)), right)
        at = next((place for place, card in enumerate(cards) if card is right), -1)
        return request.text, cards, at if at < 0 or request.tool >= 0 else TO_CLARIFY

    def fill(self) -> FillExample:
        """A request, the card of its tool, its parameters and what each should get."""
        while True:
            if made := self._fill(self.rng.randrange(len(self._asked))):
                text, card, parameters, answers = made
                return text, card, list(parameters), list(answers)

    def fills(self) -> list[FillExample]:
        """The fill examples of all requests that have one, and of all that is said after a call."""
        return [made for at in range(len(self._asked)) if (made := self._fill(at))]

    def _fill(self, at: int) -> FillExample | None:
        if at not in self._fills:
            self._fills[at] = fill_of(*self._asked[at])
        return self._fills[at]


def fill_of(chosen: ToolSet, request: SetRequest | FollowUp) -> FillExample | None:
    """The fill example of a request, which may lack something, or of what is said after a call, which may lack all.
    None where nobody says which tool it is for, or where a value of its arguments stands nowhere in it."""
    place = request.after if isinstance(request, FollowUp) else request.wanted
    if place is None:
        return None
    card = chosen.cards[place]
    schema = dict(card.schema or {})
    if isinstance(request, FollowUp):
        schema["required"] = []
    parameters = parameters_of(schema)
    told = clock_values(parameters, request.text)  # by code
    parameters = [parameter for parameter in parameters if parameter.path not in told]
    view = fill_view(request.text, card.name, card.description, parameters)
    if len(view.parameters) < len(parameters) or not parameters:
        return None
    answers = []
    for parameter in view.parameters:
        wanted: Any = request.args
        for part in parameter.path:
            wanted = wanted.get(part) if isinstance(wanted, Mapping) else None
        answer = answer_of(view, parameter, wanted, request.text)
        if answer is None:
            return None
        answers.append(answer)
    return request.text, card, parameters, answers


def answer_of(view: FillView, parameter: Parameter, wanted: Any, query: str) -> Answer | None:
    """Where a request says a value, or which option it is; None where neither can be told."""
    if wanted is None or wanted == []:
        return Answer()
    items = wanted if isinstance(wanted, list) else [wanted]
    if parameter.options:
        return Answer(options=[parameter.options.index(item) for item in items])
    if parameter.type == "bool":
        return Answer(flag=bool(items[0]))
    spans: list[tuple[int, int]] = []
    for item in items:
        after = spans[-1][1] if spans else 0
        find = number_span if parameter.type in ("int", "num") else text_span
        found = find(view, parameter, item, query, after) or find(view, parameter, item, query, 0)
        if found is None:
            return None
        spans.append(found)
    return Answer(spans) if spans == sorted(spans) else None


def number_span(view: FillView, parameter: Parameter, wanted: Any, query: str, after: int) -> tuple[int, int] | None:
    """Where a number stands, from a place on."""
    for at, number in sorted(view.numbers.items()):
        if view.words[at].start >= after and number_value(parameter, view, at) == wanted:
            return view.words[at].start, view.words[number.last].end
    return None


def text_span(view: FillView, parameter: Parameter, wanted: Any, query: str, after: int) -> tuple[int, int] | None:
    """The shortest run of words that the fill step would make a text of, from a place on."""
    words = view.words
    for length in range(LONGEST):
        for first in range(len(words) - length):
            if words[first].start >= after:
                said = text_value(parameter, words, first, first + length, query)
                if said is not None and said.casefold() == str(wanted).casefold():
                    return words[first].start, words[first + length].end
    return None
