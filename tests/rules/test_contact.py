"""Moves that come upon a fighter whom the mover's side does not know: planned without them, stopped by the truth."""

from __future__ import annotations

import pytest

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Move, Muster, Next
from rules.engine.records.references import put_names_in
from rules.engine.records.steps import Note
from rules.engine.scene.effects import Met, Placed
from rules.engine.scene.scene import Unseen
from rules.engine.sight.sight import Learned, glimpse, learned
from rules.phoenix.basics.soldier import soldier
from rules.space_marines.figures.figure import figure
from rules.words.places import Place
from tests.rules import skirmish
from tests.rules.aliens.skirmish import Skirmish as Aliens
from tests.rules.phoenix.skirmish import Skirmish as Phoenix
from tests.rules.savage.skirmish import Skirmish as Savage
from tests.rules.space_marines.skirmish import Skirmish as Marines


def at(place: str) -> Place:
    return Place.parse(place)


def hide(fight: skirmish.Skirmish, name: str) -> None:
    """Have the GM keep a fighter secret."""
    fight.encounter = fight.encounter.with_combatant(altered(fight.one(name), secret=True))


def outcome(fight: skirmish.Skirmish, order: Move) -> str:
    """Carry a move out; the line of its first part."""
    first, *_ = fight.parts(order)
    return str(put_names_in(first.resolution.outcome, lambda id: fight.encounter.combatant(id).name))


def sight(fight: skirmish.Skirmish, side: str, name: str, encounter: Encounter | None = None) -> Sight:
    encounter = encounter or fight.encounter
    return glimpse(encounter, fight.ruleset, side, encounter.combatant(fight.id(name))).sight


def aliens() -> Aliens:
    fight = Aliens("Apone", "Rifleman", aliens=1)
    fight.map(12, 12, Apone="D4", Rifleman="A1", Alien="D7")
    return fight


def test_a_move_in_aliens_stops_beside_whom_it_comes_upon_and_costs_what_was_moved() -> None:
    fight = aliens()
    hide(fight, "Alien")
    line = outcome(fight, Move(fight.id("Apone"), at("D7"), cost=0))
    assert line == "Apone moves from D4 to D6, 2 squares (0 actions), and meets Alien at D7."
    assert fight.one("Apone").place == at("D6")
    assert fight.one("Alien").met == ("Marines",)
    assert sight(fight, "Marines", "Alien") is Sight.SEEN


def test_what_was_not_moved_costs_nothing() -> None:
    fight = aliens()
    fight.encounter = Placed(fight.id("Apone"), at("D5")).on(fight.encounter)
    hide(fight, "Alien")
    left = fight.state("Apone").left
    assert outcome(fight, Move(fight.id("Apone"), at("D7"))) == (
        "Apone moves from D5 to D6, 1 square (1 action), and meets Alien at D7."
    )
    assert fight.state("Apone").left == left - 1


def test_a_known_fighter_is_refused_as_ever_and_so_is_one_who_was_met() -> None:
    fight = aliens()
    with pytest.raises(NotNow, match="Alien is at D7"):
        fight.order(Move(fight.id("Apone"), at("D7"), cost=0))
    hide(fight, "Alien")
    fight.order(Move(fight.id("Apone"), at("D7"), cost=0))
    with pytest.raises(NotNow, match="Alien is at D7"):
        fight.order(Move(fight.id("Rifleman"), at("D7"), cost=0))


def test_who_stands_beside_the_unknown_stays() -> None:
    fight = aliens()
    fight.encounter = Placed(fight.id("Apone"), at("D6")).on(fight.encounter)
    hide(fight, "Alien")
    line = outcome(fight, Move(fight.id("Apone"), at("D7")))
    assert line == "Apone stays at D6 (0 actions), and meets Alien at D7."


def test_an_alien_walks_into_a_secret_marine_and_both_sides_learn_of_it() -> None:
    fight = aliens()
    hide(fight, "Apone")
    hide(fight, "Alien")
    alien = fight.id("Alien")
    assert outcome(fight, Move(alien, at("D4"))) == "Alien moves from D7 to D5, 2 squares, and meets Apone at D4."
    assert fight.one("Apone").met == ("\ue000",)
    assert fight.one("Alien").met == ("Marines",)


def test_a_third_side_learns_nothing_of_the_contact() -> None:
    fight = aliens()
    fight.order(Muster(fight.ruleset.profile("Apone", {}), "Hicks", "Police", "ben", 1, (at("A9"),)))
    hide(fight, "Alien")
    part = fight.parts(Move(fight.id("Apone"), at("D7"), cost=0))[0].resolution
    [alien] = [one for one in part.unseen if one.id == fight.id("Alien")]
    assert alien == Unseen(fight.id("Alien"), ("Marines", "\ue000"))
    public = "".join(clause.text for clause in part.clauses if clause.about != fight.id("Alien"))
    assert "comes upon" not in public
    assert public.endswith("moves from D4 to D6, 2 squares (0 actions).")


def test_a_player_brings_in_a_fighter_onto_the_place_of_a_secret_one() -> None:
    fight = aliens()
    hide(fight, "Alien")
    hicks = fight.ruleset.profile("Apone", {})
    joined = fight.order(Muster(hicks, "Hicks", "Marines", "ann", 1, (at("D7"),), keeper="ann"))
    assert fight.one("Hicks").place in {at(p) for p in ("C6", "D6", "E6", "C7", "E7", "C8", "D8", "E8")}
    assert any(isinstance(effect, Met) for effect in joined.effects)
    with pytest.raises(NotNow, match="Apone is at D4"):
        fight.order(Muster(hicks, "Dietrich", "Marines", "ben", 1, (at("D4"),), keeper="ben"))


def test_a_gm_who_brings_in_a_fighter_reads_who_is_there() -> None:
    fight = aliens()
    hide(fight, "Alien")
    with pytest.raises(NotNow, match="Alien is at D7"):
        fight.order(Muster(fight.ruleset.profile("Apone", {}), "Hicks", "Marines", None, 1, (at("D7"),)))


def test_a_move_in_savage_stops_beside() -> None:
    fight = Savage()
    ash, thug = fight.id("Ash"), fight.id("Thug 1")
    fight.encounter = Placed(thug, at("F6")).on(Placed(ash, at("B2")).on(fight.encounter))
    hide(fight, "Thug 1")
    assert outcome(fight, Move(ash, at("F6"))) == "Ash moves from B2 to E5, and meets Thug 1 at F6."
    assert fight.one("Ash").place == at("E5")


def test_somebody_who_comes_onto_the_map_stands_beside() -> None:
    fight = Savage()
    fight.encounter = Placed(fight.id("Thug 1"), at("A1")).on(fight.encounter)
    hide(fight, "Thug 1")
    assert outcome(fight, Move(fight.id("Ash"), at("A1"))) == "Ash moves to A2, and meets Thug 1 at A1."


def marines(walls: str = "") -> Marines:
    fight = Marines()
    fight.map(9, 3, walls)
    fight.muster("marine", "A2", "Rex")
    fight.muster("marine", "A1", "Kim")
    fight.muster("bug", "C2", "Zorro", owner="ben")
    fight.muster("bug", "I1", "Other", owner="ben")
    return fight


def test_a_marine_walks_the_way_planned_without_the_unknown_and_stops_before_them() -> None:
    fight = marines()
    hide(fight, "Zorro")
    before = figure(fight.one("Rex")).left
    line = outcome(fight, Move(fight.id("Rex"), at("D2")))
    assert line == "Rex moves from A2 to B2, 1 space (1 Point), and meets Zorro at C2."
    assert figure(fight.one("Rex")).left == before - 1
    assert fight.one("Zorro").met == ("good",)


def test_the_same_marine_walks_around_whom_they_know() -> None:
    fight = marines()
    fight.order(Move(fight.id("Rex"), at("D2")))
    assert fight.one("Rex").place == at("D2")


def test_what_the_unknown_would_close_is_not_refused() -> None:
    """In a corridor a known enemy closes the way altogether."""
    corridor = "B1 B3 C1 C3 D1 D3"
    fight = marines(corridor)
    with pytest.raises(NotNow, match="There is no way for Rex from A2 to D2"):
        fight.order(Move(fight.id("Rex"), at("D2")))
    hide(fight, "Zorro")
    assert outcome(fight, Move(fight.id("Rex"), at("D2"))).endswith(", and meets Zorro at C2.")


def test_a_marine_who_cannot_stop_among_friends_stops_before_them() -> None:
    fight = marines("B1 B3 C1 C3 D1 D3")
    fight.encounter = Placed(fight.id("Kim"), at("B2")).on(fight.encounter)
    hide(fight, "Zorro")
    assert outcome(fight, Move(fight.id("Rex"), at("D2"))) == "Rex stays at A2, and meets Zorro at C2."


def test_too_far_a_move_is_refused_without_the_unknown() -> None:
    fight = marines("B1 B3 C1 C3 D1 D3")
    hide(fight, "Zorro")
    with pytest.raises(NotNow) as refused:
        fight.order(Move(fight.id("Rex"), at("I2")))
    assert "they get as far as D2" in str(refused.value)


def test_a_secret_figure_that_covers_a_space_is_asked_but_one_that_enters_unseen_is_not_shot_at() -> None:
    fight = Marines(cover_areas="anywhere")
    fight.map(9, 3)
    fight.muster("marine", "A2", "Rex")
    fight.muster("bug", "F1", "Zorro", owner="ben")
    fight.fire("Rex", "E2", how="cover fire")
    fight.parts(Next())
    hide(fight, "Zorro")
    fight.order(Move(fight.id("Zorro"), at("E2")))
    assert fight.one("Zorro").place == at("E2")
    assert not [item for item in fight.encounter.agenda if type(item).__name__ == "Question"]


def test_cover_fire_is_declared_on_a_space_where_somebody_unknown_stands() -> None:
    fight = Marines(cover_areas="anywhere")
    fight.map(9, 3)
    fight.muster("marine", "A2", "Rex")
    fight.muster("bug", "E2", "Zorro", owner="ben")
    hide(fight, "Zorro")
    assert "covers E2" in fight.fire("Rex", "E2", how="cover fire").outcome


def test_bad_guys_run_by_the_bot_do_not_go_for_whom_they_do_not_know() -> None:
    fight = Marines(bad_guys="bot")
    fight.map(12, 3)
    fight.muster("marine", "A2", "Rex")
    fight.muster("marine", "L1", "Kim")
    fight.muster("bug", "E2", "Bug")
    hide(fight, "Rex")
    fight.parts(Next())
    now = fight.one("Bug").place
    assert now is not None
    assert now.column > at("E2").column


def phoenix() -> Phoenix:
    fight = Phoenix()
    fight.map(20, 20)
    fight.sheet("Trent", "CA 8, M16A1", at="D2", owner="ann")
    fight.sheet("Zorro", "CA 8, AKM", at="D4", owner="ben")
    return fight


def walk(fight: Phoenix, order: Move) -> str:
    """The last line of a move that may take several impulses."""
    parts = fight.parts(order)
    while fight.encounter.task(order.actor):
        parts = fight.parts(Next())
    line = next(line for p in reversed(parts) if "from" in (line := p.resolution.outcome) or "stays" in line)
    return str(put_names_in(line, lambda id: fight.encounter.combatant(id).name))


def test_a_move_in_phoenix_command_ends_in_the_hex_of_whom_it_comes_upon() -> None:
    fight = phoenix()
    hide(fight, "Zorro")
    line = walk(fight, Move(fight.id("Trent"), at("D8"), how="running"))
    assert line == "Trent moves from D2 to D4, 2 hexes (2 actions), and meets Zorro at D4."
    assert fight.one("Trent").place == at("D4")
    assert soldier(fight.one("Trent")).course is None
    assert fight.encounter.task(fight.id("Trent")) is None


def test_a_move_past_somebody_known_goes_on_in_phoenix_command() -> None:
    fight = phoenix()
    assert walk(fight, Move(fight.id("Trent"), at("D8"), how="running")).startswith(
        "Trent moves from D2 to D8, 6 hexes"
    )


def test_contact_spots_whom_nobody_could_spot() -> None:
    fight = phoenix()
    fight.make("Zorro", spotted=False)
    hide(fight, "Zorro")
    walk(fight, Move(fight.id("Trent"), at("D4")))
    assert soldier(fight.one("Zorro")).spotted


def test_a_side_learns_of_whom_it_comes_upon_and_no_other_side_does() -> None:
    fight = aliens()
    fight.order(Muster(fight.ruleset.profile("Apone", {}), "Hicks", "Police", "ben", 1, (at("A9"),)))
    hide(fight, "Alien")
    before = fight.encounter
    parts = fight.parts(Move(fight.id("Apone"), at("D7"), cost=0))
    assert learned(before, [part.encounter for part in parts], fight.ruleset) == (
        Learned("Marines", fight.id("Alien")),
    )


def test_a_move_that_meets_nobody_teaches_nothing() -> None:
    fight = aliens()
    hide(fight, "Alien")
    before = fight.encounter
    parts = fight.parts(Move(fight.id("Apone"), at("D5"), cost=0))
    assert learned(before, [part.encounter for part in parts], fight.ruleset) == ()


def wall(fight: skirmish.Skirmish, *at_places: str) -> None:
    """Have the GM put secret walls on the map."""
    battle_map = fight.encounter.battle_map
    assert battle_map is not None
    walls = frozenset(map(at, at_places))
    charted = replace(
        battle_map, obstructions=battle_map.obstructions | walls, hidden_walls=battle_map.hidden_walls | walls
    )
    fight.encounter = altered(fight.encounter, battle_map=charted)


def hidden_walls(fight: skirmish.Skirmish) -> frozenset[Place]:
    battle_map = fight.encounter.battle_map
    assert battle_map is not None
    return battle_map.hidden_walls


def test_a_secret_wall_stops_a_marine_and_is_known_from_then_on() -> None:
    fight = marines("B1 B3 D1 D3")
    fight.encounter = Placed(fight.id("Zorro"), at("I3")).on(fight.encounter)
    wall(fight, "C1", "C2", "C3")
    line = outcome(fight, Move(fight.id("Rex"), at("D2")))
    assert line == "Rex moves from A2 to B2, 1 space (1 Point), and finds the way blocked at C2."
    assert hidden_walls(fight) == {at("C1"), at("C3")}
    with pytest.raises(NotNow, match="obstruction at C2"):
        fight.order(Move(fight.id("Rex"), at("C2")))


def test_a_secret_wall_stops_a_walker_before_its_hex() -> None:
    fight = phoenix()
    wall(fight, "D5")
    line = walk(fight, Move(fight.id("Trent"), at("D8"), how="running"))
    assert line == "Trent moves from D2 to D4, 2 hexes (2 actions), and finds the way blocked at D5."
    assert fight.encounter.task(fight.id("Trent")) is None
    wall(fight, "D3")
    assert walk(fight, Move(fight.id("Trent"), at("D2"))) == "Trent stays at D4, and finds the way blocked at D3."


def test_a_secret_wall_stops_a_jump_and_a_newcomer_beside_it() -> None:
    fight = aliens()
    wall(fight, "D6")
    line = outcome(fight, Move(fight.id("Apone"), at("D6"), cost=0))
    assert line == "Apone moves from D4 to D5, 1 square (0 actions), and finds the way blocked at D6."
    wall(fight, "H8")
    fight.order(Muster(fight.ruleset.profile("Apone", {}), "Hicks", "Marines", "ann", 1, (at("H8"),), keeper="ann"))
    assert fight.one("Hicks").place in {at(p) for p in ("G7", "H7", "I7", "G8", "I8", "G9", "H9", "I9")}


def rough(fight: skirmish.Skirmish, *at_places: str) -> None:
    """Have the GM put secret rough ground on the map."""
    battle_map = fight.encounter.battle_map
    assert battle_map is not None
    places = frozenset(map(at, at_places))
    charted = replace(battle_map, rough=battle_map.rough | places, hidden_rough=battle_map.hidden_rough | places)
    fight.encounter = altered(fight.encounter, battle_map=charted)


def hidden_rough(fight: skirmish.Skirmish) -> frozenset[Place]:
    battle_map = fight.encounter.battle_map
    assert battle_map is not None
    return battle_map.hidden_rough


def test_secret_rough_ground_costs_what_it_truly_does_and_is_known_once_it_is_entered() -> None:
    fight = marines()
    rough(fight, "B1", "D1", "H3")
    before = figure(fight.one("Kim")).left
    line = outcome(fight, Move(fight.id("Kim"), at("B1")))
    assert line == "Kim moves from A1 to B1, 1 space (2 Points), and finds rough ground at B1."
    assert figure(fight.one("Kim")).left == before - 2
    assert hidden_rough(fight) == {at("D1"), at("H3")}


def test_a_move_over_secret_rough_ground_goes_as_far_as_its_true_cost_allows() -> None:
    """A marine has 3 Points: 2 for B1, and 1 is not enough for C1, which seems to cost as much."""
    fight = marines()
    fight.encounter = Placed(fight.id("Zorro"), at("I3")).on(fight.encounter)
    rough(fight, "B1", "C1", "D1")
    part = fight.parts(Move(fight.id("Kim"), at("D1")))[0].resolution
    assert "from A1 to B1, 1 space (2 Points), and finds rough ground at B1 and C1." in part.outcome
    notes = [str(step.text) for step in part.steps if isinstance(step, Note) and step.label == "Rough ground"]
    assert notes == ["B1 takes 2 Points, not 1 Point", "C1 takes 2 Points, not 1 Point"]
    assert hidden_rough(fight) == {at("D1")}


def test_who_cannot_pay_for_secret_rough_ground_stays_and_knows_it() -> None:
    fight = marines()
    kim = figure(fight.one("Kim"))
    fight.encounter = fight.encounter.with_combatant(altered(fight.one("Kim"), condition=replace(kim, spent=4)))
    assert figure(fight.one("Kim")).left == 1
    rough(fight, "B1")
    assert outcome(fight, Move(fight.id("Kim"), at("B1"))) == "Kim stays at A1, and finds rough ground at B1."
    assert hidden_rough(fight) == frozenset()


def test_a_move_at_a_given_cost_finds_secret_rough_ground_at_that_cost() -> None:
    fight = marines()
    rough(fight, "B1")
    line = outcome(fight, Move(fight.id("Kim"), at("B1"), cost=0))
    assert line == "Kim moves from A1 to B1, 1 space (0 Points), and finds rough ground at B1."


def test_the_gms_fighters_know_the_secret_rough_ground() -> None:
    fight = marines()
    fight.muster("marine", "A3", "Ned", owner=None)
    rough(fight, "B3")
    assert outcome(fight, Move(fight.id("Ned"), at("B3"))) == "Ned moves from A3 to B3, 1 space (2 Points)."
    assert hidden_rough(fight) == {at("B3")}


def test_a_newcomer_and_who_comes_onto_the_map_find_the_secret_rough_ground_they_stand_on() -> None:
    fight = marines()
    rough(fight, "H1", "H2")
    profile = fight.ruleset.profile("marine", {})
    fight.order(Muster(profile, "Hicks", "good", "ann", 1, (at("H1"),), keeper="ann"))
    assert hidden_rough(fight) == {at("H2")}


def test_the_gms_fighters_know_the_secret_walls() -> None:
    fight = aliens()
    wall(fight, "D8")
    with pytest.raises(NotNow, match="obstruction at D8"):
        fight.order(Move(fight.id("Alien"), at("D8")))
