"""WebLLM with our weights: tokens as the reference has them, streaming, stopping, grammar, KV reuse, one at a time."""

from __future__ import annotations

import json
from collections.abc import Coroutine
from typing import Any, TypeVar, cast

import numpy as np
import provenance
import pytest
from engine_client import EngineInPage

from keyhole.models.embedded.assets import Assets
from keyhole.models.embedded.model import EmbeddedModel
from keyhole.models.model import RouteTask, ToolCard
from keyhole.models.numpy_llama import NumpyLlama

T = TypeVar("T")
TOKENS = 32
PROMPTS = (
    "<route><query> what perks can roll on calus mini tool<tools><1> item lookup<2> perk lookup<answer>",
    "<fill><query> convert 5 miles to kilometers",
    " the weather in paris is",
    " roll two dice and add 3",
    " Sphinx of black quartz, judge my vow! 12345 naïve",
)
CARDS = (
    ToolCard("item_lookup", "Look up a weapon or armor piece: type, source and the perks it can roll.", ("name",)),
    ToolCard("perk_lookup", "Look up what a perk does.", ("name",)),
    ToolCard("activity_lookup", "Look up an activity: a raid, strike, dungeon or event.", ("name",)),
    ToolCard("calculate", "Work out an arithmetic expression.", ("expression",)),
    ToolCard("convert_units", "Convert a number from one unit to another.", ("value", "from", "to")),
    ToolCard("roll_dice", "Roll dice.", ("count", "sides")),
    ToolCard("days_between", "Count the days between two dates.", ("start", "end")),
)
QUERIES = (
    "what perks can roll on calus mini-tool?",
    "what does incandescent do?",
    "what is iron banner",
    "explain armor stats",
    "how do I farm glimmer?",
    "what perks can roll on ____?",
    "perk pool for austringer please",
    "convert 5 miles to kilometers",
    "roll 3 six sided dice",
    "how many days between 1 May and 4 July",
    "what is 12 times 48",
    "tell me about vault of glass",
    "hello there",
    "thanks, that was great",
    "what does rampage do",
    "where does funnelweb come from",
    "is deep stone crypt a raid",
    "how much is 100 pounds in kilograms",
    "write me a poem about the sea",
    "what's the weather like today",
    "look up the perk frenzy",
    "roll a d20",
)


@pytest.fixture(scope="module")
def reference() -> NumpyLlama:
    return NumpyLlama(provenance.shipped_model())


def greedy(model: NumpyLlama, prompt: str, count: int) -> list[str]:
    """The likeliest token each time; an end of text does not end it."""
    ids = model.tokenizer.encode(prompt)
    cache: list[Any] = []
    hidden = model.forward(ids, cache)
    said = []
    for _ in range(count):
        token = int(np.argmax(model._embed @ hidden[-1]))
        said.append(model.tokenizer.text(token))
        hidden = model.forward([token], cache)
    return said


@pytest.mark.parametrize("prompt", PROMPTS)
def test_greedy_tokens_equal_the_reference(webllm: EngineInPage, reference: NumpyLlama, prompt: str) -> None:
    answer = webllm.chat(prompt, max_tokens=TOKENS, extra={"ignore_eos": True, "logprobs": True, "top_logprobs": 1})
    assert answer.error is None, answer.error
    said = [token["text"] for chunk in answer.chunks for token in chunk.get("tokens", ())]
    expected = greedy(reference, prompt, TOKENS)
    assert len(said) >= TOKENS - 2, "only a token inside a character may go unreported"
    assert answer.usage["completion_tokens"] == TOKENS
    assert answer.usage["prompt_tokens"] == len(reference.tokenizer.encode(prompt))
    assert answer.text == "".join(expected)


def test_routes_are_those_of_wllama(webllm: EngineInPage, wllama: EngineInPage) -> None:
    assets = Assets.load(provenance.shipped_model().with_suffix(".json"))
    chosen = []
    for engine in (webllm, wllama):
        model = EmbeddedModel(engine, assets)
        routed = [at_once(model.route(query, RouteTask(query, CARDS))) for query in QUERIES]
        chosen.append([(route.choice, route.index) for route in routed])
    assert len(QUERIES) >= 20
    assert chosen[0] == chosen[1]


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never really waits: Playwright's loop is running, so asyncio's cannot."""
    try:
        work.send(None)
    except StopIteration as end:
        return cast("T", end.value)
    raise AssertionError("it waited")


def test_text_streams_in_pieces(webllm: EngineInPage) -> None:
    answer = webllm.chat(PROMPTS[2], max_tokens=16, extra={"ignore_eos": True})
    pieces = [chunk for chunk in answer.chunks if chunk.get("text")]
    assert len(pieces) >= 4
    assert answer.finish == "length"
    assert answer.timing["decode_tokens_per_s"] > 0


def test_stop_is_seen_between_tokens_and_the_next_request_works(webllm: EngineInPage) -> None:
    stopped = webllm.chat(PROMPTS[2], max_tokens=400, after={"abortAfterChunks": 2}, extra={"ignore_eos": True})
    assert stopped.error is None
    assert stopped.finish == "abort"
    assert stopped.usage["completion_tokens"] < 60
    again = webllm.chat(PROMPTS[2], max_tokens=4, extra={"ignore_eos": True})
    assert again.finish == "length"


def test_a_second_asker_waits_for_the_first(webllm: EngineInPage) -> None:
    alone = [webllm.chat(prompt, max_tokens=6, extra={"ignore_eos": True}).text for prompt in PROMPTS[1:3]]
    requests = [
        {
            "op": "chat",
            "request": {"messages": [{"role": "user", "content": p}], "maxTokens": 6, "extra": {"ignore_eos": True}},
        }
        for p in PROMPTS[1:3]
    ]
    both = webllm.page.evaluate(
        "(a) => Promise.all(a[1].map((message) => ask(a[0], message)))", [webllm.name, requests]
    )
    assert ["".join(chunk.get("text", "") for chunk in answer["chunks"]) for answer in both] == alone


def test_a_thinking_model_is_told_not_to(webllm: EngineInPage, reference: NumpyLlama) -> None:
    """Its answer begins after an empty thought: the engine's doing, so that ours shows it without thinking itself."""
    free = webllm.chat(PROMPTS[2], max_tokens=2, extra={"ignore_eos": True})
    told = webllm.chat(PROMPTS[2], max_tokens=2, think=False, extra={"ignore_eos": True})
    assert told.error is None, told.error
    empty_thought = reference.tokenizer.encode("<think>\n\n</think>\n\n")
    assert told.usage["prompt_tokens"] - free.usage["prompt_tokens"] == len(empty_thought)


WORDS = 'root ::= "yes" | "no" | "{\\"a\\":" [1-9] [0-9]{0,2} "}"\n'


def test_grammar_holds_noise_to_a_form(webllm: EngineInPage, fresh_page: Any) -> None:
    """Weights that are noise say nothing by themselves: what is valid is the grammar's doing."""
    noise = EngineInPage(fresh_page, "noise", fault="probe")
    assert noise.load("noise").error is None
    for prompt in PROMPTS[:3]:
        for form, valid in (
            (WORDS, lambda text: text in ("yes", "no") or 1 <= json.loads(text)["a"] <= 999),
            ('root ::= "<1>" | "<2>" | "<none>"\n', lambda text: text in ("<1>", "<2>", "<none>")),
        ):
            answer = noise.chat(prompt, max_tokens=24, grammar=form)
            assert answer.error is None, answer.error
            assert answer.finish == "stop"
            assert valid(answer.text), answer.text
    offline_after_a_loss(noise)


def offline_after_a_loss(engine: EngineInPage) -> None:
    """The hub is gone and the GPU too: the model comes back from the cache and the request is answered."""
    before = engine.chat(PROMPTS[2], max_tokens=4, extra={"ignore_eos": True})
    engine.page.context.set_offline(True)
    engine.page.evaluate("loseDevice()")
    after = engine.chat(PROMPTS[2], max_tokens=4, extra={"ignore_eos": True})
    assert after.error is None, after.error
    assert after.text == before.text


def test_a_grammar_is_compiled_once(webllm: EngineInPage) -> None:
    rows = "\n".join(f'r{i} ::= "{chr(97 + i % 26)}{i}" [a-z0-9 ]{{1,8}}' for i in range(60))
    large = "root ::= " + " | ".join(f"r{i}" for i in range(60)) + "\n" + rows + "\n"
    times = []
    for form in (large, WORDS, large):
        answer = webllm.chat(PROMPTS[2], max_tokens=2, grammar=form)
        assert answer.error is None, answer.error
        times.append(answer.timing["grammar_init_s"])
    assert times[2] < times[0] / 2, times


def test_a_broken_grammar_is_an_error_and_the_next_request_works(webllm: EngineInPage) -> None:
    answer = webllm.chat(PROMPTS[2], max_tokens=4, grammar="root ::= missing_rule")
    assert answer.error
    assert answer.error["code"] == "model"
    assert webllm.chat(PROMPTS[2], max_tokens=2, extra={"ignore_eos": True}).error is None


def test_a_continued_conversation_reuses_the_cache_and_an_edited_one_does_not(webllm: EngineInPage) -> None:
    one = webllm.chat(PROMPTS[2], grammar=WORDS)
    assert one.finish == "stop"
    assert one.usage["cached_tokens"] == 0
    two = webllm.chat(PROMPTS[2], one.text, " and in rome", grammar=WORDS)
    new = two.usage["prompt_tokens"] - two.usage["cached_tokens"]
    assert two.usage["cached_tokens"] >= one.usage["prompt_tokens"]
    assert new < 10
    edited = webllm.chat(" another beginning", one.text, " and in rome", grammar=WORDS)
    assert edited.usage["cached_tokens"] == 0
    assert edited.error is None
