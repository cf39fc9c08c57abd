"""Reloading: what goes in and what comes back, how long it takes, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import Ammunition, Carried, Spare
from rules.engine.records.orders import Act, Aim, Reload, Target
from rules.engine.records.steps import LEFT
from rules.phoenix.basics.soldier import Aimed, Soldier, Wound
from rules.phoenix.shooting.carrying import kit
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix

MAGAZINES = Ammunition("rounds", 30, 4, (Spare(12, 1, "FMJ"), Spare(30, 2, "FMJ"), Spare(30, 1, "AP")), "FMJ")


def armed(
    weapon: str, ammunition: Ammunition | None, actions: int | None = 8, left: int = 2, **state: object
) -> Skirmish:
    skirmish = Skirmish()
    arm = phoenix().book.arms[weapon]
    skirmish.join("Trent", Soldier(actions=actions), Carried(arm, ammunition))
    skirmish.make("Trent", left=left, **state)
    skirmish.join("Guard", Soldier(actions=8))  # who is waited for in every impulse
    return skirmish


def inside(skirmish: Skirmish) -> Ammunition:
    ammunition = skirmish.one("Trent").carried[0].ammunition
    assert ammunition is not None
    return ammunition


def impulses(skirmish: Skirmish) -> int:
    """Return how many more impulses the task takes."""
    for number in range(1, 60):
        skirmish.next()
        if skirmish.encounter.task("c1") is None:
            return number
    raise AssertionError("it never ends")


def test_the_fullest_magazine_goes_in_and_the_old_one_keeps_its_rounds() -> None:
    skirmish = armed("M16", MAGAZINES)
    begun = skirmish.order(Reload("c1"))
    assert begun.outcome == "Trent reloads the M16: 2 of 8 actions, done in Phase 1, Impulse 4."
    assert inside(skirmish) == MAGAZINES
    skirmish.next()
    skirmish.next()
    assert inside(skirmish) == MAGAZINES
    done = skirmish.next()[0].resolution
    assert done.outcome == (
        "Trent reloads the M16: 30 of 30 rounds FMJ, 1 magazine FMJ, 1 FMJ of 12, 1 FMJ of 4 and 1 AP."
    )
    assert inside(skirmish) == Ammunition(
        "rounds", 30, 30, (Spare(12, 1, "FMJ"), Spare(30, 1, "FMJ"), Spare(30, 1, "AP"), Spare(4, 1, "FMJ")), "FMJ"
    )
    assert note(done, LEFT).endswith("; no actions this impulse")
    assert note(done, "Back") == "a magazine of 4 rounds goes back into the pouch"


def test_the_type_that_is_asked_for() -> None:
    skirmish = armed("M16", MAGAZINES, actions=None)
    skirmish.order(Reload("c1", how="ap"))
    assert inside(skirmish) == Ammunition(
        "rounds", 30, 30, (Spare(12, 1, "FMJ"), Spare(30, 2, "FMJ"), Spare(4, 1, "FMJ")), "AP"
    )


def test_the_usual_type_need_not_be_written() -> None:
    skirmish = armed("M16", Ammunition("rounds", 30, 4, (Spare(20), Spare(30, 1, "AP"))), actions=None)
    skirmish.order(Reload("c1", how="FMJ"))
    assert inside(skirmish) == Ammunition("rounds", 30, 20, (Spare(30, 1, "AP"), Spare(4)))


def test_another_type_goes_in_though_the_weapon_is_full() -> None:
    skirmish = armed("M16", Ammunition("rounds", 30, 30, (Spare(12, 1, "AP"),)), actions=None)
    skirmish.order(Reload("c1", how="AP"))
    assert inside(skirmish) == Ammunition("rounds", 30, 12, (Spare(30),), "AP")


def test_an_empty_magazine_is_dropped() -> None:
    skirmish = armed("M16", Ammunition("rounds", 30, 0, (Spare(30, 2),)), actions=None)
    skirmish.order(Reload("c1"))
    assert inside(skirmish) == Ammunition("rounds", 30, 30, (Spare(30),))


def test_as_many_as_wanted() -> None:
    skirmish = armed("M16", Ammunition("rounds", 30, 3, None), actions=None)
    skirmish.order(Reload("c1", how="JHP"))
    assert inside(skirmish) == Ammunition("rounds", 30, 30, None, "JHP")


def test_a_reload_that_is_given_up_changes_nothing() -> None:
    arms = phoenix().book.arms
    skirmish = Skirmish()
    pistol = Carried(arms["M1911A1"], Ammunition("rounds", 7, 0, (Spare(7),)))
    skirmish.join("Trent", Soldier(actions=8), Carried(arms["M16"], MAGAZINES), pistol)
    skirmish.join("Guard", Soldier(actions=8))
    skirmish.make("Trent", left=2)
    skirmish.order(Reload("c1"))
    skirmish.next()
    skirmish.order(Reload("c1", "M1911A1"))
    while skirmish.encounter.task("c1"):
        skirmish.next()
    assert inside(skirmish) == MAGAZINES
    assert skirmish.one("Trent").carried[1].ammunition == Ammunition("rounds", 7, 7)
    assert skirmish.one("Trent").in_hand == 1


def test_aim_is_lost_and_a_round_is_chambered() -> None:
    skirmish = armed("M16", MAGAZINES, actions=None, aim=Aimed("c2", 4), unworked=(0,))
    skirmish.order(Reload("c1"))
    assert (skirmish.state("Trent").aim, skirmish.state("Trent").unworked) == (None, ())


# Remington M870: RT 30 for 7 rounds, so 30 / 7 = 4.3: 5 actions a round (O47).


def test_round_by_round_each_as_its_actions_are_spent() -> None:
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 4, (Spare(1, 14),)))
    begun = skirmish.order(Reload("c1"))
    assert begun.outcome == "Trent loads the Remington M870: 2 of 15 actions, done in Phase 2, Impulse 4."
    loaded = []
    while skirmish.encounter.task("c1"):
        skirmish.next()
        loaded.append(inside(skirmish).loaded)
    assert loaded == [4, 5, 5, 6, 6, 6, 7]
    assert inside(skirmish).spares == (Spare(1, 11),)
    assert skirmish.state("Trent").left == 1  # 8 impulses of 2, less 15


def test_so_many_rounds_as_are_asked_for() -> None:
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 0, (Spare(1, 14),)))
    skirmish.order(Reload("c1", how="3 rounds"))
    assert impulses(skirmish) == 7
    assert (inside(skirmish).loaded, inside(skirmish).loads) == (3, 11)


def test_what_is_in_stays_in_and_aiming_begins_the_count_anew() -> None:
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 0, (Spare(1, 14),)))
    skirmish.order(Reload("c1", how="2"))
    skirmish.next()
    skirmish.next()
    assert inside(skirmish).loaded == 1
    skirmish.order(Aim("c1", (Target("c2"),), 1))
    skirmish.next()
    skirmish.order(Reload("c1", how="2"))
    while skirmish.encounter.task("c1"):
        skirmish.next()
    assert inside(skirmish).loaded == 3


def test_who_aims_in_between_changes_the_magazine_from_the_beginning() -> None:
    skirmish = armed("M16", MAGAZINES)
    skirmish.order(Reload("c1"))
    skirmish.next()
    skirmish.next()
    skirmish.order(Aim("c1", (Target("c2"),), 2))
    skirmish.next()
    skirmish.order(Reload("c1"))
    assert impulses(skirmish) == 4


def test_no_more_go_in_than_there_are() -> None:
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 0, (Spare(1, 2, "Slug"), Spare(1, 1, "Shot"))))
    skirmish.order(Reload("c1"))
    assert impulses(skirmish) == 4
    assert inside(skirmish) == Ammunition("rounds", 7, 2, (Spare(1, 1, "Shot"),), "Slug")


def test_unloading_makes_room_for_another_type() -> None:
    """Round by round, as it went in."""
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 7, (Spare(1, 5, "Shot"),), "Slug"), actions=None)
    with pytest.raises(NotNow, match=r"The Remington M870 still holds 7 Slug\. Fire them or use /act unload first"):
        skirmish.order(Reload("c1", how="shot"))
    skirmish.order(Act("c1", "unload"))
    assert inside(skirmish) == Ammunition("rounds", 7, 0, (Spare(1, 5, "Shot"), Spare(1, 7, "Slug")), "Slug")
    skirmish.order(Reload("c1", how="shot"))
    assert inside(skirmish) == Ammunition("rounds", 7, 5, (Spare(1, 7, "Slug"),), "Shot")


def test_another_type_goes_into_an_empty_weapon_alone() -> None:
    mixed = (Spare(1, 2, "Slug"), Spare(1, 5, "Shot"))
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 1, mixed, "Slug"), actions=None)
    with pytest.raises(NotNow, match=r"The Remington M870 still holds 1 Slug\. Fire them or use /act unload first"):
        skirmish.order(Reload("c1", how="Shot"))
    skirmish = armed("Remington M870", Ammunition("rounds", 7, 0, mixed, "Slug"), actions=None)
    skirmish.order(Reload("c1", how="3 shot"))
    assert inside(skirmish) == Ammunition("rounds", 7, 3, (Spare(1, 2, "Slug"), Spare(1, 2, "Shot")), "Shot")


def test_a_launcher_without_a_magazine_takes_its_whole_reload_time() -> None:
    skirmish = armed("M79", Ammunition("rounds", 1, 0, (Spare(1, 3, "HE"),)))
    assert skirmish.order(Reload("c1")).outcome.startswith("Trent loads the M79: 2 of 10 actions")
    assert impulses(skirmish) == 4
    assert inside(skirmish) == Ammunition("rounds", 1, 1, (Spare(1, 2, "HE"),), "HE")


def test_the_next_grenade_comes_from_the_pouch_for_4() -> None:
    skirmish = armed("M 67", Ammunition("grenades", 1, 0, (Spare(1, 2),)))
    assert skirmish.order(Reload("c1")).outcome.startswith("Trent loads the M 67: 2 of 4 actions")
    done = skirmish.next()[0].resolution
    assert done.outcome == "Trent has the next M 67 ready: 1 grenade, 1 in the pouch."


@pytest.mark.parametrize(
    ("weapon", "ammunition", "how", "error", "said"),
    [
        ("M16", Ammunition("rounds", 30, 30, (Spare(30),)), "", NotNow, "The M16 is full: 30 of 30 rounds, 1 maga"),
        ("M16", Ammunition("rounds", 30, 2), "", NotNow, "Trent has no magazine left for the M16."),
        ("M16", MAGAZINES, "JHP", NotNow, "Trent has no magazine of JHP left for the M16 (2 magazines FMJ, 1 FMJ of"),
        ("M16", MAGAZINES, "HEAT", UnknownName, "The M16 has no “HEAT”. It fires FMJ, JHP or AP."),
        ("M16", MAGAZINES, "3", NoRule, "The M16 takes one whole magazine at a time"),
        (
            "M16",
            Ammunition("rounds", 30, 20, (Spare(12),)),
            "",
            NotNow,
            "The fullest magazine left holds 12, and the one in the M16 holds 20. Keep that one in.",
        ),
        ("M16", None, "", NotNow, "The ammunition of the M16 is not counted"),
        ("Remington M870", Ammunition("rounds", 7, 7, (Spare(1, 3),)), "", NotNow, "The Remington M870 is full"),
        ("Remington M870", Ammunition("rounds", 7, 2), "", NotNow, "Trent has no Slug round left for the Remington"),
        (
            "Remington M870",
            Ammunition("rounds", 7, 2, (Spare(1, 5, "Shot"),), "Slug"),
            "",
            NotNow,
            "Trent has no Slug round left for the Remington M870 (5 more Shot).",
        ),
        ("Remington M870", Ammunition("rounds", 7, 2, (Spare(1, 3),)), "0", Refusal, "How many rounds go in?"
        " Give 1 to 99"),
        ("M72 A2 LAW", Ammunition("rounds", 1, 0), "", NotNow, "Trent has no round left for the M72 A2 LAW."),
        ("M 67", Ammunition("grenades", 2, 0), "", NotNow, "Trent has no grenade left for the M 67."),
    ],
)  # fmt: skip
def test_refused(weapon: str, ammunition: Ammunition | None, how: str, error: type[Refusal], said: str) -> None:
    skirmish = armed(weapon, ammunition)
    before = skirmish.encounter
    with pytest.raises(error) as refused:
        skirmish.order(Reload("c1", how=how))
    assert said in str(refused.value)
    assert skirmish.encounter == before


def test_not_with_a_broken_weapon_nor_without_arms() -> None:
    skirmish = armed("M16", MAGAZINES, broken=(0,))
    with pytest.raises(NotNow, match="was hit and is out of action"):
        skirmish.order(Reload("c1"))
    arm = Wound(500, "Forearm - Bone", 2, Clock(0, 1))
    skirmish = armed("M16", MAGAZINES, wounds=(arm,))
    with pytest.raises(NotNow, match="An arm of Trent is disabled, and loading takes both hands"):
        skirmish.order(Reload("c1"))
    skirmish = armed("M16", MAGAZINES, wounds=(arm, arm))
    with pytest.raises(NotNow, match="Both arms of Trent are disabled"):
        skirmish.order(Reload("c1"))


PLACES = st.sampled_from(["M16", "M1911A1", "Remington M870", "Armscor 6", "M79", "M249 Minimi"])


@given(st.data(), PLACES)
def test_no_round_is_made_and_none_is_lost(data: st.DataObject, name: str) -> None:
    weapon = phoenix().book.arms[name]
    full, sorts = kit.load_of(weapon), st.sampled_from(("", *kit.rounds_of(weapon)))
    capacity = kit.supplied(weapon).capacity
    spares = data.draw(st.lists(st.builds(Spare, st.integers(1, full), st.integers(1, 4), sorts), max_size=4))
    before = Ammunition("rounds", capacity, data.draw(st.integers(0, capacity)), tuple(spares), data.draw(sorts))
    skirmish = armed(name, before, actions=data.draw(st.sampled_from([None, 4, 9])), left=data.draw(st.integers(0, 3)))
    for _ in range(data.draw(st.integers(1, 3))):
        try:
            skirmish.order(Reload("c1", how=data.draw(st.sampled_from(["", "AP", "Slug", "2", "HE"]))))
        except Refusal:
            continue
        for _ in range(data.draw(st.integers(0, 9))):
            if skirmish.encounter.task("c1"):
                skirmish.next()
    after = inside(skirmish)
    for sort in kit.rounds_of(weapon):
        assert _rounds(after, sort, weapon.name) == _rounds(before, sort, weapon.name)
    assert 0 <= after.loaded <= capacity


def _rounds(ammunition: Ammunition, sort: str, weapon: str) -> int:
    """All rounds of a type, in the weapon and besides; the usual type may be written as ""."""
    usual = kit.rounds_of(phoenix().book.arms[weapon])[0]
    held = [Spare(ammunition.loaded, 1, ammunition.sort)] if ammunition.loaded else []
    return sum(s.count * s.number for s in (*held, *(ammunition.spares or ())) if (s.sort or usual) == sort)
