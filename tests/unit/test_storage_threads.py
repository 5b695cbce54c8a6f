"""Storage that several threads write to: one connection has one transaction."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from keyhole.conversation import Conversation
from keyhole.events import TurnStarted
from keyhole.storage import Storage


def test_what_another_thread_deletes_stores_no_half_of_a_turn() -> None:
    reached, deleting = threading.Event(), threading.Event()

    def events() -> Iterator[TurnStarted]:
        yield TurnStarted(turn_id="t", text="hello")
        reached.set()
        deleting.wait(0.2)  # the other thread waits for this turn, and so never says that it is done
        raise RuntimeError("the turn went wrong")

    conversation = Conversation()
    conversation.append("user", "hello")
    with Storage() as storage:
        other = storage.new_conversation()

        def delete() -> None:
            reached.wait()
            storage.delete(other)
            deleting.set()

        thread = threading.Thread(target=delete)
        thread.start()
        with pytest.raises(RuntimeError):
            storage.record("c", conversation, events())
        thread.join()
        assert storage.conversations() == []
