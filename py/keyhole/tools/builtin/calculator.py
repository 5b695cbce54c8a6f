"""Arithmetic as people type it, worked out without `eval`: `15% of 240`, `two plus two`, `sqrt(2)^3`, `200 + 10%`.

The text is rewritten into a small part of Python's expression grammar, parsed by `ast`, and only the listed nodes are
worked out. Sums, products, quotients and whole powers are exact fractions, so 0.1 + 0.2 is 0.3. Every size is bounded.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from keyhole.errors import ToolError
from keyhole.tools.builtin.calculator_words import rewritten
from keyhole.tools.builtin.number_bases import DECIMAL, in_base, result_in_base
from keyhole.tools.builtin.number_words import to_digits
from keyhole.tools.builtin.tips import tip_of

Number = Fraction | float

MAX_LENGTH = 300
MAX_DIGITS = 1000
"""Of any whole number on the way to the result."""

_ADVICE = "Write it with numbers and + - * / ^ % ( ), for example (12 + 8) * 15%."

_HYPHEN = re.compile(r"(\d{1,9})-(\d{1,9})")
"""A range, a date, a score, or what is left: "1000-387" can only be the last."""
_MOST_DAYS = 31
_DATE = re.compile(r"[0-3]?\d/[0-3]?\d/(?:1[5-9]|2[01])\d\d|(?:1[5-9]|2[01])\d\d/[0-3]?\d/[0-3]?\d")
"""A day of a year, also one that there is not: 31/11/2026."""
_KEYWORD_AT_NUMBER = re.compile(r"\d(?=and|else|for|i[fns]|not|or)")
"""Python reads "5or 3" as two numbers and warns of it; no arithmetic has that."""
_NUMBER = re.compile(r"[-+]?[\d.,]*(?:-[\d.,]*)*|[-+] ?[\d.,]+|pct\([\d.]+\)")


class NoResult(ToolError):
    """A calculation was read, and there is no number that it comes to."""

    code = "no_result"


def calculate(expression: str) -> dict[str, Any]:
    """Work out one expression. Raises `ToolError` when it cannot be read, `NoResult` when it can and has no value."""
    if len(expression) > MAX_LENGTH:
        raise ToolError(f"the expression has over {MAX_LENGTH} characters", advice="Ask for it in smaller parts.")
    try:
        written, tip = in_base(expression), tip_of(expression)
        source = rewritten(expression)
    except ValueError as error:
        advice = "Write decimals with a point, nothing between thousands, and only digits that a base has."
        raise NoResult(f"cannot read {expression.strip()!r}: {error}", advice=advice) from error
    if written is not None:
        return {"expression": expression.strip(), "result": written}
    if wanted := result_in_base(expression):
        result = calculate(wanted[0])["result"]
        if wanted[1] in DECIMAL:  # "3/8 as a decimal" is a fraction's other form
            return {"expression": expression.strip(), "result": result}
        if not isinstance(result, int):
            raise NoResult(
                f"{wanted[0]!r} is no whole number that {wanted[1]} can spell", advice="Ask for a whole one."
            )
        return {"expression": expression.strip(), "result": in_base(f"{result} in {wanted[1]}")}
    if tip is not None:
        return {"expression": expression.strip()} | {name: plain(amount) for name, amount in tip.items()}
    try:
        if _KEYWORD_AT_NUMBER.search(source):
            raise SyntaxError("a word right behind a number")
        tree = ast.parse(source, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ToolError(f"cannot read {expression.strip()!r} as a calculation", advice=_ADVICE) from error
    try:
        value = _work_out(tree.body)
    except ZeroDivisionError as error:
        raise NoResult("division by zero has no result", advice="Check the divisor.") from error
    except (OverflowError, ValueError) as error:
        raise NoResult(f"{expression.strip()!r} has no result: {error}", advice="Check its numbers.") from error
    except RecursionError as error:
        raise ToolError("the expression is nested too deeply", advice="Ask for it in smaller parts.") from error
    return {"expression": expression.strip(), "result": plain(value)}


def is_calculation(text: str) -> bool:
    """Whether a text is a calculation, and no date and no number or percentage that is its own result.

    One that has no result, such as the square root of -1, is a calculation as well.
    """
    if len(text) > MAX_LENGTH:
        return False
    try:
        if in_base(text) is not None:
            return True
    except ValueError:
        return True
    if not any(character.isdigit() for character in to_digits(text)):
        return False
    try:
        calculate(text)
    except NoResult:
        return True
    except ToolError:
        return False
    read = rewritten(text)
    if _DATE.fullmatch(read):
        return False
    if between := _HYPHEN.fullmatch(read):
        return int(between[1]) > int(between[2]) > _MOST_DAYS
    return not _NUMBER.fullmatch(read)


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
    if number <= 0 or base <= 0:
        raise ValueError("only numbers above zero have a logarithm")
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
    "ln": (1, 1, lambda number: _log(number, math.e)),
    "log": (1, 2, _log),
    "log10": (1, 1, _log),
    "log2": (1, 1, lambda number: _log(number, Fraction(2))),
}
