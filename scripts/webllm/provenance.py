"""What a compiled library was built from, so that a test can tell when sources and library have parted."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from shape import Shape

from keyhole.models.numpy_llama import read_gguf

HERE = Path(__file__).parent
LIBRARY = HERE.parents[1] / "web/models/webllm/model.wasm"
SOURCES = ("architecture.py", "sampling.py", "shape.py", "library.py", "toolchain.py", "requirements.txt")


def shipped_model() -> Path:
    """The one GGUF file under web/models. Raises `FileNotFoundError`."""
    found = sorted((HERE.parents[1] / "web/models").glob("*.gguf"))
    if len(found) != 1:
        raise FileNotFoundError(f"expected one GGUF file in web/models, found {len(found)}")
    return found[0]


def shape_of(model: Path) -> Shape:
    return Shape.of_gguf(read_gguf(model)[0])


def record(shape: Shape, library: bytes) -> dict[str, Any]:
    """What lies beside the library as JSON: the hash of its sources, the sizes it has, the hash of the file itself."""
    return {"sources": sources_hash(shape), "shape": shape.as_json(), "library": hashlib.sha256(library).hexdigest()}


def sources_hash(shape: Shape) -> str:
    """SHA-256 over the files that decide what is built and the model's sizes. Weights do not enter the library."""
    digest = hashlib.sha256(json.dumps(shape.as_json(), sort_keys=True).encode())
    headers = sorted(path.relative_to(HERE).as_posix() for path in (HERE / "headers").rglob("*.h"))
    for name in (*SOURCES, *headers):
        digest.update(f"\n{name}\n".encode() + (HERE / name).read_bytes())
    return digest.hexdigest()
