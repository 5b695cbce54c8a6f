"""The parser through its public door: its own cases, properties on any text, the corpus where it lies beside us."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import growth
from keyhole.bench.parsing import read_corpus, score, streamed
from keyhole.parsing import Driver, Parse, Thresholds, detect, family_of_model, parse
from keyhole.parsing.cli import command
from keyhole.parsing.families import NAMES
from parsing_tools import NOW, SEARCH, TRIP, WEATHER

TESTS = Path(__file__).parents[2]
CASES = [json.loads(line) for line in (TESTS / "data" / "parsing_cases.jsonl").read_text("utf-8").splitlines()]
FAMILIES = [json.loads(line) for line in (TESTS / "data" / "parsing_families.jsonl").read_text("utf-8").splitlines()]
CORPUS = TESTS.parents[1] / "shared" / "data" / "toolcall_texts_dev.jsonl"
TOOLS = [
    SEARCH,
    {
        "name": "book",
        "parameters": {"type": "object", "properties": {"seats": {"type": "integer"}, "window": {"type": "boolean"}}},
    },
]
OTHER_TOOLS = [WEATHER, SEARCH, NOW, TRIP]
MARKS = [case["text"] for case in CASES]
texts = st.text(max_size=60) | st.lists(
    st.sampled_from([mark[at : at + 12] for mark in MARKS for at in range(0, len(mark), 6)]), max_size=12
).map("".join)


def outcome(result: Parse) -> tuple[Any, ...]:
    return result.content, result.reasoning, result.calls


def chunked(text: str, size: int, **options: Any) -> tuple[Parse, str]:
    """The parse of a text fed in chunks, and what a reader saw of it in the end."""
    driver = Driver(TOOLS, **options)
    deltas = [delta for at in range(0, len(text), size) for delta in driver.feed(text[at : at + size])]
    seen = ""
    for delta in [*deltas, *driver.finish()]:
        if delta.kind == "text":
            seen += delta.text
        elif delta.kind == "retract":
            seen = seen.removesuffix(delta.text)
    return driver.result(), seen


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_own_cases_whole_and_streamed(case: dict[str, Any]) -> None:
    result = parse(case["text"], TOOLS)
    assert [[call.name, call.arguments] for call in result.calls] == case["calls"]
    assert result.content.strip() == case["content"].strip()
    assert result.reasoning == case.get("reasoning", "")
    for size in (1, 2, 3, 7, 64):
        again, seen = chunked(case["text"], size)
        assert outcome(again) == outcome(result)
        assert seen == result.content


@pytest.mark.parametrize("case", FAMILIES, ids=lambda case: case["id"])
def test_the_ways_of_families_seen_and_unseen(case: dict[str, Any]) -> None:
    tools, family = case.get("tools", OTHER_TOOLS), case.get("family")
    result = parse(case["text"], tools, family)
    assert [[call.name, call.arguments] for call in result.calls] == case["calls"]
    assert result.reasoning.strip() == case.get("reasoning", "")
    if "content" in case:
        assert result.content.strip() == case["content"]
    for size in (1, 5):
        driver = Driver(tools, family=family)
        for at in range(0, len(case["text"]), size):
            driver.feed(case["text"][at : at + size])
        driver.finish()
        assert outcome(driver.result()) == outcome(result)


def test_a_call_told_in_words_is_asked_about() -> None:
    (told,) = detect("Using search with 'old maps'. Wait.", tools=TOOLS)
    assert (told.name, told.arguments, told.action) == ("search", {"query": "old maps"}, "ask")
    assert parse("Using search with 'old maps'.", TOOLS).calls == ()
    (told,) = detect("I'll use search with query 'old maps'.", tools=TOOLS)
    assert told.arguments == {"query": "old maps"}
    assert detect("I could be using search with care, or not.", tools=TOOLS) == []
    assert detect("Using search with 'x'.", tools=TOOLS, thresholds=Thresholds(ask=0.5))[0].action == "ignore"


def test_a_mark_that_one_family_alone_writes_tells_what_it_does_with_broken_calls() -> None:
    broken = "Hm.<|START_ACTION|>[!!!]<|END_ACTION|>"
    assert parse(broken, TOOLS).content == parse(broken, TOOLS, "command-r").content == "Hm."
    spoken = 'Mistral writes [TOOL_CALLS], and then, {"name": "search", "arguments": {"query": "x"}} for example.'
    assert parse(spoken, TOOLS).calls == ()
    assert parse(spoken, TOOLS).content == spoken


def dsml(query: str) -> str:
    bar = "\uff5c"
    return (
        f'<{bar}DSML{bar}invoke name="search">\n<{bar}DSML{bar}parameter name="query" string="true">{query}'
        f"</{bar}DSML{bar}parameter>\n</{bar}DSML{bar}invoke>"
    )


@pytest.mark.parametrize("text", ["2<", "I like <", "if x<", "a <t", "to"])
def test_what_hardly_begins_a_mark_is_text(text: str) -> None:
    assert parse(text, TOOLS).content == text


def test_muse_glimmers_servers_show_its_thoughts_and_a_turn_does_not() -> None:
    text = "to=self<|message|>Trains.<|eom|><|start|>assistant to=user<|message|>Take the bus.<|eot|>"
    shown = parse(text, TOOLS, "muse_glimmer")
    assert (shown.content, shown.reasoning) == ("Trains.Take the bus.", "")
    for apart in (None, family_of_model("muse-glimmer")):
        found = parse(text, TOOLS, apart)
        assert (found.content, found.reasoning) == ("Take the bus.", "Trains.")
    assert outcome(chunked(text, 1, family="muse_glimmer")[0]) == outcome(shown)


@pytest.mark.parametrize("family", [None, "deepseek_v4_dsml"])
def test_deepseek_4_thinks_until_it_says_otherwise(family: str | None) -> None:
    end = "\n</\uff5cDSML\uff5ctool_calls>"
    thought = "I could ask for ferries.\n" + dsml("ferries") + end
    found = parse(thought, TOOLS, family)
    assert (found.calls, found.content, found.reasoning) == ((), "", thought)
    found = parse(f"{thought} No.</think>Take the bus.", TOOLS, family)
    assert (found.calls, found.content, found.reasoning) == ((), "Take the bus.", f"{thought} No.")
    for text in ("I ask.\n" + dsml("ferries"), "<think>Hm.</think>I ask.\n" + dsml("ferries") + end):
        assert [call.arguments for call in parse(text, TOOLS, family).calls] == [{"query": "ferries"}]
        assert parse(text, TOOLS, family).content.strip() == "I ask."
    for size in (1, 5):
        assert outcome(chunked(thought, size, family=family)[0]) == outcome(parse(thought, TOOLS, family))


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("Qwen3-1.7B-q4f16_1-MLC", "qwen2.5"),
        ("unsloth/Qwen3-Coder-30B", "qwen3_coder_xml"),
        ("Hermes-3-Llama-3.1-8B-q4f16_1-MLC", "hermes"),
        ("deepseek-ai/DeepSeek-R1-0528", "deepseek_v3"),
        ("DeepSeek-R1-Distill-Qwen-7B-q4f16_1-MLC", ""),
        ("deepseek-ai/DeepSeek-V3.2", ""),
        ("gpt-5", ""),
        ("embedded", ""),
    ],
)
def test_a_models_id_names_its_family(model: str, family: str) -> None:
    assert family_of_model(model).name == family


@pytest.mark.parametrize("family", [None, "lfm2"])
def test_a_call_echoed_behind_its_own_end_is_made_once(family: str | None) -> None:
    text = '<|tool_call_start|>[search(query="x")]<|tool_call_end|>[search(query="x")]<|tool_call_end|>'
    found = parse(text, TOOLS, family)
    assert ([call.name for call in found.candidates], found.content) == (["search"], "")
    other = text.replace('"x")]<|tool_call_end|>[', '"y")]<|tool_call_end|>\n[')
    assert [call.arguments for call in parse(other, TOOLS, "lfm2").calls] == [{"query": "y"}, {"query": "x"}]


def test_calls_on_lines_of_their_own_are_all_found_and_outlive_a_broken_one() -> None:
    for rest in ("", "\n", "\nThat is all.", "\nbook(sea", "\nbook(seats=)"):
        found = parse('search(query="x")\nbook(seats=2)' + rest, TOOLS)
        assert [(call.name, call.arguments) for call in found.calls] == [
            ("search", {"query": "x"}),
            ("book", {"seats": 2}),
        ], rest


def test_of_a_text_only_so_many_calls_are_taken() -> None:
    for unit in ("search(query='x')\n", '{"name": "search", "arguments": {"query": "x"}}\n'):
        found = parse(unit * 700, TOOLS)
        assert len(found.calls) == 500
        assert found.content.strip() == (unit * 200).strip()


def test_a_call_far_into_a_long_text_is_found_in_a_known_form() -> None:
    text = "word " * 50_000 + '<tool_call>{"name": "search", "arguments": {"query": "x"}}</tool_call>'
    assert [call.name for call in parse(text, TOOLS).calls] == ["search"]


@settings(max_examples=300, deadline=None)
@given(texts, st.integers(1, 9), st.sampled_from([None, *NAMES]))
def test_any_text_tiles_and_streams_alike(text: str, size: int, family: str | None) -> None:
    whole = parse(text, TOOLS, family)
    ends = [piece.end for piece in whole.pieces]
    assert [piece.start for piece in whole.pieces] == [0, *ends][: len(ends)]
    assert not text or ends[-1] == len(text)
    assert outcome(chunked(text, size, family=family)[0]) == outcome(whole)
    assert "".join(piece.text for piece in whole.pieces if piece.kind == "text") == whole.content


@settings(max_examples=200, deadline=None)
@given(
    texts | st.lists(st.sampled_from([*MARKS, "NaN", "[1]", "{{", "}", '": ']), max_size=6).map("".join),
    st.integers(1, 9),
    st.sampled_from(["any", "Qwen3-0.6B", "mistral-7b", "deepseek-v3"]),
)
def test_in_a_turn_broken_calls_are_the_same_however_they_come(text: str, size: int, model: str) -> None:
    family = family_of_model(model)
    (whole, seen), (again, seen_again) = (chunked(text, n, family=family) for n in (len(text) or 1, size))
    assert (outcome(again), again.candidates, seen_again) == (outcome(whole), whole.candidates, seen)


@settings(max_examples=100, deadline=None)
@given(texts)
def test_what_is_shown_holds_no_further_call(text: str) -> None:
    whole = parse(text, TOOLS)
    if not whole.calls:
        assert parse(whole.content, TOOLS).calls == () or whole.reasoning or len(whole.content) < len(text)


def test_plain_text_is_passed_on_at_once() -> None:
    driver = Driver(TOOLS)
    for word in ("Hello ", "there, ", "2 < 3 ", "and so on. "):
        assert [delta.text for delta in driver.feed(word)] == [word]
    assert driver.feed("<tool_") == []
    assert driver.holding == "<tool_"
    assert "".join(delta.text for delta in driver.feed("x, no")) == "<tool_x, no"


def test_a_call_behind_long_prose_is_known_as_soon_as_it_is_complete() -> None:
    driver = Driver(TOOLS)
    driver.feed("A long story. " * 400 + "<tool_c")
    call = 'all>\n{"name": "search", "arguments": {"query": "x"}}\n</tool_call>'
    known = []
    for character in call:
        driver.feed(character)
        known.append(bool(driver.calls))
    assert known.index(True) == len(call) - 1


def test_marks_of_another_family_are_read_where_the_wrapper_must_be_closed() -> None:
    text = '[TOOL_CALLS][TOOL_CALLS]{"name":"search","arguments":{"query":"x"}}'
    assert [call.name for call in parse(text, TOOLS, "k2_horizon").calls] == ["search"]


def test_a_call_is_known_as_soon_as_it_is_complete() -> None:
    driver = Driver(TOOLS)
    text = '<tool_call>{"name": "search", "arguments": {"query": "x"}}</tool_call>'
    for char in text[:-1]:
        assert driver.feed(char) == []
    assert [delta.kind for delta in driver.feed(text[-1])] == ["call"]


@pytest.mark.parametrize("tag", ["</function>", "</parameter>", "</tool_call>", "</invoke>", "</arg_value>"])
@pytest.mark.parametrize(
    "form",
    [
        "<tool_call>\n<function=search>\n<parameter=query>\n{}\n</parameter>\n</function>\n</tool_call>",
        '<minimax:tool_call>\n<invoke name="search">\n<parameter name="query">{}</parameter>\n</invoke>\n'
        "</minimax:tool_call>",
        "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>{}</arg_value>\n</tool_call>",
    ],
    ids=["function_tag", "invoke", "arg_key"],
)
def test_a_value_may_hold_closing_tags(form: str, tag: str) -> None:
    for value in (f'print("{tag}")\nprint(2)', f"What does {tag} mean?", f'a = """\n{tag}\n"""'):
        text = "Well.\n" + form.format(value) + "\nAnd on."
        found = parse(text, TOOLS)
        assert [(call.arguments, call.repairs) for call in found.calls] == [({"query": value}, ())]
        assert found.content.split() == ["Well.", "And", "on."]
        for size in (1, 5):
            assert outcome(chunked(text, size)[0]) == outcome(found)


def test_text_behind_a_call_that_is_never_closed_is_not_held_to_the_end() -> None:
    for call in (
        "<function=search>\n<parameter=query>x</parameter>\n",
        "<function=search>\n<parameter=query>x</function>",
    ):
        driver = Driver(TOOLS)
        driver.feed(call)
        for _ in range(1000):
            driver.feed("So it goes. ")
        assert [call.arguments for call in driver.calls] == [{"query": "x"}]
        assert driver.holding == ""


def test_an_unknown_tool_gets_a_suggestion() -> None:
    (call,) = parse('<tool_call>{"name": "serch", "arguments": {}}</tool_call>', TOOLS).calls
    assert call.problem == "unknown tool 'serch'; did you mean 'search'?"


def test_one_unknown_tool_does_not_spoil_the_list() -> None:
    found = parse('[foo(x=1), search(query="x")]', TOOLS)
    assert [call.name for call in found.calls] == ["search"]
    assert [problem.message for problem in found.errors] == ["no tool named 'foo'"]


def test_thresholds_decide_between_acting_and_asking() -> None:
    text = 'It would be {"name": "search", "arguments": {"query": "x"}} then.'
    (doubtful,) = detect(text, tools=TOOLS)
    assert doubtful.action == "ask"
    assert parse(text, TOOLS).content == text
    assert parse(text, TOOLS, thresholds=Thresholds(act=0.1)).calls[0].name == "search"


def test_a_call_that_breaks_off_is_reported_and_not_complete() -> None:
    result = parse('<tool_call>{"name": "search", "arguments": {"query": "x', TOOLS)
    assert [(call.name, call.complete, call.raw_arguments) for call in result.calls] == [
        ("search", False, '{"query": "x')
    ]
    assert result.errors


def test_a_megabyte_takes_time_in_proportion() -> None:
    for unit in (
        "<",
        "{",
        '{"name":',
        "<tool_call>",
        '<tool_call>{"name":"x","arguments":',
        "<function=a>",
        "<!-- <tool_call>{}",
        "<<a>>",
        "<|im_end|>",
        "book(seats=1)\n",
        "word ",
    ):
        small, large = ((unit * length)[:length] for length in (100_000, 1_000_000))
        assert growth(lambda: Driver(TOOLS).finish(small), lambda: Driver(TOOLS).finish(large)) < 30, unit  # noqa: B023


@pytest.mark.parametrize(
    ("beginning", "again", "end"),
    [
        ("<search>", "<![CDATA[", "</search>"),
        ("<search>\nquery: [", '"\\",', "]\n</search>"),
        ("<places><at>", "<i>x</i>", "</at></places>"),
        ("<places>", "<at>1</at>", "</places>"),
        ("<places>\nat: [", '"\\",', "]\n</places>"),
        ('<tool_call>{"name":"search","arguments":{"query":"x"}', "}", "</tool_call>"),
    ],
)
def test_a_long_call_takes_time_in_proportion(beginning: str, again: str, end: str) -> None:
    places = {"name": "places", "parameters": {"properties": {"at": {"type": "array", "items": {"type": "string"}}}}}
    small, large = (beginning + again * (length // len(again)) + end for length in (30_000, 300_000))
    tools = [*TOOLS, places]
    assert growth(lambda: Driver(tools).finish(small), lambda: Driver(tools).finish(large)) < 30


@pytest.mark.parametrize(
    ("beginning", "again"),
    [
        ("", '{"name": /*'),
        ("<think>", '<invoke name="search"><parameter name="query">'),
        ("<think>", '<tool_call>{"name":"a\\'),
        ("", "<tool_call>{&quot;"),
        ("", '<tool_call>{\\"'),
        ("", '<|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>{"query": "a" b"'),
    ],
)
def test_what_leads_nowhere_is_not_read_to_the_end_again_and_again(beginning: str, again: str) -> None:
    prose, hostile = ((beginning + unit * 100_000)[:100_000] for unit in ("word ", again))
    assert growth(lambda: Driver(TOOLS).finish(prose), lambda: Driver(TOOLS).finish(hostile)) < 300


@pytest.mark.parametrize(
    ("beginning", "again"),
    [
        ("[search(query='", "' "),
        ("[search(", "query=1, "),
        ("[search(query=[", "1, "),
        ("[search(query='", "\\\\"),
        ("<tool_call>{'name': 'search', 'arguments': {'query': '", "\\\\"),
        ('<tool_call>{"name": "search", "arguments": {"query": "', "\\u12"),
    ],
)
def test_of_what_no_tool_is_called_with_only_so_much_is_read(beginning: str, again: str) -> None:
    text = beginning + again * 30_000
    found = parse(text, TOOLS)
    assert (found.content, found.calls) == (text, ())
    assert found.errors[0].message.startswith("too long to")
    assert outcome(chunked(text, 1000)[0]) == outcome(found)


def test_a_long_string_that_breaks_off_is_no_broken_one() -> None:
    (call,) = parse('<tool_call>{"name": "search", "arguments": {"query": "' + "\\n" * 30_000, TOOLS).calls
    assert (call.name, call.complete) == ("search", False)


def test_the_same_text_is_not_parsed_twice() -> None:
    assert parse(CASES[0]["text"], TOOLS) is parse(CASES[0]["text"], TOOLS)


def test_the_command_prints_json_and_rows() -> None:
    text = CASES[0]["text"]
    for arguments in ([], ["--stream", "3"]):
        printed = json.loads(CliRunner().invoke(command, arguments, input=text).output)
        assert printed["calls"][0]["name"] == "search"
    rows = "\n".join(json.dumps({"id": case["id"], "text": case["text"], "tools": TOOLS}) for case in CASES)
    lines = CliRunner().invoke(command, ["--jsonl"], input=rows).output.splitlines()
    assert [json.loads(line)["id"] for line in lines] == [case["id"] for case in CASES]
    broken = CliRunner().invoke(command, ["--jsonl"], input="{")
    assert broken.exit_code == 1
    assert "line 1 is not JSON" in broken.output


def test_a_broken_row_says_what_is_wrong_and_the_others_are_read() -> None:
    text = '<tool_call>{"name": "search", "arguments": {"query": "x"}}</tool_call>'
    wrong: list[tuple[Any, str]] = [
        *(({"id": 1, "text": "x", "tools": tools}, "tools") for tools in ("x", 5, [5], {})),
        ({"id": 2, "text": "x", "family": ["a"]}, "family"),
        ({"id": 3, "text": "x", "prompt_suffix": 5}, "prompt_suffix"),
        ({"id": 4}, "an object with a text"),
        ([5], "an object with a text"),
    ]
    rows = [*(row for row, _ in wrong), {"id": 9, "text": text}, {"id": 10, "text": "\ud83d"}]
    printed = CliRunner().invoke(command, ["--jsonl"], input="\ufeff" + "\n".join(map(json.dumps, rows)) + "\nnull\n{")
    assert printed.exit_code == 1
    *lines, call, half, null, cut = map(json.loads, printed.output.splitlines())
    for number, ((row, said), line) in enumerate(zip(wrong, lines, strict=True), 1):
        assert line["id"] == (row["id"] if isinstance(row, dict) else None)
        assert line["error"].startswith(f"line {number}: ")
        assert said in line["error"]
    assert (call["id"], call["calls"][0]["name"]) == (9, "search")
    assert half["content"] == "\ufffd"
    assert null["error"].endswith(": an object with a text is wanted")
    assert "not JSON" not in null["error"]
    assert "is not JSON" in cut["error"]


@pytest.mark.parametrize("id_", ["NaN", "1e999", "[-Infinity]"])
def test_what_is_printed_is_json_whatever_a_row_is_called(id_: str) -> None:
    printed = CliRunner().invoke(command, ["--jsonl"], input=f'{{"id": {id_}, "text": "x"}}')
    line = json.loads(printed.output, parse_constant=pytest.fail)
    assert (printed.exit_code, line["id"]) == (1, None)
    assert line["error"].startswith("line 1 is not JSON: ")


def test_tools_are_read_behind_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text("\ufeff" + json.dumps(TOOLS), "utf-8")
    printed = CliRunner().invoke(command, ["--tools", str(file)], input='\ufeffsearch(query="x")')
    assert [call["name"] for call in json.loads(printed.output)["calls"]] == ["search"]
    file.write_text("[5]", "utf-8")
    assert "a list of tool declarations is wanted" in CliRunner().invoke(command, ["--tools", str(file)]).output


junk = st.recursive(
    st.none() | st.integers(0, 7) | st.text(max_size=2) | st.sampled_from(["object", "array", "string", "query"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    *("type", "properties", "patternProperties", "items", "anyOf", "oneOf", "allOf", "enum"),
                    *("required", "additionalProperties", "const", "query"),
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(junk, st.sampled_from(CASES))
def test_any_schema_will_do(schema: Any, case: dict[str, Any]) -> None:
    for parameters in (
        schema,
        {"type": "object", "anyOf": schema, "properties": {"query": schema}, "required": schema},
    ):
        parse(case["text"], [{"name": "search", "parameters": parameters}])


@pytest.mark.skipif(not CORPUS.exists(), reason="the corpus is not here")
def test_the_corpus() -> None:
    rows = read_corpus(CORPUS)
    scores = score(rows)
    assert sum(held.right for held in scores.values()) >= 0.97 * len(rows)
    chance = random.Random(5)
    for row in rows:
        whole = parse(row["text"], row["tools"], row["family"], row.get("prompt_suffix"))
        for sizes in ([1], [2], [3], [7], [64], [chance.randint(1, 30) for _ in range(40)]):
            assert outcome(streamed(row, sizes)) == outcome(whole), row["id"]
