"""Methods that the page may call: marked with `@method("name")`, found on an object by `methods_of`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from pydantic import ConfigDict, ValidationError, validate_call

from keyhole.errors import ConfigError

_MARK = "_page_method"


def method(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark an async method (one value) or an async generator method (a stream) under its public name."""

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        setattr(function, _MARK, name)
        return function

    return mark


def methods_of(*owners: object) -> dict[str, Callable[..., Any]]:
    """Public name -> bound method, of all owners. Raises `ValueError` when two share a name."""
    found: dict[str, Callable[..., Any]] = {}
    for owner in owners:
        for attribute, value in vars(type(owner)).items():
            name = getattr(value, _MARK, None)
            if name is None:
                continue
            if name in found:
                raise ValueError(f"two methods are named {name!r}")
            found[name] = getattr(owner, attribute)
    return found


def call(function: Callable[..., Any], params: dict[str, Any]) -> Any:
    """Call with checked parameters; returns an awaitable or an async generator. Raises `ConfigError` for bad ones."""
    try:
        return _checked(function)(**params)
    except ValidationError as error:
        said = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors()[:3])
        raise ConfigError(said, advice="Correct the call; keyhole.js names its parameters.") from None


@functools.cache
def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    return validate_call(config=ConfigDict(arbitrary_types_allowed=True))(function)
