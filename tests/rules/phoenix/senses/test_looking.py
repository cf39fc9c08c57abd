"""Looking for everybody in view while doing other things, and for one of them first (5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Act, Adjust, Aim, Duck, Fire, Move, Next, Reload, Rename, Switch
from rules.engine.records.steps import Note
from rules.phoenix.basics.soldier import Knockout, Soldier
from rules.phoenix.optional.records import Sought
from rules.phoenix.optional.senses.spotting_time import done
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

M16 = phoenix().profile("M16", {}).carried


def alley(*snipers: str, terrain: str = "town", **switches: str) -> Skirmish:
    """Return Donovan at A1, facing down; snipers in windows at these places, who cannot see Donovan."""
    played = Skirmish()
    played.order(Switch("spotting", "on"))
    for name, value in {"terrain": terrain, **switches}.items():
        played.order(Switch(name.replace("_", " "), value))
    played.map(20, 60)
    played.join("Donovan", Soldier(actions=5, sal=5, facing=180, firing_stance=False, isf=21), *M16, at="A1")
    for number, at in enumerate(snipers or ("A31",), 1):
        sniper = Soldier(actions=4, sal=5, facing=180, exposure="firing", cover_side=0, firing_stance=False)
        played.join(f"Sniper {number}" if len(snipers) > 1 else "Sniper", sniper, *M16, at=at, owner=None)
        played.encounter = played.encounter.with_combatant(_of_side("Guards", played.encounter.combatants[-1]))
    return played


def _of_side(side: str, one: Any) -> Any:
    return type(one)(**{**one.__dict__, "side": side})


def act(played: Skirmish, what: str, who: str = "Donovan") -> str:
    return played.parts(Act(played.id(who), what))[0].resolution.outcome


def let(played: Skirmish, impulses: int) -> list[str]:
    """So many impulses go by; what is told besides the clock."""
    told: list[str] = []
    for _ in range(impulses):
        told += [part.resolution.outcome for part in played.next()]
    return [outcome for outcome in told if not outcome.startswith(("Phase", "It is"))]


def looked(played: Skirmish, target: str = "Sniper") -> int:
    """Return the part of the Spotting Time that is done, read from the Status Sheet."""
    lines = dict(phoenix().summary(played.one("Donovan"), played.encounter).lines)
    for item in lines.get("Looks for", "").replace(" and ", ", ").split(", "):
        if item.startswith(target):
            return int(item.split("(")[1].split()[0])
    return 0


def test_he_looks_while_he_advances() -> None:
    """Donovan advances down the alley, and needs 54 impulses for the sniper in the window all the same."""
    played = alley("A36")
    told: list[str] = []
    for impulse in range(54):
        if impulse % 4 == 0:
            played.order(Move(played.id("Donovan"), Place.parse(f"A{2 + impulse // 4}")))
        told += let(played, 1)
    assert told == ["Donovan spots Sniper, 21 hexes away, after 54 impulses."]
    played.order(Aim(played.id("Donovan"), (played.target("Sniper"),)))


@pytest.mark.parametrize("what", ["kneel", "go prone", "aim", "fire", "reload", "watch all around", "open the door"])
def test_whatever_else_he_does_he_looks_on(what: str) -> None:
    played = alley(field_of_view="on")
    played.join("Other", Soldier(actions=4, facing=180, exposure="exposed"), at="B5", owner=None)
    played.order(Adjust(played.id("Donovan"), "has spotted Other"))
    donovan = played.id("Donovan")
    played.make("Donovan", left=9)
    let(played, 3)
    played.make("Donovan", left=9)
    match what:
        case "aim":
            played.parts(Aim(donovan, (played.target("Other"),), aim=2, how="hip"))
        case "fire":
            played.parts(Fire(donovan, (played.target("Other"),), aim=2, how="hip"), 99)
        case "reload":
            played.parts(Fire(donovan, (played.target("Other"),), aim=2, how="hip"), 99)
            played.order(Reload(donovan))
        case _:
            played.parts(Act(donovan, what))
    assert not any("spots" in outcome for outcome in let(played, 1))
    assert looked(played) == 4


def test_all_in_view_at_once() -> None:
    """In a town 8 impulses within 9 hexes, 17 within 19, 54 beyond, each from the first impulse on."""
    played = alley("A31", "A16", "A8")
    assert let(played, 54) == [
        "Donovan spots Sniper 3, 7 hexes away, after 8 impulses.",
        "Donovan spots Sniper 2, 15 hexes away, after 17 impulses.",
        "Donovan spots Sniper 1, 30 hexes away, after 54 impulses.",
    ]


def test_several_in_one_impulse_are_told_together_the_one_looked_for_first() -> None:
    played = alley("A16", "B15", "C15")
    act(played, "spot Sniper 2")
    assert let(played, 17) == [
        "Donovan spots Sniper 2, 15 hexes away, after 17 impulses; Sniper 1, 15 hexes away, after 17 impulses;"
        " Sniper 3, 15 hexes away, after 17 impulses."
    ]
    assert played.state("Donovan").looks_for == ""
    assert played.encounter.task(played.id("Donovan")) is None


def test_one_is_looked_for_first_and_the_others_go_on_behind() -> None:
    played = alley("A31", "A16")
    let(played, 2)
    assert act(played, "spot Sniper 1") == "Donovan looks for Sniper 1: 2 of 54 impulses."
    assert looked(played, "Sniper 2") == 2
    parts = played.next()
    notes = [step.text for part in parts for step in part.resolution.steps if isinstance(step, Note)]
    assert "has looked for 3 of 54 impulses, as Sniper 1 is frozen" in notes
    assert not any("has looked" in note and "Sniper 2" in note for note in notes)
    # Nobody waits for a fighter who only looks; time stops as soon as they find anybody.
    for name in ("Sniper 1", "Sniper 2"):
        played.make(name, actions=None)
    [told, clock] = [part.resolution.outcome for part in played.next()]
    assert told == "Donovan spots Sniper 2, 15 hexes away, after 17 impulses."
    [told, clock] = [part.resolution.outcome for part in played.next()]
    assert (told, clock) == (
        "Donovan spots Sniper 1, 30 hexes away, after 54 impulses.",
        "It is Phase 14, Impulse 3.",
    )


def test_naming_somebody_else_changes_who_is_first_and_loses_nothing() -> None:
    played = alley("A31", "A21")
    act(played, "spot Sniper 1")
    let(played, 3)
    assert act(played, "spot Sniper 2") == "Donovan looks for Sniper 2: 3 of 54 impulses."
    lines = dict(phoenix().summary(played.one("Donovan"), played.encounter).lines)
    assert lines["Looks for"] == "Sniper 2 first (3 impulses) and Sniper 1 (3 impulses)"
    assert sum(item.actor == played.id("Donovan") for item in played.encounter.agenda) == 1  # type: ignore[union-attr]


def test_naming_somebody_interrupts_nothing() -> None:
    played = alley()
    played.order(Move(played.id("Donovan"), Place.parse("A6")))
    assert act(played, "spot Sniper") == "Donovan looks for Sniper meanwhile: 0 of 54 impulses."
    assert let(played, 3) == ["Donovan moves from A1 to A6, 5 hexes (5 actions)."]
    lines = dict(phoenix().summary(played.one("Donovan"), played.encounter).lines)
    assert lines["Looks for"] == "Sniper first (3 impulses)"
    assert act(played, "spot Sniper") == "Donovan looks for Sniper: 3 of 54 impulses."
    assert let(played, 1) == []
    assert looked(played) == 4


def test_a_renamed_target_is_still_looked_for() -> None:
    played = alley()
    act(played, "spot Sniper")
    played.order(Rename(played.id("Sniper"), "Ivan"))
    let(played, 2)
    assert looked(played, "Ivan") == 2
    assert played.encounter.task(played.id("Donovan")) is not None


def test_a_duck_interrupts_it_for_its_impulse() -> None:
    """Ducking interrupts any action (2.4), and 5.2 calls spotting one."""
    played = alley()
    act(played, "spot Sniper")
    let(played, 3)
    played.order(Duck(played.id("Donovan")))
    let(played, 1)
    assert looked(played) == 3
    let(played, 2)
    assert looked(played) == 5


def test_it_counts_only_while_the_target_is_in_the_field_of_view() -> None:
    played = alley()
    let(played, 4)
    act(played, "turn to north")
    let(played, 6)
    assert looked(played) == 4
    played.make("Donovan", left=4)
    act(played, "turn to south")
    let(played, 1)
    assert looked(played) == 5
    # A Firing Stance has a Field of View of 60 degrees (2.3).
    played.make("Donovan", firing_stance=True, facing=140)
    let(played, 2)
    assert looked(played) == 5


def test_a_wall_cover_and_the_end_of_the_table_stop_it() -> None:
    played = alley()
    let(played, 2)
    for change in ({"exposure": "hidden"}, {"exposure": "looking"}, {"spotted": False}):
        played.make("Sniper", **change)
        let(played, 2)
        assert looked(played) == 2, change
        played.make("Sniper", exposure="firing", spotted=True)
    played.put("Sniper", "A41")
    let(played, 2)
    assert looked(played) == 2
    played.put("Sniper", "A40")
    let(played, 2)
    assert looked(played) == 4


def test_what_is_done_stays_as_the_time_changes() -> None:
    played = alley()
    let(played, 6)
    played.make("Sniper", left=0)
    assert let(played, 1) == []  # 7 of 8
    played.make("Sniper", left=0)
    assert let(played, 1) == ["Donovan spots Sniper, 30 hexes away, after 8 impulses."]


def test_who_is_out_looks_for_nobody() -> None:
    played = alley()
    let(played, 2)
    now = played.encounter.clock
    played.make("Donovan", knockout=Knockout(Clock(0, 1), 0, until=Clock(now.turn + 1, now.impulse)))
    let(played, 4)
    assert looked(played) == 2
    let(played, 1)
    assert looked(played) == 3


def test_with_skill_all_are_counted_in_actions() -> None:
    played = alley(spotting_skill="on")
    spent = []
    for _ in range(6):
        let(played, 1)
        spent.append(looked(played))
    assert spent == [2, 3, 4, 5, 7, 8]  # ISF 21: 5 actions a phase


def test_counting_in_another_way_begins_again() -> None:
    for name, value in (("spotting skill", "on"), ("looking", "alone"), ("spotting", "off")):
        played = alley()
        act(played, "spot Sniper")
        let(played, 2)
        played.order(Switch(name, value))
        assert (played.state("Donovan").sought, played.state("Donovan").looks_for) == ((), "")


@pytest.mark.parametrize("since", [Clock(3, 1), Clock(3, 4)])
@pytest.mark.parametrize("impulses", range(10))
def test_how_much_is_done_over_impulses(since: Clock, impulses: int) -> None:
    pace, clock, expected = (2, 0, 1, 1), since, 0
    for _ in range(impulses):
        expected += pace[clock.impulse - 1]
        clock = Clock(clock.turn + clock.impulse // 4, clock.impulse % 4 + 1)
    assert done(pace, since, clock) == expected


def test_no_impulse_is_skipped_while_somebody_looks() -> None:
    played = alley()
    for name in ("Donovan", "Sniper"):
        played.make(name, actions=None)
    told = [part.resolution.outcome for part in played.parts(Next(60))]
    assert told == ["Donovan spots Sniper, 30 hexes away, after 54 impulses.", "It is Phase 31, Impulse 1."]


def test_an_impulse_of_looking_on_changes_no_record() -> None:
    played = alley("A31", "C31", "E31")
    let(played, 1)
    before = played.state("Donovan").sought
    assert before == tuple(Sought(played.id(f"Sniper {n}"), 0, Clock(1, 1)) for n in (1, 2, 3))
    [part] = played.next()
    assert {effect.kind for effect in part.resolution.effects} == {"Ticked", "phoenix.Readied"}
    assert played.state("Donovan").sought is before


def test_both_look_at_each_other() -> None:
    """The sniper spots Donovan, who moves, in 2 impulses, and then acts; 8 impulses will do for Donovan."""
    played = alley()
    played.make("Sniper", facing=0)
    for place in ("A2", "A3"):
        played.order(Move(played.id("Donovan"), Place.parse(place)))
        told = let(played, 1)
    assert told == ["Sniper spots Donovan, 28 hexes away, after 2 impulses."]
    refused = (
        "Donovan has not spotted Sniper. Use /act spot Sniper first, which takes 54 impulses for them now, of which 2"
    )
    with pytest.raises(NotNow, match=refused), refusals_named(played.encounter):
        played.order(Aim(played.id("Donovan"), (played.target("Sniper"),)))
    told = []
    for _ in range(6):
        played.order(Aim(played.id("Sniper"), (played.target("Donovan"),), how="hip"))
        told += [outcome for outcome in let(played, 1) if "spots" in outcome]
    assert told == ["Donovan spots Sniper, 28 hexes away, after 8 impulses."]


def test_a_gm_s_word_ends_the_looking() -> None:
    played = alley()
    act(played, "spot Sniper")
    let(played, 2)
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    state = played.state("Donovan")
    assert (state.sought, state.looks_for) == ((), "")
    played.order(Adjust(played.id("Donovan"), "has not spotted Sniper"))
    let(played, 1)
    assert looked(played) == 1


def test_the_strict_reading_is_a_switch() -> None:
    played = alley(looking="alone")
    let(played, 3)
    assert played.state("Donovan").sought == ()
    assert act(played, "spot Sniper") == "Donovan looks for Sniper: 0 of 54 impulses."
    let(played, 2)
    played.order(Move(played.id("Donovan"), Place.parse("A2")))
    let(played, 2)
    assert act(played, "spot Sniper") == "Donovan looks for Sniper: 0 of 54 impulses."


def test_an_encounter_that_is_older_than_the_switch_keeps_the_strict_reading() -> None:
    played = alley()
    older = tuple(one for one in played.encounter.switches if one[0] != "looking")
    played.encounter = replace(played.encounter, switches=older)
    let(played, 3)
    assert played.state("Donovan").sought == ()
    assert played.order(Switch("looking", "while acting")).outcome == "“looking” is now while acting."
    let(played, 3)
    assert looked(played) == 3
