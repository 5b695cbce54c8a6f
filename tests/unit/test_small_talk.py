"""Small talk gets a reply by code, and no model is asked to route it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.agent import Agent
from keyhole.events import Event, StepFinished, ToolFinished, TurnFinished
from keyhole.models.model import ModelProfile, ToolCard
from keyhole.models.replay import ReplayModel
from keyhole.steps.render import nothing_fits
from keyhole.steps.small_talk import kind_of, reply
from keyhole.tools.loader import load_toolbox

SUITES = Path(__file__).parents[2] / "bench/suites"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("hello", "hello"),
        ("Hi there!", "hello"),
        ("hey, how are you?", "how"),
        ("how\u2019s it going", "how"),
        ("thank you so much!", "thanks"),
        ("ok thanks, bye", "thanks"),
        ("bye", "bye"),
        ("see you later", "bye"),
        ("ok", "good"),
        ("cool, got it", "good"),
        ("never mind", "nothing"),
        ("who are you", "who"),
        ("are you a human?", "who"),
        ("What can you do?", "able"),
        ("help", "able"),
        ("that's wrong", "wrong"),
        ("hello world in rust", None),
        ("thanks for what?", None),
        ("thanks, and what is voltshot?", None),
        ("who is Xur", None),
        ("help me convert 3 km", None),
        ("", None),
    ],
)
def test_a_whole_message_is_small_talk_or_none(said: str, kind: str | None) -> None:
    assert kind_of(said) == kind


def test_who_asks_what_can_be_done_is_told_what_each_tool_does() -> None:
    cards = [ToolCard("stock_lookup", "Look up [stock]"), ToolCard("send_mail", ""), *[ToolCard("x", "More")] * 9]
    text = reply("what can you do", cards, ["how many teapots?"]) or ""
    assert "- Look up \\[stock\\].\n- Send mail." in text
    assert "- and 3 more" in text
    assert text.endswith("- how many teapots?")
    assert "choose a toolbox" in (reply("what can you do", [], []) or "")
    assert reply("thanks", cards, ["how many teapots?"]) == "You are welcome."


@pytest.mark.parametrize("toolbox", ["destiny", "everyday", "memory"])
@pytest.mark.parametrize("said", ["thanks", "bye", "ok", "hello", "who are you", "what can you do"])
async def test_no_model_is_asked_and_no_tool_runs(toolbox: str, said: str) -> None:
    model = ReplayModel([], profile=ModelProfile(id="m", can_write=False))
    agent = Agent(model, load_toolbox(toolbox), strategy="routed", clarifies=("what is ____?",))
    events: list[Event] = [event async for event in agent.ask(said)]
    decided = [event for event in events if isinstance(event, StepFinished)]
    assert [(event.step, event.by) for event in decided] == [("route", "code"), ("answer", "code")]
    assert not any(isinstance(event, ToolFinished) for event in events)
    assert isinstance(events[-1], TurnFinished)


def test_no_request_of_the_suites_is_small_talk() -> None:
    for path in sorted(SUITES.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if kind_of(row.get("query") or row["turns"][-1]):
                assert row["expected"]["choice"] == "none", line


@given(st.text(max_size=120))
def test_any_message_is_read(message: str) -> None:
    assert (reply(message, [], []) is None) == (kind_of(message) is None)


@pytest.mark.parametrize(
    ("said", "remark"),
    [
        ("the kids will love it", True),
        ("19 is what my gran called tropical", True),
        ("latest news", True),
        ("set an alarm", False),
        ("who won the cup", False),
        ("the cup, who won it?", False),
    ],
)
def test_what_may_be_a_remark_gets_a_short_reply(said: str, remark: bool) -> None:
    answer = nothing_fits([], ["lamp_set"], request=said, later=True)
    assert ("nothing in that" in answer) is remark
    assert len(answer) < 140 or not remark


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("thanks, works great", "thanks"),
        ("cheers and goodbye", "bye"),
        ("thx, that's everything for me then: play jazz", None),
        ("merci beaucoup", "thanks"),
        ("haha you're so fast", "good"),
        ("looks good, send it", None),
        ("danke", "thanks"),
        ("thank you and cancel the second one", None),
        ("good night lamp", None),
    ],
)
def test_thanks_praise_and_farewells_in_one_breath(said: str, kind: str | None) -> None:
    assert kind_of(said) == kind


def test_who_thanks_and_leaves_is_told_both() -> None:
    assert reply("thank you, see you", [], []) == "You are welcome. Goodbye! Come back whenever you like."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("delete invoice 12", "none of my tools here. If one of them"),
        ("could you order some flowers", "none of my tools here. If one of them"),
        ("ok, email that to my landlord", "none of my tools here. If one of them"),
        ("can you tell me who wrote Faust?", "A larger model"),
        ("who wrote Faust?", "A larger model"),
        ("how warm is it in my greenhouse?", "I could match that to none of my tools here.\n"),
        ("our boiler has stopped working", "I see nothing in that"),
    ],
)
@pytest.mark.parametrize("later", [False, True])
def test_a_decline_says_what_is_true_of_the_message(said: str, told: str, later: bool) -> None:
    answer = nothing_fits([], ["lamp_set", "list_lamps"], request=said, later=later)
    assert told in answer
    assert ("general knowledge" in answer) == ("larger" in told)
    assert "**lamp set**" in answer or "nothing in that" in answer


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("get rid of the old one", "none of my tools here. If one of them"),
        ("bring me some tea", "none of my tools here. If one of them"),
        ("I need a plumber", "I see nothing in that"),
        ("did I lock the door?", "I could match that to none of my tools here.\n"),
    ],
)
def test_no_larger_model_is_offered_for_what_none_could_do(said: str, told: str) -> None:
    answer = nothing_fits([], ["lamp_set"], request=said)
    assert told in answer
    assert "larger" not in answer
