"""A message without what is no part of its wish: the "alright then." and "hmm" in front, the "good night" behind, which
a reader of values would take for names. English only."""

from __future__ import annotations

import re

_LONGEST = 400
_IN_FRONT = re.compile(
    r"\W*(?:(?:(?:al(?:l ?)?right(?:y|ie)?|aight|right(?:y?o| then)|ok(?:ay|ey|ie)?(?: then| so)|fine|lovely|super|"
    r"brilliant|excellent|awesome|listen|look|anyway|anyhow|guys|folks|welp|ugh+|phew|hooray|yay)"
    r"(?: then| so| now)?\s*[.,!;:]+|"
    r"(?:hm+|erm+|uhm+|umm+|mhm+)[.,!;:\u2026]*)\s+){1,3}"
    r"(?!(?:no|nope|nah|not|wait|actually|sorry|oops)\b)(?=[\w\"'(])",
    re.IGNORECASE,
)
"""Words that neither wish for anything nor take anything back: a "no" or a "wait" says more."""
_BEHIND = re.compile(
    r"\s*[,.!;]\s*(?:and )?(?:good ?night|night[- ]night|sweet dreams|(?:good ?)?bye(?: for now| now)?|see (?:you|ya)"
    r"(?: (?:later|soon|tomorrow))?|ciao|have a (?:nice|good|great) (?:day|night|evening|one|weekend))\s*[.!)]*\s*$",
    re.IGNORECASE,
)
_IS_WRITTEN = re.compile(
    r"[:\"\u201c]|\b(?:say(?:s|ing)?|text|tell|message|write|send|post|email|mail|reply|note|caption|comment|call(?:ed)?|"
    r"name[ds]?|titled?|that (?:says|reads)|play|find|search|translate|spell)\b",
    re.IGNORECASE,
)
"""Of what is written to somebody, or looked for, the end belongs to it."""


def without_fillers(text: str) -> str:
    """The message with its wish alone; as it is where nothing else would be left of it."""
    if len(text) > _LONGEST:
        return text
    lead = _IN_FRONT.match(text)
    kept = text[lead.end() :] if lead else text
    if not _IS_WRITTEN.search(kept):
        kept = _BEHIND.sub("", kept)
    return kept if re.search(r"\w", kept) else text
