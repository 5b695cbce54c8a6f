"""A site that plays both sides: the page's own files, and the hub that models are downloaded from.

Nothing here fakes an engine. The npm packages are served as they were published; what is faked is the hub, which no
machine without a network can reach, and the ways in which it can fail.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
TYPES = {".js": "text/javascript", ".html": "text/html", ".json": "application/json", ".wasm": "application/wasm"}

# The packages under the names by which the engines import them; `assets.js` is what the build would have written.
MODULES = {
    "/web/vendor/web-llm.js": 'export * from "/node_modules/@mlc-ai/web-llm/lib/index.js";',
    "/web/vendor/hash-wasm.js": 'export { createMD5 } from "/node_modules/hash-wasm/dist/index.esm.js";',
    "/web/vendor/wllama.js": 'export * from "/node_modules/@wllama/wllama/esm/index.js";',
    "/web/assets.js": 'export const asset = () => "/node_modules/@wllama/wllama/esm/wasm/wllama.wasm";\n'
    "export const hasAsset = () => false;",
}

# What goes wrong inside a worker, by name: run before the engine is imported.
FAULTS = {
    "none": "",
    "no-webgpu": 'Object.defineProperty(navigator, "gpu", { value: undefined });',
    "null-adapter": "navigator.gpu.requestAdapter = async () => null;",
    "little-room": "navigator.storage.estimate = async () => ({ quota: 6_000_000, usage: 1_000_000 });",
    "weak-gpu": """
        Object.defineProperty(GPUSupportedLimits.prototype, "maxComputeWorkgroupStorageSize", { value: 16384 });""",
    "probe": """
        const original = GPUAdapter.prototype.requestDevice;
        const devices = [];
        GPUAdapter.prototype.requestDevice = async function (...parameters) {
          devices.push(await original.apply(this, parameters));
          return devices.at(-1);
        };
        new BroadcastChannel("probe").onmessage = () => devices.splice(0).forEach((device) => device.destroy());""",
    "crash": """
        new BroadcastChannel("crash").onmessage = () => setTimeout(() => { throw new Error("the worker broke"); });""",
}


class Site:
    """Serves on 127.0.0.1 until `close`. `folders` maps beginnings of paths; `requests` is what was asked for."""

    def __init__(self, folders: dict[str, Path]) -> None:
        self.folders = {"/web/": ROOT / "web", "/node_modules/": ROOT / "node_modules", "/": Path(__file__).parent}
        self.folders = folders | self.folders
        self.spoil: dict[str, Callable[[bytes], bytes]] = {}
        """By path: what becomes of a file on its way."""
        self.requests: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                site.requests.append(path)
                content = site.read(path)
                self.send_response(404 if content is None else 200)
                self.send_header("Content-Type", TYPES.get(Path(path).suffix, "application/octet-stream"))
                self.send_header("Content-Length", str(len(content or b"")))
                self.end_headers()
                self.wfile.write(content or b"")

            def log_message(self, format: str, *args: object) -> None:
                """Quiet: `requests` has them."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def read(self, path: str) -> bytes | None:
        if path in MODULES:
            return MODULES[path].encode()
        if path.startswith("/worker/"):
            fault = path.removeprefix("/worker/").removesuffix(".js")
            return f'import "/fault/{fault}.js"; import "/web/workers/engine.js";'.encode()
        if path.startswith("/fault/"):
            return FAULTS[path.removeprefix("/fault/").removesuffix(".js")].encode()
        for beginning, folder in self.folders.items():
            file = folder / path.removeprefix(beginning)
            if path.startswith(beginning) and ".." not in path and file.is_file():
                content = file.read_bytes()
                return self.spoil[path](content) if path in self.spoil else content
        return None

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def flip_a_byte(content: bytes) -> bytes:
    return content[:1000] + bytes([content[1000] ^ 1]) + content[1001:]


def first_half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def with_a_huge_tensor(manifest: bytes) -> bytes:
    """A manifest in which one tensor is larger than any GPU takes at once."""
    data = json.loads(manifest)
    data["records"][-1]["records"][-1]["nbytes"] = 2**32
    return json.dumps(data).encode()


def without_hashes(manifest: bytes) -> bytes:
    """A manifest that knows sizes alone."""
    data = json.loads(manifest)
    for record in data["records"]:
        record.pop("md5sum", None)
    return json.dumps(data).encode()
