"""A model server's address: in its usual form, and as messages may show it."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from keyhole.errors import ConfigError


def normal_base(base_url: str) -> str:
    """The base URL without a slash at its end, with `/v1` where there is no path. Raises `ConfigError`."""
    base = base_url.strip().rstrip("/")
    try:
        parts = urlsplit(base)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname)
        # httpx logs addresses, so nothing secret may stand in one
        bare = "@" not in parts.netloc and not parts.query and not parts.fragment
    except ValueError:
        valid = bare = False
    if valid and not bare:
        raise ConfigError(
            f"{shown_url(base_url)!r} came with a user, a query or a fragment", advice="Give the key by itself."
        )
    if not valid:
        raise ConfigError(f"{shown_url(base_url)!r} is no base URL", advice="Give one like http://127.0.0.1:11434/v1")
    base = base.removesuffix("/chat/completions").removesuffix("/messages")
    return base if urlsplit(base).path else f"{base}/v1"


def shown_url(url: str) -> str:
    """The URL as messages may show it: without user, password and query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
