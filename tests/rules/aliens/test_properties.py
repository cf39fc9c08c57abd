"""Properties of any sequence of orders, sensible or not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.aliens.card import fighter
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    Act,
    Adjust,
    Dismiss,
    Fire,
    Handover,
    Move,
    Muster,
    Next,
    Pass,
    Reload,
    Rename,
    Switch,
    Target,
)
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from rules.words.places import Place
from tests.examples import examples
from tests.reading import resolve
from tests.rules.aliens.skirmish import Skirmish
from tests.rules.skirmish import carried_out
from tests.rules.texts import check_texts

ALIENS = shelf()["aliens"]

anyone = st.sampled_from(["c1", "c2", "c3", "c4", "c5", "c9"])
marines = st.sampled_from(["c1", "c2"])
places = st.builds(Place, st.integers(1, 7), st.integers(1, 7))
weapons = st.sampled_from(["", "", "", "Pulse Rifle", "pistol", "flame", "bazooka"])
changes = st.sampled_from(
    [
        *("dead", "alive", "at B2", "at C3", "off the map", "actions 2", "actions 0", "loaded 3", "spares 1"),
        *("unlimited", "weapon 2", "stop reloading", "dead, stop reloading", "nonsense", ""),
    ]
)
profiles = st.sampled_from([ALIENS.profile(line, {}) for line in ("Rifleman, loaded 2, spares 1", "alien", "Apone")])
fires: st.SearchStrategy[Order] = st.builds(
    Fire,
    marines | anyone,
    st.lists(st.builds(Target, anyone), min_size=1, max_size=1).map(tuple) | st.just(()),
    aim=st.none() | st.integers(-1, 4),
    weapon=weapons,
    range=st.none() | st.integers(1, 4) | st.integers(-1, 8),
)
orders: st.SearchStrategy[Order] = st.one_of(
    fires,
    fires,
    st.builds(Reload, marines | anyone, weapons),
    st.builds(Move, anyone, places, st.none() | st.integers(-1, 3)),
    st.builds(Act, anyone, st.just("waits"), st.none() | st.integers(-1, 3)),
    st.builds(Pass, anyone),
    st.just(Next()),
    st.just(Next()),
    st.builds(Adjust, anyone, changes),
    st.builds(Dismiss, st.sampled_from(["c2", "c4", "c9"])),
    st.builds(Handover, anyone, st.none() | st.just("other")),
    st.builds(Rename, anyone, st.sampled_from(["Hicks", "", "Apone"])),
    st.builds(Switch, st.just("ammunition"), st.sampled_from(["on", "off", "maybe"])),
    st.builds(Muster, profiles, st.just("More"), st.just(""), st.none(), st.integers(0, 2)),
)


def opened() -> Encounter:
    skirmish = Skirmish("Apone, loaded 6", "Rifleman, loaded 3, spares 1", aliens=3)
    skirmish.map(6, 6, "C3", Apone="A1", Rifleman="B5", Alien_1="D4")
    return skirmish.encounter


OPENED = opened()


def check(encounter: Encounter) -> None:
    for combatant in encounter.combatants:
        state = fighter(combatant)
        assert 0 <= state.left <= state.actions
        for carried in combatant.carried:
            assert carried.ammunition
            assert 0 <= carried.ammunition.loaded <= carried.ammunition.capacity
            assert carried.ammunition.loads is None or carried.ammunition.loads >= 0
    ids = [combatant.id for combatant in encounter.combatants]
    assert len(set(ids)) == len(ids)
    assert len({combatant.name for combatant in encounter.combatants}) == len(ids)
    for id in ALIENS.awaited(encounter):
        state = fighter(encounter.combatant(id))
        assert state.left > 0 or (state.nature == "alien" and not state.acted)
    for combatant in encounter.combatants:
        assert ALIENS.summary(combatant, encounter).short
        for target, label in ALIENS.choices(Fire(combatant.id), encounter).targets:
            assert encounter.combatant(target).present and label


@examples(150)
@given(st.lists(orders, max_size=25), st.integers(0, 2**32))
def test_any_orders(wanted: list[Order], seed: int) -> None:
    for encounter in carried_out(wanted, OPENED, ALIENS, seed):
        check(encounter)


@given(st.lists(fires, max_size=12), st.integers(0, 2**32))
def test_a_shot_spends_its_aim_and_one_box(wanted: list[Order], seed: int) -> None:
    encounter = OPENED
    for order in wanted:
        assert isinstance(order, Fire)
        try:
            [part] = resolve(order, Scene(encounter, SeededDice(seed)), ALIENS)
        except Refusal:
            continue
        shooter, after = encounter.combatant(order.actor), part.encounter.combatant(order.actor)
        assert fighter(shooter).left - fighter(after).left == (1 if order.aim is None else order.aim)
        boxes = [
            old.ammunition.loaded - new.ammunition.loaded
            for old, new in zip(shooter.carried, after.carried, strict=True)
            if old.ammunition and new.ammunition
        ]
        assert [spent for slot, spent in enumerate(boxes) if slot == after.in_hand] == [1]
        assert sum(boxes) == 1
        rolls = [step for step in part.resolution.steps if isinstance(step, Roll)]
        if rolls:
            assert (rolls[0].value <= int(rolls[0].needed.split()[0])) == (part.resolution.verdict == "hit")
        gone = {c.id for c in encounter.combatants if c.present and not part.encounter.combatant(c.id).present}
        assert gone == ({order.targets[0].id} if part.resolution.verdict == "hit" else set())
        encounter = part.encounter


@examples(200)
@given(st.lists(orders, min_size=20, max_size=40), st.integers(0, 2**32))
def test_texts_name_fighters_by_reference_and_steps_have_sections(wanted: list[Order], seed: int) -> None:
    check_texts(wanted, OPENED, ALIENS, seed)
