"""Short messages: what leads over to one, what it says, and how it leans on what was said before it. English only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from keyhole.models.embedded.route.clauses import HEADED
from keyhole.models.embedded.route.replies import GOES
from keyhole.models.embedded.text import STOP, plain_words, split_words
from keyhole.request_cues import is_statement
from keyhole.steps.value_words import tells_a_value

_LONGEST, _LONGEST_REPLY = 10, 60
"""Words of a message that leans on the call before; of one that says what was asked for."""
_MOST_CHARACTERS = 600


def _pattern(expression: str) -> re.Pattern[str]:
    """An expression written over several lines."""
    return re.compile("".join(expression.strip().splitlines()), re.IGNORECASE)


LEAD = _pattern(r"""
[\s.,;:!]*(?:(?:and|or|ok(?:ay)?|al(?:l )?right|so|now|then|also|but|oh|ah|ach|aha|argh|hey|oops|sorry|no|nope|nah|
actually|wait|well|hm+|uh+|um+|great|good|thanks|thank you|cool|nice|perfect|please|yes|yeah|yep|sure|typo|
correction)\b[\s,.!:]*)*
(?:(?:(?:what|how) about|what if (?:it|that)(?:'s| is| were)|i (?:meant|mean|said)|make (?:it|that)|
(?:change|set) (?:it|that) to|(?:do )?(?:the )?same (?:thing )?(?:for|with)|
(?:it|that|those|they|these) (?:was|were|is|are)|(?:it|that)['\u2019]?s|should (?:be|have been)|
another(?: one)?(?: just)?(?: like (?:that|it))?|one more|too (?:much|many|little|few|long|short|late|early)|
if|try|do|use|not)\b[\s,:]*)*
""")
TAIL = _pattern(r"""
(?:,?\s*\b(?:please|pls|then|instead|now|too|as well|also|thanks|thank you|sorry|rather|again|though|i think|
actually|maybe|(?:is what )?(?:i|we) mean(?:t)?|would be (?:better|nice|great)|
(?:at |on |for |in )?(?:the )?same \w+(?: as before)?))*[\s?.!]*$
""")
_CORRECTS = _pattern(r"""
^\W*(?:(?:ok|oh|ah|ach|hm+|well)\W+)*(?:(?:no|nope|sorry|oops|actually|wait|typo|correction|rather|instead)\b|
too (?:much|many|little|few|long|short|late|early)\b|(?:i|we) (?:meant?|said)\b|
(?:make|change|set|move|put) (?:it|that)\b)|\b(?:instead|rather|i meant?|sorry)\W*$
""")
_MORE = _pattern(r"\b(?:and|or|also|about|same|now|then|too|as well|again|but|only|just|though|try|do|use)\b")
_ANOTHER = _pattern(r"""
\W*(?:(?:ok(?:ay)?|oh|ah|so|yes|hm+|great|thanks|cool|no|nope|sorry|wait|actually)\W+)*
(?:(?:and|or|also|now|then|(?:what|how) about|try|do|use|same|i (?:mean|meant|said)|make it|another|nope|actually|
wait|typo|too \w+)\b|(?<=\w[,.] )$)
""")
_TOO = _pattern(r"\b(?:too|as well|instead|also|rather|mean|meant)\b")
_IN_FRONT = _pattern(r"\b(?:at|to|in) the (?:front|start|beginning|top)\b|\b(?:comes?|goes) first\b")
_ADDS = _pattern(r"""
^\W*(?:(?:and|but|oh|sorry|also|ok)\W+)*(?:with|plus|including|add|throw in|include)\b|
\b(?:at|to|in|on) the (?:end|front|start|beginning|top|bottom)\b|\b(?:i )?forgot\b|\bin (?:it|there) (?:too|as well)\b
""")
_INSTEAD = _pattern(r"\b(?:instead|rather than)\b")
_AFTERTHOUGHT = _pattern(r"""
(?:after|as|at|before|between|by|due|ending|for|from|in|on|over|starting|till?|to|under|until|with|without)
 (?![^,]*,)(?!.*\b(?:what|which|who|when|where|how|is|are|does|do|did|can)\b)
""")
_TOO_BUT = _pattern(r"\b(?:too|as well),? (?:but|just|only)\b")
_POINTED = _pattern(rf"\b(?:it{GOES}|its|that|this|there|her|him|his|he|she|they|them|their|those|these|same)\b")
_ARE_THERE = _pattern(r"\b(?:is|are|was|were|be) there\b")
"""Stands for no place."""
_PERSON = _pattern(r"\b(?:her|him|his|hers|he|she|they|them|their)\b")
_PLACE = _pattern(r"\bthere\b")
_KIND = _pattern(r"\b(?:that|(?:the|this) same|same) (\w+)")
_TURNED = _pattern(r"""
\b(?:other way (?:a?round)|(?:other|opposite) direction|vice versa|reverse(?:d)?|backwards|swap(?:ped)?|way back|
return (?:trip|journey)|back again|(?:go|goes|going|come|travel|head)(?:ing)? back(?! (?:to|as)\b))\b
""")
AGAIN = _pattern(r"""
\W*(?:(?:do|roll|flip|toss|spin|pick|draw|choose|shuffle|throw|try|give me|go|run|repeat|and|ok|now|please|one|it|that|
them|the same(?: thing)?)[\s,]+)*(?:again|once more|one more(?: time)?|another(?: one| time| go)?|
re-?(?:roll|flip|do|draw)|repeat(?: it| that)?|same again)(?:[\s,]+(?:please|pls|then|now|thanks))*\W*
""")
_LEAVES = _pattern(r"\b(?:bye|goodbye|good night|see you|that'?s (?:all|it)|cheers)\W*$")
_KNOWS_NOT = _pattern(r"\b(?:(?:do|did) ?n[o']?t know|dunno|idk|no (?:idea|clue)|not sure|you (?:choose|decide))\b")
_TAKES_BACK = _pattern(r"""
[\s,]*\b(?:not|instead of|rather than)\s+(?:(?:the|in|on|at|to|for)\s+)*([^,.!?]{1,40}?)(?=\s*(?:[,.!?]|\bbut\b|$))
(?:\s*but\b)?[\s,.!?]*
""")
_SAID_BUT = _pattern(r".*\b(?:said|wrote|typed|put|those were|that was)\b.{1,40}?\bbut(?:\s+(?:it'?s|meant?))?\s+")
_NO = _pattern(r"\bno $")


@dataclass(frozen=True, slots=True)
class Message:
    """A short message. `rest` is what it says between what leads over to it and what ends it."""

    text: str
    lead: str
    rest: str
    tail: str

    @classmethod
    def of(cls, text: str, *, reply: bool = False) -> Self | None:
        """None where it is too long to lean on anything. `reply`: something was asked for."""
        if len(text) > _MOST_CHARACTERS or len(text.split()) > (_LONGEST_REPLY if reply else _LONGEST):
            return None
        lead = LEAD.match(text)
        begins = lead.end() if lead else 0
        tail = TAIL.search(text, begins)
        ends = tail.start() if tail else len(text)
        return cls(text, text[:begins], text[begins:ends], text[ends:])

    @property
    def is_request(self) -> bool:
        """Whether it begins as a wish of its own does."""
        return HEADED.match(self.rest) is not None

    @property
    def remarks(self) -> bool:
        """Whether it tells something and asks for nothing."""
        return is_statement(self.rest)

    @property
    def corrects(self) -> bool:
        """Whether it says that what was done is not what was meant."""
        return _CORRECTS.search(self.text) is not None

    @property
    def goes_on(self) -> bool:
        """Whether it says that it leans on what was said before."""
        more = _MORE.search(f"{self.lead} {self.tail}") or _TOO_BUT.search(self.rest)
        return self.corrects or more is not None

    @property
    def names_another(self) -> bool:
        """Whether its form says that what it has is another value: "and abba", "abba too", "abba?"."""
        return _ANOTHER.match(self.lead) is not None or _TOO.search(self.tail) is not None or self.tail.strip() == "?"

    @property
    def adds(self) -> bool:
        """Whether it says that what it has belongs beside what was said: "with b.pdf at the end", "forgot the 108"."""
        return _ADDS.search(self.text) is not None and _INSTEAD.search(self.text) is None

    @property
    def adds_in_front(self) -> bool:
        """Whether that belongs before it."""
        return _IN_FRONT.search(self.text) is not None

    @property
    def is_afterthought(self) -> bool:
        """Whether it begins as the end of a sentence does: "in swiss francs", "with a lid", "due friday"."""
        return _AFTERTHOUGHT.match(self.rest) is not None

    @property
    def points(self) -> bool:
        """Whether it has a word that stands for something said before."""
        return _POINTED.search(self.rest) is not None

    @property
    def nouns(self) -> frozenset[str]:
        """What it points at by its kind: "that day", "the same room", "her" as a person, "there" as a place."""
        found = {match[1].lower() for match in _KIND.finditer(self.text)}
        found |= {"date"} if found & {"day", "night", "evening", "morning"} else set()
        found |= {"person"} if _PERSON.search(self.text) else set()
        return frozenset(found | ({"place"} if _PLACE.search(self.text) else set()))

    @property
    def takes_leave(self) -> bool:
        """Whether it ends the talk."""
        return _LEAVES.search(self.text) is not None

    @property
    def knows_not(self) -> bool:
        """Whether it says that there is no saying."""
        return _KNOWS_NOT.search(self.text) is not None

    @property
    def again(self) -> bool:
        """Whether it asks for the same once more."""
        return AGAIN.fullmatch(self.text) is not None

    @property
    def turned(self) -> bool:
        """Whether it asks for the same the other way round."""
        return _TURNED.search(self.text) is not None

    @property
    def taken_back(self) -> tuple[str, Self] | None:
        """What it takes back, and the message without that: "80, not 50", "zucchini instead of the pumpkin"."""
        found = _TAKES_BACK.search(self.text)
        kept = found and type(self).of(f"{self.text[: found.start()]} {self.text[found.end() :]}".strip(" ,"))
        return (found[1].strip(), kept) if found and kept and kept.rest.strip(" ,.!?") else None

    @property
    def without_what_was_said(self) -> str:
        """What it says, or what stands behind the "but" of "i said weeks but months"; with it the "no" of "no onions",
        which takes nothing back."""
        if _SAID_BUT.match(self.text):
            return _SAID_BUT.sub("", self.text)
        first = next(iter(self.rest.split()), "")
        denies = _NO.search(self.lead) and first.islower() and first not in STOP and not tells_a_value(first)
        return f"no {self.rest}" if denies else self.rest

    @property
    def says_anything(self) -> bool:
        """Whether it says anything at all between what leads over to it and what ends it."""
        return any(each.text.lower() not in STOP for each in split_words(self.rest) if each.kind != "mark")

    def words(self) -> Iterator[str]:
        """The words that mean something, but for numbers, dates and codes."""
        for each in split_words(self.rest):
            if each.kind == "word":
                yield from (word for word in plain_words(each.text) if word not in STOP)


def points_back(text: str) -> bool:
    """Whether a text is a short message with a word that stands for something said before."""
    message = Message.of(_ARE_THERE.sub("", text))
    return message is not None and message.points
