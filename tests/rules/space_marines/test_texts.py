"""Properties of the texts of any sequence of orders, and the fighter of each piece of an outcome."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Question
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    Act,
    Adjust,
    Answer,
    Attack,
    Burst,
    Fire,
    Handover,
    Move,
    Next,
    Pass,
    Reload,
    Switch,
    Target,
    Throw,
)
from rules.engine.records.records import Order
from rules.engine.records.steps import Note, Roll
from rules.engine.scene.scene import Resolution
from rules.words.places import Place
from tests.examples import examples
from tests.rules.space_marines.skirmish import Skirmish, book
from tests.rules.texts import check_texts

MARINES = ("marine leader, rifle, grenade", "marine, flamethrower", "marine, smart gun", "shock marine, hand flamer")
anyone = st.sampled_from([f"c{n}" for n in range(1, 9)])
places = st.builds(Place, st.integers(1, 7), st.integers(1, 5))
targets = st.builds(Target, anyone) | places.map(lambda place: Target(place=place))
hows = st.sampled_from(["", "", "", "1 1", "blow through", "cover fire", "cover fire, 1 die", "2 dice"])
ranges = st.none() | st.integers(1, 9)
attacks: st.SearchStrategy[Attack] = st.one_of(
    *(
        st.builds(
            verb,
            anyone,
            st.lists(targets, min_size=1, max_size=3).map(tuple),
            aim=st.none() | st.integers(1, 2),
            range=ranges,
            how=hows,
        )
        for verb in (Fire, Fire, Burst, Throw)
    )
)
orders: st.SearchStrategy[Order] = st.one_of(
    attacks,
    attacks,
    st.builds(
        Move,
        anyone,
        places,
        st.none() | st.integers(0, 2),
        st.sampled_from(["", "command", "command 1", "fly", "land"]),
    ),
    st.builds(Act, anyone, st.sampled_from(["waits", "take off", "land", "move 1", "move 2 command"])),
    st.builds(Reload, anyone),
    st.builds(Answer, anyone, st.sampled_from(["fire", "hold fire"])),
    st.builds(Pass, anyone),
    st.just(Next()),
    st.just(Next()),
    st.builds(
        Adjust,
        anyone,
        st.sampled_from(["wounds 1", "points 3", "may act", "stop reloading", "stop covering", "at B2", "off the map"]),
    ),
    st.builds(Handover, anyone, st.none() | st.just("villain")),
    st.builds(Switch, st.just("ammunition"), st.sampled_from(["boxes", "tokens", "none"])),
)


def opened(bad_guys: str = "bot") -> Skirmish:
    skirmish = Skirmish(ammunition="boxes", cover_areas="anywhere", bad_guys=bad_guys)
    skirmish.map(7, 5, "D5")
    for n, line in enumerate(MARINES):
        skirmish.muster(line, f"A{n + 1}", f"Marine {n + 1}")
    for n, line in enumerate(("bug warrior", "bug shooter, rifle", "bot scout", "bug leader")):
        skirmish.muster(line, f"F{n + 1}", f"Foe {n + 1}")
    return skirmish


OPENED = opened().encounter


@examples(200)
@given(st.lists(orders, min_size=20, max_size=40), st.integers(0, 2**32))
def test_texts_name_fighters_by_reference_and_steps_have_sections(wanted: list[Order], seed: int) -> None:
    check_texts(wanted, OPENED, book(), seed)


def told(resolution: Resolution, encounter: Encounter) -> list[tuple[str, str]]:
    """Clauses with the names of those whom they are about."""
    names = {c.id: c.name for c in encounter.combatants}
    return [(names.get(clause.about, ""), clause.text) for clause in resolution.clauses]


def of(label: str, resolution: Resolution, encounter: Encounter) -> Iterable[str]:
    """Return the names of the fighters that the throws of this label are about."""
    return [
        encounter.combatant(step.about).name
        for step in resolution.steps
        if isinstance(step, Roll) and step.label == label
    ]


def test_a_hit_is_the_attackers_and_its_wounds_the_targets() -> None:
    skirmish = opened()
    hit = skirmish.fire("Marine 1", "Foe 1", dice=(6, 6, 1))
    assert told(hit, skirmish.encounter) == [
        ("Marine 1", "Marine 1 fires the Rifle at Foe 1, 5 spaces"),
        ("Marine 1", ": HIT, "),
        ("Foe 1", "1 wound"),
        ("Foe 1", "; Foe 1 has 4 Points left"),
        ("Foe 1", "."),
    ]
    assert of("Hit", hit, skirmish.encounter) == ["Marine 1", "Marine 1"]
    assert of("Damage", hit, skirmish.encounter) == ["Foe 1"]


def test_who_is_asked_is_about_the_watcher() -> None:
    skirmish = opened(bad_guys="people")
    skirmish.fire("Marine 1", "E1", how="cover fire")
    skirmish.next()
    moved = skirmish.move("Foe 1", "E1")
    assert any(isinstance(item, Question) for item in skirmish.encounter.agenda)
    assert [about for about, _ in told(moved, skirmish.encounter)] == ["Foe 1", "Marine 1", "Foe 1"]
    [asked] = [step for step in moved.steps if isinstance(step, Note) and step.label == "Cover fire"]
    assert (asked.about, asked.section) == (skirmish.id("Marine 1"), "COVER FIRE")
