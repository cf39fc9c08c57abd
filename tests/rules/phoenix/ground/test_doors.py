"""Doors and windows beside a fighter: they open, close and are unbarred on the map (table 7B)."""

from __future__ import annotations

import pytest

from rules.engine.map.pieces import lay
from rules.engine.records.errors import Ambiguous, NotNow
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Act, Chart, Move
from rules.engine.table.secrecy import Conceal
from rules.words.maps import read_pieces
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

WALL = "wall A4-H4, "


def placed(pieces: str, at: str = "D5", owner: str | None = "player") -> Skirmish:
    """Trent beside a wall with these doors and windows; D5 is south of D4, C5 and E5 are next to D5 as well."""
    made = Skirmish()
    battle_map = BattleMap(8, 9)
    made.order(Chart(lay(battle_map, read_pieces(WALL + pieces, battle_map))))
    made.sheet("Trent", "skill 6, CA 6, M16", at, owner)
    made.make("Trent", left=20)
    return made


def looks(made: Skirmish) -> dict[str, str]:
    """The doors and windows by place: "open", "shut", "barred", "barred south"."""
    battle_map = made.encounter.battle_map
    assert battle_map
    return {
        str(place): "open" if piece.open else f"barred {piece.bar}" if piece.bar else "shut"
        for piece in battle_map.pieces
        if piece.kind != "wall"
        for place in piece.places
    }


@pytest.mark.parametrize(
    ("pieces", "text", "after", "outcome", "cost"),
    [
        ("door D4", "open the door", "open", "Trent opens the door at D4 (3 actions); their Firing Stance ends.", 3),
        ("door D4", "Opens the door at D4.", "open", "opens the door at D4 (3 actions)", 3),
        ("door D4", "kick in the door", "open", "Trent kicks open the door at D4 (2 actions)", 2),
        ("door oak D4 open", "close the door", "shut", "Trent closes the door at D4 (3 actions)", 3),
        ("door D4 open", "shut door D4", "shut", "Trent closes the door at D4 (3 actions)", 3),
        ("door D4 barred south", "unbar the door", "shut", "Trent unbars the door at D4 (3 actions)", 3),
        ("door D4 barred east", "unbar door D4", "barred east", "", 0),
        ("window D4", "open the window", "open", "Trent opens the window at D4 (6 actions)", 6),
        ("window D4", "break the window", "open", "breaks and clears the glass of the window at D4 (6 actions)", 6),
        ("window D4 open", "close the window", "shut", "Trent closes the window at D4 (6 actions)", 6),
        ("window boarded D4 barred south", "unbolt the window", "shut", "Trent unbars the window at D4 (6 actions)", 6),
        ("window boarded D4", "open the window", "open", "Trent opens the window at D4 (6 actions)", 6),
    ],
)  # fmt: skip
def test_a_door_or_window_beside_them_changes(pieces: str, text: str, after: str, outcome: str, cost: int) -> None:
    made = placed(pieces)
    if not outcome:
        with pytest.raises(NotNow, match=r"The bar of the door at D4 is on its east side\. Go there first"):
            made.order(Act(made.id("Trent"), text))
    else:
        assert outcome in made.order(Act(made.id("Trent"), text)).outcome
    assert looks(made) == {"D4": after} and made.state("Trent").left == 20 - cost
    battle_map = made.encounter.battle_map
    assert battle_map and (Place.parse("D4") in battle_map.obstructions | battle_map.barred) == (after != "open")


@pytest.mark.parametrize(
    ("pieces", "at", "text", "sentence"),
    [
        ("door D4 open", "D5", "open the door", "The door at D4 is already open."),
        ("door D4 closed", "D5", "close the door", "The door at D4 is already closed."),
        ("door D4 barred", "D5", "open the door", r"The door at D4 is barred\. Use /act what: force the door at D4\."),
        ("door D4 barred south", "D5", "kick in the door", "force the door .* or /act what: unbar the door at D4"),
        ("door D4 barred", "D5", "unbar the door", "Nobody has said on which side of the door at D4 the bar is"),
        ("door D4 barred south", "D3", "unbar the door", "The bar of the door at D4 is on its south side. Go there "),
        ("door D4", "D5", "unbar the door", r"The door at D4 is not barred\. Use /act what: open the door at D4\."),
        ("door D4", "D5", "force the door", r"The door at D4 is not barred\. Use /act what: open the door at D4\."),
        ("door D4 open", "D5", "force the door", r"The door at D4 is already open\."),
        ("door D4", "B7", "open the door", r"There is no door next to Trent\. Use /move to get next to one\."),
        ("door D4", "D5", "open the door at C4", r"There is no door at C4 next to Trent\. Use /move"),
        ("window D4 barred", "D5", "break the window", r"The window at D4 is barred\. Use /act what: force the window"),
        ("window boarded D4", "D5", "break the window", "The window at D4 is boarded up and has no glass to break."),
    ],
)  # fmt: skip
def test_what_cannot_be_done(pieces: str, at: str, text: str, sentence: str) -> None:
    made = placed(pieces, at)
    before = made.encounter
    with pytest.raises(NotNow, match=sentence):
        made.order(Act(made.id("Trent"), text))
    assert made.encounter == before


def test_which_of_two_doors_is_asked() -> None:
    made = placed("door D4, door C5, door E5 open", "D5")
    with pytest.raises(Ambiguous, match="Which door: C5 or D4") as asked:
        made.order(Act(made.id("Trent"), "open the door"))
    assert asked.value.nearest == ("open the door at C5", "open the door at D4")
    made.order(Act(made.id("Trent"), "open the door at D4"))
    assert looks(made) == {"C5": "shut", "D4": "open", "E5": "open"}
    assert "opens the door at C5" in made.order(Act(made.id("Trent"), "open the door")).outcome


def test_a_map_without_doors_knows_the_act_as_before() -> None:
    made = placed("door D4")
    made.map(9, 9, "A4 B4")
    said = "Trent: Open a Door (3 actions); their Firing Stance ends."
    assert made.order(Act(made.id("Trent"), "open the door")).outcome == said


def test_it_takes_the_time_of_its_cost_and_is_refused_if_somebody_was_faster() -> None:
    made = placed("door D4", "D5")
    made.sheet("Ally", "skill 6, CA 6, M16", "D3")
    made.make("Trent", left=1)
    assert made.order(Act(made.id("Trent"), "open the door")).outcome == (
        "Trent opens the door at D4: 1 of 3 actions, done in Phase 1, Impulse 3."
    )
    made.make("Ally", left=3)
    made.order(Act(made.id("Ally"), "open the door"))
    parts = made.next()
    assert any("The door at D4 is already open." in part.resolution.outcome for part in parts)


def test_a_door_does_not_close_on_somebody() -> None:
    made = placed("door D4 open", "D5")
    made.sheet("Ally", "skill 6, CA 6, M16", "D4")
    with pytest.raises(NotNow, match=r"Ally is in the door at D4\. Close it once they have left\."):
        made.order(Act(made.id("Trent"), "close the door"))
    made.sheet("Guard", "skill 6, CA 6, M16", "B9", owner=None)
    made.order(Move(made.id("Ally"), Place.parse("D3")))
    made.order(Conceal((made.id("Guard"),), (), (), frozenset()))
    made.put("Guard", "D4")
    closed = made.order(Act(made.id("Trent"), "close the door"))
    assert closed.outcome == (
        "Trent cannot close the door at D4 (3 actions), and meets Guard at D4; their Firing Stance ends."
    )
    assert looks(made) == {"D4": "open"}


def test_a_secret_door_is_no_door_for_those_who_do_not_know_it() -> None:
    made = placed("door D4 barred south")
    made.order(Conceal((), (), (), frozenset({Place.parse("D4")})))
    assert made.order(Act(made.id("Trent"), "unbar the door")).outcome.startswith("Trent: Unbar a Door (3 actions)")
    assert looks(made) == {"D4": "barred south"}


@pytest.mark.parametrize(
    ("pieces", "offered"),
    [
        ("door D4", ["Open the door at D4", "Kick open the door at D4"]),
        ("door D4 open", ["Close the door at D4"]),
        ("door D4 barred south", ["Unbar the door at D4", "Force the door at D4"]),
        (
            "door D4 barred north, window C5",
            ["Open the window at C5", "Break the window at C5", "Force the door at D4"],
        ),
        ("door B4 barred", []),
    ],
)
def test_what_is_suggested_beside_a_door(pieces: str, offered: list[str]) -> None:
    made = placed(pieces)
    names = dict(phoenix().acts(made.encounter, made.id("Trent")))
    assert [name for name in names if " the door" in name or " the window" in name] == offered
    for name in offered:
        again = placed(pieces)
        again.order(Act(again.id("Trent"), name), *([0] if name.startswith("Force") else []))
        assert looks(again) != looks(made)


def test_who_would_put_a_weapon_down_to_force_a_door_is_asked() -> None:
    made = placed("door D4 barred")
    force = Act(made.id("Trent"), "force the door")
    assert phoenix().cautions(made.encounter, force) == (
        f"{made.one('Trent').reference} puts the M16 on the ground to swing the sledge. Picking it up takes 4 actions"
        " (7B).",
    )
    made.order(Act(made.id("Trent"), "put down the M16"))
    assert phoenix().cautions(made.encounter, force) == ()
    closed = placed("door D4")
    assert phoenix().cautions(closed.encounter, Act(closed.id("Trent"), "force the door")) == ()
