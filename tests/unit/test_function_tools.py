"""Functions as tools: each kind of callable and parameter works, or is refused at once with what to write instead."""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from keyhole.errors import ConfigError
from keyhole.steps.cue import cued
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox


class Colour(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


class Order(BaseModel):
    piece: str


class Place(TypedDict):
    name: str


class Pair(NamedTuple):
    left: int
    right: str


class Unknown:
    """Of a kind that no JSON is."""


_SENTINEL = object()


class Shop:
    """A shop."""

    def stock(self, piece: str) -> str:
        """How many there are."""
        return f"7 {piece}"

    async def price(self, piece: str) -> str:
        """What it costs."""
        return f"{piece}: 3"

    def __call__(self, piece: str) -> str:
        return f"sold {piece}"


def add(a: int, b: int = 1) -> int:
    """Add."""
    return a + b


def bare(a, b=3):  # type: ignore[no-untyped-def]  # what a tool without hints is made of
    return [a, b]


def kinds(
    one: Literal["a", "b"],
    colour: Colour,
    point: Point,
    order: Order,
    place: Place,
    pair: Pair,
    maybe: int | None = None,
) -> list[Any]:
    return [one, colour, point, order, place, pair, maybe]


def awkward(self: str, _a: int, json: str, model_config: int, copy: int = 2) -> list[Any]:
    return [self, _a, json, model_config, copy]


def renamed(from_: Annotated[str, Field(alias="from", description="where it comes from")]) -> str:
    return from_


def with_field(a: int = Field(5, ge=2)) -> int:
    return a


def by_place(a: int, b: int = 2, /, c: int = 3) -> list[int]:
    return [a, b, c]


def odd_defaults(a: Any = _SENTINEL, b: dict[str, str] = {"title": "kept"}) -> list[Any]:  # noqa: B006  what people write
    return [a is _SENTINEL, b]


ALL_KINDS = {
    "one": "a",
    "colour": "red",
    "point": {"x": 1},
    "order": {"piece": "cup"},
    "place": {"name": "Oslo"},
    "pair": [1, "r"],
}


@pytest.mark.parametrize(
    ("function", "name", "arguments", "wanted"),
    [
        (add, "add", {"a": 2}, 3),
        (bare, "bare", {"a": 2}, [2, 3]),
        (Shop().stock, "stock", {"piece": "cups"}, "7 cups"),
        (Shop().price, "price", {"piece": "cup"}, "cup: 3"),
        (functools.partial(add, b=10), "add", {"a": 2}, 12),
        (functools.partial(add, 10), "add", {"b": 2}, 12),
        (
            kinds,
            "kinds",
            ALL_KINDS,
            ["a", Colour.RED, Point(1), Order(piece="cup"), {"name": "Oslo"}, Pair(1, "r"), None],
        ),
        (awkward, "awkward", {"self": "s", "_a": 1, "json": "j", "model_config": 4}, ["s", 1, "j", 4, 2]),
        (renamed, "renamed", {"from": "Oslo"}, "Oslo"),
        (with_field, "with_field", {}, 5),
        (by_place, "by_place", {"a": 1, "c": 9}, [1, 2, 9]),
        (odd_defaults, "odd_defaults", {}, [True, {"title": "kept"}]),
    ],
)
async def test_callables_and_parameters_that_work(
    function: Callable[..., Any], name: str, arguments: dict[str, Any], wanted: Any
) -> None:
    made = tool(function)
    assert made.name == name
    assert set(arguments) <= set(made.parameters["properties"])
    assert await made.run(arguments) == wanted


async def test_what_has_no_name_of_its_own_is_given_one() -> None:
    assert await tool(name="sell")(Shop()).run({"piece": "cup"}) == "sold cup"
    assert await tool(name="twice")(lambda a: 2 * a).run({"a": 2}) == 4


def test_words_come_from_the_function_itself() -> None:
    assert tool(functools.partial(add, b=2)).description == "Add."
    assert tool(name="sell")(Shop()).description == "A shop."
    assert tool(bare).description == ""
    assert tool(odd_defaults).parameters["properties"]["b"]["default"] == {"title": "kept"}


def test_what_a_partial_has_bound_is_not_asked_for() -> None:
    def find(name: str, shop: Any) -> str:
        return f"{name} {shop}"

    assert list(tool(functools.partial(find, shop=Shop())).parameters["properties"]) == ["name"]


def _many(*pieces: str) -> None: ...
def _any(**pieces: str) -> None: ...
def _yields(a: int) -> Iterator[int]:
    yield a


def _unknown(a: int, thing: Unknown) -> None: ...
def _calls(a: int, then: Callable[[int], int]) -> None: ...
def _attribute(a: enum.Nonesuch) -> None: ...  # type: ignore[name-defined]  # a hint that means nothing


@pytest.mark.parametrize(
    ("function", "says", "advises"),
    [
        (_many, r"_many: \*pieces cannot be", "a name and a type"),
        (_any, r"_any: \*pieces cannot be", "a name and a type"),
        (_yields, "_yields yields", "Return a list"),
        (_unknown, "_unknown: the parameter 'thing': its type has no JSON form", "dataclass"),
        (_calls, "_calls: the parameter 'then': its type has no JSON form", "dataclass"),
        (_attribute, "_attribute: a type hint cannot be read: .*Nonesuch", "module level"),
        (Shop.stock, "stock: 'self' is what a method belongs to", r"tool\(thing\.stock\)"),
        (Shop(), "a Shop has no name", r"name="),
        (lambda a: a, "a lambda has no name", r"name="),
        (dict, "dict does not tell its parameters", "Wrap it"),
        ("lookup", "not of the text 'lookup'", r"@tool\(name='lookup'\)"),
        (5, "of the type int", "Give a function"),
        (tool(add), "of the type Tool", "as it is"),
    ],
)
def test_what_cannot_be_a_tool_is_refused_at_once(function: Any, says: str, advises: str) -> None:
    with pytest.raises(ConfigError, match=says) as caught:
        tool(function)
    assert re.search(advises, caught.value.advice)


@pytest.mark.parametrize(
    ("made", "says"),
    [  # of wrong types on purpose: callers without a type checker are told as well
        (lambda: Toolbox("t", [add]), "holds Tools, not a function"),  # type: ignore[list-item]
        (lambda: Toolbox([tool(add)]), "has a name and tools"),  # type: ignore[arg-type]
        (lambda: Toolbox("t", tool(add)), "has a name and tools"),  # type: ignore[arg-type]
        (lambda: Toolbox("t", [tool(add), tool(add)]), "a tool named 'add' already"),
        (lambda: Toolbox("t", [Tool(5, "", {}, tool(add).run)]), "needs a name"),  # type: ignore[arg-type]
    ],
)
def test_a_toolbox_says_what_it_holds(made: Callable[[], Toolbox], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        made()


async def test_a_cue_that_is_no_expression_is_said_with_its_tool() -> None:
    made = tool(name="plus", cues=("add (?P<a",))(add)
    with pytest.raises(ConfigError, match=r"plus: its cue .* is no regular expression"):
        cued(Toolbox("t", [made]), "add 2")
