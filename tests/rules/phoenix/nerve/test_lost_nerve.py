"""The broken under life threatening fire: they flee or surrender, as their owner says; how they get away (5.6)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.orders import Adjust, Answer, Duck, Fire, Move, Next, Switch
from rules.phoenix.optional.nerve.lost_nerve import out_of_sight
from rules.phoenix.optional.records import Nerve
from rules.words.places import Place
from tests.rules.phoenix.nerve.shaking import NEAR, act, answers, asked, broken, opposed, shoot, side
from tests.rules.phoenix.skirmish import Skirmish

FLEE_OR_SURRENDER = [("flee", "surrender")]


def low_prone() -> Skirmish:
    """Donovan lies Low Prone and broken in the open."""
    skirmish = opposed("exposed")
    skirmish.make("Donovan", nerve=Nerve("broken", low=True), position="prone")
    return skirmish


def close(skirmish: Skirmish, *dice: int) -> str:
    """The opponent fires at prone Donovan, at EAL 17."""
    return shoot(skirmish, *dice, mod="-1").outcome


@pytest.mark.parametrize(("roll", "threatens"), [(47, True), (73, True), (74, False), (99, False)])
def test_a_miss_within_the_critical_distance_threatens_the_broken(roll: int, threatens: bool) -> None:
    """No Morale Roll is thrown any more. 73 misses by 4 levels, 74 by 5."""
    skirmish = low_prone()
    told = close(skirmish, roll)
    assert told.endswith("MISS; Donovan must flee or surrender.") is threatens
    assert asked(skirmish) == FLEE_OR_SURRENDER * threatens


def test_a_hit_threatens_the_broken_armor_or_not() -> None:
    skirmish = low_prone()
    assert close(skirmish, 46, 10, 5, 99).endswith("Donovan must flee or surrender.")
    assert asked(skirmish) == FLEE_OR_SURRENDER
    skirmish = low_prone()
    skirmish.order(Adjust(skirmish.id("Donovan"), "armor 100"))
    assert close(skirmish, 46, 20).endswith("chest, stopped by armor; Donovan must flee or surrender.")
    assert asked(skirmish) == FLEE_OR_SURRENDER


def test_he_is_asked_once_and_time_waits_for_him() -> None:
    skirmish = low_prone()
    close(skirmish, NEAR)
    close(skirmish, NEAR)
    assert asked(skirmish) == FLEE_OR_SURRENDER
    with pytest.raises(NotNow, match=r"^Donovan must answer first: Donovan is broken and under life threatening fire"):
        skirmish.order(Next())
    with pytest.raises(UnknownName):
        answers(skirmish, "stay")


def test_a_duck_answers_only_whether_he_ducks() -> None:
    skirmish = low_prone()
    skirmish.make("Donovan", duck="ask")
    shot = Fire(skirmish.id("Opponent"), (skirmish.target("Donovan"),), 6, mod="-1")
    skirmish.order(shot)
    skirmish.parts(Answer(skirmish.id("Donovan"), "stay"), NEAR)
    assert asked(skirmish) == FLEE_OR_SURRENDER
    skirmish.make("Donovan", asked=None)
    skirmish.make("Opponent", left=6, aim=None)
    skirmish.order(shot)
    assert asked(skirmish) == [*FLEE_OR_SURRENDER, ("duck", "stay")]
    told, *_ = skirmish.parts(Duck(skirmish.id("Donovan")), 99)
    assert told.resolution.outcome == "Donovan ducks."
    assert asked(skirmish) == FLEE_OR_SURRENDER


def test_nobody_asks_him_who_is_put_out_by_it() -> None:
    skirmish = low_prone()
    close(skirmish, 46, 10, 5, 0, 5)
    assert asked(skirmish) == []
    skirmish = low_prone()
    close(skirmish, NEAR)
    close(skirmish, 46, 10, 5, 0, 5)
    assert asked(skirmish) == FLEE_OR_SURRENDER  # until the impulse ends
    answers(skirmish, "flee")


def test_the_question_to_the_dead_is_dropped() -> None:
    skirmish = low_prone()
    close(skirmish, NEAR)
    skirmish.make("Donovan", died=Clock(1, 1), actions=5)
    skirmish.encounter = skirmish.encounter.with_combatant(skirmish.one("Donovan"))
    skirmish.make("Donovan", died=Clock(0, 4))
    skirmish.next()
    assert asked(skirmish) == []


def test_those_with_their_nerve_are_asked_nothing() -> None:
    skirmish = opposed("exposed")
    shoot(skirmish, 46, 10, 5, 99)
    assert asked(skirmish) == []


def test_whoever_surrenders_is_out_of_the_fight() -> None:
    skirmish = low_prone()
    close(skirmish, NEAR)
    assert answers(skirmish, "surrender").outcome == "Donovan surrenders and is out of the fight."
    assert (skirmish.state("Donovan").nerve, skirmish.state("Donovan").custody) == (
        Nerve("broken", low=True), "surrendered",
    )  # fmt: skip
    with pytest.raises(
        NotNow,
        match=r"^Donovan has surrendered and waits for instructions\. Use /act"
        r" what: resist to end that",
    ):
        act(skirmish, "Donovan", "kneel")
    close(skirmish, NEAR)
    assert asked(skirmish) == []
    skirmish.order(Adjust(skirmish.id("Donovan"), "set free, steady"))
    act(skirmish, "Donovan", "kneel")


def test_whoever_flees_only_gets_away() -> None:
    skirmish = low_prone()
    close(skirmish, NEAR)
    assert answers(skirmish, "flee").outcome == "Donovan flees."
    donovan = skirmish.id("Donovan")
    assert skirmish.state("Donovan").nerve == Nerve("fleeing", fled=Place.parse("AN6"))
    for to in ("AM6", "AL5"):
        with pytest.raises(NotNow, match=rf"^Donovan is fleeing, and {to} is nearer to Opponent. Move away"):
            skirmish.order(Move(donovan, Place.parse(to)))
    with pytest.raises(NotNow, match=r"^Donovan is fleeing\. Use /move to get away from the enemy"):
        skirmish.order(Fire(donovan, (skirmish.target("Opponent"),)))
    with pytest.raises(NotNow, match=r"^Donovan is fleeing\. "):
        act(skirmish, "Donovan", "fire over cover")
    skirmish.order(Move(donovan, Place.parse("AN8")))
    skirmish.order(Move(donovan, Place.parse("AL6"), how="into cover"))


def test_who_is_on_no_side_flees_from_everybody() -> None:
    skirmish = low_prone()
    for name in ("Opponent", "Donovan"):
        side(skirmish, name, "")
    skirmish.make("Donovan", nerve=Nerve("fleeing", fled=Place.parse("AN6")))
    with pytest.raises(NotNow, match=r"^Donovan is fleeing, and AM6 is nearer to Opponent"):
        skirmish.order(Move(skirmish.id("Donovan"), Place.parse("AM6"), how="flee"))
    skirmish.order(Move(skirmish.id("Donovan"), Place.parse("AN8"), how="flees"))
    while skirmish.encounter.task(skirmish.id("Donovan")):
        skirmish.next()
    skirmish.next()
    assert skirmish.state("Donovan").nerve == Nerve("fleeing", fled=Place.parse("AN6"))


def test_fleeing_he_may_go_to_where_nobody_sees_him_however_near_that_is() -> None:
    skirmish = low_prone()
    skirmish.map(40, 12, "AK6")
    skirmish.make("Donovan", nerve=Nerve("fleeing", fled=skirmish.one("Donovan").place))
    assert out_of_sight(skirmish.one("Donovan"), skirmish.encounter)
    skirmish.put("Donovan", "AN8")
    assert not out_of_sight(skirmish.one("Donovan"), skirmish.encounter)
    skirmish.order(Move(skirmish.id("Donovan"), Place.parse("AL6")))


def test_out_of_sight_he_is_broken_again_and_lies_low() -> None:
    skirmish = low_prone()
    skirmish.make("Donovan", nerve=Nerve("fleeing", fled=Place.parse("AN6")), position="standing")
    skirmish.next()
    assert skirmish.state("Donovan").nerve == Nerve("fleeing", fled=Place.parse("AN6"))
    skirmish.map(40, 12, "AK6")
    skirmish.next()  # hidden here already, but nobody gets away without a step
    assert skirmish.state("Donovan").nerve == Nerve("fleeing", fled=Place.parse("AN6"))
    skirmish.put("Donovan", "AM6")
    [part, _] = skirmish.next()
    assert part.resolution.outcome == "Donovan has got away and stays there, broken, until a comrade rallies them."
    state = skirmish.state("Donovan")
    assert (state.nerve, state.position) == (Nerve("broken", low=True), "prone")


def test_off_the_map_he_has_got_away_once_he_is_hidden() -> None:
    skirmish = Skirmish()
    skirmish.order(Switch("morale", "on"))
    for name, of in (("Opponent", "Guards"), ("Donovan", "Squad")):
        skirmish.sheet(name, "CA 8, KV 15, M16")
        side(skirmish, name, of)
    skirmish.make("Donovan", nerve=Nerve("fleeing"))
    skirmish.next()
    assert skirmish.state("Donovan").nerve == Nerve("fleeing")
    act(skirmish, "Donovan", "take cover")
    skirmish.next()
    assert skirmish.state("Donovan").nerve == Nerve("broken")


def test_hits_of_those_who_hide_and_have_no_id_threaten_nobody() -> None:
    skirmish = opposed()
    broken(skirmish)
    with pytest.raises(NotNow, match=r"^Donovan is out of sight"):
        shoot(skirmish)
    with pytest.raises(NotNow, match=r"^Donovan has no question to answer\.$"):
        skirmish.order(Answer(skirmish.id("Donovan"), "flee"))
