# ruff: noqa: E501, RUF001  (rows of words and phrases are data: wrapping them would hide them)
"""Requests for the toolboxes that Keyhole ships: look-ups by name, everyday tools, memory.

Those that are put together here have phrasings of ours, independent of the benchmark's suites, and names that are made
up or that the shipped table has; among them are requests written one by one (`written.py`), which name what they like.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from invented import Answer, Inventor
from look_up_phrases import (
    ACTIVITY,
    ACTIVITY_NAMES,
    ARMOR,
    CALC,
    CALC_ORDERS,
    CLARIFY,
    CONVERT,
    EVERYDAY_IDLE,
    EVERYDAY_MISSING,
    FEASTS,
    IDLE,
    IDLE_NAMED,
    ITEM,
    ITEM_NAMES,
    LONG_UNITS,
    MEMORY_IDLE,
    PERK,
    PERK_NAMES,
    PICK,
    RECALL,
    REMEMBER,
    THING,
    TIME,
    UNITS,
)
from shipped_names import Part, shipped_names
from written import Written

from keyhole.models.embedded_prompt import Parameter
from keyhole.models.model import ToolCard
from keyhole.tools.builtin.units import named_unit
from keyhole.tools.loader import load_toolbox

WRITTEN = 0.6
"""Share of the requests written by hand, where there are any."""

REAL = 0.5
"""Share of the look-ups that name what the shipped table has."""

IDLE_ABOUT_A_NAME = 0.12
"""Share, of requests that nothing is looked up for, of those about a name that is made up."""

_MADE_UP = {0: "gear", 1: "trait", 2: "mission"}
"""What the inventor calls the names that a look-up is for."""

SHIPPED = (
    "item_lookup", "perk_lookup", "activity_lookup", "calculator", "unit_convert", "date_time", "random_pick",
)  # fmt: skip
"""Tools that requests are written for by name; where no other is in view the decision has its own weights."""


COMMENSURATE = [
    (a, b)
    for a, b in permutations(UNITS + LONG_UNITS, 2)
    if (one := named_unit(a)) and (other := named_unit(b)) and one.quantity == other.quantity
]
"""What people convert: two units of one quantity."""


@dataclass
class LookUp:
    """A request and the toolbox it is made to: `tool` is the index of the right card, -1 none, -2 clarify."""

    query: str
    cards: list[ToolCard]
    tool: int
    parameters: list[Parameter]
    answers: list[Answer]


class LookUps:
    """Makes them, with an inventor's names and random numbers."""

    def __init__(self, inventor: Inventor, written: Sequence[Written] = (), names: Part = "learn") -> None:
        self.inv = inventor
        self.written = written
        self.names = shipped_names(names)

    def _placed(self, template: str, values: dict[str, str]) -> tuple[str, dict[str, list[tuple[int, int]]]]:
        out, where = "", dict[str, list[tuple[int, int]]]()
        for piece in re.split(r"(\{\w\}|[\[\]])", template):
            if piece in ("[", "]"):
                where.setdefault(piece, []).append((len(out), len(out)))
            elif re.fullmatch(r"\{\w\}", piece):
                text = values[piece[1]]
                where.setdefault(piece[1], []).append((len(out), len(out) + len(text)))
                out += text
            else:
                out += piece
        return out, where

    def _dressed(
        self, query: str, where: dict[str, list[tuple[int, int]]]
    ) -> tuple[str, dict[str, list[tuple[int, int]]]]:
        r = self.inv.rng
        x = r.random()
        lead = (
            r.choice(["hey, ", "please ", "can you tell me ", "ok so ", "hi! ", "um ", "quick question: ", "so "])
            if x < 0.14
            else ""
        )
        query = lead + query
        shift = len(lead)
        x = r.random()
        if x < 0.35:
            query = query[0].upper() + query[1:]
        elif x < 0.6:
            query = query.lower()
        if r.random() < 0.5:
            query += r.choice(["?", "?", "?", ".", "!", " please", " thanks", "??"])
        return query, {k: [(a + shift, b + shift) for a, b in v] for k, v in where.items()}

    def example(self) -> LookUp:
        if self.written and self.inv.rng.random() < WRITTEN:
            return self._written()
        x = self.inv.rng.random()
        if x < 0.5:
            return self._games()
        return self._everyday() if x < 0.85 else self._memory()

    def _name(self, what: str) -> str:
        r = self.inv.rng
        text = self.inv.title(what)
        if r.random() < 0.15:
            text += r.choice(["", " smg", " hand cannon", "-7", " rifle"]) if what == "gear" else ""
        return self._mistyped(text).strip() or "Verdict"

    def _mistyped(self, text: str) -> str:
        """The text, one in eight with a slip of the finger."""
        r = self.inv.rng
        if r.random() >= 0.12 or len(text) <= 6:
            return text
        i = r.randrange(1, len(text) - 2)
        slip = r.choice([text[i + 1] + text[i], text[i] * 2, ""])
        return text[:i] + slip + text[i + (1 if r.random() < 0.5 else 2) :]

    def _worded(self, kind: int) -> tuple[str, dict[str, str]]:
        """A template and the names that go into it. `kind`: 0 item, 1 perk, 2 activity, -1 nothing to look up, -2 what to
        look up is missing."""
        r = self.inv.rng
        if r.random() < REAL and kind != -2:
            group = {0: "armor" if r.random() < 0.35 else "weapon", 1: "perk", 2: "activity"}.get(kind)
            group = group or r.choice(list(self.names))
            names = r.sample(self.names[group], 2)
            own = {"weapon": ITEM, "armor": ARMOR, "perk": PERK, "activity": ACTIVITY}[group]
            template = r.choice(IDLE_NAMED if kind == -1 else THING if r.random() < 0.45 else own)
            return template, dict(zip("xy", map(self._mistyped, names), strict=True))
        idle = IDLE_NAMED if r.random() < IDLE_ABOUT_A_NAME else IDLE
        template = r.choice({0: ITEM, 1: PERK, 2: ACTIVITY, -2: CLARIFY, -1: idle}[kind])
        what = _MADE_UP.get(kind, "gear")
        return template, {"x": self._name(what), "y": self._name(what)}

    def _written(self) -> LookUp:
        """A request written by hand, its capitals and its end as somebody else might type them. To be routed only."""
        r = self.inv.rng
        row = r.choice(self.written)
        cards = [ToolCard(card.name, card.description, card.parameters) for card in load_toolbox(row.toolbox).cards]
        r.shuffle(cards)
        text, x = row.text, r.random()
        if x < 0.25:
            text = text.lower()
        elif x < 0.4:
            text = text[0].upper() + text[1:]
        if r.random() < 0.25:
            text = text.rstrip("?.! ") or text
        tool = {"none": -1, "clarify": -2}.get(row.choice)
        if tool is None:
            tool = next(at for at, card in enumerate(cards) if card.name == row.choice)
        return LookUp(text, cards, tool, [], [])

    def _games(self) -> LookUp:
        r = self.inv.rng
        shipped = r.random() < 0.6
        abouts = [card.description for card in load_toolbox("destiny").cards]
        cards = [
            ToolCard(r.choice(ITEM_NAMES) if not shipped else "item_lookup", r.choice([abouts[0], "Look up an item: perk pool, type and source.", "Find a weapon by name."]), ("name",)),
            ToolCard(r.choice(PERK_NAMES) if not shipped else "perk_lookup", r.choice([abouts[1], "Explain a perk.", "What a perk or trait does."]), ("name",)),
            ToolCard(r.choice(ACTIVITY_NAMES) if not shipped else "activity_lookup", r.choice([abouts[2], "Look up a raid, strike or event.", "Find an activity by name: what it is and what it rewards."]), ("name",)),
        ]  # fmt: skip
        x = r.random()
        kind = 0 if x < 0.28 else 1 if x < 0.5 else 2 if x < 0.72 else -2 if x < 0.84 else -1
        query, where = self._dressed(*self._placed(*self._worded(kind)))
        about = {0: "the weapon's name", 1: "the perk's name", 2: "the activity's name"}.get(kind, "the name")
        if r.random() < 0.5:
            about += f", for example {self.inv.title(_MADE_UP.get(kind, 'gear'))}"
        order = [0, 1, 2]
        if r.random() < 0.4:
            r.shuffle(order)
        answer = Answer(where.get("x", []) if kind >= 0 else [])
        return LookUp(
            query,
            [cards[i] for i in order],
            order.index(kind) if kind >= 0 else kind,
            [Parameter(("name",), "str", about, True)],
            [answer],
        )

    def _everyday(self) -> LookUp:
        r = self.inv.rng
        cards = [
            ToolCard("calculator" if r.random() < 0.7 else r.choice(["calculate", "math_eval", "evaluate_expression"]), r.choice(["Calculate: arithmetic, percentages, powers, roots, averages.", "Evaluate an arithmetic expression."]), ("expression",)),
            ToolCard("unit_convert" if r.random() < 0.7 else r.choice(["convert_units", "unitConverter", "measure_convert"]), r.choice(["Convert a measurement from one unit to another: length, weight, volume, temperature, speed, data, energy.", "Convert units."]), ("from_unit", "to_unit", "value")),
            ToolCard("date_time" if r.random() < 0.7 else r.choice(["clock", "get_datetime", "calendar_math"]), r.choice(["Dates and times: the time now or in a city, the day of the week, days between dates, a date from now.", "Tell times and dates."]), ("phrase",)),
            ToolCard("random_pick" if r.random() < 0.7 else r.choice(["pick_random", "choose_one", "dice_and_coins"]), r.choice(["Pick at random: one of several options, a number in a range, a coin flip, a dice roll.", "Make a random choice."]), ("choices", "count", "seed")),
        ]  # fmt: skip
        kind = r.choices([0, 1, 2, 3, -1, -2], [22, 20, 20, 16, 16, 6])[0]
        inv = self.inv
        values: dict[str, str] = {}
        if kind == 0:
            values = {"m": self._sum(), "z": str(r.randint(10, 5000))}
            template = r.choice(CALC)
            if values["m"].split()[0] in ("add", "subtract", "multiply", "divide", "double"):
                template = r.choice(CALC_ORDERS)
        elif kind == 1:
            a, b = r.choice(COMMENSURATE) if r.random() < 0.9 else r.sample(UNITS, 2)
            values = {"v": inv.number(1, 900, r.random() < 0.7), "a": a, "b": b}
            template = r.choice(CONVERT)
        elif kind == 2:
            holiday = r.choice(["christmas", "new year", "halloween", "easter", "my birthday on May 5"])
            feasts = FEASTS
            values = {
                "p": inv.place(),
                "q": inv.place(),
                "d": holiday if r.random() < 0.3 else inv.date(),
                "e": inv.date(),
                "n": str(r.randint(2, 90)),
                "h": r.choice(feasts) + r.choice(["", "", f" {r.randint(2024, 2031)}"]),
                "y": str(r.randint(2024, 2031)),
            }
            template = r.choice(TIME)
        elif kind == 3:
            items = [
                inv.filled(r.choice(["{food}", "{animal}", "{name}", "{color}", "{city}", "{instrument}"]))
                for _ in range(r.randint(2, 5))
            ]
            values = {
                "l": inv.join(items)[0],
                "n": str(r.choice([6, 8, 10, 12, 20])),
                "i": str(r.randint(0, 10)),
                "j": str(r.randint(11, 1000)),
                "k": str(r.randint(2, 5)),
            }
            template = r.choice(PICK)
        elif kind == -2:
            template = r.choice(EVERYDAY_MISSING)
            values = {"n": str(r.randint(2, 90)), "a": r.choice(UNITS), "g": inv.filled("{name}")}
        else:
            template = r.choice(EVERYDAY_IDLE)
            a, b = r.sample(UNITS, 2)
            values = {"p": inv.place(), "q": inv.place(), "d": inv.date(), "n": str(r.randint(2, 90)), "a": a, "b": b}
            values["m"] = self._sum()
            values["f"] = inv.filled("{food}")
            values["g"] = inv.filled("{name}")
            values["o"] = inv.filled("{animal}")
            values["k"] = str(r.randint(0, 9))
            values["c"] = r.choice(["good morning", "ok", "cool", "never mind"])
        query, where = self._placed(template, values)
        whole = (0, len(query))
        query, where = self._dressed(query, where)
        shift = query.lower().find(self._placed(template, values)[0].lower())
        whole = (whole[0] + max(0, shift), whole[1] + max(0, shift))
        parameters, answers = [], []
        if kind == 0:
            parameters = [
                Parameter(("expression",), "str", "the calculation, for example 15% of 240 or (12 + 8) * 3", True)
            ]
            answers = [Answer(where.get("m", []))]
        elif kind == 1:
            parameters = [
                Parameter(("from_unit",), "str", "the unit to convert from, for example miles", True),
                Parameter(("to_unit",), "str", "the unit to convert to, for example km", True),
                Parameter(("value",), "num", "how many of from_unit", False),
            ]
            answers = [Answer(where["a"][:1]), Answer(where["b"][:1]), Answer(where.get("v", []))]
        elif kind == 2:
            parameters = [
                Parameter(
                    ("phrase",),
                    "str",
                    "what to find, for example time in Tokyo, days until 25 December, in 3 weeks",
                    True,
                )
            ]
            if "[" in where:
                whole = (where["["][0][0], where["]"][0][0])
            answers = [Answer([whole])]
        elif kind == 3:
            parameters = [
                Parameter(
                    ("choices",), "str", "options with commas between, a range such as 1-100, coin or dice", True
                ),
                Parameter(("count",), "int", "how many to pick", False),
                Parameter(("seed",), "int", "0 for a new pick each time, any other number to repeat one", False),
            ]
            low = where.get("i")
            span = where.get("l") or ([(low[0][0], where["j"][0][1])] if low else [whole])
            answers = [Answer(span), Answer(where.get("k", [])), Answer()]
        order = [0, 1, 2, 3]
        if r.random() < 0.3:
            r.shuffle(order)
        return LookUp(query, [cards[i] for i in order], order.index(kind) if kind >= 0 else kind, parameters, answers)

    def _sum(self) -> str:
        r = self.inv.rng
        a, b, c = (self.inv.number(1, 900, r.random() < 0.8) for _ in range(3))
        words = ["two", "three", "five", "seven", "ten", "twelve", "twenty"]
        return r.choice([f"{a} + {b}", f"{a}+{b}", f"{a} * {b}", f"{a}*{b}", f"{a} times {b}", f"{a} plus {b}", f"{a} / {b}", f"({a} + {b}) * {c}", f"{a} divided by {b}", f"{a} minus {b}", f"{a} - {b}", f"{a}% of {b}", f"{a} percent of {b}", f"sqrt({a})", f"{a}^2", f"{a} x {b}", f"the square root of {a}", f"{a} squared", f"{a} to the power of 3", f"the average of {a}, {b} and {c}", f"{a} + {b} - {c}", f"{r.choice(words)} plus {r.choice(words)}", f"{r.choice(words)} times {r.choice(words)}", f"half of {a}", f"2^{r.randint(2, 20)}", f"a {r.choice([10, 15, 18, 20])}% tip on ${a}", f"the sum of {a} and {b}", f"{a} added to {b}", f"square root of {a}", f"{a} mod {b}", f"the cube root of {a}", f"average of {a}, {b} and {c}", f"the mean of {a} and {b}", f"subtract {a} from {b}", f"multiply {a} by {b}", f"divide {a} by {b}", f"add {a} and {b}", f"add {a} to {b}", f"{r.randint(3, 12)}!", f"{r.randint(3, 12)} factorial", f"round({a}.{b}, 2)", f"log10({a})", f"log({a})", f"sin({a})", f"abs(-{a})", f"max({a}, {b}, {c})", f"{a}/{b}", f"{a}-{b}", f"({a}-{b})/{c}", f"{r.randint(1, 9)}/{r.randint(2, 9)}", f"a third of {a}", f"double {a}", f"{a} take away {b}", f"{a} over {b}", f"the product of {a} and {b}", f"{a} less {b}", f"{r.randint(1, 60)}% off {a}", f"sqrt({a}) + {b}", f"-{a} + {b}", f"{a}**2", f"{a} ÷ {b}", f"{a} × {b}", f"the difference between {a} and {b}"])  # fmt: skip

    def _memory(self) -> LookUp:
        r = self.inv.rng
        cards = [
            ToolCard(r.choice(["core_memory_append", "remember", "save_memory", "archival_memory_insert"]), r.choice(["Remember a fact about the user.", "Store a fact for later.", "Append to what is always remembered of the user."]), ("content",)),
            ToolCard(r.choice(["archival_memory_search", "recall", "search_memory"]), r.choice(["Search what was remembered.", "Find facts stored earlier.", "Search long-term memory."]), ("query",)),
            ToolCard(r.choice(["core_memory_replace", "forget", "conversation_search"]), r.choice(["Change a remembered fact.", "Forget something.", "Search earlier conversations."]), ("old_content", "new_content")),
        ]  # fmt: skip
        kind = r.choice([0, 0, 1, 1, -1])
        if kind < 0:
            query, where = self._dressed(
                r.choice(MEMORY_IDLE),
                {},
            )
            return LookUp(query, cards, -1, [], [])
        template = r.choice(REMEMBER if kind == 0 else RECALL)
        query, where = self._dressed(
            *self._placed(template, {"f": self.inv.title("fact"), "t": self.inv.title("memtopic")})
        )
        parameter = Parameter(
            ("content",) if kind == 0 else ("query",),
            "str",
            "the fact to remember" if kind == 0 else "what to search for",
            True,
        )
        order = [0, 1, 2]
        r.shuffle(order)
        return LookUp(
            query,
            [cards[i] for i in order],
            order.index(kind),
            [parameter],
            [Answer(where.get("f") or where.get("t") or [])],
        )
