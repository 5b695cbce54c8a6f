"""A tool's name on a line of its own, its arguments as elements below: `f` over `<city>Paris</city>` (what is left of
`named_tag`'s form without the tool's own tags). Only for tools that are known by name and take just these arguments.
"""

from __future__ import annotations

import re
from typing import Any

from keyhole.parsing.patterns import chars, lit, opt, words
from keyhole.parsing.source import Source
from keyhole.parsing.syntaxes.base import Syntax
from keyhole.parsing.syntaxes.child_tags import element
from keyhole.parsing.syntaxes.elements import satisfied
from keyhole.parsing.types import Draft, Found
from keyhole.parsing.values import properties_of

NAME = "name_over_tags"
_TAG = chars(r"\s", 0, 20) + lit("<") + chars(r"[\w\-]", 1, 80).named("key") + lit(">")


def for_tools(names: tuple[str, ...]) -> Syntax:
    """The syntax for these tools."""
    head = words(names).named("name") + opt(lit(":")) + chars(r"[ \t]", 0, 4) + lit("\n")
    opening = head + chars(r"[ \t]", 0, 12) + lit("<")

    def read(source: Source, start: int) -> Found | None:
        opened = source.match(head, start)
        if opened is None or source.text[start - 1 : start] not in ("", "\n"):
            return None
        schema = source.tools.schema(opened["name"])
        declared = properties_of(schema)
        arguments: dict[str, Any] = {}
        end = opened.end()
        while True:
            tag = source.match(_TAG, end)
            if tag is None or tag["key"] not in declared or tag["key"] in arguments:
                break
            close = source.find(re.compile(rf"</{re.escape(tag['key'])}>"), tag.end())
            if close is None:
                break
            arguments[tag["key"]] = element(source.text[tag.end() : close.start()], declared[tag["key"]], 0)
            end = close.end()
        if not arguments or not satisfied(arguments, schema):
            return None
        return Found(end, (Draft(opened["name"], arguments, (start, end), exact=False, marked=True),))

    return Syntax(NAME, opening, read, interrupts=False)
