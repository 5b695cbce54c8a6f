"""Whether something read as a call was meant as one, how sure that is, and what is wrong with it.

Discussing a tool is not calling it: a call written in a form that nothing else uses is believed; JSON or Python in
the middle of a sentence, behind "for example" or in quotes is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from keyhole.parsing.declared import settled, takes
from keyhole.parsing.lenient_json import JsonError, read_json
from keyhole.parsing.mentions import setting
from keyhole.parsing.names import Tools
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.thinking import CLOSING
from keyhole.parsing.types import Candidate, Draft, Thresholds
from keyhole.parsing.values import fit, properties_of

CONTEXT = 200
"""How many characters before a call are looked at."""

_NO_CALL = ("directly_answer", "directly-answer")
"""What Command "calls" when it calls nothing."""
_SPOKEN_OF = re.compile(
    r"(?:\bfor example|\be\.g\.|\bexamples?\b|\bsuch as|\blooks? like|\b(?:would|could|can|might|should) "
    r"(?:write|be written|look|send|use|call|emit|output)\b|\b(?:format|syntax|form) (?:is|of)|\binstead of"
    r"|\bdo not call|\bdon't call|\bwrites?\b|\blike so|\bsample\b|\bcall (?:would|could|might) (?:be|look)\b"
    r"|\bif (?:I|you|we|one) (?:wanted|needed|had|were) to\b"
    r"|\b(?:a|an|any|each|every) (?:\w+ )?call (?:has|is|needs|consists|contains)\b)"
    r"[^.!?\n]{0,60}[:\n]?\s*\Z",
    re.I,
)
_TAG_BEFORE = re.compile(r"<(?!/)(?!think|thought|reason)[A-Za-z_][\w:-]{0,60}>\s{0,20}\Z")
_AROUND = ("arguments", "parameters", "properties", "args", "params", "input")
"""Keys that arguments are wrapped in once too often."""
_GUESSED_ENDS = {"inner_quotes", "missing_end_mark"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What drafts that were read together come to: `nothing` is called, or no such tool is there (`unknown`), or the
    calls before are said `again`; else `candidates`, some of them `doubtful` or all `sure`. `missing` names the tools
    that are not there."""

    outcome: Literal["nothing", "unknown", "again", "doubtful", "sure"]
    candidates: tuple[Candidate, ...] = ()
    missing: tuple[str, ...] = ()


def judge(
    drafts: Sequence[Draft],
    syntax: str,
    source: Source,
    at: int,
    thresholds: Thresholds,
    calls: Sequence[Candidate],
    *,
    behind_call: bool,
) -> Verdict:
    """Judge what was read at `at`, after those calls. `behind_call`: nothing but marks stands between."""
    if all(draft.name in _NO_CALL and draft.name not in source.tools for draft in drafts):
        return Verdict("nothing")
    before = source.text[max(0, at - CONTEXT) : at]
    shown_in = setting(source, calls[-1].span[1] - source.offset if calls else 0, at)
    judged = [_candidate(draft, draft.syntax or syntax, before, shown_in, source, thresholds) for draft in drafts]
    candidates = [candidate for candidate in judged if candidate is not None]
    missing = tuple(draft.name for draft, candidate in zip(drafts, judged, strict=True) if candidate is None)
    if not candidates:
        return Verdict("unknown", missing=missing[:1])
    bare = not (drafts[0].exact or drafts[0].marked)
    if _again(candidates, calls, echoed=bare and behind_call and before.endswith(">")):
        return Verdict("again")
    doubtful = any(one.action == "ignore" or (one.complete and one.action == "ask") for one in candidates)
    return Verdict("doubtful" if doubtful else "sure", tuple(candidates), missing)


def _again(candidates: Sequence[Candidate], calls: Sequence[Candidate], *, echoed: bool) -> bool:
    """Whether these are the calls before them over again, meant once: begun twice where the end mark was missing,
    or echoed without a mark right behind the mark that ended them."""
    last = calls[-len(candidates) :]
    if [(call.name, call.arguments) for call in last] != [(call.name, call.arguments) for call in candidates]:
        return False
    return echoed or (len(last) == 1 and "missing_end_mark" in last[0].repairs)


def _candidate(
    draft: Draft, syntax: str, before: str, shown_in: str | None, source: Source, thresholds: Thresholds
) -> Candidate | None:
    """The candidate this draft makes, or None when it is no call at all. `before` is the text in front of it,
    `shown_in` what that says it is only an example in."""
    tools, family, offset = source.tools, source.family, source.offset
    reasons: list[str] = []
    native = syntax in family.native
    name = tools.resolve(draft.name)
    arguments = draft.arguments
    known = name in tools
    if tools and not known and family.loose_names and isinstance(arguments, dict):
        alias = _alias(name, arguments, tools)
        if alias is not None:
            name, known = alias, True
            reasons.append(f"{draft.name!r} read as {alias!r}")
    problem = None
    if draft.exact:
        confidence = 0.97
        reasons.append(f"the form of {syntax} is used for nothing but calls")
    elif draft.marked:
        confidence = 0.9 if known else 0.8
        reasons.append("it stands by itself, and the tool takes such arguments" if known else "it stands between marks")
    elif draft.said:
        confidence = 0.4
        reasons.append("it is said in words alone")
    else:
        confidence, reason = _bare(before, native, known, draft.ends_line)
        reasons.append(reason)
    if shown_in is not None:
        confidence *= 0.3
        reasons.append(f"it stands in {shown_in}")
    spoken = _SPOKEN_OF.search(before)
    if spoken is not None:
        confidence *= 0.5
        reasons.append(f"it follows {spoken[0].strip()[:40]!r}")
    if family.shows and not (draft.exact or native) and not _begins(before):
        confidence *= 0.6
        reasons.append("an answer stands before it")
    if native:
        reasons.append(f"{family.name} calls in this form")
    if tools and not known:
        if draft.exact and family.unknown_tool != "report":
            return None
        if not draft.exact and not (native and family.bare_unknown):
            return None
        meant = tools.did_you_mean(name)
        problem = f"unknown tool {name!r}" + (f"; did you mean {meant!r}?" if meant else "")
        confidence *= 0.9
        reasons.append(problem)
    repairs = draft.repairs
    if family.loose_names and known and isinstance(arguments, dict):
        schema = tools.schema(name)
        declared = properties_of(schema)
        inner = _unwrapped(arguments, schema, whole=False)
        arguments = {key: value for key, value in inner.items() if key in declared or not declared}
        if family.unknown_tool != "report" and not set((schema or {}).get("required") or ()) <= arguments.keys():
            return None
    if isinstance(arguments, dict):
        schema = tools.schema(name)
        arguments = _unwrapped(arguments, schema)
        fitted, changed = fit(arguments, schema, declared_only=bool(_GUESSED_ENDS & set(repairs)))
        if changed is None:
            return None
        arguments = fitted
        if family.checked and known:
            arguments = settled(arguments, schema)
            if not takes(schema, arguments):
                return None
        if changed:
            repairs = (*repairs, "undeclared_argument")
        confidence -= 0.02 * len(repairs)
    elif draft.raw is not None or arguments is None:
        arguments = None
        problem = problem or "the arguments cannot be read"
        reasons.append(problem)
    else:
        return None
    confidence = round(max(0.0, min(1.0, confidence)), 3)
    return Candidate(
        name=name,
        arguments=arguments,
        span=(draft.span[0] + offset, draft.span[1] + offset),
        syntax=syntax,
        confidence=confidence,
        reasons=tuple(reasons),
        action=thresholds.action(confidence),
        raw_arguments=draft.raw,
        repairs=repairs,
        problem=problem,
    )


def _begins(before: str) -> bool:
    """Whether the answer begins behind this: nothing stands there but reasoning that has ended."""
    ends = [mark.end() for mark in CLOSING.regex.finditer(before)]
    return not before[max(ends, default=0) :].strip()


def _bare(before: str, native: bool, known: bool, ends_line: bool) -> tuple[float, str]:
    line = before.rsplit("\n", 1)[-1]
    if any(not line[mark.end() :].strip() for mark in CLOSING.regex.finditer(line)):
        line = ""  # behind reasoning the answer begins
    if line.rstrip()[-1:] in ('"', "'", "\u201c", "\u2018", "(") and line.strip():
        return 0.3, "it is quoted"
    if _TAG_BEFORE.search(before):
        return 0.3, "it stands inside markup of another kind"
    if not line.strip():
        return (0.95 if known or native else 0.85), "it stands on a line of its own"
    if native:
        return 0.85, "it stands within a sentence"
    if known and ends_line and line.rstrip()[-1:] in ".!?:>]":
        return 0.8, "it stands behind a sentence, and nothing follows it"
    return (0.65 if known else 0.5), "it stands within a sentence"


def _unwrapped(arguments: dict[str, Any], schema: Any, *, whole: bool = True) -> dict[str, Any]:
    """`{"arguments": {...}}` and kin, where the tool knows no such parameter but knows those inside, or not `whole`
    but some of them."""
    if len(arguments) != 1:
        return arguments
    (key, inner), *_ = arguments.items()
    declared = properties_of(schema)
    if (
        key not in ("arguments", "parameters", "properties", "args", "params", "input")
        or key in declared
        or not declared
    ):
        return arguments
    if isinstance(inner, str):
        try:
            inner = read_json(inner, sealed=True).value
        except JsonError:
            return arguments
    known = inner.keys() & declared.keys() if isinstance(inner, dict) else set()
    return inner if known and (not whole or known == inner.keys()) else arguments


def _alias(name: str, arguments: dict[str, Any], tools: Tools) -> str | None:
    """The only tool that takes exactly these arguments and shares most of the name's words."""
    words = set(name.split("_"))
    fitting = [
        known
        for known, schema in tools.schemas.items()
        if arguments
        and set(arguments) <= set(properties_of(schema))
        and set((schema or {}).get("required") or ()) <= set(arguments)
        and len(words & set(known.split("_"))) * 2 > len(words)
    ]
    return fitting[0] if len(fitting) == 1 else None
