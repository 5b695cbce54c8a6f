"""All ways to answer a parameter from a request, and what speaks for each: the features of `ranker`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from keyhole.models.embedded.fill.ranker import Candidate
from keyhole.models.embedded.nearness import Likeness, level, level_apart, likeness
from keyhole.models.embedded.numbers.amounts import number_value, rests_of_measures
from keyhole.models.embedded.options.options import option_candidates, truth_candidates
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight, Wanted, about_of, title_of
from keyhole.models.embedded.text import STOP, name_words
from keyhole.word_vectors import Meaning

LONGEST = 8
_UNNAMED = frozenset("it its that this these those them they what which who whom how when where why".split())  # noqa: SIM905
"""What stands for a thing that the request does not name."""
_ASKING = frozenset("do does did is are was were can could will would should".split())  # noqa: SIM905
"""What stands before them in a question: "does it"."""
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
    wanted = Wanted.of(parameter, seen.vectors)
    need = "req" if parameter.required else "opt"
    kind = parameter.type + ("[]" if parameter.many else "")
    named = [i for i, numbers in enumerate(seen.named) if number in numbers]
    described = [i for i, numbers in enumerate(seen.described) if number in numbers]
    liked = [i for i, numbers in enumerate(seen.nearness.like) if number in numbers]
    numeric = parameter.type in ("int", "num")
    alike = [_alike(seen, wanted, view, m) for m in (wanted.by_name, wanted.by_description)]
    near, apart = seen.nearness.near[number], seen.nearness.apart[number]
    nearest = [level(_most(each)) for each in (*alike, near)] + [level_apart(_most(apart))]
    alone = [f"skip|named{bool(named)}|{need}", f"skip|said{bool(described)}|{need}|{kind}"]
    alone += [f"skip|all{nearest[2]}|{need}|{kind}", f"skip|apart{nearest[3]}|{need}|{kind}"]
    alone += [f"skip|{nearest[2]}{nearest[3]}|{need}", f"skip|like{min(3, len(liked))}|{need}|{kind}"]
    title = list(wanted.title)
    if parameter.options or parameter.type == "bool":
        told = truth_candidates(seen, (named, described, liked), need, title, nearest)
        made = option_candidates(parameter, seen, need, title, told) if parameter.options else told
        return [Candidate((), ("skip",), tuple(alone)), *made]
    count = len(view.words)
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
    among = "num" if numeric else ""
    alone += [f"skip|best{label}{among}{near}|{need}" for label, near in zip("nd", nearest[:2], strict=True)]
    beside = _beside(view, starts, {"n": alike[0], "d": alike[1], "a": near, "p": apart}) if numeric else {}
    found = [Candidate((), ("skip",), tuple(alone))]
    ends = [] if numeric else [tuple(_end_atoms(seen, e, count)) for e in range(count)]
    ends_of_sentences = [] if numeric else _sentence_ends(seen)
    for s in starts:
        atoms = (*_start_atoms(seen, s), *_near(seen, s, named, "n"), *_near(seen, s, described, "d"))
        claims = tuple(_claims(seen, s, number))
        last = view.numbers[s].last if s in view.numbers else s
        if numeric:
            same = f"rank{max(-2, min(2, rank[s] - place))}|{min(3, len(rank))}"
            facts = (*atoms, *claims, *_end_atoms(seen, last, count), same, *beside[s])
            found.append(Candidate((f"w{s + 1}",), facts, (f"num|{same}", *claims, *beside[s])))
            continue
        reach = min(count, s + LONGEST)
        far = {e for first, e in seen.quoted if first == s} | ({count - 1} if count - s <= WHOLE else set())
        for e in [*range(s, reach), *sorted(e for e in far if e >= reach)]:
            if any(s <= end < e for end in ends_of_sentences) and e + 1 < count and (s, e) not in seen.quoted:
                continue
            if _says_nothing(seen, s, e):
                continue
            inner = (*_span_atoms(seen, s, e, named), *_fits(seen, wanted, (*alike, near, apart), s, e), *claims)
            if parameter.many:
                inner = (*inner, *_listing(seen, s, e))
            found.append(Candidate((f"w{s + 1}", f"w{e + 1}"), (*atoms, *ends[e], *inner), inner))
    return found


def _says_nothing(seen: Sight, s: int, e: int) -> bool:
    """Whether a span is no more than words such as "what does it", which say nothing of what is wanted, or begins in
    the midst of them: the "it change" of "what does it change"."""
    words = seen.atoms[s : e + 1]
    empty = STOP.issuperset(words) and not any(seen.capital[s : e + 1]) and (s < e or words[0] in _UNNAMED)
    asked = words[0] in _UNNAMED and not seen.capital[s] and s > 0 and seen.atoms[s - 1] in _ASKING
    return (empty or asked) and not any(a <= s and e <= b for a, b in seen.quoted)


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


def _alike(seen: Sight, wanted: Wanted, view: FillView, meaning: Meaning) -> Likeness:
    """How near each word of the request is to what a parameter asks for; its own name is not a value."""
    values = likeness(meaning, view.words, seen.vectors)
    return [None if s in wanted.title else value for s, value in zip(seen.stems, values, strict=True)]


def _most(values: Sequence[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


_LEVELS = {"p": level_apart}
"""How a likeness is told in steps, where it is none but a difference."""


_SIDE = 3
"""Words before and behind a number that are held against what is asked for."""


def _beside(view: FillView, starts: Sequence[int], alike: Mapping[str, Likeness]) -> dict[int, tuple[str, ...]]:
    """For each number, how near in meaning the words before and behind it are to what is asked for, and whether no
    other number's are nearer."""
    taken = {at for s in starts for at in range(s, view.numbers[s].last + 1)}
    found: dict[int, list[str]] = {s: [] for s in starts}
    for label, each in alike.items():
        told = _LEVELS.get(label, level)
        for side, step in (("b", -1), ("a", 1)):
            nearest: dict[int, float | None] = {}
            for s in starts:
                at = s if step < 0 else view.numbers[s].last
                values = []
                for place in range(at + step, at + step * (_SIDE + 1), step):
                    if not 0 <= place < len(each) or place in taken:
                        break
                    values.append(each[place])
                nearest[s] = _most(values)
            best = _most(list(nearest.values()))
            for s, value in nearest.items():
                found[s].append(f"w{side}{label}:{told(value)}{value is not None and value == best}")
    return {s: tuple(facts) for s, facts in found.items()}


def _claims(seen: Sight, s: int, number: int) -> list[str]:
    """Whose name, and whose description, was the last to be mentioned before a word: this parameter's or another's."""
    facts = []
    for label, places in (("own", seen.named), ("down", seen.described), ("like", seen.nearness.like)):
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


def _fits(seen: Sight, wanted: Wanted, alike: Sequence[Likeness], s: int, e: int) -> list[str]:
    """How a span sits with what its parameter asks for: by meaning, and by the examples that are given."""
    facts = []
    for label, each in zip("ndap", alike, strict=True):
        best, mine, told = _most(each), _most(each[s : e + 1]), _LEVELS.get(label, level)
        facts.append(f"m{label}:{told(mine)}{best is not None and mine == best and best > 0.2}")
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
        f"date:{_whole_or_part(seen.dates, s, e)}",
        f"ttl:{_whole_or_part(seen.titled, s, e)}",
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


def _whole_or_part(runs: frozenset[tuple[int, int]], s: int, e: int) -> str:
    """Whether a span is a whole run, a part of one, holds one, or has nothing to do with any."""
    if (s, e) in runs:
        return "whole"
    if any(a <= s and e <= b for a, b in runs):
        return "part"
    return "over" if any(s <= b and a <= e for a, b in runs) else f"none{bool(runs)}"
