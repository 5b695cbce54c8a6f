"""Bungie's published manifest, made into the table that the look-ups read.

The manifest is one JSON object of definition tables (`DestinyInventoryItemDefinition` and friends), each an object of
definitions by hash; the file that `jsonWorldContentPaths` of `/Platform/Destiny2/Manifest/` points to. It is over
100 MB, so it is streamed with ijson, one table at a time; what a definition contributes waits in a temporary SQLite
table, and at no time is more than one definition in memory. Field names follow
https://bungie-net.github.io/multi/schema_Destiny-Definitions-DestinyInventoryItemDefinition.html.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from keyhole.errors import ConfigError
from keyhole_destiny.table import Table

Definition = dict[str, Any]
Progress = Callable[[str, int], None]
"""Told the name of a definition table and how many of its definitions were read."""

_WEAPON = 3
"""`itemType` of weapons."""
_PARTS = {
    "intrinsics": "frame",
    "frames": "trait",
    "origins": "origin trait",
    "barrels": "barrel",
    "tubes": "barrel",
    "magazines": "magazine",
    "magazines_gl": "magazine",
    "batteries": "battery",
    "scopes": "scope",
    "blades": "blade",
    "guards": "guard",
    "arrows": "arrow",
    "bowstrings": "bowstring",
    "hafts": "haft",
    "grips": "grip",
    "stocks": "stock",
}
"""Weapon plugs by `plugCategoryIdentifier`, and what they are called in the table."""

_LONGEST = 400
_ADVICE = "Give the file that jsonWorldContentPaths of Bungie's manifest points to."

_WAITING = """
    CREATE TABLE plug (hash INTEGER PRIMARY KEY, name TEXT, part TEXT, effect TEXT, perk INTEGER);
    CREATE TABLE plug_set (hash INTEGER, at INTEGER, plug INTEGER);
    CREATE INDEX plug_set_hash ON plug_set (hash);
    CREATE TABLE name (kind TEXT, hash INTEGER, text TEXT, PRIMARY KEY (kind, hash));
    CREATE TABLE weapon (
        hash INTEGER PRIMARY KEY, name TEXT, facts TEXT, sockets TEXT, collectible INTEGER, rank INTEGER);
"""


def import_manifest(source: Path, target: Path, progress: Progress = lambda table, count: None) -> dict[str, int]:
    """Read the manifest at `source` and write the table to `target`; returns how many entries of each kind it holds.

    Raises `ConfigError` when the source is not a manifest, when it is damaged, or when the target exists.
    """
    import ijson  # type: ignore[import-untyped]  # ships no types; imported here, since no page needs it

    if target.exists():
        raise ConfigError(f"{target} exists already", advice="Choose another name, or delete it first.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with source.open("rb") as file:
            counts = _Import(file, part, progress).run()
    except ijson.JSONError as error:
        raise ConfigError(f"{source} is not JSON, or ends early: {_first_line(error)}", advice=_ADVICE) from error
    except sqlite3.Error as error:
        raise ConfigError(f"{target} cannot be written: {error}", advice="Choose another place for it.") from error
    except OSError as error:
        raise ConfigError(f"{source}: {error}", advice="Check the path.") from error
    else:
        if not counts["item"]:
            raise ConfigError(f"{source} has no weapons in it", advice=_ADVICE)
        part.rename(target)
        return counts
    finally:
        part.unlink(missing_ok=True)


def _first_line(error: Exception) -> str:
    """ijson's C reader tells in bytes, and shows the place below in what the file holds."""
    (told,) = error.args[:1] or ("",)
    return (told.decode(errors="replace") if isinstance(told, bytes) else str(told)).partition("\n")[0]


class _Import:
    """One import: read the definition tables one after the other, then join what they said."""

    def __init__(self, file: BinaryIO, target: Path, progress: Progress) -> None:
        self._file, self._progress = file, progress
        # The empty name is a temporary file of SQLite's own, which goes with the connection.
        self._waiting = sqlite3.connect("")
        self._waiting.executescript(_WAITING)
        self._table = Table.create(target)

    def run(self) -> dict[str, int]:
        try:
            for table, kind in (
                ("DestinyDamageTypeDefinition", "element"),
                ("DestinyEquipmentSlotDefinition", "slot"),
                ("DestinyActivityTypeDefinition", "activity type"),
                ("DestinyDestinationDefinition", "destination"),
            ):
                self._read(table, self._names(kind))
            self._read("DestinySandboxPerkDefinition", lambda hash_, one: self._name("perk", hash_, _shown(one)[1]))
            self._read("DestinyCollectibleDefinition", self._collectible)
            self._read("DestinyPlugSetDefinition", self._plug_set)
            self._read("DestinyInventoryItemDefinition", self._item)
            counts = {"item": self._weapons(), "perk": self._perks(), "activity": self._activities()}
            self._table.finish()
            return counts
        finally:
            self._table.close()
            self._waiting.close()

    def _read(self, table: str, take: Callable[[int, Definition], None]) -> None:
        count = 0
        for hash_, one in self._definitions(table):
            take(hash_, one)
            count += 1
        self._progress(table, count)

    def _definitions(self, table: str) -> Iterator[tuple[int, Definition]]:
        """The definitions of one table that are whole and not held back by Bungie ("redacted")."""
        import ijson

        self._file.seek(0)
        for key, one in ijson.kvitems(self._file, table, use_float=True):
            if isinstance(one, dict) and key.isdigit() and not one.get("redacted") and not one.get("blacklisted"):
                yield int(key), one

    def _names(self, kind: str) -> Callable[[int, Definition], None]:
        return lambda hash_, one: self._name(kind, hash_, _shown(one)[0])

    def _name(self, kind: str, hash_: int, text: str) -> None:
        if text:
            self._waiting.execute("INSERT OR REPLACE INTO name VALUES (?, ?, ?)", (kind, hash_, text))

    def _collectible(self, hash_: int, one: Definition) -> None:
        self._name("source", hash_, _line(one.get("sourceString")).removeprefix("Source: "))

    def _plug_set(self, hash_: int, one: Definition) -> None:
        plugs = [
            plug.get("plugItemHash")
            for plug in _dicts(one.get("reusablePlugItems"))
            if plug.get("currentlyCanRoll", True)
        ]
        self._waiting.executemany(
            "INSERT INTO plug_set VALUES (?, ?, ?)",
            ((hash_, at, plug) for at, plug in enumerate(plugs) if isinstance(plug, int)),
        )

    def _item(self, hash_: int, one: Definition) -> None:
        name, description = _shown(one)
        part = _PARTS.get(str(_at(one, "plug", "plugCategoryIdentifier") or ""))
        if name and part:
            perk = next((perk.get("perkHash") for perk in _dicts(one.get("perks"))), None)
            self._waiting.execute(
                "INSERT OR REPLACE INTO plug VALUES (?, ?, ?, ?, ?)", (hash_, name, part, description, perk)
            )
        if name and one.get("itemType") == _WEAPON:
            facts = {
                "type": _line(one.get("itemTypeDisplayName")),
                "slot": _at(one, "equippingBlock", "equipmentSlotTypeHash"),
                "element": one.get("defaultDamageTypeHash"),
                "rarity": _line(_at(one, "inventory", "tierTypeName")),
            }
            sockets = [
                [
                    socket.get("randomizedPlugSetHash") or socket.get("reusablePlugSetHash"),
                    socket.get("singleInitialItemHash"),
                ]
                for socket in _dicts(_at(one, "sockets", "socketEntries"))
            ]
            rank = one.get("index") if isinstance(one.get("index"), int) else 0
            self._waiting.execute(
                "INSERT OR REPLACE INTO weapon VALUES (?, ?, ?, ?, ?, ?)",
                (hash_, name, json.dumps(facts), json.dumps(sockets), one.get("collectibleHash"), rank),
            )

    def _weapons(self) -> int:
        """One entry a name: of reissues the last, which is the one that drops now."""
        count = 0
        rows = self._waiting.execute(
            "SELECT name, facts, sockets, collectible, max(rank) FROM weapon GROUP BY name ORDER BY name"
        )
        for name, facts_json, sockets, collectible, _ in rows:
            facts = json.loads(facts_json)
            facts["slot"] = self._text("slot", facts["slot"]).removesuffix(" Weapons").casefold()
            facts["element"] = self._text("element", facts["element"])
            facts["source"] = self._text("source", collectible)
            columns = 0
            for plug_set, initial in json.loads(sockets):
                plugs = self._plugs(plug_set, initial)
                parts = {part for _, part in plugs}
                names = list(dict.fromkeys(plug for plug, _ in plugs))
                if parts == {"frame"}:
                    facts["frame"] = names[0]
                elif parts == {"trait"}:
                    columns += 1
                    facts[f"perks_{columns}"] = names
                elif parts == {"origin trait"}:
                    facts["origin"] = ", ".join(names)
            self._table.add("item", name, {key: value for key, value in facts.items() if value})
            count += 1
        return count

    def _plugs(self, plug_set: int | None, initial: int | None) -> list[tuple[str, str]]:
        """The name and part of every plug that a socket may hold."""
        rows = self._waiting.execute(
            "SELECT name, part FROM plug_set JOIN plug ON plug.hash = plug_set.plug "
            "WHERE plug_set.hash = ? ORDER BY at",
            (plug_set,),
        ).fetchall()
        return rows or self._waiting.execute("SELECT name, part FROM plug WHERE hash = ?", (initial,)).fetchall()

    def _perks(self) -> int:
        """One entry a name. A plug without words of its own has those of the sandbox perk it applies."""
        rows = self._waiting.execute(
            """SELECT plug.name, min(part), max(coalesce(nullif(effect, ''), text, '')) FROM plug
               LEFT JOIN name ON name.kind = 'perk' AND name.hash = plug.perk GROUP BY plug.name ORDER BY plug.name"""
        )
        count = 0
        for name, part, effect in rows:
            if effect:
                self._table.add("perk", name, {"kind": part, "effect": effect})
                count += 1
        return count

    def _activities(self) -> int:
        """One entry a name: the manifest has one definition for each difficulty of an activity."""
        seen: set[str] = set()
        count = 0
        for _, one in self._definitions("DestinyActivityDefinition"):
            count += 1
            # "Vault of Glass: Master" is the Vault of Glass.
            name, description = _shown(one)
            name = name.partition(":")[0].strip()
            if not name or not description or name in seen:
                continue
            seen.add(name)
            least, most = _at(one, "matchmaking", "minParty"), _at(one, "matchmaking", "maxParty")
            facts = {
                "kind": self._text("activity type", one.get("activityTypeHash")).casefold(),
                "what": description,
                "players": f"{least}-{most}" if least and most and least != most else str(most or ""),
                "power": one.get("activityLightLevel"),
                "place": self._text("destination", one.get("destinationHash")),
            }
            self._table.add("activity", name, {key: value for key, value in facts.items() if value})
        self._progress("DestinyActivityDefinition", count)
        return len(seen)

    def _text(self, kind: str, hash_: Any) -> str:
        row = self._waiting.execute("SELECT text FROM name WHERE kind = ? AND hash = ?", (kind, hash_)).fetchone()
        return row[0] if row else ""


def _shown(one: Definition) -> tuple[str, str]:
    """A definition's name and description."""
    shown = one.get("displayProperties")
    return (_line(shown.get("name")), _line(shown.get("description"))) if isinstance(shown, dict) else ("", "")


def _line(text: Any) -> str:
    """Text on one line and of bounded length: the manifest's words reach a model."""
    return " ".join(text.split())[:_LONGEST] if isinstance(text, str) else ""


def _dicts(value: Any) -> Iterator[Definition]:
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())


def _at(one: Definition, outer: str, inner: str) -> Any:
    value = one.get(outer)
    return value.get(inner) if isinstance(value, dict) else None
