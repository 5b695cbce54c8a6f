"""Conversations kept across reloads: the SQLite file of `keyhole.storage`, saved in the browser as a whole.

The file is written in one transaction, when a turn begins and when it ends, so a crash loses at most an unfinished
answer. One tab at a time may write (a Web Lock); another shows the same history, read only.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from typing import Any

from keyhole.agent import Agent
from keyhole.conversation import Conversation
from keyhole.errors import ConfigError, KeyholeError
from keyhole.page.bridge import Bridge
from keyhole.page.host import Host
from keyhole.page.methods import method
from keyhole.storage import Storage

_log = logging.getLogger(__name__)


class History:
    """`agent` gives the one whose turns are kept; `open_storage` must come before the first turn."""

    def __init__(self, host: Host, bridge: Bridge, agent: Callable[[], Agent]) -> None:
        self._host, self._bridge, self._agent = host, bridge, agent
        self._storage: Storage | None = None
        self._name = ""
        self._dirty = False
        self._writing: asyncio.Task[None] | None = None
        self.mode = "memory"

    @property
    def storage(self) -> Storage:
        """Where chats are kept: in memory, where a page's SQLite is quickest. The browser is given the whole of it."""
        if self._storage is None:
            self._storage = Storage()
        return self._storage

    async def open_storage(self, name: str | None) -> None:
        """Read what this browser keeps under `name`; None keeps nothing. A damaged file is put aside, not lost.

        Where the browser's storage cannot be asked, or the damaged file cannot be put aside, nothing is written.
        """
        if name is not None:
            self._name = name
            try:
                self.mode, content = await self._host.open_database(name)
                if content is not None:
                    await self._read(name, content)
            except KeyholeError as error:
                self.mode = "memory"
                _log.warning("the stored history cannot be used (%s): this page keeps none", error)
        self._agent().keep_in(self.storage)

    async def _read(self, name: str, content: bytes) -> None:
        try:
            storage = Storage(content=content)
            storage.conversations()
        except (ConfigError, sqlite3.Error) as error:
            _log.warning("the stored history cannot be read (%s): it is kept as %s.damaged", error, name)
            if self.mode == "kept":
                await self._host.write_database(f"{name}.damaged", content)
        else:
            self._storage = storage

    def flush_soon(self) -> None:
        """Save in the background."""
        if self.mode != "kept":
            return
        self._dirty = True
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())

    async def flush(self) -> None:
        """Save, and wait until that is done. What goes wrong is told in the status; the turn is not lost by it."""
        self.flush_soon()
        while self._writing is not None:
            await asyncio.shield(self._writing)

    async def _write(self) -> None:
        try:
            while self._dirty:
                self._dirty = False
                await self._host.write_database(self._name, self.storage.connection.serialize())
        except KeyholeError as error:
            self._bridge.status(
                phase="ready", text=f"The chat is not saved: {error}", model="", loaded=0, total=0,
                storage="memory", error=error.told(),
            )  # fmt: skip
        finally:
            self._writing = None

    @method("conversations.list")
    async def list_all(self) -> list[dict[str, Any]]:
        """The conversations in which something was said, the latest first."""
        return [{"id": kept.id, "title": kept.title, "updated": kept.updated} for kept in self.storage.conversations()]

    @method("conversations.open")
    async def open(self, id: str) -> dict[str, Any]:
        """Go on with a kept conversation. Raises `ConfigError` when there is none of that id."""
        kept = self.storage.open(id)
        await self._agent().resume(kept.id, kept.conversation, kept.clarifies, kept.open_call)
        return {
            "id": kept.id,
            "title": kept.title,
            "conversation": kept.conversation.model_dump(mode="json"),
            "turns": [[event.model_dump(mode="json") for event in turn] for turn in kept.turns],
        }

    @method("conversations.new")
    async def new(self) -> dict[str, Any]:
        """Begin another conversation."""
        id_ = self.storage.new_conversation()
        conversation = Conversation()
        await self._agent().resume(id_, conversation)
        return {"id": id_, "title": "", "conversation": conversation.model_dump(mode="json"), "turns": []}

    @method("conversations.delete")
    async def delete(self, id: str) -> None:
        """Forget a conversation. Deleting the one that is open begins another.

        Raises `ConfigError` where another tab writes the file: it would be back with the next page.
        """
        if self.mode == "read-only":
            raise ConfigError("another tab has these chats open", advice="Delete it there, or close that tab.")
        self.storage.delete(id)
        if self._agent().conversation_id == id:
            await self.new()
        await self.flush()
