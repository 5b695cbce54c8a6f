"""Carryover: what a message leaves out and the call before had: "in fahrenheit please", "make it 4pm", "Rome".

A model that reads one message at a time fills a tool from that message alone. So what a short message says of the last
call's tool is put among the arguments of that call, which keeps the others (dialogue systems know this as slot
carryover: Naik et al., "Contextual Slot Carryover for Disparate Schemas", 2018). What another tool lacks: `pointed_at`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keyhole.models.embedded.options.ways import FROM, TO
from keyhole.models.embedded.text import STOP, name_words, plain_words, split_words, stem
from keyhole.steps.called import HARDLY, called, named_anew, shape
from keyhole.steps.earlier import PROSE, Earlier, is_code, is_free, of_objects, words_of
from keyhole.steps.half_of_day import in_that_half
from keyhole.steps.kinds_of_tool import changes, makes_new, seeks
from keyhole.steps.months_of_span import is_month, months_of_span
from keyhole.steps.moved_days import is_day, moved
from keyhole.steps.own_wish import is_for_another
from keyhole.steps.pointed_at import stands_for
from keyhole.steps.short_message import Message
from keyhole.steps.thing_values import is_for_codes
from keyhole.steps.value_words import tells_a_time, tells_a_value
from keyhole.steps.wants_done import kind_of_message
from keyhole.tools.schema import compiled
from keyhole.tools.tool import Tool

_STRANGE, _RAMBLES = 2, 2
"""Words of a message, at most, that say nothing which the call before takes; of one that wants anything and leans on
nothing."""
_LOOKED_BACK, _MOST_SOUGHT = 4, 2
"""Calls among which there may be a search; words of what is sought there instead."""
_MOST_BARE, _MOST_WHOLE, _MOST_COUNTED = 4, 6, 2
"""Words of a value that is all of a message; of one that begins with what was read of it; of one beside a number."""
_THE = re.compile(r"\b(?:the|my|our) ", re.IGNORECASE)
_SHARE = re.compile(r"[-+]?\d+(?:[.,]\d+)? ?(?:%|percent|per cent)?", re.IGNORECASE)
"""A number or a share: no value of a text that had no digit."""
_SIGN = re.compile(r"(?:(?:to|for|at|in|on|from|with|by|of|about)\s+)+(?:the\s+)?", re.IGNORECASE)
_ONE = re.compile(r"\bone(?:'s| is| will be| would be) (?:enough|plenty|ok|okay|fine)\b|\bone will do\b", re.IGNORECASE)
_FROM_THERE = re.compile(r"\b(?:on )?from there(?: on)? to\b", re.IGNORECASE)
_SENTENCE = re.compile(
    rf"{_SIGN.pattern}|(?:(?:the|my|our) )?\w{{2,30}} is\b|(?:rather|better|let['\u2019]?s (?:say|take|ask))\b|"
    r"(?:i|he|she|it|they|we|you|that(?: one)?|this(?: one)?|those|there|\w{2,20})(?:['\u2019](?:s|m|ll|re|d|ve)|s)? "
    r"(?:is|am|are|was|has|have|had|will|would|should|can|lives?|needs?|wants?|goes|go|comes?|think|guess|belongs?|works?|"
    r"stays?|moved|took|takes|got|here|be|been)\b|(?:it|that|he|she|they|i)(?:['\u2019](?:s|m|ll|re|d)|s)\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells a value, and is none as a whole: "she lives in Rome"."""


def may_belong(message: Message, before: Earlier, chosen: Tool | None) -> bool:
    """Whether a message, for which the router chose a tool or none, may say something of the call before."""
    same = chosen is None or chosen.name == before.tool.name
    if before.missing and same:
        return True
    if not before.missing and is_for_another(message, before, chosen):
        return False
    if chosen and not same and not before.missing and not message.goes_on and _is_known(message.text, chosen):
        return False
    return not message.is_request or message.corrects or (chosen is None and message.goes_on)


def belongs(message: Message, before: Earlier, said: Mapping[str, Any], chosen: Tool | None) -> bool:
    """Whether it does, by what it says of that call's tool."""
    same = chosen is None or chosen.name == before.tool.name
    if not said or message.takes_leave:
        return False
    if before.missing:
        told = bool(said.keys() & set(before.missing)) or bool(called(message, before))
        told = told or (message.corrects and said.keys() <= before.args.keys() and not _strange(message, before, said))
        return told and (not message.is_request or same)
    if message.turned:
        return True
    if same and chosen and wants_others(message, before, said):
        return False
    words = {stem(word) for word in message.words()}
    strange = _strange(message, before, said)
    if message.is_request:
        return strange == 0 or (chosen is not None and same and message.goes_on and strange <= _STRANGE)
    leans = message.goes_on or message.points or message.is_afterthought
    most = _STRANGE if (same and chosen) or leans else 1
    named = any({stem(word) for word in name_words(name)} <= words for name in said)
    if same or named or chosen is None or not words & words_of(chosen):
        return strange <= most
    # what names another tool is no free text of this one: "and the forecast for 5 days?" asks for no city of that name
    options = {name: value for name, value in said.items() if not is_free(before.properties.get(name))}
    strange = _strange(message, before, options)
    return strange == 0 or (message.corrects and bool(said.keys() & before.args.keys()) and strange <= most)


def rambles(message: Message, before: Earlier, said: Mapping[str, Any]) -> bool:
    """Whether a message says far more than what is read of it and leans on nothing: "green, like the ones my dad had on
    the farm" is a remark."""
    leans = message.goes_on or message.points or message.is_request or kind_of_message(message.text) != "tell"
    return not leans and _strange(message, before, said) > _RAMBLES


def wants_others(message: Message, before: Earlier, said: Mapping[str, Any]) -> bool:
    """Whether a message names the tool of the call before again and says nothing of that call's list of objects: "place
    an order for table 9" is for other things than the last one."""
    leans = message.goes_on or message.corrects or message.points
    kept = any(of_objects(value) for name, value in before.args.items() if name not in said)
    return kept and not leans and not words_of(before.tool).isdisjoint(stem(word) for word in message.words())


def completed(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says of the call before, with what it means beside the values of that call."""
    said = {name: value for name, value in said.items() if not stands_for(value)}
    said |= _ends_exchanged(message, before)
    said = said if before.missing else in_that_half(message.text, before, said)
    span = {} if before.missing else months_of_span(message.text, before.args)
    if span:
        said = {name: value for name, value in said.items() if not is_month(value)} | span
    days = {} if span else _days(message, before, said)
    if days and (
        same := [name for name, value in said.items() if name not in days and _is_only_number(message, value)]
    ):
        if message.corrects:  # "make it 7" is for the time that was told, and no number of a room that was not
            said = {name: value for name, value in said.items() if name not in same}
        else:
            days = {}
    said |= days or _number(message, before, said)
    said |= _counted(message, before, said) or named_anew(message, before, said)
    said = _joined(message, before, said) | _whole_reply(message, before, said)
    return {name: _without_the(before.args.get(name), value) for name, value in said.items()}


def _without_the(old: Any, new: Any) -> Any:
    """A text as the one before it was told: the cellar of "and the cellar" after "attic"."""
    texts = isinstance(old, str) and isinstance(new, str) and new.startswith("the ") and not _THE.match(old)
    return new.removeprefix("the ") if texts and len(new.split()) <= _MOST_BARE else new


def _joined(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says, with what it adds to the one list of a call that changes nothing put behind that, or in
    front: "with appendix.pdf at the end". What was added to a shopping list is not added once more."""
    lists = [
        name for name, value in said.items() if isinstance(value, list) and isinstance(before.args.get(name), list)
    ]
    if before.missing or len(lists) != 1 or not message.adds or changes(before.tool.card):
        return dict(said)
    old, new = before.args[lists[0]], said[lists[0]]
    more = [each for each in new if each not in old]
    return {**said, lists[0]: more + old if message.adds_in_front else old + more}


def bare(message: Message, before: Earlier, earlier: Sequence[Earlier]) -> dict[str, Any]:
    """What a message gives the call before where all of it is one value: "now abba", "Lunch". `earlier`: the calls
    before that."""
    rest = _SIGN.sub("", message.rest.strip(" .,!?"), count=1)
    words = [word for part in rest.split() for word in plain_words(part)]
    if not rest or (words and all(word in STOP or tells_a_value(word) for word in words)):
        return {}
    if before.missing:
        return _bare_reply(message, before, rest)
    free = [n for n, old in before.args.items() if is_free(before.properties.get(n)) and is_day(old) <= is_day(rest)]
    if _SHARE.fullmatch(rest):
        free = [name for name in free if any(letter.isdigit() for letter in str(before.args[name]))]
    if len(free) > 1:
        shaped = [name for name in free if shape(str(before.args[name])) == shape(rest)]
        free = shaped if len(shaped) == 1 else free
    if len(free) > 1:  # of "shelve Dune there" the shelf was not said: the next book is for that as well
        free = [name for name in free if f"{before.args[name]}".lower() in before.asked.lower()] or free
    if len(free) > 1 and (the := _THE.match(rest)):
        alike = [name for name in free if any(_said_with_the(name, before, call) for call in (before, *earlier))]
        free, rest = (alike, rest[the.end() :]) if len(alike) == 1 else (free, rest)
    if len(free) > 1:
        last = next((call for call in earlier if call.tool.name == before.tool.name), before)
        changed = [name for name in free if last.args.get(name) != before.args[name]]
        free = changed or [name for name in free if TO & set(name_words(name))]
    fits = len(free) == 1 and (not is_code(str(before.args[free[0]])) or len(rest.split()) == 1)
    leans = message.names_another and not message.is_request and not message.points
    return {free[0]: rest} if fits and leans and len(rest.split()) <= _MOST_BARE else {}


def sought_anew(message: Message, calls: Sequence[Earlier]) -> tuple[Earlier, dict[str, Any]] | None:
    """The search before the last call that a message is for, as all of it is another thing to seek: after the photos
    of whales were put in order, "now dolphins". Only what looks something up is done once more in this way."""
    last, *earlier = calls[:_LOOKED_BACK]
    if len(message.rest.split()) > _MOST_SOUGHT or last.missing or message.corrects:
        return None
    for place, call in enumerate(earlier, 1):
        if call.tool.name != last.tool.name and seeks(call.tool.name):
            said = bare(message, call, calls[place + 1 :])
            return (call, said) if said else None
    return None


def without_no_codes(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a message says but for what it would give for a code and is none: "and Yuki was there" tells none of a
    course, and the 45 of "make it 45" is not where "c90" was."""
    words = {stem(word) for word in message.words()}
    return {
        name: value
        for name, value in said.items()
        if not is_for_codes(name)
        or words & {stem(word) for word in name_words(name)}
        or not (_is_no_code(message, value, before.args.get(name), asked=name in before.missing))
    }


def _is_no_code(message: Message, value: Any, old: Any, *, asked: bool) -> bool:
    digits = any(letter.isdigit() for letter in f"{value}")
    if asked:
        return isinstance(value, str) and not digits and len(message.rest.split()) > 1
    had_letters = isinstance(old, str) and any(letter.isalpha() for letter in old)
    return message.corrects and had_letters and f"{value}".isdigit()


def prose_asked_for(message: Message, before: Earlier) -> dict[str, Any]:
    """The whole message where the one thing that was asked for is what somebody says, and it does not say which is it:
    "the text is sunflower" does."""
    if len(before.missing) != 1 or len(message.text.split()) <= _MOST_WHOLE or message.corrects:
        return {}
    name = before.missing[0]
    titles = set(name_words(name)) & PROSE
    prose = is_free(before.properties.get(name)) and titles and not titles & set(message.words())
    return {name: message.text.strip()} if prose else {}


def _said_with_the(name: str, before: Earlier, call: Earlier) -> bool:
    """Whether a value of the call before was said as the thing it is: the kitchen of "paint the kitchen blue"."""
    value = str(before.args[name])
    at = call.asked.lower().find(value.lower()) if call.args.get(name) == before.args[name] else -1
    return _THE.match(value) is not None or (at > 0 and _THE.search(call.asked[max(0, at - 6) : at]) is not None)


def _bare_reply(message: Message, before: Earlier, rest: str) -> dict[str, Any]:
    name = next((name for name in before.missing if is_free(before.properties.get(name))), None)
    if name is None or message.corrects or message.knows_not or "thank" in message.lead.lower():
        return {}
    if PROSE & set(name_words(name)):
        return {name: message.text.strip()}
    codes = [each.text for each in split_words(rest) if is_code(each.text)]
    if not codes and is_for_codes(name) and len(rest.split()) > 1:
        return {}
    if len(codes) == 1 and len(rest.split()) > 1:
        return {name: codes[0]}
    return {} if message.points or len(rest.split()) > _MOST_BARE else {name: rest}


def _ends_exchanged(message: Message, before: Earlier) -> dict[str, Any]:
    """Both ends of a call, each in the place of the other, where that is asked for, or its end as a beginning."""
    ends = [name for name, value in before.args.items() if isinstance(value, str) and not is_day(value)]
    sources, targets = ([name for name in ends if way & set(name_words(name))] for way in (FROM, TO))
    if len(sources) != 1 or len(targets) != 1:
        return {}
    (a,), (b,) = sources, targets
    if _FROM_THERE.search(message.text):
        return {a: before.args[b]}
    if not message.turned:
        return {}
    return {a: before.args[b], b: before.args[a]}


def _days(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """The day that is meant beside the one of that call: of two the one that the message speaks of, else the last."""
    new = {
        name: day
        for name, old in before.args.items()
        if isinstance(old, str) and (day := moved(old, message.rest, said.get(name)))
    }
    if len(new) < 2:
        return new
    spoken_of = {name: day for name, day in new.items() if name in said}
    return spoken_of or dict(list(new.items())[-1:])


def _is_only_number(message: Message, value: Any) -> bool:
    """Whether a value is the only number that a message has."""
    numbers = [each.text for each in split_words(message.rest) if each.kind == "num"]
    return len(numbers) == 1 and not isinstance(value, bool) and f"{value}" == numbers[0]


def _number(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """The only number of a message for the only number of that call, where nothing has taken it."""
    numbers = [each.text for each in split_words(message.rest) if each.kind == "num"]
    numbers = numbers or (["1"] if _ONE.search(message.text) else [])
    of_numbers = ("integer", "number")
    counts = [n for n in before.missing or before.args if before.properties.get(n, {}).get("type") in of_numbers]
    if not counts and (rows := _added(message, before, numbers)):
        return rows
    if len(numbers) != 1 or len(counts) != 1 or any(numbers[0] in str(value) for value in said.values()):
        return {}
    number = float(numbers[0].replace(",", ""))
    value = int(number) if number == int(number) else number
    fits = counts[0] not in said and not compiled(before.properties[counts[0]]).errors(value, counts[0])
    return {counts[0]: value} if fits else {}


def _added(message: Message, before: Earlier, numbers: Sequence[str]) -> dict[str, Any]:
    """The 9 of "and 9 as well" for the only list of numbers of a call that adds something."""
    lists = [
        name
        for name, value in before.args.items()
        if isinstance(value, list) and value and all(type(each) is int for each in value)
    ]
    whole = [each for each in numbers if each.isdigit()]
    if len(lists) != 1 or before.missing or not whole or message.is_request or not makes_new(before.tool.name):
        return {}
    others = any(each.kind == "word" and each.text.lower() not in STOP for each in split_words(message.rest))
    return {} if others or message.corrects else {lists[0]: [int(each) for each in whole]}


def _counted(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """The jumpers of "2 jumpers as well", where numbers are all that was read."""
    free = [name for name in before.missing or before.args if name not in said and is_free(before.properties.get(name))]
    free = [name for name in free if not is_day(before.args.get(name))]
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in said.values())
    leans = (message.goes_on or before.missing) and not message.is_request and not message.points
    if not said or not numbers or not leans or len(free) != 1:
        return {}
    known = {stem(word) for name in said for word in name_words(name)}
    kept = [
        each.text
        for each in split_words(message.rest)
        if each.kind == "word"
        and stem(each.text.lower()) not in known | HARDLY
        and not tells_a_value(each.text.lower())
    ]
    while kept and kept[0].lower() in STOP:
        kept.pop(0)
    while kept and kept[-1].lower() in STOP:
        kept.pop()
    return {free[0]: " ".join(kept)} if 0 < len(kept) <= _MOST_COUNTED else {}


def _whole_reply(message: Message, before: Earlier, said: Mapping[str, Any]) -> dict[str, Any]:
    """All of a short reply where a text was asked for and its beginning or end was read: "The Name of the Rose"."""
    if len(before.missing) != 1 or list(said) != list(before.missing) or message.lead:
        return {}
    name, rest, words = before.missing[0], message.rest.strip(" .,!?"), set(message.words())
    short = len(rest.split()) <= _MOST_WHOLE and not _SENTENCE.match(rest)
    another = any(words & set(name_words(other)) for other in before.properties if other != name)
    text = is_free(before.properties.get(name)) and str(said[name]) in rest and not is_code(str(said[name]))
    return {name: rest} if short and text and not another else {}


def _strange(message: Message, before: Earlier, said: Mapping[str, Any]) -> int:
    """How many words of a message are neither what was said of a tool nor its own nor without a meaning; numbers that
    nothing took count for too many."""
    known = {stem(word) for value in said.values() for part in str(value).split() for word in plain_words(part)}
    known |= {stem(word) for name in (*said, before.tool.name) for word in name_words(name)}
    for name in said:
        schema = before.properties.get(name)
        described = str(schema.get("description", "")) if isinstance(schema, dict) else ""
        known |= {stem(word) for part in described.split() for word in plain_words(part)}
    strange = sum(stem(word) not in known and not tells_a_value(word) for word in message.words())
    numbers = any(each.kind == "num" for each in split_words(message.rest))
    taken = any(letter.isdigit() for value in said.values() for letter in str(value))
    return strange + (_STRANGE if numbers and not taken else 0)


def _is_known(text: str, tool: Tool) -> bool:
    """Whether a tool is sure that a text is a request for it, and that is no day or time, which others take as well:
    "tea or coffee?" is one for a tool that picks, "tomorrow" none for a calendar."""
    words = [word for part in text.split() for word in plain_words(part) if word not in STOP]
    return tool.knows is not None and tool.knows(text) >= 1 and not all(map(tells_a_time, words))
