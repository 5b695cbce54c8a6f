"""Packages of tools that a visitor adds to the page: over a fake of micropip that puts them into a folder."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from fake_page import FakeHost, route_none, started

GOOD = """
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox

@tool
def {name}_lookup(dish: str) -> str:
    return dish

def toolbox():
    return Toolbox("{name}", [{name}_lookup])
"""
BROKEN = "def toolbox():\n    raise ValueError('no oven')\n"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """What there is to install: a module's text by its name, which is its package's too."""
    there: dict[str, str] = {}
    monkeypatch.syspath_prepend(str(tmp_path))

    async def install(package: str) -> None:
        name = package.rpartition("/")[2].partition("-1.0")[0].replace("-", "_").lower()
        info = tmp_path / f"{name}-1.0.dist-info"
        if info.exists():
            return
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[keyhole.tools]\n{name} = {name}:toolbox\n")
        (tmp_path / f"{name}.py").write_text(there[name])
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)

    def uninstall(packages: list[str]) -> None:
        for package in packages:
            shutil.rmtree(tmp_path / f"{package.replace('-', '_')}-1.0.dist-info")

    micropip = ModuleType("micropip")
    vars(micropip).update(install=install, uninstall=uninstall)
    monkeypatch.setitem(sys.modules, "micropip", micropip)
    yield there
    for name in there:
        sys.modules.pop(name, None)


async def names_of(host: FakeHost, number: int) -> list[str]:
    return [info["name"] for info in (await host.answer(number, "toolboxes.list"))["value"]]


@pytest.mark.parametrize("package", ["https://site.example/w/spice_rack-1.0-py3-none-any.whl?x=1", "Spice-Rack"])
async def test_a_package_that_is_there_already_brings_its_toolbox_again(shelf: dict[str, str], package: str) -> None:
    shelf["spice_rack"] = GOOD.format(name="spice_rack")
    async with started(FakeHost(route_none)) as host:
        for number in (1, 2):
            assert (await host.answer(number, "toolboxes.install", package=package))["value"] == ["spice_rack"]
        assert "spice_rack" in await names_of(host, 3)


async def test_a_package_whose_toolbox_cannot_be_made_is_not_left_behind(shelf: dict[str, str]) -> None:
    shelf.update(pantry=GOOD.format(name="pantry"), larder=BROKEN)
    async with started(FakeHost(route_none)) as host:
        failed = (await host.answer(1, "toolboxes.install", package="larder"))["error"]
        assert "no oven" in failed["message"]
        assert (await host.answer(2, "toolboxes.install", package="pantry"))["value"] == ["pantry"]
        names = await names_of(host, 3)
        assert "pantry" in names
        assert "larder" not in names
        shelf["larder"] = GOOD.format(name="larder")
        assert (await host.answer(4, "toolboxes.install", package="larder"))["value"] == ["larder"]


@pytest.mark.parametrize(
    ("package", "said"),
    [
        *((name, "is no name of a package") for name in ("no such!", "a b", "-x", "tools;")),
        ("https://site.example/tools", "is no wheel's address"),
    ],
)
async def test_what_is_no_package_is_said_before_anything_is_fetched(package: str, said: str) -> None:
    async with started(FakeHost(route_none)) as host:
        refused = await host.answer(1, "toolboxes.install", package=package)
        assert refused["error"]["code"] == "config"
        assert said in refused["error"]["message"]
