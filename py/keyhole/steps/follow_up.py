"""Follow-up: a message that says only what is different from the wish before it, such as "and in meters?", in full.

A model too small to write reads one message at a time. So code puts what is said now in the place of its like in what
was asked before: a number, a share, a measure, a unit, what stands behind the same preposition. "Again" is the wish
before, and "that" in a calculation is what the last one came to. What has no like there stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from keyhole.conversation import Conversation, Text, ToolCall, ToolResult
from keyhole.models.embedded.route.clauses import HEADED
from keyhole.models.embedded.route.replies import merged
from keyhole.steps.several import like_before
from keyhole.steps.short_message import AGAIN, LEAD, TAIL
from keyhole.steps.spoken_of import facts_of, with_thing
from keyhole.tools.builtin.units import named_unit
from keyhole.tools.toolbox import Toolbox

_LONGEST, _LONGEST_WISH = 8, 300
"""Words of a message that leans on another; characters of it, and of the wish that it is put into."""
_LOOKED_BACK = 24
"""Messages, results of tools too."""

_NUMBER = r"-?\d+(?:[.,]\d+)*"
_NUMBER_ALONE = re.compile(_NUMBER)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_SHARE = re.compile(rf"{_NUMBER} ?(?:%|per ?cent\b)", re.IGNORECASE)
_COUNTED = re.compile(rf"({_NUMBER}) ?([^\W\d][\w/°²³]*)")
_ALONE = re.compile(rf"(?<![\w.]){_NUMBER}(?![\w.,]*[\w%]| ?%)")
_UNIT_ASKED = re.compile(r"\b(in|to|into|how many|how much)(\s+)([^\W\d][\w/°²³]*(?: [^\W\d]\w*)?)", re.IGNORECASE)
_PREPOSITIONS = ("in to into", "until till before", "for", "since from", "on", "at", "of", "after", "between", "with")
_AT_THE_END = re.compile(rf"\b(?:{'|'.join(' '.join(_PREPOSITIONS).split())})\s+{_NUMBER}[\s?.!]*$", re.IGNORECASE)
_MOST_BEHIND = 5
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_THEN = re.compile(
    r"([^\d]*\b(?:(?:janu|febru)ary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)(?: have| has)?)"
    r" then[\s?.!]*",
    re.IGNORECASE,
)
"""A month of the year that was spoken of."""
_LISTED = re.compile(r"[,:;?!]|\bor\b")
_WORD = re.compile(r"\w")
_ONE_MORE = re.compile(r"\b(?:and|or|also|about|meant|mean|said|same|if)\b", re.IGNORECASE)
_MEANT = re.compile(r"\b(?:meant|mean|said)\b", re.IGNORECASE)
_WHEN = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|now|later|next|last|this|\w+day|morning|evening)\b", re.IGNORECASE
)
_THING = re.compile(
    r"\b(?:the|my|our|an?) (?:(?!(?:to|in|at|on|for|of|by|with)\b)[^\W\d]\w*\b ?\b)+(?<! )", re.IGNORECASE
)
_BEHIND = re.compile(rf"({'|'.join(' '.join(_PREPOSITIONS).split())})\s+(\S.*)", re.IGNORECASE)

_VALUE = re.compile(
    r"(?<!\bis )(?<!\bwas )\b(?:that|it|this|the (?:result|answer|total|sum))\b(?!['\u2019]| (?:list|set|one)\b)",
    re.IGNORECASE,
)
_ARITHMETIC = re.compile(
    r"\b(?:add|subtract|take|divided?|multipl(?:y|ied)|times|plus|minus|double|twice|half|halve|triple|third|quarter|"
    r"squared?|cubed?|root|round|per ?cent|convert)\b|[%*/+^]|\b(?:that|it|this) (?:in|to|into)\b",
    re.IGNORECASE,
)
_OPERATOR = re.compile(
    rf"(?:times|plus|minus|(?:divided|multiplied) by|over|[-+*/x\u00d7\u00f7^])\s*{_NUMBER}%?", re.IGNORECASE
)
_WITHOUT_IT = re.compile(
    rf"(?:(add|plus)|(subtract|take away|minus)|(divide|multiply)(?: it)? by)\s+({_NUMBER}%?)", re.IGNORECASE
)
_GOES_ON = re.compile(
    rf"(?:(?:if|then|also) )*(?:i|we|he|she|they|you) (?:(?:then|also|already) )?"
    rf"(?:(?P<less>spen[dt]|pa(?:y|id)|los[et]|g[ai]ve away|use[ds]?|s[eo]ld|sell|eat|ate|drop|withdraw)|"
    rf"(?P<more>earn(?:ed)?|get|got|f[io]u?nd|w[io]n|won|add(?:ed)?|save[ds]?|receive[ds]?|put in|deposit))"
    rf" (?P<some>another |an extra |a further )?[$\u20ac\u00a3]?(?P<number>{_NUMBER})(?P<again> more)?(?: [^\W\d]+)?",
    re.IGNORECASE,
)
"""A sum told as a story that goes on: "and if i spend another 50"."""

Known = Callable[[str], bool]
"""Whether a text says by itself what is wanted."""


def in_full(conversation: Conversation, toolbox: Toolbox) -> str:
    """The last message of a conversation, as it would be said if nothing had been said before it."""
    wish, came_to, asked, said, thing, called = "", None, "", "", None, False
    facts: frozenset[str] = frozenset()

    def known(text: str) -> bool:
        """Where the wish before was about a thing with a name, it is names that tell what a message is about."""
        return toolbox.knows(text) or thing is not None

    for message in conversation.messages[-_LOOKED_BACK:]:
        if message.role == "user":
            text = merged(message.text, (asked,)) if asked else message.text
            said = completed(text, wish, came_to, known)
            if thing is not None and said == text and not toolbox.knows(text):
                said = with_thing(text, thing, facts)
            asked, called = "", False
        for block in message.blocks:
            if isinstance(block, ToolCall):
                thing, called = named_by(block, toolbox), True
            elif isinstance(block, ToolResult):
                came_to = None if block.is_error else value_of(block.content)
                facts = facts_of(block.content)
                wish = wish if block.is_error and wish else said
            elif isinstance(block, Text) and message.role == "assistant" and not called and _asks_back(block.text):
                asked = said
    return said


def _asks_back(answer: str) -> bool:
    """Whether an answer is a question: one that ends with questions to choose from is none."""
    return answer.endswith("?") and "\n- " not in answer


def named_by(call: ToolCall, toolbox: Toolbox) -> str | None:
    """What a call of a tool that knows names was about; None of others: what a tool reads is a request
    ("amy, bob and cid into 2 teams"), and no thing that "it" could be."""
    names = toolbox[call.name].names if call.name in toolbox and toolbox[call.name].reads is None else None
    values = list(call.arguments.values()) if isinstance(call.arguments, dict) else []
    if names is None or len(values) != 1 or not isinstance(values[0], str):
        return None
    return values[0] if names(values[0]) else None


def completed(text: str, wish: str, came_to: str | None, known: Known) -> str:
    """A message with what it leaves out of the wish before it; as it is where it leaves out nothing."""
    if not wish or len(text) > _LONGEST_WISH or len(text.split()) > _LONGEST:
        return text
    if AGAIN.fullmatch(text):
        return wish
    lead = LEAD.match(text)
    if lead is None or not (rest := TAIL.sub("", text[lead.end() :])):
        return text
    if (years := set(_YEAR.findall(wish))) and len(years) == 1 and (then := _THEN.fullmatch(text)):
        return f"{then[1]} {years.pop()}"
    if came_to and (told := _worked_on(rest, came_to)):
        return told
    behind = _BEHIND.fullmatch(rest)
    if len(wish) > _LONGEST_WISH or HEADED.match(rest) or not (_WORD.search(lead[0]) or behind):
        return text
    if full := next((full for put in _PUT if (full := put(rest, wish))), None):
        return full
    if known(rest):
        return rest if _MEANT.search(lead[0]) else text
    if full := like_before(rest, wish):
        return full
    if not (behind or (_ONE_MORE.search(lead[0]) and not _WHEN.search(rest))):
        return text
    return _put_behind(rest, wish) or text


def value_of(result: str) -> str | None:
    """What a result comes to: its `result`, or what stands behind the sign of equality of its text."""
    try:
        told = json.loads(result)
    except ValueError:
        return None
    if not isinstance(told, dict):
        return None
    value = told.get("result", told.get("picked"))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    _, equal, right = str(told.get("text", "")).partition(" = ")
    return right.partition(" (")[0] if equal else None


def _worked_on(rest: str, value: str) -> str | None:
    """A calculation that goes on from what the last one came to."""
    if _OPERATOR.fullmatch(rest):
        return f"{value} {rest}"
    if (found := _GOES_ON.fullmatch(rest)) and (found["some"] or found["again"]) and _NUMBER_ALONE.fullmatch(value):
        return f"{value} {'-' if found['less'] else '+'} {found['number']}"
    if found := _WITHOUT_IT.fullmatch(rest):
        add, take, _, number = found.groups()
        return f"{value} {'+' if add else '-'} {number}" if add or take else f"{found[3]} {value} by {number}"
    return _VALUE.sub(lambda _: value, rest, count=1) if _ARITHMETIC.search(rest) and _VALUE.search(rest) else None


def _put_share(rest: str, wish: str) -> str | None:
    return _SHARE.sub(lambda _: rest, wish, count=1) if _SHARE.fullmatch(rest) and _SHARE.search(wish) else None


def _put_counted(rest: str, wish: str) -> str | None:
    """An amount of a unit, or so many of a thing, in the place of the other."""
    if (said := _COUNTED.fullmatch(rest)) is None:
        return None
    unit = named_unit(said[2])
    for found in _COUNTED.finditer(wish):
        other = named_unit(found[2])
        if (unit and other and unit.quantity == other.quantity) or found[2].rstrip("s") == said[2].rstrip("s"):
            return f"{wish[: found.start()]}{rest}{wish[found.end() :]}"
    return None


def _put_number(rest: str, wish: str) -> str | None:
    """Another number in the place of the only one, or of the last where that stands at the end behind a preposition."""
    numbers = list(_ALONE.finditer(wish)) if _ALONE.fullmatch(rest) else []
    if not numbers or (len(numbers) > 1 and not _AT_THE_END.search(wish)):
        return None
    return f"{wish[: numbers[-1].start()]}{rest}{wish[numbers[-1].end() :]}"


def _put_said(rest: str, wish: str) -> str | None:
    """Other numbers among the same words: "split 4 ways" in the place of "split 3 ways"."""
    words = _DIGITS.split(rest)
    if len(words) < 2 or not any(_WORD.search(part) for part in words):
        return None
    found = list(re.finditer(r"(?<!\w)" + _DIGITS.pattern.join(map(re.escape, words)) + r"(?!\w)", wish, re.IGNORECASE))
    return f"{wish[: found[0].start()]}{rest}{wish[found[0].end() :]}" if len(found) == 1 else None


def _put_unit(rest: str, wish: str) -> str | None:
    """Another unit to convert to, or to count in."""
    unit = named_unit(rest)
    for found in reversed(list(_UNIT_ASKED.finditer(wish))) if unit else ():
        for other in (found[3], found[3].split()[0]):
            if (asked := named_unit(other)) and unit and asked.quantity == unit.quantity:
                new = re.sub(r"^(?:in|to|into)\s+", "", rest, flags=re.IGNORECASE)
                return f"{wish[: found.start(3)]}{new}{wish[found.start(3) + len(other) :]}"
    return None


def _put_behind(rest: str, wish: str) -> str | None:
    """What stands behind the same preposition, or, where none is said, behind the last one; not a list of things."""
    if _LISTED.search(rest) or len(rest.split()) > _MOST_BEHIND:
        return None
    said = _BEHIND.fullmatch(rest)
    alike = next(
        (group for group in _PREPOSITIONS if said and said[1].lower() in group.split()), " ".join(_PREPOSITIONS)
    )
    found = re.fullmatch(rf"(.*\b(?:{'|'.join(alike.split())})\s+)(.+?)([\s?.!]*)", wish, re.IGNORECASE | re.DOTALL)
    if found is None or _LISTED.search(found[2]):
        return None
    if said is None and _ALONE.match(found[2]) and not _ALONE.search(rest):  # no number, so it takes no number's place
        things = list(_THING.finditer(wish))
        return f"{wish[: things[-1].start()]}{rest}{wish[things[-1].end() :]}" if things else None
    return f"{found[1]}{said[2] if said else rest}{found[3]}"


_PUT: tuple[Callable[[str, str], str | None], ...] = (_put_share, _put_counted, _put_number, _put_said, _put_unit)
