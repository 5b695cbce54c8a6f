"""Obtain: JSON out of whatever a model wrote, believed only when it is valid, repaired with the exact error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.errors import ConfigError, StepFailedError
from keyhole.events import Event, StepFinished
from keyhole.models.model import ChatRequest, ModelProfile, RouteTask
from keyhole.models.replay import ReplayModel
from keyhole.steps.extract import candidates
from keyhole.steps.obtain import checked, obtain
from keyhole.tools.schema import CompiledSchema

SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "count": {"type": "integer"}},
    "required": ["name"],
    "additionalProperties": False,
}
GOOD = {"name": "a", "count": 1}


@pytest.mark.parametrize(
    "text",
    [
        '{"name":"a","count":1}',
        '  \n{"name": "a", "count": 1}\n',
        '```json\n{"name":"a","count":1}\n```',
        '```\n{"name":"a","count":1}',
        'Sure! Here you are:\n{"name":"a","count":1}\nAnything else?',
        'I would use {braces} here: {"name":"a","count":1}.',
        '{"name":"a","count":1,}',
        "{'name': 'a', 'count': 1}",
        '{name: "a", count: 1}',
        '{"name":"a","count":1',
        '{"name":"a","count":1, "oth',
        '<think>is it {"name":"b"}?</think>{"name":"a","count":1}',
        '<think>\n</think>\n\n```json\n{"name":"a","count":1}```',
        '[{"name":"a","count":1}]',
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert GOOD in list(candidates(text))


@pytest.mark.parametrize("text", ["", "no", "{", "}{", "[1, 2", "{" * 5000, '{"a":' * 3000, "```", "<think>{"])
def test_nothing_to_find_is_no_error(text: str) -> None:
    assert GOOD not in list(candidates(text))


@given(st.text(alphabet="{}[]\":,'`\\ \nabtrue01<think>/", max_size=120))
def test_no_text_breaks_the_reading(text: str) -> None:
    list(candidates(text))


async def attempt(*scripts: Any, **options: Any) -> tuple[list[Event], ReplayModel, StepFailedError | None]:
    model = ReplayModel(scripts, profile=options.pop("profile", None))
    request = options.pop("request", ChatRequest(messages=[{"role": "user", "content": "go"}]))
    events: list[Event] = []
    try:
        async for event in obtain(model, request, turn_id="t", step="fill", read=checked(SCHEMA, "args"), **options):
            events.append(event)
    except StepFailedError as error:
        return events, model, error
    return events, model, None


async def test_the_exact_error_is_sent_back() -> None:
    events, model, error = await attempt('{"name":"a","count":"three"}', '{"name":"a","count":3}')
    assert error is None
    last = events[-1]
    assert isinstance(last, StepFinished)
    assert last.output == {"name": "a", "count": 3}
    assert [a.error for a in last.attempts] == ["`args.count`: 'three' is not of type 'integer'", None]
    sent = model.requests[1].messages
    assert sent[-1]["content"] == (
        "Output only JSON matching the schema; `args.count`: 'three' is not of type 'integer'"
    )
    assert list(sent[:1]) == list(model.requests[0].messages)


async def test_no_prompt_is_sent_twice_and_the_failure_says_all() -> None:
    events, model, error = await attempt("no", "no", "no")
    assert error is not None
    assert (error.step, error.raw, error.reason) == ("fill", "no", "there was no JSON object in the output")
    assert len({str(request.messages) for request in model.requests}) == 3
    last = events[-1]
    assert isinstance(last, StepFinished)
    assert last.output is None
    assert len(last.attempts) == 3


async def test_a_model_that_renders_the_task_itself_is_not_asked_again() -> None:
    request = ChatRequest(messages=[], task=RouteTask("q", ()))
    _, model, error = await attempt("no", request=request, profile=ModelProfile(id="m", constraints=("task",)))
    assert error is not None
    assert len(model.requests) == 1


async def test_an_output_without_an_end_is_stopped() -> None:
    events, _, error = await attempt("{" * 200_000, max_repairs=0)
    assert error is not None
    last = events[-1]
    assert isinstance(last, StepFinished)
    assert len(last.raw) < 110_000


def test_older_schemas_are_honoured() -> None:
    draft4 = {"$schema": "http://json-schema.org/draft-04/schema#", "maximum": 3, "exclusiveMaximum": True}
    assert CompiledSchema(draft4).errors(3) != []
    draft7 = {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}]}
    assert CompiledSchema(draft7).errors([1]) == ["`[0]`: 1 is not of type 'string'"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"properties": []},
        {"pattern": "("},
        {"$ref": "#/$defs/none"},
        {"$ref": "https://example.com/schema.json"},
        "no schema",
        None,
    ],
)
def test_an_invalid_schema_is_said_and_never_fetched(schema: Any) -> None:
    with pytest.raises(ConfigError):
        CompiledSchema(schema).errors("x")


def test_errors_are_few_and_short() -> None:
    errors = CompiledSchema({"type": "array", "items": {"type": "integer"}}).errors(["x" * 5000] * 100)
    assert len(errors) == 3
    assert all(len(error) < 300 for error in errors)
