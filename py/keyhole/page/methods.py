"""Methods that the page may call: marked with `@method("name")`, found on an object by `methods_of`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ConfigDict, validate_call

Method = Callable[[dict[str, Any]], Any]
"""Takes the call's parameters; gives a value, an awaitable or an async generator."""

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "_page_method"


def method(name: str) -> Callable[[F], F]:
    """Mark a method under its public name; the page's parameters are checked against its type hints."""

    def mark(function: F) -> F:
        setattr(function, _MARK, name)
        return function

    return mark


def methods_of(*owners: object) -> dict[str, Method]:
    """Public name -> method, of all owners. Raises `ValueError` when two share a name.

    A method raises `pydantic.ValidationError` for parameters that are not as its hints say.
    """
    found: dict[str, Method] = {}
    for owner in owners:
        for attribute, value in vars(type(owner)).items():
            name = getattr(value, _MARK, None)
            if name is None:
                continue
            if name in found:
                raise ValueError(f"two methods are named {name!r}")
            found[name] = functools.partial(_call, getattr(owner, attribute))
    return found


def _call(function: Callable[..., Any], params: dict[str, Any]) -> Any:
    return _checked(function)(**params)


@functools.cache
def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    # Made at the first call: building thirty validators at the start would cost what a turn costs.
    return validate_call(config=ConfigDict(arbitrary_types_allowed=True))(function)
