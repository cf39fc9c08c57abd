"""Secret fighters in every book, and two of one name who become known to one side."""

from __future__ import annotations

import pytest

from rules.engine.books.table_options import FOG
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart, Muster, Rename, Switch
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Part
from rules.engine.sight.sight import glimpse, perceived_by_all
from rules.engine.table.secrecy import MOST_NOTES, Conceal, Jot, Reveal
from rules.shelf import shelf
from rules.words.places import Place
from tests.rules.skirmish import Skirmish

SHEETS = {
    "aliens": "apone",
    "phoenix": "SAL 14, CA 8, M16A1",
    "savage": "Shooting d8, Assault Rifle",
    "space_marines": "Bug Warrior",
}


class Fight(Skirmish):
    """Trent of the Squad and Axly of the Guards, who have different owners."""

    def __init__(self, book: str = "savage") -> None:
        ruleset = shelf()[book]
        super().__init__(ruleset, next(iter(ruleset.presets)))
        self.sheet = SHEETS[book]
        self.join("Trent", "Squad", "ann")
        self.join("Axly", "Guards", "ben")

    def join(
        self, name: str, side: str, owner: str | None = None, *, secret: bool = False, count: int = 1
    ) -> tuple[Part, ...]:
        profile = self.ruleset.profile(self.sheet, {})
        return self.parts(Muster(profile, name, side, owner, count, secret=secret))

    def sight(self, side: str, id: str) -> Sight:
        return glimpse(self.encounter, self.ruleset, side, self.encounter.combatant(id)).sight

    @property
    def names(self) -> list[str]:
        return [c.name for c in self.encounter.combatants]


def unseen(part: Part) -> dict[str, tuple[str, ...]]:
    return {one.id: one.by for one in part.resolution.unseen}


@pytest.mark.parametrize("book", SHEETS)
def test_a_secret_fighter_exists_for_their_side_alone_until_revealed(book: str) -> None:
    fight = Fight(book)
    (joined,) = fight.join("Zorro", "Guards", secret=True)
    assert unseen(joined) == {"c3": ("Guards",)}
    assert {one.about for one in (*joined.resolution.clauses, *joined.resolution.steps)} == {"c3"}
    assert fight.sight("Squad", "c3") is Sight.UNKNOWN
    assert fight.sight("Guards", "c3") is Sight.OWN
    (revealed,) = fight.parts(Reveal(("c3",)))
    assert revealed.resolution.outcome == "Zorro (Guards) is revealed."
    assert unseen(revealed) == {}
    assert fight.sight("Squad", "c3") is Sight.SEEN
    with pytest.raises(NotNow, match=r"^Zorro is not secret. Every side knows of them\.$"):
        fight.order(Reveal(("c3",)))
    (hidden,) = fight.parts(Conceal(("c3",)))
    assert hidden.resolution.outcome == "Zorro is secret now. Other sides no longer know of them."
    assert fight.sight("Squad", "c3") is Sight.UNKNOWN


@pytest.mark.parametrize("fog", ["off", "hidden", "sides"])
def test_secrecy_is_the_same_in_any_fog(fog: str) -> None:
    fight = Fight()
    fight.order(Switch(FOG, fog))
    fight.join("Zorro", "Guards", secret=True)
    assert fight.sight("Squad", "c3") is Sight.UNKNOWN
    fight.order(Reveal(("c3",)))
    assert fight.sight("Squad", "c3") is Sight.SEEN


def test_several_secret_newcomers_are_about_one_of_them() -> None:
    fight = Fight()
    (joined,) = fight.join("Thug", "Guards", secret=True, count=3)
    assert joined.resolution.outcome == "Thug 1 to Thug 3 join the encounter (Guards)."
    assert "" not in {one.about for one in (*joined.resolution.clauses, *joined.resolution.steps)}
    assert fight.sight("Squad", "c4") is Sight.UNKNOWN


def test_who_could_not_be_spotted_is_when_the_gm_reveals_them() -> None:
    fight = Fight("phoenix")
    fight.order(Switch(FOG, "hidden"))
    fight.sheet = "line, AKM 47, unspotted"
    fight.join("Zorro", "Guards", secret=True)
    fight.order(Reveal(("c3",)))
    zorro = fight.one("Zorro")
    assert not zorro.secret
    assert perceived_by_all(fight.encounter, fight.ruleset, zorro)


def test_in_full_fog_a_side_that_does_not_see_the_revealed_one_knows_where_they_are() -> None:
    fight = Fight("phoenix")
    fight.order(Switch(FOG, "sides"))
    fight.order(Chart(BattleMap(8, 8)))
    for id, place in (("c1", Place(1, 1)), ("c2", Place(2, 1))):
        fight.encounter = Placed(id, place).on(fight.encounter)
    fight.sheet = "line, AKM 47, unspotted, hidden"
    profile = fight.ruleset.profile(fight.sheet, {})
    fight.order(Muster(profile, "Zorro", "Guards", None, places=(Place(7, 1),), secret=True))
    assert fight.sight("Squad", "c3") is Sight.UNKNOWN
    (revealed,) = fight.parts(Reveal(("c3",)))
    assert revealed.resolution.outcome == "Zorro (Guards) is revealed at G1."
    assert unseen(revealed) == {}
    perceived = glimpse(fight.encounter, fight.ruleset, "Squad", fight.one("Zorro"))
    assert (perceived.sight, perceived.place) == (Sight.CONTACT, Place(7, 1))


def test_only_an_unknown_fighter_is_numbered_when_a_newcomer_has_their_name() -> None:
    fight = Fight()
    fight.join("Zorro", "Guards", secret=True)
    (joined,) = fight.join("zorro", "Squad", "ann")
    assert fight.names == ["Trent", "Axly", "Zorro 2", "zorro"]
    joins, renamed = joined.resolution.clauses[0], joined.resolution.clauses[-1]
    assert (joins.about, renamed.about) == ("c4", "c3")
    assert renamed.text == " Zorro 2 was called Zorro, but two fighters have that name now."
    assert unseen(joined) == {"c3": ("Guards",)}


def test_two_of_one_name_are_numbered_when_a_side_comes_to_know_both() -> None:
    fight = Fight()
    fight.join("Zorro", "Guards", secret=True)
    fight.join("Zorro", "Squad", "ann", secret=True)
    assert fight.names[2:] == ["Zorro", "Zorro"]
    (revealed,) = fight.parts(Reveal(("c3",)))
    # All know the first now; of the second only Ann's side knows, and the GM.
    assert fight.names[2:] == ["Zorro", "Zorro 2"]
    assert [c.about for c in revealed.resolution.clauses] == ["c3", "c4"]
    assert unseen(revealed) == {"c4": ("Squad",)}


def test_the_later_known_is_numbered_at_the_reveal() -> None:
    fight = Fight()
    fight.join("Guard", "Guards", secret=True)
    fight.join("Guard", "Others", secret=True)
    fight.order(Reveal(("c4",)))
    assert fight.names[2:] == ["Guard 2", "Guard"]
    fight.order(Reveal(("c3",)))
    assert fight.names[2:] == ["Guard 2", "Guard"]


def test_a_rename_is_refused_for_a_name_that_the_side_knows_alone() -> None:
    fight = Fight()
    fight.join("Zorro", "Guards", secret=True)
    with pytest.raises(Refusal, match="Another fighter in this encounter is called Trent"):
        fight.order(Rename("c2", "Trent"))
    fight.order(Rename("c1", "Zorro"))
    assert fight.names == ["Zorro", "Axly", "Zorro 2"]


def test_fighters_whom_a_newcomers_player_does_not_know_take_no_room() -> None:
    fight = Fight()
    fight.join("Thug", "Guards", secret=True, count=58)
    profile = fight.ruleset.profile(fight.sheet, {})
    fight.order(Muster(profile, "Spy", "Squad", "ann", keeper="ann"))
    assert len(fight.encounter.combatants) == 61
    with pytest.raises(Refusal, match="There is room for 0 more"):
        fight.join("Spare", "Guards")


def test_an_encounter_keeps_twenty_notes() -> None:
    fight = Fight()
    for n in range(MOST_NOTES):
        fight.order(Jot(f"note {n}", secret=bool(n % 2)))
    with pytest.raises(NotNow, match="An encounter holds 20 notes"):
        fight.order(Jot("one more"))
    (part,) = fight.parts(Jot("note 1", gone=True))
    assert unseen(part) == {"gms": ()}
