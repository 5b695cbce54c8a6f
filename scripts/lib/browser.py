"""Find a browser for the tests, or get one: an installed Chromium, Debian's, Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FLAGS = (
    "--no-sandbox",  # the tests may run as root, in a container
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SOFTWARE_GPU = ("--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader")


def installed() -> str | None:
    """The path of a Chromium on this machine (`KEYHOLE_BROWSER` says which), None where there is none."""
    named = os.environ.get("KEYHOLE_BROWSER")
    found = [named] if named else [*map(shutil.which, NAMES), *PLACES]
    return next((path for path in found if path and Path(path).exists()), None)


def ensure() -> str | None:
    """A reason why there is no browser, after having tried to get one; None when there is."""
    if installed() or playwrights_own():
        return None
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing Debian's chromium", flush=True)
        subprocess.run(["apt-get", "-qq", "update"], check=False)
        subprocess.run(["apt-get", "-qq", "-y", "--no-install-recommends", "install", "chromium"], check=False)
        if installed():
            return None
    print("downloading Playwright's Chromium", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if playwrights_own():
        return None
    return "The tests need Chromium. Install it (Debian: apt install chromium), or set KEYHOLE_BROWSER to its path."


def playwrights_own() -> bool:
    """Whether Playwright has downloaded its Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()
