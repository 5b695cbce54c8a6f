# ruff: noqa: E501, SIM905  (rows of words and phrases are data: wrapping them would hide them)
"""Invented requests: a tool declared from a domain's notation, a request that uses it, and where each value stands."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from invented_domains import DOMAINS

from keyhole.models.embedded_prompt import Parameter
from keyhole.models.model import ToolCard

Span = tuple[int, int]


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


ADJ = "Silent Crimson Hollow Iron Last Midnight Radiant Broken Golden Frozen Velvet Distant Ashen Thorn Pale Ember Arc Void Solar Lunar Stormborn Jade Gilded Wicked Humble Long Bright Fatal Eager Rapid Kinetic Subtle Vorpal Hidden".split()  # fmt: skip
NOUN = "Verdict Gaze Edge Oath Whisper Storm Garden Crown Tempest Requiem Parable Horizon Lantern Fang Ember Cascade Memory Surge Vault Harbor Echo Bastion Spire Voyage Frenzy Payload Clip Quiver Strand Siege Citadel Prophecy Hunter Ledger Wager Trial".split()  # fmt: skip
TASKS = ["buy {food}", "call {name}", "water the {plant}", "pay the rent", "pick up {name} from school", "finish the report", "take out the trash", "book the dentist", "feed the {animal}", "clean the {room}", "send the invoice", "renew my passport", "walk the dog", "return the library books", "charge the car", "go to sleep", "check the oven", "submit the tax form", "mow the lawn", "buy {food} and {food}", "read the {noun} book", "meet {name} for lunch"]  # fmt: skip
EVENTS = ["team meeting", "dentist appointment", "{name}'s birthday", "project review", "lunch with {name}", "yoga class", "Board Meeting", "wedding", "book club", "standup", "job interview", "{adj} {noun} concert", "parent teacher conference", "dinner party", "gym", "morning run"]  # fmt: skip
FACTS = ["i like {food}", "my sister is called {name}", "my favourite colour is {color}", "i live in {city}", "i am allergic to {food}", "my dog's name is {dog}", "my birthday is in June", "i work as a {job}", "the wifi password is {adj}{noun}", "i prefer {food} over {food}", "my car is a {car}", "{name} is my boss", "i parked on level 3", "i hate {food}", "i'm learning {lang}", "my anniversary is May 4th", "i play the {instrument}"]  # fmt: skip
MEMTOPICS = ["my favourite food", "my sister", "where i live", "my dog", "my job", "the wifi password", "{name}", "my birthday", "my preferences", "my car", "{food}", "my favourite color", "what i like to eat", "where i parked", "my boss"]  # fmt: skip
PHRASES = ["I will be late for dinner", "how are you today", "the meeting is moved to Friday", "happy birthday", "where are you", "hello world", "thank you for your help", "I love this product", "please call me back", "the quick brown fox", "see you tomorrow at the {noun}", "good morning {name}", "the {animal} sat on the {noun}", "open the pod bay doors", "monthly report", "I would like to cancel my subscription", "can we meet later", "project {adj} {noun}", "errors in the {noun} service", "{adj} {noun}", "machine learning", "how to bake {food}"]  # fmt: skip
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
EXPRS = ["x^2", "3x^2 + 2x - 1", "x**3", "2x + 5", "sin(x)", "x^2 - 4x + 4", "5x^3 - 2x", "e^x", "ln(x)", "x^2 + 2x + 1", "1/x", "3x + 7", "x^4 - x", "cos(2x)", "4*x**2 + 3"]  # fmt: skip
STOPPERS = ["please", "thanks", "thank you", "asap", "if you can", "right now", "for me", "today please"]
OPENERS = ["please", "can you", "could you", "could you please", "i want to", "i need to", "i'd like to", "help me", "hey,", "can you please", "i would like you to", "let's", "would you", "ok", "hi,"]  # fmt: skip
CONTEXTS = ["I'm planning a trip.", "I am working on a project.", "I have a question.", "My friend asked me about this.", "We have guests coming.", "I'm a student.", "I just moved here.", "This is for my homework.", "I'm in a hurry.", "I am thinking about a change.", "I've got some free time."]  # fmt: skip
GET_HEADS = ["what is the {n}", "what's the {n}", "find the {n}", "find me {n}", "show me the {n}", "get the {n}", "i need the {n}", "look up the {n}", "tell me the {n}", "give me the {n}", "what are the {n}", "can you find {n}", "do you know the {n}", "i want to know the {n}", "retrieve the {n}", "search for {n}", "{n}", "i'm looking for {n}", "can i get the {n}", "get me {n}", "find {n}", "check the {n}", "could you tell me the {n}", "i'm curious about the {n}", "fetch {n}", "list the {n}", "any {n}", "how about {n}"]  # fmt: skip
CALC_HEADS = ["calculate the {n}", "what is the {n}", "find the {n}", "compute the {n}", "what would be the {n}", "determine the {n}", "i need to calculate the {n}", "work out the {n}", "can you calculate the {n}", "how much is the {n}", "estimate the {n}", "what's the {n}", "help me find the {n}", "could you compute the {n}", "{n}", "evaluate the {n}", "tell me the {n}", "figure out the {n}"]  # fmt: skip
GLUE = ["given", "if we have", "with", "for", "when there is", "using", "having", "where there is", "if there is", ""]
NAME_VERBS = {
    "calc": ["calculate", "compute", "calc", "get", "find", "estimate", "evaluate", "determine"],
    "get": ["get", "find", "search", "fetch", "retrieve", "lookup", "list", "query", "show", "check", "read"],
}
LEADS = {
    "calc": [
        "Calculate the {n}.",
        "Calculates the {n}.",
        "Compute the {n} from given values.",
        "This function calculates {n}.",
        "Returns the {n}.",
        "Determine the {n}.",
    ],
    "get": [
        "Get the {n}.",
        "Retrieve {n}.",
        "Retrieves {n} for the given input.",
        "Find {n}.",
        "Look up {n}.",
        "Fetches the {n}.",
        "Returns {n}.",
        "Search for {n} by criteria.",
    ],
    "do": ["{n}.", "Allows the user to {n}.", "A tool to {n}.", "Use this to {n}."],
}


class Inventor:
    """Makes examples. `lists` are word lists by name; everything is drawn from `rng`."""

    def __init__(self, lists: dict[str, list[str]], rng: random.Random) -> None:
        self.rng = rng
        self.lists = lists
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

    # values ------------------------------------------------------------------------------------------------------

    def pick(self, *names: str) -> str:
        return self.rng.choice(self.lists[self.rng.choice(names)])

    def name(self) -> str:
        r = self.rng
        first = self.pick("humans/firstNames", "humans/neutralNames", "humans/spanishFirstNames")
        return first if r.random() < 0.4 else f"{first} {self.pick('humans/lastNames', 'humans/norwayLastNames')}"

    def place(self) -> str:
        r = self.rng
        x = r.random()
        if x < 0.35:
            return self.pick("geography/us_cities", "geography/english_towns_cities")
        if x < 0.5:
            city = self.pick("geography/us_metropolitan_areas")
            return city if "," in city else city.split("-")[0]
        if x < 0.6:
            return f"{self.pick('geography/us_cities')}, {r.choice(['California', 'Texas', 'CA', 'NY', 'TX', 'USA', 'Florida', 'Ohio', 'WA'])}"
        if x < 0.9:
            capital = r.choice(["Paris", "London", "Tokyo", "Berlin", "New York", "San Francisco", "Los Angeles", "Chicago", "Madrid", "Rome", "Sydney", "Mumbai", "Beijing", "Toronto", "Seoul", "Moscow", "Dubai", "Boston", "Seattle", "Cairo", "Lisbon", "Oslo", "Vienna", "New York City", "Washington D.C.", "Las Vegas", "Hong Kong", "Singapore", "Bangkok", "Amsterdam", "Denver", "Miami"])  # fmt: skip
            return (
                capital
                if r.random() < 0.8
                else f"{capital}, {r.choice(['France', 'UK', 'Japan', 'Italy', 'Spain', 'China', 'NY', 'IL'])}"
            )
        return self.pick("geography/countries")

    def filled(self, form: str) -> str:
        subs: dict[str, Callable[[], str]] = {
            "food": lambda: self.pick("foods/fruits", "foods/vegetables", "foods/breads_and_pastries"),
            "name": lambda: self.pick("humans/firstNames"), "plant": lambda: self.pick("plants/flowers"),
            "animal": lambda: self.pick("animals/common"), "room": lambda: self.pick("architecture/rooms"),
            "noun": lambda: self.rng.choice(NOUN).lower(), "adj": lambda: self.rng.choice(ADJ),
            "color": lambda: self.rng.choice("red blue green black white".split()), "city": self.place,
            "dog": lambda: self.pick("animals/dog_names"), "job": lambda: self.pick("humans/occupations"),
            "car": lambda: self.pick("corporations/cars"), "lang": lambda: self.rng.choice("Spanish French German".split()),
            "instrument": lambda: self.pick("music/instruments"),
        }  # fmt: skip
        return re.sub(r"\{(\w+)\}", lambda m: subs[m[1]](), form)

    def title(self, what: str) -> str:
        r = self.rng
        if what == "task":
            return self.filled(r.choice(TASKS))
        if what == "event":
            return self.filled(r.choice(EVENTS))
        if what == "fact":
            return self.filled(r.choice(FACTS))
        if what == "memtopic":
            return self.filled(r.choice(MEMTOPICS))
        if what == "reason":
            return r.choice(
                ["it arrived broken", "the size is wrong", "i changed my mind", "it was too late", "wrong color"]
            )
        a, n = r.choice(ADJ), r.choice(NOUN)
        x = r.random()
        base = (
            f"{a} {n}" if x < 0.45
            else f"The {a} {n}" if x < 0.55
            else n if x < 0.62
            else f"{n} of {r.choice(NOUN)}" if x < 0.75
            else f"{self.pick('humans/firstNames')}'s {n}" if x < 0.85
            else f"{a}{n.lower()}" if x < 0.9
            else f"{self.pick('words/adjs').title()} {self.pick('words/nouns').title()}"
        )  # fmt: skip
        if what == "gear" and r.random() < 0.25:
            base += r.choice([" v1.0.3", " SR4", " (Adept)", " smg", " Mk. 44", "-7X", " auto rifle", " LX5"])
        if what == "hotel":
            base = r.choice(
                [f"{base} Hotel", f"Hotel {n}", "Hilton", "Marriott", "Holiday Inn", f"{base} Inn", "Grand Plaza"]
            )
        if what == "restaurant":
            base = r.choice([f"{base} Grill", f"Cafe {n}", f"{self.pick('humans/lastNames')}'s", base, f"{n} Kitchen"])
        if what == "school":
            base = r.choice(
                [
                    f"{self.pick('humans/lastNames')} University",
                    f"University of {self.place()}",
                    f"{base} College",
                    "Stanford",
                    "MIT",
                ]
            )
        if what == "history":
            base = r.choice(
                [
                    f"Battle of {self.pick('geography/english_towns_cities')}",
                    f"Treaty of {self.place()}",
                    "World War II",
                    "the French Revolution",
                    "the Civil War",
                    "Industrial Revolution",
                    f"{n} War",
                ]
            )
        return base

    def date(self) -> str:
        r = self.rng
        m, d, y = r.choice(MONTHS), r.randint(1, 28), r.randint(1950, 2026)
        suffix = "th" if 10 < d < 20 else {1: "st", 2: "nd", 3: "rd"}.get(d % 10, "th")
        return r.choice(
            [
                f"{m} {d}",
                f"{m} {d}, {y}",
                f"{m} {d}{suffix}",
                f"{d} {m} {y}",
                f"{y}-{r.randint(1, 12):02d}-{d:02d}",
                f"{r.randint(1, 12)}/{d}/{y}",
                "tomorrow",
                "today",
                "next week",
                "next Monday",
                r.choice(DAYS),
                f"next {r.choice(DAYS)}",
                f"the {d}{suffix}",
                f"{m} {d}{suffix} {y}",
                f"{y}-{r.randint(1, 12):02d}-{d:02d}",
                f"{d}{suffix} of {m}",
                f"{m} {y}",
                "this weekend",
                "tomorrow morning",
                "next month",
            ]
        )

    def number(self, lo: float, hi: float, whole: bool) -> str:
        r = self.rng
        if whole or r.random() < 0.7:
            v = r.randint(int(lo), max(int(lo), int(hi)))
            words = [
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
            ]
            if v < 13 and r.random() < 0.2:
                return words[v]
            return f"{v:,}" if v > 999 and r.random() < 0.3 else str(v)
        return f"{r.uniform(lo, hi):.{r.randint(1, 2)}f}"

    def join(self, values: list[str]) -> tuple[str, list[Span]]:
        """A list as it is spoken, and where each value stands in it."""
        style = self.rng.choice([", ", ", ", " and ", " or "])
        text, spans = "", []
        for i, value in enumerate(values):
            if i:
                last = i == len(values) - 1
                text += ((", and " if self.rng.random() < 0.5 else " and ") if style == ", " and last and self.rng.random() < 0.7 else style)  # fmt: skip
            spans.append((len(text), len(text) + len(value)))
            text += value
        return text, spans

    def value(self, spec: str) -> tuple[str, list[Span], str, tuple[str, ...], bool]:
        """(text, spans within it, type, options, list?) for one value specification."""
        r = self.rng
        kind, *rest = spec.split(" ", 2) if not spec.startswith("enum") else ["enum", spec[5:]]
        many = False
        options: tuple[str, ...] = ()
        ptype = "str"
        if kind in ("int", "num"):
            text = self.number(float(rest[0]), float(rest[1]), kind == "int")
            ptype = "int" if kind == "int" else r.choice(["num", "num", "int"]) if "." not in text else "num"
        elif kind == "year":
            text, ptype = str(r.randint(1700, 2030)), r.choice(["int", "int", "str"])
        elif kind == "bigint":
            text, ptype = str(r.randint(100, 99999)), r.choice(["int", "int", "str"])
        elif kind in ("pct", "pct01"):
            text, ptype = r.choice([str(r.randint(1, 20)), f"{r.uniform(0.5, 15):.1f}"]), "num"
        elif kind == "enum":
            options = tuple(rest[0].split(","))
            text, ptype = r.choice(options), "enum"
        elif kind in ("ints", "nums"):
            values = [self.number(1, 99, kind == "ints") for _ in range(r.randint(2, 6))]
            text, spans = self.join(values)
            return text, spans, "num" if kind == "nums" or r.random() < 0.4 else "int", (), True
        elif kind == "strs":
            values = list({self.pick(*rest[0].split(",")) for _ in range(r.randint(2, 4))})
            text, spans = self.join(values)
            return text, spans, "str", (), True
        elif kind == "gaz":
            text = self.pick(*rest[0].split(","))
            text = re.sub(r"\s*\(.*\)$", "", text)
        elif kind in ("date", "date2"):
            text = self.date()
        elif kind == "time":
            h = r.randint(1, 12)
            text = r.choice([f"{h} {r.choice(['am', 'pm'])}", f"{h}:{r.choice(['00', '15', '30', '45'])} {r.choice(['AM', 'PM'])}", f"{r.randint(0, 23)}:{r.randint(0, 59):02d}", "noon", "midnight", f"{h}pm", f"{h}am", f"{h} o'clock", f"{h} in the {r.choice(['morning', 'afternoon', 'evening'])}"])  # fmt: skip
        elif kind == "place":
            text = self.place()
        elif kind == "person":
            text = self.name()
        elif kind == "title":
            text = self.title(rest[0])
        elif kind == "code":
            n = r.randint(10, 99999)
            text = r.choice([f"{r.choice('ABCDXYZ')}{n}", f"{n}", f"ORD-{n}", f"{r.choice(NOUN).lower()}_{r.choice(NOUN).lower()}", f"{r.choice(NOUN).lower()}{n}", f"{r.choice(NOUN).lower()}/{r.choice(ADJ).lower()}-{r.choice(NOUN).lower()}", f"{r.choice('abcdef')}{n}{r.choice('xyz')}"])  # fmt: skip
        elif kind == "ticker":
            text = r.choice(
                ["AAPL", "TSLA", "GOOG", "MSFT", "AMZN", "NVDA", "META", "NFLX", "Apple", "Tesla", "IBM", "XYZ"]
            )
        elif kind == "quoted":
            text = self.filled(r.choice(PHRASES))
            if r.random() < 0.6:
                q = r.choice(["'", '"', "'"])
                return f"{q}{text}{q}", [(1, 1 + len(text))], "str", (), False
        elif kind == "email":
            text = f"{r.choice(NOUN).lower()}{r.choice(['.', '_', ''])}{r.choice(NOUN).lower()}@{r.choice(['example.com', 'mail.org', 'corp.net'])}"
        elif kind == "url":
            text = f"https://{r.choice(['api.', 'www.', ''])}{r.choice(NOUN).lower()}.{r.choice(['com', 'org', 'io'])}/{r.choice(NOUN).lower()}"
        elif kind == "file":
            text = f"{r.choice(['', '/home/user/', 'src/', './'])}{r.choice(NOUN).lower()}.{r.choice(['txt', 'py', 'csv', 'json', 'md'])}"
        elif kind == "phone":
            text = r.choice(
                [
                    f"555-{r.randint(1000, 9999)}",
                    f"+1 {r.randint(200, 999)} 555 {r.randint(1000, 9999)}",
                    str(r.randint(10**9, 10**10)),
                ]
            )
        elif kind == "ver":
            text = f"{r.randint(1, 9)}.{r.randint(0, 20)}" + (f".{r.randint(0, 9)}" if r.random() < 0.5 else "")
        elif kind == "expr":
            text = r.choice(EXPRS)
        elif kind == "arith":
            a, b, c = (self.number(1, 900, r.random() < 0.8) for _ in range(3))
            text = r.choice([f"{a} + {b}", f"{a} * {b}", f"{a} times {b}", f"{a} plus {b}", f"{a} / {b}", f"({a} + {b}) * {c}", f"{a} divided by {b}", f"{a} minus {b}", f"{a} - {b}", f"{a}% of {b}", f"sqrt({a})", f"{a} * {b} + {c}", f"{a}^2", f"{a} x {b}", f"the square root of {a}", f"{a} squared"])  # fmt: skip
        else:
            raise ValueError(f"unknown value specification {spec!r}")
        if ptype == "str" and r.random() < 0.06 and "'" not in text:
            q = r.choice(["'", '"'])
            return f"{q}{text}{q}", [(1, 1 + len(text))], ptype, options, many
        return text, [(0, len(text))], ptype, options, many

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
        drawn: dict[str, tuple[str, tuple[str, ...], bool]] = {}
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
            parameters.append(
                Parameter((self._param_style(name),), ptype, description, key in required, many, options)  # type: ignore[arg-type] # one of Type
            )
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

    def _declared(self, spec: str) -> tuple[str, tuple[str, ...], bool]:
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
