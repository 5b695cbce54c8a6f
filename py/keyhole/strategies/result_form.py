"""In whose message and between which marks a model that writes its calls gets their results: as its family was trained.

One table. A model that is not in it gets the form that most know, `<tool_response>` in a message of the user.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ResultRole = Literal["user", "system"]


@dataclass(frozen=True, slots=True)
class ResultForm:
    """`opening` and `closing` stand around each result; `role` is whose message it comes in."""

    opening: str = "<tool_response>"
    closing: str = "</tool_response>"
    role: ResultRole = "user"


ANY = ResultForm()
FORMS: tuple[tuple[str, ResultForm], ...] = (
    ("mistral", ResultForm("[TOOL_RESULTS]", "[/TOOL_RESULTS]")),
    ("ministral", ResultForm("[TOOL_RESULTS]", "[/TOOL_RESULTS]")),
    ("gemma", ResultForm("```tool_output\n", "\n```")),
    ("command-", ResultForm("<results>", "</results>")),
    ("claude", ResultForm("<function_results>", "</function_results>")),
)
"""What a model's id begins with, behind any path, and the form of its family. Hermes, Qwen, SmolLM, Nemotron and
Granite were trained on the form that any other gets, too."""


def form_for(model: str) -> ResultForm:
    """The form for a model's id."""
    name = model.lower().rsplit("/", 1)[-1]
    return next((form for beginning, form in FORMS if name.startswith(beginning)), ANY)
