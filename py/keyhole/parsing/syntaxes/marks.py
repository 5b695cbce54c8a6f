"""The special tokens and tags that stand around calls.

New families invent new names for the same thing, so a mark is known by its form: an angle or square bracket whose name
speaks of tools, functions, calls, actions or plugins. Opening and closing ones are told apart by their form, too.
"""

from __future__ import annotations

import re

from keyhole.parsing.patterns import SPACE, Pattern, any_of, chars, finder, lit
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes import tag_words

_IN_TAG = r"[\w:.|\uff5c\u2581-]"
ANGLE = Pattern(
    rf"<[|\uff5c]?{_IN_TAG}{{0,30}}?(?i:{'|'.join(tag_words.CALLS)})(?<!\w\|){_IN_TAG}{{0,40}}>",
    rf"<{_IN_TAG}{{0,60}}",
    sight=tag_words.SIGHT,
)
SQUARE = Pattern(r"\[[A-Z_]{0,16}(?:TOOL|FUNC|CALL)[A-Z_]{0,16}\]", r"\[[A-Z_]{0,36}")
LIST_WORD = Pattern(r"TOOL_CALLS?:?\s{0,2}(?=[\[{])", r"T(?:O(?:O(?:L(?:_[CALS]{0,5}:?\s{0,2})?)?)?)?")
"""What is left of a mark in brackets that was taken for text."""
WORDS = ("TOOL_CALL_START", "TOOL_CALL_BEGIN", "BEGIN_TOOL_CALL", "BEGIN_TOOL", "START_TOOL_CALL")
WORD_ENDS = ("TOOL_CALL_END", "END_TOOL_CALL", "END_TOOL")
GIGACHAT = lit("<|message_sep|>") + SPACE + lit("function call<|role_sep|>")
HYPERCLOVA = lit("-> tool/function_call\n")
SPACED = Pattern(
    r"<[|\uff5c][A-Za-z]{1,12}[|\uff5c] (?:tool_|function_)?calls>",
    r"<(?:[|\uff5c][A-Za-z]{0,12}(?:[|\uff5c](?: [a-z_]{0,14})?)?)?",
)
"""DeepSeek 4.1 has a blank in every mark."""
LABELLED = any_of(
    *(
        Pattern(rf"<{word}: ?[\w.\-]{{1,40}}>", rf"<(?:{lit(word).part}|{word}(?:: ?[\w.\-]{{0,40}})?)")
        for word in ("tool", "TOOL", "Tool")
    )
)
_TO = r"\s?(?!all\n)"
_TO_SO_FAR = r"(?:\s?(?:a(?:ll?)?)?)"
RECIPIENT = any_of(
    Pattern(rf"<\|recipient\|>{_TO}", rf"(?:{lit('<|recipient|>').part}|<\|recipient\|>{_TO_SO_FAR})"),
    Pattern(
        rf"<\|reserved_special_token_\d{{1,3}}\|>{_TO}",
        rf"(?:{lit('<|reserved_special_token_').part}|<\|reserved_special_token_\d{{0,3}}(?:\|(?:>{_TO_SO_FAR})?)?)",
    ),
)
"""Functionary says to whom it speaks: to all, or to a tool."""
WHICH = (
    chars(r"\s", 1, 4)
    + any_of("id", "index", "call_id", "tool_call_id", "type")
    + lit("=")
    + any_of(lit('"') + chars(r'[^"<>\n]', 0, 80) + lit('"'), lit("'") + chars(r"[^'<>\n]", 0, 80) + lit("'"))
)
"""What says in a tag which call this is."""
NUMBERED = any_of(
    *(lit(f"<{word}") + WHICH + lit(">") for word in ("tool_call", "function_call", "tool_use", "invoke", "call"))
)
OPENING = any_of(
    ANGLE, SQUARE, GIGACHAT, HYPERCLOVA, SPACED, LABELLED, RECIPIENT, NUMBERED, LIST_WORD, *WORDS, "<|python_tag|>"
)

_CLOSING_IN_BRACKETS = any_of(
    Pattern(
        rf"</[|\uff5c]?\s{{0,4}}{_IN_TAG}{{1,60}}\s{{0,4}}(?:(?<=[|\uff5c] )\w{{1,20}})?>",
        rf"<(?:/[|\uff5c]?\s{{0,4}}{_IN_TAG}{{0,60}}\s{{0,4}}(?:(?<=[|\uff5c] )\w{{0,20}})?)?",
    ),
    Pattern(
        rf"<[|\uff5c]?(?:{_IN_TAG}{{0,40}}?[_\u2581:|])?(?i:end|suffix|stop){_IN_TAG}{{0,40}}>", rf"<{_IN_TAG}{{0,60}}"
    ),
    Pattern(rf"<[|\uff5c]/{_IN_TAG}{{1,40}}[|\uff5c]>", rf"<(?:[|\uff5c](?:/{_IN_TAG}{{0,42}})?)?"),
    Pattern(r"<\w{1,40}\|>", r"<\w{0,40}\|?"),
    Pattern(r"\[(?:/|END_)[A-Z_]{1,30}\]", r"\[(?:/|E(?:N(?:D(?:_)?)?)?)?[A-Z_]{0,30}"),
)
CLOSING = any_of(_CLOSING_IN_BRACKETS, *WORD_ENDS)
_NEXT_CLOSING = finder(_CLOSING_IN_BRACKETS, {"<": r"(?=[/|\uff5c\w])"})
_NOT_A_CALL = re.compile(r"tool.sep|plan|response|result|output|list|schema|definition|available|callback|_def\b", re.I)
_IS_CLOSING = re.compile(
    r"^<[|\uff5c]?/|^END_|(?:^|[_\u2581:|\uff5c])(?:end|suffix|stop)(?:$|[_\u2581:|\uff5c>])"
    r"|^<[^|\uff5c][^>]*\|>$|^\[END",
    re.I,
)
_CALLISH = re.compile(r"tool|func|action|plugin|call|invoke|request|plamo|args?\b|atem|DSML", re.I)


def opening(source: Source, at: int) -> int | None:
    """The position after the opening mark at `at`."""
    mark = source.match(OPENING, at)
    if mark is None or _NOT_A_CALL.search(mark[0]) or _IS_CLOSING.search(mark[0]):
        return None
    return mark.end()


def closing(source: Source, at: int) -> int | None:
    """The position after the closing mark at `at`, if it closes something about calls."""
    mark = source.match(CLOSING, at)
    if mark is None or not _CALLISH.search(mark[0]):
        return None
    return mark.end()


def next_closing(source: Source, at: int) -> int | None:
    """The position after the first mark in brackets behind `at` that closes something about calls."""
    marks = _NEXT_CLOSING.finditer(source.text, at)
    return next((mark.end() for mark in marks if _CALLISH.search(mark[0])), None)


def is_special(mark: str) -> bool:
    """Whether nothing but a model writes this: a special token rather than a tag."""
    return "|" in mark or "\uff5c" in mark or mark.startswith("[")
