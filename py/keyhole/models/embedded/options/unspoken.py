# ruff: noqa: SIM905  (word lists read best as words)
"""Switches that a request says nothing of, though it has words of theirs: these are the tool's, or of other things."""

from __future__ import annotations

from keyhole.models.embedded.options.options import only_option
from keyhole.models.embedded.options.switches import GENERIC
from keyhole.models.embedded.prompt import FillView, Parameter
from keyhole.models.embedded.sight import Sight, about_of, title_of
from keyhole.models.embedded.text import STOP, name_words, stem
from keyhole.word_vectors import word_vectors


def speaks_of_the_tool_alone(parameter: Parameter, view: FillView, seen: Sight) -> bool:
    """Whether what a request has of an optional switch's words is what it has of the tool's: the commit of "commit with
    message ..." for "Amend the last commit"."""
    own = {*title_of(parameter), *about_of(parameter)} & set(seen.stems)
    spoken = not own <= view.topic or _is_called(parameter, view, seen)
    return not parameter.required and bool(own) and not spoken


def _is_called(parameter: Parameter, view: FillView, seen: Sight) -> bool:
    """Whether a request has all that a switch is called, and the tool is not: "with the pdf" for `include_pdf`."""
    named = set(title_of(parameter)) - GENERIC
    return bool(named) and named <= set(seen.stems) and not named <= view.called


def is_for_others_alone(view: FillView, number: int, seen: Sight) -> bool:
    """Whether a request has of a switch such as `favorites_only` the "only" alone, and its other words are of another
    sort than the favorites, or an option of another parameter: "only landscape ones"."""
    own = [word for word in name_words(view.parameters[number].path[-1]) if word != "only"]
    if not {*_ONLY, "ones"} & set(seen.atoms) or len(own) == len(name_words(view.parameters[number].path[-1])):
        return False
    said = [atom for atom in seen.atoms if atom.isalpha() and atom not in STOP and atom not in _SAYS_LITTLE]
    meant, vectors = word_vectors().meaning(own), (word_vectors().meaning([word]) for word in said)
    unlike = [bool(meant and each) and meant.cosine(each) < _UNLIKE for each in vectors]
    others = (p for n, p in enumerate(view.parameters) if n != number and p.options)
    chosen = any(only_option(p, seen, view.words) is not None for p in others)
    return (len(said) - sum(unlike)) <= chosen and not {stem(word) for word in own} & set(seen.stems)


_ONLY = frozenset(("only", "just"))
_SAYS_LITTLE = _ONLY | frozenset("ones stuff things please pls display list see filter now then again".split())
_UNLIKE = 0.1
"""The most likeness of words that are not alike."""
