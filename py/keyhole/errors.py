"""The errors that cross Keyhole's public doors.

Every one says what went wrong in `str(error)` and what the visitor can do about it in `error.advice`.
`code` is stable: the page, telemetry and the JavaScript bridge tell errors apart by it alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar


class KeyholeError(Exception):
    """Base of all. `retryable` says whether the same request may succeed if simply made again."""

    code: ClassVar[str] = "error"
    advice: str = ""
    retryable: ClassVar[bool] = False

    choices: tuple[str, ...] = ()
    """What could be given in place of what was wrong, where that is known."""

    def __init__(self, message: str, *, advice: str | None = None, choices: Iterable[str] = ()) -> None:
        super().__init__(message)
        if advice is not None:
            self.advice = advice
        self.choices = tuple(choices)

    def told(self) -> dict[str, str]:
        """As a page's status tells of it."""
        return {"code": self.code, "message": str(self), "advice": self.advice}


class ConfigError(KeyholeError):
    """A setting, an option or a call holds what it may not."""

    code = "config"
    advice = "Correct the setting that the message names."


class ToolError(KeyholeError):
    """A tool could not do what it was asked. Its message and advice are what the model is shown.

    `instead` names the call that would have been right, tool and arguments, where the tool knows it.
    """

    code = "tool"

    def __init__(
        self, message: str, *, advice: str | None = None, instead: tuple[str, dict[str, Any]] | None = None
    ) -> None:
        super().__init__(message, advice=advice)
        self.instead = instead


class ToolTimeoutError(ToolError):
    """A tool ran longer than its own limit."""

    code = "tool_timeout"
    advice = "Ask for less, or raise the tool's time limit."


class UnknownToolError(ToolError):
    """A call names a tool that the toolbox does not have."""

    code = "unknown_tool"


class StepFailedError(KeyholeError):
    """A step's output could not be repaired. Carries what the `Failed` event says."""

    code = "step_failed"
    advice = "Ask in other words, or choose a larger model."

    def __init__(self, step: str, raw: str, reason: str, *, advice: str | None = None) -> None:
        super().__init__(f"{step}: {reason}", advice=advice)
        self.step, self.raw, self.reason = step, raw, reason


class ModelError(KeyholeError):
    """The model, its engine or its server failed."""

    code = "model"
    advice = "Try again, or choose another model."


class NoWebGPUError(ModelError):
    """The browser has no WebGPU at all."""

    code = "no_webgpu"
    advice = "Use the Embedded model, or a browser with WebGPU (Chrome, Edge or Safari 26)."


class NoAdapterError(ModelError):
    """The browser has WebGPU, but gives no GPU to it."""

    code = "no_adapter"
    advice = "Use the Embedded model, or turn on hardware acceleration in the browser's settings."


class NoF16Error(ModelError):
    """The model's build computes in half precision, which this GPU does not (`shader-f16`)."""

    code = "no_f16"
    advice = "Choose the f32 variant of this model."


class OutOfMemoryError(ModelError):
    """The model does not fit, on the GPU or in the page."""

    code = "out_of_memory"
    advice = "Choose a smaller model, or close other tabs."


class ContextOverflowError(ModelError):
    """The request is longer than what the model can read at once."""

    code = "context_overflow"
    advice = "Start a new chat, or ask with less text."


class DeviceLostError(ModelError):
    """The GPU, or the worker around the model, went away in the middle."""

    code = "device_lost"
    advice = "The model is being reloaded; ask again."
    retryable = True


class IntegrityError(ModelError):
    """A file of the model is not what it should be: cut off, or changed on its way."""

    code = "integrity"
    advice = "Choose the model again: what was broken is fetched anew."


class QuotaError(ModelError):
    """The browser gives the site no more room, for a model's files or for chats."""

    code = "quota"
    advice = "Free storage: delete a cached model, or allow this site more space."


class NetworkError(ModelError):
    """A server or a file could not be reached, or the connection broke."""

    code = "network"
    advice = "Check the connection and the address, then try again."
    retryable = True


class ServerError(ModelError):
    """An HTTP answer other than success. `status` is its code; `retry_after` seconds where the server said so."""

    code = "server"

    def __init__(
        self, message: str, *, status: int, retry_after: float | None = None, advice: str | None = None
    ) -> None:
        super().__init__(message, advice=advice)
        self.status, self.retry_after = status, retry_after


class BusyError(KeyholeError):
    """A turn is under way that cannot be waited for."""

    code = "busy"
    advice = "Wait for that turn to end, or use an agent and a conversation for each thread."
    retryable = True


class AbortedError(KeyholeError):
    """It was stopped, or what it ran in was closed."""

    code = "aborted"
    advice = "Stopped. Ask again when you like."


def from_code(code: str, message: str) -> KeyholeError:
    """The error whose `code` this is (a `ModelError` when none has it): how the bridge brings engine errors back."""
    pending = [KeyholeError]
    while pending:
        kind = pending.pop()
        pending.extend(kind.__subclasses__())
        if kind.code == code and not issubclass(kind, StepFailedError | ServerError):
            return kind(message)
    return ModelError(message)


def in_words(error: BaseException, *, kind: bool = True) -> str:
    """What an exception says, its kind before it; the kind alone where it says nothing or fails to.

    Raises nothing, whatever the exception's own `__str__` does.
    """
    name = type(error).__name__
    try:
        said = str(error)
    except Exception:
        return f"{name} (it cannot say why)"
    if not said:
        return name
    return f"{name}: {said}" if kind else said
