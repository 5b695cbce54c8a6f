"""OpenAI chat completions, and every server that speaks it: vLLM, llama.cpp, Ollama.

Stricter than OpenAI itself asks, because chat templates behind such servers are: the system message first and once, no
two users or assistants in a row, results in the order of the calls, `content` never null. Llama 3 templates take one
call a turn; a model of that name gets its parallel calls one after another.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.conversation import Conversation
from keyhole.transcript.closure import Exchange, Sound, UserSaid, sound
from keyhole.transcript.dialects.base import Dialect, Options, Projection, Report, Violation, Wire, read_thinking
from keyhole.transcript.dialects.form import ChatRules, check_chat
from keyhole.transcript.ids import openai_id, provider_ids
from keyhole.transcript.values import arguments_text

_ONE_CALL_A_TURN = re.compile(r"llama[-_. ]?3", re.IGNORECASE)

RULES = ChatRules(id_form=re.compile(r".{1,40}", re.DOTALL), id_says="1 to 40 characters")


def takes_one_call(model: str) -> bool:
    """Whether this model's chat template raises on two calls in a turn."""
    return bool(_ONE_CALL_A_TURN.search(model))


def project(conversation: Conversation, options: Options) -> Projection:
    read = sound(conversation, read_thinking(options.thinking), one_call_a_turn=takes_one_call(options.model))
    ids = provider_ids([exchange.key for exchange in read.exchanges], openai_id)
    return Projection(chat_messages(read, ids, options), options.names)


def chat_messages(read: Sound, ids: list[str], options: Options) -> list[Wire]:
    """The sound form as chat-completion messages; `ids` are those of `read.exchanges`, in order."""
    name = options.names.wire
    messages: list[Wire] = [{"role": "system", "content": read.system}] if read.system else []
    unused = iter(ids)
    for entry in read.entries:
        if isinstance(entry, UserSaid):
            messages.append({"role": "user", "content": entry.text})
        elif not entry.calls:
            messages.append({"role": "assistant", "content": entry.text})
        else:
            calls: list[Wire] = []
            results: list[Wire] = []
            for exchange in entry.calls:
                id_, tool = next(unused), name(exchange.call.name)
                calls.append(_call(exchange, id_, tool))
                results.append({"role": "tool", "tool_call_id": id_, "name": tool, "content": exchange.result})
            messages.append({"role": "assistant", "content": entry.text, "tool_calls": calls})
            messages += results
    return messages


def _call(exchange: Exchange, id_: str, tool: str) -> Wire:
    return {
        "id": id_,
        "type": "function",
        "function": {"name": tool, "arguments": arguments_text(exchange.call.arguments)},
    }


def check(messages: list[Any]) -> list[Violation]:
    report = Report()
    check_chat(messages, RULES, report)
    return report.violations


DIALECT = Dialect("openai", project, check)
