"""Whole numbers in other bases: `255 in hex`, `binary 1010 to decimal`, `0xff in binary`, `42 in base 7`."""

from __future__ import annotations

import re

_NAMES = {"binary": 2, "bin": 2, "octal": 8, "oct": 8, "decimal": 10, "denary": 10, "hexadecimal": 16, "hex": 16}
DECIMAL = tuple(name for name, base in _NAMES.items() if base == 10)
_PREFIXES = {2: "0b", 8: "0o", 10: "", 16: "0x"}
_BASE = rf"(?:{'|'.join(_NAMES)}|base[- ]?\d\d?)"
_DIGITS = r"-?(?:0[xbo])?[0-9a-z]{1,200}"
_ASKING = "what(?:'?s| is| are)|how (?:do|would) you (?:write|say)|convert|write|show|express|please|pls|the|number"
_LEAD = rf"(?:(?:{_ASKING})\s+)*"
_ASKED = re.compile(
    rf"{_LEAD}(?:(?P<before>{_BASE}) )?(?:number )?(?P<digits>{_DIGITS})"
    rf"(?:,? (?:(?:in|from) )?(?P<behind>{_BASE}))??(?: number)?"
    rf" (?:in|to|into|as)(?: an?)? (?P<wanted>{_BASE})(?: (?:form|format|notation|number|please|pls))*"
)
_TOGETHER = re.compile(rf"{_LEAD}(?P<digits>{_DIGITS}) from (?P<behind>{_BASE}) to (?P<wanted>{_BASE})")
_OF_RESULT = re.compile(
    rf"(?P<sum>\S.*?),? (?:in|to|into|as)(?: an?)? (?P<wanted>{_BASE})(?: (?:form|format|notation|number|please|pls))*"
)
_SPELLS = "0123456789abcdefghijklmnopqrstuvwxyz"


def in_base(text: str) -> int | str | None:
    """The number that a text wants in another base, with that base's prefix; None where it wants none.

    Raises `ValueError` for digits that the base does not have, and for a base that is none.
    """
    text = " ".join(text.casefold().split()).strip(" .?!,")
    found = _TOGETHER.fullmatch(text) or _ASKED.fullmatch(text)
    if found is None:
        return None
    said, digits = found.groupdict().get("before") or found["behind"], found["digits"]
    if not said and not re.fullmatch(r"-?(?:\d+|0[xbo].+)", digits):
        return None  # "love in binary": what base "love" is in, it does not say
    plain = digits.lstrip("-")
    prefixed = next((base for base, prefix in _PREFIXES.items() if prefix and plain.startswith(prefix)), None)
    if prefixed and said and _base(said) != prefixed:
        prefixed = None  # hex 0b1 is the number 177
    base = _base(said) if said else prefixed or 10
    if any(sign not in _SPELLS[:base] for sign in (plain[2:] if prefixed else plain)):
        raise ValueError(f"{digits!r} is no number of base {base}")
    value = int(plain[2:] if prefixed else plain, base)
    wanted = _base(found["wanted"])
    signed = -value if digits.startswith("-") else value
    if wanted == 10:
        return signed if value < 2**53 else str(signed)
    return f"{'-' if signed < 0 else ''}{_PREFIXES.get(wanted, '')}{_written(value, wanted)}"


def result_in_base(text: str) -> tuple[str, str] | None:
    """What is to be worked out and the base that its result is wanted in: "2^10 in hex"; None where none is."""
    found = _OF_RESULT.fullmatch(" ".join(text.casefold().split()).strip(" .?!,"))
    return (found["sum"], found["wanted"]) if found else None


def _base(name: str) -> int:
    base = _NAMES.get(name) or int(re.sub(r"\D", "", name))
    if not 2 <= base <= len(_SPELLS):
        raise ValueError(f"bases are 2 to {len(_SPELLS)}")
    return base


def _written(value: int, base: int) -> str:
    digits = ""
    while value:
        value, digit = divmod(value, base)
        digits = _SPELLS[digit] + digits
    return digits or "0"
