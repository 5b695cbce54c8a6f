"""Every row of our suites: of the right form, unique, and its accepted arguments really resolved by the tools."""

from __future__ import annotations

import itertools
import json
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import jsonschema
import pytest

from keyhole.bench.suite import load
from keyhole.errors import ToolError
from keyhole.tools.builtin import calculator, dates, everyday, picks, units
from keyhole.tools.toolbox import Toolbox
from keyhole_destiny import toolbox as destiny
from keyhole_destiny.table import Table

SUITES = Path(__file__).parents[2] / "bench/suites"
NOW = datetime(2026, 11, 21, 14, 30, tzinfo=ZoneInfo("Europe/Berlin"))
TOOLBOXES: dict[str, Toolbox] = {"destiny": destiny(), "everyday": everyday.toolbox()}
FEWEST = {"destiny": 250, "everyday": 150, "destiny-heldout": 50, "everyday-heldout": 50}
"""The suites; those held out were written last and nothing was fitted to them."""
ROUTES = {"destiny-routes": 140, "everyday-routes": 200}
"""Routes alone, by a writer who knew nothing but what the tools do; nothing was fitted to them either."""
TAGS = {
    "destiny": (
        "item perk activity perk-pool rolls meaning definition system build farming stats nickname typo punctuation "
        "clarify missing-key multi discuss language long injection injection-result chitchat none"
    ),
    "everyday": (
        "calculator percent words units temperature date time zone difference weekday pick range typo punctuation "
        "clarify missing-key multi discuss language long injection injection-result chitchat none"
    ),
}


def rows(suite: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SUITES / f"{suite}.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("suite", FEWEST | ROUTES)
def test_rows_are_well_formed_and_unique(suite: str) -> None:
    read = load((SUITES / f"{suite}.jsonl").read_text("utf-8").splitlines(), name=suite)
    raw = rows(suite)
    assert len(read) == len(raw) >= (FEWEST | ROUTES)[suite]
    assert len({row["id"] for row in raw}) == len(raw)
    texts = [json.dumps(row.get("query") or row["turns"]) for row in raw]
    assert len(set(texts)) == len(texts)
    for row in raw:
        assert row["toolbox"] == suite.partition("-")[0]
        assert row["tags"]


@pytest.mark.parametrize("suite", ROUTES)
def test_routes_lead_to_tools_of_their_toolbox(suite: str) -> None:
    names = {card.name for card in TOOLBOXES[suite.partition("-")[0]].cards}
    expected = [row["expected"] for row in rows(suite)]
    assert {each["choice"] for each in expected} == {"call_tool", "clarify", "none"}
    assert {each["tool"] for each in expected} == names | {None}
    assert all((each["tool"] is not None) == (each["choice"] == "call_tool") for each in expected)


@pytest.mark.parametrize("suite", TOOLBOXES)
def test_every_kind_of_query_is_there(suite: str) -> None:
    tags = {tag for row in rows(suite) for tag in row["tags"]}
    assert not set(TAGS[suite].split()) - tags
    assert {row["expected"]["choice"] for row in rows(suite)} == {"call_tool", "clarify", "none"}


@pytest.mark.parametrize("suite", FEWEST)
def test_expected_calls_meet_their_tools_schemas(suite: str) -> None:
    box = TOOLBOXES[suite.removesuffix("-heldout")]
    for row in rows(suite):
        expected = row["expected"]
        if expected["choice"] != "call_tool":
            assert not expected.get("calls"), row["id"]
            continue
        assert expected["tool"] == expected["calls"][0]["name"], row["id"]
        for call in expected["calls"]:
            schema = box[call["name"]].parameters
            accepted = call["arguments"]
            assert set(schema["required"]) <= set(accepted) <= set(schema["properties"]), row["id"]
            for name, value in accepted.items():
                assert value["accept"], row["id"]
                assert not (value.get("may_omit") and name in schema["required"]), row["id"]
                for one in value["accept"]:
                    jsonschema.validate(one, schema["properties"][name])
        for name in expected.get("acceptable", ()):
            assert name in box, row["id"]


def test_every_accepted_name_means_the_same_entry() -> None:
    table = Table.shipped()
    for row in [*rows("destiny"), *rows("destiny-heldout")]:
        for call in row["expected"].get("calls", ()):
            kind = call["name"].removesuffix("_lookup")
            entries = [table.find(kind, name).entry for name in call["arguments"]["name"]["accept"]]
            if "unknown" in row["tags"]:
                assert entries == [None] * len(entries), row["id"]
            else:
                names = {entry.name if entry else None for entry in entries}
                assert None not in names, row["id"]
                assert len(names) == 1, row["id"]


def test_every_accepted_everyday_argument_gives_the_same_result() -> None:
    for row in [*rows("everyday"), *rows("everyday-heldout")]:
        for call in row["expected"].get("calls", ()):
            arguments = {name: value["accept"] for name, value in call["arguments"].items()}
            results = [
                json.dumps(run(call["name"], dict(zip(arguments, values, strict=True))))
                for values in itertools.product(*arguments.values())
            ]
            assert len(set(results)) == 1, (row["id"], set(results))


def run(tool: str, args: dict[str, Any]) -> Any:
    """What a tool makes of the arguments, with the clock and the chance held still."""
    if tool == "calculator":
        return calculator.calculate(args["expression"])["result"]
    if tool == "date_time":
        return dates.resolve(args["phrase"], NOW)
    if tool == "random_pick":
        return picks.pick(args["choices"], args["count"], 7)
    value, source, target = units.convert(everyday.exact(args["value"]), args["from_unit"], args["to_unit"])
    return [str(value), source.name, target.name]


@pytest.mark.parametrize("suite", FEWEST)
def test_a_missing_key_cannot_be_found_in_the_query(suite: str) -> None:
    """A clarify row whose text names something the tool knows would be wrongly labelled."""
    table = Table.shipped()
    for row in rows(suite):
        if row["expected"]["choice"] != "clarify":
            continue
        text = row["query"]
        if row["toolbox"] == "destiny":
            assert all(table.find(kind, text).entry is None for kind in ("item", "perk", "activity")), row["id"]
        else:
            with pytest.raises(ToolError):
                calculator.calculate(text)
