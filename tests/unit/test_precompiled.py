"""What Python makes from text at a start, recorded and played back: the same, and not made again."""

from __future__ import annotations

import dataclasses
import importlib
import marshal
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.page.precompiled import Recorder, replay

PATTERNS: list[tuple[Any, int]] = [
    (r"(?P<day>\d{1,2})[./](?P<month>\d{1,2})", 0),
    (r"héllo|[À-ÿ]+?\b", re.IGNORECASE),
    (r"(?x) a  b # and a remark", re.MULTILINE),
    (rb"\x00+(.)", re.DOTALL),
]
TEXT = "on 24/12 or 1.2.\nHÉLLO ñandú ab"


def _made() -> list[re.Pattern[Any]]:
    re.purge()
    return [re.compile(pattern, flags) for pattern, flags in PATTERNS]


def _point() -> Any:
    return dataclasses.make_dataclass("Point", [("x", int), ("y", int, 2)], frozen=True)


@contextmanager
def _replayed(file: Path) -> Iterator[None]:
    undo = replay(file)
    try:
        yield
    finally:
        undo()
        re.purge()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A recording of the patterns and of one dataclass."""
    recorder = Recorder()
    recorder.start()
    try:
        _made()
        _point()
    finally:
        kept = recorder.stop()
    file = tmp_path / "precompiled.bin"
    file.write_bytes(kept)
    return file


def test_what_is_played_back_does_what_was_recorded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parser: Any = importlib.import_module("re._parser")
    plain = _made()
    with _replayed(file):
        monkeypatch.setattr(parser, "parse", None)  # whoever parses now fails
        kept = _made()
        monkeypatch.undo()
        point = _point()(1)
    for before, after in zip(plain, kept, strict=True):
        text = TEXT.encode() if isinstance(before.pattern, bytes) else TEXT
        assert (before.pattern, before.flags, before.groupindex) == (after.pattern, after.flags, after.groupindex)
        assert [m.span() for m in before.finditer(text)] == [m.span() for m in after.finditer(text)]
    assert repr(point) == "Point(x=1, y=2)"


def test_what_was_not_recorded_is_made_as_ever(file: Path) -> None:
    with _replayed(file):
        assert re.compile(r"never (seen)").match("never seen")
        made = dataclasses.make_dataclass("Other", ["name"])
        assert repr(made("a")) == "Other(name='a')"
        with pytest.raises(re.PatternError if hasattr(re, "PatternError") else re.error):
            re.compile("(")


def test_another_interpreters_is_not_used(file: Path) -> None:
    compiler: Any = importlib.import_module("re._compiler")
    before = compiler.compile
    (_, magic), *rest = marshal.loads(file.read_bytes())
    file.write_bytes(marshal.dumps((("another Python", magic), *rest)))
    with _replayed(file):
        assert compiler.compile is before


def test_without_a_recording_nothing_changes(tmp_path: Path) -> None:
    compiler: Any = importlib.import_module("re._compiler")
    before = compiler.compile
    with _replayed(tmp_path / "nothing.bin"):
        assert compiler.compile is before


@pytest.mark.filterwarnings("ignore:Possible:FutureWarning")  # "[[" may mean something else one day
@given(st.text("abc[]()|*?\\d.^$-{,}2", max_size=12), st.sampled_from([0, int(re.IGNORECASE)]))
def test_any_pattern_is_recorded_as_it_was_compiled(text: str, flags: int) -> None:
    compiler: Any = importlib.import_module("re._compiler")
    recorder = Recorder()
    recorder.start()
    try:
        recorded = compiler.compile(text, flags)
    except (re.error, OverflowError):
        return
    finally:
        recorder.stop()
    all_flags, code, groups, names, _ = recorder.patterns[text, flags]
    assert (all_flags, groups, names) == (recorded.flags, recorded.groups, dict(recorded.groupindex))
    assert code
