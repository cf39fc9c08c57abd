"""Labels of suggestions and of the board, mentions and typographic signs are read when people type them back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands

from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, carried_out, laid_out, meant, opened, refused, told, types
from tests.cogs.direct import direct
from tests.cogs.test_offered_and_accepted import FIGHTS

pytestmark = pytest.mark.asyncio(loop_scope="module")

FOG = (
    "GM: /encounter start ruleset: phoenix-advanced",
    "GM: /combatant add sheet: skill 8, STR 16, AGI 10, M16, M16, mags 2 name: Ash at: B2 owner: @Ann side: Blue",
    "GM: /combatant add sheet: line, MP5 name: Axly at: B4 owner: @Ann side: Blue",
    "GM: /combatant add sheet: green, AKM 47 name: Foe 1 at: H2 side: Red owner: @Ben",
    "GM: /combatant add sheet: green, AKM 47 name: Foe 2 at: J5 side: Red",
    "GM: /encounter map size: 12x8",
    "GM: /encounter options name: fog value: hidden",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=FIGHTS)
async def fight(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    path = Path(tmp_path_factory.mktemp(request.param)) / "referee.sqlite3"
    async with laid_out(path, FIGHTS[request.param]) as game:
        yield game


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def phoenix(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Game]:
    async with laid_out(Path(tmp_path_factory.mktemp("labels")) / "referee.sqlite3", FOG) as game:
        yield game


async def outcome(game: Game, person: Person, command: str, options: dict[str, Any]) -> str:
    """Return the outcome of a command, which is undone afterwards: the same order has the same dice."""
    before = (await game.head()).seq
    answer = await person.slash(CHANNEL, command, **options)
    head = await game.head()
    if head.seq != before:
        await game.gm.slash(CHANNEL, "undo")
    if head.seq != before:
        return repr(head.order)
    return repr(answer.modal["components"]) if answer.modal else told(answer)


def suggesting(game: Game) -> list[tuple[str, str]]:
    """Each option with suggestions of each command that can be typed in an encounter."""
    walked = (one for one in game.client.tree.walk_commands() if isinstance(one, app_commands.Command))
    return [
        (one.qualified_name, each.name)
        for one in walked
        for each in one.parameters
        if each.autocomplete and each.type is discord.AppCommandOptionType.string
    ]


NEEDED: dict[str, dict[str, Any]] = {
    "ammo buy": {"sort": "bullets", "price": 10, "die": "d6"},
    "ammo drop": {"sort": "bullets"},
    "move": {"to": "C3"},
    "act": {"what": "waves", "cost": 1},
    "adjust": {"changes": "dead"},
}
"""Options without which a command only opens a form or is not complete."""
LEFT_OUT = {"encounter end", "encounter start", "encounter template", "export", "encounter import"}
"""Commands that end or begin something, or answer with a file."""


async def test_each_label_means_its_value(fight: Game) -> None:
    tried = 0
    with direct(fight):
        for command, option in suggesting(fight):
            if command in LEFT_OUT or option == "ruleset":
                continue
            needed = {name: value for name, value in NEEDED.get(command, {}).items() if name != option}
            found = await fight.gm.autocomplete(CHANNEL, command, focused=option, **needed)
            for choice in [one for one in found if one["name"] != one["value"]][:3]:
                by_value = await outcome(fight, fight.gm, command, needed | {option: choice["value"]})
                by_label = await outcome(fight, fight.gm, command, needed | {option: choice["name"]})
                assert by_label == by_value, f"/{command} {option}: {choice['name']}"
                tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    ("by_label", "by_value"),
    [
        ("Ann: /fire who: Ash target: Foe 1 (6 hexes)", "Ann: /fire who: Ash target: Foe 1"),
        ("Ann: /fire who: Ash target: Foe 1 (9 hexes, not spotted)", "Ann: /fire who: Ash target: Foe 1"),
        ("Ann: /fire who: Ash · 2 of 2 · M16 30/30 target: Foe 1", "Ann: /fire who: Ash target: Foe 1"),
        ("Ann: /fire who: Ash · 0 of 2 · prone · M16 1/30 target: Foe 1", "Ann: /fire who: Ash target: Foe 1"),
        (
            "Ann: /fire who: Ash target: Foe 1 weapon: M16: 30 of 30 rounds, 2 magazines",
            "Ann: /fire who: Ash target: Foe 1 weapon: M16",
        ),
        (
            "Ann: /fire who: Ash · 2 of 2 target: Foe 1 (7 hexes) weapon: M16: 3 of 30 rounds",
            "Ann: /fire who: Ash target: Foe 1 weapon: M16",
        ),
        (
            "Ann: /burst who: Ash target: Foe 1 (6 hexes), Foe 2 (8 hexes, not in view)",
            "Ann: /burst who: Ash target: Foe 1, Foe 2",
        ),
        ("Ann: /combatant show who: Ash (B2)", "Ann: /combatant show who: Ash"),
        ("Ann: /combatant show who: As Ash (B2): 2 of 2 · M16 30/30", "Ann: /combatant show who: Ash"),
        ("GM: /encounter options name: fog, now hidden", "GM: /encounter options name: fog"),
        ("GM: /encounter options name: fog, now off value: sides", "GM: /encounter options name: fog value: sides"),
        ("GM: /adjust who: Foe 2 · 1 of 1 changes: dead", "GM: /adjust who: Foe 2 changes: dead"),
        # Of another side, so it is refused with the same sentence.
        ("Ann: /duck who: Foe 1 · 1 of 1 · AKM 47 30/30", "Ann: /duck who: Foe 1"),
        # A mention means the user's fighters.
        ("GM: /fire who: Ash target: @Ben", "GM: /fire who: Ash target: Foe 1"),
        ("GM: /burst who: Foe 1 target: @Ann", "GM: /burst who: Foe 1 target: Ash, Axly"),
        ("Ann: /act who: Ash what: turn to @Ben cost: 1", "Ann: /act who: Ash what: turn to Foe 1 cost: 1"),
        ("GM: /move who: @Ann to: one hex nearer", "GM: /move who: Ash, Axly to: one hex nearer"),
        # In the lines of a plan.
        (
            "Ann: /plan set who: Ash lines: fire at Foe 1 (6 hexes) aim 2; reload",
            "Ann: /plan set who: Ash lines: fire at Foe 1 aim 2; reload",
        ),
        (
            "Ann: /plan set who: Ash lines: when Foe 1 (9 hexes, not spotted) shows: fire at them",
            "Ann: /plan set who: Ash lines: when Foe 1 shows: fire at them",
        ),
        (
            "Ann: /plan set who: Ash lines: fire at Foe 1 · 1 of 1 · AKM 47 2/30, aim 2, mod -3 smoke",
            "Ann: /plan set who: Ash lines: fire at Foe 1, aim 2, mod -3 smoke",
        ),
        (
            "Ann: /plan set who: Ash lines: fire at Foe 1 (6 hexes), Foe 2 (8 hexes) with M16: 3 of 30 rounds",
            "Ann: /plan set who: Ash lines: fire at Foe 1, Foe 2 with M16",
        ),
        (
            "Ann: /plan set who: Ash lines: Kneel · 1 from standing, 2 from prone; duck",
            "Ann: /plan set who: Ash lines: Kneel; duck",
        ),
        ("Ann: /pass who: Ash until: Foe 1 (6 hexes) shows", "Ann: /pass who: Ash until: Foe 1 shows"),
        # The sign of minus in books and on phones.
        ("Ann: /fire who: Ash target: Foe 1 mod: \u22123 smoke", "Ann: /fire who: Ash target: Foe 1 mod: -3 smoke"),
    ],
)
async def test_labels_of_today_and_of_before_mean_their_value(phoenix: Game, by_label: str, by_value: str) -> None:
    async def typed(line: str) -> str:
        before = (await phoenix.head()).seq
        answer = await meant(phoenix.gm if line.startswith("GM") else phoenix.ann, await types(phoenix, line))
        head = await phoenix.head()
        if head.seq == before:
            return told(answer)
        await phoenix.gm.slash(CHANNEL, "undo")
        return repr(head.order)

    assert await typed(by_label) == await typed(by_value)


@pytest.mark.parametrize("words", ["Foe 1: twice", "Foe 1 (the tall one)", "Foe 1 (6 hexes), Zorro"])
async def test_words_behind_a_name_that_are_no_details_are_not_dropped(phoenix: Game, words: str) -> None:
    before = await phoenix.head()
    answer = await types(phoenix, f"Ann: /burst who: Ash target: {words}")
    assert answer.ephemeral and "I don't know" in answer.content
    assert await phoenix.head() == before


async def test_words_of_a_plan_that_are_no_details_are_not_dropped(phoenix: Game) -> None:
    for words in ("aim 2", "3 round burst", "the tall one", "2 bullets"):
        answer = told(await types(phoenix, f"Ann: /plan set who: Ash lines: fire at Foe 1 ({words})"))
        assert f"Foe 1 ({words})" in answer


async def test_labels_in_the_form_of_a_plan_are_read(phoenix: Game) -> None:
    window = await phoenix.ann.slash(CHANNEL, "plan set", who="Ash")
    await phoenix.ann.submit(window, {"text": "fire at Foe 1 (6 hexes) aim 2\nreload M16: 1 of 30 rounds"})
    kept = await phoenix.ann.slash(CHANNEL, "plan show", who="Ash")
    assert "fire at Foe 1 aim 2" in told(kept) and "reload M16" in told(kept) and "rounds" not in told(kept)


async def test_a_mention_of_one_with_two_fighters_asks_which(phoenix: Game) -> None:
    await refused(phoenix, "GM: /duck who: @Ann", "That player has Ash and Axly. Which one?")
    await refused(phoenix, "Ann: /fire who: Ash target: @GM", "You know no fighter of that player here.")
    await refused(phoenix, "GM: /duck who: @GM", "You know no fighter of that player here. Name the fighter.")


async def test_a_label_of_somebody_hidden_reads_like_one_that_was_made_up(tmp_path: Path) -> None:
    async with laid_out(tmp_path / "referee.sqlite3", FOG) as game:
        await carried_out(game, "GM: /combatant add sheet: green, AKM 47 name: Lurk at: K8 side: Red secret: True")
        for label in ("{} (6 hexes)", "{} · 1 of 1 · AKM 47 30/30", "{} (K8)"):
            for command in ("fire who: Ash target", "duck who", "combatant show who"):
                hidden = await types(game, f"Ann: /{command}: {label.format('Lurk')}")
                made_up = await types(game, f"Ann: /{command}: {label.format('Nemo')}")
                assert hidden.content.replace("Lurk", "Nemo") == made_up.content


async def test_suggestions_for_an_option_read_labels_in_the_others(phoenix: Game) -> None:
    ann = phoenix.ann
    by_value = await ann.autocomplete(CHANNEL, "fire", focused="weapon", who="Ash", target="Foe 1")
    by_label = await ann.autocomplete(CHANNEL, "fire", focused="weapon", who="Ash · 2 of 2", target="Foe 1 (6 hexes)")
    assert by_label == by_value != []


async def test_labels_of_books_templates_and_encounters(tmp_path: Path) -> None:
    async with opened(tmp_path / "referee.sqlite3") as game:

        async def labels(command: str, option: str) -> dict[str, str]:
            found = await game.gm.autocomplete(CHANNEL, command, focused=option)
            return {one["value"]: one["name"] for one in found if one["name"] != one["value"]}

        async def begun(template: str) -> tuple[str, list[str]]:
            """The rulebook and fighters of an encounter that begins so, and is ended by its label."""
            await game.gm.slash(CHANNEL, "encounter start", template=template)
            encounter = await game.encounter()
            label = (await labels("encounter end", "encounter"))[encounter.id]
            ended = await game.gm.slash(CHANNEL, "encounter end", encounter=label)
            assert not ended.ephemeral, ended.content
            return encounter.ruleset, [one.name for one in encounter.combatants]

        with direct(game):
            books = await labels("table", "ruleset")
            assert len(books) > 6
            for id, label in books.items():
                by_value, by_label = [await game.gm.slash(CHANNEL, "table", ruleset=one) for one in (id, label)]
                assert told(by_label) == told(by_value), label
            templates = await labels("encounter start", "template")
            assert len(templates) > 3
            for id, label in templates.items():
                assert await begun(label) == await begun(id)
