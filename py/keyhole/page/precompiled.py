"""What Python makes from text at every start, kept from when the site was built.

Regular expressions are parsed and compiled by Python itself, methods of dataclasses and annotations are compiled from
source: a fifth of what Python had to do when a page starts. `Recorder` notes what comes of them while the archives are
packed; `replay` looks it up in the page, where the interpreter is the very same. What was not recorded is made as ever.
"""

from __future__ import annotations

import importlib
import marshal
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

FILE = Path(__file__).with_name("precompiled.bin")
"""Written into the archive by `scripts/lib/pack.py`; a checkout and a wheel have none and need none."""

# Private modules, and names that only shadow built-in functions: hence without types.
_annotations: Any = importlib.import_module("annotationlib") if sys.version_info >= (3, 14) else None
_dataclasses: Any = importlib.import_module("dataclasses")
_compiler: Any = importlib.import_module("re._compiler")
_sre: Any = importlib.import_module("_sre")

Patterns = dict[tuple[str | bytes, int], tuple[Any, ...]]
"""Regular expression and flags -> what `_sre.compile` takes after the expression."""
Sources = dict[tuple[str, str], CodeType]
"""Source and `exec` or `eval` -> its code."""


def _interpreter() -> tuple[str, int]:
    """Whose code it is: another's is not to be run."""
    return sys.version, _sre.MAGIC


class Recorder:
    """Notes what is made from text, from `start` to `stop`."""

    def __init__(self) -> None:
        self.patterns: Patterns = {}
        self.sources: Sources = {}
        self._undo: Callable[[], None] = lambda: None

    def start(self) -> None:
        compile_pattern = _compiler.compile

        def pattern_compiled(pattern: Any, flags: int = 0) -> Any:
            _compiler._sre = noting = _Noting()
            try:
                return compile_pattern(pattern, flags)
            finally:
                _compiler._sre = _sre
                if isinstance(pattern, str | bytes) and noting.arguments:
                    self.patterns[pattern, int(flags)] = noting.arguments

        def source_compiled(source: str, mode: str) -> CodeType:
            code = compile(source, "<string>", mode, dont_inherit=True)
            self.sources[source, mode] = code
            return code

        self._undo = _replace(pattern_compiled, source_compiled)

    def stop(self) -> bytes:
        """Ends it. Returns what `replay` reads."""
        self._undo()
        return marshal.dumps((_interpreter(), self.patterns, self.sources))


class _Noting:
    """Stands for the module `_sre` while one expression is compiled."""

    arguments: tuple[Any, ...] = ()

    def __getattr__(self, name: str) -> Any:
        return getattr(_sre, name)

    def compile(self, pattern: Any, flags: int, code: list[int], *rest: Any) -> Any:
        self.arguments = (int(flags), array("I", code).tobytes(), *rest)  # two hundred thousand numbers load at once
        return _sre.compile(pattern, flags, code, *rest)


def replay(file: Path = FILE) -> Callable[[], None]:
    """From now on what `file` has is not made again. Without the file, or with another interpreter's, nothing changes.

    Returns what ends it.
    """
    if not file.exists():
        return lambda: None
    interpreter, patterns, sources = marshal.loads(file.read_bytes())
    if interpreter != _interpreter():
        return lambda: None
    compile_pattern = _compiler.compile

    def pattern_compiled(pattern: Any, flags: int = 0) -> Any:
        kept = patterns.get((pattern, int(flags))) if isinstance(pattern, str | bytes) else None
        if kept is None:
            return compile_pattern(pattern, flags)
        all_flags, code, *rest = kept
        return _sre.compile(pattern, all_flags, memoryview(code).cast("I").tolist(), *rest)

    def source_compiled(source: str, mode: str) -> CodeType:
        kept = sources.get((source, mode))
        return kept if kept is not None else compile(source, "<string>", mode, dont_inherit=True)

    return _replace(pattern_compiled, source_compiled)


def _replace(
    pattern_compiled: Callable[..., Any], source_compiled: Callable[[str, str], CodeType]
) -> Callable[[], None]:
    """Put these in the place of Python's own; returns what puts those back.

    `exec` and `compile` are replaced in the two modules that make source, under the names that they know them by.
    """
    before = _compiler.compile

    def run(source: str, *namespaces: dict[str, Any]) -> None:
        exec(source_compiled(source, "exec"), *namespaces)

    _compiler.compile = pattern_compiled
    _dataclasses.exec = run
    if _annotations is not None:
        _annotations.compile = lambda source, name, mode: source_compiled(source, mode)

    def undo() -> None:
        _compiler.compile = before
        del _dataclasses.exec
        if _annotations is not None:
            del _annotations.compile

    return undo
