"""Beginning with a template: one interaction, one message, dice that can be checked, all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from bot import fairness
from bot.game.files.library import Library
from bot.game.journal.replay import replay
from bot.game.pages import history
from bot.game.referee.referee import Referee
from bot.game.store import Store
from bot.host import checkup
from bot.host.checkup import findings
from bot.settings import Settings
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import NotNow, Refusal, UnknownName
from rules.engine.records.orders import Start
from rules.engine.records.steps import Roll
from rules.shelf import Shelf, shelf
from tests.bot.table import GM, invocation, later
from tests.cogs.conftest import CHANNEL, Game, opened, told
from tests.homes import ask


@pytest.fixture
async def referee(tmp_path: Path) -> AsyncIterator[Referee]:
    async with await Store.open(tmp_path / "referee.sqlite3") as store:
        yield Referee(Library(store, shelf(), "aliens"))


async def test_it_is_one_group_with_everybody_on_the_map(referee: Referee) -> None:
    group = await referee.start(invocation(), template="corr")
    assert {entry.interaction_id for entry in group} == {group[0].interaction_id}
    assert [entry.part for entry in group] == list(range(len(group)))
    assert {entry.order for entry in group} == {group[0].order}
    assert isinstance(group[0].order, Start) and group[0].order.template == "corridor"
    state = group[-1].state
    assert (state.title, len(state.combatants), {c.owner for c in state.combatants}) == ("The corridor", 10, {None})
    assert state.battle_map is not None and all(c.place for c in state.combatants)


async def test_a_second_delivery_answers_the_same(referee: Referee) -> None:
    given = invocation()
    group = await referee.start(given, template="corridor")
    again = await referee.start(later(given), template="corridor")
    assert [(entry.seq, entry.resolution) for entry in again] == [(e.seq, e.resolution) for e in group]


async def nobody(users: Sequence[str]) -> dict[str, str]:
    """Discord tells no names."""
    return {}


async def test_the_dice_are_those_of_the_seed(referee: Referee) -> None:
    group = await referee.start(invocation(), template="corridor", title="Ours")
    assert [s.why for e in group for s in e.resolution.steps if isinstance(s, Roll)] == ["where Stray Alien is"]
    await referee.end(invocation())
    with (await history.exported(referee, invocation(), nobody)).file as file:
        report = fairness.verify(json.load(file))
    assert (report.checked, report.problems, report.redacted) == (1, (), 0)
    assert report.replaced  # names and texts, of which there are hashes


async def test_a_changed_throw_is_found(referee: Referee) -> None:
    await referee.start(invocation(), template="corridor")
    await referee.end(invocation())
    with (await history.exported(referee, invocation(), nobody)).file as file:
        document = json.load(file)
    (roll,) = [s for e in document["entries"] for s in e["steps"] if s["type"] == "roll"]
    roll["value"] = (roll["value"] + 1) % 10
    content, die = fairness.verify(document).problems
    assert content.endswith("its content does not match its hash") and "is recorded, the seed gives" in die


async def test_it_replays_the_same(referee: Referee) -> None:
    group = await referee.start(invocation(), template="corridor")
    whole = await referee.journal.whole(group[0].encounter_id)
    assert [entry.state for entry in whole] == [entry.state for entry in group]
    assert replay(whole, shelf()).same == (1,)


async def test_a_beginning_is_not_taken_back_by_halves(referee: Referee) -> None:
    await referee.start(invocation(), template="corridor")
    with pytest.raises(NotNow, match="nothing to undo"):
        await referee.undo(invocation())


async def test_a_template_names_its_rulebook(referee: Referee) -> None:
    group = await referee.start(invocation(), template="oppenheim")
    assert group[-1].state.ruleset == "phoenix"
    with pytest.raises(UnknownName, match=r"I don't know the template “oppenheim”\. Known: corridor"):
        await referee.start(invocation(channel="11"), ruleset="aliens", template="oppenheim")


@pytest.mark.parametrize("template", ["oppenheim", "police_raid"])
@pytest.mark.parametrize(
    ("ruleset", "preset", "begun"),
    [
        ("", "", "phoenix-basic"),
        ("phoenix", "", "phoenix-basic"),
        ("phoenix", "phoenix-advanced", "phoenix-advanced"),
        ("", "phoenix-advanced", "phoenix-advanced"),
        ("phoenix-advanced", "", "phoenix-advanced"),
        ("phoenix-advanced", "phoenix-basic", "phoenix-basic"),
    ],
)
async def test_the_preset_that_is_chosen_goes_before_the_template_s(
    referee: Referee, template: str, ruleset: str, preset: str, begun: str
) -> None:
    group = await referee.start(invocation(), ruleset=ruleset, preset=preset, template=template)
    state = group[-1].state
    assert (state.ruleset, state.preset) == ("phoenix", begun)
    assert dict(state.switches)["accuracy"] == ("on" if begun == "phoenix-advanced" else "off")
    assert len(state.combatants) == {"oppenheim": 56, "police_raid": 16}[template]


async def test_a_server_s_preset_goes_before_the_template_s_of_its_own_rulebook(referee: Referee) -> None:
    await referee.library.choose(invocation().guild, "phoenix-advanced")
    assert (await referee.start(invocation(), template="oppenheim"))[-1].state.preset == "phoenix-advanced"
    assert (await referee.start(invocation(channel="11"), template="corridor"))[-1].state.preset == "aliens"


async def test_an_unknown_template_begins_nothing(referee: Referee) -> None:
    with pytest.raises(UnknownName, match="I don't know the template “castle”"):
        await referee.start(invocation(GM), template="castle")
    assert await referee.open_in(invocation().channel) is None


async def test_a_template_that_cannot_be_set_up_begins_nothing_and_says_why(tmp_path: Path) -> None:
    books = dict(shelf())
    books["aliens"] = broken("aliens")
    async with await Store.open(tmp_path / "referee.sqlite3") as store:
        referee = Referee(Library(store, books, "aliens"))
        with pytest.raises(Refusal, match=r"^There is an obstruction at .*\. Choose another place\.$"):
            await referee.start(invocation(), template="corridor")
        assert await referee.open_in(invocation().channel) is None
    for table in ("encounters", "entries", "seeds"):
        assert ask(tmp_path / "referee.sqlite3", f"SELECT count(*) FROM {table}") == [(0,)]


def test_check_finds_a_template_that_cannot_be_set_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checkup, "shelf", lambda: Shelf({"aliens": broken("aliens")}, {}))
    wrong = [finding.says for finding in findings(Settings()) if finding.what == "data" and not finding.good]
    assert wrong and wrong[0].startswith("aliens: templates/corridor.toml: combatants.0: There is an obstruction at ")


def broken(ruleset: str) -> Ruleset:
    """The rulebook with a template whose first fighter stands in a wall."""
    book = cast(Any, shelf()[ruleset])
    corridor = book.templates["corridor"]
    first, *others = corridor.newcomers
    wall = min(corridor.battle_map.obstructions)
    bad = replace(corridor, newcomers=(replace(first, count=1, places=(wall,), among=()), *others))
    return cast(Ruleset, replace(book, templates={**book.templates, "corridor": bad}))


async def test_over_the_real_protocol(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:
        await begins(game)


async def begins(game: Game) -> None:
    offered = await game.gm.autocomplete(CHANNEL, "encounter start", focused="template", ruleset="aliens")
    assert [(c["value"], c["name"]) for c in offered] == [
        ("corridor", "The corridor: Four Marines hold a corridor against six Aliens"),
        ("first_fight", "First fight: Two Marines against two Aliens, small enough to learn with"),
    ]
    answer = await game.gm.slash(CHANNEL, "encounter start", template="corridor")
    assert answer.content.startswith("The corridor begins.\nThe map is 11 by 7 squares.\nApone joins the encounter")
    assert "no Alien may reach column A" in told(answer) and "rolled" in told(answer)
    assert [c["label"] for c in answer.components if c["type"] == 2] == ["Details", "Done", "Next", "Run"]
    await game.says(game.gm, "combatant owner", who="Apone", user=game.ann)
    assert "Apone" in await game.says(game.ann, "fire", target="Alien 1", dice="0")
