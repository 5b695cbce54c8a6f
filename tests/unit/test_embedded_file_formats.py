"""Formats of files by their names, and the endings of files that are looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.options.file_formats import ending_said
from keyhole.models.embedded.prompt import Parameter
from keyhole.models.embedded.texts.no_values import drop_no_values


@pytest.mark.parametrize(
    ("query", "ending"),
    [
        ("all .tsv files over 3 MB", "tsv"),
        ("every *.log file in here", "log"),
        ("PDF documents of March", "pdf"),
        ("csv or json files", None),
        ("open notes.md", None),
        ("files of any kind", None),
    ],
)
def test_endings(query: str, ending: str | None) -> None:
    assert ending_said(Parameter(("extension",), "str", "Without the dot"), query) == ending
    assert ending_said(Parameter(("name",), "str"), query) is None


def test_an_ending_may_have_its_dot() -> None:
    assert ending_said(Parameter(("ext",), "str", "e.g. .txt"), "list the png images") == ".png"


def test_a_format_is_no_name_of_a_file() -> None:
    output, title = Parameter(("output",), "str", "Output file name"), Parameter(("title",), "str")
    values = {("output",): "json", ("title",): "json"}
    drop_no_values([output, title], "turn it into json", values)
    assert values == {("title",): "json"}


@given(st.text(max_size=200))
def test_any_text_is_read(query: str) -> None:
    ending_said(Parameter(("extension",), "str"), f".{query} files and {query} file")
