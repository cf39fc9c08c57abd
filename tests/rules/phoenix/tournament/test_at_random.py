"""Players placed on the map at random (4.4)."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Adjust, Switch
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, rolls

LINE = "STR 6, INT 6, WIL 6, HLT 6, AGI 6, skill 3, M16A1"


@pytest.fixture
def game() -> Skirmish:
    """A map of three columns by two rows, of whose hexes four are free for Axly."""
    made = Skirmish("phoenix-tournament")
    made.map(3, 2, "B1")
    made.sheet("Trent", LINE, "C1")
    made.sheet("Axly", LINE)
    return made


@pytest.mark.parametrize(("die", "place"), [(1, "A1"), (2, "A2"), (3, "B2"), (4, "C2")])
def test_every_free_hex_is_as_likely(game: Skirmish, die: int, place: str) -> None:
    placed = game.order(Adjust(game.id("Axly"), "at random"), die)
    assert [(roll.low, roll.high) for roll in rolls(placed)] == [(1, 4)]
    assert f"at {place}" in placed.outcome
    assert game.one("Axly").place == game.state("Axly").baseline == Place.parse(place)


def test_the_baseline_stays(game: Skirmish) -> None:
    game.order(Adjust(game.id("Trent"), "at random"), 5)
    assert (str(game.one("Trent").place), str(game.state("Trent").baseline)) == ("C2", "C1")


def test_what_cannot_be_said(game: Skirmish) -> None:
    with pytest.raises(NotNow, match="not both"):
        game.order(Adjust(game.id("Axly"), "at A1, at random"))
    game.order(Switch("tournament", "off"))
    with pytest.raises(NotNow, match="counts only with the switch “tournament”"):
        game.order(Adjust(game.id("Axly"), "at random"))
    bare = Skirmish("phoenix-tournament")
    bare.sheet("Axly", LINE)
    with pytest.raises(NotNow, match="There is no map"):
        bare.order(Adjust(bare.id("Axly"), "at random"))


def test_a_full_map_has_no_room(game: Skirmish) -> None:
    for number, at in enumerate(("A1", "A2", "B2", "C2")):
        game.sheet(f"Other {number}", LINE, at)
    with pytest.raises(NotNow, match="No hex of the map is free"):
        game.order(Adjust(game.id("Axly"), "at random"))
