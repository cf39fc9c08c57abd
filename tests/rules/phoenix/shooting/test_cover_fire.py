"""Cover fire: at which hexes, with what odds, over which arc (5.10)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Watch
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Aim, Burst, Duck, Fire, Switch, Target, Throw
from rules.engine.records.steps import Lookup
from rules.engine.scene.scene import Part
from rules.phoenix.basics.soldier import Fitted
from rules.phoenix.optional.gunnery.under_fire import Covering, covering_of
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

TRENT = "SAL 14, CA 4, M16A1, facing north"
ADVANCED = ("accuracy", "damage", "automatic fire")


def skirmish(*switches: str, trent: str = TRENT) -> Skirmish:
    """Trent at D12 looks north."""
    fight = Skirmish()
    for name in ("cover fire", *switches):
        fight.order(Switch(name, "on"))
    fight.map(20, 14)
    fight.sheet("Trent", trent, "D12")
    return fight


def places(*spots: str) -> tuple[Target, ...]:
    return tuple(Target(place=Place.parse(spot)) for spot in spots)


def burst(fight: Skirmish, *spots: str, how: str = "cover fire", dice: int | None = None, aim: int | None = 1) -> Part:
    order = Burst(fight.id("Trent"), places(*spots), aim, how=how)
    return fight.parts(order, *([] if dice is None else [dice]))[0]


def watches(encounter: Encounter) -> list[Watch]:
    return [m for m in encounter.agenda if isinstance(m, Watch)]


def covered(fight: Skirmish) -> list[str]:
    [watch] = watches(fight.encounter)
    return [str(place) for place in watch.area]


def covering(fight: Skirmish) -> Covering:
    [watch] = watches(fight.encounter)
    return covering_of(watch)


def test_the_books_arc_of_three() -> None:
    """Rate of Fire 7, Arc of Fire 3: 29."""
    fight = skirmish()
    done = burst(fight, "D4", how="cover fire, arc 3").resolution
    assert done.outcome == (
        "Trent covers D4, C5 and E5 with 7 rounds from the M16A1, 8 hexes: HIT, under fire until this impulse ends."
    )
    assert (done.verdict, covering(fight).arc, covering(fight).fired, covering(fight).left) == ("hit", "3", 7, 7)
    assert note(done, "Under fire") == "each opponent who appears there: 29 or less hits"
    # SAL 14, an aim of one action and one more for a burst in the Basic Game -12, a size of +10.
    assert total(done, "Accuracy") == 14 - 12 + 10
    assert fight.one("Trent").carried[0].ammunition.loaded == 23  # type: ignore[union-attr]


def test_the_elevation_is_thrown_for_in_the_advanced_rules() -> None:
    fight = skirmish(*ADVANCED)
    done = burst(fight, "D4", how="cover fire, arc 3", dice=82).resolution
    # SAL 14, an aim of one action -22, 8 hexes +18, a size of +10: 82 on 4G, Burst Elevation.
    assert (total(done, "Accuracy"), rolls(done)[0].needed, done.verdict) == (20, "82 or less", "hit")
    assert burst(skirmish(*ADVANCED), "D4", dice=83).resolution.verdict == "miss"


@pytest.mark.parametrize(
    ("spots", "how", "area", "arc"),
    [
        (("D4",), "cover fire", ["D4"], "1"),
        (("D4", "C5", "E5"), "covering fire", ["D4", "C5", "E5"], "29/10"),
        (("D4",), "cover-fire, arc 5", ["D4", "B5", "C5", "E5", "F5"], "5"),
        (("D4", "D5"), "cover fire", ["D4", "D5"], "1"),
    ],
)
def test_which_hexes_over_which_arc(spots: tuple[str, ...], how: str, area: list[str], arc: str) -> None:
    fight = skirmish()
    burst(fight, *spots, how=how)
    assert (covered(fight), covering(fight).arc) == (area, arc)


def test_hexes_of_an_arc_that_are_out_of_view_are_left_out() -> None:
    fight = skirmish()
    fight.map(20, 14, "E6")
    burst(fight, "D4", how="cover fire, arc 3")
    assert covered(fight) == ["D4", "C5"]


def test_a_hex_is_named_by_who_is_there() -> None:
    fight = skirmish()
    fight.sheet("Guard", "CA 8, hidden", "D4")
    fight.parts(Burst(fight.id("Trent"), (fight.target("Guard"),), 1, how="cover fire"))
    assert (covered(fight), covering(fight).people) == (["D4"], ())


def test_what_misses_covers_nothing() -> None:
    fight = skirmish(trent="SAL 3, CA 4, M16A1, facing north")
    done = burst(fight, "D4", dice=99).resolution
    assert (done.verdict, watches(fight.encounter)) == ("miss", [])
    assert done.outcome.endswith("8 hexes: MISS.")


def test_it_is_over_when_its_impulse_ends() -> None:
    fight = skirmish()
    burst(fight, "D4")
    assert watches(fight.encounter)
    fight.next()
    assert not watches(fight.encounter)


def test_whoever_ducks_or_leaves_covers_nothing() -> None:
    fight = skirmish()
    burst(fight, "D4")
    fight.order(Duck(fight.id("Trent")) if not fight.encounter.timed else Act(fight.id("Trent"), "hold still"))
    assert watches(fight.encounter)  # the next act takes nothing back
    fight.make("Trent", fired=None)
    fight.order(Duck(fight.id("Trent")))
    assert not watches(fight.encounter)


def test_a_single_round() -> None:
    """11 throws of 100."""
    fight = skirmish()
    [done] = fight.parts(Fire(fight.id("Trent"), places("D4"), 1, how="cover fire"), 0)
    assert done.resolution.outcome.startswith("Trent covers D4 with 1 round from the M16A1, 8 hexes: HIT")
    assert note(done.resolution, "Under fire") == "each opponent who appears there: 10 or less hits"
    assert (covering(fight).arc, covering(fight).left) == ("", 1)


def test_a_short_burst_uses_its_rounds() -> None:
    fight = skirmish(trent="SAL 14, CA 4, M16A1 loaded 4, facing north")
    burst(fight, "D4")
    assert (covering(fight).fired, covering(fight).left) == (4, 4)


def test_aim_at_the_hex_counts() -> None:
    fight = skirmish()
    fight.order(Aim(fight.id("Trent"), places("D4")))
    fight.next()
    assert total(burst(fight, "D4", aim=None).resolution, "Accuracy") == 14 - 12 + 10


def test_it_follows_a_burst_in_the_advanced_rules() -> None:
    fight = skirmish(*ADVANCED)
    first = total(burst(fight, "D4", dice=0).resolution, "Accuracy")
    fight.next()
    # The M16A1's SAB is 3.
    assert total(burst(fight, "D4", dice=0, aim=None).resolution, "Accuracy") == first - 3


def test_it_is_resolved_at_once_where_fire_is_declared() -> None:
    fight = skirmish()
    fight.order(Switch("fire", "declared"))
    assert "not declared" in note(burst(fight, "D4").resolution, "Timing")
    assert covered(fight) == ["D4"]


@pytest.mark.parametrize(
    ("spots", "how", "error", "said"),
    [
        (("D12",), "cover fire", Refusal, r"Trent is at D12\. Cover another hex\."),
        (("D14",), "cover fire", NotNow, "Field of Fire"),
        (("Z20",), "cover fire", NotNow, "off the map"),
        (("D4",), "cover fire, arc 0.5", Refusal, "whole hexes"),
        (("D4", "H6"), "cover fire, arc 1", Refusal, "The named targets need an arc of 5"),
        (("D4",), "cover fire, head", Refusal, "use only its arc and words about the shooter and the weapon"),
        (("D4",), "cover fire, window", Refusal, "use only its arc and words about the shooter and the weapon"),
        (("D4",), "cover fire, target moving", Refusal, "use only its arc and words about the shooter and the weapon"),
        ((), "cover fire", Refusal, "Which hexes does the fire cover"),
    ],
)
def test_what_it_cannot_be(spots: tuple[str, ...], how: str, error: type[Refusal], said: str) -> None:
    fight = skirmish()
    before = fight.encounter
    with pytest.raises(error, match=said):
        burst(fight, *spots, how=how)
    assert fight.encounter == before


@pytest.mark.parametrize(
    ("switches", "word"),
    [
        ((), "hip"),
        ((), "smoke"),
        ((), "moving"),
        (("accuracy",), "speed 1"),
        (("accuracy",), "sling"),
        (("accuracy",), "through smoke"),
    ],
)
def test_what_is_said_of_shooter_and_weapon_goes_with_it(switches: tuple[str, ...], word: str) -> None:
    fight = skirmish(*switches)
    fight.make("Trent", fitted=(Fitted("sling", 0),))
    done = burst(fight, "D4", how=f"cover fire, {word}", dice=99).resolution
    assert done.outcome.startswith("Trent covers D4 with 7 rounds from the M16A1, 8 hexes")


def test_a_single_round_covers_one_hex() -> None:
    fight = skirmish()
    for targets, how in ((places("D4", "E5"), "cover fire"), (places("D4"), "cover fire, arc 3")):
        with pytest.raises(Refusal, match="A single round covers one hex"):
            fight.order(Fire(fight.id("Trent"), targets, 1, how=how))


def test_nobody_throws_it() -> None:
    fight = skirmish(trent="SAL 14, CA 4, 2 M 67, facing north")
    with pytest.raises(NoRule, match="not explosives"):
        fight.order(Throw(fight.id("Trent"), places("D4"), 4, how="cover fire"))


def test_without_the_switch_it_says_so() -> None:
    fight = skirmish()
    fight.order(Switch("cover fire", "off"))
    with pytest.raises(NoRule, match="switch “cover fire”"):
        burst(fight, "D4")
    words = phoenix().words_for(Burst, fight.encounter)
    assert not [word for word in words if "cover" in word]
    fight.order(Switch("cover fire", "on"))
    assert "cover fire" in phoenix().words_for(Fire, fight.encounter)
    assert "cover fire, arc 3" in phoenix().words_for(Burst, fight.encounter)


def test_odds_of_a_single_round_and_of_a_burst() -> None:
    fight = skirmish()
    told = phoenix().odds(Fire(fight.id("Trent"), places("D4"), how="cover fire"), fight.encounter)
    assert told.columns == ("Aim", "Hit")
    # SAL 14 - 22 + 10 at 8 hexes, 2A: 54; with the burst's one action more it is certain.
    assert told.rows[0] == ("1", "54") and ("b1", "100") in told.rows
    assert "A single round: each opponent who appears is hit by 11 in 100." in told.remarks
    wide = phoenix().odds(Burst(fight.id("Trent"), places("D4"), how="cover fire, arc 3"), fight.encounter)
    # 29 or less of 00 to 99.
    assert "A burst of 7 over 3 hexes: each opponent who appears is hit by 30 in 100." in wide.remarks


def test_the_ruling_on_its_size_is_told() -> None:
    fight = skirmish()
    steps = burst(fight, "D4").resolution.steps
    assert any(getattr(step, "id", "") == "R11" for step in steps)
    assert not any(isinstance(step, Lookup) and step.at and step.at[0][1] == "Target is a Hex" for step in steps)
