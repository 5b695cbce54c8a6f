"""How the agent worker starts Python: `main(host)` from the page, `warm_up()` when the archives are packed."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Callable
from typing import Any

from keyhole.page.service import Service
from keyhole.tools import blocking


class Entrances:
    """What JavaScript holds of Python: plain functions of text."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, options: str) -> None:
        """`AgentOptions` as JSON. Returns at once; how it goes comes as status messages."""
        task = asyncio.ensure_future(self._service.start(json.loads(options)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def receive(self, text: str) -> None:
        """A message from the page."""
        self._service.bridge.receive(text)

    def receive_from_engine(self, kind: str, text: str) -> None:
        """A message from an engine's worker."""
        self._service.engines[kind].receive(text)

    def engine_lost(self, kind: str, message: str) -> None:
        """An engine's worker ended by itself."""
        self._service.engines[kind].lost(message)


def main(js: Any) -> Entrances:
    """Start the service on the host that JavaScript gives."""
    from keyhole.page.js_host import JsHost

    host = JsHost(js)
    blocking.interrupter = host
    return Entrances(Service(host))


async def _at_once() -> None:
    """Nobody waits while archives are packed."""


async def warm_up() -> None:
    """Import and use once what the first turn needs, so that packing sees which modules to store compiled."""
    importlib.import_module("keyhole.parsing")  # for output that needs repair: not long after the start
    importlib.import_module("keyhole.models.embedded.model")
    from keyhole.page.js_host import JsHost
    from keyhole.page.warm import warm
    from keyhole.tools.loader import load_toolbox, toolbox_names

    class Packing:
        """Stands in for the worker's JavaScript: it has nothing, which is enough to make the service."""

        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *arguments: None

    service = Service(JsHost(Packing()))
    for name in toolbox_names():
        await warm(load_toolbox(name), _at_once, quiet_s=0)
    async for _ in service.agent.ask("warm up"):
        pass
