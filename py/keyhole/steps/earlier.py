"""The calls of strangers' tools that a message may lean on, and what kind of value their parameters take.

Of the shipped tools more is known: `follow_up` reads the messages that lean on those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from keyhole.conversation import Conversation, Message, ToolCall, ToolResult
from keyhole.models.embedded.text import STOP, name_words, plain_words, stem
from keyhole.models.model import helps
from keyhole.open_call import OpenCall
from keyhole.steps.kinds_of_tool import looks_up
from keyhole.steps.results import Facts, Result, noun_of, read_result
from keyhole.steps.thing_values import id_key, is_id
from keyhole.tools.schema import declared_properties
from keyhole.tools.tool import Tool
from keyhole.tools.toolbox import Toolbox

LOOKED_BACK = 6
"""Calls whose results a message may point at."""
_CODE = re.compile(r"\d|\w[.@/:]\w")
PROSE = frozenset("body comment content description message note question subject text title".split())  # noqa: SIM905
"""Words of the names of parameters whose values are what somebody says, whatever it is."""
_CALLED = frozenset(("subject", "title"))
"""Of these, what a thing is called by."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A call that was made, for which message, and what it brought, or one that waits for values: then `missing` has
    their names. `since`: what was said after the last call, and came to none."""

    tool: Tool
    args: Mapping[str, Any]
    missing: tuple[str, ...] = ()
    result: Result | None = None
    asked: str = ""
    since: tuple[str, ...] = ()

    @property
    def properties(self) -> dict[str, Any]:
        """The schemas of its tool's parameters by name."""
        return declared_properties(self.tool.parameters)

    @property
    def noun(self) -> str:
        """What the things are called that it brought or made, as a stem."""
        if self.result is None:
            return ""
        return noun_of(self.tool.name) if self._made_one else self.result.noun

    @property
    def about(self) -> Facts | None:
        """The one thing that it was about: what a call that does something made or changed, by its own id, though the
        result tells of others as well; else the only one of its result."""
        if self.result is None:
            return None
        return self.result.facts if self._made_one else self.result.only

    @property
    def _made_one(self) -> bool:
        facts = self.result.facts if self.result and not looks_up(self.tool.name) else {}
        key = id_key(facts, noun_of(self.tool.name))
        lists = self.result is not None and len(self.result.things) > 1  # then its first number may count anything
        return key is not None and (is_id(key) or not lists)

    @property
    def thing(self) -> str | None:
        """What it was about, where that is the only text that it was given, and nothing that somebody says."""
        free = (name for name in self.args if is_free(self.properties.get(name)))
        texts = [f"{self.args[name]}" for name in free if not PROSE - _CALLED & set(name_words(name))]
        return texts[0] if len(texts) == 1 else None

    def with_said(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """The output of the fill step: its arguments with what was said put among them."""
        args = {**self.args, **said}
        missing = [name for name in self.tool.parameters.get("required", []) if name not in args]
        return {"tool": self.tool.name, "args": args} | ({"missing": missing} if missing else {})


def calls_before(
    conversation: Conversation,
    toolbox: Toolbox,
    waits: OpenCall | None,
    held: Callable[[ToolResult], Any],
    *,
    beyond_shipped: bool = False,
) -> list[Earlier]:
    """The calls of strangers' tools that were made before the last message of the visitor's, the latest first; none
    where the latest is a shipped tool's, unless `beyond_shipped`. `waits`: the call that values were asked for; `held`:
    what a result holds."""
    asked = [place for place, message in enumerate(conversation.messages) if message.role == "user"]
    messages = conversation.messages[: asked[-1] if asked else None]
    results = {b.call_id: b for m in messages for b in m.blocks if isinstance(b, ToolResult) and not b.is_error}
    made, said = list[tuple[ToolCall, str]](), ""
    for message in messages:
        said = message.text if message.role == "user" else said
        made += [(b, said) for b in message.blocks if isinstance(b, ToolCall) and b.name in toolbox]
    made = [(call, said) for call, said in made if isinstance(call.arguments, dict)]
    told = {c.id: read_result(c.name, held(results[c.id])) for c, _ in made[-LOOKED_BACK:] if c.id in results}
    calls = [Earlier(toolbox[c.name], c.arguments, result=told.get(c.id), asked=said) for c, said in made]
    if calls:
        calls[-1] = replace(calls[-1], since=_since(messages))
    if waits is not None and waits.tool in toolbox:
        calls.append(Earlier(toolbox[waits.tool], waits.args, waits.missing))
    shipped = bool(calls) and helps(calls[-1].tool) and not beyond_shipped
    return [] if shipped else [call for call in reversed(calls) if not helps(call.tool)]


def _since(messages: Sequence[Message]) -> tuple[str, ...]:
    """What the visitor said after the message that the last call was made for."""
    at = max(at for at, message in enumerate(messages) if any(isinstance(b, ToolCall) for b in message.blocks))
    return tuple(message.text for message in messages[at:] if message.role == "user")


def eased(tool: Tool, names: Collection[str], required: Collection[str]) -> Tool:
    """The same tool with these of its parameters alone, if any are named, where no more than this has to be said."""
    schema = tool.parameters
    kept: dict[str, Any] = {key: schema[key] for key in ("type", "properties", "$defs", "definitions") if key in schema}
    if names:
        kept["properties"] = {name: each for name, each in declared_properties(schema).items() if name in names}
    return replace(
        tool, parameters={**kept, "required": [name for name in required if name in kept.get("properties", ())]}
    )


def is_free(schema: Any) -> bool:
    """Whether any text will do for a parameter."""
    limits = {"enum", "format", "pattern"}
    return isinstance(schema, dict) and schema.get("type") == "string" and not schema.keys() & limits


def of_objects(value: Any) -> bool:
    """Whether a value is a list of objects: what a wish is about, and no detail of it that the next one shares."""
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def is_code(text: str) -> bool:
    """Whether a text is one word with digits or marks inside: an address, a file, a number."""
    return len(text.split()) == 1 and _CODE.search(text) is not None


def words_of(tool: Tool) -> set[str]:
    """The words of a tool's name and description, as stems."""
    described = (word for part in tool.card.description.split() for word in plain_words(part) if word not in STOP)
    return {stem(word) for word in (*name_words(tool.name), *described)}
