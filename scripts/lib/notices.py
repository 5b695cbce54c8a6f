"""Third-party notices: the licence of every package that ends up in dist/, gathered when it is built."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

BUNDLED = {
    "pyodide": "Pyodide holds CPython (PSF-2.0), built with Emscripten (MIT); see https://pyodide.org and https://python.org.",
    "@wllama/wllama": "wllama holds llama.cpp and ggml (MIT, the ggml authors).",
    "@mlc-ai/web-llm": "WebLLM holds parts of Apache TVM, MLC-LLM and XGrammar (Apache-2.0).",
}
"""What a package carries inside beyond its own licence file."""

_LICENCE = re.compile(r"(licen[cs]e|copying|notice)", re.IGNORECASE)


def collect(root: Path, wheels: list[Path]) -> str:
    """One text: a heading for each package, its licence as it declares it, and the licence texts it ships."""
    parts = ["Keyhole is Apache-2.0 (see LICENSE). It is served together with the software below.\n"]
    parts += [_section(*package) for package in [*_npm(root), *_wheels(wheels)]]
    return ("\n" + "=" * 100 + "\n").join(parts)


def _section(name: str, version: str, licence: str, texts: list[str]) -> str:
    notes = [BUNDLED[name]] if name in BUNDLED else []
    return "\n\n".join([f"{name} {version}\nLicence: {licence}", *notes, *texts])


def _npm(root: Path) -> list[tuple[str, str, str, list[str]]]:
    lock = json.loads((root / "package-lock.json").read_text())["packages"]
    found = []
    for path, entry in sorted(lock.items()):
        if not path or entry.get("dev") or "/@types/" in path:
            continue
        folder = root / path
        if not folder.exists():  # optional, for another platform
            continue
        texts = [p.read_text(errors="replace").strip() for p in sorted(folder.iterdir()) if _is_licence(p)]
        found.append((path.split("node_modules/")[-1], entry["version"], entry.get("license", "see below"), texts))
    return found


def _is_licence(path: Path) -> bool:
    return path.is_file() and bool(_LICENCE.match(path.name)) and path.suffix in {"", ".txt", ".md"}


def _wheels(folders: list[Path]) -> list[tuple[str, str, str, list[str]]]:
    found = []
    for path in sorted((p for folder in folders for p in folder.glob("*.whl")), key=lambda p: p.name.lower()):
        with zipfile.ZipFile(path) as wheel:
            names = [n for n in wheel.namelist() if ".dist-info/" in n]
            metadata = wheel.read(next(n for n in names if n.endswith("/METADATA"))).decode(errors="replace")
            texts = [
                wheel.read(n).decode(errors="replace").strip()
                for n in sorted(names)
                if _LICENCE.search(n.rpartition("/")[2])
            ]
        fields = dict(re.findall(r"^(Name|Version|License-Expression|License): (.*)$", metadata, re.MULTILINE))
        licence = fields.get("License-Expression") or fields.get("License") or "see below"
        found.append((fields["Name"], fields["Version"], licence, texts))
    return found
