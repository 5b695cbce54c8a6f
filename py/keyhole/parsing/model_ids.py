"""Which family a model's id names. One table; an id that is not in it names none.

A turn tells the model which form to call in, and wants to know of every call, a broken or unknown one too: what the
family writes is taken from what is known of it, and not what its servers keep to themselves.
"""

from __future__ import annotations

import re

from keyhole.parsing.families import ANY, Family, family_of, reporting

_MODELS: tuple[tuple[str, str], ...] = (
    (r"qwen-?3(?:\.\d)?-coder", "qwen3_coder_xml"),
    (r"qwen", "qwen2.5"),
    (r"(?:nous-|openhermes|deephermes|theta-)?hermes", "hermes"),
    (r"(?:open-)?(?:mistral|mixtral|ministral|magistral|devstral|codestral|pixtral)", "mistral"),
    (r"(?:meta-)?llama-?3", "llama3_json"),
    (r"(?:meta-)?llama-?4", "pythonic"),
    (r"deepseek-(?:r1(?!.*distill)|v3(?!\.\d))", "deepseek_v3"),
    (r"deepseek-v3\.1", "deepseek_v3.1"),
    (r"deepseek-v4", "deepseek_v4_dsml"),
    (r"granite-4", "granite4"),
    (r"granite-3", "granite"),
    (r"phi-4-mini", "phi4mini_functools"),
    (r"command-(?:r7b|a)", "command-r"),
    (r"functionary", "functionary"),
    (r"glm-(?:4\.[5-9]|5)", "glm45"),
    (r"(?:hunyuan-|hy-)v?3", "hy_v3"),
    (r"lfm-?2", "lfm2"),
    (r"olmo-?3", "olmo3"),
    (r"longcat", "longcat"),
    (r"minicpm-?5", "minicpm5_xml"),
    (r"muse-glimmer", "muse_glimmer"),
    (r"step-?3\.5", "step3p5"),
)
"""What an id begins with, behind any path and in small letters, and the family's name."""


def family_of_model(model: str) -> Family:
    """What the family that this id names is known to write; the family that stands for any where it names none."""
    name = model.lower().rsplit("/", 1)[-1].replace("_", "-")
    named = next((family for form, family in _MODELS if re.match(form, name)), None)
    if named is None:
        return reporting(ANY)
    known = family_of(named)
    return reporting(
        Family(known.name, known.native, guess=known.guess, json_first=known.json_first, byte_level=known.byte_level)
    )
