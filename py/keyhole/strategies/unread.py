"""Calls that a model wrote and nobody can read: found where the parser has no candidate, and told to the model."""

from __future__ import annotations

import re

from keyhole.parsing import Candidate, Parse, Tools
from keyhole.parsing.syntaxes.json_calls import unfinished
from keyhole.strategies.tool_prompt import FORM, example
from keyhole.tools.toolbox import Toolbox

NAMELESS = "unreadable_call"
_MARK = re.compile(
    r"^[ \t]*(?:<[^<>\s]{0,40}?(?:tool|func|call|invoke|channel|action)"
    r"|\[TOOL_CALLS\]|functools\[|\[[a-z_][\w.]*\(|(?P<json>\{))",
    re.MULTILINE | re.IGNORECASE,
)
_ENDS = "the text ends"
"""What the parser says of a call without an end."""
_MOST = 1000


def unread_call(raw: str, text: str, parse: Parse, tools: Tools, *, cut: bool) -> tuple[Candidate, int] | None:
    """A call of which nothing was read, and where in the visible text its markup begins: the answer ends in it, or it
    is all there is. None where the parser had no complaint or found something to call. `cut`: the model had no more
    tokens, so that a call may end anywhere."""
    if not parse.errors or parse.candidates:
        return None
    shown, last = text.rstrip(), parse.errors[-1]
    unended = last.message.startswith(_ENDS) and (cut or "mark" not in last.message)
    tail = raw[last.position :].strip()
    if unended and shown and not shown.endswith(tail):
        return _unread(tail, raw, tools), len(text)  # taken for a call so far that it was not shown
    if shown and shown[-1] not in ">]}" and not (cut and unended):
        return None
    mark = _MARK.search(shown)
    if mark is None and shown:
        return None
    start = mark.start() if mark else 0
    body = shown[start:].strip() or raw
    call = _unread(body, raw, tools)
    if mark is not None and mark["json"] and (call.name not in tools or call.raw_arguments == "{"):
        return None  # an answer in JSON
    return call, start


def _unread(body: str, raw: str, tools: Tools) -> Candidate:
    name, arguments = unfinished(body, 0) or ("", body)
    name = name or next((known for known in tools.schemas if re.search(rf"\b{re.escape(known)}\b", body)), NAMELESS)
    problem = "the call cannot be read"
    return Candidate(name, None, (0, len(raw)), "", 0.0, raw_arguments=arguments[:_MOST], problem=problem)


def fault(call: Candidate, raw: str, parse: Parse, toolbox: Toolbox) -> str:
    """What the model is told of a call that is not complete: what is wrong, where, and how it is written."""
    start, end = call.span
    said = next((error for error in parse.errors if start <= error.position <= end), None)
    where = ""
    if said is not None:
        behind = raw[max(start, said.position - 30) : said.position]
        where = f": {said.message} at character {said.position}" + (f", behind {behind!r}" if behind else "")
    form = example(toolbox[call.name]) if call.name in toolbox else FORM
    return f"{call.problem or 'the call cannot be read'}{where}. Write a call exactly like this: {form}"
