"""A Python function as a tool: its name and words, the JSON Schema of its parameters, and the call made of arguments.

Types come from the hints, through pydantic. What cannot be a tool is refused when the tool is made, with what to write
instead: a model that meets it later could not mend it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, PydanticSchemaGenerationError, create_model
from pydantic.errors import PydanticErrorMixin, PydanticInvalidForJsonSchema
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema

from keyhole.errors import ConfigError, in_words

_TYPES = (
    "Take str, int, float, bool, list, dict, Literal, an Enum, a dataclass, a typing_extensions.TypedDict or a"
    " pydantic model, and make the rest of it in the function."
)
_VALUES = frozenset({"default", "const", "enum", "examples"})
"""What holds values in a schema, and no schemas."""
_YIELDING = (inspect.isgeneratorfunction, inspect.isasyncgenfunction)


class _Schema(GenerateJsonSchema):
    # a default that is no JSON (None of its kind, a sentinel) is the function's own affair: no model need see it;
    # pydantic declares a set, which all functions would share, and only looks whether a kind is in it
    ignored_warning_kinds = frozenset({"skipped-choice", "non-serializable-default"})  # type: ignore[assignment]


class Function:
    """A function, method, partial or other callable, plain or async. `name` is needed where it has none of its own.

    Raises `ConfigError` for what cannot be a tool.
    """

    def __init__(self, function: Callable[..., Any], name: str | None = None) -> None:
        inner = function.func if isinstance(function, functools.partial) else function
        self.name = _name(function, inner, name)
        self.description = _description(inner)
        self._function = function
        self._parameters = _parameters(function, self.name)
        self._model, schema = _model(self.name, self._parameters)
        self.parameters: dict[str, Any] = _plain(schema)

    def __call__(self, arguments: dict[str, Any]) -> Any:
        """What the function returns. Raises `pydantic.ValidationError`, and whatever the function does."""
        checked = self._model.model_validate(arguments)
        positional, named = [], {}
        for field, parameter in self._parameters.items():
            if parameter.kind is parameter.POSITIONAL_ONLY:
                positional.append(getattr(checked, field))
            elif field in checked.model_fields_set or isinstance(parameter.default, FieldInfo):
                named[parameter.name] = getattr(checked, field)
        return self._function(*positional, **named)


def _name(function: Any, inner: Any, name: str | None) -> str:
    if isinstance(function, str):
        raise ConfigError(
            f"a tool is made of a function, not of the text {function!r}", advice=f"Write @tool(name={function!r})."
        )
    if not callable(function):
        kind = type(function).__name__
        advice = "Put it into a Toolbox as it is." if kind == "Tool" else "Give a function: its hints say what goes in."
        raise ConfigError(f"a tool is made of a function, and this is of the type {kind}", advice=advice)
    name = name or getattr(inner, "__name__", "")
    if not isinstance(name, str) or name in ("", "<lambda>"):
        kind = "lambda" if name == "<lambda>" else type(inner).__name__
        raise ConfigError(f"a {kind} has no name that a model could call", advice='Write tool(name="...")(...).')
    return name


def _description(inner: Any) -> str:
    own = inspect.getdoc(inner)
    if own is None and not inspect.isroutine(inner) and not inspect.isclass(inner):
        own = inspect.getdoc(inner.__call__)
    return own or ""


def _parameters(function: Callable[..., Any], name: str) -> dict[str, inspect.Parameter]:
    """The parameters that arguments are given for, each under the name of a field that no name can clash with."""
    called = function if inspect.isroutine(function) else getattr(function, "__call__", function)  # noqa: B004  the method itself is wanted
    if any(yields(each) for each in (function, called) for yields in _YIELDING):
        raise ConfigError(f"{name} yields, and a tool has one result", advice="Return a list.")
    try:
        signature = inspect.signature(function, eval_str=True)
    except ValueError:
        raise ConfigError(f"{name} does not tell its parameters", advice="Wrap it in a function of your own.") from None
    except Exception as error:  # hints are code
        raise ConfigError(
            f"{name}: a type hint cannot be read: {in_words(error, kind=not isinstance(error, NameError))}",
            advice="Define its types at module level.",
        ) from error
    bound = function.keywords if isinstance(function, functools.partial) else {}
    wanted = [parameter for parameter in signature.parameters.values() if parameter.name not in bound]
    for parameter in wanted:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise ConfigError(
                f"{name}: *{parameter.name} cannot be a tool's parameter",
                advice="Give each parameter a name and a type: a model is shown them one by one.",
            )
    if wanted and wanted[0].name in ("self", "cls") and wanted[0].annotation is wanted[0].empty:
        raise ConfigError(
            f"{name}: {wanted[0].name!r} is what a method belongs to, and no model can give it",
            advice=f"Make the tool of an object's own method: tool(thing.{name}).",
        )
    return {f"p{number}": parameter for number, parameter in enumerate(wanted)}


def _model(name: str, parameters: Mapping[str, inspect.Parameter]) -> tuple[type[BaseModel], Any]:
    """What checks the arguments, and its JSON Schema."""
    try:
        model: type[BaseModel] = create_model(
            name,
            __config__=ConfigDict(extra="forbid"),
            **{field: _field(parameter) for field, parameter in parameters.items()},
        )
        return model, model.model_json_schema(schema_generator=_Schema)
    except Exception as error:  # types bring code of their own
        if len(parameters) != 1:
            for field, parameter in parameters.items():  # of one alone it says which
                _model(name, {field: parameter})
            raise ConfigError(f"{name}: {_said(error)}", advice=_TYPES) from error
        (parameter,) = parameters.values()
        raise ConfigError(f"{name}: the parameter {parameter.name!r}: {_said(error)}", advice=_TYPES) from error


def _field(parameter: inspect.Parameter) -> Any:
    annotation = Any if parameter.annotation is parameter.empty else parameter.annotation
    default = ... if parameter.default is parameter.empty else parameter.default
    base, *said = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    # first, so that an alias that the hint gives wins: a parameter "from_" may be called "from"
    return Annotated[base, Field(alias=parameter.name), *said], default


def _said(error: Exception) -> str:
    if isinstance(error, PydanticSchemaGenerationError | PydanticInvalidForJsonSchema):
        return "its type has no JSON form"
    return error.message.split("\n", 1)[0] if isinstance(error, PydanticErrorMixin) else in_words(error)


def _plain(schema: Any) -> Any:
    """Without the titles that pydantic adds: a model pays for every token of a schema."""
    if isinstance(schema, dict):
        return {
            key: value
            if key in _VALUES
            else {name: _plain(inner) for name, inner in value.items()}
            if key in ("properties", "$defs")
            else _plain(value)
            for key, value in schema.items()
            if not (key == "title" and isinstance(value, str))
        }
    return [_plain(item) for item in schema] if isinstance(schema, list) else schema
