# ruff: noqa: SIM905  (word lists read best as words)
"""All ways to answer a parameter from a request, and what speaks for each: the features of `embedded_ranker`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from keyhole.models.embedded_amounts import number_value, rests_of_measures
from keyhole.models.embedded_prompt import FillView, Parameter
from keyhole.models.embedded_ranker import Candidate
from keyhole.models.embedded_sight import Sight, Wanted, about_of, likeness, title_of
from keyhole.models.embedded_text import STOP, name_words, plain_words, stem
from keyhole.word_vectors import Meaning, word_vectors

LONGEST = 8
_JOINTS = frozenset(("and", "or", "&"))
WHOLE = 24
"""Words of the longest span that may be offered because it reaches to the end of the request."""


def owners_of(view: FillView, number: int, lexicon: Mapping[str, str]) -> list[str]:
    """What a parameter is: its type and need, the words of its name and description, the kinds of thing they name."""
    parameter = view.parameters[number]
    words = [word for part in parameter.path[-1:] for word in name_words(part)] or ["?"]
    title = list(dict.fromkeys(title_of(parameter)))[-4:]
    kind = parameter.type + ("[]" if parameter.many else "")
    need = "req" if parameter.required else "opt"
    groups = {lexicon[word] for word in words[-3:] if word in lexicon}
    return [
        kind, kind + need, *(f"n:{t}" for t in title), f"h:{title[-1]}", *(f"d:{a}" for a in about_of(parameter)[:6]),
        *(f"g:{group}" for group in sorted(groups)),
    ]  # fmt: skip


def candidates(view: FillView, seen: Sight, number: int) -> list[Candidate]:
    """All ways to answer one parameter, nothing first; lists are ranked by their first item."""
    parameter = view.parameters[number]
    wanted = Wanted.of(parameter)
    need = "req" if parameter.required else "opt"
    kind = parameter.type + ("[]" if parameter.many else "")
    named = [i for i, numbers in enumerate(seen.named) if number in numbers]
    described = [i for i, numbers in enumerate(seen.described) if number in numbers]
    alone = [f"skip|named{bool(named)}|{need}", f"skip|said{bool(described)}|{need}|{kind}"]
    if parameter.options:
        return [
            Candidate((), ("skip",), tuple(alone)),
            *_options(parameter, seen, need, list(wanted.title), named, described),
        ]
    if parameter.type == "bool":
        return [
            Candidate((), ("skip",), tuple(alone)), *_truths(seen, named, described, need, list(wanted.title)),
        ]  # fmt: skip
    count = len(view.words)
    numeric = parameter.type in ("int", "num")
    whole = parameter.type == "int"
    rests = rests_of_measures(parameter, view) if numeric else ()
    numbers = [n for n in sorted(view.numbers) if n not in rests and (not whole or _is_whole(parameter, view, n))]
    starts = numbers if numeric else range(count)
    rank = {at: order for order, at in enumerate(starts)} if numeric else {}
    place = sum(1 for p in view.parameters[:number] if p.type == parameter.type and not p.options)
    only = _only_kind(parameter)
    if only and any(word.kind == only for word in view.words):
        spans = [i for i, word in enumerate(view.words) if word.kind == only]
        return [Candidate((), ("skip",), tuple(alone))] + [
            Candidate((f"w{s + 1}",) * 2, (*_start_atoms(seen, s), *_near(seen, s, named, "n"))) for s in spans
        ]
    alike = [] if numeric else [_alike(seen, wanted, view, m) for m in (wanted.by_name, wanted.by_description)]
    alone += [
        f"skip|best{label}{_level(max((v for v in each if v is not None), default=None))}|{need}"
        for label, each in zip("nd", alike, strict=False)
    ]
    found = [Candidate((), ("skip",), tuple(alone))]
    ends = [] if numeric else [tuple(_end_atoms(seen, e, count)) for e in range(count)]
    ends_of_sentences = [] if numeric else _sentence_ends(seen)
    for s in starts:
        atoms = (*_start_atoms(seen, s), *_near(seen, s, named, "n"), *_near(seen, s, described, "d"))
        claims = tuple(_claims(seen, s, number))
        last = view.numbers[s].last if s in view.numbers else s
        if numeric:
            same = f"rank{max(-2, min(2, rank[s] - place))}|{min(3, len(rank))}"
            facts = (*atoms, *claims, *_end_atoms(seen, last, count), same)
            found.append(Candidate((f"w{s + 1}",), facts, (f"num|{same}", *claims)))
            continue
        reach = min(count, s + LONGEST)
        far = {e for first, e in seen.quoted if first == s} | ({count - 1} if count - s <= WHOLE else set())
        for e in [*range(s, reach), *sorted(e for e in far if e >= reach)]:
            if any(s <= end < e for end in ends_of_sentences) and e + 1 < count and (s, e) not in seen.quoted:
                continue
            inner = (*_span_atoms(seen, s, e, named), *_fits(seen, wanted, alike, s, e), *claims)
            if parameter.many:
                inner = (*inner, *_listing(seen, s, e))
            found.append(Candidate((f"w{s + 1}", f"w{e + 1}"), (*atoms, *ends[e], *inner), inner))
    return found


def _is_whole(parameter: Parameter, view: FillView, at: int) -> bool:
    """Whether a number can be an integer parameter's: as it is, or, "half an hour", in the unit that is wanted."""
    return not view.numbers[at].value % 1 or number_value(parameter, view, at) is not None


def _sentence_ends(seen: Sight) -> list[int]:
    """Words that a sentence ends with, short ones and abbreviations aside."""
    return [
        i
        for i, atom in enumerate(seen.atoms[:-1])
        if seen.after[i] in (".", "!", "?") and seen.capital[i + 1] and len(atom) > 3 and "." not in atom
    ]


def _alike(seen: Sight, wanted: Wanted, view: FillView, meaning: Meaning) -> list[float | None]:
    """How near each word of the request is to what a parameter asks for; its own name is not a value."""
    return [
        None if s in wanted.title else value for s, value in zip(seen.stems, likeness(meaning, view.words), strict=True)
    ]


def _level(likeness: float | None) -> str:
    """A likeness in steps; `u` where it is not known."""
    return "u" if likeness is None else str(sum(likeness > step for step in (0.1, 0.2, 0.3, 0.4, 0.55)))


def _claims(seen: Sight, s: int, number: int) -> list[str]:
    """Whose name, and whose description, was the last to be mentioned before a word: this parameter's or another's."""
    facts = []
    for label, places in (("own", seen.named), ("down", seen.described)):
        whose = "no"
        for at in range(s - 1, max(-1, s - 7), -1):
            if places[at]:
                mine = number in places[at]
                whose = f"{'mine' if mine else 'other'}{len(places[at]) > 1}{min(4, s - at)}"
                break
        facts.append(f"{label}:{whose}")
    ahead = next((at for at in range(s + 1, min(len(seen.named), s + 4)) if seen.named[at] or seen.described[at]), None)
    if ahead is not None:
        facts.append(f"ahead:{number in seen.named[ahead]}{number in seen.described[ahead]}{ahead - s}")
    return facts


def _fits(seen: Sight, wanted: Wanted, alike: Sequence[Sequence[float | None]], s: int, e: int) -> list[str]:
    """How a span sits with what its parameter asks for: by meaning, and by the examples that are given."""
    facts = []
    for label, each in zip("nd", alike, strict=True):
        best = max((v for v in each if v is not None), default=None)
        mine = max((v for v in each[s : e + 1] if v is not None), default=None)
        facts.append(f"m{label}:{_level(mine)}{best is not None and mine == best and best > 0.2}")
    if wanted.shapes:
        facts.append(f"exa:{seen.stems[s : e + 1] in wanted.listed}")
        span = seen.shapes[s : e + 1][:4]
        fit = "same" if span in wanted.shapes else "first" if any(x[:1] == span[:1] for x in wanted.shapes) else "no"
        shown = sum(seen.stems[i] in wanted.shown for i in range(s, e + 1) if seen.stems[i])
        facts.append(f"ex:{fit}{min(e - s, 2)}")
        facts.append(f"exh:{shown > e - s}")
    facts.append(f"sh:{seen.shapes[s]}{seen.shapes[e] if e > s else ''}")
    return facts


def _only_kind(parameter: Parameter) -> str:
    """The kind of word that a parameter must be, by its name: an address of mail or of the web."""
    if parameter.type != "str":
        return ""
    about = f" {' '.join(name_words(parameter.path[-1]))} {parameter.description.lower()}"
    if "email" in about and ("address" in about or " to" in about[:4] or "email" in name_words(parameter.path[-1])):
        return "email"
    return "url" if " url" in about else ""


def _start_atoms(seen: Sight, s: int) -> list[str]:
    previous = seen.atoms[s - 1] if s else "<s>"
    earlier = seen.atoms[s - 2] if s > 1 else "<s>"
    mark = seen.before[s]
    return [
        f"p:{previous}{mark}",
        f"pp:{earlier} {previous}",
        f"c:{seen.atoms[s] if not seen.capital[s] else 'Cap'}",
        f"m:{mark}{seen.capital[s]}{seen.atoms[s] in STOP}",
        f"pc:{previous}{seen.capital[s]}{seen.atoms[s][:1] == '<'}",
        f"g:{seen.classes[s]}",
        f"pg:{seen.classes[s - 1] if s else ''}",
    ]


def _end_atoms(seen: Sight, e: int, count: int) -> list[str]:
    following = seen.atoms[e + 1] if e + 1 < count else "</s>"
    return [
        f"f:{following}{seen.after[e]}",
        f"l:{seen.atoms[e] if not seen.capital[e] else 'Cap'}",
        f"a:{seen.after[e]}{following in STOP}{seen.capital[e]}{e + 1 < count and seen.capital[e + 1]}",
        f"lg:{seen.classes[e]}",
        f"fg:{seen.classes[e + 1] if e + 1 < count else ''}",
    ]


def _near(seen: Sight, s: int, places: list[int], label: str) -> list[str]:
    if not places:
        return [f"{label}near:no"]
    distance = min((s - place for place in places), key=abs)
    return [f"{label}near:{max(-4, min(4, distance))}"]


def _span_atoms(seen: Sight, s: int, e: int, named: list[int]) -> list[str]:
    length = e - s + 1
    capitals = sum(seen.capital[s : e + 1])
    whole = capitals == length and (not s or not seen.capital[s - 1] or bool(seen.before[s]))
    whole = whole and (e + 1 >= len(seen.atoms) or not seen.capital[e + 1] or bool(seen.after[e]))
    quoted = (s, e) in seen.quoted
    within = any(a <= s and e <= b for a, b in seen.quoted)
    classes = {seen.classes[i] if seen.classes[i].isalpha() else "" for i in range(s, e + 1)}
    kind = "mixed" if len(classes) > 1 else next(iter(classes))
    marks = "".join(sorted({m for m in seen.after[s:e] if m}))[:3]
    has_name = any(s <= place <= e for place in named)
    stops = sum(a in STOP for a in seen.atoms[s : e + 1])
    return [
        f"len:{min(length, 6)}",
        f"caps:{whole}{min(capitals, 3)}{min(length, 3)}",
        f"q:{quoted}{within}{bool(seen.quoted)}",
        f"k:{kind}{min(length, 3)}",
        f"date:{_date(seen, s, e)}",
        f"in:{marks}",
        f"has:{has_name}{min(length, 3)}",
        f"st:{min(stops, 3)}of{min(length, 4)}",
        f"tail:{e + 1 == len(seen.atoms)}{min(length, 3)}",
        f"all:{s == 0}{e + 1 == len(seen.atoms)}",
    ]


def _listing(seen: Sight, s: int, e: int) -> list[str]:
    """How a span is a list: its items, and whether it is cut out of a longer one."""
    joints = [i for i in range(s, e + 1) if seen.after[i] == "," or seen.atoms[i] in _JOINTS]
    items = 1 + sum(i + 1 not in joints for i in joints if i < e)
    before = s > 0 and (seen.before[s] == "," or seen.atoms[s - 1] in _JOINTS)
    after = e + 1 < len(seen.atoms) and (seen.after[e] == "," or seen.atoms[e + 1] in _JOINTS)
    longest = max((b - a for a, b in pairwise([s, *joints, e])), default=0)
    return [f"items:{min(items, 4)}{before}{after}", f"items:{items > 1}{min(longest, 5)}"]


def _date(seen: Sight, s: int, e: int) -> str:
    """Whether a span is a whole date, a part of one, holds one, or has nothing to do with any."""
    if (s, e) in seen.dates:
        return "whole"
    if any(a <= s and e <= b for a, b in seen.dates):
        return "part"
    return "over" if any(s <= b and a <= e for a, b in seen.dates) else f"none{bool(seen.dates)}"


_TRUTHS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}


def _options(
    parameter: Parameter, seen: Sight, need: str, title: list[str], named: list[int], described: list[int]
) -> list[Candidate]:
    asked = set(seen.stems) | set(seen.atoms) | seen.said
    met = {group for group in seen.classes if group}
    result = []
    hits = []
    alike: list[bool] = []
    for option in parameter.options:
        words = name_words(str(option)) or (str(option).lower(),)
        inside = [word for word in words if stem(word) in asked or word in asked]
        groups = {seen.lexicon[word] for word in words if word in seen.lexicon}
        alike.append(bool(groups & met))
        loose = [w for w in words if len(w) > 2 and any(a.startswith(w[:4]) for a in asked)]
        hits.append((len(inside) / len(words), len(inside), len(loose) / len(words)))
    best = max(hit[0] * 10 + hit[1] for hit in hits)
    near = _option_likeness(parameter, seen)
    nearest = max((value for value in near if value is not None), default=None)
    told = _told(parameter, asked)
    truths = _truths(seen, named, described, need, title) if str(parameter.options[0]).lower() in _TRUTHS else []
    spoken = {truth.picks[0]: truth.alone for truth in truths}
    for index, (share, count, loose_share) in enumerate(hits):
        top = share * 10 + count == best
        facts = [
            f"opt|{share == 1}{share > 0}{top}",
            f"opt|{share == 1}{top}|{need}",
            f"opt|{min(count, 3)}|{top}",
            f"opt|loose{loose_share > 0.9}{share > 0}",
            f"opt|alike{alike[index]}{best > 0}{sum(alike) > 1}",
            f"opt|first{index == 0}|{need}|{best > 0}",
            f"opt|near{_level(near[index])}{near[index] == nearest}|{best > 0}",
            f"opt|told{min(2, told[index])}{told[index] == max(told)}|{share > 0}|{best > 0}",
            *(f"opt|{str(parameter.options[index]).lower()[:20]}|{a}" for a in seen.atoms[:40] if a not in STOP),
            *(f"opt|{share == 1}|{t}" for t in title),
            *spoken.get(_TRUTHS.get(str(parameter.options[index]).lower(), ""), ()),
        ]
        result.append(Candidate((f"e{index + 1}",), (), tuple(facts)))
    return result


def _option_likeness(parameter: Parameter, seen: Sight) -> list[float | None]:
    """How near the request's nearest word is to each option."""
    vectors = word_vectors()
    words = [atom for atom in seen.atoms if atom not in STOP and atom in vectors]
    found: list[float | None] = []
    for option in parameter.options:
        meaning = vectors.meaning(name_words(str(option)))
        found.append(max((meaning.likeness({word: 1.0}) for word in words), default=None) if meaning else None)
    return found


def _told(parameter: Parameter, asked: set[str]) -> list[int]:
    """How many words of the request stand in what the description says of each option ("1 is cleaning, 2 ironing")."""
    text = parameter.description[:600]
    places = []
    for index, option in enumerate(parameter.options):
        match = re.search(rf"(?<!\w){re.escape(str(option))}(?!\w)", text)
        places.append((match.end() if match else -1, index))
    found = [0] * len(parameter.options)
    order = sorted(place for place in places if place[0] >= 0)
    for (start, index), following in zip(order, [*order[1:], (len(text), -1)], strict=False):
        said = [w for part in text[start : min(following[0], start + 60)].split() for w in plain_words(part)]
        found[index] = sum(stem(w) in asked for w in said if w not in STOP)
    return found


_NEGATIONS = frozenset("no not without don't dont exclude excluding never disable off non skip except".split())


def _truths(seen: Sight, named: list[int], described: list[int], need: str, title: list[str]) -> list[Candidate]:
    negated = any(a in _NEGATIONS for place in named for a in seen.atoms[max(0, place - 3) : place])
    loose = any(a in _NEGATIONS for place in described for a in seen.atoms[max(0, place - 3) : place])
    share = len({seen.stems[i] for i in named}) / max(1, len(set(title)))
    result = []
    for truth in ("true", "false"):
        facts = [
            f"{truth}|{need}",
            f"{truth}|named{min(2, int(share * 2))}|neg{negated}",
            f"{truth}|said{min(2, len(described))}|neg{loose or negated}|{need}",
            *(f"{truth}|{t}|{bool(named)}" for t in title),
            *(f"{truth}|{a}" for a in seen.atoms[:40]),
        ]
        result.append(Candidate((truth,), (f"{truth}{bool(named)}{bool(described)}",), tuple(facts)))
    return result
