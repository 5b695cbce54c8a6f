"""The same question for another thing, in so many words: "how does it look for Leeds" is "what about Leeds"."""

from __future__ import annotations

import re

from keyhole.models.embedded.text import STOP, plain_words

_LONGEST = 200
_ALIKE = re.compile(
    r"\W*(?:(?:and|so|ok|but|now|then)\W+)*(?:how|what)(?:'?s)?(?: (?:does|did|do|would|will|is|was|has|had))? "
    r"(?:it|that|this|things|the same)(?:'d)? "
    r"(?:(?:look|looks|looked|looking|go|goes|be|been|work)\b(?: like)?(?: (?:for|with))?|"
    r"(?=the (?:day|week|month|year) ))"
    r"\s*(?P<rest>.{2,80})",
    re.IGNORECASE,
)


def asked_alike(text: str) -> str:
    """A question for the same of another thing as people ask it shortest; any other text as it is."""
    found = _ALIKE.fullmatch(text.strip()) if len(text) <= _LONGEST else None
    rest = found["rest"] if found else ""
    says = any(letter.isdigit() for letter in rest) or any(word not in STOP for word in plain_words(rest))
    return f"what about {rest}" if says else text
