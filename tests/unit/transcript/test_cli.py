"""`keyhole project` and `keyhole check`, as a shell sees them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from keyhole.cli import main
from keyhole.conversation import Conversation, Thinking, ToolCall
from keyhole.transcript import DIALECTS


def run(*arguments: str, given: str) -> Result:
    return CliRunner().invoke(main, list(arguments), input=given)


def conversation(turns: int = 1) -> Conversation:
    made = Conversation()
    made.append("system", "Be brief.")
    for n in range(turns):
        made.append("user", f"question {n} ünïcode")
        made.append("assistant", Thinking(text="hm"), ToolCall(id=f"C{n}", name="search", arguments={"q": n}))
    return made


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_projected_checks_clean(dialect: str) -> None:
    projected = run("project", "--dialect", dialect, given=conversation().model_dump_json())
    assert projected.exit_code == 0, projected.output
    assert "ünïcode" in projected.stdout
    checked = run("check", "--dialect", dialect, given=projected.stdout)
    assert (checked.exit_code, checked.stdout) == (0, "")


def test_one_conversation_a_line() -> None:
    given = f"{conversation(1).model_dump_json()}\n\n{conversation(2).model_dump_json()}\n"
    projected = run("project", "--dialect", "mistral", "--jsonl", given=given)
    assert len(projected.stdout.splitlines()) == 2
    checked = run("check", "--dialect", "mistral", "--jsonl", given=projected.stdout)
    assert checked.stdout == "[]\n[]\n"
    wrong = run("check", "--dialect", "anthropic", "--jsonl", given=projected.stdout)
    assert wrong.exit_code == 1
    assert json.loads(wrong.stdout.splitlines()[0])[0]["rule"] == "unknown-role"


def test_thinking_budget_and_system() -> None:
    given = conversation(40).model_dump_json()
    text = run("project", "--dialect", "openai", "--thinking", "text", given=given).stdout
    assert "<thinking>" in text
    short = json.loads(run("project", "--dialect", "openai", "--budget", "300", given=given).stdout)
    assert "[Summary of what was said before]" in short[1]["content"]
    least = run("project", "--dialect", "openai", "--budget", "5", given=given)
    assert (least.exit_code, json.loads(least.stdout)[-2]["tool_calls"] != []) == (0, True)
    assert "tokens are left: the last turn is never cut" in least.stderr
    whole: dict[str, Any] = json.loads(run("project", "--dialect", "anthropic", "--with-system", given=given).stdout)
    assert whole["system"] == "Be brief."
    assert run("check", "--dialect", "anthropic", given=json.dumps(whole)).exit_code == 0


def test_each_broken_rule_is_named() -> None:
    messages = [{"role": "tool", "tool_call_id": "x", "content": ""}]
    checked = run("check", "--dialect", "mistral", given=json.dumps(messages))
    assert checked.exit_code == 1
    rules = [line.split(": ")[1] for line in checked.stdout.splitlines()]
    assert rules == ["empty-content", "call-id-form", "result-without-call"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("", "not JSON"),
        ('{"version": 1,\n "messages" []}', "<stdin>: not JSON: Expecting ':' delimiter: line 2 column 13"),
        ("[]", "no conversation: it is a list"),
        ('{"version": 2, "messages": []}', "version 2; versions up to 1"),
        ('{"messages": [{"role": "wizard", "blocks": []}]}', "messages.0.role"),
        ('{"messages": [{"role": "user", "blocks": [{"type": "hologram"}]}]}', "hologram"),
    ],
)
def test_what_is_no_conversation_is_said_without_a_traceback(given: str, says: str) -> None:
    result = run("project", "--dialect", "openai", given=given)
    assert result.exit_code == 1
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_a_line_that_is_no_json_is_named() -> None:
    for command, sound in (("project", conversation().model_dump_json()), ("check", "[]")):
        result = run(command, "--dialect", "openai", "--jsonl", given=f"{sound}\n\n{sound}\n[1,\n")
        assert result.exit_code == 1
        assert len(result.stdout.splitlines()) == 2
        assert "<stdin>:4: not JSON: Expecting value: line 1 column 4" in result.stderr


@pytest.mark.parametrize("command", ["project", "check"])
def test_files_as_editors_and_shells_write_them(command: str, tmp_path: Path) -> None:
    said = {"project": conversation().model_dump_json(), "check": '[{"role": "user", "content": "q"}]'}[command]
    path = tmp_path / "given.json"
    path.write_bytes(b"\xef\xbb\xbf" + said.encode())
    assert run(command, "--dialect", "openai", str(path), given="").exit_code == 0
    path.write_bytes(said.encode("utf-16"))
    refused = run(command, "--dialect", "openai", str(path), given="")
    assert refused.exit_code == 1
    assert f"{path}: not UTF-8: " in refused.stderr


def test_half_an_emoji_is_replaced() -> None:
    given = conversation().model_dump_json().replace("question 0", "\\ud83d\\ude00 \\ud83d")
    assert "😀 \ufffd" in run("project", "--dialect", "openai", given=given).stdout


@pytest.mark.parametrize("given", ["", "[", "7", '{"a": 1}', "[" * 100_000])
def test_what_is_no_transcript_is_said_without_a_traceback(given: str) -> None:
    result = run("check", "--dialect", "openai", given=given)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
