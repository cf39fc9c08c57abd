"""The end of a fight: time that continues by itself waits for the GM, and only GMs read what is true."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from rules.engine.flow.over import openly_over, over, question
from rules.engine.flow.run import windows
from rules.engine.flow.stops import ASKS, FOR_GM, WAITS
from rules.engine.records.agenda import ELSE, Clock, Line, When
from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Sighting
from rules.engine.records.orders import Act, Adjust, Muster, Next, Pass, SetPlan, Switch
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.effects import Became
from rules.engine.scene.scene import Part, Scene
from rules.phoenix.basics.soldier import Knockout, soldier
from rules.shelf import shelf
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.skirmish import Skirmish

STAY = Line("stay", (), When(ELSE))
SHEETS = {
    "aliens": ("rifleman", "alien", "aliens"),
    "phoenix": ("skill 8, STR 16, AGI 10, M16", "skill 4, STR 12, AGI 10, AKM", "phoenix-advanced"),
    "savage": ("Shooting d8, Assault Rifle", "Shooting d6, Pistol", "savage"),
    "space_marines": ("Marine, rifle", "bug", "space_marines"),
}
BOOKS = tuple(SHEETS)


@cache
def preset(book: str) -> str:
    presets = shelf()[book].presets
    wanted = SHEETS[book][2]
    return wanted if wanted in presets else next(iter(presets))


class Fight(Skirmish):
    """Ann's Trent and Ben's Axly of Blue against two of Red, the GM's."""

    def __init__(self, book: str, **switches: str) -> None:
        super().__init__(shelf()[book], preset(book))
        self.dice = SeededDice(3)
        ours, theirs, _ = SHEETS[book]
        for name, sheet, side, owner, at in (
            ("Trent", ours, "Blue", "ann", "B2"),
            ("Axly", ours, "Blue", "ben", "B4"),
            ("Guard", theirs, "Red", None, "H2"),
            ("Zorro", theirs, "Red", None, "H4"),
        ):
            profile = self.ruleset.profile(sheet, {})
            self.give(Muster(profile, name, side, owner, 1, (Place.parse(at),)))
        for name, value in switches.items():
            self.give(Switch(name, value))

    def give(self, order: Order) -> tuple[Part, ...]:
        parts = resolve(order, Scene(self.encounter, self.dice), self.ruleset)
        self.encounter = parts[-1].encounter
        return parts

    def fall(self, *names: str) -> tuple[Part, ...]:
        for name in names:
            parts = self.give(Adjust(self.id(name), "dead"))
        return parts

    def make_dying(self, name: str) -> None:
        """The fighter of Phoenix Command dies when this impulse ends."""
        dying = altered(soldier(self.one(name)), died=self.encounter.clock)
        self.encounter = Became(self.id(name), dying).on(self.encounter)

    def hide(self, name: str) -> None:
        fighters = tuple(replace(c, secret=True) if c.name == name else c for c in self.encounter.combatants)
        self.encounter = replace(self.encounter, combatants=fighters)


def asked(parts: Sequence[Part]) -> list[str]:
    """Return the questions of these parts to the GMs, whom alone they are for."""
    asking = [part.resolution for part in parts if part.resolution.verdict == ASKS]
    assert all([clause.about for clause in one.clauses] == [GMS] for one in asking)
    return [one.outcome for one in asking]


def told(parts: Sequence[Part]) -> str:
    """Return the texts of these parts for everybody."""
    return " ".join(part.resolution.outcome for part in parts if part.resolution.verdict != ASKS)


@pytest.mark.parametrize("book", BOOKS)
def test_a_fight_goes_on_while_two_sides_can_act(book: str) -> None:
    fight = Fight(book, pace="auto")
    assert over(fight.encounter, fight.ruleset) == ""
    assert asked(fight.fall("Guard")) == [] and over(fight.encounter, fight.ruleset) == ""


@pytest.mark.parametrize("book", BOOKS)
def test_the_gm_is_asked_once_a_side_is_down(book: str) -> None:
    fight = Fight(book, pace="auto")
    parts = fight.fall("Guard", "Zorro")
    [said] = asked(parts)
    assert said.endswith("Continue, or end?")
    assert told(parts).endswith("Time continues when the GM is ready.")
    if shelf()[book].result(fight.encounter) is None:
        assert said == "Red is down. Continue, or end?"


def test_both_sides_are_down_until_the_next_recovery_roll() -> None:
    fight = Fight("phoenix", pace="auto")
    fight.fall("Axly", "Zorro")
    fight.give(Adjust(fight.id("Trent"), "PD 200"))
    for name in ("Trent", "Guard"):
        parts = fight.give(Adjust(fight.id(name), "unconscious"))
    assert asked(parts) == ["Both sides are down. Continue to the next Recovery Roll, or end?"]
    before = fight.encounter.clock
    parts = fight.give(Next())
    assert fight.encounter.clock.turn > before.turn + 12
    assert "Trent" in told(parts), "the Recovery Roll"
    assert len(asked(parts)) == 1, "the GM is asked again after it"


@pytest.mark.parametrize(("words", "until"), [("unconscious 80", "until somebody wakes up"), ("unconscious", "")])
def test_the_question_says_what_comes_next(words: str, until: str) -> None:
    fight = Fight("phoenix", pace="auto")
    for name in ("Trent", "Axly", "Guard", "Zorro"):
        parts = fight.give(Adjust(fight.id(name), words))
    assert asked(parts) == [f"Both sides are down. Continue{until and f' {until}'}, or end?"]


def test_all_fighters_of_players_are_down_while_two_others_fight() -> None:
    fight = Fight("phoenix", pace="auto")
    fight.give(Muster(fight.ruleset.profile(SHEETS["phoenix"][0], {}), "Friend", "Blue", None, 1))
    [said] = asked(fight.fall("Trent", "Axly"))
    assert said == "All fighters of the players are down. Continue, or end?"


@pytest.mark.parametrize("pace", ["by hand", "auto", "sealed"])
def test_only_where_time_continues_by_itself_the_gm_is_asked(pace: str) -> None:
    fight = Fight("phoenix", pace=pace)
    parts = fight.fall("Guard", "Zorro")
    assert (len(asked(parts)), "when the GM is ready" in told(parts)) == (
        (0, False) if pace == "by hand" else (1, True)
    )


@pytest.mark.parametrize("pace", ["by hand", "auto"])
def test_a_run_stops_where_a_side_goes_down_in_it(pace: str) -> None:
    fight = Fight("phoenix", pace=pace)
    fight.fall("Zorro")
    for name in ("Trent", "Axly", "Guard"):
        fight.give(SetPlan(fight.id(name), (STAY,), "somebody"))
    fight.make_dying("Guard")
    parts = fight.give(Next(run=True, windows=12 if pace == "auto" else 0))
    assert fight.encounter.clock == Clock(1, 2), "the impulse in which Guard is dead"
    assert len(asked(parts)) == (pace == "auto")


@pytest.mark.parametrize("pace", ["by hand", "auto"])
def test_a_run_stops_in_the_impulse_in_which_both_sides_are_down(pace: str) -> None:
    """A Recovery Roll is due hours later: time does not skip to it."""
    fight = Fight("phoenix", pace=pace)
    fight.fall("Axly", "Zorro")
    fight.give(Adjust(fight.id("Trent"), "PD 300"))
    for name in ("Trent", "Guard"):
        fight.give(SetPlan(fight.id(name), (STAY,), "somebody"))
    fight.make_dying("Guard")
    out = altered(soldier(fight.one("Trent")), knockout=Knockout(fight.encounter.clock, 0, until=Clock(90_000)))
    fight.encounter = Became(fight.id("Trent"), out).on(fight.encounter)
    fight.give(Next(run=True, windows=12 if pace == "auto" else 0))
    assert fight.encounter.clock == Clock(1, 2)
    fight.give(Next(run=True))
    assert fight.encounter.clock.turn > 1_000, "the GM lets time continue to the Recovery Roll"


@pytest.mark.parametrize("book", BOOKS)
def test_a_run_by_hand_goes_on_after_the_end(book: str) -> None:
    fight = Fight(book)
    fight.fall("Guard", "Zorro")
    for name in ("Trent", "Axly"):
        fight.give(Pass(fight.id(name)))
    before = fight.encounter.clock
    fight.give(Next(run=True))
    assert fight.encounter.clock > before


def test_a_run_of_twelve_windows_is_no_longer_whatever_is_under_way() -> None:
    """Work of forty actions on both sides: nobody has to be asked meanwhile."""
    fight = Fight("phoenix", pace="auto")
    for name in ("Trent", "Axly", "Guard", "Zorro"):
        fight.give(Act(fight.id(name), "digs", 40))
    parts = fight.give(Next(run=True, windows=12))
    assert windows(Clock(1, 1), fight.encounter.clock, fight.ruleset) == 12
    assert parts[-1].resolution.verdict == WAITS and "nobody has given an order for a while" in told(parts)


def test_a_window_of_declared_orders_says_that_time_waits() -> None:
    fight = Fight("phoenix", pace="sealed")
    for name in ("Trent", "Axly", "Guard", "Zorro"):
        fight.give(Pass(fight.id(name)))
    parts = fight.give(Next(windows=1))
    assert parts[-1].resolution.verdict == WAITS
    assert told(parts).endswith(
        "It is Phase 1, Impulse 2. Time waits because nobody has given an order for a while."
        " Any order lets it run again."
    )


FOGS = ("off", "hidden", "sides")


@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("book", BOOKS)
def test_what_everybody_reads_does_not_depend_on_somebody_hidden(book: str, fog: str) -> None:
    """Guard falls while a secret Zorro is alive, is dead, or has never been there.

    With `fog: sides`, as far as Blue knows, no fighter of Red sees Blue: then the channel knows of no end.
    """
    said = []
    for zorro in ("alive", "dead", "gone"):
        fight = Fight(book, fog=fog, pace="auto")
        fight.hide("Zorro")
        if zorro == "gone":
            fighters = tuple(c for c in fight.encounter.combatants if c.name != "Zorro")
            fight.encounter = replace(fight.encounter, combatants=fighters)
        if zorro == "dead":
            fight.fall("Zorro")
        parts = fight.fall("Guard")
        said.append([part.resolution.outcome for part in parts if part.resolution.verdict in (FOR_GM, "done")])
        openly = "Time continues when the GM is ready." in told(parts)
        assert openly is not (book == "phoenix" and fog == "sides")
        assert len(asked(parts)) == (openly or zorro != "alive"), "the GM reads what is true"
        if openly:
            assert ("as far as the players know" in asked(parts)[0]) is (zorro == "alive")
    assert said[0] == said[1] == said[2]


@pytest.mark.parametrize("fog", ["hidden", "sides"])
def test_a_side_is_not_down_while_its_last_fighter_only_went_out_of_sight(fog: str) -> None:
    fight = Fight("phoenix", fog=fog, pace="auto")
    zorro, clock = fight.one("Zorro"), fight.encounter.clock
    fight.give(Adjust(zorro.id, "hidden"))
    seen = Sighting("Blue", zorro.id, clock, zorro.place, looks=zorro.condition)
    fight.encounter = replace(fight.encounter, sightings=(*fight.encounter.sightings, seen))
    assert asked(fight.fall("Guard")) == []
    assert openly_over(fight.encounter, fight.ruleset) == ""


def test_where_it_is_over_in_truth_alone_the_channel_reads_nothing() -> None:
    """Zorro, whom nobody sees, was the last of Red: Guard is dead, and Blue knows of Zorro from before."""
    fight = Fight("phoenix", fog="hidden", pace="auto")
    fight.fall("Guard")
    fight.hide("Trent")
    fight.hide("Axly")
    parts = fight.fall("Zorro")
    assert over(fight.encounter, fight.ruleset) == "Red is down."
    assert openly_over(fight.encounter, fight.ruleset) == ""
    assert "GM is ready" not in told(parts)
    assert asked(parts) == ["Red is down. Continue, or end?"]
    assert question(fight.encounter, fight.ruleset) == "Red is down. Continue, or end?"
