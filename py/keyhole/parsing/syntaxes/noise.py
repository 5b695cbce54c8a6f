"""Tokens that end a turn or a message: part of the wire, never of the text."""

from __future__ import annotations

import re

from keyhole.parsing.patterns import Pattern, any_of, chars, lit, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.thinking import CLOSING
from keyhole.parsing.types import Found

_TOKENS = (
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|eot|>",
    "<|eom|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|START_OF_TURN_TOKEN|>",
    "<|CHATBOT_TOKEN|>",
    "<|START_RESPONSE|>",
    "<|END_RESPONSE|>",
    "<|START_TEXT|>",
    "<|END_TEXT|>",
    "<|role_end|>",
    "<|eot|>",
    "<end_of_turn>",
    "<turn|>",
    "<\uff5cend\u2581of\u2581sentence\uff5c>",
    "<\uff5ctool\u2581outputs\u2581begin\uff5c>",
    "<\uff5ctool\u2581outputs\u2581end\uff5c>",
    "<\uff5ctool\u2581output\u2581begin\uff5c>",
    "<\uff5ctool\u2581output\u2581end\uff5c>",
    "<|begin|>assistant",
    "<|im_start|>assistant",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|assistant|>",
    "<|assistant_start|>",
    "<|assistant_end|>",
    "<|stop|>",
    "<seed:eos>",
    "[e~[",
    "<|endofresponse|>",
    "<|message_sep|>",
    "[END FINAL RESPONSE]",
    "[|endofturn|]",
    "<|content|>",
    "<|observation|>",
    "<start_function_response>",
    "<|tool_response>",
    "<end_code>",
    "</s>",
)
_OF = r"(?:turn|message|response|text|utterance|role|sequence|answer|solution)"
_TURN_END = any_of(
    Pattern(rf"<\|(?:\w{{1,30}}_)?end_?of_?{_OF}\|>", r"<(?:\|\w{0,60}\|?)?"),
    Pattern(r"<\|begin_of_(?:solution|answer|response)\|>", r"<(?:\|\w{0,30}\|?)?"),
    "<eos>",
    "<bot_end>",
)
_TO_EACH = any_of("<|recipient|>", lit("<|reserved_special_token_") + chars(r"\d", 1, 3) + lit("|>"))
_HEADER = any_of(
    lit("<|from|>") + chars(r"\s", 0, 1) + chars(r"\w", 1, 20) + lit("\n"),
    _TO_EACH + chars(r"\s", 0, 1) + lit("all\n"),
)
"""Functionary's second form says who speaks and to whom, also where nothing is called; a later one has a token that
Llama 3 left free for it."""
_ANSWERS = any_of("<response>", "<answer>", "</response>", "</answer>")
"""What some put around the answer behind their reasoning."""
_CALL_FOLLOWS = "\n\nfunction call<|role_sep|>\n"
_TO_ALL = "all\n"
"""What is left of a header whose beginning the prompt holds."""
OPENING = any_of(words(_TOKENS), _TURN_END, _HEADER, _ANSWERS, _TO_ALL)


_SPOKEN_BEHIND = re.compile(r"[\w,:(\"'][ \t]\Z")
_CODE_ENDS = chars(r"[^`\n]", 0, 60) + lit("`")
_GOES_ON = any_of(chars(r"[,.;:)!?\"']", 1, 1), chars(r"[ \t]", 1, 4) + chars(r"\w", 1, 1))


def follows(source: Source, at: int) -> bool:
    """Whether such a token stands at `at`."""
    return not source.at_end(at) and source.match(OPENING, at) is not None


def read(source: Source, start: int) -> Found | None:
    token = source.match(OPENING, start)
    if token is None:
        return None
    if token[0] == "</s>":  # also the end of struck-out text: a token only where the text is over
        rest = source.skip_space(token.end())
        return Found(rest) if source.at_end(rest) else None
    if token[0] in ("<response>", "<answer>"):
        before = source.text[max(0, start - 80) : start].rstrip()
        ended = any(mark.end() == len(before) for mark in CLOSING.regex.finditer(before))
        return Found(token.end(), open_marks=(token[0],)) if ended else None
    if token[0] == _TO_ALL:
        first = source.offset + start == 0
        return Found(token.end()) if first and source.family.name == "functionary" else None
    if token[0] in ("</response>", "</answer>"):
        return Found(token.end()) if "<" + token[0][2:] in source.open_marks else None
    if _spoken_of(source, start, token.end()):
        return None
    if (
        token[0] == "<|message_sep|>"
        and source.final
        and _CALL_FOLLOWS.startswith(source.text[token.end() : token.end() + len(_CALL_FOLLOWS) + 1])
    ):
        return Found(len(source.text))
    # thousands of the same token cost as much as one
    again = re.compile(rf"(?:{re.escape(token[0])})*").match(source.text, token.end())
    return Found(again.end() if again else token.end())


def _spoken_of(source: Source, start: int, end: int) -> bool:
    """Whether the token is a word of its sentence, or code: a model ends no turn there."""
    line = source.text[max(0, start - 200) : start].rsplit("\n", 1)[-1]
    if line.count("`") % 2 and source.match(_CODE_ENDS, end) is not None:
        return True
    return _SPOKEN_BEHIND.search(line) is not None and source.match(_GOES_ON, end) is not None


SYNTAX = Syntax("noise", OPENING, read, interrupts=False)
