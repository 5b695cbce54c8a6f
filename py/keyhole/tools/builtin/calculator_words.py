"""Arithmetic in words, rewritten with signs: `15% off 80`, `the sum of 3 and 4`, `2 teas at 1.80 and a bun at 2.10`."""

from __future__ import annotations

import re
import unicodedata

from keyhole.tools.builtin.counted_things import without_things
from keyhole.tools.builtin.number_forms import plain_numbers
from keyhole.tools.builtin.number_words import to_digits

_N = r"(\d+(?:\.\d+)?|\.\d+)"
_PERIOD = "(?P<period>minute|hour|day|night|week|month|year)"
_EXTRA = "(?:vat|tax|tip|interest)"
_FEE = "(?:vat|gst|(?:sales )?tax|tip|commission|duty|discount|service charge|fee|deposit)"
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
_PARTS |= {"ninth": 9, "tenth": 10, "twentieth": 20, "hundredth": 100}
_CONTAINER = r"(?:an? [a-z]+ (?:of|with|holding) )?"
"""What holds that of which a part is taken: "3/4 of a tank of 60 litres"."""
_PART = re.compile(rf"\b(?:{_N} |an? )({'|'.join(_PARTS)})(?:s|ves)? of {_CONTAINER}(?=[\d(]|sqrt)")
_CENTS = re.compile(rf"{_N} ?(?:cents?\b|\u00a2)")
_CURRENCY = re.compile(r"(?<=\d) (?:dollars?|euros?|bucks|usd|eur|gbp)\b")
_DOZENS = re.compile(rf"\b(?:{_N}|(half )?a) dozens?(?= (?:[a-z]+ )?(?:at|for|x) )")
_SERIES = re.compile(
    r"\b(?:(sum|total|add|average|avg|mean)(?: up)?(?: together)?)(?: of)?(?: all)?(?: of)?(?: the)?"
    r"(?: (?:whole|natural|consecutive|integer|(even|odd)))?(?P<named> (?:numbers|integers))?"
    r"(?P<between> between)?(?: from)? (?P<first>\d{1,9})"
    r"(?: ?\.{2,3} ?| ?- ?| (?:(?P<to>to)|through|thru|until|up to|(?P<and>and)) )(?P<last>\d{1,9})"
    r"(?![\d.,]*\d|%)"
)
_CHANGE = "(?:change|increase|decrease|rise|drop|growth|loss|gain|difference)"
_REWRITES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=\d)[,_'\u2019](?=\d{3}(?!\d))", ""),  # 1,234,567
        (r"[$€£¥]", ""),
        (r"[\u00d7\u00b7\u2219\u22c5]", "*"),
        (r"÷", "/"),
        (r"[\u2212\u2013\u2014]", "-"),
        (r"√\s*", " square root of "),
        (r"π", " pi "),
        (r"²", "**2"),
        (r"³", "**3"),
        (r"\bper ?cent\b", "%"),
        (rf"{_N} ?/ ?{_N} of {_CONTAINER}(?=[\d(])", r"\1 / \2 * "),
        (rf"\bwhat (?:%|percentage) of {_N} is {_N}", r"(\2 / \1 * 100)"),
        (rf"{_N} is what (?:%|percentage) of {_N}", r"(\1 / \2 * 100)"),
        (
            rf"(?:\bwhat (?:%|percentage|fraction) is )?{_N} (?:out )?of {_N} (?:as|in) (?:a )?(?:%|percentage)",
            r"(\1 / \2 * 100)",
        ),
        (rf"\bwhat (?:%|percentage) is {_N} (?:out )?of {_N}", r"(\1 / \2 * 100)"),
        (rf"{_N} is {_N} ?% of what\b(?: number)?", r"(\1 / \2 * 100)"),
        (rf"\b(?:if )?{_N} ?% (?:of (?:it|something|a number) )?is {_N},? what(?:'?s| is) 100 ?%", r"(\2 / \1 * 100)"),
        (rf"\bhow (?:many times|often) (?:does|do|can|will) {_N} (?:go|fit) in(?:to)? {_N}", r"(\2 / \1)"),
        (rf"{_N} (?:an|a|per) {_PERIOD} (?:for|over|x|times) {_N} (?P=period)s?\b", r"(\1 * \3)"),
        (rf"{_N} {_PERIOD}s? (?:at|for) {_N} (?:an|a|per) (?P=period)\b", r"(\1 * \3)"),
        (rf"{_N} (?:\w+ )?(?:at|for|x) {_N} (?:each|apiece|a piece)\b", r"(\1 * \2)"),
        (rf"\b{_N} dozens?\b", r"(\1 * 12)"),
        (rf"\b{_N} choose {_N}", r"comb(\1, \2)"),
        (rf"\b(?:increase|raise) {_N} by {_N} ?%", r"(\1 + pct(\2) * \1)"),
        (rf"\b(?:decrease|reduce|lower) {_N} by {_N} ?%", r"(\1 - pct(\2) * \1)"),
        (rf"\b(?:add )?(?:(?:a )?{_EXTRA} of )?{_N} ?% (?:{_EXTRA} )?(?:added )?to {_N}", r"(\2 + pct(\1) * \2)"),
        (rf"\b{_FEE} (?:on|for|of) {_N} (?:at|with) (?:an? rate of )?{_N} ?%", r"(pct(\2) * \1)"),
        (rf"{_N} (?:plus|\+) {_FEE} (?:at|of) {_N} ?%", r"(\1 + pct(\2) * \1)"),
        (rf"{_N} (?:plus|\+) {_N} ?% {_FEE}\b", r"(\1 + pct(\2) * \1)"),
        (
            rf"\bcompound interest on {_N} at {_N} ?% (?:a year |per year )?(?:for|over|after) {_N} years?",
            r"(\1 * (1 + \2 / 100) ** \3 - \1)",
        ),
        (
            rf"\bsimple interest on {_N} at {_N} ?% (?:a year |per year )?(?:for|over|after) {_N} years?",
            r"(\1 * \2 / 100 * \3)",
        ),
        (rf"\bremainder (?:of|when) {_N} (?:is )?(?:divided by|/|over) {_N}", r"(\1 mod \2)"),
        (rf"\b(?:subtract|take) {_N} (?:away )?from {_N}", r"(\2 - \1)"),
        (rf"\bdivide {_N} (?:by|into) {_N}", r"(\1 / \2)"),
        (rf"\bsplit {_N} (?:by|between|among|into|in) {_N}(?: ways| people)?", r"(\1 / \2)"),
        (rf"(?:\bmultiply|^times) {_N} (?:by|with|and) {_N}", r"(\1 * \2)"),
        (rf"\badd {_N} (?:and|to|with) {_N}", r"(\1 + \2)"),
        (rf"\b(?:the )?(?:difference|diff) (?:between|of) (-?{_N}) (?:and|to) (-?{_N})", r"abs(\1 - \3)"),
        (rf"{_N} ?% off (?:of )?{_N}", r"(\2 - pct(\1) * \2)"),
        (rf"{_N},? (?:at|with|less) (?:an? )?{_N} ?% (?:discount|off)\b", r"(\1 - pct(\2) * \1)"),
        (
            rf"(?:\b(?:what|by what|how many) )?(?:%|percentage) (?:of )?{_CHANGE}"
            rf"(?: is| was)?(?: it)?,?(?: if| when| going)? (?:(?:from|between) {_N} (?:to|and)|{_N} to) {_N}",
            r"((\3 - \1\2) / \1\2 * 100)",
        ),
        (
            rf"(?:\bfrom )?{_N} to {_N}(?: is| are)?,?(?: as)?(?: what| an?| in| by what| how (?:many|much))?"
            rf" ?(?:%|percentage) (?:of )?(?:an? )?{_CHANGE}",
            r"((\2 - \1) / \1 * 100)",
        ),
        (
            rf"\b(?:by )?(?:what|how (?:much|many)) (?:%|percentage) (?:did|does|has) (?:it|that|(?:the|my|our) [a-z]+)"
            rf" [a-z]+ (?:up |down )?(?:if (?:it|that) [a-z]+ )?"
            rf"from {_N} to {_N}",
            r"((\2 - \1) / \1 * 100)",
        ),
        (
            rf"{_N} (?:split |shared |divided )?(?:between|among) (?:the )?{_N}(?: of us| people| friends)?",
            r"(\1 / \2)",
        ),
        (r"\bnegative (?=[\d.])|(?<=\bof )minus (?=[\d.])", "-"),
        (rf"\b(?:square root|sqrt|(?<!cube )root) (?:of )?(-?{_N})", r"sqrt(\1)"),
        (rf"\b(?:the )?(square|cube) of {_N}", r"(\2) \1d"),
        (rf"\bcube root (?:of )?(-?{_N})", r"cbrt(\1)"),
        (r"\bsquare root (?:of )?(?=\()", "sqrt"),
        (
            rf"\bround(?:ed)? {_N} to (\d{{1,2}})(?: (?:decimals?|places|digits)(?: places?)?)?",
            r"round(\1, \2)",
        ),
        (rf"\bround(?:ed)?(?: off)? {_N}$", r"round(\1)"),
        (rf"\b(sin|cos|tan)(?: of)? ?\(?{_N} ?(?:degrees?|deg|°)\)?", r"\1(\2 * pi / 180)"),
        (rf"\b(log|log10|log2|ln|sin|cos|tan|abs|exp) (?:of )?(-?{_N})", r"\1(\2)"),
        (rf"{_N} split {_N} ways\b", r"(\1 / \2)"),
        (rf"(?<![\w.]){_N}k\b", r"(\1 * 1000)"),
        (rf"\b(?:double|twice) {_N}", r"(2 * \1)"),
        (rf"\b(?:triple|three times|3 times) {_N}", r"(3 * \1)"),
        (rf"\blog(?:arithm)? (?:to )?base {_N} of {_N}", r"log(\2, \1)"),
        (rf"{_N} ?(?:%) (?:less|lower|fewer) than {_N}", r"(\2 - pct(\1) * \2)"),
        (rf"{_N} ?(?:%) (?:more|higher) than {_N}", r"(\2 + pct(\1) * \2)"),
        (rf"\bhalf (?:of )?an? [a-z]+ of {_N}", r"(\1 / 2)"),
        (rf"\b(?:a )?half (?:of )?{_N}", r"(\1 / 2)"),
        (r"\b(?:a )?half of (?=\()", "0.5*"),
        (r"\b(?:squared|square)\b", "**2"),
        (r"\b(?:cubed)\b", "**3"),
        (r"\b(?:raised )?to the (?:power(?: of)?)\b", "**"),
        (rf"\bto the {_N}(?:st|nd|rd|th)(?: power)?\b", r"**\1"),
        (r"\b(?:plus|added to)\b", "+"),
        (r"(?<=[\d)]) (?:and )?(?:take away|subtract)\b", " -"),
        (r"\b(?:minus|less)\b", "-"),
        (r"\b(?:times|multiplied (?:by|with)|(?<=\d )multiply (?:by|with))\b", "*"),
        (r"\b(?:divided by|over)\b", "/"),
        (r"\bmod(?:ulo)?\b", " mod "),
        (r"\^", "**"),
        (r"(?<=[\d)])\s*[x]\s*(?=[\d(.])", "*"),
        (rf"\b(?:average|avg|mean)(?: of\b| (?={_N}\s*(?:,|and\b)))", "list_mean "),
        (rf"\b(?:add|tot|sum) (?:(?:up|together) |(?={_N},))(?={_N}\s*(?:,|and\b))", "list_sum "),
        (rf"\b(?:sum|total)(?: up)?(?: of\b| (?={_N}\s*(?:,|and\b)))", "list_sum "),
        (r"\bproduct of\b", "list_product"),
        (r"(list_\w+)\s+(?:the )?(?:following )?(?:numbers|integers|values):?", r"\1 "),
        (rf"{_N} ?!", r"factorial(\1)"),
        (r"(?<![a-z\d])(\([^()]*\)) ?!", r"factorial\1"),
        (rf"\bfactorial of (-?{_N})|{_N} factorial\b", r"factorial(\1\3)"),
        # A percent sign with an operand on its right is a remainder, else a percentage.
        (rf"{_N} ?%(?! ?[\d(.])", r"pct(\1)"),
        (r" mod ", " % "),
        (r"(?<![a-z\d.])(\d+(?:\.\d+)?) ?(?=\()", r"\1*"),
        (r"\) ?\(", ")*("),
        (r"(?<=\))\s*(?:of|(?:tip|discount|tax|vat|gst|commission|deposit|fee) on|on)\b", " *"),
    )
)
_LIST = re.compile(r"list_(mean|sum|product)\s*([-\d.,\s]+?(?:\s*and\s*-?[\d.]+)?)\s*$")
_FILLER = re.compile(
    r"\b(?:what'?s|what|is|are|the|calculate|compute|evaluate|work out|figure out|how much|how many|please|pls|can you|"
    r"could you|tell me|i want|equals?|result of|value of|hey|solve|makes?|do|does|come to|a)\b|[?=!]+$|^[:=]"
)


_ITEM = (
    r"(?:(\d+(?:\.\d+)?)|an?) (?:[a-z][\w'-]* ){1,4}?(?:at|for|costing) [$€£¥]?(\d+(?:\.\d+)?)"
    r"(?: (?:each|apiece|a piece))?"
)
_ITEMS = re.compile(rf"{_ITEM}(?:(?:,| and|, and| plus) {_ITEM})+(?! ?%)")
"""What an order lists: "3 coffees at 3.80 and a muffin for 2.65" is 3 * 3.80 + 1 * 2.65."""
_STEP = re.compile(
    r"(.*\d.*?),? (?:and then|and|then) (add|plus|subtract|minus|take away|multiply|times|divide)"
    rf"(?: (?:it|that|this|the result|everything))?(?: by)? ({_N} ?%?)"
)
"""One thing done with what came before: "double 48 and add 5", "12 + 8, then divide by 4"."""
_AND_MORE = re.compile(rf"(.*?)\b(plus|minus)((?: {_N},?)(?: and {_N}|, {_N})+)")
"""The same done with several numbers: "100 minus 20 and 30"."""
_DONE = re.compile(r"(.*\d.*?),? (?:and then|and|then) (halve|half|double|triple|square) (?:it|that|this|the result)")
_LISTED = re.compile(r"\b(?:sum|average|avg|mean|product|total|max\w*|min\w*|of|between)\b|,| and ")
_BARE = re.compile(rf"(?:what(?:'s| is) )?{_N}")
"""No calculation, but perhaps the end of one: in "15 and minus 40" something may be missing."""
_DOES = {"halve": "/ 2", "half": "/ 2", "double": "* 2", "triple": "* 3", "square": "** 2"}
_SIGN = {"add": "+", "plus": "+", "multiply": "*", "times": "*", "divide": "/"}
_ROUNDING = re.compile(
    r"(.*\d.*?),? (?:and )?(?:then )?round(?:ed)?(?: (?:it|that|this))?(?: off)? to "
    r"(?:(\d{1,2}) (?:decimals?|decimal places?|places|digits)|(?:the )?(?:nearest )?(whole number|integer|cent|penny))"
)
_AS_SHARE = re.compile(r"([^%]*\d ?[/.] ?\d[^%]*?),? (?:as|in|to) (?:an? )?(?:%|percentage|per ?cent)")
"""A fraction or a decimal number in hundredths."""
_MONEY = re.compile(r"\.\d\d\b|[$€£¥]|\b(?:each|apiece)\b")


def rewritten(expression: str) -> str:
    """A calculation in words in the signs that `calculator` parses; of any other text something that it refuses.

    Raises `ValueError` where it cannot be told which marks of its numbers are decimal ones.
    """
    text = unicodedata.normalize("NFC", expression).casefold().strip()
    text = to_digits(plain_numbers(re.sub(r"\s+", " ", text)))
    text = _in_steps(without_things(text.rstrip(" ?.=")))
    text = _CENTS.sub(lambda found: f"{float(found[1]) / 100:.15g}", text)
    text = _DOZENS.sub(lambda found: f"{float(found[1] or 1) * (6 if found[2] else 12):.15g}", _CURRENCY.sub("", text))
    text = _SERIES.sub(_series, text)
    text = _PART.sub(lambda found: f"{found[1] or 1} / {_PARTS[found[2]]} * ", text)
    text = _ITEMS.sub(lambda order: _total(order.group()), text)
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    text = _FILLER.sub(" ", text)
    text = _LIST.sub(lambda found: f"{found[1]}({_commas(found[2])})", text.strip(" .?!,;:"))
    return re.sub(r"\s+", " ", text).strip(" .,;:")


def _in_steps(text: str) -> str:
    """A calculation told in steps, each in brackets before the next, and rounded at the end."""
    if (share := _AS_SHARE.fullmatch(text)) and " of " not in share[1]:
        return f"(({_in_steps(share[1])}) * 100)"
    if rounding := _ROUNDING.fullmatch(text):
        digits = rounding[2] or ("2" if rounding[3] in ("cent", "penny") else "0")
        return f"round(({_in_steps(rounding[1])}), {digits})"
    if (more := _AND_MORE.fullmatch(text)) and re.search(r"\d", more[1]) and not _LISTED.search(more[1]):
        return _in_steps(more[1].strip()) + "".join(f" {more[2]} {number}" for number in re.findall(_N, more[3]))
    if done := _DONE.fullmatch(text):
        return f"({_in_steps(done[1])}) {_DOES[done[2]]}"
    if (step := _STEP.fullmatch(text)) and not (_BARE.fullmatch(step[1]) and "then" not in text):
        return f"({_in_steps(step[1])}) {_SIGN.get(step[2], '-')} {step[3]}"
    return text


def _series(found: re.Match[str]) -> str:
    """What the numbers from one to another come to together; the text as it is where it names just the two."""
    kind, parity, first, last = found[1], found[2], int(found["first"]), int(found["last"])
    two = not found["named"] and kind == "add" and found["to"]  # "add 5 to 7"
    if (found["and"] and not found["between"]) or two or first >= last:
        return found[0]
    step = 1
    if parity:
        step, odd = 2, parity == "odd"
        first, last = first + (first % 2 != odd), last - (last % 2 != odd)
    if kind in ("average", "avg", "mean"):
        return f"(({first} + {last}) / 2)"
    return f"(({first} + {last}) * {max(0, (last - first) // step + 1)} / 2)"


def _commas(numbers: str) -> str:
    return ",".join(re.findall(r"-?\d+(?:\.\d+)?", numbers))


def _total(order: str) -> str:
    """The sum of an order; the order as it is where nothing says that its numbers are money ("a call at 3")."""
    if not _MONEY.search(order):
        return order
    return f"({' + '.join(f'{number or 1} * {price}' for number, price in re.findall(_ITEM, order))})"
