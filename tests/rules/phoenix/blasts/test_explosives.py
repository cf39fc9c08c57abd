"""Launchers and thrown grenades: what first, how well, where it bursts, whom it hurts, what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow, RangeWanted, Refusal
from rules.engine.records.model import Ammunition, Carried, Spare
from rules.engine.records.orders import Aim, Burst, Fire, Reload, Switch, Target, Throw
from rules.engine.records.records import Order
from rules.engine.records.steps import LEFT, Lookup, Note, Ruling, Sum
from rules.engine.scene.effects import Loaded
from rules.engine.scene.scene import Resolution, Scene
from rules.grid.hexes import distance
from rules.phoenix.basics.soldier import Aimed, Soldier, Wound
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.odds.odds import odds
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

ARMS = phoenix().book.arms
TRENT = Soldier(sal=8, actions=8)
M19 = {5: -17}
"""One of its Aim Time Mods."""


def armed(*weapons: str, loads: int = 2, state: Soldier = TRENT, walls: str = "", guard: str = "K3") -> Skirmish:
    """Return Trent at A3 and a Guard ten hexes away, on a map."""
    skirmish = Skirmish()
    skirmish.map(60, 9, walls=walls)
    carried = [Carried(ARMS[weapon], kit.supplied(ARMS[weapon], loads)) for weapon in weapons]
    skirmish.join("Trent", state, *carried, at="A3")
    skirmish.make("Trent", left=2)
    skirmish.join("Guard", Soldier(actions=8), at=guard)
    return skirmish


def ammunition(skirmish: Skirmish, slot: int = 0) -> Ammunition:
    found = skirmish.one("Trent").carried[slot].ammunition
    assert found is not None
    return found


def on(place: str) -> tuple[Target, ...]:
    return (Target(place=Place.parse(place)),)


def ruled(resolution: Resolution) -> set[str]:
    return {step.id for step in resolution.steps if isinstance(step, Ruling)}


def trent(**changes: Any) -> Soldier:
    return replace(TRENT, **changes)


# Launchers


def test_the_example_of_the_book() -> None:
    """SA 13 at 40 hexes needs 67: 82 misses by two hexes, and 7 is long."""
    skirmish = armed("M79", guard="AO3", state=trent(actions=None))
    skirmish.make("Trent", sal=16, aim=Aimed("c2", 7))  # 7 actions of aim: -3
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),)), 82, 7)
    assert total(shot, "Accuracy") == 13
    assert [(roll.label, roll.needed) for roll in rolls(shot)] == [
        ("Hit", "67 or less"),
        ("Scatter", "0-4 is short, 5-9 is long"),
    ]
    assert note(shot, "Scatter") == "82 would need SA 16 to hit: 16 - 13 = 3, halved and rounded up: 2 hexes"
    assert note(shot, "Burst") == "2 hexes long (at AQ3)"
    assert shot.outcome == ("Trent fires the M79 at Guard, 40 hexes: MISS, 2 hexes long (at AQ3). Guard: 25 PD.")
    assert (shot.verdict, note(shot, LEFT)) == ("miss", "not loaded, 2 more")


def test_the_same_without_a_map() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", trent(sal=16, actions=None), Carried(ARMS["M79"], kit.supplied(ARMS["M79"])))
    skirmish.join("Guard", Soldier())
    skirmish.join("Other", Soldier())
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=7, range=40), 82, 7)
    assert shot.outcome == "Trent fires the M79 at Guard, 40 hexes: MISS, 2 hexes long. Guard: 25 PD."
    assert note(shot, "Others").endswith("(place them on the map): Other")
    assert not [step for step in shot.steps if getattr(step, "label", "") == "Trent"]


def test_a_hit_on_somebody_is_in_contact() -> None:
    skirmish = armed("M79", state=trent(actions=None))
    skirmish.join("Friend", Soldier(), at="L3")
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=4), 46)
    assert total(shot, "Accuracy") == 1  # 8 - 7
    assert shot.outcome == ("Trent fires the M79 at Guard, 10 hexes: HIT. Guard: 3,200 PD; Friend: 80 PD.")
    assert skirmish.state("Trent").aim is None


def test_a_hex_is_easier_and_no_contact() -> None:
    skirmish = armed("M79", state=trent(actions=None))
    shot = skirmish.order(Fire("c1", on("K3"), aim=1), 33)
    assert total(shot, "Accuracy") == 8 - 21 + 12
    assert rolls(shot)[0].needed == "33 or less"
    assert shot.outcome == "Trent fires the M79 at K3, 10 hexes: HIT. Guard: 273 PD."


@pytest.mark.parametrize(("how", "size"), [("window", 9), ("door", 13), ("hex", 12)])
def test_window_door_and_hex(how: str, size: int) -> None:
    skirmish = armed("M79", state=trent(actions=None))
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=7, how=how))
    assert total(shot, "Accuracy") == 8 - 3 + size
    assert note(shot, "Hit") == "certain hit, no roll"
    assert note(shot, "Guard") == "in its hex, in the open: 273 PD"


@pytest.mark.parametrize(("how", "size"), [("", 12), ("window", 9), ("hip", 12 - 6)])
def test_aim_at_a_hex_tells_what_the_shot_will_need(how: str, size: int) -> None:
    skirmish = armed("M79")
    aimed = skirmish.order(Aim("c1", on("K3"), aim=2, how=how))
    assert total(aimed, "Accuracy") == 8 - 11 + size
    assert total(skirmish.order(Fire("c1", on("K3"), how=how), 99, 0), "Accuracy") == 8 - 11 + size


def test_aim_at_a_door_counts_nothing_of_who_is_behind_it() -> None:
    skirmish = armed("M79")
    skirmish.make("Guard", exposure="exposed", moved=2)
    aimed = skirmish.order(Aim("c1", (skirmish.target("Guard"),), aim=2, how="door"))
    assert total(aimed, "Accuracy") == 8 - 11 + 13
    assert not ruled(aimed)


@pytest.mark.parametrize("order", [Aim, Fire])
def test_without_the_modifiers_a_hex_is_a_hex_still(order: type[Aim] | type[Fire]) -> None:
    """Explosives are aimed like this (2.11); the target's posture counts no more, and naming it is refused."""
    skirmish = armed("M79")
    skirmish.order(Switch("modifiers", "off"))
    with pytest.raises(
        NoRule,
        match=r"The modifiers of table 2C are off\. Leave them out of how:, or"
        r" turn them on with /encounter options",
    ):
        skirmish.order(order("c1", on("K3"), aim=2, how="smoke"))
    dice = (99, 0) if order is Fire else ()
    assert total(skirmish.order(order("c1", on("K3"), aim=2, how="window"), *dice), "Accuracy") == 8 - 11 + 9


@pytest.mark.parametrize("how", ["called shot", "sweep"])
def test_what_explodes_is_not_aimed_so(how: str) -> None:
    with pytest.raises(NoRule, match="An explosive weapon can target a person, a hex, a window or a door"):
        armed("M79").order(Aim("c1", on("K3"), aim=2, how=how))


@pytest.mark.parametrize("how", ["hip", "firing stance", "hex, hip"])
def test_nothing_is_thrown_from_the_hip_or_a_stance(how: str) -> None:
    with pytest.raises(
        NoRule,
        match=r"A throw has no firing stance and is not from the hip\. Leave"
        r" that out of how:\.",
    ):
        armed("M 67").order(Throw("c1", on("K3"), how=how))


def test_modifiers_and_stance_count_for_a_launcher() -> None:
    skirmish = armed("M79", state=trent(actions=None, position="kneeling", firing_stance=False))
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=4, mod="-1 dust"), 0)
    assert total(shot, "Accuracy") == 8 - 7 + 3 - 6 - 1


def test_it_takes_its_aim_and_then_a_reload() -> None:
    skirmish = armed("M79", loads=1)
    fire = Fire("c1", (skirmish.target("Guard"),), aim=4)
    begun = skirmish.order(fire)
    assert begun.outcome == "Trent aims at Guard: 2 of 4 actions, done in Phase 1, Impulse 2."
    assert skirmish.next(0)[0].resolution.verdict == "hit"
    with pytest.raises(NotNow, match=r"The M79 is empty\. Use /reload \(1 more\)"):
        skirmish.order(fire)
    skirmish.order(Reload("c1"))
    while skirmish.encounter.task("c1"):
        skirmish.next()
    assert ammunition(skirmish) == Ammunition("rounds", 1, 1)


def test_a_launcher_for_one_shot_is_gone() -> None:
    skirmish = armed("M72 A2 LAW", loads=0, state=trent(actions=None))
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=8), 0)
    assert note(shot, LEFT) == "not loaded, no more"
    assert note(shot, "Guard") == "in contact, in the open: 1,100 PD"
    assert "O42" in ruled(shot)
    with pytest.raises(NotNow, match="The M72 A2 LAW is empty, and Trent has no round left for it"):
        skirmish.order(Fire("c1", (skirmish.target("Guard"),)))


def test_the_type_that_is_loaded_bursts() -> None:
    skirmish = armed("RPG 7V", state=trent(actions=None))
    skirmish.encounter = skirmish.encounter.with_combatant(
        replace(skirmish.one("Trent"), carried=(Carried(ARMS["RPG 7V"], Ammunition("rounds", 1, 1, (), "HE")),))
    )
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=12), 0)
    assert note(shot, "Guard") == "in contact, in the open: 2,400 PD"


def test_without_a_chance_it_comes_down_somewhere_all_the_same() -> None:
    skirmish = armed("M79", guard="AE3", state=trent(actions=None, sal=0))
    shot = skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=1), 50, 0)
    assert total(shot, "Accuracy") == -21
    assert note(shot, "Burst") == "10 hexes short (at U3)"
    assert {"O10", "O26"} <= ruled(shot)
    assert shot.outcome.endswith("MISS, 10 hexes short (at U3).")


def test_ducking_counts_when_one_is_fired_upon() -> None:
    skirmish = armed("M79", state=trent(actions=None))
    skirmish.make("Guard", duck="when fired upon")
    assert total(skirmish.order(Fire("c1", (skirmish.target("Guard"),), aim=4), 0), "Accuracy") == 8 - 7 - 5
    skirmish = armed("M79", state=trent(actions=None))
    skirmish.make("Guard", duck="when fired upon")
    assert total(skirmish.order(Fire("c1", on("K3"), aim=4)), "Accuracy") == 8 - 7 + 12


def test_the_shooter_is_hurt_as_well_if_he_is_near() -> None:
    skirmish = armed("M79", guard="D3", state=trent(actions=None))
    shot = skirmish.order(Fire("c1", on("D3"), aim=7))
    assert note(shot, "Trent") == "3 hexes away, in the open: 13 PD"
    assert skirmish.state("Trent").physical_damage == 13


def test_a_burst_of_grenades() -> None:
    """2B has three of the three go off together at 10 hexes, and +1 action of aim (ruling O44)."""
    skirmish = armed("M19", state=trent(actions=None), guard="K3")
    skirmish.join("Friend", Soldier(), at="L3")
    fired = skirmish.order(Burst("c1", on("K3"), aim=4), 0)
    assert total(fired, "Accuracy") == 8 + M19[5] + 12
    assert fired.outcome == (
        "Trent fires a burst of 3 from the M19 at K3, 10 hexes: HIT. Guard: 819 PD; Friend: 240 PD."
    )
    assert note(fired, "Guard") == "in its hex, in the open: 3 x 273 = 819 PD"
    assert "O44" in ruled(fired)
    assert ammunition(skirmish).loaded == ammunition(skirmish).capacity - 3


def test_of_a_burst_that_misses_the_same_rounds_come_down_together() -> None:
    skirmish = armed("M19", state=trent(actions=None), guard="T3")  # 19 hexes: two of three
    skirmish.make("Trent", sal=-4)
    fired = skirmish.order(Burst("c1", on("T3"), aim=1), 99, 9)
    assert note(fired, "Rounds") == "2 of 3 go off there, the rest cause no harm"
    assert note(fired, "Guard") == "6 hexes away, in the open: 2 x 1 = 2 PD"
    assert fired.verdict == "miss"


def test_in_contact_each_round_does_its_harm_and_one_burst_an_impulse() -> None:
    skirmish = armed("M174", loads=1)
    skirmish.make("Trent", left=6, actions=20)
    burst = Burst("c1", (skirmish.target("Guard"),), aim=3)
    fired = skirmish.order(burst, 0)
    assert note(fired, "Guard") == "in contact, in the open: 3 x 3,200 = 9,600 PD"
    with pytest.raises(NotNow, match="Trent has already fired a burst in this impulse, and one is the limit"):
        skirmish.order(burst)


def test_the_last_rounds_of_a_belt_are_a_short_burst() -> None:
    skirmish = armed("M19", state=trent(actions=None))
    loaded = replace(ammunition(skirmish), loaded=2)
    skirmish.encounter = Loaded("c1", 0, loaded).on(skirmish.encounter)
    fired = skirmish.order(Burst("c1", on("K3"), aim=4), 0)
    assert note(fired, "Burst") == "2 rounds left, instead of a full burst of 3"
    assert note(fired, "Guard").endswith("2 x 273 = 546 PD")
    assert ammunition(skirmish).loaded == 0


def test_a_rate_of_fire_of_one_is_one_round() -> None:
    skirmish = armed("AGS-17 Plamya", state=trent(actions=None))
    fired = skirmish.order(Burst("c1", on("K3"), aim=4), 0)
    assert fired.outcome.startswith("Trent fires a burst of 1 from the AGS-17 Plamya at K3, 10 hexes: HIT. Guard:")
    assert total(fired, "Accuracy") == 8 - 15 + 12
    assert ammunition(skirmish).loaded == 28


@pytest.mark.parametrize(("weapon", "why"), [("M79", "has no automatic fire"), ("RPG 7V", "has no automatic fire")])
def test_launchers_without_bursts(weapon: str, why: str) -> None:
    with pytest.raises(NoRule, match=f"The {weapon} {why}. Use /fire for one shot"):
        armed(weapon).order(Burst("c1", on("K3")))


# Grenades


def test_a_grenade_is_armed_aimed_and_thrown() -> None:
    skirmish = armed("M 67")
    doing, thrown = [], skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4))
    doing.append(thrown.outcome)
    for dice in ((), (), (60,)):
        thrown = skirmish.next(*dice)[0].resolution
        doing += [step.text for step in thrown.steps if isinstance(step, Note) and step.label == "Trent"]
    assert doing == [
        "Trent arms the M 67, then throws it: 2 of 7 actions, done in Phase 1, Impulse 4.",
        "aims the M 67 at Guard, then throws it: 4 of 7 actions",
        "aims the M 67 at Guard, then throws it: 6 of 7 actions",
    ]
    assert total(thrown, "Accuracy") == 8 - 12 + 12
    assert skirmish.state("Trent").left == 1  # four impulses of 2, less 3 and 4
    assert thrown.outcome == "Trent throws the M 67 at Guard, 10 hexes: HIT. Guard: 700 PD."
    assert {"O27", "W21"} <= ruled(thrown)
    assert note(thrown, LEFT) == "no grenades, 2 in the pouch; 1 action this impulse"


def test_without_a_name_the_first_sort_that_is_left_is_thrown() -> None:
    """The rifle is in hand, so the grenade is chosen in the order in which they are carried."""
    skirmish = armed("M16", "HG 80", "M 67")
    assert "HG 80" in skirmish.order(Throw("c1", on("K3"), aim=4)).outcome
    skirmish = armed("M16", "HG 80", "M 67")
    used_up = replace(ammunition(skirmish, 1), loaded=0, spares=())
    trent = skirmish.one("Trent")
    carried = [replace(one, ammunition=used_up) if n == 1 else one for n, one in enumerate(trent.carried)]
    skirmish.encounter = skirmish.encounter.with_combatant(replace(trent, carried=tuple(carried)))
    assert "M 67" in skirmish.order(Throw("c1", on("K3"), aim=4)).outcome


def test_the_next_one_comes_from_the_pouch() -> None:
    skirmish = armed("M 67", state=trent(actions=16))
    throw = Throw("c1", on("K3"), aim=1)
    skirmish.make("Trent", left=4)
    skirmish.order(throw, 0)
    begun = skirmish.order(throw)
    assert begun.outcome.startswith("Trent takes the next M 67 from the pouch, then throws it: 0 of 8 actions")
    assert skirmish.next()[0].resolution.outcome.startswith("It is Phase")
    assert ammunition(skirmish) == Ammunition("grenades", 1, 1, (Spare(1, 1),))
    skirmish.next(0)
    assert ammunition(skirmish) == Ammunition("grenades", 1, 0, (Spare(1, 1),))


def test_a_grenade_that_is_not_at_hand() -> None:
    skirmish = armed("M16", "M 67", state=trent(actions=None, aim=Aimed("c2", 12)))
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),)), 5)
    assert total(thrown, "Accuracy") == 8 - 26 + 12  # the aim was the rifle's
    assert skirmish.one("Trent").in_hand == 1
    assert ammunition(skirmish, 1) == Ammunition("grenades", 1, 0, (Spare(1, 2),))


@pytest.mark.parametrize(("aim", "modifier"), [(1, -26), (2, -18), (3, -14), (4, -12), (5, -12), (6, -11), (9, -10)])
def test_aim(aim: int, modifier: int) -> None:
    skirmish = armed("M 67", state=trent(actions=None))
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=aim), 0)
    assert total(thrown, "Accuracy") == 8 + modifier + 12
    assert ("O15" in ruled(thrown)) == (aim in (5, 9))


def test_a_throw_knows_no_stance_and_a_hex_does_not_duck() -> None:
    on_a_knee = trent(actions=None, position="kneeling", firing_stance=False, exposure="firing")
    skirmish = armed("M 67", state=on_a_knee)
    skirmish.make("Guard", moved=3, exposure="looking", duck="when fired upon")
    assert total(skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4), 0), "Accuracy") == 8


def test_who_moves_aims_an_impulse_long() -> None:
    skirmish = armed("M 67", state=trent())
    skirmish.make("Trent", left=0, moved=1, aim=Aimed("c2", 8))
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),)), 0)
    assert total(thrown, "Accuracy") == 8 - 18 - 10 + 12
    assert "O24" in ruled(thrown)


@pytest.mark.parametrize(
    ("at", "way", "lands", "limited"),
    [
        ("Q3", 9, "MISS, but in the target hex.", True),
        ("P3", 9, "MISS, 1 hex long (", True),
        ("M3", 9, "MISS, 4 hexes long (at Q3).", False),
        ("Q3", 0, "MISS, 5 hexes short (at L3).", False),
    ],
)
def test_what_is_thrown_goes_no_farther_than_its_range(at: str, way: int, lands: str, limited: bool) -> None:
    """An M 67 is thrown 16 hexes (R), Q3 from A3; that it misses long does not make it fly farther (O50)."""
    skirmish = armed("M 67", state=trent(actions=None), guard="BA3")
    thrown = skirmish.order(Throw("c1", on(at), aim=1), 99, way)
    assert lands in thrown.outcome
    assert ("O50" in ruled(thrown)) == limited
    assert [step.text for step in thrown.steps if isinstance(step, Ruling) and step.id == "O50"] == [
        "no farther than 16 hexes"
    ] * limited


def test_a_throw_that_misses() -> None:
    skirmish = armed("Mk A3", state=trent(actions=None, sal=14))
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=2), 99, 2)
    assert total(thrown, "Accuracy") == 8
    assert note(thrown, "Scatter") == "99 would need SA 12 to hit: 12 - 8 = 4, halved and rounded up: 2 hexes"
    assert thrown.outcome.startswith(
        "Trent throws the Mk A3 at Guard, 10 hexes: MISS, 2 hexes short (at I3). Guard: 60 PD"
    )
    assert note(thrown, "Guard") == "2 hexes away, in the open: 60 PD"


def test_several_named_without_a_map() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", trent(actions=None), Carried(ARMS["M 61"]))
    for name in ("Guard", "Other"):
        skirmish.join(name, Soldier())
    targets = (skirmish.target("Guard"), skirmish.target("Other"))
    thrown = skirmish.order(Throw("c1", targets, aim=8, range=4))
    assert thrown.outcome == ("Trent throws the M 61 at Guard, 4 hexes: HIT. Guard: 700 PD; Trent: 12 PD.")
    assert note(thrown, "Others").endswith("(place them on the map): Other")


@pytest.mark.parametrize(
    ("weapons", "order", "error", "said"),
    [
        (("M 67",), Throw("c1", on("U3")), Refusal, "The M 67 can be thrown 16 hexes, and U3 is 20"
        " hexes away. Move closer first."),
        (("M79",), Fire("c1", on("K3"), range=201), Refusal, "The M79 reaches 200 hexes, and K3 is 201 hexes away"),
        (("RPG 7V",), Fire("c1", on("K3"), range=301), Refusal, "Range is 0 to 300 hexes"),
        (("M16", "M 67"), Throw("c1", on("K3"), weapon="M16"), NoRule, "The M16 is fired, not thrown: /throw"
            " needs a grenade"),
        (("M16",), Throw("c1", on("K3"), weapon="M16"), NoRule, "The M16 is fired, not thrown: Trent has no grenade"),
        (("M16",), Throw("c1", on("K3")), NotNow, "Trent has no grenade to throw."),
        (("M 67",), Fire("c1", on("K3")), NoRule, "The M 67 is thrown, not fired. Use /throw."),
        (("M 67",), Throw("c1", on("K3"), aim=31), Refusal, "Aim for a throw is 1 to 8 actions, not 31"),
        (("M 67",), Throw("c1", on("K3"), aim=0), Refusal, "Aim for a throw is 1 to 8 actions, not 0"),
        (("M79",), Fire("c1", on("K3"), aim=0), Refusal, "Aim for the M79 is 1 to 7 actions, not 0"),
        (("M79",), Fire("c1", on("K3"), how="sweep"), NoRule, "target a person, a hex, a window or a door"),
        (("M 67",), Throw("c1"), Refusal, "Name a target"),
    ],
)  # fmt: skip
def test_refused(weapons: tuple[str, ...], order: Order, error: type[Refusal], said: str) -> None:
    skirmish = armed(*weapons)
    before = skirmish.encounter
    with pytest.raises(error) as refused:
        skirmish.order(order)
    assert said in str(refused.value)
    assert skirmish.encounter == before


def test_what_stands_in_the_way() -> None:
    skirmish = armed("M 67", walls="E3")
    with pytest.raises(NotNow, match="The obstruction at E3 hides"):
        skirmish.order(Throw("c1", (skirmish.target("Guard"),)))
    skirmish = armed("M 67")
    skirmish.make("Guard", exposure="hidden")
    with pytest.raises(NotNow, match="Guard is out of sight"):
        skirmish.order(Throw("c1", (skirmish.target("Guard"),)))
    thrown = armed("M 67", state=trent(sal=None))
    with pytest.raises(Refusal, match="Trent has no Skill Accuracy Level"):
        thrown.order(Throw("c1", on("K3")))


def test_no_grenade_is_left() -> None:
    skirmish = armed("M 67", loads=0, state=trent(actions=None))
    skirmish.order(Throw("c1", on("K3"), aim=8), 0)
    with pytest.raises(NotNow, match="Trent has no M 67 left"):
        skirmish.order(Throw("c1", on("K3")))


def test_one_arm_throws_and_none_does_not() -> None:
    arm = Wound(500, "Forearm - Bone", 2, Clock(0, 1))
    one = armed("M 67", state=trent(actions=None, wounds=(arm,)))
    assert one.order(Throw("c1", on("K3"), aim=8), 0).verdict == "hit"
    none = armed("M 67", state=trent(actions=None, wounds=(arm, arm)))
    with pytest.raises(NotNow, match="Both of Trent's arms are disabled"):
        none.order(Throw("c1", on("K3"), aim=8))


def test_nobody_knows_the_range() -> None:
    skirmish = Skirmish()
    skirmish.join("Trent", TRENT, Carried(ARMS["M 67"]))
    skirmish.join("Guard", Soldier())
    with pytest.raises(RangeWanted):
        skirmish.order(Throw("c1", (skirmish.target("Guard"),)))


PLACES = st.builds(Place, st.integers(10, 30), st.integers(6, 24))


@given(st.integers(-30, 25), PLACES, st.integers(0, 99), st.integers(0, 9))
def test_it_bursts_on_the_line_and_takes_one_grenade(sal: int, place: Place, roll: int, way: int) -> None:
    here = Place(20, 15)
    if place == here:
        return
    skirmish = Skirmish()
    skirmish.map(40, 30)
    skirmish.join("Trent", Soldier(sal=sal), Carried(ARMS["OF 37"], kit.supplied(ARMS["OF 37"], 3)), at=str(here))
    [part] = resolve(
        Throw("c1", (Target(place=place),), aim=4), Scene(skirmish.encounter, SpareDice(roll, way)), phoenix()
    )
    skirmish.encounter = part.encounter
    assert (ammunition(skirmish).loaded, ammunition(skirmish).loads) == (0, 3)
    burst = [s.text for s in part.resolution.steps if isinstance(s, Note) and s.label == "Burst"]
    if not burst:
        assert part.resolution.verdict == "hit" or distance(here, place) < 3
        return
    off, at = int(burst[0].split()[0]), Place.parse(burst[0].split("(at ")[1].rstrip(")"))
    assert 0 < 3 * off <= distance(here, place)
    assert distance(place, at) == off
    assert distance(here, at) == distance(here, place) + (off if way > 4 else -off)


class SpareDice:
    """Dice of which not all need be thrown."""

    def __init__(self, *values: int) -> None:
        self._values = list(values)

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        return self._values.pop(0), ""


def test_a_quick_ruling() -> None:
    skirmish = Skirmish()
    skirmish.encounter = altered(skirmish.encounter, timed=False)
    skirmish.join("Trent", TRENT, Carried(ARMS["M 61"], kit.supplied(ARMS["M 61"])))
    skirmish.join("Guard", Soldier(position="prone"))
    thrown = skirmish.order(Throw("c1", (skirmish.target("Guard"),), aim=4, range=14), 67, 9)
    assert thrown.outcome == ("Trent throws the M 61 at Guard, 14 hexes: MISS, 1 hex long. Guard: 135 PD.")
    with pytest.raises(NoRule, match="A quick ruling does not count ammunition"):
        skirmish.order(Reload("c1"))


# Bursts of launchers by 3.4 and 3.6 (R14, O73)


def advanced(weapon: str, guard: str = "K3", **trent: Any) -> Skirmish:
    """Trent at A3 with a launcher and the Advanced Rules, and a Guard in the open."""
    skirmish = Skirmish("phoenix-advanced")
    skirmish.map(60, 9)
    state = Soldier(**{"sal": 14, "actions": 8, "position": "standing", **trent})
    skirmish.join("Trent", state, Carried(ARMS[weapon], kit.supplied(ARMS[weapon], 2)), at="A3")
    skirmish.make("Trent", left=8)
    skirmish.join("Guard", Soldier(actions=8, exposure="exposed"), at=guard)
    return skirmish


def tables(resolution: Resolution) -> set[str]:
    return {step.table for step in resolution.steps if isinstance(step, Lookup)}


def burst_at(skirmish: Skirmish, place: str = "", **options: Any) -> Burst:
    return Burst("c1", on(place) if place else (skirmish.target("Guard"),), **options)


def thrown_for(skirmish: Skirmish, order: Order, *faces: int) -> Resolution:
    """The order with the first throws as given; the others do not matter."""
    first = list(faces)

    class Dice:
        def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
            return (first.pop(0) if first else low), ""

    [part] = resolve(order, Scene(skirmish.encounter, Dice(), phoenix().book), phoenix())
    skirmish.encounter = part.encounter
    return part.resolution


def test_a_launchers_burst_has_no_action_of_aim_more_and_goes_by_its_height() -> None:
    """14 - 15 + 16 + 14: 6 actions of aim, 10 hexes, the Auto Elev of somebody standing; no +1 of aim (R14)."""
    fired = thrown_for(advanced("M19"), burst_at(advanced("M19"), aim=6), 0, 0)
    assert total(fired, "Accuracy") == 14 - 15 + 16 + 14
    assert "target standing exposed, height" in {
        term.label for step in fired.steps if isinstance(step, Sum) for term in step.terms
    }
    assert {"5a", "5a_arc"} <= tables(fired)
    assert "2b" not in tables(fired)
    [least] = [step for step in fired.steps if isinstance(step, Lookup) and step.label == "MA"]
    assert least.value == "0.8"


def test_rounds_that_5a_puts_on_him_go_off_in_contact_and_the_others_in_his_hex() -> None:
    """58 of 100 for one of three; where it fails all three go off beside the target."""
    fired = thrown_for(advanced("M19"), burst_at(advanced("M19"), aim=6), 0, 58)
    notes = [step.text for step in fired.steps if isinstance(step, Note) and step.label == "Guard"]
    assert [text.split(",")[0] for text in notes] == ["in contact", "in its hex"]
    assert "2 x 241" in notes[1]
    assert "HIT" in fired.outcome
    beside = thrown_for(advanced("M19"), burst_at(advanced("M19"), aim=6), 0, 59)
    assert "3 x 241" in note(beside, "Guard") and note(beside, "Guard").startswith("in its hex")
    assert "MISS, but in the target hex" in beside.outcome


@pytest.mark.parametrize(
    ("how", "face", "rounds"),
    [("", 0, 3), ("arc 1", 0, 3), ("arc 2", 0, 1), ("arc 3", 0, 1), ("arc 4", 74, 1), ("arc 4", 75, 0)],
)
def test_into_a_hex_come_down_as_many_rounds_as_fall_to_it(how: str, face: int, rounds: int) -> None:
    """Three rounds over the arc (Figure 2); of less than one the share is a chance."""
    skirmish = advanced("M19", guard="K3")
    fired = thrown_for(skirmish, burst_at(skirmish, "K3", aim=6, how=how), 0, *([face] if how == "arc 4" else []))
    if rounds == 0:
        assert fired.outcome.endswith("No round lands there.")
    else:
        assert ("3 x 241" in note(fired, "Guard")) == (rounds == 3)
    assert ammunition(skirmish).loaded == ammunition(skirmish).capacity - 3


def test_an_arc_narrower_than_the_minimum_is_refused() -> None:
    skirmish = advanced("M19")
    with pytest.raises(
        Refusal,
        match=r"The M19 has a Minimum Arc of 0\.8 hexes at 10 hexes\. An arc"
        r" of 0\.5 hexes is too narrow",
    ):
        skirmish.order(burst_at(skirmish, aim=6, how="arc 0.5"))
    with pytest.raises(NoRule, match="Only a burst has an Arc of Fire"):
        skirmish.order(Fire("c1", on("K3"), aim=6, how="arc 2"))
    with pytest.raises(NoRule, match="An explosive weapon can target a person, a hex, a window or a door"):
        basic = armed("M19")
        basic.order(Burst("c1", on("K3"), how="arc 2"))


def test_the_next_burst_goes_on_with_its_sab() -> None:
    """The M19's SAB is 4; no aim is taken, and none counts."""
    skirmish = advanced("M19", actions=16)
    first = thrown_for(skirmish, burst_at(skirmish, "K3", aim=6), 99, 0, 9)
    assert phoenix().aims_wanted(skirmish.encounter, burst_at(skirmish, "K3"))
    skirmish.next()
    told = odds(burst_at(skirmish, "K3"), skirmish.encounter, phoenix().book)
    assert told.rows[0][0] == "+"
    assert phoenix().aims_wanted(skirmish.encounter, burst_at(skirmish, "K3")) == ()
    again = thrown_for(skirmish, burst_at(skirmish, "K3"), 99, 0, 9)
    assert total(again, "Accuracy") == total(first, "Accuracy") - 4
    assert not any(isinstance(step, Lookup) and step.label == "Aim" for step in again.steps)


def test_of_a_burst_too_high_or_too_low_5c_says_how_far_by_the_odds_of_bursts() -> None:
    skirmish = advanced("M19", guard="AE3", sal=2)
    fired = thrown_for(skirmish, burst_at(skirmish, "AE3", aim=6), 99, 9)
    assert fired.verdict == "miss"
    columns = {step.at[-1][1] for step in fired.steps if isinstance(step, Lookup) and step.table == "4g"}
    assert columns == {"Burst Elev."}


def test_odds_of_a_launchers_burst_tell_its_arc() -> None:
    skirmish = advanced("M19")
    told = odds(Burst("c1", (skirmish.target("Guard"),)), skirmish.encounter, phoenix().book)
    assert "A burst of 3 over 0.8 hexes: at the right height 59 on Guard (5A), else *3 in each hex." in told.remarks
    fired = thrown_for(skirmish, burst_at(skirmish, aim=3), 99, 0, 9)
    [needed] = [roll.needed for roll in rolls(fired) if roll.label == "Hit"]
    assert {row[0]: row[1] for row in told.rows}["3"] == str(int(needed.split()[0]) + 1)


def test_the_actions_of_a_throw_are_told_before_it() -> None:
    skirmish = armed("M16", "M 67")
    throw = Throw("c1", (skirmish.target("Guard"),))
    told = odds(throw, skirmish.encounter, phoenix().book)
    before = "Besides its aim, the throw takes 7 actions: 4 to take the next M 67 from the pouch and 3 to arm the M 67."
    assert before in told.remarks
    labels = dict(phoenix().aims_wanted(skirmish.encounter, throw))
    assert labels[1].startswith("1 action: hits ") and labels[1].endswith(" in 100, 8 in all")
    skirmish.order(replace(throw, aim=1))
    assert "Besides its aim" not in " ".join(
        odds(throw, replace(skirmish.encounter, timed=False), phoenix().book).remarks
    )
