"""Compiles a model library of given sizes with TVM and links it with TVM's runtime."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import architecture
import tvm
from shape import Shape
from toolchain import Toolchain
from tvm import relax
from tvm.relax.backend.gpu_generic import pipeline
from tvm.s_tir import dlight

TARGET = {"kind": "webgpu", "host": {"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"}}


def compile_library(shape: Shape, output: Path, toolchain: Toolchain) -> None:
    """Writes `output`, a WebAssembly module that the unmodified engine loads."""
    target = tvm.target.Target(TARGET)
    with target, tvm.transform.PassContext(opt_level=3):
        module = tvm.transform.Sequential(_passes(target))(architecture.build_module(shape, target))
        executable = relax.build(module, target=target, relax_pipeline=None)

    def link(*arguments: Any, **options: Any) -> None:  # a bound method takes no attribute
        toolchain.link(*arguments, **options)

    link.object_format = "o"  # type: ignore[attr-defined]  # how TVM asks for objects instead of bitcode
    executable.export_library(str(output), fcompile=link)


def _passes(target: tvm.target.Target) -> list[tvm.transform.Pass]:
    """TVM's generic GPU pipeline with one schedule for everything: a thread an output element.

    The tiled schedules make shaders that take long to compile and, for a model this small, gain nothing where it was
    measured (a software adapter); a browser compiles every shader before the first answer.
    """
    return [
        relax.transform.LegalizeOps(),
        relax.transform.AnnotateTIROpPattern(),
        relax.transform.FoldConstant(),
        relax.transform.FuseOps(),
        relax.transform.FuseTIR(),
        dlight.ApplyDefaultSchedule(dlight.gpu.Fallback()),
        *pipeline.dataflow_lower_passes(target),
        *pipeline.finalize_passes(target),
    ]
