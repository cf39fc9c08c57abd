"""Every weapon of every troop type, against what is worked out by hand: numbers, costs, wounds."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.orders import Fire
from rules.space_marines.attacks import attacks
from rules.space_marines.figures.figure import GOOD
from tests.rules.space_marines.skirmish import Skirmish, rolls, total

GOLDEN = Path(__file__).parents[2] / "golden" / "space_marines" / "attacks.toml"
ROWS: dict[str, list[dict[str, Any]]] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))


def title(row: dict[str, Any]) -> str:
    return f"{row['troop']} {row['weapon']}"


def against(troop: str, weapon: str, target: str) -> Skirmish:
    """The troop type with its weapon as "Shooter", in its own phase, and the target as "Target"."""
    skirmish = Skirmish(bad_guys="people")
    skirmish.muster(troop if weapon == "Hand-to-Hand" else f"{troop}, {weapon}", name="Shooter")
    skirmish.muster(target, name="Target")
    if skirmish.state("Shooter").camp != GOOD:
        skirmish.next()
    return skirmish


def foe(row: dict[str, Any], armored: bool) -> str:
    """Somebody of the other camp who is hard to kill."""
    if "Marine" in row["troop"]:
        return "Bot Leader" if armored else "Bug Leader"
    return "Shock Marine" if armored else "Marine"


def two(number: int) -> tuple[int, int]:
    """Two dice with that total."""
    return (number - 6, 6) if number > 7 else (1, number - 1)


@pytest.mark.parametrize("row", ROWS["attack"], ids=title)
def test_the_number_and_what_is_spent(row: dict[str, Any]) -> None:
    whole = against(row["troop"], row["weapon"], foe(row, armored=False))
    opening, twice = whole.encounter, "attacks" in row
    for aim, needed in enumerate([row["needed"], *row["aimed"]]):
        said = {"aim": aim or None, "weapon": row["weapon"], "range": row["range"]}
        lowest = max(3, needed)
        again = (1, 1) if twice else ()
        hit = whole.fire("Shooter", "Target", dice=(*two(lowest), *(1,) * row["dice"], *again), **said)
        assert (hit.verdict, total(hit, "Target number")) == ("hit", needed)
        state = whole.state("Shooter")
        assert state.troop.points - state.left == row["cost"] + aim
        assert state.stage == "done"
        whole.encounter = opening
        missed = whole.fire("Shooter", "Target", dice=(*two(lowest - 1), *again), **said)
        assert missed.verdict == "miss"
        assert whole.state("Target").wounds == 0
        whole.encounter = opening
    with pytest.raises(Refusal):
        whole.fire("Shooter", "Target", aim=len(row["aimed"]) + 1, weapon=row["weapon"], range=row["range"])
    assert whole.encounter == opening


@pytest.mark.parametrize("row", ROWS["attack"], ids=title)
@pytest.mark.parametrize("armored", [False, True], ids=["bare", "armored"])
def test_the_wounds_of_every_face(row: dict[str, Any], armored: bool) -> None:
    skirmish = against(row["troop"], row["weapon"], foe(row, armored))
    opening, points = skirmish.encounter, 6 if "Marine" in row["troop"] else 3
    for face, wounds in enumerate(row["armored" if armored else "bare"], 1):
        again = (1, 1) if "attacks" in row and wounds < points else ()
        dice = (6, 6, *(face,) * row["dice"], *again)
        hit = skirmish.fire("Shooter", "Target", dice=dice, weapon=row["weapon"], range=row["range"])
        said = "no wounds" if wounds == 0 else "1 wound" if wounds == 1 else f"{wounds} wounds"
        assert f"HIT, {said};" in hit.outcome
        assert skirmish.state("Target").wounds == min(wounds, points)
        assert skirmish.one("Target").present == (wounds < points)
        skirmish.encounter = opening


def flames() -> Iterator[Any]:
    for row in ROWS["flame"]:
        for dice in range(1, row["most"] + 1):
            yield pytest.param(row, dice, id=f"{title(row)} {dice}")


@pytest.mark.parametrize(("row", "dice"), list(flames()))
@pytest.mark.parametrize("armored", [False, True], ids=["bare", "armored"])
def test_flames_hit_by_themselves(row: dict[str, Any], dice: int, armored: bool) -> None:
    skirmish = against(row["troop"], row["weapon"], foe(row, armored))
    opening = skirmish.encounter
    for face, wounds in enumerate(row["armored" if armored else "bare"], 1):
        thrown = (face,) * dice
        hit = skirmish.fire("Shooter", "Target", dice=thrown, range=row["farthest"], how=f"{dice} dice")
        assert [roll.label for roll in rolls(hit)] == ["Damage"] * dice
        assert skirmish.state("Target").wounds == min(6, dice * wounds)
        assert skirmish.state("Shooter").left == 3 - dice
        skirmish.encounter = opening
    with pytest.raises(NotNow, match=f"reaches {row['farthest']} spaces"):
        skirmish.fire("Shooter", "Target", range=row["farthest"] + 1)
    with pytest.raises(Refusal, match=f"1 to {row['most']} dice"):
        skirmish.fire("Shooter", "Target", range=1, how=f"{row['most'] + 1} dice")
    with pytest.raises(NoRule, match="never aimed"):
        skirmish.fire("Shooter", "Target", range=1, aim=1)
    with pytest.raises(NoRule, match="Leave mod: out"):
        skirmish.fire("Shooter", "Target", range=1, mod="-1 near")


def test_a_flame_takes_all_the_dice_that_can_be_paid() -> None:
    skirmish = against("Marine", "Flamethrower", "Bug Leader")
    skirmish.adjust("Shooter", "points 2")
    skirmish.fire("Shooter", "Target", range=3, dice=(1, 2))
    assert skirmish.state("Target").wounds == 3
    assert skirmish.state("Shooter").left == 0


@pytest.mark.parametrize("how", ["2d", "2 dice", "2 Points", "2", "2 half dice"])
def test_ways_to_say_the_dice(how: str) -> None:
    skirmish = against("Bot Warrior", "Smart Gun", "Marine")
    skirmish.fire("Shooter", "Target", range=5, dice=(6, 6, 1, 2), how=how)
    assert skirmish.state("Target").wounds == 2
    assert skirmish.state("Shooter").left == 2


@pytest.mark.parametrize("row", ROWS["bought"], ids=str)
def test_a_bots_smart_gun_throws_half_a_die_a_point(row: dict[str, Any]) -> None:
    for target, worth in (("Marine", 2), ("Shock Marine", 1)):
        skirmish = against("Bot Warrior", "Smart Gun", target)
        said = {"range": row["range"], "aim": row["aim"] or None}
        dice = (*two(max(3, row["needed"])), *(3,) * row["dice"])
        hit = skirmish.fire("Shooter", "Target", dice=dice, **said)
        assert total(hit, "Target number") == row["needed"]
        assert skirmish.state("Target").wounds == min(3, worth * row["dice"])
        assert skirmish.state("Shooter").left == 0


@pytest.mark.parametrize("row", ROWS["sniper"], ids=str)
def test_the_sniper_rifle_goes_by_its_target(row: dict[str, Any]) -> None:
    skirmish = against("Marine", "Sniper Rifle", row["target"])
    opening = skirmish.encounter
    assert skirmish.fire("Shooter", "Target", range=row["range"], dice=two(row["needed"] - 1)).verdict == "miss"
    skirmish.encounter = opening
    hit = skirmish.fire("Shooter", "Target", range=row["range"], dice=two(row["needed"]))
    assert total(hit, "Target number") == row["needed"]
    assert not skirmish.one("Target").present
    assert len(rolls(hit)) == 2
    skirmish.encounter = opening
    with pytest.raises(NoRule, match="Sniper Rifle is never aimed"):
        skirmish.fire("Shooter", "Target", range=row["range"], aim=1)
    with pytest.raises(NotNow, match="no chance"):
        skirmish.fire("Shooter", "Target", range=row["range"] + 13 - row["needed"])


def test_a_sniper_has_no_number_for_marines() -> None:
    skirmish = against("Marine", "Sniper Rifle", "Marine")
    with pytest.raises(
        NoRule,
        match=r"numbers only for the kinds bot, bug and fuzzy \(ruling O64\), and"
        r" Target is of the kind marine",
    ):
        skirmish.fire("Shooter", "Target", range=1)


def test_a_sniper_does_not_move_and_fire() -> None:
    skirmish = against("Marine", "Sniper Rifle", "Bug Warrior")
    skirmish.map(10, 10)
    skirmish.adjust("Shooter", "at A1")
    skirmish.adjust("Target", "at H1")
    skirmish.move("Shooter", "A2")
    with pytest.raises(NotNow, match="moved this turn"):
        skirmish.fire("Shooter", "Target")
    with pytest.raises(NotNow, match="moved this turn"):
        attacks.complete_cover_fire(Fire(skirmish.id("Shooter"), skirmish.aimed("H2")), skirmish.encounter)


def test_a_flame_is_never_free() -> None:
    skirmish = against("Marine", "Flamethrower", "Bug Leader")
    skirmish.adjust("Shooter", "points 0")
    with pytest.raises(NotNow, match=r"Shooter has 0 Points left this turn\. That attack takes 1 Point"):
        skirmish.fire("Shooter", "Target", range=3)


@pytest.mark.parametrize("how", ["0 dice", "4 dice"])
def test_dice_that_a_flame_has_not(how: str) -> None:
    with pytest.raises(Refusal, match="The Flamethrower rolls 1 to 3 dice of damage, 1 Point each, not"):
        against("Marine", "Flamethrower", "Bug Leader").fire("Shooter", "Target", range=3, how=how)


def test_a_sniper_rifle_has_no_dice_of_damage() -> None:
    with pytest.raises(NoRule, match=r"The damage of the Sniper Rifle is fixed\. Leave how: out"):
        against("Marine", "Sniper Rifle", "Bug Leader").fire("Shooter", "Target", range=3, how="1 die")


def test_points_of_aim_buy_no_dice() -> None:
    skirmish = against("Bot Warrior", "Smart Gun", "Marine")
    skirmish.fire("Shooter", "Target", range=5, aim=2, dice=(6, 6, 1, 2))
    assert skirmish.state("Target").wounds == 2
    assert skirmish.state("Shooter").left == 0
