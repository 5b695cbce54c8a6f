"""How a request compares, among the options of a parameter that are comparisons: "over 500" for `gt`, "is not" for
`neq`, "drop those with demo in the name" for `not_contains`."""

from __future__ import annotations

import re

from keyhole.models.embedded.prompt import Parameter

_KINDS = {
    "hasnt": "notcontains excludes doesnotcontain notlike notincludes",
    "ne": "ne neq != <> notequal notequals isnot noteq",
    "starts": "startswith beginswith prefix",
    "ends": "endswith suffix",
    "ge": "gte ge >= atleast greaterorequal greaterthanorequal",
    "le": "lte le <= atmost lessorequal lessthanorequal",
    "gt": "gt > above over greater greaterthan morethan exceeds",
    "lt": "lt < below under less lessthan",
    "has": "contains like includes has contain include",
    "eq": "eq = == equals equal is equalto",
}
"""What options are called, in small letters and without marks between, by kind."""
_NEAREST = {"ge": "gt", "gt": "ge", "le": "lt", "lt": "le"}
"""What stands for a comparison that is no option."""
_MORE = "bigger|higher|larger|older|longer|later|newer|warmer|hotter|heavier|faster|greater|more|better"
_LESS = "smaller|lower|younger|shorter|earlier|colder|cooler|lighter|slower|cheaper|less|fewer|worse"
_NO = r"(?:isn'?t|is not|aren'?t|are not|wasn'?t|not|doesn'?t|does not|don'?t|do not|never|no)"
_SAID = {
    "hasnt": rf"\b{_NO} (?:contain|includ|mention)(?:e|s|es|ing)?\b|\b(?:drop|exclude|remove|kick out|hide|leave out|"
    r"get rid of|throw out|skip|filter out|without)\b[^.;!?]{0,40}?\b(?:with|having|that have|that has|"
    r"(?:contain|includ|mention)(?:s|es|ing)?)\b",
    "starts": r"\b(?:start|begin)(?:s|ning|ing)? with\b",
    "ends": r"\bend(?:s|ing)? (?:with|in)\b",
    "le": rf"\b{_NO} (?:more than|over|above|exceed(?:s|ing)?|(?:{_MORE}) than)\b|\bat (?:the )?most\b|\b(?:or|and) "
    r"(?:less|fewer|under|below|lower|earlier|younger)\b|\bup to\b|\bmax(?:imum)?\b|<=",
    "ge": rf"\b{_NO} (?:less than|under|below|(?:{_LESS}) than)\b|\bat (?:the )?least\b|\b(?:or|and) "
    r"(?:more|over|above|higher|later|older|up|upwards)\b|\bmin(?:imum)?\b|>=|"
    r"\d\+|\bfrom (?:\S{1,20} ){1,4}(?:up|upwards|on|onwards)\b",
    "gt": rf"\b(?:{_MORE}) than\b|\b(?:over|above|beyond|exceed(?:s|ing)?|past|tops)\b|(?<![-=<])>(?!=)",
    "lt": rf"\b(?:{_LESS}) than\b|\b(?:under|below)\b|<(?![=>-])",
    "ne": rf"\b{_NO}(?: equal(?: to)?| the same as| in)?\b|\bother than\b|\bdifferent from\b|\bany\w+ (?:but|except)\b|"
    r"\bexcept\b|!=|<>",
    "has": r"\b(?:contain|includ)(?:s|es|ing)?\b|\bsomewhere in\b|"
    r"\b(?:with|has|have|having)\b [^.;!?]{1,60}? in (?:(?:the|their|its|his|her) )?(?:name|"
    r"title|subject|text|it|them)s?\b",
    "eq": r"\bequals?(?: to)?\b|\bexactly\b|==",
}
"""How each kind is said; the first ones take their words from the later."""
_PATTERNS = {kind: re.compile(said, re.IGNORECASE) for kind, said in _SAID.items()}
_MARKS = re.compile(r"[\s_-]+")


def comparison(parameter: Parameter, query: str) -> str | None:
    """The option that a request compares by; None where most of the options are no comparisons, or the request says
    none or several."""
    options = comparisons_of(parameter)
    said = kinds_said(query) if options else []
    kind = said[0] if len(said) == 1 else ""
    return options.get(kind) or options.get(_NEAREST.get(kind, ""))


def comparisons_of(parameter: Parameter) -> dict[str, str]:
    """The options that are comparisons by what kind they are; empty where most of the options are none."""
    kinds = {kind_of(option): option for option in parameter.options if isinstance(option, str)}
    options = {kind: option for kind, option in kinds.items() if kind}
    few = parameter.many or len(options) < 2 or 2 * len(options) < len(parameter.options)
    return {} if few else options


def kinds_said(query: str) -> list[str]:
    """The kinds of comparison that a request has words for."""
    said = []
    for kind, pattern in _PATTERNS.items():
        found, query = pattern.search(query), pattern.sub(" ; ", query)
        if found:
            said.append(kind)
    return said


def kind_of(option: str) -> str | None:
    """Which kind of comparison an option is, if any."""
    name = _MARKS.sub("", option.lower())
    return next((kind for kind, names in _KINDS.items() if name in names.split()), None)
