"""The command line: what it prints and how it ends."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from helpers import fill, route, toolbox
from keyhole import cli
from keyhole.config import ServerSettings, Settings
from keyhole.errors import NetworkError
from keyhole.models.choose import choose_model, choose_writer
from keyhole.models.model import ChatChunk
from keyhole.models.pool import ModelPool
from keyhole.models.replay import ReplayModel
from keyhole.models.server import server_model
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


def test_no_model_commands_the_terminal(scripted: list[Any]) -> None:
    hostile = "one\x1b]0;title\x07\x1b[2J two\r\u202e\x9b31m\n\tthree"
    scripted += [route(), hostile]
    result = CliRunner().invoke(cli.main, ["ask", "hello there", "--trace"])
    assert "three" in result.stdout
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", result.output)


def test_what_was_printed_and_was_no_answer_is_taken_back_in_words(
    scripted: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "choose_model", lambda settings: ReplayModel(scripted, piece=4))
    scripted += ["They want a perk.</think>It has **Voltshot**."]
    result = CliRunner().invoke(cli.main, ["ask", "q", "--strategy", "text"])
    assert result.stdout.endswith("It has **Voltshot**.\n")
    assert "characters are taken back" in result.stderr


def test_a_line_break_between_calls_is_taken_back_without_a_word(
    scripted: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "choose_model", lambda settings: ReplayModel(scripted, piece=4))
    call = '<tool_call>{"name": "item_lookup", "arguments": {"name": "%s"}}</tool_call>'
    scripted += [f"{call % 'calus mini-tool'}\n{call % 'fatebringer'}", "Both roll it."]
    result = CliRunner().invoke(cli.main, ["ask", "q", "--strategy", "text"])
    assert result.stdout.endswith("Both roll it.\n")
    assert "taken back" not in result.stderr


@pytest.mark.parametrize("strategy", ["routed", "native", "text"])
def test_an_answer_that_is_cut_off_is_said_to_be(scripted: list[Any], strategy: str) -> None:
    scripted += [route()] if strategy == "routed" else []
    scripted += [[ChatChunk("Once upon a"), ChatChunk(finish_reason="length")]]
    result = CliRunner().invoke(cli.main, ["ask", "tell a tale", "--strategy", strategy])
    assert result.stdout == "Once upon a\n"
    assert "[cut off: answers have 512 tokens" in result.stderr


def test_a_question_names_the_arguments_once(scripted: list[Any]) -> None:
    doubtful = 'I could do this: {"name": "item_lookup", "arguments": {"name": "café"}} if you like.'
    scripted += [doubtful]
    result = CliRunner().invoke(cli.main, ["ask", "q", "--strategy", "text"], input="n\n")
    assert '\nRun item_lookup with {"name": "café"}? [y/N]: ' in result.stderr
    assert result.exit_code == 0


def test_words_before_a_call_end_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    call = '<tool_call>{"name": "calculator", "arguments": {"expression": "1+1"}}</tool_call>'
    monkeypatch.setattr(cli, "choose_model", lambda settings: ReplayModel([f"Let me see. {call}", "It is 2."]))
    result = CliRunner().invoke(cli.main, ["ask", "1+1?", "--strategy", "text", "--toolbox", "everyday"])
    assert [line.strip() for line in result.output.splitlines()] == ["Let me see.", "It is 2."]


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


def test_what_was_said_before_a_failure_stands_on_a_line_of_its_own(scripted: list[Any]) -> None:
    def broken() -> Iterator[ChatChunk]:
        yield ChatChunk("Half a sent")
        raise NetworkError("the server broke off its answer")

    scripted += [lambda _: broken()]
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--strategy", "text"])
    assert result.output == (
        "Half a sent\nanswer failed: the server broke off its answer\n"
        "Check the connection and the address, then try again.\n"
    )


def test_chat_goes_on_until_an_empty_line(scripted: list[Any], tmp_path: Path) -> None:
    scripted += [route(), "one", route(), "two"]
    path = str(tmp_path / "chats.db")
    result = CliRunner().invoke(cli.main, ["chat", "--data", path], input="a\nb\n\n")
    assert result.stdout.splitlines() == ["one", "two"]
    with Storage(path) as storage:
        (summary,) = storage.conversations()
        assert [m.text for m in storage.open(summary.id).conversation.messages] == ["a", "one", "b", "two"]


def test_a_file_that_another_program_writes_to_is_said_to_be_busy(
    scripted: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "chats.db")
    Storage(path).close()  # there are no memories in it yet: their tables are to be made
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0))
    with closing(connect(path)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        result = CliRunner().invoke(cli.main, ["ask", "hi", "--data", path])
    assert result.exit_code == 1
    assert "memory cannot be used: database is locked\nAnother program is writing to it: try again." in result.output


def test_chat_asks_the_server_before_anything_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            200 if request.url.path == "/v1/models" else 404, json={"data": [{"id": "qwen3:4b\x1b[2J"}]}
        )

    model = server_model("http://server.test/v1", "absent", transport=httpx.MockTransport(answer))
    monkeypatch.setattr(cli, "choose_model", lambda settings: model)
    monkeypatch.setattr(cli, "load_toolbox", lambda name: toolbox())
    result = CliRunner().invoke(cli.main, ["chat"], input="hello\n\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "has no model 'absent'; it has qwen3:4b[2J\nChoose one of those." in result.stderr


def test_errors_come_without_a_traceback() -> None:
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--model", "openai:"])
    assert result.exit_code == 1
    assert "model is not named" in result.output
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--model", "large"])
    assert "in a browser" in result.output
    result = CliRunner().invoke(cli.main, ["tools", "list", "nonesuch"])
    assert result.exit_code == 1
    assert "there is no toolbox 'nonesuch'" in result.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_ends_without_a_traceback() -> None:
    with Path("/dev/full").open("w") as full:
        run = [sys.executable, "-m", "keyhole", "tools", "list", "memory"]
        ended = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (1, "Error: standard output: No space left on device\n")


def test_bytes_that_are_no_text_do_not_end_a_chat(scripted: list[Any]) -> None:
    scripted += [route(), "one", route(), "two"]
    result = CliRunner().invoke(cli.main, ["chat"], input=b"caf\xe9\nb\n")
    assert (result.exit_code, result.stdout) == (0, "one\ntwo\n")


def test_fallbacks_are_said_by_name_with_their_addresses_and_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHOLE_FALLBACK_KEYS", "- sk-two")
    seen: list[tuple[Settings, ModelPool]] = []

    async def at_once(seconds: float) -> None:
        """No server is there: nobody need wait between the attempts."""

    monkeypatch.setattr("keyhole.models.http.asyncio.sleep", at_once)

    def choose(settings: Settings) -> ModelPool:
        pool = choose_model(settings)
        assert isinstance(pool, ModelPool)
        seen.append((settings, pool))
        return pool

    monkeypatch.setattr(cli, "choose_model", choose)
    arguments = "ask hi --trace --model openai:a --base-url http://127.0.0.1:9/v1 --take-turns"
    others = "--fallback openai:@cf/qwen@http://127.0.0.1:8/v1 --fallback anthropic:c@http://127.0.0.1:7"
    result = CliRunner().invoke(cli.main, [*arguments.split(), *others.split()])
    assert result.exit_code == 1
    assert "[a -> @cf/qwen: " in result.stderr
    assert "[@cf/qwen -> c: " in result.stderr
    ((settings, pool),) = seen
    assert (pool.ids, pool.policy) == (("a", "@cf/qwen", "c"), "round_robin")
    keys = [other.key for other in settings.fallbacks if isinstance(other, ServerSettings)]
    assert [key.get_secret_value() if key else None for key in keys] == [None, "sk-two"]
    assert "sk-two" not in result.output
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--fallback", "qwen"])
    assert "--fallback qwen: no such model" in result.output


def test_a_second_model_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEYHOLE_WRITER__KEY", "sk-writer")
    seen: list[Settings] = []

    def choose(settings: Settings) -> ReplayModel:
        seen.append(settings)
        return ReplayModel(["Hello from the writer."])

    monkeypatch.setattr(cli, "choose_model", lambda settings: ReplayModel([route()]))
    monkeypatch.setattr(cli, "choose_writer", choose)
    monkeypatch.setattr(cli, "load_toolbox", lambda name: toolbox())
    hybrid = ["--strategy", "hybrid", "--writer", "openai:qwen3:8b@http://h:1/v1"]
    result = CliRunner().invoke(cli.main, ["ask", "hi", *hybrid])
    assert result.output == "Hello from the writer.\n"
    writer = seen[0].writer
    assert writer is not None
    assert writer.key is not None
    assert (writer.base_url, writer.model) == ("http://h:1/v1", "qwen3:8b")
    assert writer.key.get_secret_value() == "sk-writer"
    chosen = choose_writer(Settings(writer=writer))
    assert chosen is not None
    assert chosen.profile.id == "qwen3:8b"
    assert choose_writer(Settings()) is None
    assert choose_writer(Settings(writer=ServerSettings(key=writer.key))) is None
    result = CliRunner().invoke(cli.main, ["ask", "hi", "--writer", "embedded"])
    assert "--writer embedded: no such model" in result.output


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
