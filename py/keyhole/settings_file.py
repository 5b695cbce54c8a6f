"""The YAML file of settings: what it holds, and in which line each setting stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from keyhole.errors import ConfigError


def read_file(path: Path) -> tuple[dict[str, Any], Callable[[tuple[int | str, ...]], str]]:
    """The file's values, and what says of a setting's place where in the file that is.

    Raises `ConfigError` for a file that cannot be read or is of another form, with the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        values = yaml.safe_load(text)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}", advice="Correct the path.") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not valid YAML: it is not UTF-8 text (byte {error.start})") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ConfigError(
            f"{path}{_line(getattr(error, 'problem_mark', None))} is not valid YAML: {_why(error)}"
        ) from None
    if values is None:
        return {}, lambda loc: str(path)
    if not isinstance(values, dict):
        raise ConfigError(f"{path}: settings are `name: value` lines")
    if wrong := [key for key in values if not isinstance(key, str)]:
        raise ConfigError(f"{path}: {wrong[0]!r} is no setting's name")

    def place_of(loc: tuple[int | str, ...]) -> str:
        return f"{path}{_line(_mark(root, loc))}: {'.'.join(map(str, loc))}"

    return values, place_of


def _mark(node: Any, loc: tuple[int | str, ...]) -> Any:
    """Where the deepest part of a setting's place that the file has begins."""
    mark = None
    for part in loc:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == str(part)), None)
            if found is None:
                break
            mark, node = found[0].start_mark, found[1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            mark = node.start_mark
        else:
            break
    return mark


def _line(mark: Any) -> str:
    return "" if mark is None else f", line {mark.line + 1}"


def _why(error: Exception) -> str:
    said = getattr(error, "problem", None) or str(error) or type(error).__name__
    return " ".join(str(said).split())[:200]
