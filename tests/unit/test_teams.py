"""Teams by lot: everybody is in one of them, and nobody else."""

from __future__ import annotations

import pytest

from keyhole.errors import ToolError
from keyhole.tools.builtin import picks


@pytest.mark.parametrize(
    ("asked", "sizes", "names"),
    [
        ("split Amy, Bob, Cid and Dan into two teams", [2, 2], "Amy Bob Cid Dan"),
        ("make 2 random teams of Ana, Ben, Cy, Dan, Eli", [3, 2], "Ana Ben Cy Dan Eli"),
        ("split these folks into two random teams: jo, kim, lee, mo", [2, 2], "jo kim lee mo"),
        ("randomly put Ava, Ben, Cal and Dee into doubles pairs for tennis", [2, 2], "Ava Ben Cal Dee"),
        ("two teams of three from rik, sol, tia, una, val, wes, by luck", [3, 3], "rik sol tia una val wes"),
        ("divide us randomly into pairs: ron sam tia una", [2, 2], "ron sam tia una"),
    ],
)
def test_everybody_is_in_a_team(asked: str, sizes: list[int], names: str) -> None:
    told = picks.teams_told(asked)
    assert told is not None
    teams = picks.pick(told, seed=1)
    assert [len(team) for team in teams.values()] == sizes
    assert sorted(name for team in teams.values() for name in team) == sorted(names.split())
    assert picks.teams_told(told) == told  # said again it is the same


@pytest.mark.parametrize(
    "text",
    [
        "how many teams play in the league",
        "make 3 teams",
        "team red or team blue",
        "2 pairs",
        "2 pairs of socks or a hat",
        "pick two teams from Lakers, Celtics and Bulls",
        f"two teams of{' for' * 50_000}, a, b!",
    ],
)
def test_without_names_there_are_no_teams(text: str) -> None:
    assert picks.teams_told(text) is None


def test_more_teams_than_people_are_refused() -> None:
    with pytest.raises(ToolError, match="cannot make 3 teams of 2"):
        picks.pick("split Amy and Bob into 3 teams")
