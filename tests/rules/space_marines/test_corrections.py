"""A GM's corrections of a figure."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Clock, Question, Task, Watch
from rules.engine.records.errors import BadSheet, NoRule, NotNow, Refusal
from rules.engine.records.orders import Fire, Reload
from rules.engine.scene.effects import Planned
from rules.space_marines.figures.figure import DONE, FRESH, PLACED
from rules.words.places import Place
from tests.rules.space_marines.skirmish import Skirmish


def fight(ammunition: str = "none") -> Skirmish:
    skirmish = Skirmish(ammunition=ammunition)
    skirmish.muster("marine leader, rifle, pistol", name="Ash")
    skirmish.muster("bot scout", name="Scout")
    skirmish.muster("bug", name="Bug")
    return skirmish


def left(skirmish: Skirmish, name: str) -> tuple[float, float]:
    """The Points and Command Points it has left this turn."""
    state = skirmish.state(name)
    return float(state.left), float(state.command_left)


def plan(skirmish: Skirmish, *agenda: Task | Watch | Question) -> None:
    skirmish.encounter = Planned(agenda).on(skirmish.encounter)


def test_wounds_are_gone_from_its_points() -> None:
    skirmish = fight()
    assert skirmish.adjust("Ash", "wounds 2").outcome == "GM correction: Ash: 2 wounds."
    assert skirmish.state("Ash").wounds == 2
    assert left(skirmish, "Ash") == (1, 1)
    assert skirmish.one("Ash").present
    assert skirmish.adjust("Ash", "no wounds").outcome == "GM correction: Ash: 0 wounds."
    assert skirmish.state("Ash").left == 3


@pytest.mark.parametrize("wounds", [3, 4, 20])
def test_as_many_wounds_as_points_kill(wounds: int) -> None:
    skirmish = fight()
    assert skirmish.adjust("Ash", f"wounds {wounds}").outcome == "GM correction: Ash: 3 wounds, killed."
    assert not skirmish.one("Ash").present
    assert skirmish.state("Ash").wounds == 3


def test_fewer_wounds_alone_bring_nobody_back() -> None:
    skirmish = fight()
    skirmish.adjust("Ash", "wounds 3")
    skirmish.adjust("Ash", "wounds 1")
    assert not skirmish.one("Ash").present
    skirmish.adjust("Ash", "alive")
    assert skirmish.one("Ash").present
    assert skirmish.state("Ash").left == 2


def test_nobody_lives_with_wounds_that_kill() -> None:
    skirmish = fight()
    skirmish.adjust("Ash", "wounds 3")
    with pytest.raises(
        NotNow,
        match=r"Ash has 3 wounds, which kill\. Give the wounds that are left,"
        r" as in alive, wounds 1\.",
    ):
        skirmish.adjust("Ash", "alive")
    assert skirmish.adjust("Ash", "alive, wounds 2").outcome == "GM correction: Ash: 2 wounds, in play."
    assert skirmish.one("Ash").present


def test_points_left_are_exact_to_the_half() -> None:
    skirmish = fight()
    assert skirmish.adjust("Ash", "points 1.5").outcome == "GM correction: Ash: 1 1/2 Points left."
    assert (skirmish.state("Ash").spent, left(skirmish, "Ash")[0]) == (3, 1.5)
    skirmish.adjust("Ash", "points left 3")
    assert (skirmish.state("Ash").spent, left(skirmish, "Ash")[0]) == (0, 3)
    skirmish.adjust("Ash", "wounds 1, points 0")
    assert (skirmish.state("Ash").spent, left(skirmish, "Ash")[0]) == (4, 0)


def test_command_points_left() -> None:
    skirmish = fight()
    assert skirmish.adjust("Ash", "command 1").outcome == "GM correction: Ash: Command Points: 1."
    assert (skirmish.state("Ash").commanded, left(skirmish, "Ash")[1]) == (4, 1)
    skirmish.adjust("Ash", "wounds 1, command points 0.5")
    assert (skirmish.state("Ash").commanded, left(skirmish, "Ash")[1]) == (3, 0.5)


def test_flying_and_where_it_stands_in_its_turn() -> None:
    skirmish = fight()
    skirmish.adjust("Scout", "flying, done")
    assert (skirmish.state("Scout").flying, skirmish.state("Scout").stage) == (True, DONE)
    skirmish.adjust("Scout", "on the ground, may act")
    assert (skirmish.state("Scout").flying, skirmish.state("Scout").stage) == (False, PLACED)
    skirmish.adjust("Scout", "may move")
    assert skirmish.state("Scout").stage == FRESH


def test_place_weapon_and_presence() -> None:
    skirmish = fight()
    assert skirmish.adjust("Ash", "at C4, weapon 2").outcome == "GM correction: Ash is at C4, Pistol in hand."
    assert skirmish.place("Ash") == "C4"
    skirmish.adjust("Bug", "dead")
    assert not skirmish.one("Bug").present


def test_ammunition_where_it_is_counted() -> None:
    skirmish = fight(ammunition="boxes")
    skirmish.adjust("Ash", "loaded 5, spares 2")
    ammunition = skirmish.ammunition("Ash")
    assert (ammunition.loaded, ammunition.loads) == (5, 2)


def test_stopping_what_is_under_way() -> None:
    skirmish = fight(ammunition="boxes")
    ash = skirmish.id("Ash")
    task, watch = Task(ash, Reload(ash, "Rifle"), 3, 8), Watch(ash, (Place.parse("D7"),), Clock(1, 2), Fire(ash))
    plan(skirmish, task, watch)
    assert skirmish.adjust("Ash", "stop reloading").outcome == (
        "GM correction: Ash: no longer reloading; both loads of the Rifle are lost."
    )
    assert skirmish.encounter.agenda == (watch,)
    skirmish.adjust("Ash", "stop covering")
    assert not skirmish.encounter.agenda
    for words in ("reloading", "covering"):
        with pytest.raises(NotNow, match=f"Ash is not {words}"):
            skirmish.adjust("Ash", f"stop {words}")


@pytest.mark.parametrize("changes", ["wounds 3", "dead"])
def test_who_is_out_of_play_has_nothing_more_to_do(changes: str) -> None:
    skirmish = fight()
    ash, bug = skirmish.id("Ash"), skirmish.id("Bug")
    others = Watch(bug, (Place.parse("A1"),), Clock(1, 1), Fire(bug))
    plan(
        skirmish,
        Task(ash, Reload(ash), 1, 8),
        Watch(ash, (Place.parse("D7"),), Clock(1, 2), Fire(ash)),
        Question(ash, "Fire?", ("fire", "hold"), (Fire(bug),)),
        others,
    )
    skirmish.adjust("Ash", changes)
    assert skirmish.encounter.agenda == (others,)


@pytest.mark.parametrize(
    ("who", "changes", "kind", "told"),
    [
        ("Ash", "", BadSheet, "What do you want to set? For example at C4, off the map, dead, alive, wounds 1"),
        ("Ash", "wonds 2", BadSheet, "I don't know “wonds 2” (nearest: wounds"),
        ("Ash", "wounds 2.5", BadSheet, "“wounds” takes whole numbers"),
        ("Ash", "points 1.3", BadSheet, "Points go in halves: points 1.5, not 1.3."),
        ("Ash", "points 4", NotNow, "Ash has 3 Points a turn and cannot have more left."),
        ("Ash", "wounds 1, points 2.5", NotNow, "Ash has 2 Points a turn and cannot have more left."),
        ("Ash", "command 4", NotNow, "Ash has 3 Command Points a turn and cannot have more left."),
        ("Bug", "command 1", NoRule, "Bug is not a leader and has no Command Points. Leave command out."),
        ("Bug", "flying", NoRule, "Bug (Bug Warrior) does not fly. Leave flying and on the ground out."),
        ("Ash", "loaded 5", NoRule, "Ammunition is not counted in this encounter"),
        ("Ash", "spares 5", NoRule, "Ammunition is not counted in this encounter"),
        ("Ash", "done, may act", BadSheet, "“may act” contradicts an earlier word"),
        ("Ash", "weapon 9", NotNow, "The weapons of Ash are: 1 Rifle, 2 Pistol, 3 Hand-to-Hand."),
    ],
)
def test_what_cannot_be_set_is_told_and_changes_nothing(who: str, changes: str, kind: type[Refusal], told: str) -> None:
    skirmish = fight()
    before = skirmish.encounter
    with pytest.raises(kind) as refused:
        skirmish.adjust(who, changes)
    assert told in str(refused.value)
    assert skirmish.encounter == before


def test_others_go_on_covering() -> None:
    skirmish = fight()
    ash, scout = skirmish.id("Ash"), skirmish.id("Scout")
    kept = Watch(scout, (Place(5, 5),), Clock(2, 1), Fire(scout, weapon="Pistol"))
    plan(skirmish, Watch(ash, (Place(4, 4),), Clock(1, 2), Fire(ash, weapon="Rifle")), kept)
    skirmish.adjust("Ash", "stop covering")
    assert skirmish.encounter.agenda == (kept,)


def test_nobody_comes_back_where_somebody_else_stands_by_then() -> None:
    skirmish = fight()
    skirmish.adjust("Bug", "at C3")
    skirmish.adjust("Bug", "dead")
    skirmish.adjust("Ash", "at C3")
    before = skirmish.encounter
    with pytest.raises(NotNow, match=r"Ash is at C3\. Choose a free place"):
        skirmish.adjust("Bug", "alive")
    assert skirmish.encounter == before
    skirmish.adjust("Bug", "alive, at C4")
    assert skirmish.one("Bug").present
    assert skirmish.one("Bug").place == Place.parse("C4")
