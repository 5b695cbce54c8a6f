# ruff: noqa: E501, SIM905  (rows of words are data: wrapping them would hide them)
"""What a published tool's own declaration tells: its wish in words, and of each parameter examples, unit and kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from keyhole.models.embedded.prompt import Type
from keyhole.models.embedded.text import name_words
from keyhole.models.model import ToolCard

EXAMPLES = re.compile(r"\((?:e\.?g\.?,?|such as|for example,?|i\.e\.,?)\s*([^()]+)\)", re.IGNORECASE)
_FORMAT = re.compile(r"[YMDHS]{2,}|^\W*$|\d+\s*-\s*\d+$|\betc\b", re.IGNORECASE)
_UNIT = re.compile(
    r"\bin (watts|meters?|metres|seconds|minutes|hours|days|years|months|kilograms|kg|grams|degrees(?: Celsius| Fahrenheit)?|Celsius|Kelvin|kelvin|volts|amperes|ohms|pascals|Pascals|newtons|joules|hertz|Hz|liters|litres|feet|inches|miles|kilometers|km|cm|mm|pounds|percent|percentage|dollars|USD|meters per second|square meters|cubic meters)\b"
)
_VAGUE = re.compile(
    r",? (?:in|of|for|at|on|by|based on|given|using|with|within|from|to|about) (?:a |an |the )?(?:specific|given|specified|particular|certain|user|users|user's|provided|desired|selected|various|different)\b.*$"
)
SEARCHES = frozenset("retrieve get find fetch search check look lookup list provide obtain show view".split())
SUMS = frozenset("calculate compute determine estimate evaluate".split())
_PERSON = "author artist athlete user username customer patient employee player director student teacher doctor actor singer performer lawyer guest passenger recipient sender owner contact member candidate person client writer composer politician celebrity host speaker manager instructor driver friend".split()
_PLACE = "city location place address region state country destination origin departure arrival venue area town district county neighborhood airport station continent".split()
_SAID = "text message content sentence comment review body note notes question description feedback phrase caption reason tweet post answer paragraph".split()
_CODE = (
    "id code number serial isbn ticket reference token sku vin key identifier username handle tracking order".split()
)
_LISTS = {
    "genre": "music/genres", "instrument": "music/instruments", "animal": "animals/common", "pet": "animals/common", "breed": "animals/dogs", "fruit": "foods/fruits",
    "food": "foods/menuItems", "dish": "foods/menuItems", "ingredient": "foods/vegetables", "vegetable": "foods/vegetables", "drink": "foods/tea", "cocktail": "foods/iba_cocktails",
    "beer": "foods/beer_styles", "sport": "sports/sports", "team": "sports/nba_teams", "league": "sports/football/epl_teams", "club": "sports/football/laliga_teams", "flower": "plants/flowers",
    "plant": "plants/plants", "crop": "foods/vegetables", "metal": "materials/metals", "material": "materials/building-materials", "fabric": "materials/fabrics", "element": "science/elements",
    "chemical": "science/toxic_chemicals", "substance": "science/toxic_chemicals", "planet": "science/planets", "disease": "medicine/infectious_diseases", "condition": "medicine/infectious_diseases",
    "symptom": "medicine/symptoms", "symptoms": "medicine/symptoms", "drug": "medicine/drugs", "medication": "medicine/drugs", "hospital": "medicine/hospitals", "occupation": "humans/occupations",
    "job": "humans/occupations", "profession": "humans/occupations", "industry": "corporations/industries", "company": "corporations/fortune500", "organization": "corporations/charities",
    "brand": "corporations/cars", "manufacturer": "corporations/cars", "subject": "books/academic_subjects", "topic": "books/academic_subjects", "field": "books/academic_subjects", "course": "books/academic_subjects",
    "book": "books/bestsellers", "movie": "film-tv/popular-movies", "film": "film-tv/popular-movies", "show": "film-tv/tv_shows", "game": "games/board_games", "nationality": "geography/nationalities",
    "religion": "religion/religions", "weather": "science/weather_conditions", "product": "objects/objects", "item": "objects/objects", "object": "objects/objects", "device": "technology/appliances", "appliance": "technology/appliances",
    "color": "colors/wikipedia", "colour": "colors/wikipedia", "skill": "words/infinitive_verbs", "keyword": "words/nouns", "keywords": "words/nouns", "word": "words/nouns", "mood": "humans/moods", "emotion": "humans/moods",
    "scientist": "humans/scientists", "river": "geography/rivers", "ocean": "geography/oceans", "band": "music/rock_hall_of_fame", "species": "animals/common", "technology": "technology/new_technologies", "clothing": "objects/clothing",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    type: Type
    description: str
    required: bool
    many: bool
    examples: tuple[str, ...]
    unit: str
    kind: str


@dataclass(frozen=True, slots=True)
class Published:
    card: ToolCard
    verb: str
    rest: str
    fields: tuple[Field, ...]


def read(card: ToolCard, schema: Mapping[str, Any]) -> Published | None:
    """A tool that requests can be made for; None for others."""
    properties = schema.get("properties") or {}
    if not 0 < len(properties) <= 10 or not all((p.get("description") or "") for p in properties.values()):
        return None
    about = re.sub(
        r"^(?:This (?:function|API|tool) |Allows? (?:the |a )?users? to |Used to |A tool to )",
        "",
        card.description.split(". ")[0].rstrip("."),
    )
    verb, _, rest = about.partition(" ")
    rest = _VAGUE.sub("", rest) if "," not in rest else rest
    if not rest or not verb.isalpha() or len(about) > 110:
        return None
    verb = (
        re.sub(r"(?<=[a-z]{3})s$", "", verb.lower())
        if verb.lower() not in ("process", "access", "discuss", "assess")
        else verb.lower()
    )
    needed = schema.get("required") or ()
    fields = [made for name, p in properties.items() if (made := _field(name, p, name in needed)) is not None]
    return Published(card, verb, rest, tuple(fields)) if len(fields) == len(properties) else None


def _field(name: str, prop: Mapping[str, Any], required: bool) -> Field | None:
    kinds: dict[str, Type] = {"string": "str", "integer": "int", "number": "num", "boolean": "bool"}
    many = prop.get("type") == "array"
    type_ = kinds.get((prop.get("items") or {}).get("type", "") if many else prop.get("type", ""))
    if type_ is None or not name_words(name):
        return None
    about = prop["description"]
    match = EXAMPLES.search(about)
    shown = [part.strip(" '\"") for part in re.split(r",|\bor\b|\band\b", match[1])] if match else []
    examples = tuple(dict.fromkeys(e for e in shown if 1 < len(e) < 40 and not _FORMAT.search(e)))
    unit = _UNIT.search(about)
    return Field(
        name,
        type_,
        about,
        required,
        many,
        examples if type_ == "str" else (),
        unit[1] if unit else "",
        _kind(name, about),
    )


def _kind(name: str, about: str) -> str:
    """What kind of thing a parameter names: a key of `Catalogue._drawn`, a word list, or nothing known."""
    words = name_words(name)
    last = words[-1]
    known = set(words)
    for kind, of in (
        ("email", {"email"}),
        ("url", {"url", "link", "website"}),
        ("date", {"date", "deadline", "day", "birthday"}),
        ("language", {"language"}),
        ("currency", {"currency"}),
        ("file", {"file", "path", "filename"}),
    ):
        if last in of or (kind in ("email", "date") and known & of):
            return kind
    if last in ("time", "hour"):
        return "time"
    if last in _CODE:
        return "code"
    if last in _PLACE or (last == "name" and known & set(_PLACE)):
        return "place"
    if last in _PERSON or (last == "name" and (known & set(_PERSON) or (len(words) == 1 and "person" in about))):
        return "person"
    if last in _SAID:
        return "said"
    for word in reversed(words):
        if word in _LISTS:
            return _LISTS[word]
    return "title" if last in ("title", "name") else ""
