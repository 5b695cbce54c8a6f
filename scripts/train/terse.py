"""Fill examples as people in a hurry type them, the values alone: "Thursday, Marek, the ladder in the garage".

Sentences say by their words where a value begins and ends; here a comma does, and what the parameters want has to say
which is which. A longer phrase is often given with its article then, which belongs to it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from invented import Answer

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP

MOST_VALUES, LONGEST = 6, 9
"""Values of such a request, and words of one."""
WITH_ARTICLE = 0.4
"""Share of the longer phrases that get an article."""
PHRASE = 3
"""Words from which on a text in small letters is a phrase."""
BARE = 0.4
"""Share of the numbers that follow the text before them without a mark: "kitchen 19"."""
LEADS = 0.15
"""Share of the requests whose first value is parted from the others by a colon."""
SMALL = 0.3
"""Share of the requests in small letters."""
_MARKS = (", ", ", ", ", ", "; ", " - ", " / ")
_PARTS = re.compile(r"[,;:/\n]| - ")
_ENDS = re.compile(r"\W*(?:\s(?!\s*\d)|$)")
_UNIT = re.compile(r" [^\W\d_]{1,12}\b")


def terse(
    rng: random.Random, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
) -> tuple[str, list[Answer]] | None:
    """The values of a request alone, and where they stand then; None where they are too few, too many or too long, or
    where one is a list, a switch that has to be given, a part of a word, or would be parted itself. They stand in any
    order, but in that of the parameters where several are numbers or names, of which nothing else tells which is which.
    """
    said: list[tuple[int, str, str]] = []  # which parameter, its value, what goes on behind it
    left: list[Answer] = []
    spans = [span for answer in answers for span in answer.spans]
    for number, (parameter, answer) in enumerate(zip(parameters, answers, strict=True)):
        left.append(Answer(options=answer.options))
        if (answer.flag is not None and parameter.required) or len(answer.spans) + len(answer.options) > 1:
            return None
        if answer.options:
            said.append((number, str(parameter.options[answer.options[0]]).replace("_", " "), ""))
        for start, end in answer.spans:
            if not _is_whole(parameter, query, start, end):
                return None
            said.append((number, *_value(rng, query, (start, end), spans, parameter)))
    texts = [text for _, text, _ in said]
    if not 2 <= len(said) <= MOST_VALUES or any(_PARTS.search(t) or len(t.split()) > LONGEST for t in texts):
        return None
    kinds = [_kind(parameters[number], text) for number, text, _ in said]
    if max(kinds.count("number"), kinds.count("name")) < 2:
        rng.shuffle(said)
    if rng.random() < SMALL:  # before their places are told: a letter may become two
        said = [(number, text.lower(), behind.lower()) for number, text, behind in said]
    mark, made = rng.choice(_MARKS), ""
    for at, (number, text, behind) in enumerate(said):
        is_number = parameters[number].type in ("int", "num")
        if at:
            colon = at == 1 and len(made.split()) < PHRASE and rng.random() < LEADS
            made += ": " if colon else " " if is_number and made[-1].isalpha() and rng.random() < BARE else mark
        if not left[number].options:
            left[number] = Answer([(len(made), len(made) + len(text))])
        made += text + behind
    return made, left


def _is_whole(parameter: Parameter, query: str, start: int, end: int) -> bool:
    """Whether a value is the text that stands there, and no day or code of which that is the beginning."""
    if parameter.type in ("int", "num"):
        return True
    return _ENDS.match(query, end) is not None and not query[start:end].isdigit()


def _kind(parameter: Parameter, text: str) -> str:
    if parameter.type in ("int", "num"):
        return "number"
    return "name" if parameter.type == "str" and text[:1].isupper() else "text"


def _value(
    rng: random.Random, query: str, span: tuple[int, int], spans: Sequence[tuple[int, int]], parameter: Parameter
) -> tuple[str, str]:
    """A value as it may be given alone, and its unit, if any."""
    text = query[slice(*span)]
    if parameter.type in ("int", "num"):
        return text, _unit(query, span[1], spans)
    words = text.split()
    phrase = len(words) >= PHRASE and words[0].islower() and words[0].isalpha() and words[0] not in STOP
    return f"the {text}" if phrase and rng.random() < WITH_ARTICLE else text, ""


def _unit(query: str, end: int, spans: Sequence[tuple[int, int]]) -> str:
    """The word behind a number that ends there, where it may be its unit."""
    unit = _UNIT.match(query, end)
    taken = unit is None or any(start < unit.end() and end < other for start, other in spans)
    return "" if unit is None or taken or unit[0].strip().lower() in STOP else unit[0]
