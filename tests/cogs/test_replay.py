"""/export format: replay hands over a page with what its reader may know, and opens it where they have read to."""

from __future__ import annotations

import re

import pytest

from bot import fairness
from bot.game.pages import history
from standin.driver import Person
from tests.cogs.conftest import CHANNEL, Game, mustered
from tests.replayed import Document, document, fighters, shown

FIELD = (
    "GM: /encounter start ruleset: phoenix-basic title: The wood",
    "GM: /encounter options name: fog value: hidden",
    "GM: /encounter map size: 12x8 walls: D4-D5",
    "GM: /combatant add sheet: line, M16 name: Trent at: B2 owner: @Ann side: Blue",
    "GM: /combatant add sheet: green, AKM 47 name: Guard at: F2 side: Red",
)


async def file_of(game: Game, who: Person) -> tuple[str, bytes]:
    answer = await who.slash(CHANNEL, "export", format="replay")
    assert answer.ephemeral
    [file] = answer.message["attachments"]
    return file["filename"], game.playground.world.uploads[file["id"]].content


async def replayed(game: Game, who: Person) -> Document:
    return document((await file_of(game, who))[1])


async def laid_out(game: Game, *lines: str) -> None:
    for line in lines:
        name, _, typed = line.partition(": ")
        await {"GM": game.gm, "Ann": game.ann, "Ben": game.ben}[name].types(CHANNEL, typed)


async def opened_at(game: Game, who: Person) -> str:
    """The text of the frame with which a user's replay opens."""
    replay = await replayed(game, who)
    return str(replay["frames"][replay["opens"]]["text"])


async def test_it_is_for_those_who_may_export(game: Game) -> None:
    await mustered(game)
    name, _ = await file_of(game, game.gm)
    assert re.fullmatch(r"replay-\w+\.html", name)
    refused = await game.whispers(game.playground.person("Cleo"), "export", format="replay")
    assert refused == "Only the players and GMs of an open encounter may export it."
    said = await game.whispers(game.gm, "export", format="replay", ids=True)
    assert said == "A replay has names in place of user ids. Leave ids: or format: out."


async def test_it_has_names_in_place_of_user_ids(game: Game) -> None:
    await mustered(game)
    await game.says(game.ann, "fire", target="Alien 2", range=2)
    await game.says(game.gm, "encounter end")
    _, page = await file_of(game, game.ben)
    assert not [one.id for one in (game.gm, game.ann, game.ben) if one.id.encode() in page]
    replay = document(page)
    assert [frame["by"] for frame in replay["frames"]][:4] == ["GM", "Ann", "Ben", "GM"]


async def test_every_throw_can_be_checked_after_the_end_and_none_before(game: Game) -> None:
    await mustered(game)
    await game.says(game.ann, "fire", target="Alien 2", range=2)
    await game.says(game.ben, "fire", target="Alien 1", range=2, dice="7")
    before = await replayed(game, game.gm)
    assert before["seeds"] is None
    assert not [frame for frame in before["frames"] if "drawn" in frame]
    await game.says(game.gm, "encounter end")
    replay = await replayed(game, game.ann)
    [(commitment, seed)] = replay["seeds"].items()
    checked = typed = 0
    for frame in replay["frames"]:
        dice = [step[3] for step in frame["steps"] if len(step) > 3]
        for n, (low, high, value, by_hand) in enumerate(dice):
            typed += by_hand
            if by_hand:
                continue
            drawn = frame["drawn"]
            key, count = drawn["keys"][n]
            message = f"{replay['encounter']['id']}:{key}:{drawn['digest']}:{count}"
            assert drawn["commitment"] == commitment
            assert fairness.derive(bytes.fromhex(seed), message, low, high) == value
            checked += 1
    assert checked and typed


async def test_a_player_gets_what_their_side_has_seen(game: Game) -> None:
    await laid_out(
        game,
        *FIELD,
        "GM: /combatant add sheet: skill 8, M249, unspotted name: Zorro at: L8 owner: @Ben side: Red",
        "Ben: /move who: Zorro to: L7",
        "GM: /encounter map add: wall H8 secret: True",
    )
    name, page = await file_of(game, game.ann)
    assert name.endswith("-side.html")
    assert b"Zorro" not in page and b"L7" not in page
    replay = document(page)
    assert replay["filtered"]
    last = len(replay["frames"]) - 1
    assert [row[1] for row in fighters(replay, last)] == ["Trent", "Guard"]
    whole = await replayed(game, game.gm)
    assert [row[1] for row in fighters(whole, len(whole["frames"]) - 1)] == ["Trent", "Guard", "Zorro"]
    numbers = [frame["number"] for frame in replay["frames"]]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert len(numbers) < len({frame["number"] for frame in whole["frames"]})
    await game.says(game.gm, "encounter end")
    assert b"Zorro" in (await file_of(game, game.ann))[1]


async def test_nothing_in_it_depends_on_a_hidden_fighter(game: Game) -> None:
    """The page is the same, byte for byte, wherever a hidden fighter is and whatever they carry."""
    pages = []
    for sheet, place, to in (("skill 8, M249", "L8", "L7"), ("line, AKM 47, M 67 2", "K3", "K4")):
        await laid_out(
            game,
            *FIELD,
            f"GM: /combatant add sheet: {sheet}, unspotted name: Zorro at: {place} owner: @Ben side: Red",
            "Ann: /move who: Trent to: B3",
            f"Ben: /move who: Zorro to: {to}",
            "GM: /pass who: Guard",
            "GM: /next",
            "GM: /next",
            "Ann: /fire who: Trent target: Guard aim: 1 dice: 90",
        )
        id = (await game.head()).encounter_id.encode()
        page = (await file_of(game, game.ann))[1].replace(id, b"<id>")
        pages.append(re.sub(rb'"started":"[^"]*"|\b[0-9a-f]{64}\b', b"", page))
        await game.says(game.gm, "encounter end")
    assert pages[0] == pages[1]
    assert b"Guard" in pages[0]


async def test_it_opens_behind_the_readers_last_order_or_recap(game: Game) -> None:
    await mustered(game)
    assert "Rifleman joins" in await opened_at(game, game.ann)
    await game.says(game.ann, "fire", target="Alien 2", range=2, dice="7")
    await game.says(game.ben, "fire", target="Alien 1", range=2, dice="7")
    assert "Rifleman" in await opened_at(game, game.ann)
    # What is read already: then the last entry.
    assert "Rifleman" in await opened_at(game, game.ben)
    await game.whispers(game.ann, "recap")
    await game.says(game.gm, "next")
    replay = await replayed(game, game.ann)
    assert replay["frames"][replay["opens"]]["title"] == "Next"
    await game.says(game.gm, "encounter end")
    # Whoever has seen everything begins with the beginning.
    assert (await replayed(game, game.gm))["opens"] == 0


async def test_a_recap_is_not_noted_for_people_who_only_look_on(game: Game) -> None:
    await mustered(game)
    cleo = game.playground.person("Cleo")
    await game.whispers(cleo, "recap")
    head = await game.head()
    store = game.client.referee.store
    assert await store.recaps.caught_up(head.encounter_id, cleo.id) == 0
    await game.whispers(game.gm, "recap")
    assert await store.recaps.caught_up(head.encounter_id, game.gm.id) == head.seq


async def test_a_shot_and_a_way_are_on_the_map(game: Game) -> None:
    await laid_out(
        game,
        *FIELD,
        "Ann: /fire who: Trent target: Guard aim: 1 dice: 2 50 9 9 9",
        "GM: /next",
        "Ann: /move who: Trent to: B3",
        "GM: /next",
        "GM: /next",
    )
    replay = await replayed(game, game.gm)
    [hit] = [at for at, frame in enumerate(replay["frames"]) if frame["verdict"] in ("hit", "miss")]
    assert [shape for shape in shown(replay, hit) if "fire" in shape]
    moved = [at for at, frame in enumerate(replay["frames"]) if frame["text"].startswith("Trent moves from B2")]
    assert len(shown(replay, moved[0])) > len(shown(replay, moved[0] - 1))


async def test_an_explosion_is_on_the_map(game: Game) -> None:
    await laid_out(
        game,
        "GM: /encounter start ruleset: space_marines",
        "GM: /encounter map size: 9x9",
        "GM: /combatant add sheet: Marine leader, rifle, grenade name: Sarge at: B3 side: Marines",
        "GM: /combatant add sheet: Bug Warrior name: Bug at: F3 side: Bugs",
        "GM: /throw who: Sarge target: F3 weapon: grenade dice: 6 6 5 5",
    )
    replay = await replayed(game, game.gm)
    [hit] = [at for at, frame in enumerate(replay["frames"]) if "HIT" in frame["text"]]
    assert [shape for shape in shown(replay, hit) if shape[0] == "circle" and "blast" in shape]
    assert not [shape for shape in shown(replay, hit - 1) if "blast" in shape]
    assert "Explosion at F3." in replay["frames"][hit]["map"]["alt"]


async def test_what_is_too_large_is_packed_or_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    await laid_out(game, *FIELD)
    _, page = await file_of(game, game.gm)
    monkeypatch.setattr(history, "MOST_BYTES", len(page) - 1)
    _, packed = await file_of(game, game.gm)
    assert len(packed) < len(page) and document(packed)["frames"] == document(page)["frames"]
    monkeypatch.setattr(history, "MOST_BYTES", 500)
    assert "This encounter has more than 0 MiB, even compressed" in await game.whispers(
        game.gm, "export", format="replay"
    )


async def test_no_name_ends_the_script_that_it_is_in(game: Game) -> None:
    await game.says(game.gm, "encounter start", ruleset="aliens", title="</script><img src=x onerror=alert(1)>")
    await game.gm.slash(CHANNEL, "combatant add", sheet="alien", name="<!--<script>", side="</title>")
    _, page = await file_of(game, game.gm)
    assert page.count(b"</script>") == 2 and page.count(b"<script") == 2
    assert b"<!--" not in page and b"<img" not in page
    assert document(page)["encounter"]["title"] == "</script><img src=x onerror=alert(1)>"
