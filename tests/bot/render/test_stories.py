"""The story of a run: who came into sight first, then what happened in the order of time; and what a recap tells."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.chat import render
from bot.chat.render.results.answer import answer
from bot.chat.render.results.story import story
from bot.game.entries.detail import Detail
from bot.game.entries.entries import Entry
from bot.game.pages.statistics import Fights
from bot.game.sight import EVERYTHING, ToAct, read
from rules.engine.conduct.conduct import DECIDED
from rules.engine.flow.stops import ASKS
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Next
from rules.engine.records.references import GMS
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Became, Effect, Loaded, Placed
from rules.engine.scene.parts import EVERYONE, Clause, Contact, Resolution
from rules.words.places import Place
from tests.bot.render.table import Skirmish, entry

TRENT, VOLK, PETYA = "c1", "c2", "c3"
LOST = (Clause(VOLK, "Volk fires a burst at C2, 14 hexes.", verdict="miss"),)
ELEVATION = Roll("Elevation", "", 0, 99, 14, "99 or less", about=VOLK)


def mill() -> Skirmish:
    skirmish = Skirmish("phoenix", "phoenix-advanced")
    for name, side in (("Trent", "Blue"), ("Volk", "Red"), ("Petya", "Red")):
        skirmish.muster("line, M16", name, None, side=side)
    return skirmish


def at(place: str) -> Place:
    return Place.parse(place)


def run(skirmish: Skirmish, *parts: tuple[Clock, Resolution]) -> list[Entry]:
    """The parts of a run, each in its window, with the places that they change."""
    entries: list[Entry] = []
    state = skirmish.state
    for n, (clock, resolution) in enumerate(parts):
        for effect in resolution.effects:
            state = effect.on(state)
        state = altered(state, clock=clock)
        entries.append(entry(Next(run=True), resolution, state, seq=20 + n, part=n))
    return entries


def told(clauses: Sequence[Clause], verdict: str = "done", *effects: Effect, routine: bool = False) -> Resolution:
    return Resolution(tuple(clauses), verdict, effects=effects, routine=routine)


def shot(who: str, result: str, verdict: str) -> Resolution:
    return told((Clause(who, f"{who} fires"), Clause(who, f": {result}.", result=True, verdict=verdict)), verdict)


def moved(id: str, *places: str, outcome: str = "") -> Resolution:
    start, *ends = map(at, places)
    steps = [Placed(id, end, origin) for origin, end in zip([start, *ends], ends, strict=False)]
    return told((Clause(id, outcome or f"{id} moves from {places[0]} to {places[-1]}."),), "done", *steps)


def lines(skirmish: Skirmish, *parts: tuple[Clock, Resolution]) -> list[str]:
    return story(run(skirmish, *parts), skirmish.book).lines


def test_lines_are_in_the_order_of_time_each_with_its_time() -> None:
    skirmish = mill()
    skirmish.entries[-1] = replace(skirmish.entries[-1], state=Placed(PETYA, at("S4")).on(skirmish.state))
    assert lines(
        skirmish,
        (Clock(1, 2), moved(PETYA, "S4", "Q2")),
        (Clock(1, 3), shot(VOLK, "MISS", "miss")),
        (Clock(2, 1), told((Clause(TRENT, "Trent opens the door."),))),
        (Clock(2, 2), shot(TRENT, "HIT, knee", "hit")),
    ) == [
        "**1.2** c3 moves from S4 to Q2.",
        "**1.3** c2 fires: MISS.",
        "**2.1** Trent opens the door.",
        "**2.2** c1 fires: HIT, knee.",
    ]


def test_a_story_that_is_longer_than_a_message_begins_below_its_last_line() -> None:
    skirmish = mill()
    doors = [(Clock(turn, 1), told((Clause(TRENT, f"Trent opens door {turn}{'!' * 90}"),))) for turn in range(1, 31)]
    reply = answer(run(skirmish, *doors), skirmish.book, ToAct(), detail=Detail.FULL)
    assert reply.content.startswith("**30.1** Trent opens door 30!")
    below = str(reply.embeds[0].description).split("\n")
    assert [line.partition("!")[0] for line in below[:2]] == [
        "**1.1** Trent opens door 1",
        "**2.1** Trent opens door 2",
    ]


def test_a_move_is_told_once_whoever_else_moves_in_the_same_part() -> None:
    skirmish = mill()
    both = moved(PETYA, "S4", "Q2", outcome="Petya moves from S4 to Q2.")
    both = replace(both, effects=(Placed(VOLK, at("Q9"), at("R9")), *both.effects))
    assert lines(skirmish, (Clock(1, 2), both)) == ["**1.2** Petya moves from S4 to Q2."]


def test_contacts_come_first_once_each_with_their_time_and_place() -> None:
    skirmish = mill()
    seen = replace(
        shot(TRENT, "HIT, knee", "hit"), contacts=(Contact(EVERYONE, PETYA, at("Q2")), Contact("Red", TRENT, at("C2")))
    )
    again = replace(shot(TRENT, "MISS", "miss"), contacts=(Contact(EVERYONE, PETYA, at("Q3")),))
    first = lines(skirmish, (Clock(1, 2), seen), (Clock(1, 3), again))[0]
    assert first == "**Contact** Petya at Q2 (1.2)."


@pytest.mark.parametrize(
    ("times", "line"),
    [
        (1, "**4.4** Volk fires a burst at C2, 14 hexes (rolled 14, needed 99): nobody in sight is hit."),
        (3, "**4.4** Volk fires a burst at C2, 3 times: nobody in sight is hit."),
    ],
)
def test_shots_at_an_empty_place_say_that_nobody_in_sight_is_hit(times: int, line: str) -> None:
    skirmish = mill()
    parts = [(Clock(4, 4), Resolution(LOST, "miss", (ELEVATION,))) for _ in range(times)]
    assert lines(skirmish, *parts) == [line]


def test_a_shot_is_told_after_what_made_it_possible_whatever_the_shots_before_it() -> None:
    rises = told((Clause(PETYA, "Petya looks over cover."),))
    hit, again = shot(TRENT, "MISS", "miss"), shot(TRENT, "HIT, forehead", "hit")
    assert lines(mill(), (Clock(2, 4), hit), (Clock(3, 1), rises), (Clock(3, 1), again)) == [
        "**2.4** c1 fires: MISS.",
        "**3.1** Petya looks over cover.",
        "**3.1** c1 fires: HIT, forehead.",
    ]


def recap(skirmish: Skirmish, entries: Sequence[Entry]) -> str:
    told = render.Recap(since=1)
    for order in [*skirmish.entries, *entries]:
        told.take(read([order], skirmish.book, EVERYTHING))
    return told.reply(entries[-1].state, skirmish.book).content


def loaded(fighter: Combatant, rounds: int, spares: int) -> Loaded:
    ammunition = fighter.carried[0].ammunition
    assert ammunition is not None and ammunition.spares is not None
    return Loaded(fighter.id, 0, replace(ammunition, loaded=rounds, spares=ammunition.spares[:spares]))


def test_a_recap_counts_the_rounds_of_a_weapon_that_was_reloaded() -> None:
    skirmish = mill()
    trent = skirmish.state.combatant(TRENT)
    spares = len(trent.carried[0].ammunition.spares or ())  # type: ignore[union-attr]
    full = trent.carried[0].ammunition.loaded  # type: ignore[union-attr]
    said = [(5, spares), (full, spares - 1), (8, spares - 1)]
    parts = [
        (Clock(1, 1 + n), told((Clause(TRENT, "Trent."),), "done", loaded(trent, *one))) for n, one in enumerate(said)
    ]
    assert f"Ammunition used: Trent {full - 5 + full - 8} rounds (M16)." in recap(skirmish, run(skirmish, *parts))


def test_who_moves_on_while_somebody_fires_is_not_hit() -> None:
    skirmish = mill()
    petya = skirmish.state.combatant(PETYA)
    deed = Clause(VOLK, "Volk fires a burst at Trent", verdict="miss")
    burst = Resolution(
        (deed, Clause(TRENT, ": 2 HITS.", result=True, verdict="hit")),
        "hit",
        (ELEVATION,),
        (Placed(PETYA, at("B3"), at("B2")), Became(PETYA, petya.condition)),
    )
    entries = run(skirmish, (Clock(1, 1), burst))
    counted = Fights()
    counted.take(entries)
    assert {fighter.name: fighter.hit for fighter in counted.fighters.values()} == {"Trent": 1, "Volk": 0}
    assert "**Volk** fired once and hit Trent." in recap(skirmish, entries)


def test_a_recap_has_no_open_questions_and_no_progress_as_news() -> None:
    skirmish = mill()
    asked = told((Clause(GMS, "Blue is down. Continue, or end?"),), ASKS)
    begun = told((Clause(PETYA, "Petya moves to Q2: 2 of 21 actions."),), routine=True)
    won = told((Clause("", "Red wins."),), DECIDED)
    text = recap(
        skirmish, run(skirmish, *((Clock(1, n), one) for n, one in enumerate((asked, begun, won, asked, won), 1)))
    )
    assert "Continue, or end?" not in text
    assert "2 of 21" not in text
    assert text.count("Red wins.") == 1
