"""Messages that say only what is different from the wish before them, in full."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.conversation import Conversation, ToolCall, ToolResult
from keyhole.steps.follow_up import completed, in_full, value_of
from keyhole.tools.loader import load_toolbox


def _nothing(text: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("wish", "text", "full"),
    [
        ("how far is 42 km in miles", "and in meters?", "how far is 42 km in meters"),
        ("how far is 42 km in miles", "what about 50 km", "how far is 50 km in miles"),
        ("convert 5 km to miles and 10 kg to pounds", "and stone?", "convert 5 km to miles and 10 kg to stone"),
        ("how many grams is half a pound", "and ounces?", "how many ounces is half a pound"),
        ("what's 20% of 350", "and 25 percent?", "what's 25 percent of 350"),
        ("what is 3% of 80", "sorry, i meant 90", "what is 3% of 90"),
        ("what is 3% of 80", "no i said 4%", "what is 4% of 80"),
        ("split 90 between 4", "actually 6", "split 90 between 6"),
        ("set the bath to 21 in turbo mode", "and the hall to 15", "set the hall to 15"),
        ("set the hall to 15", "and the living room?", "set the living room to 15"),
        ("set the hall to 15", "make it 18", "set the hall to 18"),
        ("send 5 to bob", "and 6 to anna", "send 6 to anna"),
        ("17.5% tip on 84.20 split 3 ways", "and split 4 ways?", "17.5% tip on 84.20 split 4 ways"),
        ("what is 12 * 7", "actually 6", "actually 6"),
        ("split 187.50 between 6 people", "and 7 people?", "split 187.50 between 7 people"),
        ("100 pounds in kg", "no, 200 pounds", "200 pounds in kg"),
        ("what time is it in Lisbon", "in new york?", "what time is it in new york"),
        ("what time is it in Lisbon?", "what about Seoul", "what time is it in Seoul?"),
        ("how many days until 1 may", "and weeks?", "how many weeks until 1 may"),
        ("how many days until 1 may", "and till 3 june please", "how many days until 3 june"),
        ("roll a d20", "again", "roll a d20"),
        ("roll a d20", "ok, roll it once more!", "roll a d20"),
        ("pick one: red, green, blue", "pick another one", "pick one: red, green, blue"),
    ],
)
def test_what_is_said_takes_the_place_of_its_like(wish: str, text: str, full: str) -> None:
    assert completed(text, wish, None, _nothing) == full


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("divide that by 5", "divide 180 by 5"),
        ("now add 10 to it", "add 10 to 180"),
        ("times 2", "180 times 2"),
        ("- 30%", "180 - 30%"),
        ("and subtract 20", "180 - 20"),
        ("what's half of that?", "what's half of 180"),
    ],
)
def test_a_calculation_goes_on_from_what_the_last_one_came_to(text: str, full: str) -> None:
    assert completed(text, "15 * 12", "180", _nothing) == full


@pytest.mark.parametrize(
    "text",
    [
        "what time is it",
        "is it half past nine",
        "3 * 5",
        "ok",
        "no",
        "not red",
        "and what is the capital of Peru?",
        "so a new question: pizza or pasta",
        "and tomorrow?",
    ],
)
def test_a_wish_of_its_own_stays_as_it_is(text: str) -> None:
    assert completed(text, "what time is it in Lisbon", "180", _nothing) == text


def test_what_a_tool_knows_by_itself_is_a_wish_of_its_own() -> None:
    assert completed("and easter?", "days until 1 may", None, lambda text: text == "easter") == "and easter?"
    assert completed("no i meant thorn", "perks of ace", None, lambda text: text == "thorn") == "thorn"


@pytest.mark.parametrize(
    ("result", "value"),
    [
        ('{"expression": "15 * 12", "result": 180}', "180"),
        ('{"text": "42 kilometers = 26.09759007 miles"}', "26.09759007 miles"),
        ('{"text": "5.25 feet (5 feet 3 inches) = 1.6 meters"}', "1.6 meters"),
        ('{"result": true}', None),
        ('{"name": "Thorn"}', None),
        ("[1]", None),
        ("so cut off {", None),
    ],
)
def test_what_a_result_comes_to(result: str, value: str | None) -> None:
    assert value_of(result) == value


def _said(*turns: tuple[str, str, dict[str, object] | None]) -> Conversation:
    """A conversation of a calculator: what was asked, its result, whether that was an error; no result, no call."""
    said = Conversation()
    for at, (text, result, args) in enumerate(turns):
        said.append("user", text)
        if args is not None:
            said.append("assistant", ToolCall(id=f"c{at}", name="unit_convert", arguments=args))
            said.append("tool", ToolResult(call_id=f"c{at}", content=result, is_error="error" in result))
        elif result:
            said.append("assistant", result)
    return said


def test_a_conversation_is_followed_through_replies_errors_and_small_talk() -> None:
    said = _said(
        ("convert 12", "Which units?", None),
        ("miles to km", '{"text": "12 miles = 19.3 kilometers"}', {"value": 12}),
        ("thanks", "You are welcome.", None),
        ("and 20?", '{"text": "20 miles = 32.2 kilometers"}', {"value": 20}),
        ("i meant euros", '{"error": "money"}', {"value": 20}),
        ("and in meters?", "", None),
    )
    assert in_full(said, load_toolbox("everyday")) == "convert 20, miles to meters"


@pytest.mark.parametrize("long", [" " * 100_000, "no, " * 25_000, "1,1" * 30_000, "5 km in " * 12_000])
def test_a_message_or_a_wish_of_any_length_takes_time_in_proportion(long: str) -> None:
    began = time.perf_counter()
    assert completed(f"and 5{long}6", "convert 5 km to miles", None, _nothing) == f"and 5{long}6"
    assert completed("and 7 km", f"{long}5 km in miles", None, _nothing) == "and 7 km"
    assert time.perf_counter() - began < 1


@given(st.text(max_size=60), st.text(max_size=60), st.none() | st.just("180"))
def test_any_message_can_be_completed(text: str, wish: str, came_to: str | None) -> None:
    assert len(completed(text, wish, came_to, _nothing)) <= len(text) + len(wish) + 20
