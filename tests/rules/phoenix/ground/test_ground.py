"""Brush, rubble, stairs, slopes, water, wire, sand and ice on the map: what they cost, and ways that weigh it (O78)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.flow.resolve_pronouns import resolve_pronouns
from rules.engine.map.pieces import hidden, lay
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, UnknownName
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart, Move, Nearer, Switch
from rules.engine.records.steps import Sum
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import Perceived
from rules.engine.table.secrecy import Conceal
from rules.grid import hexes
from rules.shelf import shelf
from rules.words.grids import draw_grid, read_grid
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, note, phoenix
from tests.rules.skirmish import Skirmish as AnySkirmish

PLENTY = 200


def place(text: str) -> Place:
    return Place.parse(text)


def laid(text: str, side: int = 12) -> BattleMap:
    battle_map = BattleMap(side, side)
    return lay(battle_map, read_pieces(text, battle_map))


def placed(pieces: str, preset: str = "phoenix-advanced", at: str = "D2", facing: int = 180) -> Skirmish:
    made = Skirmish(preset)
    made.order(Chart(laid(pieces)))
    made.sheet("Trent", "skill 6, CA 6, M16", at)
    made.make("Trent", left=PLENTY, facing=facing)
    return made


def spent(made: Skirmish, to: str, how: str = "") -> int:
    before = made.state("Trent").left
    made.order(Move(made.id("Trent"), place(to), None, how))
    return before - made.state("Trent").left


# The cost of entering D3 from D2 on this ground, running: 1 and what 7A or the Status Sheet adds.
@pytest.mark.parametrize(
    ("ground", "advanced", "basic"),
    [
        ("brush light D3", 2, 1), ("brush D3", 3, 1), ("brush medium D3", 3, 1), ("brush dense D3", 4, 1),
        ("rubble light D3", 2, 3), ("rubble D3", 3, 3), ("rubble heavy D3", 4, 3),
        ("water 1 foot D3", 2, 1), ("water 2 feet D3", 3, 1), ("water 3 D3", 5, 5), ("water 4 feet deep D3", 11, 1),
        ("water 3 feet D3, bridge D3", 1, 1),
        ("wire D3", 6, 1), ("sand D3", 2, 1), ("ice D3", 3, 1), ("stairs D3", 2, 2),
        ("hill D3", 3, 3), ("hill D2", 2, 2), ("hill D2 D3", 2, 2), ("hill level 2 D2, hill Ridge D3", 2, 2),
        ('hill "Old Mill" D2, hill level 3 D3', 3, 3),
        ("brush dense D3, ice D3, hill D3", 8, 3),
        ("cover log D3", 1, 1),
    ],
)  # fmt: skip
def test_the_cost_of_a_hex(ground: str, advanced: int, basic: int) -> None:
    assert spent(placed(ground), "D3") == advanced
    assert spent(placed(ground, "phoenix-basic"), "D3") == basic


def test_the_terms_name_the_ground_and_the_basic_game_says_what_costs_nothing() -> None:
    made = placed("brush dense A3-L4, hill D5")
    [cost] = [step for step in made.order(Move(made.id("Trent"), place("D5"))).steps if isinstance(step, Sum)]
    assert [(term.label, term.value) for term in cost.terms][1:] == [
        ("dense brush or rubble, 2 hexes", 6),
        ("uphill, 1 hex", 2),
    ]
    basic = placed("ice A1-L1, brush dense A3-L3, ice A4-L4", "phoenix-basic")
    moved = basic.order(Move(basic.id("Trent"), place("D5")))
    assert note(moved, "Ground") == "brush and ice: no cost in the Basic Game"


def test_words_of_the_move_count_instead_of_the_map() -> None:
    assert spent(placed("brush dense D3"), "D3", "light brush") == 2
    assert spent(placed("brush dense D3, ice D3"), "D3", "light brush") == 4
    assert spent(placed("hill D3", "phoenix-basic"), "D3", "uphill") == 3


def test_a_way_weighs_the_ground() -> None:
    made = placed("water 4 feet A4-L4, bridge F4")
    assert spent(made, "D6") == 6
    assert {str(one.place) for one in made.state("Trent").trace} >= {"F4"}
    dear = placed("wire A4-C4 E4-L4, brush light D4")
    assert spent(dear, "D6") == 5
    through = placed("brush light A4-L4, wire D4")
    assert spent(through, "D6") == 6 and "D4" not in {str(one.place) for one in through.state("Trent").trace}
    fresh = placed("wire A4-C4 E4-L4, brush light D4")
    costs = phoenix().reach(fresh.encounter, fresh.id("Trent")).costs
    assert [costs[place(at)] for at in ("D4", "D5")] == [3, 4]


def test_a_vehicle_and_a_given_cost_do_not_ask_for_the_ground() -> None:
    made = placed("brush dense A3-L3")
    before = made.state("Trent").left
    made.order(Move(made.id("Trent"), place("D4"), 2))
    assert before - made.state("Trent").left == 2


def test_an_older_encounter_keeps_its_hills_as_they_were() -> None:
    made = placed("hill D3")
    older = tuple((name, value) for name, value in made.encounter.switches if name != "ground")
    made.encounter = replace(made.encounter, switches=older)
    assert spent(made, "D3") == 1
    off = placed("hill D3")
    off.order(Switch("ground", "off"))
    assert spent(off, "D3") == 1


def test_water_without_a_depth_bars_as_before_and_with_one_does_not() -> None:
    assert laid("water A1-B1, water 2 feet C1").barred == {place("A1"), place("B1")}


@pytest.mark.parametrize(
    "text", ["brush tall D3", "rubble brick D3", "water deep D3", "water 5 feet D3", "ice thin D3"]
)
def test_words_that_ground_does_not_have_are_refused(text: str) -> None:
    with pytest.raises(UnknownName, match=r"I don't understand “.*” in add"):
        laid(text)


@pytest.mark.parametrize("book", ["aliens", "savage", "space_marines"])
@pytest.mark.parametrize("text", ["brush D3", "wire D3", "water 2 feet D3"])
def test_other_books_have_no_rule_for_it(book: str, text: str) -> None:
    fight = AnySkirmish(shelf()[book], next(iter(shelf()[book].presets)))
    with pytest.raises(NoRule, match=r"has no rule for (brush|wire|wading)"):
        fight.order(Chart(laid(text)))


def test_ground_is_drawn_in_letters() -> None:
    battle_map = laid(
        "brush A1, rubble B1, stairs C1, wire D1, sand E1, ice F1, brush dense G1, water 2 feet H1, hill 2 I1"
    )
    assert draw_grid(battle_map).splitlines()[0] == "&;>$-*abc..."
    assert read_grid(draw_grid(battle_map)) == battle_map


SIDE = 5
EVERYWHERE = [Place(column, row) for column in range(1, SIDE + 1) for row in range(1, SIDE + 1)]
KINDS = ["", "wall", "brush light", "brush dense", "wire", "ice", "water 4 feet", "hill 1", "hill 2"]
ADDS = {"brush light": 1, "brush dense": 3, "wire": 5, "ice": 2, "water 4 feet": 10}


def cheapest(start: Place, to: Place, ground: dict[Place, str]) -> int | None:
    """The cost of the cheapest walk without turning, every way tried."""
    level = {at: int(kind[-1]) for at, kind in ground.items() if kind.startswith("hill")}
    best, waiting = {start: 0}, [start]
    while waiting:
        here = waiting.pop()
        for there in hexes.neighbours(here):
            if there not in ground or ground[there] == "wall":
                continue
            was, now = level.get(here, 0), level.get(there, 0)
            cost = best[here] + 1 + ADDS.get(ground[there], 0) + (2 if now > was else 1 if was else 0)
            if cost < best.get(there, 1_000):
                best[there] = cost
                waiting.append(there)
    return best.get(to)


@given(
    st.lists(st.sampled_from(KINDS), min_size=SIDE * SIDE, max_size=SIDE * SIDE),
    st.sampled_from(EVERYWHERE),
    st.sampled_from(EVERYWHERE),
)
def test_no_walk_over_the_ground_is_cheaper(kinds: list[str], start: Place, to: Place) -> None:
    ground = dict(zip(EVERYWHERE, kinds, strict=True))
    ground[start] = ""
    if start == to or ground[to] == "wall":
        return
    text = ", ".join(f"{kind} {at}" for at, kind in ground.items() if kind)
    made = Skirmish("phoenix-advanced")
    made.order(Chart(laid(text, SIDE)))
    made.sheet("Trent", "skill 6, CA 6, M16", str(start))
    made.make("Trent", left=PLENTY, facing=None)
    least = cheapest(start, to, ground)
    if least is not None:
        # Two of the six turns of a walk may cost an action each, where a hex costs more than a turn.
        assert least <= spent(made, str(to)) <= least + 2


def approaching(fight: Skirmish, who: str = "Trent") -> Move:
    """The move of a plan's line "move nearer"."""
    order = resolve_pronouns(Nearer(fight.id(who), 1), "", scene_of(fight), fight.ruleset)
    assert isinstance(order, Move)
    return order


def scene_of(fight: Skirmish) -> Scene:
    scene = Scene(fight.encounter, SeededDice(1), phoenix().book)
    scene.perception = Perceived(fight.ruleset)
    return scene


def test_nearer_leads_around_ground_that_costs_more_than_the_way_around() -> None:
    """Straight south are four hexes of dense brush (4 each); the way around takes two hexes more (1 each)."""
    made = placed("brush dense D3-D6")
    made.sheet("Foe", "skill 6, M16", "D8")
    assert approaching(made).to != place("D3")
    made.order(Chart(laid("cover log D3-D6")))
    assert approaching(made).to == place("D3")


def test_secret_ground_is_found_where_it_is_met_and_costs_from_then_on() -> None:
    """Brush all across row 4, which the player does not know: 1 for D3, then 3 for D4 and 1 for D5."""
    made = placed("brush A4-L4")
    made.order(Conceal(places=frozenset(hexes.within(place("D4"), 12))))
    before = made.state("Trent").left
    first, second = (part.resolution.outcome for part in made.parts(Move(made.id("Trent"), place("D5"))))
    assert "moves from D2 to D3, 1 hex" in first and first.endswith(", and finds brush at D4.")
    assert "moves from D3 to D5, 2 hexes" in second
    assert before - made.state("Trent").left == 5
    assert made.encounter.battle_map is not None and place("D4") not in hidden(made.encounter.battle_map)
    assert place("H4") in hidden(made.encounter.battle_map)


def test_the_way_to_secret_ground_is_a_way_of_which_others_may_have_seen_a_part() -> None:
    made = placed("brush A4-L4")
    made.order(Conceal(places=frozenset(hexes.within(place("D4"), 12))))
    first, second = made.parts(Move(made.id("Trent"), place("D5")))
    *way, found = first.resolution.clauses
    assert {one.start for one in way} == {place("D2")}
    assert (found.start, found.text) == (None, ", and finds brush at D4.")
    assert second.resolution.clauses[0].start == place("D3")
    made = placed("brush A3-L3")
    made.order(Conceal(places=frozenset(hexes.within(place("D4"), 12))))
    part, _ = made.parts(Move(made.id("Trent"), place("D5")))
    [found] = part.resolution.clauses
    assert (found.start, found.text) == (None, "Trent finds brush at D3.")


def test_secret_ground_that_is_too_dear_for_this_impulse_is_found_and_waits() -> None:
    made = placed("wire A3-L3")
    made.order(Conceal(places=frozenset(hexes.within(place("D4"), 12))))
    made.make("Trent", left=2)
    first, second = (part.resolution.outcome for part in made.parts(Move(made.id("Trent"), place("D4"))))
    assert first.endswith(" finds wire at D3.") and made.one("Trent").place == place("D2")
    assert "2 of 7 actions" in second


def test_the_gm_s_fighters_know_secret_ground() -> None:
    made = placed("brush A4-L4")
    made.order(Conceal(places=frozenset(hexes.within(place("D4"), 12))))
    made.encounter = made.encounter.with_combatant(replace(made.one("Trent"), owner=None))
    assert len(made.parts(Move(made.id("Trent"), place("D5")))) == 1
