"""The side on which cover stands, for every rule that asks how somebody is exposed (2.4, 2.8; ruling O75)."""

from __future__ import annotations

import pytest

from rules.engine.map.pieces import lay
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import BadSheet, NotNow, UnknownName
from rules.engine.records.glimpses import Sight
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Chart, Fire, Move, Switch, Target, Throw
from rules.engine.records.steps import Ruling
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Part, Resolution
from rules.engine.sight.sight import known_to
from rules.grid import hexes
from rules.phoenix.blasts import explosion
from rules.phoenix.blasts.concussion import Burst as Blast
from rules.phoenix.book import Scene
from rules.phoenix.ground.view import check_target, sees
from rules.phoenix.shooting.targets.aimed_target import aimed_target
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.reading import resolve, told
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls, total

AHEAD, BEHIND, BESIDE, LOWER, HERE = "K4", "K16", "W10", "W11", "K10"
"""Places around K10: to the north, to the south, due east (90 degrees), just south of that, and the same hex."""
MISS = 99


def wall(line: str, shooter: str = AHEAD, preset: str = "phoenix-basic", *switches: str) -> Skirmish:
    """Guard at K10, and Trent of the other side at this place, facing Guard."""
    fight = Skirmish(preset)
    for name in switches:
        fight.order(Switch(*name.split(": ")) if ": " in name else Switch(name, "on"))
    fight.map(30, 30)
    facing = {AHEAD: "south", BEHIND: "north", BESIDE: "west", LOWER: "west"}.get(shooter, "north")
    fight.sheet("Guard", f"CA 8, KV 20, SAL 14, M16A1, {line}", HERE)
    fight.sheet("Trent", f"SAL 14, CA 8, KV 20, M16A1, facing {facing}", shooter)
    for name, side in (("Guard", "Red"), ("Trent", "Blue")):
        fight.encounter = fight.encounter.with_combatant(altered(fight.one(name), side=side))
        fight.make(name, left=8)
    return fight


def older(fight: Skirmish) -> Skirmish:
    """Return the fight as if it had begun before cover had a side."""
    fight.order(Switch("side of cover", "all around"))
    return fight


def fire(fight: Skirmish, *dice: int, who: str = "Trent", at: str = "Guard", aim: int = 1) -> Resolution:
    return fight.order(Fire(fight.id(who), (fight.target(at),), aim), *dice)


def accuracy(fight: Skirmish) -> int:
    """The Shot Accuracy of a snap shot: SAL 14, aim -22, and what the target's exposure adds."""
    return total(fire(fight, MISS), "Accuracy") - (14 - 22)


def rulings(resolution: Resolution) -> list[str]:
    return [step.text for step in resolution.steps if isinstance(step, Ruling) and step.id == "O75"]


def outcomes(parts: tuple[Part, ...]) -> list[str]:
    return [part.resolution.outcome for part in parts]


def told_of(fight: Skirmish, order: Burst) -> list[str]:
    """The outcomes of a burst with the first dice that make it hit what it is aimed at."""
    for seed in range(50):
        scene = Scene(fight.encounter, SeededDice(seed), phoenix().book)
        texts = outcomes(resolve(order, scene, phoenix()))
        if "MISS" not in texts[0]:
            return texts
    raise AssertionError("no dice hit")


def blast(fight: Skirmish, at: str, weapon: str = "M 67") -> Resolution:
    """The explosion of a grenade there; no die is thrown in the Basic Game."""
    scene = Scene(fight.encounter, SeededDice(1), phoenix().book)
    burst = Blast(phoenix().book.arms[weapon], "", Place.parse(at))
    scene.conclude("; ".join(one.text for one in explosion.go_off(burst, (), scene)))
    return told(scene.parts[0].resolution, scene.encounter)


# Table 2C: firing over cover 0, looking over cover -4, standing exposed +8, kneeling exposed +6, prone exposed +2.
@pytest.mark.parametrize(
    ("line", "front", "back"),
    [
        ("firing over cover, facing north", 0, 8),
        ("looking over cover, facing north", -4, 8),
        ("kneeling, firing over cover, facing north", 0, 6),
        ("firing over cover to the north, facing south", 0, 8),
        ("firing over cover, facing south", 8, 0),
    ],
)
def test_fire_finds_behind_cover_only_from_its_side(line: str, front: int, back: int) -> None:
    assert accuracy(wall(line, AHEAD)) == front
    assert accuracy(wall(line, BEHIND)) == back


def test_both_ends_of_the_side_are_included() -> None:
    line = "firing over cover, facing north"
    assert accuracy(wall(line, BESIDE)) == 0
    assert accuracy(wall(line, LOWER)) == 8


def test_in_the_same_hex_nobody_is_behind_cover() -> None:
    for line in ("firing over cover, facing north", "firing over cover"):
        fight = wall(line, HERE)
        order = Fire(fight.id("Trent"), (fight.target("Guard"),))
        assert aimed_target(order, fight.encounter).state.exposure == "exposed"


def test_the_size_of_the_advanced_rules() -> None:
    """4E: Fire Over/Around 0, Standing Exposed +7."""
    sums = []
    for shooter in (AHEAD, BEHIND):
        fight = wall("firing over cover, facing north", shooter, "phoenix-advanced")
        sums.append(total(fire(fight, MISS), "Accuracy"))
    assert sums[1] - sums[0] == 7


def test_the_hidden_see_and_are_seen_where_no_cover_stands() -> None:
    for shooter, seen in ((AHEAD, False), (BESIDE, False), (LOWER, True), (BEHIND, True), (HERE, True)):
        fight = wall("hidden, facing north", shooter)
        fight.make("Guard", facing=hexes.bearing(Place.parse(HERE), Place.parse(shooter)))
        guard, trent = fight.one("Guard"), fight.one("Trent")
        assert sees(trent, guard, fight.encounter) is seen, shooter
        assert sees(guard, trent, fight.encounter) is seen, shooter


def test_the_hidden_are_fired_at_from_behind_and_fire_back() -> None:
    with pytest.raises(NotNow, match="Guard is out of sight"):
        fire(wall("hidden, facing north", AHEAD))
    assert accuracy(wall("hidden, facing north", BEHIND)) == 8
    fight = wall("hidden, facing north", BEHIND)
    with pytest.raises(NotNow, match="outside Guard’s Field of Fire"):
        fire(fight, who="Guard", at="Trent")
    fight.order(Act(fight.id("Guard"), "turn to Trent"))
    assert rolls(fire(fight, MISS, who="Guard", at="Trent"))
    with pytest.raises(NotNow, match="Guard is behind cover and sees nothing"):
        fire(wall("hidden, facing north", AHEAD), who="Guard", at="Trent")


def test_nobody_rises_over_cover_to_fire_where_it_does_not_stand() -> None:
    for shooter, exposure in ((AHEAD, "firing"), (BEHIND, "looking")):
        fight = wall("looking over cover to the north", shooter)
        fire(fight, MISS, who="Guard", at="Trent")
        assert fight.state("Guard").exposure == exposure


def test_turning_does_not_carry_cover_along() -> None:
    fight = wall("firing over cover, facing north", BEHIND)
    fight.order(Act(fight.id("Guard"), "turn to south"))
    assert fight.state("Guard").facing == 180
    assert accuracy(fight) == 8


def test_a_blast_in_the_same_hex_finds_all_alike() -> None:
    """3D, Frag Grenade, 0 hexes: In Open 700."""
    fight = wall("hidden, facing west", BEHIND)
    fight.sheet("Friend", "CA 4, KV 20, facing west", HERE)
    gone_off = blast(fight, HERE)
    assert note(gone_off, "Guard") == "in its hex, in the open: 700 PD"
    assert note(gone_off, "Friend") == "in its hex, in the open: 700 PD"
    assert note(blast(older(fight), HERE), "Guard") == "in its hex, behind solid cover: 0 PD"


@pytest.mark.parametrize(
    ("at", "words"), [("K9", "1 hex away, behind solid cover: 0 PD"), ("K11", "1 hex away, in the open: 180 PD")]
)
def test_concussion_comes_from_a_side(at: str, words: str) -> None:
    fight = wall("hidden, facing north", BEHIND)
    assert note(blast(fight, at), "Guard") == words


def test_fragments_come_from_a_side() -> None:
    """Shrapnel is thrown for only where no solid cover stands."""
    for at, hit in (("K9", False), ("K11", True)):
        fight = wall("hidden, facing north", BEHIND, "phoenix-advanced")
        thrown = [step.about for step in rolls(blast(fight, at)) if step.label == "Shrapnel"]
        assert (fight.id("Guard") in thrown) is hit


def test_a_thrown_target_is_found_by_the_blast_and_not_by_the_throw() -> None:
    """A round that comes down in the target's hex finds them in the open, although they fire over cover."""
    fight = wall("firing over cover, facing north", AHEAD)
    near = blast(fight, HERE)
    assert note(near, "Guard").startswith("in its hex, in the open")
    assert rulings(near) == ["Guard’s cover does not stand against anything in their own hex"]


def test_details_of_a_throw_say_nothing_of_a_side_if_how_names_the_cover() -> None:
    """The throw and the blast each say what they find where nothing is stated."""
    for how, said in (("", 2), ("behind brick wall 6 inch", 0)):
        fight = wall("firing over cover, facing north", BEHIND, "phoenix-advanced", "explosives: off")
        fight.sheet("Thrower", "SAL 14, CA 8, KV 20, M 67, facing north", "K14")
        fight.make("Thrower", left=40)
        order = Throw(fight.id("Thrower"), (fight.target("Guard"),), 2, how=how)
        [thrown] = resolve(order, Scene(fight.encounter, SeededDice(1), phoenix().book), phoenix())
        assert len(rulings(thrown.resolution)) == said


def test_declared_fire() -> None:
    fight = wall("firing over cover, facing north", BEHIND, "phoenix-basic", "fire: declared")
    fire(fight)
    [shot] = [part for part in fight.next(MISS) if "fires" in part.resolution.outcome]
    assert total(shot.resolution, "Accuracy") == 14 - 22 + 8
    front = wall("hidden, facing south", BEHIND, "phoenix-basic", "fire: declared")
    with pytest.raises(NotNow, match="Guard is out of sight"):
        fire(front)


def test_who_goes_behind_cover_stays_in_sight_of_those_behind_it() -> None:
    fight = wall("firing over cover, facing north", BEHIND)
    fight.order(Act(fight.id("Guard"), "duck back"))
    fight.next()
    assert fight.state("Guard").exposure == "hidden"
    assert accuracy(fight) == 8


def test_aim_is_lost_only_where_the_cover_stands() -> None:
    for shooter, kept in ((BEHIND, True), (AHEAD, False)):
        fight = wall("firing over cover, facing north", shooter)
        fight.order(Aim(fight.id("Trent"), (fight.target("Guard"),), 1))
        fight.order(Act(fight.id("Guard"), "duck back"))
        fight.next()
        assert (fight.state("Trent").aim is not None) is kept


@pytest.mark.parametrize(("shooter", "attacked"), [(BEHIND, True), (AHEAD, False)])
def test_cover_fire(shooter: str, attacked: bool) -> None:
    fight = wall("hidden, facing north", shooter, "phoenix-basic", "cover fire")
    order = Burst(fight.id("Trent"), (Target(place=Place.parse(HERE)),), 8, how="cover fire, arc 1")
    under = [text for text in told_of(fight, order) if "Trent’s cover fire" in text]
    assert bool(under) is attacked


@pytest.mark.parametrize(("shooter", "reached"), [(BEHIND, True), (AHEAD, False)])
def test_a_burst_over_an_arc_reaches_others_where_no_cover_stands(shooter: str, reached: bool) -> None:
    fight = wall("hidden, facing north", shooter, "phoenix-advanced")
    order = Burst(fight.id("Trent"), (Target(place=Place.parse(HERE)),), 8)
    assert any("Guard" in text for text in told_of(fight, order)) is reached


@pytest.mark.parametrize(("shooter", "there"), [(BEHIND, True), (AHEAD, False)])
def test_pins(shooter: str, there: bool) -> None:
    """A fighter in sight at a pinned place does not appear there when they rise; the others do."""
    fight = wall("hidden, facing north", shooter, "phoenix-basic", "pinning fire")
    fight.order(Act(fight.id("Trent"), f"pin {HERE}"))
    rises = outcomes(fight.parts(Act(fight.id("Guard"), "fire over cover")))
    assert any("appears at" in text for text in rises) is not there


@pytest.mark.parametrize(("shooter", "spots"), [(BEHIND, True), (AHEAD, False)])
def test_spotting(shooter: str, spots: bool) -> None:
    fight = wall("hidden, facing north", shooter, "phoenix-basic", "spotting", "terrain: jungle")
    spot = Act(fight.id("Trent"), "spot Guard")
    if spots:
        # 5.2, jungle, up to 9 hexes, Frozen: 33 at a Target Size of 4 and more (standing exposed +7), 45 below.
        assert fight.order(spot).outcome == "Trent looks for Guard: 0 of 33 impulses."
        return
    with pytest.raises(NotNow, match="Guard is out of sight"):
        fight.order(spot)


def test_the_fog_lifts_for_those_who_look_behind_the_cover() -> None:
    for fog in ("hidden", "sides"):
        for shooter, sight in ((AHEAD, Sight.UNKNOWN), (BEHIND, Sight.SEEN), (HERE, Sight.SEEN)):
            fight = wall("hidden, facing north", shooter, "phoenix-basic", f"fog: {fog}")
            glimpse = phoenix().glimpse(fight.encounter, "Blue", fight.one("Guard"))
            assert glimpse.sight is sight, (fog, shooter)


def test_a_move_into_cover_turns_it_to_the_nearest_enemy_that_is_known() -> None:
    fight = wall("facing east", BEHIND)
    moved = fight.order(Move(fight.id("Guard"), Place.parse("K8"), how="into cover"))
    assert fight.state("Guard").cover_side == 180
    assert rulings(moved) == ["Guard’s cover stands to the S, toward the nearest enemy that their side knows"]
    fight.next()
    with pytest.raises(NotNow, match="Guard is out of sight"):
        fire(fight)
    unknown = wall("facing east", BEHIND, "phoenix-basic", "fog: sides")
    unknown.order(Adjust(unknown.id("Trent"), "hidden"))
    assert unknown.id("Trent") not in {c.id for c in known_to(unknown.encounter, phoenix(), "Red").combatants}
    unknown.order(Move(unknown.id("Guard"), Place.parse("K8"), how="into cover"))
    assert unknown.state("Guard").cover_side == unknown.state("Guard").facing == 0


@pytest.mark.parametrize(
    ("how", "side"),
    [("into cover to the west", 270), ("low crouch, behind cover toward Trent", 180), ("hidden from A8", 270)],
)
def test_a_move_into_cover_names_its_side(how: str, side: int) -> None:
    fight = wall("facing east", BEHIND)
    fight.order(Move(fight.id("Guard"), Place.parse("K8"), how=how))
    assert fight.state("Guard").cover_side == side


def test_a_side_that_is_no_direction_is_refused_before_the_move() -> None:
    fight = wall("facing east", BEHIND)
    with pytest.raises(UnknownName, match="I don't understand “moon” as a direction"):
        fight.order(Move(fight.id("Guard"), Place.parse("K8"), how="into cover to the moon"))
    assert str(fight.one("Guard").place) == HERE


@pytest.mark.parametrize(
    ("what", "side"),
    [("look over cover", 90), ("take cover to the west", 270), ("fire over cover toward Trent", 180)],
)
def test_an_act_names_the_side_or_it_is_the_facing(what: str, side: int) -> None:
    fight = wall("facing east", BEHIND)
    done = fight.order(Act(fight.id("Guard"), what))
    assert fight.state("Guard").cover_side == side
    assert len(rulings(done)) == 1
    fight.order(Act(fight.id("Guard"), "step out"))
    assert fight.state("Guard").cover_side is None


def test_leaving_the_hex_leaves_the_cover() -> None:
    fight = wall("firing over cover, facing north", BEHIND)
    fight.order(Move(fight.id("Guard"), Place.parse("K9")))
    assert fight.state("Guard").cover_side is None


def test_the_gm_names_it() -> None:
    fight = wall("facing north", BEHIND)
    changed = fight.order(Adjust(fight.id("Guard"), "firing over cover to the west"))
    assert "firing over cover to the W" in changed.outcome
    assert fight.state("Guard").cover_side == 270
    fight.order(Adjust(fight.id("Guard"), "hidden"))
    assert fight.state("Guard").cover_side == 270
    fight.order(Adjust(fight.id("Guard"), "hidden, facing south"))
    assert fight.state("Guard").cover_side == 180
    with pytest.raises(BadSheet, match="Name the cover with it"):
        fight.order(Adjust(fight.id("Guard"), "in the open, to the west"))
    with pytest.raises(BadSheet, match="Name the cover with it"):
        phoenix().profile("line, M16, to the west", {})


def test_without_a_facing_it_counts_all_around_and_details_say_so() -> None:
    for shooter in (AHEAD, BEHIND):
        fight = wall("firing over cover", shooter)
        fired = fire(fight, MISS)
        assert total(fired, "Accuracy") == 14 - 22
        assert rulings(fired) == ["Guard’s cover counts all around, because neither its side nor their facing is known"]
    fight = Skirmish()
    fight.sheet("Trent", "SAL 14, CA 8, M16A1")
    fight.sheet("Guard", "firing over cover, facing north")
    fired = fight.order(Fire(fight.id("Trent"), (fight.target("Guard"),), 1, range=6), MISS)
    assert total(fired, "Accuracy") == 14 - 22
    assert rulings(fired) == ["Guard’s cover counts all around, because not both places are known"]


def test_a_quick_ruling_has_no_sides() -> None:
    fight = wall("firing over cover", AHEAD)
    fight.encounter = altered(fight.encounter, timed=False, battle_map=None)
    assert rulings(fire(fight, MISS)) == []


def test_details_say_why_a_target_is_in_the_open() -> None:
    fired = fire(wall("firing over cover, facing north", BEHIND), MISS)
    assert rulings(fired) == ["Guard’s cover stands to the N and not on this side"]
    assert rulings(fire(wall("firing over cover, facing north", AHEAD), MISS)) == []


@pytest.mark.parametrize("absent", [True, False])
def test_older_encounters_keep_cover_all_around(absent: bool) -> None:
    fight = wall("firing over cover, facing north", BEHIND)
    if absent:
        kept = tuple(pair for pair in fight.encounter.switches if pair[0] != "side of cover")
        fight.encounter = replace(fight.encounter, switches=kept)
    else:
        older(fight)
    fired = fire(fight, MISS)
    assert total(fired, "Accuracy") == 14 - 22
    assert rulings(fired) == []
    fight.order(Adjust(fight.id("Guard"), "hidden"))
    with pytest.raises(NotNow, match="is out of sight"):
        check_target(fight.one("Trent"), fight.one("Guard"), fight.encounter)


def test_an_older_encounter_records_no_side() -> None:
    fight = older(wall("facing east", BEHIND))
    fight.order(Move(fight.id("Guard"), Place.parse("K8"), how="into cover"))
    assert fight.state("Guard").cover_side is None
    fight.order(Act(fight.id("Guard"), "fire over cover"))
    assert fight.state("Guard").cover_side is None


def test_sandbags_are_the_same_mechanism() -> None:
    """The dug in are found from their Field of Fire alone: by fire, sight and blasts (scenario 1)."""
    line = "kneeling, dug in, facing north"
    assert accuracy(wall(line, AHEAD)) == -4
    behind = wall(line, BEHIND)
    with pytest.raises(NotNow, match="Sandbags cover Guard from this side"):
        fire(behind)
    assert not sees(behind.one("Trent"), behind.one("Guard"), behind.encounter)
    assert note(blast(behind, "K11"), "Guard") == "1 hex away, behind solid cover: 0 PD"
    assert "in partial cover" in note(blast(behind, "K9"), "Guard")
    before = older(wall(line, BEHIND))
    with pytest.raises(NotNow, match="Sandbags cover Guard from this side"):
        fire(before)
    assert "in partial cover" in note(blast(before, "K11"), "Guard")


def test_who_ducks_in_a_foxhole_is_hidden_all_around() -> None:
    fight = wall("kneeling, dug in, facing north", BEHIND)
    fight.order(Act(fight.id("Guard"), "duck back"))
    fight.next()
    assert (fight.state("Guard").exposure, fight.state("Guard").cover_side) == ("hidden", None)
    assert not sees(fight.one("Trent"), fight.one("Guard"), fight.encounter)
    fight.order(Act(fight.id("Guard"), "fire over cover"))
    assert fight.state("Guard").exposure == "dug in"
    fight.make("Guard", left=8)
    fight.order(Act(fight.id("Guard"), "turn to south"))
    assert (fight.state("Guard").exposure, fight.state("Guard").cover_side) == ("firing", 180)


def test_riders_are_behind_the_cover_of_their_vehicle_and_on_its_side() -> None:
    """O79: they are found as the vehicle's cover says; it turns with the vehicle, not with them (O75)."""
    fight = wall("facing south", BEHIND)
    fight.sheet("Jeep", "vehicle 16, firing over cover, facing north", HERE)
    fight.order(Act(fight.id("Guard"), "ride in Jeep"))
    assert accuracy(fight) == 8
    fight.order(Act(fight.id("Jeep"), "turn to south"))
    assert fight.state("Jeep").cover_side == 180
    fight.next()
    assert accuracy(fight) == 0
    fight.order(Move(fight.id("Jeep"), Place.parse("K11")))
    assert (fight.state("Jeep").exposure, fight.state("Jeep").cover_side) == ("firing", 180)
    fight.order(Adjust(fight.id("Jeep"), "facing east"))
    assert (fight.state("Jeep").cover_side, fight.state("Guard").cover_side) == (90, 90)
    fight.order(Act(fight.id("Guard"), "dismount"))
    assert (fight.state("Guard").exposure, fight.state("Guard").cover_side) == ("exposed", None)
    placed = wall("facing south", BEHIND)
    placed.sheet("Truck", "vehicle 16, firing over cover, facing north")
    placed.make("Guard", rides=placed.id("Truck"), cover_side=0)
    placed.order(Move(placed.id("Truck"), Place.parse("K12"), how="facing south"))
    assert (placed.state("Truck").cover_side, placed.state("Guard").cover_side) == (180, 180)
    all_around = wall("facing south", BEHIND)
    all_around.sheet("Jeep", "vehicle 16, firing over cover", HERE)
    all_around.order(Act(all_around.id("Guard"), "ride in Jeep"))
    assert accuracy(all_around) == 0


def test_a_cover_piece_in_their_own_hex_is_cover_by_word() -> None:
    """Its material counts from the side on which the fighter has it (3.8); on the others there is none."""
    for shooter, covered in ((AHEAD, True), (BEHIND, False)):
        fight = wall("facing north", shooter, "phoenix-advanced")
        battle_map = fight.encounter.battle_map
        assert battle_map is not None
        fight.order(Chart(lay(battle_map, read_pieces("cover cinder block wall K9", battle_map))))
        fight.order(Move(fight.id("Guard"), Place.parse("K9"), how="into cover to the north"))
        fight.next()
        fight.order(Act(fight.id("Guard"), "fire over cover"))
        fight.next()
        order = Fire(fight.id("Trent"), (fight.target("Guard"),))
        state = aimed_target(order, fight.encounter).state
        assert (state.cover is not None, state.exposure) == (covered, "firing" if covered else "exposed")


def test_boards_and_sheets_show_where_cover_stands() -> None:
    fight = wall("firing over cover, facing west", BEHIND)
    summary = phoenix().summary(fight.one("Guard"), fight.encounter)
    assert "firing over cover W" in summary.short
    assert "firing over cover to the W" in dict(summary.lines)["Stands"]
    fight.order(Adjust(fight.id("Guard"), "hidden"))
    assert "hidden, cover W" in phoenix().summary(fight.one("Guard"), fight.encounter).short
    marker = phoenix().marker(fight.one("Guard"), fight.encounter)
    assert (marker.hidden, marker.cover_side) == (True, 270)


def test_a_fighter_who_is_seen_from_behind_may_be_chosen_and_reckoned_with() -> None:
    """Odds and lists of targets ask the same question as fire."""
    fight = wall("hidden, facing north", BEHIND)
    order = Fire(fight.id("Trent"), (fight.target("Guard"),))
    assert fight.id("Guard") in [id for id, _ in phoenix().choices(order, fight.encounter).targets]
    front = wall("hidden, facing north", AHEAD)
    order = Fire(front.id("Trent"), (front.target("Guard"),))
    assert front.id("Guard") not in [id for id, _ in phoenix().choices(order, front.encounter).targets]


def into_cover(start: str, end: str, enemy: str) -> tuple[Skirmish, str]:
    """Return Trent after a move into cover with an enemy at a place, and the end of the move as Trent's side reads
    it.
    """
    fight = Skirmish("phoenix-advanced")
    fight.map(30, 30)
    fight.sheet("Trent", "SAL 14, CA 8, KV 20, M16A1, facing north", start)
    fight.sheet("Guard", "SAL 14, CA 8, KV 20, M16A1, facing north", enemy)
    for name, side in (("Guard", "Red"), ("Trent", "Blue")):
        fight.encounter = fight.encounter.with_combatant(altered(fight.one(name), side=side))
    fight.make("Trent", left=8)
    return fight, fight.order(Move("c1", Place.parse(end), how="into cover")).outcome


def test_a_move_into_cover_ends_facing_it_where_that_is_free() -> None:
    fight, read = into_cover("K12", "K8", "N3")
    bearing = hexes.bearing(Place.parse("K8"), Place.parse("N3"))
    state = fight.state("Trent")
    assert 0 < bearing <= 60 and (state.facing, state.cover_side) == (bearing, bearing)
    assert read.endswith("and is out of sight when this impulse ends, facing NE.")
    # The turn of the hex is used up: another one costs.
    turned = fight.order(Act("c1", "turn to south")).outcome
    assert "2 action" in turned or "1 action" in turned


def test_a_move_into_cover_tells_where_turning_to_it_is_not_free() -> None:
    fight, read = into_cover("K12", "K8", "K20")
    state = fight.state("Trent")
    assert (state.facing, state.cover_side) == (0, 180)
    assert read.endswith("when this impulse ends; their Field of Fire is not over the cover to the S.")


@pytest.mark.parametrize("how", ["into cover, facing north", "into cover, backward"])
def test_a_move_into_cover_keeps_the_facing_that_is_named(how: str) -> None:
    fight, _ = into_cover("K12", "K11", "N3")
    fight.make("Trent", left=8, facing=0, cover_side=None, exposure="exposed", turned=None)
    fight.order(Move("c1", Place.parse("K8"), how=how))
    assert fight.state("Trent").facing == (180 if "backward" in how else 0)
