"""What a page meets on the network, on loopback: a package of tools, a service, a model server. All with CORS."""

from __future__ import annotations

import io
import json
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

COOKBOOK = '''
"""A package of tools, as anyone may write one."""

import json
import time
from typing import Annotated

from pydantic import Field

from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox


@tool
def recipe_lookup(dish: Annotated[str, Field(description="the dish")]) -> dict[str, str]:
    """Look up the recipe of a dish."""
    return {"dish": dish, "recipe": "Stir for seven minutes."}


@tool(timeout=1)
def oven_lookup(dish: Annotated[str, Field(description="the dish")]) -> str:
    """Look up the oven temperature of a dish."""
    while True:
        time.monotonic()


@tool
def disaster_lookup(dish: Annotated[str, Field(description="the dish")]) -> str:
    """Look up the disaster of a dish."""
    return json.loads("[" * 200_000)


def toolbox():
    return Toolbox("cookbook", [recipe_lookup, oven_lookup, disaster_lookup])
'''
MODULES = {"cookbook": COOKBOOK, "larder": "def toolbox():\n    raise ValueError('the larder is locked')\n"}


def wheel_name(module: str) -> str:
    return f"{module}-1.0-py3-none-any.whl"


@dataclass
class Outside:
    """`asked` are the bodies that the model server got; its answers wait for `go_on` after their first words."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    go_on: threading.Event = field(default_factory=threading.Event)
    gone: bool = False
    """Whether the model server hangs up without a word."""
    breaks_off: bool = False
    """Whether it ends its answers after their first words."""


@contextmanager
def outside() -> Iterator[Outside]:
    """Serve until the block ends."""
    it = Outside()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_OPTIONS(self) -> None:
            self._send(b"", "text/plain")

        def do_GET(self) -> None:
            wheels = {f"/{wheel_name(module)}": module for module in MODULES}
            if module := wheels.get(self.path):
                self._send(wheel(module), "application/zip")
            elif self.path.startswith("/kettle"):
                self._send(json.dumps({"asked": self.path, "kettle": "copper, 2 litres"}).encode(), "application/json")
            else:  # the model server, too, does not say which models it has
                self._send(b"", "text/plain", 404)

        def do_POST(self) -> None:
            if it.gone:
                self.close_connection = True
                return
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            it.asked.append(body)
            it.keys.append(self.headers["Authorization"])
            schema = "response_format" in body
            says = ['{"choice":"none","tool":null,"question":null}'] if schema else ["Hello from ", "the server."]
            self._head("text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for words in says:
                self._event({"choices": [{"index": 0, "delta": {"content": words}, "finish_reason": None}]})
                if not schema:
                    it.go_on.wait(120)
                    if it.breaks_off:
                        self._chunk(b"")
                        return
            usage = {"prompt_tokens": 21, "completion_tokens": 4}
            self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage})
            self._chunk(b"data: [DONE]\n\n")
            self._chunk(b"")

        def _event(self, event: dict[str, Any]) -> None:
            self._chunk(f"data: {json.dumps(event)}\n\n".encode())

        def _chunk(self, data: bytes) -> None:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

        def _head(self, kind: str, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Headers", "authorization, content-type")

        def _send(self, body: bytes, kind: str, status: int = 200) -> None:
            self._head(kind, status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Quiet: `asked` has what counts."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    it.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield it
    finally:
        it.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()


def wheel(module: str) -> bytes:
    """The package, as PyPI would have it."""
    buffer = io.BytesIO()
    info = f"{module}-1.0.dist-info"
    with zipfile.ZipFile(buffer, "w") as out:
        out.writestr(f"{module}.py", MODULES[module])
        out.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        out.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        out.writestr(f"{info}/entry_points.txt", f"[keyhole.tools]\n{module} = {module}:toolbox\n")
        out.writestr(f"{info}/RECORD", "")
    return buffer.getvalue()
