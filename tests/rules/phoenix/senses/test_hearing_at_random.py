"""Sounds, second shots and pistols that are cocked, in any order: carried out as recorded, or refused in a sentence."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.orders import Act, Adjust, Aim, Burst, Duck, Fire, Move, Next, Reload, Switch, Target
from rules.engine.records.records import Order
from rules.phoenix.basics.soldier import soldier
from rules.words.places import Place
from tests.examples import examples
from tests.rules.phoenix.skirmish import Skirmish, phoenix
from tests.rules.skirmish import carried_out

_SWITCHES = ("sound", "defensive skill", "second shot", "double action")
_NOISES = (
    "dog bark, 6 hexes",
    "guard, on gravel",
    "guard firing, silenced",
    "shout at d4",
    "another 9mm, 9 hexes",
    "x",
)
_ACTS = (
    *(f"listen for {noise}" for noise in _NOISES),
    *("cock", "cock quietly", "open a door quietly", "kneel quietly", "draw M92F", "grab M16", "lower the weapon"),
    *("firing stance", "turn to 90", "work the bolt"),
)
_HOW = ("", "cocked", "double action", "hip", "unaware", "cocked, unaware", "sweep")
_SET = ("cocked", "not cocked", "no last shot", "has not listened", "hand M92F", "at D9", "ISF 40")
_WHO = st.sampled_from(("c1", "c2"))
_AT = st.sampled_from((Target("c1"), Target("c2"), Target(place=Place.parse("D5"))))
_SHOTS = st.tuples(st.sampled_from((Fire, Aim, Burst)), _WHO, _AT, st.sampled_from(_HOW), st.sampled_from((None, 1, 4)))
ORDERS = st.one_of(
    st.builds(Act, _WHO, st.sampled_from(_ACTS)),
    _SHOTS.map(lambda shot: shot[0](shot[1], (shot[2],), how=shot[3], aim=shot[4])),
    st.builds(Adjust, _WHO, st.sampled_from(_SET)),
    st.builds(Move, _WHO, st.sampled_from((Place.parse("D3"), Place.parse("E4")))),
    st.builds(Reload, _WHO, how=st.sampled_from(("", "quietly"))),
    st.builds(Duck, _WHO),
    st.just(Next(0)),
    st.builds(Switch, st.sampled_from(_SWITCHES), st.sampled_from(("on", "off"))),
)


@examples(120)
@given(
    st.lists(ORDERS, min_size=4, max_size=14),
    st.sampled_from(("phoenix-basic", "phoenix-advanced", "phoenix-optional")),
    st.integers(0, 2**32),
)
def test_whatever_is_ordered(orders: list[Order], preset: str, seed: int) -> None:
    skirmish = Skirmish(preset)
    for switch in _SWITCHES:
        skirmish.order(Switch(switch, "on"))
    skirmish.map(12, 12)
    skirmish.sheet("Trent", "SAL 14, INT 12, M92F, M16, CA 9, facing south, spotted", at="D2")
    skirmish.sheet("Guard", "SAL 10, INT 10, M16, M92F, CA 7, facing north, spotted", at="D6")
    for encounter in carried_out(orders, skirmish.encounter, phoenix(), seed):
        for combatant in encounter.combatants:
            state = soldier(combatant)
            assert all(combatant.carried[slot].weapon.name == "M92F" for slot in state.cocked)
            assert state.last_shot is None or state.firing_stance
            assert len({one.noise for one in state.listened}) == len(state.listened)
