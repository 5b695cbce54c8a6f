"""From a question in everyday words to full-text queries that find what was written in other words.

Three things help BM25 over stemmed words: leaving out the words that every question has, prefixes ("swim" finds
"swimming lessons" where the stemmer does not), and, at a lower weight, words that commonly stand for each other.
No model takes part; it is the same under CPython and in the page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice

_WORD = re.compile(r"\w+")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
    "\U00020000-\U0003ffff]+"
)
"""Writing in which no spaces set the words apart, or words carry endings that no stemmer here knows: Thai to Korean."""
_MOST_WORDS, _MOST_TEXT, _MOST_HITS = 24, 10_000, 200
_PREFIX_FROM = 4
RELATED_WEIGHT = 0.45
"""What a related word counts against one that was asked for."""

_STOP_WORDS = frozenset(
    """a an the and or but if of at by for with about against between into through to from in out on off over under
    again further then once here there all any both each few more most other some such no nor not only own same so
    than too very s t can will just don should now i me my mine myself we our ours us you your yours he him his she
    her hers it its they them their what which who whom whose this that these those am is are was were be been being
    have has had having do does did doing would could ought ll re ve d m when where why how tell know remember
    remind please find search look say said much many get got whats want let lets ever everything
    forget forgot""".split()  # noqa: SIM905  a page of quotes would hide the words
)

# Words that say little about what is meant: "which food do I like" is about food.
_WEAK_WORDS = frozenset(
    """like love use take make go give keep thing kind sort name time day year family people person friend place new
    good best most main current next last still anything anyone somebody something""".split()  # noqa: SIM905  as above
)
WEAK_WEIGHT = 0.35

# Forms that no stemmer brings together.
_IRREGULAR = """
meet met; break broke broken; sell sold; buy bought; run ran; write wrote written; teach taught; lose lost; give
gave given; fight fought; fly flew flown; drive drove driven; eat ate eaten; drink drank drunk; speak spoke spoken;
think thought; get got; go went gone; come came; see saw seen; take took taken; make made; keep kept; leave left;
sleep slept; build built; send sent; spend spent; find found; hold held; tell told; feel felt; hear heard; know knew
known; grow grew grown; wear wore worn; choose chose chosen; begin began begun; swim swam swum; sing sang sung; wake
woke woken; forget forgot forgotten; pay paid; read; catch caught; bring brought; bite bitten bit; fall fell fallen;
hide hid hidden; steal stole stolen; win won; shoot shot; sit sat; stand stood; lend lent; child children; person
people; foot feet; tooth teeth; mouse mice; wife wives; life lives; knife knives; leaf leaves; man men; woman women;
marry married marries; die died dead; movie film; mum mother; dad father; best favourite favorite; fridge
refrigerator; phone telephone mobile; tv television screen screens; bike bicycle; plane aeroplane airplane; doctor
dr; glasses spectacles; hospital clinic; flat apartment; vacation holiday holidays; wifi wireless
"""

# Words of one line commonly stand for each other when people ask about what they once said. After `>` stand examples of
# what is before it: who asks for a colour may mean green, who asks for red does not.
_RELATED = """
food eat dish meal cuisine cook dinner lunch breakfast snack > recipe pizza pasta soup vegetarian vegan diet hungry
dessert sweet > cake ice chocolate
drink beverage > coffee tea alcohol wine beer juice lemonade milk espresso
meat > vegetarian vegan pork steak beef chicken
like love favourite favorite enjoy prefer best fond
hate dislike avoid stand loathe
job work profession occupation career employed living > engineer teacher nurse doctor office
boss manager supervisor lead
salary paid wage income pay
money owe debt euro dollar cost charge price pay
savings fund invest share money saving
car drive vehicle auto > toyota
motorbike motorcycle bike bicycle cycling
flight plane fly airport pilot airline
commute tram bus train travel ride metro
travel visit trip vacation holiday journey tour
vacation holiday break leave
dog puppy > beagle pet
cat kitten pet
animal pet > dog cat spider insect bee
insect bug > bee spider
city town village live moved lives home
home house flat apartment live
childhood child grew grow young kid born
child kid son daughter children
mother mum mom parent maiden
father dad parent
wife husband spouse partner married
wedding married marry anniversary fiancee engaged divorced divorce
citizenship passport nationality visa
operation surgery removed appendix
login password username account
boat ship sea > seasick lake water
weigh weight kilo kilos
jog run running marathon runner
gym sport sports athlete athletic team
grandma grandmother granny nan
grandpa grandfather
baby newborn infant
broken cracked damaged leak leaks repair broke
birthday born birth
name called nickname call username
movie film cinema
book novel read author library
music > band song concert instrument cello piano drums
instrument play > cello piano guitar violin drums
sport > handball football swim run cycling climbing gym yoga train
gym fitness studio workout
language speak > polish english german portuguese french spanish learning
study studied university degree learning learn
school teacher grade class
exam test passed fail
allergy allergic antihistamines hay fever
headache migraine pain hurt
illness disease sick ill > cough
vaccination vaccine shot jab
dentist doctor teeth
optician eye glasses lenses eyesight sighted
scared afraid fear fright frighten frightened
expire end due run out until
begin start
internet wifi wi network provider web
password code pin combination
computer laptop phone pc
phone mobile number plan gigabyte
rubbish trash garbage bin waste
christmas xmas decoration ornament
key lock door
extra spare
heating boiler heater radiator
collected emptied collect
colour color > green yellow blue red painted
season year > autumn spring summer winter
morning wake wakes up early
tall height
blood type group
hand handed
stop quit gave
company provider firm insurer
insurance insure insures insurer
tattoo inked ink
toy > figure dinosaur game
scary horror thriller
plants water garden > waters tomatoes
begin open start
"""


# An age is said with a number alone.
_MY_AGE = re.compile(r"\bhow old (?:am i|i am)\b|\bmy age\b", re.IGNORECASE)
_AGE_FORMS = tuple(
    f"{start}{am} [0-9]*" for am in ("i am", "i'm", "i\u2019m", "i turned", "i just turned") for start in ("", "* ")
)

# "Who is the president of France?": of what has a name of its own, and of nothing of the visitor's.
_THE_OF = re.compile(
    r"\W*(?:(?:and|so|ok|hey|please),? )*(?:what|who|where|when)(?:['\u2019]?s| is| are| was| were) the (?P<head>.+?)"
    r" (?:of|in|for|at|on|from|to) (?!(?:the|an?|this|that|these|those|his|her|their|its|your)\b)",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:i|me|my|mine|we|our|us)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as full-text queries: the words asked for, (FTS5 match, weight), pairs of characters of writing
    without spaces, and GLOB patterns of lower-case texts that answer it in none of its words.

    `head` are the words of the thing that is asked for of something else: "president" of "the president of France"."""

    words: tuple[str, ...]
    matches: tuple[tuple[str, float], ...]
    pairs: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    head: tuple[str, ...] = ()


def ask_for(query: str) -> Ask:
    """What to search for. `words` is empty when the text has no word in it."""
    words = words_of(query)[:_MOST_WORDS] or _every_word(query)[:_MOST_WORDS]
    if not words:
        return Ask((), ())
    strong = [word for word in words if word not in _WEAK_WORDS]
    weak = [word for word in words if word in _WEAK_WORDS]
    forms = _others(words, _forms())
    matches = (
        ([term for word in strong for term in _terms(word)] + [f'"{word}"' for word in forms], 1.0),
        ([f'"{word}"' for word in weak], WEAK_WEIGHT),
        ([f'"{word}"' for word in _others(words, _related()) if word not in forms], RELATED_WEIGHT),
    )
    return Ask(
        tuple(words),
        tuple((" OR ".join(terms), weight) for terms, weight in matches if terms),
        _pairs(" ".join(words)),
        _AGE_FORMS if _MY_AGE.search(query[:_MOST_TEXT]) else (),
        _head(query[:_MOST_TEXT]),
    )


def _head(query: str) -> tuple[str, ...]:
    asked = None if _OWN.search(query) else _THE_OF.match(query)
    return tuple(word for word in words_of(asked["head"]) if word not in _WEAK_WORDS) if asked else ()


def names(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words stands in a text, or one that commonly stands for it."""
    said = stems_of(text)
    return any(not said.isdisjoint(_alike(_stem(word))) for word in words)


def answers(query: str, text: str) -> bool:
    """Whether a text speaks of all that a question tells, in its words or related ones, and has one of them itself."""
    asked, said = [_stem(word) for word in words_of(query) if word not in _WEAK_WORDS], stems_of(text)
    return not said.isdisjoint(asked) and all(not said.isdisjoint(_alike(stem)) for stem in asked)


def _alike(stem: str) -> set[str]:
    return {stem, *map(_stem, (*_forms().get(stem, ()), *_related().get(stem, ())))}


def words_of(text: str) -> list[str]:
    """The words of a text that tell something, lower case, each once; of a long text those at its start."""
    return [word for word in _every_word(text) if word not in _STOP_WORDS]


def stems_of(text: str) -> frozenset[str]:
    """The stems of `words_of`: two texts that share them all speak of the same thing."""
    return frozenset(map(_stem, words_of(text)))


def passage(text: str, query: str, longest: int) -> str:
    """The part of a text, of so many characters, in which most words of the query stand; a short text as it is."""
    if len(text) <= longest:
        return text
    wanted, room = stems_of(query), longest - 2
    found = ((word.start(), _stem(word[0].casefold())) for word in _WORD.finditer(text))
    hits = list(islice((hit for hit in found if hit[1] in wanted), _MOST_HITS))
    start = max(
        (at for at, _ in hits),
        key=lambda start: (len({stem for at, stem in hits if start <= at < start + room // 2}), -start),
        default=0,
    )
    start = max(0, min(start - room // 4, len(text) - room))
    start = 0 if start == 0 else text.find(" ", start, start + 20) + 1 or start
    return ("…" if start else "") + text[start : start + room].strip() + ("…" if start + room < len(text) else "")


def _every_word(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text[:_MOST_TEXT]).casefold().replace("\u2019", "'")
    return list(dict.fromkeys(_WORD.findall(plain)))[: _MOST_WORDS * 4]


def _pairs(text: str) -> tuple[str, ...]:
    runs = _UNSPACED.findall(text)
    pairs = (run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1)))
    return tuple(dict.fromkeys(pairs))[:_MOST_WORDS]


def _others(words: list[str], groups: dict[str, frozenset[str]]) -> list[str]:
    return sorted({other for word in words for other in groups.get(_stem(word), ()) if other not in words})


def _terms(word: str) -> list[str]:
    return [f'"{word}"', f'"{word}"*'] if len(word) >= _PREFIX_FROM else [f'"{word}"']


@cache
def _related() -> dict[str, frozenset[str]]:
    return _by_stem(_RELATED.strip().splitlines())


@cache
def _forms() -> dict[str, frozenset[str]]:
    return _by_stem(_IRREGULAR.split(";"))


def _by_stem(lines: list[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in lines:
        alike, _, examples = (part.split() for part in line.partition(">"))
        for word in alike:
            found.setdefault(_stem(word), set()).update(alike, examples)
        for word in examples:
            found.setdefault(_stem(word), set()).update(alike)
    return {word: frozenset(group) for word, group in found.items()}


def _stem(word: str) -> str:
    """Enough of a stem to bring plurals and -ing together here; the index has Porter's."""
    for ending in ("ings", "ing", "ies", "es", "ed", "s", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word.removesuffix("e") if len(word) > 3 else word
