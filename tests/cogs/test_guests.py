"""Places without the bot: a user who has installed it for themselves asks on a server without it, or in a direct
message of others. It finds no encounter there, begins none, posts nothing and keeps nothing for that place.

An altered client sends every command there, not only those that Discord offers, and people who have not installed the
bot press the buttons of its answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from standin import limits
from standin.driver import Answer, Person
from standin.interactions import commands
from standin.interactions.invoker import Invoker
from standin.world.scenery import Json
from tests.cogs.conftest import CHANNEL, Game, laid_out, told
from tests.cogs.forging import copied
from tests.cogs.strangers import BESIDES, leaves
from tests.cogs.test_rights_matrix import PHOENIX
from tests.homes import ask

STRANGE = "elsewhere"
OF_THE_YARD = ("The yard", "Trent", "Axly", "Guard")
"""The encounter of Ann's own server, and who is in it."""
STEPS = ("srg:start:fight", "srg:book:aliens", "srg:side:aliens:gm", "srg:side:phoenix:0")
"""The buttons of /start, the last ones begin a fight."""
_FILLED_IN: dict[int, Any] = {
    commands.STRING: "x",
    commands.INTEGER: 1,
    commands.BOOLEAN: True,
    commands.ATTACHMENT: ("x.json", b"{}"),
}


@pytest.fixture
async def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Game]:
    """The yard on a server with the bot. Ann and Ben have installed it for themselves, Cleo has not."""
    async with laid_out(tmp_path / "referee.sqlite3", PHOENIX) as game:
        world = game.playground.world
        world.installers |= {game.ann.id, game.ben.id}
        world.add_strange_guild(STRANGE)
        monkeypatch.setattr(Invoker, "_is_offered", lambda *_: True)
        yield game


def places(game: Game) -> tuple[str, str]:
    """A server without the bot, and a direct message of others."""
    people = (game.ann.id, game.ben.id, game.playground.person("Cleo").id)
    return game.ann.channel_id(STRANGE), game.playground.world.group(*people)["id"]


def encounters(game: Game) -> list[tuple[object, ...]]:
    """The stored encounters, their live boards and threads, and what channels have set."""
    store = game.client.library.store
    rows = ask(store, "SELECT id, channel_id, open FROM encounters")
    return [*rows, *(ask(store, f"SELECT count(*) FROM {table}")[0] for table in ("boards", "threads", "channels"))]


def required(game: Game, command: str, options: list[Json]) -> dict[str, Any]:
    """Return the values of a command's options: the required ones, and those that make it act."""
    needed = {one["name"]: _value(game, one) for one in options if one.get("required")}
    return needed | BESIDES.get(command, {})


def _value(game: Game, option: Json) -> Any:
    if option.get("choices"):
        return option["choices"][0]["value"]
    return _FILLED_IN.get(option["type"], game.ben)


def read(answer: Answer) -> str:
    """All that somebody gets with an answer."""
    if answer.modal:
        return str(answer.modal)
    return "\n".join((told(answer), str(answer.message["components"]), *(one["content"] for one in answer.followups)))


def parts(answer: Answer) -> list[Json]:
    """Return the controls under an answer that can be pressed."""
    return [] if answer.modal else [c for c in limits.walk(answer.message["components"]) if "custom_id" in c]


async def test_every_command_finds_and_begins_nothing(game: Game) -> None:
    before, world = encounters(game), game.playground.world
    used = set[str]()
    for channel in places(game):
        for command, options in leaves(world.all_commands()):
            for who in (game.ann, game.ben):
                answer = await who.slash(channel, command, **required(game, command, options))
                used.add(command)
                cell = f"/{command} by {who.name}: {read(answer)}"
                assert encounters(game) == before, cell
                assert "Something went wrong" not in cell
                assert not any(name in read(answer) for name in OF_THE_YARD), cell
                assert "Start a first fight" not in read(answer), cell
    assert len(used) > 70
    assert not [entry.path for entry in game.playground.log if any(id in entry.path for id in places(game))]
    assert (await game.encounter()).title == "The yard"


async def presses(game: Game, who: Person, answer: Answer) -> None:
    """Press everything under an answer."""
    for part in parts(answer):
        pressed = await who.click(answer, custom_id=part["custom_id"])
        assert "Something went wrong" not in read(pressed), read(pressed)
        assert not any(name in read(pressed) for name in OF_THE_YARD), read(pressed)


async def test_everybody_there_may_press_what_is_posted_and_gets_no_more(game: Game) -> None:
    before, cleo = encounters(game), game.playground.person("Cleo")
    for channel in places(game):
        for line in ("/rule text: M16A1 at guard 10 hexes ruleset: phoenix", "/roll dice: 2d6"):
            answer = await game.ann.types(channel, line)
            assert not answer.ephemeral
            for who in (cleo, game.ben, game.ann):
                await presses(game, who, answer)
        secret = await game.ann.types(channel, "/roll dice: 2d6 secret: True")
        for who in (cleo, game.ben):
            refused = await who.click(copied(game, secret), "Reveal")
            assert refused.ephemeral and "Only the player who rolled" in refused.content
    assert encounters(game) == before
    assert not [entry.path for entry in game.playground.log if any(id in entry.path for id in places(game))]


async def test_no_button_begins_a_fight_there(game: Game) -> None:
    before = encounters(game)
    for channel in places(game):
        answer = await game.ann.types(channel, "/roll dice: 2d6")
        for step in STEPS:
            for who in (game.ann, game.ben, game.playground.person("Cleo")):
                pressed = await who.click(copied(game, answer, step), custom_id=step)
                assert pressed.ephemeral and "Something went wrong" not in read(pressed)
                assert ":side:" not in step or "Here I can only answer." in read(pressed)
    assert encounters(game) == before


async def test_buttons_of_the_own_server_are_refused_there(game: Game) -> None:
    head, posted = await game.head(), await game.gm.types(CHANNEL, "/encounter options name: next value: gm")
    before = await game.head()
    assert before.seq > head.seq
    for channel in places(game):
        answer = await game.ann.types(channel, "/roll dice: 2d6")
        for part in parts(posted):
            for who in (game.ann, game.ben):
                pressed = await who.click(copied(game, answer, part["custom_id"]), custom_id=part["custom_id"])
                assert "another channel or server" in read(pressed), read(pressed)
    assert await game.head() == before


async def test_what_people_have_set_and_added_at_home_is_not_there(game: Game) -> None:
    await game.ann.types(CHANNEL, "/my set pings: none")
    example = game.client.library.shelf["phoenix"].homebrew_example.replace("My Rifle", "Home Rifle")
    await game.gm.slash(CHANNEL, "weapon add", file=("own.toml", example.encode()), ruleset="phoenix")
    assert "Home Rifle" in told(await game.ann.slash(CHANNEL, "weapon show", name="Home Rifle", ruleset="phoenix"))
    for channel in places(game):
        missing = await game.ann.slash(channel, "weapon show", name="Home Rifle", ruleset="phoenix")
        assert "I don't know" in missing.content, missing.content
        assert "Pings: once" in (await game.ann.slash(channel, "my show")).content
