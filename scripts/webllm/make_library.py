"""Builds the WebLLM model library; does nothing when neither its sources nor the model's sizes have changed.

Out: `web/models/webllm/model.wasm` and beside it `model.json`, which says what it was built from. Both are committed,
so that running and testing Keyhole needs no compiler. Run it through `scripts/webllm/build`, which brings TVM.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import provenance


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", type=Path, help="the GGUF file whose sizes to take (default: the shipped one)")
    parser.add_argument("--output", type=Path, default=provenance.LIBRARY)
    parser.add_argument("--cache", type=Path, required=True, help="where the toolchain is kept")
    options = parser.parse_args()
    shape = provenance.shape_of(options.model or provenance.shipped_model())
    beside = options.output.with_suffix(".json")
    if options.output.exists() and beside.exists():
        known = json.loads(beside.read_text())
        if known == provenance.record(shape, options.output.read_bytes()):
            print(f"{options.output} is up to date")
            return 0

    # Only a real build needs TVM, whose import takes seconds.
    from library import compile_library
    from toolchain import Toolchain, ToolchainError

    started = time.monotonic()
    toolchain = Toolchain(options.cache)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    try:
        toolchain.prepare()
        compile_library(shape, options.output, toolchain)
    except ToolchainError as error:
        print(f"cannot build the library: {error}", file=sys.stderr)
        return 1
    options.output.write_bytes(without_place(options.output.read_bytes(), str(options.cache)))
    beside.write_text(json.dumps(provenance.record(shape, options.output.read_bytes()), indent=2) + "\n")
    size = options.output.stat().st_size / 1e6
    print(f"{options.output}: {size:.1f} MB in {time.monotonic() - started:.0f} s")
    return 0


def without_place(library: bytes, cache: str) -> bytes:
    """The library without the folder it was built in, which C++ writes into its messages; nothing moves."""
    place = cache.rstrip("/").encode()
    return library.replace(place, b"build".ljust(len(place), b"/"))


if __name__ == "__main__":
    sys.exit(main())
