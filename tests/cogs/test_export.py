"""/export over the wire: who gets it, names in place of user ids, and files that are too large."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from bot import fairness
from bot.game.pages import history
from bot.game.people.people import People
from rules.engine.records.records import Order
from standin.driver import Person
from standin.world import scenery
from tests.cogs.conftest import CHANNEL, Game
from tests.cogs.exporting import file_of


@cache
def schema() -> Any:
    return json.loads((Path(__file__).parents[2] / "docs" / "export.schema.json").read_text(encoding="utf-8"))


Document = dict[str, Any]


async def begun(game: Game) -> None:
    """Ann has a fighter, who has fired once; Ben looks on."""
    await game.says(game.gm, "encounter start", ruleset="aliens")
    await game.says(game.gm, "combatant add", sheet="apone", owner=game.ann, side="Marines")
    await game.says(game.gm, "combatant add", sheet="alien", count=2, side="Aliens")
    await game.says(game.ann, "fire", target="Alien 1", range=2)


async def exported(game: Game, who: Person, **options: Any) -> Document:
    name, content = await file_of(game, who, **options)
    assert name.endswith(".json")
    document: Document = json.loads(content)
    jsonschema_rs.Draft202012Validator(schema()).validate(document)
    return document


async def test_an_open_encounter_is_for_its_players_and_gms(game: Game) -> None:
    await begun(game)
    await exported(game, game.gm)
    # A complete file would tell her that nothing is kept from her.
    name, content = await file_of(game, game.ann)
    assert name.endswith("-side.json") and json.loads(content)["filtered"] is True
    said = await game.whispers(game.ben, "export")
    assert said == "Only the players and GMs of an open encounter may export it."
    await game.says(game.gm, "encounter end")
    assert (await exported(game, game.ben))["encounter"]["ended"] is True


async def test_names_take_the_place_of_user_ids(game: Game) -> None:
    await begun(game)
    await game.says(game.gm, "combatant owner", who="Apone", user=game.ben)
    await game.says(game.gm, "encounter gm", user=game.ann)
    await game.says(game.gm, "encounter end")
    _, content = await file_of(game, game.ben)
    people = (game.gm, game.ann, game.ben)
    assert not [who.id for who in people if who.id in content.decode()]
    document = json.loads(content)
    assert (document["encounter"]["guild"], document["encounter"]["channel"]) == (None, None)
    assert [entry["user"] for entry in document["entries"]][:4] == ["GM", "GM", "GM", "Ann"]
    start, muster, *_ = (entry["order"] for entry in document["entries"])
    assert (start["gm"], muster["owner"]) == ("GM", "Ann")
    replaced = [
        (entry["order"]["kind"], *leaf["at"])
        for entry in document["entries"]
        for leaf in entry["chain"]["leaves"]
        if "hash" in leaf
    ]
    assert {kind for kind, part, *_ in replaced if part == "order"} == {"Start", "Muster", "Handover", "Appoint"}
    assert [part for _, part, *_ in replaced].count("user") == len(document["entries"])
    groups = {entry["group"] for entry in document["entries"]}
    assert all(group.isdecimal() for group in groups)
    report = fairness.verify(document)
    assert (report.problems, report.redacted, report.replaced) == ((), 0, len(replaced))


async def test_a_request_to_join_keeps_its_id(game: Game) -> None:
    await begun(game)
    asked = await game.ben.slash(CHANNEL, "combatant add", sheet="apone", name="Frost", side="Aliens")
    await game.gm.click(asked, "Let in Ben: Frost")
    *_, applied, decided = (await exported(game, game.gm))["entries"]
    assert applied["group"] == applied["order"]["application"]["id"] == decided["order"]["id"]
    assert applied["group"].isdecimal() and applied["order"]["application"]["user"] == "Ben"
    assert "redacted" not in decided


async def test_a_gm_may_have_the_ids(game: Game) -> None:
    await begun(game)
    said = await game.whispers(game.ann, "export", ids=True)
    assert said == "Only the GMs of an encounter get user ids. Leave out ids: to export it with names."
    document = await exported(game, game.gm, ids=True)
    assert document["entries"][0]["user"] == document["entries"][0]["order"]["gm"] == game.gm.id
    assert document["encounter"]["channel"] == game.gm.channel_id(CHANNEL)
    assert not [entry for entry in document["entries"] if "redacted" in entry]


async def test_people_whom_discord_does_not_know_have_numbers(game: Game) -> None:
    await begun(game)
    await game.says(game.ann, "fire", target="Alien 2", range=2)
    await game.says(game.gm, "encounter end")
    game.playground.world.guild(scenery.GUILD_ID).members.pop(game.ann.id)
    document = await exported(game, game.ben)
    assert document["entries"][3]["user"] == "player 1"
    assert document["entries"][1]["order"]["owner"] == "player 1"


async def test_a_file_that_discord_does_not_take_is_compressed_or_refused(
    game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await begun(game)
    await game.says(game.gm, "encounter end")
    _, plain = await file_of(game, game.ann)
    monkeypatch.setattr(history, "MOST_BYTES", len(plain) - 1)
    name, packed = await file_of(game, game.ann)
    assert name.endswith(".json.gz") and len(packed) < len(plain)
    # Only the times at which the two were made differ.
    exported = re.compile(rb'"exported":"[^"]+"')
    assert exported.sub(b"", gzip.decompress(packed)) == exported.sub(b"", plain)
    assert len(exported.findall(plain)) == 1
    file = tmp_path / name
    file.write_bytes(packed)
    assert fairness.main([str(file)]) == 0
    assert "VERIFIED" in capsys.readouterr().out
    assert (await game.whispers(game.ben, "dice verify", file=(name, packed))).startswith("**Verified.**")
    monkeypatch.setattr(history, "MOST_BYTES", 500)
    assert "has more than 0 MiB, even compressed" in await game.whispers(game.ann, "export")


async def test_what_was_compressed_badly_is_no_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for damaged in (b"\x1f\x8b" + bytes(20), gzip.compress(b"{}" * 999)[:-9]):
        (tmp_path / "export.json.gz").write_bytes(damaged)
        assert fairness.main([str(tmp_path / "export.json.gz")]) == 2
        assert capsys.readouterr().out.startswith("This is not an export")


def test_equal_names_are_told_apart() -> None:
    people = People({"1": "Ann", "2": "ann", "3": "GM 1"}, ["4"])
    assert [people.name(user) for user in "12345"] == ["Ann", "ann (2)", "GM 1", "GM 2", "player 1"]


def test_a_name_is_never_taken_for_a_word_of_the_program_or_an_id() -> None:
    people = People({"1": "clock", "2": "11111111111111111", "3": "Privacy", "4": "007"}, [])
    assert [people.name(user) for user in ("clock", "privacy", "1", "2", "3", "4")] == [
        *("clock", "privacy", "clock (2)", "player 1", "Privacy (2)", "007")
    ]


def test_a_digest_is_of_the_order_with_ids(tmp_path: Path) -> None:
    order = {"kind": "Appoint", "gm": "11111111111111111", "name": "Ann"}
    written = json.dumps(order, sort_keys=True, separators=(",", ":")).encode()
    replaced = People({"11111111111111111": "Ann"}, []).without_ids(written, Order)
    assert hashlib.sha256(replaced).digest() != hashlib.sha256(written).digest()
    assert re.search(rb'"gm":"Ann"', replaced)
