"""What a chat model is: one protocol, and the plain values that go in and come out.

A strategy builds a `ChatRequest`; a `ChatModel` streams `ChatChunk`s back. Whoever implements it (an engine behind the
bridge, an HTTP server, a replay for tests) is interchangeable.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from keyhole.events import Usage

Constraint = Literal["none", "json_schema", "grammar", "task"]


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """What a model can do; strategies read this and never a model's name.

    `context_window` is in tokens. `can_write` is False for a model too small to write prose: a deterministic rendering
    takes the place of its answers. `constraints` lists how its output can be held to a form, best first: `task` (it
    takes `ChatRequest.task` itself, see below), `grammar` (EBNF/GBNF), `json_schema`. `dialect` names the projection
    that its requests want (`keyhole.transcript.dialects`). `takes_prompts` is False for a model that answers tasks
    alone and no prompt of anybody else's making. `tools_weighed`: among how many tools a model that takes tasks chooses
    by itself; one that reads a prompt is shown the shortlist that the settings say. `weighs_calls`: it takes the call
    before into account (`AfterCall`).
    """

    id: str
    tier: str = "server"
    context_window: int = 4096
    can_write: bool = True
    native_tools: bool = False
    constraints: tuple[Constraint, ...] = ()
    dialect: str = "openai"
    thinks: bool = False
    takes_prompts: bool = True
    tools_weighed: int = 0
    weighs_calls: bool = False


@dataclass(frozen=True, slots=True)
class ToolCard:
    """A tool as a router may see it: its name and one line. `parameters` are its parameter names, for matching only.

    `knows`: how sure the tool is (0 to 1) that a request names something it can look up, for weighing only. `schema` is
    that of its arguments: a small router in doubt looks at one, whether the request says what the tool needs.
    """

    name: str
    description: str = ""
    parameters: tuple[str, ...] = ()
    knows: Callable[[str], float] | None = field(default=None, compare=False, repr=False)
    schema: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    def name_alone(self) -> ToolCard:
        """All that a router sees of it who is shown names; what the tool knows is not shown."""
        return ToolCard(self.name, knows=self.knows)


@dataclass(frozen=True, slots=True)
class AfterCall:
    """The call before a message, for a router that is shown the message alone: the tool's name, `signs` of how the
    message leans on it, and by the name of every tool how that stands to it (`kinds`)."""

    tool: str
    signs: tuple[str, ...]
    kinds: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RouteTask:
    """The route step as data. `found` holds condensed results of this turn's earlier calls, oldest first."""

    query: str
    cards: tuple[ToolCard, ...]
    found: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    """Earlier user messages of the conversation that the query may refer to, oldest first."""
    may_clarify: bool = True
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    """This turn's earlier calls, name and arguments, in the order of `found`: none of them may be made again."""
    about: str | None = None
    """What the last call of an earlier turn was about: "it", where the query names nothing itself."""
    points: bool = False
    """Whether the query does something with what another call will bring, so that it surely wants one of the tools."""
    opens: bool = True
    """Whether no call was made before that the query may be about."""
    looks: bool = False
    """Whether the query is a question and the tools only look things up, so that one that is near will do."""
    after: AfterCall | None = None
    """The call that was made before, where the query may lean on it."""


@dataclass(frozen=True, slots=True)
class FillTask:
    """The fill step as data: one tool's JSON Schema and the request."""

    query: str
    tool: str
    description: str
    schema: dict[str, Any]
    found: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    calls: tuple[tuple[str, dict[str, Any]], ...] = ()
    names: Callable[[str], str | None] | None = field(default=None, compare=False, repr=False)
    """The name in a request, as the tool's table has it: where there is one, that is what is looked up."""
    reads: Callable[[str], float] | None = field(default=None, compare=False, repr=False)
    """How well a text will do for the one required text argument; 0 where it will not."""
    knows: Callable[[str], float] | None = field(default=None, compare=False, repr=False)
    """How sure the tool is that a request is for it: see `ToolCard`."""
    about: str | None = None
    rest: str = ""
    """What stands behind the query in its message, read as a wish of its own: it may belong to this call all the same.
    A model that took something of it says so: `"rest": true` beside the arguments."""
    more: bool = False
    """Whether the query is a part of a message that may say more of a call that was made before."""


class _Reader(Protocol):
    """What may help to read a request: see `keyhole.tools.tool.Tool`."""

    @property
    def knows(self) -> Callable[[str], float] | None: ...
    @property
    def names(self) -> Callable[[str], str | None] | None: ...
    @property
    def reads(self) -> Callable[[str], float] | None: ...


def helps(tool: _Reader) -> bool:
    """Whether a tool, or a task with one, helps to read a request, as the shipped ones do: small models have learned
    what is asked of these by name, and what they have learned of strangers' tools is not for them."""
    return any((tool.knows, tool.names, tool.reads))


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request. `messages` are in the form of the profile's dialect (role/content dictionaries, static part first).

    `schema` is the JSON Schema that the output must meet, `grammar` its compact EBNF form where the caller made one;
    a model uses whichever its engine can hold output to, and the caller checks the output anyway. `task` carries the
    same step as data for a model that renders its own prompt (the embedded one); others ignore it. `cache_key` names
    what a compiled constraint may be cached under (the tool). `tools` are native tool declarations in OpenAI's form.
    """

    messages: Sequence[dict[str, Any]]
    schema: dict[str, Any] | None = None
    grammar: str | None = None
    task: RouteTask | FillTask | None = None
    cache_key: str | None = None
    tools: Sequence[dict[str, Any]] = ()
    max_tokens: int = 512
    temperature: float = 0.0
    seed: int | None = None
    stop: tuple[str, ...] = ()
    think: bool = True
    """False tells a thinking model not to, as in route and fill."""
    call_tools: bool = True
    """False declares `tools` (a history with calls wants that) but forbids calling them."""
    remake: Callable[[ModelProfile], ChatRequest] | None = field(default=None, compare=False, repr=False)
    """The same request for another model: a pool that switches asks for the projection in the other's dialect."""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of a native tool call: `arguments` is the next piece of JSON text of the call at `index`."""

    index: int
    id: str | None = None
    name: str | None = None
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class ChatChunk:
    """A piece of an answer. The last chunk has `finish_reason` and, where the server tells, `usage`.

    `prompt` is what the model really saw, when it rendered the prompt itself. `confidence` is 0 to 1.
    """

    text: str = ""
    thinking: str = ""
    signature: str | None = None
    tool_calls: tuple[ToolCallDelta, ...] = ()
    finish_reason: Literal["stop", "length", "tool_calls", "abort"] | None = None
    usage: Usage | None = None
    prompt: str | None = None
    confidence: float | None = None
    thinking_open: bool = False
    """Of the last chunk: the thinking that it ends was written into the text and never closed."""
    signed_by: str | None = None
    """With `signature`: the dialect whose seal it is (`anthropic-redacted` seals a thought that is not shown)."""


class ChatModel(Protocol):
    """Anything that answers a chat request.

    `stream` is an async generator; closing it (`aclose`, or cancelling the task that reads it) stops the generation.
    It raises `keyhole.errors.ModelError` and its kinds, nothing else.
    """

    @property
    def profile(self) -> ModelProfile: ...

    def stream(self, request: ChatRequest) -> AsyncGenerator[ChatChunk]: ...


@runtime_checkable
class OnServer(Protocol):
    """A chat model that can be asked, before its first request, whether its server has it."""

    async def check(self) -> None:
        """Raises `NetworkError`, `ServerError`, `ModelError` or `ConfigError`."""
