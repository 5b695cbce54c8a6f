"""Where well-known cities lie, for parameters that want "City, State" where people say the city alone.

The largest cities and places that people travel to; a name that means several of about the same weight is left out.
"""

from __future__ import annotations

import re

from keyhole.models.embedded.codes.known_codes import STATES

_CITIES = """
AL: Huntsville, Mobile, Tuscaloosa
AK: Anchorage, Fairbanks, Juneau
AZ: Phoenix, Tucson, Mesa, Chandler, Scottsdale, Gilbert, Tempe, Flagstaff, Sedona
AR: Little Rock
CA: Los Angeles, San Diego, San Jose, San Francisco, Fresno, Sacramento, Long Beach, Oakland, Bakersfield
CA: Anaheim, Santa Ana, Riverside, Stockton, Irvine, Chula Vista, Fremont, Santa Clarita, San Bernardino
CA: Modesto, Fontana, Oxnard, Huntington Beach, Santa Rosa, Elk Grove, Rancho Cucamonga, Oceanside
CA: Garden Grove, Palmdale, Corona, Salinas, Hayward, Sunnyvale, Escondido, Pomona, Torrance, Pasadena
CA: Fullerton, Visalia, Santa Clara, Concord, Thousand Oaks, Simi Valley, Vallejo, Berkeley, Carlsbad, Antioch
CA: Daly City, San Mateo, Santa Monica, Santa Barbara, Santa Cruz, Mountain View, Palo Alto, Redwood City
CA: Walnut Creek, San Rafael, Napa, Sonoma, Petaluma, Novato, Cupertino, Milpitas, Livermore, Pleasanton
CA: San Ramon, Burlingame, San Bruno, San Leandro, Alameda, Emeryville, Menlo Park, Los Gatos, Saratoga
CA: Morgan Hill, Gilroy, Pittsburg, Martinez, Benicia, Orinda, Union City, Castro Valley, Half Moon Bay
CA: Pacifica, Sausalito, Mill Valley, Healdsburg, Davis, Monterey, Carmel, Malibu, Beverly Hills, Burbank
CA: Palm Springs, Lake Tahoe, Hollywood, West Hollywood, Culver City, Glendale, Inglewood, Laguna Beach, Santa Maria
CA: Newport Beach, Costa Mesa, Temecula, Murrieta, Redding, Chico, San Luis Obispo, Ventura, Merced, Roseville, Folsom
CA: Campbell, Los Altos, Foster City, Millbrae, San Carlos, Belmont, South San Francisco, East Palo Alto, Atherton
CA: Larkspur, Corte Madera, Tiburon, San Anselmo, Rohnert Park, Sebastopol, Cotati, Yountville, St. Helena, Calistoga
CA: Vacaville, Suisun City, American Canyon, Pleasant Hill, Moraga, Danville, Brentwood, Oakley, Hercules, Pinole
CA: El Cerrito, San Pablo, Piedmont, San Lorenzo, Woodside, Portola Valley, Pacific Grove, Watsonville, Hollister
CO: Denver, Colorado Springs, Aurora, Fort Collins, Boulder, Aspen, Vail, Lakewood, Littleton, Telluride, Breckenridge
CT: Bridgeport, New Haven, Hartford, Stamford
DC: Washington, Washington D.C., Washington DC
FL: Jacksonville, Miami, Tampa, Orlando, St. Petersburg, Hialeah, Tallahassee, Fort Lauderdale, Cape Coral
FL: Gainesville, Sarasota, Key West, Miami Beach, Naples, Clearwater, West Palm Beach, Boca Raton
FL: Pensacola, Daytona Beach, Fort Myers, Kissimmee, Palm Beach
GA: Atlanta, Augusta, Savannah, Macon, Marietta, Alpharetta, Roswell
HI: Honolulu, Hilo
ID: Boise, Idaho Falls
IL: Chicago, Rockford, Naperville, Peoria, Evanston
IN: Indianapolis, Fort Wayne, Evansville, South Bend, Bloomington
IA: Des Moines, Cedar Rapids, Davenport
KS: Wichita, Overland Park, Topeka
KY: Louisville, Lexington
LA: New Orleans, Baton Rouge, Shreveport
ME: Bangor, Bar Harbor
MD: Baltimore, Annapolis, Bethesda
MA: Boston, Worcester, Cambridge, Lowell, Somerville
MI: Detroit, Grand Rapids, Ann Arbor, Lansing, Flint
MN: Minneapolis, St. Paul, Saint Paul, Duluth
MS: Biloxi
MO: Kansas City, St. Louis, Saint Louis, Branson
MT: Billings, Missoula, Bozeman
NE: Omaha, Lincoln
NV: Las Vegas, Henderson, Reno, Carson City
NH: Nashua
NJ: Newark, Jersey City, Paterson, Trenton, Atlantic City, Hoboken, Princeton
NM: Albuquerque, Santa Fe, Las Cruces
NY: New York, New York City, Buffalo, Rochester, Yonkers, Syracuse, Albany, Brooklyn, Manhattan, Queens, Bronx
NY: Staten Island, Ithaca, Long Island, White Plains
NC: Charlotte, Raleigh, Greensboro, Durham, Winston-Salem, Asheville, Wilmington, Chapel Hill
ND: Fargo, Bismarck
OH: Columbus, Cleveland, Cincinnati, Toledo, Akron, Dayton
OK: Oklahoma City, Tulsa, Norman
OR: Portland, Salem, Eugene, Bend
PA: Philadelphia, Pittsburgh, Allentown, Erie, Scranton, Harrisburg, Hershey
RI: Providence, Newport
SC: Charleston, Greenville, Myrtle Beach
SD: Sioux Falls, Rapid City
TN: Nashville, Memphis, Knoxville, Chattanooga
TX: Houston, San Antonio, Dallas, Austin, Fort Worth, El Paso, Corpus Christi, Plano, Laredo, Lubbock, Irving
TX: Garland, Frisco, McKinney, Amarillo, Waco, Galveston, Round Rock, Denton, Sugar Land, Midland, Odessa, San Marcos
UT: Salt Lake City, Provo, Park City, Moab
VT: Burlington
VA: Virginia Beach, Richmond, Norfolk, Chesapeake, Alexandria, Roanoke, Williamsburg
WA: Seattle, Spokane, Tacoma, Bellevue, Olympia, Redmond, Kirkland, Bellingham, Everett, Yakima
WI: Milwaukee, Madison, Green Bay
WY: Cheyenne, Jackson Hole
UK: London, Manchester, Liverpool, Edinburgh, Glasgow, Leeds, Bristol, Oxford, Belfast, Cardiff
France: Paris, Marseille, Lyon, Nice, Toulouse, Bordeaux, Cannes
Germany: Berlin, Munich, Hamburg, Frankfurt, Cologne, Stuttgart
Spain: Madrid, Barcelona, Valencia, Seville, Malaga
Italy: Rome, Milan, Venice, Florence, Turin
Portugal: Lisbon, Porto
Netherlands: Amsterdam, Rotterdam, The Hague
Belgium: Brussels, Antwerp, Bruges
Switzerland: Zurich, Geneva, Basel, Bern
Austria: Vienna, Salzburg
Ireland: Dublin, Cork, Galway
Denmark: Copenhagen
Sweden: Stockholm, Gothenburg
Norway: Oslo, Bergen
Finland: Helsinki
Iceland: Reykjavik
Poland: Warsaw, Krakow
Czech Republic: Prague
Hungary: Budapest
Greece: Athens
Turkey: Istanbul, Ankara
Russia: Moscow, Saint Petersburg
Ukraine: Kyiv
Israel: Tel Aviv, Jerusalem, Haifa
UAE: Dubai, Abu Dhabi
Saudi Arabia: Riyadh, Jeddah, Mecca
Egypt: Cairo
Morocco: Marrakesh, Casablanca
Kenya: Nairobi
Nigeria: Lagos, Abuja
South Africa: Cape Town, Johannesburg, Durban
India: Mumbai, Delhi, New Delhi, Bangalore, Bengaluru, Chennai, Kolkata, Hyderabad, Pune, Goa, Jaipur, Noida
Pakistan: Karachi, Lahore, Islamabad
Bangladesh: Dhaka
Nepal: Kathmandu
Sri Lanka: Colombo
Thailand: Bangkok, Phuket, Chiang Mai
Vietnam: Hanoi, Ho Chi Minh City, Da Nang
Malaysia: Kuala Lumpur, Penang
Indonesia: Jakarta, Bali
Philippines: Manila, Cebu
China: Beijing, Shanghai, Shenzhen, Guangzhou, Chengdu, Hong Kong
Taiwan: Taipei
Japan: Tokyo, Osaka, Kyoto, Sapporo, Nagoya
South Korea: Seoul, Busan
Australia: Sydney, Melbourne, Brisbane, Perth, Adelaide, Canberra
New Zealand: Auckland, Wellington
Canada: Toronto, Montreal, Vancouver, Calgary, Ottawa, Edmonton, Winnipeg, Quebec City
Mexico: Mexico City, Cancun, Guadalajara, Tijuana
Brazil: Rio de Janeiro, Sao Paulo, São Paulo, Brasilia
Argentina: Buenos Aires
Chile: Santiago
Peru: Lima
Colombia: Bogota, Medellin
Cuba: Havana
"""
_SHORT = {
    "la": "Los Angeles",
    "sf": "San Francisco",
    "san fran": "San Francisco",
    "nyc": "New York",
    "philly": "Philadelphia",
    "vegas": "Las Vegas",
    "dc": "Washington",
    "big apple": "New York",
    "the big apple": "New York",
    "nola": "New Orleans",
    "slc": "Salt Lake City",
    "washington dc": "Washington",
    "washington d.c.": "Washington",
}
_REGION: dict[str, str] = {}
_NAME: dict[str, str] = {}
for _line in _CITIES.strip().splitlines():
    _place, _, _names = _line.partition(": ")
    for _city in _names.split(", "):
        _REGION[_city.lower()] = _place
        _NAME[_city.lower()] = _city

_WITH_STATE = re.compile(rf"([A-Z][\w.' -]*?),? ({'|'.join(STATES.values())}|(?i:{'|'.join(STATES)}))")
_SMALL_WITH_STATE = re.compile(rf"([a-z.' -]+?),? ({'|'.join((*STATES, *map(str.lower, STATES.values())))})")
_ASKED = re.compile(
    r"\bcity,? (?:and )?(?:the )?(?:state|country)\b(?!,? etc)"
    r"|\b(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)*, (?:[A-Z]{2}\b|France|Japan|UK))"
    r"|\bcity (?:name )?(?:and|with|followed by)(?: the)? (?:state|country)\b",
    re.IGNORECASE,
)


def asks_for_region(description: str) -> bool:
    """Whether a parameter's description wants a city together with its state or country, by words or by examples."""
    return bool(_ASKED.search(description))


def full_name(city: str) -> str:
    """ "Philly" as "Philadelphia"; any other text as it is."""
    return _SHORT.get(city.lower().strip(), city)


def with_region(city: str) -> str:
    """ "Boston" as "Boston, MA", "Boise Idaho" as "Boise, ID" and "paris" as "Paris, France"; any other text as it
    is."""
    if with_state := _WITH_STATE.fullmatch(city):
        return f"{with_state[1]}, {STATES.get(with_state[2].lower(), with_state[2])}"
    if (with_state := _SMALL_WITH_STATE.fullmatch(city)) and with_state[1] in _NAME:
        return f"{_NAME[with_state[1]]}, {STATES.get(with_state[2], with_state[2].upper())}"
    key = full_name(city).lower().strip()
    region = _REGION.get(key)
    return city if region is None else f"{_NAME[key]}, {region}"
