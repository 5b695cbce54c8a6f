# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""What one piece of a request says of an object: see `listed`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from keyhole.models.embedded.measures import NO_UNIT_ALONE
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.tools.builtin.units import named_unit

_FAR = 200
"""Characters before a text in which it may begin."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The object that a piece of a request says: all that this needs, or nothing. `sure`: no value is in doubt."""

    said: Mapping[str, Any] = field(default_factory=dict)
    sure: bool = False


def piece_of(
    parts: Sequence[Parameter],
    output: Mapping[str, Any],
    text: str,
    *,
    first: bool,
    sure: bool,
    about: Collection[str] = (),
) -> Piece:
    """What a piece says of an object that is made of `parts`, by the fill step's output for it; `first`: how it is
    asked stands in it, too; `sure`: the output leaves out what is in doubt; `about`: the stems of the tool's own words,
    which are no object. Who names a thing without a number wants one."""
    args, missing = dict(output["args"]), output.get("missing", [])
    if changed := _changed(parts, text):
        return Piece({} if set(missing) - set(changed) else {**args, **changed}, sure=True)
    if len(missing) == 1 and not _COUNTS.isdisjoint(name_words(missing[0])) and not NUMBER.search(text):
        args, missing = {**args, missing[0]: 1}, []
    texts = _texts(parts)
    named = [each for each in texts if each.required] or texts
    if len(named) == 1:
        (name,) = named[0].path
        others = [str(value) for key, value in args.items() if key != name]
        if isinstance(said := args.get(name), str):
            alone = not first and not others and len(texts) == 1
            args[name] = _plain(text) if alone else _whole(text, said, others, first=first)
            if first and {stem(word) for word in plain_words(args[name])} <= set(about):
                return Piece()
    return Piece({} if missing else args, sure)


def says_something(text: str) -> bool:
    """Whether a text has any word that is no small one."""
    return any(word.lower() not in STOP for word in re.findall(r"\w+", text))


def is_number(part: Parameter) -> bool:
    """Whether a parameter is one number."""
    return part.type in ("int", "num") and not part.many and not part.options


def _texts(parts: Sequence[Parameter]) -> list[Parameter]:
    return [each for each in parts if each.type == "str" and not each.many and len(each.path) == 1]


def _plain(text: str) -> str:
    """A text without its article and the mark at its end."""
    return _ARTICLE.sub("", text).rstrip(".,;! ")


def _whole(text: str, said: str, others: Sequence[str], *, first: bool) -> str:
    """All words of a thing of which some were picked: those before them up to a number or a small word, in the first
    piece only where there is one; without what is another value: the "boolean" of "paid boolean"."""
    for other in others:
        said = re.sub(rf"^{re.escape(other)}\s+(?=\w)|(?<=\w)\s+{re.escape(other)}$", "", said, flags=re.IGNORECASE)
    at = text.find(said)
    before = _WORDS_BEFORE.search(text, max(0, at - _FAR), at) if at > 0 else None
    if before is None:
        return said
    run = before[0].split()
    small = _PACKED | {word for other in others for word in other.lower().split()} | (STOP if first else _LEADS)
    places = [place for place, word in enumerate(run) if word.lower() in small or _is_unit(word)]
    bounded = bool(places) or (before.start() > 0 and text[before.start() - 1] not in " ,")
    return " ".join((*run[places[-1] + 1 if places else 0 :], said)) if bounded or not first else said


def _is_unit(word: str) -> bool:
    return word.lower() not in NO_UNIT_ALONE and named_unit(word) is not None


def _changed(parts: Sequence[Parameter], text: str) -> dict[str, str]:
    """The two texts of an object that says nothing else: what gives way to what, "foo -> bar", "change 'colour' to
    'color'", or what the one is by the other, "perro = dog", "a parliament is owls"."""
    texts = [each.path[0] for each in _texts(parts)]
    if len(texts) != 2:
        return {}
    old = [name for name in texts if not _OLD.isdisjoint(name_words(name))]
    new = [name for name in texts if not _NEW.isdisjoint(name_words(name)) and name not in old]
    if len(old) == len(new) == 1:
        texts, found = [*old, *new], _ARROW.fullmatch(text) or _CHANGE.fullmatch(text)
    else:
        needed = sum(each.required for each in parts)
        found = (_EQUALS.fullmatch(text) or _IS.fullmatch(text)) if needed == 2 else None
    return {texts[0]: _bare(found[1]), texts[1]: _bare(found[2])} if found and all(map(_bare, found.groups())) else {}


def _bare(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 2 and (text[0], text[-1]) in _QUOTES else text


NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]{0,15}(?![\w-]*[a-wyz])x?", re.IGNORECASE)
"""A number that is no part of a word, or one of something: "2x"."""
_COUNTS = frozenset(("quantity", "qty", "count", "amount", "units", "number"))
_PACKED = frozenset("pcs piece pieces pack packs box boxes bag bags bottle bottles can cans".split())
_LEADS = frozenset("a an the of and or some also then for with in on at to by x my our your plus".split())
_ARTICLE = re.compile(r"^(?:an?|the|some)\s+(?=\w)", re.IGNORECASE)
_WORDS_BEFORE = re.compile(r"(?:[^\W\d_][\w'’-]* )+$")
_OLD = frozenset("old from find search before pattern original source wrong origin".split())
_NEW = frozenset("new to replace replacement after with target right destination".split())
_QUOTES = frozenset((("'", "'"), ('"', '"'), ("`", "`"), ("“", "”"), ("‘", "’")))
_FRAME = r"(?:[^\n]{0,80}?(?:: |\b(?:replace|change|swap|rename|turn|switch|make)\s+))?"
_QUOTED = r"\"[^\"\n]+\"|'[^'\n]+'|`[^`\n]+`"
_ARROW = re.compile(rf"{_FRAME}({_QUOTED}|[^\n]+?)\s*(?:->|=>|→)\s*({_QUOTED}|\S[^\n]*)", re.IGNORECASE)
_ONE = rf"(?:(?:put|add|save|store|remember|that)\s+|q(?:uestion)?: *)?({_QUOTED}|[^\n=@:]+?)"
_OTHER = rf"({_QUOTED}|[^\n=@:]+)"
_EQUALS = re.compile(rf"{_ONE}(?:\s*=\s*|\s+a(?:nswer)?:\s+){_OTHER}", re.IGNORECASE)
_FEW = rf"({_QUOTED}|(?:[^\s=@:]+ ){{0,2}}[^\s=@:]+)"
_IS = re.compile(rf"(?!(?:what|which|how|who|where|when|why)\b)(?:that )?{_FEW} (?:is|means|are) {_FEW}", re.IGNORECASE)
_CHANGE = re.compile(
    rf"{_FRAME}({_QUOTED}|\S+)\s+(?:to|into|for|with|by|becomes|should (?:be|read)|must be)\s+({_QUOTED}|\S+?)[.,]?",
    re.IGNORECASE,
)
