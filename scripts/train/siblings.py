# ruff: noqa: E501, SIM905  (rows of words and phrases are data: wrapping them would hide them)
"""Requests for one of several tools about the same thing, which differ by what they do with it: find, book, cancel."""

from __future__ import annotations

from dataclasses import dataclass

from invented import Inventor
from invented_phrases import OPENERS

from keyhole.models.model import ToolCard


@dataclass(frozen=True, slots=True)
class _Deed:
    """What can be done with a thing: verbs of tools' names, their descriptions, and how it is asked for."""

    verbs: list[str]
    about: list[str]
    asked: list[str]


def _deed(verbs: str, about: str, asked: str) -> _Deed:
    return _Deed(verbs.split(), about.split("|"), asked.split("|"))


DEEDS = {
    "find": _deed(
        "find search list browse lookup get query",
        "Search for {x} by given criteria.|Find available {x}.|Lists {x}.|Browse {x} that match.|Look for {x} in an area.|Retrieve a list of {x}.|Discover {x}",
        "find {x}|search for {x}|show me {x}|any {x}|i'm looking for {x}|look for {x}|can you find me {x}|suggest some {x}|what {x} are there|is there a {x}|are there any {x}|list all {x}|which {x} are available|recommend a {x}|i need to find {x}|i'd like to see what {x} there are|would you look for {x}|i want to find a {x}|help me find {x}|i'm thinking about finding a {x}|see if there is a {x}|get me some options for a {x}",
    ),
    "book": _deed(
        "book reserve",
        "Book a {x}.|Reserve a {x} for a date.|Make a reservation of a {x}.|Allows to reserve {x}",
        "book a {x}|reserve a {x}|make a reservation for a {x}|i'd like to book the {x}|can you reserve me a {x}|please book {x}|i need to reserve {x}|get the {x} booked|put me down for a {x}",
    ),
    "buy": _deed(
        "buy purchase order",
        "Buy a {x}.|Purchase {x} online.|Order a {x}.|Complete the purchase of {x}",
        "buy a {x}|purchase the {x}|order a {x}|i want to buy {x}|i'd like to purchase a {x}|get me that {x}, i'll pay now|can you buy me {x}|pay for the {x}",
    ),
    "schedule": _deed(
        "schedule arrange plan",
        "Schedule a visit to a {x}.|Make an appointment for a {x}.|Arrange a viewing of {x}",
        "schedule a visit to the {x}|make an appointment for the {x}|arrange a viewing of the {x}|set up an appointment with the {x}|plan a visit to the {x}|i want to come by and see the {x} in person",
    ),
    "create": _deed(
        "create add new make insert",
        "Create a {x}.|Adds a new {x}.|Make a {x}.|Insert a {x} into the list",
        "create a {x}|add a {x}|make a new {x}|set up a new {x}|i need a new {x}|start a new {x}|put a {x} on my list|register a {x}",
    ),
    "delete": _deed(
        "delete remove erase clear",
        "Delete a {x}.|Removes a {x}.|Erase the {x} for good.|Clear {x}",
        "delete the {x}|remove the {x}|get rid of the {x}|erase my {x}|i don't need the {x} any more|drop the {x}|clear the {x}",
    ),
    "update": _deed(
        "update edit change modify set rename",
        "Update a {x}.|Change the details of a {x}.|Edits an existing {x}.|Modify a {x}",
        "update the {x}|change the {x}|edit my {x}|modify the {x}|rename the {x}|correct the {x}|set the {x} to something else|adjust the {x}",
    ),
    "cancel": _deed(
        "cancel revoke",
        "Cancel a {x}.|Cancels an existing {x}.|Call off a {x}",
        "cancel the {x}|call off my {x}|i want to cancel the {x}|please cancel my {x}|i can't make it to the {x}, cancel it",
    ),
    "details": _deed(
        "get describe show view check",
        "Get the details of a {x}.|Show one {x} by its id.|View all information on a {x}.|Check the status of a {x}",
        "show me the details of the {x}|what is the status of the {x}|tell me more about this {x}|open the {x}|check the {x}|view the {x}|describe the {x}",
    ),
    "send": _deed(
        "send share forward",
        "Send a {x} to somebody.|Share a {x} with others.|Forward the {x}",
        "send the {x} to {who}|share my {x} with {who}|forward the {x} to {who}|let {who} have the {x}",
    ),
    "request": _deed(
        "request ask_for demand",
        "Request a {x} from somebody.|Ask someone for a {x}",
        "request a {x} from {who}|ask {who} for a {x}|get {who} to send me a {x}|remind {who} to give me the {x}",
    ),
    "rate": _deed("rate review", "Rate a {x} with stars.|Leave a review of a {x}", "rate the {x} with {n} stars|leave a review of the {x}|give the {x} {n} stars|review this {x}"),
    "times": _deed(
        "get_times check_times get_schedule",
        "Get the times of a {x}.|When a {x} takes place.|Show times of a {x}",
        "what time is the {x}|when does the {x} begin|show times of the {x}|at which times is there a {x}|when is the next {x}",
    ),
    "play": _deed("play start", "Play a {x}.|Start a {x} on a device", "play the {x}|start the {x} on the {device}|put on a {x}|i want to watch the {x}|let me hear the {x}"),
}  # fmt: skip
THINGS = (
    "hotel|movie|concert|flight|bus ticket|restaurant|doctor|dentist|therapist|salon|stylist|house|apartment|rental car|book|song|playlist|event|theater play|meeting|task|reminder|note|contact|invoice|order|payment|project|issue|ticket|user"
    "|account|server|database|file|folder|message|email|post|comment|product|coupon|course|class|recipe|photo|video|workout|appointment|room|table|taxi|train|museum|attraction|job|candidate|employee|customer|report|document|alarm|timer"
    "|device|subscription|review|gift card|counselor|property|trip|tour|vehicle|policy|claim|webhook|branch|commit|release|container|dashboard|sensor|rule|label|category|campaign|survey|quiz|lesson|exam|patient|prescription|shipment|warehouse"
).split("|")
WHERE = [
    "",
    "",
    "",
    " in {p}",
    " near {p}",
    " on {d}",
    " for {d}",
    " under $50",
    " called {t}",
    " for two people",
    " for my family",
    " with good ratings",
    " this weekend",
    " for {who}",
]


class Siblings:
    """Makes route examples; everything is drawn from the inventor's generator."""

    def __init__(self, inventor: Inventor) -> None:
        self.inventor = inventor

    def example(self) -> tuple[str, ToolCard, list[ToolCard]]:
        """A request, the card that it is for, and cards about the same thing that it is not for."""
        inv, r = self.inventor, self.inventor.rng
        thing = r.choice(THINGS)
        deeds = r.sample(list(DEEDS), r.randint(2, 4))
        about = {
            "x": thing,
            "who": inv.pick("humans/firstNames"),
            "n": str(r.randint(1, 5)),
            "device": "kitchen speaker",
        }
        plain = r.choice(DEEDS[deeds[0]].asked).format(**about)
        plain += r.choice(WHERE).format(p=inv.place(), d=inv.date(), t=inv.title("gear"), who=about["who"])
        if r.random() < 0.4:
            plain = f"{r.choice(OPENERS)} {plain}"
        if r.random() < 0.6:
            plain = plain[0].upper() + plain[1:] + r.choice(["?", ".", ""])
        wanted, *others = (self._card(deed, thing) for deed in deeds)
        return plain, wanted, others

    def _card(self, deed: str, thing: str) -> ToolCard:
        inv, r = self.inventor, self.inventor.rng
        noun = thing + ("s" if r.random() < 0.4 and not thing.endswith("y") else "")
        words = [*r.choice(DEEDS[deed].verbs).split("_"), *noun.split()]
        if r.random() < 0.15:
            words = [f"{thing.split()[0]}s", *words]
        description = "" if r.random() < 0.15 else r.choice(DEEDS[deed].about).format(x=thing)
        return ToolCard(inv.styled(words), description)
