"""A tool: a name, one line, a JSON Schema and something to run.

    @tool
    def item_lookup(name: Annotated[str, Field(description="the item's name")]) -> dict[str, Any]:
        '''Look up one item: its perks, type and source.'''

Schemas of Python functions come from their type hints through pydantic; a tool from elsewhere (a JavaScript function, a
pasted JSON declaration, a remote server) brings its own schema.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, overload

from keyhole.errors import ToolError
from keyhole.models.model import ToolCard
from keyhole.tools.blocking import blocking
from keyhole.tools.function import Function
from keyhole.tools.schema import declared_properties

Run = Callable[[dict[str, Any]], Awaitable[Any]]
"""What runs a tool: the validated arguments in, any value out. Raises `ToolError` with advice for the model."""

Cue = str | Callable[[str], dict[str, Any] | None]
"""A form of a whole request that means one tool: an expression, or what reads the arguments, None of any other."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. `timeout` in seconds; `confirm` asks the visitor first; `pure` tools may run side by side.

    `result_tokens` is the budget that `condense` cuts a result down to. `cues` are regular expressions over a whole
    request, their named groups the arguments, or functions that read the arguments out of it: forms that mean this tool
    and no other (see `keyhole.steps.cue`). `fallback_cues` are forms that it takes where no other tool wants them: a
    question of any kind, to a memory.
    `knows` says how sure the tool is, from 0 to 1, that a request names something it can look up: where one tool has
    "Voltshot" in its table and another has not, a small router need not guess. `names` gives that
    thing's name as the tool has it, or what to call it with where that is no one passage of the request, such as a sum
    told as a story. `reads` says how well a text will do for the tool's one required text argument, 0
    where it will not: a small model's second thought may be the right one.
    """

    name: str
    description: str
    parameters: dict[str, Any]
    run: Run
    timeout: float = 30.0
    confirm: bool = False
    pure: bool = True
    result_tokens: int = 400
    cues: tuple[Cue, ...] = ()
    fallback_cues: tuple[Cue, ...] = ()
    knows: Callable[[str], float] | None = None
    names: Callable[[str], str | None] | None = None
    reads: Callable[[str], float] | None = None

    @property
    def card(self) -> ToolCard:
        """What the shortlist and the router may see of it."""
        first_line = self.description.strip().split("\n", 1)[0]
        names = tuple(declared_properties(self.parameters))  # a broken schema costs no other tool
        return ToolCard(self.name, first_line, names, self.knows, self.parameters)


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...
@overload
def tool(
    *,
    name: str | None = ...,
    description: str | None = ...,
    timeout: float = ...,
    confirm: bool = ...,
    pure: bool = ...,
    result_tokens: int = ...,
    cues: tuple[Cue, ...] = ...,
    fallback_cues: tuple[Cue, ...] = ...,
    knows: Callable[[str], float] | None = ...,
    names: Callable[[str], str | None] | None = ...,
    reads: Callable[[str], float] | None = ...,
) -> Callable[[Callable[..., Any]], Tool]: ...
def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    timeout: float = 30.0,
    confirm: bool = False,
    pure: bool = True,
    result_tokens: int = 400,
    cues: tuple[Cue, ...] = (),
    fallback_cues: tuple[Cue, ...] = (),
    knows: Callable[[str], float] | None = None,
    names: Callable[[str], str | None] | None = None,
    reads: Callable[[str], float] | None = None,
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Make a `Tool` of a typed function, plain or async: of a method, a partial or another callable too.

    `Annotated[str, Field(description="...")]` says what goes into a parameter. Raises `ConfigError` for what cannot be
    a tool, with what to write instead: a hint without a JSON form, `*args`, a lambda without a `name`.
    """

    def make(function: Callable[..., Any]) -> Tool:
        called = Function(function, name)

        async def run(args: dict[str, Any]) -> Any:
            with blocking(called.name, timeout):
                result = called(args)
            return await result if inspect.isawaitable(result) else result

        return Tool(
            name=called.name,
            description=description or called.description,
            parameters=called.parameters,
            run=run,
            timeout=timeout,
            confirm=confirm,
            pure=pure,
            result_tokens=result_tokens,
            cues=cues,
            fallback_cues=fallback_cues,
            knows=knows,
            names=names,
            reads=reads,
        )

    return make(function) if function is not None else make


def failure_of(name: str, said: str) -> ToolError:
    """What a tool comes to that failed by itself, without a word on what to do: its name, what it said, a way on."""
    return ToolError(f"{name} failed: {said}", advice="Try other arguments, or do without it.")
