"""What a thing of a result gives the parameters of another tool: its id, its address, its price, its day."""

from __future__ import annotations

import re
from typing import Any

from keyhole.models.embedded.options.ways import TO
from keyhole.models.embedded.text import name_words, stem
from keyhole.models.embedded.texts.told import PLACE
from keyhole.steps.results import Facts
from keyhole.tools.builtin.currencies import CURRENCIES
from keyhole.tools.schema import compiled

# ruff: noqa: SIM905  (word lists read best as words)
IDS = frozenset(map(stem, "id ids uuid ref reference key number no".split()))
"""Stems of the words that end the name of an id, where no other number is meant."""
_WITHIN = frozenset(("in", "on", "of", "per", "for", "at"))
"""Stands in the name of a fact between what it counts and where that is."""
_NO_IDS = frozenset("phone mobile fax house street".split())
_TITLES = frozenset(map(stem, "name title label subject".split()))
_BY = frozenset(map(stem, "by author guest user who reviewer sender from owner assignee city country currency".split()))
"""Of names of facts that say whose a thing is, or where, and not what it is called."""
PERSONS = frozenset(
    "person name customer client contact patient child student employee user member guest recipient owner to assignee "
    "author attendee participant".split()
)
DAYS = frozenset("date day when on".split())
"""Words of the names of parameters and facts that are somebody, or a day."""


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


_MONEY = _stems("price cost amount total fee fare sum value rent balance subtotal due")
_MOMENTS = _stems(f"{' '.join(DAYS)} time start deadline due")
_ADDRESSES = _stems("email mail address to recipient attendee assignee handle username login user chat")
_AMOUNTS = _stems("quantity amount count total size")
_KINDS = (
    _MONEY,
    _MOMENTS,
    _stems(" ".join(PERSONS)),
    _ADDRESSES,
    _stems("phone number mobile to"),
    _stems("location place where origin destination area from to venue stop station address street"),
    _stems(" ".join(PLACE | {"destination", "country"})),
    _stems("text content body message"),
    _stems("url link website"),
    _AMOUNTS,
)
"""Stems of the names of parameters and facts that are of one kind."""
EXACT, LIKE, KIND, WEAK = 4, 3, 2, 1
"""How near the name of a parameter is to that of a fact: the same; as good as the same; of one kind; both but ids."""
CURRENCY_CODES = frozenset(CURRENCIES.values())
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.\w+|@[\w.-]{2,40}")
"""An address of mail, or what somebody is called where they write."""
_NAME = re.compile(r"[^\W\d_](?:[^\d@/:]|(?<=\s)\d){2,80}")
_TITLE_ENDS = re.compile(r" [-\u2013(]|[,;:(\"\n]")
_LONGEST_TITLE = 60
_ID = re.compile(r"\S{1,80}")
_PREFIX = re.compile(r"\b([A-Za-z]{1,6})[-_](?=\w*\d)")
_CODE = re.compile(r"(?=[\w-]*\d)[A-Za-z]{1,6}[-_]?[\w-]{1,40}")


def is_id(name: str) -> bool:
    """Whether a parameter or a fact is an id by its name."""
    words = name_words(name)
    return bool(words) and stem(words[-1]) in IDS and not _NO_IDS & set(words)


def is_for_codes(name: str) -> bool:
    """Whether a parameter is an id or a code by its name: no sentence tells one that has no code in it."""
    return is_id(name) or name_words(name)[-1:] == ("code",)


def id_of(thing: Facts, noun: str) -> Any:
    """What a thing is told from all others by: its own id, or the only one that it has."""
    key = id_key(thing, noun)
    return None if key is None else thing[key]


def id_key(thing: Facts, noun: str) -> str | None:
    """The name of that."""
    ids = {key: value for key, value in thing.items() if is_id(key) and _ID.fullmatch(f"{value}")}
    ids = ids or {key: value for key, value in thing.items() if _looks_like_id(key, value)}
    first = next(iter(thing), "")
    if not ids and type(thing.get(first)) is int and not _is_quantity(first):
        return first  # what an object begins with
    own = [key for key in ids if tuple(stem(word) for word in name_words(key)[:-1]) in ((), (noun,))]
    return own[0] if own else next(iter(ids)) if len(ids) == 1 else None


def _looks_like_id(key: str, value: Any) -> bool:
    """Whether a value of any name can hardly be anything but an id: ord_8123, 771204."""
    if isinstance(value, str):
        return _CODE.fullmatch(value) is not None
    return type(value) is int and value >= 1000 and not _is_quantity(key)


def _is_quantity(key: str) -> bool:
    """Whether a fact counts or measures, by its name."""
    last = stem(name_words(key)[-1]) if name_words(key) else ""
    return any(last in kind for kind in (_MONEY, _MOMENTS, _AMOUNTS)) or last in ("year", "rank", "place")


def price_of(thing: Facts) -> str | None:
    """What a thing costs, with its currency: "18.5 EUR"."""
    for key, value in thing.items():
        words = name_words(key)
        money = _MONEY & {stem(word) for word in words} or any(word.upper() in CURRENCY_CODES for word in words)
        if type(value) not in (int, float) or not money:
            continue
        codes = [word.upper() for word in words if word.upper() in CURRENCY_CODES]
        codes += [each for name, each in thing.items() if "currency" in name_words(name) and isinstance(each, str)]
        return f"{value:.15g} {codes[0]}" if codes else f"{value:.15g}"
    return None


def title_of(thing: Facts) -> str | None:
    """What a thing is called."""
    titles = [value for key, value in thing.items() if name_words(key) and stem(name_words(key)[-1]) in _TITLES]
    others = [value for key, value in thing.items() if name_words(key) and stem(name_words(key)[-1]) not in _BY]
    texts = [value for value in others if isinstance(value, str) and _NAME.fullmatch(value)]
    title = next((value for value in (*titles, *texts) if isinstance(value, str)), None)
    return _TITLE_ENDS.split(title[:_LONGEST_TITLE], maxsplit=1)[0].strip() or None if title else None


def value_of(name: str, schema: Any, thing: Facts, noun: str, *, least: int = WEAK) -> Any:
    """What a thing called `noun` gives a parameter; None where it has nothing of the kind. `least`: how near the names
    have to be."""
    found: list[tuple[int, bool, bool, bool, Any]] = []
    described = set(_roots(schema["description"][:60])) if isinstance(schema, dict) and _is_described(schema) else set()
    own = id_key(thing, noun) if is_id(name) else None
    for key, value in thing.items():
        nearness = max(_nearness(name, key, value, noun), WEAK if key == own else 0)
        if nearness and is_id(name) and (prefixes := _prefixes(schema)):
            nearness = max(nearness, LIKE) if prefixes & _prefixes_in(f"{value}") else 0
        named = type(value) in (int, float) and "name" in described  # a name is no number
        fitted = _fitted(value, schema, name) if nearness >= least and not named else None
        if fitted is not None:
            asked = not described.isdisjoint(_roots(key)[-1:])  # "Username of the person to write to"
            mail = _MAIL.fullmatch(f"{value}") is not None  # who is written to has an address and a name
            found.append((nearness, asked, mail, bool(TO & set(name_words(key))), fitted))
    best = max(found, key=lambda each: each[:4], default=None)
    return None if best is None else best[4]


def _is_described(schema: dict[str, Any]) -> bool:
    return isinstance(schema.get("description"), str)


def _roots(name: str) -> tuple[str, ...]:
    """The stems of a name's words; "ids" are an id."""
    return tuple("id" if word == "ids" else stem(word) for word in name_words(name))


def _nearness(name: str, key: str, value: Any, noun: str) -> int:
    a, b = _roots(name), _roots(key)
    b = tuple(root for root in b if root.upper() not in CURRENCY_CODES) or b  # `total_usd` is a total
    if type(value) in (int, float) and len(b) > 2 and _WITHIN & set(b[1:-1]):  # `books_on_shelf` counts books
        b = b[: next(at for at, root in enumerate(b) if at and root in _WITHIN)]
    if not a or not b:
        return 0
    own = (*(noun,) * bool(noun), *b)
    if a in (b, own) or b == (noun, *a):
        return EXACT
    if is_id(name) or is_id(key):
        return _nearness_of_ids(a, b, noun, value)
    if a[-1] == b[-1] and 1 in (len(a), len(b)):
        return 0 if TO & set(a) and not TO & set(b) and "currenc" in a[-1] else LIKE
    if a == (noun,) or a[-1:] == (noun,):
        return LIKE if b[-1] in _TITLES else 0
    if isinstance(value, str) and _MAIL.fullmatch(value):
        return KIND if a[-1] in _ADDRESSES else 0
    kinds = any(a[-1] in kind and b[-1] in kind for kind in _KINDS)
    return KIND if kinds else 0


def _nearness_of_ids(a: tuple[str, ...], b: tuple[str, ...], noun: str, value: Any) -> int:
    """For an id it counts whose it is."""
    if a[-1] not in IDS:  # `order` takes the id of an order
        return LIKE if a[-1] == noun and b[:-1] in ((), (noun,)) else 0
    if b[-1] not in IDS:
        return LIKE if a[:-1] == b and type(value) is int else WEAK * _looks_like_id(b[-1], value)
    whose, its = a[:-1], b[:-1] or (noun,)
    if whose == its or (whose and its and whose[-1] == its[-1]):
        return LIKE
    return WEAK if b[:-1] in ((), (noun,)) or not whose else 0


def _prefixes(schema: Any) -> set[str]:
    """What the ids begin with that a parameter's description gives as examples: "e.g. ord_8123"."""
    described = schema.get("description") if isinstance(schema, dict) else None
    return _prefixes_in(described) if isinstance(described, str) else set()


def _prefixes_in(text: str) -> set[str]:
    return {found[1].lower() for found in _PREFIX.finditer(text[:400])}


def _fitted(value: Any, schema: Any, name: str) -> Any:
    """A value in the type that is asked for; None where it does not fit."""
    wanted = schema.get("type") if isinstance(schema, dict) else None
    if wanted == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value}"
    elif wanted in ("integer", "number") and isinstance(value, str) and re.fullmatch(r"-?\d+(?:\.\d+)?", value):
        value = float(value) if "." in value else int(value)
    elif wanted == "integer" and isinstance(value, float) and value == int(value):
        value = int(value)
    elif wanted == "array" and not isinstance(value, list):
        value = [value]
    return None if not isinstance(schema, dict) or compiled(schema).errors(value, name) else value
