"""Currencies by the names that people give them."""

from __future__ import annotations

_TABLE = """
USD us dollars, us dollar, dollars, dollar, american dollars, bucks, $
EUR euros, euro, €
GBP british pounds, pounds, pounds sterling, british pound, pound, quid, £
JPY japanese yen, yen, ¥
CNY yuan, chinese yuan
INR rupees, indian rupees, indian rupee
CAD canadian dollars, canadian dollar
AUD australian dollars, australian dollar
CHF swiss francs, swiss franc, francs
MXN mexican pesos, mexican peso, pesos
KRW won, korean won
SEK swedish kronor, swedish krona, swedish crowns
NOK norwegian kroner, norwegian krone, norwegian crowns
TRY turkish lira, lira
NZD new zealand dollars, new zealand dollar
SGD singapore dollars, singapore dollar
HKD hong kong dollars, hong kong dollar
TWD taiwan dollars, taiwan dollar
RUB rubles, russian rubles, russian ruble
BRL brazilian reais, brazilian real
THB thai baht, baht
PLN polish zloty, zloty, zlotys
CZK czech koruna, koruna, czech crowns
DKK danish kroner, danish krone, danish crowns
ISK icelandic krona, icelandic kronur
HUF hungarian forint, hungarian forints, forint, forints
RON romanian lei, romanian leu
BGN bulgarian leva, bulgarian lev
UAH ukrainian hryvnia, hryvnia
IDR indonesian rupiah, rupiah
MYR malaysian ringgit, ringgit
VND vietnamese dong
PHP philippine pesos, philippine peso
ARS argentine pesos, argentine peso
CLP chilean pesos, chilean peso
COP colombian pesos, colombian peso
ILS israeli shekels, israeli shekel, shekels, shekel
AED emirati dirhams, uae dirhams, uae dirham
SAR saudi riyals, saudi riyal
EGP egyptian pounds, egyptian pound
MAD moroccan dirhams, moroccan dirham
NGN nigerian naira, naira
KES kenyan shillings, kenyan shilling
PKR pakistani rupees, pakistani rupee
ZAR rand, south african rand
BTC bitcoin
"""
CURRENCIES = {
    name: code
    for code, names in (row.split(" ", 1) for row in _TABLE.strip().splitlines())
    for name in names.split(", ")
}
"""Lower-case name or sign -> code (ISO 4217)."""
