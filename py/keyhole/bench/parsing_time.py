"""How long parsing takes where it hurts: megabytes of one opening over and over, and turns whose calls are text.

Nothing here says what is good in milliseconds. A megabyte is held against a tenth of it (`growth`: 10 is linear) and
against a megabyte of prose (`prose`); a turn in text against the same turn made natively.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from keyhole.agent import Agent
from keyhole.bench.stats import percentile
from keyhole.events import TurnFinished
from keyhole.models.model import ChatChunk, ModelProfile, ToolCallDelta
from keyhole.models.replay import Answer, ReplayModel
from keyhole.parsing import Driver
from keyhole.tools.tool import tool
from keyhole.tools.toolbox import Toolbox

PROSE = "word "
KINDS = (
    *(
        "<",
        "< ",
        "<<a",
        "<|",
        "<|a",
        "<|a|>",
        "<|ab|>",
        "<|a|><|b|>",
        "<<a>>",
        "<a>",
        "<a><a>",
        "<a|>",
        "[<a>",
        "a<b ",
        "<A>B",
    ),
    *('<a b="c">', "<tool", "<tool_", "</s>", "<|im_end|>", "<response>", "[a]", "[A]", "[[a]]", "[a](b)", "(", ")"),
    *("{", "{{", "[{", "[", "[[", '"', "\\", "\n", "\n\n", '{"a":1}', '{"a":{', '{"name":', "{'a': ", '{"a":"'),
    *("```", "```json\n", "```tool_call\n", "<think>", "</think>", "<think>a</think>", "* item\n", "a", "\u00e9"),
    *("<tool_call>", "</tool_call>", '<tool_call>{"name":"x","arguments":', "<function=a>", "<function=look_up>"),
    *(
        "<function=look_up><parameter=name>x",
        '<invoke name="look_up">',
        "<look_up>",
        "<look_up><name>x</name></look_up>",
    ),
    *(
        "[TOOL_CALLS]",
        "[TOOL_CALLS]look_up{",
        "<|python_tag|>",
        "<|channel|>commentary to=functions.look_up<|message|>{",
    ),
    *("look_up", "look_up(", 'look_up(name="x")\n', '[look_up(name="x"), ', "Using look_up with ", "functools["),
    *(
        "Action: look_up\n",
        "Action: look_up\nAction Input: {",
        "TOOL_CALL_START",
        "<\uff5ctool\u2581calls\u2581begin\uff5c>",
    ),
    *(
        '{"name":"look_up","arguments":{"name":"x"}}\n',
        "<|a|>{",
        '<<a>>{"x":',
        "<\uff5cDSML\uff5c",
        "\u273fFUNCTION\u273f: f\n",
    ),
    *(
        "analysisThe ",
        "assistantfinal",
        "look_up{",
        "look_up[ARGS]{",
        "**Tool Call:**\n",
        "<<<a>>>",
        "<tool: a>look_up x\n",
    ),
    *(
        "<tool_call>look_up<|tool_arg:start|>name",
        "<function=a\n<",
        "<call:look_up>{",
        "-> tool/function_call\n",
        "TOOL_CALLS[",
    ),
    *(
        "<|toto|>",
        "<|ca_ca_ca|>",
        "<|acacacacacac|>",
        "<|tutututututu|>",
        "<|aaaaaaaaaaaaaaaaaaaaaaaa|>",
        "<|end_thithithithi|>",
    ),
)
AROUND = (
    ("<|think|>", "<|acacacacacac|>", ""),
    ("<think>", "<<a>>", ""),
    ("<|think|>", "<look_up>", "</look_up>"),
    ("", '<invoke name="look_up">', "</tool_calls>"),
    ("", '<fn name="look_up">', "</fn>"),
    ("", "<tool_call><name>look_up</name><arguments>", "</arguments></tool_call>"),
    ("<|think|>", "<tool>look_up</tool><tool_input>", "</tool_input>"),
    ('<tool_call name="look_up">', '<a name="k">v</a>', "</tool_call>"),
    ("<tool_call>\n", "name: x\n", "</tool_call>"),
    ("<|tool_call>call:look_up{", '"a": "b", ', "}"),
    ("<|python_tag|>{", "}", ""),
    ("<function=look_up><parameter=name>", "<", "</parameter></function>"),
    ("```\n", "<function=look_up><parameter=name>x", ""),
)
"""Texts that begin or end with something else: a closing mark far off is looked for from every opening."""
MEGABYTE = 1_000_000
_PROFILE = ModelProfile(id="scripted", context_window=8192)


@dataclass(frozen=True, slots=True)
class Kind:
    """One megabyte, mostly of `unit`: CPU milliseconds, and how they compare."""

    unit: str
    ms: float
    growth: float
    prose: float


@tool
def look_up(name: Annotated[str, Field(description="the thing's name")]) -> dict[str, Any]:
    """Look up one thing."""
    return {"name": name, "size": 3}


def megabytes(
    units: Sequence[str | tuple[str, str, str]] = (*KINDS, *AROUND), *, size: int = MEGABYTE, times: int = 3
) -> list[Kind]:
    """Parse `size` characters of each unit (or of what stands before, of the unit and of what stands behind) and of
    prose, the least CPU time of `times`; the slowest kind first."""
    prose = _cpu(("", PROSE, ""), size, times)
    kinds = []
    for unit in units:
        parts = ("", unit, "") if isinstance(unit, str) else unit
        whole, tenth = _cpu(parts, size, times), _cpu(parts, size // 10, times)
        kinds.append(Kind(" ... ".join(filter(None, parts)), whole, whole / max(tenth, 0.5), whole / prose))
    return sorted(kinds, key=lambda kind: -kind.ms)


def _cpu(parts: tuple[str, str, str], size: int, times: int) -> float:
    before, unit, behind = parts
    filled = before + unit * (size // len(unit) + 1)
    text = filled[: size - len(behind)] + behind
    best = float("inf")
    for _ in range(times):
        driver = Driver([look_up])
        gc.collect()
        started = time.process_time()
        driver.finish(text)
        best = min(best, (time.process_time() - started) * 1000)
    return best


async def turns(calls: int, *, native: bool, times: int = 9, pause: float = 0.002, piece: int = 4) -> float:
    """Median milliseconds of a turn with so many calls in one message, `pause` seconds before each piece of text.

    Native or not, the model writes the same text in the same pieces: a server with native calls hands it on in
    another form. Raises `RuntimeError` when a turn goes wrong.
    """
    text = "\n".join(
        f"<tool_call>{json.dumps({'name': 'look_up', 'arguments': {'name': f'thing {n}'}})}</tool_call>"
        for n in range(calls)
    )
    script: list[Answer] = [_native(text, calls, piece) if native else text, "It has size 3, as you can see."]
    took = []
    for _ in range(times):
        model = ReplayModel(script, profile=_PROFILE, delay=pause, piece=piece)
        agent = Agent(model, Toolbox("bench", [look_up]), strategy="native" if native else "text")
        started = time.perf_counter()
        events = [event async for event in agent.ask("what size are the things?")]
        took.append((time.perf_counter() - started) * 1000)
        ran = sum(event.type == "tool_finished" for event in events)
        if not isinstance(events[-1], TurnFinished) or ran != calls:
            raise RuntimeError(f"the scripted turn ran {ran} of {calls} calls and ended with {events[-1]}")
    return percentile(took, 50) or 0.0


def _native(text: str, calls: int, piece: int) -> list[ChatChunk]:
    deltas = [ToolCallDelta(n, f"call_{n}", "look_up", json.dumps({"name": f"thing {n}"})) for n in range(calls)]
    pieces = -(-len(text) // piece)

    def chunks() -> Iterator[ChatChunk]:
        for at in range(pieces):
            due = [delta for n, delta in enumerate(deltas) if (n + 1) * pieces // calls - 1 == at]
            yield ChatChunk(tool_calls=tuple(due))
        yield ChatChunk(finish_reason="tool_calls")

    return list(chunks())
