"""The conversation: the one canonical record of what was said and done.

Pure values, provider-neutral and append-only. Nothing here knows a provider, a prompt or a model; `keyhole.transcript`
makes a fresh projection of a conversation for every request. Ids never change once given.

JSON form (version 1), as `Conversation.model_dump_json` writes it::

    {"version": 1, "messages": [
      {"role": "user", "blocks": [{"type": "text", "text": "..."}]},
      {"role": "assistant", "blocks": [
        {"type": "thinking", "text": "...", "signature": null},
        {"type": "tool_call", "id": "hist_tool_1", "name": "search", "arguments": {"q": "x"}}]},
      {"role": "tool", "blocks": [
        {"type": "tool_result", "call_id": "hist_tool_1", "content": "...", "is_error": false}]}]}
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Role = Literal["system", "user", "assistant", "tool"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Text(_Value):
    """Words, as the visitor or a model wrote them."""

    type: Literal["text"] = "text"
    text: str


class Thinking(_Value):
    """A model's reasoning. `signature` is the provider's seal, where it gives one."""

    type: Literal["thinking"] = "thinking"
    text: str
    signature: str | None = None


class ToolCall(_Value):
    """A call as the model asked for it. `arguments` is whatever it gave: an object when the call is sound."""

    type: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    arguments: Any = Field(default_factory=dict)


class ToolResult(_Value):
    """What a call came to: `content` is the condensed text a model may see, `handle` leads to the raw result."""

    type: Literal["tool_result"] = "tool_result"
    call_id: str
    content: str
    is_error: bool = False
    handle: str | None = None


class Image(_Value):
    """A picture. No model here sees it: projections put `alt` in its place and say so."""

    type: Literal["image"] = "image"
    url: str
    alt: str = ""


Block = Annotated[Text | Thinking | ToolCall | ToolResult | Image, Field(discriminator="type")]


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

    model_config = ConfigDict(extra="forbid")

    version: Literal[1] = 1
    messages: list[Message] = Field(default_factory=list)

    def append(self, role: Role, *blocks: Block | str) -> Message:
        """Add a message and return it; a plain string becomes a `Text` block."""
        message = Message(role=role, blocks=tuple(Text(text=b) if isinstance(b, str) else b for b in blocks))
        self.messages.append(message)
        return message
