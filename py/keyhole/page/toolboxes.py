"""The toolboxes that the visitor can switch between, tools of the page itself, and packages that bring more."""

from __future__ import annotations

import asyncio
import importlib
import re
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from typing import Any
from urllib.parse import urlsplit

from keyhole.agent import Agent
from keyhole.errors import ConfigError, NetworkError, ToolError
from keyhole.page.bridge import Bridge
from keyhole.page.host import Host
from keyhole.page.methods import method
from keyhole.page.warm import warm
from keyhole.tools.lint import lint, uncallable
from keyhole.tools.loader import GROUP, load_toolbox, toolbox_names
from keyhole.tools.tool import Run, Tool, failure_of
from keyhole.tools.toolbox import Toolbox

_TITLES = {"destiny": "Destiny (sample data)", "everyday": "Everyday"}
_NONE = "none"
_REQUIREMENT = re.compile(r"[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?(?:\[[\w\s,.-]*\])?\s*(?:[<>=!~].*)?")
"""A package's name, perhaps with extras and versions."""


class Toolboxes:
    """`agent` gives the agent whose toolbox is switched, `idle` returns once nobody waits for anything.

    `mended` is called when a toolbox has taken the place of one that could not be had.
    """

    def __init__(
        self,
        host: Host,
        bridge: Bridge,
        agent: Callable[[], Agent],
        idle: Callable[[], Awaitable[None]],
        mended: Callable[[], None],
    ) -> None:
        self._host, self._bridge, self._agent, self._idle, self._mended = host, bridge, agent, idle, mended
        self.trouble: ConfigError | None = None
        """Why the toolbox to start with could not be had, until another is used."""
        self._warming: asyncio.Task[None] | None = None
        self._made: dict[str, Toolbox] = {}
        self._told: set[str] = set()
        self._own: dict[str, Tool] = {}
        """Tools of the page: they go along into every toolbox that is switched to."""

    def make(self, name: str) -> Toolbox:
        """The toolbox of that name, made once. Raises `ConfigError`."""
        if name not in self._made:
            self._made[name] = load_toolbox(name)
        return self._made[name]

    @method("toolboxes.use")
    async def use(self, name: str) -> None:
        """Answer with this toolbox from the next turn on. Raises `ConfigError`."""
        shipped = self.make(name) if name != _NONE else Toolbox(_NONE)
        own = (tool for tool in self._own.values() if tool.name not in shipped)
        self._agent().toolbox = Toolbox(
            name,
            [*shipped, *own],
            examples=shipped.examples,
            view=shipped.view,
            pins=shipped.pins,
            others=lambda: {_title(other): box for other, box in self._made.items() if other != name},
        )
        if self._warming is not None:
            self._warming.cancel()
        self._warming = asyncio.ensure_future(warm(shipped, self._idle))
        if self.trouble is not None:
            self.trouble = None
            self._mended()

    async def start_with(self, name: str) -> None:
        """`use` it; one that cannot be had is left as `trouble`, for the rest to start without it."""
        try:
            await self.use(name)
        except ConfigError as error:
            self.trouble = error

    @method("toolboxes.list")
    async def list_all(self) -> list[dict[str, Any]]:
        """Every toolbox as `ToolboxInfo` (web/types.js) has it. One that cannot be made is left out of the list.

        Those told of for the first time are made and looked over while nobody waits for an answer: it takes a while.
        """
        found = []
        if not self._told:
            await self._idle()  # to find them, metadata is read
        current = self._agent().toolbox
        names = toolbox_names()
        for name in names:
            if name not in self._told:
                await self._idle()
                self._told.add(name)
            with suppress(ConfigError):
                found.append(_info(current if name == current.name else self.make(name)))
        if current.name not in names:
            found.append(_info(current))
        return found

    @method("tools.add")
    async def add(
        self,
        name: str,
        description: str,
        parameters: dict[str, Any],
        confirm: bool = False,
        timeout: float = 30.0,  # noqa: ASYNC109  the tool's own limit, kept by the scheduler
    ) -> list[str]:
        """A tool that the page runs; returns lint's warnings.

        Raises `ConfigError` when the name is taken, or no call could ever be valid against the schema.
        """
        if reason := uncallable(parameters):
            raise ConfigError(f"{name}: {reason}", advice="Correct its parameters and add it again.")
        made = Tool(
            name, description, parameters, self._run_in_page(name), timeout=timeout, confirm=confirm, pure=False
        )
        self._agent().toolbox.add(made)
        self._own[name] = made
        return lint(made)

    @method("tools.remove")
    async def remove(self, name: str) -> None:
        """Take one of the page's tools out. Raises `UnknownToolError`."""
        self._agent().toolbox.remove(name)
        self._own.pop(name, None)

    def _run_in_page(self, name: str) -> Run:
        async def run(args: dict[str, Any]) -> Any:
            try:
                return await self._bridge.ask_page("tool", {"name": name, "args": args})
            except ToolError as error:
                raise failure_of(name, str(error)) from None

        return run

    @method("toolboxes.install")
    async def install(self, package: str) -> list[str]:
        """Install a package of tools by name or wheel address; it runs in this page. Returns the toolboxes it brought.

        Raises `ConfigError` when it is no such package, `NetworkError` when it cannot be fetched.
        """
        package = package.strip()
        if not package:
            raise ConfigError("which package?", advice="Give a name on PyPI or the address of a wheel.")
        address = urlsplit(package)
        if address.scheme not in ("", "http", "https"):
            raise ConfigError(f"{package!r} is neither a package's name nor an http address")
        if address.scheme and not address.path.endswith(".whl"):
            raise ConfigError(f"{package} is no wheel's address", advice="Give one that ends in .whl.")
        if not address.scheme and not _REQUIREMENT.fullmatch(package):
            raise ConfigError(f"{package!r} is no name of a package", advice="Give a name on PyPI, such as my-tools.")
        before = set(toolbox_names())
        await self._host.load_pack("micropip")
        micropip = importlib.import_module("micropip")
        try:
            await micropip.install(package)
        except ValueError as error:  # no such package, no wheel for the page, a wheel's name that is none
            raise ConfigError(
                str(error),
                advice="Check the name and the connection. Only pure-Python wheels and those for Pyodide run here.",
            ) from None
        except Exception as error:
            raise NetworkError(f"{package} could not be fetched: {error}") from None
        importlib.invalidate_caches()
        # all of its toolboxes, also where it was there already; and those of what it needs
        brought = [e for e in entry_points(group=GROUP) if e.name not in before or _is_from(e, package)]
        if not brought:
            raise ConfigError(
                f"{package} brings no toolbox", advice=f"It must declare an entry point in the group {GROUP}."
            )
        names = sorted({entry.name for entry in brought})
        try:
            for name in names:
                self.make(name)
        except ConfigError:  # it is not left behind: once corrected, it can be installed again
            micropip.uninstall([entry.dist.name for entry in brought if entry.dist is not None])
            for entry in brought:
                sys.modules.pop(entry.module, None)
            raise
        return names


def _is_from(entry: EntryPoint, package: str) -> bool:
    """Whether it is an entry point of the package that this name or address of a wheel means."""
    file = urlsplit(package).path.rpartition("/")[2]
    name = file.partition("-")[0] if file.endswith(".whl") else re.split(r"[^\w.-]", package)[0]
    return entry.dist is not None and _canonical(entry.dist.name) == _canonical(name)


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _title(name: str) -> str:
    return _TITLES.get(name, name.replace("_", " ").capitalize())


def _info(toolbox: Toolbox) -> dict[str, Any]:
    return {
        "name": toolbox.name,
        "title": _title(toolbox.name),
        "examples": list(toolbox.examples),
        "tools": [
            {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
                "warnings": lint(tool),
            }
            for tool in toolbox
        ],
    }
