"""The GM's secrets, over the real protocol: fighters, events, notes, pieces of the map; names that clash."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.conftest import CHANNEL, Game, laid_out, refused, says, told, types

SAVAGE = (
    "GM: /encounter start ruleset: savage title: The yard",
    "GM: /encounter options name: joining value: open",
    "GM: /encounter map size: 12x8",
    "GM: /combatant add name: Trent owner: @Ann side: Squad at: A1 sheet: Shooting d8, Wild Card, Assault Rifle",
    "GM: /combatant add name: Axly owner: @Ben side: Guards at: L8 sheet: Shooting d8, Wild Card, Assault Rifle",
)
SECRET = "GM: /combatant add name: Zorro side: Guards at: F5 secret: True sheet: Shooting d8, Wild Card, Assault Rifle"


@pytest.fixture
async def yard(tmp_path: Path) -> AsyncIterator[Game]:
    async with laid_out(tmp_path / "referee.sqlite3", SAVAGE) as game:
        yield game


async def sees(game: Game, name: str, line: str = "/encounter show") -> str:
    """All that a command shows somebody, except the hash of the record, which changes with each entry."""
    answer = await types(game, f"{name}: {line}")
    shown = re.sub(r"Hash as of #\d+: [0-9a-f]{64}", "", told(answer))
    return shown + "".join(data.decode(errors="replace") for _, data in getattr(answer, "files", ()))


async def state(game: Game, name: str) -> tuple[bool, tuple[str, ...]]:
    [one] = [c for c in (await game.encounter()).combatants if c.name == name]
    return one.secret, one.met


async def test_a_secret_fighter_is_on_the_gms_board_alone_until_revealed(yard: Game) -> None:
    await types(yard, SECRET)
    assert await state(yard, "Zorro") == (True, ())
    assert "Zorro" in await sees(yard, "GM")
    assert "secret" in await sees(yard, "GM")
    assert "Zorro" in await sees(yard, "Ben")  # their own side
    assert "Zorro" not in await sees(yard, "Ann")
    assert "Zorro" not in await sees(yard, "Ann", "/log")
    answer = await types(yard, "GM: /encounter reveal who: Zorro")
    assert "Zorro (Guards) is revealed at F5." in told(answer)
    assert await state(yard, "Zorro") == (False, ())
    assert "Zorro" in await sees(yard, "Ann")
    await types(yard, "GM: /undo")
    assert "Zorro" not in await sees(yard, "Ann")


async def test_several_are_kept_secret_and_revealed_together(yard: Game) -> None:
    await types(yard, "GM: /combatant add name: Guard side: Guards count: 3 sheet: Shooting d8, Assault Rifle")
    await types(yard, "GM: /encounter secret who: Guard 1, Guard 3")
    board = await sees(yard, "Ann")
    assert "Guard 2" in board
    assert "Guard 1" not in board
    assert "Guard 3" not in board
    await types(yard, "GM: /encounter reveal who: Guard 1, Guard 3, Guard 1")
    board = await sees(yard, "Ann")
    assert all(f"Guard {n}" in board or "Guard 1 to Guard 3" in board for n in (1, 2, 3))


async def test_secret_newcomers_come_in_several_and_by_pasted_lines(yard: Game) -> None:
    await types(
        yard, "GM: /combatant add name: Thug side: Guards count: 2 secret: True sheet: Shooting d8, Assault Rifle"
    )
    assert {(await state(yard, f"Thug {n}"))[0] for n in (1, 2)} == {True}
    form = await yard.gm.slash(CHANNEL, "combatant add", side="Guards", secret=True)
    lines = "Snake 🐍: Shooting d8, Assault Rifle at C3\nWolf: Shooting d8, Assault Rifle"
    await yard.gm.submit(form, {"Name: sheet line, one on each line": lines})
    assert (await state(yard, "Snake 🐍"))[0]
    assert (await state(yard, "Wolf"))[0]
    seen = await sees(yard, "Ann") + await sees(yard, "Ann", "/log")
    assert not [name for name in ("Thug", "Snake", "Wolf") if name in seen]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Ann: /combatant add name: Spy secret: True sheet: Shooting d8, Assault Rifle", "Only the GM"),
        ("Ann: /encounter secret who: Trent", "Only the GM"),
        ("Ann: /encounter reveal who: Axly", "Only the GM"),
        ("Ann: /encounter note text: hello", "Only the GM"),
        ("GM: /encounter reveal who: Trent", "Trent is not secret"),
        ("GM: /encounter reveal", "What should be revealed?"),
        ("GM: /encounter reveal map: True", "No piece of the map is secret"),
        ("GM: /encounter reveal note: hello", "hello"),
        ("GM: /encounter secret who: , ,", "What should be secret?"),
        ("GM: /encounter secret who: Nobody", "Nobody"),
        ("GM: /encounter reveal who: all", "No fighter is secret"),
        ("GM: /encounter reveal event: hello", "hello"),
        ("GM: /encounter reveal at: C3", "No piece of the map is there"),
        ("GM: /encounter reveal at: nowhere", "“nowhere” is not a place"),
        ("GM: /encounter secret event: hello", "hello"),
        ("GM: /encounter secret note: hello", "hello"),
        ("GM: /encounter secret at: C3", "No piece of the map is there"),
        ("Ann: /encounter reveal event: hello", "Only the GM"),
        ("Ann: /encounter secret at: C3", "Only the GM"),
        ("GM: /encounter note text: ...", "A note has 1 to 200 characters"),
        ("GM: /encounter note text: gone remove: True", "There is no such note"),
        ("GM: /encounter map size: 4x4 secret: True", "Only pieces that you add: can be secret"),
    ],
)
async def test_what_is_refused_is_one_sentence(yard: Game, typed: str, wanted: str) -> None:
    await refused(yard, typed, wanted)


async def test_who_is_secret_is_not_kept_secret_again(yard: Game) -> None:
    await types(yard, SECRET)
    await refused(yard, "GM: /encounter secret who: Zorro", "Zorro is already secret")


async def test_texts_that_are_too_long_are_refused(yard: Game) -> None:
    for line in ("/encounter secret who:", "/encounter reveal note:", "/encounter note text:"):
        answer = await types(yard, f"GM: {line} {'x' * 6000}")
        assert answer.ephemeral
        assert "6,000 characters" in answer.content


async def test_a_name_that_an_unknown_fighter_has_is_free_and_the_unknown_one_is_numbered(yard: Game) -> None:
    await types(yard, SECRET)
    line = "Ann: /combatant add name: Zorro side: Squad sheet: Shooting d8, Assault Rifle"
    answer = await types(yard, line)
    # A private answer would tell that there is something to hide.
    assert not answer.ephemeral
    assert "Zorro joins the encounter" in told(answer)
    assert "Zorro 2" not in told(answer)
    names = [c.name for c in (await yard.encounter()).combatants]
    assert names == ["Trent", "Axly", "Zorro 2", "Zorro"]
    assert "Zorro 2" not in await sees(yard, "Ann")
    revealed = told(await types(yard, "GM: /encounter reveal who: Zorro 2"))
    assert "Zorro 2 (Guards) is revealed" in revealed


async def test_a_rename_to_the_name_of_an_unknown_fighter_is_not_refused(yard: Game) -> None:
    await types(yard, SECRET)
    assert "Trent is now Zorro." in await says(yard, "Ann: /combatant edit who: Trent name: Zorro")
    assert [c.name for c in (await yard.encounter()).combatants] == ["Zorro", "Axly", "Zorro 2"]
    await refused(
        yard, "Ben: /combatant edit who: Axly name: Zorro", "Another fighter in this encounter is called Zorro"
    )


async def test_two_who_do_not_know_each_other_may_have_one_name_and_the_gm_tells_them_apart(yard: Game) -> None:
    await types(yard, SECRET)
    await types(yard, "GM: /encounter secret who: Trent")
    await types(yard, "GM: /combatant edit who: Trent name: Zorro")
    names = [c.name for c in (await yard.encounter()).combatants]
    assert names == ["Zorro", "Axly", "Zorro"]
    assert "Zorro 2" in await sees(yard, "GM")


async def test_a_secret_event_is_on_the_gms_agenda_alone_until_it_happens(yard: Game) -> None:
    await types(yard, "GM: /encounter event text: the reactor blows turn: 2 secret: True")
    assert "the reactor blows" in await sees(yard, "GM")
    assert "the reactor blows" not in await sees(yard, "Ann") + await sees(yard, "Ann", "/log")
    assert "the reactor blows" in await says(yard, "GM: /next") + await says(yard, "GM: /next")


async def test_a_secret_event_that_is_dropped_stays_secret(yard: Game) -> None:
    await types(yard, "GM: /encounter event text: the reactor blows turn: 2 secret: True")
    await types(yard, "GM: /encounter event text: the reactor blows turn: 0")
    assert "reactor" not in await sees(yard, "GM")
    assert "reactor" not in await sees(yard, "Ann", "/log")


async def test_notes_are_the_gms_until_they_are_revealed_or_public(yard: Game) -> None:
    await types(yard, "GM: /encounter note text: the door 🚪 is trapped")
    await types(yard, "GM: /encounter note text: it rains secret: False")
    gm, ann = await sees(yard, "GM"), await sees(yard, "Ann")
    assert "trapped" in gm
    assert "it rains" in gm
    assert "trapped" not in ann + await sees(yard, "Ann", "/log")
    assert "it rains" in ann
    await refused(yard, "GM: /encounter note text: it rains", "That note is already there")
    await types(yard, "GM: /encounter reveal note: the door")
    assert "trapped" in await sees(yard, "Ann")
    await types(yard, "GM: /encounter note text: it rains remove: True")
    assert "it rains" not in await sees(yard, "Ann")


async def test_what_the_gm_kept_and_opened_has_details(yard: Game) -> None:
    for line, words in (
        (SECRET, "Muster: Zorro"),
        ("GM: /encounter reveal who: Zorro", "Reveal: Zorro"),
        ("GM: /encounter secret who: Zorro, Axly", "Secret: Zorro, Axly"),
        ("GM: /encounter note text: it rains secret: False", "Note: it rains"),
        ("GM: /encounter note text: it rains remove: True", "Note removed: it rains"),
        ("GM: /encounter map add: wall C3 secret: True", "Map: changed"),
        ("GM: /encounter reveal map: True", "Reveal: the map"),
    ):
        answer = await types(yard, line)
        assert words in told(await yard.gm.click(answer, "Details"))


async def test_a_secret_piece_of_the_map_is_there_and_not_drawn_for_others(yard: Game) -> None:
    before = await sees(yard, "Ann")
    await types(yard, "GM: /encounter map add: wall C3 C4 secret: True")
    assert await sees(yard, "Ann") == before
    assert "Secret on the map walls C3 C4" in (await sees(yard, "GM")).replace("*", "")
    assert "C3" not in await sees(yard, "Ann", "/log")
    battle_map = (await yard.encounter()).battle_map
    assert battle_map is not None
    assert sorted(map(str, battle_map.obstructions)) == ["C3", "C4"]
    await types(yard, "GM: /encounter map remove: wall C4")
    assert await sees(yard, "Ann") == before
    assert "a wall at C3" in told(await types(yard, "GM: /encounter reveal map: True"))
    assert await sees(yard, "Ann") != before


async def test_a_secret_event_is_revealed_before_it_happens_and_made_secret_again(yard: Game) -> None:
    await types(yard, "GM: /encounter event text: the reactor blows turn: 3 secret: True")
    await refused(yard, "Ann: /encounter reveal event: the reactor", "Only the GM")
    assert "reactor" not in await sees(yard, "Ann")
    answer = await types(yard, "GM: /encounter reveal event: the reactor")
    assert not answer.ephemeral
    assert "At the start of round 3: the reactor blows." in told(answer)
    assert "the reactor blows" in await sees(yard, "Ann") + await sees(yard, "Ann", "/log")
    await refused(yard, "GM: /encounter reveal event: the reactor", "no secret event")
    assert "(secret): the reactor blows" in told(await types(yard, "GM: /encounter secret event: the reactor"))
    assert "reactor" not in await sees(yard, "Ann")
    await types(yard, "GM: /undo")
    assert "the reactor blows" in await sees(yard, "Ann")


async def test_an_open_note_is_made_secret(yard: Game) -> None:
    await types(yard, "GM: /encounter note text: it rains secret: False")
    await types(yard, "GM: /encounter secret note: it rains")
    assert "it rains" not in await sees(yard, "Ann")
    assert "it rains" in await sees(yard, "GM")
    await refused(yard, "GM: /encounter secret note: it rains", "no open note")


async def test_pieces_of_the_map_are_revealed_and_made_secret_by_their_places(yard: Game) -> None:
    await types(yard, "GM: /encounter map add: wall C3 C4 D6 secret: True")
    await refused(yard, "GM: /encounter reveal at: H2", "No piece of the map is there")
    assert "The map shows more: walls at C3 and C4." in told(await types(yard, "GM: /encounter reveal at: C3-C5"))
    await refused(yard, "GM: /encounter reveal at: C3", "No secret piece is there. Secret pieces: D6.")
    await refused(yard, "GM: /encounter secret at: D6", "There is no such public piece of the map")
    shown = await sees(yard, "Ann")
    assert "walls at C3 and C4" in await sees(yard, "Ann", "/log")
    assert "D6" not in await sees(yard, "Ann", "/log")
    await types(yard, "GM: /encounter secret at: C4")
    assert await sees(yard, "Ann") != shown
    battle_map = (await yard.encounter()).battle_map
    assert battle_map is not None
    assert sorted(map(str, battle_map.hidden_walls)) == ["C4", "D6"]
    await types(yard, "GM: /encounter reveal at: C4")
    assert await sees(yard, "Ann") == shown


async def test_all_secret_fighters_are_revealed_at_once(yard: Game) -> None:
    await types(yard, "GM: /combatant add name: Thug side: Guards count: 2 secret: True sheet: Shooting d8, Revolver")
    revealed = told(await types(yard, "GM: /encounter reveal who: all"))
    assert "Thug 1 (Guards) is revealed" in revealed
    assert "Thug 2 (Guards) is revealed" in revealed


async def test_what_is_secret_is_suggested_to_gms_alone(yard: Game) -> None:
    await types(yard, "GM: /encounter event text: the reactor blows turn: 3 secret: True")
    await types(yard, "GM: /encounter event text: it rains turn: 4")
    await types(yard, "GM: /encounter note text: a trap")
    await types(yard, "GM: /encounter map add: wall C3 C4 secret: True")

    async def suggested(name: str, command: str, option: str) -> list[str]:
        person = yard.playground.person(name)
        return [one["value"] for one in await person.autocomplete(CHANNEL, command, focused=option)]

    wanted = {"event": ["the reactor blows"], "note": ["a trap"], "at": ["C3", "C4"]}
    assert {option: await suggested("GM", "encounter reveal", option) for option in wanted} == wanted
    assert {option: await suggested("Ann", "encounter reveal", option) for option in wanted} == {
        option: [] for option in wanted
    }
    assert await suggested("GM", "encounter secret", "event") == ["it rains"]
    assert await suggested("Ann", "encounter secret", "event") == []


async def test_what_the_gm_does_with_a_secret_fighter_is_nothing_to_others(yard: Game) -> None:
    await types(yard, SECRET)
    before = await logged(yard) + await board(yard)
    for line in (
        "GM: /combatant edit who: Zorro name: Diego",
        "GM: /combatant owner who: Diego user: @Ben",
        "GM: /adjust who: Diego changes: at F6",
        "GM: /combatant remove who: Diego",
    ):
        answer = await types(yard, line)
        assert answer.ephemeral, answer.content
        assert await logged(yard) + await board(yard) == before, line


async def board(game: Game) -> str:
    """Ann's board without the line of who is still to act."""
    return (await sees(game, "Ann")).partition("\n")[2]


async def logged(game: Game) -> str:
    """The lines of Ann's log; its heading says whether there may be more pages."""
    return (await sees(game, "Ann", "/log")).partition("\n")[2]
