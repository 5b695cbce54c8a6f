"""Thinking apart from the answer, where a model writes both into one stream: `<think>...</think>` and its kin."""

from __future__ import annotations

import re
from typing import Literal

_OPEN = re.compile(r"<(think|thinking|thought|reasoning)>\s*", re.IGNORECASE)
_LONGEST_TAG = len("</reasoning>")


class ThinkingSplitter:
    """Fed with pieces of text as they come; gives back what of them is answer and what is thinking.

    A tag may be cut anywhere between two pieces. Thinking can only begin the text: a tag further on is part of the
    answer, since an answer may well be about such tags.
    """

    def __init__(self) -> None:
        self._state: Literal["before", "thinking", "after", "answer"] = "before"
        self._held = ""
        self._closing = _OPEN  # that of the tag that opened it, once one has

    @property
    def open(self) -> bool:
        """Whether thinking has begun and not ended."""
        return self._state == "thinking"

    def feed(self, piece: str) -> tuple[str, str]:
        """(answer, thinking) that are certain by now."""
        if self._state == "answer":
            return piece, ""
        self._held += piece
        if self._state == "before":
            text = self._held.lstrip()
            if not text or (text[0] == "<" and len(text) < _LONGEST_TAG and ">" not in text):
                return "", ""
            opening = _OPEN.match(text)
            if opening is None:
                self._state = "answer"
                return self.finish()
            self._state = "thinking"
            self._closing = re.compile(f"</{opening[1]}>", re.IGNORECASE)
            self._held = text[opening.end() :]
        thinking = ""
        if self._state == "thinking":
            # no `lower` here: it changes lengths, and the place found is that in the text
            closing = self._closing.search(self._held)
            if closing is None:  # it may have begun
                sure = max(0, len(self._held) - len(self._closing.pattern))
                thinking, self._held = self._held[:sure], self._held[sure:]
                return "", thinking
            thinking, self._held = self._held[: closing.start()], self._held[closing.end() :]
            self._state = "after"
        answer = self._held.lstrip()
        self._held = ""
        if answer:
            self._state = "answer"
        return answer, thinking

    def finish(self) -> tuple[str, str]:
        """What was held back, at the end of the stream."""
        held, self._held = self._held, ""
        return ("", held) if self._state == "thinking" else (held, "")
