"""Properties of nerve: fights at random by all Optional Rules, with near misses only too often (5.6)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.engine.records.agenda import Question
from rules.engine.records.copies import altered
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Adjust, Answer, Attack, Burst, Fire, Muster, Next, Switch, Target
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.effects import Became
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.optional.nerve.lost_nerve import KIND
from tests.rules.phoenix.at_random import AdvancedPlay, Tried
from tests.rules.phoenix.test_properties import check_codec, check_effects, check_replay, check_sentence

SEEDS = range(12)


class NervousPlay(AdvancedPlay):
    """A fight in which many shots miss closely, and are answered in every way."""

    preset = "phoenix-optional"

    def opening(self) -> list[Order]:
        first, *others = super().opening()
        off = [
            Switch(name, "off")
            for name in ("initiative", "spotting", "field of view", "sound", "pinning fire", "stray fire")
        ]
        fire = Switch("fire", self.random.choice(("immediate", "declared")))
        return [first, *off, fire, *others, self.marksman("Red"), self.marksman("Blue"), self.marksman("Red")]

    def marksman(self, side: str) -> Order:
        """A fighter who can fire as often as they like, and be shaken."""
        profile = self.book.profile("SAL 12, CA 24, KV 12, M249 Minimi unlimited, exposed", {})
        return Muster(profile, f"Marksman {self.number(1, 10**6)}", side, "100", 1, ())

    def anything(self) -> Order:
        kind = self.random.random()
        asked = [m for m in self.encounter.agenda if isinstance(m, Question)]
        if asked and kind < 0.6:
            return Answer(asked[0].to, self.random.choice(asked[0].choices))
        marksmen = [c.id for c in self.encounter.combatants if c.name.startswith("Marksman") and c.present]
        if len(marksmen) < 2:
            return self.marksman(self.random.choice(("Red", "Blue")))
        by, at = self.random.sample(marksmen, 2)
        fresh = altered(soldier(self.encounter.combatant(by)), left=6, wounds=(), knockout=None, footing=None)
        if not self.encounter.task(by):
            self.encounter = Became(by, fresh).on(self.encounter)
        if kind < 0.45:
            verb: type[Attack] = self.random.choice((Fire, Fire, Burst))
            return verb(by, (Target(at),), range=5, aim=1, mod=f"{self.number(-3, 12):+}")
        if kind < 0.5:
            return Act(by, self.random.choice(("rally", "rally", "rally Marksman", "duck back")))
        if kind < 0.6:
            again = "alive, awake, heal all, exposed, standing, steady, spotted, actions left 6"
            words = ("broken", "low prone", "fleeing", "surrendered", "KV 0", "KV 15", again, again, again, again)
            return Adjust(self.random.choice((by, at, self.someone())), self.random.choice(words))
        return Next() if kind < 0.85 else super().anything()


@cache
def played(seed: int) -> list[Tried]:
    return NervousPlay(seed).steps(120)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_befalls_their_nerves(seed: int) -> None:
    for tried in played(seed):
        if tried.refused is not None:
            check_sentence(str(tried.refused))
            continue
        check_effects(tried)
        check_replay(tried)
        check_codec(tried)
        check_nerves(tried.parts[-1].encounter)


def check_nerves(encounter: Encounter) -> None:
    """Fighters without nerve do nothing, and have to act only to answer or to flee; questions are put to those
    alone who are broken."""
    asked = [m.to for m in encounter.agenda if isinstance(m, Question) and m.kind == KIND]
    assert len(asked) == len({*asked})
    for id in asked:
        nerve = soldier(encounter.combatant(id)).nerve
        assert nerve
        assert nerve.state == "broken"
    for combatant in encounter.combatants:
        state = soldier(combatant)
        if state.nerve is None:
            continue
        if state.nerve.state == "taking cover" or state.custody:
            assert encounter.task(combatant.id) is None
            assert state.aim is None
        if state.nerve.low:
            assert state.position == "prone"


def test_all_of_it_happens() -> None:
    happened = Counter[str]()
    for tried in (tried for seed in SEEDS for tried in played(seed)):
        for part in tried.parts:
            happened.update(step.why.partition("’s ")[2] for step in part.resolution.steps if isinstance(step, Roll))
            outcome = part.resolution.outcome
            happened.update(word for word in ("surrenders", "flees") if word in outcome)
        if isinstance(tried.order, Next):
            happened["next"] += 1
    expected = ("Morale Roll", "Tripled Morale Roll", "next")
    assert [word for word in expected if not happened[word]] == []
