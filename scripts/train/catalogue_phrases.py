# ruff: noqa: E501, SIM905  (rows of words and phrases are data: wrapping them would hide them)
"""How requests give a value: beside its parameter's name, by the kind of thing that it is, as the ends of a range."""

from __future__ import annotations

from keyhole.models.embedded.prompt import Type

FIRST, SECOND = "first", "second"
"""Kinds of parameters that are the ends of a range."""
PAIRS: tuple[tuple[str, str, Type, str], ...] = (
    ("start", "end", "str", "date day month time"), ("from", "to", "str", "city location place station country"),
    ("start", "end", "int", "year value point range"), ("min", "max", "num", "price age weight size temperature"),
    ("lower", "upper", "num", "limit bound"), ("from", "to", "int", "year page number"), ("minimum", "maximum", "int", "age price distance"),
    ("departure", "arrival", "str", "city station location airport"), ("start", "end", "str", "location city address"),
    ("first", "second", "int", "number value term"), ("initial", "final", "num", "velocity value temperature price"), ("source", "target", "str", "language currency unit city"),
)  # fmt: skip
TONGUES = "English French German Spanish Italian Chinese Japanese Korean Arabic Hindi Portuguese Russian Dutch Turkish Swedish Polish Greek Thai".split()
MONEY = "USD EUR GBP JPY dollars euros pounds yen CAD AUD INR CHF".split()
TEXT = ["for {v}", "of {v}", "in {v}", "at {v}", "on {v}", "with {v}", "by {v}", "from {v}", "to {v}", "about {v}", "using {v}", "like {v}", "called {v}", "named {v}", "{v}"]  # fmt: skip
NAMED = ["with {n} {v}", "with the {n} {v}", "{n} {v}", "{n}: {v}", "{n} is {v}", "the {n} is {v}", "where the {n} is {v}", "for the {n} {v}", "with {v} as the {n}", "{v} as {n}", "using the {n} {v}", "of the {n} {v}", "{v} {n}", "with a {n} of {v}", "the {n} should be {v}", "a {n} of {v}", "for {n} {v}", "in the {n} of {v}", "{n} called {v}", "{n} named {v}", "my {n} is {v}", "from the {n} {v}", "for the {v} {n}", "and {v} for the {n}"]  # fmt: skip
NUMBERS = ["{n} of {v}", "a {n} of {v}", "with {n} {v}", "with a {n} of {v}", "{n} is {v}", "{n} = {v}", "the {n} is {v}", "{v} {n}", "{n} {v}", "{n}: {v}", "has a {n} of {v}", "{v} for the {n}", "at a {n} of {v}", "where {n} is {v}", "and {v} as {n}", "the {n} being {v}", "{n} set to {v}"]  # fmt: skip
BY_KIND = {
    "place": ["in {v}", "at {v}", "for {v}", "near {v}", "around {v}", "in {v}"],
    "date": ["on {v}", "for {v}", "{v}", "dated {v}", "on the day {v}"],
    "time": ["at {v}", "for {v}", "by {v}", "around {v}"],
    "person": [
        "by {v}",
        "for {v}",
        "of {v}",
        "named {v}",
        "with {v}",
        "from {v}",
        "to {v}",
        "who is {v}",
        "called {v}",
        "my name is {v}",
        "I am {v}",
        "{v}",
    ],
    "said": ["saying {v}", "that says {v}", ": {v}", "{v}", "with the text {v}", "which reads {v}", "this: {v}"],
}
WAYS = {
    "from": ["from {v}", "starting {v}", "beginning {v}", "from {v}", "leaving {v}", "since {v}", "starting from {v}"],
    "to": ["to {v}", "until {v}", "till {v}", "up to {v}", "ending {v}", "to {v}", "through {v}"],
}
TRUE = [
    "with {n}",
    "include {n}",
    "including {n}",
    "and enable {n}",
    "make sure {n} is on",
    "with {n} enabled",
    "and {n}",
    "I want {n}",
    "{n} please",
    "set {n} to true",
]
FALSE = [
    "without {n}",
    "no {n}",
    "don't include {n}",
    "not {n}",
    "with {n} disabled",
    "{n} is not needed",
    "excluding {n}",
    "set {n} to false",
]
