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

from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.route.lexical import stems
from keyhole.models.embedded.text import name_words, plain_words

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
FLAGS = "include_{x}|show_{x}|with_{x}|has_{x}|is_{x}|{x}_only|allow_{x}|auto_{x}|return_{x}|enable_{x}|exclude_{x}|{x}_required|additional_{x}|use_{x}|{x}_enabled|detailed_{x}".split(
    "|"
)
FLAG_WORDS = frozenset(
    "include show with has is only allow auto return enable exclude required additional use enabled detailed".split()
)
ABOUT_FLAGS = (
    "Whether to include {x}|A flag to indicate whether {x} should be included|Indicates whether the {x} is required|If true, {x} are returned as well|Determines if {x} {y} are shown|Whether {x} is wanted"
    "|Set to true to {y} the {x}|Flag to indicate if {x} {y} should be used. Default is false|Indicates if the {y} has {x}. Default is False|If set to true, the {y} will include {x}|Whether the {x} should be {y} automatically"
    "|Specifies whether to use {x}|Indicates whether the {y} offers {x}. The default is 'dontcare'|True to {y} {x}, false otherwise|Optional. Whether to {y} {x}"
).split("|")
TURNED_ON = ", including {x}| with {x}|, and include {x}| and show {x} as well|. I also want {x}|. Include {x} too|, {x} included|. Make sure that {x} is on|, with {x} please|. {x} would be nice|. It should have {x}".split(
    "|"
)
TURNED_OFF = ", without {x}|. No {x}|, excluding {x}|. I don't need {x}|. Leave out {x}| but no {x}".split("|")
CODED = "{c} for {n}|{c} for {n}|{c} for {n}|{c}: {n}|{c} = {n}|{c} means {n}|{c} is {n}|{c} - {n}|'{c}' for {n}".split(
    "|"
)
CODED_ABOUT = "{a}. {l}|{a}, such as {l}|{a}. Example: {l}|{a} ({l})|{a}, e.g. {l}, etc|{a}, where {l}|Code of the {t}: {l}|ID of the {t}, for example {l}".split(
    "|"
)
SAID = ("True", "False", "dontcare"), ("True", "False"), ("yes", "no"), ("true", "false")
QUOTES = ("'{}'", "'{}'", '"{}"', "‘{}’", "“{}”", "`{}`")


class Varier:
    """Keeps values that it has seen, by the name of their parameter, to give them as examples of others."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.seen: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=60))
        self.others: deque[Parameter] = deque(maxlen=300)
        """Optional parameters of other tools, which requests for this one say nothing about."""

    def varied(
        self, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
    ) -> tuple[str, list[Parameter], list[Answer]]:
        """The same example, perhaps with other descriptions and with its values in quotation marks."""
        parameters, answers = self._parted(query, parameters, answers)
        self.others += [replace(p, required=False) for p in parameters]
        query, parameters, answers = self._switched(query, parameters, answers)
        parameters, answers = self._extended(query, parameters, answers)
        parameters = [self._coded(p, a) for p, a in zip(parameters, answers, strict=True)]
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
        return _unless_twice(made, parameters, answers)

    def _extended(
        self, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
    ) -> tuple[list[Parameter], list[Answer]]:
        """With switches spelled out, and with optional parameters that are not spoken of."""
        r = self.rng
        made = list(zip(parameters, answers, strict=True))
        for at, (parameter, answer) in enumerate(made):
            if parameter.type == "bool" and r.random() < 0.25:
                options = r.choice(SAID)
                chosen = [] if answer.flag is None else [0 if answer.flag else 1]
                made[at] = replace(parameter, type="enum", options=options), Answer(options=chosen)
        said = set(stems(split_plain(query)))
        while len(made) < 10 and r.random() < 0.35:
            extra = self._flag(query) if r.random() < 0.5 else r.choice(self.others)
            words = set(stems(name_words(extra.path[-1])))
            taken = {stem for p, _ in made for stem in stems(name_words(p.path[-1]))}
            if (extra.type == "bool" and words - said) or not words & (said | taken):
                made.insert(r.randint(len(made) // 2, len(made)), (extra, Answer()))
        return _unless_twice(made, parameters, answers)

    def _switched(
        self, query: str, parameters: Sequence[Parameter], answers: Sequence[Answer]
    ) -> tuple[str, list[Parameter], list[Answer]]:
        """With a switch that the request, made longer, turns on or off."""
        r = self.rng
        flag = self._flag(query)
        if r.random() > 0.12 or any(p.path == flag.path for p in parameters):
            return query, list(parameters), list(answers)
        words = name_words(flag.path[-1])
        thing = " ".join(w for w in words if w not in FLAG_WORDS) or words[-1]
        if r.random() < 0.3:
            thing = f"the {thing}"
        on = r.random() < 0.75
        ending = query[len(query.rstrip("?.! ")) :]
        wish = r.choice(TURNED_ON if on else TURNED_OFF).format(x=thing)
        reversed_ = words[0] == "exclude"
        return (
            f"{query[: len(query) - len(ending)]}{wish}{ending[:1]}",
            [*parameters, flag],
            [*answers, Answer(flag=on != reversed_)],
        )

    def _flag(self, query: str) -> Parameter:
        """A switch that is off: about something else, or about a thing that the request names without asking for it."""
        r = self.rng
        spoken = [word for word in split_plain(query) if len(word) > 3] or ["result"]
        other = r.choice(self.others) if self.others else None
        words = name_words(other.path[-1]) if other else ["details"]
        x, y = r.choice(words), r.choice(spoken if r.random() < 0.5 else words)
        name = r.choice(FLAGS).format(x=x if r.random() < 0.7 else y)
        return Parameter((name,), "bool", r.choice(ABOUT_FLAGS).format(x=x, y=y))

    def _coded(self, parameter: Parameter, answer: Answer) -> Parameter:
        """A choice of names as a choice of codes that the description explains."""
        r = self.rng
        names = [str(option) for option in parameter.options]
        if parameter.type != "enum" or not 2 <= len(names) <= 8 or tuple(names) in SAID or r.random() > 0.2:
            return parameter
        first = r.choice((0, 1, 1, 1))
        codes: tuple[object, ...] = tuple(range(first, first + len(names)))
        if r.random() < 0.25:
            codes = tuple("ABCDEFGH"[: len(names)])
        shown = set(answer.options) | set(r.sample(range(len(names)), r.randint(2, len(names))))
        form = r.choice(CODED)
        told = r.choice((", ", ", ", "; ", " and ")).join(
            form.format(c=codes[i], n=names[i].replace("_", " ")) for i in sorted(shown)
        )
        title = " ".join(name_words(parameter.path[-1]))
        about = r.choice(CODED_ABOUT).format(a=parameter.description or title, t=title, l=told)
        path = (*parameter.path[:-1], parameter.path[-1] + r.choice(("", "_id", "_code", "_type")))
        return replace(parameter, path=path, description=about, options=codes)

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
        if own and r.random() < 0.25:  # what is asked for may well be among the examples
            others += own
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


def _unless_twice(
    made: Sequence[tuple[Parameter, Answer]], parameters: Sequence[Parameter], answers: Sequence[Answer]
) -> tuple[list[Parameter], list[Answer]]:
    """What was made of an example's parameters and answers; these as they were where a name came up twice."""
    if len({parameter.path for parameter, _ in made}) < len(made):
        return list(parameters), list(answers)
    return [parameter for parameter, _ in made], [answer for _, answer in made]


def split_plain(query: str) -> list[str]:
    """The plain words of a request."""
    return [word for part in query.split() for word in plain_words(part)]


def _key(parameter: Parameter) -> str:
    words = name_words(parameter.path[-1])
    return f"{parameter.type} {words[-1] if words else ''}"
