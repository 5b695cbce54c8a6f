"""Serve dist/ on this machine: right types, ready-made compression, cross-origin isolation. Standard library only."""

from __future__ import annotations

import argparse
import email.utils
import errno
import os
import signal
import sys
import threading
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import AF_INET, AF_INET6, socket
from typing import Any
from urllib.parse import unquote, urlsplit

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".jsonl": "application/jsonl; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".whl": "application/zip",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
    "": "text/plain; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
}
ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
}

ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
"""What files may be compressed with, the smallest first, and the ending of a file that is."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        path = self.server.resolve(urlsplit(self.path).path)
        if path is None:
            self._send(HTTPStatus.NOT_FOUND, {"Content-Type": "text/plain"}, b"Not found.\n" if body else b"")
            return
        if isinstance(path, str):
            self._send(HTTPStatus.MOVED_PERMANENTLY, {"Location": path}, b"")
            return
        encoding, chosen = self._encoded(path)
        stat = chosen.stat()
        tag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        relative = path.relative_to(self.server.folder).parts
        headers = {
            "Content-Type": TYPES.get(path.suffix, "application/octet-stream"),
            "Last-Modified": email.utils.formatdate(stat.st_mtime, usegmt=True),
            "ETag": tag,
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "public, max-age=31536000, immutable" if relative[0] in ("assets", "v") else "no-cache",
            **(ISOLATION if self.server.isolated else {}),
        }
        if encoding:
            headers["Content-Encoding"] = encoding
        if tag in self.headers.get("If-None-Match", ""):
            self._send(HTTPStatus.NOT_MODIFIED, headers, b"")
        else:
            self._send(HTTPStatus.OK, headers, chosen.read_bytes() if body else b"", length=stat.st_size)

    def _encoded(self, path: Path) -> tuple[str, Path]:
        """The smallest form that the browser takes: its encoding, or nothing, and its file."""
        taken = {part.partition(";")[0].strip() for part in self.headers.get("Accept-Encoding", "").split(",")}
        for encoding, ending in ENCODINGS:
            packed = path.with_name(path.name + ending)
            if encoding in taken and packed.exists():
                return encoding, packed
        return "", path

    def _send(self, status: HTTPStatus, headers: dict[str, str], body: bytes, *, length: int | None = None) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.server.bytes_sent += len(body)
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):  # the browser left
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        if self.server.verbose:
            super().log_message(format, *args)


class Server(ThreadingHTTPServer):
    """A static site under `prefix` (`/` or `/some/path/`). `isolated=False`: a host without headers of its own."""

    daemon_threads = True

    def __init__(
        self,
        folder: Path,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        prefix: str = "/",
        isolated: bool = True,
        verbose: bool = False,
    ) -> None:
        self.address_family = AF_INET6 if ":" in host else AF_INET
        super().__init__((host, port), _Handler)
        self.bytes_sent = 0
        """Bodies alone, as they went over the wire."""
        self.folder, self.prefix, self.isolated, self.verbose = folder.resolve(), prefix, isolated, verbose

    @property
    def url(self) -> str:
        host, port = str(self.server_address[0]), self.server_address[1]
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # all addresses are none to open
        return f"http://{f'[{host}]' if ':' in host else host}:{port}{self.prefix}"

    def resolve(self, url_path: str) -> Path | str | None:
        """The file for a request, an address to go to instead (a folder without its slash), or None."""
        if not url_path.startswith(self.prefix):
            return self.prefix if url_path + "/" == self.prefix else None
        path = Path(os.path.normpath(self.folder / unquote(url_path.removeprefix(self.prefix))))
        if not path.is_relative_to(self.folder):
            return None
        if path.is_dir():
            if not url_path.endswith("/"):
                return url_path + "/"
            path /= "index.html"
        return path if path.is_file() else None

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        """A browser that closes a connection early is no news."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def serve(folder: Path, *, host: str, port: int | None, open_browser: bool) -> int:
    """Serve until Ctrl-C. Without a port: 8321, or any free one when that is taken. Returns the exit status."""
    try:
        server = Server(folder, host, 8321 if port is None else port)
    except (OSError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE and port is None:
            server = Server(folder, host, 0)
        else:
            why = error.strerror if isinstance(error, OSError) else "a port is a number from 0 to 65535"
            where = host if port is None else f"{host}:{port}"
            print(f"Cannot listen on {where}: {why}. Choose another with --port N or --host H.")
            return 1
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"Keyhole is at {server.url}  (Ctrl-C ends it)", flush=True)
    if open_browser:
        webbrowser.open(server.url)
    stop.wait()
    server.shutdown()
    server.server_close()
    print("\nStopped.")
    return 0


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="scripts/run", description="Build the page and serve it on this machine.")
    options.add_argument("--port", type=int, help="default: 8321, or a free one")
    options.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1")
    options.add_argument("--no-open", action="store_true", help="do not open a browser")
    return options
