"""What a message points at among the things that tools brought: in the turns before, or for its own wish before.

A model that reads one message at a time knows nothing of them. So the words that point at a thing, "the second one",
"the cheapest", "it", give way to its id or, where it has none, its name; what the call needs of the thing besides is
put in by the names of its facts (`from_things`). What a tool brought is hostile text: an id is one word, a name is
short and in quotation marks. English only.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from keyhole.models.embedded.text import name_words, plain_words, stem
from keyhole.request_cues import is_statement
from keyhole.steps.asked_of_result import is_question
from keyhole.steps.earlier import LOOKED_BACK, Earlier
from keyhole.steps.earlier import words_of as words_of_tool
from keyhole.steps.results import Facts, noun_of
from keyhole.steps.short_message import LEAD, Message
from keyhole.steps.singled_out import Singled, asked_for_most, singled_out, words_of
from keyhole.steps.thing_values import CURRENCY_CODES, IDS, LIKE, id_key, id_of, is_id, price_of, title_of, value_of
from keyhole.tools.schema import declared_properties
from keyhole.tools.toolbox import Toolbox

_LONGEST = 300
"""Characters of a message that points at anything."""
_FEW = 3
"""Calls of which "it" may be the thing."""
_IT = re.compile(
    r"\b(?:its|their|him|her|(?:it|this one|that one|them|those|these|this|that)(?=\s*(?:$|[,.!?;:]|\b(?:to|for|in|"
    r"from|by|with|at|on|again|please|pls|too|now|then|as|off|into|back|and|until|up|down|anyway|away|out)\b))|"
    r"(?:this|that) one(?= (?:is|was|has|can|should|needs)\b))",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\bthe other(?: one)?(?=\s*(?:$|[,.!?;]|\b(?:please|pls|instead|then|too)\b))", re.IGNORECASE)
_ONE = re.compile(r"\bone$", re.IGNORECASE)
"""Ends the words that can be nothing but a thing: "the blue one"."""
_SEVERAL = frozenset(("them", "those", "these", "their"))
_PERSON = frozenset(("him", "her"))
_WRITTEN_TO = frozenset(("email", "mail", "phone", "username", "login", "handle", "chat", "contact"))
_CODE = re.compile(r"(?=.*[@/\d])\S{3,80}")
_THE = re.compile(r"\b(?:the|this|that) ([a-z]{3,30})\b", re.IGNORECASE)
_LISTS = re.compile(r"\W*(?:(?:please|then|also|and|just)\W+)*(?:list|show|display|tell|give)\b", re.IGNORECASE)
"""Begins a wish for several things that asks for no call with each of them."""
_NARROWED = re.compile(r"\b(?:only|just)\b[^.!?]{0,60}\bones\b", re.IGNORECASE)
"""Wants to see fewer of what is listed: "show only the red ones" points at none of them."""
_WANTS = re.compile(
    r"\W*(?:(?:ok|okay|fine|great|so|well|then|right|and)\W+)*(?:i(?:['\u2019]?(?:ll|d)| want| need| prefer| would| "
    r"will| take)|(?:we|let)['\u2019]?(?:ll|d|s))\b",
    re.IGNORECASE,
)
"""How a statement begins that is a wish."""
_IS_DONE = re.compile(
    r" (?:is|was|has been|got)(?: (?:now|already|all|just))* [a-z]{2,16}(?:ed|en|ne|ld|id|pt|nt)\b"
    r"(?: (?:now|already|today|too|as well))*\W*$",
    re.IGNORECASE,
)
"""Tells of a thing what has been done with it, so that it can be set: "that one is packed now"."""
_MONEY = re.compile(
    r"\b(?:how much|price|cost|convert|worth|total|"
    r"(?:in|to|into) (?:\w+ )?(?:euros?|dollars?|pounds?|yen|francs?|(?-i:[A-Z]{3})))\b",
    re.IGNORECASE,
)
"""Says that money is asked about."""


_TEXT = re.compile(
    r"\b(?:saying|(?:that|which) (?:says|reads))\b|"
    r"\b(?:add|answer|comment|explain|inform|let|mention|message|note|post|remind|reply|say|tell|write)\b[^.!?]{0,60}"
    r"\bthat (?:$|(?:i|it|we|he|she|they|you|the|this|our|my)\b)",
    re.IGNORECASE,
)
"""Stands before what is to be written, in which nothing is pointed at."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """The things that a wish points at, of a call, and the wish for each with what it is called in their place;
    `surely`, where it cannot but mean them."""

    things: tuple[Facts, ...]
    wishes: tuple[str, ...]
    call: Earlier
    surely: bool
    by: str = ""
    """The words that point."""
    alone: bool = False
    """Whether the wish says nothing besides: "and the third one too"."""
    perhaps_anew: bool = False
    """Whether it calls them by their noun and says more: "the cheapest hotel in Rome" may be looked for anew."""

    @property
    def noun(self) -> str:
        """What the things are called, as a stem."""
        return self.call.noun


def pointed_at(wish: str, before: Sequence[Earlier], toolbox: Toolbox) -> Pointed | None:
    """What a wish points at in the results of the calls before, which are given the latest first: a thing that is
    called what the wish calls it rather than others, one with an id rather than one without."""
    if not before or len(wish) > _LONGEST or (_LISTS.match(wish) and _NARROWED.search(wish)):
        return None
    found = _other(wish, before) or _singled(wish, before, None) or _singled(wish, before, _other_nouns(toolbox))
    found = [(call, singled) for call, singled in found if not _TEXT.search(wish[: singled.start])]
    if _changes_number(wish, before[0]):
        found = [(call, each) for call, each in found if call is before[0] or not wish[each.start : each.end].isdigit()]
    found = [(call, each) for call, each in found if each.by != "mention" or not _is_choice(wish, each, before[0])]
    if all(singled.by == "mention" for _, singled in found):
        found = [(call, only) for call in before[:_FEW] if (only := _only(wish, call, toolbox))][:1] or found
    if not found:
        return next((fact for call in before[:_FEW] if (fact := _fact(wish, call))), None)
    call, singled = min(found, key=lambda each: (each[1].by == "mention", not _has_id(*each)))
    by, around = wish[singled.start : singled.end], (wish[: singled.start], wish[singled.end :])
    besides = Message.of(" ".join(around).strip())
    alone = besides is not None and not besides.says_anything
    told = LEAD.sub("", f"{around[0]}it{around[1]}", count=1) or "it"
    wants = alone or not (is_statement(wish) or is_statement(told)) or _WANTS.match(wish) is not None
    wants = wants or (_ONE.search(by) is not None and _IS_DONE.match(around[1]) is not None)
    loosely = singled.by == "mention" or (singled.by in ("name", "title", "only") and not wants)
    by_name = singled.by in ("name", "title") and not _ONE.search(by)
    loosely = loosely or (by_name and not _has_id(call, singled))
    costs = _MONEY.search(wish) and price_of(singled.things[0]) and not _has_id(call, singled)
    if loosely and not costs and not _says(wish, id_of(singled.things[0], call.noun)):
        return Pointed(singled.things, (wish,), call, surely=False, by=by, alone=alone)
    noun = as_word(call.noun, toolbox)
    wishes = tuple(_named(wish, singled, thing, noun) for thing in singled.things)
    asks = singled.by == "title" and is_question(wish)
    known = _has_id(call, singled) or (_ONE.search(by) is not None and title_of(singled.things[0]) is not None)
    surely = wants and not asks and (known or bool(costs))
    anew = singled.by in ("place", "most") and call.noun in map(stem, plain_words(by))
    anew = anew and besides is not None and _says_more(besides, singled.things[0])
    return Pointed(singled.things, wishes, call, surely=surely, by=by, alone=alone, perhaps_anew=anew)


def _changes_number(wish: str, last: Earlier) -> bool:
    """Whether a number in a wish is for the last call, "make it 3", and no place in a list before that: where the call
    has one to change, or waits for one."""
    message = Message.of(wish)
    counted = {name for name, value in last.args.items() if type(value) in (int, float)} if not last.missing else set()
    asked = {name for name in last.missing if (last.properties.get(name) or {}).get("type") in ("integer", "number")}
    if message is None or not (message.corrects or asked):
        return False
    return any(not is_id(name) for name in counted | asked)


def _is_choice(wish: str, singled: Singled, last: Earlier) -> bool:
    """Whether the words that mention a thing are a choice of the last call's tool: "make it normal" is for that."""
    words = {stem(word) for word in plain_words(wish[singled.start : singled.end])}
    options = (each for s in last.properties.values() if isinstance(s, dict) for each in s.get("enum") or ())
    return any(words <= {stem(word) for word in plain_words(f"{each}")} for each in options) if words else False


def _says_more(besides: Message, thing: Facts) -> bool:
    """Whether the rest of a wish says more than what to do with a thing, and other things than are told of it."""
    said = [stem(word) for word in besides.words()]
    begins = next((stem(word) for word in plain_words(besides.rest)), "")
    return not set(said[1:] if said[:1] == [begins] else said) <= words_of(thing)


def _other_nouns(toolbox: Toolbox) -> set[str]:
    """Stems of the words of tools' names, but for what some tool lists: those things are not others."""
    listed = {noun_of(card.name) for card in toolbox.cards if not any(is_id(name) for name in card.parameters)}
    return {stem(word) for card in toolbox.cards for word in name_words(card.name)} - listed


def _singled(wish: str, before: Sequence[Earlier], nouns: Collection[str] | None) -> list[tuple[Earlier, Singled]]:
    """The things that a wish singles out in each result. `nouns`: what they may be called; None: what they are."""
    found = []
    for call in before[:LOOKED_BACK]:
        if call.result and (singled := singled_out(wish, call.result, nouns or {call.noun})):
            found.append((call, singled))
    return found


def _other(wish: str, before: Sequence[Earlier]) -> list[tuple[Earlier, Singled]]:
    """Of two things in a result the one that the last call was not about, where a wish is for "the other one"."""
    said = _OTHER.search(wish)
    used = {f"{value}".lower() for value in before[0].args.values()}
    for call in before[1:LOOKED_BACK] if said else ():
        if call.result and len(call.result.things) == 2:
            named = [{f"{id_of(each, call.noun)}".lower(), f"{title_of(each)}".lower()} for each in call.result.things]
            left = [each for each, names in zip(call.result.things, named, strict=True) if used.isdisjoint(names)]
            return [(call, Singled(tuple(left), *said.span(), "place"))] if said and len(left) == 1 else []
    return []


def _has_id(call: Earlier, singled: Singled) -> bool:
    return id_of(singled.things[0], call.noun) is not None


def as_word(noun: str, toolbox: Toolbox) -> str:
    """The shortest word of a tool or parameter that has this stem, in the singular: "restaurant"."""
    named = (name for card in toolbox.cards for name in (card.name, *card.parameters))
    word = min((word for name in named for word in name_words(name) if stem(word) == noun), key=len, default=noun)
    return word[:-1] if word.endswith("s") and stem(word[:-1]) == noun else word


def _only(wish: str, call: Earlier, toolbox: Toolbox) -> Singled | None:
    """What "it" is: the only thing in a result; of several that the wish before in the same message brought, the one
    that was asked for, else the first."""
    if call.result is None:
        return None
    thing = call.about
    found = _IT.search(wish)
    if found is None and thing:
        found = next((the for the in _THE.finditer(wish) if stem(the[1].lower()) in _nouns(thing, call.noun)), None)
    if found is None:
        return None
    if thing is None and wish not in call.asked:
        return _asked_about(found, call, toolbox)
    things = call.result.things if thing is None else (thing,)
    if found[0].lower() in _SEVERAL:
        things = () if _LISTS.match(wish) else things
    elif thing is None:
        most = asked_for_most(call.asked, call.result)
        things = most.things if most else things[:1]
    called = _person if found[0].lower() in _PERSON else partial(id_of, noun=call.noun)
    things = tuple(each for each in things if called(each) is not None)
    return Singled(things, *found.span(), "only") if things else None


def _asked_about(found: re.Match[str], call: Earlier, toolbox: Toolbox) -> Singled | None:
    """The one of several things that a question was about which was answered with it, the latest, or that which brought
    them: "which is the longest?", "is the desk lamp on?" """
    if call.result is None or found[0].lower() in _SEVERAL | _PERSON:
        return None
    for question in (*reversed(call.since), call.asked):
        about = singled_out(question, call.result, {call.noun}) if is_question(question) else None
        by = ("name", "title", "mention", "most", "place") if question in call.since else ("name", "title", "mention")
        taken = about is not None and (question == call.asked or _is_taken(about.things[0], call.noun, toolbox))
        if about and taken and about.by in by and len(about.things) == 1:
            return Singled(about.things, *found.span(), "only")
    return None


def _is_taken(thing: Facts, noun: str, toolbox: Toolbox) -> bool:
    """Whether any tool is for such things: a guest's review that was asked about is none to book."""
    return any(
        value_of(name, schema, thing, noun, least=LIKE) is not None
        for card in toolbox.cards
        for name, schema in declared_properties(toolbox[card.name].parameters).items()
        if noun in map(stem, name_words(name))
        or (is_id(name) and (len(name_words(name)) > 1 or noun in words_of_tool(toolbox[card.name])))
    )


def _person(thing: Facts) -> str | None:
    """The name of a thing that is somebody, as it can be written to."""
    words = {word for key in thing for word in name_words(key)}
    return title_of(thing) if words & _WRITTEN_TO else None


def _nouns(thing: Facts, noun: str) -> set[str]:
    """What a thing may be called: by its noun, what its ids are of and what kind of thing it says it is."""
    ids = {stem(word) for key in thing if is_id(key) for word in name_words(key)} - IDS
    told = (f"{each}"[:40].lower() for key, each in thing.items() if name_words(key)[-1:] in (("kind",), ("type",)))
    return {*ids, *map(stem, told), noun}


def _fact(wish: str, call: Earlier) -> Pointed | None:
    """The fact that a wish names of the only thing there is, in its place, where that is a number or one word that can
    hardly be anything but a value: "convert the total", "tell the assignee"."""
    thing = call.about
    for key, value in thing.items() if thing else ():
        words = [word for word in name_words(key) if word.upper() not in CURRENCY_CODES]
        code = isinstance(value, str) and _CODE.fullmatch(value) is not None
        if thing is None or not (code or type(value) in (int, float)) or not words or is_id(key):
            continue
        if found := re.search(rf"\b(?:the|that|its|this) {' '.join(words)}\b", wish, re.IGNORECASE):
            fact = {key: value} | {name: each for name, each in thing.items() if "currency" in name_words(name)}
            said = value if code else price_of(fact) or f"{value:.15g}"
            return Pointed((fact,), (f"{wish[: found.start()]}{said}{wish[found.end() :]}",), call, surely=True)
    return None


def _named(wish: str, found: Singled, thing: Facts, noun: str) -> str:
    """The wish with what a thing is called in the place of the words that point at it: its price where money is asked
    about, else its id, else its name."""
    key = id_key(thing, stem(noun))
    if key is not None and _says(wish, thing[key]):
        return wish
    called = price_of(thing) if _MONEY.search(wish) else None
    if called is None and key is not None:
        whose = [word for word in name_words(key) if stem(word) not in IDS]
        called = f"{whose[-1] if whose else noun} {thing[key]}"
    if called is None:
        title = title_of(thing)
        called = f'"{title}"' if title else f"the {noun}"
    return f"{wish[: found.start]}{called}{wish[found.end :]}"


def _says(wish: str, named: Any) -> bool:
    """Whether a wish has an id in it."""
    return named is not None and re.search(rf"(?<![\w-]){re.escape(f'{named}')}(?![\w-])", wish) is not None
