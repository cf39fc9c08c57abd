"""Orders at random where people look about and have to be spotted: what must always hold (5.1, 5.2)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.orders import Act, Adjust, Aim, Burst, Duck, Fire, Move, Next, Switch, Target
from rules.engine.records.records import Order
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, phoenix
from tests.rules.skirmish import carried_out

M16 = phoenix().profile("M16", {}).carried
ACTS = (
    *("watch 240", "watch 300", "watch all around", "watch ahead", "firing stance", "lower the weapon", "duck back"),
    *("look over cover", "kneel", "turn left", "turn around", "pin C3"),
)


def skirmish(chance: random.Random) -> Skirmish:
    played = Skirmish()
    for name, values in (("spotting", ("on",)), ("field of view", ("on",)), ("terrain", ("town", "hill", "jungle"))):
        played.order(Switch(name, chance.choice(values)))
    played.map(20, 30, "E5 E6 F9")
    for number in range(4):
        state = Soldier(
            actions=chance.choice((3, 5, 8)),
            sal=8,
            isf=20,
            facing=chance.choice((0, 90, 180, None)),
            firing_stance=chance.random() < 0.5,
            exposure=chance.choice(("", "firing", "exposed", "hidden")),
            knockout_value=20,
        )
        played.join(f"M{number}", state, *M16, at=chance.choice(("C3", "D10", "F20", "H2", "")))
    return played


def orders(chance: random.Random, played: Skirmish) -> Iterator[Order]:
    people = [(c.id, c.name) for c in played.encounter.combatants]
    for _ in range(40):
        (actor, _), (id, name) = chance.choice(people), chance.choice(people)
        to = Place(chance.randint(1, 20), chance.randint(1, 30))
        yield chance.choice(
            (
                *(Next(), Next(), Act(actor, f"spot {name}"), Act(actor, f"spot {name} at {chance.randint(0, 50)}")),
                *(Act(actor, chance.choice(ACTS)), Act(actor, f"turn to {name}"), Duck(actor, "when fired upon")),
                Move(actor, to, how=chance.choice(("", "into cover", f"facing {name}"))),
                *(Aim(actor, (Target(id),)), Fire(actor, (Target(id),), aim=2), Burst(actor, (Target(id),), aim=2)),
                Adjust(
                    actor, chance.choice((f"has spotted {name}", f"has not spotted {name}", "watches 300", "hidden"))
                ),
            )
        )


@examples(25)
@given(st.integers(0, 10_000))
def test_what_always_holds(seed: int) -> None:
    chance = random.Random(seed)
    played = skirmish(chance)
    for encounter in carried_out(orders(chance, played), played.encounter, phoenix(), seed):
        for combatant in encounter.combatants:
            state = soldier(combatant)
            assert not (state.view and (state.firing_stance or state.pin or state.exposure == "dug in"))
            ids = [known.id for known in state.known]
            assert len(ids) == len({*ids}) and combatant.id not in ids
            assert phoenix().summary(combatant, encounter).short
