"""Grenades: where they fall, whom they hurt, what /throw and /fire are for."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.engine.map.map_orders import Redraw
from rules.engine.records.errors import NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.steps import Ruling
from tests.rules.space_marines.skirmish import Skirmish, names, note, places, rolls, total
from tests.rules.space_marines.test_weapons import two

GOLDEN = Path(__file__).parents[2] / "golden" / "space_marines" / "attacks.toml"
ROWS: list[dict[str, Any]] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["grenade"]


def mapped(*bugs: str, outdoors: bool = False) -> Skirmish:
    """Ash at A1 with grenades, Bug 1 and so on at these places."""
    skirmish = Skirmish(outdoors=outdoors)
    skirmish.map(12, 8)
    skirmish.muster("Marine, rifle, grenade", "A1", name="Ash")
    for n, place in enumerate(bugs, 1):
        skirmish.muster("Bug Warrior", place, name=f"Bug {n}")
    return skirmish


def unmapped() -> Skirmish:
    skirmish = Skirmish()
    skirmish.muster("Marine, rifle, grenade", name="Ash")
    skirmish.muster("Bug Leader", name="Bug 1")
    skirmish.muster("Bot Warrior", name="Bot")
    return skirmish


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_number(row: dict[str, Any]) -> None:
    skirmish = unmapped()
    opening = skirmish.encounter
    said = {"range": row["range"], "aim": row["aim"] or None}
    hit = skirmish.throw("Ash", "Bug 1", dice=(*two(row["needed"]), 2, 3), **said)
    assert total(hit, "Target number") == row["needed"]
    assert skirmish.state("Bug 1").wounds == 5
    assert skirmish.state("Ash").left == 2 - row["aim"]
    assert skirmish.state("Ash").stage == "done"
    skirmish.encounter = opening
    missed = skirmish.throw("Ash", "Bug 1", dice=two(row["needed"] - 1), **said)
    assert missed.verdict == "miss"
    assert skirmish.state("Ash").left == 2 - row["aim"]


def test_a_grenade_hurts_all_around() -> None:
    skirmish = mapped("F4", "F5", "G3", "H4")
    skirmish.muster("Shock Marine", "E4", name="Hicks")
    hit = skirmish.throw("Ash", "Bug 1", dice=(3, 4, 2, 1, 4, 6, 3))
    assert hit.outcome == (
        "Ash throws a Grenade at Bug 1, 5 spaces: HIT; Bug 1 3 wounds, 2 Points left; Bug 2 4 wounds, 1 Point left;"
        " Bug 3 6 wounds, killed; Hicks 2 wounds, 1 Point left."
    )
    assert note(hit, "Blast") == "adjacent to F4: Bug 2, Bug 3 and Hicks"
    assert names(skirmish, hit.concerned) == ["Bug 1", "Bug 2", "Bug 3", "Hicks"]
    assert skirmish.state("Bug 4").wounds == 0


def test_a_missed_grenade_does_nothing() -> None:
    skirmish = mapped("F4", "F5")
    missed = skirmish.throw("Ash", "Bug 1", dice=(3, 3))
    assert missed.outcome == "Ash throws a Grenade at Bug 1, 5 spaces: MISS."
    assert [step.id for step in missed.steps if isinstance(step, Ruling)] == ["O64"]
    assert "MISFIRE" in mapped("C3").throw("Ash", "Bug 1", dice=(1, 1)).outcome


def test_a_grenade_at_an_empty_space() -> None:
    skirmish = mapped("F4")
    hit = skirmish.throw("Ash", "F5", dice=(3, 4, 6))
    assert hit.outcome == "Ash throws a Grenade at F5, 5 spaces: HIT; Bug 1 6 wounds, killed."
    skirmish = mapped("L8")
    assert skirmish.throw("Ash", "F5", dice=(3, 4)).outcome.endswith("5 spaces: HIT.")


def test_too_near_for_the_thrower() -> None:
    skirmish = mapped("B2")
    hit = skirmish.throw("Ash", "Bug 1", dice=(1, 2, 1, 1, 3))
    assert "Bug 1 2 wounds, 3 Points left; Ash 3 wounds, killed" in hit.outcome
    assert not skirmish.one("Ash").present
    with pytest.raises(Refusal, match="You can't attack yourself"):
        mapped("B2").throw("Ash", "A1")


def test_outdoors_six_hexes_are_adjacent() -> None:
    # Next to the hex D4 are D3, E4, E5, D5, C5 and C4; on squares C3 and E3 would be as well.
    skirmish = mapped("D4", "D3", "E4", "E5", "C5", "C4", "C3", "E3", outdoors=True)
    skirmish.adjust("Ash", "at D8")
    skirmish.throw("Ash", "Bug 1", dice=(6, 6, 1, 1, 1, 1, 1, 1, 1))
    assert [skirmish.state(f"Bug {n}").wounds for n in range(1, 9)] == [2, 1, 1, 1, 1, 1, 0, 0]


def test_without_a_map_the_player_names_who_is_adjacent() -> None:
    skirmish = unmapped()
    with pytest.raises(RangeWanted):
        skirmish.throw("Ash", "Bug 1")
    with pytest.raises(Refusal, match="Bot is named twice"):
        skirmish.throw("Ash", "Bug 1", "Bot", "Bot", range=4)
    hit = skirmish.throw("Ash", "Bug 1", "Bot", "Ash", dice=(3, 3, 1, 1, 4, 2), range=4)
    assert note(hit, "Blast") == "adjacent, as the player says: Bot and Ash"
    assert [skirmish.state(one).wounds for one in ("Bug 1", "Bot", "Ash")] == [2, 3, 2]
    assert len(rolls(hit)) == 6


def test_on_a_map_it_is_known_who_is_adjacent() -> None:
    with pytest.raises(Refusal, match="Name one target, Bug 1 alone"):
        mapped("F4", "F5").throw("Ash", "Bug 1", "Bug 2")


def test_what_throwing_is_for() -> None:
    skirmish = mapped("F4")
    with pytest.raises(NoRule, match=r"You can't throw the Rifle\. Use /fire"):
        skirmish.throw("Ash", "Bug 1", weapon="rifle")
    with pytest.raises(NoRule, match="Leave how: out"):
        skirmish.throw("Ash", "Bug 1", how="2 dice")
    with pytest.raises(Refusal, match=r"Name a target or a space\. In play: Bug 1\."):
        skirmish.throw("Ash")
    with pytest.raises(Refusal, match="You can't attack yourself"):
        skirmish.throw("Ash", "Ash")
    skirmish.muster("Marine, pistol", "A2", name="Hicks")
    with pytest.raises(Refusal, match=r"Hicks has nothing to throw\. Use /fire to attack with the Pistol"):
        skirmish.throw("Hicks", "Bug 1")
    skirmish.throw("Ash", "Bug 1", dice=(1, 2))
    holding = skirmish.one("Ash").holding
    assert holding
    assert holding.weapon.name == "Rifle"


def test_a_throw_needs_sight_and_points() -> None:
    skirmish = mapped("F1", "D1")
    skirmish.order(Redraw(walls=frozenset(places("D2"))))
    with pytest.raises(NotNow, match="Bug 2 at D1 is in the way"):
        skirmish.throw("Ash", "Bug 1")
    with pytest.raises(NotNow, match=r"Ash has 3 Points left this turn\. That attack takes 4 Points"):
        skirmish.throw("Ash", "Bug 2", aim=3)
    with pytest.raises(NotNow, match="no chance"):
        skirmish.throw("Ash", "L8")


def test_grenades_are_counted() -> None:
    skirmish = Skirmish(ammunition="boxes")
    skirmish.muster("Marine, rifle, grenade", name="Ash")
    skirmish.muster("Bug Warrior", name="Bug")
    skirmish.throw("Ash", "Bug", range=5, dice=(1, 2))
    assert [skirmish.ammunition("Ash", slot).loaded for slot in (0, 1)] == [16, 3]


def test_the_dead_are_neither_targets_nor_hurt() -> None:
    skirmish = mapped("E1", "E2")
    skirmish.adjust("Bug 1", "dead")
    thrown = skirmish.throw("Ash", "E1", dice=(6, 6, 3))
    assert thrown.outcome == "Ash throws a Grenade at E1, 4 spaces: HIT; Bug 2 3 wounds, 2 Points left."
    skirmish = mapped("E1", "E2")
    skirmish.adjust("Bug 1", "dead")
    thrown = skirmish.throw("Ash", "Bug 2", dice=(6, 6, 1, 2))
    assert thrown.outcome == "Ash throws a Grenade at Bug 2, 4 spaces: HIT; Bug 2 3 wounds, 2 Points left."
