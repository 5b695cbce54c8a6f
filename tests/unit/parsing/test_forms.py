"""Forms that vendors document and slips that models make: read whole, cut anywhere, broken off anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from keyhole.parsing import Driver, Parse, Tools, parse

DATA = Path(__file__).parents[2] / "data" / "parsing_forms.jsonl"
FORMS = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
TOOLS = Tools(
    [
        {
            "name": "get_weather",
            "parameters": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
                "required": ["city"],
            },
        },
        {
            "name": "search",
            "parameters": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
        },
        {"name": "now", "parameters": {"type": "object", "properties": {}}},
    ]
)
form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form["id"])


def told(result: Parse) -> list[Any]:
    return [[call.name, call.arguments] for call in result.calls]


def outcome(result: Parse) -> tuple[Any, ...]:
    return result.content, result.reasoning, result.candidates


@form
def test_a_form_is_read(form: dict[str, Any]) -> None:
    result = parse(form["text"], TOOLS)
    assert told(result) == form["calls"]
    if "content" in form:
        assert result.content.strip() == form["content"].strip()
    assert result.reasoning.strip() == form.get("reasoning", "").strip()


@form
def test_a_form_is_read_the_same_wherever_it_is_cut(form: dict[str, Any]) -> None:
    text = form["text"]
    for tools in (TOOLS, Tools()):
        whole = outcome(parse(text, tools))
        for at in range(len(text)):
            driver = Driver(tools)
            driver.feed(text[:at])
            driver.finish(text[at:])
            assert outcome(driver.result()) == whole, text[:at]
        driver = Driver(tools)
        for char in text:
            driver.feed(char)
        driver.finish()
        assert outcome(driver.result()) == whole


@form
def test_of_a_form_that_breaks_off_no_other_call_is_made(form: dict[str, Any]) -> None:
    """What there is of it may be less: a call ends behind a whole parameter, too."""
    for tools in (TOOLS, Tools()):
        whole = told(parse(form["text"], tools))
        for at in range(len(form["text"])):
            so_far = [call for call in told(parse(form["text"][:at], tools)) if call[1] is not None]
            assert len(so_far) <= len(whole), form["text"][:at]
            for (name, arguments), (real, all_arguments) in zip(so_far, whole, strict=False):
                assert name == real
                assert arguments.items() <= all_arguments.items(), form["text"][:at]
                assert bool(arguments) == bool(all_arguments), form["text"][:at]


@pytest.mark.parametrize(
    "text",
    [
        "```xml\n<note>one</note>\n",
        "```python\nprint(default_api)\n\n",
        "```yaml\nname: a\nvalue: b\nand so on\n",
        '```xml\n<invoke name="search"><parameter name="query">x</parameter></invoke>\n```\nThat ',
    ],
)
def test_a_block_that_is_not_all_of_the_answer_is_passed_on(text: str) -> None:
    driver = Driver(TOOLS)
    for char in text:
        driver.feed(char)
    assert len(driver.holding) < 20
    driver.finish()
    assert (driver.result().content, driver.candidates) == (text, ())
