"""What agrees with a parameter by rule: units, the sides of a conversion, the ends of a span of time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.agreement import agreements
from keyhole.models.embedded.fill.candidates import candidates
from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.options.options import with_signs
from keyhole.models.embedded.options.other_names import meant
from keyhole.models.embedded.options.switches import switched as by_words
from keyhole.models.embedded.prompt import Parameter, fill_view
from keyhole.models.embedded.sight import sight
from keyhole.models.embedded.texts.told import only_of_its_kind

UNITS = ("C", "F", "K", "mi", "km", "ml", "cup", "fl_oz")
MONEY = ("USD", "EUR", "GBP")


def agreed(query: str, *parameters: Parameter) -> list[set[str]]:
    """For each parameter the texts, numbers or options that agree with it."""
    view = fill_view(query, "tool", "", parameters)
    seen = sight(view, query)
    found = []
    for number, parameter in enumerate(parameters):
        offered = candidates(view, seen, number)
        good = [c.picks for c, x in zip(offered, agreements(view, number, offered, seen), strict=True) if x > 0]
        found.append(
            {
                str(parameter.options[int(picks[0][1:]) - 1])
                if parameter.options
                else query[view.words[int(picks[0][1:]) - 1].start : view.words[int(picks[-1][1:]) - 1].end]
                for picks in good
            }
        )
    return found


@pytest.mark.parametrize(
    ("query", "given", "sought"),
    [
        ("98.6 F as kelvin", "F", "K"),
        ("40 below zero celsius in fahrenheit", "C", "F"),
        ("a marathon is 42.195 km, how many miles", "km", "mi"),
        ("3/4 cup of milk, my jug is marked in millilitres", "cup", "ml"),
        ("how many fluid ounces is half a cup", "cup", "fl_oz"),
        ("from cups to ml", "cup", "ml"),
        ("to ml from cups", "cup", "ml"),
        ("how many km are in a mile", "mi", "km"),
        ("ml in a cup", "cup", "ml"),
        ("cups to ml, for 12 of them", "cup", "ml"),
        ("3 cups 4 fl_oz in ml", "cup", "ml"),
    ],
)
def test_which_of_two_units_is_the_one_to_convert_from(query: str, given: str, sought: str) -> None:
    sides = [Parameter((name,), "enum", options=UNITS) for name in ("src_unit", "target")]
    assert agreed(query, *sides) == [{given}, {sought}]


@pytest.mark.parametrize(
    ("query", "description", "said"),
    [
        ("something with a hoppy aroma", "Aroma, such as 'fruity', 'hoppy', 'malty'.", {"hoppy"}),
        ("limit it to 2G and half a core", "e.g. 512M, 2G", {"2G"}),
        ("2 packs of butter", "With its unit, e.g. '2 packs'", {"2 packs"}),
        ("whose composers lived here?", "Profession, e.g. composer", {"composers"}),
        ("the hops are from Yakima", "Aroma, such as 'fruity', 'hoppy'.", set()),
        ("only env:dev", "Tag, e.g. 'env:prod'", set()),
        ("the time in Tokyo and Narnia", "Place, e.g. 'Tokyo'", set()),
    ],
)
def test_what_a_description_gives_as_an_example_is_meant(query: str, description: str, said: set[str]) -> None:
    assert agreed(query, Parameter(("value",), "str", description)) == [said]


CHANNEL = ("email", "sms", "voice", "push")


@pytest.mark.parametrize(
    ("query", "options", "meant"),
    [
        ("text me whenever something happens", CHANNEL, {"sms"}),
        ("call or text me, either will do", CHANNEL, set()),
        ("she is 64 and weighs 91 kg", ("male", "female"), {"female"}),
        ("every Monday, to sam@brix.uk", ("daily", "weekly", "monthly"), {"weekly"}),
        ("next Monday, to sam@brix.uk", ("daily", "weekly", "monthly"), set()),
        ("best reviewed first", ("price_asc", "price_desc", "rating"), {"rating"}),
        ("a fade-out of 10 seconds", ("in", "out"), {"out"}),
        ("everyone older than 30", ("=", "<", ">"), {">"}),
        ("free attractions in New York", ("Theme Park", "Tourist Attraction"), set()),
        ("is it free to enter?", ("True", "False", "dontcare"), set()),
    ],
)
def test_an_option_is_meant_by_other_words_for_it(query: str, options: tuple[str, ...], meant: set[str]) -> None:
    assert agreed(query, Parameter(("choice",), "enum", options=options)) == [meant]


@given(st.text(), st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_any_text_means_options_that_are_there(text: str, options: list[str]) -> None:
    assert set(meant(options, text.lower().split())) <= set(range(len(options)))


@pytest.mark.parametrize(
    ("query", "options", "said"),
    [
        ("is any A- left?", ("A+", "A-", "AB+", "AB-"), {"A-"}),
        ("can AB+ get it from A-", ("A+", "A-", "AB+", "AB-"), {"AB+", "A-"}),
        ("run it as C++", ("C", "C++", "C#"), {"C++"}),
        ("a B is enough", ("A", "B", "B+"), {"B"}),
        ("in C, not C++", ("C", "C++", "C#"), {"C", "C++"}),
        ("give me an A", ("A", "B"), set()),
    ],
)
def test_options_are_told_apart_by_their_sign(query: str, options: tuple[str, ...], said: set[str]) -> None:
    parameter = Parameter(("choice",), "enum", options=options)
    view = fill_view(query, "tool", "", [parameter])
    assert {options[at] for at in with_signs(parameter, sight(view, query))} == said


def test_currencies_have_sides_too_as_options_and_as_text() -> None:
    query = "British pounds please, for 200 US dollars"
    options = [Parameter((name,), "enum", options=MONEY) for name in ("from", "to")]
    texts = [Parameter(("currency",), "str", f"Currency to convert {side}") for side in ("from", "to")]
    assert agreed(query, *options) == [{"USD"}, {"GBP"}]
    assert agreed(query, *texts) == [{"US dollars", "dollars"}, {"British pounds", "pounds"}]


def test_currencies_have_sides_by_what_their_description_says() -> None:
    codes = [
        Parameter((name,), "str", f"ISO 4217 code of the currency you {what}")
        for name, what in (("base", "have"), ("quote", "want"))
    ]
    assert agreed("what's 340 quid in euros", *codes) == [{"quid"}, {"euros"}]
    assert agreed("yen per dollar right now", *codes) == [{"dollar"}, {"yen"}]


def test_languages_have_sides_too() -> None:
    codes = [Parameter((name,), "enum", options=("en", "da", "de")) for name in ("tgt_lang", "src_lang")]
    texts = [Parameter((name,), "str", "ISO code") for name in ("tgt_lang", "src_lang")]
    query = "translate this English text to Danish: hello"
    assert agreed(query, *codes) == [{"da"}, {"en"}]
    assert agreed(query, *texts) == [{"Danish"}, {"English"}]


def test_what_is_no_currency_is_nothing_for_its_code() -> None:
    query = "take 49.50 from cus_Qx81mm"
    parameter = Parameter(("currency",), "str", "Three-letter ISO code in lower case.")
    view = fill_view(query, "tool", "", [parameter])
    seen = sight(view, query)
    offered = candidates(view, seen, 0)
    assert all(x < 0 for x in agreements(view, 0, offered, seen)[1:])


def test_what_is_written_like_the_example_is_meant() -> None:
    customer = Parameter(("customer",), "str", "Customer id, e.g. cus_9s6XKz.")
    assert agreed("bill cus_4a2BCd for TRAILO BOOTS", customer) == [{"cus_4a2BCd"}]
    assert agreed("bill Anna", customer) == [set()]
    assert agreed("bill Anna", Parameter(("name",), "str", "e.g. Maria")) == [set()]  # any word is written so


def test_of_two_measures_the_one_in_the_unit_wanted_is_meant() -> None:
    sizes = [Parameter(("diameterCm",), "num", "Diameter, cm"), Parameter(("lengthM",), "num", "Length, m")]
    assert agreed("8.1 metres of oak, 57.5 centimetres across", *sizes) == [{"57.5"}, {"8.1"}]


def test_a_number_of_things_is_none_of_them() -> None:
    query = "its three sides are 5 units, 4 units and 3 units long"
    view = fill_view(query, "tool", "", [Parameter((f"side{n}",), "int") for n in (1, 2)])
    seen = sight(view, query)
    offered = candidates(view, seen, 0)
    said = {c.picks: x for c, x in zip(offered, agreements(view, 0, offered, seen), strict=True)}
    assert min(said, key=lambda picks: said[picks]) == (f"w{[w.text for w in view.words].index('three') + 1}",)


def test_a_measure_is_no_level() -> None:
    level = Parameter(("priority",), "enum", "1 to 4", options=(1, 2, 3, 4))
    days = Parameter(("days",), "enum", "How many days", options=(1, 2, 3))
    fitting = [set(told) for told in agreed("it takes 2 days", level, days)]
    assert "2" not in fitting[0]
    assert "2" in fitting[1]


@pytest.mark.parametrize(
    ("query", "unit"),
    [
        ("ten day outlook for Miami, in °F", {"F"}),
        ("give me fahrenheit please", {"F"}),
        ("it is 20 C here", {"C"}),
        ("a day in Miami", set()),
        ("celsius or fahrenheit", set()),
    ],
)
def test_the_only_unit_of_a_kind_is_meant(query: str, unit: set[str]) -> None:
    assert agreed(query, Parameter(("unit",), "enum", "Temperature unit", options=("C", "F"))) == [unit]


def test_a_unit_is_of_the_quantity_that_is_described() -> None:
    unit = Parameter(("units",), "str", "Unit of length")
    assert agreed("a radius of 3 mm at 45 degrees", unit) == [{"mm"}]
    assert agreed("a slice of 45 degrees", unit) == [set()]


def test_colours_and_phones_are_known_by_their_form() -> None:
    assert agreed("hover state: #004488 but paler", Parameter(("hex",), "str", "Like #RRGGBB")) == [{"004488"}]
    assert agreed("a 4 digit OTP to +12025550188", Parameter(("to",), "str", "E.164 number")) == [{"12025550188"}]


def test_a_unit_of_no_side_is_that_of_the_number() -> None:
    assert agreed("80 kg at 180 cm in pounds", Parameter(("unit",), "enum", options=("kg", "lb", "st"))) == [{"kg"}]


def test_sizes_are_no_units() -> None:
    sizes = Parameter(("size",), "enum", options=("S", "M", "L", "XL"))
    assert agreed("a scarf 2 m long, size L", sizes) == [set()]


def test_two_units_of_which_nothing_is_said_have_no_sides() -> None:
    sides = [Parameter((name,), "enum", options=UNITS) for name in ("src_unit", "target")]
    assert agreed("km and miles", *sides) == [set(), set()]


def test_other_choices_have_no_sides() -> None:
    assert agreed("from a small cup to a large one", Parameter(("to",), "enum", options=("small", "large"))) == [set()]


@pytest.mark.parametrize(
    ("query", "names", "dates"),
    [
        ("May 15th to May 22nd", ("check_in_date", "check_out_date"), [{"May 15th"}, {"May 22nd"}]),
        ("2025-05-01 until 2025-05-09", ("endDate", "startDate"), [{"2025-05-09"}, {"2025-05-01"}]),
        ("until 2025-05-09, from 2025-05-01", ("start_date", "end_date"), [{"2025-05-01"}, {"2025-05-09"}]),
        (
            "we leave on 2025-04-11 and come on 2025-04-06",
            ("check_in_date", "check_out_date"),
            [{"2025-04-06"}, {"2025-04-11"}],
        ),
        ("on 2025-05-01 or 2025-05-02 and 2025-05-03", ("start_date", "end_date"), [set(), set()]),
        ("2025-05-01 until 2025-05-09", ("born_date", "wed_date"), [set(), set()]),
        ("2025-05-01 until 2025-05-09", ("from", "to"), [set(), set()]),  # no dates, as far as can be told
    ],
)
def test_of_two_dates_the_earlier_begins_a_span_of_time(
    query: str, names: tuple[str, str], dates: list[set[str]]
) -> None:
    assert agreed(query, *(Parameter((name,), "str") for name in names)) == dates


@given(st.text(max_size=80), st.text(max_size=12), st.text(max_size=60), st.sampled_from(["str", "num", "enum"]))
def test_any_request_and_parameter_have_as_many_agreements_as_candidates(
    query: str, name: str, about: str, kind: Any
) -> None:
    options = UNITS if kind == "enum" else ()
    parameter = Parameter((name,), kind, about, options=options)
    view = fill_view(query, "tool", "", [parameter])
    seen = sight(view, query)
    offered = candidates(view, seen, 0)
    assert len(agreements(view, 0, offered, seen)) == len(offered)


def test_what_is_behind_the_name_of_another_is_not_taken_for_its_form() -> None:
    flight = Parameter(("flight",), "str", "For example AI123")
    ticket = Parameter(("ticket_number",), "str", "")
    assert agreed("is 6E123 on time, ticket number is IND4567", flight, ticket)[0] == set()
    assert agreed("is AI404 on time, ticket number is IND4567", flight, ticket)[0] == {"AI404"}


def numbers_agreed(query: str, *parameters: Parameter) -> list[dict[str, float]]:
    """For each parameter the log-odds of the request's numbers that are for or against it."""
    view = fill_view(query, "tool", "", parameters)
    offered = [Candidate((f"w{at + 1}",), (), ()) for at in view.numbers]
    words = [view.words[at].text for at in view.numbers]
    made = [agreements(view, n, [Candidate((), (), ()), *offered], sight(view, query)) for n in range(len(parameters))]
    return [{word: odds for word, odds in zip(words, each[1:], strict=True) if odds} for each in made]


def test_a_share_is_what_is_said_in_percent() -> None:
    trials, wanted = Parameter(("trials",), "int", "Number of trials"), Parameter(("hits",), "int", "Number of hits")
    chance = Parameter(("p",), "num", "Probability, from 0 to 1")
    of_trials, of_hits, of_chance = numbers_agreed("4% are faulty; are 2 of 30?", trials, wanted, chance)
    assert of_chance["4"] > 0 > of_trials["4"] == of_hits["4"]
    level = Parameter(("volume",), "int", "Loudness")
    assert numbers_agreed("to 40% in 5", level, Parameter(("after",), "int", "When")) == [{}, {}]


def test_a_place_is_what_is_said_in_order() -> None:
    first, place = Parameter(("first",), "num", "First term"), Parameter(("position",), "int", "Which term")
    of_first, of_place = numbers_agreed("the 14th that begins with 9", first, place)
    assert (of_first["14"] < 0 < of_place["14"], of_place["9"] < 0) == (True, True)
    assert numbers_agreed("the 14th that begins with 9", first) == [{}]


def switched(query: str, *parameters: Parameter) -> list[bool | None]:
    """For each switch the truth value that a request speaks for."""
    view = fill_view(query, "tool", "", parameters)
    return [by_words(view, number, sight(view, query)) for number in range(len(parameters))]


@pytest.mark.parametrize(
    ("query", "name", "description", "wanted"),
    [
        ("direct flights, no layovers", "nonstop", "true for direct flights, false for all with a stop", True),
        ("single-player games", "multi", "true only multiplayer games, false only single-player games", False),
        ("economy, manual", "automatic", "true = automatic gearbox, false = manual", False),
        ("only as a listener, no grade", "audit", "Without a grade", True),
        ("the tank needn't stay hot", "keep_hot_water", "Hot water stays on", False),
        ("not on video", "video", "By video call", False),
        ("on video", "video", "By video call", None),
        ("leave it uncompressed", "compress", "Whether to pack it", False),
        ("send it uncompressed", "compress", "Whether to pack it", False),
        ("a private list", "public", "Whether others may see it", False),
        ("a list that isn't private", "public", "Whether others may see it", True),
        ("under the unit", "unit", "Whether to add it", None),
        ("lights off in the bedroom", "on", "True to switch on", False),
        ("disable new-checkout", "enabled", "State of the flag", False),
        ("the day off", "notify", "Whether to tell", None),
        ("tell me more", "video", "By video call", None),
        ("two cakes, no nuts please", "nut_free", "Made without nuts", True),
        ("two cakes, nuts are fine", "nut_free", "Made without nuts", False),
        ("please don't show my name", "anonymous", "Hide the name of who wrote it", True),
        ("put my name beside it", "anonymous", "Hide the name of who wrote it", False),
        ("leave the shadow under it", "keep_shadow", "Keep the shadow", None),
        ("leave the shadow out", "keep_shadow", "Keep the shadow", False),
        ("strip the captions", "captions", "Whether captions are shown", False),
        ("skip the hooks", "no_verify", "Bypass pre-commit hooks", True),
        ("players of one club shouldn't meet", "avoid_clubmates", "don't pair members of one club", True),
        ("comments closed", "comments", "Whether people may answer", False),
    ],
)
def test_a_switch_is_what_the_request_denies_or_the_description_says(
    query: str, name: str, description: str, wanted: bool | None
) -> None:
    assert switched(query, Parameter((name,), "bool", description)) == [wanted]


def test_what_is_said_of_a_tool_is_not_said_of_its_switch() -> None:
    amend = Parameter(("amend",), "bool", "Amend the last commit")
    for query, idle in (('commit with message "x"', True), ("amend the commit", False), ("fix it", False)):
        view = fill_view(query, "git_commit", "Commits staged changes.", [amend])
        seen = sight(view, query)
        offered = candidates(view, seen, 0)
        odds = agreements(view, 0, offered, seen)
        assert any(odd < 0 for c, odd in zip(offered, odds, strict=True) if c.picks == ("true",)) is idle


def test_what_several_switches_have_in_common_tells_of_none() -> None:
    both = [Parameter((name,), "bool", "Whether there is no grade") for name in ("first", "second")]
    assert switched("with no grade", *both) == [None, None]


@pytest.mark.parametrize(
    ("query", "description", "options", "wanted"),
    [
        ("a Comedy-drama movie", "Genre", ("Comedy", "Comedy-drama"), {"Comedy-drama"}),
        ("make it 16:9", "Width to height", ("9:16", "16:9"), {"16:9"}),
        ("remind me every day at 8", "Recurrence", ("daily", "weekly", "every_other_day"), {"daily"}),
        ("every other day", "Recurrence", ("daily", "weekly", "every_other_day"), {"every_other_day"}),
        ("send it somebody in IT", "Trade", ("it", "plumbing"), {"it"}),
        ("have it sent", "Trade", ("it", "plumbing"), set()),
        ("molecular weight in grams per mole", "Unit", ("g/mol", "kg/mol"), {"g/mol"}),
        ("start immediately", "When", ("now", "next_cycle"), {"now"}),
        ("my tea with no sweetness", "Level of sweetness", ("none", "low", "high"), set()),
        ("for 3 nights", "Number of rooms", ("1", "2", "3"), set()),
        ("for 3 rooms", "Number of rooms", ("1", "2", "3"), {"3"}),
    ],
)
def test_an_option_is_told_by_what_is_said(
    query: str, description: str, options: tuple[str, ...], wanted: set[str]
) -> None:
    assert agreed(query, Parameter(("choice",), "enum", description, options=options))[0] == wanted


def test_none_is_meant_by_none_of_what_the_parameter_is_called() -> None:
    choice = Parameter(("sweetness_level",), "enum", options=("none", "low", "high"))
    assert agreed("my tea with no sweetness", choice) == [{"none"}]
    legend = Parameter(("legend",), "enum", options=("top", "right", "hidden"))
    assert agreed("lose the legend", legend) == [{"hidden"}]
    often = Parameter(("frequency",), "enum", "Alert frequency", options=("off", "daily", "weekly"))
    assert agreed("but no alerts please", often) == [{"off"}]


@pytest.mark.parametrize(("query", "wanted"), [("free museums", "True"), ("museums, not free", "False")])
def test_yes_and_no_are_told_by_the_name(query: str, wanted: str) -> None:
    choice = Parameter(("free_entry",), "enum", options=("True", "False", "dontcare"))
    assert agreed(query, choice) == [{wanted}]


TEXTS = (
    ("the pod x1 in namespace 'etl' keeps crashing", "namespace", "etl"),
    ("a hold on 39002-17, card number 20114", "card_no", "20114"),
    ("write to @lorna about it", "user", "lorna"),
    ("used cars in vegas, cheap", "city", "vegas"),
    ("concerts that plays jazz", "genre", None),
    ("from Richmond Station", "city", None),
    ("look up docket 4 StR 88/21", "docket", None),
)


@pytest.mark.parametrize(("query", "name", "value"), TEXTS)
def test_a_text_is_told_by_its_name_its_sign_or_a_table(query: str, name: str, value: str | None) -> None:
    found = agreed(query, Parameter((name,), "str", "Name without @"), Parameter(("other",), "str", ""))[0]
    assert found == ({value} if value else set())


def test_the_only_quotation_is_the_only_text_that_is_required() -> None:
    prompt, rest = Parameter(("prompt",), "str", "", True), Parameter(("size",), "int")
    assert agreed("paint 'a red fox' in 2 sizes", prompt, rest)[0] == {"a red fox"}
    assert agreed("paint 'a red fox' or 'an owl'", prompt, rest)[0] == set()


def test_what_only_says_which_day_it_is_is_no_date() -> None:
    query = "weather on Wednesday? Today is 2023-03-01"
    view = fill_view(query, "tool", "", [Parameter(("date",), "str", "YYYY-MM-DD", True)])
    seen = sight(view, query)
    offered = candidates(view, seen, 0)
    told = {c.picks: x for c, x in zip(offered, agreements(view, 0, offered, seen), strict=True)}
    assert told["w6", "w6"] < 0 <= told["w3", "w3"]


@pytest.mark.parametrize(
    ("query", "names", "picks"),
    [
        ("password-protect budget.pdf", ("file", "password"), ("w2", "w2")),
        ("sign a-b/lease.docx for Ann", ("path", "signer"), ("w2", "w2")),
        ("merge a.pdf and b.pdf", ("file", "password"), None),
        ("copy a.txt", ("source path", "target path"), None),
        ("version 2.10 of it", ("file", "password"), None),
        ("fetch it from example.com", ("file", "password"), None),
    ],
)
def test_the_only_file_is_the_one_that_is_asked_for(
    query: str, names: tuple[str, ...], picks: tuple[str, str] | None
) -> None:
    view = fill_view(query, "tool", "", [Parameter((name,), "str", "", True) for name in names])
    assert only_of_its_kind(view, 0) == picks
    assert only_of_its_kind(view, 1) is None


@pytest.mark.parametrize(
    ("query", "names", "address"),
    [
        ("is 45.83.12.9 on any blacklist?", ("ip", "note"), "45.83.12.9"),
        ("who has fe80::1ff:fe23:4567:890a", ("ip_address", "note"), "fe80::1ff:fe23:4567:890a"),
        ("wake 00:1B:44:11:3A:B7 up", ("mac_address", "note"), "00:1B:44:11:3A:B7"),
        ("let 10.1.1.1 talk to 10.2.2.2", ("ip", "note"), None),
        ("let 10.1.1.1 talk", ("source_ip", "target_ip"), None),
        ("version 2.14.3 at 10.30", ("ip", "note"), None),
    ],
)
def test_the_only_address_of_a_machine_is_the_one_that_is_asked_for(
    query: str, names: tuple[str, ...], address: str | None
) -> None:
    view = fill_view(query, "tool", "", [Parameter((name,), "str", "", True) for name in names])
    picks = only_of_its_kind(view, 0)
    assert (picks and view.words[int(picks[0][1:]) - 1].text) == address
    assert only_of_its_kind(view, 1) is None


def test_a_name_is_no_address() -> None:
    for name, description, allowed in (("ip", "IP or CIDR", False), ("host", "Host name or IP", True)):
        view = fill_view("the ip of example.org", "tool", "", [Parameter((name,), "str", description, True)])
        seen = sight(view, "the ip of example.org")
        offered = candidates(view, seen, 0)
        odds = agreements(view, 0, offered, seen)
        assert (max(odds[1:]) > -10) is allowed


def test_addresses_go_to_those_that_want_them() -> None:
    ends = [Parameter((name,), "str", "IP or CIDR", True) for name in ("source", "destination")]
    source, destination = agreed("open 10.40.2.0/24 to reach 10.7.0.15 soon", *ends)
    assert "10.40.2.0/24" in source
    assert "10.7.0.15" in destination


@pytest.mark.parametrize(
    ("query", "member"),
    [
        ("lend the drill to Ida Berg until friday", {"Ida", "Ida Berg"}),
        ("we gave Emma to Tom", {"Tom"}),
        ("lend Emma to the neighbour", set()),
        ("Ida Berg has the drill", set()),
    ],
)
def test_who_is_given_something(query: str, member: set[str]) -> None:
    title, taker = agreed(query, Parameter(("item",), "str", "", True), Parameter(("member",), "str", "", True))
    assert taker == member
    assert not title & member


def test_who_is_sent_somewhere_is_given_nothing() -> None:
    person, _ = agreed("send Ida to Oslo", Parameter(("employee",), "str"), Parameter(("city",), "str"))
    assert not person


@pytest.mark.parametrize(
    ("query", "name", "described", "spoken"),
    [
        ("mail the bill with its pdf", "include_pdf", "Attach the pdf", True),
        ("mail the bill to Ida", "as_bill", "A bill, and no offer", False),
    ],
)
def test_a_switch_is_spoken_of_where_it_is_called(query: str, name: str, described: str, spoken: bool) -> None:
    switch = Parameter((name,), "bool", described)
    view = fill_view(query, "mail_bill", "Mails a bill, as a pdf where that is wanted", [switch])
    seen = sight(view, query)
    odds = agreements(view, 0, candidates(view, seen, 0), seen)
    assert (min(odds) >= 0) is spoken
