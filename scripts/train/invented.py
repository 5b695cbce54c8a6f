# ruff: noqa: E501  (rows of words and phrases are data: wrapping them would hide them)
"""Invented requests: a tool declared from a domain's notation, a request that uses it, and where each value stands."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from invented_domains import DOMAINS
from invented_phrases import CALC_HEADS, CONTEXTS, GET_HEADS, GLUE, LEADS, NAME_VERBS, OPENERS, STOPPERS
from invented_values import Span, Values

from keyhole.models.embedded.prompt import Parameter, Type
from keyhole.models.model import ToolCard


@dataclass
class Answer:
    """What a parameter should get: `spans` of the request, `options` (0-based), a `flag`, or nothing (`absent`)."""

    spans: list[Span] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    flag: bool | None = None

    @property
    def absent(self) -> bool:
        return not self.spans and not self.options and self.flag is None


@dataclass
class Example:
    """A request with its tool. `near` are cards of the same domain; `missing` says that a required value was left out."""

    query: str
    card: ToolCard
    parameters: list[Parameter]
    answers: list[Answer]
    near: list[ToolCard]
    missing: bool = False
    clarify: bool = False
    """What is missing is missed by the sentence itself, or nothing at all was said about the tool's parameters."""


@dataclass
class _Kind:
    names: list[str]
    description: str
    spec: str
    phrases: list[str]


@dataclass
class _Action:
    kind: str
    whats: list[str]
    description: str
    required: list[str]
    optional: list[str]
    domain: str


class Inventor(Values):
    """Makes examples. `lists` are word lists by name; everything is drawn from `rng`."""

    def __init__(self, lists: dict[str, list[str]], rng: random.Random) -> None:
        super().__init__(lists, rng)
        self.kinds: dict[tuple[str, str], _Kind] = {}
        self.actions: list[_Action] = []
        self.shared: dict[str, _Kind] = {}
        domain = ""
        for line in DOMAINS.strip().splitlines():
            if line.startswith("#"):
                domain = line[1:].strip()
            elif line.startswith("!"):
                head, description, required, optional = (part.strip() for part in (line[1:] + " ").split("|"))
                kind, whats = head.split(":", 1)
                names = [what.strip() for what in whats.split(";")]
                self.actions.append(
                    _Action(kind.strip(), names, description, required.split(), optional.split(), domain)
                )
            else:
                key, rest = line.split(" = ", 1)
                names_, description, spec, phrases = (part.strip() for part in rest.split(" | "))
                made = _Kind(names_.split(";"), description, spec, [p.strip() for p in phrases.split(";")])
                self.kinds[domain, key.strip()] = made
                self.shared[key.strip()] = made
        self.by_domain: dict[str, list[_Action]] = {}
        for action in self.actions:
            for key in action.required + action.optional:
                self._kind(action, key)
            self.by_domain.setdefault(action.domain, []).append(action)

    def _kind(self, action: _Action, key: str) -> _Kind:
        return self.kinds.get((action.domain, key)) or self.shared[key]

    # tools -------------------------------------------------------------------------------------------------------

    def styled(self, words: list[str]) -> str:
        """A name of these words in one of the usual styles."""
        r = self.rng
        words = [w for w in words if w]
        x = r.random()
        if x < 0.55:
            return "_".join(words)
        if x < 0.7:
            return words[0] + "".join(w.title() for w in words[1:])
        if x < 0.78:
            return "".join(w.title() for w in words)
        if x < 0.93 and len(words) > 1:
            cut = r.randint(1, len(words) - 1)
            return "_".join(words[:cut]) + "." + "_".join(words[cut:])
        return "-".join(words)

    def card(self, action: _Action, parameters: tuple[str, ...] = ()) -> ToolCard:
        r = self.rng
        what = r.choice(action.whats)
        words = [w for w in re.findall(r"[a-z]+", what.lower()) if w not in ("a", "an", "the", "my", "of", "to", "on", "me", "i", "for", "two", "it", "is", "in", "s")]  # fmt: skip
        words = words or ["tool"]
        if action.kind in NAME_VERBS and r.random() < 0.75:
            words.insert(0, r.choice(NAME_VERBS[action.kind]))
        elif action.kind == "get" and r.random() < 0.3:
            words.append(r.choice(["lookup", "search", "info", "finder", "details", "service"]))
        if r.random() < 0.12:
            words.insert(0, action.domain.split()[0])
        if r.random() < 0.06:
            words.append(r.choice(["api", "tool", "v2", "service", "data"]))
        x = r.random()
        if x < 0.4:
            description = action.description
        elif x < 0.9:
            description = r.choice(LEADS[action.kind]).format(n=r.choice(action.whats))
            if parameters and r.random() < 0.4:
                description = description.rstrip(".") + f" by {', '.join(parameters[:3]).replace('_', ' ')}."
            description = description[0].upper() + description[1:]
        else:
            description = ""
        return ToolCard(self.styled(words[:6]), description, parameters)

    def example(self, *, missing: bool = False) -> Example:
        """One request for a random action. With `missing` one required value is left out of it, if it has any."""
        r = self.rng
        domain = r.choice(list(self.by_domain)) if r.random() < 0.5 else r.choice(self.actions).domain
        action = r.choice(self.by_domain[domain])
        required = list(action.required)
        optional = [key for key in action.optional if r.random() < 0.75]
        drop = r.choice(required) if missing and required else None
        used = [k for k in required if k != drop] + [k for k in optional if r.random() < 0.45]
        if not used and not drop and optional:
            used = [r.choice(optional)]
        order = list(used)
        if r.random() < 0.4:
            r.shuffle(order)
        parts: list[tuple[str, str, list[Span]]] = []
        drawn: dict[str, tuple[Type, tuple[str, ...], bool]] = {}
        flags: dict[str, bool] = {}
        chosen: dict[str, str] = {}
        for key in order:
            kind = self._kind(action, key)
            if kind.spec == "flag":
                phrase, truth = r.choice(kind.phrases).rsplit(":", 1)
                flags[key] = truth == "true"
                drawn[key] = ("bool", (), False)
                parts.append((key, phrase, []))
                continue
            text, spans, ptype, options, many = self.value(kind.spec)
            if ptype == "enum":
                chosen[key] = text
            phrase = r.choice(kind.phrases)
            if r.random() < 0.08 and not many:
                phrase = r.choice(["{n} {v}", "{n} is {v}", "{n} = {v}", "{n}: {v}", "{n} of {v}"]).replace(
                    "{n}", r.choice(kind.names).replace("_", " ")
                )
            if "{v}%" in phrase and text.endswith("%"):
                phrase = phrase.replace("%", "")
            before = phrase.index("{v}")
            parts.append((key, phrase.replace("{v}", text), [(s + before, e + before) for s, e in spans]))
            drawn[key] = (ptype, options, many)
        dangling = drop is not None and r.random() < 0.5
        clarify = dangling or (drop is not None and not parts)
        query, where = self._sentence(action, parts, dangling=dangling)
        parameters: list[Parameter] = []
        answers: list[Answer] = []
        listed = required + optional
        if r.random() < 0.25:
            r.shuffle(listed)
        names: set[str] = set()
        for key in listed:
            kind = self._kind(action, key)
            ptype, options, many = drawn.get(key) or self._declared(kind.spec)
            if ptype == "enum":
                shown = list(options)
                if len(shown) > 6:
                    keep = {chosen.get(key, shown[0])}
                    shown = [o for o in shown if o in keep or r.random() < 0.6]
                if r.random() < 0.5:
                    r.shuffle(shown)
                options = tuple(shown)
                if r.random() < 0.12:
                    ptype, options = "str", ()
            name = (
                next((n for n in r.sample(kind.names, len(kind.names)) if n not in names), None)
                or f"{key}_{len(names)}"
            )
            names.add(name)
            answer = Answer(list(where.get(key, [])))
            if key in flags:
                answer = Answer(flag=flags[key])
            elif key in chosen and options:
                answer = Answer(options=[options.index(chosen[key])])
            description = kind.description if r.random() < 0.75 else self._reworded(kind.description)
            if r.random() < 0.06:
                description = ""
            if many is False and ptype == "str" and r.random() < 0.03:
                many = True
            parameters.append(Parameter((self._param_style(name),), ptype, description, key in required, many, options))
            answers.append(answer)
        if drop is None and len(required) > 1 and r.random() < 0.03:
            parameters.reverse()
            answers.reverse()
        near_actions = [a for a in self.by_domain[domain] if a is not action]
        near = [self.card(a, tuple(r.choice(self._kind(a, k).names) for k in a.required + a.optional)) for a in r.sample(near_actions, min(len(near_actions), 5))]  # fmt: skip
        card = self.card(action, tuple(p.path[0] for p in parameters))
        return Example(query, card, parameters, answers, near, drop is not None, clarify)

    def _param_style(self, name: str) -> str:
        x = self.rng.random()
        if x < 0.82:
            return name
        words = name.split("_")
        return words[0] + "".join(w.title() for w in words[1:])

    def _reworded(self, description: str) -> str:
        r = self.rng
        core, dot, rest = description.partition(". ")
        core = core.removeprefix("the ").removeprefix("a ")
        lead = r.choice(
            ["The {}", "Specify the {}", "{} to use", "{} for the request", "The {} provided by the user", "{}"]
        )
        return lead.format(core) + dot + rest

    def _declared(self, spec: str) -> tuple[Type, tuple[str, ...], bool]:
        if spec == "flag":
            return "bool", (), False
        _, _, ptype, options, many = self.value(spec)
        return ptype, options, many

    def _sentence(
        self, action: _Action, parts: list[tuple[str, str, list[Span]]], *, dangling: bool
    ) -> tuple[str, dict[str, list[Span]]]:
        r = self.rng
        what = r.choice(action.whats)
        if action.kind == "calc":
            head = r.choice(CALC_HEADS).format(n=what)
        elif action.kind == "get":
            head = r.choice(GET_HEADS).format(n=what)
        else:
            head = what
            if r.random() < 0.35:
                head = f"{r.choice(OPENERS)} {head}"
        if action.kind != "do" and r.random() < 0.15:
            head = f"{r.choice(['please', 'hey,', 'can you', 'hi,', 'ok', 'could you please'])} {head}"
        sentence = ""
        where: dict[str, list[Span]] = {}

        def add(key: str, phrase: str, spans: list[Span]) -> None:
            nonlocal sentence
            base = len(sentence)
            sentence += phrase
            where[key] = [(s + base, e + base) for s, e in spans]

        if parts and r.random() < 0.1:  # "For 5 years, ...: calculate ..."
            key, phrase, spans = parts.pop(0)
            add(key, phrase, spans)
            sentence += ", " + head
        elif r.random() < 0.08:
            sentence = r.choice(CONTEXTS) + " " + head
        else:
            sentence = head
        for number, (key, phrase, spans) in enumerate(parts):
            if number == 0 and action.kind == "calc" and r.random() < 0.4:
                glue = r.choice(GLUE)
                sentence += (
                    f" {glue} " if glue and not phrase.startswith(("of ", "for ", "with ", "in ", "to ")) else " "
                )
            elif number and r.random() < (0.55 if action.kind == "calc" else 0.2):
                sentence += r.choice([" and ", ", ", ", ", " with ", ", and "])
            else:
                sentence += " "
            add(key, phrase, spans)
        if dangling:
            sentence += r.choice(
                [
                    " for",
                    " of ____",
                    " for ____",
                    " ____",
                    " in ...",
                    " of that",
                    " for this one",
                    " of ...",
                    " to",
                    " with",
                ]
            )
        if r.random() < 0.12:
            sentence += " " + r.choice(STOPPERS)
        x = r.random()
        if x < 0.55:
            sentence = sentence[0].upper() + sentence[1:]
            if r.random() < 0.8:
                sentence += "?" if re.match(r"(?i)(what|can|could|how|do|would|any|who|which)\b", sentence) else "."
        elif x < 0.85:
            sentence = sentence.lower()
        return sentence, where
