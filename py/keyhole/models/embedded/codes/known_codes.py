"""Codes of languages (ISO 639-1), currencies (ISO 4217), countries (ISO 3166) and states of the USA, for parameters
that want a code where people say a name."""

from __future__ import annotations

import re
from typing import Literal

from keyhole.models.embedded.text import name_words
from keyhole.tools.builtin.currencies import CURRENCIES

_LANGUAGES = (
    "en English,zh Chinese,zh Mandarin,hi Hindi,es Spanish,fr French,ar Arabic,bn Bengali,pt Portuguese,ru Russian,"
    "ur Urdu,id Indonesian,de German,ja Japanese,tr Turkish,ko Korean,vi Vietnamese,it Italian,th Thai,pl Polish,"
    "nl Dutch,sv Swedish,da Danish,no Norwegian,fi Finnish,el Greek,cs Czech,hu Hungarian,ro Romanian,uk Ukrainian,"
    "he Hebrew,fa Persian,ms Malay,ta Tamil,sw Swahili,la Latin,ga Irish,is Icelandic,bg Bulgarian,hr Croatian"
)
_COUNTRIES = """
US USA united states of america, the united states, united states, america, the us, the usa, american
GB GBR united kingdom, the united kingdom, the uk, uk, great britain, britain, england, british, english
AE ARE united arab emirates, the united arab emirates, uae
NL NLD netherlands, the netherlands, holland, dutch
CZ CZE czech republic, the czech republic, czechia, czech
PH PHL philippines, the philippines, filipino, philippine
KR KOR south korea, korea, korean, south korean
AR ARG argentina, argentine, argentinian
AT AUT austria, austrian
AU AUS australia, australian
BD BGD bangladesh
BE BEL belgium, belgian
BG BGR bulgaria, bulgarian
BR BRA brazil, brazilian, brasil
CA CAN canada, canadian
CH CHE switzerland, swiss
CL CHL chile, chilean
CN CHN china, chinese
CO COL colombia, colombian
CU CUB cuba, cuban
DE DEU germany, german
DK DNK denmark, danish
EE EST estonia
EG EGY egypt, egyptian
ES ESP spain, spanish
ET ETH ethiopia
FI FIN finland, finnish
FR FRA france, french
GH GHA ghana
GR GRC greece, greek
HK HKG hong kong
HR HRV croatia, croatian
HU HUN hungary, hungarian
ID IDN indonesia, indonesian
IE IRL ireland, irish
IL ISR israel, israeli
IN IND india, indian
IQ IRQ iraq
IR IRN iran
IS ISL iceland, icelandic
IT ITA italy, italian
JP JPN japan, japanese
KE KEN kenya, kenyan
LK LKA sri lanka
LT LTU lithuania
LU LUX luxembourg
LV LVA latvia
MA MAR morocco
MX MEX mexico, mexican
MY MYS malaysia
NG NGA nigeria, nigerian
NO NOR norway, norwegian
NP NPL nepal
NZ NZL new zealand, new zealander
PE PER peru, peruvian
PK PAK pakistan, pakistani
PL POL poland, polish
PT PRT portugal, portuguese
QA QAT qatar
RO ROU romania, romanian
RS SRB serbia
RU RUS russia, russian
SA SAU saudi arabia
SE SWE sweden, swedish
SG SGP singapore
SI SVN slovenia
SK SVK slovakia
TH THA thailand, thai
TR TUR turkey, turkish
TW TWN taiwan
UA UKR ukraine, ukrainian
VN VNM vietnam, vietnamese
ZA ZAF south africa, south african
AG ATG antigua and barbuda
BA BIH bosnia and herzegovina, bosnia
TT TTO trinidad and tobago
"""
_STATES = (
    "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,"
    "GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,"
    "MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,"
    "NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,"
    "OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,"
    "VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming"
)
_TICKERS = """
AAPL apple, MSFT microsoft, GOOGL google, GOOGL alphabet, AMZN amazon, META meta, META facebook, TSLA tesla,
NVDA nvidia, NFLX netflix, INTC intel, AMD amd, AMD advanced micro devices, IBM ibm, ORCL oracle, CSCO cisco,
ADBE adobe, CRM salesforce, QCOM qualcomm, TXN texas instruments, AVGO broadcom, MU micron, SHOP shopify, UBER uber,
LYFT lyft, ABNB airbnb, SNAP snap, SNAP snapchat, PINS pinterest, SPOT spotify, ZM zoom, PYPL paypal, SQ square,
SQ block, COIN coinbase, V visa, MA mastercard, JPM jpmorgan, JPM jpmorgan chase, JPM jp morgan, BAC bank of america,
WFC wells fargo, C citigroup, GS goldman sachs, MS morgan stanley, AXP american express, BRK.B berkshire hathaway,
WMT walmart, TGT target, COST costco, HD home depot, LOW lowe's, MCD mcdonald's, SBUX starbucks, NKE nike,
DIS disney, DIS walt disney, KO coca-cola, KO coca cola, PEP pepsi, PEP pepsico, PG procter & gamble,
JNJ johnson & johnson, PFE pfizer, MRNA moderna, MRK merck, LLY eli lilly, UNH unitedhealth, XOM exxon,
XOM exxonmobil, XOM exxon mobil, CVX chevron, BA boeing, LMT lockheed martin, CAT caterpillar, GE general electric,
F ford, F ford motor, GM general motors, T at&t, VZ verizon, CMCSA comcast, BABA alibaba, TSM tsmc, SONY sony,
TM toyota, PLTR palantir, RBLX roblox, DELL dell, HPQ hp, EBAY ebay, ETSY etsy, DAL delta air lines,
UAL united airlines, AAL american airlines
"""
_COUNTRY = {
    name: (two, three)
    for two, three, names in (row.split(" ", 2) for row in _COUNTRIES.strip().splitlines())
    for name in (*names.split(", "), three.lower())
}
_ELEMENTS = (
    "H hydrogen,He helium,Li lithium,Be beryllium,B boron,C carbon,N nitrogen,O oxygen,F fluorine,Ne neon,Na sodium,"
    "Mg magnesium,Al aluminium,Al aluminum,Si silicon,P phosphorus,S sulfur,S sulphur,Cl chlorine,Ar argon,K potassium,"
    "Ca calcium,Sc scandium,Ti titanium,V vanadium,Cr chromium,Mn manganese,Fe iron,Co cobalt,Ni nickel,Cu copper,"
    "Zn zinc,Ga gallium,Ge germanium,As arsenic,Se selenium,Br bromine,Kr krypton,Rb rubidium,Sr strontium,Y yttrium,"
    "Zr zirconium,Nb niobium,Mo molybdenum,Tc technetium,Ru ruthenium,Rh rhodium,Pd palladium,Ag silver,Cd cadmium,"
    "In indium,Sn tin,Sb antimony,Te tellurium,I iodine,Xe xenon,Cs caesium,Cs cesium,Ba barium,La lanthanum,Ce cerium,"
    "Pr praseodymium,Nd neodymium,Pm promethium,Sm samarium,Eu europium,Gd gadolinium,Tb terbium,Dy dysprosium,"
    "Ho holmium,Er erbium,Tm thulium,Yb ytterbium,Lu lutetium,Hf hafnium,Ta tantalum,W tungsten,Re rhenium,Os osmium,"
    "Ir iridium,Pt platinum,Au gold,Hg mercury,Tl thallium,Pb lead,Bi bismuth,Po polonium,At astatine,Rn radon,"
    "Fr francium,Ra radium,Ac actinium,Th thorium,Pa protactinium,U uranium,Np neptunium,Pu plutonium,Am americium"
)
STATES = {name.lower(): code for code, name in (pair.split(" ", 1) for pair in _STATES.split(","))}
_LANGUAGE = {name.lower(): code for code, name in (pair.split(" ", 1) for pair in _LANGUAGES.split(","))}
_ELEMENT = {name: code for code, name in (pair.split(" ", 1) for pair in _ELEMENTS.split(","))}
_TICKER = {name: code for code, name in (pair.split(" ", 1) for pair in " ".join(_TICKERS.split()).split(", "))}
"""Of well-known companies, as on their main exchange."""
_WANTS_TICKER = re.compile(r"\bticker\b|\bstock symbol\b|\bsymbol of the (?:stock|share|company)", re.IGNORECASE)
_WANTS_ELEMENT = re.compile(
    r"(?!.*\bname\b)(?:.*\b(?:element|chemical|IUPAC)\b.*\bsymbol|.*\bsymbol\b.*\b(?:element|IUPAC)\b)", re.IGNORECASE
)
_WANTS_LANGUAGE = re.compile(r"\b(?:lang(?:uage)?|locale)\b|\bISO 639|BCP.?47", re.IGNORECASE)
_WANTS_COUNTRY = re.compile(r"\b(?:countr(?:y|ies)|nation|territory|iso2|ISO 3166)\b", re.IGNORECASE)
_DIALLED = re.compile(r"phone|dial|call", re.IGNORECASE)
_TWO = re.compile(
    r"\b(?:2|two)[- ](?:letter|character)s?\b|alpha-?2|\biso2?\b|\(?e\.g\.,? ['\"]?(?-i:[A-Z]{2})\b", re.IGNORECASE
)
_THREE = re.compile(r"\b(?:3|three)[- ](?:letter|character)s?\b|alpha-?3", re.IGNORECASE)
_SHORT_STATE = re.compile(r"\bstate\b.*?(?:(?:2|two)[- ]letters?|abbr|(?-i:['\" (][A-Z]{2}\b))", re.IGNORECASE)
_CURRENCY_CODE = re.compile(
    r"(?:\bISO\b|\bcode\b).*\bcurrency\b|\bcurrency\b.*\b(?:code|iso|(?-i:[A-Z]{3})\b)|"
    r"\bISO 4217\b|\b(?:3|three)[- ]letter (?:ISO )?codes?\b",
    re.IGNORECASE,
)
_WANTS_CODE = re.compile(r"BCP.?47|ISO|\bcodes?\b|(?-i:['\"(]en['\")])|\be\.g\.,? (?-i:[a-z]{2})\b(?!-)", re.IGNORECASE)


def as_code(name: str, description: str, text: str) -> str:
    """The code of what the text names, where the parameter `name` wants one; else the text as it is.

    A language's code is wanted where name or description speak of codes or give 'en' as an example, a currency's
    always, a chemical element's where they speak of its symbol, a country's or a state's where the description says how
    many letters it has or gives one, or the name says country code.
    """
    said = text.lower().strip(" .")
    title = " ".join(name_words(name))
    currency = currency_of(text)
    if currency and ("currency" in title or _CURRENCY_CODE.search(description)):
        return currency
    about = f"{title}: {description}"
    if said in _COUNTRY and _WANTS_COUNTRY.search(about):
        two, three = _COUNTRY[said]
        short = _TWO.search(about) or ("country code" in title and not _DIALLED.search(about))
        return three if _THREE.search(about) else two if short else _country_of(said, description) or text
    if said in STATES and _SHORT_STATE.search(about):
        return STATES[said]
    if _WANTS_TICKER.search(about):
        return _TICKER.get(_COMPANY.sub("", said), text)
    if _WANTS_ELEMENT.match(about):
        return _ELEMENT.get(said, text)
    if _WANTS_LANGUAGE.search(about) and _WANTS_CODE.search(about):
        return _language_code(said, regional=bool(_REGIONAL.search(about))) or text
    return text


def _language_code(said: str, *, regional: bool) -> str:
    """The code of the one language that a text names, "polite german"; `regional`: with the country that it is spoken
    in, pt-BR for "brazilian portuguese". Empty where it names none or several."""
    words = said.split()
    codes = {_LANGUAGE[word] for word in words if word in _LANGUAGE}
    if len(codes) != 1:
        return ""
    code = codes.pop()
    regions = {_COUNTRY[word][0] for word in words if word in _COUNTRY and word not in _LANGUAGE}
    return f"{code}-{regions.pop()}" if regional and len(regions) == 1 else code


_REGIONAL = re.compile(r"BCP.?47|\blocale\b|['\"(. ][a-z]{2}-[A-Z]{2}\b")


def _country_of(people: str, description: str) -> str:
    """The country that its people are called by, where a description begins by asking for a country."""
    return _OF_PEOPLE.get(people, "").title() if _COUNTRY_FIRST.match(description) else ""


_OF_PEOPLE = {
    names[-1]: names[0]
    for names in (row.split(" ", 2)[2].split(", ") for row in _COUNTRIES.strip().splitlines())
    if len(names) == 2 and names[0] != "bosnia and herzegovina"
} | {
    "american": "united states", "british": "united kingdom", "dutch": "netherlands", "czech": "czech republic",
    "filipino": "philippines", "south korean": "south korea", "brazilian": "brazil",
}  # fmt: skip
_COUNTRY_FIRST = re.compile(
    r"(?:the |a )?(?:name of (?:the|a) )?country\b(?!.*\b(?:language|national|people))", re.IGNORECASE
)


_COMPANY = re.compile(r"[,.]? (?:inc|corp|corporation|company|co|ltd|plc|platforms|motors)\.?$|['\u2019]s$")


def currency_of(text: str) -> str:
    """The code of a currency by its name, sign or code; empty for anything else."""
    said = text.lower().strip(" .")
    return CURRENCIES.get(said, said.upper() if said.upper() in CURRENCIES.values() else "")


def language_of(text: str, *, coded: bool = False) -> str:
    """The code of a language by its English name, or, if `coded`, by its code; empty for anything else."""
    said = text.lower().strip(" .")
    return said if coded and said in _LANGUAGE.values() else _LANGUAGE.get(said, "")


def coded_as(name: str, description: str) -> Literal["currency", "language", ""]:
    """Which code the parameter `name` wants and nothing else."""
    about = f"{' '.join(name_words(name))}: {description}"
    if re.search(r"\bcurrency\b|\bISO 4217\b", about, re.IGNORECASE) and _CURRENCY_CODE.search(description):
        return "currency"
    return "language" if _WANTS_LANGUAGE.search(about) and _WANTS_CODE.search(about) else ""


def with_code(text: str, description: str) -> str:
    """ "Denver, Colorado" as "Denver, CO", "Lyon, France" as "Lyon, FR", where the description has an example of that
    or speaks of codes; else the text as it is."""
    place, comma, region = text.rpartition(",")
    said = region.strip().lower()
    if not comma:
        return text
    if said in STATES and _STATE_BEHIND.search(description):
        return f"{place}, {STATES[said]}"
    if said in _COUNTRY and _CODE_BEHIND.search(description):
        return f"{place}, {_COUNTRY[said][0]}"
    return text


_STATE_BEHIND = re.compile(rf"\b[A-Z][a-z]+, (?:{'|'.join(STATES.values())})\b")
_CODE_BEHIND = re.compile(r"\bcountry code\b", re.IGNORECASE)


def is_country(text: str) -> bool:
    """Whether a text is the name of a country in English, or what its people are called."""
    return text.lower().strip(" .") in _COUNTRY


def codes_of(text: str) -> set[str]:
    """All codes that a name may be meant by: "German" has de, "Germany" DE and DEU."""
    said = text.lower().strip(" .")
    return {*_COUNTRY.get(said, ())} | {codes[said] for codes in (_LANGUAGE, STATES, CURRENCIES) if said in codes}
