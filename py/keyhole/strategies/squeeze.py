"""The open turn, cut where it alone is too large for a model's window: no fold reaches it.

Short texts stay whole and the long ones (a pasted document, many results) share what is left; a result is condensed
further, any other text loses its middle. The record stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from keyhole.conversation import Block, Conversation, Message, Text, ToolResult
from keyhole.tokens import cut_to_tokens, estimate_tokens
from keyhole.tools.condense import condense_json
from keyhole.transcript.compress import Pinned, compress, size

_LEAST = 40
_TRIES = 8
"""What is rendered shorter than it is (a folded exchange) takes its share of a cut and brings little."""


def fitting(
    render: Callable[[Conversation], Conversation], conversation: Conversation, room: int, pinned: Pinned
) -> list[Message]:
    """The messages that `render` makes of a conversation, in at most about `room` tokens.

    Where it is over that, its old turns are folded, and where that is not enough its open turn is cut.
    """
    shown = render(conversation)
    if size(shown) > room:
        conversation = compress(conversation, room, pinned=pinned)
        shown = render(conversation)
    for _ in range(_TRIES):
        if (over := size(shown) - room) <= 0:
            break
        conversation = _smaller(conversation, over)
        shown = render(conversation)
    return shown.messages


def _smaller(conversation: Conversation, over: int) -> Conversation:
    messages = conversation.messages
    asked = max((n for n, message in enumerate(messages) if message.role == "user"), default=0)
    sizes = [estimate_tokens(_words(block)) for message in messages[asked:] for block in message.blocks]
    share = max(_LEAST, _share(sizes, sum(sizes) - over))
    cut = [
        message.model_copy(update={"blocks": tuple(_cut(block, share) for block in message.blocks)})
        for message in messages[asked:]
    ]
    return Conversation.model_construct(messages=[*messages[:asked], *cut])


def _share(sizes: list[int], left: int) -> int:
    """The most that each may have, where those that need less leave the rest to the others."""
    for n, each in enumerate(sorted(sizes)):
        share = left // (len(sizes) - n)
        if each > share:
            return share
        left -= each
    return max(sizes, default=0)


def _words(block: Block) -> str:
    if isinstance(block, Text):
        return block.text
    return block.content if isinstance(block, ToolResult) else ""


def _cut(block: Block, share: int) -> Block:
    if isinstance(block, Text):
        return block.model_copy(update={"text": cut_to_tokens(block.text, share)})
    if isinstance(block, ToolResult) and estimate_tokens(block.content) > share:
        try:
            content = condense_json(block.content, share)
        except ValueError:  # a result from elsewhere need not be JSON
            content = block.content
        return block.model_copy(update={"content": cut_to_tokens(content, share)})
    return block
