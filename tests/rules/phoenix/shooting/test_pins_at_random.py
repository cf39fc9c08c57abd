"""Pins and cover fire in fights at random: what must always hold of any order, and what of these (5.9, 5.10)."""

from __future__ import annotations

import pytest

from rules.engine.records.agenda import Watch
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Burst, Fire, Move, Next, Switch, Target
from rules.engine.records.records import Order
from rules.grid import hexes
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.optional.gunnery.under_fire import covering_of
from rules.words.places import Place
from tests.rules.phoenix.at_random import AdvancedPlay, Tried
from tests.rules.phoenix.test_properties import check

SEEDS = range(16)


class PinningPlay(AdvancedPlay):
    """People who pin places, cover hexes, and come out of hiding in them."""

    def opening(self) -> list[Order]:
        """As any, with the two switches; every other fight is by the Basic Game."""
        self.preset = self.random.choice(("phoenix-basic", "phoenix-advanced"))
        first, *others = super().opening()
        return [first, Switch("pinning fire", "on"), Switch("cover fire", "on"), *others]

    def anything(self) -> Order:
        return self.sensible() if self.random.random() < 0.6 else super().anything()

    def sensible(self) -> Order:
        if self.random.random() < 0.3:
            return super().sensible()
        up = self.book.awaited(self.encounter)
        actor = self.random.choice(up) if up else self.someone()
        place = Target(place=self.place())
        kind = self.random.random()
        if kind < 0.25:
            names = [c.name for c in self.encounter.combatants]
            if up and not soldier(self.encounter.combatant(actor)).firing_stance:
                return Act(actor, "firing stance")
            where = self.random.choice((str(place.place), str(place.place), *names, "the window"))
            return Act(actor, self.random.choice((f"pin {where}", f"pin {where}", "unpin")))
        if kind < 0.6:
            verb = self.random.choice((Fire, Burst, Burst))
            targets = self.random.choice(((place,), (place, Target(place=self.place())), (self.target(),)))
            how = self.random.choice(("cover fire", "cover fire, arc 3", "covering fire, hip", "arc 5, cover fire"))
            return verb(actor, targets, range=self.random.choice((None, None, 10)), how=how)
        if kind < 0.8:
            return Act(actor, self.random.choice(("duck back", "look over cover", "step out", "firing stance")))
        return Move(actor, self.place())

    def place(self) -> Place:
        """Return a place at which something is likely to happen: watched places, people's places, and those around."""
        agenda, people = self.encounter.agenda, self.encounter.combatants
        known = [place for m in agenda if isinstance(m, Watch) for place in m.area]
        known += [pin.place for c in people if (pin := soldier(c).pin) and pin.place]
        known += [c.place for c in people if c.place]
        if not known or self.random.random() < 0.1:
            return super().place()
        place = self.random.choice(known)
        return self.random.choice((place, self.random.choice(hexes.neighbours(place))))


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_pinned_and_covered(seed: int) -> None:
    for tried in PinningPlay(seed).steps(80):
        check(tried)
        check_cover(tried)
        if tried.parts:
            check_pins(tried.parts[-1].encounter)


def test_the_fights_have_pins_and_cover_fire() -> None:
    """Or the test above would say little."""
    tries = [tried for seed in SEEDS for tried in PinningPlay(seed).steps(80)]
    told = [part.resolution.outcome for tried in tries for part in tried.parts]
    for expected in (" pins ", " pinned.", " covers ", "appears at", " is at ", "cover fire with the"):
        assert any(expected in outcome for outcome in told), expected
    attacked = [outcome for outcome in told if "cover fire with the" in outcome]
    assert any("HIT" in outcome for outcome in attacked) and any("MISS" in outcome for outcome in attacked)


def check_cover(tried: Tried) -> None:
    """It ends with its impulse; no round hits twice, nobody is attacked twice, and none of one's own side."""
    for part in tried.parts:
        encounter = part.encounter
        for watch in (m for m in encounter.agenda if isinstance(m, Watch)):
            covering = covering_of(watch)
            assert watch.until == encounter.clock
            assert 0 <= covering.left <= covering.fired
            assert len({*covering.attacked}) == len(covering.attacked)
            assert watch.actor not in covering.attacked
    if isinstance(tried.order, Next) and tried.parts and tried.parts[-1].encounter.clock > tried.before.clock:
        after = tried.parts[-1].encounter
        assert all(m.until == after.clock for m in after.agenda if isinstance(m, Watch))


def check_pins(encounter: Encounter) -> None:
    """Only an exposed fighter in a Firing Stance pins anything, and never their own hex."""
    for combatant in encounter.combatants:
        state = soldier(combatant)
        if state.pin is None:
            continue
        assert state.firing_stance and state.exposure != "hidden" and state.hides is None
        assert state.view == 0
        assert combatant.place is None or state.pin.place != combatant.place
        assert combatant.id not in state.pin.there
