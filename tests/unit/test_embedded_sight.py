"""What the rankers see of a request and of a parameter: whose name was mentioned, examples, meaning, signs."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.candidates import candidates
from keyhole.models.embedded.fill.choice import choose
from keyhole.models.embedded.fill.ranker import Weights
from keyhole.models.embedded.fill.spans import text_value
from keyhole.models.embedded.fill.witnesses import FillWeights, Opinions
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import examples_of, shape, sight
from keyhole.models.embedded.text import split_words


@pytest.mark.parametrize(
    ("description", "examples"),
    [
        ("The city, such as 'Oslo' or 'Bergen'.", ["Oslo", "Bergen"]),
        ("The cuisine, e.g. Thai, Greek", ["Thai", "Greek"]),
        ("The code (for example AB12). Not the name.", ["AB12"]),
        ("The city to look in.", []),
        ("", []),
    ],
)
def test_examples_are_read_from_a_description(description: str, examples: list[str]) -> None:
    assert examples_of(description) == examples


@given(st.text(max_size=600))
def test_any_description_has_at_most_four_examples(description: str) -> None:
    examples = examples_of(description)
    assert len(examples) <= 4
    assert all(example and example in description for example in examples)


@pytest.mark.parametrize(
    ("text", "shapes"),
    [("Oslo", "Cap"), ("USA", "UP"), ("tea", "low"), ("42", "num"), ("a@b.org", "email.@"), ("XY-12", "code-")],
)
def test_the_shape_of_a_word(text: str, shapes: str) -> None:
    assert [shape(word) for word in split_words(text)] == [shapes]


def test_whose_name_was_mentioned_last() -> None:
    query = "connect with host db.example.org and user admin"
    parameters = [Parameter(("host",), "str", "", True), Parameter(("user",), "str", "", True)]
    view = fill_view(query, "connect", "", parameters)
    seen = sight(view, query)
    offered = {c.picks: c.crossed for c in candidates(view, seen, 1)}
    words = [word.text for word in view.words]
    host, admin = words.index("db.example.org") + 1, words.index("admin") + 1
    assert "own:mineFalse1" in offered[f"w{admin}", f"w{admin}"]
    assert "own:otherFalse1" in offered[f"w{host}", f"w{host}"]


def test_what_an_option_stands_for_is_read_from_the_description() -> None:
    about = "The service: 1 is cleaning, 2 is ironing, 7 is massage"
    parameter = Parameter(("service_id",), "enum", about, True, options=(1, 2, 7))
    query = "somebody for ironing, please"
    view = fill_view(query, "find", "", [parameter])
    told = {c.picks[0]: [fact for fact in c.alone if fact.startswith("opt|told")] for c in
            candidates(view, sight(view, query), 0) if c.picks}  # fmt: skip
    assert told["e2"] == ["opt|told1True|False|False"]
    assert told["e1"] == told["e3"] == ["opt|told0False|False|False"]


@pytest.mark.parametrize(
    ("query", "word", "value"),
    [
        ("what is 15% of it", "15", "15%"),
        ("songs in C# major", "C", "C#"),
        ("learn C++ now", "C", "C++"),
        ("a#b", "a", "a"),
    ],
)
def test_a_sign_belongs_to_the_word_before_it(query: str, word: str, value: str) -> None:
    words = split_words(query)
    at = next(i for i, each in enumerate(words) if each.text == word)
    assert text_value(Parameter(("x",), "str"), words, at, at, query) == value


@pytest.mark.parametrize(
    ("query", "first", "last", "value"),
    [
        ("average of 3,5 and 4,5", 0, 6, "average of 3,5 and 4,5"),
        ("what is 1.2.3 + 4", 3, 5, "1.2.3 + 4"),
        ("\u221a81 please", 1, 1, "\u221a81"),
        ("what is (2+1)! today", 3, 5, "(2+1)!"),
        ("first 2 * 3, then 4", 1, 3, "2 * 3"),
    ],
)
def test_a_calculation_ends_at_no_half_of_a_number(query: str, first: int, last: int, value: str) -> None:
    parameter = Parameter(("x",), "str", "the calculation")
    assert text_value(parameter, split_words(query), first, last, query) == value


@pytest.mark.parametrize(
    ("query", "word", "value"),
    [
        ("(x**2-9)/(x-3) when x tends to 3", "9", "(x**2-9)/(x-3)"),
        ("a mole of Fe2(SO4)3, please", "Fe2", "Fe2(SO4)3"),
        ("sign order=991&total=45 now", "991", "order=991&total=45"),
        ("is x=5 a root?", "5", "5"),
        ("a stay of (5) days", "5", "5"),
        ("Bob's (new) car", "new", "new"),
    ],
)
def test_a_formula_is_not_cut_where_words_end(query: str, word: str, value: str) -> None:
    words = split_words(query)
    at = next(i for i, each in enumerate(words) if each.text == word)
    assert text_value(Parameter(("x",), "str"), words, at, at, query) == value


def test_a_term_goes_on_with_its_variable() -> None:
    query = "what is 3x^2*y - 2y + 7? And then"
    words = split_words(query)
    at = next(i for i, each in enumerate(words) if each.text.startswith("3"))
    assert text_value(Parameter(("x",), "str", "the expression"), words, at, at, query) == "3x^2*y - 2y + 7"


EVEN = Opinions(Weights(base64.b64encode(bytes(1024)).decode(), 1.0))
"""Says nothing: all values are as likely."""


ACCOUNTS = ("checking", "savings", "credit")


@pytest.mark.parametrize(
    ("query", "parameters", "picked"),
    [
        ("top 5 of 2021", [Parameter(("year",), "int"), Parameter(("limit",), "int")], ["2021", "5"]),
        ("top 5 of 2021", [Parameter(("years",), "int"), Parameter(("limit",), "int")], ["5", "2021"]),
        ("year 3 of 9", [Parameter(("year",), "int")], ["3"]),
        ("5 feet 6 inches and 140 lbs", [Parameter(("tall",), "num"), Parameter(("heavy",), "num")], ["5", "140"]),
        (
            "from checking to savings",
            [Parameter(("source",), "enum", options=ACCOUNTS), Parameter(("target",), "enum", options=ACCOUNTS)],
            ["e1", "e2"],
        ),
        ("a list of all with grade A", [Parameter(("g",), "enum", many=True, options=("A", "B", "C"))], ["e1"]),
        ("all grades but A", [Parameter(("g",), "enum", many=True, options=("A", "B", "C"))], ["e2", "e3"]),
        (
            "on Mondays and Friday",
            [Parameter(("days",), "enum", many=True, options=("mon", "tue", "fri"))],
            ["e1", "e3"],
        ),
        ("a cat with G and C", [Parameter(("bases",), "enum", many=True, options=("A", "C", "G"))], ["e3", "e2"]),
    ],
)
def test_what_says_the_same_to_all_weights_is_told_apart(
    query: str, parameters: list[Parameter], picked: list[str]
) -> None:
    view = fill_view(query, "tool", "", parameters)
    words = {f"w{n}": word.text for n, word in enumerate(view.words, start=1)}
    picks = choose(view, query, [], EVEN, FillWeights(0.5, -9, {"enum": -9}))
    assert [words.get(pick, pick) for each in picks for pick in each] == picked


def test_types_have_their_own_odds_of_leaving_out() -> None:
    query = "seven cats"
    parameters = [Parameter(("text",), "str"), Parameter(("count",), "int"), Parameter(("name",), "str", "", True)]
    view = fill_view(query, "tool", "", parameters)
    assert [
        bool(each) for each in choose(view, query, [], EVEN, FillWeights(0.0, -9.0, {"int": -9.0, "str": 9.0}))
    ] == [
        False,
        True,
        True,
    ]


def _facts(query: str, parameter: Parameter, number: int = 0) -> dict[tuple[str, ...], tuple[str, ...]]:
    view = fill_view(query, "tool", "", [parameter])
    return {each.picks: each.crossed + each.alone for each in candidates(view, sight(view, query), number)}


@pytest.mark.parametrize(
    ("query", "options", "said"),
    [
        ("the sha256 of it", ("md5", "sha1", "sha256", "sha512"), "sha256"),
        ("the SHA-256 of it", ("md5", "sha1", "sha256", "sha512"), "sha256"),
        ("watch it in 720 p", ("480p", "720p", "1080p"), "720p"),
        ("print it on A4", ("A3", "A4", "A5"), "A4"),
        ("a A record", ("A", "CNAME", "MX"), "A"),
        ("a blood group of o", ("A", "B", "AB", "O"), "O"),
        ("three fl oz", ("cup", "fl_oz"), "fl_oz"),
    ],
)
def test_an_option_with_digits_or_of_one_letter_is_seen_as_it_stands(
    query: str, options: tuple[str, ...], said: str
) -> None:
    facts = _facts(query, Parameter(("kind",), "enum", options=options))
    whole = {options[int(picks[0][1:]) - 1] for picks, facts in facts.items() if "opt|TrueTrueTrue" in facts}
    assert whole == {said}


def test_a_small_word_is_no_option_of_one_capital() -> None:
    facts = _facts("point a name at a server", Parameter(("kind",), "enum", options=("A", "MX")))
    assert not any("opt|TrueTrueTrue" in each for each in facts.values())


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("who painted Woman at a Green Gate then", ["Woman at a Green Gate"]),
        ("play Lord of the Rings and Dune", ["Lord of the Rings and Dune"]),
        ("take Anna, and Bob", []),
        ("is Oslo in Norway", ["Oslo in Norway"]),
        ("nothing of the kind", []),
    ],
)
def test_a_name_may_have_small_words_inside(query: str, names: list[str]) -> None:
    view = fill_view(query, "tool", "", [Parameter(("name",), "str")])
    titled = sorted(sight(view, query).titled)
    assert [query[view.words[a].start : view.words[b].end] for a, b in titled] == names


def test_a_number_is_held_against_the_words_beside_it() -> None:
    facts = _facts("384 pages on 90 gram paper", Parameter(("weight",), "num", "Weight of the paper in grams"))
    assert "wad:5True" in facts["w4",] or "wad:4True" in facts["w4",]
    assert not any(fact.startswith("wad:") and fact.endswith("True") for fact in facts["w1",])


def test_the_dot_of_an_initial_ends_no_sentence() -> None:
    def marks(query: str) -> list[str]:
        return list(sight(fill_view(query, "tool", "", [Parameter(("name",), "str")]), query).after)

    assert marks("books by Ursula K. Le Guin. Now") == ["", "", "", "", "", ".", ""]
    assert marks("see Dr. Watson in Plan B. Then rest") == ["", "", "", "", "", ".", "", ""]
    assert marks("take vitamin K. Then rest") == ["", "", ".", "", ""]


@pytest.mark.parametrize("readable", ["seven from ten", "ten", "take seven"])
def test_the_value_that_a_tool_can_read_goes_first(readable: str) -> None:
    query = "please take seven from ten"
    view = fill_view(query, "calculator", "", [Parameter(("expression",), "str", "", True)])
    picks = choose(view, query, [], EVEN, FillWeights(0.0, -9.0), {0: lambda text: text == readable})
    first, last = (int(pick[1:]) - 1 for pick in picks[0])
    assert query[view.words[first].start : view.words[last].end] == readable


@given(st.text(max_size=60), st.text(max_size=80), st.sampled_from(["str", "int", "enum", "bool"]))
def test_any_request_and_description_are_looked_at(query: str, about: str, kind: Any) -> None:
    parameter = Parameter(("some_name",), kind, about, options=("one", 2, about[:9]) if kind == "enum" else ())
    view = fill_view(query, "tool", "", [parameter])
    offered = candidates(view, sight(view, query), 0)
    assert offered[0].picks == ()
    assert len({candidate.picks for candidate in offered}) == len(offered)


@pytest.mark.parametrize(
    ("query", "span", "offered"),
    [
        ("what does it change", "what does it", False),
        ("show me its perks", "its", False),
        ("search for 'what does it'", "what does it", True),
        ("what does it change", "it change", False),
        ("play That by It", "It", True),
        ("play it follows", "it follows", True),
        ("turn it up", "up", True),
    ],
)
def test_words_that_point_at_nothing_are_no_text(query: str, span: str, offered: bool) -> None:
    view = fill_view(query, "tool", "", [Parameter(("name",), "str", "", True)])
    texts = [word.text for word in view.words]
    length = len(span.split())
    at = next(n for n in range(len(texts)) if " ".join(texts[n : n + length]) == span)
    picks = [each.picks for each in candidates(view, sight(view, query), 0)]
    assert ((f"w{at + 1}", f"w{at + length}") in picks) is offered
