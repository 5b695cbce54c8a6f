"""Compression: within the budget, calls and results together, the open turn whole, and the same when done again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broken import conversations
from helpers import growth
from keyhole.conversation import Conversation, Message, Summary, ToolCall, ToolResult
from keyhole.transcript import DIALECTS, check, project
from keyhole.transcript.compress import compress, plan, size


def long(turns: int = 40) -> Conversation:
    conversation = Conversation()
    conversation.append("system", "Be brief.")
    for n in range(turns):
        conversation.append("user", f"question {n} about the weather in some far away place")
        conversation.append("assistant", ToolCall(id=f"C{n}", name="weather", arguments={"place": f"place {n}"}))
        conversation.append("tool", ToolResult(call_id=f"C{n}", content=f"rain all day {n} " * 5))
        conversation.append("assistant", f"answer {n}: it rains")
    conversation.append("user", "the open question")
    return conversation


def summary_of(conversation: Conversation) -> Summary:
    (summary,) = (b for m in conversation.messages for b in m.blocks if isinstance(b, Summary))
    return summary


def last_turn(messages: list[Message]) -> list[Message]:
    body = [message for message in messages if message.role != "system"]
    starts = [n for n, m in enumerate(body) if m.role == "user" and (n == 0 or body[n - 1].role != "user")]
    return body[starts[-1] :] if starts else []


@settings(max_examples=300, deadline=None)
@given(conversation=conversations, budget=st.integers(1, 600))
def test_any_conversation_stays_sound_and_compresses_once(conversation: Conversation, budget: int) -> None:
    before = conversation.model_copy(deep=True)
    compressed = compress(conversation, budget)
    assert repr(conversation) == repr(before)
    assert compress(compressed, budget) == compressed or repr(compress(compressed, budget)) == repr(compressed)
    for dialect in DIALECTS:
        assert check(project(compressed, dialect), dialect) == []
    kept_whole = last_turn(conversation.messages)
    assert repr(compressed.messages[len(compressed.messages) - len(kept_whole) :]) == repr(kept_whole) or any(
        message.role == "system" for message in compressed.messages
    )


@pytest.mark.parametrize("budget", [200, 400, 1000, 2000])
def test_the_budget_is_met_and_no_more_is_folded_than_it_asks(budget: int) -> None:
    conversation = long()
    assert size(conversation) > 2000
    compressed = compress(conversation, budget)
    assert size(compressed) <= budget
    assert size(compressed) > budget * 0.6 or budget == 200
    assert compress(compressed, budget) is compressed
    assert compressed.messages[0] == conversation.messages[0]
    assert compressed.messages[-1] == conversation.messages[-1]
    summary = summary_of(compressed)
    folded = (len(conversation.messages) - len(compressed.messages) + 1) // 4
    assert summary.turns == folded
    assert f"answer {folded - 1}" in summary.text


def test_what_fits_comes_back_untouched() -> None:
    conversation = long(3)
    assert compress(conversation, size(conversation)) is conversation


def test_compressing_further_counts_on() -> None:
    once = compress(long(), 1000)
    twice = compress(once, 400)
    assert summary_of(twice).turns > summary_of(once).turns
    assert size(twice) <= 400


def test_a_call_is_never_parted_from_its_late_result() -> None:
    conversation = long(6)
    late = Conversation(messages=conversation.messages[:3])
    late.append("user", "meanwhile")
    late.append("assistant", "yes?")
    late.append("tool", ToolResult(call_id="C0", content="at last " * 30))
    late.append("assistant", "so it was")
    late.append("user", "and now?")
    unanswered = Conversation(messages=[m for m in late.messages if m.blocks[0].type != "tool_result"])
    unanswered.append("tool", ToolResult(call_id="C0", content="in the open turn " * 30))
    assert summary_of(compress(late, 60)).turns == 2
    assert compress(unanswered, 60) is unanswered


def test_what_memory_pins_survives_word_for_word() -> None:
    conversation = long()
    conversation.messages.insert(5, Message.model_validate({"role": "user", "blocks": [_text("My  name is\nAda.")]}))
    compressed = compress(conversation, 300, pinned=lambda text: "Ada" in text)
    assert summary_of(compressed).kept == ("My  name is\nAda.",)
    again = compress(compressed, 150)
    assert summary_of(again).kept == ("My  name is\nAda.",)
    for dialect in DIALECTS:
        assert "My  name is\\nAda." in str(project(again, dialect))


def test_pins_larger_than_the_budget_still_compress_once() -> None:
    compressed = compress(long(), 300, pinned=lambda text: text.startswith("rain"))
    assert compress(compressed, 300, pinned=lambda text: text.startswith("rain")) == compressed


def test_a_summary_that_a_model_wrote_keeps_within_its_room() -> None:
    fold = plan(long(), 400)
    assert fold is not None
    assert 'weather({"place": "place 0"}) -> rain all day 0' in fold.text
    compressed = fold.done("It rained everywhere. " * 100)
    assert size(compressed) <= 400
    assert summary_of(compressed).text.startswith("It rained everywhere.")
    assert fold.done("  ") == compress(long(), 400)  # a model that writes nothing is stood in for


def test_ten_thousand_messages_take_time_in_proportion() -> None:
    small, large = long(250), long(2500)
    assert growth(lambda: compress(small, 4000), lambda: compress(large, 4000)) < 30


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
