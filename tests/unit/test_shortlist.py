"""The shortlist: the right few names, quickly, whatever is asked."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.bench.shortlist import measure, read
from keyhole.models.model import ToolCard
from keyhole.steps.shortlist import Shortlist, shortlist
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

CARDS = [
    ToolCard("getWeatherForecast", "Tells tomorrow's weather.", ("city", "days")),
    ToolCard("item_lookup", "Look up one item: its perks, type and source.", ("name",)),
    ToolCard("currency_convert", "Converts an amount of money.", ("amount", "from_currency", "to_currency")),
    ToolCard("coffee_shops", "Lists places for coffee.", ("city",)),
    *(ToolCard(f"filler_{word}", f"Does {word}.") for word in ("alpha", "beta", "gamma", "delta", "omega", "kappa")),
]


async def _run(args: object) -> None:
    return None


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("what will the WEATHER be in Rome?", "getWeatherForecast"),
        ("which perks does this item have", "item_lookup"),
        ("converting currencies", "currency_convert"),
        ("any coffeehouse near me?", "coffee_shops"),
        ("how hot will it get in Rome", "getWeatherForecast"),
        ("somewhere to drink an espresso", "coffee_shops"),
    ],
)
def test_the_right_tool_is_first(query: str, name: str) -> None:
    assert Shortlist(CARDS).best(query, 3)[0].name == name


@given(query=st.text(max_size=200), size=st.integers(1, 12))
def test_any_query_gets_that_many_different_cards(query: str, size: int) -> None:
    best = Shortlist(CARDS).best(query, size)
    assert len(best) == min(size, len(CARDS))
    assert len({card.name for card in best}) == len(best)


def test_few_tools_are_all_shown_and_the_index_follows_the_toolbox() -> None:
    toolbox = Toolbox("t", [Tool(card.name, card.description, {}, _run) for card in CARDS])
    assert shortlist(toolbox, "weather", over=16) == toolbox.cards
    assert len(shortlist(toolbox, "weather", over=5, size=2)) == 2
    toolbox.add(Tool("zebra_count", "Counts zebras.", {}, _run))
    assert shortlist(toolbox, "zebras", over=5, size=2)[0].name == "zebra_count"
    toolbox.remove("zebra_count")
    assert "zebra_count" not in {card.name for card in shortlist(toolbox, "zebras", over=5, size=8)}


@pytest.mark.parametrize(
    ("request_text", "wanted"),
    [
        ("Bitte verlängere das Buch mit der Nummer 4471-B", "loan_renew"),
        ("¿Qué tiempo hará mañana en Sevilla?", "get_weather"),
        ("取消预订 KX-5520", "cancel_booking"),
        ("Wie viel Grunderwerbsteuer ist das?", "steuer_rechner"),
    ],
)
def test_a_request_in_another_language_finds_its_tool(request_text: str, wanted: str) -> None:
    others = [Tool(f"zebra_{n}", "Counts the stripes of a zebra", {}, _run) for n in range(40)]
    asked = [
        Tool("loan_renew", "Renews the loan of a book", {}, _run),
        Tool("get_weather", "Weather forecast for a city", {}, _run),
        Tool("cancel_booking", "Cancels a booking", {}, _run),
        Tool("steuer_rechner", "Berechnet die Grunderwerbsteuer", {}, _run),
    ]
    toolbox = Toolbox("many", [*others, *asked])
    assert wanted in {card.name for card in shortlist(toolbox, request_text, over=5, size=3)}


def test_no_tools_at_all() -> None:
    assert Shortlist([]).best("anything", 5) == ()


def test_a_name_is_found_among_ten_thousand() -> None:
    rng = random.Random(1)
    words = ["".join(rng.choices(string.ascii_lowercase, k=6)) for _ in range(3000)]
    cards = [
        ToolCard(f"{rng.choice(words)}_{rng.choice(words)}_{n}", " ".join(rng.choices(words, k=8))) for n in range(9999)
    ]
    index = Shortlist([*cards, CARDS[1]])
    assert index.best("look up the item calus mini-tool", 8)[0].name == "item_lookup"


def test_a_tool_that_knows_what_is_asked_for_goes_before_all_others() -> None:
    cards = [ToolCard(f"voltshot_{n}", "Voltshot and what voltshot does") for n in range(100)]
    knowing = ToolCard("perk_lookup", "Look up a perk", knows=lambda query: float("voltshot" in query))
    index = Shortlist([*cards, knowing])
    assert index.best("what does voltshot do", 3)[0] is knowing
    assert knowing not in index.best("what does frenzy do", 3)


def test_recall_over_public_requests_does_not_fall() -> None:
    data = Path(__file__).parents[2].parent / "shared" / "data"
    if not (data / "eval_dev").is_dir():
        pytest.skip("the data folder is not beside the checkout")
    requests, wanted, rest = read(data)
    recall = measure(requests, (wanted + rest)[:840])
    assert recall.share[8] >= 0.92
