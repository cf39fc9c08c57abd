"""A second throw for the same fighter at the same clock is marked, whatever carried out the first or the second one.

The first test is a fight that was played. The search plays others at random: shots by hand, by plan, declared, aimed
for later and answered; undo, redo, switches, corrections, fighters removed and added again, ends that are undone. Who
fired is read from the words of the results (`bot.game.pages.shots`), so that nothing of what marks them decides here.
"""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from bot.fairness import verify
from bot.game.entries.entries import Entry, Group
from bot.game.files.library import Library
from bot.game.journal.lasting_orders import lasting
from bot.game.pages.shots import is_shot, shooter_of
from bot.game.referee.referee import Referee
from bot.game.referee.undo.undo_redo import Wanted
from bot.game.requests import (
    ActionRequest,
    AnswerRequest,
    AttackRequest,
    ClearPlanRequest,
    DirectRequest,
    Incomplete,
    MusterRequest,
    NextRequest,
    PlanRequest,
    Request,
    SwitchRequest,
    adjusting,
    dismissing,
    renaming,
)
from bot.game.requests.order_questions import AskFirst
from bot.game.store import Store
from rules.engine.conduct import conduct
from rules.engine.records.agenda import Clock, Question
from rules.engine.records.errors import DiceWanted, Refusal
from rules.engine.records.model import BattleMap, UndoneThrow
from rules.engine.records.orders import Act, Burst, Chart, Fire, Next, Pass, Reload
from rules.engine.scene import dice_keys
from rules.engine.scene.effects import Threw, Ticked
from rules.engine.scene.undone_throws import MARKED_BY_THROW
from rules.shelf import shelf
from tests.bot.table import Table, invocation
from tests.confirming import meant
from tests.examples import FULL, share
from tests.luck import LUCK

SECONDS = 600.0
"""The length of the search by the full profile; by the quick one it plays a few fights."""
FIGHTERS = {
    "Trent": "skill 9, STR 14, AGI 12, INT 12, M16, 2 M 67",
    "Axly": "skill 8, STR 12, AGI 12, INT 12, M16",
    "Guard": "skill 7, STR 12, AGI 10, INT 10, AKM 47",
}
PLACES = {"Trent": "C3", "Axly": "E3", "Guard": "C9"}
SIDES = {"Trent": "Squad", "Axly": "Squad", "Guard": "Guards"}
NAMES = tuple(FIGHTERS)
NOTHING_DONE = (Refusal, Incomplete, DiceWanted)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "referee.sqlite3") as store:
        yield store


async def laid(store: Store, preset: str = "phoenix-advanced") -> Table:
    table = Table(Referee(Library(store, shelf(), "phoenix")))
    await table.referee.start(invocation(), preset=preset)
    await table.order(DirectRequest(Chart(BattleMap(20, 20))))
    for name in NAMES:
        await table.order(added(name))
    return table


def added(name: str) -> MusterRequest:
    return MusterRequest(name, FIGHTERS[name], side=SIDES[name], at=PLACES[name])


SHOT = AttackRequest(Fire, target="Guard", aim=1, who="Trent")


async def test_a_shot_by_hand_after_an_undone_declared_one_is_marked(store: Store) -> None:
    table = await laid(store)
    await table.order(SwitchRequest("pace", "sealed"))
    await table.order(SHOT)
    thrown = [part for part in await table.group(DirectRequest(Next())) if part.resolution.drawn]
    await table.referee.undo(invocation())
    await table.order(SwitchRequest("pace", "by hand"))
    trent, guard = (Clock(1, 1), "c1", "trent"), (Clock(1, 1), "c3", "guard")
    undone = {(one.clock, one.actor, one.name) for one in (await table.head()).state.undone}
    assert undone in ({trent}, {trent, guard})  # The Guard's are the throws of a hit.
    again = await table.group(SHOT)
    assert [part.resolution.after_undone for part in again if part.resolution.drawn] == [thrown[0].seq]
    await table.referee.end(invocation())
    document = await table.exported()
    assert document["version"] == 4 and verify(document).problems == ()
    for entry in document["entries"]:
        if entry["after_undone"]:
            entry["after_undone"] = None
    assert any(one.endswith(f"is {thrown[0].seq}, not None") for one in verify(document).problems)


async def test_what_throws_nothing_is_not_marked(store: Store) -> None:
    table = await laid(store)
    await table.order(SHOT)
    await table.referee.undo(invocation())
    await table.order(PlanRequest("fire at Guard aim 1", "Trent"))
    cleared = await table.order(ClearPlanRequest("Trent"))
    assert cleared.state.undone and not cleared.resolution.after_undone
    assert (await table.order(ActionRequest(Act, "Trent", how="kneel"))).resolution.after_undone == 0


async def test_a_fighter_who_is_removed_and_added_again_is_the_same(store: Store) -> None:
    table = await laid(store)
    shot = await table.order(SHOT)
    await table.referee.undo(invocation())
    await table.order(dismissing("Trent"))
    await table.order(added("Trent"))
    assert (await table.order(SHOT)).resolution.after_undone == shot.seq
    await table.referee.end(invocation())
    assert verify(await table.exported()).problems == ()


def test_a_state_keeps_every_undone_throw_that_can_be_repeated() -> None:
    """By an older rule it keeps a hundred."""
    many = [UndoneThrow(Clock(turn, 1), f"c{n}", 9 * turn + n, f"guard {n}") for turn in range(1, 40) for n in range(9)]
    older = [replace(one, seq=1) for one in many]
    now = replace(conduct.UNOPENED, dice=MARKED_BY_THROW, clock=Clock(3, 1))
    assert dice_keys.still_undone([*many, *older], now) == tuple(many[18:])


async def test_a_press_has_an_interaction_of_its_own(store: Store) -> None:
    """An interaction whose id was used before would get the entries of that one, and the search play nothing."""
    table, given = await laid(store), replace(invocation(), interaction="7")
    with pytest.raises(AskFirst):
        await table.referee.carry_out(given, DirectRequest(Next()))
    pressed = await meant(table.referee, given, DirectRequest(Next()))
    shot = await meant(table.referee, replace(given, interaction="71"), SHOT)
    assert [group[0].order.kind for group in (pressed, shot)] == ["Next", "Fire"]


async def agreed(work: Awaitable[Group]) -> Group:
    """Do it, and take the first choice of whatever is asked before."""
    try:
        return await work
    except AskFirst as asked:
        return await agreed(asked.choices[0].carry_out(invocation(), ""))


class Search:
    """Plays a fight of so many orders at random, and looks at every shot."""

    def __init__(self, table: Table, luck: random.Random) -> None:
        self.table, self.luck = table, luck
        self.said: list[str] = []

    def request(self, questions: list[Question], names: dict[str, str]) -> Request:
        luck = self.luck
        if questions and luck.random() < 0.9:
            one = luck.choice(questions)
            return AnswerRequest(luck.choice(one.choices), names[one.to])
        who = luck.choice(NAMES)
        target = luck.choice([name for name in NAMES if name != who])
        aim = luck.choice([None, 1, 1, 2, 4])
        kinds: list[Callable[[], Request]] = [
            *[lambda: AttackRequest(luck.choice([Fire, Fire, Burst]), target=target, aim=aim, who=who)] * 8,
            *[lambda: DirectRequest(Next())] * 5,
            lambda: DirectRequest(Next(run=True)),
            lambda: NextRequest("2 s"),
            *[lambda: PlanRequest(f"fire at {target} aim {aim or 1}; else stay", who)] * 3,
            lambda: ClearPlanRequest(who),
            *[lambda: SwitchRequest("pace", luck.choice(["sealed", "by hand"]))] * 4,
            lambda: SwitchRequest("fog", luck.choice(["off", "hidden", "sides"])),
            lambda: SwitchRequest("next", luck.choice(["gm", "all"])),
            *[lambda: adjusting(who, luck.choice(["alive, heal all, awake", "actions left 6, loaded 30"]))] * 4,
            lambda: adjusting(who, f"at {PLACES[who]}"),
            lambda: dismissing(who),
            *[lambda: added(who)] * 2,
            lambda: renaming(who, luck.choice(["Vasquez", *NAMES]), SIDES[who]),
            lambda: ActionRequest(luck.choice([Pass, Reload]), who),
            lambda: ActionRequest(Act, who, how="kneel"),
        ]
        return luck.choice(kinds)()

    def shot_of(self, who: str) -> list[Request]:
        """A shot of a fighter's, carried out in one of the ways."""
        shot = AttackRequest(Fire, target="Guard" if who != "Guard" else "Trent", aim=1, who=who)
        by_hand, sealed = SwitchRequest("pace", "by hand"), SwitchRequest("pace", "sealed")
        following = DirectRequest(Next(run=self.luck.random() < 0.3))
        plan = PlanRequest(f"fire at {shot.target} aim 1; else stay", who)
        return self.luck.choice([[by_hand, shot], [sealed, shot, following], [by_hand, plan, following]])

    async def step(self) -> None:
        luck, referee, head = self.luck, self.table.referee, await self.table.head()
        if head.state.ended or luck.random() < 0.3:
            for _ in range(luck.choice([1, 1, 2, 3, 4])):
                await self.attempt("undo", referee.undo(invocation()))
        elif luck.random() < 0.06:
            await self.attempt("redo", referee.redo(invocation()))
        elif luck.random() < 0.06:
            with suppress(*NOTHING_DONE):
                time = luck.choice(await referee.undo_times(invocation()))
                await self.attempt(f"undo to {time}", referee.undo(invocation(), wanted=Wanted(to=time)))
        elif luck.random() < 0.02:
            await self.attempt("end", referee.end(invocation()))
        else:
            questions = [item for item in head.state.agenda if isinstance(item, Question)]
            names = {one.id: one.name for one in head.state.combatants}
            playing = not questions and luck.random() < 0.4
            for one in self.shot_of(luck.choice(NAMES)) if playing else [self.request(questions, names)]:
                await self.attempt(repr(one), meant(referee, invocation(), one))

    async def attempt(self, said: str, work: Awaitable[Group]) -> None:
        self.said.append(said)
        with suppress(*NOTHING_DONE):
            await agreed(work)

    async def check(self) -> None:
        """Every shot by a fighter who has fired at this clock in an entry that was undone since is marked."""
        table = self.table
        head = await table.head()
        entries = await table.referee.journal.whole(head.encounter_id)
        restored = await table.referee.store.journal.restorations(head.encounter_id)
        fired: dict[tuple[Clock, str], list[int]] = {}
        for entry in entries[1:]:
            shot = self.shot(entry, entries[entry.seq - 2])
            if shot is None:
                continue
            begun = entry.seq - entry.part
            lasts = lasting(begun - 1, {seq: origin for seq, origin in restored.items() if seq < begun})
            undone = [seq for seq in fired.get(shot, []) if seq < begun and seq not in lasts]
            marks = [one.resolution.after_undone for one in entries[begun - 1 : entry.seq]]
            assert not undone or any(marks), (shot, undone, entry.seq, self.said)
            fired.setdefault(shot, []).append(entry.seq)
        if not head.state.ended:
            await table.referee.end(invocation())
        assert verify(await table.exported()).problems == (), self.said

    @staticmethod
    def shot(entry: Entry, before: Entry) -> tuple[Clock, str] | None:
        """The clock of a shot that the bot threw for, and who fired, by name. Time may go on just before the shot."""
        shooter = shooter_of(entry) if entry.resolution.drawn and is_shot(entry) else None
        names = {one.id: one.name for one in (*before.state.combatants, *entry.state.combatants)}
        effects = [type(effect) for effect in entry.resolution.effects]
        later = Ticked in effects and Threw in effects[effects.index(Ticked) :]
        return ((entry if later else before).state.clock, names[shooter]) if shooter in names else None


async def play(store: Store, seed: int) -> None:
    """Play the fight that a seed gives, with its dice, and check it."""
    luck = random.Random(seed)
    LUCK.seed(seed)
    search = Search(await laid(store, luck.choice(["phoenix-advanced", "phoenix-basic", "phoenix-optional"])), luck)
    search.said.append(f"seed {seed}")
    for _ in range(luck.randint(10, 50)):
        await search.step()
    await search.check()


async def test_no_fight_has_a_second_throw_without_a_mark(store: Store) -> None:
    full = settings.get_current_profile_name() == FULL
    until, fights = time.monotonic() + SECONDS, 0
    while fights < share(24) or (full and time.monotonic() < until):
        await play(store, random.randrange(2**32) if full else fights)
        fights += 1
