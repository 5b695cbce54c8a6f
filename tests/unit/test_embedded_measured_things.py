"""Measures that are to be converted, and such that say how much of a thing is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.models.embedded.route.measured_things import meant
from keyhole.models.model import ToolCard
from keyhole.tools.builtin.everyday import unit_convert
from keyhole.tools.tool import Tool


async def _run(args: Any) -> Any:
    return args


def _card(name: str, **properties: dict[str, Any]) -> ToolCard:
    return Tool(name, "Puts something down", {"type": "object", "properties": properties}, _run).card


STOCK = _card("stock.put", article={"type": "string"}, amount={"type": "number"})
NOTE = _card("take_note", text={"type": "string"})


@pytest.mark.parametrize("said", ["3 litres of paint", "we need 250 g of butter", "and 2 kg sand please"])
def test_an_amount_of_a_thing_is_nothing_to_convert(said: str) -> None:
    assert meant(said, [unit_convert.card, STOCK]) == [1]


@pytest.mark.parametrize("said", ["3 litres in cups", "convert 250 g", "how many ounces is 250 g", "5 kg in pounts"])
def test_what_asks_for_a_conversion_is_one(said: str) -> None:
    assert meant(said, [unit_convert.card, STOCK]) == [0, 1]


def test_where_nothing_else_takes_amounts_all_tools_stay() -> None:
    assert meant("3 litres of paint", [unit_convert.card, NOTE]) == [0, 1]
