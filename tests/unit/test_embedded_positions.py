"""Places on a map in degrees, sizes, and sorts of people: numbers that are said together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.values import asked_of, assembled

NUMBER: dict[str, Any] = {"type": "number"}
WHOLE: dict[str, Any] = {"type": "integer"}


def parts(about: str = "", **properties: Any) -> dict[str, Any]:
    return {"type": "object", "description": about, "properties": properties}


def tool(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


PLACE = parts(lat=NUMBER, lon=NUMBER)
MAP = tool(center=PLACE, radius=NUMBER)
WAY = tool(**{"from": PLACE, "to": PLACE})
PIN = tool(position={"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2, "description": "[lng, lat]"})
PICTURE = tool(size=parts("in px", width=WHOLE, height=WHOLE), start=NUMBER)
BOX = tool(size=parts("Outer size in mm", length=NUMBER, width=NUMBER, height=NUMBER))
ZONE = tool(rect=parts(x=WHOLE, y=WHOLE, w=WHOLE, h=WHOLE))
PARTY = tool(guests=parts(adults=WHOLE, children=WHOLE, infants=WHOLE), nights=WHOLE)


@pytest.mark.parametrize(
    ("schema", "query", "values"),
    [
        (MAP, "within 9 km of 47.25 N, 11.5 E", {"center": {"lat": 47.25, "lon": 11.5}}),
        (MAP, "round 12.5° S 77° W", {"center": {"lat": -12.5, "lon": -77}}),
        (MAP, "what is near 8.5 south 115.2 east", {"center": {"lat": -8.5, "lon": 115.2}}),
        (MAP, "go to latitude 64.1 and longitude -21.9", {"center": {"lat": 64.1, "lon": -21.9}}),
        (MAP, "center 59.9139 10.7522", {"center": {"lat": 59.9139, "lon": 10.7522}}),
        (MAP, "S33.9, W 70.6", {"center": {"lat": -33.9, "lon": -70.6}}),
        (MAP, "10.75/59.91 (lng, lat)", {"center": {"lat": 59.91, "lon": 10.75}}),
        (MAP, "rated 4,5 by 12 people", {}),
        (MAP, "95.5, 10.2", {}),
        (
            WAY,
            "from 47.1,8.5 to 46.2,6.1",
            {"from": {"lat": 47.1, "lon": 8.5}, "to": {"lat": 46.2, "lon": 6.1}},
        ),
        (
            WAY,
            "it ends at 46.2 / 6.1 and starts at 47.1 / 8.5",
            {"from": {"lat": 47.1, "lon": 8.5}, "to": {"lat": 46.2, "lon": 6.1}},
        ),
        (WAY, "from 47.1,8.5", {}),
        (
            tool(end=PLACE, start=PLACE),
            "47.1,8.5 to 46.2,6.1",
            {"start": {"lat": 47.1, "lon": 8.5}, "end": {"lat": 46.2, "lon": 6.1}},
        ),
        (MAP, "lat 47.1, lon 8.5 (lon, lat)", {"center": {"lat": 47.1, "lon": 8.5}}),
        (PIN, "pin at lat 41.9 lng 12.5", {"position": [12.5, 41.9]}),
        (PICTURE, "as 800x450, from 0:30", {"size": {"width": 800, "height": 450}}),
        (PICTURE, "a square of 320 px", {"size": {"width": 320, "height": 320}}),
        (PICTURE, "900 px wide and 700 px high", {"size": {"width": 900, "height": 700}}),
        (PICTURE, "width 300 and height 200", {"size": {"width": 300, "height": 200}}),
        (PICTURE, "in full HD", {"size": {"width": 1920, "height": 1080}}),
        (PICTURE, "800x450 or 400x225", {}),
        (PICTURE, "3x as fast", {}),
        (BOX, "the box is 30 x 20 x 4.5 cm", {"size": {"length": 300, "width": 200, "height": 45}}),
        (ZONE, "a 90x60 field at 15,20", {"rect": {"x": 15, "y": 20, "w": 90, "h": 60}}),
        (PARTY, "three adults, two kids and a baby, 4 nights", {"guests": {"adults": 3, "children": 2, "infants": 1}}),
        (PARTY, "two grown ups and no children", {"guests": {"adults": 2, "children": 0}}),
        (PARTY, "a table for 4 at 7", {}),
    ],
)
def test_numbers_that_are_said_together(schema: dict[str, Any], query: str, values: Any) -> None:
    _, found, _ = asked_of(schema, query)
    assert assembled(found) == values


def test_what_was_read_is_no_value_of_another() -> None:
    asked, _, rest = asked_of(PICTURE, "800x450 from 0:30")
    assert [parameter.path for parameter in asked] == [("start",)]
    assert "800" not in rest
    asked, _, rest = asked_of(PARTY, "two adults and a kid for 3 nights")
    assert [parameter.path for parameter in asked] == [("nights",)]
    assert rest.strip() == "for 3 nights"


@given(st.text(max_size=200) | st.text(alphabet="0123456789.,/x° NSEWatlon", max_size=200))
def test_any_text_is_read(query: str) -> None:
    for schema in (MAP, WAY, PIN, PICTURE, BOX, ZONE, PARTY):
        asked_of(schema, query)
