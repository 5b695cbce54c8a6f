"""The part of GBNF that the embedded model's answers need: rules over quoted tokens, sequence, `|`, `( )` and `*`.

A grammar is compiled to a small automaton by Brzozowski's derivatives over whole tokens; a state is a set of what may
still come. https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md describes the full notation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from keyhole.errors import ModelError

_LEX = re.compile(r'"((?:[^"\\]|\\.)*)"|(\w+)|([()|*])|(\s+)')

Node = tuple["Symbol", ...]


@dataclass(frozen=True, slots=True)
class Symbol:
    """One element of a sequence: a token, a rule's name, or a group of alternatives, perhaps repeated."""

    token: str = ""
    rule: str = ""
    group: tuple[Node, ...] = ()
    star: bool = False


State = frozenset[Node]
"""What may still come, as sequences that begin with a token; the empty sequence says that it may end here."""


class Grammar:
    """A compiled grammar. `start`, then `advance` by one token at a time; `allowed` says which tokens may come next."""

    def __init__(self, rules: dict[str, tuple[Node, ...]]) -> None:
        self._rules = rules

    def start(self) -> State:
        """The state before the first token."""
        return self._expanded([(Symbol(rule="root"),)])

    def allowed(self, state: State) -> list[str]:
        """The tokens that may come next; none when the text is complete."""
        return sorted({node[0].token for node in state if node})

    def advance(self, state: State, token: str) -> State:
        """The state after `token`."""
        return self._expanded([node[1:] for node in state if node and node[0].token == token])

    def accepts(self, tokens: list[str]) -> bool:
        """Whether the tokens make a complete text of the grammar."""
        state = self.start()
        for token in tokens:
            state = self.advance(state, token)
        return () in state

    def _expanded(self, nodes: list[Node]) -> State:
        done: set[Node] = set()
        seen: set[Node] = set()
        todo = list(nodes)
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            if not node or node[0].token:
                done.add(node)
                continue
            head, rest = node[0], node[1:]
            options = head.group or self._rules[head.rule]
            if head.star:
                todo.append(rest)
                rest = node
            todo += [option + rest for option in options]
        return frozenset(done)


def parse_grammar(text: str) -> Grammar:
    """Compile GBNF text. Raises `ModelError` when it is outside the supported part."""
    rules: dict[str, tuple[Node, ...]] = {}
    for line in text.strip().splitlines():
        name, mark, body = line.partition("::=")
        if not mark:
            raise ModelError(f"grammar line without ::= : {line[:60]!r}")
        parts: list[tuple[str, str]] = []
        at = 0
        body = body.strip()
        while at < len(body):
            match = _LEX.match(body, at)
            if not match:
                raise ModelError(f"grammar: unexpected {body[at : at + 20]!r}")
            at = match.end()
            if match[1] is not None:
                parts.append(("token", match[1]))
            elif match[2] or match[3]:
                parts.append(("rule", match[2]) if match[2] else ("mark", match[3]))
        options, rest = _alternatives(parts)
        if rest:
            raise ModelError("grammar: unbalanced parentheses")
        rules[name.strip()] = options
    used = {s.rule for options in rules.values() for node in options for s in _symbols(node) if s.rule}
    if "root" not in rules or used - set(rules):
        raise ModelError(f"grammar: no rule for {', '.join(sorted(used - set(rules))) or 'root'}")
    return Grammar(rules)


def _symbols(node: Node) -> list[Symbol]:
    return [s for symbol in node for s in (symbol, *(inner for option in symbol.group for inner in _symbols(option)))]


def _alternatives(parts: list[tuple[str, str]]) -> tuple[tuple[Node, ...], list[tuple[str, str]]]:
    options: list[Node] = []
    current: list[Symbol] = []
    while parts:
        kind, value = parts[0]
        if (kind, value) == ("mark", ")"):
            break
        parts = parts[1:]
        if kind == "token":
            current.append(Symbol(token=value))
        elif kind == "rule":
            current.append(Symbol(rule=value))
        elif value == "|":
            options.append(tuple(current))
            current = []
        elif value == "(":
            group, parts = _alternatives(parts)
            if not parts:
                raise ModelError("grammar: unbalanced parentheses")
            parts = parts[1:]
            current.append(Symbol(group=group))
        else:
            if not current:
                raise ModelError("grammar: * without anything before it")
            last = current.pop()
            current.append(Symbol(group=last.group or ((Symbol(last.token, last.rule),),), star=True))
    options.append(tuple(current))
    return tuple(options), parts
