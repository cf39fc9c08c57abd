"""A fighter whom a player's side has not perceived is in nothing that the player calls up, and their name is no name.

Zorro is the GM's, kept secret, and alone has such a weapon. Ann tries every command and every option that suggests.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bot.game.dice import seeds
from bot.game.referee import referee
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.errors import NotNow
from rules.engine.records.records import Order
from rules.engine.scene.scene import Scene as Resolving
from rules.shelf import shelf
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, meant, opened, refused, told, types
from tests.cogs.direct import direct
from tests.cogs.test_commands import named
from tests.cogs.test_space_marines_fight import OPENING


@dataclass(frozen=True)
class Scene:
    """A fight with somebody who hides: the rulebook, sheet lines, and how and where they hide.

    `weapon` is what they alone have. The GM keeps them secret, or they are Ben's and `unspotted`. `more` is typed last.
    """

    book: str
    trent: str
    guard: str
    sniper: str
    weapon: str
    preset: str = ""
    secret: bool = True
    at: str = "H9"
    more: tuple[str, ...] = ()

    def lines(self, hidden: str, fog: str) -> Iterator[str]:
        """Yield the lines that lay it out: Ann's Trent and Axly see the GM's Guard, and know nothing of who hides."""
        preset = f" preset: {self.preset}" if self.preset else ""
        yield f"GM: /encounter start ruleset: {self.book}{preset} title: The yard"
        yield "GM: /encounter options name: joining value: open"
        yield f"GM: /encounter options name: fog value: {fog}"
        yield "GM: /encounter map size: 14x14"
        yield f"Ann: /combatant add name: Trent side: Squad at: C3 sheet: {self.trent}"
        axly, zorro = (" owner: @Ben", " secret: True") if self.secret else ("", " owner: @Ben")
        yield f"GM: /combatant add name: Axly{axly} side: Squad at: C5 sheet: {self.trent}"
        yield f"GM: /combatant add name: Guard side: Guards at: D8 sheet: {self.guard}"
        yield f"GM: /combatant add name: {hidden}{zorro} side: Snipers at: {self.at} sheet: {self.sniper}"
        yield from (line.format(hidden=hidden) for line in self.more)


def phoenix(preset: str, secret: bool) -> Scene:
    """A secret sniper, or an unspotted one ten hexes from Trent."""
    scene = Scene("phoenix", "skill 8, M16, 2 M 67", "green, AKM 47", "elite, M870", "M870", preset, secret)
    return scene if secret else replace(scene, sniper="elite, M870, unspotted", at="M6")


SECRET = {
    "phoenix-advanced": phoenix("phoenix-advanced", secret=True),
    "aliens": Scene("aliens", "apone", "alien", "rifleman", "Pulse"),
    "space-marines": Scene("space_marines", "marine, rifle", "bug warrior", "marine, smart gun", "smart gun"),
    "savage": Scene(
        "savage",
        "Shooting d8, Wild Card, Assault Rifle",
        "Shooting d6, Pistol",
        "Shooting d6, Revolver",
        "Revolver",
    ),
}
UNSPOTTED = {
    f"{preset}, unspotted": phoenix(preset, secret=False)
    for preset in ("phoenix-basic", "phoenix-advanced", "phoenix-optional")
}
SCENES_BY_HAND = {**SECRET, **UNSPOTTED}
PLANNED = (
    "GM: /encounter options name: delay value: 60",
    "GM: /encounter deadline time: 24h",
    "GM: /plan set who: {hidden} lines: when Guard within 3: move nearer; when hit: move nearer; else: stay",
    "GM: /pass who: Guard until: contact",
    "GM: /encounter board",
)
"""Time goes on by itself here, and who hides has a plan."""
FLOWING = {
    f"{name}, {pace}": replace(
        SCENES_BY_HAND[name], more=(f"GM: /encounter options name: pace value: {pace}", *PLANNED)
    )
    for name, pace in (
        ("phoenix-advanced", "auto"),
        ("phoenix-advanced", "sealed"),
        ("phoenix-optional, unspotted", "sealed"),
        ("space-marines", "auto"),
        ("aliens", "auto"),
    )
}
SCENES = {**SCENES_BY_HAND, **FLOWING}
STRING, INTEGER, BOOLEAN = 3, 4, 5

Options = dict[str, Any]
FILLED_IN: dict[str, Options] = {
    "adjust": {"changes": "dead"},
    "combatant add": {"name": "Extra"},
    "combatant edit": {"name": "Renamed"},
    "ammo buy": {"sort": "AP", "price": 300, "die": "d8"},
    "encounter event": {"text": "A shout", "turn": 2},
    "plan set": {"lines": "reload"},
}
APART = (
    *("encounter end", "encounter start", "encounter import"),
    *("privacy forget", "privacy server", "dice verify", "server keeper", "channel set"),
)
"""Commands that begin or end an encounter, or are about none."""
OF_THE_BOOK = ("weapon", "table", "help", "roster", "encounter options", "rule")
"""The first words of commands that list the book's own records."""
IN_OWN_WORDS = {("combatant add", "name"), ("combatant edit", "name")}
"""Options that give a name: clashes are numbered when they are revealed."""
PHRASES: dict[tuple[str, str], tuple[str, ...]] = {
    ("plan set", "lines"): (
        "fire at {}",
        "heal {}",
        "act spot {}",
        "move nearer to {}",
        "throw at {}, Guard",
        "when {} shows: fire at them",
        "when {} within 5: reload",
        "else: fire at Guard how {}",
    ),
    ("pass", "until"): ("{} shows", "{} within 5", "contact with {}"),
    ("act", "what"): ("turn to {}", "spot {}", "listen for {}", "carry {}", "pin {}"),
    ("move", "how"): ("towards {}", "facing {}", "with {}"),
    ("duck", "how"): ("from {}", "behind {}"),
    ("fire", "target"): ("Guard, {}", "{}, Guard"),
    ("odds", "target"): ("Guard, {}",),
    ("fire", "how"): ("at {}", "cover fire {}"),
    ("heal", "how"): ("with {}",),
}
"""Phrases that have the word among others."""
WHOLE_BOOK = ("weapon", "sheet", "ruleset", "compare", "name", "what", "how", "value")
"""Options whose suggestions come from the book as well."""


@pytest.fixture(autouse=True)
def fixed_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two fights of the same orders throw the same dice."""

    class Fixed:
        token_hex = staticmethod(lambda n: "ab" * n)
        token_bytes = staticmethod(bytes)

    monkeypatch.setattr(referee, "secrets", Fixed)
    monkeypatch.setattr(seeds, "secrets", Fixed)
    # Masked ids as well.
    monkeypatch.setattr("bot.game.store.parts.shelf.secrets", Fixed)


@asynccontextmanager
async def fight(path: Path, scene: str, hidden: str = "Zorro", fog: str = "hidden") -> AsyncIterator[Game]:
    async with opened(path / f"{hidden}.sqlite3") as game:
        for line in SCENES[scene].lines(hidden, fog):
            await types(game, line)
        assert hidden in told(await types(game, "GM: /encounter show")), "the GM knows them"
        if SCENES[scene].more:
            assert hidden in told(await types(game, "GM: /plan show"))
        yield game


def traces(name: str, with_weapon: bool = True) -> re.Pattern[str]:
    """Finds the name, the code, the place and the weapon of the one who hides."""
    scene = SCENES[name]
    weapon = rf"|\b{scene.weapon}\b" if with_weapon and scene.book != "aliens" else ""
    return re.compile(rf"zorro|`Zo`|\b{scene.at}\b|snipers{weapon}", re.IGNORECASE)


def everything(answer: Answer) -> str:
    """All that an answer gives to its reader: who sees it, texts, buttons with their ids."""
    return f"{answer.ephemeral}\n{told(answer)}\n{answer.components}"


def commands(game: Game) -> list[tuple[str, dict[str, Any]]]:
    definitions = game.playground.world.all_commands()
    leaves = [leaf for definition in definitions for leaf in named(definition, "")]
    return [(name, leaf) for name, leaf in leaves if name not in APART]


def required(game: Game, name: str, leaf: dict[str, Any], word: str) -> Options:
    """The options that a command cannot do without; the word for each text."""
    given: Options = dict(FILLED_IN.get(name, {}))
    for option in leaf.get("options", []):
        if option.get("required") and option["name"] not in given:
            kinds = {STRING: word, INTEGER: 1, BOOLEAN: True}
            given[option["name"]] = kinds.get(option["type"], game.ben)
    return given


async def answers_to_the_name(game: Game, word: str) -> dict[tuple[str, str], str]:
    """Return the answers to Ann, who gives this word in each option that takes words."""
    given: dict[tuple[str, str], str] = {}
    for name, leaf in commands(game):
        for option in leaf.get("options", []):
            typed = option["type"] == STRING and not option.get("choices")
            if typed and (name, option["name"]) not in IN_OWN_WORDS:
                for phrase in ("{}", *PHRASES.get((name, option["name"]), ())):
                    words = phrase.format(word)
                    options = {**required(game, name, leaf, "Trent"), option["name"]: words}
                    text = everything(await game.ann.slash(CHANNEL, name, **options))
                    given[name, f"{option['name']}: {words}"] = re.sub(r"[0-9a-f]{6,}|[0-9]{12,}", "", text)
    return given


FOGS = [
    *((scene, "hidden") for scene in SCENES),
    *((scene, "sides") for scene in ("phoenix-advanced", "phoenix-advanced, auto", *UNSPOTTED)),
    ("space-marines", "off"),
]


@pytest.mark.parametrize(("scene", "fog"), FOGS)
async def test_an_unknown_name_is_no_name(tmp_path: Path, scene: str, fog: str) -> None:
    """Every command answers the same, whether the one who hides has this name and this code, or another."""
    given = []
    for hidden in ("Zorro", "Ximena"):
        async with fight(tmp_path, scene, hidden, fog) as game:
            with direct(game):
                given.append(await answers_to_the_name(game, "Zorro") | await answers_to_the_name(game, "Zo"))
    assert len(given[0]) > 120
    with_them, without = given
    assert {
        option: (with_them[option], without[option]) for option in without if with_them[option] != without[option]
    } == {}


@pytest.mark.parametrize("scene", SCENES)
async def test_no_suggestion_names_them(tmp_path: Path, scene: str) -> None:
    asked = 0
    async with fight(tmp_path, scene) as game:
        with direct(game):
            for name, leaf in commands(game):
                for option in leaf.get("options", []):
                    for typed in ("", "zo", "h") if option.get("autocomplete") else ():
                        asked += 1
                        focused = option["name"]
                        found = await game.ann.autocomplete(CHANNEL, name, focused=focused, **{focused: typed})
                        trace = traces(scene, focused not in WHOLE_BOOK).search(str(found))
                        assert not trace, (name, focused, trace)
    assert asked > 60


@pytest.mark.parametrize(("scene", "fog"), FOGS)
async def test_no_answer_tells_of_them(tmp_path: Path, scene: str, fog: str) -> None:
    """Each command with what it cannot do without, about her own fighter or the enemy whom she sees."""
    async with fight(tmp_path, scene, fog=fog) as game:
        with direct(game):
            for who in ("Trent", "Guard"):
                for name, leaf in commands(game):
                    if not name.startswith(OF_THE_BOOK):
                        text = everything(await game.ann.slash(CHANNEL, name, **required(game, name, leaf, who)))
                        assert not (trace := traces(scene).search(text)), (name, who, trace, text)
        public = await game.gm.slash(CHANNEL, "encounter show", public=True)
        assert not traces(scene).search(everything(public)), "the GM shows the channel what all may know"


async def test_a_secret_fighter_is_marked_for_the_gm(tmp_path: Path) -> None:
    async with fight(tmp_path, "aliens") as game:
        board = told(await types(game, "GM: /encounter show"))
        assert "**Zorro** (H9): secret" in board
        assert board.count("secret") == 1
        assert "Secret" in told(await types(game, "GM: /combatant show who: Zorro"))


async def test_the_ammunition_of_others_is_theirs(tmp_path: Path) -> None:
    async with fight(tmp_path, "savage") as game:
        answer = await types(game, "Ann: /ammo show who: Guard")
        assert answer.content == "Only the side of Guard and the GM know that ammunition."
        assert "Axly" in told(await types(game, "Ann: /ammo show who: Axly")), "a comrade's is known"
        assert "Guard" in told(await types(game, "GM: /ammo show who: Guard"))


async def test_a_players_next_does_not_wait_for_unknown_fighters(tmp_path: Path) -> None:
    async with fight(tmp_path, "phoenix-advanced") as game:
        for line in ("Ann: /pass", "Ben: /pass", "GM: /pass who: Guard"):
            await types(game, line)
        assert "all done: /next continues" in told(await types(game, "Ann: /encounter show"))
        assert "still to act: Zorro" in told(await types(game, "GM: /encounter show"))
        assert "It is Phase 1, Impulse 2." in told(await types(game, "Ann: /next"))


async def test_what_a_fighter_of_another_side_is_asked_is_kept_from_the_channel(tmp_path: Path) -> None:
    """The fighter that is asked is public. The button shows the choices to their own side alone."""
    lines = (*OPENING, "GM: /next", "Ann: /fire target: G3 how: cover fire aim: 1 who: Rookie", "GM: /next")
    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in (lines[0], "GM: /encounter options name: fog value: hidden", *lines[1:]):
            await types(game, line)
        board = await types(game, "GM: /encounter show public: True")
        assert labels(board) == ["Rookie has a question to answer"]
        own = await game.ann.click(board, "Rookie has a question to answer")
        assert "Rookie is asked" in own.content
        assert any("fire" in label.casefold() for label in labels(own))
        others = await game.playground.person("Cleo").click(board, "Rookie has a question to answer")
        assert others.content == "Your side's fighters have no question to answer."


def labels(answer: Answer) -> list[str]:
    return [button["label"] for row in answer.components for button in row.get("components", [])]


async def test_what_only_the_truth_refuses_is_said_without_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = type(shelf()["aliens"])
    resolve = book.resolve

    def forbidding(self: Ruleset, order: Order, scene: Resolving) -> None:
        if zorro := next((c for c in scene.encounter.combatants if c.name == "Zorro"), None):
            raise NotNow(f"{zorro.reference} at {zorro.place} prevents it.")
        resolve(self, order, scene)

    async with fight(tmp_path, "aliens") as game:
        monkeypatch.setattr(book, "resolve", forbidding)
        await refused(game, "Ann: /move to: D3", "That is impossible, for a reason that is not known to your side.")
        await refused(game, "Ann: /reload", "The Flame Unit cannot be reloaded")
        await refused(game, "GM: /move who: Guard to: D9", "Zorro at H9 prevents it.")


async def test_a_refusal_gives_no_detail_of_a_fighter_whom_the_user_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = type(shelf()["aliens"])
    resolve = book.resolve

    def telling(self: Ruleset, order: Order, scene: Resolving) -> None:
        carried = [each.ammunition for c in scene.encounter.combatants for each in c.carried]
        if any(ammunition and ammunition.loaded == 3 for ammunition in carried):
            raise NotNow("Somebody has 3 rounds left.")
        resolve(self, order, scene)

    async with opened(tmp_path / "referee.sqlite3") as game:
        for line in (
            "GM: /encounter start ruleset: aliens title: The corridor",
            "GM: /encounter options name: ammunition value: on",
            "GM: /encounter map size: 9x9",
            "GM: /combatant add sheet: apone name: Trent owner: @Ann side: Squad at: A1",
            "GM: /combatant add sheet: rifleman name: Axly owner: @Ben side: Guards at: E1",
            "GM: /adjust who: Axly changes: loaded 3",
        ):
            await types(game, line)
        await types(game, "GM: /encounter options name: fog value: hidden")
        monkeypatch.setattr(book, "resolve", telling)
        await refused(game, "Ann: /move to: B1", "That is impossible, for a reason that is not known to your side.")
        await types(game, "GM: /encounter options name: fog value: off")
        await refused(game, "Ann: /move to: B1", "Somebody has")


async def test_a_button_for_somebody_who_is_no_longer_known_says_so(tmp_path: Path) -> None:
    async with fight(tmp_path, "phoenix-advanced") as game:
        await types(game, "GM: /encounter reveal who: Zorro")
        shot = await game.ann.slash(CHANNEL, "fire", target="Zorro", aim=1)
        assert "Zorro" in told(shot)
        await types(game, "GM: /encounter secret who: Zorro")
        again = await game.ann.click(shot, "Again")
        assert again.content == "That fighter is no longer in this encounter. See who is with /encounter show."


@pytest.mark.parametrize("scene", ["phoenix-advanced", "aliens", "savage"])
async def test_who_is_up_is_listed_as_far_as_a_reader_knows(tmp_path: Path, scene: str) -> None:
    async with fight(tmp_path, scene) as game:
        turn = await meant(game.gm, await types(game, "GM: /next"))
        assert "**To act** Trent, Axly, Guard and Zorro" in told(await game.gm.click(turn, "Details"))
        for who in (game.ann, game.playground.person("Cleo")):
            assert "**To act** Trent, Axly and Guard" in told(await who.click(turn, "Details"))


@pytest.mark.parametrize("sheet", ["elite, M870, unspotted, facing 270", "elite, M870, unspotted, facing 90"])
async def test_a_plan_that_ends_does_not_tell_that_somebody_unknown_has_noticed_it(tmp_path: Path, sheet: str) -> None:
    """Ann reads the same, with the same buttons, whether Zorro looks at Trent or away from Trent."""
    scene = replace(SCENES["phoenix-optional, unspotted"], sniper=sheet)
    async with opened(tmp_path / "referee.sqlite3") as game:
        free = "GM: /encounter options name: initiative value: off"
        for line in (*scene.lines("Zorro", "sides"), free, "Ann: /plan set lines: else: stay"):
            await types(game, line)
        moved = await types(game, "Ann: /move to: C4")
        assert moved.content == "Trent moves from C3 to C4, 1 hex (1 action). The plan ends."
        assert labels(moved) == ["Details", "Undo", "Done", "Next", "Run"]
        noticed = told(await types(game, "GM: /log"))
        assert ("Trent is spotted at once by" in noticed) == ("270" in sheet)
