"""Filling the arguments of one tool: the model points at words of the request, code makes values of them.

What the router has looked at, one tool's arguments at a time, is kept for the fill step.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.codes.colours import only_colour, without_thing
from keyhole.models.embedded.codes.completed import complete
from keyhole.models.embedded.fill.choice import choose, how_sure
from keyhole.models.embedded.fill.forms import drop_unread
from keyhole.models.embedded.fill.order import drop_way_to_itself, put_days_in_order, put_last_as_first
from keyhole.models.embedded.fill.values import asked_of, assembled, checked, read_picks, value_of
from keyhole.models.embedded.fill.witnesses import FillWeights
from keyhole.models.embedded.lists.left_out import put_left_out
from keyhole.models.embedded.lists.listed import MOST, listed_in, without_counts
from keyhole.models.embedded.lists.listed_addresses import put_addresses
from keyhole.models.embedded.lists.listed_ends import drop_ends
from keyhole.models.embedded.lists.listed_numbers import numbers_asked, put_rows
from keyhole.models.embedded.lists.listed_said import objects_said
from keyhole.models.embedded.numbers.amounts import unfilled_amount
from keyhole.models.embedded.numbers.companions import put_companions
from keyhole.models.embedded.numbers.counted_things import put_counted
from keyhole.models.embedded.numbers.counts_said import step_said
from keyhole.models.embedded.numbers.implied_amounts import implied_amount
from keyhole.models.embedded.numbers.number_names import is_base, is_other_base, number_by_name
from keyhole.models.embedded.numbers.parts_of_whole import half_said
from keyhole.models.embedded.numbers.relative_prices import drop_shares
from keyhole.models.embedded.numbers.runs_said import put_kilometres
from keyhole.models.embedded.numbers.standard_numbers import standard_number
from keyhole.models.embedded.numbers.taken_away import put_signs
from keyhole.models.embedded.options.filter_defaults import put_filter_defaults
from keyhole.models.embedded.options.span_beside import put_span_beside
from keyhole.models.embedded.options.switches_named import put_switches
from keyhole.models.embedded.options.way_options import put_way_options
from keyhole.models.embedded.options.ways_named import put_ways
from keyhole.models.embedded.options.whole_of_it import put_all
from keyhole.models.embedded.parameters import fallback_of, meets
from keyhole.models.embedded.prompt import FillView, Parameter, fill_view
from keyhole.models.embedded.route.decision import LOOKS, MOST_FIT, NOTHING_NEEDED, Said
from keyhole.models.embedded.route.search_tools import says_it_searches, searches
from keyhole.models.embedded.route.seeking import seeks
from keyhole.models.embedded.texts.after_colon import put_text
from keyhole.models.embedded.texts.called_names import put_called
from keyhole.models.embedded.texts.no_values import drop_choices_inside, drop_no_values
from keyhole.models.embedded.texts.nothing_said import nothing_said
from keyhole.models.embedded.texts.null_said import put_nulls
from keyhole.models.embedded.texts.only_said import is_no_time, only_day, only_time, takes_day
from keyhole.models.embedded.texts.quotations import put_quoted
from keyhole.models.embedded.texts.said_wholly import put_whole
from keyhole.models.embedded.texts.sought import put_sought
from keyhole.models.embedded.texts.told import mail_addresses, part_maker, says_the_tool
from keyhole.models.embedded.texts.with_whom import put_with_whom
from keyhole.models.embedded.times.day_spans import put_spans
from keyhole.models.embedded.times.time_spans import put_times
from keyhole.models.embedded.times.week_days import days_asked
from keyhole.models.embedded.times.year_months import months_asked
from keyhole.models.engine import Completion, CompletionEngine
from keyhole.models.model import FillTask, ToolCard, helps

TOP_PICKS = 24
"""Alternatives that are asked of the engine at each place of a fill answer."""
MOST_KEPT = 2 * LOOKS + 4 * MOST
"""Completions that are kept for the fill step, those for the pieces of a list among them."""
MOST_TOLD = 3
"""Objects of a list that count as values which a request says."""
READ_BY_CODE = 3.0
"""Log-odds that a request says what nothing was picked for and code reads off it: "in binary" is base 2."""

_UNSAID = re.compile(r"(?<!\w)(?:\"[^\"\n]{8,400}\"|\u201c[^\u201d\n]{8,400}\u201d)")
"""A quotation, the days in which are no days of the request."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A prompt and what the model said; `again`: it had been asked before."""

    prompt: str
    completion: Completion
    again: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at one tool's arguments showed.

    `fit`: how sure it is that the request says what the tool needs, -6 to 6; `odds`: the log-odds of every parameter
    that was asked for that the request says its value; `seen`: what the model saw, if anything; `read`: how many
    values code reads off the request before.
    """

    fit: float
    odds: tuple[tuple[float, Parameter], ...]
    seen: tuple[Seen, ...]
    read: int = 0

    @property
    def needed(self) -> list[tuple[float, Parameter]]:
        """Of those that the tool cannot do without: what has a default is not asked for."""
        return [(odd, each) for odd, each in self.odds if each.required and fallback_of(each) is None]

    @property
    def said(self) -> Said:
        """What the request says of the tool's values."""
        read = [READ_BY_CODE] * self.read
        return Said.of([odd for odd, _ in self.odds] + read, [odd for odd, _ in self.needed] + read)

    @property
    def told(self) -> bool:
        """Whether the request says anything of what the tool takes."""
        return self.read > 0 or any(odd > -MOST_FIT for odd, _ in self.odds)


@dataclass(frozen=True, slots=True)
class _Read:
    """A request as it was read for one tool: the values by their paths, what they were picked of, what was seen."""

    query: str
    values: Mapping[tuple[str, ...], Any]
    view: FillView | None = None
    picks: Sequence[Sequence[str]] = ()
    seen: tuple[Seen, ...] = ()


class Filler:
    """Reads the arguments of one tool out of a request."""

    def __init__(self, engine: CompletionEngine, assets: Assets) -> None:
        self._engine = engine
        self._assets = assets
        self._looked: dict[str, Completion] = {}

    async def look(self, query: str, card: ToolCard) -> Look:
        """How surely a request says what this one tool takes."""
        schema = dict(card.schema or {})
        parameters, values, query = asked_of(schema, query)
        if not parameters:
            of_list, more = await self._look_at_list(card, _Read(query, values))
            fit = min((odd for odd, _ in of_list), default=NOTHING_NEEDED)
            return Look(fit, tuple(of_list), tuple(more), len(values))
        view, seen = await self.pointed(query, card.name, card.description, parameters)
        self.remember([seen])
        if self._assets.opinions is None:
            picks = read_picks(view, seen.completion.text)
            given = [value_of(view, number, each, query) is not None for number, each in enumerate(picks)]
            odds = [MOST_FIT if there else -MOST_FIT for there in given]
            needed = [odd for odd, parameter in zip(odds, view.parameters, strict=True) if parameter.required]
            fit = min(needed, default=NOTHING_NEEDED)
        else:
            again = None if card.knows else self._assets.reranker
            tokens = seen.completion.tokens
            fit, odds, picks = how_sure(view, query, tokens, self._assets.opinions, self._assets.fill, again)
        if searches(card) and seeks(query):
            picks = put_sought(view, picks, query)
        told = read_values(view, picks, query, values, shipped=card.knows is not None)
        odds = [
            READ_BY_CODE if odd == -MOST_FIT and each.path in told and fallback_of(each) is None else odd
            for odd, each in zip(odds, view.parameters, strict=True)
        ]
        of_list, more = await self._look_at_list(card, _Read(query, told, view, picks))
        return Look(fit, (*zip(odds, view.parameters, strict=True), *of_list), (seen, *more), len(values))

    async def _look_at_list(self, card: ToolCard, read: _Read) -> tuple[list[tuple[float, Parameter]], list[Seen]]:
        """How surely a request says the list of objects that a tool takes, if any, and what the model saw."""
        schema = dict(card.schema or {})
        listed = listed_in(schema, read.values)
        if listed is None:
            return [], []
        said, seen = await self._listed(FillTask("", card.name, card.description, schema), read, self._assets.fill)
        if objects := said.get((listed.name,)):
            return [(READ_BY_CODE, listed.parameter)] * min(MOST_TOLD, len(objects)), seen
        return [(-MOST_FIT, listed.parameter)] if listed.required else [], seen

    def remember(self, looked: Sequence[Seen]) -> None:
        """Keep what the fill step may want again."""
        self._looked |= {seen.prompt: seen.completion for seen in looked}
        self._looked = dict(list(self._looked.items())[-MOST_KEPT:])

    async def pointed(
        self, query: str, tool: str, description: str, parameters: Sequence[Parameter]
    ) -> tuple[FillView, Seen]:
        """The model's pointing at values for one tool. What the router just looked at is not asked again."""
        view = fill_view(query, tool, description, parameters)
        if view.prompt in self._looked:
            return view, Seen(view.prompt, self._looked.pop(view.prompt), again=True)
        completion = await self._engine.complete(
            view.prompt, grammar=view.grammar, max_tokens=len(view.parameters) * 4 + 48, n_probs=TOP_PICKS
        )
        return view, Seen(view.prompt, completion)

    async def filled(self, task: FillTask, query: str, weights: FillWeights) -> tuple[dict[str, Any], list[Seen]]:
        """The arguments that a request gives one tool, and what the model saw, if anything."""
        read = await self._read(task, query, weights)
        said, seen = await self._listed(task, read, weights)
        return _output(task, said or read.values), [*read.seen, *seen]

    async def _listed(
        self, task: FillTask, read: _Read, weights: FillWeights
    ) -> tuple[dict[tuple[str, ...], Any], list[Seen]]:
        """What a request says with its list of objects, if the tool takes one and it says one; what the model saw."""
        listed, seen = listed_in(task.schema, read.values), list[Seen]()
        if listed is None:
            return {}, seen

        async def reads(of: FillTask, text: str, by: FillWeights) -> dict[str, Any]:
            made = await self._read(of, text, by)
            self.remember(made.seen)
            seen.extend(made.seen)
            return _output(of, made.values)

        said = await objects_said(reads, task, listed, read.query, read.values, weights, read.view, read.picks)
        return said, seen

    async def _read(self, task: FillTask, query: str, weights: FillWeights) -> _Read:
        """What a request says of a tool's arguments, lists of objects aside."""
        parameters, values, query = asked_of(task.schema, query)
        if not parameters:
            return _Read(query, values)
        view, seen = await self.pointed(query, task.tool, task.description, parameters)
        completion = seen.completion
        names = [n for n, p in enumerate(view.parameters) if p.required and p.type == "str" and not p.many]
        if self._assets.opinions is None:
            picks = read_picks(view, completion.text)
        else:
            reads = {names[0]: task.reads} if task.reads is not None and len(names) == 1 else {}
            again = None if helps(task) else self._assets.reranker
            picks = choose(view, query, completion.tokens, self._assets.opinions, weights, reads, again)
        if not (helps(task) or task.more) and says_it_searches(task.tool, task.description):
            picks = put_sought(view, picks, query)
        known = task.names(query) if task.names is not None and len(names) == 1 else None
        if known is not None and meets(view.parameters[names[0]].schema, known, many=False):
            values[view.parameters[names[0]].path] = known
        listed = listed_in(task.schema, values)
        picks = without_counts(view, picks) if listed and listed.counts else picks
        values = read_values(view, picks, query, values, shipped=helps(task))
        return _Read(query, values, view, picks, (seen,))


_COMPLETED_BY = (
    complete, put_ways, put_called, put_with_whom, put_companions, put_kilometres, put_whole, put_all, drop_no_values,
    drop_choices_inside, put_counted, put_way_options, put_switches, put_filter_defaults, put_times, put_spans,
    drop_shares, without_thing, put_span_beside,
)  # fmt: skip
"""What mends the values of a request by rule, in this order: the later have the last word."""


def read_values(
    view: FillView,
    picks: Sequence[Sequence[str]],
    query: str,
    known: Mapping[tuple[str, ...], Any],
    *,
    shipped: bool = False,
) -> dict[tuple[str, ...], Any]:
    """The values, by path, of what was picked, of what else code reads off a request, and of defaults; `known`: those
    that are known before; `shipped`: the tool helps to read a request, and its own words may be values."""
    values = dict(known)
    for number, parameter in enumerate(view.parameters):
        if parameter.path in known:
            continue
        value: Any = number_by_name(parameter, query) if is_base(parameter) else days_asked(parameter, query)
        if value is None:
            value = months_asked(parameter, query) or numbers_asked(parameter, query)
        if value is None:
            value = nothing_said(parameter, view.parameters, query)
        if value is None:
            value = standard_number(parameter, query)
        if value is None:
            value = step_said(parameter, query)
        if value is None:
            value = half_said(parameter, view.parameters, query)
        if value is None:
            value = value_of(view, number, picks[number], query)
            if is_base(parameter) and is_other_base(parameter, query, value):
                value = None
            if is_no_time(parameter, value) or (not shipped and says_the_tool(view, parameter, value, query)):
                value = None
        if value is None:
            value = number_by_name(parameter, query)
        if value is not None and meets(parameter.schema, value, parameter.many):
            values[parameter.path] = value
        elif parameter.required and (fallback := fallback_of(parameter)) is not None:
            values[parameter.path] = fallback
    put_rows(view, picks, query, values)
    put_quoted(view.parameters, query, values)
    put_left_out(view.parameters, query, values)
    drop_ends(view, picks, values)
    put_addresses(view.parameters, query, values)
    rest = _UNSAID.sub(" ", query if shipped else put_text(view.parameters, query, values))
    if (left := unfilled_amount(view, values)) and meets(left[0].schema, left[1], many=False):
        values[left[0].path] = left[1]
    for parameter in view.parameters:
        if parameter.path not in values:
            value = implied_amount(parameter, view, query, values)
            if value is None and parameter.required:
                value = only_time(parameter, rest, values.values())
            if value is None and (parameter.required or takes_day(parameter, view.parameters, query)):
                value = only_day(parameter, rest, values.values())
            if value is None:
                value = only_colour(parameter, view.parameters, query)
            if value is None and parameter.many:
                value = mail_addresses(parameter, view) or None
            if value is not None and meets(parameter.schema, value, parameter.many):
                values[parameter.path] = value
    part_maker(view.parameters, query, values)
    for put in _COMPLETED_BY:
        put(view.parameters, query, values)
    put_signs(view, query, values)
    drop_unread(view.parameters, values)
    put_days_in_order(view.parameters, values)
    put_last_as_first(view.parameters, query, values)
    drop_way_to_itself(view.parameters, query, values)
    put_nulls(view, query, values)
    return values


def _output(task: FillTask, values: Mapping[tuple[str, ...], Any]) -> dict[str, Any]:
    args, missing = checked(task.schema, assembled(values))
    return {"tool": task.tool, "args": args} | ({"missing": missing} if missing else {})
