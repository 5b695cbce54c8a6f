"""Transcripts: a projection of the one conversation for whichever provider the next request goes to.

`project` makes it, anew for every request; `check` names the rules that a transcript breaks. The conversation is never
changed by either. `docs/transcripts.md` tells what each dialect's projection looks like and why.
"""

from __future__ import annotations

from typing import Any

from keyhole.conversation import Conversation
from keyhole.transcript.dialects import DIALECTS, named
from keyhole.transcript.dialects.base import Options, Projection, ThinkingPolicy, Violation
from keyhole.transcript.ids import ToolNames

__all__ = ["DIALECTS", "Projection", "ToolNames", "Violation", "check", "project", "projection"]


def projection(
    conversation: Conversation,
    dialect: str,
    *,
    thinking: ThinkingPolicy = "keep",
    model: str | None = None,
    names: ToolNames | None = None,
) -> Projection:
    """The conversation as a request wants it: messages, the system text where it stands apart, and tool names.

    `model` is the provider's name of the model, for the few rules that differ within a family; `names` the toolbox's
    `ToolNames`, so that history and declarations agree. Valid for any conversation; see `project`. Raises `ConfigError`
    for a dialect there is none of, and nothing else.
    """
    options = Options(thinking, model or "", names if names is not None else ToolNames())
    return named(dialect).project(conversation, options)


def project(
    conversation: Conversation,
    dialect: str,
    *,
    thinking: ThinkingPolicy = "keep",
    model: str | None = None,
    names: ToolNames | None = None,
) -> list[dict[str, Any]]:
    """The messages of `projection` alone. Whatever the conversation, `check` finds nothing wrong with them.

    The same conversation prefix gives the same messages, except where a later result takes a closure's place and at
    the end, where some providers want the user's turn.
    """
    return projection(conversation, dialect, thinking=thinking, model=model, names=names).messages


def check(messages: list[Any], dialect: str) -> list[Violation]:
    """The rules of the dialect that these messages break, in order; none for a sound transcript.

    `messages` may be anything that JSON can hold. Raises `ConfigError` for a dialect there is none of.
    """
    return named(dialect).check(messages)
