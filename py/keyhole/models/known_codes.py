"""Codes of languages (ISO 639-1) and currencies (ISO 4217), for parameters that want a code where people say a name."""

from __future__ import annotations

import re

_LANGUAGES = (
    "en English,zh Chinese,zh Mandarin,hi Hindi,es Spanish,fr French,ar Arabic,bn Bengali,pt Portuguese,ru Russian,"
    "ur Urdu,id Indonesian,de German,ja Japanese,tr Turkish,ko Korean,vi Vietnamese,it Italian,th Thai,pl Polish,"
    "nl Dutch,sv Swedish,da Danish,no Norwegian,fi Finnish,el Greek,cs Czech,hu Hungarian,ro Romanian,uk Ukrainian,"
    "he Hebrew,fa Persian,ms Malay,ta Tamil,sw Swahili,la Latin,ga Irish,is Icelandic,bg Bulgarian,hr Croatian"
)
_CURRENCIES = (
    "USD us dollars,USD us dollar,USD dollars,USD american dollars,USD $,EUR euros,EUR euro,EUR €,GBP british pounds,"
    "GBP pounds,GBP pounds sterling,GBP british pound,GBP pound,GBP £,JPY japanese yen,JPY yen,JPY ¥,CNY yuan,"
    "CNY chinese yuan,INR rupees,INR indian rupees,INR indian rupee,CAD canadian dollars,CAD canadian dollar,"
    "AUD australian dollars,AUD australian dollar,CHF swiss francs,CHF swiss franc,MXN mexican pesos,KRW won,"
    "KRW korean won,RUB rubles,SEK swedish kronor,NOK norwegian kroner,BRL brazilian reais,TRY turkish lira,"
    "SGD singapore dollars,HKD hong kong dollars,NZD new zealand dollars,THB thai baht,THB baht,BTC bitcoin"
)
_LANGUAGE = {name.lower(): code for code, name in (pair.split(" ", 1) for pair in _LANGUAGES.split(","))}
_CURRENCY = {name: code for code, name in (pair.split(" ", 1) for pair in _CURRENCIES.split(","))}
_WANTS_LANGUAGE = re.compile(r"\blang(?:uage)?\b", re.IGNORECASE)
_WANTS_CODE = re.compile(r"BCP.?47|ISO|\bcodes?\b|(?-i:['\"(]en['\")])", re.IGNORECASE)


def as_code(name: str, description: str, text: str) -> str:
    """The code of what the text names, where the parameter `name` wants one; else the text as it is.

    A language's code is wanted where the description speaks of codes or gives 'en' as an example, a currency's always.
    """
    said = text.lower().strip()
    title = name.replace("_", " ").lower()
    if "currency" in title:
        return _CURRENCY.get(said, text)
    if _WANTS_LANGUAGE.search(f"{title} {description}") and _WANTS_CODE.search(description):
        return _LANGUAGE.get(said, text)
    return text
