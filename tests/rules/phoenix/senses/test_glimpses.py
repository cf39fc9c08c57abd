"""A side's perception of a fighter of the other one: seen, remembered, heard, felt, unknown."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Adjust, Dismiss, Fire, Move, Switch
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Registered
from rules.engine.scene.scene import Scene
from rules.engine.sight import sight as knowledge
from rules.engine.sight.sight import Perceived, glimpse, perceived_by_all
from rules.phoenix.basics.soldier import Passed, Soldier, soldier
from rules.phoenix.ground import view
from rules.phoenix.optional.senses import glimpses
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, phoenix

WALL = "J15 K15 L15"


def field(fog: str, walls: str = "", **switches: str) -> Skirmish:
    """Ann at K20 looks north, Ben of her side is at P20; nobody else is there yet."""
    played = Skirmish("phoenix-advanced")
    played.order(Switch("fog", fog))
    for name, value in switches.items():
        played.order(Switch(name.replace("_", " "), value))
    played.map(30, 40, walls)
    join(played, "Ann", "K20", "A", "facing north")
    join(played, "Ben", "P20", "A", "facing north")
    return played


def join(played: Skirmish, name: str, at: str, side: str, words: str = "") -> None:
    played.sheet(name, f"SAL 10, skill 8, CA 8, KV 20, M16, from the hip{words and ', '}{words}")
    id = played.id(name)
    played.encounter = Registered(id, name, side, side).on(played.encounter)
    # Nobody knows of those who are being set up.
    played.put(name, at)
    played.encounter = altered(played.encounter, sightings=())


def seen(played: Skirmish, who: str, side: str = "A") -> Glimpse:
    return glimpse(played.encounter, phoenix(), side, played.one(who))


def sight(played: Skirmish, who: str, side: str = "A") -> Sight:
    return seen(played, who, side).sight


@pytest.mark.parametrize("fog", ["hidden", "sides"])
def test_an_unspotted_sniper_ten_hexes_away_is_unknown_until_he_fires(fog: str) -> None:
    played = field(fog)
    join(played, "Zorro", "K10", "B", "facing south, unspotted")
    assert (sight(played, "Zorro"), sight(played, "Ann", "B")) == (Sight.UNKNOWN, Sight.SEEN)
    assert not perceived_by_all(played.encounter, phoenix(), played.one("Zorro"))
    played.order(Fire(played.id("Zorro"), (played.target("Ann"),), aim=1), 99)
    assert sight(played, "Zorro") is Sight.SEEN


def test_a_side_without_fighters_sees_what_is_open_and_nobody_by_glimpse() -> None:
    hidden, sides = field("hidden"), field("sides")
    assert (sight(hidden, "Ann", "C"), sight(sides, "Ann", "C")) == (Sight.SEEN, Sight.UNKNOWN)


def test_who_is_behind_cover_is_unknown_where_fighters_are_hidden() -> None:
    played = field("hidden", WALL)
    join(played, "Zorro", "K10", "B", "facing south")
    assert sight(played, "Zorro") is Sight.SEEN  # the wall counts for nothing: what is not hidden is open
    played.make("Zorro", exposure="hidden")
    assert sight(played, "Zorro") is Sight.UNKNOWN


def test_a_wall_hides_who_is_behind_it_where_sides_count() -> None:
    played = field("sides", WALL)
    join(played, "Zorro", "K10", "B", "facing south")
    assert sight(played, "Zorro") is Sight.SEEN  # by Ben, past the wall
    played.make("Ben", facing=90)
    assert sight(played, "Zorro") is Sight.UNKNOWN


def test_who_turns_away_remembers_the_last_place_and_when() -> None:
    played = field("sides", WALL)
    join(played, "Zorro", "K10", "B", "facing south")
    played.order(Act(played.id("Ben"), "turn to south"))
    assert seen(played, "Zorro").place == Place.parse("K10")
    assert seen(played, "Zorro").since == Clock(1, 1)
    assert sight(played, "Zorro") is Sight.CONTACT
    played.next()
    played.put("Zorro", "K8")
    played.make("Zorro", position="prone", facing=0)
    last = seen(played, "Zorro")
    assert (last.place, last.since) == (Place.parse("K10"), Clock(1, 1))
    assert isinstance(last.looks, Soldier)
    assert (last.looks.position, last.looks.facing, last.looks.wounds) == ("standing", 180, ())


def test_who_passes_in_sight_is_a_contact_there_until_the_next_sighting() -> None:
    played = field("sides", "J15 K15 L15 M15 N15 O15 Q15 R15")
    played.make("Ann", facing=180)
    join(played, "Zorro", "O13", "B", "facing south")
    assert sight(played, "Zorro") is Sight.UNKNOWN
    played.order(Move(played.id("Zorro"), Place.parse("Q13")))
    for _ in range(8):
        if played.one("Zorro").place == Place.parse("Q13"):
            break
        played.next()
    contact = seen(played, "Zorro")
    assert played.one("Zorro").place == Place.parse("Q13")
    assert (contact.sight, contact.place) == (Sight.CONTACT, Place.parse("P13"))
    since = contact.since
    played.next()
    played.next()
    assert (seen(played, "Zorro").place, seen(played, "Zorro").since) == (Place.parse("P13"), since)


def test_who_hides_after_having_been_seen_is_a_contact_with_a_time() -> None:
    played = field("hidden")
    join(played, "Zorro", "K10", "B", "facing south")
    played.next()
    played.order(Adjust(played.id("Zorro"), "hidden"))
    contact = seen(played, "Zorro")
    assert (contact.sight, contact.place, contact.since) == (Sight.CONTACT, Place.parse("K10"), Clock(1, 2))
    assert contact.recognized
    played.order(Adjust(played.id("Zorro"), "looking"))
    assert sight(played, "Zorro") is Sight.SEEN


def test_a_way_that_all_saw_ends_for_them_where_it_was_last_open() -> None:
    """A wall hides D11 from Ann and Ben, who see only P12; with the fog `hidden` all know who is in the open."""
    played = field("hidden", " ".join(f"{column}15" for column in "ABCDEFGHIJ"))
    join(played, "Zorro", "D10", "B", "hidden, facing south")
    way = (Passed(Place.parse("P12"), "standing", "exposed"), Passed(Place.parse("D11"), "standing", "exposed"))
    played.make("Zorro", trace=way)
    zorro = played.one("Zorro")
    found = [view.glimpse(played.one(name), zorro, played.encounter) for name in ("Ann", "Ben")]
    assert [one and one.place for one in found] == [Place.parse("P12")] * 2
    assert seen(played, "Zorro").place == Place.parse("D11")


def test_who_was_spotted_once_stays_open_where_fighters_are_hidden() -> None:
    played = field("hidden", spotting="on")
    join(played, "Zorro", "A1", "B", "facing south")
    played.make("Zorro", position="prone")
    assert sight(played, "Zorro") is Sight.UNKNOWN
    played.order(Adjust(played.id("Ben"), "has spotted Zorro"))
    assert sight(played, "Zorro") is Sight.SEEN
    played.order(Adjust(played.id("Ben"), "has not spotted Zorro"))
    assert sight(played, "Zorro") is Sight.SEEN


def test_a_comrade_s_spotting_counts_for_the_side_where_sides_count() -> None:
    played = field("sides", spotting="on")
    join(played, "Zorro", "K1", "B", "facing south")
    played.make("Zorro", position="prone")
    assert sight(played, "Zorro") is Sight.UNKNOWN
    played.order(Adjust(played.id("Ben"), "has spotted Zorro"))
    assert sight(played, "Zorro") is Sight.SEEN
    played.order(Adjust(played.id("Ben"), "unconscious"))
    played.next()
    assert sight(played, "Zorro") is Sight.CONTACT


def test_who_comes_to_a_pinned_position_in_sight_is_seen_there() -> None:
    played = field("sides", spotting="on")
    join(played, "Zorro", "K1", "B", "facing south")
    join(played, "Yves", "K2", "B", "facing south")
    for name in ("Zorro", "Yves"):
        played.make(name, position="prone")
    played.order(Adjust(played.id("Ben"), "has spotted Zorro"))
    assert sight(played, "Yves") is Sight.SEEN
    played.put("Yves", "K5")
    assert sight(played, "Yves") is Sight.UNKNOWN


def test_what_is_heard_is_a_nameless_contact_in_a_direction() -> None:
    played = field("sides", sound="on")
    join(played, "Zorro", "K25", "B", "facing north, moving")
    assert sight(played, "Zorro") is Sight.UNKNOWN
    played.make("Zorro", moved=1)
    played.order(Act(played.id("Ann"), "listen for footsteps at K25"), 0)
    heard = seen(played, "Zorro")
    assert (heard.sight, heard.place, heard.direction, heard.since) == (Sight.CONTACT, None, "south", Clock(1, 1))
    assert heard.nameless and not heard.recognized
    assert not perceived_by_all(played.encounter, phoenix(), played.one("Zorro"))


def test_a_miss_of_the_ear_tells_nothing() -> None:
    played = field("sides", sound="on")
    join(played, "Zorro", "K35", "B", "facing north")
    played.make("Zorro", moved=1)
    played.order(Act(played.id("Ann"), "listen for whisper at K35"))
    assert sight(played, "Zorro") is Sight.UNKNOWN


@pytest.mark.parametrize(("sound", "direction"), [("on", "south"), ("off", "")])
def test_a_shot_behind_the_back_is_heard_where_sounds_count(sound: str, direction: str) -> None:
    played = field("sides", sound=sound)
    join(played, "Zorro", "K30", "B", "facing north")
    played.order(Fire(played.id("Zorro"), (played.target("Ann"),), aim=1), 99)
    assert seen(played, "Zorro").direction == direction
    assert sight(played, "Zorro") is (Sight.CONTACT if direction else Sight.UNKNOWN)


def test_who_is_hit_by_somebody_unseen_learns_the_direction() -> None:
    played = field("sides")
    join(played, "Zorro", "P30", "B", "facing north")
    played.order(Fire(played.id("Zorro"), (played.target("Ben"),), aim=1), 0, 0, 0, 0)
    assert seen(played, "Zorro") == Glimpse(
        Sight.CONTACT, None, Clock(1, 1), "south", seen(played, "Zorro").looks, nameless=True
    )


def test_the_dead_stay_as_they_were_last_seen() -> None:
    played = field("sides")
    join(played, "Zorro", "K10", "B", "facing south")
    played.order(Adjust(played.id("Zorro"), "dead"))
    for name in ("Ann", "Ben"):
        played.order(Act(played.id(name), "turn to south"))
    played.order(Adjust(played.id("Zorro"), "alive, at C3"))
    last = seen(played, "Zorro")
    assert (last.sight, last.place, last.gone) == (Sight.CONTACT, Place.parse("K10"), True)


def test_who_leaves_play_in_sight_is_seen_to_go() -> None:
    played = field("sides")
    join(played, "Zorro", "K10", "B", "facing south")
    played.order(Adjust(played.id("Zorro"), "gone"))
    assert (seen(played, "Zorro").gone, seen(played, "Zorro").place) == (True, Place.parse("K10"))


def test_who_leaves_the_encounter_is_forgotten() -> None:
    played = field("hidden")
    join(played, "Zorro", "K10", "B", "facing south")
    played.order(Adjust(played.id("Zorro"), "hidden"))
    assert [one.id for one in played.encounter.sightings] == [played.id("Zorro")]
    played.order(Dismiss(played.id("Zorro")))
    assert played.encounter.sightings == ()


def test_nothing_is_remembered_of_a_table_that_was_open() -> None:
    played = field("off", WALL)
    join(played, "Zorro", "K10", "B", "facing south")
    played.make("Ben", facing=90)
    played.order(Switch("fog", "sides"))
    assert sight(played, "Zorro") is Sight.UNKNOWN
    assert played.encounter.sightings == ()


def test_who_is_not_on_the_map_is_not_seen_from_it() -> None:
    played = field("sides")
    played.sheet("Zorro", "SAL 10, M16")
    played.encounter = Registered(played.id("Zorro"), "Zorro", "B", "B").on(played.encounter)
    assert sight(played, "Zorro") is Sight.UNKNOWN
    played.put("Zorro", "K12")
    assert soldier(played.one("Zorro")).spotted and sight(played, "Zorro") is Sight.SEEN


@examples(40)
@given(st.integers(0, 10_000))
def test_where_an_unperceived_fighter_is_changes_nothing_that_a_side_perceives(seed: int) -> None:
    chance = random.Random(seed)
    walls = {f"{chance.choice('GHIJKLMNOPQRS')}{chance.randint(8, 24)}" for _ in range(40)} - {"K20", "P20"}
    played = field(chance.choice(("hidden", "sides")), " ".join(walls), spotting=chance.choice(("on", "off")))
    for name in ("Ann", "Ben"):
        played.make(name, facing=chance.choice((0, 90, 180)))
    for name in ("Yves", "Zorro"):
        at = f"{chance.choice('CFKPTX')}{chance.randint(1, 40)}"
        join(played, name, at, "B", chance.choice(("facing south", "facing south, hidden", "unspotted")))
    if sight(played, "Zorro") is not Sight.UNKNOWN:
        return
    before = [seen(played, name) for name in ("Yves", "Zorro")]
    played.put("Zorro", f"{chance.choice('CFKPTX')}{chance.randint(1, 40)}")
    played.make("Zorro", facing=chance.choice((0, 120, None)), firing_stance=chance.choice((True, False)))
    if sight(played, "Zorro") is not Sight.SEEN:
        assert [seen(played, name) for name in ("Yves", "Zorro")] == before
    played.next()
    if sight(played, "Zorro") is Sight.UNKNOWN:
        assert not any(one.id == played.id("Zorro") for one in played.encounter.sightings if one.side == "A")


@examples(25)
@given(st.integers(0, 10_000))
def test_what_is_kept_of_earlier_states_is_what_is_found_afresh(seed: int) -> None:
    chance = random.Random(seed)
    played = field(chance.choice(("hidden", "sides")), WALL, spotting=chance.choice(("on", "off")))
    for n in range(3):
        join(played, f"Zorro {n}", f"{chance.choice('HMPR')}{chance.randint(5, 30)}", "B", "facing south")
    for _ in range(12):
        who = chance.choice(played.encounter.combatants)
        match chance.randint(0, 3):
            case 0:
                played.next()
            case 1:
                played.order(Adjust(who.id, chance.choice(("hidden", "looking", "facing south", "facing 60"))))
            case 2:
                played.order(Adjust(who.id, f"at {chance.choice('HMPR')}{chance.randint(5, 30)}"))
            case _:
                played.make(who.name, moved=chance.randint(0, 2))
        afresh = replace(played.encounter)
        for side in ("A", "B"):
            for one in played.encounter.combatants:
                kept = glimpse(played.encounter, phoenix(), side, one)
                assert kept == glimpse(afresh, phoenix(), side, one)


def views_changed(before: Encounter, after: Encounter) -> set[tuple[str, str]]:
    return {*glimpses.found(before, after, phoenix().book)}


def all_seen(played: Skirmish) -> Encounter:
    for side in ("A", "B"):
        for one in played.encounter.combatants:
            glimpse(played.encounter, phoenix(), side, one)
    return played.encounter


def test_a_view_is_another_where_the_fighter_has_moved_and_only_there() -> None:
    played = field("sides")
    join(played, "Yves", "P10", "B", "facing south")
    join(played, "Zorro", "K10", "B", "facing south")
    before = all_seen(played)
    assert views_changed(before, before) == set()
    played.put("Zorro", "K12")
    after = all_seen(played)
    zorro, yves = played.id("Zorro"), played.id("Yves")
    assert ("A", zorro) in views_changed(before, after)
    # Neither has a side a view of its own fighters, nor has anything changed for Yves.
    assert not {("B", zorro), ("A", yves), ("B", yves), ("A", played.id("Ann"))} & views_changed(before, after)


@pytest.mark.parametrize(("fog", "watched"), [("hidden", True), ("sides", False)])
def test_a_fighter_who_stays_seen_is_watched_on_the_whole_way(fog: str, watched: bool) -> None:
    """With the fog on `hidden` a fighter who was seen is followed until they go behind cover, whatever is between."""
    played = field(fog, WALL)
    played.make("Ben", facing=180)
    join(played, "Zorro", "K14", "B", "facing south")
    way = glimpses.watched(played.encounter, "A", played.one("Zorro"), phoenix().book)
    assert way == ((Place.parse("K14"), watched),)
    played.make("Zorro", exposure="hidden")
    [(_, behind_cover)] = glimpses.watched(played.encounter, "A", played.one("Zorro"), phoenix().book)
    assert not behind_cover


@pytest.mark.parametrize(
    ("fog", "side", "here", "remembered"),
    [
        ("sides", "A", "K20", "south"),
        ("sides", "A", None, ""),
        ("sides", "B", "K20", ""),
        ("off", "A", "K20", ""),
    ],
)
def test_a_direction_is_remembered_of_others_who_are_not_seen(
    fog: str, side: str, here: str | None, remembered: str
) -> None:
    played = field(fog)
    join(played, "Zorro", "K30", "B", "facing north")
    scene = Scene(played.encounter, ScriptedDice(()), phoenix().book)
    glimpses.noticed(side, played.one("Zorro"), Place.parse(here) if here else None, scene)
    assert [(one.side, one.direction) for one in scene.encounter.sightings] == [("A", remembered)] * bool(remembered)


def test_an_order_works_out_once_what_a_side_knows_of_an_encounter(monkeypatch: pytest.MonkeyPatch) -> None:
    played = field("sides")
    join(played, "Zorro", "P10", "B", "facing south")
    known_to, asked = knowledge.known_to, list[str]()

    def asking(encounter: Encounter, book: Ruleset, side: str) -> Encounter:
        asked.append(side)
        return known_to(encounter, book, side)

    monkeypatch.setattr(knowledge, "known_to", asking)
    perceived, zorro = Perceived(phoenix()), played.id("Zorro")
    for name in ("Ann", "Ben", "Zorro") * 3:
        assert zorro in perceived.known(played.encounter, played.one(name)).positions
    assert asked == ["A", "B"]
    played.make("Zorro", spotted=False)
    assert zorro not in perceived.known(played.encounter, played.one("Ann")).positions


def test_a_shot_asks_once_for_each_state_whether_anybody_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    played = field("hidden")
    join(played, "Cleo", "K10", "B", "facing south")
    before, asked, hides = played.encounter, list[tuple[object, ...]](), glimpses.hides

    def asking(encounter: Encounter) -> bool:
        asked.append(encounter.combatants)
        return hides(encounter)

    monkeypatch.setattr(glimpses, "hides", asking)
    played.order(Fire(played.id("Ann"), (played.target("Cleo"),), aim=1), 99)
    assert asked == [before.combatants, played.encounter.combatants]
