"""Memory as a visitor talks to it: what is said of oneself, corrected, asked, listed, with the embedded model."""

from __future__ import annotations

from pathlib import Path

import pytest

import keyhole.models.numpy_llama  # noqa: F401 - what `load` runs the weights with
from keyhole.agent import Agent
from keyhole.events import ToolFinished, TurnFinished
from keyhole.memory_store import MemoryStore
from keyhole.models.embedded.model import EmbeddedModel, load
from keyhole.restated import restated
from keyhole.storage import Storage
from keyhole.tools.builtin import memory
from keyhole.tools.toolbox import Toolbox


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    return load()


class Talk:
    """One visitor's conversation over a store of its own."""

    def __init__(self, model: EmbeddedModel, path: Path) -> None:
        self._model, self._path = model, path
        self._open()

    def _open(self) -> None:
        self._storage = Storage(str(self._path))
        self.store = MemoryStore(self._storage.connection)
        box = Toolbox("memory", memory.tools(lambda: self.store), examples=memory.EXAMPLES)
        self._agent = Agent(self._model, box, storage=self._storage)

    async def say(self, text: str) -> tuple[list[str], str]:
        ran, reply = [], ""
        async for event in self._agent.ask(text):
            if isinstance(event, ToolFinished):
                ran.append(event.tool)
            if isinstance(event, TurnFinished):
                reply = event.answer
        return ran, reply

    @property
    def kept(self) -> list[str]:
        return [line for _, line in self.store.core.lines()] + [kept.text for kept in self.store.all()]

    def close(self) -> None:
        self._storage.close()

    async def reload(self) -> None:
        agent = self._agent
        self.close()
        self._open()
        await self._agent.resume(agent.conversation_id, agent.conversation, agent.clarifies)


@pytest.fixture
def talk(model: EmbeddedModel, tmp_path: Path) -> Talk:
    return Talk(model, tmp_path / "memory.sqlite")


SEARCH, REPLACE = "archival_memory_search", "core_memory_replace"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I like pizza", "I like pizza"),
        ("my sister's birthday is on 4 may", "my sister's birthday is on 4 may"),
        ("I am 33", "I am 33"),
        ("I'm left-handed.", "I'm left-handed"),
        ("oh, we have two kids", "we have two kids"),
        ("I don't eat pork", "I don't eat pork"),
        ("I live in Ghent these days", "I live in Ghent these days"),
        ("our boiler is in the cellar", "our boiler is in the cellar"),
        ("I am tired", ""),
        ("I have a question", ""),
        ("I have 3 apples and 2 pears", ""),
        ("my day was terrible", ""),
        ("I love it", ""),
        ("I don't understand", ""),
        ("my question is short", ""),
        ("I like tea, what about you?", ""),
        ("we need a plumber", ""),
    ],
)
async def test_what_one_says_of_oneself_is_kept_where_it_lasts(talk: Talk, said: str, kept: str) -> None:
    ran, reply = await talk.say(said)
    assert talk.kept == [kept] * bool(kept), ran
    assert not kept or f"**Remembered**: {kept}" in reply


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I live in Paris", "actually I moved to Lyon"),
        ("I live in Paris", "I live in Lyon now"),
        ("i moved to paris last year", "no, i live in lyon"),
        ("I am 33", "I'm 34 now"),
        ("I am 33", "I just turned 34"),
        ("my sister lives in Porto", "my sister moved to Braga"),
        ("I work at Siemens", "I work for Bosch now"),
        ("we have two cats", "we have three cats now"),
        ("I am vegan", "I'm no longer vegan"),
        ("my sister eats meat", "my sister doesn't eat meat anymore"),
        ("my favourite film is Alien", "my favourite film is Heat"),
        ("my name's Ida", "my name is Ida Bell"),
        ("call me Bo", "actually, call me Jo"),
        ("the plumber comes on Tuesday", "no, the plumber comes on Wednesday"),
        ("my desk is on floor 4", "correction: my desk is on floor 6, not 4"),
    ],
)
async def test_what_is_said_anew_takes_the_old_ones_place_and_says_so(talk: Talk, old: str, said: str) -> None:
    await talk.say(f"remember: {old}")
    await talk.say("remember that Tomas plays the cello")
    _, reply = await talk.say(said)
    assert old not in talk.kept
    assert len(talk.kept) == 2
    assert f"**In place of**: {old}" in reply
    assert f"say: remember: {old}" in reply
    await talk.say(f"remember: {old}")
    assert old in talk.kept


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I live in Paris", "I live in Lyon"),
        ("I live in Paris", "actually I live in a flat"),
        ("I live in Paris and work at Bosch", "I live in Lyon now"),
        ("I live in Paris, my sister lives there too", "I live in Lyon now"),
        ("my sister lives in Paris", "I live in Lyon now"),
        ("I like tea", "actually I like coffee"),
        ("I like to run", "I like to swim now"),
        ("my brother is a teacher", "actually my brother is a vegetarian"),
        ("my cat is black", "actually my cat is old"),
        ("I am in Paris", "actually I'm in love"),
        ("my daughter is 8", "my daughter is 11"),
        ("I work in a hospital", "I work in Bern now"),
        ("I have two cats", "actually we have three cats"),
        ("I live in Paris", "I live in Paris now"),
    ],
)
async def test_what_may_hold_beside_the_old_deletes_nothing(talk: Talk, old: str, said: str) -> None:
    talk.store.core.append("human", old)
    _, reply = await talk.say(said)
    assert old in talk.kept
    assert "In place of" not in reply


async def test_a_correction_finds_what_was_put_among_the_notes(talk: Talk) -> None:
    await talk.say("note: the plumber comes on Tuesday")
    assert [kept.text for kept in talk.store.all()] == ["the plumber comes on Tuesday"]
    await talk.say("change Tuesday to Thursday")
    assert talk.kept == ["the plumber comes on Thursday"]
    await talk.say("actually the plumber comes on Friday")
    assert talk.kept == ["the plumber comes on Friday"]


async def test_of_two_that_it_may_replace_none_is_deleted(talk: Talk) -> None:
    for age in (8, 11):
        talk.store.core.append("human", f"my daughter is {age}")
    await talk.say("my daughter is 12 now")
    assert talk.kept == ["my daughter is 8", "my daughter is 11", "my daughter is 12 now"]


async def test_a_question_of_any_form_is_looked_up_where_a_memory_answers_it(talk: Talk) -> None:
    asked = {
        "which instrument does Tomas play?": "Tomas plays the cello",
        "who plays the cello": "Tomas plays the cello",
        "who is vegetarian?": "Ingrid is vegetarian",
        "is Ingrid vegetarian?": "Ingrid is vegetarian",
        "when is Ben's birthday?": "Ben's birthday is on 3 may",
        "was the boiler serviced?": "the boiler was serviced in march",
        "what do you know about Ingrid?": "Ingrid is vegetarian",
        "how old am I?": "I am 33",
        "what is my age?": "I am 33",
        "whats my blood type??": "my blood type is 0+",
    }
    nothing = {question: (await talk.say(question)) for question in asked}
    assert not any(memory in reply for (_, reply), memory in zip(nothing.values(), asked.values(), strict=True))
    for fact in dict.fromkeys(asked.values()):
        talk.store.insert(fact)
    for question, fact in asked.items():
        ran, reply = await talk.say(question)
        assert (ran, fact.replace("_", "\\_") in reply) == ([SEARCH], True), question


@pytest.mark.parametrize(
    "question",
    ["who wrote Hamlet?", "what is 2+2?", "who rules France?", "why is the sky blue?", "how do you play the cello?"],
)
async def test_a_general_question_is_declined_whatever_is_remembered(talk: Talk, question: str) -> None:
    for fact in ("Tomas plays the cello", "we went to France in 2019", "I have a blue bike"):
        talk.store.insert(fact)
    ran, _ = await talk.say(question)
    assert ran == []


@pytest.mark.parametrize(
    "question",
    [
        "what do you remember?",
        "show me my memories",
        "list my notes",
        "list everything you know about me",
        "what have you stored so far?",
        "what did I ask you to remember?",
        "what's in your memory?",
        "tell me what you know",
        "what should I not forget?",
    ],
)
async def test_all_that_is_remembered_is_listed(talk: Talk, question: str) -> None:
    _, reply = await talk.say(question)
    assert "Nothing is remembered yet" in reply
    await talk.say("remember that I like jazz")
    await talk.say("note: the spare key is under the pot")
    await talk.reload()
    ran, reply = await talk.say(question)
    assert ran == [SEARCH]
    assert "I like jazz" in reply
    assert "the spare key is under the pot" in reply


async def test_everything_is_not_forgotten_at_a_word(talk: Talk) -> None:
    await talk.say("remember that I like jazz")
    for words in ("forget everything", "forget everything you know about me"):
        ran, reply = await talk.say(words)
        assert ran == [REPLACE]
        assert "memory panel" in reply
    assert talk.kept == ["I like jazz"]


async def test_an_answer_that_ends_with_examples_has_asked_nothing(talk: Talk) -> None:
    """What can be asked stands there for example: the next message is no reply to it."""
    await talk.say("remember that Oskar owes me 20 euros")
    _, reply = await talk.say("tell me a joke about money")
    assert reply.endswith("?")
    await talk.say("forget about Oskar")
    assert talk.kept == []
    await talk.say("the weather is nice")
    await talk.say("am I vegan?")
    assert talk.kept == []


@pytest.mark.parametrize("text", ["", "I", "I live in", "my is 3", "not", "a" * 5000, "é 3\u2019m", "never never "])
def test_any_two_sentences_can_be_compared(text: str) -> None:
    assert restated([text, text], text, corrects=True) == []
    assert restated(["I live in Paris", text], "I live in Lyon", corrects=True)[:1] == [0]
