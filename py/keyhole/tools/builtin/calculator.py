"""Arithmetic as people type it, worked out without `eval`: `15% of 240`, `two plus two`, `sqrt(2)^3`, `200 + 10%`.

The text is rewritten into a small part of Python's expression grammar, parsed by `ast`, and only the listed nodes are
worked out. Sums, products, quotients and whole powers are exact fractions, so 0.1 + 0.2 is 0.3. Every size is bounded.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from keyhole.errors import ToolError
from keyhole.tools.builtin.number_words import to_digits

Number = Fraction | float

MAX_LENGTH = 300
MAX_DIGITS = 1000
"""Of any whole number on the way to the result."""

_ADVICE = "Write it with numbers and + - * / ^ % ( ), for example (12 + 8) * 15%."

_N = r"(\d+(?:\.\d+)?|\.\d+)"
_PERIOD = "(?P<period>minute|hour|day|night|week|month|year)"
_EXTRA = "(?:vat|tax|tip|interest)"
_REWRITES = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=\d)[,_](?=\d{3}(?!\d))", ""),  # 1,234,567
        (r"[$€£¥]", ""),
        (r"[\u00d7\u00b7\u2219\u22c5]", "*"),
        (r"÷", "/"),
        (r"[\u2212\u2013\u2014]", "-"),
        (r"√\s*", " square root of "),
        (r"π", " pi "),
        (r"²", "**2"),
        (r"³", "**3"),
        (r"\bper ?cent\b", "%"),
        (rf"\bwhat (?:%|percentage) of {_N} is {_N}", r"(\2 / \1 * 100)"),
        (rf"{_N} is what (?:%|percentage) of {_N}", r"(\1 / \2 * 100)"),
        (
            rf"(?:\bwhat (?:%|percentage|fraction) is )?{_N} (?:out )?of {_N} (?:as|in) (?:a )?(?:%|percentage)",
            r"(\1 / \2 * 100)",
        ),
        (rf"\bwhat (?:%|percentage) is {_N} (?:out )?of {_N}", r"(\1 / \2 * 100)"),
        (rf"\bhow (?:many times|often) (?:does|do|can|will) {_N} (?:go|fit) in(?:to)? {_N}", r"(\2 / \1)"),
        (rf"{_N} (?:an|a|per) {_PERIOD} (?:for|over|x|times) {_N} (?P=period)s?\b", r"(\1 * \3)"),
        (rf"{_N} (?:\w+ )?(?:at|for|x) {_N} (?:each|apiece|a piece)\b", r"(\1 * \2)"),
        (rf"\b{_N} dozens?\b", r"(\1 * 12)"),
        (rf"\b{_N} choose {_N}", r"comb(\1, \2)"),
        (rf"\b(?:increase|raise) {_N} by {_N} ?%", r"(\1 + pct(\2) * \1)"),
        (rf"\b(?:decrease|reduce|lower) {_N} by {_N} ?%", r"(\1 - pct(\2) * \1)"),
        (rf"\b(?:add )?(?:(?:a )?{_EXTRA} of )?{_N} ?% (?:{_EXTRA} )?(?:added )?to {_N}", r"(\2 + pct(\1) * \2)"),
        (rf"\bremainder (?:of|when) {_N} (?:is )?(?:divided by|/|over) {_N}", r"(\1 mod \2)"),
        (rf"\b(?:subtract|take) {_N} (?:away )?from {_N}", r"(\2 - \1)"),
        (rf"\bdivide {_N} (?:by|into) {_N}", r"(\1 / \2)"),
        (rf"\bsplit {_N} (?:by|between|among|into|in) {_N}(?: ways| people)?", r"(\1 / \2)"),
        (rf"\bmultiply {_N} (?:by|with|and) {_N}", r"(\1 * \2)"),
        (rf"\badd {_N} (?:and|to|with) {_N}", r"(\1 + \2)"),
        (rf"{_N} ?% off (?:of )?{_N}", r"(\2 - pct(\1) * \2)"),
        (rf"\b(?:square root|sqrt) (?:of )?{_N}", r"sqrt(\1)"),
        (rf"\bcube root (?:of )?{_N}", r"cbrt(\1)"),
        (r"\bsquare root (?:of )?(?=\()", "sqrt"),
        (rf"\b(?:double|twice) {_N}", r"(2 * \1)"),
        (rf"\b(?:triple|three times|3 times) {_N}", r"(3 * \1)"),
        (rf"\blog(?:arithm)? (?:to )?base {_N} of {_N}", r"log(\2, \1)"),
        (rf"{_N} ?(?:%) (?:less|lower|fewer) than {_N}", r"(\2 - pct(\1) * \2)"),
        (rf"{_N} ?(?:%) (?:more|higher) than {_N}", r"(\2 + pct(\1) * \2)"),
        (rf"\b(?:a )?half (?:of )?{_N}", r"(\1 / 2)"),
        (rf"\b(?:a |one )?third of {_N}", r"(\1 / 3)"),
        (rf"\b(?:a |one )?quarter of {_N}", r"(\1 / 4)"),
        (r"\b(?:squared|square)\b", "**2"),
        (r"\b(?:cubed)\b", "**3"),
        (r"\b(?:raised )?to the (?:power(?: of)?)\b", "**"),
        (rf"\bto the {_N}(?:st|nd|rd|th)(?: power)?\b", r"**\1"),
        (r"\b(?:plus|added to)\b", "+"),
        (r"\b(?:minus|less)\b", "-"),
        (r"\b(?:times|multiplied by)\b", "*"),
        (r"\b(?:divided by|over)\b", "/"),
        (r"\bmod(?:ulo)?\b", " mod "),
        (r"\^", "**"),
        (r"(?<=[\d)])\s*[x]\s*(?=[\d(.])", "*"),
        (rf"\b(?:average|avg|mean)(?: of\b| (?={_N}\s*(?:,|and\b)))", "list_mean "),
        (rf"\b(?:add|tot|sum) (?:up|together) (?={_N}\s*(?:,|and\b))", "list_sum "),
        (rf"\b(?:sum|total)(?: up)?(?: of\b| (?={_N}\s*(?:,|and\b)))", "list_sum "),
        (r"\bproduct of\b", "list_product"),
        (rf"{_N} ?!", r"factorial(\1)"),
        (rf"\bfactorial of {_N}|{_N} factorial\b", r"factorial(\1\2)"),
        # A percent sign with an operand on its right is a remainder, else a percentage.
        (rf"{_N} ?%(?! ?[\d(.])", r"pct(\1)"),
        (r" mod ", " % "),
        (r"(?<![a-z\d.])(\d+(?:\.\d+)?) ?(?=\()", r"\1*"),
        (r"\) ?\(", ")*("),
        (r"(?<=\))\s*(?:of|tip on|discount on|tax on|on)\b", " *"),
    )
)
_NUMBER = re.compile(r"[-+\d.,]*|pct\([\d.]+\)")
_LIST = re.compile(r"list_(mean|sum|product)\s*([-\d.,\s]+?(?:\s*and\s*-?[\d.]+)?)\s*$")
_FILLER = re.compile(
    r"\b(?:what'?s|what|is|are|the|calculate|compute|evaluate|work out|figure out|how much|how many|please|pls|can you|"
    r"could you|tell me|i want|equals?|result of|value of|hey|solve|makes?|do|does|come to|a)\b|[?=!]+$|^[:=]"
)


def calculate(expression: str) -> dict[str, Any]:
    """Work out one expression. Raises `ToolError` when it cannot be read, is too large, or has no value."""
    if len(expression) > MAX_LENGTH:
        raise ToolError(f"the expression has over {MAX_LENGTH} characters", advice="Ask for it in smaller parts.")
    source = _rewrite(expression)
    try:
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ToolError(f"cannot read {expression.strip()!r} as a calculation", advice=_ADVICE) from error
    try:
        value = _work_out(tree.body)
    except ZeroDivisionError as error:
        raise ToolError("division by zero has no result", advice="Check the divisor.") from error
    except (OverflowError, ValueError) as error:
        raise ToolError(f"{expression.strip()!r} has no result: {error}", advice=_ADVICE) from error
    except RecursionError as error:
        raise ToolError("the expression is nested too deeply", advice="Ask for it in smaller parts.") from error
    return {"expression": expression.strip(), "result": plain(value)}


def is_calculation(text: str) -> bool:
    """Whether a text can be worked out, and holds more than one number or percentage that is its own result."""
    if not any(character.isdigit() for character in to_digits(text)) or len(text) > MAX_LENGTH:
        return False
    try:
        calculate(text)
    except ToolError:
        return False
    return not _NUMBER.fullmatch(_rewrite(text))


def plain(value: Number) -> int | float | str:
    """A number as JSON can carry it: whole where it is whole, a string where a float could not hold its digits."""
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return int(value) if abs(value) < 2**53 else str(int(value))
        value = float(value)
    if not math.isfinite(value):
        raise ValueError("the result is not a finite number")
    rounded = float(f"{value:.12g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 2**53 else rounded


def _rewrite(expression: str) -> str:
    text = unicodedata.normalize("NFC", expression).casefold().strip()
    text = re.sub(r"\s+", " ", to_digits(text))
    for pattern, replacement in _REWRITES:
        text = pattern.sub(replacement, text)
    text = _FILLER.sub(" ", text)
    text = _LIST.sub(lambda found: f"{found[1]}({_commas(found[2])})", text.strip(" .?!,;:"))
    return re.sub(r"\s+", " ", text).strip(" .,;:")


def _commas(numbers: str) -> str:
    return ",".join(re.findall(r"-?\d+(?:\.\d+)?", numbers))


def _work_out(node: ast.expr) -> Number:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            if not math.isfinite(value):
                raise OverflowError("a number is too large")
            return _bounded(Fraction(str(value)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_work_out(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _work_out(operand)
        case ast.BinOp(op=(ast.Add() | ast.Sub()) as op, left=left, right=ast.Call(func=ast.Name(id="pct")) as share):
            # As on a pocket calculator: 200 + 10% adds ten percent of the 200.
            base = _work_out(left)
            part = base * _work_out(share)
            return _bounded(base + part if isinstance(op, ast.Add) else base - part)
        case ast.BinOp(op=ast.Pow(), left=left, right=right):
            return _power(_work_out(left), _work_out(right))
        case ast.BinOp(op=op, left=left, right=right) if type(op) in _OPERATORS:
            return _bounded(_OPERATORS[type(op)](_work_out(left), _work_out(right)))
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            fewest, most, function = _FUNCTIONS[name]
            if not fewest <= len(args) <= most:
                raise ToolError(f"{name} takes {fewest} to {most} numbers, not {len(args)}", advice=_ADVICE)
            return _bounded(function(*map(_work_out, args)))
        case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)):
            raise ToolError(f"cannot calculate with {name!r}", advice=_ADVICE)
    raise ToolError("that is not plain arithmetic", advice=_ADVICE)


def _bounded(value: Number) -> Number:
    if isinstance(value, Fraction):
        # 3.33 bits a digit: no need to write the number out to know that it is too long.
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_DIGITS * 3.33:
            raise OverflowError(f"a number has over {MAX_DIGITS} digits")
    elif isinstance(value, complex) or not math.isfinite(value):
        raise ValueError("the result is not a real number")
    return value


def _power(base: Number, exponent: Number) -> Number:
    if isinstance(base, Fraction) and isinstance(exponent, Fraction) and exponent.denominator == 1:
        size = max(base.numerator.bit_length(), base.denominator.bit_length())
        if size * abs(exponent) > MAX_DIGITS * 3.33 and abs(base) != 1:
            raise OverflowError(f"a number has over {MAX_DIGITS} digits")
        return base ** int(exponent) if abs(exponent) <= 10_000 else base ** int(exponent % 2)
    power = float(base) ** float(exponent)
    if isinstance(power, complex):
        raise ValueError("the result is not a real number")
    return _bounded(power)


def _factorial(number: Number) -> Fraction:
    if number != int(number) or not 0 <= number <= 400:
        raise ValueError("factorials are of whole numbers from 0 to 400")
    return Fraction(math.factorial(int(number)))


def _comb(of: Number, count: Number) -> Fraction:
    if of != int(of) or count != int(count) or not 0 <= count <= of <= 1000:
        raise ValueError("choosing takes whole numbers up to 1000")
    return Fraction(math.comb(int(of), int(count)))


def _log(number: Number, base: Number = Fraction(10)) -> float:
    return math.log10(number) if base == 10 else math.log(number, base)


def _round(number: Number, digits: Number = Fraction(0)) -> Number:
    if digits != int(digits) or not -30 <= digits <= 30:
        raise ValueError("round takes a whole number of digits, at most 30")
    rounded: Fraction = round(Fraction(number), int(digits))
    return rounded


def _sqrt(number: Number) -> Number:
    if number < 0:
        raise ValueError("a negative number has no real square root")
    if isinstance(number, Fraction):
        top, bottom = math.isqrt(number.numerator), math.isqrt(number.denominator)
        if top * top == number.numerator and bottom * bottom == number.denominator:
            return Fraction(top, bottom)
    return math.sqrt(number)


def _whole(function: Callable[..., int]) -> Callable[..., Fraction]:
    def on_whole(*numbers: Number) -> Fraction:
        if any(number != int(number) for number in numbers):
            raise ValueError(f"{function.__name__} takes whole numbers")
        return Fraction(function(*map(int, numbers)))

    return on_whole


_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_CONSTANTS: dict[str, Number] = {"pi": math.pi, "e": math.e, "tau": math.tau}
_MANY = 100
_FUNCTIONS: dict[str, tuple[int, int, Callable[..., Number]]] = {
    "pct": (1, 1, lambda share: share / 100),
    "sqrt": (1, 1, _sqrt),
    "cbrt": (1, 1, lambda number: math.cbrt(number)),
    "abs": (1, 1, abs),
    "round": (1, 2, _round),
    "floor": (1, 1, lambda number: Fraction(math.floor(number))),
    "ceil": (1, 1, lambda number: Fraction(math.ceil(number))),
    "min": (1, _MANY, lambda *numbers: min(numbers)),
    "max": (1, _MANY, lambda *numbers: max(numbers)),
    "sum": (1, _MANY, lambda *numbers: sum(numbers, Fraction(0))),
    "product": (1, _MANY, lambda *numbers: math.prod(numbers, start=Fraction(1))),
    "mean": (1, _MANY, lambda *numbers: sum(numbers, Fraction(0)) / len(numbers)),
    "factorial": (1, 1, _factorial),
    "comb": (2, 2, _comb),
    "gcd": (2, _MANY, _whole(math.gcd)),
    "lcm": (2, _MANY, _whole(math.lcm)),
    "sin": (1, 1, math.sin),
    "cos": (1, 1, math.cos),
    "tan": (1, 1, math.tan),
    "exp": (1, 1, math.exp),
    "ln": (1, 1, math.log),
    "log": (1, 2, _log),
    "log10": (1, 1, _log),
    "log2": (1, 1, math.log2),
}
