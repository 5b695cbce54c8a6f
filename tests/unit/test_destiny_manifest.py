"""`keyhole destiny import` over a small manifest in the published format, and over damaged ones."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from keyhole.errors import ConfigError
from keyhole_destiny.cli import destiny
from keyhole_destiny.manifest import import_manifest
from keyhole_destiny.table import Table


def named(name: str, description: str = "", **more: Any) -> dict[str, Any]:
    return {
        "displayProperties": {"name": name, "description": description, "hasIcon": False},
        "redacted": False,
        **more,
    }


def plug(name: str, category: str, description: str = "", perk: int | None = None) -> dict[str, Any]:
    perks = [] if perk is None else [{"requirementDisplayString": "", "perkHash": perk, "perkVisibility": 0}]
    return named(name, description, itemType=19, plug={"plugCategoryIdentifier": category}, perks=perks)


def weapon(name: str, index: int, first: int, second: int, **more: Any) -> dict[str, Any]:
    return named(
        name,
        "Flavour that is not shown.",
        itemType=3,
        index=index,
        itemTypeDisplayName="Submachine Gun",
        inventory={"tierTypeName": "Legendary", "tierType": 5},
        equippingBlock={"equipmentSlotTypeHash": 2465295065},
        defaultDamageTypeHash=1847026933,
        collectibleHash=77,
        sockets={
            "socketEntries": [
                {"singleInitialItemHash": 10, "socketTypeHash": 1},
                {"randomizedPlugSetHash": first, "singleInitialItemHash": 11, "socketTypeHash": 2},
                {"randomizedPlugSetHash": second, "singleInitialItemHash": 12, "socketTypeHash": 3},
                {"reusablePlugSetHash": 903, "socketTypeHash": 4},
            ]
        },
        **more,
    )


def rolls(*hashes: int, retired: tuple[int, ...] = ()) -> dict[str, Any]:
    return {
        "reusablePlugItems": [
            {"plugItemHash": each, "weight": 1.5, "currentlyCanRoll": each not in retired} for each in hashes
        ]
    }


@pytest.fixture
def manifest() -> dict[str, Any]:
    return {
        "DestinyInventoryItemDefinition": {
            "10": plug("Lightweight Frame", "intrinsics", "Superb handling."),
            "11": plug("Threat Detector", "frames", "Steadier\nwhen  enemies are near."),
            "12": plug("Incandescent", "frames", perk=500),
            "13": plug("Frenzy", "frames", "More damage after a while in combat."),
            "14": plug("Frenzy", "frames", "More damage after a while in combat."),
            "15": plug("Rampage", "frames", "Kills raise damage."),
            "16": plug("Ambush Parade", "origins", "Faster at first."),
            "17": plug("Red Shader", "shader", "A colour."),
            "100": weapon("Sunlit Whisper", 4, 901, 902),
            "101": weapon("Sunlit Whisper", 9, 901, 904),
            "102": named("Plain Helmet", itemType=2),
            "103": {**weapon("Hidden Thing", 5, 901, 902), "redacted": True},
            "104": weapon("Lone Ember", 6, 901, 902, extra=[1.25, {"deep": [None, True]}]),
            "105": "damaged",
        },
        "DestinyPlugSetDefinition": {
            "901": rolls(11),
            "902": rolls(12, 13, 14),
            "903": rolls(16),
            "904": rolls(12, 15, 13, retired=(13,)),
        },
        "DestinySandboxPerkDefinition": {"500": named("Incandescent", "Defeated targets scorch what is near.")},
        "DestinyDamageTypeDefinition": {"1847026933": named("Solar")},
        "DestinyEquipmentSlotDefinition": {"2465295065": named("Energy Weapons")},
        "DestinyCollectibleDefinition": {"77": named("Sunlit Whisper", sourceString="Source: A walk in the park")},
        "DestinyActivityTypeDefinition": {"4": named("Raid")},
        "DestinyDestinationDefinition": {"8": named("Venus")},
        "DestinyActivityDefinition": {
            "1": named(
                "Vault of Sand: Standard",
                "Six go in.",
                activityTypeHash=4,
                destinationHash=8,
                activityLightLevel=1350,
                matchmaking={"minParty": 1, "maxParty": 6},
            ),
            "2": named("Vault of Sand: Master", "Six go in again.", activityTypeHash=4),
            "3": named("Nameless", ""),
        },
        "DestinyLoreDefinition": {"9": named("A long tale")},
    }


def write(tmp_path: Path, manifest: Any) -> Path:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(manifest), "utf-8")
    return path


def test_a_manifest_becomes_the_same_table(tmp_path: Path, manifest: dict[str, Any]) -> None:
    target = tmp_path / "table.sqlite"
    counts = import_manifest(write(tmp_path, manifest), target)
    table = Table.open(target)
    assert counts == {"item": 2, "perk": 6, "activity": 1}
    assert table.names("item") == ["Lone Ember", "Sunlit Whisper"]
    found = table.find("item", "sunlit wisper").entry
    assert found is not None
    assert found.facts == {
        "type": "Submachine Gun",
        "slot": "energy",
        "element": "Solar",
        "rarity": "Legendary",
        "source": "A walk in the park",
        "frame": "Lightweight Frame",
        # The later issue of the two, without the perk that it can no longer roll.
        "perks_1": ["Threat Detector"],
        "perks_2": ["Incandescent", "Rampage"],
        "origin": "Ambush Parade",
    }
    other = table.find("item", "lone ember").entry
    assert other is not None
    assert other.facts["perks_2"] == ["Incandescent", "Frenzy"]
    perk = table.find("perk", "incandescent").entry
    assert perk is not None
    assert perk.facts == {"kind": "trait", "effect": "Defeated targets scorch what is near."}
    detector = table.find("perk", "threat detector").entry
    assert detector is not None
    assert detector.facts["effect"] == "Steadier when enemies are near."
    activity = table.find("activity", "vault of sand").entry
    assert activity is not None
    assert activity.facts == {
        "kind": "raid", "what": "Six go in.", "players": "1-6", "power": 1350, "place": "Venus"
    }  # fmt: skip
    table.close()


def test_memory_stays_bounded(tmp_path: Path, manifest: dict[str, Any]) -> None:
    big = {str(number): named(f"Filler {number}", "x" * 2000, itemType=0) for number in range(1000, 2500)}
    manifest["DestinyInventoryItemDefinition"] |= big
    source = write(tmp_path, manifest)
    del big
    assert source.stat().st_size > 3_000_000
    tracemalloc.start()
    import_manifest(source, tmp_path / "table.sqlite")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


def test_the_command_imports_and_shows(
    tmp_path: Path, manifest: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    made = runner.invoke(destiny, ["import", str(write(tmp_path, manifest))])
    assert made.exit_code == 0, made.output
    assert "2 items, 6 perks, 1 activities" in made.output
    again = runner.invoke(destiny, ["import", str(tmp_path / "manifest.json")])
    assert again.exit_code == 1
    assert "exists already" in again.output
    shown = runner.invoke(destiny, ["show", "item", "calus minitool"])
    assert shown.output.startswith("CALUS Mini-Tool\n")
    assert "sample data" in shown.output
    missing = runner.invoke(destiny, ["show", "perk", "incandescents of doom"])
    assert missing.exit_code == 1
    assert "no such perk" in missing.output


def test_a_place_that_takes_no_file_is_said_without_a_traceback(tmp_path: Path, manifest: dict[str, Any]) -> None:
    out = tmp_path / "nowhere" / "table.sqlite"
    result = CliRunner().invoke(destiny, ["import", str(write(tmp_path, manifest)), "--out", str(out)])
    assert result.exit_code == 1
    assert f"{out} cannot be written: unable to open database file\nChoose another place" in result.stderr


def test_bytes_that_are_no_json_are_not_printed(tmp_path: Path) -> None:
    source = tmp_path / "manifest.json"
    source.write_bytes(b"\xf5\xdf\x00\x1b[2J")
    result = CliRunner().invoke(destiny, ["import", str(source), "--out", str(tmp_path / "table.sqlite")])
    assert result.exit_code == 1
    assert "is not JSON, or ends early: " in result.stderr
    assert "\\x" not in result.stderr
    assert len(result.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "not JSON"),
        ("not json", "not JSON"),
        ('{"DestinyInventoryItemDefinition": {"1": {"displayProperties": ', "not JSON"),
        ("[]", "no weapons"),
        ("{}", "no weapons"),
        ('{"DestinyInventoryItemDefinition": {"1": {"itemType": 3}}}', "no weapons"),
    ],
)
def test_what_is_no_manifest_is_refused_and_nothing_is_left(tmp_path: Path, content: str, said: str) -> None:
    source = tmp_path / "manifest.json"
    source.write_text(content)
    with pytest.raises(ConfigError, match=said):
        import_manifest(source, tmp_path / "table.sqlite")
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
