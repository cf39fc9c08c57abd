"""Launchers and throws in the Advanced Rules: how accurate, where they come down, what they pierce (3.6)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import Refusal
from rules.engine.records.model import Ammunition, Carried, Profile
from rules.engine.records.orders import Burst, Fire, Switch, Target, Throw
from rules.engine.records.steps import Note, Ruling
from rules.engine.scene.scene import Resolution, Scene
from rules.grid.hexes import distance
from rules.phoenix.basics.arms import ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import Armor, Cover, Soldier
from rules.phoenix.blasts.odds import explosive
from rules.phoenix.shooting.carrying import kit
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

ARMS = phoenix().book.arms
LAUNCHERS = [name for name, weapon in ARMS.items() if isinstance(weapon, ExplosiveWeapon)]
THROWN = [name for name, weapon in ARMS.items() if isinstance(weapon, Grenade)]


def on(place: str) -> tuple[Target, ...]:
    return (Target(place=Place.parse(place)),)


def armed(*weapons: str, sal: int = 9, guard: str = "K3", loads: int = 2, **changes: Any) -> Skirmish:
    """Trent at A3 and a Guard on a map; 3.7 off, so that base figures hold."""
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("target sizes", "off"))
    skirmish.map(60, 9)
    carried = [Carried(ARMS[name], kit.supplied(ARMS[name], loads)) for name in weapons]
    skirmish.join("Trent", Soldier(sal=sal, actions=None, **changes), *carried, at="A3")
    skirmish.join("Guard", Soldier(actions=8), at=guard)
    return skirmish


def loaded(skirmish: Skirmish, round: str) -> Skirmish:
    one = skirmish.one("Trent").carried[0]
    assert one.ammunition is not None
    one = Carried(one.weapon, Ammunition(one.ammunition.measure, 1, 1, (), round))
    combatant = skirmish.one("Trent")
    skirmish.encounter = skirmish.encounter.with_combatant(type(combatant)(**{**combatant.__dict__, "carried": (one,)}))
    return skirmish


def ruled(resolution: Resolution) -> set[str]:
    return {step.id for step in resolution.steps if isinstance(step, Ruling)}


def test_the_grenade_of_figure_4_from_throw_to_burst() -> None:
    """25 + 9 - 14 - 12 + 12 = 20 needs 67; 71 would hit at 21: one hex, the sixth; an impact fuse."""
    skirmish = Skirmish("phoenix-advanced")
    skirmish.order(Switch("target sizes", "off"))
    skirmish.map(12, 14, walls="F8")
    grenade = Carried(ARMS["M 26 A2 (USA)"], kit.supplied(ARMS["M 26 A2 (USA)"], 1))
    skirmish.join("Donovan", Soldier(sal=9, actions=None), grenade, at="F9")
    skirmish.join("One", Soldier(), at="E5")
    skirmish.join("Two", Soldier(), at="C5")
    thrown = skirmish.order(Throw("c1", on("F6"), aim=4, how="not looking"), 71, 6, 99, 64)
    assert total(thrown, "Accuracy") == 20
    assert [(roll.label, roll.value, roll.needed) for roll in rolls(thrown)] == [
        ("Hit", 71, "67 or less"),
        ("Scatter", 6, ""),
        ("Where", 99, ""),
        ("Shrapnel", 64, "25 or less"),
    ]
    assert note(thrown, "Burst") == "1 hex off, beyond to the left (at E6)"
    assert note(thrown, "One") == "1 hex away, in the open: 1 piece of shrapnel, concussion 176 PD"
    assert note(thrown, "Two") == "2 hexes away, in the open: concussion 52 PD"
    assert note(thrown, "Donovan").endswith("behind the obstruction at F8: concussion 12 x 0 = 0 PD")
    misses = "Donovan throws the M 26 A2 (USA) at F6, 3 hexes: MISS, 1 hex off, beyond to the left (at E6)."
    assert thrown.outcome.startswith(f"{misses} One: ankle/foot and")


def test_a_launcher_at_a_hex() -> None:
    """M79, 7 actions of aim -3, 10 hexes +16, the hex +12."""
    skirmish = armed("M79", sal=-5)
    fired = skirmish.order(Fire("c1", on("K3"), aim=7), 67, 99, 99)
    assert total(fired, "Accuracy") == 20
    assert fired.outcome.startswith("Trent fires the M79 at K3, 10 hexes: HIT. Guard:")
    assert note(fired, "Guard").startswith("in its hex, in the open: ")


def test_a_place_is_a_hex_and_larger_from_above() -> None:
    """6 feet across: 15 by 4F instead of 12."""
    skirmish = armed("M79", sal=-5)
    assert total(skirmish.order(Fire("c1", on("K3"), aim=7, how="from above"), 0, 99, 99), "Accuracy") == 23


def test_a_launcher_at_somebody_hits_him_with_the_projectile_too() -> None:
    skirmish = loaded(armed("M79", sal=30), "HE")
    fired = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=7), 0, 99, 99, 99, 99)
    assert [roll.label for roll in rolls(fired)] == ["Hit", "Where", "Where 1", "Where 2", "Where 3"]
    assert note(fired, "Guard") == "in contact, in the open: 3 pieces of shrapnel, concussion 273 PD"
    assert "O51" in ruled(fired)


def test_a_miss_by_two_hexes_is_on_the_line() -> None:
    """The book's: EAL 14, 82, nine levels, long."""
    skirmish = armed("M79", sal=14 - 28 + 3, guard="K3")
    fired = skirmish.order(Fire("c1", on("K3"), aim=7), 82, 7, 99)
    assert total(fired, "Accuracy") == 14
    assert note(fired, "Burst") == "2 hexes long (at M3)"
    assert note(fired, "Guard").startswith("2 hexes away")


def test_without_a_chance_it_is_thrown_for_the_site() -> None:
    skirmish = armed("M79", sal=-60)
    fired = skirmish.order(Fire("c1", on("K3"), aim=7), 99, 0, 99, 99)
    assert note(fired, "Burst") == "10 hexes short (at A3)"
    assert {"O13", "O26", "O38", "O50"} <= ruled(fired)
    assert skirmish.state("Trent").physical_damage >= 241


def test_a_maximum_range_beyond_300_hexes_holds() -> None:
    skirmish = armed("M72 A2 LAW")
    with pytest.raises(
        Refusal,
        match=r"The M72 A2 LAW reaches 650 hexes, and K3 is 651 hexes away\."
        r" Move closer first",
    ):
        skirmish.order(Fire("c1", on("K3"), range=651))
    far = armed("RPG 18", sal=30)
    assert far.order(Fire("c1", (far.target("Guard"),), aim=8, range=500), 0, *(99,) * 2).verdict == "hit"


def test_rounds_of_a_burst_go_off_together_by_2b() -> None:
    skirmish = armed("M19", sal=30)
    fired = skirmish.order(Burst("c1", on("K3"), aim=4), 0, *(99,) * 6)
    assert "3 x" in note(fired, "Guard")
    assert total(fired, "Accuracy") > 28


# Armor


def tank(skirmish: Skirmish, pf: int) -> None:
    skirmish.join("Tank", Soldier(vehicle=10, armor=Armor(body=pf)), at="K3")


def test_heat_that_pierces_goes_off_inside() -> None:
    """PEN 288 against PF 119 at a throw of 9: 119 x 2.42 is 288, which stops it; of 8 it does not."""
    for roll, pierced in ((9, False), (8, True)):
        skirmish = loaded(armed("M79", sal=30), "HEAT")
        tank(skirmish, 119)
        dice = (0, roll, 99, 99) if pierced else (0, roll)
        fired = skirmish.order(Fire("c1", (skirmish.target("Tank"),), aim=7), *dice)
        side = "inside" if pierced else "outside"
        assert note(fired, "Armor").endswith(f"PEN 288: it goes off {side}")
        assert skirmish.state("Tank").physical_damage == 0
        assert (skirmish.state("Guard").physical_damage > 0) is pierced


def test_who_is_named_besides_is_inside_and_others_outside() -> None:
    skirmish = loaded(armed("M79", sal=30, guard="L3"), "HEAT")
    tank(skirmish, 10)
    skirmish.join("Crew", Soldier())
    targets = (skirmish.target("Tank"), skirmish.target("Crew"))
    skirmish.order(Fire("c1", targets, aim=7), 0, 9, 99, 99)
    assert skirmish.state("Crew").physical_damage >= 241
    assert skirmish.state("Guard").physical_damage == 0


def test_a_bunker_is_told_by_its_armor() -> None:
    skirmish = loaded(armed("M79", sal=30), "HEAT")
    fired = skirmish.order(Fire("c1", on("K3"), aim=7, how="armor 500"), 0, 0)
    assert fired.outcome.endswith("HIT. Trent: concussion, 1 PD.")
    skirmish = loaded(armed("M79", sal=30), "HEAT")
    skirmish.order(Fire("c1", on("K3"), aim=7, how="armor 50"), 0, 9, 99, 99)
    assert skirmish.state("Guard").physical_damage >= 241


def test_an_anti_tank_grenade_pierces_as_well() -> None:
    skirmish = armed("RKG 3M", sal=30, guard="D3")
    skirmish.join("Tank", Soldier(vehicle=10, armor=Armor(body=1000)), at="D3")
    skirmish.order(Throw("c1", (skirmish.target("Tank"),), aim=4), 0, 9, 12, 99)
    assert skirmish.state("Guard").physical_damage >= 1900


# Properties


class SpareDice:
    """Dice that show these, and then the highest."""

    def __init__(self, *values: int) -> None:
        self._values = list(values)

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        return (min(max(self._values.pop(0), low), high) if self._values else high), ""


PLACES = st.builds(Place, st.integers(5, 45), st.integers(5, 45))


@given(st.sampled_from(LAUNCHERS + THROWN), st.integers(-40, 25), PLACES, st.integers(0, 99), st.integers(0, 9))
def test_nothing_leaves_its_reach_and_no_more_than_there_was(
    name: str, sal: int, place: Place, roll: int, way: int
) -> None:
    here = Place(25, 25)
    weapon = ARMS[name]
    assert isinstance(weapon, ExplosiveWeapon | Grenade)
    most = weapon.throw if isinstance(weapon, Grenade) else weapon.most_range
    if distance(here, place) > most:
        return
    skirmish = Skirmish("phoenix-advanced")
    skirmish.map(50, 50)
    skirmish.join("Trent", Soldier(sal=sal), Carried(weapon, kit.supplied(weapon, 1)), at=str(here))
    how = "fuse 1" if isinstance(weapon, Grenade) and weapon.fuse == "V" else ""
    aim = 4 if isinstance(weapon, Grenade) else weapon.aim[-1][0]
    order = (Throw if isinstance(weapon, Grenade) else Fire)("c1", (Target(place=place),), aim=aim, how=how)
    [part] = resolve(order, Scene(skirmish.encounter, SpareDice(roll, way)), phoenix())
    ammunition = part.encounter.combatant("c1").carried[0].ammunition
    assert ammunition is not None and 0 <= ammunition.loaded <= ammunition.capacity
    assert ammunition.loads is None or ammunition.loads >= 0
    burst = [s.text for s in part.resolution.steps if isinstance(s, Note) and s.label == "Burst"]
    if not burst or "off the map" in burst[0]:
        return
    at = Place.parse(burst[0].split("(at ")[1].rstrip(")"))
    assert distance(here, at) <= most
    if "short" in burst[0] and "off" not in burst[0]:
        assert distance(here, at) + distance(at, place) == distance(here, place)


# Odds


def test_odds_tell_where_it_comes_down_and_the_explosion() -> None:
    skirmish = armed("M79", sal=-5)
    odds = explosive(Fire("c1", on("K3"), aim=7), skirmish.encounter, phoenix().book)
    assert odds.rows == (("7", "68"),)
    assert "With aim 7, in 100: on target 68, 1 hex off 30, 2 hexes off 2." in odds.remarks
    assert (
        "Shrapnel/concussion by distance in hexes: 0: *2/241, 1: 47/71, 2: 11/23, 3: 4/12, 5: 1/5, 10: -/1."
        in odds.remarks
    )


@pytest.mark.parametrize("name", THROWN + LAUNCHERS)
def test_odds_of_everything(name: str) -> None:
    skirmish = armed(name, guard="C3")
    order = Throw("c1", on("C3")) if name in THROWN else Fire("c1", on("C3"))
    told = explosive(order, skirmish.encounter, phoenix().book)
    assert told.rows
    assert any(remark.startswith("Shrapnel/concussion by distance in hexes: 0: ") for remark in told.remarks)


def test_somebody_only_described_suffers_in_words() -> None:
    skirmish = armed("M79", sal=30)
    target = Target(profile=Profile("a soldier", "", (), Soldier()))
    fired = skirmish.order(Fire("c1", (target,), aim=7, range=5), 0, *(99,) * 4)
    assert "HIT. a soldier: " in fired.outcome.replace("A soldier", "a soldier")
    assert "concussion" in fired.outcome


def test_what_those_named_wear_dampens_it_for_them() -> None:
    skirmish = armed("M 68", sal=30, guard="D3")
    skirmish.join("Other", Soldier(), at="D3")
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4, how="power armor, open trench"), 0, 29, 29)
    assert note(thrown, "Guard") == "in its hex, in the open: concussion 791 x 3 x 0.01 = 24 PD"
    assert note(thrown, "Other") == "in its hex, in the open: concussion 791 x 3 = 2,373 PD"
    assert note(thrown, "Trent").endswith("concussion 29 x 3 = 87 PD")


# Cover (3.8)


@pytest.mark.parametrize(
    ("pf", "size", "kind"), [("1", 7, "nonblocking, so the whole target counts"), ("2.1", 0, "blocking"), ("", 0, "")]
)
@pytest.mark.parametrize("said", [False, True])
def test_a_launcher_finds_somebody_behind_his_cover(pf: str, size: int, kind: str, said: bool) -> None:
    """PEN 2.1 of HE: all of a person (+7) behind PF 1, the exposed part alone (0) over PF 2.1."""
    skirmish = loaded(armed("M79", sal=-5), "HE")
    skirmish.make("Guard", exposure="firing", cover=Cover("it", pf) if pf and not said else None)
    how = f"cover PF {pf}" if pf and said else ""
    order = Fire("c1", (skirmish.target("Guard"),), aim=7, how=how)
    fired = resolve(order, Scene(skirmish.encounter, SpareDice(99)), phoenix())[0].resolution
    assert total(fired, "Accuracy") == -5 - 3 + 16 + size
    covered = [step.text for step in fired.steps if isinstance(step, Note) and step.label == "Cover"]
    assert [text.partition("PEN 2.1: ")[2] for text in covered] == [kind] * bool(kind)


def test_a_projectile_goes_through_the_cover_of_whom_it_hits() -> None:
    """3.8: 99 in the open is an ankle, behind the cover; 02 a forehead, which shows. The blast goes off in their own
    hex, where no cover stands (ruling O75).
    """
    for roll, through in ((99, "PEN 2.1 - cover 1 = EPEN 1.1"), (2, "EPEN 2.1")):
        skirmish = loaded(armed("M79", sal=30), "HE")
        skirmish.make("Guard", exposure="firing", cover=Cover("it", "1"))
        fired = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=7), 0, roll, 99, 99, 99)
        assert through in note(fired, "Armor")
        assert note(fired, "Guard").endswith("in contact, in the open: 3 pieces of shrapnel, concussion 273 PD")


def test_a_place_has_no_cover() -> None:
    for order in (Fire("c1", on("K3"), aim=7, how="behind horse"), Throw("c1", on("D3"), aim=4, how="behind horse")):
        with pytest.raises(Refusal, match=r"is a place\. Leave it out of how"):
            armed("M79" if isinstance(order, Fire) else "Mk A3").order(order)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (Fire("c1", on("K3"), aim=7, how="head"), "Leave head out of how"),
        (Fire("c1", (Target("c2"),), aim=7, how="window, legs"), "Leave legs out of how"),
        (Fire("c1", on("K3"), aim=7, how="combat suit"), "In Combat Suit: name the"),
    ],
)
def test_what_is_said_of_nobody_is_refused(order: Fire, said: str) -> None:
    skirmish = armed("M79")
    before = skirmish.encounter
    with pytest.raises(Refusal, match=said):
        skirmish.order(order)
    assert skirmish.encounter is before


def test_odds_find_somebody_behind_his_cover() -> None:
    """-5 - 3 + 16 is EAL 8 at size 0 (07), 15 at 7 (33)."""
    for pf, hit in (("2.1", "8"), ("2", "34")):
        skirmish = loaded(armed("M79", sal=-5), "HE")
        skirmish.make("Guard", exposure="firing", cover=Cover("it", pf))
        odds = explosive(Fire("c1", (skirmish.target("Guard"),), aim=7), skirmish.encounter, phoenix().book)
        assert odds.rows == (("7", hit),)
