"""Sums told as a story: what is asked for is worked out, and what the form does not know of is no story."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.tools.builtin.calculator import calculate
from keyhole.tools.builtin.calculator_stories import sum_told


@pytest.mark.parametrize(
    ("story", "result"),
    [
        ("i bought 4 notebooks at 3.75 each and a pen for 1.20, how much altogether?", 16.2),
        ("we ordered 4 pizzas at 11.90, two salads at 7.50 and a bottle of wine for 19, what's the total", 81.6),
        ("my bill was 38.40, 41.15 and 52.90 these three months, what's the total", 132.45),
        ("rainfall was 11, 0, 3 and 26 mm, total?", 40),
        ("a jacket costs $120 and it's reduced by 35%, what do i pay?", 78),
        ("If something costs 60 and goes up by 10 percent, what's the new price", 66),
        ("Table saw is $1,450 and sales tax is 8.25%. What do I pay at the till?", 1569.625),
        ("how much do I save with 30% off a 120 dollar pair of shoes", 36),
        ("a 12.5% service charge on a bill of 96, what does that charge comes to", 12),
        ("if i earn 2,850 a month how much is that a year", 34200),
        ("salary 38,400 a year, monthly that's?", 3200),
        ("35 coffees a week, that is how many a day", 5),
        ("if 5 apples cost 3 euros, how much do 8 cost?", 4.8),
        ("two cups flour makes 16 biscuits, want 56 biscuits, how many cups of flour", 7),
        ("I have 144 cookies and 12 kids, how many each?", 12),
        ("we're five and the bill came to 184.60, how much each", 36.92),
        ("How many eggs are in eleven boxes of twelve?", 132),
        ("4 nodes at 96 cores each, so how many", 384),
        ("had 500, spent 137 on shoes and 42 on lunch, what have I left", 321),
        ("what's left of 80 after i eat 23", 57),
    ],
)
def test_a_story_is_worked_out_whole(story: str, result: float) -> None:
    told = sum_told(story)
    assert told is not None
    assert calculate(told)["result"] == result


@pytest.mark.parametrize(
    "text",
    [
        "i bought 4 notebooks at 3.75 each and got 2 for free, how much altogether?",
        "price with 19% VAT is 357, what's it without",
        "80 after 20% off, what was the full price",
        "price dropped 20% to 80, what would it cost at first",
        "i earn 3000 and pay 25% tax, what do i take home",
        "i had 20 apples and gave 5 to each of 3 friends, how many left",
        "i spent 20 and lost 5, how much have i left",
        "i had 100, spent 20 and earned 30, how much left",
        "8 painters need 5 days, how many days for 4",
        "i drink 2 coffees a day at 3 each, how much a week",
        "50 usd worth of gas at 3.20 a gallon, how many gallons",
        "hotel 94 a night for 6 nights plus city tax of 2.20 per person per night for 2 people, total please",
        "3 packs with 48 screws and used 29, how many remain?",
        "someone ate 5 of the 8 slices, what percentage is left",
        "there were 96 muffins at six and there's 59 left, how many went",
        "38 bottles of 75 cl, how many litres total",
        "2400 miles at 500 mph, how many hours",
        "1,500, I've paid back 85 each month for a year, how much is left",
        "a plane at 840 km an hour for 6.5 hours costs how much",
        "how many working days between 1 and 24 December",
        "3 painters take 6 days, how long do 9 take",
        "invoice dated 14 march with 30 days to pay, when is it due",
        "my room is 4 by 5",
    ],
)
def test_what_no_form_knows_of_is_no_story(text: str) -> None:
    assert sum_told(text) is None


@given(st.text(st.sampled_from("0123456789 .,%$abcdehowmuchanyleft?"), max_size=120))
def test_any_text_is_a_sum_or_none(text: str) -> None:
    told = sum_told(text)
    assert told is None or calculate(told)
