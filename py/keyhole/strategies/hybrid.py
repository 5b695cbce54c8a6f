"""Strategy `hybrid`: one model decides on tools through `routed`, another writes the reply.

The agent's model is the router, its `writer` the other one. Both may be anything: the embedded model beside a large one
on a server is what it is for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from keyhole.errors import ConfigError
from keyhole.events import Event
from keyhole.strategies import routed
from keyhole.strategies.turn import Turn


async def run(turn: Turn) -> AsyncGenerator[Event]:
    """Carry out a turn. Raises as `routed` does, and `ConfigError` where there is no second model that can write."""
    if turn.writer is turn.router or not turn.writer.profile.can_write:
        raise ConfigError("hybrid needs a second model that writes", advice="Name a writer, or use routed.")
    async with aclosing(routed.run(turn)) as events:
        async for event in events:
            yield event
