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
        ("turn: {max_steps: 99}", r"k\.yaml: turn\.max_steps: .*less than or equal to 20"),
        ("colour: red", r"k\.yaml: colour: Extra inputs"),
        ("- a\n- b", "settings are"),
        ("a: [", "not valid YAML"),
    ],
)
def test_a_wrong_file_is_said(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "k.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=says):
        load_settings(file, environment={})


def test_the_environment_is_named_too(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"the environment: turn\.max_steps"):
        load_settings(environment={"KEYHOLE_TURN__MAX_STEPS": "many"})
    with pytest.raises(ConfigError, match="cannot read"):
        load_settings(tmp_path / "none.yaml", environment={})


def test_an_empty_file_is_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "k.yaml"
    file.write_text("# nothing\n")
    assert load_settings(file, environment={}) == load_settings(environment={})
