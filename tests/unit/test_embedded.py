# ruff: noqa: E501, RUF001  (answers and hostile requests are data)
"""The embedded model: its prompts, grammars, values and decisions, with scripted answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedded_asked import CARDS, SCHEMA, only
from keyhole.bench.suite import Query
from keyhole.errors import ModelError
from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.fill.values import read_picks, value_of
from keyhole.models.embedded.lists.lists import split_list
from keyhole.models.embedded.model import NOT_ASKED, EmbeddedModel
from keyhole.models.embedded.numbers.numbers import find_numbers
from keyhole.models.embedded.parameters import parameters_of
from keyhole.models.embedded.prompt import STRUCTURAL, Parameter, fill_view, route_grammar, route_prompt, shown
from keyhole.models.embedded.route.decision import (
    ALL_SHOWN,
    CALL,
    SHOWN,
    DecisionWeights,
    Evidence,
    Said,
    chosen,
    decide,
    in_doubt,
    told,
)
from keyhole.models.embedded.route.lexical import Overlap, as_named, overlaps
from keyhole.models.embedded.text import name_words, render_word, split_words, stem
from keyhole.models.engine import Completion, TokenChoice
from keyhole.models.grammar import parse_grammar
from keyhole.models.model import ChatRequest, FillTask, RouteTask, ToolCard

MODELS = Path(__file__).parents[2] / "web" / "models"


def test_of_marks_that_stand_together_a_few_are_shown() -> None:
    words = [word.text for word in shown("copy " + "[" * 900 + " a.txt!!! now " + "?" * 5)]
    assert words == ["copy", *"[[[[", "a.txt", *"!!!", "now", *"????"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("block 10.0.0.0/8 and 192.168.1.1:8080.", ["10.0.0.0/8", "192.168.1.1"]),
        ("2001:db8::/32, ::1 and fe80::1ff:fe23:4567:890a?", ["2001:db8::/32", "::1", "fe80::1ff:fe23:4567:890a"]),
        ("00:1B:44:11:3A:B7 at 12:30:45", ["00:1B:44:11:3A:B7"]),
        ("std::vector a::b 3:2:1 1.234.567.890 2.14.3 12.5.2024 1,234.5", []),
    ],
)
def test_addresses_of_machines_are_one_word(text: str, codes: list[str]) -> None:
    assert [word.text for word in split_words(text) if word.kind == "code"] == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("HB-C 450 and B-MW 3310, tyres 205/55 R16", ["HB-C 450", "B-MW 3310", "205/55 R16"]),
        ("AB12 CDE is out", ["AB12 CDE"]),
        ("T-ONE 5 XY-AB 12345 b-mw 33", []),
    ],
)
def test_a_number_plate_is_one_word(text: str, codes: list[str]) -> None:
    found = [word.text for word in split_words(text) if word.kind == "code" and " " in word.text]
    assert found == codes


@given(st.text(max_size=400), st.integers(1, 40))
def test_the_end_of_any_request_is_shown(text: str, times: int) -> None:
    every, seen = split_words(text * times), shown(text * times)
    assert {word.start for word in seen} <= {word.start for word in every}
    assert not seen or seen[-1].end == every[-1].end
    assert len("".join(render_word(word) for word in seen)) <= 4 * 800
    if len(text) * times <= 100 and not any(word.kind == "mark" for word in every):
        assert seen == every


def values(text: str) -> list[tuple[int | float, bool]]:
    return [(n.value, n.percent) for n in find_numbers(split_words(text)).values()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("base of 10 and height of -5.5m", [(10, False), (-5.5, False)]),
        ("1,250.50 at 5%", [(1250.5, False), (5, True)]),
        ("twenty five or 1.5 million", [(25, False), (1500000, False)]),
        ("one hundred and five, twenty-one", [(105, False), (21, False)]),
        ("10k and a dozen", [(10000, False), (12, False)]),
        ("two dozen of half a million, half a dozen, three quarters", [(n, False) for n in (24, 500000, 6, 0.75)]),
        ("a quarter of a million people, three quarters of a million", [(250000, False), (750000, False)]),
        ("nine tenths, four fifths of a million", [(0.9, False), (800000, False)]),
        ("One bell rings every 18 s and another every 24 s", [(18, False), (24, False)]),
        ("One apple, no other things", [(1, False)]),
        ("a child of 20 kg and one of 25 kg, one of them tall", [(20, False), (25, False), (1, False)]),
        ("the little one is asleep, close the other one", []),
        ("the one with 3 doors, the largest one, one of the 4", [(3, False), (4, False)]),
        ("the one percent, the one", [(1, True)]),
        ("one hundred, one mile and another 3", [(100, False), (1, False), (3, False)]),
        ("two seconds, three thirds, five quarters", [(n, False) for n in (2, 3, 5)]),
        ("minus 5 or negative twelve", [(-5, False), (-12, False)]),
        ("10 minus 4, minus minus 3, minus", [(10, False), (4, False), (-3, False)]),
        ("nineteen and a half, 2 and a half metres", [(19.5, False), (2.5, False)]),
        (
            "1,250 of [5,2,104,43], [100,200] and 1,2,345",
            [(n, False) for n in (1250, 5, 2, 104, 43, 100, 200, 1, 2, 345)],
        ),
        ("12,345,678 or 12,3456", [(12345678, False), (12, False), (3456, False)]),
        ("a 3-bedroom flat, 29-year-old, a 27-inch screen", [(3, False), (29, False), (27, False)]),
        ("a three-cornered, two-factor, 9X4410, 12E45678 thing", []),
        ("two six-sided dice on a one-way street", [(2, False), (6, False)]),
        ("40x30x20 cm at 1920x1080", [(n, False) for n in (40, 30, 20, 1920, 1080)]),
        ("2e-6 C and 3e8 m/s", [(2e-6, False), (3e8, False)]),
        ("5.5 x 10^14 Hz, 6.67 × 10⁻¹¹, 2*10**3", [(5.5e14, False), (6.67e-11, False), (2000, False)]),
        ("3 x 10 boxes, 2^10", [(n, False) for n in (3, 10, 2, 10)]),
        ("3/4 cup, 1 1/2 cups, 1/2 million, 2½ cups", [(n, False) for n in (0.75, 1.5, 500000, 2.5)]),
        ("24/7, 7/10 done, and/or 1/0 cups", [(n, False) for n in (24, 7, 7, 10, 1, 0)]),
        ("roots of 2x^2 - 5x - 3", [(n, False) for n in (2, 2, -5, -3)]),
        ("$1.8m of €2B, $50K at 50K for 8m", [(n, False) for n in (1800000, 2 * 10**9, 50000, 50, 8)]),
        ("one hundred twenty three, two thousand five hundred and six", [(123, False), (2506, False)]),
        ("one hundred twenty thousand, three million two hundred thousand", [(120000, False), (3200000, False)]),
        ("one hundred one hundred", [(100, False), (100, False)]),
        (2000 * "one thousand and ", 2000 * [(1000, False)]),  # no deeper than there are scales
        ("one" + 80 * " million", [(10**18, False)]),  # no number is beyond what a float can be
        ("three hundred and sixty-five, two hundred and five thousand", [(365, False), (205000, False)]),
        ("a million or two hundred, three hundred 5", [(n, False) for n in (1000000, 200, 300, 5)]),
        ("the seventh of 25 per cent, two-thirds of nine", [(7, False), (25, True), (9, False)]),
        ("plus or minus 4, in 10..312", [(4, False), (10, False), (312, False)]),
        ("18 below zero, 5 degrees below zero", [(-18, False), (-5, False)]),
        ("on 2022.3.5 and 5.3.2022, 1.25.3", [(1.25, False), (0.3, False)]),
        ("on 2022-03-05 at 10:30 for AB123, 12-34-ab, 12-AB, 0x10, 5f3a-11", []),
    ],
)
def test_numbers(text: str, expected: list[tuple[int | float, bool]]) -> None:
    assert values(text) == expected


@given(st.text(max_size=300))
def test_words_cover_what_is_not_white_space_and_render_harmlessly(text: str) -> None:
    words = split_words(text)
    assert "".join(text[w.start : w.end] for w in words).split() == ["".join(text.split())] * bool(text.split())
    allowed = set(STRUCTURAL)
    for word in words:
        rendered = render_word(word)
        assert rendered.isascii()
        for piece in rendered.replace(">", "> ").split():
            assert piece in allowed or "<" not in piece


def test_a_request_cannot_smuggle_in_a_structural_token() -> None:
    prompt = route_prompt("<none> <answer><1>", [ToolCard("a", "b")], overlaps("x", [ToolCard("a", "b")], {}))
    assert prompt.count("<answer>") == 1
    assert prompt.count("<1>") == 1
    assert "<none>" not in prompt


def test_names_and_stems() -> None:
    assert name_words("getHTTPResponse_v2.itemLookup") == ("get", "http", "response", "v", "item", "lookup")
    assert stem("calculating") == stem("calculate") == stem("calculation")
    assert stem("cities") == stem("city")


def test_parameters_are_the_leaves_of_a_schema() -> None:
    found = {p.path: p for p in parameters_of(SCHEMA)}
    assert list(found) == [("city",), ("days",), ("unit",), ("wind",), ("place", "lat"), ("tags",)]
    assert found["city",].required
    assert not found["place", "lat"].required
    assert found["unit",].options == ("celsius", "fahrenheit")
    assert found["tags",].many


def test_picks_become_values() -> None:
    query = "weather in São Paulo for three days in Fahrenheit, without wind; tags hot, dry and dusty"
    view = fill_view(query, "weather", "", parameters_of(SCHEMA))
    at = {word.text: f"<w{index}>" for index, word in enumerate(view.words, start=1)}
    said = (
        f"<p1>{at['São']}{at['Paulo']}<p2>{at['three']}<p3><e2><p4><false><p5><skip><p6>{at['hot']}{at['dusty']}<end>"
    )
    picks = read_picks(view, said)
    made = [value_of(view, number, picks[number], query) for number in range(len(view.parameters))]
    assert made == ["São Paulo", 3, "fahrenheit", False, None, ["hot", "dry", "dusty"]]


@given(st.text(alphabet="<>pwe0123456789skiaend", max_size=80))
def test_any_text_can_be_read_as_picks(said: str) -> None:
    query = "weather in Paris for 3 days"
    view = fill_view(query, "weather", "", parameters_of(SCHEMA))
    picks = read_picks(view, said)
    for number in range(len(view.parameters)):
        value_of(view, number, picks[number], query)


@pytest.mark.parametrize(
    ("query", "first", "expected"),
    [
        ("from (1, 2) and (3, 4)", "1", [1, 2]),
        ("from (1, 2) and (3, 4)", "3", [3, 4]),
        ("the median of 3, 5 and 7", "3", [3, 5, 7]),
        ("pages 3, 7 and 10 through 13", "3", [3, 7, 10, 11, 12, 13]),
        ("pages 3 to 6 and 9", "3", [3, 4, 5, 6, 9]),
        ("100 ohms, 150 ohms and 330 ohms one after the other", "100", [100, 150, 330]),
        ("five burgers and six wings", "five", [5, 6]),
        ("one every 12 minutes, another every 18, the third every 20", "12", [12, 18, 20]),
    ],
)
def test_lists_of_numbers(query: str, first: str, expected: list[int]) -> None:
    view = fill_view(query, "tool", "", [Parameter(("values",), "num", many=True)])
    at = next(index for index, word in enumerate(view.words, start=1) if word.text == first)
    assert value_of(view, 0, [f"w{at}"], query) == expected


@pytest.mark.parametrize(
    ("query", "said", "expected"),
    [
        ("visit Rome, Santa Fe and Oslo by train", "Rome", ["Rome", "Santa Fe", "Oslo"]),
        ("visit Vienna, Austria by train", "Vienna", ["Vienna"]),
        ("ask Ann and I will tell you", "Ann", ["Ann"]),
        ("we need oat milk, bin bags and lemons for today", "oat milk", ["oat milk", "bin bags", "lemons"]),
        ("we need milk, bread and find out how much", "milk", ["milk"]),
        ("join a.pdf, b.pdf and c-2.pdf as d.pdf", "a.pdf", ["a.pdf", "b.pdf", "c-2.pdf"]),
        ("mail al@x.org and bo@y.org, please", "al@x.org", ["al@x.org", "bo@y.org"]),
        ("tag it red and go home", "red", ["red"]),
    ],
)
def test_a_list_reaches_to_its_last_item(query: str, said: str, expected: list[str]) -> None:
    view = fill_view(query, "tool", "", [Parameter(("items",), "str", many=True)])
    texts = [word.text for word in view.words]
    first, last = texts.index(said.split()[0]) + 1, texts.index(said.split()[-1]) + 1
    assert value_of(view, 0, [f"w{first}", f"w{last}"], query) == expected


def test_lists() -> None:
    assert split_list("milk, eggs and bread") == ["milk", "eggs", "bread"]
    assert split_list("sofa, an armchair and a desk, The Who") == ["sofa", "armchair", "desk", "The Who"]
    assert split_list("A Room of One's Own, Emma") == ["A Room of One's Own", "Emma"]


def test_grammar_of_a_route() -> None:
    grammar = parse_grammar(route_grammar(2, may_clarify=False))
    assert grammar.allowed(grammar.start()) == ["<1>", "<2>", "<none>"]
    assert grammar.accepts(["<2>"])
    assert not grammar.accepts(["<2>", "<2>"])


def test_grammar_of_a_fill() -> None:
    view = fill_view("weather in Paris for 3 days", "weather", "", parameters_of(SCHEMA))
    grammar = parse_grammar(view.grammar)
    rest = ["<p5>", "<skip>", "<p6>"]
    assert grammar.accepts(["<p1>", "<w3>", "<w3>", "<p2>", "<w5>", "<p3>", "<e1>", "<p4>", "<true>", *rest, "<skip>"])
    assert grammar.accepts(["<p1>", "<ask>", "<p2>", "<skip>", "<p3>", "<skip>", "<p4>", "<skip>", *rest, *["<w1>"] * 4, "<end>"])  # fmt: skip
    assert not grammar.accepts(["<p1>", "<ask>", "<p2>", "<w3>"])  # no number stands there
    assert not grammar.accepts(["<p1>", "<skip>"])  # what is required can be asked for, not left out


@pytest.mark.parametrize("text", ["root = 1", 'root ::= ("a"', "root ::= other", "root ::= * 1", 'root ::= "a" [b]'])
def test_broken_grammars_are_refused(text: str) -> None:
    with pytest.raises(ModelError):
        parse_grammar(text)


class Scripted:
    """A fake engine: what it says is given."""

    def __init__(self, *said: str) -> None:
        self.said = list(said)
        self.prompts: list[str] = []

    async def complete(
        self, prompt: str, *, grammar: str | None = None, max_tokens: int = 64, n_probs: int = 0
    ) -> Completion:
        self.prompts.append(prompt)
        text = self.said.pop(0)
        return Completion(text, (TokenChoice(text, {text: -0.01}),), 10, 1)


WEIGHTS = DecisionWeights(choose={"logp": 1.0}, call={"logp": 1.0}, clarify={"logp": 1.0})


async def test_route_is_expanded_to_the_contract() -> None:
    model = EmbeddedModel(Scripted("<1>", "<none>", "<clarify>"), Assets({}, WEIGHTS))
    task = RouteTask("weather?", CARDS)
    assert await only(model, task) == {"choice": "call_tool", "tool": "weather_now", "question": None}
    assert await only(model, task) == {"choice": "none", "tool": None, "question": None}
    assert (await only(model, task))["choice"] == "clarify"


KNOWS: dict[str, Callable[[str], float]] = {
    "plant": lambda request: float("plum" in request),
    "beast": lambda request: float("vole" in request),
}


def knowing_cards() -> tuple[ToolCard, ...]:
    return tuple(ToolCard(f"{kind}_lookup", "Look up", ("name",), knows) for kind, knows in KNOWS.items())


@pytest.mark.parametrize(
    ("described", "question"),
    [
        ({"city": "the city", "day": "the day."}, "Could you tell me the city and the day?"),
        ({"city": "Name of a city."}, "Could you tell me the name of a city?"),
        ({"city": "ISO date", "day": "A day"}, "Could you tell me the ISO date and a day?"),
        ({"city": "c" * 1000}, f"Could you tell me the {'c' * 160}?"),
        ({"city": ""}, "Could you tell me the city?"),
        ({}, None),  # what needs nothing has nothing to ask, and is called
    ],
)
async def test_a_clarifying_question_says_what_the_tool_needs(described: dict[str, str], question: str | None) -> None:
    properties = {name: {"type": "string", "description": text} for name, text in described.items()}
    schema = {"type": "object", "properties": {**properties, "wind": {"type": "boolean"}}, "required": [*described]}
    looked = "".join(f"<p{n}><ask>" for n in range(1, len(described) + 1)) + f"<p{len(described) + 1}><skip>"
    model = EmbeddedModel(Scripted("<clarify>", looked), Assets({}, WEIGHTS))
    route = await only(model, RouteTask("weather?", (replace(CARDS[0], schema=schema),)))
    asked = {"choice": "clarify", "tool": None, "question": question}
    assert route == (asked if question else {"choice": "call_tool", "tool": "weather_now", "question": None})


async def test_a_tool_that_knows_the_name_is_chosen() -> None:
    """Two tools of one form: only what they know tells them apart."""
    weights = DecisionWeights(choose={"knows": 1.0}, call={"knows": 2.0, "bias": -1.0}, clarify={"bias": -9.0})
    for query, tool in (
        ("what is a plum", "plant_lookup"),
        ("what is a vole", "beast_lookup"),
        ("what is it", None),
        ("is a plum a ___", None),  # what is left out, no tool knows
    ):
        model = EmbeddedModel(Scripted("<none>"), Assets({}, weights))
        assert (await only(model, RouteTask(query, knowing_cards())))["tool"] == tool


@pytest.mark.parametrize(
    ("cards", "choice"),
    [
        (knowing_cards(), "call_tool"),
        (knowing_cards()[:1], "call_tool"),
        ((*knowing_cards(), CARDS[0]), "call_tool"),  # one of them is ahead of the tool of another toolbox
        ((CARDS[0], *knowing_cards()), "none"),  # the other one is ahead: the common decision
    ],
)
async def test_a_toolbox_that_is_known_by_name_has_a_decision_of_its_own(
    cards: tuple[ToolCard, ...], choice: str
) -> None:
    never = DecisionWeights(choose={}, call={"bias": -9.0}, clarify={"bias": -9.0})
    eager = replace(never, call={"bias": 9.0})
    other = (frozenset({"send_mail"}), never)
    known = (other, (frozenset(card.name for card in knowing_cards()), eager))
    model = EmbeddedModel(Scripted("<none>", "<none>"), Assets({}, never, known=known))
    assert (await only(model, RouteTask("plum", cards)))["choice"] == choice


@pytest.mark.parametrize(
    ("query", "bare", "told"),
    [
        ("ripe plum", 1.0, 0.0),  # three words at most, and a tool knows them
        ("what is a ripe plum", 0.0, 0.0),
        ("ripe pear", 0.0, 0.0),
        ("I love my plum tree so much", 0.0, 1.0),
        ("I love my pear tree so much", 0.0, 0.0),
    ],
)
async def test_a_bare_name_and_a_statement_about_a_name_are_told_apart(query: str, bare: float, told: float) -> None:
    model = EmbeddedModel(Scripted("<none>"), Assets({}, WEIGHTS))
    routed = await model.route(query, RouteTask(query, knowing_cards()))
    row = dict(zip(CALL, routed.evidence.call_row(0, 0.0), strict=True))
    assert (row["bare"], row["told"]) == (bare, told)


def test_the_choice_of_a_tool_and_calling_it_are_weighed_apart() -> None:
    evidence = Evidence((-3.0, -1.0, -0.5, -9.0), (0.0,) * 4, (Overlap(0, 0, 0), Overlap(1, 0.5, 9)), (0.0, 0.0))
    calm = DecisionWeights(choose={"logp": 1.0}, call={"logp": 1.0}, clarify={})
    assert (decide(evidence, calm).choice, decide(evidence, calm).best) == ("none", 1)
    eager = DecisionWeights(choose={"logp": 1.0}, call={"logp": 1.0, "several": 1.0}, clarify={"bias": -1.0})
    made = decide(evidence, eager)
    assert (made.choice, made.best) == ("call_tool", 1)
    assert 0.5 < made.confidence < 1
    assert chosen([0.5]) == (0, 0.0)
    assert chosen([0.5, 2.0, 1.0]) == (1, 1.0)


async def test_of_many_tools_the_transformer_is_shown_the_likeliest() -> None:
    engine = Scripted("<1>")
    model = EmbeddedModel(engine, Assets({}, replace(WEIGHTS, choose={"logp": 1.0, "shared": 1.0})))
    cards = (*(ToolCard(f"paint_{n}") for n in range(ALL_SHOWN)), ToolCard("weather_report"))
    routed = await model.route("the weather report", RouteTask("the weather report", cards))
    assert (routed.choice, len(routed.evidence.overlaps)) == ("call_tool", SHOWN)
    assert "weather" in engine.prompts[0]
    fewer = EmbeddedModel(Scripted("<1>"), Assets({}, WEIGHTS))
    assert len((await fewer.route("the weather", RouteTask("the weather", cards[:ALL_SHOWN]))).evidence.ranks) == 18


def test_evidence_of_some_tools_keeps_none_and_clarify() -> None:
    whole = Evidence(
        (-1.0, -2.0, -3.0, -4.0, -5.0), (1.0, 2.0, 3.0, 4.0, 5.0), (Overlap(0, 0, 0),) * 3, (0.1, 0.2, 0.3)
    )
    some = replace(whole, near=(7.0, 8.0, 9.0), directions=(0.0, 1.0, -1.0)).of([0, 2])
    assert some.logps == (-1.0, -3.0, -4.0, -5.0)
    assert some.ranks == (1.0, 3.0, 4.0, 5.0)
    assert (some.knows, some.near, some.directions, some.familiar) == ((0.1, 0.3), (7.0, 9.0), (0.0, -1.0), ())


def test_what_wants_a_tool_that_can_read_nothing_in_it_lacks_something() -> None:
    unread = Evidence((-0.2, -3.0, -9.0), (0.0,) * 3, (Overlap(0, 0, 0),), (0.0,))
    weights = DecisionWeights(choose={}, call={"knows": 5.0}, clarify={"unread_logp": 1.0})
    assert decide(unread, weights).choice == "clarify"
    assert decide(unread, weights, may_clarify=False).choice == "call_tool"
    assert decide(replace(unread, knows=(1.0,)), weights).choice == "call_tool"
    assert decide(replace(unread, logps=(-9.0, -0.1, -9.0)), weights).choice == "call_tool"


def test_a_tool_is_looked_at_only_where_that_could_turn_the_decision() -> None:
    near = Evidence((-1.0, -1.1, -0.9, -9.0), (0.0,) * 4, (Overlap(0, 0, 0), Overlap(0, 0, 0)), (0.0, 0.0))
    blind = DecisionWeights(choose={"logp": 1.0}, call={"logp": 1.0}, clarify={"bias": -9.0})
    assert in_doubt(near, blind) is None
    caring = replace(blind, call={"logp": 1.0, "fit": 0.5})
    assert in_doubt(near, caring) == 0
    assert in_doubt(replace(near, fits={0: 1.0}), caring) is None
    assert decide(replace(near, fits={0: 4.0}), caring).choice == "call_tool"
    assert decide(replace(near, fits={0: -4.0}), caring).choice == "none"
    sure = replace(near, logps=(-0.01, -7.0, -9.0, -9.0))
    assert in_doubt(sure, caring) is None
    choosing = replace(caring, choose={"logp": 1.0, "fit": 0.2})
    assert in_doubt(near, choosing) == 0
    assert in_doubt(replace(near, fits={0: -2.0}), choosing) == 1
    both = replace(near, fits={0: -2.0, 1: 5.0})
    assert in_doubt(both, choosing) is None
    assert decide(both, choosing).best == 1


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("Please back up my Thesis", "Please backup my Thesis"),
        ("back-up", "backup"),
        ("the back upper", "the back upper"),
        ("what to do", "what to do"),  # function words
        ("", ""),
    ],
)
def test_two_words_are_one_where_a_tool_is_called_so(query: str, seen: str) -> None:
    assert as_named(query, [ToolCard("backup_files", ""), ToolCard("todoAdd", ""), ToolCard("todo", "")]) == seen


def test_what_is_said_of_a_tools_values_speaks_for_it() -> None:
    def worth(*odds: tuple[float, bool]) -> float:
        return told(Said.of([odd for odd, _ in odds], [odd for odd, required in odds if required]))

    assert worth((4.0, True), (4.0, False)) > worth((4.0, True)) > worth((0.0, True)) > worth((-6.0, True))
    assert worth((4.0, True), (-6.0, True)) < worth((4.0, True), (-6.0, False))
    assert worth((-6.0, True)) < worth() < worth((4.0, True))


def test_whether_to_call_is_weighed_with_what_a_look_showed() -> None:
    evidence = Evidence((-1.0, -1.1, -0.9, -9.0), (0.0,) * 4, (Overlap(0, 0, 0), Overlap(0, 0, 0)), (0.0, 0.0))
    weights = DecisionWeights(choose={"logp": 1.0}, call={"least_said": 1.0}, clarify={"bias": -9.0})
    assert in_doubt(evidence, weights) == 0
    said, unsaid = Said.of([2.0, 3.0], [2.0, 3.0]), Said.of([-2.0, 3.0], [-2.0, 3.0])
    assert (said.least, unsaid.least) == (2.0, -2.0)
    assert decide(evidence.with_look(0, 1.0, said), weights).choice == "call_tool"
    assert decide(evidence.with_look(0, 1.0, unsaid), weights).choice == "none"
    assert in_doubt(evidence.with_look(0, 1.0, said), weights) is None
    asking = replace(weights, clarify={"bias": -1.0, "values_said": 3.0})
    assert decide(evidence.with_look(0, 1.0, unsaid), asking).choice == "clarify"
    assert decide(evidence.with_look(0, 1.0, Said.of([-2.0, -6.0], [-2.0, -6.0])), asking).choice == "none"


def test_who_looks_for_something_rather_wants_a_tool_that_searches() -> None:
    nothing = Overlap(0, 0, 0)
    plain = Evidence((-1.0, -1.5, -0.9, -9.0), (0.0,) * 4, (nothing, nothing), (0.0, 0.0), near=(0.0, 0.0))
    weights = DecisionWeights(choose={"logp": 1.0}, call={"bias": -0.5}, clarify={"bias": -9.0})
    assert (decide(plain, weights).best, decide(plain, weights).choice) == (0, "none")
    sought = replace(plain, sought=(0.0, 1.0))
    assert (decide(sought, weights).best, decide(sought, weights).choice) == (1, "call_tool")
    assert decide(replace(sought, near=(0.0, -3.0)), weights).choice == "none", "far from what the tool is for"
    assert sought.of([1]).sought == (1.0,)


def needing(name: str, parameter: str) -> ToolCard:
    described = {"type": "string", "description": f"the {parameter}"}
    schema = {"type": "object", "properties": {parameter: described}, "required": [parameter]}
    return ToolCard(name, f"{name} by {parameter}", (parameter,), schema=schema)


LACKS, TOLD = "<p1><ask>", "<p1><w2><w2>"


@pytest.mark.parametrize(
    ("query", "looked", "behind", "tool"),
    [
        ("get Ghent", [TOLD, TOLD], 0.1, "order"),
        ("get Ghent", [LACKS, TOLD], 0.1, "browse"),
        ("get Ghent", [LACKS, LACKS], 0.1, "order"),
        ("get Ghent", [], 1.0, "order"),  # the other one is far behind
        ("what is Ghent and send me the mail", [], 0.1, "order"),  # what one wish lacks, another may say
    ],
)
async def test_a_tool_gives_way_to_one_close_behind_of_which_more_is_said(
    query: str, looked: list[str], behind: float, tool: str
) -> None:
    weights = DecisionWeights(choose={"logp": behind}, call={"logp": 1.0}, clarify={"bias": -9.0})
    engine = Scripted("<1>", *looked)
    model = EmbeddedModel(engine, Assets({}, weights))
    cards = (needing("order", "dish"), needing("browse", "town"))
    assert (await only(model, RouteTask(query, cards)))["tool"] == tool
    assert engine.said == []
    assert len(engine.prompts) == len(looked) + 1
    if looked and tool == "browse":  # what was looked at is not asked again
        assert await only(model, FillTask(query, tool, cards[1].description, dict(cards[1].schema or {}))) == {
            "tool": "browse",
            "args": {"town": "Ghent"},
        }


async def test_a_tool_that_needs_nothing_takes_no_place_of_one_that_lacks_a_value() -> None:
    """Where nothing is said for it, it is hardly better."""
    weights = DecisionWeights(choose={"logp": 0.1}, call={"logp": 1.0}, clarify={"bias": -9.0})
    model = EmbeddedModel(Scripted("<1>", LACKS), Assets({}, weights))
    idle = ToolCard("list_all", "List all", schema={"type": "object", "properties": {}})
    assert (await only(model, RouteTask("get Ghent", (needing("order", "dish"), idle))))["tool"] == "order"


@pytest.mark.parametrize(("behind", "tool"), [(0.05, "send"), (0.1, "order")])
async def test_a_tool_gives_way_to_one_that_is_told_far_more(behind: float, tool: str) -> None:
    weights = DecisionWeights(choose={"logp": behind}, call={"logp": 1.0}, clarify={"bias": -9.0})
    model = EmbeddedModel(Scripted("<1>", TOLD, f"{TOLD}<p2><w2><w2>"), Assets({}, weights))
    properties = {name: {"type": "string"} for name in ("dish", "town")}
    more = ToolCard("send", "send", schema={"type": "object", "properties": properties, "required": ["dish", "town"]})
    assert (await only(model, RouteTask("get Ghent", (needing("order", "dish"), more))))["tool"] == tool


async def test_a_shipped_tool_takes_no_place_of_one_that_lacks_a_value() -> None:
    """Whether one of these is wanted, their own decision tells."""
    weights = DecisionWeights(choose={"logp": 0.1}, call={"logp": 1.0}, clarify={"bias": -9.0})
    model = EmbeddedModel(Scripted("<1>"), Assets({}, weights, known=((frozenset({"browse"}), weights),)))
    cards = (needing("order", "dish"), needing("browse", "town"))
    assert (await only(model, RouteTask("get Ghent", cards)))["tool"] == "order"


async def test_what_was_found_is_not_asked_again() -> None:
    engine = Scripted("<2>")
    model = EmbeddedModel(engine, Assets({}, WEIGHTS))
    one = RouteTask("what is the weather", CARDS, found=("weather_now: sunny",))
    assert (await only(model, one))["choice"] == "none"
    assert [chunk.prompt async for chunk in model.stream(ChatRequest(messages=[], task=one))] == [NOT_ASKED]
    two = RouteTask("what is the weather and send me the mail", CARDS, found=("weather_now: sunny",))
    assert (await only(model, two))["tool"] == "send_mail"
    assert "weather" not in engine.prompts[0].split("<tools>")[0]


async def test_a_required_value_that_is_not_there_is_missing() -> None:
    model = EmbeddedModel(Scripted("<p1><ask><p2><skip><p3><skip><p4><skip><p5><skip><p6><skip>"), Assets({}, WEIGHTS))
    assert await only(model, FillTask("weather", "weather", "", SCHEMA)) == {"tool": "weather", "args": {}, "missing": ["city"]}  # fmt: skip


async def test_a_value_that_the_schema_refuses_is_left_out() -> None:
    model = EmbeddedModel(Scripted("<p1><w3><w3><p2><w5><p3><skip><p4><skip><p5><skip><p6><skip>"), Assets({}, WEIGHTS))
    task = FillTask("weather in Paris for 30 days", "weather", "", SCHEMA)
    assert await only(model, task) == {"tool": "weather", "args": {"city": "Paris"}}


async def test_it_does_not_write() -> None:
    with pytest.raises(ModelError, match="not write"):
        await only(EmbeddedModel(Scripted(), Assets({})), None)


def test_broken_settings_are_refused() -> None:
    begun = '{"idf":{},"weights":{},'
    broken = ('"ranker":{"packed":"AA==","scale":1}}', '"words":"AAAA"}', '"words":"a"}', '"words":7}')
    for text in ("", "{}", '{"idf": 1}', "[]", *(begun + rest for rest in broken)):
        with pytest.raises(ModelError):
            Assets.load(text)


def test_suite_rows_are_understood() -> None:
    assert Query.model_validate({"id": "a", "turns": ["x"], "expected": {"choice": "none"}}).text == "x"
