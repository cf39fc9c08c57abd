"""The fighter that an order means without a name, and the names that are listed where it could be several."""

from __future__ import annotations

import pytest

from bot.game.requests import OrderContext
from bot.game.requests.context.context import Undecided
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from tests.rules.phoenix.skirmish import Skirmish, phoenix

ANN, BEN, GM = "1", "2", "gm"


@pytest.fixture
def encounter() -> Encounter:
    """Ann has two fighters and Ben one; two Guards are nobody's."""
    fight = Skirmish()
    fight.map(20, 20)
    owners = {"Trent": ANN, "Nell": ANN, "Axly": BEN, "Guard 1": None, "Guard 2": None}
    for row, (name, owner) in enumerate(owners.items(), start=1):
        fight.sheet(name, "skill 6, CA 6, M16", f"C{row}", owner)
    return fight.encounter


def actor(encounter: Encounter, user: str, who: str = "") -> str:
    context = OrderContext(encounter, phoenix(), {}, user)
    return encounter.combatant(context.actor(who)).name


def test_the_only_fighter_is_meant(encounter: Encounter) -> None:
    assert actor(encounter, BEN) == "Axly"


@pytest.mark.parametrize(("user", "listed"), [(ANN, "Trent or Nell"), (GM, "Guard 1, Guard 2, Trent, Nell or Axly")])
def test_of_several_those_are_listed_that_the_user_may_order(encounter: Encounter, user: str, listed: str) -> None:
    with pytest.raises(Undecided) as asked:
        actor(encounter, user)
    assert str(asked.value) == f"Who acts? Name one with who: ({listed})."


def test_one_who_is_out_of_play_is_not_meant(encounter: Encounter) -> None:
    out = tuple(replace(one, present=one.name != "Trent") for one in encounter.combatants)
    assert actor(replace(encounter, combatants=out), ANN) == "Nell"
