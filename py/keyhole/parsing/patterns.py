"""Regular expressions that also know their own beginnings.

Text that streams in may end in the middle of an opening mark. A `Pattern` carries two expressions: `full` matches the
mark, `part` matches what may still become it when followed by more text. Both are put together from the same pieces,
so they cannot disagree. Patterns are bounded in length: no expression here can backtrack without limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any


@dataclass(frozen=True)
class Pattern:
    """`choices` are the alternatives it is made of, kept apart so that a scanner can test their first characters.
    `sight`: a quicker expression that holds wherever `full` does; scanners look for it instead, and for one that
    several patterns share once."""

    full: str
    part: str
    choices: tuple[Pattern, ...] = ()
    sight: str = ""

    def __add__(self, other: Pattern) -> Pattern:
        if not self.full:
            return other
        return Pattern(
            self.full + other.full,
            f"(?:{self.full}{other.part}|{self.part})",
            tuple(part for choice in self.choices for part in (choice + other).alternatives),
            self.sight,
        )

    def __or__(self, other: Pattern) -> Pattern:
        return Pattern(
            f"(?:{self.full}|{other.full})",
            f"(?:{self.part}|{other.part})",
            (*self.alternatives, *other.alternatives),
        )

    @property
    def alternatives(self) -> tuple[Pattern, ...]:
        return self.choices or (self,)

    def named(self, name: str) -> Pattern:
        """The same pattern, what it matches kept under `name`."""
        return Pattern(f"(?P<{name}>{self.full})", self.part, self.choices, self.sight)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(self.full, re.S)

    @cached_property
    def beginning(self) -> re.Pattern[str]:
        return re.compile(_nameless(self.part) + r"\Z", re.S)


EMPTY = Pattern("", "")


def lit(text: str) -> Pattern:
    """Exactly this text."""
    part = ""
    for char in reversed(text[:-1]):
        part = f"(?:{re.escape(char)}{part})?"
    return Pattern(re.escape(text), part)


def chars(kind: str, least: int, most: int) -> Pattern:
    """From `least` to `most` characters of the class `kind` (an expression for one character), as many as there are."""
    return Pattern(f"{kind}{{{least},{most}}}", f"{kind}{{0,{most}}}")


def opt(pattern: Pattern) -> Pattern:
    return Pattern(f"(?:{pattern.full})?", f"(?:{pattern.part})?", (*pattern.alternatives, EMPTY))


def any_of(*choices: Pattern | str) -> Pattern:
    return reduce(or_, (lit(choice) if isinstance(choice, str) else choice for choice in choices))


def words(texts: Iterable[str]) -> Pattern:
    """Any of these texts, the longest that is there: one expression that looks at each character once."""
    tree: dict[str, Any] = {}
    for text in texts:
        node = tree
        for char in text:
            node = node.setdefault(char, {})
        node[""] = {}
    heads = [
        Pattern(re.escape(char) + _whole(node), re.escape(char) + _partly(node)) for char, node in sorted(tree.items())
    ]
    return Pattern(_whole(tree), _partly(tree), tuple(heads))


def _whole(tree: dict[str, Any]) -> str:
    if len(tree) == 1 and "" not in tree:
        ((char, node),) = tree.items()
        return re.escape(char) + _whole(node)
    parts = [re.escape(char) + _whole(node) for char, node in sorted(tree.items()) if char]
    if not parts:
        return ""
    return f"(?:{'|'.join(parts)})" + ("?" if "" in tree else "")


def _partly(tree: dict[str, Any]) -> str:
    parts = [re.escape(char) + _partly(node) for char, node in sorted(tree.items()) if char]
    return f"(?:{'|'.join(parts)})?" if parts else ""


def ahead(kind: str) -> Pattern:
    """Nothing, where a character of the class `kind` follows: said early, it spares trying what cannot match."""
    return Pattern(f"(?={kind})", "")


def scanner(patterns: list[Pattern]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """(finds where any of the patterns, or the sight of one, stands; finds what may become one at the end of the text).
    The first is one flat list of
    alternatives that each begin with a plain character, which `re` can search for without trying them all. A pattern
    that begins with a letter opens nothing within a word: its syntax must refuse it there, too."""
    flat = [choice for pattern in patterns for choice in pattern.alternatives]
    full = _by_first(list(dict.fromkeys(_nameless(choice.sight or choice.full) for choice in flat)), _MAY_FOLLOW)
    part = "|".join(dict.fromkeys(_nameless(pattern.part) for pattern in patterns))
    firsts = "".join(sorted({re.sub(r"\\(\W)", r"\1", choice.full)[0] for choice in flat}))
    # Only where a first character stands is the rest tried.
    marks = "".join(char for char in firsts if not char.isalnum())
    letters = "".join(char for char in firsts if char.isalnum())
    first = rf"(?:[{re.escape(marks)}]|(?<!\w)[{re.escape(letters)}])" if letters else rf"[{re.escape(marks)}]"
    return re.compile(full, re.S), re.compile(rf"{first}(?<=(?=(?:{part})\Z).)", re.S)


_MAY_FOLLOW = {
    "<": r"(?=[A-Za-z][^<]|[|\uff5c/<][A-Za-z/_\u2581][^<]|<<[A-Z])",
    r"\{": "(?=[\\s\"'\u201ca-z])",
    r"\[": r"(?=[\s{A-Za-z_/|]|\[\w)",
}
"""What can stand behind the first character of any mark: said first, `<`, `< 3` and `{{{` cost next to nothing."""


def finder(pattern: Pattern, may_follow: dict[str, str]) -> re.Pattern[str]:
    """Finds the pattern; `may_follow` says for the first characters of its alternatives what can stand behind them."""
    return re.compile(_by_first([choice.full for choice in pattern.alternatives], may_follow), re.S)


def _by_first(sources: list[str], may_follow: dict[str, str], depth: int = 0) -> str:
    """The alternatives gathered by their first characters, so that few of them are tried at any place."""
    groups: dict[str, list[str]] = {}
    others: list[str] = []
    for source in sources:
        first = re.match(r"(?:\\\W|[^\\()\[\]{}?*+|.^$])(?![?*+{])", source)
        if first is None or depth > 3:
            others.append(source)
        else:
            groups.setdefault(first[0], []).append(source[first.end() :])
    parts = []
    for first_char, rests in groups.items():
        guard = may_follow.get(first_char, "") if depth == 0 else ""
        inner = _by_first(rests, may_follow, depth + 1) if len(rests) > 1 else rests[0]
        parts.append(f"{first_char}{guard}(?:{inner})" if len(rests) > 1 else f"{first_char}{guard}{inner}")
    return "|".join([*parts, *others])


def _nameless(expression: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", expression)


SPACE = chars(r"\s", 0, 60)
NAME = chars(r"[\w.\-/]", 1, 100)
"""A tool's name where the syntax does not quote it."""
