# ruff: noqa: RUF001, SIM905  (marks of other scripts are what people type; word lists read best as words)
"""In which language a request is: all that the model has learned is English (`glossed`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from keyhole.models.embedded.text import STOP
from keyhole.models.embedded.texts.glossary import folded, forms

_COMMON: Mapping[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "de": "der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden "
        "nicht kein keine keinen mit von vom zu zum zur für auf im am an bei beim nach aus wie viel viele was "
        "wer wo wann warum welche welcher welches welchen ich mir mich mein meine meinen meiner meinem du dir "
        "dich dein deine kannst können könntest könnten bitte möchte will brauche gibt es heute morgen "
        "gestern jetzt noch dass wenn um bis seit ohne über unter zwischen alle mal sie wir uns unser unsere "
        "ihr ihre sein seine hat haben habe als auch nur ab so mach stell zeig zeige schick such suche buche "
        "wieviel soll sollen",
        "fr": "le la les un une des du de et ou est sont était ne pas mon ma mes ton ta tes son sa ses notre nos "
        "votre vos leur leurs je tu il elle nous vous ils elles me te se que qui quoi quel quelle quels "
        "quelles où quand comment combien pourquoi pour avec sans dans sur sous entre chez vers avant après "
        "depuis jusqu à au aux ce cet cette ces s'il plaît peux peut pouvez pourrais pourriez voudrais veux "
        "faut ai as a avons avez ont donne montre trouve envoie aujourd hui demain hier plus moins y en si "
        "été être faire moi lui",
        "es": "el la los las un una unos unas de del al y o es son era está están hay no mi mis tu tus su sus "
        "nuestro nuestra yo me te se nos le les lo que qué quién cuál cuáles cuándo dónde cómo cuánto cuánta "
        "cuántos cuántas por para con sin en entre sobre desde hasta hacia este esta estos estas ese esa eso "
        "esto favor puedes puede podrías quiero quisiera necesito tengo dime muéstrame busca pon hoy mañana "
        "ayer más menos muy ya si ha he fue ser",
        "pt": "o a os as um uma uns umas de do da dos das no na nos nas em ao à aos pelo pela por para pra pro e ou "
        "é são era está estão há não meu minha meus minhas seu sua seus suas eu me te se nós lhe que quem "
        "qual quais quando onde como quanto quanta quantos quantas com sem entre sobre desde até este esta "
        "isso isto favor pode podes poderia quero queria preciso tenho mostra mostre me diga hoje amanhã "
        "ontem mais menos muito já foi ser você vocês ele ela",
        "it": "il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal "
        "dalla in nel nella nei sul sulla con su per tra fra e o è sono era non mio mia miei mie tuo tua suo "
        "sua nostro io mi ti si ci vi che chi quale quali quando dove come quanto quanta quanti quante perché "
        "questo questa quello favore puoi può potresti vorrei voglio devo ho hai ha abbiamo dimmi mostrami "
        "trova manda oggi domani ieri più meno molto già c'è cosa",
        "nl": "de het een en of is zijn was niet geen met van voor op in aan bij naar uit om tot te ter hoe "
        "veel wat wie waar wanneer waarom welke welk ik mij me mijn je jij jouw u uw we wij ons onze hij zij "
        "ze hun dit dat deze die kan kun kunt kunnen kan zou zouden wil wilt graag alsjeblieft alstublieft "
        "heb hebt heeft hebben er vandaag morgen gisteren nog maar als dan ook naar over onder tussen door "
        "zonder moet moeten geef toon zoek stuur zet maak hoeveel zit boek zeg mag ben nodig uur",
    }.items()
}  # fmt: skip
"""The commonest words of languages in Latin script, by which they are told from English and from each other."""
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
)
"""Languages by letters that English has not; Chinese characters are Japanese beside kana."""
_CHINESE = _SCRIPTS[2][1]
_OTHER_LETTERS = 0.5
"""The share of letters that have to be of such a script: a request may quote what is to be translated."""
_ENGLISH_FIRST = STOP | frozenset(
    "play find search show book watch read listen translate call send add order open set create make buy check list "
    "remind say write look go".split()
)
"""What an English request begins with, whatever it names: "play la vie en rose"."""
KEPT = re.compile(
    r"\"[^\"]+\"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|(?<!\w)'[^'\n]+'(?!\w)|‘[^’]+’|「[^」]+」|『[^』]+』|《[^》]+》|`[^`]+`|"
    r"(?<!\S)\S+@\S+|https?://\S+|"
    r"(?<![!-~])(?:(?=[!-~]*\d)(?=[!-~]*[A-Za-z])|(?=[!-~]*\w(?:[_/\\]|\.[A-Za-z])))[!-~]+"
)
"""What is of no language: quotations, addresses, paths and codes."""
_WORD = re.compile(r"[^\W\d_]+")
_ALL = 3
"""Words of which one is enough that tells the language, if its glossary has them all."""
_READ = 2000
"""Characters of a text that are looked at."""


def language_of(text: str) -> str | None:
    """The language of a text by its code (ISO 639-1); None for English, and for what is not known."""
    bare = KEPT.sub(" ", text[:_READ])
    letters = sum(character.isalpha() for character in bare)
    for language, script in _SCRIPTS:
        found = len(script.findall(bare))
        if found and found + len(_CHINESE.findall(bare)) * (language == "ja") >= _OTHER_LETTERS * letters:
            return language
    words = [word.lower() for word in _WORD.findall(bare)]
    said = {language: sum(word in common for word in words) for language, common in _COMMON.items()}
    most = max(said.values())
    if most <= sum(word in STOP for word in words):
        return None
    near = [language for language, count in said.items() if count >= max(1, most - 1)]
    best = max(near, key=lambda language: said[language] + _known(words, language))
    own = {word for word in words if word in _COMMON[best] and word not in STOP and (len(word) > 1 or word > "z")}
    sure = len(own) > 1 or any(len(word) > 4 for word in own)
    sure = sure or (bool(own) and _known(words, best) == len(words) >= _ALL)
    if not sure or 4 * said[best] < len(words):
        return None
    return None if words[0] in _ENGLISH_FIRST and words[0] not in _COMMON[best] else best


def _known(words: Sequence[str], language: str) -> int:
    """How many words stand in the glossary of a language."""
    return sum(folded(word) in forms(language) for word in words)
