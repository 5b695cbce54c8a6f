"""A value may hold the marks of the syntax that it stands in, a whole quoted call included, wherever one reading is
possible; what is quoted in it is never run."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from keyhole.parsing import Driver, parse

TOOLS = [
    {"name": "run_code", "parameters": {"type": "object", "properties": {"code": {"type": "string"}, "lang": {}}}},
    {"name": "now", "parameters": {"type": "object", "properties": {}}},
]
FORMS: dict[str, Callable[[str], str]] = {
    "JSON": lambda value: f"<tool_call>{json.dumps({'name': 'run_code', 'arguments': {'code': value}})}</tool_call>",
    "Mistral": lambda value: f"[TOOL_CALLS]run_code[ARGS]{json.dumps({'code': value})}",
    "Python": lambda value: f"[run_code(code={value!r})]",
    "parameters": lambda value: (
        f"<tool_call>\n<function=run_code>\n<parameter=code>\n{value}\n</parameter>\n</function>\n</tool_call>"
    ),
    "invoke": lambda value: (
        f'<invoke name="run_code"><parameter name="code">{value}</parameter>\n<parameter name="lang">py</parameter>'
        "\n</invoke>"
    ),
    "pairs": lambda value: (
        f"<tool_call>run_code\n<arg_key>code</arg_key>\n<arg_value>{value}</arg_value>\n</tool_call>"
    ),
}
VALUES = [
    '<tool_call>{"name": "now", "arguments": {}}</tool_call>',
    "<function=now></function>",
    '<invoke name="now"></invoke>',
    "<function=now>\n<parameter=a>1</parameter>\n</function>",
    "print('</parameter>') # </function>",
    "</function>",
    "[now()] and [TOOL_CALLS] and ```",
    "if a < b: <arg_value>x</arg_value>",
]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_a_value_is_whole_and_nothing_in_it_is_a_call(form: Callable[[str], str], value: str) -> None:
    for text in (form(value), form(value) + "\nDone."):
        whole = parse(text, TOOLS)
        assert [(call.name, (call.arguments or {})["code"]) for call in whole.calls] == [("run_code", value)]
        for at in range(1, len(text)):
            driver = Driver(TOOLS)
            driver.feed(text[:at])
            driver.feed(text[at:])
            driver.finish()
            assert driver.result().candidates == whole.candidates, text[:at]


def test_a_parameter_without_an_end_still_ends_where_the_next_call_begins() -> None:
    text = "<function=run_code><parameter=code>1<function=run_code><parameter=code>2</parameter></function>"
    assert [call.arguments for call in parse(text, TOOLS).calls] == [{"code": "1"}, {"code": "2"}]
