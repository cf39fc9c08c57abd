"""Fire at somebody who is out of sight goes at the place where they were last known to be."""

from __future__ import annotations

import pytest

from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.glimpses import Glimpse, Sight
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Burst, Fire, Switch, Target
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.ruleset import Phoenix
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import Skirmish

LAST_KNOWN = Glimpse(Sight.CONTACT, Place.parse("D8"))


def duel(monkeypatch: pytest.MonkeyPatch, glimpse: Glimpse = LAST_KNOWN) -> Skirmish:
    """Trent and Zorro, who hides at F8; to Trent's side Zorro is a contact."""

    def perceived(self: Phoenix, encounter: Encounter, side: str, combatant: Combatant) -> Glimpse:
        return glimpse if combatant.name == "Zorro" else Glimpse(Sight.SEEN)

    monkeypatch.setattr(Phoenix, "glimpse", perceived)
    fight = Skirmish()
    fight.map(20, 20)
    fight.sheet("Trent", "SAL 14, CA 8, M16A1, standing, facing south", at="D2", owner="ann")
    fight.sheet("Zorro", "SAL 14, CA 8, AKM 47, hidden", at="F8", owner="ben")
    fight.order(Switch("fog", "hidden"))
    return fight


def test_a_burst_at_a_contact_sweeps_the_place_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = duel(monkeypatch)
    at_zorro, at_d8 = (swept(fight, target) for target in (fight.target("Zorro"), Target(place=Place.parse("D8"))))
    assert at_zorro == at_d8
    assert "D8" in at_zorro
    assert "Zorro" not in at_zorro


def swept(fight: Skirmish, target: Target) -> str:
    """The outcome of a burst at a target."""
    burst = Burst(fight.id("Trent"), (target,), aim=1)
    parts = resolve(burst, Scene(fight.encounter, SeededDice(1)), fight.ruleset)
    return parts[0].resolution.outcome


def test_one_round_is_not_fired_at_a_contact(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = duel(monkeypatch)
    with pytest.raises(NoRule, match=r"/fire needs a person as its target\. Name one, or sweep D8"):
        fight.order(Fire(fight.id("Trent"), (fight.target("Zorro"),), aim=1))


def test_a_contact_without_a_place_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = duel(monkeypatch, Glimpse(Sight.CONTACT, direction="north-east"))
    with pytest.raises(NotNow, match="is out of sight, and nobody knows where"):
        fight.order(Burst(fight.id("Trent"), (fight.target("Zorro"),), aim=1))
