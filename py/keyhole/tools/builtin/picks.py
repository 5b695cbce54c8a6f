"""Random picks: from a list, from a range, dice and coins."""

from __future__ import annotations

import calendar
import random
import re
import string
from collections.abc import Collection
from decimal import Decimal
from itertools import product
from typing import Any

from keyhole.errors import ToolError
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.builtin.pick_options import BETWEEN, LEAD, options_of
from keyhole.tools.builtin.teams import teams_of, to_part

MOST = 100
"""Picks made at once."""
_NUMBER = r"(-?\d{1,15})"
_RANGE = re.compile(rf"(?:between|from)?\s*{_NUMBER}\s*(?:\.\.+|to|and|through|until|[-\u2013\u2014])\s*{_NUMBER}\b")
_SO_MANY = re.compile(r"\b(\d{1,3})(?: (?:random|different|unique|lucky|numbers?|integers?))* ?$")
_UP_TO = re.compile(rf"(?:up to|below|under)\s*{_NUMBER}\b")
_ANY_NUMBER = re.compile(r"(?:.{0,60}\brandom )?(?:number|integer)s?(?: please)?[.?!]*")
_LETTERS = re.compile(
    r"(?:(\d{1,2}) )?(?:random )?letters?(?: (?:between|from|in|of))? "
    r"([a-z])(?: ?[-\u2013] ?| to | through | and )([a-z])(?: please)?[.?!]*"
)
_KNOWN = {
    "letter": tuple(string.ascii_uppercase),
    "card": tuple(f"{rank} of {suit}" for suit, rank in product(
        ("hearts", "diamonds", "clubs", "spades"), ("ace", *range(2, 11), "jack", "queen", "king"))),
    "suit": ("hearts", "diamonds", "clubs", "spades"),
    "weekday": tuple(calendar.day_name)[:5],
    "day of the week": tuple(calendar.day_name),
    "month": tuple(calendar.month_name)[1:],
    **dict.fromkeys(("color", "colour"), (
        "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "grey")),
}  # fmt: skip
"""Things that need not be named to be picked from."""
_OF_KNOWN = re.compile(
    rf"(?:.{{0,40}}\brandom )?(?:(\d{{1,2}}) )?(?:random )?(?:playing )?({'|'.join(_KNOWN)})s?"
    r"(?: (?:of|from|in) (?:the|a) (?:year|week|alphabet|deck|pack))?(?: of cards)?(?: please)?[.?!]*"
)
_DICE = re.compile(
    r"\b(\d{1,3})?\s*(?:d(\d{1,5})\b|(?:(?:a|the) )?(?:(\d{1,5})[- ]sided |regular |normal )?(?:dice|die)\b)"
    r"(?:\s*([+-])\s*(\d{1,5})\b)?"
)
_BONUS = re.compile(
    r"\b(d\d{1,5}),? (?:(?:and )?(?:with|plus|add)(?: an?)? \+? ?|and \+ ?)(\d{1,5})\b(?! ?(?:d\d|times|dice))"
)
"""A bonus in words: "d20 with a +5"."""
_PARITY = re.compile(r"\b(even|odd)(?: random)? (?:numbers?|integers?)\b")
_DECIMAL = r"(-?\d{1,9}(?:\.\d{1,6})?)"
_DECIMALS = re.compile(
    rf"(?:between|from)?\s*{_DECIMAL}\s*(?:\.\.+|to|and|through|until|[-\u2013\u2014])\s*{_DECIMAL}\b"
)
_BULLET = re.compile(r"(?:(?:^|\n)\s*[-*\u2022]|(?<!\S)(?:\d{1,2}|[a-hA-H])[.)])\s+(?=[^\W\d])")
_BEFORE_BULLETS = re.compile(rf"\A[^:\n]{{1,80}}:(?=\s*{_BULLET.pattern})")
_EXCEPT = re.compile(
    r",?\s*\b(?:but not|except(?: for)?|excluding|other than|not including)\s+([^:.?!]+)", re.IGNORECASE
)
_COUNT = re.compile(
    r"\W*(?:(?:please|can you|could you) )?(?:pick|choose|select|draw|give me) (\d{1,3})(?! ?(?:to|and|or|-|,))\b"
)
_SHUFFLE = re.compile(
    r"\W*(?:(?:please|can you|could you|give me|put|sort|list|arrange|place|these|those|them|the following)\s+)*"
    r"(?:shuffle|randomly (?:order|sort|arrange|rank)|"
    r"mix up|jumble(?: up)?|scramble|(?:in(?:to)? )?(?:an? )?random (?:order|sequence))\b"
    r"(?:[^,:]{0,30}:)?\s*",
    re.IGNORECASE,
)
_IN_RANDOM_ORDER = re.compile(r",?\s*\bin (?:a )?random (?:order|sequence)(?: please| pls)?[\s.?!]*$", re.IGNORECASE)
_TIMES = re.compile(r"\b(?:(\d{1,3}) (?:times\b|(?=coins\b))|x ?(\d{1,3})\b|(\d{1,3})x(?!\w)|(twice)\b)")
_AND_A = re.compile(
    r"\s*(?:,|\band\b|\bplus\b)(?: (?:and|also|then))* "
    r"(?=(?:an?|one|the|roll|flip|toss|pick|draw|choose)\b|\d{0,2}d\d)"
)
_TO_DRAW = re.compile(
    r"^(?:(?:please|can you|could you|roll|flip|toss|throw|draw|pick|choose|give me|generate|an?|one|the)\b ?)+"
)
_KINDS = (
    re.compile(r"coin(?: (?:flip|toss))?"),
    re.compile(r"(?:(?:\d{1,3} ?)?d\d{1,5}|(?:\d{1,3} )?(?:\d{1,5}[- ]sided )?(?:dice|die))(?: roll)?"),
    re.compile(rf"(?:random )?(?:number|integer)s?(?:,? {_RANGE.pattern})?|{_RANGE.pattern}"),
    _LETTERS,
    *(re.compile(rf"(?:random )?(?:playing )?{known}") for known in _KNOWN),
)
"""Draws that may stand beside each other: "a coin and a die", "a number 1-10 and a letter a-f"."""


def pick(choices: str, count: int = 1, seed: int = 0) -> dict[str, Any]:
    """Pick `count` of the choices that the text names. `seed` 0 means a new pick each time.

    Picks from a list or a range differ from each other; dice and coins may repeat. Raises `ToolError` when there is
    nothing to pick from, or less than `count`.
    """
    if not 1 <= count <= MOST:
        raise ToolError(f"cannot pick {count}", advice=f"Ask for 1 to {MOST} picks.")
    source: random.Random = random.Random(seed) if seed else random.SystemRandom()
    if len(_BULLET.findall(choices)) > 1 or re.search(r"\n\s*[-*\u2022]\s", choices):
        choices = _BULLET.sub(", ", _BEFORE_BULLETS.sub("", choices, count=1))
    text = " ".join(choices.split())
    if (left_out := _EXCEPT.search(text)) and (picked := _pick_without(source, text, left_out, count)):
        return picked
    lowered = _BONUS.sub(r"\1 + \2", to_digits(text.casefold()))
    if len(draws := draws_of(lowered)) > 1:
        told = [pick(draw, seed=seed) for draw in draws]
        return {"picked": [each["picked"] for each in told], "from": "; ".join(each["from"] for each in told)}
    if (times := _TIMES.search(lowered)) and count == 1:
        lowered, repeated = (
            lowered[: times.start()] + lowered[times.end() :],
            min(MOST, int(times[1] or times[2] or times[3] or 2)),
        )
    else:
        repeated = count
    if parted := to_part(text):
        names, teams = parted
        return teams_of(source, options_of(names), teams)
    if re.fullmatch(r".*\b(?:coins?|heads or tails|heads/tails)\b.*", lowered):
        return _result([source.choice(("heads", "tails")) for _ in range(repeated)], "heads or tails")
    if "," not in text and (dice := list(_DICE.finditer(lowered))):
        return _rolled(source, dice, repeated)
    if (bounds := _DECIMALS.search(lowered)) and "." in bounds[1] + bounds[2]:
        return _from_decimals(source, bounds[1], bounds[2], count)
    if bounds := _RANGE.search(lowered):
        low, high = sorted((int(bounds[1]), int(bounds[2])))
        if count == 1 and (many := _SO_MANY.search(lowered[: bounds.start()])):
            count = int(many[1])
        if parity := _PARITY.search(lowered):
            return _of_numbers(source, range(low + (low % 2 != (parity[1] == "odd")), high + 1, 2), count, parity[1])
        whole = _to_shuffle(text) and high - low < MOST
        return _from_range(source, low, high, high - low + 1 if whole else count)
    if bounds := _UP_TO.search(lowered):
        return _from_range(source, 1, int(bounds[1]), count)
    if _ANY_NUMBER.fullmatch(LEAD.sub("", lowered)):
        return _from_range(source, 1, 100, count)
    if letters := _LETTERS.fullmatch(LEAD.sub("", lowered)):
        first, last = sorted(string.ascii_lowercase.index(letter) for letter in letters.groups()[1:])
        named = string.ascii_uppercase[first : last + 1]
        return _some(source, list(named), max(count, int(letters[1] or 1)), f"{named[0]} to {named[-1]}")
    if known := _OF_KNOWN.fullmatch(LEAD.sub("", lowered)):
        return _some(source, list(_KNOWN[known[2]]), max(count, int(known[1] or 1)), f"any {known[2]}")
    if options := _to_shuffle(text):
        return _from_list(source, options, None)
    return _from_list(source, text, count)


def _rolled(source: random.Random, dice: list[re.Match[str]], repeated: int) -> dict[str, Any]:
    """All the dice that are named, each with its bonus; a number of times belongs to the one kind that is named."""
    rolled: list[int] = []
    said: list[str] = []
    bonus = 0
    for kind in dice:
        sides = int(kind[2] or kind[3] or 6)
        again = repeated if len(dice) == 1 and not (kind[1] and kind[5] == str(repeated)) else 1
        rolls = max(int(kind[1] or 1), again)  # the 3 of "2d10+3" is no number of dice
        if sides < 2 or len(rolled) + rolls > MOST:
            raise ToolError(
                f"cannot roll {rolls} dice of {sides} sides", advice=f"At most {MOST} dice of 2 or more sides."
            )
        rolled += [source.randint(1, sides) for _ in range(rolls)]
        bonus += int(f"{kind[4]}{kind[5]}") if kind[4] else 0
        said.append(f"{rolls} x d{sides}" + (f" {kind[4]} {kind[5]}" if kind[4] and int(kind[5]) else ""))
    total = {"sum": sum(rolled) + bonus} if len(rolled) > 1 or bonus else {}
    return _result(rolled, ", ".join(said)) | total


def _pick_without(source: random.Random, text: str, left_out: re.Match[str], count: int) -> dict[str, Any] | None:
    """A pick from all but what is left out; None where that is none of what there is."""
    without = {part.strip(" '\"").casefold() for part in re.split(r"\s*(?:,|\band\b|\bor\b)\s*", left_out[1])}
    rest = text[: left_out.start()] + text[left_out.end() :]
    lowered = to_digits(rest.casefold())
    if count == 1 and (many := _COUNT.match(lowered)):
        count = int(many[1])
    if bounds := _RANGE.search(lowered):
        low, high = sorted((int(bounds[1]), int(bounds[2])))
        without = {to_digits(each).removeprefix("the number ") for each in without}
        numbers = range(low, high + 1)
        gone = {int(each) for each in without if re.fullmatch(r"-?\d{1,15}", each) and int(each) in numbers}
        return _of_numbers(source, numbers, count, "", gone) if len(gone) == len(without) else None
    options = options_of(rest)
    kept = [option for option in options if option.casefold() not in without]
    if len(options) - len(kept) != len(without) or not kept:
        return None
    return _some(source, kept, count, ", ".join(kept))


def _of_numbers(
    source: random.Random, numbers: range, count: int, kind: str = "", without: Collection[int] = ()
) -> dict[str, Any]:
    """Different numbers of a range that are not left out."""
    what = f"{numbers.start} to {numbers[-1] if numbers else numbers.stop}"
    what += f", {kind}" * bool(kind) + f" without {', '.join(map(str, sorted(without)))}" * bool(without)
    if len(numbers) - len(without) < count:
        raise ToolError(f"{what} holds fewer than {count} numbers", advice="Widen the range or ask for fewer.")
    drawn = source.sample(numbers, count + len(without))
    return _result([number for number in drawn if number not in without][:count], what)


def _from_decimals(source: random.Random, first: str, last: str, count: int) -> dict[str, Any]:
    """Numbers between two, with as many decimals as these have."""
    decimals = max(len(each.partition(".")[2]) for each in (first, last))
    low, high = sorted(int(Decimal(each).scaleb(decimals)) for each in (first, last))
    if high - low + 1 < count:
        raise ToolError(f"{first} to {last} holds fewer than {count} numbers", advice="Ask for fewer.")
    drawn = source.sample(range(low, high + 1), count)
    return _result([float(Decimal(number).scaleb(-decimals)) for number in drawn], f"{first} to {last}")


def teams_told(text: str) -> str | None:
    """A wish for teams with all who are in them; None where a text is none."""
    if (parted := to_part(text)) is None or len(options_of(parted[0])) < 2:
        return None
    names, teams = parted
    return f"{names} into {f'{teams} teams' if teams else 'pairs'}"


def draws_of(text: str) -> list[str]:
    """The draws that a text joins, each of another kind: a coin, dice, a number of a range, a letter. The text itself
    where it is one, or names anything else."""
    lowered = to_digits(text.casefold()).strip(" .?!")
    draws = [LEAD.sub("", _TO_DRAW.sub("", draw)) for draw in _AND_A.split(lowered)]
    kinds = [next((n for n, kind in enumerate(_KINDS) if kind.fullmatch(draw)), None) for draw in draws]
    return draws if None not in kinds and len(set(kinds)) == len(kinds) > 1 else [text]


def says_how(text: str) -> bool:
    """Whether a text says more than what to pick from: all of it in another order, dice with a bonus, that there are
    two options, several draws."""
    if len(draws_of(text)) > 1:
        return True
    dice = _DICE.search(text.casefold())
    return bool(_to_shuffle(text) or (dice and dice[4]) or BETWEEN.search(text))


def _to_shuffle(text: str) -> str:
    """What is wanted in another order; empty where nothing is."""
    options = _IN_RANDOM_ORDER.sub("", text)
    said = _SHUFFLE.match(text)
    return text[said.end() :] if said else options if options != text else ""


def _from_range(source: random.Random, low: int, high: int, count: int) -> dict[str, Any]:
    if high - low + 1 < count:
        raise ToolError(f"{low} to {high} holds fewer than {count} numbers", advice="Widen the range or ask for fewer.")
    if count == 1:
        return _result([source.randint(low, high)], f"{low} to {high}")
    return _result(source.sample(range(low, high + 1), count), f"{low} to {high}")


def _from_list(source: random.Random, text: str, count: int | None) -> dict[str, Any]:
    """Some of the options, or all of them in another order where `count` is None."""
    options = options_of(text)
    if len(options) < 2:
        raise ToolError("there is nothing to choose between", advice="Name the options, or a range such as 1-100.")
    return _some(source, options, min(len(options), MOST) if count is None else count, ", ".join(options))


def _some(source: random.Random, options: list[str], count: int, choices: str) -> dict[str, Any]:
    if count > len(options):
        raise ToolError(f"only {len(options)} options for {count} picks", advice="Name more options or ask for fewer.")
    return _result(source.sample(options, count), choices)


def _result(picked: list[Any], choices: str) -> dict[str, Any]:
    return {"picked": picked[0] if len(picked) == 1 else picked, "from": choices[:200]}
