"""What is asked of the destiny toolbox in few words, asked of the shipped model: which look-ups it comes to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import ToolFinished, TurnFinished
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.steps.cue import cued
from keyhole.steps.spoken_of import with_thing
from keyhole.tools.loader import load_toolbox


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


async def found(model: EmbeddedModel, *messages: str) -> tuple[list[str], str]:
    """The names that the last message of a conversation brought to light, and its answer."""
    agent = Agent(model, load_toolbox("destiny"))
    names: list[str] = []
    answer = ""
    for message in messages:
        names = []
        async for event in agent.ask(message):
            if isinstance(event, ToolFinished) and not event.is_error:
                names.append(agent.raw(event.handle or "")["name"])
            elif isinstance(event, TurnFinished):
                answer = event.answer
    return names, answer


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("who is the drifter", "The Drifter"),
        ("whos banshee", "Banshee-44"),
        ("when is xur here", "Xûr"),
        ("what's the perfect fifth", "The Perfect Fifth"),
        ("4th times the charm", "Fourth Time's the Charm"),
        ("verity", "Verity"),
        ("what does le monarque poison do", "Poison Arrows"),
        ("where do i farm rose", "Rose"),
        ("tell me about khvostov exotic", "Khvostov 7G-0X"),
        ("what is freeze", "Freeze (Stasis)"),
        ("whats an adaptive frame hand cannon", "Adaptive Frame"),
    ],
)
async def test_what_the_table_names_is_found(model: EmbeddedModel, message: str, name: str) -> None:
    assert (await found(model, message))[0] == [name]


@pytest.mark.parametrize("message", ["who is cayde-6", "too", "what is life", "how do I farm Fatebringer?"])
async def test_what_it_does_not_name_is_not(model: EmbeddedModel, message: str) -> None:
    assert (await found(model, message))[0] == []


async def test_a_word_that_is_part_of_names_is_none(model: EmbeddedModel) -> None:
    names, answer = await found(model, "whats stasis")
    assert names == []
    assert "Stasis Crystal" in answer


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("voltshot vs chain reaction", ["Voltshot", "Chain Reaction"]),
        ("best titan exotics synthos or wormgods?", ["Synthoceps", "Wormgod Caress"]),
        ("VoG vs. Kings Fall vs Last Wish", ["Vault of Glass", "King's Fall", "Last Wish"]),
        ("can midnight coup roll firefly or rampage", ["Midnight Coup"]),
        ("what do bait and switch and frenzy do", ["Bait and Switch", "Frenzy"]),
        ("Can you get Bait and Switch on an Edge Transit?", ["Edge Transit"]),
    ],
)
async def test_things_that_are_compared_are_each_looked_up(
    model: EmbeddedModel, message: str, names: list[str]
) -> None:
    assert (await found(model, message))[0] == names


@pytest.mark.parametrize(
    ("messages", "names"),
    [
        (("vault of glass drops?", "how many players"), ["Vault of Glass"]),
        (("king's fall", "what about the loot"), ["King's Fall"]),
        (("thorn", "perks?"), ["Thorn"]),
        (("where do i get gjallarhorn", "what element is it"), ["Gjallarhorn"]),
        (("calus mini-tool", "is it craftable"), ["CALUS Mini-Tool"]),
        (("rose", "does it have outlaw"), ["Rose"]),
        (("midnight coup", "can it roll firefly?"), ["Midnight Coup"]),
        (("rose", "what is outlaw and does it stack"), ["Outlaw"]),
        (("what's exodus crash, is it a raid?",), ["Exodus Crash"]),
        (("what does kill clip do", "what perks can roll on"), []),
        (("what does kill clip do", "what perks can roll on ____?"), []),
        (("what is frenzy", "how many players"), []),
    ],
)
async def test_a_fact_is_asked_of_the_thing_spoken_of(
    model: EmbeddedModel, messages: tuple[str, ...], names: list[str]
) -> None:
    assert (await found(model, *messages))[0] == names


@pytest.mark.parametrize("message", ["thanks mate, that helped", "lmao", "what can you look up?"])
async def test_small_talk_asks_for_nothing(model: EmbeddedModel, message: str) -> None:
    names, answer = await found(model, message)
    assert names == []
    assert "match that to none of my tools" not in answer


@given(st.text(max_size=80), st.text(min_size=1, max_size=20), st.frozensets(st.text(max_size=12), max_size=6))
def test_any_message_stays_or_names_the_thing(text: str, thing: str, facts: frozenset[str]) -> None:
    assert with_thing(text, thing, facts) in (text, f"{text.rstrip(' ?.!')} for {thing}")


@given(st.text(max_size=120))
def test_any_request_names_a_thing_or_none(request: str) -> None:
    meant = cued(load_toolbox("destiny"), request)
    assert meant is None or meant[1]["name"]
