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
MXN mexican pesos, pesos
KRW won, korean won
SEK swedish kronor, swedish krona
NOK norwegian kroner
TRY turkish lira, lira
NZD new zealand dollars
SGD singapore dollars
HKD hong kong dollars
RUB rubles
BRL brazilian reais
THB thai baht, baht
PLN polish zloty, zloty
CZK czech koruna, koruna
DKK danish kroner
ZAR rand
BTC bitcoin
"""
CURRENCIES = {
    name: code
    for code, names in (row.split(" ", 1) for row in _TABLE.strip().splitlines())
    for name in names.split(", ")
}
"""Lower-case name or sign -> code (ISO 4217)."""
