"""What is known of model families beyond the form of their calls.

Detection goes by form; a family's name is only a hint. It settles what the form leaves open: whether a bare JSON object
is this family's way of calling, what its values are when no schema says, and what its own servers do with text beside
calls. An unknown family reads like no family at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from keyhole.parsing.values import Guess


@dataclass(frozen=True, slots=True)
class Family:
    """`native`: syntaxes it is known to write, believed where they stand. `off`: those it never means as a call."""

    name: str = ""
    native: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    guess: Guess | None = None
    after_calls: Literal["keep", "drop"] = "keep"
    drops_text_with: str = ""
    unfinished: Literal["report", "text"] = "report"
    unknown_tool: Literal["report", "text", "hide"] = "report"
    broken: Literal["text", "unmarked", "hide"] = "text"
    orphan_think_end: bool = True
    list_only: bool = False
    bad_arguments: Literal["report", "refuse"] | None = None
    wrappers: frozenset[str] = frozenset()
    bare_unknown: bool = False
    json_first: bool = False
    tails_are_text: bool = False
    first_only: bool = False
    wrapper_must_close: bool = False
    needs_wrapper: bool = False
    byte_level: bool = False
    loose_names: bool = False


ANY = Family()


def _family(name: str, *native: str, off: tuple[str, ...] = (), **known: object) -> Family:
    return replace(Family(name, frozenset(native), frozenset(off)), **known)  # type: ignore[arg-type]  # checked by replace


_ALL = (
    _family("hermes", "tagged_json", unfinished="text"),
    _family("qwen2.5", "tagged_json"),
    _family("llama3_json", "bare_json", "tagged_json", drops_text_with="bare_json"),
    _family("generic_json"),
    _family("longcat", "tagged_json", bad_arguments="report"),
    _family(
        "mistral",
        "bare_json",
        "tagged_json",
        "named_json",
        broken="unmarked",
        unknown_tool="hide",
        first_only=True,
        bare_unknown=True,
        bad_arguments="report",
    ),
    _family("granite", "bare_json", "tagged_json", list_only=True, broken="unmarked"),
    _family("granite4", "tagged_json", unfinished="text"),
    _family("granite_20b_fc", "tagged_json", off=("bare_json",), unfinished="text"),
    _family("phi4mini_functools", "tagged_json", drops_text_with="tagged_json"),
    _family("command-r", "tagged_json", broken="hide"),
    _family("command-r-plus", "react"),
    _family("deepseek_v3", "named_json", bad_arguments="refuse"),
    _family("deepseek_v3.1", "named_json", bad_arguments="refuse", after_calls="drop"),
    _family(
        "deepseek_v4_dsml", "invoke", wrappers=frozenset({"tool", "tool_calls"}), tails_are_text=True, broken="hide"
    ),
    _family("functionary", "named_json", "function_tag"),
    _family("glm45", "arg_key", guess="string"),
    _family("poolside", "arg_key", guess="string"),
    _family("k2_horizon", "arg_key", guess="string", wrapper_must_close=True),
    _family("hy_v3", "arg_key", guess="string"),
    _family("qwen3_coder_xml", "function_tag", guess="line"),
    _family("step3p5", "function_tag", guess="line", after_calls="drop"),
    _family("minimax_m3", "minimax_m3", after_calls="drop", needs_wrapper=True),
    _family("minicpm5_xml", "invoke", unknown_tool="text", byte_level=True, loose_names=True),
    _family("dots", "invoke", unknown_tool="text"),
    _family("step3", "invoke", off=("invoke",)),
    _family("muse", "invoke", guess="json", needs_wrapper=True, json_first=True),
    _family("muse_glimmer", "invoke", guess="json", needs_wrapper=True, json_first=True),
    _family("lfm2", "pythonic", "tagged_json", orphan_think_end=False),
    _family("pythonic", "pythonic"),
    _family("olmo3", "pythonic"),
    _family("tag_xml", "named_tag"),
    _family("yaml_xml", "named_tag"),
    _family("langchain_xml", broken="hide"),
)
_BY_NAME = {family.name: family for family in _ALL}


_OWN_MARKS = {
    "<|START_ACTION|>": "command-r",
    "[TOOL_CALLS]": "mistral",
    "<longcat_tool_call>": "longcat",
    "<dots_function_call>": "dots",
    "<ifm|": "k2_horizon",
    "<atem:": "muse_glimmer",
    "]<]minimax[>[": "minimax_m3",
    "<\uff5cDSML\uff5ctool": "deepseek_v4_dsml",
    "<tool_input>": "langchain_xml",
    "<|tool_call|>": "granite",
}
_by_mark = {
    mark: replace(_BY_NAME[name], native=frozenset(), off=frozenset(), bare_unknown=False)
    for mark, name in _OWN_MARKS.items()
}


def family_by_mark(text: str, at: int) -> Family:
    """The family that alone writes the mark at `at`, where there is one.

    What it does with text beside calls and with broken ones is then known; that it calls in bare JSON, too, is not. A
    mark within a line that no call touches is only spoken of.
    """
    for mark, family in _by_mark.items():
        if text.startswith(mark, at):
            alone = not text[max(0, at - _LINE) : at].rsplit("\n", 1)[-1].strip()
            return family if alone or _CALL_TOUCHES.match(text, at + len(mark)) else ANY
    return ANY


_LINE = 200
_CALL_TOUCHES = re.compile(r"[\w\[{\"<]")


def family_of(name: str | None) -> Family:
    """The family of this name, or the one that stands for any."""
    return _BY_NAME.get(name or "", ANY)
