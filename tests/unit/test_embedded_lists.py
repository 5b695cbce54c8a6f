"""The items of a list that a request says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.lists.lists import items_of, quotations, split_list
from keyhole.models.embedded.prompt import Parameter

CARDS = Parameter(("cards",), "str", "Rank and suit letter, e.g. AS, TD, 9H.", True, True)
BANDS = Parameter(("bands",), "str", "Colours from left to right.", True, True)
THINGS = Parameter(("items",), "str", "What to buy.", True, True)


def items(parameter: Parameter, query: str, said: str) -> list[str]:
    start = query.index(said)
    return items_of(parameter, said, query[:start], query[start + len(said) :])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("chickpeas + spinach + feta", ["chickpeas", "spinach", "feta"]),
        ("blue/grey/green", ["blue", "grey", "green"]),
        ("Volterra and then San Gimignano", ["Volterra", "San Gimignano"]),
        ("f4 followed by e5", ["f4", "e5"]),
        ("a/b.txt, c/d.txt", ["a/b.txt", "c/d.txt"]),
        ("site plan, the statics and an invoice", ["site plan", "statics", "invoice"]),
        ("The Who and The Band", ["The Who", "The Band"]),
        ("a freezer n a trampoline", ["freezer", "trampoline"]),
        ("mail ana@kiln.example", ["ana@kiln.example"]),
        ("salt and pepper, oil and gas and tar", ["salt and pepper", "oil and gas", "tar"]),
        ("soup plus a salad", ["soup", "salad"]),
    ],
)
def test_a_list_is_parted(text: str, parts: list[str]) -> None:
    assert split_list(text) == parts


@pytest.mark.parametrize(
    ("parameter", "query", "said", "found"),
    [
        (CARDS, "I'm holding KH KD 4S 4C 9H, what's that?", "4S", ["KH", "KD", "4S", "4C", "9H"]),
        (CARDS, "is 9H good?", "9H", ["9H"]),
        (THINGS, "they're Q1 to Q4", "Q4", ["Q1", "Q2", "Q3", "Q4"]),
        (THINGS, "take R08-R11, all of them", "R08", ["R08", "R09", "R10", "R11"]),
        (THINGS, "from Q4 to Q1", "Q4", ["Q4"]),
        (THINGS, "from A1 to B4", "A1", ["A1"]),
        (THINGS, "AMD, INTC, QCOM: where are they", "AMD", ["AMD", "INTC", "QCOM"]),
        (THINGS, "compare mt-base-3, mt-big-1", "mt-base-3", ["mt-base-3", "mt-big-1"]),
        (THINGS, "chickpeas and spinach, no meat", "chickpeas", ["chickpeas", "spinach"]),
        (THINGS, "ideas for chickpeas + spinach + feta?", "chickpeas", ["chickpeas", "spinach", "feta"]),
        (THINGS, "Miles Davis and Bill Evans played", "Miles Davis", ["Miles Davis", "Bill Evans"]),
        (THINGS, "how did the S&P 500 and the Dow Jones do", "S&P", ["S&P 500", "Dow Jones"]),
        (THINGS, "Paper Moon, Tin Heart and Salt, often", "Heart", ["Paper Moon", "Tin Heart", "Salt"]),
        (THINGS, "badges for Sonja Reed, Pavel Ruz and Amir Tal", "Pavel Ruz", ["Sonja Reed", "Pavel Ruz", "Amir Tal"]),
        (THINGS, "In Berlin, Anna and Bob sang", "Anna", ["Anna", "Bob"]),
        (THINGS, "clean the kitchen and the study, slowly", "kitchen", ["kitchen", "study"]),
        (THINGS, "buy the milk and go home", "milk", ["milk"]),
        (THINGS, "with house, drum and bass and dub, at most ten", "house", ["house", "drum and bass", "dub"]),
        (THINGS, "dad, mum and Eve can come", "mum and Eve", ["dad", "mum", "Eve"]),
        (THINGS, "tea: bean soup, oat bread, pear.", "soup, oat bread", ["bean soup", "oat bread", "pear"]),
        (THINGS, "seats 3a, 3b and 3c", "3b and 3c", ["3a", "3b", "3c"]),
        (
            THINGS,
            "no zips, buttons or elastic, french text",
            "zips, buttons or elastic",
            ["zips", "buttons", "elastic"],
        ),
        (THINGS, "add fish and chips plus ketchup", "fish and chips", ["fish and chips", "ketchup"]),
        (THINGS, "people in chad and in mali", "chad", ["chad", "mali"]),
        (THINGS, "attic, back stairs, hall - from six", "attic", ["attic", "back stairs", "hall"]),
        (THINGS, "Tag it with: sunset / beach / Zanzibar", "beach", ["sunset", "beach", "Zanzibar"]),
        (THINGS, "one / two", "one", ["one"]),
        (THINGS, "buy milk then call home", "milk", ["milk"]),
        (BANDS, "what is brown, black red and gold worth", "red", ["brown", "black", "red", "gold"]),
        (BANDS, "a red one", "red", ["red"]),
        (
            THINGS,
            "mail ana@kiln.example and tim@kiln.example",
            "tim@kiln.example",
            ["ana@kiln.example", "tim@kiln.example"],
        ),
        (THINGS, "one file of jan.pdf + feb.pdf", "jan.pdf", ["jan.pdf", "feb.pdf"]),
        (THINGS, "lithium, ramipril, diclofenac.", "lithium", ["lithium", "ramipril", "diclofenac"]),
        (THINGS, "git add src/a.py t/b.py notes.txt", "t/b.py", ["src/a.py", "t/b.py", "notes.txt"]),
        (THINGS, "bring 4f2a9c1 and then b77d03e over", "4f2a9c1", ["4f2a9c1", "b77d03e"]),
        (THINGS, "bin these:\nrecA5kk2\nrecB9ss1", "recB9ss1", ["recA5kk2", "recB9ss1"]),
        (THINGS, "attach report.pdf to ORD-2231", "report.pdf", ["report.pdf"]),
        (THINGS, "play Blue Moon and So What", "Blue Moon", ["Blue Moon", "So What"]),
        (THINGS, "Italy vs. Portugal", "Portugal", ["Italy", "Portugal"]),
        (
            THINGS,
            "with lake, park or roof, open until June",
            "lake, park or roof, open until",
            ["lake", "park", "roof"],
        ),
    ],
)
def test_a_list_goes_on_around_what_was_pointed_at(
    parameter: Parameter, query: str, said: str, found: list[str]
) -> None:
    assert items(parameter, query, said) == found


@pytest.mark.parametrize(
    ("query", "said", "found"),
    [
        ("with the tracks 'Old', 'Pink Hat' and 'Out in Green'.", "Pink", ["Old", "Pink Hat", "Out in Green"]),
        ('tags "a b", "c", please', "c", ["a b", "c"]),
        ("play 'Sons' by 'The Heavy'", "Sons", []),
        ("Ann's and Bob's cats", "Bob", []),
        ("call it 'One' or 'Two', then go", "go", []),
    ],
)
def test_quotations_that_are_listed(query: str, said: str, found: list[str]) -> None:
    assert quotations(query, query.index(said)) == found


@given(st.text(alphabet="a '\",“”", max_size=60), st.integers(0, 60))
def test_quotations_are_of_the_text(query: str, at: int) -> None:
    assert all(f"{item}" in query for item in quotations(query, at))


@given(st.text(alphabet="aA1 ,/+and", min_size=1, max_size=60), st.data())
def test_any_part_of_any_text_can_be_a_list(query: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(query) - 1))
    end = data.draw(st.integers(start + 1, len(query)))
    for parameter in (CARDS, THINGS):
        found = items_of(parameter, query[start:end], query[:start], query[end:])
        assert all(item and (item in query or item.rstrip("0123456789") in query) for item in found)
