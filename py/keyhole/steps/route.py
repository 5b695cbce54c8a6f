"""Route: which tool, if any. Sees names only; says `{"choice","tool","question"}` and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from keyhole.models.model import AfterCall, ChatRequest, ModelProfile, RouteTask, ToolCard
from keyhole.steps.found import Found
from keyhole.steps.grammar import literal, with_rules
from keyhole.steps.obtain import Read, Refused
from keyhole.tokens import cut_to_tokens

_RULES = """\
You route a request to a tool. You see the tools' names only. Reply with one JSON object and nothing else:
{"choice":"call_tool"|"clarify"|"none","tool":<a name from the list, or null>,"question":<text, or null>}
call_tool: the request needs what one of these tools looks up, computes or does. "tool" is its name.
clarify: a look-up is clearly wanted but the thing to look up is missing or blank. "question" asks for it.
none: no tool fits, or what has been found answers the request. General questions, explanations, advice, how-to, \
opinions, small talk and questions about yourself are none.
Do not answer the request. Do not write arguments.
Examples, with tools phone_lookup and weather:
"what is Ana's number?" -> {"choice":"call_tool","tool":"phone_lookup","question":null}
"what is the number of ____?" -> {"choice":"clarify","tool":null,"question":"Whose number do you need?"}
"why is the sky blue?" -> {"choice":"none","tool":null,"question":null}"""

_MOST_TOKENS = 120
_FOUND_TOKENS = 150
"""Of a result the router sees this much: enough to tell what is answered, so that five fit a small window."""
_LONGEST_QUESTION = 300
_DEFAULT_QUESTION = "What exactly should I look up? Please give me its name."


class Decision(BaseModel):
    """What the router returned. `tool` is set with `call_tool`, `question` with `clarify`."""

    model_config = ConfigDict(frozen=True)

    choice: Literal["call_tool", "clarify", "none"]
    tool: str | None = None
    question: str | None = None


def request(
    query: str,
    cards: Sequence[ToolCard],
    *,
    found: Sequence[Found] = (),
    context: Sequence[str] = (),
    may_clarify: bool = True,
    descriptions: bool = False,
    about: str | None = None,
    points: bool = False,
    opens: bool = True,
    looks: bool = False,
    after: AfterCall | None = None,
) -> ChatRequest:
    """The router's request. What never changes comes first; each result is appended behind what was said before.

    Without `descriptions` the tools' names are all there is, in the prompt and in the task. `about`: what an earlier
    turn's call was about, `points`, whether the query does something with what another call will bring, `opens`,
    whether no call was made before that it may be about, and `looks`, whether it is a question for one of these tools,
    which look things up, and what is known of the call `after` which it comes, are for a model that is given the task
    itself.
    """
    if not descriptions:
        cards = [card.name_alone() for card in cards]
    names = "\n".join(f"- {card.name}: {card.description}" if card.description else f"- {card.name}" for card in cards)
    asked = "".join(f"Earlier message: {earlier}\n" for earlier in context) + f"Request: {query}"
    messages = [
        {"role": "system", "content": f"{_RULES}\n\nTools:\n{names}"},
        {"role": "user", "content": asked},
    ]
    short = cut_to_tokens(query, _FOUND_TOKENS)
    for item in found:
        decision = Decision(choice="call_tool", tool=item.tool).model_dump_json()
        messages.append({"role": "assistant", "content": decision})
        more = "If a part of the request is still open and a tool fits it, call that tool; otherwise none."
        seen = cut_to_tokens(item.line, _FOUND_TOKENS)
        messages.append({"role": "user", "content": f"{seen}\n{more} Request: {short}"})
    return ChatRequest(
        messages=messages,
        schema=_schema(cards, may_clarify),
        grammar=_grammar(tuple(card.name for card in cards), may_clarify),
        cache_key="route",
        task=RouteTask(
            query=query,
            cards=tuple(cards),
            found=tuple(item.line for item in found),
            context=tuple(context),
            may_clarify=may_clarify,
            calls=tuple((item.tool, item.arguments) for item in found),
            about=about,
            points=points,
            opens=opens and not found,
            looks=looks,
            after=after,
        ),
        max_tokens=_MOST_TOKENS,
        think=False,
    )


def wants_lines(profile: ModelProfile) -> bool:
    """Whether this model is shown a line beside each name unless it is told otherwise: one made for this task is."""
    return "task" in profile.constraints


def reader(cards: Sequence[ToolCard], *, may_clarify: bool = True) -> Read:
    """Reads a router's output into a `Decision`'s fields. Refuses a name outside the list."""
    names = {card.name for card in cards}
    choices = _choices(cards, may_clarify)

    def read(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Refused(f"the output is not a JSON object but {type(value).__name__}")
        choice, tool, question = value.get("choice"), _text(value, "tool"), _text(value, "question")
        if choice not in choices:
            raise Refused(f"`choice`: {_shown(choice)} is not one of {json.dumps(choices)}")
        if choice == "clarify":
            return Decision(choice="clarify", question=question or _DEFAULT_QUESTION).model_dump()
        if choice == "none":
            return Decision(choice="none").model_dump()
        if tool not in names:
            raise Refused(f"`tool`: {_shown(tool)} is not the name of a tool from the list")
        return Decision(choice="call_tool", tool=tool).model_dump()

    return read


def _text(value: dict[str, Any], key: str) -> str | None:
    """A text field, tidied; None for what small models write instead of null: nobody should be asked twice for that."""
    text = value.get(key)
    if text is None:
        return None
    if not isinstance(text, str):
        raise Refused(f"`{key}`: {_shown(text)} is not of type 'string' or 'null'")
    text = " ".join(text.split())[:_LONGEST_QUESTION]
    return None if text.lower() in ("", "null", "none") else text


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else text[:79] + "…"


def _choices(cards: Sequence[ToolCard], may_clarify: bool) -> list[str]:
    return [*(["call_tool"] if cards else []), *(["clarify"] if may_clarify else []), "none"]


@lru_cache(maxsize=64)
def _grammar(names: tuple[str, ...], may_clarify: bool) -> str:
    """The contract exactly: a tool with `call_tool`, a question with `clarify`, neither with `none`."""
    options: list[str] = []
    if names:
        tools = " | ".join(literal(json.dumps(name, ensure_ascii=False)) for name in names)
        start, end = literal('"call_tool","tool":'), literal(',"question":null')
        options.append(f"{start} ({tools}) {end}")
    if may_clarify:
        options.append(literal('"clarify","tool":null,"question":"') + r' char{1,200} "\""')
    options.append(literal('"none","tool":null,"question":null'))
    start = literal('{"choice":')
    return with_rules(f'{start} ({" | ".join(options)}) "}}"', ["char"] if may_clarify else [])


def _schema(cards: Sequence[ToolCard], may_clarify: bool) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "choice": {"enum": _choices(cards, may_clarify)},
            "tool": {"enum": [*(card.name for card in cards), None]},
            "question": {"type": ["string", "null"], "maxLength": 1000},
        },
        "required": ["choice", "tool", "question"],
        "additionalProperties": False,
    }
