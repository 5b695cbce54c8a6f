"""Questions about what a tool brought, which nothing need be called for: "which is the cheapest?", "how many?", "when
was that?". The answer is a part of what it brought."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.steps.compared import difference, held_against
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.fact_asked_for import fact_that_speaks_of, facts_asked_for, facts_of_kind, with_currency
from keyhole.steps.found import Found
from keyhole.steps.kinds_of_tool import changes
from keyhole.steps.most import MOST, most_of
from keyhole.steps.results import DAY, Facts, Result
from keyhole.steps.shares import largest_share
from keyhole.steps.singled_out import singled_out, words_of
from keyhole.steps.summed import asks_for_sum, summed
from keyhole.steps.thing_values import is_id
from keyhole.steps.yes_or_no import how_many_are, yes_or_no, yes_or_no_of_one
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.condense import to_json

# ruff: noqa: SIM905  (word lists read best as words)
_LONGEST, _MOST_CHARACTERS = 10, 300
"""Words and characters of such a question."""
_ASKS = re.compile(
    r"\W*(?:(?:and|ok|so|hm+|wait|but)\W+)*(?:(?:by|since|until|till|from|at|for|to|on|in) (?=wh))?"
    r"(?:which|who|what|when|where|why|how|is|are|was|were|do|does|did|has|have|any)\b",
    re.IGNORECASE,
)
_ASKS_FOR_MOST = re.compile(
    rf"\W*(?:(?:and|or|ok|so)\W+)?the (?:{MOST})(?: [a-z]{{1,20}})?(?: of (?:them|these|those))?\s*\?\W*$",
    re.IGNORECASE,
)
"""A question without a word of asking: "the cheapest one?"."""
_ONE = re.compile(r"\bones?\b")
_WHICH = re.compile(r"\W*(?:and |so )?(?:which|who) (?:ones? |of (?:them|those|these) )?([a-z]+)\b", re.IGNORECASE)
"""What the one that is asked for does: "which one touches the most files?"."""
_FIRST_OR_LAST = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?(?:which|who|what|where)\b.{0,80}?\b(?P<end>first|last)\W*", re.IGNORECASE
)
_COMES = frozenset(map(stem, "go come visit start end stop arrive leave one city place is".split()))
_HOW = re.compile(r"\bhow\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_WHO = re.compile(r"\W*(?:(?:and|so|ok)\W+)?who\b", re.IGNORECASE)
_ANY = re.compile(r"\W*(?:(?:and|so|ok)\W+)?(?:is|are|does|do|has|have|any|what)\b", re.IGNORECASE)
_OF_THEM = re.compile(r"\b(?:which|who|whose|any|them|these|those|ones?)\b", re.IGNORECASE)
_OF_IT = re.compile(r"\b(?:it|its|that|this|he|she|they|there)\b", re.IGNORECASE)
_ARE_LEFT = re.compile(
    r"\W*(?:(?:and|so|ok)\W+)?how (?:many|much) (?:are|is|do we have|have we got)(?: now| left| there)*\W*",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[\w,] )[A-Z][a-z]{2,}\b")
_CODE = re.compile(r"\b[A-Za-z]{1,8}-?\d[\w-]{0,20}")
_WHICH_OF_MANY = re.compile(r"\W*(?:(?:and|so|ok)\W+)?(?:which|what|any) (?P<what>[a-z]{3,20})\b", re.IGNORECASE)
_SAYS_NOTHING = frozenset(map(stem, "thing result item entry list found find total many much else gave give".split()))
_WHAT_WAS_DONE = re.compile(
    r"\W*(?:(?:and|so|ok|wait)\W+)?what (?:exactly )?(?:did|have) (?:i|we|you) (?:just |last |actually )?"
    r"(?P<verb>[a-z]{2,20})(?: (?:just(?: now)?|last|now|there|it to))?\W*",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\W*(?:(?:and|so|ok)\W+)?what (?:time|day|date) is it\b.{0,20}", re.IGNORECASE)
_DOES = frozenset(map(stem, "do done did set say said enter put change book order".split()))
_STANDS = frozenset(map(stem, "stand stands rank ranked place placed position now".split()))
_AT = re.compile(r"\b(\d{1,2})(?::(\d\d))? ?([ap])\.?m\b\.?", re.IGNORECASE)
_NOON = 12
_LISTS = 2
"""Results with several things that a question may be about."""
_FURTHER_BACK = 3
"""Calls further back that a question may name what they brought."""
_AS_SET = "As given in the last call."


def part_asked_for(
    question: str, before: Sequence[Earlier], older: Sequence[Earlier] = (), since: Sequence[str] = ()
) -> Found | None:
    """The part of what a call brought that a question asks for, of several things rather than one where it says so;
    None where it asks for something else. The calls are given the latest first. `older`: those that another call lies
    behind, of which a question names what it asks for; `since`: what was said after the last call, the latest first."""
    question = _AT.sub(_clock, question)
    if not (is_question(question) or (before and _ASKS_FOR_MOST.match(question) and not before[0].missing)):
        return None
    return _of_latest(question, before, since) or _of_older(question, older) if before else _of_older(question, older)


def _of_latest(question: str, before: Sequence[Earlier], since: Sequence[str]) -> Found | None:
    if done := _what_was_done(question, before):
        return done
    listed = [call for call in before[:LOOKED_BACK] if call.result and len(call.result.things) > 1][:_LISTS]
    several = next(iter(listed), None)
    same_turn = [call for call in before[1:LOOKED_BACK] if call.asked and call.asked == before[0].asked]
    for call in (several, before[0], *same_turn, *listed[1:]):
        part = _part(question, call) if call else None
        if call and part is not None:
            return Found(call.tool.name, dict(call.args), to_json(part))
    if told := _of_argument(question, before[0]):
        return Found(before[0].tool.name, dict(before[0].args), to_json(told))
    for each in [] if asks_for_sum(question) else listed:
        if facts := _of_the_one_called_for(question, before[0], each, since):
            return Found(each.tool.name, dict(each.args), to_json(facts))
    return None


def _of_older(question: str, calls: Sequence[Earlier]) -> Found | None:
    """The facts that a question names of what a call brought that others were made after, none of which changed
    anything."""
    if _OF_IT.search(question):
        return None
    for call in calls[:_FURTHER_BACK]:
        only = call.result.only if call.result else None
        if only and not _of_others(question, _known(call) | words_of(only), call):
            words = words_asked(question)
            named = facts_asked_for(question, words, only, set()) if words else {}
            if named := {key: each for key, each in named.items() if words & {stem(word) for word in name_words(key)}}:
                return Found(call.tool.name, dict(call.args), to_json(with_currency(named, only)))
        if changes(call.tool.card):
            return None
    return None


def _of_argument(question: str, call: Earlier) -> dict[str, Any] | None:
    """The fact of what a call brought that is of somebody it was given: the `winner_new_rank` of the winner, where the
    question asks how it stands with them."""
    for name, value in call.args.items() if call.result else ():
        if isinstance(value, str) and value and (at := question.lower().find(value.lower())) >= 0:
            of = {stem(word) for word in name_words(name)}
            stems = {key: {stem(word) for word in name_words(key)} for key in call.result.facts} if call.result else {}
            like = [key for key, each in stems.items() if of < each]
            rest = words_asked(f"{question[:at]} {question[at + len(value) :]}")
            if call.result and len(like) == 1 and rest <= _STANDS | stems[like[0]]:
                return {like[0]: call.result.facts[like[0]]}
    return None


def _clock(said: re.Match[str]) -> str:
    """A time of the day as results write it."""
    hour = int(said[1]) % 12 + (12 if said[3].lower() == "p" else 0)
    return f"{hour:02}:{said[2] or '00'}" if int(said[1]) <= _NOON else said[0]


def _of_the_one_called_for(
    question: str, last: Earlier, several: Earlier, since: Sequence[str]
) -> dict[str, Any] | None:
    """The facts that are asked for of the thing in a result that the last call was made for, or the message for it or
    one since spoke of: how many seats "it" has, the room that was booked."""
    if several.result is None or _OF_IT.search(question) is None:
        return None
    if several is last:
        said = (singled_out(text, several.result, {last.noun}) for text in (*since, last.asked))
        singled = next((each for each in said if each is not None), None)
        things = singled.things if singled else ()
    else:
        named = {value.lower() for value in last.args.values() if isinstance(value, str) and value}
        things = tuple(
            t for t in several.result.things if named & {v.lower() for v in t.values() if isinstance(v, str)}
        )
    if len(things) != 1:
        return None
    if told := yes_or_no(question, things[0]):
        return {**_named(things[0]), **told}
    found: dict[str, Any] | None = _of_one(question, words_asked(question), things[0], _known(several), points=True)
    return found


def _known(call: Earlier) -> set[str]:
    """Stems of what a call was for and about."""
    said = (word for value in call.args.values() for word in plain_words(f"{value}"))
    return {stem(word) for word in (*name_words(call.tool.name), *said)} | {call.noun}


def set_by_call(question: str, before: Sequence[Earlier]) -> Found | None:
    """What a question asks for of that which the last call set, by the arguments that it was given: "what colour is the
    desk lamp?" after it was made red; None where it asks for something else, or the call changed nothing."""
    if not before or before[0].missing or not changes(before[0].tool.card) or not is_question(question):
        return None
    if _CLOCK.fullmatch(question):
        return None
    call = before[0]
    points, known = _OF_IT.search(question) is not None, _known(call) | words_of(call.args)
    words = words_asked(question) - {call.noun} or words_asked(question)
    state = {stem(word) for word in plain_words(question)[-1:]}  # "is the fan off?" asks what it is, and of the fan
    told = yes_or_no(question, call.args) if words - state <= known else None
    facts = told or _of_one(question, words, call.args, known, points=points)
    return Found(call.tool.name, dict(call.args), to_json({**facts, "note": _AS_SET})) if facts else None


def _what_was_done(question: str, before: Sequence[Earlier]) -> Found | None:
    """With what a call was made that a question speaks of: "what did I just book?"."""
    if (done := _WHAT_WAS_DONE.fullmatch(question)) is None:
        return None
    verb = stem(done["verb"].lower())
    made = (call for call in before[:LOOKED_BACK] if not call.missing and changes(call.tool.card))
    call = next((call for call in made if verb in _known(call) | _DOES), None)
    return Found(call.tool.name, dict(call.args), to_json(dict(call.args))) if call and call.args else None


def shown_again(things: Sequence[Facts], call: Earlier) -> Found:
    """Things of what a call brought, as what is found for a question about them."""
    return Found(call.tool.name, dict(call.args), to_json(things[0] if len(things) == 1 else list(things)))


def is_question(text: str) -> bool:
    """Whether a text is a short question, by how it begins."""
    return len(text) <= _MOST_CHARACTERS and len(text.split()) <= _LONGEST and _ASKS.match(text) is not None


def _part(question: str, call: Earlier) -> Any:
    """Things, facts, or how many there are."""
    only, facts = (call.result.only, call.result.facts) if call.result else (None, {})
    # a list of mere names is one more fact of what it stands beside
    mere_names = call.result is not None and all(thing.keys() == {"name"} for thing in call.result.things)
    if mere_names and facts:
        only = facts
    if call.result and len(call.result.things) > 1:
        told = _of_several(question, call.result, call.noun)
        if told is not None or not (mere_names and facts):
            return told
    if only is None:
        return None
    about, known = {stem(word) for word in name_words(call.tool.name)}, _known(call)
    if _of_others(question, known | words_of(only) | {stem(word) for key in only for word in name_words(key)}, call):
        return None
    if told := yes_or_no(question, only, about) or held_against(question, only):
        return {**_named(only), **told}
    if call.result and (share := largest_share(question, call.result.facts)):
        return share
    points = bool(_OF_IT.search(question) or _ARE_LEFT.fullmatch(question))
    return _of_one(question, words_asked(question) - {call.noun}, only, known | words_of(only), points=points)


def _of_others(question: str, known: Collection[str], call: Earlier) -> bool:
    """Whether a question is about more than the one thing that is known of a call, or another: "is the Ritz open?",
    "which orders are late?"."""
    if any(stem(name.lower()) not in known for name in _NAME.findall(question)):
        return True
    codes = {code.lower() for code in _CODE.findall(question)}
    if (
        codes
        and call.result
        and not codes & {str(value).lower() for value in {**call.args, **call.result.facts}.values()}
    ):
        return True
    many = _WHICH_OF_MANY.match(question)
    if many and many["what"].lower().endswith("s") and stem(many["what"].lower()) == call.noun:
        return True
    return (
        _ONE.search(question.lower()) is not None and re.search(rf"\b(?:{MOST})\b", question, re.IGNORECASE) is not None
    )


def _named(thing: Facts) -> dict[str, Any]:
    """What a thing is called."""
    return {name: value for name, value in thing.items() if name_words(name)[-1:] in (("name",), ("title",))}


def words_asked(question: str) -> set[str]:
    """The stems of what a question asks about, and its numbers."""
    said = to_digits(_ONE.sub("", question.lower()).replace("colour", "color"))
    words = {stem(word) for word in plain_words(said) if word not in STOP and len(word) > 1}
    return (words | set(re.findall(r"\d+", said))) - _SAYS_NOTHING


def _of_several(question: str, result: Result, noun: str) -> Any:
    words, things = words_asked(question) - {noun}, result.things
    fitting = [thing for thing in things if words and words <= words_of(thing)] if _OF_THEM.search(question) else []
    if (held := how_many_are(question, things)) is not None:
        return held
    if _HOW_MANY.search(question) and (fitting or not words):
        return len(fitting) or len(things)
    if total := summed(question, things) or difference(question, result, noun):
        return total
    if found := most_of(question, things):
        thing, most = found
        known = {stem(word) for word in plain_words(most[0])} | {stem(w) for key in thing for w in name_words(key)}
        does = _WHICH.match(question)
        return thing if words - ({stem(does[1].lower())} if does else set()) <= known else None
    if end := _first_or_last(question, result, noun):
        return end
    if 0 < len(fitting) < len(things):
        return fitting
    if told := yes_or_no_of_one(question, result):
        return told
    singled = singled_out(question, result, {noun})
    if singled is None or len(singled.things) > 1:
        return None
    thing, rest = singled.things[0], f"{question[: singled.start]} {question[singled.end :]}"
    named = {stem(word) for key in thing if not is_id(key) for word in name_words(key)}
    left = words_asked(rest)
    few = len(left) <= (0 if _HOW.search(question) else 1)
    asked = named & left or facts_asked_for(question, left, thing, {noun}) or (few and facts_of_kind(question, thing))
    return thing if asked else None


def _first_or_last(question: str, result: Result, noun: str) -> Facts | None:
    """The thing that comes first or last, by the one day that each has, else in their row: "where do we go first?"."""
    things, end = result.things, _FIRST_OR_LAST.fullmatch(question)
    known = {stem(word) for key in things[0] for word in name_words(key)} | _COMES | {noun, "first", "last"}
    if end is None or not words_asked(question) <= known:
        return None
    days = [k for k in things[0] if all(isinstance(t.get(k), str) and DAY.match(t[k]) for t in things)]
    rows = sorted(things, key=lambda thing: str(thing[days[0]])) if len(days) == 1 else things
    return rows[0 if end["end"].lower() == "first" else -1]


def _of_one(question: str, words: Collection[str], thing: Facts, known: Collection[str], *, points: bool) -> Any:
    """The facts of one thing that a question asks for: by what they are called, or where it `points` at the thing, by
    their kind or what they say."""
    facts = facts_asked_for(question, words, thing, known)
    if not facts and points:
        told = {stem(word) for key in thing for word in name_words(key)} if _WHO.match(question) else set[str]()
        facts = facts_of_kind(question, thing, set(words) - told) or (
            fact_that_speaks_of(words, thing) if _ANY.match(question) else {}
        )
    return with_currency(facts, thing) if facts else None
