# ruff: noqa: E501, SIM905  (rows of words are data: wrapping them would hide them)
"""Values of every kind that an invented request can hold: names, places, dates, numbers, lists, codes, quotations."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from keyhole.models.embedded.prompt import Type

Span = tuple[int, int]
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


class Values:
    """Draws values. `lists` are word lists by name; everything is drawn from `rng`."""

    def __init__(self, lists: dict[str, list[str]], rng: random.Random) -> None:
        self.rng, self.lists = rng, lists

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

    def code(self) -> str:
        """An identifier, as shops, servers and devices have them."""
        r = self.rng
        n = r.randint(10, 99999)
        noun = r.choice(NOUN).lower()
        part = "".join(r.choice("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789") for _ in range(12))
        digits = "".join(r.choice("0123456789abcdef") for _ in range(14))
        return r.choice([f"{r.choice('ABCDXYZ')}{n}", f"{n}", f"ORD-{n}", f"{noun}_{r.choice(NOUN).lower()}", f"{noun}{n}", f"{noun}/{r.choice(ADJ).lower()}-{r.choice(NOUN).lower()}", f"{r.choice('abcdef')}{n}{r.choice('xyz')}", f"{part[:4]}-{part[4:8]}-{part[8:]}", f"{digits[:8]}-{digits[8:11]}-{digits[11:]}", f"{part[:2]}{n}{part[2:4]}", f"{part[:3]}{n}", f"L_{n}{n}", f"{r.choice(ADJ).upper()}-{r.randint(1, 99)}"])  # fmt: skip

    def join(self, values: list[str]) -> tuple[str, list[Span]]:
        """A list as it is spoken, and where each value stands in it."""
        style = self.rng.choice([", ", ", ", " and ", " or "])
        text, spans = "", []
        if len(values) == 2 and values[0][:1].isdigit() and values[1][:1].isdigit() and self.rng.random() < 0.5:
            style = " to "  # an interval
        for i, value in enumerate(values):
            if i:
                last = i == len(values) - 1
                text += ((", and " if self.rng.random() < 0.5 else " and ") if style == ", " and last and self.rng.random() < 0.7 else style)  # fmt: skip
            spans.append((len(text), len(text) + len(value)))
            text += value
        return text, spans

    def value(self, spec: str) -> tuple[str, list[Span], Type, tuple[str, ...], bool]:
        """(text, spans within it, type, options, list?) for one value specification."""
        r = self.rng
        kind, *rest = spec.split(" ", 2) if not spec.startswith("enum") else ["enum", spec[5:]]
        many = False
        options: tuple[str, ...] = ()
        ptype: Type = "str"
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
            values = [self.number(1, 99, kind == "ints") for _ in range(r.choice((2, 2, 3, 4, 5, 6)))]
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
            text = self.code()
        elif kind == "word":
            text = r.choice([r.choice(NOUN).lower(), self.pick("humans/firstNames").lower(), f"{r.choice(NOUN).lower()}_{r.choice(ADJ).lower()}", f"{r.choice(ADJ)}{r.choice(NOUN)}", f"{r.choice(NOUN).lower()}{r.randint(1, 999)}", f"{r.choice(NOUN)}{r.randint(1, 99)}!", f"{r.choice(NOUN).lower()}-{r.choice(NOUN).lower()}", r.choice(NOUN).upper()])  # fmt: skip
        elif kind == "host":
            text = r.choice(["localhost", f"db.{r.choice(NOUN).lower()}.com", f"{r.choice(NOUN).lower()}.example.org", f"192.168.{r.randint(0, 255)}.{r.randint(1, 254)}"])  # fmt: skip
        elif kind == "syear":
            text = str(r.randint(1950, 2026))
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
