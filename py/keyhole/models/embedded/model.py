"""The embedded model: a chat model for route and fill alone, over an engine that completes raw prompts.

It never spells: it points (`prompt`), and code expands what it points at to the steps' JSON. The route's
answer weighs the model's probabilities together with lexical evidence, by weights fitted on development data
(`keyhole-embedded.json` beside the GGUF); where no tool has the upper hand the answer is `none` or `clarify`.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from keyhole.errors import ModelError
from keyhole.events import Usage
from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.fill.choice import DOUBTED
from keyhole.models.embedded.fill.filler import Filler, Look, Seen
from keyhole.models.embedded.fill.glossed import in_english, put_as_said
from keyhole.models.embedded.fill.ranker import log_softmax
from keyhole.models.embedded.fill.witnesses import FillWeights
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import MAX_TOOLS, route_grammar, route_prompt
from keyhole.models.embedded.route.after import after_weights, decide_after, stands_near, witnesses
from keyhole.models.embedded.route.clauses import split_clauses, unasked
from keyhole.models.embedded.route.decision import (
    FAR_MORE,
    FLOOR,
    LOOKS,
    Evidence,
    close_behind,
    decide,
    in_doubt,
    most_likely,
    told,
)
from keyhole.models.embedded.route.directions import direction
from keyhole.models.embedded.route.identifiers import misplaced
from keyhole.models.embedded.route.lexical import as_named, overlaps
from keyhole.models.embedded.route.measured_things import meant
from keyhole.models.embedded.route.near_looks import is_near
from keyhole.models.embedded.route.questions import asked_back
from keyhole.models.embedded.route.replies import BEGINS_WITH_IT, BLANK, merged, spelt_out
from keyhole.models.embedded.route.router import route_candidates
from keyhole.models.embedded.route.schema_words import said_of_schemas
from keyhole.models.embedded.route.seeking import sought_by
from keyhole.models.embedded.text import lengths_in_words, name_words
from keyhole.models.embedded.texts.pasted_blocks import with_block_begun
from keyhole.models.engine import CompletionEngine
from keyhole.models.model import ChatChunk, ChatRequest, FillTask, ModelProfile, RouteTask, ToolCard, helps
from keyhole.request_cues import is_statement, is_unfinished

NOT_ASKED = "(the model was not asked: there was nothing left to choose)"
"""Stands for the prompt where code alone answers a step."""
KNOWN = 0.6
"""How sure a tool is that a request is for it where nothing else is asked: a sum among words, a name mistyped."""
KNOWN_SAID = 2.0
"""Log-odds by which it asks less readily then: what it knows is mostly what it needs."""
SURELY = 3.5
"""Log-odds of all required values that a request says them, from which it is not asked back for want of one."""
SHORT = 3
"""Words of a request that says no more than a name."""
REMARK_LATER = 4.0
"""What a remark weighs after a call, in its weight in a first message: there are far more of them then. Of 360 remarks
on what a call did 279 are left alone without, 307 with 2 and 315 with this."""
REMARK_SAYS = 2.0
"""What it weighs against each value that it may say of that call."""


@dataclass(frozen=True, slots=True)
class Routed:
    """A weighed route: the choice, the place of the tool ahead (called or not), and what it was decided on.

    `seen`: the tools' names and lines; then, where the decision was in doubt, the arguments of one tool after another;
    at last the names of the shipped tools, where one of them was ahead of others. `behind`: the places of tools that
    are not shipped and close behind, the nearest first, and how far, in the log-odds of choosing. `looks`: what was
    seen of the arguments of tools, by their places.
    """

    choice: str
    index: int
    confidence: float
    seen: tuple[Seen, ...]
    evidence: Evidence
    behind: Mapping[int, float] = field(default_factory=dict)
    looks: Mapping[int, Look] = field(default_factory=dict)


class EmbeddedModel:
    """Answers `ChatRequest`s that carry a `RouteTask` or a `FillTask`; raises `ModelError` for any other."""

    def __init__(self, engine: CompletionEngine, assets: Assets) -> None:
        self._engine = engine
        self._assets = assets
        self.filler = Filler(engine, assets)

    @property
    def profile(self) -> ModelProfile:
        return ModelProfile(
            id="keyhole-embedded",
            tier="embedded",
            context_window=1024,
            can_write=False,
            constraints=("task",),
            takes_prompts=False,
            tools_weighed=MAX_TOOLS,
            weighs_calls=True,
        )

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """One chunk with the step's JSON, the prompt that was really seen, and the confidence."""
        if isinstance(request.task, RouteTask):
            yield await self._route(request.task)
        elif isinstance(request.task, FillTask):
            yield await self._fill(request.task)
        else:
            raise ModelError(
                "the embedded model can route and fill, not write",
                advice="Choose another model for this, or use the strategy `routed`.",
            )

    async def _route(self, task: RouteTask) -> ChatChunk:
        text = merged(task.query, task.context)
        reply = text != task.query
        text = with_block_begun(text)
        text = asked = in_english(text, (card.description for card in task.cards)).text
        named = any(card.knows(text) for card in task.cards if card.knows)
        if task.about and (not named or BEGINS_WITH_IT.match(text)):
            text = spelt_out(text, task.about)
        text = lengths_in_words(text)
        clauses = split_clauses(text)
        if len(task.found) >= len(clauses) or not task.cards:
            again = _asked_again(text, task)
            choice = "none" if again is None else "call_tool"
            return _chunk({"choice": choice, "tool": again, "question": None})
        query = clauses[len(task.found)]
        routed = await self.route(query, task)
        if routed.choice != "call_tool" and len(clauses) > 1 and not task.found and task.after is None:
            routed = await self.route(" ".join(clauses), task)  # the parts alone may say too little
        elif routed.choice == "call_tool" and len(clauses) == 1 and routed.behind and not reply:
            routed = await self._told(query, task.cards, routed)
        ahead = task.cards[routed.index]
        choice = routed.choice
        known = ahead.knows is not None and ahead.knows(text) > 0
        if choice == "clarify" and known and (reply or text != asked):
            choice = "call_tool"  # the reply names what was asked for: what is still missing, the fill step will say
        question = None
        if task.looks and choice != "clarify":
            choice = "call_tool" if self._is_near(query, ahead, routed) else "none"
        if task.points:
            choice = "call_tool"
        if choice == "clarify":
            question = await self._question(query, ahead)
            choice = "clarify" if question else "call_tool"
        tool = ahead.name if choice == "call_tool" else None
        return _chunk(
            {"choice": choice, "tool": tool, "question": question}, *routed.seen, confidence=routed.confidence
        )

    def _is_near(self, query: str, card: ToolCard, routed: Routed) -> bool:
        near = self._assets.matcher.row(query, [card])[0] if self._assets.matcher else 0.0
        none = routed.confidence if routed.choice == "none" else 0.0
        return is_near(query, card, none, near)

    async def _question(self, query: str, card: ToolCard) -> str | None:
        """Asks for what the tool that a request seems to be about cannot do without, or for what else it takes; None
        where all of that is surely said, or where it is plain what lacks: the fill step asks for that. Of the shipped
        tools more is known."""
        needed = [parameter for parameter in parameters_of(card.schema or {}) if parameter.required]
        if card.schema is not None and not needed and not card.knows:
            return None
        if self._assets.opinions is not None and (len(needed) > 1 or (needed and not card.knows)):
            look = await self.filler.look(query, card)
            least = min((odd for odd, _ in look.needed), default=0.0)
            if not DOUBTED <= least <= SURELY and not card.knows:
                return None
            needed = [p for odd, p in look.needed if odd <= max(DOUBTED, least)] or needed
        return asked_back([p.description or " ".join(name_words(p.path[-1])) for p in needed])

    async def route(self, query: str, task: RouteTask) -> Routed:
        """Weigh one request against the task's cards. Of the shipped tools, known by name, the names are enough.

        Where a shipped tool is ahead of others, the shipped ones are weighed once more by themselves: of those far more
        is known, what they leave alone and what they ask back above all.
        """
        names = {card.name for card in task.cards}
        own = next((weights for tools, weights in self._assets.known if names <= tools), None)
        places = list(range(len(task.cards))) if own else meant(query, task.cards)
        cards = [task.cards[at].name_alone() if own else task.cards[at] for at in places]
        named = as_named(query, cards)
        evidence = overlaps(named, cards, self._assets.idf)
        if len(cards) > MAX_TOOLS:
            kept = sorted(sorted(range(len(cards)), key=lambda at: -evidence[at].score)[:MAX_TOOLS])
            places = [places[at] for at in kept]
            cards, evidence = [cards[at] for at in kept], [evidence[at] for at in kept]
        words = self._assets.ranker.lexicon if self._assets.ranker is not None else {}
        raw = [0.0] * (len(cards) + 2)
        if self._assets.router is not None:
            raw = [self._assets.router.score(row) for row in route_candidates(named, cards, evidence, words)]
        gap = "__" in query  # what is left out is what a tool would have to know
        knows = tuple(card.knows(query) if card.knows and not gap else 0.0 for card in cards)
        known = self._assets.familiar.row(query, [card.name for card in cards], knows) if self._assets.familiar else ()
        near = self._assets.matcher.row(named, cards) if self._assets.matcher and not known else ()
        ways = tuple(float(direction(query, card)) for card in cards)
        facts = Evidence(
            (0.0,) * len(raw),
            tuple(raw),
            tuple(evidence),
            knows,
            blank=bool(BLANK.search(query)),
            states=is_statement(query),
            unfinished=is_unfinished(query),
            short=len(query.split()) <= SHORT,
            familiar=known,
            near=near,
            directions=ways if any(ways) else (),
            sought=() if own else sought_by(query, cards, opens=task.opens and not task.context),
            misplaced=() if own else misplaced(query, cards),
            schemas=() if own else said_of_schemas(named, cards, self._assets.idf),
            remark=0.0 if own or task.context else self._remark(query) * (1.0 if task.opens else REMARK_LATER),
        )
        weights = own or self._assets.weights
        likely = most_likely(facts, weights)
        if task.after is not None and own is None:  # the call before and what changes it stay in view
            likely = sorted({*likely, *(at for at, card in enumerate(cards) if stands_near(task.after, card.name))})
        kept = [places[at] for at in likely]
        shown, facts = [cards[at] for at in likely], facts.of(likely)
        prompt = route_prompt(named, shown, facts.overlaps, description_words=self._assets.description_words)
        completion = await self._engine.complete(
            prompt,
            grammar=route_grammar(len(shown), may_clarify=True),
            max_tokens=1,
            n_probs=len(shown) + 6,
        )
        top = completion.tokens[0].top if completion.tokens else {}
        tokens = [f"<{place}>" for place in range(1, len(shown) + 1)] + ["<none>", "<clarify>"]
        facts = replace(
            facts,
            logps=tuple(max(FLOOR, top.get(token, FLOOR)) for token in tokens),
            ranks=tuple(max(FLOOR, rank) for rank in log_softmax(facts.ranks)) if self._assets.router else facts.ranks,
        )
        seen_as = [Seen(prompt, completion)]
        looks: dict[int, Look] = {}
        if own is None and self._assets.ranker is not None and all(card.schema is not None for card in shown):
            while len(looks) < LOOKS and (place := in_doubt(facts, weights, may_clarify=task.may_clarify)) is not None:
                look = looks[kept[place]] = await self.filler.look(query, shown[place])
                facts = facts.with_look(place, look.fit, look.said)
                seen_as += look.seen
        if task.after is not None and own is None:
            rows = witnesses(facts, weights, may_clarify=task.may_clarify)
            names_shown = [card.name for card in shown]
            decision = decide_after(names_shown, rows, self._remark(query), task.after, after_weights())
        else:
            decision = decide(facts, weights, may_clarify=task.may_clarify)
        ahead = kept[decision.best]
        if own is None and (shipped := self._shipped_with(ahead, task.cards)):
            again = await self.route(query, replace(task, cards=tuple(task.cards[at] for at in shipped)))
            return replace(again, index=shipped[again.index], seen=(*seen_as, *again.seen))
        close = {} if own or task.after else {kept[at]: far for at, far in close_behind(facts, weights).items()}
        behind = {at: far for at, far in close.items() if not self._shipped_with(at, task.cards)}
        return Routed(decision.choice, ahead, decision.confidence, tuple(seen_as), facts, behind, looks)

    async def _told(self, query: str, cards: Sequence[ToolCard], routed: Routed) -> Routed:
        """The first tool close behind the one ahead that is told something and lacks nothing, where the one ahead
        lacks a value: who says no day for a table may want to see what places there are. Or else one of whose values
        the request says far more."""
        looks, seen = dict(routed.looks), list(routed.seen)
        for at in (routed.index, *routed.behind):
            if at not in looks:
                looks[at] = await self.filler.look(query, cards[at])
                seen += looks[at].seen
        looks = {at: looks[at] for at in (routed.index, *routed.behind)}
        lacking = {at for at, look in looks.items() if any(odd < DOUBTED for odd, _ in look.needed)}
        worth = {at: told(look.said) - routed.behind.get(at, -FAR_MORE) for at, look in looks.items()}
        best = max(worth, key=worth.__getitem__)
        if routed.index in lacking:
            best = next((at for at, look in looks.items() if at not in lacking and look.told), best)
        return replace(routed, index=best, seen=tuple(seen))

    def _shipped_with(self, ahead: int, cards: Sequence[ToolCard]) -> list[int]:
        """The places of the most tools that a decision of their own knows, one of them that is ahead; empty without."""
        groups = ([at for at, card in enumerate(cards) if card.name in tools] for tools, _ in self._assets.known)
        return max((group for group in groups if ahead in group), key=len, default=[])

    async def _fill(self, task: FillTask) -> ChatChunk:
        said = merged(task.query, task.context)
        glossed = in_english(said, [task.description])
        text = glossed.text
        fill = self._assets.fill
        if task.knows and task.knows(text) >= KNOWN:
            fill = replace(fill, said={}, ask=fill.ask - KNOWN_SAID)  # what the tool itself knows to be for it
        elif said != task.query:
            fill = replace(fill, said={})  # a reply is not doubted
        elif task.more and not helps(task):
            fill = replace(fill, remark=REMARK_SAYS * self._remark(text))
        if task.about and not (task.names and task.names(text)):
            text = spelt_out(text, task.about)
        text = lengths_in_words(text)
        clauses = split_clauses(text)
        query = clauses[min(len(task.found), len(clauses) - 1)]
        if len(task.found) >= len(clauses):
            query = unasked(text, task.calls) or query
        output, seen = await self.filler.filled(task, query, fill)
        more_said = in_english(task.rest, [task.description]).text
        if rest := " ".join([*clauses[1:], more_said] if not task.found else []).strip():
            whole, more = await self._with_rest(task, f"{text} {more_said}".strip(), rest, output, fill)
            output, seen = whole or output, seen + more
            if whole and task.rest:
                output["rest"] = True
        if task.reads is None and task.names is None:  # else the tool itself reads English
            put_as_said(output["args"], task.schema, glossed)
        return _chunk(output, *seen)

    def _remark(self, text: str) -> float:
        return self._assets.matcher.remark(text) if self._assets.matcher else 0.0

    async def _with_rest(
        self, task: FillTask, text: str, rest: str, output: Mapping[str, Any], fill: FillWeights
    ) -> tuple[dict[str, Any] | None, list[Seen]]:
        """What a whole message gives a tool where its rest says what the first part of it lacks, or more of the same:
        "Will it rain in Oslo? In Fahrenheit, please." None where it does not, or where the rest is a call of its own:
        "find parks in Boston and then find parks with a pool in Denver"."""
        lacks, looked = "missing" in output, list[Seen]()
        if not lacks:
            if helps(task):
                return None, []  # of what is for these more is known
            own, looked = await self.filler.filled(task, rest, fill)
            if own["args"] and "missing" not in own:
                return None, looked
        whole, more = await self.filler.filled(task, text, fill)
        adds = "missing" not in whole and (lacks or output["args"].keys() < whole["args"].keys())
        return (whole if adds else None), looked + more


def _asked_again(text: str, task: RouteTask) -> str | None:
    """The tool of the last call where the message names one more thing for it: "explain outlaw and rampage"."""
    rest = unasked(text, task.calls)
    card = next((card for card in task.cards if task.calls and card.name == task.calls[-1][0]), None)
    if rest is None or card is None or card.knows is None or card.knows(rest) < KNOWN:
        return None
    return card.name


def _chunk(output: dict[str, Any], *seen: Seen, confidence: float | None = None) -> ChatChunk:
    asked = [each.completion for each in seen if not each.again]
    return ChatChunk(
        text=json.dumps(output, ensure_ascii=False),
        finish_reason="stop",
        usage=Usage(
            prompt_tokens=sum(completion.prompt_tokens for completion in asked),
            completion_tokens=sum(completion.completion_tokens for completion in asked),
        ),
        prompt="\n".join(each.prompt for each in seen) or NOT_ASKED,
        confidence=confidence,
    )


def load(folder: Path | None = None) -> EmbeddedModel:
    """The shipped model on CPython, over numpy. `folder` holds the GGUF and its JSON; default: this repository's.

    Raises `ModelError` when they are not there.
    """
    from keyhole.models.numpy_llama import NumpyLlama  # numpy is no dependency in the page

    where = folder or Path(os.environ.get("KEYHOLE_MODELS") or Path(__file__).parents[4] / "web" / "models")
    return EmbeddedModel(NumpyLlama(where / "keyhole-embedded.gguf"), Assets.load(where / "keyhole-embedded.json"))
