"""Compiles a model library of given sizes with TVM and links it with TVM's runtime."""

from __future__ import annotations

from pathlib import Path

import architecture
import tvm
from shape import Shape
from toolchain import Toolchain
from tvm import relax

TARGET = {"kind": "webgpu", "host": {"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"}}


def compile_library(shape: Shape, output: Path, toolchain: Toolchain) -> None:
    """Writes `output`, a WebAssembly module that the unmodified engine loads."""
    target = tvm.target.Target(TARGET)
    with target, tvm.transform.PassContext(opt_level=3):
        executable = relax.build(architecture.build_module(shape, target), target=target)

    def link(*arguments: object, **options: object) -> None:
        toolchain.link(*arguments, **options)  # type: ignore[arg-type]  # TVM passes what `link` declares

    link.object_format = "o"  # type: ignore[attr-defined]  # how TVM asks for objects instead of bitcode
    executable.export_library(str(output), fcompile=link)

