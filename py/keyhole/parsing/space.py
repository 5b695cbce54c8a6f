"""Where white space ends: JSON's, any, and that within a line."""

from __future__ import annotations

import re

JSON_SPACE = re.compile(r"[ \t\r\n\f\v\u00a0\ufeff]*")
"""With the blanks that models and editors leave in JSON beside those that it knows."""
SPACE = re.compile(r"\s*")
BLANKS = re.compile(r"[ \t\r]*")


def past(space: re.Pattern[str], text: str, at: int) -> int:
    """The end of the white space that begins at `at`: `at` itself where there is none."""
    found = space.match(text, at)
    return at if found is None else found.end()
