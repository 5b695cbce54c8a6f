"""Random sentences of a grammar in the notation of `keyhole.steps.grammar`: reads the text as an engine would."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(
    r"""\s*(?:(?P<literal>"(?:\\.|[^"\\])*")|(?P<set>\[(?:\\.|[^\]\\])*\])|(?P<name>[A-Za-z][A-Za-z0-9]*)"""
    r"""|(?P<count>\{\d+,?\d*\})|(?P<mark>[()|*+?]))"""
)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_ALPHABET = 'abcXYZ 019_-.,:{}[]"\\/éß漢🙂'


@dataclass
class Node:
    kind: str
    value: Any = None
    low: int = 1
    high: int = 1


class Sampler:
    """Raises `ValueError` for a grammar that is not well formed, a rule that is missing or given twice."""

    def __init__(self, grammar: str) -> None:
        self.rules: dict[str, Node] = {}
        for line in grammar.split("\n"):
            name, mark, text = line.partition(" ::= ")
            if not mark or name in self.rules or not name.isalnum():
                raise ValueError(f"bad rule: {line!r}")
            tokens = _tokens(text)
            self.rules[name] = _either(tokens)
            if tokens:
                raise ValueError(f"left over in {line!r}: {tokens}")
        for node in list(self.rules.values()):
            self._check(node)

    def sample(self, rng: random.Random) -> str:
        return self._sample(self.rules["root"], rng, 0)

    def _check(self, node: Node) -> None:
        if node.kind == "name" and node.value not in self.rules:
            raise ValueError(f"no rule {node.value}")
        if node.kind in ("either", "sequence"):
            for inner in node.value:
                self._check(inner)
        if node.kind == "repeat":
            self._check(node.value)

    def _sample(self, node: Node, rng: random.Random, depth: int) -> str:
        if node.kind == "literal":
            return str(node.value)
        if node.kind == "set":
            return rng.choice(node.value)
        if node.kind == "name":
            return self._sample(self.rules[node.value], rng, depth + 1)
        if node.kind == "either":
            # deep down take what is shortest: the first alternatives end recursion
            return self._sample(node.value[0] if depth > 25 else rng.choice(node.value), rng, depth)
        if node.kind == "sequence":
            return "".join(self._sample(inner, rng, depth) for inner in node.value)
        high = node.low if depth > 25 else min(node.high, node.low + 3)
        return "".join(self._sample(node.value, rng, depth) for _ in range(rng.randint(node.low, high)))


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"cannot read {text[position : position + 30]!r}")
        assert match.lastgroup is not None
        tokens.append((match.lastgroup, match[match.lastgroup]))
        position = match.end()
    return tokens


def _either(tokens: list[tuple[str, str]]) -> Node:
    options = [_sequence(tokens)]
    while tokens and tokens[0] == ("mark", "|"):
        tokens.pop(0)
        options.append(_sequence(tokens))
    return options[0] if len(options) == 1 else Node("either", options)


def _sequence(tokens: list[tuple[str, str]]) -> Node:
    parts: list[Node] = []
    while tokens and tokens[0] not in (("mark", "|"), ("mark", ")")):
        kind, text = tokens.pop(0)
        if (kind, text) == ("mark", "("):
            node = _either(tokens)
            if not tokens or tokens.pop(0) != ("mark", ")"):
                raise ValueError("a bracket is not closed")
        elif kind == "literal":
            node = Node("literal", _unescaped(text[1:-1]))
        elif kind == "set":
            node = Node("set", _members(text[1:-1]))
        elif kind == "name":
            node = Node("name", text)
        else:
            raise ValueError(f"unexpected {text!r}")
        if tokens and (tokens[0][0] == "count" or tokens[0][1] in "*+?"):
            text = tokens.pop(0)[1]
            if text in "*+?":
                low, high = {"*": (0, 99), "+": (1, 99), "?": (0, 1)}[text]
            else:
                least, comma, most = text[1:-1].partition(",")
                low, high = int(least), int(most) if most else 99 if comma else int(least)
            if high < low:
                raise ValueError(f"{text}: nothing has that many")
            node = Node("repeat", node, low, high)
        parts.append(node)
    if not parts:
        raise ValueError("an empty alternative")
    return parts[0] if len(parts) == 1 else Node("sequence", parts)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(x[0-9A-Fa-f]{2}|.)", lambda m: _escape(m[1]), text)


def _escape(text: str) -> str:
    return chr(int(text[1:], 16)) if len(text) == 3 else _ESCAPES.get(text, text)


def _members(text: str) -> list[str]:
    negated = text.startswith("^")
    chars = [(m[0], _unescaped(m[0])) for m in re.finditer(r"\\x[0-9A-Fa-f]{2}|\\.|.", text[negated:], re.S)]
    members: set[str] = set()
    index = 0
    while index < len(chars):
        if index + 2 < len(chars) and chars[index + 1][0] == "-":
            members.update(chr(code) for code in range(ord(chars[index][1]), ord(chars[index + 2][1]) + 1))
            index += 3
        else:
            members.add(chars[index][1])
            index += 1
    return sorted(set(_ALPHABET) - members if negated else members)
