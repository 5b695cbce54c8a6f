"""The errors: each says what the visitor can do, and what an engine reports in JavaScript finds its own type."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from keyhole.errors import AbortedError, ConfigError, KeyholeError, ModelError, StepFailedError, from_code

ENGINES = Path(__file__).parents[2] / "web/engines"


def kinds(of: type[KeyholeError]) -> list[type[KeyholeError]]:
    return [of, *(inner for kind in of.__subclasses__() for inner in kinds(kind))]


@pytest.mark.parametrize("kind", [*kinds(ModelError), AbortedError, ConfigError, StepFailedError])
def test_an_error_says_what_to_do(kind: type[KeyholeError]) -> None:
    assert re.fullmatch(r"[A-Z].{10,}\.", kind.advice)


def test_codes_are_different() -> None:
    codes = [kind.code for kind in kinds(KeyholeError)]
    assert len(set(codes)) == len(codes)


def test_every_code_of_the_engines_is_a_type_of_its_own() -> None:
    code = r"""EngineError\(\s*"(\w+)"|/i?, "(\w+)"\]|code: "(\w+)\""""
    written = "".join(path.read_text() for path in ENGINES.glob("*.js"))
    found = {next(filter(None, match)) for match in re.findall(code, written)}
    assert {"no_webgpu", "no_adapter", "no_f16", "out_of_memory", "context_overflow", "device_lost"} <= found
    assert {"aborted", "integrity", "quota", "network", "config", "model"} <= found
    for name in found:
        assert from_code(name, "why").code == name
