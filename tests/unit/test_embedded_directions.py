"""Which way a tool converts, and which way a request wants it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.directions import direction
from keyhole.models.model import ToolCard

F_TO_C = ToolCard("temp.f_to_c", "Converts degrees Fahrenheit into degrees Celsius.")
KM_TO_MILES = ToolCard("km_to_miles", "")
VOLUME = ToolCard("volume_to_weight", "Converts the volume of an ingredient to its weight")
TO_MORSE = ToolCard("morse.encode", "Text in Morse code")
FROM_MORSE = ToolCard("morse.decode", "Turns Morse code into plain text.")
EUROS = ToolCard("eur_to_usd", "Converts euros to dollars")
UNITS = ToolCard("convert_units", "Converts a value between units.")
KEEP = ToolCard("log_run", "Logs a run in the user's units")
RGB = ToolCard("rgb_to_hex", "Hex code", ("rgb",))


@pytest.mark.parametrize(
    ("query", "card", "way"),
    [
        ("How much is 70 degrees Fahrenheit in Celsius?", F_TO_C, 1),
        ("How much is 220 degrees Celsius in Fahrenheit, for an oven?", F_TO_C, -1),
        ("it is 20 celsius here, what's that in fahrenheit", F_TO_C, -1),
        ("is 100 degrees C more than 200 F?", F_TO_C, 0),
        ("convert 98.6F", F_TO_C, 0),  # no other end
        ("how many km are 26 miles?", KM_TO_MILES, -1),
        ("26 km to miles", KM_TO_MILES, 1),
        ("how many grams are two and a half cups of cocoa", VOLUME, 1),
        ("how many cups are 200 grams", VOLUME, -1),
        ("write 'hello' in Morse code", TO_MORSE, 1),
        ("write 'hello' in Morse code", FROM_MORSE, -1),
        ("this Morse code to text: ... --- ...", FROM_MORSE, 0),
        ("turn this from Morse: ... --- ...", FROM_MORSE, 1),
        ("100 dollars in euros", EUROS, -1),
        ("convert this from hex to rgb", RGB, -1),
        ("find a name in red", RGB, 0),
        ("I want to add 3 carts to it", ToolCard("add_to_cart", "Puts a thing into the cart."), 0),
        ("", F_TO_C, 0),
        ("5 miles in km", UNITS, 1),
        ("100 °C to °F", UNITS, 1),
        ("ran 5 miles in 40 minutes", UNITS, 0),
        ("5 km in km", UNITS, 0),
        ("5 miles in km", KEEP, 0),
    ],
)
def test_which_way_a_request_wants_it(query: str, card: ToolCard, way: int) -> None:
    assert direction(query, card) == way


@given(st.text(max_size=80), st.text(alphabet="ab_to fcin", max_size=20), st.text(max_size=80))
def test_any_request_and_tool_can_be_asked(query: str, name: str, description: str) -> None:
    assert direction(query, ToolCard(name, description)) in (-1, 0, 1)
