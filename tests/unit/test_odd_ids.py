"""Ids that can be none are left out."""

from __future__ import annotations

from typing import Any

import pytest

from keyhole.steps.earlier import Earlier
from keyhole.steps.odd_ids import forms_of, without_odd_ids
from keyhole.steps.results import read_result
from keyhole.tools.tool import Tool


async def _unused(args: dict[str, Any]) -> None:
    raise AssertionError(args)


def _tool(called: str, required: str, **properties: str) -> Tool:
    typed = {key: {"type": each} for key, each in properties.items()}
    return Tool(called, "", {"type": "object", "properties": typed, "required": required.split()}, _unused)


LIST = _tool("list_orders", "", customer="string")
CANCEL = _tool("cancel_order", "order_id", order_id="string", reason="string")
GET = _tool("get_order", "order_id", order_id="string")
ORDERS = Earlier(LIST, {}, result=read_result("list_orders", [{"order_id": "B-215"}, {"order_id": "B-218"}]))


@pytest.mark.parametrize("odd", ["vanilla", "2", 0.9, "the 215", "B"])
def test_what_looks_like_no_id_that_was_shown_is_left_out(odd: Any) -> None:
    filled = without_odd_ids({"tool": "cancel_order", "args": {"order_id": odd, "reason": "late"}}, CANCEL, [ORDERS])
    assert filled == {"tool": "cancel_order", "args": {"reason": "late"}, "missing": ["order_id"]}


@pytest.mark.parametrize(
    ("tool", "order", "before"),
    [
        (CANCEL, "B-215", [ORDERS]),
        (CANCEL, "X-9", [ORDERS]),
        (CANCEL, "vanilla", []),
        (GET, "vanilla", [ORDERS]),
    ],
)
def test_what_may_be_an_id_stays(tool: Tool, order: str, before: list[Earlier]) -> None:
    filled = {"tool": tool.name, "args": {"order_id": order}}
    assert without_odd_ids(filled, tool, before) == filled


def test_ids_of_one_kind_are_alike() -> None:
    assert forms_of("PO-66103") & forms_of("PO-7")
    assert forms_of("ATLAS-298") & forms_of("ORBIT-77")
    assert forms_of("key_9fQ2") & forms_of("key_71Bd")
    assert not forms_of("9051") & forms_of("300")
