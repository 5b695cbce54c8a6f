# ruff: noqa: E501, RUF001, SIM905  (rows of phrases are data, typographic quotes are what people type)
"""Fill examples as published tools have them: descriptions with examples and defaults, values in quotation marks."""

from __future__ import annotations

import random
import re
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from invented import Answer

from keyhole.models.embedded_prompt import Parameter
from keyhole.models.embedded_text import name_words

EXAMPLES = (
    ", such as '{0}' or '{1}'|, such as '{0}'|, such as {0}|, e.g. {0}|, e.g. '{0}', '{1}'|, e.g., '{0}'| (e.g., {0}, {1})| (e.g., '{0}')|. For example, '{0}'|"
    ". Example: '{0}', '{1}'|, like {0} or {1}|, in the format of '{0}'|, for instance '{0}'. It should be spelled out|. It should be format as {0}|, for example: {0}"
).split("|")
MORE = (
    ". Default is '{0}'|. Defaults to '{0}' if not provided|. If not specified, all are included|. If not specified, any {t} is accepted|. This is an optional parameter|"
    ". Use 'dontcare' if it does not matter|. Default is None|. If omitted, the {t} is not considered|. Optional"
).split("|")
BEFORE = "The {t}|The {t} of the request|The name of the {t}|The specific {t}|The desired {t}|The {t} to use|Name of the {t}|The {t} for which the information is wanted|The unique {t}|{t}".split(
    "|"
)
PLACE = re.compile(r"([^\W\d_][^\W\d_ .'-]*(?: [^\W\d_]+)?), ([^\W\d_]+(?: [^\W\d_]+)?)")
PARTS = (
    "city|town|location|city_name|place|destination_city|municipality".split("|"),
    "country|state|region|country_name|province|country_or_state".split("|"),
)
QUOTES = ("'{}'", "'{}'", '"{}"', "‘{}’", "“{}”", "`{}`")


class Varier:
    """Keeps values that it has seen, by the name of their parameter, to give them as examples of others."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.seen: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=60))

    def varied(
        self, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
    ) -> tuple[str, list[Parameter], list[Answer]]:
        """The same example, perhaps with other descriptions and with its values in quotation marks."""
        parameters, answers = self._parted(query, parameters, answers)
        described = [self._described(query, p, a) for p, a in zip(parameters, answers, strict=True)]
        for parameter, answer in zip(parameters, answers, strict=True):
            self.seen[_key(parameter)].extend(query[start:end] for start, end in answer.spans)
        text, spans = query, list(answers)
        if self.rng.random() < 0.12:
            text, spans = self._quoted(query, parameters, answers)
        return text, described, spans

    def _parted(
        self, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
    ) -> tuple[list[Parameter], list[Answer]]:
        """ "Oslo, Norway" may be asked for in two parameters."""
        r = self.rng
        made: list[tuple[Parameter, Answer]] = []
        for parameter, answer in zip(parameters, answers, strict=True):
            start, end = answer.spans[0] if len(answer.spans) == 1 else (0, 0)
            found = PLACE.fullmatch(query[start:end])
            if not found or parameter.type != "str" or parameter.many or r.random() < 0.4:
                made.append((parameter, answer))
                continue
            for part in (1, 2):
                name = r.choice(PARTS[part - 1])
                about = r.choice(BEFORE).format(t=name.replace("_", " "))
                required = parameter.required and r.random() < 0.8
                span = (start + found.start(part), start + found.end(part))
                made.append((Parameter((name,), "str", about, required), Answer([span])))
        names = [parameter.path for parameter, _ in made]
        if len(set(names)) < len(names):
            return list(parameters), list(answers)
        return [parameter for parameter, _ in made], [answer for _, answer in made]

    def _described(self, query: str, parameter: Parameter, answer: Answer) -> Parameter:
        r = self.rng
        title = " ".join(name_words(parameter.path[-1]))
        about = parameter.description
        if parameter.type in ("enum", "bool"):
            return parameter
        if r.random() < 0.15 or (not about and r.random() < 0.4):
            about = r.choice(BEFORE if parameter.type == "str" else BEFORE[:2]).format(t=title)
        own = {query[start:end] for start, end in answer.spans}
        others = [value for value in self.seen[_key(parameter)] if value not in own]
        if len(others) > 3 and r.random() < 0.4:
            shown = r.sample(others, 2)
            if r.random() < 0.5:
                shown = [value.title() if value.islower() else value for value in shown]
            about += r.choice(EXAMPLES).format(*shown)
        if not parameter.required and r.random() < 0.3:
            about += r.choice(MORE).format(r.choice(others) if others else "none", t=title)
        return replace(parameter, description=about)

    def _quoted(
        self, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
    ) -> tuple[str, list[Answer]]:
        """The values of plain text in quotation marks: all of them or some."""
        r = self.rng
        mark = r.choice(QUOTES)
        share = r.choice([0.5, 1.0])
        wanted = sorted(
            {
                span
                for parameter, answer in zip(parameters, answers, strict=True)
                for span in answer.spans
                if parameter.type == "str" and r.random() < share
            }
        )
        if any(first[1] > second[0] for first, second in pairwise(wanted)):
            return query, list(answers)
        opening, closing = mark.split("{}")
        shifts: list[tuple[int, int]] = []
        made, at = "", 0
        for start, end in wanted:
            value = query[start:end]
            if opening in value or closing in value or query[max(0, start - 1) : start] in tuple("'\"‘“`"):
                continue
            made += query[at:start] + opening + value + closing
            shifts += [(start, len(opening)), (end, len(closing))]
            at = end
        made += query[at:]

        def moved(place: int, *, end: bool) -> int:
            return place + sum(by for where, by in shifts if (where < place if end else where <= place))

        return made, [
            replace(answer, spans=[(moved(start, end=False), moved(end, end=True)) for start, end in answer.spans])
            for answer in answers
        ]


def _key(parameter: Parameter) -> str:
    words = name_words(parameter.path[-1])
    return f"{parameter.type} {words[-1] if words else ''}"
