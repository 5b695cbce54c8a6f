"""GLM's form: `<tool_call>name<arg_key>k</arg_key><arg_value>v</arg_value></tool_call>`, also with line breaks between
(GLM 4.5, Ling, Spark, Poolside), with `<tool_sep>` behind the name (Hunyuan V3), with a prefix in the tags (K2 Horizon,
LongCat) or with a suffix (Hunyuan 4), with plain `<key>` and `<value>`, with an `<arg_type>` between them (K2 Horizon),
as `<arg_key>k=v</arg_value>` where the tags between were left out (GLM 5.3).
"""

from __future__ import annotations

import json
import re
from typing import Any

from keyhole.parsing.mentions import line_before
from keyhole.parsing.patterns import Pattern, any_of, chars, lit, opt
from keyhole.parsing.source import Source
from keyhole.parsing.true_end import true_end
from keyhole.parsing.types import Draft, Found, Pending
from keyhole.parsing.values import properties_of, typed

NAME = "arg_key"
_P = Pattern(r"(?:\w{1,12}[|:_])?", r"(?:\w{0,12}[|:_]?)")
_S = Pattern(r"(?::\w{1,16})?", r"(?::\w{0,16})?")
_GAP = Pattern(r"(?:\s|\\n){0,30}", r"(?:\s|\\n){0,30}\\?")


def _tag(word: Pattern, *, close: bool = False) -> Pattern:
    return lit("</" if close else "<") + _P + word + _S + lit(">")


_KEY_WORD = any_of(
    opt(lit("arg_")) + lit("key"), any_of("arg", "argument", "param", "parameter", "field") + lit("_name")
)
_VALUE_WORD = opt(lit("arg_")) + lit("value")
_PLAIN_END = _tag(opt(lit("tool_")) + lit("call"), close=True)
_CALL_END = any_of(
    _PLAIN_END,
    Pattern(
        r"</(?:\w{1,12}[|:])?(?i:[a-z]{1,12}[-_]?calls?)>",
        r"<(?:/(?:\w{0,12}[|:]?)?[A-Za-z]{0,12}[-_]?[A-Za-z]{0,5})?",
    ),
    Pattern(r"\[/[A-Z_]{0,16}CALLS?\]", r"\[(?:/[A-Z_]{0,22})?"),
    Pattern(r"<\|(?:/\w{0,20}calls?|\w{0,20}calls?[_:]end|end_\w{0,12}calls?)\|>", r"<(?:\|/?[\w:]{0,40}\|?)?"),
)
"""Whatever marks stand around such a call."""
HEAD = (
    (chars(r"[A-Za-z_]", 1, 1) + chars(r"[\w.\-/]", 0, 99)).named("name")
    + _GAP
    + opt(_tag(lit("tool_sep")))
    + _GAP
    + any_of(_tag(_KEY_WORD), _CALL_END).named("next")
)
_SPACE = r"(?:\s|\\n)*"
_KEY_OPEN, _KEY_CLOSE = _tag(_KEY_WORD).full, _tag(_KEY_WORD, close=True).full
_KEY = re.compile(rf"{_SPACE}{_KEY_OPEN}([^<]{{0,200}}){_KEY_CLOSE}{_SPACE}")
_KEY_RUN_ON = rf"{_KEY_OPEN}\s{{0,9}}([\w.\-]{{1,100}})\s{{0,4}}="
_RUN_ON = re.compile(_SPACE + _KEY_RUN_ON)
_KEY_END = re.compile(f"{_KEY_CLOSE}|{_KEY_RUN_ON}")
_TYPE_WORD = lit("arg_type")
_TYPE = _tag(_TYPE_WORD) + chars(r"\w", 1, 20).named("type") + _tag(_TYPE_WORD, close=True)
_OTHER_END = rf"</(?!{_P.full}(?:arg_)?(?:key|value|type|name){_S.full}>)\w[\w:\-]{{0,30}}>"
_NEXT = re.compile(
    rf"{_SPACE}(?:(?P<key>{_KEY_OPEN})|{_tag(lit('calls'), close=True).full}|{_CALL_END.full}|(?={_OTHER_END}))"
)
_VALUE_OPEN = _tag(_VALUE_WORD).regex
_VALUE_END = re.compile(rf"(?=<[^<])(?:{_tag(_VALUE_WORD, close=True).full}|(?={_KEY_OPEN})|(?={_PLAIN_END.full}))")
_BEYOND = re.compile(
    rf"(?P<end>{_tag(_VALUE_WORD, close=True).full}(?={_SPACE}(?:{_KEY_OPEN}|{_CALL_END.full}|{_OTHER_END}))"
    rf"|(?={_CALL_END.full}\s*<)|(?={_KEY_OPEN}))"
    rf"|{_tag(opt(lit('tool_')) + lit('call')).full}"
)
_TAGS = re.compile(
    rf"<(?=[/\w])(?P<close>/)?{_P.full}(?P<tag>(?P<value>(?:arg_)?value)|(?:arg_)?key|(?:tool_)?call){_S.full}>"
)
_MOST_ARGUMENTS = 1000
_CUT_TAG = re.compile(r"<[\w:]*\Z")
_ANY_END = re.compile(rf"{_CALL_END.full}|{_OTHER_END}")


def read_body(source: Source, start: int, at: int) -> Found | None:
    """The name at `at`, the argument pairs and the closing marks behind them."""
    head = source.match(HEAD, at)
    if head is None:
        return _breaks_off(source, start, at)
    name = head["name"]
    if head["next"].startswith(("</", "[/", "<|")) and _no_name(source, start, name):
        return None
    declared = properties_of(source.tools.schema(source.tools.resolve(name)))
    arguments: dict[str, Any] = {}
    repairs: tuple[str, ...] = ()
    pos, count = head.start("next"), 0
    while True:
        step = _NEXT.match(source.text, pos)
        count += 1
        if count > _MOST_ARGUMENTS:
            raise source.refuse("too many arguments", pos)
        if step is None:
            # Between pairs only space can stand: anything else waits for the end, or breaks the call off.
            if not source.final and len(source.text) - pos < 80:
                source.find(_ANY_END, pos)
            if source.final and repairs == () and arguments and source.is_over(pos):
                end = len(source.text)
                return Found(end, (Draft(name, arguments, (start, end), repairs=("missing_end_mark",)),))
            return _unfinished(source, start, name, arguments)
        if step["key"] is None:
            end = step.end()
            return Found(end, (Draft(name, arguments, (start, end), repairs=repairs),))
        run_on = _RUN_ON.match(source.text, pos)
        if run_on is None and source.find(_KEY_END, pos) is None:
            return _unfinished(source, start, name, arguments)
        key = run_on or _KEY.match(source.text, pos)
        if key is None:
            raise source.refuse("a key without an end", pos)
        if not source.final and len(source.text) - key.end() < 40 and not _VALUE_OPEN.search(source.text, key.end()):
            source.find(_ANY_END, key.end())
        pos = source.skip_space(key.end())
        told = None if source.at_end(pos) else source.match(_TYPE, pos)
        pos = source.skip_space(told.end()) if told else pos
        opened = run_on or _VALUE_OPEN.match(source.text, pos)
        if opened is None:
            if not source.at_end(pos) and _NEXT.match(source.text, pos):
                if source.family.strict_form:
                    raise source.refuse("a key without a value", pos)
                continue  # nothing to pass on
            if source.at_end(pos) or (source.text[pos] == "<" and len(source.text) - pos < 24):
                if not source.final:
                    source.find(_ANY_END, pos)
                elif not source.at_end(pos) and not _CUT_TAG.match(source.text, pos):
                    raise source.refuse("a key without a value", pos)
                return _unfinished(source, start, name, arguments)
            raise source.refuse("a key without a value", pos)
        ended = source.find(_VALUE_END, opened.end())
        if ended is None:
            return _unfinished(source, start, name, arguments)
        ended = true_end(source, opened.end(), ended, _BEYOND, _TAGS)
        text = source.text[opened.end() : ended.start()]
        if not ended[0]:
            text, repairs = text.rstrip(), ("missing_value_end",)
        if key[1].strip() in arguments and source.family.strict_form:
            raise source.refuse("a parameter twice", key.start())
        schema = declared.get(key[1].strip(), {"type": told["type"]} if told else None)
        guess = source.family.guess or "string"
        arguments[key[1].strip()] = typed(text, schema, guess) if schema is not None else _untyped(text, guess)
        pos = ended.end()


def _no_name(source: Source, start: int, name: str) -> bool:
    """Whether marks around nothing but a word, which no tool is called, stand in a sentence, or a family writes them
    that calls otherwise."""
    if source.tools.resolve(name) in source.tools:
        return False
    if source.family.native and NAME not in source.family.native:
        return True
    return bool(source.tools) and bool(line_before(source.text, start).strip())


def _untyped(text: str, guess: Any) -> Any:
    return text if guess == "string" else typed(text, None, guess)


def _unfinished(source: Source, start: int, name: str, arguments: dict[str, Any]) -> Found:
    if not source.final:
        raise Pending
    end = len(source.text)
    raw = json.dumps(arguments, ensure_ascii=False, separators=(",", ":"))[:-1]
    problem = source.refuse("the text ends inside the call", start).problem
    return Found(end, (Draft(name, None, (start, end), raw=raw),), problem=problem)


def _breaks_off(source: Source, start: int, at: int) -> Found | None:
    rest = source.text[at : at + 300]
    if not source.final or len(rest) > 200 or not HEAD.beginning.match(rest):
        return None
    name = re.match(r"([A-Za-z_][\w.\-]{0,99})(?:\s|\\n)", rest)
    if name is not None and (name[1] in source.tools or "<" in rest):
        return _unfinished(source, start, name[1], {})
    named = re.match(r"([A-Za-z_][\w.\-]{0,99})<", rest)
    if named is not None and named[1] in source.tools:
        return _unfinished(source, start, named[1], {})
    return Found(len(source.text), problem=source.refuse("the text ends inside the call", start).problem)
