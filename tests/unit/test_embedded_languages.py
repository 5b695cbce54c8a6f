# ruff: noqa: RUF001  (marks of other scripts are what people type)
"""Requests in other languages: which one it is, what its words are in English, and texts as they were said."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyhole.models.embedded.fill.glossed import in_english
from keyhole.models.embedded.texts.glossary import folded, forms
from keyhole.models.embedded.texts.languages import language_of

LANGUAGES = re.findall(
    r"^\[(\w\w)\]$",
    files("keyhole.models.embedded.texts").joinpath("glossary.txt").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Verlängere bitte das Buch mit der Nummer 3117", "de"),
        ("¿Cuánto cuesta el envío a Sevilla?", "es"),
        ("Combien coûte l'envoi à Lyon ?", "fr"),
        ("明天北京的天气怎么样？", "zh"),
        ("明日の東京の天気は？", "ja"),
        ("내일 서울 날씨 알려줘", "ko"),
        ("Какая завтра погода в Казани?", "ru"),
        ("Quanto custa o envio para Recife?", "pt"),
        ("play la vie en rose", None),
        ("hotels in Rio de Janeiro for two", None),
        ("translate 'wo ist der Bahnhof' to English", None),
        ("translate 你好 to English please", None),
        ("Who is Leonardo da Vinci?", None),
        ("What does Спасибо mean?", None),
        ("sin 0.75 rad", None),
        ("", None),
    ],
)
def test_the_language_of_a_request_is_told_by_its_words_and_letters(text: str, language: str | None) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("Quiero cancelar mi cita del 3 de marzo de 2026", "i want cancel appointment of the 3 March of 2026"),
        ("Wie viel sind 1.250,50 Euro in Dollar?", "how much are 1250.50 euro in dollar?"),
        ("Bitte schick die Rechnung RE-2214 am 14. Mai 2026", "please send bill RE-2214 on the 14 May 2026"),
        ("Réserve une table pour le 12/05/2026 à 19h30", "book a table for the 2026-05-12 to 19:30"),
        ("昨天下午3点半的会议取消了吗？", " yesterday  3:30 pm  of  meeting  cancel  did  whether ？"),
        ("Je reste pendant 3 h, de 14h à 17h", "I stay during 3 hour, of 14:00 to 17:00"),
        ("카페를 4만2천5백원에 2025년 5월 1일부터", "cafe  42500 won  2025-05-01 from"),
        ("내일 오후 3시부터 5시까지 회의실 예약", "tomorrow  3:00 pm from 5:00 pm until meeting room booking"),
        ("家賃8万5千円の部屋、22,300円と3億円", " rent  85000  yen  room 、22,300 yen  and  300000000  yen "),
        ("明日の午後3時から5時半まで", " tomorrow  of  3:00 pm  from  5:30 pm  until "),
        ("Zet de wekker half negen 's ochtends", "set the alarm clock half past eight in the morning"),
        ("2万5月1日に", "2 ten thousand  May 1  to "),
        ("remind me at 7", "remind me at 7"),
    ],
)
def test_words_dates_and_numbers_are_exchanged_and_all_else_stays(text: str, english: str) -> None:
    assert in_english(text).text == english


def test_what_is_held_against_a_text_in_its_language_keeps_its_words() -> None:
    text = "Wie viel Steuer ist das für ein Haus um 389.000 Euro?"
    assert in_english(text, ["Berechnet die Steuer, die man für ein Haus bezahlt."]).text == text.replace(".000", "000")


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("Écris à Paul que la réunion est annulée", "the meeting is", "la réunion est"),
        ("Apaga la luz de la cocina", "kitchen", "cocina"),
        ("Wie wird das Wetter morgen in München?", "Munich", "Munich"),  # what tools take
        ("Wie wird das Wetter morgen in München?", "tomorrow", "tomorrow"),
        ("Réserve une table à 19h30", "19:30", "19:30"),
        ("Wo ist Paket AB-12?", "AB-12", "AB-12"),
    ],
)
def test_texts_are_given_as_they_were_said(text: str, value: str, said: str) -> None:
    glossed = in_english(text)
    assert value in glossed.text
    assert glossed.as_said(value) == said


@given(st.sampled_from([*LANGUAGES, ""]), st.lists(st.text(max_size=12), max_size=8), st.data())
def test_any_text_comes_out_with_its_parts_in_order(language: str, odd: list[str], data: st.DataObject) -> None:
    known = data.draw(st.lists(st.sampled_from(sorted(forms(language)) or ["word"]), max_size=8))
    text = " ".join(data.draw(st.permutations([*odd, *known])))
    glossed = in_english(text)
    rest, said, at, was_at = [], [], 0, 0
    for start, end, was, until in glossed.exchanged:
        assert at <= start < end
        assert was_at <= was < until
        rest.append(glossed.text[at:start])
        said.append(text[was_at:was])
        at, was_at = end, until
    assert [*rest, glossed.text[at:]] == [*said, text[was_at:]]
    for value in (*odd, *known):
        assert glossed.as_said(value) == value or glossed.as_said(value) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_forms_as_requests_are_compared_with_it(language: str) -> None:
    assert len(forms(language)) > 1000
    for form, english in forms(language).items():
        assert folded(form) == form
        assert form.strip() == form
        assert re.fullmatch(r"[A-Za-z][A-Za-z0-9 '&/.-]*|\d+", english), (form, english)
