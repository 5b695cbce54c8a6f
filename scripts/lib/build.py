"""Build the site: npm packages -> web/vendor, wheels and py/ -> archives, web/ -> dist/.

Every stage has a fingerprint of what it reads and is skipped while that is unchanged. Standard library only.

dist/ is plain files with relative addresses, so any static host can serve it from any path:
  index.html, bench.html, keyhole.js, sw.js, examples/   names that stay
  v/<hash>/                                              our modules, as they were written, and the small vendored ones
  bench/                                                 suites and results, for the benchmark page
  assets/<name>.<hash>.<ext>                             what is large: WebAssembly, archives, weights
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import notices
from stages import CACHE, ROOT, BuildError, Stamps, digest, files_under, run

DIST = ROOT / "dist"
WEB = ROOT / "web"
PYODIDE_PYTHON = "3.14"
WHEEL_TAGS = ("--implementation=cp", "--abi=cp314", "--abi=none", "--platform=any")
PLATFORM = "pyemscripten_2026_0_wasm32"
COMPRESSED = {".html", ".js", ".mjs", ".css", ".json", ".wasm", ".svg", ".gguf", ".txt", ".jsonl"}
"""Types worth compressing ahead; archives are compressed inside."""


def build(node: Path) -> Path:
    """Bring dist/ up to date and return it. Raises `BuildError`."""
    stamps = Stamps()
    _npm(stamps, node)
    _vendor(stamps, node)
    packs = _packs(stamps, node)
    _site(stamps, packs, _webllm(stamps), node)
    return DIST


def npm_command(node: Path) -> list[str]:
    """npm as it comes with this Node. PyPI's Node has npm's script, but not the command. Raises `BuildError`."""
    script = node.resolve().parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    if script.exists():
        return [str(node), str(script)]
    if found := shutil.which("npm"):
        return [found]
    raise BuildError("npm is missing beside Node. Install Node.js >= 20 with npm, or remove Node: PyPI's is used then.")


def _npm(stamps: Stamps, node: Path) -> None:
    fingerprint = digest([ROOT / "package.json", ROOT / "package-lock.json"])
    if stamps.fresh("npm", fingerprint, ROOT / "node_modules"):
        return
    print("installing npm packages", flush=True)
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    run("npm", [*npm_command(node), "ci", "--ignore-scripts", "--no-audit", "--no-fund"], PATH=path)
    stamps.done("npm", fingerprint)


def _vendor(stamps: Stamps, node: Path) -> None:
    fingerprint = digest([ROOT / "package-lock.json", ROOT / "scripts/lib/vendor.mjs"])
    out = WEB / "vendor"
    if stamps.fresh("vendor", fingerprint, out):
        return
    print("bundling npm packages", flush=True)
    shutil.rmtree(out, ignore_errors=True)
    run("bundling", [str(node), "scripts/lib/vendor.mjs", "web/vendor"])
    stamps.done("vendor", fingerprint)


def wheels_of(stamps: Stamps, name: str, requirements: Path) -> list[str]:
    """The wheels that a requirements file pins, for Pyodide; fetched where that was not done yet."""
    folder = CACHE / "wheels" / name
    fingerprint = digest([requirements])
    if not stamps.fresh(f"wheels {name}", fingerprint, folder):
        print(f"fetching wheels: {name}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        tags = ["--only-binary=:all:", f"--python-version={PYODIDE_PYTHON}", *WHEEL_TAGS, f"--platform={PLATFORM}"]
        run("pip", [*pip, *tags, "-r", str(requirements), "-d", str(folder)])
        stamps.done(f"wheels {name}", fingerprint)
    return sorted(str(path) for path in folder.glob("*.whl"))


def _packs(stamps: Stamps, node: Path) -> Path:
    """The archives of Python for the page, in one folder."""
    out = CACHE / "packs"
    requirements = _packed_requirements()
    wheels = {name: wheels_of(stamps, name, path) for name, path in requirements.items()}
    sources = [*files_under(ROOT / "py")]
    lib = ROOT / "scripts/lib"
    fingerprint = digest(
        [*sources, *requirements.values(), lib / "pack.mjs", lib / "pack.py", ROOT / "package-lock.json"],
        (ROOT / "pyproject.toml").read_text(),
    )
    if stamps.fresh("packs", fingerprint, out):
        return out
    print("packing Python for the page", flush=True)
    shutil.rmtree(out, ignore_errors=True)
    metadata = CACHE / "metadata"
    _write_metadata(metadata)
    job = CACHE / "pack.json"
    job.write_text(json.dumps({"out": str(out), "sources": ["py", str(metadata)], "packs": wheels}))
    run("packing", [str(node), "scripts/lib/pack.mjs", str(job)])
    stamps.done("packs", fingerprint)
    return out


def _webllm(stamps: Stamps) -> Path | None:
    """The embedded model's weights in WebLLM's layout, from the GGUF; None where the site has no GGUF."""
    model = WEB / "models/keyhole-embedded.gguf"
    if not model.exists():
        return None
    out = CACHE / "webllm-model"
    script = ROOT / "scripts/webllm/weights.py"
    fingerprint = digest([model, script, script.with_name("shape.py"), ROOT / "py/keyhole/models/numpy_llama.py"])
    if not stamps.fresh("webllm", fingerprint, out):
        print("converting the embedded model for WebLLM", flush=True)
        shutil.rmtree(out, ignore_errors=True)
        run("converting", [sys.executable, str(script), str(model), str(out)], PYTHONPATH=str(ROOT / "py"))
        stamps.done("webllm", fingerprint)
    return out


def _packed_requirements() -> dict[str, Path]:
    return {path.stem.removeprefix("page-"): path for path in sorted(ROOT.glob("requirements/page-*.txt"))}


def _write_metadata(folder: Path) -> None:
    """What an installed keyhole would say of itself: its entry points are how toolboxes are found."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    shutil.rmtree(folder, ignore_errors=True)
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in entries.items())
        for group, entries in project.get("entry-points", {}).items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups))


def _site(stamps: Stamps, packs: Path, webllm: Path | None, node: Path) -> None:
    sources = [p for p in files_under(WEB, ROOT / "examples") if p.suffix not in {".ts", ".mts"}]
    measured = sorted([*ROOT.glob("bench/suites/*.jsonl"), *ROOT.glob("bench/results/latest_*.json")])
    lib = ROOT / "scripts/lib"
    more = [*(lib / name for name in ("build.py", "stages.py", "notices.py", "compress.mjs")), ROOT / "LICENSE"]
    fingerprint = digest([*sources, *measured, *packs.iterdir(), *more])
    if stamps.fresh("site", fingerprint, DIST / "index.html"):
        return
    print("writing dist/", flush=True)
    staging = CACHE / "dist"
    shutil.rmtree(staging, ignore_errors=True)
    assets = _assets(staging / "assets", packs)
    if webllm is not None:  # the engine looks for its files by their names: their folder is hashed as one
        folder = f"webllm.{digest(files_under(webllm))[:12]}"
        shutil.copytree(webllm, staging / "assets" / folder)
        assets["models/webllm/"] = f"{folder}/"
    own = {path.relative_to(WEB): path.read_bytes() for path in sources if path.is_relative_to(WEB)}
    own = {name: data for name, data in own.items() if not _is_asset(name)}
    own[Path("assets.js")] = _assets_module(assets)
    version = hashlib.sha256(repr(sorted((str(n), hashlib.sha256(d).digest()) for n, d in own.items())).encode())
    home = f"v/{version.hexdigest()[:12]}"
    for name, data in own.items():
        _write(staging / home / name, data)
    for page in sorted(WEB.glob("*.html")):
        _write(staging / page.name, _rehome(page.read_text(), home).encode())
        (staging / home / page.name).unlink()
    _write(staging / "keyhole.js", f'export * from "./{home}/keyhole.js";\n'.encode())
    if (WEB / "sw.js").exists():
        listing = {"version": home, "assets": [f"assets/{name}" for name in sorted(assets.values())]}
        text = f"const SITE = {json.dumps(listing)};\n{(WEB / 'sw.js').read_text()}"
        _write(staging / "sw.js", text.encode())
    for path in [*files_under(ROOT / "examples"), *measured]:
        _write(staging / path.relative_to(ROOT), path.read_bytes())
    results = [path.name for path in measured if path.parent.name == "results"]
    _write(staging / "bench/results/index.json", json.dumps(results).encode())
    _write(
        staging / "THIRD-PARTY-NOTICES.txt",
        notices.collect(ROOT, [CACHE / "wheels" / name for name in _packed_requirements()]).encode(),
    )
    _write(staging / "LICENSE", (ROOT / "LICENSE").read_bytes())
    large = [p for p in files_under(staging) if p.suffix in COMPRESSED and p.stat().st_size > 1024]
    _compress(large, node)
    shutil.rmtree(DIST, ignore_errors=True)
    staging.rename(DIST)
    stamps.done("site", fingerprint)


def _is_asset(name: Path) -> bool:
    """Large things, and whatever is data for a model."""
    return name.parts[0] == "models" or name.suffix == ".wasm" or name.parts[:2] == ("vendor", "pyodide")


def _assets(out: Path, packs: Path) -> dict[str, str]:
    """Copy what is large under hashed names; return our name for each -> its name there."""
    found: dict[str, str] = {}
    for path in sorted(packs.iterdir()):
        found[f"python/{path.name}"] = _hashed(path, out)
    for path in files_under(WEB):
        name = path.relative_to(WEB)
        if _is_asset(name) and name.parts[:2] != ("vendor", "pyodide") and path.suffix not in {".ts", ".mts"}:
            found[str(name)] = _hashed(path, out)
    # Pyodide finds its own parts by their names: its folder is hashed as one.
    pyodide = [p for p in files_under(WEB / "vendor/pyodide") if p.suffix != ".mts"]
    folder = f"pyodide.{digest(pyodide)[:12]}"
    for path in pyodide:
        _write(out / folder / path.name, path.read_bytes())
    found["pyodide/"] = f"{folder}/"
    return found


def _hashed(path: Path, out: Path) -> str:
    data = path.read_bytes()
    name = f"{path.stem}.{hashlib.sha256(data).hexdigest()[:12]}{path.suffix}"
    _write(out / name, data)
    return name


def _assets_module(assets: dict[str, str]) -> bytes:
    """web/assets.js as the site has it: the same function, over the names that this build gave."""
    table = json.dumps(assets, indent=2)
    source = (WEB / "assets.js").read_text()
    made, count = re.subn(r"const ASSETS = [^;]*;", lambda _: f"const ASSETS = {table};", source)
    if count != 1:
        raise BuildError("web/assets.js must hold `const ASSETS = ...;` once.")
    return made.encode()


def _rehome(html: str, home: str) -> str:
    """Point a page's own scripts and styles at the versioned folder."""
    return re.sub(r'((?:src|href)=")(?:\./)?((?:app|vendor|workers|engines)/)', rf"\g<1>{home}/\g<2>", html)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _compress(paths: Sequence[Path], node: Path) -> None:
    """A .br and a .gz beside each file, kept in a cache by content: hosts that look for them (ours too) send them."""
    folder = CACHE / "compressed"
    folder.mkdir(parents=True, exist_ok=True)
    kept = {path: folder / hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    if job := [[str(path), str(to)] for path, to in kept.items() if not to.with_suffix(".gz").exists()]:
        print("compressing", flush=True)
        _write(folder / "job.json", json.dumps(job).encode())
        run("compressing", [str(node), "scripts/lib/compress.mjs", str(folder / "job.json")])
    for path, to in kept.items():
        for packed in (to.with_suffix(".br"), to.with_suffix(".gz")):
            if packed.stat().st_size < 0.9 * path.stat().st_size:
                shutil.copyfile(packed, path.with_name(path.name + packed.suffix))
