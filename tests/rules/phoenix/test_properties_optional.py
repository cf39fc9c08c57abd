"""Properties of any order by chapter 5, the Tournament Rules and scenario 2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache

import pytest

from rules.engine.records.agenda import Question, Timer, Watch
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Act, Adjust, Answer, Next, Switch
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.phoenix.basics import switches
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import turned_on
from rules.phoenix.ground.acts.ducking import DUCK
from rules.phoenix.optional.timing.declared import Declared
from tests.reading import resolve
from tests.rules.phoenix.at_random import Tried
from tests.rules.phoenix.optional_at_random import OptionalPlay
from tests.rules.phoenix.skirmish import phoenix
from tests.rules.phoenix.test_properties import check

BOOK = phoenix()
SEEDS = range(30)
ORDERS = 70
NOBODY = Soldier()
FIELDS: Mapping[str, str] = {
    "view": switches.FIELD_OF_VIEW,
    "known": switches.SPOTTING,
    "listened": switches.SOUND,
    "plan": switches.INITIATIVE,
    "nerve": switches.MORALE,
    "last_shot": switches.SECOND_SHOT,
    "pin": switches.PINNING,
    "cocked": switches.DOUBLE_ACTION,
    "harmed": switches.SHOT_TIMING,
    "rush": switches.HEROES,
    "charge": switches.HEROES,
    "baseline": switches.TOURNAMENT,
    "awards": switches.TOURNAMENT,
}
"""The fields of a fighter that belong to each switch."""


@cache
def played(seed: int) -> list[Tried]:
    return OptionalPlay(seed).steps(ORDERS)


def ever_on(tries: list[Tried]) -> Iterator[tuple[Tried, set[str]]]:
    """Each try, and which switches have been on so far, after it."""
    so_far: set[str] = set()
    for tried in tries:
        if tried.parts:
            so_far |= {name for name in switches.OPTIONS if turned_on(tried.parts[-1].encounter, name)}
        yield tried, so_far


def check_unset(encounter: Encounter, ever: set[str]) -> None:
    """Nothing is kept for a switch that never was on."""
    for combatant in encounter.combatants:
        state = soldier(combatant)
        for name, switch in FIELDS.items():
            if switch not in ever:
                assert getattr(state, name) == getattr(NOBODY, name), (name, combatant.name)
        if not ever & {switches.KNOCK_DOWN, switches.HEROES}:
            assert state.footing is None
    for item in encounter.agenda:
        assert not isinstance(item, Watch) or switches.COVER_FIRE in ever
        declared = isinstance(item, Timer) and isinstance(item.order, Declared)
        assert not declared or turned_on(encounter, switches.SHOT_TIMING)


def check_not_set_again(tried: Tried) -> None:
    """With a switch off nothing of its is set."""
    if not tried.parts or isinstance(tried.order, Adjust):
        return
    after = tried.parts[-1].encounter
    known = {c.id: soldier(c) for c in tried.before.combatants}
    for combatant in after.combatants:
        was, now = known.get(combatant.id, NOBODY), soldier(combatant)
        for name, switch in FIELDS.items():
            if not turned_on(after, switch):
                assert getattr(now, name) in (getattr(was, name), getattr(NOBODY, name)), (name, tried.order)


def check_shown(encounter: Encounter) -> None:
    """The board and the Status Sheet can be shown, and what is suggested does not fail."""
    for combatant in encounter.combatants:
        assert BOOK.summary(combatant, encounter).short
        assert BOOK.acts(encounter, combatant.id)


def check_answers(encounter: Encounter, seed: int) -> None:
    """Each question can be answered in each way, except that a fighter who has fired since can no longer duck."""
    for question in (m for m in encounter.agenda if isinstance(m, Question)):
        for choice in question.choices:
            scene = Scene(encounter, SeededDice(seed))
            if choice == DUCK and (soldier(encounter.combatant(question.to)).fired == encounter.clock):
                with suppress(NotNow):
                    resolve(Answer(question.to, choice), scene, BOOK)
                continue
            assert resolve(Answer(question.to, choice), scene, BOOK)


def check_goes_on(encounter: Encounter, seed: int, times: int = 12) -> None:
    """Time goes on, once what is asked is answered."""
    dice = SeededDice(seed)
    for _ in range(times):
        while asked := [m for m in encounter.agenda if isinstance(m, Question)]:
            answer = Answer(asked[0].to, asked[0].choices[-1 if DUCK in asked[0].choices else seed % 2])
            encounter = resolve(answer, Scene(encounter, dice), BOOK)[-1].encounter
        clock = encounter.clock
        encounter = resolve(Next(), Scene(encounter, dice), BOOK)[-1].encounter
        assert encounter.clock > clock
        assert all(m.at > encounter.clock for m in encounter.agenda if isinstance(m, Timer))


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_ordered_by_chapter_5(seed: int) -> None:
    tries = played(seed)
    for tried, ever in ever_on(tries):
        check(tried)
        check_not_set_again(tried)
        for part in tried.parts:
            check_unset(part.encounter, ever)
        if tried.parts:
            check_shown(tried.parts[-1].encounter)
            check_answers(tried.parts[-1].encounter, seed)
    for tried in tries[::10]:
        check_goes_on(tried.before, seed) if tried.before.combatants else None


def conditions(tried: Tried) -> list[Soldier]:
    return [] if tried.refused else [soldier(c) for c in tried.parts[-1].encounter.combatants]


def test_the_fights_use_chapter_5() -> None:
    """Or the test above would say little."""
    tries = [tried for seed in SEEDS for tried in played(seed)]
    done = [tried for tried in tries if tried.refused is None]
    states = [soldier(c) for tried in done for c in tried.parts[-1].encounter.combatants]
    # A rush takes a throw of 98 or more; some see a wider Field of View in one fight of forty.
    kept = [name for name in FIELDS if name not in ("rush", "view")]
    assert [name for name in kept if not any(getattr(state, name) for state in states)] == []
    assert any(state.view for seed in range(200) for tried in played(seed) for state in conditions(tried))
    agenda = [m for tried in done for m in tried.parts[-1].encounter.agenda]
    wanted: Mapping[str, Callable[[object], bool]] = {
        "declared fire": lambda m: isinstance(m, Timer) and isinstance(m.order, Declared),
        "cover fire": lambda m: isinstance(m, Watch),
        "freeze?": lambda m: isinstance(m, Question) and "freeze" in m.choices,
        "duck?": lambda m: isinstance(m, Question) and "duck" in m.choices,
    }
    assert [name for name, is_it in wanted.items() if not any(map(is_it, agenda))] == []
    # Few are offered to flee: about one fight of forty.
    fled = (tried for seed in range(200) for tried in played(seed) if tried.refused is None)
    assert any(
        "flee" in m.choices for tried in fled for m in tried.parts[-1].encounter.agenda if isinstance(m, Question)
    )
    acts = Counter(tried.order.what.split()[0].casefold() for tried in done if isinstance(tried.order, Act))
    assert [name for name in ("plan", "watch", "spot", "pin", "listen", "tell", "force") if not acts[name]] == []
    assert sum(isinstance(tried.order, Switch) for tried in done) > 20
