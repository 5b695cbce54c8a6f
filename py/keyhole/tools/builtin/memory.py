"""The memory tools: core blocks that are always in view, an archive that is searched, and what was said before.

The names are those that MemGPT gave them (https://arxiv.org/abs/2310.08560), since models know them.
`attach` says which store the toolbox of that name works on; without it memories last as long as the process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime, time, timedelta
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

from pydantic import Field

from keyhole.clock import now
from keyhole.errors import KeyholeError, ToolError
from keyhole.memory_search import PAGE, Results
from keyhole.memory_store import Memory, MemoryStore
from keyhole.recall import passage, words_of
from keyhole.said import Said
from keyhole.storage import advice_on
from keyhole.tools.builtin.memory_cues import CORRECT, NOTE, QUESTION, QUESTIONS, RECALL, REMEMBER, SAID_BEFORE
from keyhole.tools.tool import Tool, tool
from keyhole.tools.toolbox import Toolbox

_P = ParamSpec("_P")
_R = TypeVar("_R")

EXAMPLES = (
    "remember that I like pizza",
    "what food do I like?",
    "keep in mind that my sister lives in Lisbon",
    "where does my sister live?",
    "note for later: the spare key is under the flower pot",
    "what did we say about the holidays?",
)

_SHOWN = 1200
"""Characters of what one search shows: about what a result may have in tokens."""
_MOST_LINES = 8
_A_DATE = "Give a date such as 2026-03-14."

_source: Callable[[], MemoryStore] | None = None


def attach(source: Callable[[], MemoryStore] | None) -> None:
    """Let `toolbox()` work from now on on the store that `source` gives; toolboxes made earlier follow.

    `source` is asked when a tool runs, so it may make the store with the first use. None forgets it.
    """
    global _source
    _source = source


def attached() -> MemoryStore:
    """The store in use; one in memory where none was attached."""
    if _source is None:
        store = MemoryStore.open()
        attach(lambda: store)
        return store
    return _source()


def toolbox() -> Toolbox:
    """The memory toolbox over the attached store, with six requests to begin with."""
    return Toolbox(
        "memory",
        tools(attached),
        examples=EXAMPLES,
        view=lambda: attached().core.in_view(),
        pins=lambda: attached().core.pins(),
    )


def _telling(run: Callable[_P, _R]) -> Callable[_P, _R]:
    """A tool that says what can be done where its database refuses (another program writes, the disk is full)."""

    @wraps(run)
    def told(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        try:
            return run(*args, **kwargs)
        except sqlite3.Error as error:
            raise ToolError(f"memory cannot be used: {error}", advice=advice_on(error)) from error

    return told


def tools(store: Callable[[], MemoryStore]) -> tuple[Tool, ...]:
    """The five tools over the store that `store` gives when they run."""

    @tool(pure=False, cues=REMEMBER)
    @_telling
    def core_memory_append(
        content: Annotated[str, Field(description="what to remember, for example: I like pizza")],
        block: Annotated[str, Field(description="human (about the user), persona (about you) or notes")] = "human",
    ) -> dict[str, Any]:
        """Remember a fact about the user for good: likes, names, habits, wishes. It stays always in view."""
        text, gone = store().remember(content, block)
        return {"remembered": " ".join(content.split()), **_in_place_of(gone), "block": block, "now": _lines(text)}

    @tool(pure=False, cues=CORRECT)
    @_telling
    def core_memory_replace(
        old_content: Annotated[str, Field(description="the words remembered before, for example: I like pizza")] = "",
        new_content: Annotated[str, Field(description="the words in their place; empty forgets them")] = "",
        block: Annotated[str, Field(description="human, persona or notes")] = "human",
    ) -> dict[str, Any]:
        """Correct or forget something remembered: replace old words by new ones in core memory."""
        if not new_content.strip():
            return {"forgotten": store().forget_about(old_content).text}
        if old_content.strip():
            text = store().replace(block, old_content, new_content)
            return {"replaced": old_content, "remembered": new_content, "now": _lines(text)}
        text, gone = store().remember(new_content, block, corrects=True)
        return {"remembered": new_content, **_in_place_of(gone), "block": block, "now": _lines(text)}

    @tool(pure=False, cues=NOTE)
    @_telling
    def archival_memory_insert(
        content: Annotated[str, Field(description="what to keep, in full words")],
    ) -> dict[str, Any]:
        """Save a note, detail or piece of information for later, to be searched."""
        kept = store().insert(content)
        return {"saved": kept.text, "id": kept.id}

    def remembers(request: str) -> float:
        """Sure of a question that a memory answers, of whatever it is: "who is vegetarian?"."""
        try:
            return float(bool(QUESTION.match(request)) and store().answers(request))
        except (sqlite3.Error, KeyholeError):
            return 0.0  # the tool says what is wrong with its database, where it is called

    @tool(cues=RECALL, fallback_cues=QUESTIONS, knows=remembers)
    @_telling
    def archival_memory_search(
        query: Annotated[str, Field(description="what to recall, for example: which food do I like")],
        since: Annotated[str, Field(description="only what was kept on or after this date")] = "",
        until: Annotated[str, Field(description="only what was kept on or before this date")] = "",
        page: Annotated[int, Field(description="1 for the best results, 2 for the next")] = 1,
    ) -> dict[str, Any]:
        """Recall what is remembered: answer questions about what the user told you before."""
        found = store().search(query, page=page, since=_moment(since), until=_moment(until, end=True))
        return _memories(found, query, within=bool(since.strip() or until.strip()))

    @tool(cues=SAID_BEFORE)
    @_telling
    def conversation_search(
        query: Annotated[str, Field(description="words to find")],
        page: Annotated[int, Field(description="1 for the best results, 2 for the next")] = 1,
    ) -> dict[str, Any]:
        """Search earlier conversations for what was said."""
        said = store().said.search(query, page=page)
        if not said.total and (kept := store().search(query, page=page)).total:
            return _memories(kept, query)  # what was said long ago may be remembered all the same
        return _said(said, query)

    return (
        core_memory_append,
        core_memory_replace,
        archival_memory_insert,
        archival_memory_search,
        conversation_search,
    )


def _in_place_of(gone: str) -> dict[str, str]:
    """What went for something new is said, and how it comes back: the words are nowhere else any more."""
    return {"in_place_of": gone, "note": f"To have that back, say: remember: {gone}"} if gone else {}


def _lines(block: str) -> list[str]:
    """The latest lines of a block."""
    return block.splitlines()[-_MOST_LINES:]


def _memories(results: Results[Memory], query: str, *, within: bool = False) -> dict[str, Any]:
    if not results.total and within:
        raise ToolError(
            f"nothing was kept about {query[:60]!r} in that time", advice="A search of all times may find it."
        )
    if not results.total and not words_of(query):
        raise ToolError("nothing is remembered yet", advice=f"Say, for example: {EXAMPLES[0]}.")
    if not results.total:
        raise ToolError(f"nothing is remembered about {query[:60]!r}", advice="Other words may find it.")
    return _page("memories", results, [(memory.text, "") for memory in results.found], query)


def _said(results: Results[Said], query: str) -> dict[str, Any]:
    if not results.total:
        raise ToolError(f"nothing was said about {query[:60]!r}", advice="Other words may find it.")
    return _page("said", results, [(said.text, f"{said.role}, {_day(said.at)}: ") for said in results.found], query)


def _page(key: str, results: Results[Any], texts: list[tuple[str, str]], query: str) -> dict[str, Any]:
    """A page of texts, each behind its label; of a long one the passage that the query is about. Where there are more
    pages it says so."""
    pages = -(-results.total // PAGE)
    if not texts:
        raise ToolError(
            f"there is no page {results.page}: page {pages} is the last", advice="Answer with what was found."
        )
    shown = {key: [label + passage(text, query, _SHOWN // len(texts)) for text, label in texts]}
    return shown if pages == 1 else {**shown, "total": results.total, "page": f"{results.page} of {pages}"}


def _moment(text: str, *, end: bool = False) -> float | None:
    """A date in any words that `date_time` reads, as seconds since 1970: the start of that day, or its end."""
    if not text.strip():
        return None
    from keyhole.tools.builtin import dates  # dateutil, which most turns do not need

    try:
        found = dates.resolve(text, now()).get("date")
    except ToolError as error:
        raise ToolError(str(error), advice=_A_DATE) from error
    if found is None:
        raise ToolError(f"{text[:60]!r} is not a date", advice=_A_DATE)
    day = datetime.combine(datetime.fromisoformat(found), time())
    return (day + timedelta(days=1, microseconds=-1) if end else day).astimezone().timestamp()


def _day(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().date().isoformat()
