"""Settings: where they come from, who wins, and what is said about a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from keyhole.config import load_settings
from keyhole.errors import ConfigError


def test_later_sources_win(tmp_path: Path) -> None:
    file = tmp_path / "k.yaml"
    file.write_text("toolbox: everyday\nturn: {max_steps: 3, max_repairs: 1}\nserver: {model: a}\n")
    environment = {"KEYHOLE_TURN__MAX_STEPS": "4", "KEYHOLE_SERVER__KEY": "secret", "KEYHOLE_OTHER": "not ours"}
    given = {"server": {"model": "b", "base_url": None}, "toolbox": None}
    settings = load_settings(file, environment=environment, given=given)
    assert settings.toolbox == "everyday"
    assert (settings.turn.max_steps, settings.turn.max_repairs) == (4, 1)
    assert settings.server.model == "b"
    assert settings.server.key is not None
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("turn: {max_steps: 99}", r"k\.yaml, line 1: turn\.max_steps: .*less than or equal to 20"),
        ("colour: red", r"k\.yaml, line 1: colour: there is no such setting$"),
        ("model: server\nserver:\n  modle: x", r"line 3: server\.modle: there is no .*; did you mean server\.model\?"),
        ("toolbox: x\ntrun: {max_steps: 3}", r"line 2: trun: there is no such setting; did you mean turn\?"),
        ("writer: {modle: x}", r"line 1: writer\.modle: .*; did you mean writer\.model\?"),
        ("turn: 3", r"line 1: turn: Input should be"),
        ("turn:\n  modes:\n    small: fast", r"line 3: turn\.modes\.small: Input should be 'routed'"),
        ("fallbacks:\n- embedded\n- {base_url: 5}", r"line 3: fallbacks\.1"),
        ("- a\n- b", "settings are"),
        ("5: x", "5 is no setting's name"),
        ("a: 1\nb: [", r"k\.yaml, line \d is not valid YAML: "),
        ("model: [\x01]", "is not valid YAML: "),
        ("a: *gone", r"line 1 is not valid YAML: found undefined alias"),
    ],
)
def test_a_wrong_file_is_said(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "k.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=says):
        load_settings(file, environment={})


def test_the_environment_is_named_too(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot read"):
        load_settings(tmp_path / "none.yaml", environment={})


def test_an_empty_file_is_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "k.yaml"
    file.write_text("# nothing\n")
    assert load_settings(file, environment={}) == load_settings(environment={})


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "k.yaml"
    file.write_bytes(b"model: \xff")
    with pytest.raises(ConfigError, match=r"k\.yaml is not valid YAML: it is not UTF-8"):
        load_settings(file, environment={})
    with pytest.raises(ConfigError, match="Is a directory"):
        load_settings(tmp_path, environment={})


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"KEYHOLE_TURN__MAX_STEPS": "many"}, r"^KEYHOLE_TURN__MAX_STEPS: Input should be a valid integer"),
        (
            {"KEYHOLE_TURN__MAX_STEP": "3"},
            r"^KEYHOLE_TURN__MAX_STEP: there is no .*; did you mean KEYHOLE_TURN__MAX_STEPS\?",
        ),
        ({"KEYHOLE_TOOLBX": "everyday"}, r"^KEYHOLE_TOOLBX: there is no such setting; did you mean KEYHOLE_TOOLBOX\?"),
        ({"KEYHOLE_TRUN__MAX_STEPS": "3"}, r"did you mean KEYHOLE_TURN__MAX_STEPS\?"),
        ({"KEYHOLE_MODEL": "gpt"}, r"^KEYHOLE_MODEL: Input should be 'embedded'"),
        ({"KEYHOLE_TURN": "3"}, r"^KEYHOLE_TURN: Input should be"),
        ({"KEYHOLE_TURN": "3", "KEYHOLE_TURN__THINK": "1"}, r"^KEYHOLE_TURN__THINK: KEYHOLE_TURN is given as well"),
        ({"KEYHOLE_MODEL__X": "3"}, r"^KEYHOLE_MODEL: Input should be 'embedded'"),
        ({"KEYHOLE_FALLBACKS": "[embedded"}, r"^KEYHOLE_FALLBACKS: Input should be a valid list"),
    ],
)
def test_a_wrong_variable_is_named(environment: dict[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        load_settings(environment=environment)


def test_variables_hold_lists_objects_and_what_is_nested() -> None:
    settings = load_settings(
        environment={
            "KEYHOLE_FALLBACKS": '["embedded", {"model": "m"}]',
            "KEYHOLE_TURN__MODES": '{"qwen3:8b": "native"}',
            "KEYHOLE_WRITER__MODEL": "w",
            "KEYHOLE_TAKE_TURNS": "yes",
            "KEYHOLE_DESTINY_TABLE": "elsewhere",
            "KEYHOLE_MODELS": "elsewhere",
        }
    )
    assert settings.fallbacks[0] == "embedded"
    assert settings.turn.modes == {"qwen3:8b": "native"}
    assert settings.writer is not None
    assert (settings.writer.model, settings.take_turns) == ("w", True)
