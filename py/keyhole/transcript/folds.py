"""The standing fold of one conversation: its old turns in a summary that is made once and then used by every request.

A fold stands until even with it the conversation no longer fits; only then is there another, over the one before. So a
summary is not written anew for every request, and what a provider has cached of a prompt stays its beginning.
"""

from __future__ import annotations

from keyhole.conversation import Conversation, Message
from keyhole.transcript.compress import Fold, Pinned, plan

_LEAVES_FREE = 4
"""A fold leaves one part in so many of its room free, for the turns to come."""


class Folds:
    """What stands for the old turns of one conversation. The record itself is never changed."""

    def __init__(self) -> None:
        self._folded: list[Message] = []
        self._reaches = 0

    def view(self, conversation: Conversation) -> Conversation:
        """The conversation as requests see it: the fold, and what was said since. Itself, where nothing is folded."""
        if not self._folded:
            return conversation
        return Conversation.model_construct(messages=[*self._folded, *conversation.messages[self._reaches :]])

    def plan(self, conversation: Conversation, room: int, pinned: Pinned) -> Fold | None:
        """The fold that makes it fit in so many tokens and leaves some free; None where nothing may be folded."""
        return plan(self.view(conversation), room - room // _LEAVES_FREE, pinned)

    def take(self, conversation: Conversation, fold: Fold, summary: str = "") -> None:
        """Use this fold from now on, with a summary that a model wrote, or the one that code makes."""
        self._folded, self._reaches = fold.done(summary).messages, len(conversation.messages)
