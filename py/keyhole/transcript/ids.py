"""Ids and names as providers want them, made from the canonical ones.

An id is a digest of its canonical id, so the same conversation prefix always gives the same ids and a provider's prompt
cache hits. Where two digests meet (they can be made to: nine letters are only 53 bits) the later one is salted until it
is free; that depends on what came before alone, so it is stable for a prefix too, and no two ids are ever the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from hashlib import blake2b

IdForm = Callable[[bytes], str]
"""Twelve digest bytes in, an id in a provider's form out."""

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def openai_id(digest: bytes) -> str:
    """`call_` and 24 characters: OpenAI refuses more than 40 in all."""
    return "call_" + digest.hex()


def anthropic_id(digest: bytes) -> str:
    """`toolu_` and 24 characters of Anthropic's alphabet `[a-zA-Z0-9_-]`."""
    return "toolu_" + digest.hex()


def mistral_id(digest: bytes) -> str:
    """Exactly nine characters of `[a-zA-Z0-9]`."""
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(9):
        number, digit = divmod(number, 62)
        letters.append(_ALPHABET[digit])
    return "".join(letters)


def provider_ids(keys: Iterable[str], form: IdForm) -> list[str]:
    """One id for each key, in order, all different; the first n depend on the first n keys alone."""
    taken: set[str] = set()
    ids = []
    for key in keys:
        data = key.encode("utf-8", "surrogatepass")
        wire = form(blake2b(data, digest_size=12).digest())
        salt = 0
        while wire in taken:
            salt += 1
            wire = form(blake2b(data, digest_size=12, salt=salt.to_bytes(8, "big")).digest())
        taken.add(wire)
        ids.append(wire)
    return ids


_FORBIDDEN = re.compile(r"[^a-zA-Z0-9_-]+")
_PLAIN_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
_MADE_NAME = re.compile(r".*_x[0-9a-f]{10}", re.DOTALL)


class ToolNames:
    """Tool names that every provider takes (a letter or `_`, then `[a-zA-Z0-9_-]`, 64 in all), and the way back.

    A name that is already so stays as it is. Any other becomes a readable stem and a digest. Give the toolbox's names
    first and in their order, so that declarations, history and answers agree.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._wire: dict[str, str] = {}
        self._canonical: dict[str, str] = {}
        for name in names:
            self.wire(name)

    def wire(self, name: str) -> str:
        """The name a provider may see. The same name always gives the same answer."""
        known = self._wire.get(name)
        if known is None:
            known = name
            salt = 0
            # A name in the form of a made one is made over as well: so no plain name can be a made one.
            while salt or not _PLAIN_NAME.fullmatch(known) or _MADE_NAME.fullmatch(known):
                known = _made_name(name, salt)
                if known not in self._canonical:
                    break
                salt += 1
            self._wire[name] = known
            self._canonical[known] = name
        return known

    def canonical(self, wire: str) -> str:
        """The name behind a provider's; a name never given out is itself (the model invented it)."""
        return self._canonical.get(wire, wire)


def _made_name(name: str, salt: int) -> str:
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem = _FORBIDDEN.sub("_", letters).strip("_-")[:51]
    if not stem or not (stem[0].isalpha() or stem[0] == "_"):
        stem = f"t_{stem}"[:51]
    digest = blake2b(
        name.encode("utf-8", "surrogatepass"), digest_size=5, salt=salt.to_bytes(8, "big") if salt else b""
    )
    return f"{stem}_x{digest.hexdigest()}"
