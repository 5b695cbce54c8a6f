"""What a request has of the words of one tool's schema alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.route.schema_words import said_of_schemas
from keyhole.models.model import ToolCard


def card(name: str, description: str = "", **options: list[str]) -> ToolCard:
    properties = {each: {"type": "string", "enum": values} for each, values in options.items()}
    return ToolCard(name, description, tuple(properties), schema={"type": "object", "properties": properties})


@given(st.text(max_size=200), st.text(max_size=30), st.text(max_size=60))
def test_any_message_and_any_tool_are_read(message: str, name: str, description: str) -> None:
    assert all(each >= 0 for each in said_of_schemas(message, [card(name, description), card("b", kind=[name])], {}))


def test_a_word_of_one_schema_alone_is_told_of() -> None:
    filters = card("filter_rows", "Filter the rows", state=["open", "cancelled", "paid"])
    themes = card("set_look", "How the page looks", look=["light", "dark", "paid"])
    first, second = said_of_schemas("the cancelled ones", [filters, themes], {})
    assert first > 0 == second
    assert said_of_schemas("the paid ones", [filters, themes], {}) == ()
    assert said_of_schemas("filter them", [filters, themes], {}) == ()
