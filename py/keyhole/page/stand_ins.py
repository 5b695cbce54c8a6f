"""What stands in for a model: another one where it fails, and words where none is loaded."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Literal

from pydantic import BaseModel, ConfigDict, SecretStr

from keyhole.errors import ModelError
from keyhole.models.model import ChatChunk, ChatRequest, ModelProfile


class StandIn(BaseModel):
    """A model that stands in for another: `embedded`, or one on a server. Its key is kept in memory alone."""

    model_config = ConfigDict(extra="forbid")

    id: Literal["embedded", "server"]
    baseURL: str = ""
    model: str = ""
    key: SecretStr = SecretStr("")


class NoModel:
    """Stands where no model is loaded; answers with why not."""

    def __init__(self, id_: str, why: str, advice: str = ModelError.advice) -> None:
        self.profile = ModelProfile(id=id_)
        self._error = ModelError(why, advice=advice)

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]:
        """Raises `ModelError`."""
        raise self._error
        yield ChatChunk()
