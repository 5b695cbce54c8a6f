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
    unfinished: Literal["report", "text", "whole"] = "report"
    """What becomes of a call that breaks off; `whole`: it is text only where its arguments are whole."""
    unknown_tool: Literal["report", "text", "hide"] = "report"
    broken: Literal["text", "unmarked", "hide"] = "text"
    orphan_think_end: bool = True
    shape: Literal["any", "list", "object"] = "any"
    bad_arguments: Literal["report", "report readable", "refuse"] | None = None
    wrappers: frozenset[str] = frozenset()
    bare_unknown: bool = False
    json_first: bool = False
    first_only: bool = False
    wrapper_must_close: bool = False
    needs_wrapper: bool = False
    byte_level: bool = False
    loose_names: bool = False
    strict_form: bool = False
    """No call takes a parameter twice or one without a value, or ends without its mark."""
    thinks_aloud: bool = False
    """Its servers hand over what it says to itself as part of the answer. In a turn it stays apart all the same."""
    checked: bool = False
    """Its servers make arguments be of the declared types, and pass no call on whose tool does not take them."""
    shows: bool = False
    """Its calls mostly come apart from its text: what could be anything else is shown, unless the answer begins with
    it."""


ANY = Family()


def _of(*syntaxes: str) -> frozenset[str]:
    return frozenset(syntaxes)


_SHOW_NOTHING_BEHIND = (
    "solar_open2",
    "rwkv",
    "cwm",
    "openpangu_v2",
    "nemotron_json",
    "gigachat35",
    "iquest_coder_v2",
    "telechat4",
    "hyperclovax_seed_think",
    "kimi_k2",
)
"""Their servers take the text before the first call for all there is."""
_ALL = (
    Family("hermes", _of("tagged_json"), unfinished="whole", unknown_tool="hide", checked=True),
    Family("qwen2.5", _of("tagged_json")),
    Family("llama3_json", _of("bare_json", "tagged_json"), drops_text_with="bare_json", unfinished="text"),
    Family("generic_json"),
    Family("longcat", _of("tagged_json"), bad_arguments="report readable", unfinished="text", after_calls="drop"),
    Family(
        "mistral",
        _of("bare_json", "tagged_json", "named_json"),
        broken="unmarked",
        unknown_tool="hide",
        after_calls="drop",
        first_only=True,
        bare_unknown=True,
        bad_arguments="report",
    ),
    Family("granite", _of("bare_json", "tagged_json"), shape="list", broken="unmarked"),
    Family("granite4", _of("tagged_json"), unfinished="whole"),
    Family(
        "granite_20b_fc",
        _of("tagged_json"),
        off=_of("bare_json"),
        unfinished="text",
        after_calls="drop",
        shape="object",
        bad_arguments="report readable",
    ),
    Family("jamba", _of("tagged_json"), after_calls="drop"),
    Family("hunyuan_a13b", _of("tagged_json"), after_calls="drop"),
    Family(
        "internlm2",
        _of("tagged_json"),
        unknown_tool="hide",
        after_calls="drop",
        bad_arguments="report readable",
    ),
    Family(
        "phi4mini_functools",
        _of("tagged_json"),
        drops_text_with="tagged_json",
        unfinished="text",
        bad_arguments="report readable",
    ),
    Family("command-r", _of("tagged_json"), broken="hide"),
    Family("command-r-plus", _of("react")),
    Family("deepseek_v3", _of("named_json"), bad_arguments="refuse", broken="hide"),
    Family("deepseek_v3.1", _of("named_json"), bad_arguments="refuse", broken="hide", after_calls="drop"),
    Family("deepseek_v4_dsml", _of("invoke"), wrappers=frozenset({"tool", "tool_calls", "calls"}), broken="hide"),
    Family("functionary", _of("named_json", "function_tag")),
    Family("glm45", _of("arg_key"), guess="string", unknown_tool="hide"),
    Family("poolside", _of("arg_key"), guess="string", unknown_tool="hide"),
    Family(
        "k2_horizon", _of("arg_key"), guess="string", wrapper_must_close=True, unknown_tool="text", strict_form=True
    ),
    Family("hy_v3", _of("arg_key"), guess="string", broken="hide", unknown_tool="hide", after_calls="drop"),
    Family("qwen3_coder_xml", _of("function_tag"), guess="line"),
    Family("step3p5", _of("function_tag"), guess="line", after_calls="drop"),
    Family("minimax_m3", _of("minimax_m3"), after_calls="drop", needs_wrapper=True, unknown_tool="hide"),
    Family("minicpm5_xml", _of("invoke"), unknown_tool="text", byte_level=True, loose_names=True, strict_form=True),
    Family("dots", _of("invoke"), unknown_tool="text", after_calls="drop", unfinished="text"),
    Family("step3", _of("invoke"), off=_of("invoke"), wrapper_must_close=True),
    Family("muse", _of("invoke"), guess="json", needs_wrapper=True, json_first=True),
    Family("muse_glimmer", _of("invoke"), guess="json", needs_wrapper=True, json_first=True, thinks_aloud=True),
    Family("lfm2", _of("tagged_json"), orphan_think_end=False, unknown_tool="hide"),
    Family("pythonic", _of("pythonic")),
    Family("olmo3", _of("pythonic")),
    Family("tag_xml", _of("named_tag")),
    Family("yaml_xml", _of("named_tag")),
    Family("inkling", broken="hide"),
    Family("langchain_xml", broken="hide"),
    *(Family(name, after_calls="drop") for name in _SHOW_NOTHING_BEHIND),
    Family("xlam", unfinished="text"),
    *(
        Family(name, unknown_tool="hide")
        for name in ("minimax_m2", "spark3", "spark25", "step_audio_2", "apertus2509", "gigachat3")
    ),
    Family("minicpm4_xml", unknown_tool="text"),
    Family("cohere_command4", _of("tagged_json"), broken="hide", after_calls="drop"),
)
_BY_NAME = {family.name: family for family in _ALL}
NAMES = tuple(_BY_NAME)
"""The families that differ from what any model may do."""


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
    "<\uff5ctool_call_begin\uff5c>": "step3",
    "<\uff5ctool_calls_begin\uff5c>": "step3",
}
_DEEPSEEK = r"(?:<\uff5ctool\u2581calls?\u2581begin\uff5c>\s{0,4}){1,2}"
_OWN_FORMS = {
    r"(?:<\|start\|>assistant)? {0,2}to=[\w.\-]{1,100}<\|message\|>\s{0,4}<atem:": "muse_glimmer",
    _DEEPSEEK + r"function<\uff5ctool\u2581sep\uff5c>": "deepseek_v3",
    _DEEPSEEK + r"[\w.\-]{1,100}<\uff5ctool\u2581sep\uff5c>": "deepseek_v3.1",
}


def _told_by_form(name: str) -> Family:
    return replace(_BY_NAME[name], native=frozenset(), bare_unknown=False, thinks_aloud=False)


_by_mark = {mark: _told_by_form(name) for mark, name in _OWN_MARKS.items()}
_by_form = [(re.compile(form), _told_by_form(name)) for form, name in _OWN_FORMS.items()]


def reporting(family: Family) -> Family:
    """The same family where every call is wanted, one that its servers would not pass on, too: in a turn."""
    return replace(
        family,
        unfinished="report",
        unknown_tool="report",
        bad_arguments="report",
        wrapper_must_close=False,
        thinks_aloud=False,
        checked=False,
    )


def family_by_mark(text: str, at: int, unknown: Family = ANY) -> Family:
    """The family that alone writes the mark at `at`, or alone goes on like this behind it; else `unknown`.

    What it does with text beside calls and with broken ones is then known; that it calls in bare JSON, too, is not. A
    mark within a line that no call touches is only spoken of.
    """
    family = _by_mark_alone(text, at)
    if family is ANY:
        return unknown
    return reporting(family) if unknown.bad_arguments == "report" else family


def _by_mark_alone(text: str, at: int) -> Family:
    for mark, family in _by_mark.items():
        if text.startswith(mark, at):
            alone = not text[max(0, at - _LINE) : at].rsplit("\n", 1)[-1].strip()
            return family if alone or _CALL_TOUCHES.match(text, at + len(mark)) else ANY
    return next((family for form, family in _by_form if form.match(text, at)), ANY)


_LINE = 200
_CALL_TOUCHES = re.compile(r"[\w\[{\"<]")


def family_of(name: str | None) -> Family:
    """The family of this name, or the one that stands for any."""
    return _BY_NAME.get(name or "", ANY)
