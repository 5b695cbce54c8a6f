# ruff: noqa: E501, SIM905  (rows of words and phrases are data: wrapping them would hide them)
"""Stage `data`: examples as token shards. Each is rendered by the very code that renders prompts at run time.

A shard holds `tokens`, `targets` (what each position should say next; `NONE` where nothing is learned; `AUX` marks the
dense side task: yes/no at the end of every tool's line, the parameter of every indexed word) and `offsets`.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
from invented import OPENERS, Answer, Inventor
from look_ups import LookUps
from sources import Row, load_catalog, load_lists, load_questions, load_rows
from tokens import Tokens

from keyhole.models import embedded_prompt
from keyhole.models.embedded_lexical import Overlap, overlaps, plain_words_long, stems
from keyhole.models.embedded_prompt import MAX_OPTIONS, MAX_PARAMETERS, MAX_TOOLS, MAX_WORDS, Parameter
from keyhole.models.embedded_text import name_words
from keyhole.models.model import ToolCard

NONE = 0xFFFF
AUX = 0x4000
LOOK_UPS = 0.14
"""Share of examples for the toolboxes that are shipped."""
SAME_INDICES = 0.85
"""Share of examples whose indices stay 1, 2, 3 ... as they are at run time; the others teach the rarer ones."""
VERBS = {
    "get": "get fetch retrieve find show look up give me tell me check".replace("look up", "look_up").replace("give me", "give_me").replace("tell me", "tell_me").split(),
    "create": "create add make set_up new generate build".split(),
    "delete": "delete remove cancel erase get_rid_of".split(),
    "update": "update change edit modify set".split(),
    "search": "search find look_for look_up".split(),
    "calculate": "calculate compute work_out find determine".split(),
    "analyze": "analyze examine assess evaluate check".split(),
    "send": "send deliver write".split(),
    "book": "book reserve schedule".split(),
}  # fmt: skip
ALIKE = {verb: group for group in VERBS.values() for verb in group}
for _head, _group in VERBS.items():
    ALIKE[_head] = _group
    ALIKE[_head + "s"] = _group
SYSTEM = [
    "what can you do", "who are you", "how does this work", "help", "what tools do you have", "are you a robot",
    "what model are you", "how do i install this", "is my data private", "tell me about yourself", "hello", "hi there",
    "good morning", "thanks", "thank you very much", "ok cool", "never mind", "lol", "you are great", "stop", "bye",
    "explain {c}", "how do i farm {x}", "how do i get better at {c}", "what is the best way to {d}", "why is {c} so hard",
    "explain how {c} works", "write a poem about {c}", "write a story about {x}", "write a python program to {d}",
    "should i {d}", "what do you think about {c}", "give me tips for {c}", "how can i {d}", "how do i {d}",
    "what is the difference between {c} and {c}", "best build for {x}", "is {x} any good", "tell me a story", "sing a song",
    "who would win, {x} or {x}", "what should i do today", "how to {d}", "can you {d} for me", "recommend a strategy for {c}",
    "what does it mean to {d}", "i hate {c}", "i am bored", "i love {c}", "where can i learn about {c}", "debug this code",
    "how many people like {c}", "what happens when you {d}", "fastest way to farm {x}", "guide to {c}", "how do i beat {x}",
    "which class is best for {c}", "what are {c}", "how does {c} affect {c}", "when should i use {x}", "rank the {c}",
]  # fmt: skip
CONCEPTS = "armor stats|weapon mods|power level|the economy|love|politics|crafting|the meta|machine learning|photosynthesis|time management|football|cooking|damage types|recoil|the stock market|inflation|black holes|gravity|marketing|discipline|mobility|resilience|glimmer|loadouts|cooldowns|grammar|recursion|chess openings|history|philosophy|health|dreams|music theory|climate change|sleep|diets|matchmaking|experience points".split("|")  # fmt: skip
DEEDS = "lose weight|learn to code|make friends|write an essay|cook rice|fix my car|play the guitar|get rich|level up fast|sort a list in python|tie a tie|meditate|grow tomatoes|clean a keyboard|build a website|train a dog|start a business|solo the dungeon|farm materials|unlock a subclass|save money|become happy|improve my aim|write a resume|play doom".split("|")  # fmt: skip


class Maker:
    """Makes token sequences with targets. Everything random comes from one seed."""

    def __init__(self, data: Path, tokens: Tokens, idf: dict[str, float], seed: int, split: str = "train") -> None:
        self.rng = rng = random.Random(seed)
        self.tokens, self.idf = tokens, idf
        self.inventor = Inventor(load_lists(data), rng)
        self.look_ups = LookUps(self.inventor)
        self.questions = load_questions(data, random.Random(5))
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
        self.catalog = [card for card, _ in load_catalog(data)]
        self.described = [c for c in self.catalog if len(c.description.split()) > 3 and c.parameters]
        self.pool = self.catalog + [card for cards in self.by_source.values() for card in cards]
        self.index: dict[str, list[int]] = defaultdict(list)
        for number, card in enumerate(self.pool):
            for s in set(stems(name_words(card.name))) | set(stems(plain_words_long(card.description))):
                self.index[s].append(number)
        special = tokens.special
        self.first = {kind: special[f"<{kind}1>"] for kind in ("", "p", "e", "w")}
        self.size = {"": MAX_TOOLS, "p": MAX_PARAMETERS, "e": MAX_OPTIONS, "w": MAX_WORDS}

    # requests ----------------------------------------------------------------------------------------------------

    def renamed(self, card: ToolCard) -> ToolCard:
        """The card under another name style, with another verb, perhaps without its description."""
        r = self.rng
        words = [w for w in name_words(card.name) if w not in ("hass", "api")][:7] or ["tool"]
        if r.random() < 0.3 and words[0] in ALIKE:
            words[0:1] = r.choice(ALIKE[words[0]]).split("_")
        if r.random() < 0.08 and len(words) > 2:
            words.pop(r.randrange(len(words)))
        description = card.description
        x = r.random()
        if x < 0.12:
            description = ""
        elif x < 0.3 and description:
            first, _, rest = description.partition(" ")
            if first.lower() in ALIKE:
                description = f"{r.choice(ALIKE[first.lower()]).replace('_', ' ').capitalize()} {rest}"
            if r.random() < 0.3:
                description = (
                    r.choice(["This tool helps to ", "Used to ", "API to ", "Function that can "]) + description
                )
        return ToolCard("_".join(words), description, card.parameters if r.random() < 0.8 else ())

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

    def route(self) -> tuple[list[int], list[int]]:
        """One route example."""
        return self._route(*self.route_example())

    def route_example(self) -> tuple[str, list[ToolCard], int, str]:
        """A request, the cards in view, which of them is right (negative: none is) and the answer if none is."""
        r = self.rng
        x = r.random()
        count = self.count()
        gold: ToolCard | None = None
        rivals: list[ToolCard] = []
        clarify = False
        if r.random() < LOOK_UPS:
            look = self.look_ups.example()
            return look.query, look.cards, look.tool, "<clarify>" if look.tool == -2 else "<none>"
        if x < 0.44:
            source = r.choices(
                list(self.by_source_rows), [min(9000, len(v)) ** 0.75 for v in self.by_source_rows.values()]
            )[0]
            row = r.choice(self.by_source_rows[source])
            query, gold = row.utterance, row.card
            assert gold
            same = self.by_source[source]
            rivals = [c for c in r.sample(same, min(len(same), r.choice([0, 1, 2, count]))) if c.name != gold.name]
            gold = self.renamed(gold)
        elif x < 0.74:
            example = self.inventor.example(missing=r.random() < 0.16)
            query, gold, clarify = example.query, example.card, example.clarify
            rivals = example.near[: r.randint(0, 5)]
        elif x < 0.86:
            query, gold = self.from_description()
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

    def _route(self, query: str, cards: list[ToolCard], at: int, answer: str) -> tuple[list[int], list[int]]:
        """The prompt with its targets: card `at` is right, or the answer given when it is negative."""
        r = self.rng
        evidence = overlaps(query, cards, self.idf)
        if r.random() < 0.06:
            evidence = [Overlap(0.0, 0.0, 0.0)] * len(cards)
        context = [r.choice(self.wanting).utterance] if r.random() < 0.04 else []
        prompt = embedded_prompt.route_prompt(
            query,
            cards,
            evidence,
            context=context,
            description_words=0 if r.random() < 0.15 else r.choice([6, 8, 8, 8, 10]),
        )
        ids = self.tokens.encode(prompt)
        targets = [NONE] * len(ids)
        base = self.first[""]
        lines = [i for i, t in enumerate(ids) if base <= t < base + MAX_TOOLS]
        ends = [i - 1 for i in lines[1:]] + [len(ids) - 2]
        for number, end in enumerate(ends):
            targets[end] = self.tokens.special["<yes>" if number == at else "<no>"] | AUX
        targets[-1] = self.tokens.special[answer] if at < 0 else base + at
        return self._shifted(ids, targets, {"": len(cards)})

    # fill --------------------------------------------------------------------------------------------------------

    def fill_example(self) -> tuple[str, ToolCard, list[Parameter], list[Answer]]:
        """One request with its tool, its parameters and what each should get."""
        r = self.rng
        if r.random() < LOOK_UPS:
            while not (look := self.look_ups.example()).parameters or look.tool == -1:
                pass
            card = look.cards[look.tool] if look.tool >= 0 else look.cards[0]
            return look.query, card, look.parameters, look.answers
        if r.random() < 0.68:
            e = self.inventor.example(missing=r.random() < 0.1)
            return e.query, e.card, e.parameters, e.answers
        while True:
            source = r.choices(list(self.by_source_rows), [len(v) ** 0.6 for v in self.by_source_rows.values()])[0]
            row = r.choice(self.by_source_rows[source])
            if row.usable_slots and row.slots and row.card:
                break
        parameters, answers = self._slots(row)
        return row.utterance, self.renamed(row.card), parameters, answers

    def fill(self) -> tuple[list[int], list[int]]:
        """One fill example."""
        return self._fill(*self.fill_example())

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
            kind = "enum" if options else r.choice(["int", "num"]) if number and not many else "str"
            words = name_words(name)
            about = r.choice(["", "", "the {}", "{} of the request", "Specify the {}", "{} to use"]).format(
                " ".join(words)
            )
            required = not answer.absent and r.random() < 0.6
            parameters.append(Parameter((name,), kind, about, required, many, tuple(shuffled)))  # type: ignore[arg-type] # one of Type
            answers.append(answer)
        return parameters, answers

    def _fill(
        self, query: str, card: ToolCard, parameters: list[Parameter], answers: list[Answer]
    ) -> tuple[list[int], list[int]]:
        r = self.rng
        parameters, answers = parameters[:MAX_PARAMETERS], answers[:MAX_PARAMETERS]
        context = [r.choice(self.wanting).utterance] if r.random() < 0.03 else []
        view = embedded_prompt.fill_view(query, card.name, card.description, parameters, context=context)
        said: list[str] = []
        tagged: dict[int, int] = {}
        changed = False
        for number, (parameter, answer) in enumerate(zip(parameters, answers, strict=True)):
            spans = []
            for start, end in answer.spans:
                inside = [i for i, w in enumerate(view.words) if w.end > start and w.start < end]
                if inside:
                    spans.append((inside[0], inside[-1]))
            numeric = parameter.type in ("int", "num") and not parameter.options
            if numeric and spans and any(first not in view.numbers for first, _ in spans):
                parameters[number] = replace(parameter, type="str")
                changed = True
                numeric = False
            said.append(f"<p{number + 1}>")
            values = (
                [f"<e{i + 1}>" for i in answer.options]
                or ([f"<w{a + 1}>" if numeric else f"<w{a + 1}><w{b + 1}>" for a, b in spans])
                or (["<true>" if answer.flag else "<false>"] if answer.flag is not None else [])
            )
            if not values:
                said.append("<ask>" if parameter.required else "<skip>")
            elif parameter.many:
                said += [*values, "<end>"]
            else:
                said.append(values[0])
                spans = spans[:1]
            for first, last in spans:
                for i in range(first, last + 1):
                    tagged.setdefault(i, number)
        if changed:
            view = embedded_prompt.fill_view(query, card.name, card.description, parameters, context=context)
        prompt = self.tokens.encode(view.prompt)
        answer_ids = self.tokens.encode("".join(said))
        ids = prompt + answer_ids
        targets = [NONE] * len(ids)
        p, w, no = self.first["p"], self.first["w"], self.tokens.special["<no>"]
        for i, t in enumerate(prompt):
            if w <= t < w + MAX_WORDS:
                mine = tagged.get(t - w)
                if mine is not None or r.random() < 0.4:
                    targets[i] = (no if mine is None else p + mine) | AUX
        for i, t in enumerate(answer_ids):
            if not p <= t < p + MAX_PARAMETERS:  # parameter tokens are forced by the grammar
                targets[len(prompt) - 1 + i] = t
        options = max((len(q.options) for q in parameters), default=0)
        return self._shifted(
            ids[:-1], targets[:-1], {"p": len(parameters), "w": len(view.words), "e": min(options, MAX_OPTIONS)}
        )

    def _shifted(self, ids: list[int], targets: list[int], used: dict[str, int]) -> tuple[list[int], list[int]]:
        """Other index tokens in the same order, in some of the examples, so that every index is learned."""
        r = self.rng
        table: dict[int, int] = {}
        for kind, n in used.items():
            if not n or r.random() < SAME_INDICES:
                continue
            base, size = self.first[kind], self.size[kind]
            if kind == "w":
                offset = r.randint(0, size - min(n, size))
                chosen = [i + offset for i in range(n)]
            else:
                chosen = sorted(r.sample(range(size), min(n, size)))
            for i, j in enumerate(chosen):
                table[base + i] = base + j
        if table:
            ids = [table.get(t, t) for t in ids]
            targets = [t if t == NONE else table.get(t & ~AUX, t & ~AUX) | (t & AUX) for t in targets]
        return ids, targets


def write_shard(maker: Maker, path: Path, examples: int, fill_share: float, max_length: int) -> int:
    """Write one shard; returns its tokens."""
    tokens: list[int] = []
    targets: list[int] = []
    offsets = [0]
    while len(offsets) <= examples:
        ids, wanted = maker.fill() if maker.rng.random() < fill_share else maker.route()
        if len(ids) > max_length or all(t == NONE for t in wanted):
            continue
        tokens += ids
        targets += wanted
        offsets.append(len(tokens))
    temporary = path.with_suffix(".tmp.npz")
    np.savez(
        temporary,
        tokens=np.array(tokens, np.uint16),
        targets=np.array(targets, np.uint16),
        offsets=np.array(offsets, np.int64),
    )
    temporary.rename(path)
    return len(tokens)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=20)
    parser.add_argument("--examples", type=int, default=10000, help="in each shard")
    parser.add_argument("--fill-share", type=float, default=0.45)
    parser.add_argument("--max-length", type=int, default=448)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    import json

    args.out.mkdir(parents=True, exist_ok=True)
    tokens = Tokens(args.tokenizer / "tokenizer.json")
    idf = json.loads((args.tokenizer / "idf.json").read_text())
    began = time.monotonic()
    todo = [n for n in range(args.shards) if not (args.out / f"{args.seed:03d}-{n:04d}.npz").exists()]
    for done, number in enumerate(todo, start=1):
        maker = Maker(args.data, tokens, idf, args.seed * 1000 + number) if done == 1 else maker  # noqa: F821 # made in the first round
        maker.rng.seed(args.seed * 1000 + number)
        total = write_shard(
            maker, args.out / f"{args.seed:03d}-{number:04d}.npz", args.examples, args.fill_share, args.max_length
        )
        left = (time.monotonic() - began) / done * (len(todo) - done)
        print(f"shard {number}: {total} tokens, {total / args.examples:.0f} each; {left:.0f} s left", flush=True)


if __name__ == "__main__":
    main()
