# ruff: noqa: E501  (rows of words and phrases are data: wrapping them would hide them)
"""Requests for published tools: their own names, types and descriptions, with values of the kind that each parameter names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from catalogue_phrases import BY_KIND, FALSE, FIRST, MONEY, NAMED, NUMBERS, PAIRS, SECOND, TEXT, TONGUES, TRUE, WAYS
from invented import Answer, Inventor
from invented_phrases import CALC_HEADS, CONTEXTS, GET_HEADS, OPENERS, STOPPERS
from invented_values import Span
from published import EXAMPLES, SEARCHES, SUMS, Field, Published, read

from keyhole.models.embedded.prompt import Parameter, Type
from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard


class Catalogue:
    """Makes fill examples of tools with described parameters. `quotations` are sentences of prose."""

    def __init__(
        self, cards: Sequence[tuple[ToolCard, Mapping[str, Any]]], inventor: Inventor, quotations: Sequence[str]
    ) -> None:
        self.inventor, self.rng, self.quotations = inventor, inventor.rng, quotations
        self.tools = [tool for card, schema in cards if (tool := read(card, schema)) is not None]

    def example(self) -> tuple[str, ToolCard, list[Parameter], list[Answer]]:
        """A request, the card of its tool, its parameters and what each should get."""
        r = self.rng
        tool = r.choice(self.tools)
        if r.random() < 0.15:
            tool = self._paired(tool)
        bare = r.random() < 0.12  # "sides 3, 4 and 5"
        used = [f for f in tool.fields if r.random() < (0.95 if f.required else 0.5)] or [r.choice(tool.fields)]
        if r.random() < 0.4 and not bare:
            r.shuffle(used)
        used = [field for field in used if field.kind != SECOND]
        for at, field in enumerate(used):
            if field.kind == FIRST:
                used.insert(at + 1, next(f for f in tool.fields if f.kind == SECOND))
                break
        parts: list[tuple[Field, str, list[Span]]] = []
        answers: dict[str, Answer] = {}
        options: dict[str, tuple[str, ...]] = {}
        lists: set[str] = set()
        for each in used:
            if each.type == "bool":
                truth = r.random() < 0.65
                said = re.sub(r"^(?:is|has|include|enable|use|should|with|show|allow|get) ", "", _title(each))
                parts.append((each, r.choice(TRUE if truth else FALSE).replace("{n}", said), []))
                answers[each.name] = Answer(flag=truth)
                continue
            text, spans, many = self._value(each)
            if many:
                lists.add(each.name)
            elif len(each.examples) > 2 and text in each.examples and r.random() < 0.2:
                options[each.name] = each.examples
                answers[each.name] = Answer(options=[each.examples.index(text)])
            if each.kind in (FIRST, SECOND):
                phrase = r.choice(("between", "from") if each.kind == FIRST else ("and", "to")) + f" {text}"
                at = len(phrase) - len(text)
            elif bare and each.type in ("int", "num"):
                phrase, at = text + (f" {each.unit}" if each.unit else ""), 0
            else:
                phrase, at = self._phrase(each, text)
            parts.append((each, phrase, [(s + at, e + at) for s, e in spans]))
        query, where = self._sentence(tool, parts)
        parameters, found = [], []
        for each in tool.fields:
            kind: Type = "enum" if each.name in options else each.type
            many = each.many or each.name in lists
            description = "" if r.random() < 0.06 else self._trimmed(each)
            choices = options.get(each.name, ())
            parameters.append(Parameter((each.name,), kind, description, each.required, many, choices))
            found.append(answers.get(each.name) or Answer(where.get(each.name, [])))
        return query, tool.card, parameters, found

    def _paired(self, tool: Published) -> Published:
        """The tool with the two ends of a range asked for as well."""
        r = self.rng
        first, second, type_, drawn = r.choice(PAIRS)
        thing = r.choice(drawn.split())
        made = []
        for word, kind in ((first, FIRST), (second, SECOND)):
            name = f"{word}_{thing}" if r.random() < 0.8 else f"{thing}_{word}"
            about = r.choice(
                ["The {w} {t}", "{w} {t} of the range", "The {t} to {w} with", "The {w} of the {t} range", "{t} ({w})"]
            )
            made.append(Field(name, type_, about.format(w=word, t=thing), r.random() < 0.7, False, (), "", kind))
        if {field.name for field in made} & {field.name for field in tool.fields}:
            return tool
        rest = [field for field in tool.fields if r.random() < 0.6]
        return replace(tool, fields=(*rest, *made))

    def _trimmed(self, each: Field) -> str:
        """The description, sometimes without its examples."""
        if each.examples and self.rng.random() < 0.25:
            return EXAMPLES.sub("", each.description).strip()
        if each.examples and self.rng.random() < 0.4:
            quoted = ", ".join(f"'{example}'" for example in each.examples)
            lead = self.rng.choice(
                [", such as {}", ". Options include {}", ". For example, {}", " (e.g. {})", ": one of {}"]
            )
            return EXAMPLES.sub("", each.description).strip() + lead.format(quoted)
        return each.description

    def _value(self, each: Field) -> tuple[str, list[Span], bool]:
        """(text, places of the values in it, whether it is a list) for a parameter."""
        r = self.rng
        if each.type in ("int", "num"):
            if each.many:
                text, spans = self.inventor.join([self._number(each) for _ in range(r.randint(2, 5))])
                return text, spans, True
            text = self._number(each)
            return text, [(0, len(text))], False
        if len(each.examples) > 1 and (each.many or r.random() < 0.12):
            text, spans = self.inventor.join(r.sample(each.examples, r.randint(2, len(each.examples))))
            return text, spans, True
        text = r.choice(each.examples) if each.examples and r.random() < 0.6 else self._drawn(each)
        if each.many and r.random() < 0.7:
            text, spans = self.inventor.join(list(dict.fromkeys([text, self._drawn(each), self._drawn(each)])))
            return text, spans, True
        quoted = 0.75 if each.kind == "said" else 0.12 if each.kind in ("title", "code", "") else 0.05
        if r.random() < quoted and '"' not in text:
            mark = "'" if r.random() < 0.6 else '"'
            return f"{mark}{text}{mark}", [(1, 1 + len(text))], each.many
        return text, [(0, len(text))], each.many

    def _number(self, each: Field) -> str:
        words = set(name_words(each.name))
        r = self.rng
        if words & {"year", "years"} and "year" in each.name.lower()[-5:] and each.type == "int":
            return str(r.randint(1900, 2030))
        highest = (
            12
            if words & {"count", "quantity", "number", "limit", "rating", "guests", "people"}
            else r.choice((20, 100, 1000, 90000))
        )
        return self.inventor.number(1, highest, each.type == "int" or r.random() < 0.4)

    def _drawn(self, each: Field) -> str:
        """A value of the kind that the parameter names."""
        r, make = self.rng, self.inventor
        words = set(name_words(each.name))
        if each.kind in (FIRST, SECOND):
            ranges = {
                "date": "date",
                "day": "date",
                "month": "date",
                "time": "time",
                "language": "language",
                "currency": "currency",
                "unit": "currency",
            }
            kind = next((ranges[word] for word in words if word in ranges), "place")
            return self._drawn(replace(each, kind=kind))
        by_kind: dict[str, Callable[[], str]] = {
            "place": make.place,
            "person": make.name,
            "date": make.date,
            "time": lambda: make.value("time")[0].strip("'\""),
            "code": lambda: make.value("code")[0].strip("'\""),
            "email": lambda: make.value("email")[0].strip("'\""),
            "url": lambda: make.value("url")[0].strip("'\""),
            "file": lambda: make.value("file")[0].strip("'\""),
            "said": lambda: (
                r.choice(self.quotations).rstrip(".") if r.random() < 0.6 else make.value("quoted")[0].strip("'\"")
            ),
            "language": lambda: r.choice(TONGUES),
            "currency": lambda: r.choice(MONEY),
            "title": lambda: make.title("gear"),
        }
        if each.kind in by_kind:
            return by_kind[each.kind]()
        if each.kind:
            return re.sub(r"\s*\(.*\)$", "", make.pick(each.kind))
        return r.choice(
            [make.title("gear"), make.pick("words/nouns"), f"{make.pick('words/adjs')} {make.pick('words/nouns')}"]
        )

    def _phrase(self, each: Field, text: str) -> tuple[str, int]:
        """A value in words, and where it begins in them."""
        r = self.rng
        name = _title(each)
        if r.random() < 0.25 and " " in name:
            name = name.split()[-1]
        if each.type in ("int", "num"):
            if each.unit and r.random() < 0.6:
                phrase = r.choice(
                    [
                        f"{{n}} of {{v}} {each.unit}",
                        f"{{v}} {each.unit}",
                        f"{{n}} {{v}} {each.unit}",
                        f"a {{n}} of {{v}} {each.unit}",
                        f"at {{v}} {each.unit}",
                        f"{{n}} is {{v}} {each.unit}",
                    ]
                )
            elif (
                set(name_words(each.name)) & {"price", "cost", "budget", "amount", "salary", "revenue", "income", "fee"}
                and r.random() < 0.5
            ):
                phrase = r.choice(["{n} of ${v}", "${v}", "a {n} of ${v}", "{n} is ${v}", "for ${v}"])
            elif name.startswith(("number of ", "num ", "total ")) and r.random() < 0.7:
                phrase = r.choice(["{v} {n}", "with {v} {n}", "for {v} {n}"])
                name = re.sub(r"^(?:number of|num|total) ", "", name)
            else:
                phrase = r.choice(NUMBERS)
        elif each.kind in ("date", "time", "place") and (way := _way(each.name)):
            phrase = r.choice(WAYS[way])
        elif each.kind in BY_KIND and r.random() < 0.7:
            phrase = r.choice(BY_KIND[each.kind])
        elif name.endswith((" type", " kind", " category", " genre", " style", " level", " name")) and r.random() < 0.5:
            name = name.rsplit(" ", 1)[0]
            phrase = r.choice(["{v} {n}", "for a {v} {n}", "the {v} {n}", "of {v} {n}", "{n} {v}", "for the {n} {v}"])
        else:
            phrase = r.choice(TEXT if r.random() < 0.5 else NAMED)
        phrase = phrase.replace("{n}", name)
        return phrase.replace("{v}", text, 1), phrase.index("{v}")

    def _sentence(
        self, tool: Published, parts: list[tuple[Field, str, list[Span]]]
    ) -> tuple[str, dict[str, list[Span]]]:
        r = self.rng
        left = list(parts)
        rest = re.sub(r"^(?:the|a|an) ", "", tool.rest)
        inside = None
        if left and left[0][0].type == "str" and left[0][2] and left[0][0].kind != "said" and r.random() < 0.12:
            inside = left.pop(0)  # "find Italian restaurants"
            start, end = inside[2][0][0], inside[2][-1][1]
            rest = f"{inside[1][start:end]} {rest}"
        if tool.verb in SEARCHES and r.random() < 0.7:
            head = r.choice(GET_HEADS).format(n=rest)
        elif tool.verb in SUMS and r.random() < 0.7:
            head = r.choice(CALC_HEADS).format(n=rest)
        else:
            head = f"{tool.verb} {rest if inside else tool.rest}"
            if r.random() < 0.5:
                head = f"{r.choice(OPENERS)} {head}"
        text, where = "", dict[str, list[Span]]()

        def add(before: str, part: tuple[Field, str, list[Span]]) -> None:
            nonlocal text
            text += before
            where[part[0].name] = [(s + len(text), e + len(text)) for s, e in part[2]]
            text += part[1]

        if left and r.random() < 0.15:  # what is known first, the wish after it
            count = r.randint(1, len(left))
            for number, part in enumerate(left[:count]):
                bare = not re.match(
                    r"(?:for|of|in|at|on|with|by|from|to|about|using|like|where|near|and|called|named)\b", part[1]
                )
                opening = r.choice(["I have ", "Given ", "We have "]) if bare else ""
                add(r.choice([", ", " and ", ", "]) if number else opening, part)
            left = left[count:]
            text += r.choice([". ", ", ", "; "])
        else:
            text = r.choice(CONTEXTS) + " " if r.random() < 0.08 else ""
        began = len(text)
        text += head
        if inside:
            at = began + head.index(rest) - inside[2][0][0]
            where[inside[0].name] = [(s + at, e + at) for s, e in inside[2]]
        for number, part in enumerate(left):
            last = number == len(left) - 1
            if part[1].startswith(":"):
                glue = ""
            elif number and r.random() < 0.12 and not last and part[0].kind != SECOND:
                glue = ". "
            elif part[0].kind == SECOND:
                glue = " "
            elif number:
                glue = r.choice([" ", " ", ", ", ", ", " and ", ", and " if last else ", ", " with "])
            else:
                glue = r.choice([" ", " ", " ", ", ", " where ", " given "]) if part[0].type in ("int", "num") else " "
            add(glue, part)
        if r.random() < 0.08:
            text += " " + r.choice(STOPPERS)
        if r.random() < 0.8:
            text = text[0].upper() + text[1:]
            text += "?" if re.match(r"(?i)(what|can|could|how|do|would|any|who|which)\b", text) else "."
        elif r.random() < 0.5:
            text = text.lower()
        return text, where


def _way(name: str) -> str:
    """Whether a name is that of a beginning or of an end."""
    words = set(name_words(name))
    if words & {"start", "from", "begin", "beginning", "origin", "departure", "source", "pickup", "checkin"}:
        return "from"
    return "to" if words & {"end", "to", "until", "destination", "arrival", "target", "dropoff", "checkout"} else ""


def _title(each: Field) -> str:
    return " ".join(name_words(each.name)) or each.name
