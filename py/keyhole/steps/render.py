"""Render: a friendly Markdown answer made by code from condensed results.

Takes the place of a written answer where the model is too small to write. Deterministic: the same results give the same
words. Knows the shapes that tools return (an object with a name, a list, a scalar, an error with suggestions), never
a tool.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from keyhole.request_cues import is_statement
from keyhole.steps.found import Found
from keyhole.steps.kinds_of_tool import looks_up
from keyhole.steps.measured import Measure, measured
from keyhole.steps.of_here import asks_of_shown, is_of_here
from keyhole.steps.thing_values import is_id
from keyhole.steps.wants_done import kind_of_message, wants_a_thing
from keyhole.tools.condense import MORE
from keyhole.tools.scheduler import REFUSED

_TITLES = ("name", "title", "item", "perk", "activity", "label")
_LEADS = ("answer", "result", "text", "summary", "description", "effect", "message")
_BARE = ("value", "reading", "measurement", "amount")
"""Names of what was measured that say nothing of it."""
_SUGGESTIONS = ("did_you_mean", "suggestions", "similar", "candidates", "matches")
_KINDS = ("type", "kind", "category")
_HIDDEN = ("id", "hash", "handle", "uuid", "found", "ok", "success", "query", "sample", "sample_data", "note", "score")
_FLAGS = ("ok", "success", "found")
"""Of these, what says whether a call did what it should."""
_DONE, _FAILED = "done.", "that did not work."
_SHORT_LIST = 8
_NO_MATCH = "I could match that to none of my tools here"
_TO_A_REMARK = (
    "I see nothing in that for my tools to do. If you want something done, say it in other words, with the name of the "
    "thing you mean."
)
DECLINES = (_NO_MATCH, _TO_A_REMARK)
"""How an answer begins that says that no tool was found. None says that there is no such tool: that may be untrue."""
_CAPITAL_WITHIN = re.compile(r"(?<=[a-z0-9])[A-Z](?=[a-z]|$)")
_SHORT_ID = re.compile(r"[^\W_][\w-]{0,11}")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A part of a request that no call was made for, and why, or the question that would help."""

    wish: str
    why: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What was said for a call that was made without it, and why."""

    said: str
    why: str


Open = Unanswered | LeftOut
"""What an answer does not hold."""


def render(found: Sequence[Found], left: Sequence[Open] = ()) -> str:
    """Markdown for the results, in order; errors last, what several results share said once, and what is left open."""
    seen: list[str] = []
    for item in sorted(found, key=lambda item: item.is_error):
        text = _error(item) if _is_error(item) else _result(item)
        if text and text not in seen:
            seen.append(text)
    without = [f"- {escaped(part.said)}: {escaped(part.why)}." for part in left if isinstance(part, LeftOut)]
    unanswered = [f"- {escaped(part.wish)}: {escaped(part.why)}" for part in left if isinstance(part, Unanswered)]
    for title, parts in (("Not taken into account", without), ("Not answered", unanswered)):
        if parts:
            listed = "\n".join(dict.fromkeys(parts))
            seen.append(f"**{title}**\n\n{listed}")
    return "\n\n".join(
        f"---\n\n{text}" if at and text.startswith(("- ", "1. ")) else text for at, text in enumerate(seen)
    )


def nothing_fits(
    examples: Sequence[str],
    names: Sequence[str],
    elsewhere: str | None = None,
    *,
    request: str = "",
    later: bool = False,
    shown: bool = False,
    about: Collection[str] = (),
) -> str:
    """What a model that cannot write says to a request that no tool answers: the truth, and what it can do; or which
    toolbox that could be chosen has a tool for it (`elsewhere`, its title). `later`: a call was made before, on which
    the request may be a remark; `shown`: of any tool. `about`: stems of what the tools and the calls before are of."""
    if elsewhere is not None:
        return (
            f"None of my tools here is for that, but the toolbox **{escaped(elsewhere)}** has one: "
            "choose it under **Toolbox** and ask again."
        )
    if not names:
        return (
            "I have no tools to look this up with, and this model is too small to answer in its own words. "
            "Add a tool, or choose a larger model."
        )
    kind = kind_of_message(request) if request else "ask"
    if kind == "tell" and later:
        return _TO_A_REMARK
    if kind == "ask" and not (later or shown) and asks_of_shown(request):
        text = "I cannot tell what that is about: nothing was shown yet. Ask for it by its name, or for a list first."
    elif kind == "do":
        text = f"{_NO_MATCH}. If one of them can do it, say it with its words."
    elif kind == "tell" and (is_statement(request) or wants_a_thing(request)):
        text = _TO_A_REMARK
    elif is_of_here(request, about):
        text = f"{_NO_MATCH}{', nor to what was shown' if shown else ''}."
    else:
        text = (
            f"{_NO_MATCH}, and this model is too small to answer from general knowledge. "
            "A larger model, chosen under **Model**, may help."
        )
    if examples:
        return f"{text}\n\nWhat I can do here, for example:\n\n{list_of_examples(examples)}"
    listed = ", ".join(f"**{spoken(name)}**" for name in names[:8])
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return f"{text}\n\nMy tools here: {listed}{more}."


def list_of_examples(examples: Sequence[str]) -> str:
    """Questions to ask, as a list."""
    return "\n".join(f"- {escaped(example)}" for example in examples)


def _is_error(item: Found) -> bool:
    value = item.value
    return item.is_error or (isinstance(value, dict) and "error" in value)


def _error(item: Found) -> str:
    value = item.value
    if not isinstance(value, dict):
        return sentence(f"That did not work: {escaped(str(value))}")
    if value.get("error") == REFUSED:  # who reads this said no: the words for a model are not for them
        return f"You did not allow {spoken(item.tool)}, so it was not run."
    said = str(value.get("error", "That did not work")).replace(item.tool, spoken(item.tool), 1)
    lines = [sentence(escaped(said))]
    for key in _SUGGESTIONS:
        names = [name for name in map(_name_of, _as_list(value.get(key))) if name]
        if names:
            lines.append(f"Did you mean {_either(names[:5])}?")
            break
    else:
        if isinstance(advice := value.get("advice"), str) and advice:
            lines.append(sentence(escaped(advice)))
    return " ".join(lines)


def _result(item: Found) -> str:
    value = item.value
    if value is None or (isinstance(value, str) and not value.strip()):
        return f"{spoken(item.tool).capitalize()} gave nothing back."
    if isinstance(value, dict):
        told = _object(value, spoken(item.tool))
        if told and (outcome := _outcome(value)) and not (looks_up(item.tool) and outcome == _DONE):
            return f"{spoken(item.tool).capitalize()}: {outcome}\n\n{told}"
        return told or _done(value, spoken(item.tool))
    if isinstance(value, list):
        if not value:
            return f"{spoken(item.tool).capitalize()} found nothing."
        return _list(value)
    return f"**{_scalar(value)}**"


def _outcome(value: dict[str, Any]) -> str:
    """What a flag in a result says of the call, where beside it there are but facts: `{"ok": true, "stock": 40}`."""
    flags = [part for key, part in value.items() if key.lower() in ("ok", "success")]
    if False in flags:
        return _FAILED
    listed = any(isinstance(part, list) and part for part in value.values())
    return _DONE if True in flags and not listed else ""


def _done(value: dict[str, Any], tool: str) -> str:
    """What is said of a result that has no more than what is else left out: `{"ok": true, "id": 12}`."""
    flags = {key.lower(): part for key, part in value.items() if key.lower() in _FLAGS}
    if flags.get("found") is False or all(part in (None, "", [], {}) for part in value.values()):
        return f"{tool.capitalize()} found nothing."
    if any(part is False for part in flags.values()):
        return f"{tool.capitalize()}: {_FAILED}"
    shown = [text for part in flags.values() if isinstance(part, dict) and (text := _object(part, tool))]
    facts = [
        _fact(key, part, 0)
        for key, part in value.items()
        if key.lower() not in flags and not isinstance(part, dict | list) and part not in (None, "")
    ]
    return "\n\n".join([f"{tool.capitalize()}: {_DONE}", *shown, *(["\n".join(facts)] if facts else [])])


def _object(value: dict[str, Any], tool: str, level: int = 0) -> str:
    if not value:
        return f"{tool.capitalize()} found nothing."
    left = measured(value)
    if (bare := next((key for key in _BARE if isinstance(left.get(key), Measure)), None)) and not left.keys() & {
        *_LEADS
    }:
        left = {"result": left.pop(bare), **left}
    title_key = next((key for key in _TITLES if isinstance(left.get(key), str)), None)
    title = escaped(left.pop(title_key)) if title_key else ""
    kind_key = next((key for key in _KINDS if isinstance(left.get(key), str)), None)
    kind = escaped(left.pop(kind_key)) if title and kind_key else ""
    lead_key = next((key for key in _LEADS if isinstance(left.get(key), str | int | float)), None)
    lead = _scalar(left.pop(lead_key)) if lead_key else ""
    notes = [str(left[key]) for key in ("note", "sample") if isinstance(left.get(key), str)]
    facts = [(key, item) for key, item in left.items() if not _hidden(key, item)]
    if facts and not title and not lead and (own := _own_id(value)):
        facts.insert(0, (own, value[own]))
    lines: list[str] = []
    if title:
        lines.append(f"**{title}**" + (f" · {kind}" if kind else ""))
    if lead:
        lines.append(lead if title or len(lead) > 40 else f"**{lead}**")
    bullets = [_fact(key, item, level) for key, item in facts]
    if bullets:
        lines.append("\n".join(bullets))
    lines += [f"*{escaped(note)}*" for note in notes]
    return "\n\n".join(lines)


def _fact(key: str, item: Any, level: int) -> str:
    indent = "  " * level
    label = f"{indent}- **{spoken(key).capitalize()}**: "
    if key == MORE:
        return f"{indent}- {escaped(str(item))}"
    if isinstance(item, dict):
        item = measured(item)
        if level >= 2:
            return label + ", ".join(f"{spoken(name)} {_scalar(inner)}" for name, inner in item.items())
        inner = "\n".join(_fact(name, part, level + 1) for name, part in item.items() if not _hidden(name, part))
        return f"{label.rstrip()}\n{inner}"
    if isinstance(item, list):
        return label + _inline(item) if _is_flat(item) else f"{label.rstrip()}\n{_list(item, level + 1)}"
    return label + _said(key, item)


def _list(items: list[Any], level: int = 0) -> str:
    indent = "  " * level
    if _is_flat(items) and len(items) <= _SHORT_LIST and level == 0:
        return _inline(items)
    lines = []
    for number, item in enumerate(items, 1):
        if isinstance(item, dict):
            mark = f"{number}." if len(items) > 1 else "-"  # "open the second one" may be said next
            name = _name_of(item)
            own = "" if name else _own_id(item)
            rest = [
                f"{spoken(key)} {_inline(part) if isinstance(part, list) else _said(key, part)}"
                for key, part in measured(item).items()
                if (key == own or not _hidden(key, part)) and part != name
            ]
            lines.append(
                f"{indent}{mark} "
                + (f"**{escaped(name)}**" if name else "")
                + (": " if name and rest else "")
                + "; ".join(rest)
            )
        elif isinstance(item, list):
            lines.append(f"{indent}- {_inline(item)}")
        else:
            lines.append(f"{indent}- {_scalar(item)}")
    return "\n".join(lines)


def _inline(items: list[Any]) -> str:
    return ", ".join(_scalar(_name_of(item) or item) for item in items)


def _is_flat(items: list[Any]) -> bool:
    return all(not isinstance(item, dict | list) for item in items)


def _said(key: str, value: Any) -> str:
    """A fact's value; a number that stands for a thing is no amount and gets no commas."""
    return escaped(f"{value}") if type(value) is int and is_id(key) else _scalar(value)


def _scalar(value: Any) -> str:
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if value is None:
        return "none"
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:,}"
    if isinstance(value, dict):
        return "; ".join(f"{spoken(key)} {_scalar(item)}" for key, item in measured(value).items())
    if isinstance(value, list):
        return _inline(value)
    return escaped(str(value))


def _hidden(key: str, item: Any) -> bool:
    lowered = key.lower()
    return lowered in _HIDDEN or lowered.endswith(("_id", "_hash")) or item in (None, "", [], {})


def _own_id(value: dict[str, Any]) -> str:
    """What an object begins with, but for flags, where that is its id and names what it is of: the next wish may need
    the number of a booking, which has no name. A bare `id`, or a long one, is for machines."""
    first = next((key for key in value if key.lower() not in _FLAGS), "")
    short = isinstance(value.get(first), str | int) and _SHORT_ID.fullmatch(f"{value[first]}")
    return first if first.lower().endswith("_id") and short else ""


def _name_of(item: Any) -> str:
    if isinstance(item, str):
        return item
    if isinstance(item, dict):
        return next((item[key] for key in _TITLES if isinstance(item.get(key), str)), "")
    return ""


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if value else []


def _either(names: Sequence[str]) -> str:
    bold = [f"**{escaped(name)}**" for name in names if not name.startswith(MORE)]
    return bold[0] if len(bold) == 1 else f"{', '.join(bold[:-1])} or {bold[-1]}"


def spoken(name: str) -> str:
    """A name as words: `item_lookup` and `itemLookup` are "item lookup"; what is written in capitals stays so."""
    spaced = _CAPITAL_WITHIN.sub(lambda found: f" {found[0].lower()}", name)
    return escaped(re.sub(r"[_\-\s]+", " ", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", spaced)).strip())


def escaped(text: str) -> str:
    """A tool's text as Markdown that shows it literally: it is data, not formatting."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", MORE)) else text + "."
