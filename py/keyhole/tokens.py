"""How many tokens a text is about: the one estimate that every budget in Keyhole uses.

Real tokenizers differ by model and live behind the bridge; budgets need only a figure that is cheap, the same
everywhere, and rather too high than too low. English prose runs at 4 to 5 UTF-8 bytes a token and compact JSON at
about 3, so 3.5 bytes a token errs on the safe side for what prompts are made of.
"""

from __future__ import annotations

_BYTES_PER_TOKEN = 3.5


def estimate_tokens(text: str) -> int:
    """About how many tokens `text` is; 0 for the empty text."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return -int(-size // _BYTES_PER_TOKEN)


def cut_to_tokens(text: str, budget: int) -> str:
    """`text`, with its middle left out where it is over `budget` tokens: requests say what they want at either end."""
    if estimate_tokens(text) <= budget:
        return text
    mark = " […] "
    keep = max(2, int(budget * _BYTES_PER_TOKEN) - len(mark))
    while keep > 2:
        cut = text[: keep - keep // 3] + mark + text[-(keep // 3) :]
        if estimate_tokens(cut) <= budget:
            return cut
        keep -= max(1, keep // 4)
    return text[:1] + mark
