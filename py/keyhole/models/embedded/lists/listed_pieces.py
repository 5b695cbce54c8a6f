# ruff: noqa: RUF001, SIM905  (typographic quotes are what people type; word lists read best as words)
"""What one piece of a request says of an object: see `listed`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from keyhole.models.embedded.lists.listed_texts import whole_text, without_own_name
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem


@dataclass(frozen=True, slots=True)
class Piece:
    """The object that a piece of a request says: all that this needs, or nothing. `sure`: no value is in doubt;
    `counts`: none of what it needs is taken for granted."""

    said: Mapping[str, Any] = field(default_factory=dict)
    sure: bool = False
    counts: bool = True


def piece_of(
    parts: Sequence[Parameter],
    output: Mapping[str, Any],
    text: str,
    *,
    first: bool,
    sure: bool,
    about: Collection[str] = (),
    shared: Mapping[str, Any] = MappingProxyType({}),
    bare: bool = False,
) -> Piece:
    """What a piece says of an object that is made of `parts`, by the fill step's output for it.

    `first`: how it is asked stands in it, too; `sure`: the output leaves out what is in doubt; `about`: the stems of
    the tool's own words, which are no object; `shared`: what is said once for all objects; `bare`: the list has no
    numbers, so that a piece of one or two words is a thing, even if none was picked. Who names a thing without a number
    wants one.
    """
    args = {**shared, **output["args"]}
    missing = [name for name in output.get("missing", []) if name not in shared]
    if changed := _changed(parts, text):
        return Piece({} if set(missing) - set(changed) else {**args, **changed}, sure=True)
    counts, texts = True, _texts(parts)
    needed = [each.path[0] for each in texts if each.required]
    if (
        bare
        and not first
        and not output["args"]
        and len(needed) == 1
        and needed[0] in missing
        and _THING.fullmatch(text)
    ):
        args, missing, sure = {**args, needed[0]: _plain(text)}, [name for name in missing if name != needed[0]], False
    if len(missing) == 1 and not _COUNTS.isdisjoint(name_words(missing[0])) and not NUMBER.search(text):
        args, missing, counts = {**args, missing[0]: 1}, [], False
    for part in texts:
        if isinstance(said := args.get(part.path[0]), str):
            args[part.path[0]] = without_own_name(said, part.path[0])
    named = [each for each in texts if each.required] or texts
    if len(named) == 1:
        (name,) = named[0].path
        others = [str(value) for key, value in args.items() if key != name]
        if isinstance(said := args.get(name), str):
            alone = not first and not others and len(texts) == 1
            rest = {key: value for key, value in args.items() if key != name}
            args[name] = _plain(text) if alone else whole_text(text, said, rest, parts, first=first)
            if first and {stem(word) for word in plain_words(args[name])} <= set(about):
                return Piece()
    return Piece({} if missing else args, sure, counts)


def shared_values(parts: Sequence[Parameter], output: Mapping[str, Any]) -> dict[str, Any]:
    """What the fill step's output says of all objects: anything but a text that each has to have, its name."""
    needed = {each.path[0] for each in _texts(parts) if each.required}
    return {name: value for name, value in output["args"].items() if name not in needed}


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
_COUNTS = frozenset(("quantity", "qty", "count", "units"))
_THING = re.compile(r"(?:(?:an?|the|some) )?[^\W\d_]{3,20}(?: [^\W\d_]{3,20})?")
"""One or two words, as a thing is called."""
_ARTICLE = re.compile(r"^(?:an?|the|some)\s+(?=\w)", re.IGNORECASE)
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
