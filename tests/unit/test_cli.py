"""The command line: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers import fill, route, toolbox
from keyhole import cli
from keyhole.models.replay import ReplayModel
from keyhole.storage import Storage
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The answers of the model that `ask` and `chat` get; a test fills it."""
    scripts: list[Any] = []
    monkeypatch.setattr(cli, "choose_model", lambda settings: ReplayModel(scripts))
    monkeypatch.setattr(cli, "load_toolbox", lambda name: toolbox())
    return scripts


def test_ask_prints_the_answer_and_traces_to_standard_error(scripted: list[Any]) -> None:
    scripted += [route("item_lookup"), fill(name="calus mini-tool"), route(), "It rolls Voltshot."]
    result = CliRunner().invoke(cli.main, ["ask", "perks of calus mini-tool?", "--trace"])
    assert result.exit_code == 0, result.output
    assert result.stdout == "It rolls Voltshot.\n"
    assert "[fill item_lookup:" in result.stderr
    assert "[item_lookup:" in result.stderr


def test_ask_as_json_prints_every_event(scripted: list[Any]) -> None:
    scripted += [route(), "hi"]
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--json"])
    types = [json.loads(line)["type"] for line in result.stdout.splitlines()]
    assert types[0] == "turn_started"
    assert types[-1] == "turn_finished"


def test_a_failed_turn_ends_with_1_and_says_why(scripted: list[Any]) -> None:
    scripted += ["?", "?", "?"]
    result = CliRunner().invoke(cli.main, ["ask", "hi"])
    assert result.exit_code == 1
    assert "route failed: there was no JSON object in the output" in result.stderr


def test_chat_goes_on_until_an_empty_line(scripted: list[Any], tmp_path: Path) -> None:
    scripted += [route(), "one", route(), "two"]
    path = str(tmp_path / "chats.db")
    result = CliRunner().invoke(cli.main, ["chat", "--data", path], input="a\nb\n\n")
    assert result.stdout.splitlines() == ["one", "two"]
    with Storage(path) as storage:
        (summary,) = storage.conversations()
        assert [m.text for m in storage.open(summary.id).conversation.messages] == ["a", "one", "b", "two"]


def test_errors_come_without_a_traceback() -> None:
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--model", "openai:"])
    assert result.exit_code == 1
    assert "model is not named" in result.output
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--model", "large"])
    assert "in a browser" in result.output
    result = CliRunner().invoke(cli.main, ["tools", "list", "nonesuch"])
    assert result.exit_code == 1
    assert "there is no toolbox 'nonesuch'" in result.output


def test_lint_names_the_field(monkeypatch: pytest.MonkeyPatch) -> None:
    @tool
    def f(a: int) -> int:
        """F."""
        return a

    monkeypatch.setattr(cli, "load_toolbox", lambda name: Toolbox(name, [f]))
    result = CliRunner().invoke(cli.main, ["tools", "lint", "mine"])
    assert result.exit_code == 1
    assert result.output == "mine: f.a: no description; say what goes in\n"


def test_help_lists_only_commands_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.ELSEWHERE, "gone", ("keyhole.gone", "gone"))
    result = CliRunner().invoke(cli.main, ["--help"])
    assert result.exit_code == 0
    assert "ask" in result.output
    assert "gone" not in result.output
