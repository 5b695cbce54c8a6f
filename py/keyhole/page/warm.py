"""What a toolbox does for the first time takes long in a page: modules are imported, tables read, patterns compiled.

So its tools are asked what they know of its examples while nobody waits. It takes the time that the first request of
such a kind would; a request that comes meanwhile waits for one tool at most.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from keyhole.tools.toolbox import Toolbox

_QUIET_S = 1.0
"""Not at once: a page that has just started is asked something at once, or draws."""
_log = logging.getLogger(__name__)


async def warm(toolbox: Toolbox, idle: Callable[[], Awaitable[None]], *, quiet_s: float = _QUIET_S) -> None:
    """Ask every tool of the toolbox, one example at a time; `idle` returns once nobody waits. Raises nothing."""
    await asyncio.sleep(quiet_s)
    for card in toolbox.cards:
        if card.knows is None:
            continue
        for example in toolbox.examples:
            await asyncio.sleep(0)
            await idle()
            try:
                card.knows(example)
            except Exception:  # a fault of the tool's, which a turn would tell: here nobody asked
                _log.exception("%s cannot say what it knows", card.name)
                break
