"""The lenient reader of `keyhole.parsing.lenient_json`: JSON that is broken where only one reading is possible.

A stack of open containers takes the place of recursion; depth and work are bounded, and no decision depends on anything
beyond the value's end.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from keyhole.outside_json import without_halves
from keyhole.parsing.space import JSON_SPACE, past

MAX_DEPTH = 200
MAX_TOKENS = 10_000
"""Broken JSON longer than this is not repaired: nothing a tool is called with comes near it."""

REPAIRS = {
    "single_quotes": "single or typographic quotes around a string",
    "unquoted_key": "a key without quotes",
    "unquoted_value": "a text of one word without quotes",
    "trailing_comma": "a comma before a closing bracket",
    "missing_comma": "no comma between two members",
    "python_literal": "True, False or None",
    "comment": "a comment",
    "raw_newline": "a line break inside a string",
    "bad_escape": "a backslash that escapes nothing",
    "triple_quotes": "a string between three quotes",
    "inner_quotes": "unescaped quotes inside a string",
    "missing_bracket": "closing brackets missing before an outer one or the end mark",
    "number_form": "a number written as +1, .5 or 1.",
    "escaped_quotes": "the whole value was escaped once more",
    "extra_bracket": "closing brackets too many",
    "arrow": "=> in place of a colon",
    "doubled_brace": "braces twice, as in a format string",
    "surrogate": "half of a surrogate pair",
}


class JsonError(ValueError):
    """Not JSON and not repairable. `position` is where reading stopped making sense."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"{message} (at character {position})")
        self.reason, self.position = message, position


class UnfinishedJson(JsonError):
    """The text ended inside the value: more of it could still make it whole."""


class Read(NamedTuple):
    value: Any
    end: int
    repairs: tuple[str, ...]


def finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("number out of range")
    return number


LONGEST_COMMENT = 2000
"""What begins a longer one is none: else every `/*` would have the rest of the text read."""
_COMMENT = rf"//[^\n]{{0,{LONGEST_COMMENT}}}(?:\n|\Z)|/\*(?:[^*]|\*(?!/)){{0,{LONGEST_COMMENT}}}\*/"
_comments = re.compile(rf"(?:(?:{_COMMENT}){JSON_SPACE.pattern})++")
_word = re.compile(r"[A-Za-z_$][\w$-]*")
_number = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_number_rest = re.compile(r"\.?(?:[eE][+-]?)?\Z")
_strict_number = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\Z")
_after_comma = re.compile(
    r"(?:\s|//[^\n]{0,200}\n|/\*(?:[^*]|\*(?!/)){0,200}\*/)*(?:[\"'\u201c\u2018][^\"'\u201d\u2019\n]{0,80}[\"'\u201d\u2019]\s{0,20}:|[A-Za-z_$][\w$-]{0,60}\s{0,20}(?::|=>)|\})"
)
_more_of_it = re.compile(r"\s+[\"']|\s*\+\s*[\"']")
"""Behind a quote: another string, which some languages would join to the one before."""
_key_so_far = re.compile(r"[\"'][^\"'\u201d\u2019\n]{0,80}(?:[\"'\u201d\u2019]\s{0,20})?\Z")
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d\u201c", "\u201d": "\u201d", "\u2018": "\u2019", "\u2019": "\u2019"}
_BODY = {quote: re.compile(f"[^{closers}\\\\]*") for quote, closers in _QUOTES.items()}
_ESCAPES = {'"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_NEEDLESSLY_ESCAPED = "\n\r\t $`"
"""What nothing but a slip puts a backslash before; before a letter it may be meant as one."""
_LITERALS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_NO_TEXTS = ("NaN", "Infinity", "undefined", "nil", "NULL")
"""Words that other notations have for what JSON lacks or calls otherwise."""
_CLOSER = {"{": "}", "[": "]"}


class LenientReader:
    """One lenient reading. A stack of open containers takes the place of recursion."""

    def __init__(self, text: str, start: int, sealed: bool) -> None:
        self.text, self.pos, self.sealed = text, start, sealed
        self.repairs: dict[str, None] = {}
        self.tokens = 0

    def read(self) -> Read:
        stack: list[tuple[Any, str]] = []  # (container, its closing bracket)
        keys: list[str | None] = []  # the key that waits for its value, for each open container
        expect = "value"
        value: Any = None
        while True:
            self._step(self.pos)
            self._skip()
            if self.pos >= len(self.text):
                if self.sealed and stack and expect in ("comma", "key"):
                    self.repairs["missing_bracket"] = None
                    while stack:
                        value = stack.pop()[0]
                        keys.pop()
                        if stack:
                            self._store(stack[-1][0], keys[-1], value)
                    return self._done(value)
                raise UnfinishedJson("the text ends inside the value", self.pos)
            char = self.text[self.pos]
            closes = stack and char == stack[-1][1][0] and expect != "colon"
            if closes or (expect == "comma" and any(char == closer[0] for _, closer in stack)):
                if not closes:  # but a bracket further out does
                    self.repairs["missing_bracket"] = None
                elif expect == "value" and keys[-1] is not None:
                    raise JsonError("a key without a value", self.pos)
                elif expect in ("key", "value") and stack[-1][0]:
                    self.repairs["trailing_comma"] = None
                if closes:
                    doubled = self.text.startswith(stack[-1][1], self.pos)
                    if not doubled:
                        self._whole(self.pos + 1)
                    self.pos += len(stack[-1][1]) if doubled else 1
                value = stack.pop()[0]
                keys.pop()
                if not stack:
                    return self._done(value)
                self._store(stack[-1][0], keys[-1], value)
                keys[-1] = None
                expect = "comma"
                continue
            if expect == "comma":
                container = stack[-1][0]
                if char == ",":
                    self.pos += 1
                elif char in _QUOTES or (isinstance(container, dict) and _word.match(char)) or char in "{[":
                    if isinstance(container, dict) and char in "{[":
                        raise JsonError("expected a comma or a closing bracket", self.pos)
                    self.repairs["missing_comma"] = None
                else:
                    raise JsonError("expected a comma or a closing bracket", self.pos)
                expect = "key" if isinstance(container, dict) else "value"
                continue
            if expect == "key":
                keys[-1] = self._key()
                expect = "colon"
                continue
            if expect == "colon":
                arrow = char == "=" and self.text.startswith("=>", self.pos)
                if char != ":" and not arrow:
                    raise JsonError("expected ':'", self.pos)
                if arrow:
                    self.repairs["arrow"] = None
                self.pos += 2 if arrow else 1
                expect = "value"
                continue
            if char in _CLOSER:
                if len(stack) >= MAX_DEPTH:
                    raise JsonError("nested too deeply", self.pos)
                doubled = self.text.startswith("{{", self.pos)
                if doubled:
                    self.repairs["doubled_brace"] = None
                self.pos += 1 + doubled
                stack.append(({} if char == "{" else [], _CLOSER[char] * (1 + doubled)))
                keys.append(None)
                expect = "key" if char == "{" else "value"
                continue
            value = self._scalar(len(stack), bool(stack) and isinstance(stack[-1][0], dict))
            if not stack:
                return self._done(value)
            self._store(stack[-1][0], keys[-1], value)
            keys[-1] = None
            expect = "comma"

    def _step(self, pos: int) -> None:
        self.tokens += 1
        if self.tokens > MAX_TOKENS:
            raise JsonError("too long to repair", pos)

    def _done(self, value: Any) -> Read:
        if "inner_quotes" in self.repairs and len(self.repairs.keys() - {"raw_newline", "inner_quotes"}):
            # Where quotes cannot be trusted every other repair is a guess.
            raise JsonError("unescaped quotes beside other faults", self.pos)
        cleaned = without_halves(value)
        if cleaned != value:
            self.repairs["surrogate"] = None
        return Read(cleaned, self.pos, tuple(self.repairs))

    @staticmethod
    def _store(container: Any, key: str | None, value: Any) -> None:
        if isinstance(container, dict):
            container[key] = value
        else:
            container.append(value)

    def _skip(self) -> None:
        while True:
            self.pos = past(JSON_SPACE, self.text, self.pos)
            if not self.text.startswith("/", self.pos):
                return
            comments = _comments.match(self.text, self.pos)
            if comments is None:
                begun = self.pos + 1 == len(self.text) or self.text.startswith(("//", "/*"), self.pos)
                if begun and len(self.text) - self.pos <= LONGEST_COMMENT + 4:
                    raise UnfinishedJson("a comment without an end", self.pos)
                return
            self.repairs["comment"] = None
            self.pos = comments.end()

    def _key(self) -> str:
        if self.text[self.pos] in _QUOTES:
            return self._string(in_object=True, is_key=True)
        word = _word.match(self.text, self.pos)
        if word is None:
            raise JsonError("expected a key", self.pos)
        self._whole(word.end() + self.text.startswith('"', word.end()))
        self.repairs["unquoted_key"] = None
        self.pos = word.end() + self.text.startswith('":', word.end())
        return word[0]

    def _whole(self, end: int) -> None:
        if end == len(self.text) and not self.sealed:
            raise UnfinishedJson("the text ends inside the value", end)

    def _scalar(self, depth: int, in_object: bool) -> Any:
        char = self.text[self.pos]
        if char in _QUOTES:
            return self._string(in_object=in_object, is_key=False, depth=depth)
        word = _word.match(self.text, self.pos)
        if word is not None:
            self._whole(word.end())
            if word[0] not in _LITERALS:
                return self._one_word(word, depth)
            if word[0][0].isupper():
                self.repairs["python_literal"] = None
            self.pos = word.end()
            return _LITERALS[word[0]]
        number = _number.match(self.text, self.pos)
        if number is None:
            if char in "+-.":
                self._whole(self.pos + 1)
            raise JsonError(f"unexpected {char!r}", self.pos)
        if _number_rest.match(self.text, number.end()):
            self._whole(len(self.text))
        digits = number[0]
        if not _strict_number.match(digits):
            self.repairs["number_form"] = None
        try:
            value = int(digits) if re.fullmatch(r"[+-]?\d+", digits) else finite(digits)
        except ValueError as error:
            raise JsonError(str(error), self.pos) from None
        self.pos = number.end()
        return value

    def _one_word(self, word: re.Match[str], depth: int) -> str:
        """A word that means nothing in JSON: a text, where it is all there is of a value within another."""
        end = past(JSON_SPACE, self.text, word.end())
        self._whole(end)
        if depth < 2 or word[0] in _NO_TEXTS or self.text[end : end + 1] not in (",", "}", "]"):
            raise JsonError(f"unknown word {word[0][:40]!r}", self.pos)
        self.repairs["unquoted_value"] = None
        self.pos = word.end()
        return word[0]

    def _string(self, *, in_object: bool, is_key: bool, depth: int = 1) -> str:
        text, opening = self.text, self.text[self.pos]
        closers, body = _QUOTES[opening], _BODY[opening]
        width = 3 if depth and opening in "\"'" and text.startswith(opening * 3, self.pos) else 1
        if width == 3:
            self.repairs["triple_quotes"] = None
        elif opening != '"':
            self.repairs["single_quotes"] = None
        parts: list[str] = []
        inner = 0
        pos = self.pos + width
        while True:
            run = body.match(text, pos)
            assert run is not None  # the pattern matches the empty string
            parts.append(run[0])
            pos = run.end()
            if pos >= len(text):
                raise UnfinishedJson("the text ends inside a string", pos)
            if text[pos] == "\\":
                self._step(pos)
                piece, pos = self._escape(pos)
                parts.append(piece)
            elif (width == 1 or text.startswith(opening * 3, pos)) and self._closes(
                pos + width - 1, in_object=in_object, is_key=is_key, depth=depth
            ):
                break
            else:
                self._step(pos)
                around = text[pos - 1] + text[pos + 1 : pos + 2]
                apostrophe = text[pos] in "'\u2019" and len(around) == 2 and around.isalnum()
                if not apostrophe and width == 1:
                    if not inner:
                        self._stands_alone(pos)
                    inner += 1
                    self.repairs["inner_quotes"] = None
                parts.append(text[pos])
                pos += 1
        if inner % 2:
            raise JsonError("unescaped quotes that can be read in two ways", pos)
        self.pos = pos + width
        value = "".join(parts)
        if "\n" in value and "\n" in text[run.start() : pos]:
            self.repairs["raw_newline"] = None
        assert closers
        return value

    def _closes(self, pos: int, *, in_object: bool, is_key: bool, depth: int) -> bool:
        """Whether the quote at `pos` ends its string: by what follows it."""
        if not depth and not is_key:
            return True
        end = past(JSON_SPACE, self.text, pos + 1)
        if end >= len(self.text):
            if self.sealed:
                return True
            raise UnfinishedJson("the text ends after a string", end)
        char = self.text[end]
        if is_key:
            if char != ":":
                raise JsonError("expected ':'", end)
            return True
        if char in "}]":
            return depth < 2 or not self._quotes_bracket(end)
        if char == ",":
            if not in_object:
                return True
            rest = _after_comma.match(self.text, end + 1)
            if rest is None and len(self.text) - end < 600 and not self.sealed:
                raise UnfinishedJson("the text ends after a string", end)
            return rest is not None
        if char == "/":
            return self.text.startswith(("//", "/*"), end)
        # A missing comma: the next member stands on a line of its own, or at least has a key in quotes.
        apart = char in _QUOTES or self.text.find("\n", pos + 1, end) >= 0
        return in_object and apart and end > pos + 1 and _after_comma.match(self.text, end) is not None and char != "}"

    def _quotes_bracket(self, pos: int) -> bool:
        """Whether the bracket at `pos`, which could only close an inner value, stands between quotes in a text."""
        if pos + 1 >= len(self.text) and not self.sealed:
            raise UnfinishedJson("the text ends inside the value", pos)
        behind = self.text[pos + 1 : pos + 2]
        if behind == '"' and not self.sealed and _key_so_far.match(self.text, pos + 1):
            raise UnfinishedJson("the text ends inside the value", pos)
        return behind == '"' and _after_comma.match(self.text, pos + 1) is None

    def _stands_alone(self, pos: int) -> None:
        """That the quote at `pos`, which closes nothing, is no end of a string that another one follows."""
        more = _more_of_it.match(self.text, pos + 1)
        if more is not None and not self.sealed and _key_so_far.match(self.text, more.end() - 1):
            raise UnfinishedJson("the text ends after a string", pos)
        if more is not None:
            raise JsonError("two strings with no comma between", pos)

    def _escape(self, pos: int) -> tuple[str, int]:
        if pos + 1 >= len(self.text):
            raise UnfinishedJson("the text ends inside a string", pos)
        char = self.text[pos + 1]
        if char in _ESCAPES:
            if char == "'":
                self.repairs["bad_escape"] = None
            return _ESCAPES[char], pos + 2
        if char == "u":
            digits = self.text[pos + 2 : pos + 6]
            if len(digits) < 4 and not self.sealed:
                raise UnfinishedJson("the text ends inside a string", pos)
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                return chr(int(digits, 16)), pos + 6
        self.repairs["bad_escape"] = None
        if char in _NEEDLESSLY_ESCAPED:
            return char, pos + 2
        return "\\" + char, pos + 2
