"""The conversation: the one canonical record of what was said and done.

Pure values, provider-neutral and append-only. Nothing here knows a provider, a prompt or a model; `keyhole.transcript`
makes a fresh projection of a conversation for every request. Ids never change once given.

JSON form (version 1), as `Conversation.model_dump_json` writes it and `Conversation.model_validate_json` reads it::

    {"version": 1, "messages": [
      {"role": "user", "blocks": [{"type": "text", "text": "..."}]},
      {"role": "assistant", "blocks": [
        {"type": "thinking", "text": "...", "signature": null},
        {"type": "tool_call", "id": "hist_tool_1", "name": "search", "arguments": {"q": "x"}}]},
      {"role": "tool", "blocks": [
        {"type": "tool_result", "call_id": "hist_tool_1", "content": "...", "is_error": false}]}]}

Optional keys are left out where they say nothing: `tool_result.handle`, `thinking.signed_by`. Further blocks are
`image`, `unanswered` (a note, in a `tool` message, of why a call will never have a result) and `summary` (what
compression folded away; it stands in a compressed copy, never in the record itself).

Any sequence of messages is a conversation: a record may be cut, shuffled or half written, and is still read. What a
provider would refuse is put right in the projection, never here. A later version than this is refused by name.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from keyhole.outside_json import without_halves

VERSION = 1

Role = Literal["system", "user", "assistant", "tool"]
Reason = Literal["cancelled", "interrupted", "timed_out", "unavailable"]

Unicode = Annotated[str, AfterValidator(without_halves)]
"""A text that UTF-8 can hold: half a surrogate pair, as a stream may be cut, becomes U+FFFD."""


def _is_none(value: Any) -> bool:
    return value is None


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


@final
class Text(_Value):
    """Words, as the visitor or a model wrote them."""

    type: Literal["text"] = "text"
    text: Unicode


@final
class Thinking(_Value):
    """A model's reasoning. `signature` is the provider's seal, where it gives one; `signed_by` the dialect it came in.

    A seal without `signed_by` is taken for Anthropic's.
    """

    type: Literal["thinking"] = "thinking"
    text: Unicode
    signature: Unicode | None = None
    signed_by: str | None = Field(default=None, exclude_if=_is_none)


@final
class ToolCall(_Value):
    """A call as the model asked for it. `arguments` is whatever it gave: an object when the call is sound."""

    type: Literal["tool_call"] = "tool_call"
    id: Unicode
    name: Unicode
    arguments: Any = Field(default_factory=dict)


@final
class ToolResult(_Value):
    """What a call came to: `content` is the condensed text a model may see, `handle` leads to the raw result."""

    type: Literal["tool_result"] = "tool_result"
    call_id: Unicode
    content: Unicode
    is_error: bool = False
    handle: str | None = Field(default=None, exclude_if=_is_none)


@final
class Unanswered(_Value):
    """Why a call has no result. A fact of the record; the synthetic result made from it lives in projections alone."""

    type: Literal["unanswered"] = "unanswered"
    call_id: Unicode
    reason: Reason


@final
class Image(_Value):
    """A picture. No model here sees it: projections put `alt` in its place and say so."""

    type: Literal["image"] = "image"
    url: Unicode
    alt: Unicode = ""


@final
class Summary(_Value):
    """What stands for `turns` older turns after compression; `kept` is quoted from them word for word."""

    type: Literal["summary"] = "summary"
    text: Unicode
    turns: int = 1
    kept: tuple[Unicode, ...] = ()

    @property
    def words(self) -> str:
        """The summary as a model may read it."""
        quoted = (f"Word for word: {kept}" for kept in self.kept)
        return "\n".join(["[Summary of what was said before]", self.text, *quoted])


Block = Annotated[Text | Thinking | ToolCall | ToolResult | Unanswered | Image | Summary, Field(discriminator="type")]


class Message(_Value):
    """One message: a role and its blocks, in order."""

    role: Role
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The message's `Text` blocks, joined by newlines."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, Text))


class Conversation(BaseModel):
    """The messages so far. `append` is the only way in."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    version: Literal[1] = 1
    messages: list[Message] = Field(default_factory=list)

    @field_validator("version", mode="before")
    @classmethod
    def _known_version(cls, value: object) -> object:
        if isinstance(value, int) and value > VERSION:
            raise ValueError(f"this conversation is of version {value}; versions up to {VERSION} can be read")
        return value

    def append(self, role: Role, *blocks: Block | str) -> Message:
        """Add a message and return it; a plain string becomes a `Text` block."""
        message = Message(role=role, blocks=tuple(Text(text=b) if isinstance(b, str) else b for b in blocks))
        self.messages.append(message)
        return message
