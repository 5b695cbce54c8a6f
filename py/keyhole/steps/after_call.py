"""What the router is told of the call that was made before a message: signs in the message that tell how it leans on
that call, and how each tool stands to it. A router that knows no conversation weighs them (`models.embedded.route.
after`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, split_words, stem
from keyhole.models.model import AfterCall, ToolCard
from keyhole.steps.earlier import Earlier, is_free, words_of
from keyhole.steps.kinds_of_tool import changes, edits, looks_up, makes_new
from keyhole.steps.short_message import Message
from keyhole.steps.thing_meant import thing_meant
from keyhole.steps.thing_values import EXACT, LIKE, is_id, value_of
from keyhole.steps.wants_done import is_mere_remark, kind_of_message, only_asks, removes, undoes, wants_it_gone
from keyhole.steps.which_thing import listed_before
from keyhole.tools.schema import declared_properties

_LONGEST = 40
"""Words of a message that may lean on a call."""
_MOST_WORDS = 12
_FEW = (2, 4, 7, 11)
_SURELY_MEANT = 0.2
"""How likely no thing of a list is meant where one is."""


def after_call(text: str, before: Sequence[Earlier], cards: Sequence[ToolCard]) -> AfterCall | None:
    """What there is to know of the last call; None where none was made, or values are asked for, or it is long."""
    if not before or before[0].missing or len(text.split()) > _LONGEST:
        return None
    last, listing = before[0], listed_before(before)
    kinds = {card.name: (*_kinds(card, text, last), *_further_back(card, before, listing)) for card in cards}
    return AfterCall(last.tool.name, tuple(dict.fromkeys(_signs(text, last, kinds, listing))), kinds)


def begins_with_verb(text: str, card: ToolCard) -> bool:
    """Whether a message begins with the verb that the name of a tool begins with, which does something."""
    message = Message.of(text)
    begun = [stem(word) for part in (message.rest if message else text).split()[:1] for word in plain_words(part)]
    verb = stem(next(iter(name_words(card.name.rpartition(".")[2])), ""))
    return bool(begun) and not looks_up(card.name) and begun[0] == verb


def _signs(text: str, last: Earlier, kinds: Mapping[str, tuple[str, ...]], listing: Earlier | None) -> Iterator[str]:
    message = Message.of(text) or Message(text, "", text, "")
    for name in (
        "is_request",
        "remarks",
        "corrects",
        "goes_on",
        "names_another",
        "adds",
        "is_afterthought",
        "points",
        "takes_leave",
        "again",
        "turned",
    ):
        if getattr(message, name):
            yield name
    yield f"wants {kind_of_message(text)}"
    told = {"asks": only_asks, "remark": is_mere_remark, "gone": wants_it_gone, "undoes": undoes}
    yield from (name for name, tells in told.items() if tells(text))
    yield f"long {sum(len(text.split()) > few for few in _FEW)}"
    words = [word for part in text.lower().split()[:_LONGEST] for word in plain_words(part)]
    yield from (f"word {word}" for word in words[:_MOST_WORDS])
    yield from (f"pair {a} {b}" for a, b in zip(["", *words], words[:3], strict=False))
    split = split_words(text)
    numbers = sum(each.kind == "num" for each in split)
    yield f"numbers {min(numbers, 2)}"
    yield from ("day" for each in split[:1] if any(other.kind in ("date", "time") for other in split))
    stems = {stem(word) for word in words if word not in STOP}
    called = {stem(word) for value in last.args.values() for word in plain_words(f"{value}".lower())}
    shown = {stem(word) for thing in _shown(last) for value in thing.values() for word in plain_words(f"{value}")}
    named = {stem(word) for name in last.properties for word in name_words(name)}
    yield from (
        name
        for name, known in (("old value", called), ("shown value", shown - called), ("argument", named))
        if stems & known
    )
    known = called | shown | named | words_of(last.tool)
    strange = [word for word in stems if word not in known]
    yield f"strange {min(len(strange), 4)}"
    capital = [each.text for each in split[1:] if each.kind == "word" and each.text[:1].isupper() and each.text != "I"]
    if any(stem(each.lower()) not in called for each in capital):
        yield "new name"
    if any(each.kind == "code" for each in split):
        yield "code"
    yield "changed" if changes(last.tool.card) else "looked"
    if makes_new(last.tool.name):
        yield "made"
    if any("amends" in each for each in kinds.values()):
        yield "may be amended"
    yield from (f"option {which}" for which in _options(stems, last))
    if listing and listing.result:
        none = thing_meant(text, listing.result, None).none
        unsure = _SURELY_MEANT <= none <= 1 - _SURELY_MEANT
        means = "may mean a thing" if unsure else "means none" if none > _SURELY_MEANT else "means a thing"
        yield means if listing is last else f"{means} listed before"


def _shown(last: Earlier) -> list[Mapping[str, Any]]:
    return [last.result.facts, *last.result.things[:20]] if last.result else []


def _options(stems: set[str], last: Earlier) -> Iterator[str]:
    """Whether a message says a choice of the call before, the one that was made or another."""
    for name, schema in last.properties.items():
        for option in schema.get("enum", ())[:30] if isinstance(schema, dict) else ():
            words = {stem(word) for word in name_words(f"{option}")}
            if words and words <= stems:
                yield "old" if last.args.get(name) == option else "new"


def _kinds(card: ToolCard, text: str, last: Earlier) -> Iterator[str]:
    """How a tool stands to the last call, and what of it a message says."""
    properties = declared_properties(card.schema or {})
    same = card.name == last.tool.name
    yield "same" if same else "other"
    yield "edits" if edits(card.name) else "looks" if looks_up(card.name) else "changes" if changes(card) else "does"
    only = {**last.result.facts, **(last.result.only or {})} if last.result else {}
    things = [only, *last.result.things[:5]] if last.result else []
    if not same:
        ids = [n for n in properties if is_id(n)]
        shared = [n for n in properties if n in last.properties and not is_id(n)]
        holds = [n for n in ids if _has(things, n, properties[n], last.noun, LIKE)]
        takes = [n for n in properties if _has(things, n, properties[n], last.noun, EXACT)]
        if (
            (holds or takes)
            and (shared or edits(card.name))
            and (edits(card.name) or changes(card))
            and not removes(card.name)
        ):
            yield "amends" if edits(card.name) else "changes the thing"
        if holds:
            yield "takes the id"
        if takes:
            yield "takes a value"
        if shared:
            yield "shares"
        if removes(card.name):
            yield "removes"
        needed = set((card.schema or {}).get("required", ()))
        known = set(last.args) | set(holds) | set(takes)
        yield f"lacks {min(2, len(needed - known))}"
        if not needed:
            yield "needs nothing"
    words = {stem(word) for part in text.lower().split()[:_LONGEST] for word in plain_words(part) if word not in STOP}
    named = {stem(word) for word in name_words(card.name)}
    if words & named:
        yield "named"
    if begins_with_verb(text, card):
        yield "begun"
    if words & {stem(word) for n in properties for word in name_words(n)}:
        yield "parameter named"
    options = [o for s in properties.values() if isinstance(s, dict) for o in s.get("enum", ())[:30]]
    if any(words >= {stem(word) for word in name_words(f"{o}")} for o in options if name_words(f"{o}")):
        yield "option said"
    numeric = any(isinstance(s, dict) and s.get("type") in ("integer", "number") for s in properties.values())
    if numeric and any(each.kind == "num" for each in split_words(text)):
        yield "number fits"
    if any(is_free(s) for s in properties.values()):
        yield "free text"


def _further_back(card: ToolCard, before: Sequence[Earlier], listing: Earlier | None) -> Iterator[str]:
    """How a tool stands to the calls behind the last one."""
    if card.name == before[0].tool.name:
        return
    if len(before) > 1 and card.name == before[1].tool.name:
        yield "called before"
    if listing and listing.result and listing is not before[0]:
        if card.name == listing.tool.name:
            yield "listed"
        properties, things = declared_properties(card.schema or {}), listing.result.things[:5]
        if any(_has(things, name, schema, listing.noun, LIKE) for name, schema in properties.items() if is_id(name)):
            yield "takes a listed id"


def _has(things: Sequence[Mapping[str, Any]], name: str, schema: Any, noun: str, least: int) -> bool:
    """Whether one of these things has what a parameter takes."""
    return any(value_of(name, schema, thing, noun, least=least) is not None for thing in things)
