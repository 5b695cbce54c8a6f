"""The half of packing that runs inside Pyodide: read wheels and sources, see what a start imports, write archives.

Run by pack.mjs; it never runs on CPython, so that the byte code is made by the interpreter that will load it.
"""

import gzip
import importlib
import io
import os
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from importlib.util import source_hash
from typing import Any

_MAKER: Any = importlib.import_module("importlib._bootstrap_external")
"""What makes the bytes of byte code files; `py_compile` only writes them to disk."""
SITE = "/lib/python3.14/site-packages"
STDLIB = "/lib/python314.zip"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""One date for every entry: the same input gives the same archive, and so the same name in dist/."""

LEFT_OUT = ("tests/", "test/", "__pycache__/", "docs/", "examples/")
KEPT_METADATA = ("METADATA", "entry_points.txt")


class Packer:
    def __init__(self) -> None:
        self.files: dict[str, dict[str, bytes]] = {"keyhole": {}}
        with zipfile.ZipFile(STDLIB) as stock:
            self.files["stdlib"] = {n: stock.read(n) for n in stock.namelist() if not n.endswith("/")}
        self.used: set[str] = set()

    def add_wheel(self, pack: str, data: Any) -> None:
        """The files of a wheel go into `pack`; of its metadata what importlib.metadata reads."""
        files = self.files.setdefault(pack, {})
        with zipfile.ZipFile(io.BytesIO(data.to_bytes())) as wheel:
            for name in wheel.namelist():
                directory, _, leaf = name.rpartition("/")
                if directory.endswith(".dist-info"):
                    wanted = leaf in KEPT_METADATA
                else:
                    wanted = ".dist-info/" not in name and not any(f"/{part}" in name for part in LEFT_OUT)
                if wanted and leaf and not leaf.endswith((".pyi", ".typed")):
                    files[name] = wheel.read(name)

    def add_sources(self, root: str) -> None:
        """Our own packages; the stand-in for rpds takes the real one's name, in the pack that needs it."""
        for directory, folders, names in os.walk(root):
            folders[:] = sorted(f for f in folders if f != "__pycache__")
            for leaf in sorted(names):
                path = os.path.join(directory, leaf)
                name = os.path.relpath(path, root)
                with open(path, "rb") as file:
                    content = file.read()
                if name.startswith("rpds_pure/"):
                    self.files["core"]["rpds/" + name.removeprefix("rpds_pure/")] = content
                elif not leaf.endswith((".pyc", ".typed")):
                    self.files["keyhole"][name] = content

    async def start(self, packs: Sequence[str]) -> None:
        """Install `packs` here and import what a first turn needs; remember which modules that took, and what Python
        compiled for them that is no file."""
        for pack in packs:
            self._install(pack)
        importlib.invalidate_caches()
        recorder = importlib.import_module("keyhole.page.precompiled").Recorder()
        recorder.start()
        await importlib.import_module("keyhole.page.start").warm_up()
        self.files["keyhole"]["keyhole/page/precompiled.bin"] = recorder.stop()
        sample = importlib.import_module("keyhole_destiny.table").Table.shipped()
        self.files["keyhole"]["keyhole_destiny/data/sample.sqlite"] = sample.serialize()
        self.used = set(sys.modules)

    def _install(self, pack: str) -> None:
        for name, content in self.files[pack].items():
            path = os.path.join(SITE, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)

    def archive(self, pack: str) -> bytes:
        """The archive of a pack: the standard library as the zip that Python reads, others as gzipped tar for the page.

        Other packs than those of the start are compiled whole: they are small.
        """
        entries = [
            entry for name, content in sorted(self.files[pack].items()) for entry in self._entries(pack, name, content)
        ]
        buffer = io.BytesIO()
        if pack == "stdlib":
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
                for name, data in entries:
                    out.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
            return buffer.getvalue()
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as out:
            for name, data in entries:
                info = tarfile.TarInfo(name)
                info.size = len(data)
                out.addfile(info, io.BytesIO(data))
        return gzip.compress(buffer.getvalue(), 9, mtime=0)

    def _entries(self, pack: str, name: str, content: bytes) -> list[tuple[str, bytes]]:
        if not name.endswith(".py"):
            return [(name, content)]
        if pack == "keyhole":
            # Readable tracebacks need the source; the byte code beside it says that it need not be checked against it.
            code = compile(content, f"{SITE}/{name}", "exec", dont_inherit=True)
            folder, _, leaf = name.rpartition("/")
            cached = f"{folder}/__pycache__/{leaf.removesuffix('.py')}.{sys.implementation.cache_tag}.pyc"
            return [
                (name, content),
                (cached, bytes(_MAKER._code_to_hash_pyc(code, source_hash(content), checked=False))),
            ]
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if pack in ("stdlib", "core") and module not in self.used:
            return [(name, content)]
        where = STDLIB if pack == "stdlib" else SITE
        code = compile(content, f"{where}/{name}", "exec", dont_inherit=True)
        return [(name + "c", bytes(_MAKER._code_to_timestamp_pyc(code, 0, len(content))))]

    def summary(self) -> str:
        return ", ".join(f"{pack}: {len(files)} files" for pack, files in self.files.items())
