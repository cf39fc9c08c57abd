"""The effects of an explosion on everybody near it: shrapnel and concussion (3.6, 3.7; tables 5A, 5B)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rules.engine.records.orders import Switch
from rules.engine.records.steps import Note, Ruling
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import Armor, Cover, Exposure, Position, Soldier
from rules.phoenix.blasts import explosion
from rules.phoenix.blasts.armored import Shelter
from rules.phoenix.blasts.concussion import Burst
from rules.phoenix.book import Scene
from rules.phoenix.harm.hit_records import Projectile
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.tables.cells import SUFFIXED
from rules.words.places import Place
from tests.reading import told
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix, rolls

ARMS = phoenix().book.arms
COLUMNS = ("C", "0", "1", "2", "3", "5", "10")


def fight(*off: str) -> Skirmish:
    """With 3.7 off unless said otherwise: the base figures then hold for everybody."""
    skirmish = Skirmish("phoenix-advanced")
    for switch in off or ("target sizes",):
        skirmish.order(Switch(switch, "off"))
    return skirmish


def burst(name: str, place: str = "", **more: object) -> Burst:
    weapon = ARMS[name]
    round = weapon.rounds[0] if isinstance(weapon, Gun) else ""
    return Burst(weapon, round, Place.parse(place) if place else None, **more)  # type: ignore[arg-type]


def gone_off(
    skirmish: Skirmish, what: Burst, *dice: int, named: tuple[AimedTarget, ...] = ()
) -> tuple[str, Resolution]:
    script = ScriptedDice(dice)
    scene = Scene(skirmish.encounter, script, phoenix().book)
    scene.conclude("; ".join(one.text for one in explosion.go_off(what, named, scene)))
    assert script.unused == ()
    skirmish.encounter = scene.encounter
    done = told(scene.parts[0].resolution, scene.encounter)
    return done.outcome, done


def hurt(skirmish: Skirmish, *names: str) -> list[int]:
    return [skirmish.state(name).physical_damage for name in names]


def ruled(resolution: Resolution) -> set[str]:
    return {step.id for step in resolution.steps if isinstance(step, Ruling)}


def corner() -> Skirmish:
    """Figure 4: the grenade at E6, two opponents by it, the thrower round the corner."""
    skirmish = fight()
    skirmish.map(12, 12, walls="F8")
    for name, at in {"Donovan": "F10", "One": "E5", "Two": "C5"}.items():
        skirmish.join(name, Soldier(), at=at)
    return skirmish


def test_the_grenade_of_figure_4() -> None:
    """One piece and 176 PD at one hex; 64 misses against 25 and 52 PD at two; nothing behind solid cover (X3)."""
    skirmish = corner()
    told, resolution = gone_off(skirmish, burst("M 26 A2 (USA)", "E6"), 99, 64)
    assert [(roll.why, roll.needed) for roll in rolls(resolution)][1:] == [("whether shrapnel hits Two", "25 or less")]
    assert note(resolution, "One") == "1 hex away, in the open: 1 piece of shrapnel, concussion 176 PD"
    assert note(resolution, "Two") == "2 hexes away, in the open: concussion 52 PD"
    assert note(resolution, "Donovan") == "5 hexes away, behind the obstruction at F8: concussion 12 x 0 = 0 PD"
    assert hurt(skirmish, "Two", "Donovan") == [52, 0]
    assert told.endswith("; Two: concussion, 52 PD")
    where = [wound for wound in skirmish.state("One").wounds if wound.location != "Concussion"]
    assert hurt(skirmish, "One")[0] == 176 + sum(wound.points for wound in where)
    assert where[0].location == "Ankle - Foot"


def test_a_wall_is_solid_cover_and_there_is_none_beyond_ten_hexes() -> None:
    skirmish = fight()
    skirmish.map(30, 5, walls="C3")
    for name, at in {"Walled": "A3", "Ten": "O3", "Eleven": "P3"}.items():
        skirmish.join(name, Soldier(), at=at)
    told, resolution = gone_off(skirmish, burst("Mk A3", "E3"))
    assert note(resolution, "Walled") == "4 hexes away, behind the obstruction at C3: concussion 14 x 0 = 0 PD"
    assert told == "Ten: concussion, 4 PD"
    assert "O37" in ruled(resolution)


def test_all_modifiers_of_5b_are_multiplied() -> None:
    skirmish = fight()
    ids = [skirmish.join(name, Soldier(), at="A1") for name in ("Open", "Low", "Covered", "Both", "Suited")]
    skirmish.make("Low", position="prone")
    skirmish.make("Covered", exposure="firing")
    skirmish.make("Both", position="prone", exposure="looking")
    room = burst("Mk A3", "A2", around="In Small Room (10')", worn={ids[4]: "In Power Armor"})
    _, resolution = gone_off(skirmish, room)
    assert hurt(skirmish, "Open", "Low", "Covered", "Both", "Suited") == [1090, 818, 545, 409, 11]
    assert note(resolution, "Both").endswith("concussion 218 x 5 x 0.5 x 0.75 = 409 PD")
    trench = burst("Mk A3", "A2", around="In Open Trench")
    assert note(gone_off(skirmish, trench)[1], "Open").endswith("218 x 3 = 654 PD")
    under = burst("Mk A3", "A2", around="Underwater")
    assert note(gone_off(skirmish, under)[1], "Open").endswith("218 x 10 = 2,180 PD")


def test_each_round_of_several_has_a_concussion_of_its_own() -> None:
    """218 x .75 is 163.5, and so 164, three times."""
    skirmish = fight()
    skirmish.join("Low", Soldier(position="prone"), at="A1")
    _, resolution = gone_off(skirmish, burst("Mk A3", "A2", rounds=3))
    assert note(resolution, "Low").endswith("concussion 3 x 218 x 0.75 = 492 PD")
    assert hurt(skirmish, "Low") == [492]


def test_no_vehicle_is_hurt_and_everyone_in_it_without_armor_is() -> None:
    """No rule of the book damages a vehicle (O79)."""
    skirmish = fight()
    skirmish.join("Jeep", Soldier(vehicle=20), at="A1")
    skirmish.join("Tank", Soldier(vehicle=20, armor=Armor(body=100)), at="A1")
    skirmish.join("Rider", Soldier(rides=skirmish.id("Jeep")), at="A1")
    told, _ = gone_off(skirmish, burst("Mk A3", "A2"))
    assert told == "Rider: concussion, 218 PD"
    assert hurt(skirmish, "Jeep", "Tank", "Rider") == [0, 0, 218]


def test_one_knockout_for_shrapnel_and_concussion_together() -> None:
    skirmish = fight()
    skirmish.join("Guard", Soldier(knockout_value=10, actions=8), at="A1")
    told, resolution = gone_off(skirmish, burst("M 61", "A2"), 84, 99, 0, 5)
    assert [roll.label for roll in rolls(resolution)] == ["Shrapnel", "Where", "Knockout", "Knockout"]
    assert told.startswith("Guard: ankle/foot and concussion, ") and told.endswith(", out when this impulse ends")


def test_several_pieces_each_or_in_one_place_and_many_always_in_one() -> None:
    skirmish = fight()
    skirmish.join("Guard", Soldier(), at="A1")
    _, separate = gone_off(skirmish, burst("HG 78", "A2"), 99, 99, 99, 99, 99, 99)  # *6
    assert note(separate, "Guard") == "1 hex away, in the open: 6 pieces of shrapnel, concussion 114 PD"
    skirmish.order(Switch("fragments", "together"))
    gone_off(skirmish, burst("HG 78", "A2"), 99)
    skirmish.order(Switch("fragments", "separate"))
    _, many = gone_off(skirmish, burst("HG 78", "A1"), 99)  # *23
    assert "O61" in ruled(many)


def test_a_round_that_hits_somebody_strikes_him_and_goes_off_at_once() -> None:
    """O51: the projectile, then the explosion at range 0, with one throw for the knockout."""
    skirmish = fight()
    id = skirmish.join("Guard", Soldier(knockout_value=10, actions=8), at="A1")
    what = burst("M79", "A1", contact=id, projectile=Projectile(SUFFIXED.read("2.1"), 10))
    what = replace(what, round="HE")
    _, resolution = gone_off(skirmish, what, 99, 99, 99, 99, 0, 5)  # itself, *3, knockout and how long
    assert [roll.label for roll in rolls(resolution)][-2:] == ["Knockout", "Knockout"]
    assert note(resolution, "Guard") == "in contact, in the open: 3 pieces of shrapnel, concussion 273 PD"
    assert "O51" in ruled(resolution)


def test_of_rounds_that_go_off_together_each_throws_its_shrapnel() -> None:
    skirmish = fight()
    skirmish.join("Guard", Soldier(), at="A1")
    what = replace(burst("M19", "A3", rounds=3), round="HE")  # BSHC 6 at 0, -3 at 2
    assert note(gone_off(skirmish, what)[1], "Guard").endswith("2 hexes away, in the open: concussion 3 x 31 = 93 PD")
    _, resolution = gone_off(skirmish, replace(what, place=Place.parse("A1")), 6, 7, 0, 99, 99)
    assert note(resolution, "Guard") == "in its hex, in the open: 2 pieces of shrapnel, concussion 3 x 353 = 1,059 PD"


@pytest.mark.parametrize(
    ("position", "exposure", "dice", "needed", "pieces"),
    [
        ("standing", "", (99, 99), "", "2 pieces of shrapnel, "),
        ("kneeling", "", (99,), "", "1 piece of shrapnel, "),
        ("standing", "firing", (25, 99), "25 or less", "1 piece of shrapnel, "),
        ("prone", "looking", (7,), "06 or less", ""),
    ],
)
def test_the_size_of_whom_it_finds_moves_the_line(
    position: Position, exposure: Exposure, dice: tuple[int, ...], needed: str, pieces: str
) -> None:
    """3.7: a base of 25 is line 11 (21); 7 and 6 lines up *2 and *1, four down 06; size 0 leaves it."""
    skirmish = fight("disabling")
    skirmish.join("Guard", Soldier(position=position, exposure=exposure), at="A1")
    _, resolution = gone_off(skirmish, burst("M 26 A2 (USA)", "A3"), *dice)
    assert f": {pieces}concussion" in note(resolution, "Guard")
    assert [roll.needed for roll in rolls(resolution) if roll.label == "Shrapnel"] == [needed] * bool(needed)


def test_below_zero_there_is_no_chance_without_sizes() -> None:
    skirmish = fight()
    skirmish.join("Guard", Soldier(), at="A1")
    assert not rolls(gone_off(skirmish, burst("M 67", "A6"))[1])  # -4 at five


def test_armor_keeps_them_apart() -> None:
    skirmish = fight()
    inside, outside = (skirmish.join(name, Soldier(), at="A1") for name in ("Inside", "Outside"))
    skirmish.join("Tank", Soldier(vehicle=10, armor=Armor(body=100)), at="A1")
    within = burst("Mk A3", "A1", shelter=Shelter(frozenset({inside}), pierced=True))
    assert gone_off(skirmish, within)[0] == "Inside: concussion, 928 PD"
    without = burst("Mk A3", "A1", shelter=Shelter(frozenset({inside}), pierced=False))
    told, resolution = gone_off(skirmish, without)
    assert told == "Outside: concussion, 928 PD"
    assert note(resolution, "Explosion").startswith("outside, so a fighter who is within takes no damage")
    assert hurt(skirmish, "Tank") == [0]
    assert outside


def test_without_the_switch_it_is_the_basic_game() -> None:
    skirmish = fight("target sizes", "explosives")
    skirmish.join("Guard", Soldier(), at="A1")
    assert gone_off(skirmish, burst("M 61", "A3"))[0] == "Guard: 50 PD"


EVERY = [
    (name, round)
    for name, weapon in ARMS.items()
    if isinstance(weapon, Grenade | ExplosiveWeapon)
    for round in (weapon.rounds if isinstance(weapon, Gun) else ("",))
]


def printed(weapon: Arm, round: str, row: str, column: str) -> str:
    """A figure as the page has it, "" where it has none."""
    found = weapon.row(f"{round}.burst.{row}" if round else row)
    at = weapon.bursts.index(column) if column in weapon.bursts else None
    return found.figures[at] if found and at is not None and at < len(found.figures) else ""


@pytest.mark.parametrize(("name", "round"), EVERY)
def test_every_figure_of_every_page(name: str, round: str) -> None:
    """Each column at its distance: so many pieces or such a chance, and the concussion, are thrown and suffered."""
    weapon = ARMS[name]
    for column in weapon.bursts:
        skirmish = fight()
        skirmish.order(Switch("fragments", "together"))
        id = skirmish.join("Guard", Soldier())
        known = {} if column == "C" else {id: int(column)}
        what = Burst(weapon, round, None, known, id if column == "C" else None)
        shrapnel, points = printed(weapon, round, "BSHC", column), printed(weapon, round, "BC", column)
        certain = re.fullmatch(r"\*(\d+)([hk]?)", shrapnel)
        number = int(certain[1]) * {"": 1, "h": 100, "k": 1000}[certain[2]] if certain else 0
        throws = bool(shrapnel) and not certain and not shrapnel.startswith("-")
        _, resolution = gone_off(
            skirmish, what, *([int(shrapnel)] if throws else []), *([99] if number or throws else [])
        )
        number = number or int(throws)
        said = note(resolution, "Guard").partition(": ")[2]
        pieces = f"{number} piece{'s' if number > 1 else ''} of shrapnel, " if number else ""
        assert said == f"{pieces}concussion {int(SUFFIXED.read(points)):,} PD" if points else "no concussion"
        by_blast = sum(w.points for w in skirmish.state("Guard").wounds if w.location == "Concussion")
        assert by_blast == (int(SUFFIXED.read(points)) if points else 0)
        steps = [step.text for step in resolution.steps if isinstance(step, Note) and step.label == "Others"]
        assert steps == []


@pytest.mark.parametrize(
    ("pf", "dice", "said"),
    [
        ("0.1", (25, 99), "2 hexes away, in partial cover: 1 piece of shrapnel, concussion 52 x 0.5 = 26 PD"),
        ("0.1", (26,), "2 hexes away, in partial cover: concussion 52 x 0.5 = 26 PD"),
        ("99", (), "2 hexes away, behind solid cover: concussion 52 x 0 = 0 PD"),
    ],
)
def test_cover_that_shrapnel_penetrates_is_not_solid(pf: str, dice: tuple[int, ...], said: str) -> None:
    """3.8: a fighter hidden behind it is hit through it; a blast finds them in partial cover."""
    skirmish = fight()
    skirmish.join("Guard", Soldier(exposure="hidden", cover=Cover("it", pf)), at="A1")
    _, resolution = gone_off(skirmish, burst("M 26 A2 (USA)", "A3"), *dice)
    assert note(resolution, "Guard") == said
    assert ("cover 0.1" in " ".join(step.text for step in resolution.steps if isinstance(step, Note))) == (
        len(dice) == 2
    )


@pytest.mark.parametrize(
    ("roll", "where"),
    [(1, "Forehead (in the open, exposed)"), (99, "Ankle - Foot (in the open, behind the cover)")],
)
def test_what_somebody_shows_over_such_cover_is_not_behind_it(roll: int, where: str) -> None:
    skirmish = fight()
    skirmish.join("Guard", Soldier(exposure="firing", cover=Cover("it", "0.1")), at="A1")
    _, resolution = gone_off(skirmish, burst("M 26 A2 (USA)", "A3"), 25, roll)
    assert note(resolution, "Where") == where


def test_a_blast_without_shrapnel_leaves_cover_solid_and_a_wall_of_the_map_always_is() -> None:
    skirmish = fight()
    skirmish.map(9, 9, walls="A4")
    skirmish.join("Guard", Soldier(exposure="hidden", cover=Cover("it", "0.1")), at="A1")
    assert note(gone_off(skirmish, burst("Mk A3", "A3"))[1], "Guard").endswith("x 0 = 0 PD")
    walled = gone_off(skirmish, burst("M 26 A2 (USA)", "A5"))[1]
    assert "behind the obstruction at A4" in note(walled, "Guard")


def test_inside_nobody_has_the_cover_that_he_has_outside() -> None:
    skirmish = fight()
    crew = skirmish.join("Crew", Soldier(exposure="firing", cover=Cover("it", "99")), at="A1")
    within = burst("M 26 A2 (USA)", "A1", shelter=Shelter(frozenset({crew}), pierced=True))
    _, resolution = gone_off(skirmish, within, 99, 99, 99, 99)
    assert note(resolution, "Crew").startswith("in its hex, in the open: 4 pieces of shrapnel, ")
    assert note(resolution, "Where 4") == "Ankle - Foot (in the open)"
