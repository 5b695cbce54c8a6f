"""What the agent remembers, for the page to show, correct, erase, take away and bring back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from keyhole.memory_store import MemoryStore
from keyhole.page.history import History
from keyhole.page.methods import method
from keyhole.tools.builtin.memory import attach


class Memories:
    """The store in the history's database. It is made with the first use: most visits need none."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._store: MemoryStore | None = None
        attach(self.store)

    def store(self) -> MemoryStore:
        """The store, which the memory toolbox works on too. Where another tab writes it only reads."""
        if self._store is None:
            read_only = self._history.mode == "read-only"
            self._store = MemoryStore(self._history.storage.connection, read_only=read_only)
        return self._store

    @method("memory.list")
    async def list_all(self, limit: int = 1000, offset: int = 0) -> dict[str, Any]:
        """The core blocks by name, and the archived memories."""
        store = self.store()
        return {"blocks": store.core.blocks(), "memories": [asdict(memory) for memory in store.all(limit, offset)]}

    @method("memory.edit")
    async def edit(self, id: str, text: str) -> None:
        """Write a core block (by its name) or an archived memory anew. Raises `ToolError`."""
        store = self.store()
        if id in store.core.blocks():
            store.core.write(id, text)
        else:
            store.edit(id, text)
        await self._history.flush()

    @method("memory.erase")
    async def erase(self, id: str | None = None) -> None:
        """Forget one memory, or everything. Raises `ToolError` when there is none of that id."""
        store = self.store()
        if id is None:
            store.erase()
        elif id in store.core.blocks():
            store.core.write(id, "")
        else:
            store.forget(id)
        await self._history.flush()

    @method("memory.export")
    async def export(self) -> dict[str, Any]:
        """All of it, as `memory.import` takes it."""
        return self.store().export()

    @method("memory.import")
    async def import_(self, data: Any) -> dict[str, int]:
        """Add what was exported. Raises `ConfigError` and changes nothing when it is no such export."""
        added = self.store().import_(data)
        await self._history.flush()
        return added
