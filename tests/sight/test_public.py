"""The channel knows no more of a fighter than each of the other sides."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Sighting
from rules.engine.records.orders import Adjust
from rules.engine.sight.sight import glimpse, overt, public_glimpse
from tests.rules.test_over import Fight


def test_the_channel_does_not_see_with_the_eyes_of_those_who_are_only_remembered() -> None:
    """Red remembers Trent and Axly in the open; both are hidden by now, and see nobody."""
    fight = Fight("phoenix", fog="sides")
    before = fight.encounter
    for name in ("Trent", "Axly"):
        fight.give(Adjust(fight.id(name), "hidden"))
    seen = tuple(
        Sighting("Red", one.id, before.clock, one.place, looks=one.condition)
        for one in before.combatants
        if one.side == "Blue"
    )
    now, guard = replace(fight.encounter, sightings=seen), fight.id("Guard")
    one, book = now.combatant(guard), fight.ruleset
    assert glimpse(overt(now, book, "Red"), book, "Blue", one).sight is Sight.SEEN, "as far as Red knows"
    assert glimpse(now, book, "Blue", one).sight is not Sight.SEEN
    assert public_glimpse(now, book, one).sight is not Sight.SEEN
