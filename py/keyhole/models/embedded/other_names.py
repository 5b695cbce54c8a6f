"""Other names of what a tool has people choose from: who asks for a name for a woman means "female".

Words that mean the same wherever a choice is offered. Word vectors cannot tell them: to these "autumn" is nearest to
"winter", "hot" to "cold" and "woman" hardly nearer to "female" than to "male": opposites stand among the same words.
"""

from __future__ import annotations

from collections.abc import Iterable

_GROUPS = """
female woman women girl girls lady ladies feminine
male man men boy boys guy guys gentleman masculine
fall autumn
small little tiny mini
large big huge
fast quick quickly rapid
slow slowly
driving drive car automobile
walking walk foot pedestrian
bicycling cycling bicycle bike biking
transit bus train subway metro tram
cheap inexpensive budget
expensive luxury luxurious
child kid kids children
adult adults grown-up
senior seniors elderly
picture image photo photograph
movie film films movies
sofa couch
begin start
end finish
stop halt
loud noisy
quiet silent
delete remove erase
buy purchase
dessert sweet sweets
vegetarian veggie
soccer football
ascending asc increasing
descending desc decreasing
maximum max
minimum min
"""
_GROUP = {word: number for number, line in enumerate(_GROUPS.strip().splitlines()) for word in line.split()}


def alike(words: Iterable[str]) -> set[int]:
    """The groups of words of one meaning that any of these, in small letters, is in."""
    return {_GROUP[word] for word in words if word in _GROUP}
