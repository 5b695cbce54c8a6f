"""Units and how to go from one to another, exactly, with fractions.

A table of our own and not pint: importing pint and building its registry took 0.9 s on CPython (several times that in a
page), where this takes a millisecond and the everyday units are a hundred.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from keyhole.errors import ToolError
from keyhole.tools.builtin.currencies import CURRENCIES


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: `1 unit = factor x base + offset` of its quantity; `inverse` for those such as miles per gallon."""

    name: str
    quantity: str
    factor: Fraction
    offset: Fraction = Fraction(0)
    inverse: bool = False


# quantity: name, its value in the first unit of the quantity, other spellings (plurals are understood)
_TABLE = """
length: meter 1 m metre; kilometer 1000 km kilometre kms klick; centimeter 1/100 cm centimetre; millimeter 1/1000 mm
    millimetre; micrometer 1/1000000 um micron micrometre; nanometer 1/1000000000 nm nanometre; inch 0.0254 in
    inches "; foot 0.3048 ft feet '; yard 0.9144 yd; mile 1609.344 mi; nautical_mile 1852 nmi; light_year
    9460730472580800 ly lightyear; astronomical_unit 149597870700 au; furlong 201.168; fathom 1.8288;
    marathon 42195; half_marathon 21097.5
mass: kilogram 1 kg kilo kilogramme kgs; gram 1/1000 g gramme gm; milligram 1/1000000 mg; microgram 1/1000000000 mcg
    ug; tonne 1000 t metric_ton; pound 0.45359237 lb lbs; ounce 0.028349523125 oz; stone 6.35029318 st; ton
    907.18474 short_ton us_ton; long_ton 1016.0469088 imperial_ton; carat 0.0002 ct; grain 0.00006479891
volume: liter 1 l litre; milliliter 1/1000 ml millilitre cc; centiliter 1/100 cl centilitre; deciliter 1/10 dl
    decilitre; gallon 3.785411784 gal us_gallon; quart 0.946352946 qt; pint 0.473176473 pt; cup 0.2365882365 us_cup;
    fluid_ounce 0.0295735295625 fl_oz floz fl_ounce; tablespoon 0.01478676478125 tbsp tbs; teaspoon 0.00492892159375
    tsp; imperial_gallon 4.54609 uk_gallon; imperial_pint 0.56826125 uk_pint; barrel 158.987294928 bbl; cubic_meter
    1000 m3 m^3 cubic_metre; cubic_centimeter 1/1000 cm3 cm^3 cubic_centimetre; cubic_foot 28.316846592 ft3
    cubic_feet cu_ft; cubic_inch 0.016387064 in3 cubic_inches cu_in; cubic_yard 764.554857984 yd3
area: square_meter 1 m2 m^2 sq_m sqm square_metre; square_kilometer 1000000 km2 km^2 sq_km square_kilometre;
    square_centimeter 1/10000 cm2 cm^2 sq_cm; square_foot 0.09290304 ft2 ft^2 sq_ft sqft square_feet; square_inch
    0.00064516 in2 sq_in square_inches; square_yard 0.83612736 yd2 sq_yd; square_mile 2589988.110336 mi2 sq_mi; acre
    4046.8564224 ac; hectare 10000 ha; are 100
speed: meter_per_second 1 m/s mps metre_per_second; kilometer_per_hour 5/18 km/h kmh kph kmph kilometre_per_hour;
    mile_per_hour 0.44704 mph mi/h; knot 463/900 kt kts kn; foot_per_second 0.3048 ft/s fps feet_per_second; mach
    340.29
time: second 1 s sec; millisecond 1/1000 ms; microsecond 1/1000000 us; minute 60 min; hour 3600 h hr; day 86400 d;
    week 604800 wk; fortnight 1209600; year 31536000 yr; leap_year 31622400; decade 315360000; century
    3153600000 centuries
data: byte 1 B; kilobyte 1000 KB; megabyte 1000000 MB meg; gigabyte 1000000000 GB gig; terabyte 1000000000000 TB;
    petabyte 1000000000000000 PB; kibibyte 1024 KiB; mebibyte 1048576 MiB; gibibyte 1073741824 GiB; tebibyte
    1099511627776 TiB; bit 1/8 b; kilobit 125 kbit Kb; megabit 125000 mbit Mb; gigabit 125000000 gbit Gb
energy: joule 1 J; kilojoule 1000 kJ; megajoule 1000000 MJ; calorie 4.184 cal; kilocalorie 4184 kcal Cal
    food_calorie; watt_hour 3600 Wh; kilowatt_hour 3600000 kWh; btu 1055.05585262; electronvolt
    0.0000000000000000001602176634 eV
power: watt 1 W; kilowatt 1000 kW; megawatt 1000000 MW; horsepower 745.69987158227022 hp; metric_horsepower
    735.49875 ps
pressure: pascal 1 Pa; hectopascal 100 hPa; kilopascal 1000 kPa; bar 100000; millibar 100 mbar; atmosphere 101325
    atm; psi 6894.757293168361 pound_per_square_inch; mmhg 133.322387415 torr
angle: degree 1 deg °; radian 57.29577951308232 rad; turn 360 revolution; arcminute 1/60; arcsecond 1/3600; gradian
    0.9 gon
force: newton 1 N; kilonewton 1000 kN; pound_force 4.4482216152605 lbf; kilogram_force 9.80665 kgf
acceleration: meter_per_second_squared 1 m/s2 m/s^2 m/s²; foot_per_second_squared 0.3048 ft/s2 ft/s^2 ft/s²
voltage: volt 1 V; millivolt 1/1000 mV; kilovolt 1000 kV
current: ampere 1 amp; milliampere 1/1000 mA milliamp
resistance: ohm 1 Ω; kiloohm 1000 kΩ kohm kilohm; megaohm 1000000 MΩ mohm megohm
capacitance: farad 1; millifarad 1/1000 mF; microfarad 1/1000000 uF µF; nanofarad 1/1000000000 nF
charge: coulomb 1; millicoulomb 1/1000 mC; microcoulomb 1/1000000 uC µC
amount of substance: mole 1 mol; millimole 1/1000 mmol
concentration: mole_per_liter 1 mol/l molar; millimole_per_liter 1/1000 mmol/l millimolar
frequency: hertz 1 Hz; kilohertz 1000 kHz; megahertz 1000000 MHz; gigahertz 1000000000 GHz; rpm 1/60
"""
_PLURALS = {"inch": "inches", "foot": "feet", "century": "centuries"}
_UNCOUNTED = frozenset(
    (
        "kelvin",
        "hertz",
        "kilohertz",
        "megahertz",
        "gigahertz",
        "psi",
        "btu",
        "rpm",
        "mmhg",
        "horsepower",
        "mach",
        "stone",
    )
)
_PARTS = {
    "foot": "inch",
    "stone": "pound",
    "pound": "ounce",
    "week": "day",
    "day": "hour",
    "hour": "minute",
    "minute": "second",
}
"""The smaller unit in which people tell what is left of one."""
_MOST_PARTS = 3
_TINY = Fraction(1, 10**6)
"""What a float may be off by."""
_COUNTED = re.compile(r"(.+?)( per .*| Celsius| Fahrenheit)?$")
_MPG = Fraction("235.214583")
_DAYS_OF_A_YEAR = Fraction("365.2425")
"""On average, with the leap years."""


def _read_table() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """The units by exact spelling and by spelling without case; a name that comes first keeps its spelling."""
    exact: dict[str, Unit] = {}
    for line in re.split(r"\n(?=\w)", _TABLE.strip()):
        quantity, _, units = line.partition(":")
        for words in (unit.split() for unit in units.split(";")):
            unit = Unit(words[0].replace("_", " "), quantity, Fraction(words[1]))
            for spelling in (words[0], *words[2:]):
                exact.setdefault(spelling.replace("_", " "), unit)
    celsius = Unit("degree Celsius", "temperature", Fraction(1))
    fahrenheit = Unit("degree Fahrenheit", "temperature", Fraction(5, 9), Fraction(-160, 9))
    kelvin = Unit("kelvin", "temperature", Fraction(1), Fraction("-273.15"))
    for unit, spellings in (
        (celsius, "C celsius centigrade °C degC celcius degree_celsius degree_c"),
        (fahrenheit, "F fahrenheit °F degF farenheit fahrenheight degree_fahrenheit degree_f"),
        (kelvin, "K kelvin °K"),
        (
            Unit("liter per 100 km", "fuel consumption", Fraction(1)),
            "l/100km l/100_km liter_per_100_km litre_per_100_km",
        ),
        (Unit("mile per gallon", "fuel consumption", _MPG, inverse=True), "mpg mile_per_gallon miles_per_gallon"),
        (Unit("kilometer per liter", "fuel consumption", Fraction(100), inverse=True), "km/l kilometer_per_liter kmpl"),
    ):
        for spelling in spellings.split():
            exact.setdefault(spelling.replace("_", " "), unit)
    folded: dict[str, Unit] = {}
    for spelling, unit in exact.items():
        folded.setdefault(spelling.casefold(), unit)
    return exact, folded


_EXACT, _FOLDED = _read_table()
QUANTITIES = frozenset(unit.quantity for unit in _EXACT.values())
"""What the units measure: "length", "fuel consumption"."""
# Where only case tells two units apart, people who ignore case mean the larger one.
_FOLDED |= {"mb": _EXACT["MB"], "kb": _EXACT["KB"], "gb": _EXACT["GB"], "mw": _EXACT["MW"], "mj": _EXACT["MJ"]}


def named_unit(spelling: str) -> Unit | None:
    """The unit that a name, plural or abbreviation means, or None."""
    text = re.sub(r"[\s_]+", " ", spelling).strip(" .,;:?!")
    text = re.sub(r"(?i)^(?:a|an|the|one|of|in|into|to)\s+", "", text)
    if text in _EXACT:
        return _EXACT[text]
    folded = _tidy(text.casefold())
    spellings = (folded, _singular(folded), folded.replace(" ", ""))
    return next((_FOLDED[each] for each in spellings if each in _FOLDED), None) or _rate(folded)


def _rate(folded: str) -> Unit | None:
    """The unit that one unit over another makes, however the two are spelt: "km per hour"."""
    above, per, below = re.sub(r"\s*/\s*", " per ", folded, count=1).partition(" per ")
    one, other = (named_unit(above), named_unit(below)) if per and " per " not in below else (None, None)
    return _FOLDED.get(f"{one.name} per {other.name}".casefold()) if one and other else None


_OF_TWO = re.compile(r"/| per ")


@lru_cache(maxsize=500)
def near_unit(name: str) -> Unit | None:
    """The one unit that a misspelt name, in small letters, can be meant for, or None. A rate is looked up by its two
    units alone: "cm per hour" is no misspelt "mile per hour"."""
    near = (
        {_FOLDED[spelling] for spelling in _spelt_like(name)} if len(name) > 4 and not _OF_TWO.search(name) else set()
    )
    return near.pop() if len(near) == 1 else None


def _spelt_like(name: str) -> list[str]:
    return difflib.get_close_matches(_singular(name), _FOLDED, n=3, cutoff=0.8)


def divides(smaller: Unit, larger: Unit) -> bool:
    """Whether what is left of one unit is told in the other: feet and inches, years and days; not miles and km."""
    if smaller.quantity != larger.quantity or smaller.factor >= larger.factor or larger.offset or smaller.offset:
        return False
    return larger.quantity == "time" or (larger.factor / smaller.factor).denominator == 1


def find_unit(spelling: str) -> Unit:
    """As `named_unit`, misspelt ones included. Raises `ToolError`, naming the nearest."""
    if unit := named_unit(spelling):
        return unit
    folded = _tidy(re.sub(r"[\s_]+", " ", spelling).strip(" .,;:?!").casefold())
    if folded in CURRENCIES or folded.upper() in CURRENCIES.values():
        advice = "Look the exchange rate up and ask for the product: 100 * 0.92."
        raise ToolError(f"{spelling[:60].strip()!r} is money, and no exchange rates are known here", advice=advice)
    if unit := near_unit(folded):
        return unit
    names = list(dict.fromkeys(_FOLDED[spelling].name for spelling in _spelt_like(folded)))
    advice = f"Did you mean {' or '.join(names)}?" if names else "Name a common unit, for example km, lb, cup or °C."
    raise ToolError(f"unknown unit {spelling[:60].strip()!r}", advice=advice)


def convert(value: Fraction, source: str, target: str) -> tuple[Fraction, Unit, Unit]:
    """`value` of one unit in the other. Raises `ToolError` when a unit is unknown or they measure different things."""
    one, other = find_unit(source), find_unit(target)
    one, other = meant_beside(one, other), meant_beside(other, one)
    if one.quantity != other.quantity:
        bare = one.name == "degree" and other.quantity == "temperature"
        raise ToolError(
            f"cannot convert {one.name} ({one.quantity}) to {other.name} ({other.quantity})",
            advice="Say degrees Celsius or degrees Fahrenheit." if bare else f"Name another unit of {one.quantity}.",
        )
    return from_base(to_base(value, _counted_in_days(one, other)), _counted_in_days(other, one)), one, other


def meant_beside(unit: Unit, other: Unit) -> Unit:
    """What a unit of two meanings is beside the other one: "8 oz in ml" are fluid ounces, and "37 degrees in
    Fahrenheit" those of Celsius. Beside kelvin degrees may be either."""
    if unit.name == "ounce" and other.quantity == "volume":
        return _EXACT["fl oz"]
    scales = {"degree Celsius": "F", "degree Fahrenheit": "C"}
    return _EXACT[scales[other.name]] if unit.name == "degree" and other.name in scales else unit


def _counted_in_days(unit: Unit, beside: Unit) -> Unit:
    """A decade or a century as long as the calendar makes it on average, beside what is shorter than a year: one in ten
    years has no more than 365 days each."""
    if unit.name not in ("decade", "century") or beside.factor >= _EXACT["year"].factor:
        return unit
    return replace(unit, factor=unit.factor / 365 * _DAYS_OF_A_YEAR)


def spoken(amount: str, unit: Unit) -> str:
    """`5 miles`, `1 mile`, `20 degrees Celsius`."""
    found = _COUNTED.match(unit.name)
    if amount in ("1", "-1") or unit.name in _UNCOUNTED or found is None:
        return f"{amount} {unit.name}"
    counted, rest = found[1], found[2] or ""
    for one, many in _PLURALS.items():
        if counted.endswith(one):
            return f"{amount} {counted.removesuffix(one)}{many}{rest}"
    return f"{amount} {counted}s{rest}"


def in_parts(amount: Fraction, unit: Unit) -> str:
    """An amount as it is told in two or three units, "5 feet 3 inches"; empty where it is not whole in any of them."""
    told: list[str] = []
    while amount > 0:
        smaller = _EXACT.get(_PARTS.get(unit.name, ""))
        nearest = round(amount)
        whole = nearest if abs(amount - nearest) < _TINY else int(amount)
        told += [spoken(str(whole), unit)] if whole else []
        if abs(amount - nearest) < _TINY:
            return " ".join(told) if len(told) > 1 else ""
        if smaller is None or len(told) == _MOST_PARTS:
            break
        amount, unit = (amount - whole) * unit.factor / smaller.factor, smaller
    return ""


def to_base(value: Fraction, unit: Unit) -> Fraction:
    """A value in the first unit of its quantity. Raises `ToolError` for zero of an inverse unit."""
    if unit.inverse:
        if not value:
            raise ToolError(f"zero {unit.name} cannot be converted", advice="Give a number above zero.")
        return unit.factor / value
    return value * unit.factor + unit.offset


def from_base(value: Fraction, unit: Unit) -> Fraction:
    """The inverse of `to_base`."""
    if unit.inverse:
        if not value:
            raise ToolError(f"zero cannot be expressed in {unit.name}", advice="Give a number above zero.")
        return unit.factor / value
    return (value - unit.offset) / unit.factor


def _tidy(text: str) -> str:
    text = text.replace("\u00b2", "2").replace("\u00b3", "3").replace("\u00ba", "\u00b0")
    text = re.sub(r"^(?:degrees?|deg|°) (?=[a-z])", "degree ", text)
    if text not in _FOLDED:
        text = re.sub(r"^cu\.? ", "cubic ", re.sub(r"^sq\.? ", "square ", text))
    return re.sub(r"(?<=[a-z])s per\b", " per", text).replace(". ", " ")


def _singular(text: str) -> str:
    if text.endswith("ches"):
        return text[:-2]
    text = re.sub(r"\bfeet\b", "foot", text)
    return re.sub(r"(?<=[a-z]{2})s\b", "", text)
