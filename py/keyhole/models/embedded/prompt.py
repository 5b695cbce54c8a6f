"""The embedded model's own view of a step, and the grammar of what it may say.

Route: the request, then one line a tool: an index token, the name's words, the weighty words of its description, hint
tokens. The answer is one token: an index, `<none>` or `<clarify>`. Fill: the request, one line a parameter, the request
again with an index token after each word. The answer gives each parameter in order: its token, then word indices (one
for a number, first and last for a string), an option's index, a truth value, `<skip>` or `<ask>`.

A prompt is text: the structural tokens below are USER_DEFINED in the GGUF, so an engine reads them from the text and
its grammar matches them; everything else is lower-case ASCII words, each with one space before it. Training renders
its examples with this module, so that the two cannot drift apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from keyhole.models.embedded.numbers.lettered_numbers import without_codes
from keyhole.models.embedded.numbers.numbers import Number, find_numbers
from keyhole.models.embedded.route.lexical import Overlap, bucket
from keyhole.models.embedded.text import (
    STOP,
    Word,
    name_words,
    plain_words,
    render_word,
    split_words,
    stem,
)
from keyhole.models.model import ToolCard

MAX_TOOLS = 32
MAX_PARAMETERS = 16
MAX_OPTIONS = 24
MAX_WORDS = 96
PLAIN_WORDS = 40
"""A longer request is not repeated in a fill prompt."""
_MARKS_TOGETHER = 4
"""Marks that are shown where more stand together, as in what is pasted."""
_LONGEST = 800
"""Characters of a request that are shown, a structural token as two: more than `MAX_WORDS` words of nearly any text. A
window of 1,024 tokens holds them, though not beside the largest tools if each letter is a token."""

CONTROL = ("<pad>", "<bos>", "<eos>")
STRUCTURAL = (
    "<route>", "<fill>", "<ctx>", "<found>", "<tools>", "<params>", "<query>", "<answer>",
    "<none>", "<clarify>", "<skip>", "<ask>", "<end>", "<true>", "<false>", "<yes>", "<no>",
    "<str>", "<int>", "<num>", "<bool>", "<enum>", "<list>", "<req>", "<opt>", "<cap>", "<hit>", "<top>",
    "<n1>", "<n2>", "<n3>", "<n4>", "<n5>", "<year>", "<dec>", "<frac>",
    "<date>", "<time>", "<url>", "<email>", "<code>", "<quote>", "<pct>", "<cur>",
    *(f"<h{k}>" for k in range(7)), *(f"<d{k}>" for k in range(7)),
    *(f"<{k}>" for k in range(1, MAX_TOOLS + 1)),
    *(f"<p{k}>" for k in range(1, MAX_PARAMETERS + 1)),
    *(f"<e{k}>" for k in range(1, MAX_OPTIONS + 1)),
    *(f"<w{k}>" for k in range(1, MAX_WORDS + 1)),
)  # fmt: skip


_STRUCTURE = re.compile(r"<\w+>")


def render_query(words: Sequence[Word]) -> str:
    """A request as prompt text."""
    return "".join(render_word(word) for word in words)


def shown(query: str) -> list[Word]:
    """The words of a request that a prompt has room for: all, or the last."""
    kept: list[Word] = []
    marks, left = 0, _LONGEST
    for word in reversed(split_words(query)):
        marks = marks + 1 if word.kind == "mark" else 0
        if marks > _MARKS_TOGETHER:
            continue
        left -= len(_STRUCTURE.sub("##", render_word(word)))
        if left < 0:
            break
        kept.append(word)
    return kept[::-1]


def content(text: str, limit: int, *, seen: frozenset[str] = frozenset()) -> list[str]:
    """The first weighty words of a description that are not in `seen` (stems)."""
    kept: list[str] = []
    have = set(seen)
    for part in text[:600].split():
        for word in plain_words(part):
            if word in STOP or len(word) < 2 or stem(word) in have:
                continue
            have.add(stem(word))
            kept.append(word)
            if len(kept) >= limit:
                return kept
    return kept


def render_tool(card: ToolCard, overlap: Overlap, *, top: bool, description_words: int) -> str:
    """One tool's line, without its index token."""
    name = list(name_words(card.name))[:8]
    text = "".join(" " + word for word in name)
    if description_words:
        seen = frozenset(stem(word) for word in name)
        rest = content(card.description.split("\n", 1)[0], description_words, seen=seen)
        text += " :" + "".join(" " + word for word in rest)
    return f"{text}<h{bucket(overlap.name)}><d{bucket(overlap.request)}>{'<top>' if top else ''}"


def route_prompt(
    query: str,
    cards: Sequence[ToolCard],
    evidence: Sequence[Overlap],
    *,
    context: Sequence[str] = (),
    description_words: int = 8,
) -> str:
    """The route prompt for at most `MAX_TOOLS` cards; the answer follows at once."""
    earlier = f"<ctx>{render_query(split_words(context[-1])[-24:])}" if context else ""
    best = max((overlap.score for overlap in evidence), default=0.0)
    if len(cards) > 10:
        description_words = max(2, description_words * 10 // len(cards))
    lines = "".join(
        f"<{index}>{render_tool(card, overlap, top=overlap.score == best > 0, description_words=description_words)}"
        for index, (card, overlap) in enumerate(zip(cards, evidence, strict=True), start=1)
    )
    return f"<route>{earlier}<query>{render_query(shown(query)[-MAX_WORDS:])}<tools>{lines}<answer>"


def route_grammar(count: int, *, may_clarify: bool) -> str:
    """GBNF: one index token, `<none>` or, where asking is allowed, `<clarify>`."""
    options = [f'"<{k}>"' for k in range(1, count + 1)] + ['"<none>"'] + (['"<clarify>"'] if may_clarify else [])
    return "root ::= " + " | ".join(options)


Type = Literal["str", "int", "num", "bool", "enum"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One leaf of a tool's schema: `path` leads to it; `options` are the enum's values; `many` says it is a list;
    `around`: the description of the object that it is a part of, which may say the form of all parts; `nullable`: null
    is a value of it."""

    path: tuple[str, ...]
    type: Type
    description: str = ""
    required: bool = False
    many: bool = False
    options: tuple[Any, ...] = ()
    schema: Mapping[str, Any] = field(default_factory=dict)
    around: str = ""
    nullable: bool = False

    @property
    def form(self) -> str:
        """What says in which form it wants a value."""
        return self.description or self.around

    @property
    def about(self) -> str:
        """The words of its name, and what its description says."""
        return f"{' '.join(name_words(self.path[-1]))}: {self.description}"


@dataclass(frozen=True, slots=True)
class FillView:
    """A fill step as the model sees it, with what is needed to read its answer."""

    prompt: str
    grammar: str
    words: tuple[Word, ...]
    """The words that can be pointed at: `<w1>` is the first."""
    numbers: Mapping[int, Number]
    """By index in `words`; `first` and `last` are indices in `words` too."""
    parameters: tuple[Parameter, ...]
    topic: frozenset[str] = frozenset()
    """Stems of the tool's name and description."""
    about: tuple[str, ...] = ()
    """Words of these that say something."""
    called: frozenset[str] = frozenset()
    """Stems of the tool's name."""


def render_parameter(parameter: Parameter, asked: frozenset[str], description_words: int = 6) -> str:
    """One parameter's line, without its index token."""
    name = [word for part in parameter.path for word in name_words(part)][-6:]
    seen = frozenset(stem(word) for word in name)
    text = "".join(" " + word for word in name)
    rest = content(parameter.description, description_words, seen=seen)
    if rest:
        text += " :" + "".join(" " + word for word in rest)
    text += f"<{parameter.type}>{'<list>' if parameter.many else ''}{'<req>' if parameter.required else '<opt>'}"
    for index, option in enumerate(parameter.options[:MAX_OPTIONS], start=1):
        words = name_words(str(option))[:4]
        hit = bool(words) and all(stem(word) in asked for word in words)
        shown = "".join(" " + word for word in words) or render_query(split_words(str(option))[:4]) or "<code>"
        text += f"<e{index}>{shown}{'<hit>' if hit else ''}"
    return text


def fill_view(
    query: str, tool: str, description: str, parameters: Sequence[Parameter], *, context: Sequence[str] = ()
) -> FillView:
    """The fill prompt for at most `MAX_PARAMETERS` parameters."""
    parameters = tuple(parameters[:MAX_PARAMETERS])
    everything = shown(query)
    pointable = [word for word in everything if word.kind != "mark"]
    cut = len(pointable) - MAX_WORDS
    if cut > 0:
        pointable = pointable[cut:]
        everything = [word for word in everything if word.start >= pointable[0].start]
    words = tuple(pointable)
    at = {word.start: index for index, word in enumerate(words)}
    numbers = without_codes(_pointable_numbers(everything, at), words, (p.about for p in parameters))
    asked = frozenset(stem(word) for token in words for word in plain_words(token.text))
    title = name_words(tool)[:8]
    about = content(description.split("\n", 1)[0], 8, seen=frozenset(stem(word) for word in title))
    lines = "".join(f"<p{k}>{render_parameter(p, asked)}" for k, p in enumerate(parameters, start=1))
    indexed = "".join(render_word(w) + (f"<w{at[w.start] + 1}>" if w.start in at else "") for w in everything)
    earlier = f"<ctx>{render_query(split_words(context[-1])[-24:])}" if context else ""
    plain = render_query(everything) if len(words) <= PLAIN_WORDS else ""
    plain = plain if len(plain) <= _LONGEST // 2 else ""
    prompt = (
        f"<fill>{earlier}<query>{plain}<tools>{''.join(' ' + w for w in title)} :{''.join(' ' + w for w in about)}"
        f"<params>{lines}<query>{indexed}<answer>"
    )
    says = tuple(word for word in (*title, *plain_words(description)) if word not in STOP)
    grammar = fill_grammar(parameters, len(words), sorted(numbers))
    return FillView(
        prompt, grammar, words, numbers, parameters, frozenset(map(stem, says)), says, frozenset(map(stem, title))
    )


def _pointable_numbers(everything: Sequence[Word], at: Mapping[int, int]) -> dict[int, Number]:
    found: dict[int, Number] = {}
    for first, number in find_numbers(everything).items():
        start, last = at[everything[first].start], at[everything[number.last].start]
        found[start] = Number(number.value, start, last, number.percent)
    return found


def fill_grammar(parameters: Sequence[Parameter], words: int, numbers: Sequence[int]) -> str:
    """GBNF: every parameter's token in order, each followed by one answer of its type."""
    rules: list[str] = []
    parts: list[str] = []
    needed: set[str] = set()
    for index, parameter in enumerate(parameters, start=1):
        absent = '"<ask>"' if parameter.required else '"<skip>"'
        value = _value_rule(parameter, index, words, numbers, rules)
        needed.add(value)
        if not value:
            parts.append(f'"<p{index}>" {absent}')
        elif parameter.many:
            parts.append(f'"<p{index}>" ({value} ({value})* "<end>" | {absent})')
        else:
            parts.append(f'"<p{index}>" ({value} | {absent})')
    if "w w" in needed:
        rules.append("w ::= " + " | ".join(f'"<w{k}>"' for k in range(1, words + 1)))
    if "n" in needed:
        rules.append("n ::= " + " | ".join(f'"<w{k + 1}>"' for k in numbers))
    return "\n".join(["root ::= " + " ".join(parts), *rules])


def _value_rule(parameter: Parameter, index: int, words: int, numbers: Sequence[int], rules: list[str]) -> str:
    if parameter.options:
        rules.append(
            f"e{index} ::= " + " | ".join(f'"<e{k}>"' for k in range(1, len(parameter.options[:MAX_OPTIONS]) + 1))
        )
        return f"e{index}"
    if parameter.type == "bool":
        return '("<true>" | "<false>")'
    if parameter.type in ("int", "num"):
        return "n" if numbers else ""
    return "w w" if words else ""
