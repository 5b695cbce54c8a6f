"""The incremental driver: what is held back after each chunk, how soon a call is known, how much is read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keyhole.parsing import Driver, Parse, parse
from parsing_tools import NOW, SEARCH, TRIP, WEATHER

FAMILIES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "parsing_families.jsonl").read_text("utf-8").splitlines()
]
TOOLS = [WEATHER, SEARCH, NOW, TRIP]
PROSE = "\nHello, this is plain text. " * 20
BAR = "\uff5c"
DSML = f"{BAR}DSML{BAR}"
XML = [
    "<tool_call>\n<function=search>\n<parameter=query>\nx\n</parameter>\n</function>\n</tool_call>",
    "<function=search><parameter=query>x</parameter></function>",
    '<function=search>{"query": "x"}</function>',
    "<seed:tool_call><function=search><parameter=query>x</parameter></function></seed:tool_call>",
    '<invoke name="search">\n<parameter name="query">x</parameter>\n</invoke>',
    '<minimax:tool_call>\n<invoke name="search">\n<parameter name="query">x</parameter>\n</invoke>\n'
    "</minimax:tool_call>",
    f'<{BAR}tool_calls_begin{BAR}><{BAR}tool_call_begin{BAR}>function<{BAR}tool_sep{BAR}><steptml:invoke name="search">'
    f'<steptml:parameter name="query">x</steptml:parameter></steptml:invoke><{BAR}tool_call_end{BAR}>'
    f"<{BAR}tool_calls_end{BAR}>",
    f'<{DSML}function_calls>\n<{DSML}invoke name="search">\n<{DSML}parameter name="query" string="true">x'
    f"</{DSML}parameter>\n</{DSML}invoke>\n</{DSML}function_calls>",
    '<tool_call name="search" params="{&quot;query&quot;: &quot;x&quot;}"/>',
    '<tool_call name="search" params=\'{"query": "x"}\' />',
    '<tool name="search">\n  <query>x</query>\n</tool>',
    "<search><query>x</query></search>",
    "<tool_use><name>search</name><arguments><query>x</query></arguments></tool_use>",
    "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>x</arg_value>\n</tool_call>",
]
CODE = "print({1: 'it']) # \\\"\\n"
CALL = '{"name": "now", "arguments": {}}'
LONG: dict[str, Callable[[int], str]] = {
    "nested JSON": lambda n: (
        '<tool_call>{"name": "search", "arguments": {"query": [' + '{"b": [1]}, ' * n + "1]}}</tool_call>"
    ),
    "JSON to be repaired": lambda n: (
        "<tool_call>{'name': 'search', 'arguments': {'query': [" + "{'b': [1]}, " * n + "1]}}</tool_call>"
    ),
    "code in JSON": lambda n: '<tool_call>{"name": "search", "arguments": {"query": "' + CODE * n + '"}}</tool_call>',
    "calls in a list": lambda n: "[TOOL_CALLS] [" + ", ".join([CALL] * n) + "] ",
    "calls with commas": lambda n: ", ".join([CALL] * n) + "\n",
    "a Python list": lambda n: "[search(query=[" + "'abc', " * n + "])]\n",
    "code in Python": lambda n: "[search(query='" + CODE.replace("'", '"') * n + "')]\n",
    "a call to a line": lambda n: "<function_calls>\n" + 'search(query="x")\n' * n + "</function_calls>",
    "calls in sections": lambda n: "<function_calls>\nnow()\n</function_calls>\n" * n,
    "parameters": lambda n: "<function=search>" + "<parameter=query>x</parameter>" * n + "</function>",
    "quotes": lambda n: "[search(query='" + "' " * n,
    "the same argument": lambda n: "[search(" + "query=1, " * n,
    "beginnings of calls": lambda n: "\nsearch(query='" * n,
    "a call in reasoning": lambda n: "<think>So " + XML[0] + " and so on" * n + "</think>Yes.",
    "Gemma": lambda n: '<|tool_call>call:search{query:<|"|>' + "a (x] {b}\n" * n + '<|"|>}<tool_call|>',
    "Gemma's numbers": lambda n: "<|tool_call>call:search{query:[" + "{a:1,b:2}," * n + "1]}<tool_call|>",
    "an attribute": lambda n: '<tool_call name="search" params=\'{"query": [' + "[1], " * n + "1]}'/>",
    "blanks": lambda n: f"<tool_call>{CALL}" + " " * n + "</tool_call>",
}
GEMMA = ["Gemma", "Gemma's numbers"]


class Counting(Driver):
    """Counts the characters that are looked at."""

    read = 0

    def _run(self) -> None:
        self.read += len(self.holding)
        super()._run()


def fed(text: str, size: int, tools: Any = TOOLS) -> Counting:
    """A driver that was fed a whole text in chunks."""
    driver = Counting(tools)
    for at in range(0, len(text), size):
        driver.feed(text[at : at + size])
    return driver


def finished(text: str, size: int, tools: Any = TOOLS) -> Parse:
    driver = fed(text, size, tools)
    driver.finish()
    return driver.result()


@pytest.mark.parametrize("text", XML)
def test_a_call_in_elements_is_known_at_its_end_wherever_chunks_end(text: str) -> None:
    for cut in range(1, len(text)):
        driver = Driver(TOOLS)
        driver.feed(text[:cut])
        driver.feed(text[cut:] + "\n")
        assert [call.arguments for call in driver.calls] == [{"query": "x"}], text[:cut]
        assert driver.feed("Hello, ") + driver.feed("this. ")
        assert driver.holding == ""


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("text", XML)
def test_behind_a_call_in_elements_hardly_anything_is_held(text: str, size: int) -> None:
    driver, whole, held = Driver(TOOLS), text + PROSE, []
    for at in range(0, len(whole), size):
        driver.feed(whole[at : at + size])
        if at >= len(text) + size:
            held.append(len(driver.holding))
            assert len(driver.calls) == 1
    assert max(held) <= 2 * size + 4


@pytest.mark.parametrize("family", FAMILIES, ids=lambda case: case["id"])
def test_behind_the_calls_of_any_family_text_is_passed_on(family: dict[str, Any]) -> None:
    if not family["calls"] or "cut" in family["id"] or "truncated" in family["id"]:
        return
    for size in (1, 4):
        driver = Driver(family.get("tools", TOOLS), family=family.get("family"))
        whole = family["text"] + PROSE
        for at in range(0, len(whole), size):
            driver.feed(whole[at : at + size])
            if at > len(family["text"]) + 40:
                assert len(driver.holding) < 40
                assert len(driver.calls) == len(family["calls"])


@pytest.mark.parametrize(
    "mention",
    [
        '<invoke name="search" is how it begins.',
        '<invoke name="search"/ is how it begins.',
        "<function=search> is how it begins.",
        "<search is how it begins.",
        "The <search> tag is one.",
        "The <tool_call>{ is what Hermes writes.",
        "functools[lists are what Phi writes.",
    ],
)
def test_a_mark_that_is_only_spoken_of_holds_nothing_back_for_long(mention: str) -> None:
    driver = fed(mention + PROSE, 1)
    assert len(driver.holding) < 20
    driver.finish()
    assert driver.result().content == mention + PROSE


@pytest.mark.parametrize("around", ["{}", "[{}]", "```json\n{}\n```"])
def test_what_is_named_like_no_tool_and_is_no_call_is_passed_on(around: str) -> None:
    text = around.replace("{}", json.dumps({"name": "Ann", "age": 3, "bio": PROSE, "arguments": {}}))
    driver = fed(text[:-60], 1)
    assert len(driver.holding) < 20
    driver.feed(text[-60:])
    driver.finish()
    assert (driver.result().content, driver.candidates) == (text, ())


def test_a_call_within_a_sentence_ends_where_its_line_does() -> None:
    assert finished("I look: <search>old maps</search> Wait.", 1).calls[0].arguments == {"query": "old maps"}
    for text in ("A <search>\n<query>x</query>\n</search>", "<search>\nx\n</search>", "\n  <search>x\n</search>"):
        assert [call.arguments for call in finished(text, 1).calls] == [{"query": "x"}]
    assert finished("The <search> tag\nis ended by </search>.", 1).calls == ()


def test_an_attribute_may_be_long_and_hold_quotes() -> None:
    for query in ("y" * 9000, 'a "quoted" word'):
        call = f"<tool_call name=\"search\" params='{json.dumps({'query': query})}'/>"
        for size in (1, 64, 100_000):
            assert [call.arguments for call in finished(call, size).calls] == [{"query": query}]


@pytest.mark.parametrize("head", ['<fn name="search"', "<search"])
def test_a_tag_does_not_end_inside_an_attribute(head: str) -> None:
    for size in (1, 4, 100):
        assert [call.arguments for call in finished(f'{head} query="a > b"/>', size).calls] == [{"query": "a > b"}]


@pytest.mark.parametrize(("size", "times"), [(1, 60), (4, 300)])
@pytest.mark.parametrize("form", LONG.values(), ids=LONG.keys())
def test_streaming_reads_no_text_over_and_over(form: Callable[[int], str], size: int, times: int) -> None:
    text = form(times)
    driver = fed(text, size)
    assert driver.read < 70 * len(text)
    driver.finish()
    whole = parse(text, TOOLS)
    assert (driver.calls, driver.result().content) == (whole.calls, whole.content)


@pytest.mark.parametrize("form", ["nested JSON", "a Python list", *GEMMA])
def test_of_what_a_long_value_is_waited_for_little_is_read_again(form: str) -> None:
    text = LONG[form](600)
    assert fed(text, 4).read < 25 * len(text)


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize(
    "form", ["nested JSON", "code in JSON", "a Python list", "code in Python", "an attribute", *GEMMA]
)
def test_a_long_call_is_known_at_its_end(form: str, size: int) -> None:
    driver = fed(LONG[form](600) + "\n", size)
    assert len(driver.calls) == 1
    assert driver.feed("Hello, ") + driver.feed("this. ")
    assert driver.holding == ""


def test_what_is_strict_in_the_end_is_not_repaired_before() -> None:
    for arguments in ({"query": [1] * 11_000}, {"query": "x", "don't": "}", "more": "word " * 200}):
        text = f"<tool_call>{json.dumps({'name': 'search', 'arguments': arguments})}</tool_call>"
        for size in (7, 500):
            assert [call.arguments for call in finished(text, size).calls] == [arguments]


def test_an_element_of_a_long_name_ends_however_it_is_cut() -> None:
    name = "search_" * 12
    driver = fed(f"<{name}><query>x</query></{name}>\n", 1, [{**SEARCH, "name": name}])
    assert [call.arguments for call in driver.calls] == [{"query": "x"}]


def test_a_key_without_its_first_quote_may_be_cut_behind_its_last() -> None:
    text = '{name": "search", "arguments": {query": "x"}}'
    for at in range(1, len(text)):
        driver = Driver(TOOLS)
        driver.feed(text[:at])
        driver.feed(text[at:])
        driver.finish()
        assert [call.arguments for call in driver.result().calls] == [{"query": "x"}], text[:at]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('<function=search>\n<parameter=query>x</parameter><paramname=">">', '<paramname=">">'),
        ('<invokename="search"><paramname="</invoke>">', '<invokename="search"><paramname="</invoke>">'),
        ('<|tool_call>call:search{query:<|"|>x<|"|>}<京', "<京"),
    ],
)
def test_what_only_begins_like_a_part_of_a_call_is_shown_whole_and_streamed(text: str, shown: str) -> None:
    driver = Driver(TOOLS)
    for letter in text:
        driver.feed(letter)
    driver.finish()
    streamed, whole = driver.result(), parse(text, TOOLS)
    assert whole.content == streamed.content == shown
    assert whole.calls == streamed.calls


@pytest.mark.parametrize(
    "text",
    [
        "```python\nif a < b:\n    x[1] = f(a, b)\n\nprint(x)  # [a], <b>\nand so on",
        "```yaml\nname: build\non: push\njobs:\n  one:\n    runs-on: any\n",
        "<think>First [a], then b < c and <d> in\nlines\nand lines, then",
    ],
)
def test_in_code_and_reasoning_only_what_may_end_them_is_held(text: str) -> None:
    driver, held = Driver(TOOLS), []
    for at, char in enumerate(text):
        driver.feed(char)
        held.append(len(driver.holding) if at > 30 else 0)
    assert max(held) < 12


@pytest.mark.parametrize("text", ["<tool_call>name: search</tool_call>", "```tool_call\nname: search\n```"])
def test_a_name_in_yaml_alone_is_no_call(text: str) -> None:
    assert finished(text, 1).content == parse(text, TOOLS).content == text
    assert parse(text, TOOLS).calls == ()
