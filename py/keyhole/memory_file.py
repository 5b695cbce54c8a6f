"""The file in which memories leave and come back: what it may hold, checked before anything is taken from it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from keyhole.errors import ConfigError

VERSION = 1
MAX_MEMORY = 4000
"""Characters of one archived memory."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", defer_build=True)


class Block(_Part):
    """A core block and its lines."""

    name: str = Field(min_length=1, max_length=40)
    text: str


class Kept(_Part):
    """One archived memory; `created` in seconds since 1970."""

    text: str = Field(pattern=r"\S", max_length=MAX_MEMORY)
    created: float = Field(ge=0, allow_inf_nan=False)


class MemoryFile(_Part):
    """All that was remembered."""

    version: Literal[1]
    blocks: list[Block] = []
    memories: list[Kept] = []


def read(data: Any) -> MemoryFile:
    """Checks JSON, given as text or as a value. Raises `ConfigError` when it is of another form."""
    try:
        if isinstance(data, str | bytes):
            return MemoryFile.model_validate_json(data)
        return MemoryFile.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise ConfigError(f"{place}: {first['msg']}", advice="Choose a file that was exported here.") from None
