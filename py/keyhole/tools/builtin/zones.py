"""Time zones by the names people use: cities, countries, abbreviations, `UTC+2`.

The zones themselves are zoneinfo's; where the system has none (Pyodide) they come from the tzdata package.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from keyhole.errors import ToolError

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?::?(\d{2}))?")
_ABBREVIATIONS = """
est edt et eastern eastern_time new_york_city nyc new_york boston washington = America/New_York
washington_dc miami atlanta philadelphia east_coast = America/New_York
cst cdt ct central central_time dallas houston austin texas minneapolis new_orleans = America/Chicago
mst mdt mt mountain_time salt_lake_city = America/Denver
pst pdt pt pacific pacific_time california san_francisco sf la seattle portland = America/Los_Angeles
las_vegas san_diego west_coast silicon_valley = America/Los_Angeles
hawaii = Pacific/Honolulu
alaska = America/Anchorage
arizona = America/Phoenix
uk england britain great_britain united_kingdom scotland wales bst manchester edinburgh = Europe/London
cet cest germany frankfurt munich hamburg cologne = Europe/Berlin
france = Europe/Paris
spain barcelona = Europe/Madrid
italy milan florence venice = Europe/Rome
netherlands holland = Europe/Amsterdam
belgium = Europe/Brussels
switzerland geneva bern = Europe/Zurich
austria = Europe/Vienna
sweden = Europe/Stockholm
norway = Europe/Oslo
denmark = Europe/Copenhagen
finland = Europe/Helsinki
poland krakow = Europe/Warsaw
greece = Europe/Athens
portugal = Europe/Lisbon
ireland = Europe/Dublin
czechia czech_republic = Europe/Prague
hungary = Europe/Budapest
ukraine kyiv = Europe/Kyiv
turkey ankara = Europe/Istanbul
russia st_petersburg msk = Europe/Moscow
iceland = Atlantic/Reykjavik
japan jst osaka kyoto = Asia/Tokyo
china beijing shenzhen guangzhou = Asia/Shanghai
india ist mumbai delhi new_delhi bangalore bengaluru chennai hyderabad = Asia/Kolkata
korea south_korea kst busan = Asia/Seoul
vietnam hanoi = Asia/Ho_Chi_Minh
thailand = Asia/Bangkok
philippines = Asia/Manila
indonesia = Asia/Jakarta
bali = Asia/Makassar
malaysia = Asia/Kuala_Lumpur
uae abu_dhabi emirates = Asia/Dubai
saudi_arabia = Asia/Riyadh
israel tel_aviv = Asia/Jerusalem
pakistan islamabad = Asia/Karachi
bangladesh = Asia/Dhaka
nepal = Asia/Kathmandu
iran = Asia/Tehran
egypt = Africa/Cairo
nigeria = Africa/Lagos
kenya = Africa/Nairobi
south_africa cape_town sast = Africa/Johannesburg
morocco = Africa/Casablanca
brazil rio rio_de_janeiro brasilia = America/Sao_Paulo
argentina = America/Argentina/Buenos_Aires
chile = America/Santiago
peru = America/Lima
colombia = America/Bogota
mexico = America/Mexico_City
ontario ottawa = America/Toronto
quebec = America/Montreal
calgary = America/Edmonton
british_columbia = America/Vancouver
australia canberra aest aedt = Australia/Sydney
western_australia awst = Australia/Perth
new_zealand nzst nzdt wellington = Pacific/Auckland
"""
_LONGEST_TEXT = 300


@cache
def _zones() -> dict[str, str]:
    """Zone names by the words for them; cities of the zone database, then ours."""
    known = {}
    for zone in sorted(available_timezones()):
        region, _, city = zone.rpartition("/")
        if region and region not in ("Etc", "posix", "right", "SystemV"):
            known[city.casefold().replace("_", " ").replace("-", " ")] = zone
        known[zone.casefold()] = zone
    for line in _ABBREVIATIONS.strip().splitlines():
        spellings, _, zone = line.partition(" = ")
        known.update({spelling.replace("_", " "): zone for spelling in spellings.split()})
    # An island, but who says it means the day.
    known.pop("christmas", None)
    return known


def find_zone(name: str) -> tzinfo | None:
    """The zone that a city, country, abbreviation, zone name or UTC offset means; None when it means none.

    Raises `ToolError` when the name is known but no time zone data is installed.
    """
    text = _without_accents(name.casefold())
    text = re.sub(r"\s+", " ", re.sub(r"[.,?!]", " ", text)).strip()
    text = re.sub(
        r"^(?:the|in|at)\s+|(?:\s+(?:time zone|timezone|time|clock|right now|now|at the moment|currently))+$", "", text
    ).strip()
    if text in ("utc", "gmt", "z", "zulu", "greenwich"):
        return UTC
    if offset := _OFFSET.fullmatch(text):
        sign = 1 if offset[1] == "+" else -1
        minutes = sign * (int(offset[2]) * 60 + int(offset[3] or 0))
        return timezone(timedelta(minutes=minutes)) if abs(minutes) < 24 * 60 else None
    zone = _zones().get(text) or _zones().get(text.partition(" in ")[0])
    if zone is None and " " in text:
        # "paris france", "austin texas": the first words, then the last.
        head, _, tail = text.partition(" ")
        zone = (
            _zones().get(text.rpartition(" ")[0]) or _zones().get(head) if len(head) > 3 and tail in _zones() else None
        )
    if zone is None:
        return None
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ToolError(
            f"no time zone data for {zone}", advice="Give the offset instead, for example UTC+9."
        ) from error


def places_in(text: str) -> list[tuple[int, tzinfo]]:
    """Where a text, in small letters, names a place with a zone, and the zone: the longest names, from the left."""
    text = _without_accents(text[:_LONGEST_TEXT])
    words = list(re.finditer(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*", text))
    found, at = [], 0
    while at < len(words):
        for length in (3, 2, 1):
            named = text[words[at].start() : words[min(at + length, len(words)) - 1].end()]
            if len(named) > 2 and named in _zones() and (zone := find_zone(named)):
                found.append((words[at].start(), zone))
                at += length
                break
        else:
            at += 1
    return found


def _without_accents(text: str) -> str:
    return "".join(mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))


def zone_label(zone: tzinfo) -> str:
    """The zone's own name, for people."""
    return getattr(zone, "key", None) or str(zone)
