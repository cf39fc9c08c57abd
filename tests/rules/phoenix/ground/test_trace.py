"""A fighter who passes in sight is visible there from the beginning of the impulse to its end: to fire, declared fire,
cover fire, pins and spotting alike, and is heard there (2.4, 5.2, 5.3, 5.7, 5.9, 5.10; ruling O33)."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Adjust, Burst, Fire, Move, Switch, Target
from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.phoenix.basics.soldier import Cover
from rules.phoenix.blasts.armored import inside
from rules.phoenix.ground import trace, view
from rules.phoenix.ground.trace import places
from rules.phoenix.optional.senses.spotting_progress import looked_for
from rules.phoenix.shooting.targets.aimed_target import aimed_target
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

SHOOTER = "SAL 14, CA 8, M16A1, facing south"
FOE = "CA 24, KV 20"
MISS = 99


def gap(*switches: str, foe: str = FOE, shooter: str = SHOOTER, preset: str = "phoenix-basic") -> Skirmish:
    """A gap at K9 between walls at J8 and L8: Trent at K3 looks into it, Foe of the other side is behind one at L9."""
    fight = Skirmish(preset)
    for name in switches:
        fight.order(Switch(*name.split(": ")) if ": " in name else Switch(name, "on"))
    fight.map(30, 30, "J8 L8")
    fight.sheet("Trent", shooter, "K3")
    fight.sheet("Foe", foe, "L9")
    for name, side in (("Trent", "Blue"), ("Foe", "Red")):
        fight.encounter = fight.encounter.with_combatant(altered(fight.one(name), side=side))
    return fight


def go(fight: Skirmish, to: str, how: str = "", *dice: int) -> tuple[Part, ...]:
    return fight.parts(Move(fight.id("Foe"), Place.parse(to), how=how), *dice)


def fire(fight: Skirmish, *dice: int, aim: int = 1) -> Part:
    return fight.parts(Fire(fight.id("Trent"), (fight.target("Foe"),), aim), *dice)[0]


def cover(fight: Skirmish, at: str, *dice: int) -> tuple[Part, ...]:
    order = Burst(fight.id("Trent"), (Target(place=Place.parse(at)),), 2, how="cover fire, arc 1")
    return fight.parts(order, *dice)


def outcomes(parts: tuple[Part, ...]) -> list[str]:
    return [part.resolution.outcome for part in parts]


def reach(part: Part) -> str:
    return note(part.resolution, "Range")


def front(line: str = "CA 8, hidden") -> Skirmish:
    """Foe is hidden at Z9 and wants to E9, across the front of Trent at P15."""
    fight = Skirmish()
    fight.order(Switch("cover fire", "on"))
    fight.map(30, 30)
    fight.sheet("Trent", "SAL 20, CA 8, M16A1, facing north", "P15")
    fight.sheet("Foe", line, "Z9")
    return fight


def test_across_the_front_into_cover_he_is_in_sight() -> None:
    fight = front()
    [begun] = go(fight, "E9", "into cover")
    ruled = [step.text for step in begun.resolution.steps if isinstance(step, Ruling) and step.id == "O33"]
    assert ruled == ["the mover can be seen between one cover and the next"]
    foe = fight.one("Foe")
    assert (fight.state("Foe").exposure, [str(at) for at in places(foe)]) == ("exposed", ["X9", "Y9", "Z9"])
    while fight.encounter.task(foe.id):
        fight.make("Trent", left=0)
        fight.next()
        assert trace.shown(fight.one("Foe"))
    assert (str(fight.one("Foe").place), fight.state("Foe").exposure) == ("E9", "exposed")
    fight.next()
    assert fight.state("Foe").exposure == "hidden"
    assert places(fight.one("Foe")) == (Place.parse("E9"),)
    with pytest.raises(NotNow, match="Foe is out of sight"):
        fire(fight)


def test_across_the_front_he_is_fired_at_and_runs_into_cover_fire() -> None:
    fight = front("CA 24, hidden")
    cover(fight, "S9")
    fight.put("Foe", "U9")
    moved, attacked = go(fight, "Q9", "into cover", 99)
    assert moved.resolution.outcome.endswith("; their Field of Fire is not over the cover to the S.")
    assert attacked.resolution.outcome.startswith("Foe appears at S9 under Trent’s cover fire")
    fight.make("Trent", burst=None, left=2)
    assert len(rolls(fire(fight, MISS).resolution)) == 1


def test_a_dash_across_a_gap_can_be_fired_at() -> None:
    fight = gap()
    with pytest.raises(NotNow, match="The obstruction at L8 hides Foe at L9"):
        fire(fight)
    go(fight, "J9")
    assert str(fight.one("Foe").place) == "J9"
    shot = fire(fight, MISS)
    assert reach(shot) == "6 hexes, K3 to K9"
    ruled = [step.text for step in shot.resolution.steps if isinstance(step, Ruling) and step.id == "O33"]
    assert ruled == ["Foe has passed K9 and can be seen there until the impulse ends"]
    # SAL 14, a snap shot -22, a moving target -5, in the open +8 (O25).
    assert total(shot.resolution, "Accuracy") == 14 - 22 - 5 + 8
    fight.next()
    with pytest.raises(NotNow, match="The obstruction at J8 hides Foe at J9"):
        fire(fight)


def test_so_can_stepping_out_and_back() -> None:
    fight = gap()
    go(fight, "K9")
    go(fight, "L9")
    assert [str(at) for at in places(fight.one("Foe"))] == ["L9", "K9"]
    assert reach(fire(fight, MISS)) == "6 hexes, K3 to K9"


def test_the_odds_and_the_targets_to_choose_know_of_it() -> None:
    fight = gap()
    go(fight, "J9")
    order = Fire(fight.id("Trent"), (fight.target("Foe"),))
    assert phoenix().odds(order, fight.encounter).title.endswith("6 hexes, K3 to K9")
    assert phoenix().choices(order, fight.encounter).targets == ((fight.id("Foe"), "Foe (6 hexes)"),)


def test_a_pinned_gap_announces_whom_it_can_fire_at() -> None:
    fight = gap("pinning fire")
    fight.parts(Act(fight.id("Trent"), "pin K9"))
    _, told = go(fight, "J9")
    assert told.resolution.outcome == "Foe appears at K9, which Trent has pinned."
    shot = fire(fight, MISS)
    # An aim of 1 + 1 actions: -12. The map shows the target in the open: +8 (O25).
    assert total(shot.resolution, "Accuracy") == 14 - 12 - 5 + 8
    assert fight.state("Trent").pin is not None


def test_nobody_is_announced_whom_the_shooter_cannot_fire_at() -> None:
    fight = gap("pinning fire")
    fight.parts(Act(fight.id("Trent"), "pin K9"))
    fight.make("Trent", facing=0)  # as nothing in the rules would
    assert len(go(fight, "J9")) == 1


def test_declared_fire_falls_at_whoever_dashes_across() -> None:
    fight = gap("fire: declared")
    go(fight, "J9")
    assert outcomes((fire(fight),))[0].startswith("Trent will fire the M16A1 at Foe")
    resolved = fight.next(MISS)[0]
    assert reach(resolved) == "6 hexes, K3 to K9"
    assert resolved.resolution.verdict == "miss"


def test_cover_fire_falls_upon_whoever_dashes_across_before_and_after_it() -> None:
    fight = gap("cover fire")
    cover(fight, "K9")
    _, attacked = go(fight, "J9", "", MISS)
    assert attacked.resolution.outcome.startswith("Foe appears at K9 under Trent’s cover fire")
    fight = gap("cover fire")
    go(fight, "J9")
    _, attacked = cover(fight, "K9", MISS)
    assert attacked.resolution.outcome.startswith("Foe was at K9 under Trent’s cover fire")


@pytest.mark.parametrize(("preset", "how"), [("phoenix-basic", ""), ("phoenix-advanced", "arc 1")])
def test_a_burst_into_the_gap_finds_him(preset: str, how: str) -> None:
    fight = gap(preset=preset)
    go(fight, "J9")
    order = Burst(fight.id("Trent"), (Target(place=Place.parse("K9")),), 2, how=how)
    parts = resolve(order, Scene(fight.encounter, SeededDice(3)), phoenix())
    assert "Foe: HIT" in outcomes(parts)[0]


def test_each_hex_has_its_own_posture() -> None:
    """The runner crouches across the gap and kneels behind the wall, firing over it: the shot finds them in the gap."""
    fight = gap(preset="phoenix-advanced", foe=f"{FOE}, exposed")
    go(fight, "J9", "low crouch")
    fight.make("Foe", position="kneeling", exposure="firing", gait="", cover=Cover("it", "9"), facing=0)
    shot = view.sighted(fight.one("Trent"), fight.one("Foe"), fight.encounter)
    assert shot is not None and str(shot.place) == "K9"
    [gone_by] = [one for one in trace.way(fight.one("Foe")) if one.place == shot.place]
    assert shot == gone_by
    labels = {term.label for step in fire(fight, MISS).resolution.steps for term in getattr(step, "terms", ())}
    assert "target in a low crouch" in labels and "target firing over cover" not in labels


def test_he_is_aware_of_whom_he_sees_from_the_gap() -> None:
    """5.4: from behind the wall the runner sees nobody, but is shot at as they pass the gap."""
    fight = gap("accuracy", "defensive skill", foe="CA 24, KV 20, ISF 21")
    go(fight, "J9")
    assert not view.sees(fight.one("Foe"), fight.one("Trent"), fight.encounter)
    labels = {term.label for step in fire(fight, MISS).resolution.steps for term in getattr(step, "terms", ())}
    assert "defensive skill, ISF 21" in labels


def test_a_dash_counts_toward_the_spotting_time_of_its_impulse_alone() -> None:
    """Moving, within 9 hexes in the jungle: 2 impulses; behind the wall none counts."""
    fight = gap("spotting", "terrain: jungle")
    trent, foe = fight.id("Trent"), fight.id("Foe")
    done = []
    for to in ("J9", None, None, "L9"):
        if to:
            fight.make("Foe", left=9)
            go(fight, to, "low crouch")
        told = outcomes(fight.next())
        done.append(looked_for(fight.one("Trent"), foe, fight.encounter, phoenix().book))
    assert done == [1, 1, 1, 0]
    assert "Trent spots Foe, 6 hexes away, after 2 impulses." in told
    assert [known.id for known in fight.state("Trent").known] == [foe]
    assert trent not in [known.id for known in fight.state("Foe").known]


def test_a_dash_is_spotted_where_it_is_seen() -> None:
    fight = gap("spotting")
    _, noticed = go(fight, "J9")
    assert noticed.resolution.outcome == "Foe is spotted at once by Trent."
    assert [str(one.place) for one in fight.state("Trent").known] == ["K9"]
    fire(fight, MISS)
    fight.next()
    assert [str(one.place) for one in fight.state("Trent").known] == ["K9"]


def test_it_comes_into_the_field_of_view() -> None:
    fight = gap("field of view")
    fight.make("Foe", facing=180)
    _, noticed = go(fight, "J9")
    assert noticed.resolution.outcome == "Foe comes into the view of Trent."
    assert "view of Trent" not in " ".join(outcomes(go(fight, "K9")))  # once an impulse


def test_steps_are_heard_at_the_nearest_hex() -> None:
    fight = gap("sound")
    fight.sheet("Ear", "CA 8", "L12")
    fight.make("Foe", exposure="hidden")
    go(fight, "G9")
    heard = fight.order(Act(fight.id("Ear"), "listen for Foe moving"), 0)
    assert "4 hexes off at J9" in heard.outcome


def test_the_gm_has_the_last_word() -> None:
    for changes in ("hidden", "at J9"):
        fight = gap()
        go(fight, "J9")
        fight.order(Adjust(fight.id("Foe"), changes))
        with pytest.raises(NotNow):
            fire(fight)


def test_riders_leave_the_trace_of_their_vehicle() -> None:
    fight = gap()
    fight.sheet("Jeep", "vehicle 24", "L9")
    fight.order(Act(fight.id("Foe"), "ride in Jeep"))
    fight.parts(Move(fight.id("Jeep"), Place.parse("J9")))
    driven = [str(at) for at in places(fight.one("Jeep"))]
    assert len(driven) > 2
    assert [str(at) for at in places(fight.one("Foe"))] == driven
    at = aimed_target(Fire(fight.id("Trent"), (fight.target("Jeep"),)), fight.encounter)
    assert at.place != fight.one("Jeep").place
    assert fight.id("Foe") in inside(at, (), fight.encounter)


def test_the_next_impulse_forgets_it() -> None:
    fight = gap()
    go(fight, "J9")
    assert fight.state("Foe").trace and fight.state("Foe").was == Place.parse("L9")
    fight.next()
    assert (fight.state("Foe").trace, fight.state("Foe").was) == ((), None)
    burst = Burst(fight.id("Trent"), (Target(place=Place.parse("K9")),), 2)
    assert outcomes(fight.parts(burst, 0))[0].endswith("the M16A1, 6 hexes.")
