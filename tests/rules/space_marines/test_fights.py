"""Whole fights with seeded dice: Marines against what the bot runs, played to the end by simple players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.conduct import conduct
from rules.engine.records.agenda import Question, Watch, whose
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Adjust, Answer, CombatantOrder, Dismiss, Fire, Handover, Move, Next, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.space_marines.attacks import attacks
from rules.space_marines.figures.figure import BAD, GOOD, figure
from rules.space_marines.moves.approach import apart, approach, enemies
from rules.space_marines.moves.paths import Ways
from rules.space_marines.turns.automatons import is_automaton
from rules.words.places import Place
from tests.examples import examples
from tests.reading import part_named
from tests.rules.space_marines.skirmish import Skirmish, book
from tests.rules.texts import check_parts, check_refusal, oddly_named

MARINES = ("marine leader, rifle", "marine, rifle, grenade", "marine, smart gun", "shock marine, hand flamer")
BUGS = ("bug warrior", "bug warrior", "bug leader", "bug shooter, rifle", "bug brain")
BOTS = ("bot warrior", "bot scout", "bot leader", "bot warrior, smart gun", "bot scout")
FUZZIES = ("fuzzy warrior", "fuzzy warrior, rifle", "fuzzy warrior", "fuzzy warrior, rifle", "fuzzy warrior")
ROOMS = "E1 E2 E3 E5 E6 E7 E9 E10 I1 I3 I4 I5 I6 I8 I9 I10"
LONGEST = 40  # turns


class Fight:
    """A fight under way: every order is checked, and carried out twice."""

    def __init__(self, encounter: Encounter, seed: int) -> None:
        self.encounter = encounter
        self.dice = SeededDice(seed)
        self.told: list[str] = []
        self.asked = 0

    def order(self, order: Order) -> bool:
        """Carry an order out; whether it was not refused."""
        before = self.encounter
        try:
            parts = conduct.resolve(order, Scene(before, self.dice), book())
        except Refusal as refusal:
            assert str(refusal)[-1] in ".?"
            check_refusal(refusal)
            return False
        check_parts(order, parts)
        folded = before
        for part in parts:
            for effect in part.resolution.effects:
                folded = effect.on(folded)
            assert folded == part.encounter
            self.told.append(part_named(part).resolution.outcome)
        assert conduct.replay(order, before, [part.resolution for part in parts], book()) == parts
        self.encounter = parts[-1].encounter
        check(self.encounter)
        return True

    def camp(self, camp: str) -> list[Combatant]:
        return [c for c in self.encounter.combatants if c.present and figure(c).camp == camp]

    def question(self) -> Question | None:
        return next((m for m in self.encounter.agenda if isinstance(m, Question)), None)

    @property
    def over(self) -> bool:
        armed = [c for c in self.camp(BAD) if c.carried]
        return not self.camp(GOOD) or not armed


def check(encounter: Encounter) -> None:
    """Check the properties that hold at all times."""
    placed = Counter(c.place for c in encounter.combatants if c.present and c.place)
    assert all(number == 1 for number in placed.values())
    for combatant in encounter.combatants:
        state = figure(combatant)
        assert state.left >= 0
        assert state.command_left >= 0
        if combatant.present:
            assert state.wounds < state.troop.points
            assert combatant.place is None or encounter.battle_map is None or over_ground(combatant, encounter)
    for item in encounter.agenda:
        assert encounter.combatant(whose(item) or "").present
        if isinstance(item, Question):
            assert all(
                isinstance(order, CombatantOrder) and encounter.combatant(order.actor).present for order in item.rest
            )
    watching = [m.actor for m in encounter.agenda if isinstance(m, Watch)]
    assert len(watching) == len(set(watching))


def over_ground(combatant: Combatant, encounter: Encounter) -> bool:
    battle_map, place = encounter.battle_map, combatant.place
    assert battle_map
    assert place
    inside = place.column <= battle_map.width and place.row <= battle_map.height
    return inside and (figure(combatant).flying or place not in battle_map.obstructions)


def opened(foes: tuple[str, ...], *, outdoors: bool) -> Encounter:
    skirmish = Skirmish(outdoors=outdoors)
    skirmish.map(13, 10, ROOMS, "G4 G5 G6")
    for n, line in enumerate(MARINES):
        skirmish.muster(line, f"A{4 + n}", f"Marine {n + 1}")
    for n, line in enumerate(foes * 2):
        skirmish.muster(line, f"{'LM'[n % 2]}{1 + n}", f"Foe {n + 1}")
    return oddly_named(skirmish.encounter)


def cover_fires(marine: Combatant, fight: Fight) -> Iterator[Fire]:
    """Spaces that it could try to cover: those that its enemies will come by."""
    if marine.place is None:
        return
    for enemy in enemies(marine, fight.encounter)[:3]:
        for stride in approach(enemy, fight.encounter, Ways()).strides[:6]:
            yield Fire(marine.id, (Target(place=stride.to),), how="cover fire")


def plays(marine: Combatant, fight: Fight, luck: random.Random) -> None:
    """Fire at what there is to be hit, or cover something; sometimes go somewhere first."""
    if marine.place and luck.random() < 0.3:
        fight.order(Move(marine.id, Place(marine.place.column + 1, marine.place.row)))
    marine = fight.encounter.combatant(marine.id)
    beside = any(e.place and marine.place and apart(marine, e, fight.encounter) == 1 for e in fight.camp(BAD))
    if not beside and luck.random() < 0.5 and any(fight.order(order) for order in cover_fires(marine, fight)):
        return
    best = [attacks.best_attack(marine, enemy, fight.encounter) for enemy in fight.camp(BAD)]
    fires = [one for one in best if one]
    if fires:
        fight.order(max(fires, key=lambda one: one.expected).order)


def play(fight: Fight, luck: random.Random, *, turns: int = LONGEST, meddling: bool = False) -> None:
    while not fight.over and fight.encounter.clock.turn <= turns:
        for id in [c.id for c in fight.camp(GOOD)]:
            marine = fight.encounter.combatant(id)
            if marine.present:
                plays(marine, fight, luck)
        assert fight.order(Next())
        answers(fight, luck, meddling=meddling)
        assert fight.encounter.clock.impulse == 1
        assert book().awaited(fight.encounter) or not fight.camp(GOOD)


def answers(fight: Fight, luck: random.Random, *, meddling: bool) -> None:
    """Answer everything, in any order; a GM who meddles takes people out, moves them or hands them over meanwhile."""
    for _ in range(200):
        asked = [m for m in fight.encounter.agenda if isinstance(m, Question)]
        if not asked:
            break
        fight.asked += 1
        question = luck.choice(asked)
        if meddling and luck.random() < 0.5:
            meddle(question, fight, luck)
            continue
        assert not fight.order(Next())
        assert fight.order(Answer(question.to, luck.choice(question.choices)))
    assert fight.question() is None
    if meddling:
        for id in [c.id for c in fight.camp(BAD) if c.owner]:
            assert fight.order(Handover(id, None))
    # What waited behind somebody who is gone is taken up by the next Next.
    for _ in range(3):
        if fight.encounter.clock.impulse == 1:
            return
        assert fight.order(Next())
        if fight.question():
            answers(fight, luck, meddling=False)


def meddle(question: Question, fight: Fight, luck: random.Random) -> None:
    mover = next(order.actor for order in question.rest if isinstance(order, CombatantOrder))
    subject = luck.choice((question.to, mover))
    orders: list[Order] = [
        Dismiss(subject),
        Adjust(subject, "dead"),
        Adjust(question.to, "stop covering"),
        Adjust(question.to, "wounds 1"),
        Adjust(mover, "points 0"),
        Adjust(mover, "done"),
        Adjust(mover, "off the map"),
        Adjust(question.to, "off the map"),
        Handover(mover, "villain"),
    ]
    order = luck.choice(orders)
    fight.order(order)
    open_ = fight.question()
    if open_ is not None:
        assert fight.order(Answer(open_.to, luck.choice(open_.choices)))


@pytest.mark.parametrize("outdoors", [False, True])
@pytest.mark.parametrize("foes", [BUGS, BOTS, FUZZIES])
def test_fights_come_to_an_end(foes: tuple[str, ...], outdoors: bool) -> None:
    asked = 0
    for seed in range(2):
        fight = Fight(opened(foes, outdoors=outdoors), seed)
        play(fight, random.Random(seed))
        assert fight.over
        asked += fight.asked
        assert not any("cannot make use" in told for told in fight.told)
    # Bots fire from afar.
    assert asked or foes == BOTS


@examples(10)
@given(st.sampled_from([BUGS, BOTS, FUZZIES]), st.booleans(), st.integers(0, 2**32), st.integers(0, 2**32))
def test_whatever_is_answered_the_phase_ends(foes: tuple[str, ...], outdoors: bool, seed: int, luck: int) -> None:
    fight = Fight(opened(foes, outdoors=outdoors), seed)
    play(fight, random.Random(luck), turns=4, meddling=True)


def test_the_same_dice_make_the_same_fight() -> None:
    told = []
    for _ in range(2):
        fight = Fight(opened(BUGS, outdoors=False), 7)
        play(fight, random.Random(7))
        told.append(fight.told)
    assert told[0] == told[1]
    assert any(is_automaton(c, fight.encounter) or not c.present for c in fight.encounter.combatants)
