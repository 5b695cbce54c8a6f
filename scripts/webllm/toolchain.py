"""What compiles a WebLLM model library, taken from package registries alone and kept in a cache folder.

- Emscripten 3.1.6 and the LLVM 14 it drives: Debian packages, unpacked with `dpkg -x` (no root, nothing installed).
- TVM's WebAssembly runtime: sources in the `apache-tvm` wheel. It lacks nine headers; seven are in the `tilelang`
  wheel, the other two are in `headers/` here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
DEBIAN_PACKAGES = [
    "emscripten",
    "binaryen",
    "clang-14",
    "lld-14",
    "llvm-14",
    "llvm-14-linker-tools",
    "libllvm14",
    "libclang-cpp14",
    "libclang1-14",
    "libclang-common-14-dev",
    "node-acorn",
    "node-xtend",
]
TILELANG = "tilelang==0.1.15"
TILELANG_HEADERS = [
    "include/tvm/support/io.h",
    "include/tvm/support/serializer.h",
    "src/support/arena.h",
    "src/support/base64.h",
    "src/support/bytes_io.h",
    "src/support/ring_buffer.h",
    "src/support/utils.h",
]
RUNTIME = ("wasm_runtime", "tvmjs_support", "webgpu_runtime")
COMPILE = ["-O3", "-std=c++17", "-Wno-ignored-attributes"]
LINK = ["-O1", "--no-entry"] + [
    item
    for setting in (
        "WASM_BIGINT=1",
        "ERROR_ON_UNDEFINED_SYMBOLS=0",
        "STANDALONE_WASM=1",
        "ALLOW_MEMORY_GROWTH=1",
        "TOTAL_MEMORY=160MB",
    )
    for item in ("-s", setting)
]


class ToolchainError(Exception):
    """Something is missing that no package brought. The message says what to do."""


def without_names(module: bytes) -> bytes:
    """A WebAssembly module without its `name` section, a fifth of the file that only debuggers read."""
    kept, at = [module[:8]], 8  # magic and version
    while at < len(module):
        start, kind = at, module[at]
        size, at = _leb128(module, at + 1)
        length, name = _leb128(module, at)
        if kind != 0 or module[name : name + length] != b"name":
            kept.append(module[start : at + size])
        at += size
    return b"".join(kept)


def _runtime_hash() -> str:
    """SHA-256 over what decides how TVM's runtime comes out: its version, the headers here, the flags above."""
    headers = sorted((HERE / "headers").rglob("*.h"))
    files = [Path(__file__), HERE / "requirements.txt", *headers]
    return hashlib.sha256(b"\n".join(path.read_bytes() for path in files)).hexdigest()


def _leb128(data: bytes, at: int) -> tuple[int, int]:
    """The unsigned number that begins there, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


class Toolchain:
    """Compiler and runtime objects under `cache`; made where absent, which takes about three minutes."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self._root = cache / "debian"
        self._tree = cache / "tvm"

    def prepare(self) -> None:
        """Afterwards `link` works. Raises `ToolchainError`."""
        self.cache.mkdir(parents=True, exist_ok=True)
        (self.cache / "package.json").write_text(
            '{"type": "commonjs"}'
        )  # Emscripten's scripts, below a project of modules
        self._once("debian", " ".join(DEBIAN_PACKAGES), self._unpack_debian)
        self._once("tvm", _runtime_hash(), self._collect_sources)
        for name in RUNTIME:
            target = self.cache / f"{name}.o"
            if not target.exists():
                print(f"compiling TVM's {name} (once)", flush=True)
                partial = target.with_suffix(".partial.o")
                self._emcc(
                    *COMPILE, *self._includes(), "-c", str(self._tree / f"web/emcc/{name}.cc"), "-o", str(partial)
                )
                partial.rename(target)

    def link(self, output: str, objects: list[str], options: object = None, cc: object = None) -> None:
        """Links compiled model code with the runtime; has the signature that TVM's `export_library` calls."""
        runtime = [str(self.cache / f"{name}.o") for name in RUNTIME]
        self._emcc(*LINK, "-o", output, *runtime, *objects)
        module = Path(output)
        module.write_bytes(without_names(module.read_bytes()))

    def _once(self, name: str, made_from: str, make: Callable[[], None]) -> None:
        done = self.cache / f"{name}.done"
        if not done.exists() or done.read_text() != made_from:
            done.unlink(missing_ok=True)
            shutil.rmtree(self.cache / name, ignore_errors=True)
            make()
            done.write_text(made_from)

    def _unpack_debian(self) -> None:
        for tool in ("apt-get", "dpkg"):
            if shutil.which(tool) is None:
                raise ToolchainError(f"{tool} not found: build the library on Debian or Ubuntu (tests need no build)")
        print("downloading Emscripten from Debian (once)", flush=True)
        packages = self.cache / "packages"
        packages.mkdir(exist_ok=True)
        subprocess.run(["apt-get", "-qq", "download", *DEBIAN_PACKAGES], cwd=packages, check=True)
        for package in sorted(packages.glob("*.deb")):
            subprocess.run(["dpkg", "-x", str(package), str(self._root)], check=True)
        shutil.rmtree(packages)
        node = shutil.which("node")
        if node is None:
            raise ToolchainError("node not found: Emscripten's linker needs it")
        share, llvm = self._root / "usr/share/emscripten", self._root / "usr/lib/llvm-14/bin"
        (self.cache / "emscripten.config").write_text(
            f"EMSCRIPTEN_ROOT = {str(share)!r}\nLLVM_ROOT = {str(llvm)!r}\n"
            f"BINARYEN_ROOT = {str(self._root / 'usr')!r}\nNODE_JS = {node!r}\nFROZEN_CACHE = True\n"
            "LLVM_ADD_VERSION = ''\nCLANG_ADD_VERSION = ''\n"
        )

    def _collect_sources(self) -> None:
        import tvm
        import tvm_ffi

        for name in RUNTIME:  # they were compiled from what lay here before
            (self.cache / f"{name}.o").unlink(missing_ok=True)
        wheel = Path(tvm.__file__).parent
        for folder in ("src", "web", "include"):
            shutil.copytree(wheel / folder, self._tree / folder)
        shutil.copytree(Path(tvm_ffi.__file__).parent, self._tree / "3rdparty/tvm-ffi")
        shutil.copytree(HERE / "headers", self._tree, dirs_exist_ok=True)
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", str(self.cache), TILELANG]
        subprocess.run(pip, check=True)
        (archive,) = self.cache.glob("tilelang-*.whl")
        with zipfile.ZipFile(archive) as files:
            for header in TILELANG_HEADERS:
                target = self._tree / header
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(files.read(f"tilelang/3rdparty/tvm/{header}"))
        archive.unlink()

    def _includes(self) -> list[str]:
        folders = ("", "include", "3rdparty/tvm-ffi/include", "3rdparty/tvm-ffi/3rdparty/dlpack/include")
        return [f"-I{self._tree / folder}" for folder in folders]

    def _emcc(self, *arguments: str) -> None:
        libraries = [self._root / "usr/lib/llvm-14/lib", *(self._root / "usr/lib").glob("*-linux-gnu")]
        environment = {
            **os.environ,
            "PATH": f"{self._root / 'usr/bin'}:{os.environ['PATH']}",
            "EM_CONFIG": str(self.cache / "emscripten.config"),
            "LD_LIBRARY_PATH": ":".join(str(path) for path in libraries),
            "NODE_PATH": str(self._root / "usr/share/nodejs"),
        }
        emcc = self._root / "usr/share/emscripten/emcc.py"
        done = subprocess.run(["python3", str(emcc), *arguments], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise ToolchainError(f"emcc failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
