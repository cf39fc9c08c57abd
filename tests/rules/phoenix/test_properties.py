"""Properties of any order in any fight (tests.rules.phoenix.at_random plays them)."""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce

import pytest

from bot.game.entries import codec
from rules.engine.records.agenda import Question, Task, Timer, whose
from rules.engine.records.model import Ammunition, Combatant, Encounter
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Answer,
    Burst,
    Chart,
    Duck,
    Fire,
    Heal,
    Move,
    Muster,
    Next,
    Pass,
    Reload,
    Switch,
    Throw,
)
from rules.engine.scene.scene import Part
from rules.phoenix.basics.arms import Arm
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import AMMUNITION
from rules.phoenix.ground.acts.ducking import DUCK, STAY
from rules.phoenix.harm.fitness import allotment
from rules.phoenix.shooting.carrying.kit import rounds_of
from tests.reading import replay
from tests.rules.phoenix.at_random import Play, Tried
from tests.rules.phoenix.skirmish import phoenix

BOOK = phoenix()
ORDERS = (Aim, Fire, Burst, Throw, Duck, Reload, Heal, Act, Move, Answer, Pass, Next, Adjust, Muster, Chart)
SEEDS = range(24)
LONGEST_REFUSAL = 300
MARKDOWN = re.compile(r"\*\*|__|~~|`|\|\|")
REPR = re.compile(r"\b(None|True|False)\b(?! of)|<[a-z]+ |[A-Za-z]+\([a-z_]+=|\bobject at\b|\bc\d+\b|'[a-z]+',")


def check(tried: Tried) -> None:
    """Everything that must hold after any order."""
    if tried.refused is not None:
        check_sentence(str(tried.refused))
        return
    check_effects(tried)
    check_replay(tried)
    check_state(tried.parts[-1].encounter)
    if isinstance(tried.order, Next):
        check_timers(tried.parts[-1].encounter)
    check_codec(tried)
    check_course(tried)


def check_sentence(sentence: str) -> None:
    assert 0 < len(sentence) <= LONGEST_REFUSAL, sentence
    assert "\n" not in sentence, sentence
    bare = re.sub(r"“[^”]*”", "“”", sentence)
    assert bare[-1] in ".?…", sentence
    assert not MARKDOWN.search(bare), sentence
    assert not REPR.search(bare), sentence
    assert len(re.findall(r"[a-z”)][.?] [A-Z]", bare)) <= 1, f"three sentences: {sentence}"


def check_effects(tried: Tried) -> None:
    """The effects make the state of every part."""
    state = tried.before
    for part in tried.parts:
        state = reduce(lambda so_far, effect: effect.on(so_far), part.resolution.effects, state)
        assert state == part.encounter


def check_replay(tried: Tried) -> None:
    again = replay(tried.order, tried.before, [part.resolution for part in tried.parts], BOOK)
    assert again == tried.parts


def check_codec(tried: Tried) -> None:
    for part in tried.parts:
        written = codec.dump_state(part.encounter)
        read = codec.state(written, codec.SCHEMA)
        assert read == part.encounter
        assert codec.dump_state(read) == written
        kept = codec.dump(part.resolution, type(part.resolution))
        assert codec.resolution(kept, codec.SCHEMA) == part.resolution
    assert codec.order(codec.canonical(tried.order), codec.SCHEMA) == tried.order


def check_state(encounter: Encounter) -> None:
    there = {c.id for c in encounter.combatants if c.present}
    up = {id for id in there if not soldier(encounter.combatant(id)).out(encounter.clock)}
    assert set(BOOK.awaited(encounter)) <= up
    tasks = [item.actor for item in encounter.agenda if isinstance(item, Task)]
    assert len(tasks) == len(set(tasks))
    assert set(tasks) <= up
    for item in encounter.agenda:
        assert whose(item) in {None, *there}, item  # a fuse burns whoever threw it
        if isinstance(item, Question):
            assert item.rest or item.choices != (DUCK, STAY)
    for combatant in encounter.combatants:
        check_combatant(combatant, encounter)


def check_timers(encounter: Encounter) -> None:
    """Everything that was due is done."""
    assert all(item.at > encounter.clock for item in encounter.agenda if isinstance(item, Timer))


def check_combatant(combatant: Combatant, encounter: Encounter) -> None:
    state = soldier(combatant)
    assert state.left >= 0
    if not combatant.present or state.out(encounter.clock):
        assert state.left == 0, combatant.name
    assert not combatant.carried or 0 <= combatant.in_hand < len(combatant.carried)
    for slot in (*state.unworked, *state.broken):
        assert 0 <= slot < len(combatant.carried)
    for carried in combatant.carried:
        if carried.ammunition is not None:
            Ammunition.__post_init__(carried.ammunition)
    assert all(wound.points >= 0 and wound.at <= encounter.clock for wound in state.wounds)
    if state.progress:
        assert state.progress.spent >= 0
    if state.aim:
        assert state.aim.actions >= 0


def rounds(combatant: Combatant) -> list[Counter[str] | None]:
    """All rounds (boxes, tokens) by type of each weapon, loaded or not; None where none are counted, or never end."""
    found: list[Counter[str] | None] = []
    for carried in combatant.carried:
        inside, weapon = carried.ammunition, carried.weapon
        assert isinstance(weapon, Arm)
        if inside is None or inside.spares is None:
            found.append(None)
            continue
        usual = "".join(rounds_of(weapon)[:1])
        counted: Counter[str] = Counter({inside.sort or usual: inside.loaded})
        for spare in inside.spares:
            counted[spare.sort or usual] += spare.count * spare.number
        found.append(+counted)
    return found


def check_course(tried: Tried) -> None:
    """Some things go one way only: the clock, rounds, wounds."""
    before = tried.before
    for part in tried.parts:
        after = part.encounter
        assert after.clock >= before.clock
        if after.clock > before.clock:
            assert isinstance(tried.order, Next)
        known = {c.id: c for c in before.combatants}
        for combatant in after.combatants:
            if combatant.id in known:
                check_changes(tried, known[combatant.id], combatant, part)
        before = after
    if not isinstance(tried.order, Adjust):
        for combatant in before.combatants:
            state = soldier(combatant)
            most = allotment(state, before.clock, BOOK.book)
            was = [soldier(c).left for c in tried.before.combatants if c.id == combatant.id]
            assert state.left <= max([most, *was]) or state.left == 0


def check_changes(tried: Tried, was: Combatant, now: Combatant, part: Part) -> None:
    if isinstance(tried.order, Adjust):
        return
    old, new = soldier(was), soldier(now)
    if new.physical_damage < old.physical_damage:
        assert new.wounds == () and isinstance(tried.order, Next)
    if old.died is not None and "comes in again" not in part.resolution.outcome:
        assert new.died == old.died
    if isinstance(tried.order, Switch) and tried.order.name == AMMUNITION:
        return
    spent, by_attack = 0, False
    for before, after, carried in zip(rounds(was), rounds(now), now.carried, strict=True):
        if before is None or after is None:
            assert before is after
            continue
        assert not after - before, (tried.order, was.name)
        lost = (before - after).total()
        spent += lost
        by_attack |= lost > 0 and carried.ammunition is not None and carried.ammunition.measure in ("boxes", "tokens")
    if spent:
        said = part.resolution.outcome
        assert re.search(r"fires|sweeps|throws|launch|covers", said) and was.name in said, said
        burst = re.search(r"burst of (\d+)|with (\d+) rounds?", said)
        assert spent == (int(burst[1] or burst[2]) if burst and not by_attack else 1), (said, spent)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_ordered(seed: int) -> None:
    for tried in Play(seed).steps(70):
        check(tried)


def test_the_fights_have_something_of_everything() -> None:
    """Or the test above would say little."""
    tries = [tried for seed in range(60) for tried in Play(seed).steps(70)]
    done = Counter(type(tried.order) for tried in tries if tried.refused is None)
    assert [kind for kind in ORDERS if done[kind] < 3] == []
    told = [part.resolution.outcome for tried in tries for part in tried.parts]
    for said in (
        "HIT",
        "MISS",
        " is out",
        " is dead",
        "wakes up",
        "dies of their wounds",
        "reloads",
        "stops what they were doing",
    ):
        assert any(said in outcome for outcome in told), said
