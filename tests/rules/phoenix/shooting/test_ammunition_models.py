"""Ammunition in boxes and in tokens, house rules beside the book's rounds: what is spent, reloaded, shown, turned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct.conduct import staged
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Ammunition, Carried, Profile, Spare
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Fire, Muster, Reload, Switch, Target, Throw
from rules.engine.records.steps import LEFT, Note, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution, Scene
from rules.phoenix.basics.arms import ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import Soldier
from rules.phoenix.people.sheets.equipment import burden
from rules.phoenix.shooting.carrying import loads
from rules.phoenix.shooting.carrying.kit import supplied
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.shooting.duel import GUARD, TRENT, aim, burst, duel, fire, gun
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls

ARMS = phoenix().book.arms
MISS = 99


def counted(measure: str, *carried: Carried) -> Skirmish:
    skirmish = duel(*carried)
    skirmish.order(Switch("ammunition", measure))
    return skirmish


def inside(skirmish: Skirmish, slot: int = 0) -> Ammunition:
    ammunition = skirmish.one("Trent").carried[slot].ammunition
    assert ammunition is not None
    return ammunition


def again(skirmish: Skirmish) -> None:
    """Trent has actions, and has fired nothing yet."""
    skirmish.make("Trent", left=8, burst=None, fired=None, aim=None, unworked=())


def ready(skirmish: Skirmish) -> Skirmish:
    again(skirmish)
    return skirmish


def rulings(resolution: Resolution) -> list[str]:
    return [step.id for step in resolution.steps if isinstance(step, Ruling) and step.id.startswith("O6")]


# Tokens by the rounds of the magazine; a box for each burst (rounds / rate), else for each round.
@pytest.mark.parametrize(
    ("weapon", "tokens", "boxes"),
    [
        ("M16", 2, 5),  # 30 rounds, *7
        ("M1911A1", 1, 7),
        ("Ingram MAC 10 (45 ACP)", 2, 3),  # 30 rounds, *10
        ("Heckler & Koch G11", 3, 10),  # 50, **5
        ("M249 Minimi", 10, 29),  # a belt of 200, *7
        ("MG3", 5, 10),  # a belt of 100, *10
        ("FR F2", 1, 10),  # 10 rounds, a bolt
        ("Remington M870", 1, 7),
        ("Atchisson Assault 12", 2, 5),  # a drum of 20, *4
    ],
)
def test_capacity(weapon: str, tokens: int, boxes: int) -> None:
    for measure, capacity in (("tokens", tokens), ("boxes", boxes)):
        found = loads.measured(ARMS[weapon], supplied(ARMS[weapon]), measure)
        assert found == Ammunition(measure, capacity, capacity)


def test_what_explodes_or_holds_one_round_is_counted_as_ever() -> None:
    plain = [arm for arm in ARMS.values() if isinstance(arm, Grenade | ExplosiveWeapon)]
    assert len(plain) > 20
    for arm in plain:
        for measure in ("tokens", "boxes"):
            assert loads.measured(arm, supplied(arm, 3), measure) == supplied(arm, 3)


@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 2), (3, 2), (6, 2)])
def test_a_shot_loses_a_token_on_1(die: int, left: int) -> None:
    skirmish = ready(counted("tokens"))
    shot = skirmish.order(fire(skirmish), die, MISS)
    assert inside(skirmish) == Ammunition("tokens", 2, left, (Spare(2, 2),))
    assert [(roll.low, roll.high) for roll in rolls(shot)] == [(1, 6), (0, 99)]
    assert "O62" in rulings(shot)
    assert note(shot, LEFT).startswith(f"{left} of 2 tokens, 2 magazines")


@pytest.mark.parametrize(("die", "left"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_a_burst_loses_a_token_on_3_or_less(die: int, left: int) -> None:
    skirmish = ready(counted("tokens"))
    fired = skirmish.order(burst(skirmish), die, MISS)
    assert fired.outcome.startswith("Trent fires a burst of 7 from the M16A1 at Guard 1, 10 hexes: MISS")
    assert inside(skirmish).loaded == left


def test_a_burst_is_whole_while_a_token_is_left() -> None:
    skirmish = ready(counted("tokens", gun("M16A1", 1)))
    assert inside(skirmish) == Ammunition("tokens", 2, 1, (Spare(2, 2),))
    fired = skirmish.order(burst(skirmish), 1, MISS)
    assert "a burst of 7" in fired.outcome
    assert "Burst" not in [step.label for step in fired.steps if isinstance(step, Note)]
    assert inside(skirmish).loaded == 0
    again(skirmish)
    before = skirmish.encounter
    for order in (fire(skirmish), burst(skirmish)):
        with pytest.raises(NotNow, match=r"^The M16A1 is empty\. Use /reload \(2 magazines\)\.$"):
            skirmish.order(order)
    assert skirmish.encounter == before


def test_an_attack_takes_a_box() -> None:
    skirmish = ready(counted("boxes"))
    assert inside(skirmish) == Ammunition("boxes", 5, 5, (Spare(5, 2),))
    shot = skirmish.order(fire(skirmish), MISS)
    assert inside(skirmish).loaded == 4
    assert note(shot, "Box") == "a house rule: each attack uses one"
    for left in (3, 2, 1, 0):
        again(skirmish)
        assert "a burst of 7" in skirmish.order(burst(skirmish), MISS).outcome
        assert inside(skirmish).loaded == left
    again(skirmish)
    with pytest.raises(NotNow, match=r"The M16A1 is empty\. Use /reload \(2 magazines\)"):
        skirmish.order(burst(skirmish))


def test_rounds_are_the_books() -> None:
    skirmish = ready(duel(gun("M16A1", 4)))
    fired = skirmish.order(burst(skirmish), MISS)
    assert "a burst of 4" in fired.outcome
    assert note(fired, "Burst") == "4 rounds left, instead of a full burst of 7"
    assert rulings(fired) == []


def test_the_advanced_burst_takes_a_token_as_well() -> None:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.join("Trent", TRENT, gun("M16A1", 2))
    skirmish.join("Guard 1", GUARD, gun("M16A1"))
    skirmish.order(Switch("ammunition", "tokens"))
    again(skirmish)
    fired = skirmish.order(burst(skirmish), 3, MISS)
    assert "burst of 7" in fired.outcome
    assert inside(skirmish).loaded == 0


def test_fire_through_a_place_takes_a_token() -> None:
    skirmish = Skirmish("phoenix-advanced")
    skirmish.map(12, 12, "A3")
    skirmish.join("Trent", TRENT, gun("M16A1"), at="A1")
    skirmish.order(Switch("stray fire", "on"))
    skirmish.order(Switch("ammunition", "tokens"))
    again(skirmish)
    shot = skirmish.order(Burst("c1", (Target("", None, Place.parse("A5")),)), 2)
    assert "fires 7 rounds from the M16A1" in shot.outcome
    assert inside(skirmish).loaded == 1


def test_a_grenade_is_a_grenade() -> None:
    skirmish = Skirmish()
    skirmish.map(40, 40)
    skirmish.join("Trent", TRENT, Carried(ARMS["M 67"], supplied(ARMS["M 67"], 2)), at="A1")
    skirmish.order(Switch("ammunition", "tokens"))
    skirmish.make("Trent", actions=None)
    thrown = skirmish.order(Throw("c1", (Target("", None, Place.parse("A15")),)), 0)
    assert [(roll.low, roll.high) for roll in rolls(thrown)] == [(0, 99)]
    assert inside(skirmish) == Ammunition("grenades", 1, 0, (Spare(1, 2),))


def test_the_fullest_magazine_goes_in() -> None:
    magazines = Ammunition("rounds", 30, 4, (Spare(12, 1, "FMJ"), Spare(30, 2, "FMJ"), Spare(30, 1, "AP")), "FMJ")
    skirmish = counted("tokens", Carried(ARMS["M16A1"], magazines))
    skirmish.make("Trent", actions=None)
    assert inside(skirmish) == Ammunition(
        "tokens", 2, 1, (Spare(1, 1, "FMJ"), Spare(2, 2, "FMJ"), Spare(2, 1, "AP")), "FMJ"
    )
    done = skirmish.order(Reload("c1"))
    assert note(done, "Back") == "a magazine of 1 token goes back into the pouch"
    assert done.outcome == "Trent reloads the M16A1: 2 of 2 tokens FMJ, 1 magazine FMJ, 2 FMJ of 1 and 1 AP."
    skirmish.order(Reload("c1", how="AP"))
    assert inside(skirmish).sort == "AP"
    with pytest.raises(NotNow, match=r"is full: 2 of 2 tokens AP"):
        skirmish.order(Reload("c1", how="AP"))


def test_a_magazine_takes_the_reload_time() -> None:
    skirmish = ready(counted("tokens", gun("M16A1", 1)))  # RT 8
    assert skirmish.order(Reload("c1")).outcome.startswith("Trent reloads the M16A1: 2 of 2 tokens, 1 magazine")
    assert skirmish.state("Trent").left == 0


@pytest.mark.parametrize(("measure", "full"), [("tokens", 1), ("boxes", 7)])
def test_what_is_loaded_round_by_round_takes_one_whole_load(measure: str, full: int) -> None:
    weapon = ARMS["Remington M870"]  # 7 rounds, RT 30
    skirmish = counted(measure, Carried(weapon, Ammunition("rounds", 7, 0, (Spare(1, 14),))))
    skirmish.make("Trent", left=29, unworked=(0,))
    assert inside(skirmish) == Ammunition(measure, full, 0, (Spare(1, 2 * full),))
    begun = skirmish.order(Reload("c1"))
    assert "29 of 30 actions" in begun.outcome
    assert inside(skirmish).loaded == 0
    done = next(part.resolution for part in skirmish.next() if "loads" in part.resolution.outcome)
    assert inside(skirmish) == Ammunition(measure, full, full, (Spare(1, full),))
    assert note(done, "Load") == "a house rule: all rounds that fit go in together, in the Reload Time of 30"
    assert skirmish.state("Trent").unworked == ()
    with pytest.raises(NoRule, match="Rounds are not counted here, and the Remington M870 gets all that fits"):
        skirmish.order(Reload("c1", how="3"))


def test_the_last_boxes_go_in_singly_loaded() -> None:
    weapon = ARMS["Remington M870"]
    skirmish = counted("boxes", Carried(weapon, Ammunition("rounds", 7, 2, (Spare(1, 3),))))
    skirmish.make("Trent", actions=None)
    assert inside(skirmish) == Ammunition("boxes", 7, 2, (Spare(1, 3),))
    done = skirmish.order(Reload("c1"))
    assert done.outcome == "Trent loads the Remington M870: 5 of 7 boxes, no more."
    with pytest.raises(NotNow, match="has no Slug round left"):
        skirmish.order(Reload("c1"))


def test_slug_and_shot_are_told_apart() -> None:
    weapon = ARMS["Remington M870"]
    spares = (Spare(1, 7, "Slug"), Spare(1, 7, "Shot"))
    skirmish = counted("tokens", Carried(weapon, Ammunition("rounds", 7, 0, spares, "Shot")))
    skirmish.make("Trent", actions=None)
    skirmish.order(Reload("c1", how="slug"))
    assert inside(skirmish) == Ammunition("tokens", 1, 1, (Spare(1, 1, "Shot"),), "Slug")


def test_a_pump_gun_has_to_be_worked_while_a_token_is_left() -> None:
    skirmish = ready(counted("tokens", Carried(ARMS["Remington M870"], supplied(ARMS["Remington M870"], 7))))
    skirmish.order(fire(skirmish), 2, MISS)
    assert skirmish.state("Trent").unworked == (0,)
    again(skirmish)
    skirmish.order(fire(skirmish), 1, MISS)
    assert skirmish.state("Trent").unworked == ()
    assert inside(skirmish).loaded == 0


def test_unloading() -> None:
    skirmish = counted("tokens")
    skirmish.make("Trent", actions=None)
    skirmish.order(Act("c1", "unload"))
    assert inside(skirmish) == Ammunition("tokens", 2, 0, (Spare(2, 3),))
    shotgun = counted("tokens", Carried(ARMS["Remington M870"], supplied(ARMS["Remington M870"], 7)))
    shotgun.make("Trent", actions=None)
    shotgun.order(Act("c1", "unload"))
    assert inside(shotgun) == Ammunition("tokens", 1, 0, (Spare(1, 2),))


def test_tokens_and_back_create_no_rounds() -> None:
    """13 rounds and two magazines: 73 rounds stay 73; what is reloaded meanwhile is 13 rounds again."""
    skirmish = duel(gun("M16A1", 13))
    before = inside(skirmish)
    skirmish.order(Switch("ammunition", "tokens"))
    assert (inside(skirmish).loaded, inside(skirmish).capacity) == (1, 2)
    skirmish.order(Switch("ammunition", "rounds"))
    assert inside(skirmish) == before
    skirmish.order(Switch("ammunition", "tokens"))
    skirmish.order(Reload("c1"))
    while skirmish.encounter.task("c1"):
        skirmish.next()
    skirmish.order(Switch("ammunition", "rounds"))
    assert inside(skirmish) == Ammunition("rounds", 30, 30, (Spare(30), Spare(13)))


def test_turned_in_mid_fight_and_back() -> None:
    skirmish = duel(gun("M16A1", 15))
    skirmish.order(Switch("ammunition", "tokens"))
    assert inside(skirmish) == Ammunition("tokens", 2, 1, (Spare(2, 2),))
    skirmish.order(Switch("ammunition", "boxes"))
    assert inside(skirmish) == Ammunition("boxes", 5, 2, (Spare(5, 2),))
    again(skirmish)
    skirmish.order(fire(skirmish), MISS)
    skirmish.order(Switch("ammunition", "rounds"))
    assert inside(skirmish) == Ammunition("rounds", 30, 6, (Spare(30, 2),))
    skirmish.order(Switch("ammunition", "rounds"))
    assert inside(skirmish).loaded == 6


def test_a_reload_goes_on_when_the_switch_is_turned() -> None:
    skirmish = duel(gun("M16A1", 0))
    skirmish.order(Reload("c1"))
    skirmish.order(Switch("ammunition", "tokens"))
    while skirmish.encounter.task("c1"):
        skirmish.next()
    assert inside(skirmish) == Ammunition("tokens", 2, 2, (Spare(2, 1),))
    assert skirmish.encounter.clock == Clock(1, 4)


@pytest.mark.parametrize(
    ("measure", "kept", "found"),
    [
        ("tokens", Ammunition("rounds", 30, 9, None), Ammunition("tokens", 2, 1, None)),
        ("rounds", Ammunition("tokens", 2, 1, (Spare(2, 3),)), Ammunition("rounds", 30, 15, (Spare(30, 3),))),
        ("boxes", Ammunition("tokens", 2, 2, ()), Ammunition("boxes", 5, 5, ())),
    ],
)
def test_a_profile_comes_in_any_measure(measure: str, kept: Ammunition, found: Ammunition) -> None:
    skirmish = Skirmish()
    skirmish.order(Switch("ammunition", measure))
    skirmish.order(Muster(Profile("Trent", "", (Carried(ARMS["M16A1"], kept),), Soldier()), "Trent", "", None))
    assert inside(skirmish) == found


def test_a_sheet_line_stays_in_rounds() -> None:
    skirmish = Skirmish()
    skirmish.order(Switch("ammunition", "tokens"))
    skirmish.sheet("Trent", "SAL 14, M16A1, loaded 14, magazines 3")
    assert inside(skirmish) == Ammunition("tokens", 2, 1, (Spare(2, 3),))


def test_the_gm_sets_tokens() -> None:
    skirmish = counted("tokens")
    said = skirmish.order(Adjust("c1", "loaded 1, spares 4")).outcome
    assert "M16A1 1 of 2 tokens" in said
    assert inside(skirmish) == Ammunition("tokens", 2, 1, (Spare(2, 4),))
    with pytest.raises(NotNow, match="holds at most 2 tokens"):
        skirmish.order(Adjust("c1", "loaded 3"))
    shotgun = counted("tokens", Carried(ARMS["Remington M870"], supplied(ARMS["Remington M870"], 7)))
    shotgun.order(Adjust("c1", "spares 3"))
    assert inside(shotgun).spares == (Spare(1, 3),)


def test_shown_in_tokens() -> None:
    skirmish = counted("tokens")
    summary = phoenix().summary(skirmish.one("Trent"), skirmish.encounter)
    assert ("In hand", "M16A1, 2 of 2 tokens, 2 magazines") in summary.lines
    assert "M16A1 2/2" in summary.short
    shotgun = counted("boxes", Carried(ARMS["Remington M870"], supplied(ARMS["Remington M870"], None)))
    lines = dict(phoenix().summary(shotgun.one("Trent"), shotgun.encounter).lines)
    assert lines["In hand"] == "Remington M870, 7 of 7 boxes, boxes unlimited"


@pytest.mark.parametrize("measure", ["tokens", "boxes"])
def test_loads_weigh_what_they_did(measure: str) -> None:
    for name, spares in (("Remington M870", (Spare(1, 14),)), ("M16A1", (Spare(30, 3),))):
        weapon = ARMS[name]
        assert isinstance(weapon, Gun)
        before = Carried(weapon, Ammunition("rounds", weapon.capacity, 0, spares))
        after = Carried(weapon, loads.measured(weapon, before.ammunition, measure))
        assert burden([after], (), phoenix().book) == burden([before], (), phoenix().book)


@pytest.mark.parametrize("measure", ["tokens", "boxes"])
def test_odds_and_choices_throw_nothing(measure: str) -> None:
    skirmish = counted(measure, gun("M16A1", 1))
    for order in (fire(skirmish), burst(skirmish), aim(skirmish, range=10)):
        assert isinstance(order, Fire | Burst | Aim)
        found = phoenix().odds(order, skirmish.encounter)
        assert found.rows
        assert phoenix().choices(order, skirmish.encounter).weapons
    told = " ".join(phoenix().odds(burst(skirmish), skirmish.encounter).remarks)  # type: ignore[arg-type]
    assert "7" in told


def test_a_quick_ruling_throws_no_token() -> None:
    profile = phoenix().profile("skill 8, STR 16, AGI 10, M16", {})
    stage = staged(phoenix(), profile, phoenix().profile("in the open", {}))
    script = ScriptedDice([MISS])
    resolve(Fire("c1", (Target("c2"),), range=10), Scene(stage, script), phoenix())
    assert script.unused == ()


@given(
    st.sampled_from([name for name, arm in ARMS.items() if isinstance(arm, Gun)]),
    st.integers(0, 200),
    st.integers(0, 40),
    st.lists(st.sampled_from(("rounds", "boxes", "tokens")), max_size=6),
)
def test_turning_never_makes_more_than_fits(name: str, rounds: int, spares: int, course: list[str]) -> None:
    weapon = ARMS[name]
    full = supplied(weapon, spares)
    skirmish = Skirmish()
    held = Ammunition("rounds", full.capacity, min(rounds, full.capacity), full.spares)
    skirmish.join("Trent", Soldier(), Carried(weapon, held))
    was = held.loaded
    for measure in (*course, "rounds"):
        skirmish.order(Switch("ammunition", measure))
        now = inside(skirmish)
        assert (now.loaded == 0) == (was == 0)
        assert (now.loads == 0) == (spares == 0)
    assert now.capacity == full.capacity
    skirmish.order(Adjust("c1", "loaded 1, spares 2"))
