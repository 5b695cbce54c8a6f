"""Tokens that end a turn or a message: part of the wire, never of the text."""

from __future__ import annotations

from keyhole.parsing.patterns import any_of
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
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
    "</s>",
)
OPENING = any_of(*_TOKENS)


def read(source: Source, start: int) -> Found | None:
    token = source.match(OPENING, start)
    if token is None:
        return None
    if token[0] == "</s>":  # also the end of struck-out text: a token only where the text is over
        rest = source.skip_space(token.end())
        return Found(rest) if source.at_end(rest) else None
    return Found(token.end())


SYNTAX = Syntax("noise", OPENING, read, interrupts=False)
