"""Storage: what was said and what happened come back as they were."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from helpers import answer_of, ask, fill, route, toolbox
from keyhole.agent import Agent
from keyhole.conversation import Conversation
from keyhole.errors import ConfigError
from keyhole.events import StepChunk, TurnFinished
from keyhole.models.replay import ReplayModel
from keyhole.storage import Storage, advice_on


async def test_a_turn_survives_a_reload(tmp_path: Path) -> None:
    path = str(tmp_path / "chats.db")
    with Storage(path) as storage:
        model = ReplayModel([route("item_lookup"), fill(name="calus mini-tool"), route(), "There."])
        agent = Agent(model, toolbox(), storage=storage)
        events = await ask(agent, "what is calus mini-tool?")
        said = agent.conversation
    with Storage(path) as storage:
        (summary,) = storage.conversations()
        assert summary.title == "what is calus mini-tool?"
        kept = storage.open(summary.id)
        assert kept.conversation == said
        assert kept.turns == [[event for event in events if not isinstance(event, StepChunk)]]
        assert {row["step"]: row["count"] for row in storage.telemetry()} == {"answer": 1, "fill": 1, "route": 2}


async def test_a_reply_to_a_question_is_understood_after_a_reload() -> None:
    with Storage() as storage:
        await ask(Agent(ReplayModel([route(question="Which?")]), toolbox(), storage=storage), "perks of ____?")
        (summary,) = storage.conversations()
        kept = storage.open(summary.id)
        assert kept.clarifies == ("perks of ____?",)


async def test_what_was_asked_is_kept_before_it_is_answered() -> None:
    with Storage() as storage:
        seen: list[int] = []
        model = ReplayModel([lambda request: seen.append(len(storage.conversations())) or route(), "ok"])
        await ask(Agent(model, toolbox(), storage=storage), "x")
        assert seen == [1]


async def test_storage_that_is_full_does_not_cost_the_answer(caplog: pytest.LogCaptureFixture) -> None:
    class Full(Storage):
        def record(self, *_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    with Full() as storage:
        agent = Agent(ReplayModel([route(), "ok"]), toolbox(), storage=storage)
        assert answer_of(await ask(agent, "x")) == "ok"
        assert agent.storage_error == "database or disk is full"


async def test_a_turn_that_could_not_be_stored_says_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = str(tmp_path / "chats.db")
    with Storage(path) as storage, contextlib.closing(sqlite3.connect(path)) as writer:
        storage.connection.execute("PRAGMA busy_timeout = 0")
        agent = Agent(ReplayModel([route(), "ok", route(), "fine"]), toolbox(), storage=storage)
        writer.execute("BEGIN IMMEDIATE")
        assert answer_of(await ask(agent, "x")) == "ok"
        told = "the turn could not be stored: database is locked. Another program is writing to it: try again."
        assert [record.getMessage() for record in caplog.records] == [told]
        writer.rollback()
        await ask(agent, "y")
        kept = storage.open(agent.conversation_id).conversation.messages
        assert [message.text for message in kept] == ["x", "ok", "y", "fine"]


def test_a_file_that_may_not_be_written_is_not_to_be_moved_away(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    Storage(str(path)).close()
    read_only = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    with contextlib.closing(read_only), pytest.raises(sqlite3.OperationalError) as caught:
        read_only.execute("DELETE FROM event")
    assert advice_on(caught.value) == "Allow writing to the file and its folder, or choose another place."


def test_deleting_forgets_the_events_too() -> None:
    with Storage() as storage:
        chat = storage.new_conversation("mine")
        conversation = Conversation()
        conversation.append("user", "x")
        storage.record(chat, conversation, [TurnFinished(turn_id="t", answer="a")])
        assert [c.title for c in storage.conversations()] == ["mine"]
        assert storage.open(chat).title == "mine"
        storage.delete(chat)
        assert storage.conversations() == []
        assert storage.connection.execute("SELECT count(*) FROM event").fetchone() == (0,)
        with pytest.raises(ConfigError, match="no conversation"):
            storage.open(chat)


def test_an_event_of_a_later_version_is_left_out() -> None:
    with Storage() as storage:
        chat = storage.new_conversation()
        storage.record(chat, Conversation(), [TurnFinished(turn_id="t", answer="a")])
        storage.connection.execute('UPDATE event SET json = \'{"type": "dreamt"}\'')
        assert storage.open(chat).turns == []


async def test_a_damaged_message_costs_neither_the_others_nor_what_comes_after() -> None:
    with Storage() as storage:
        await ask(Agent(ReplayModel([route(), "one"]), toolbox(), storage=storage), "a")
        (summary,) = storage.conversations()
        storage.connection.execute("UPDATE message SET json = '{broken' WHERE seq = 1")
        kept = storage.open(summary.id)
        assert [message.text for message in kept.conversation.messages] == ["a", ""]
        agent = Agent(ReplayModel([route(), "two"]), toolbox(), storage=storage)
        await agent.resume(kept.id, kept.conversation)
        await ask(agent, "b")
        said = [message.text for message in storage.open(summary.id).conversation.messages]
        assert said == ["a", "", "b", "two"]


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"not a database at all, but long enough to be looked at" * 50)
    with pytest.raises(ConfigError, match="cannot be used"):
        Storage(str(path))
    with pytest.raises(ConfigError, match="cannot open"):
        Storage(str(tmp_path / "no" / "such" / "folder.db"))


def _said(storage: Storage, id_: str) -> list[str]:
    return [message.text for message in storage.open(id_).conversation.messages]


async def test_a_name_used_again_keeps_what_was_there_and_what_is_new() -> None:
    with Storage() as storage:
        for text in ("first", "second"):
            agent = Agent(ReplayModel([route(), "ok"]), toolbox(), storage=storage, conversation_id="main")
            await ask(agent, text)
        assert _said(storage, "main") == ["first", "ok", "second", "ok"]


async def test_two_that_go_on_with_one_conversation_lose_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "chats.db")
    with Storage(path) as one, Storage(path) as two:
        await ask(Agent(ReplayModel([route(), "-"]), toolbox(), storage=one, conversation_id="main"), "begin")
        agents = [
            Agent(
                ReplayModel([route(), "-"] * 2),
                toolbox(),
                storage=storage,
                conversation_id="main",
                conversation=storage.open("main").conversation,
            )
            for storage in (one, one, two)
        ]
        for text in ("a", "b"):
            for number, agent in enumerate(agents):
                await ask(agent, f"{text}{number}")
                assert agent.storage_error == ""
        assert _said(one, "main")[::2] == ["begin", "a0", "a1", "a2", "b0", "b1", "b2"]


async def test_a_conversation_read_from_its_export_is_not_kept_twice() -> None:
    with Storage() as storage:
        await ask(Agent(ReplayModel([route(), "-"]), toolbox(), storage=storage, conversation_id="main"), "a")
        again = Conversation.model_validate_json(storage.open("main").conversation.model_dump_json())
        agent = Agent(
            ReplayModel([route(), "-"]), toolbox(), storage=storage, conversation_id="main", conversation=again
        )
        await ask(agent, "b")
        assert _said(storage, "main") == ["a", "-", "b", "-"]


async def test_storage_that_was_closed_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    storage = Storage()
    storage.close()
    agent = Agent(ReplayModel([route(), "ok"]), toolbox(), storage=storage)
    assert answer_of(await ask(agent, "x")) == "ok"
    assert "closed" in agent.storage_error
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info is None
