"""Projections of broken conversations, held against the providers' own code: validators, SDK types, chat templates.

The packages are those of requirements/test-providers.txt, which `scripts/test` installs.
"""

from __future__ import annotations

import datetime
import functools
import json
import random
import re
import warnings
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import jinja2
import pytest
from anthropic import types as anthropic_types
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment
from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct import validator
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.tokens.tokenizers.base import TokenizerVersion
from openai.types import chat
from pydantic import TypeAdapter

from broken import conversation
from keyhole.conversation import Conversation
from keyhole.transcript import project

SEEDS = range(200)
FEW = range(25)


def conversations(seeds: range = SEEDS) -> Iterator[tuple[int, Conversation]]:
    for seed in seeds:
        yield seed, conversation(random.Random(seed))


# --- Mistral: mistral-common's validators, as its servers run them, and its tokenizers


@pytest.mark.parametrize("version", ["v3", "v7", "v11", "v13", "v15"])
def test_mistral_common_takes_every_projection(version: str) -> None:
    checks = validator.get_validator(TokenizerVersion(version), mode=validator.ValidationMode.serving)
    for seed, made in conversations():
        messages = project(made, "mistral")
        # the SDK wants no empty content beside calls; the wire takes both
        request = ChatCompletionRequest.from_openai(messages=messages, model="m")
        try:
            checks.validate_request(request)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}") from error


def test_mistral_s_validators_do_refuse() -> None:
    checks = validator.get_validator(TokenizerVersion.v11, mode=validator.ValidationMode.serving)
    made = next(made for _, made in conversations() if "tool_calls" in json.dumps(project(made, "openai")))
    with pytest.raises(MistralCommonException):
        checks.validate_request(ChatCompletionRequest.from_openai(messages=project(made, "openai"), model="m"))


# --- OpenAI, Anthropic, Gemini: the types of their SDKs


def _walk(value: Any) -> Any:
    """Iterable fields are lazy under pydantic: walk them, so that what is in them is validated."""
    if isinstance(value, dict):
        return {key: _walk(inner) for key, inner in value.items()}
    if isinstance(value, str | int | float | bytes | None):
        return value
    return [_walk(inner) for inner in value]


def test_the_openai_sdk_s_types_take_every_projection() -> None:
    adapter = TypeAdapter(list[chat.ChatCompletionMessageParam])
    for _, made in conversations():
        for message in _walk(adapter.validate_python(project(made, "openai"))):
            assert message["role"] in ("system", "user", "assistant", "tool")


def test_the_anthropic_sdk_s_types_take_every_projection() -> None:
    adapter = TypeAdapter(list[anthropic_types.MessageParam])
    for _, made in conversations():
        messages = project(made, "anthropic")
        assert len(_walk(adapter.validate_python(messages))) == len(messages)


def test_the_gemini_sdk_s_types_take_every_projection() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the SDK's own deprecations, at import
        from google.genai import types
    adapter = TypeAdapter(list[types.Content])
    for _, made in conversations():
        # on the wire a signature is base64; the stand-in is not, and the SDK would encode it
        contents = json.loads(
            re.sub(r'"thoughtSignature": "[^"]*"', '"thoughtSignature": "c2ln"', json.dumps(project(made, "gemini")))
        )
        assert len(adapter.validate_python(contents)) == len(contents)


# --- open-weight models: the chat templates that trl ships, in the sandbox that transformers renders them in

_FOLDER = Path(str(distribution("trl").locate_file("trl/chat_templates")))
TEMPLATES = {path.stem: path for path in sorted(_FOLDER.glob("*.jinja"))}
_PICTURES = ("idefics3", "llava_next", "smolvlm", "qwen2_5_vl", "qwen3_vl", "lfm2_2_5_vl")
_NO_TOOLS = ("cohere", "cohere2", "deepseek_r1_distill", "gemma", "gemma3", "llama3", "phi3", "phi3_5", *_PICTURES)
"""Templates that know no tool role: `plain` is for them. Those for pictures want their content in parts."""
_ARGUMENTS_AS_TEXT = ("deepseekv3",)
_MARKS = re.compile(r"\{%-?\s*(end)?generation\s*-?%\}")
"""transformers' own tag: it marks what to train on and renders nothing."""
USABLE = [name for name in TEMPLATES if not name.endswith("_training") and name not in _PICTURES]


@functools.cache
def _template(name: str) -> Any:
    def refuse(text: str) -> None:
        raise jinja2.TemplateError(text)

    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols])
    environment.filters["tojson"] = lambda value, **options: json.dumps(value, ensure_ascii=False)
    environment.globals["raise_exception"] = refuse
    environment.globals["strftime_now"] = lambda form: datetime.datetime(2026, 1, 1).strftime(form)
    return environment.from_string(_MARKS.sub("", TEMPLATES[name].read_text(encoding="utf-8")))


def _render(name: str, messages: list[dict[str, Any]]) -> str:
    text: str = _template(name).render(
        messages=messages, tools=None, add_generation_prompt=True, bos_token="<s>", eos_token="</s>"
    )
    return text


@pytest.mark.parametrize("name", USABLE)
def test_chat_templates_render_every_plain_projection(name: str) -> None:
    model = "gemma" if name == "gemma" else None
    for seed, made in conversations(FEW):
        messages = project(made, "plain", model=model)
        try:
            text = _render(name, messages)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        assert text.strip()


@pytest.mark.parametrize("name", [name for name in USABLE if name not in _NO_TOOLS])
def test_chat_templates_render_every_projection_with_tools(name: str) -> None:
    model = "llama-3.2" if name.startswith("llama3") else None
    for seed, made in conversations(FEW):
        messages = project(made, "openai", model=model)
        for message in messages:  # as vLLM and llama.cpp do before they render
            for call in message.get("tool_calls", ()) if name not in _ARGUMENTS_AS_TEXT else ():
                call["function"]["arguments"] = json.loads(call["function"]["arguments"])
        try:
            text = _render(name, messages)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        assert text.strip()


def test_the_templates_do_refuse() -> None:
    with pytest.raises(Exception, match="alternate"):
        _render("gemma", [{"role": "assistant", "content": "a"}])
