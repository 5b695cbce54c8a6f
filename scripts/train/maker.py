"""Examples of both steps before they are rendered: a request, the tools in view, the right one, its values' places."""

from __future__ import annotations

import random
import re
from collections import defaultdict, deque
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from catalogued import Catalogue
from idle_phrases import CONCEPTS, DEEDS, SYSTEM
from invented import Answer, Inventor
from invented_phrases import OPENERS
from kept_back import Gram, grams
from look_ups import SHIPPED, LookUps
from renamed import ALIKE, renamed
from siblings import Siblings
from sources import Row, load_catalog, load_lists, load_rows, load_sentences
from terse import terse
from varied import Varier
from written import Written
from written_sets import FillExample, ToolSet, WrittenSets

from keyhole.models.embedded.prompt import Parameter, Type
from keyhole.models.embedded.route.lexical import plain_words_long, stems
from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard

LOOK_UPS = 0.14
"""Share of examples for the toolboxes that are shipped."""
UNASKED = 0.12
"""Share of fill examples whose request is for something else, so that nothing of what the tool needs is said."""
TAUGHT = 0.6
"""Share of the other route examples that a teacher has labelled, where there are any."""
SETS = 0.4
"""Share of the other examples that are of tools and requests written by hand, where there are any."""
NUMBERS: tuple[Type, ...] = ("int", "num")
VARIED, RENAMED = 0.5, 0.4
"""Shares of the fill examples of these whose values are put in other words, and whose tool gets other names."""
TERSE = 0.12
"""Share of them that say the values alone, where they can."""
CATALOGUED = 0.35
"""Share of the other fill examples that are made for published tools."""

Route = tuple[str, list[ToolCard], int]
"""A request, the cards in view and which of them is right; -1 none, -2 clarify."""


class Maker:
    """Makes examples; everything random comes from one seed. No request shares a run of words with `exclude`."""

    def __init__(
        self,
        data: Path,
        seed: int,
        split: str = "train",
        *,
        exclude: Container[Gram] = (),
        look_ups: float = LOOK_UPS,
        written: Sequence[Written] = (),
        sets: Sequence[ToolSet] = (),
        taught: Callable[[random.Random], Route] | None = None,
    ) -> None:
        self.exclude, self.share = exclude, look_ups
        self.rng = rng = random.Random(seed)
        self.inventor = Inventor(load_lists(data), rng)
        self.look_ups = LookUps(self.inventor, written, "learn" if split == "train" else "decide")
        self.sets = WrittenSets(sets, rng) if sets else None
        self.taught = taught
        self.siblings = Siblings(self.inventor)
        self.varier = Varier(rng)
        self.earlier: deque[tuple[str, set[str]]] = deque(maxlen=50)
        """Requests, and what they were asked for."""
        self.questions = load_sentences(data, random.Random(5), "?")
        catalog = load_catalog(data)
        self.catalogue = Catalogue(catalog, self.inventor, load_sentences(data, random.Random(6), ".!"))
        rows = load_rows(data, random.Random(7), split)
        self.wanting = [row for row in rows if row.card]
        self.idle = [row.utterance for row in rows if not row.card]
        by_source: dict[str, dict[str, ToolCard]] = defaultdict(dict)
        self.by_source_rows: dict[str, list[Row]] = defaultdict(list)
        for row in self.wanting:
            assert row.card
            by_source[row.source].setdefault(row.card.name, row.card)
            self.by_source_rows[row.source].append(row)
        self.by_source = {source: list(cards.values()) for source, cards in by_source.items()}
        self.catalog = [card for card, _ in catalog]
        self.described = [c for c in self.catalog if len(c.description.split()) > 3 and c.parameters]
        self.pool = self.catalog + [card for cards in self.by_source.values() for card in cards]
        self.index: dict[str, list[int]] = defaultdict(list)
        for number, card in enumerate(self.pool):
            for s in set(stems(name_words(card.name))) | set(stems(plain_words_long(card.description))):
                self.index[s].append(number)

    # requests ----------------------------------------------------------------------------------------------------

    def from_description(self) -> tuple[str, ToolCard]:
        """A request made of a catalogue card's own description."""
        r = self.rng
        card = r.choice(self.described)
        text = re.split(r"[.;(]", card.description)[0].strip()
        words = text.split()[:14]
        first = words[0].lower()
        if first in ALIKE:
            words[0] = r.choice(ALIKE[first]).replace("_", " ")
        elif first.endswith("s") and first[:-1] in ALIKE:
            words[0] = r.choice(ALIKE[first[:-1]]).replace("_", " ")
        if r.random() < 0.5 and len(words) > 4:
            words = [w for i, w in enumerate(words) if i == 0 or r.random() > 0.15]
        query = " ".join(words)
        query = query[0].lower() + query[1:]
        if r.random() < 0.6:
            query = f"{r.choice(OPENERS)} {query}"
        x = r.random()
        if x < 0.3:
            card = replace(card, description="")
        return query, card

    def idle_request(self) -> str:
        r = self.rng
        x = r.random()
        if x < 0.55:
            return r.choice(self.idle)
        if x < 0.7:
            return r.choice(self.questions)
        text = r.choice(SYSTEM)
        fill = {"c": lambda: r.choice(CONCEPTS), "x": lambda: self.inventor.title("gear"), "d": lambda: r.choice(DEEDS)}
        text = re.sub(r"\{(\w)\}", lambda m: fill[m[1]](), text)
        if r.random() < 0.4:
            text = text[0].upper() + text[1:] + r.choice(["", "?", ".", "!"])
        return text

    def lexical_rivals(self, query: str, count: int) -> list[ToolCard]:
        """Cards that share words with the request."""
        r = self.rng
        found: list[ToolCard] = []
        wanted = [s for s in stems(plain_words_long(query)) if s in self.index]
        for _ in range(count * 2):
            if not wanted or len(found) >= count:
                break
            found.append(self.pool[r.choice(self.index[r.choice(wanted)])])
        return found

    # route -------------------------------------------------------------------------------------------------------

    def count(self) -> int:
        r = self.rng
        x = r.random()
        if x < 0.27:
            return 1
        if x < 0.62:
            return r.randint(2, 4)
        if x < 0.9:
            return r.randint(5, 8)
        return r.randint(9, 20)

    def fresh(self, text: str) -> bool:
        """Whether a request shares nothing with what is kept back for measuring."""
        return not any(gram in self.exclude for gram in grams(text))

    def route_example(self) -> tuple[str, list[ToolCard], int, str]:
        """As `_route_example`, of requests that are not kept back."""
        while not self.fresh((made := self._route_example())[0]):
            pass
        return made

    def _route_example(self) -> tuple[str, list[ToolCard], int, str]:
        """A request, the cards in view, which of them is right (negative: none is) and the answer if none is."""
        r = self.rng
        x = r.random()
        count = self.count()
        gold: ToolCard | None = None
        rivals: list[ToolCard] = []
        clarify = False
        if r.random() < self.share:
            look = self.look_ups.example()
            return look.query, look.cards, look.tool, "<clarify>" if look.tool == -2 else "<none>"
        if self.taught and r.random() < TAUGHT:
            return self._among_others(*self.taught(r), count)
        if self.sets and r.random() < SETS:
            return self._among_others(*self.sets.route(), count)
        if x < 0.44:
            source = r.choices(
                list(self.by_source_rows), [min(9000, len(v)) ** 0.75 for v in self.by_source_rows.values()]
            )[0]
            row = r.choice(self.by_source_rows[source])
            query, gold = row.utterance, row.card
            assert gold
            same = self.by_source[source]
            rivals = [c for c in r.sample(same, min(len(same), r.choice([0, 1, 2, count]))) if c.name != gold.name]
            gold = renamed(self.rng, gold)
        elif x < 0.5:
            return self._sibling_example(count)
        elif x < 0.75:
            example = self.inventor.example(missing=r.random() < 0.16)
            query, gold, clarify = example.query, example.card, example.clarify
            rivals = example.near[: r.randint(0, 5)]
        elif x < 0.8:
            query, gold = self.from_description()
        elif x < 0.88:
            query, gold, _, _ = self.catalogue.example()
            gold = renamed(self.rng, gold)
        else:
            query = self.idle_request()
            if r.random() < 0.4:
                example = self.inventor.example()
                rivals = [example.card, *example.near]
                if r.random() < 0.3:
                    rivals = [self.inventor.card(a, ()) for a in self.inventor.by_domain["games"]]
        removed = gold is not None and r.random() < (0.42 if count == 1 else 0.22)
        rivals += self.lexical_rivals(query, r.choice([0, 1, 2, 3]))
        r.shuffle(rivals)
        while len(rivals) < count:
            rivals.append(
                r.choice(self.pool) if r.random() < 0.5 else self.inventor.card(r.choice(self.inventor.actions))
            )
        names = set(stems(name_words(gold.name))) if gold else set()
        kept = [
            card for card in rivals
            if not gold or len(names & set(stems(name_words(card.name)))) < 0.6 * max(1, min(len(names), 3))
        ]  # fmt: skip
        cards = kept[: count if removed or gold is None else count - 1]
        if gold is not None and not removed:
            cards.insert(r.randint(0, len(cards)), gold)
        if not cards:
            cards = [self.inventor.card(r.choice(self.inventor.actions))]
            removed = gold is not None
        answer = "<none>" if gold is None or removed else "<clarify>" if clarify else ""
        at = -1 if gold is None or removed else next(i for i, card in enumerate(cards) if card is gold)
        return query, cards, -1 if answer else at, answer

    def _among_others(
        self, query: str, cards: list[ToolCard], at: int, count: int
    ) -> tuple[str, list[ToolCard], int, str]:
        """As `route_example`, of a request that was drawn with its cards, sometimes among other tools."""
        r = self.rng
        if not cards or r.random() < 0.3:
            words = set(stems(plain_words_long(query)))
            for _ in range(max(1, count - len(cards))):
                other = r.choice(self.pool)
                if not words & set(stems(name_words(other.name))):
                    cards.append(other)
            cards = cards or [r.choice(self.pool)]
        if r.random() < 0.4:
            cards = [renamed(self.rng, card) for card in cards]
        order = list(range(len(cards)))
        r.shuffle(order)
        answer = "<clarify>" if at == -2 else "<none>" if at == -1 else ""
        return query, [cards[i] for i in order], order.index(at) if at >= 0 else -1, answer

    def _sibling_example(self, count: int) -> tuple[str, list[ToolCard], int, str]:
        """As `route_example`: the tools in view do different things with the same, some are about something else."""
        query, gold, cards = self.siblings.example()
        thing = set(stems(name_words(gold.name)))
        for _ in range(count - len(cards) - 1):
            other = self.inventor.card(self.rng.choice(self.inventor.actions))
            if not thing & set(stems(name_words(other.name))):
                cards.append(other)
        self.rng.shuffle(cards)
        at = self.rng.randint(0, len(cards))
        return query, [*cards[:at], gold, *cards[at:]], at, ""

    # fill --------------------------------------------------------------------------------------------------------

    def fill_example(self) -> tuple[str, ToolCard, list[Parameter], list[Answer]]:
        """As `_fill_example`, of requests that are not kept back."""
        while not self.fresh((made := self._fill_example())[0]):
            pass
        query, card, parameters, answers = made
        asked = {parameter.path[-1] for parameter, answer in zip(parameters, answers, strict=True) if not answer.absent}
        unlike = [other for other, said in self.earlier if not said & {p.path[-1] for p in parameters}]
        self.earlier.append((query, asked))
        if card.name in SHIPPED or self.rng.random() > UNASKED:
            return made
        other = self.rng.choice(unlike) if unlike and self.rng.random() < 0.5 else self.idle_request()
        return other, card, parameters, [Answer() for _ in parameters]

    def _fill_example(self) -> tuple[str, ToolCard, list[Parameter], list[Answer]]:
        """One request with its tool, its parameters and what each should get."""
        r = self.rng
        if r.random() < self.share:
            while not (look := self.look_ups.example()).parameters or look.tool == -1:
                pass
            card = look.cards[look.tool] if look.tool >= 0 else look.cards[0]
            return look.query, card, look.parameters, look.answers
        if self.sets and r.random() < SETS:
            return self.changed(self.sets.fill())
        x = r.random()
        if x < CATALOGUED:
            query, card, parameters, answers = self.catalogue.example()
            query, parameters, answers = self.varier.varied(query, parameters, answers)
            return query, renamed(self.rng, card), parameters, answers
        if x < CATALOGUED + 0.4:
            e = self.inventor.example(missing=r.random() < 0.1)
            query, parameters, answers = self.varier.varied(e.query, e.parameters, e.answers)
            return query, e.card, parameters, answers
        while True:
            source = r.choices(list(self.by_source_rows), [len(v) ** 0.6 for v in self.by_source_rows.values()])[0]
            row = r.choice(self.by_source_rows[source])
            if row.usable_slots and row.slots and row.card:
                break
        query, parameters, answers = self.varier.varied(row.utterance, *self._slots(row))
        return query, renamed(self.rng, row.card), parameters, answers

    def of_sets(self, times: int) -> Iterator[FillExample]:
        """Every request of the sets so many times, and all that is said after a call: first as it is written, then
        changed."""
        examples = [made for made in self.sets.fills() if self.fresh(made[0])] if self.sets and times else []
        for number in range(times):
            for example in examples:
                yield self.changed(example) if number else example

    def changed(self, example: FillExample) -> FillExample:
        """An example of the sets, often with values put in other words or alone, or of a tool by other names."""
        query, card, parameters, answers = example
        short = terse(self.rng, query, parameters, answers) if self.rng.random() < TERSE else None
        if short:
            query, answers = short
        elif self.rng.random() < VARIED:
            query, parameters, answers = self.varier.varied(query, list(parameters), list(answers))
        return query, renamed(self.rng, card) if self.rng.random() < RENAMED else card, parameters, answers

    def _slots(self, row: Row) -> tuple[list[Parameter], list[Answer]]:
        r = self.rng
        assert row.card
        merged: dict[str, Answer] = {}
        kinds: dict[str, tuple[tuple[str, ...], bool]] = {}
        for slot in row.slots:
            answer = merged.setdefault(slot.name, Answer())
            if slot.options:
                answer.options.append(slot.chosen)
            else:
                answer.spans.append((slot.start, slot.end))
            kinds[slot.name] = (slot.options, slot.number and kinds.get(slot.name, ((), True))[1])
        names = list(merged)
        others = [p for p in row.card.parameters if p not in merged]
        names += r.sample(others, min(len(others), r.randint(0, 3)))
        r.shuffle(names)
        parameters, answers = [], []
        for name in names:
            options, number = kinds.get(name, ((), False))
            answer = merged.get(name, Answer())
            if options and answer.spans:
                answer = Answer(answer.spans)
                options = ()
            shuffled = list(options)
            if options:
                gold = [options[i] for i in answer.options]
                r.shuffle(shuffled)
                answer = Answer(options=[shuffled.index(g) for g in gold])
            many = len(answer.spans) > 1 or len(answer.options) > 1 or (bool(answer.spans) and r.random() < 0.05)
            kind: Type = "enum" if options else r.choice(NUMBERS) if number and not many else "str"
            words = name_words(name)
            about = r.choice(["", "", "the {}", "{} of the request", "Specify the {}", "{} to use"]).format(
                " ".join(words)
            )
            required = not answer.absent and r.random() < 0.6
            parameters.append(Parameter((name,), kind, about, required, many, tuple(shuffled)))
            answers.append(answer)
        return parameters, answers
