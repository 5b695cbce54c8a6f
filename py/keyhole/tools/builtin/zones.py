"""Time zones by the names people use: cities, countries, abbreviations, `UTC+2`.

The zones themselves are zoneinfo's; where the system has none (Pyodide) they come from the tzdata package.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from keyhole.errors import ToolError

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+\-\u2212])\s*(\d{1,2})(?::?(\d{2}))?")
_ALSO_KNOWN = """
est edt et eastern eastern_time new_york_city nyc new_york boston washington washington_dc miami = America/New_York
philadelphia atlanta east_coast orlando tampa raleigh pittsburgh cleveland columbus baltimore buffalo = America/New_York
florida ohio pennsylvania massachusetts virginia north_carolina maine vermont usa america = America/New_York
cst cdt ct central central_time dallas houston austin texas minneapolis new_orleans san_antonio = America/Chicago
nashville memphis milwaukee st_louis kansas_city oklahoma_city illinois wisconsin minnesota tennessee = America/Chicago
mst mdt mt mountain_time salt_lake_city albuquerque colorado utah new_mexico = America/Denver
pst pdt pt pacific pacific_time california san_francisco sf la seattle portland = America/Los_Angeles
las_vegas vegas san_diego san_jose sacramento oakland west_coast silicon_valley oregon nevada = America/Los_Angeles
hawaii = Pacific/Honolulu
alaska = America/Anchorage
arizona tucson = America/Phoenix
canada ontario ottawa quebec quebec_city montreal = America/Toronto
calgary alberta = America/Edmonton
manitoba = America/Winnipeg
saskatoon saskatchewan = America/Regina
british_columbia = America/Vancouver
nova_scotia = America/Halifax
newfoundland = America/St_Johns
uk england great_britain united_kingdom scotland wales northern_ireland bst manchester edinburgh glasgow = Europe/London
liverpool leeds bristol cardiff birmingham oxford cambridge sheffield = Europe/London
cork galway = Europe/Dublin
cet cest frankfurt munich hamburg cologne stuttgart dusseldorf leipzig dresden = Europe/Berlin
lyon marseille toulouse bordeaux strasbourg = Europe/Paris
barcelona valencia seville bilbao malaga = Europe/Madrid
tenerife gran_canaria lanzarote = Atlantic/Canary
porto = Europe/Lisbon
milan florence venice naples turin bologna sicily = Europe/Rome
holland rotterdam the_hague hague utrecht eindhoven = Europe/Amsterdam
antwerp ghent bruges = Europe/Brussels
geneva bern basel lausanne = Europe/Zurich
salzburg graz innsbruck = Europe/Vienna
gothenburg malmo = Europe/Stockholm
bergen trondheim = Europe/Oslo
aarhus = Europe/Copenhagen
tampere turku = Europe/Helsinki
krakow gdansk wroclaw poznan = Europe/Warsaw
brno czechia = Europe/Prague
thessaloniki crete = Europe/Athens
ukraine kyiv lviv odesa odessa kharkiv = Europe/Kyiv
ankara izmir antalya turkiye = Europe/Istanbul
russia st_petersburg msk = Europe/Moscow
dubrovnik = Europe/Zagreb
bosnia = Europe/Sarajevo
cluj = Europe/Bucharest
jst osaka kyoto nagoya sapporo kobe fukuoka yokohama = Asia/Tokyo
beijing shenzhen guangzhou chengdu wuhan = Asia/Shanghai
ist mumbai delhi new_delhi bangalore bengaluru chennai hyderabad pune ahmedabad goa jaipur = Asia/Kolkata
kst south_korea busan = Asia/Seoul
north_korea = Asia/Pyongyang
hanoi da_nang saigon ho_chi_minh_city = Asia/Ho_Chi_Minh
phuket chiang_mai = Asia/Bangkok
cebu = Asia/Manila
surabaya bandung = Asia/Jakarta
bali = Asia/Makassar
kl penang = Asia/Kuala_Lumpur
siem_reap = Asia/Phnom_Penh
uae abu_dhabi emirates = Asia/Dubai
doha = Asia/Qatar
mecca medina jeddah = Asia/Riyadh
tel_aviv haifa = Asia/Jerusalem
lahore islamabad = Asia/Karachi
burma = Asia/Yangon
astana = Asia/Almaty
alexandria luxor = Africa/Cairo
abuja = Africa/Lagos
mombasa = Africa/Nairobi
cape_town durban pretoria sast = Africa/Johannesburg
marrakesh marrakech rabat fes = Africa/Casablanca
zanzibar = Africa/Dar_es_Salaam
ivory_coast = Africa/Abidjan
drc = Africa/Kinshasa
brazil rio rio_de_janeiro brasilia = America/Sao_Paulo
cordoba mendoza = America/Argentina/Buenos_Aires
medellin cartagena = America/Bogota
cusco = America/Lima
quito = America/Guayaquil
guadalajara = America/Mexico_City
trinidad = America/Port_of_Spain
australia canberra aest aedt new_south_wales nsw = Australia/Sydney
gold_coast cairns queensland = Australia/Brisbane
western_australia awst = Australia/Perth
tasmania = Australia/Hobart
nzst nzdt wellington christchurch queenstown = Pacific/Auckland
"""
"""What people say for a zone beside its own city and its country."""
_WORD_OR_OFFSET = re.compile(r"(?:utc|gmt)\s*[+\-\u2212]\s*\d{1,2}(?::?\d{2})?\b|[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_LONGEST_TEXT = 300


class NoSuchPlace(ToolError):
    """The time is asked for in a place that is not known, or that has none."""

    code = "no_such_place"

    def __init__(self, *names: str) -> None:
        said = " or ".join(repr(_bare(name)[:60].title()) for name in names)
        near = [each for name in names for each in _spelt_like(name)]
        advice = "Name a city or a country, for example Tokyo, or an offset such as UTC+9."
        if near:  # never taken for it: it may be a place that is not known here
            advice = f"Did you mean {' or '.join(near)}? If not, n{advice[1:]}"
        super().__init__(f"no place called {said} is known here", advice=advice)


def _spelt_like(name: str) -> list[str]:
    text = _bare(_without_accents(name[:60].casefold()))
    return [
        near.title()
        for near in get_close_matches(text, [each for each in _zones() if "/" not in each], n=2, cutoff=0.8)
    ]


@cache
def _zones() -> dict[str, str]:
    """Zone names by the words for them: cities of the zone database, then countries, then ours."""
    known = {}
    for zone in sorted(available_timezones()):
        region, _, city = zone.rpartition("/")
        if region and region not in ("Etc", "posix", "right", "SystemV"):
            known[city.casefold().replace("_", " ").replace("-", " ")] = zone
        known[zone.casefold()] = zone
    known.update(_countries())
    for line in _ALSO_KNOWN.strip().splitlines():
        spellings, _, zone = line.partition(" = ")
        known.update({spelling.replace("_", " "): zone for spelling in spellings.split()})
    # An island, but who says it means the day.
    known.pop("christmas", None)
    return known


def _countries() -> dict[str, str]:
    """The first zone of each country, by the country's English names. They come from tables of the zone database."""
    tables = files("tzdata") / "zoneinfo"
    first: dict[str, str] = {}
    for code, _, zone in _rows(tables / "zone.tab"):
        first.setdefault(code, zone)
    known = {}
    for code, name in _rows(tables / "iso3166.tab"):
        if code in first:
            spoken = _without_accents(name.partition(" (")[0].casefold())  # "Britain (UK)"
            known[spoken.replace("&", "and").replace("\u2019", "'")] = first[code]
    return known


def _rows(table: Traversable) -> Iterator[list[str]]:
    """The first three columns of a table with tabs."""
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")[:3]


def find_zone(name: str) -> tzinfo | None:
    """The zone that a city, country, abbreviation, zone name or UTC offset means; None when it means none.

    Raises `ToolError` when the name is known but no time zone data is installed.
    """
    text = _bare(_without_accents(name.casefold()))
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


def _bare(name: str) -> str:
    """A place without the words of asking around it."""
    text = re.sub(r"\s+", " ", re.sub(r"[.,?!]", " ", name)).strip()
    return re.sub(
        r"^(?:the|in|at)\s+|(?:\s+(?:time zone|timezone|time|clock|right now|now|at the moment|currently))+$", "", text
    ).strip()


def places_in(text: str) -> list[tuple[int, tzinfo]]:
    """Where a text, in small letters, names a place with a zone, and the zone: the longest names, from the left."""
    text = _without_accents(text[:_LONGEST_TEXT])
    words = list(_WORD_OR_OFFSET.finditer(text))
    found, at = [], 0
    while at < len(words):
        for length in (3, 2, 1):
            named = text[words[at].start() : words[min(at + length, len(words)) - 1].end()]
            known = named in _zones() or (length == 1 and _OFFSET.fullmatch(named))
            if len(named) > 2 and known and (zone := find_zone(named)):
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
