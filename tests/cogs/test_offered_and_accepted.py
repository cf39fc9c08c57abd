"""Whatever is suggested is accepted: in fights at random, each suggestion is typed and taken back again."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from rules.engine.records.agenda import Question
from standin.driver import Answer, Person
from tests.cogs.conftest import CHANNEL, Game, laid_out, opened
from tests.cogs.direct import direct

pytestmark = pytest.mark.asyncio(loop_scope="module")

_OWN_WORDS = "waves"

FIGHTS = {
    "aliens": (
        "GM: /encounter start ruleset: aliens",
        "GM: /combatant add sheet: Apone name: Apone at: B2 owner: @Ann side: Marines",
        "GM: /combatant add sheet: Rifleman, loaded 3, spares 2 name: Ash at: B4 owner: @Ben side: Marines",
        "GM: /combatant add sheet: alien count: 3 at: F2 F3 H4 side: Aliens",
        "GM: /encounter map size: 9x6 walls: D3",
    ),
    "space_marines": (
        "GM: /encounter start ruleset: space_marines",
        "GM: /combatant add sheet: Marine leader, rifle, grenade name: Sarge at: B2 owner: @Ann",
        "GM: /combatant add sheet: Marine, smart gun name: Gunner at: B4 owner: @Ann",
        "GM: /combatant add sheet: Marine, flamethrower name: Flamer at: C3 owner: @Ben",
        "GM: /combatant add sheet: bug count: 3 at: F2 F3 J5",
        "GM: /combatant add sheet: bot scout at: J2",
        "GM: /encounter map size: 10x6 walls: D3",
        "GM: /encounter options name: carrying value: on",
        "GM: /encounter options name: bad guys value: people",
        "GM: /encounter options name: ammunition value: boxes",
    ),
    "savage": (
        "GM: /encounter start ruleset: savage",
        "GM: /combatant add sheet: Shooting d8, Wild Card, Assault Rifle, 2 grenades name: Max at: B2 owner: @Ann",
        "GM: /combatant add sheet: Shooting d6, Shotgun, pistol name: Mo at: B4 owner: @Ben",
        "GM: /combatant add sheet: extra count: 3 at: F2 F3 J5",
        "GM: /encounter map size: 10x6 walls: D3",
    ),
    "phoenix": (
        "GM: /encounter start ruleset: phoenix-advanced",
        "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16, M 61 2 name: Trent at: B2 owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, MP5, M92F name: Axly at: B4 owner: @Ben side: Blue",
        "GM: /combatant add sheet: green, AKM 47 name: Guard count: 3 at: F2 F3 J5 side: Red",
        "GM: /encounter map size: 12x8 walls: D3",
    ),
    "phoenix-optional": (
        "GM: /encounter start ruleset: phoenix-optional",
        "GM: /encounter options name: spotting value: off",
        "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16, M 61 2 name: Trent at: B2 owner: @Ann side: Blue",
        "GM: /combatant add sheet: line, MP5, M92F name: Axly at: B4 owner: @Ben side: Blue",
        "GM: /combatant add sheet: green, AKM 47 name: Guard count: 2 at: F2 J5 side: Red",
        "GM: /encounter map size: 12x8 walls: D3",
    ),
}
ATTACKS = ("fire", "burst", "throw", "aim", "odds")
OPTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(ATTACKS, ("who", "target", "weapon", "aim", "how")),
    "odds": ("who", "target", "weapon", "how", "compare"),
    "reload": ("who", "weapon", "how"),
    "duck": ("who", "how"),
    "heal": ("who", "how"),
    "move": ("who", "how"),
    "act": ("who", "what"),
    "pass": ("who",),
    "answer": ("choice",),
    "combatant add": ("sheet",),
    "combatant remove": ("who",),
    "combatant owner": ("who",),
    "combatant show": ("who",),
    "encounter options": ("name", "value"),
    "ammo drop": ("sort",),
    "ammo show": ("who",),
    "weapon show": ("name",),
    "weapon remove": ("name",),
    "table": ("name",),
}
LISTS = ("target", "how", "sheet", "compare")
"""Options that take several, by commas."""
NEEDED = {"act": ("what",), "heal": (), "answer": ("choice",), "encounter options": ("name", "value")}
"""Options that are picked from the suggestions before the command is typed, besides the one that is tried."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def empty(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with opened(Path(tmp_path_factory.mktemp("empty")) / "referee.sqlite3") as game:
        yield game


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=FIGHTS)
async def fight(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    path = Path(tmp_path_factory.mktemp(request.param)) / "referee.sqlite3"
    async with laid_out(path, FIGHTS[request.param]) as game:
        yield game


def refused(answer: Answer) -> bool:
    """A refusal is one plain sentence for the one who asked; a form, a list and a result have more to them."""
    return (
        answer.ephemeral and not answer.components and not answer.embeds and not re.search(r"\*\*|```", answer.content)
    )


async def offered(person: Person, command: str, option: str, options: dict[str, Any]) -> list[Any]:
    found = await person.autocomplete(CHANNEL, command, focused=option, **options)
    return [choice["value"] for choice in found]


async def try_all(game: Game, luck: random.Random, person: Person, command: str) -> int:
    """Type every suggestion for an option of the command, and keep one of them; how many were typed."""
    option = luck.choice(OPTIONS[command])
    options: dict[str, Any] = {}
    if command == "move":
        options["to"] = f"{luck.choice('BCDEFG')}{luck.randint(1, 5)}"
    if command == "act":
        options["cost"] = 1
    # What else is typed comes from the suggestions as well, in the order of the options.
    for other in OPTIONS[command]:
        if other == option:
            break
        wanted = other in NEEDED.get(command, ()) or luck.random() < 0.6
        if wanted and (values := await offered(person, command, other, options)):
            options[other] = luck.choice(values)
    values = await offered(person, command, option, options)
    if values and option in LISTS and luck.random() < 0.5:
        # Behind a comma.
        begun = options | {option: f"{luck.choice(values)}, "}
        values += [c["value"] for c in await person.autocomplete(CHANNEL, command, focused=option, **begun)]
    for other in NEEDED.get(command, ()):
        if other != option and other not in options and OPTIONS[command].index(other) > OPTIONS[command].index(option):
            return await _each(game, person, command, option, options, values, other)
    if command in ATTACKS and option == "who":
        return await _each(game, person, command, option, options, values, "target")
    return await _each(game, person, command, option, options, values)


async def _each(
    game: Game, person: Person, command: str, option: str, options: dict[str, Any], values: list[Any], then: str = ""
) -> int:
    """Type the command with each of the values; `then` is another option, with the first that is suggested for it."""
    for value in values:
        typed = options | {option: value}
        if then:
            # Acts can be in a player's own words, and switches and odds are shown without more.
            further = await offered(person, command, then, typed) or ([_OWN_WORDS] if then == "what" else [])
            typed |= {then: further[0]} if further else {}
        before = (await game.head()).seq
        answer = await person.slash(CHANNEL, command, **typed)
        assert not refused(answer), f"/{command} {typed}: {answer.content}"
        if (await game.head()).seq != before:
            undone = await game.gm.slash(CHANNEL, "undo")
            assert not refused(undone), undone.content
    return len(values)


@pytest.mark.parametrize("seed", range(2))
async def test_each_suggestion_is_accepted(fight: Game, seed: int) -> None:
    luck = random.Random(seed)
    typed = 0
    with direct(fight):
        for _ in range(20):
            person = luck.choice([fight.gm, fight.ann, fight.ben])
            command = luck.choice([*OPTIONS, *ATTACKS, *ATTACKS, "move", "act"])
            typed += await try_all(fight, luck, person, command)
            await play_on(fight, luck, person)
    assert typed > 5


async def play_on(game: Game, luck: random.Random, person: Person) -> None:
    """Something happens: a suggested attack or act, an answer, the next turn."""
    encounter = await game.encounter()
    if any(isinstance(item, Question) for item in encounter.agenda):
        values = await offered(game.gm, "answer", "choice", {})
        await game.gm.slash(CHANNEL, "answer", choice=luck.choice(values))
        return
    match luck.randrange(4):
        case 0:
            await game.gm.slash(CHANNEL, "next")
        case 1:
            if targets := await offered(person, "fire", "target", {}):
                await person.slash(CHANNEL, "fire", target=targets[0])
        case 2:
            if acts := await offered(person, "act", "what", {"cost": 1}):
                await person.slash(CHANNEL, "act", what=luck.choice(acts), cost=1)
        case _:
            await person.slash(CHANNEL, "move", to=f"{luck.choice('BCDEFG')}{luck.randint(1, 5)}")


RULINGS = {
    "aliens": ("fire", "odds", "reload"),
    "space_marines": ("fire", "burst", "throw", "odds"),
    "savage": ("fire", "throw", "odds", "reload"),
    "phoenix-basic": ("fire", "burst", "odds", "reload", "heal"),
    "phoenix-advanced": ("fire", "burst", "throw", "odds", "heal"),
}


@pytest.mark.parametrize(("ruleset", "command"), [(book, one) for book, some in RULINGS.items() for one in some])
async def test_quick_rulings_accept_each_suggestion(empty: Game, ruleset: str, command: str) -> None:
    luck = random.Random(f"{ruleset} {command}")
    with direct(empty):
        options: dict[str, Any] = {"ruleset": ruleset}
        if command in ATTACKS:
            options["range"] = 1
        for option in [one for one in ("who", "target", "how") if one in (*OPTIONS[command], *NEEDED.get(command, ()))]:
            values = await offered(empty.ann, command, option, options)
            for value in values[:8]:
                typed = options | {option: value}
                if option != "who" and "who" not in typed:
                    continue
                answer = await empty.ann.slash("quick-rulings", command, **typed)
                assert not refused(answer), f"/{command} {typed}: {answer.content}"
            if values:
                options[option] = luck.choice(values[:8])
