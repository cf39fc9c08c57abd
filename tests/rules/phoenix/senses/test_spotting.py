"""Spotting people, over impulses or at once; pinned positions; who may be fired at (5.2)."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries.names import refusals_named
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Adjust, Aim, Burst, Fire, Move, Switch, Target, Throw
from rules.engine.scene.effects import Left
from rules.engine.scene.scene import Part
from rules.engine.sight.sight import public_glimpse, side_of
from rules.phoenix.basics.soldier import Knockout, Soldier
from rules.phoenix.optional.records import Known
from rules.phoenix.optional.senses.sightlines import sightlines
from rules.phoenix.optional.senses.spotting import knows, spotted
from rules.phoenix.optional.senses.spotting_progress import looked_for
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish, phoenix

BOOK = phoenix().book
M16 = phoenix().profile("M16", {}).carried


def alley(at: str = "A31", terrain: str = "town", preset: str = "phoenix-basic", **sniper: Any) -> Skirmish:
    """Return Donovan at A1, facing down; a sniper in a window, by default 30 hexes away, facing Donovan."""
    played = Skirmish(preset)
    played.order(Switch("spotting", "on"))
    if terrain != "no cover":
        played.order(Switch("terrain", terrain))
    played.map(20, 60)
    played.join("Donovan", Soldier(actions=5, sal=5, facing=180, firing_stance=False, isf=21), *M16, at="A1")
    played.join(
        "Sniper",
        Soldier(**{"actions": 4, "sal": 5, "facing": 0, "exposure": "firing", "firing_stance": False, **sniper}),
        *M16,
        at=at,
        owner=None,
    )
    return played


def act(played: Skirmish, what: str, who: str = "Donovan") -> str:
    return played.parts(Act(played.id(who), what))[0].resolution.outcome


def told(parts: tuple[Part, ...]) -> list[str]:
    return [part.resolution.outcome for part in parts]


def let(played: Skirmish, impulses: int) -> list[str]:
    """So many impulses go by, in which nobody else does anything; what is told."""
    found: list[str] = []
    for _ in range(impulses):
        found += told(played.next())
    return [outcome for outcome in found if "Phase" not in outcome]


def looked(played: Skirmish) -> int:
    """Return how much Donovan has done of the Spotting Time."""
    return looked_for(played.one("Donovan"), played.id("Sniper"), played.encounter, BOOK)


def test_nobody_starts_known_to_the_other_side() -> None:
    played = alley()
    played.join("Axly", Soldier(actions=5), at="C1")
    refused = "Donovan has not spotted Sniper. Use /act spot Sniper first, which takes 54 impulses for them now."
    donovan, sniper = played.id("Donovan"), (played.target("Sniper"),)
    for order in (Aim(donovan, sniper), Fire(donovan, sniper), Burst(donovan, sniper)):
        with pytest.raises(NotNow, match=refused):
            played.order(order)
    grenade = phoenix().profile("M67", {}).carried
    played.join("Bob", Soldier(actions=5, sal=5, facing=180), *grenade, at="B1")
    with pytest.raises(NotNow, match="Bob has not spotted Sniper"):
        played.order(Throw(played.id("Bob"), sniper))


def test_54_impulses_in_town_then_8_once_he_uses_his_actions() -> None:
    played = alley()
    assert act(played, "spot Sniper") == "Donovan looks for Sniper: 0 of 54 impulses."
    assert let(played, 6) == []
    assert looked(played) == 6
    played.make("Sniper", left=0)
    assert let(played, 1) == []  # 7 of 8
    assert looked(played) == 7
    assert let(played, 1) == []  # frozen again: 8 of 54
    played.make("Sniper", left=0)
    assert let(played, 1) == ["Donovan spots Sniper, 30 hexes away, after 9 impulses."]
    assert played.state("Donovan").known == (Known(played.id("Sniper"), Place.parse("A31")),)
    assert (looked(played), played.encounter.task(played.id("Donovan"))) == (0, None)
    played.parts(Aim(played.id("Donovan"), (played.target("Sniper"),)))


def test_frozen_all_the_time_he_is_spotted_after_54_impulses() -> None:
    played = alley()
    act(played, "look for sniper")
    played.make("Sniper", actions=None, facing=180)  # nobody waits for the sniper
    parts = told(played.next())
    assert parts == ["Donovan spots Sniper, 30 hexes away, after 54 impulses.", "It is Phase 14, Impulse 3."]


def test_a_moving_man_is_spotted_in_two() -> None:
    played = alley()
    played.order(Act(played.id("Sniper"), "spot Donovan"))
    played.order(Move(played.id("Donovan"), Place.parse("A3")))
    assert let(played, 1) == []
    played.order(Move(played.id("Donovan"), Place.parse("A4")))
    assert let(played, 1) == ["Sniper spots Donovan, 27 hexes away, after 2 impulses."]


def test_by_the_strict_reading_an_impulse_in_which_he_does_anything_else_does_not_count() -> None:
    played = alley()
    played.order(Switch("looking", "alone"))

    def done() -> int | None:
        work = played.state("Donovan").progress
        return work.spent if work else None

    act(played, "kneel")
    act(played, "spot sniper")
    let(played, 1)
    assert done() == 0
    let(played, 2)
    assert done() == 2
    act(played, "stand up")
    assert done() is None


def test_spotting_takes_nobodys_actions_and_does_not_count_as_using_them() -> None:
    played = alley()
    left = played.state("Donovan").left
    act(played, "spot Sniper")
    assert played.state("Donovan").left == left
    played.order(Act(played.id("Sniper"), "spot Donovan"))
    assert "45 impulses" in told(played.parts(Act(played.id("Sniper"), "spot Donovan")))[0]


def test_with_skill_it_is_counted_in_actions() -> None:
    played = alley()
    played.order(Switch("spotting skill", "on"))
    assert act(played, "spot Sniper") == "Donovan looks for Sniper: 0 of 54 spotting actions."
    spent = []
    for _ in range(4):
        let(played, 1)
        spent.append(looked(played))
    assert spent == [2, 3, 4, 5]  # ISF 21: 5 actions a phase
    assert ("Spots with", "5 actions a phase") in phoenix().summary(played.one("Donovan"), played.encounter).lines


@given(st.lists(st.sampled_from(["Frozen", "Using CA", "Moving"]), min_size=1, max_size=12))
def test_he_is_spotted_as_soon_as_what_was_spent_is_enough(motions: list[str]) -> None:
    times = {"Frozen": 17, "Using CA": 2, "Moving": 1}
    played = alley("A16")
    played.make("Sniper", actions=4)
    act(played, "spot Sniper")
    for spent, moves in enumerate(motions, 1):
        played.make("Sniper", left=0 if moves == "Using CA" else 4, moved=int(moves == "Moving"))
        let(played, 1)
        if spent >= times[moves]:
            assert [known.id for known in played.state("Donovan").known] == [played.id("Sniper")]
            return
        assert (looked(played), played.state("Donovan").known) == (spent, ())


def test_in_no_time_he_is_known_without_an_act() -> None:
    played = alley("A8", "no cover")
    donovan, sniper = played.one("Donovan"), played.one("Sniper")
    assert spotted(donovan, sniper, played.encounter, BOOK)
    assert act(played, "spot Sniper") == "Donovan spots Sniper, 7 hexes away, at once."
    played = alley("A8", "no cover")
    played.parts(Fire(played.id("Donovan"), (played.target("Sniper"),), aim=2), 99)
    let(played, 1)
    assert played.state("Donovan").known == (Known(played.id("Sniper"), Place.parse("A8")),)
    assert played.state("Sniper").known == (Known(played.id("Donovan"), Place.parse("A1")),)


def test_whoever_moves_into_view_is_spotted_at_once_where_that_takes_no_time() -> None:
    played = alley("A14", exposure="exposed")
    parts = told(played.parts(Move(played.id("Donovan"), Place.parse("A2"))))
    assert parts == ["Donovan moves from A1 to A2, 1 hex (1 action).", "Donovan is spotted at once by Sniper."]
    assert played.state("Sniper").known == (Known(played.id("Donovan"), Place.parse("A2")),)
    assert played.state("Donovan").known == ()


def test_what_is_in_sight_is_known_where_it_goes() -> None:
    played = alley("A31")
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    played.order(Move(played.id("Sniper"), Place.parse("A27")))
    for place in ("A30", "A29", "A28", "A27"):
        assert played.one("Sniper").place == Place.parse(place)
        let(played, 1)
        assert played.state("Donovan").known[0].place in (Place.parse(place), played.one("Sniper").place)
    assert knows(played.one("Donovan"), played.one("Sniper"))


@pytest.mark.parametrize(
    ("at", "pinned"), [("A31", True), ("A30", True), ("B30", True), ("A33", False), ("C31", False)]
)
def test_a_pinned_position_takes_in_the_hexes_around_it(at: str, pinned: bool) -> None:
    played = alley("A31")
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    played.make("Sniper", exposure="hidden")
    played.put("Sniper", at)
    let(played, 1)
    played.make("Sniper", exposure="firing")
    if pinned:
        played.order(Aim(played.id("Donovan"), (played.target("Sniper"),), aim=1))
        with pytest.raises(NotNow, match=r"Donovan has already spotted Sniper, or knows where to look\."):
            act(played, "spot Sniper")
    else:
        with pytest.raises(NotNow, match="Donovan has not spotted Sniper"):
            played.order(Aim(played.id("Donovan"), (played.target("Sniper"),), aim=1))
        assert act(played, "spot Sniper") == "Donovan looks for Sniper: 0 of 54 impulses."


def test_anybody_at_a_pinned_position_is_seen() -> None:
    played = alley("A31")
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    played.join("Second", Soldier(actions=4, exposure="firing"), at="A32", owner=None)
    played.join("Third", Soldier(actions=4, exposure="firing"), at="A33", owner=None)
    donovan = played.one("Donovan")
    assert knows(donovan, played.one("Second"))
    assert not knows(donovan, played.one("Third"))


def test_off_the_map_whoever_is_spotted_stays_so() -> None:
    played = Skirmish()
    played.order(Switch("spotting", "on"))
    played.order(Switch("terrain", "jungle"))
    played.join("Donovan", Soldier(actions=5, sal=5), *M16)
    played.join("Guard 2", Soldier(actions=4), owner=None)
    with pytest.raises(NotNow, match=r"Donovan has not spotted Guard 2. Use /act spot Guard 2 first\."):
        played.order(Aim(played.id("Donovan"), (played.target("Guard 2"),)))
    with pytest.raises(Refusal, match=r"How far away is Guard 2\? Put both on the map, or give hexes"):
        act(played, "spot Guard 2")
    assert act(played, "spot Guard 2 at 12 hexes") == "Donovan looks for Guard 2: 0 of 54 impulses."
    assert played.encounter.apart(played.id("Donovan"), played.id("Guard 2")) == 12
    assert act(played, "spot guard 2, 5 hexes") == "Donovan looks for Guard 2: 0 of 33 impulses."
    played.make("Guard 2", actions=None)
    assert told(played.next())[0] == "Donovan spots Guard 2, 5 hexes away, after 33 impulses."
    played.make("Guard 2", exposure="hidden")
    let(played, 2)
    played.make("Guard 2", exposure="exposed")
    assert knows(played.one("Donovan"), played.one("Guard 2"))


def test_what_is_refused() -> None:
    played = alley("A41")
    with pytest.raises(NoRule, match="Sniper is 40 hexes away, and the table ends at 39"):
        act(played, "spot Sniper")
    with pytest.raises(UnknownName, match=r"I don't know the combatant “snyper”\. Nearest: Sniper"):
        act(played, "spot Snyper")
    played.put("Sniper", "A31")
    played.make("Sniper", exposure="looking")
    with pytest.raises(NoRule, match="Sniper shows too little to be spotted"):
        act(played, "spot Sniper")
    with pytest.raises(NotNow, match="Donovan has not spotted Sniper: Sniper shows too little to be spotted"):
        played.order(Aim(played.id("Donovan"), (played.target("Sniper"),)))
    played.make("Sniper", exposure="hidden")
    with pytest.raises(NotNow, match="Sniper is out of sight"):
        act(played, "spot Sniper")
    played.make("Sniper", exposure="firing")
    played.make("Donovan", facing=0)
    with pytest.raises(
        NotNow,
        match=r"Donovan cannot see Sniper from there while facing that way\."
        r" Use /act turn to .+ or /move first",
    ):
        act(played, "spot Sniper")
    played.make("Donovan", facing=180, exposure="hidden")
    with pytest.raises(NotNow, match="Donovan is behind cover and sees nothing"):
        act(played, "spot Sniper")


def test_he_stops_looking_for_who_is_out_of_sight() -> None:
    played = alley()
    act(played, "spot Sniper")
    let(played, 2)
    played.make("Sniper", exposure="hidden")
    assert let(played, 1) == [
        "Donovan stops what they were doing (spot Sniper): Sniper is out of sight. Spot someone in sight."
    ]
    assert played.encounter.task(played.id("Donovan")) is None


def test_comrades_know_each_other() -> None:
    played = alley()
    for name in ("Donovan", "Sniper"):
        [one] = [c for c in played.encounter.combatants if c.name == name]
        played.encounter = played.encounter.with_combatant(type(one)(**{**one.__dict__, "side": "A"}))
    with pytest.raises(NotNow, match="Sniper is on Donovan"):
        act(played, "spot Sniper")
    played.order(Aim(played.id("Donovan"), (played.target("Sniper"),)))


def test_bursts_hit_whoever_is_in_the_arc_spotted_or_not() -> None:
    played = alley("A16", preset="phoenix-advanced")
    played.order(Switch("spotting", "on"))
    place = Target(place=Place.parse("A16"))
    part = played.parts(Burst(played.id("Donovan"), (place,), aim=2, how="arc 1"), 0, 0)[0]
    assert "Sniper" in part.resolution.outcome


def test_the_gm_sets_it_right() -> None:
    played = alley()
    said = played.order(Adjust(played.id("Donovan"), "prone, has spotted Sniper, CA 6")).outcome
    assert said == "GM correction: Donovan: has spotted Sniper, prone, Combat Actions 6."
    summary = phoenix().summary(played.one("Donovan"), played.encounter)
    assert ("Has spotted", "Sniper at A31") in summary.lines
    played.make("Sniper", exposure="", facing=None)
    assert "spotted by Donovan" in phoenix().summary(played.one("Sniper"), played.encounter).short
    assert "has not spotted Sniper" in played.order(Adjust(played.id("Donovan"), "has not spotted Sniper")).outcome
    assert played.state("Donovan").known == ()
    with pytest.raises(UnknownName):
        played.order(Adjust(played.id("Donovan"), "has spotted Nobody"))


def test_with_the_switch_off_nothing_is_kept_and_nothing_refused() -> None:
    played = alley()
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    played.order(Switch("spotting", "off"))
    assert played.state("Donovan").known == ()
    with pytest.raises(NoRule, match="“spot Sniper” counts only with the switch “spotting”"):
        act(played, "spot Sniper")
    with pytest.raises(NoRule, match="Who has been spotted counts only with the switch “spotting”"):
        played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    played.order(Aim(played.id("Donovan"), (played.target("Sniper"),)))
    let(played, 1)
    assert (played.state("Donovan").known, played.state("Sniper").known) == ((), ())


def test_whoever_has_left_is_looked_for_no_more() -> None:
    played = alley()
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    played.encounter = Left(played.id("Sniper")).on(played.encounter)
    assert phoenix().summary(played.one("Donovan"), played.encounter)
    let(played, 1)


def test_it_is_suggested_by_name() -> None:
    played = alley()
    assert "spot Sniper" in dict(phoenix().acts(played.encounter, played.id("Donovan")))


def test_a_form_says_who_is_not_spotted() -> None:
    played = alley()
    order = Fire(played.id("Donovan"))
    assert phoenix().choices(order, played.encounter).targets == (
        (played.id("Sniper"), "Sniper (30 hexes, not spotted)"),
    )
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    assert phoenix().choices(order, played.encounter).targets == ((played.id("Sniper"), "Sniper (30 hexes)"),)


def test_there_are_no_odds_against_whom_nobody_has_spotted() -> None:
    played = alley()
    order = Fire(played.id("Donovan"), (played.target("Sniper"),))
    for asked in (phoenix().odds, phoenix().curve):
        refusal = r"Donovan has not spotted Sniper\. Use /act spot Sniper first, which takes 54 impulses for them now"
        with pytest.raises(NotNow, match=refusal), refusals_named(played.encounter):
            asked(order, played.encounter)
    played.order(Adjust(played.id("Donovan"), "has spotted Sniper"))
    assert phoenix().odds(order, played.encounter).rows
    assert phoenix().odds(Fire(played.id("Donovan"), (Target(place=Place.parse("A31")),)), played.encounter).rows


def test_off_the_map_the_range_that_is_said_tells_who_is_spotted_at_once() -> None:
    played = Skirmish()
    played.order(Switch("spotting", "on"))
    for name in ("Ann", "Ben"):
        played.join(name, Soldier(actions=4, sal=5), *M16)
    with pytest.raises(
        NotNow,
        match=r"Ann has not spotted Ben\. Use /act spot Ben first, which takes"
        r" 5 impulses for them now",
    ):
        played.order(Aim(played.id("Ann"), (played.target("Ben"),), range=15))
    assert "Ann has aimed" in told(played.parts(Aim(played.id("Ann"), (played.target("Ben"),), range=9)))[0]


def test_on_the_map_no_other_range_can_be_said() -> None:
    played = alley()
    with pytest.raises(Refusal, match=r"On the map Sniper is 30 hexes away, not 5\. Leave the range out"):
        act(played, "spot Sniper at 5 hexes")
    assert act(played, "spot Sniper at 30 hexes") == "Donovan looks for Sniper: 0 of 54 impulses."
    assert played.encounter.ranges == ()


def test_nobody_is_spotted_in_an_impulse_at_whose_end_he_is_out_of_sight() -> None:
    played = alley("A16")
    act(played, "spot Sniper")
    let(played, 1)
    played.make("Sniper", left=0)  # with all actions used 2 impulses would do
    played.make("Donovan", facing=0)
    assert any("stops what they were doing" in outcome for outcome in let(played, 1))
    assert played.state("Donovan").known == ()


def test_whoever_is_out_spots_nobody() -> None:
    played = alley("A6", "no cover")
    played.make("Donovan", knockout=Knockout(Clock(0, 1), 0, until=Clock(9, 1)))
    played.next()
    assert (played.state("Donovan").known, len(played.state("Sniper").known)) == ((), 1)


@pytest.mark.parametrize(
    "said", ["at 15 hexes", "at 15", "range 15", "at range 15 hexes", ", 15 hexes away", "from 15 hexes", "15 hexes"]
)
def test_a_range_by_any_words(said: str) -> None:
    played = Skirmish()
    played.order(Switch("spotting", "on"))
    played.join("Ann", Soldier(actions=4))
    played.join("Guard 2", Soldier(actions=4))
    assert act(played, f"spot Guard 2 {said}".replace(" ,", ","), "Ann") == "Ann looks for Guard 2: 0 of 5 impulses."


def test_whom_an_order_spots_is_told_once() -> None:
    played = Skirmish()
    played.order(Switch("spotting", "on"))
    played.join("Ann", Soldier(actions=4))
    played.join("Ben", Soldier(actions=4))
    assert told(played.parts(Act(played.id("Ann"), "spot Ben at 5 hexes"))) == [
        "Ann spots Ben, 5 hexes away, at once.",
        "Ann is spotted at once by Ben.",
    ]


@pytest.mark.parametrize(
    ("how", "spot", "fire"),
    [
        (
            {"spotted": False},
            "Sniper cannot be spotted until they fire, or the GM sets “spotted”",
            "You can aim at them once they fire",
        ),
        (
            {"exposure": "hidden"},
            r"Sniper is out of sight\. Spot"
            r" someone in sight",
            r"Sniper is out of sight\. Aim at a fighter in sight",
        ),
    ],
)
def test_nobody_is_sent_to_look_for_whom_he_cannot_find(how: dict[str, Any], spot: str, fire: str) -> None:
    played = alley()
    played.make("Sniper", **how)
    with pytest.raises(NotNow, match=spot):
        act(played, "spot Sniper")
    with pytest.raises(NotNow, match=fire):
        played.order(Fire(played.id("Donovan"), (played.target("Sniper"),), aim=1, how="hip"))


def test_whoever_shows_too_little_is_seen_as_he_fires() -> None:
    """The dug in of scenario 1 are not spotted until they fire."""
    played = alley(exposure="dug in", position="kneeling", firing_stance=True, left=9)
    donovan, sniper = played.id("Donovan"), played.id("Sniper")
    fire = Fire(donovan, (Target(sniper),), aim=2, how="hip")
    with pytest.raises(NotNow, match="Sniper shows too little to be spotted"):
        played.order(fire)
    played.make("Sniper", known=(Known(donovan, Place.parse("A1")),), left=9)
    played.parts(Fire(sniper, (Target(donovan),), aim=2), 99)
    played.next()
    assert [known.id for known in played.state("Donovan").known] == [sniper]
    for _ in range(4):
        played.next()
    assert knows(played.one("Donovan"), played.one("Sniper"))


def test_a_state_that_was_left_refers_to_itself_nowhere() -> None:
    """Or it would stay until the garbage collector has looked at everything."""
    played = alley(preset="phoenix-optional")
    played.order(Switch("fog", "hidden"))
    gc.disable()
    try:
        title = "A state for itself"
        state = replace(played.encounter, title=title)
        assert not any(public_glimpse(state, phoenix(), one).known for one in state.combatants)
        del state
        assert not any(isinstance(one, Encounter) and one.title == title for one in gc.get_objects())
    finally:
        gc.enable()


def test_what_another_thread_finds_meanwhile_disturbs_nobody() -> None:
    state = alley(preset="phoenix-optional").encounter
    first, *others = state.combatants
    findings: dict[str, Any] = sightlines(state, BOOK).findings(side_of(first))

    class Found:
        target = seen = None

        @property
        def by(self) -> None:
            findings[f"found {len(findings)}"] = self

    findings["found"] = Found()
    later = altered(state, combatants=(altered(first, name="Al"), *others))
    assert sightlines(later, BOOK).findings(side_of(first)) == {}
    assert len(findings) == 2
