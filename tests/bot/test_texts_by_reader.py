"""Each side's reading of shots, reloads and moves, in every book."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.game.entries.entries import Group
from bot.game.files.library import Library
from bot.game.referee.referee import Referee
from bot.game.requests import ActionRequest, AttackRequest, MusterRequest, Request, SwitchRequest
from bot.game.sight import EVERYTHING, PUBLIC, Viewer, read
from bot.game.store import Store
from rules.engine.records.orders import Burst, Fire, Reload
from rules.engine.records.steps import Roll, Sum
from rules.engine.scene.scene import Resolution
from rules.shelf import shelf
from tests.bot.table import ANN, BEN, invocation

REDS, BLUES = Viewer(frozenset({"Reds"})), Viewer(frozenset({"Blues"}))
PHOENIX = (
    MusterRequest("Trent", "skill 8, KV 30, M16A1 loaded 20", at="A1", owner=ANN, side="Reds"),
    MusterRequest("Guard", "skill 5, KV 30, AKM 47, facing north", at="A9", owner=BEN, side="Blues"),
)


class Fight:
    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.group: Group = []

    async def order(self, request: Request, dice: str = "") -> None:
        self.group = await self.referee.carry_out(invocation(), request, dice)

    def part(self, viewer: Viewer) -> Resolution:
        """The first part that a viewer may read anything of."""
        entries = self.entries(viewer)
        assert entries, "nothing to read"
        return entries[0].resolution

    def entries(self, viewer: Viewer) -> Group:
        return read(self.group, self.referee.library.shelf[self.group[-1].state.ruleset], viewer)

    def lines(self, viewer: Viewer) -> Sequence[str]:
        return [entry.resolution.outcome for entry in self.entries(viewer)]


@asynccontextmanager
async def begun(path: Path, preset: str, *begin: Request) -> AsyncIterator[Fight]:
    async with await Store.open(path / "referee.sqlite3") as store:
        fight = Fight(Referee(Library(store, shelf(), preset)))
        await fight.referee.start(invocation(), ruleset=preset)
        for request in (*begin, SwitchRequest("fog", "hidden")):
            await fight.order(request)
        yield fight


@pytest.fixture
async def duel(tmp_path: Path) -> AsyncIterator[Fight]:
    async with begun(tmp_path, "phoenix", *PHOENIX) as fight:
        yield fight


async def test_who_is_hit_reads_the_damage_and_others_that_they_are_hit(duel: Fight) -> None:
    await duel.order(AttackRequest(Fire, "Guard", 2, who="Trent"), "0 40 9 0 0")
    whole = duel.lines(EVERYTHING)[0]
    assert whole.startswith("Trent fires the M16A1 at Guard, 8 hexes: HIT, ") and " PD; Guard is " in whole
    assert duel.lines(BLUES)[0] == whole
    for other in (REDS, PUBLIC):
        line = duel.lines(other)[0]
        assert line.startswith("Trent fires the M16A1 at Guard, 8 hexes: HIT, ") and "PD" not in line
        assert "; Guard is out when this impulse ends." in line


async def test_throws_name_no_knockout_value_to_others(duel: Fight) -> None:
    await duel.order(AttackRequest(Fire, "Guard", 2, who="Trent"), "0 40 9 0 0")
    knockouts = {
        viewer: [one.needed for one in duel.part(viewer).steps if isinstance(one, Roll) and one.label == "Knockout"]
        for viewer in (BLUES, REDS)
    }
    assert "KV 30" not in knockouts[REDS][0] and "PD" not in knockouts[REDS][0]
    assert "KV 30" in knockouts[BLUES][0]


async def test_the_accuracy_is_the_shooters(duel: Fight) -> None:
    await duel.order(AttackRequest(Fire, "Guard", 2, who="Trent"), "99")
    for viewer, sums in ((REDS, ["Accuracy"]), (BLUES, []), (PUBLIC, [])):
        assert [step.label for step in duel.part(viewer).steps if isinstance(step, Sum)] == sums
        assert duel.lines(viewer)[0] == "Trent fires the M16A1 at Guard, 8 hexes: MISS."


async def test_a_burst_does_not_tell_others_how_many_rounds_it_was(duel: Fight) -> None:
    await duel.order(AttackRequest(Burst, "Guard", 2, who="Trent"), "99")
    assert duel.lines(REDS)[0] == "Trent fires a burst of 7 from the M16A1 at Guard, 8 hexes: MISS."
    for other in (BLUES, PUBLIC):
        assert duel.lines(other)[0] == "Trent fires a burst from the M16A1 at Guard, 8 hexes: MISS."


async def test_a_plan_is_for_the_own_side(duel: Fight) -> None:
    await duel.order(ActionRequest(Reload, "Trent"))
    assert "of 8 actions" in duel.lines(REDS)[0]
    assert duel.lines(BLUES) == duel.lines(PUBLIC) == []


async def test_aliens_see_a_reload_and_not_its_progress(tmp_path: Path) -> None:
    begin = (
        MusterRequest("Apone", "rifleman, pulse rifle, loaded 3", at="A1", owner=ANN, side="Reds"),
        MusterRequest("Alien", "alien", at="A5", owner=BEN, side="Blues"),
    )
    async with begun(tmp_path, "aliens", *begin) as fight:
        await fight.order(ActionRequest(Reload, "Apone"))
        assert fight.lines(REDS)[0].endswith("of 8 actions done.")
        for other in (BLUES, PUBLIC):
            assert fight.lines(other)[0].startswith("Apone begins to reload the ")
            assert "actions" not in fight.lines(other)[0]


async def test_of_a_marine_others_do_not_read_what_is_left(tmp_path: Path) -> None:
    begin = (
        MusterRequest("Marine", "marine, rifle", at="A1", owner=ANN, side="Reds"),
        MusterRequest("Bug", "bug warrior", at="A4", owner=BEN, side="Blues"),
    )
    async with begun(tmp_path, "space-marines", *begin) as fight:
        await fight.order(AttackRequest(Fire, "Bug", who="Marine"), "6 6 1")
        assert fight.lines(BLUES)[0] == "Marine fires the Rifle at Bug, 3 spaces: HIT, 1 wound; Bug has 4 Points left."
        for other in (REDS, PUBLIC):
            assert fight.lines(other)[0] == "Marine fires the Rifle at Bug, 3 spaces: HIT, 1 wound."


async def test_of_a_shooter_others_do_not_read_the_ammunition(tmp_path: Path) -> None:
    begin = (
        MusterRequest("Red", "Shooting d8, Assault Rifle loaded 1, spares 2", at="A1", owner=ANN, side="Reds"),
        MusterRequest("Blue", "Shooting d6, Extra, Pistol", at="B2", owner=BEN, side="Blues"),
    )
    async with begun(tmp_path, "savage", *begin) as fight:
        await fight.order(ActionRequest(Reload, "Red"))
        assert fight.lines(REDS)[0].startswith("Red reloads the Assault Rifle: ")
        for other in (BLUES, PUBLIC):
            assert fight.lines(other) == ["Red reloads the Assault Rifle."]


@pytest.fixture
async def ambush(tmp_path: Path) -> AsyncIterator[Fight]:
    """Trent, whom Guard's side has not perceived, and a bystander of a third side who perceives neither."""
    trent = MusterRequest("Trent", "skill 8, KV 30, M16A1", at="A1", owner=ANN, side="Reds", secret=True)
    async with begun(tmp_path, "phoenix", trent, PHOENIX[1]) as fight:
        yield fight


async def test_a_shot_from_the_unseen_has_a_direction_and_no_name(ambush: Fight) -> None:
    await ambush.order(AttackRequest(Fire, "Guard", 2, who="Trent"), "99")
    for other in (BLUES, PUBLIC):
        assert ambush.lines(other)[0] == "A shot from the north: MISS."


async def test_a_hit_by_the_unseen_tells_what_it_does_to_the_target(ambush: Fight) -> None:
    await ambush.order(AttackRequest(Fire, "Guard", 2, who="Trent"), "0 40 9 0 0")
    assert ambush.lines(BLUES)[0].startswith("A shot from the north: HIT, ")
    assert "PD" in ambush.lines(BLUES)[0] and "PD" not in ambush.lines(PUBLIC)[0]
    texts = str([(one.resolution.clauses, one.resolution.steps) for one in ambush.entries(BLUES)])
    assert "Trent" not in texts and "M16A1" not in texts and "A1" not in texts


async def test_a_shot_at_nobody_they_perceive_is_nothing_to_others(tmp_path: Path) -> None:
    secret = [
        MusterRequest(*one, secret=True, at=at, owner=owner, side=side)
        for one, at, owner, side in (
            (("Trent", "skill 8, KV 30, M16A1"), "A1", ANN, "Reds"),
            (("Guard", "skill 5, AKM 47"), "A9", BEN, "Blues"),
        )
    ]
    watcher = MusterRequest("Cleo", "skill 5, AKM 47", at="H9", side="Greens")
    async with begun(tmp_path, "phoenix", *secret, watcher) as fight:
        await fight.order(AttackRequest(Fire, "Guard", 2, who="Trent"), "99")
        for other in (Viewer(frozenset({"Greens"})), PUBLIC):
            assert fight.lines(other) == []
        assert fight.lines(REDS) == ["Trent fires the M16A1 at somebody unseen, 8 hexes: MISS."]
        assert fight.lines(BLUES) == ["A shot from the north: MISS."]
