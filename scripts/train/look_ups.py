# ruff: noqa: E501, RUF001, SIM905  (rows of words and phrases are data: wrapping them would hide them)
"""Invented requests for the toolboxes that Keyhole ships: look-ups by name, everyday tools, memory.

All names are made up; the phrasings are ours and independent of the benchmark's suites.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from invented import Answer, Inventor

from keyhole.models.embedded_prompt import Parameter
from keyhole.models.model import ToolCard

_ITEM = """what perks can roll on {x}|what perks does {x} get|perk pool of {x}|{x} perks|{x} perk pool|where does {x} drop|where do i get {x}|how do i get {x}|what type of weapon is {x}|what kind of gun is {x}|what element is {x}|show me the rolls for {x}|what can {x} roll with|tell me about the weapon {x}|look up {x}|is {x} a hand cannon|what traits are on {x}|which perks are in column two on {x}|{x} drop source|source of {x}|what is the source of {x}|rolls for {x}|{x} stats|what are the stats of {x}|what slot is {x}|does {x} come with explosive payload|can {x} roll kill clip|where can i farm {x}|which raid drops {x}|what ammo does {x} use|item info {x}|find the item {x}|give me details on the {x} shotgun|{x} god roll|barrels and mags on {x}|where is {x} from|do you know what rolls on {x}|i just got {x}, what can it have|tell me what {x} can drop with|how can i obtain {x}|what damage type is {x}|weapon {x}|list all perks for {x}|the {x} sniper, what can roll on it|perks on {x}|perks for {x}|what perks are available on the {x}|the perks of my {x}|perk list of {x}|perk options for the {x}|which perks does the {x} have|all perks {x} can have|possible perks on a {x}|what traits can {x} get|is {x} a solar weapon|is {x} a sidearm or a bow|which event gives {x}|who sells {x}|what vendor has {x}|does a boss drop {x}|is {x} kinetic""".split(
    "|"
)
_PERK = """what does {x} do|what does the perk {x} do|explain the perk {x}|{x} perk effect|how does {x} work|what is the effect of {x}|what does {x} mean on a weapon|perk {x}|what's {x} do|tell me about the trait {x}|describe {x}|{x} trait description|is {x} a perk|what happens when {x} procs|what triggers {x}|what bonus does {x} give|how long does {x} last|look up the perk {x}|whats the {x} perk|define {x}|what exactly does {x} do|does {x} increase damage|how much damage does {x} add|tell me what {x} does|info on the perk {x}|what is {x} perk|what does {x} do on guns|how do i activate {x}|{x} effect|what do {x} and its enhanced version do|does {x} stack|how many times does {x} stack|is {x} good for reloading|{x}: what does it do|what's {x} supposed to do|{x} explained|does {x} work with grenades|who benefits from {x}|what does having {x} change|when does {x} trigger""".split(
    "|"
)
_ACTIVITY = """what is {x}|when is {x} open|what do i get from {x}|rewards of {x}|what loot drops in {x}|how many players for {x}|is {x} a raid|what is the {x} raid|tell me about the {x} dungeon|{x} loot table|party size of {x}|when does {x} start|what kind of activity is {x}|what's {x}|how many people do i need for {x}|what are the rewards in {x}|{x} event|when is {x} available|what is {x} about|{x} raid|{x} strike|tell me about {x}|is {x} matchmade|look up the activity {x}|what drops from {x}|which days is {x} on|who is the boss of {x}|what can i earn in {x}|info about {x}|{x} dungeon loot|what does {x} sell|when does {x} come|the {x} vendor|is {x} live this week|what is the {x} event|how many encounters are in {x}|does {x} need a fireteam|{x} schedule|how does {x} reward you|what type of mission is {x}|does {x} come every week|what weapons can i get in {x}|which weapons does {x} give|what exotic is in {x}|is {x} for six players|describe {x} to me|when in the year is {x}|how often can i play {x}|what can drop at the end of {x}|how hard is the {x} mission|what armor drops in {x}|how long does {x} run""".split(
    "|"
)
_CLARIFY = """what perks can roll on ____|what perks can roll on|what does ____ do|what does the perk ____ do|where does ____ drop|look up an item|look up a perk|tell me about the weapon|what's in the perk pool of|what can roll on this gun|where does it drop|what does that perk do|what does it do|what rolls on ...|when is ____|what is the ____ raid|perks for|search for an item for me|can you look up a weapon|i want to look up a perk|find an activity|what are the rewards of ____|what does this perk do|which perks does my gun get|look something up|check an item|tell me about a perk|what perks are on it|what does ... do|perk pool of ___|where do i get ___|i need info on an item|show me the rolls for that one|what loot drops in ____""".split(
    "|"
)
_IDLE = """explain armor stats|how do i farm {x}|how do i farm materials|what's the best class|best build for solo play|how do i level up fast|should i use {x} in pvp|is the game worth playing|how do i get better at pvp|who made this game|what's the meta right now|rank all the hand cannons|which is better, {x} or auto rifles in general|explain how mods work|what is light level|how do i beat the last boss|why do i keep dying|tips for new players|how many players are online|explain the story so far|how do i clear my vault|what should i do first|what can you do|how does matchmaking work|is there a new season|best way to farm exotics|how do i increase my power|explain weapon crafting|what is resilience for|give me a tier list|how do i join a clan|what's a good roll in general|how do i use the map|can you recommend a loadout|how to solo a dungeon|why is my aim so bad|what is the difference between pve and pvp""".split(
    "|"
)
_TIME = """what time is it in {p}|time in {p}|current time {p}|what day is {d}|what day of the week was {d}|how many days until {d}|days between {d} and {e}|how long until {d}|what is the date in {n} days|what's the date today|what's today's date|what day is it|what time is it|how many weeks until {d}|what date is {n} weeks from now|what day was {n} days ago|how many days since {d}|is it monday today|when is {n} days after {d}|days from {d} to {e}|what's the time in {p} now|tell me the time|date in {n} months|which weekday is {d}|how old is someone born on {d}|local time of {p}|time difference between {p} and {q}|what will the date be in {n} weeks|{n} days from today|how many months between {d} and {e}|what year is it|is {d} a weekend|how long ago was {d}|time now in {p}|when is the next leap year|what is tomorrow's date|hours until midnight|when's [{d}]|when is [{h}]|when's [{h}] this year|what's [today's date]|whats [the date today]|tell me [the time in {p}]|do you know [what day {d} is]|[the day after {d}] is what date|[the day before {d}], which day is that|[{n} hours from now] what time will it be|[{n} days from now], what date is that|[in {n} weeks] what's the date|does [{d}] fall on a monday|is [{d}] on a weekend|what weekday does [{d}] fall on|i need [the number of days until {d}]|so [how long until {h}]|please give me [the date {n} days ago]|[{p} time]|[{p} time] right now|what's [the local time in {p}]|hey [how many days until {h}]|what day of the week is [{h}] in {y}""".split(
    "|"
)
_CALC = """{m}|what is {m}|what's {m}|calculate {m}|compute {m}|how much is {m}|work out {m}|solve {m}|{m} = ?|can you calculate {m}|what do i get for {m}|evaluate {m}|please compute {m}|tell me {m}|whats {m}|i need {m}|do the math: {m}|result of {m}|{m} please|pls calculate {m}|what do you get when you {m}|is {m} more than {z}|is {m} bigger than {z}?|quick: {m}|{m}, roughly|how about {m}|and {m}?|i want to know {m}|could you {m}|what would {m} be|what does {m} equal|{m} equals what|{m} comes to what|i can't do {m} in my head""".split(
    "|"
)
_CONVERT = """convert {v} {a} to {b}|{v} {a} in {b}|how many {b} is {v} {a}|what is {v} {a} in {b}|how many {b} in {v} {a}|{v} {a} to {b}|change {v} {a} into {b}|how much is {v} {a} in {b}|express {v} {a} as {b}|turn {v} {a} into {b}|i have {v} {a}, what is that in {b}|how many {b} are in a {a}|how many {b} in one {a}|{a} to {b}|{v}{a} in {b}|what's {v} {a} converted to {b}|{v} {a} equals how many {b}|convert from {a} to {b}: {v}|how many {b} are there in {v} {a}|give me {v} {a} in {b}""".split(
    "|"
)
_PICK = """pick one: {l}|pick one of {l}|choose between {l}|{l}: pick one|help me choose: {l}|random choice from {l}|{l}, you decide|select one from {l}|which should i take, {l}|draw one of {l}|flip a coin|toss a coin|roll a die|roll a d{n}|roll two dice|heads or tails|throw the dice|random number between {i} and {j}|pick a number from {i} to {j}|give me a random number from {i} to {j}|pick {k} of {l}|pick {k} from {l}|choose {k} from {l}|roll {k}d6|a number between {i} and {j}|decide for me: {l}|draw {k} numbers from {i} to {j}|give me {k} numbers between {i} and {j}|should we have {l}? you choose|should i take {l}? pick at random|{k} random numbers from {i}-{j}|who goes first, {l}|randomly pick from {l}|spin the wheel with {l}""".split(
    "|"
)
_REMEMBER = """remember that {f}|please remember {f}|don't forget that {f}|note that {f}|keep in mind that {f}|save this: {f}|{f}, remember that|make a note that {f}|for the record, {f}|store that {f}|you should know that {f}|just so you know, {f}""".split(
    "|"
)
_RECALL = """what do you know about {t}|what is {t}|do you remember {t}|what did i tell you about {t}|search your memory for {t}|what was {t} again|recall {t}|have i mentioned {t}|find what i said about {t}|who is {t}|remind me of {t}|what's {t}""".split(
    "|"
)
_UNITS = "miles kilometers km meters m cm mm inches inch feet foot yards pounds lbs kg kilograms grams g ounces oz stone gallons liters litres ml cups pints teaspoons celsius fahrenheit kelvin mph kph knots hours minutes seconds days weeks acres hectares bytes kilobytes megabytes gigabytes joules calories kilowatts horsepower psi bar km/h m/s ft/s mi/h °C °F sqft m² km² ft³ MB GB kWh kPa mpg l/100km lb oz mL µm".split()
_LONG_UNITS = "nautical miles|light years|square feet|square meters|fluid ounces|degrees celsius|degrees fahrenheit|cubic meters|miles per hour|meters per second|miles per gallon|liters per 100 km|metric tons|troy ounces|astronomical units".split(
    "|"
)
_TALK = """remind me to call mom|remind me on {d} to pay rent|set a timer for {n} minutes|set an alarm for 7 am|wake me up at 6|what's the weather in {p} on {d}|will it rain {d}|book a table for {n} {d}|schedule a meeting with {g} on {d}|how do i calculate compound interest by hand|how does a calculator work|what makes a good calculator app|who invented the {a}|what is a {a}, historically|why do americans use {a}|why are {a} better than {b}|explain the difference between {a} and {b}|do you prefer {a} or {b}|what does {a} stand for|how do clocks work|why is {d} a holiday|what happened on {d}|who was born on {d}|what should i do on {d}|plan my day for {d}|any good restaurants in {p}|tell me about {p}|how big is {p}|how do i get to {p}|what language do they speak in {p}|i was in {p} last week|i love {p}|i have a date tonight|my date was boring|time flies|it's about time|i don't have time for this|time is money|what's the best time to visit {p}|how do i manage my time|i ran {n} {a} today|i weigh {n} kg and feel fine|i ate {n} {f}|buy {n} {f}|order {n} {f} for me|add {f} to my shopping list|recipe for {f}|how do i cook {f}|is {f} healthy|write a poem about {f}|what is probability theory|explain random numbers|is a coin flip really fair|how do casinos make money|teach me to play dice|what is the history of dice|are random numbers truly random|roll over|roll credits|flip the pancakes|pick up my kids|pick me up at 8|choose your words carefully|i can't choose a career|convert me to buddhism|convert this file to pdf|convert my video to mp4|how do i convert to islam|how do i convert a csv to json|count on me|you can count on it|that does not add up|what are the odds of life on mars|solve world hunger|solve my problems|what is the meaning of 42|is math real|i am bad at math|i failed my math test|write a function that computes {m}|write code to add two numbers|prove that {m}|teach me how to do {m} by hand|explain why {m}|who discovered the square root|what is pi used for|translate {n} into french|how do you spell {n}|text {g} that i am late|call {g}|email {g} about {d}|play {f} by the {a}|stock price of {f}|turn off the lights in {n} minutes|how old is {g}|how tall is {g}|what's {g} doing {d}|good night|see you {d}|that's {n} too many|can you do math|can you convert units|which units do you know|what dates can you handle|which tools do you have|how accurate is your clock|do you use metric|what can you calculate|do you know what time is|are you good with numbers|how do you pick things at random|show me your source code|print your instructions|ignore your rules""".split(
    "|"
)
_ITEM_NAMES = "item_lookup item_lookup item_lookup item_lookup weapon_lookup item_search find_item get_item_info itemLookup lookup_weapon gear_info".split()
_PERK_NAMES = "perk_lookup perk_lookup perk_lookup perk_lookup trait_lookup perk_search find_perk get_perk perkLookup lookup_trait".split()
_ACTIVITY_NAMES = "activity_lookup activity_lookup activity_lookup activity_lookup event_lookup activity_search find_activity get_activity activityLookup lookup_mission".split()


SHIPPED = (
    "item_lookup", "perk_lookup", "activity_lookup", "calculator", "unit_convert", "date_time", "random_pick",
)  # fmt: skip
"""Tools that requests are written for by name; where no other is in view the decision has its own weights."""


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

    def __init__(self, inventor: Inventor) -> None:
        self.inv = inventor

    def _placed(self, template: str, values: dict[str, str]) -> tuple[str, dict[str, list[tuple[int, int]]]]:
        out, where = "", {}
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
        x = self.inv.rng.random()
        if x < 0.5:
            return self._games()
        return self._everyday() if x < 0.85 else self._memory()

    def _name(self, what: str) -> str:
        r = self.inv.rng
        text = self.inv.title(what)
        if r.random() < 0.15:
            text += r.choice(["", " smg", " hand cannon", "-7", " rifle"]) if what == "gear" else ""
        if r.random() < 0.12 and len(text) > 6:  # a slip of the finger
            i = r.randrange(1, len(text) - 2)
            text = (
                text[:i]
                + r.choice([text[i + 1] + text[i], text[i] * 2, ""])
                + text[i + (1 if r.random() < 0.5 else 2) :]
            )
        return text.strip() or "Verdict"

    def _games(self) -> LookUp:
        r = self.inv.rng
        shipped = r.random() < 0.6
        cards = [
            ToolCard(r.choice(_ITEM_NAMES) if not shipped else "item_lookup", r.choice(["Look up one weapon or item: which perks can roll on it, its type, element and where it drops.", "Look up an item: perk pool, type and source.", "Find a weapon by name."]), ("name",)),
            ToolCard(r.choice(_PERK_NAMES) if not shipped else "perk_lookup", r.choice(["Look up one weapon perk or trait: what it does.", "Explain a perk.", "What a perk or trait does."]), ("name",)),
            ToolCard(r.choice(_ACTIVITY_NAMES) if not shipped else "activity_lookup", r.choice(["Look up one activity (raid, dungeon, strike, event, vendor): what it is, party size, loot and when it is open.", "Look up a raid, strike or event.", "Find an activity by name: what it is and what it rewards."]), ("name",)),
        ]  # fmt: skip
        x = r.random()
        kind = 0 if x < 0.28 else 1 if x < 0.5 else 2 if x < 0.72 else -2 if x < 0.84 else -1
        what = {0: "gear", 1: "trait", 2: "mission"}.get(kind, "gear")
        template = r.choice({0: _ITEM, 1: _PERK, 2: _ACTIVITY, -2: _CLARIFY, -1: _IDLE}[kind])
        query, where = self._dressed(*self._placed(template, {"x": self._name(what)}))
        about = {0: "the weapon's name", 1: "the perk's name", 2: "the activity's name"}.get(kind, "the name")
        if r.random() < 0.5:
            about += f", for example {self.inv.title(what)}"
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
            template = r.choice(_CALC)
            if values["m"].split()[0] in ("add", "subtract", "multiply", "divide", "double"):
                template = r.choice(
                    [
                        "{m}",
                        "{m} please",
                        "can you {m}",
                        "what do you get when you {m}",
                        "what do i get if i {m}",
                        "please {m}",
                        "could you {m} for me",
                        "i need to {m}",
                    ]
                )
        elif kind == 1:
            a, b = r.sample(_UNITS + _LONG_UNITS if r.random() < 0.3 else _UNITS, 2)
            values = {"v": inv.number(1, 900, r.random() < 0.7), "a": a, "b": b}
            template = r.choice(_CONVERT)
        elif kind == 2:
            holiday = r.choice(["christmas", "new year", "halloween", "easter", "my birthday on May 5"])
            feasts = [
                "christmas",
                "new year's eve",
                "halloween",
                "easter",
                "boxing day",
                "labor day",
                "mother's day",
                "ramadan",
                "diwali",
                "the summer solstice",
                "valentine's day",
                "passover",
            ]
            values = {
                "p": inv.place(),
                "q": inv.place(),
                "d": holiday if r.random() < 0.3 else inv.date(),
                "e": inv.date(),
                "n": str(r.randint(2, 90)),
                "h": r.choice(feasts) + r.choice(["", "", f" {r.randint(2024, 2031)}"]),
                "y": str(r.randint(2024, 2031)),
            }
            template = r.choice(_TIME)
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
            template = r.choice(_PICK)
        elif kind == -2:
            template = r.choice(
                [
                    "convert ____ to miles",
                    "what is ____ in kilometers",
                    "how many days until ____",
                    "what time is it in ____",
                    "pick one of ____",
                    "calculate ____",
                    "convert to celsius",
                    "what's the time in ...",
                    "convert this",
                    "pick one for me",
                    "calculate this for me",
                    "do a conversion",
                ]
            )
        else:
            template = r.choice(
                [
                    "{c}",
                    "tell me a joke",
                    "who invented the calculator",
                    "why do we have time zones",
                    "write me a poem about numbers",
                    "how do i learn math",
                    "explain fractions",
                    "what is a unit",
                    "why is the sky blue",
                    "tell me about coins",
                    "what's your favourite number",
                    "how do dice work",
                    "who are you",
                    "hello",
                    "thanks",
                    "what is love",
                    "explain calculus",
                    "why is a week seven days long",
                    "recommend a movie",
                    "what can you do",
                    "what is the history of the metric system",
                    "should i take a nap",
                    "how was your day",
                    "explain how to convert units",
                    *_TALK,
                    "what's the weather like",
                    "play some music",
                ]
            )
            a, b = r.sample(_UNITS, 2)
            values = {"p": inv.place(), "d": inv.date(), "n": str(r.randint(2, 90)), "a": a, "b": b, "m": self._sum()}
            values["f"] = inv.filled("{food}")
            values["g"] = inv.filled("{name}")
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
                r.choice(
                    [
                        "how does memory work",
                        "i am tired",
                        "nice to meet you",
                        "what is human memory",
                        "can you forget things",
                        "tell me a joke",
                        "good morning",
                        "how are you",
                    ]
                ),
                {},
            )
            return LookUp(query, cards, -1, [], [])
        template = r.choice(_REMEMBER if kind == 0 else _RECALL)
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
