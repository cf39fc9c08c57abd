"""Properties of any sequence of orders, sensible or not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Answer,
    Attack,
    Burst,
    Buy,
    Dismiss,
    Drop,
    Fire,
    Move,
    Muster,
    Next,
    Pass,
    Reload,
    Switch,
    Target,
    Throw,
)
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.savage.shooting.loads import firearm
from rules.words.places import Place
from tests.examples import examples
from tests.reading import resolve
from tests.rules.savage.skirmish import SAVAGE, Skirmish
from tests.rules.skirmish import carried_out
from tests.rules.texts import check_texts

anyone = st.sampled_from(["c1", "c2", "c3", "c9"])
weapons = st.sampled_from(["", "", "", "Assault Rifle", "grenade", "pistol", "bazooka"])
hows = st.sampled_from(
    [
        *("", "", "double tap", "three-round burst", "automatic", "2 dice", "rapid attack 2", "rapid attack 6"),
        *("target number 6", "automatic, tn 2", "nonsense"),
    ]
)
mods = st.sampled_from(["", "", "-2 cover", "+4", "-1, -1 rain", "cover"])
attacks: st.SearchStrategy[Attack] = st.one_of(
    *(
        st.builds(
            verb,
            anyone,
            st.lists(st.builds(Target, anyone), min_size=1, max_size=3).map(tuple) | st.just(()),
            aim=st.none() | st.none() | st.just(1),
            weapon=weapons,
            how=hows,
            mod=mods,
        )
        for verb in (Fire, Burst, Throw)
    )
)
profiles = st.sampled_from(
    [SAVAGE.profile(line, {}) for line in ("d6, revolver, spares 1", "extra", "d12+1 wild card, smg, AP supply")]
)
changes = st.sampled_from(
    [
        "dead",
        "alive",
        "at B2",
        "loaded 1",
        "loaded 2",
        "spares 1",
        "AP spares 2",
        "unlimited",
        "d4",
        "acted",
        "foo",
        "extra",
    ]
)
orders: st.SearchStrategy[Order] = st.one_of(
    attacks,
    attacks,
    st.builds(Reload, anyone, weapons, st.sampled_from(["", "", "AP", "standard", "tracer"])),
    st.builds(Move, anyone, st.builds(Place, st.integers(1, 4), st.integers(1, 4))),
    st.builds(Act, anyone, st.sampled_from(["waits", ""])),
    st.builds(Pass, anyone),
    st.just(Next()),
    st.builds(Adjust, anyone, changes),
    st.builds(Dismiss, st.sampled_from(["c4", "c9"])),
    st.builds(Switch, st.just("ammunition"), st.sampled_from(["tokens", "boxes", "none"])),
    st.builds(Muster, profiles, st.just("More"), st.just(""), st.none(), st.integers(0, 2)),
)
OPENED = Skirmish("Shooting d6, Wild Card, Assault Rifle, AP spares 2, 3 grenades, Pistol, spares 1").encounter


def check(encounter: Encounter) -> None:
    for combatant in encounter.combatants:
        for carried in combatant.carried:
            weapon, ammunition = firearm(carried)
            assert 0 <= ammunition.loaded <= ammunition.capacity
            measures = ("grenades", "rounds") if weapon.plain else (dict(encounter.switches)["ammunition"],)
            assert ammunition.measure in measures
        assert SAVAGE.summary(combatant, encounter).short
        assert SAVAGE.ammunition(combatant, encounter)
        for target, label in SAVAGE.choices(Fire(combatant.id), encounter).targets:
            assert encounter.combatant(target).present and label and target != combatant.id
    assert all(encounter.combatant(id).present for id in SAVAGE.awaited(encounter))


@examples(150)
@given(st.lists(orders, max_size=25), st.integers(0, 2**32))
def test_any_orders(wanted: list[Order], seed: int) -> None:
    for encounter in carried_out(wanted, OPENED, SAVAGE, seed):
        check(encounter)


@given(st.lists(attacks, max_size=12), st.integers(0, 2**32))
def test_never_more_tokens_are_lost_than_shooting_dice_fell(wanted: list[Attack], seed: int) -> None:
    encounter = OPENED
    for n, order in enumerate(wanted):
        try:
            [part] = resolve(order, Scene(encounter, SeededDice(seed + n)), SAVAGE)
        except Refusal:
            continue
        shooter, after = encounter.combatant(order.actor), part.encounter.combatant(order.actor)
        lost = [
            firearm(old)[1].loaded - firearm(new)[1].loaded
            for old, new in zip(shooter.carried, after.carried, strict=True)
        ]
        rolls = [step for step in part.resolution.steps if isinstance(step, Roll)]
        dice = {roll.label for roll in rolls if roll.label != "Wild Die"}
        low = {roll.label: roll.value for roll in reversed(rolls) if roll.label != "Wild Die"}
        assert 0 <= lost[after.in_hand] == sum(lost) <= len(dice)
        if firearm(after.carried[after.in_hand])[0].plain:
            assert sum(lost) == 1
        else:
            assert sum(lost) <= sum(face <= 3 for face in low.values())
        encounter = part.encounter


@given(attacks)
def test_odds_are_told_or_refused(order: Attack) -> None:
    for asked in (order, Aim(order.actor, order.targets, weapon=order.weapon, how=order.how, mod=order.mod)):
        try:
            odds = SAVAGE.odds(asked, OPENED)
        except Refusal:
            continue
        assert odds.rows and all(len(row) == len(odds.columns) for row in odds.rows)


buys: st.SearchStrategy[Order] = st.one_of(
    st.builds(
        Buy,
        anyone,
        what=st.sampled_from(["AP", "standard", "grenade"]),
        price=st.sampled_from([5, 60, 5000]),
        die=st.sampled_from([4, 8]),
        per=st.sampled_from(["50", "item"]),
    ),
    st.builds(Answer, anyone, st.sampled_from(["lifetime", "one month", "buy nothing"])),
    st.builds(Drop, anyone, st.sampled_from(["AP", "grenade"])),
)


@examples(200)
@given(st.lists(orders | buys, min_size=20, max_size=40), st.integers(0, 2**32))
def test_texts_name_fighters_by_reference_and_steps_have_sections(wanted: list[Order], seed: int) -> None:
    check_texts(wanted, OPENED, SAVAGE, seed)
