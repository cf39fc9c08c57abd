"""Lines of rulings over the real protocol: what is not counted comes first, books in the line, channels, live readings,
other questions, and what a hit means.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.game.rulings import Sort, named_book, sort_of
from standin.driver import Answer, Person
from tests.bot.rulings.test_lines import SHELF, reading
from tests.cogs.conftest import CHANNEL, Game, helped, is_public, told
from tests.cogs.conftest import opened as opened_in

QUIET = "quick-rulings"
MOST_SHOWN = 100
"""Characters of a suggestion in Discord."""


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with opened_in(tmp_path / "referee.sqlite3") as game:
        yield game


def labels(answer: Answer) -> list[str]:
    return [one["label"] for one in answer.components if one["type"] == 2]


async def rule(who: Person, text: str, channel: str = CHANNEL, **options: Any) -> Answer:
    return await who.slash(channel, "rule", text=text, **options)


async def live(who: Person, text: str, command: str = "rule", **options: Any) -> list[tuple[str, str]]:
    found = await who.autocomplete(CHANNEL, command, focused="text", text=text, **options)
    return [(choice["name"], choice["value"]) for choice in found]


@pytest.mark.parametrize("detail", ["short", "normal", "full"])
async def test_what_is_not_counted_is_said_first_with_the_buttons_that_count_it(game: Game, detail: str) -> None:
    await game.gm.slash(CHANNEL, "channel set", detail=detail)
    answer = await rule(game.ann, "M16 at guard half cover 40m flurble", ruleset="phoenix")
    assert is_public(answer)
    assert answer.content.startswith("**Not counted: half cover; flurble.**\n**54%**"), answer.content
    assert labels(answer)[:2] == ["Looking over cover", "Firing over cover"]
    counted = await game.ben.click(answer, "Firing over cover")
    assert is_public(counted) and counted.content.startswith("**Not counted: flurble.**\n**13%**"), counted.content
    assert "Firing over cover" not in labels(counted)


async def test_what_is_not_counted_stays_said_when_a_button_changes_something_else(game: Game) -> None:
    answer = await rule(game.ann, "M16 at guard 40m flurble", ruleset="phoenix")
    assert (await game.ben.click(answer, "Aim 8")).content.startswith("**Not counted: flurble.**")
    odds = await game.ann.slash(CHANNEL, "odds", text="M16 at guard 40m flurble", ruleset="phoenix")
    assert odds.ephemeral and odds.content.startswith("**Not counted: flurble.**")


async def test_words_of_another_preset_are_asked_about(game: Game) -> None:
    asked = await rule(game.ann, "M16 braced at guard 40m", ruleset="phoenix")
    assert asked.ephemeral
    assert asked.content.startswith(
        "“braced” counts only in the Advanced Rules. Add ruleset: phoenix-advanced, or leave it out."
    )
    assert labels(asked) == ["Rule with the Advanced Rules", "Leave it out", "Fill in"]
    assert "**95%**" in (await game.ann.click(asked, "Rule with the Advanced Rules")).content
    left = await game.ann.click(await rule(game.ann, "M16 braced at guard 40m", ruleset="phoenix"), "Leave it out")
    assert left.content.startswith("**Not counted: braced.**\n**54%**")


async def test_the_book_may_be_named_in_the_line(game: Game) -> None:
    advanced = await rule(game.ann, "phoenix advanced M16 braced at guard 40m")
    assert is_public(advanced) and "**95%**" in advanced.content
    assert "Submachine Gun" in (await rule(game.ann, "savage: smg at thug")).content
    assert "Submachine Gun" in (await rule(game.ann, "smg at thug, savage worlds rules")).content
    assert "Marine fires the Rifle" in (await rule(game.ann, "space marines rifle at bug 4")).content
    assert "Marine fires the Rifle" in (await rule(game.ann, "rifle at bug 4 in space marines")).content
    assert "Pulse Rifle" in (await rule(game.ann, "rifle at aliens 4", ruleset="aliens")).content
    helped(await rule(game.ann, "savage pistol at thug", ruleset="phoenix"), "The line names Savage Worlds shooting")


async def test_a_channel_has_a_rulebook_above_the_server_s(game: Game) -> None:
    await game.gm.slash(CHANNEL, "server rulebook", ruleset="phoenix")
    set_ = await game.gm.slash(QUIET, "channel set", ruleset="savage")
    assert "Where no rulebook is named, this channel uses Savage Worlds shooting" in set_.content
    assert "Submachine Gun" in (await rule(game.ann, "smg at thug", QUIET)).content
    assert "Uzi" in (await rule(game.ann, "smg at thug 10m")).content
    assert "Extra" in (await game.ann.slash(QUIET, "fire", who="Shooting d8, Rifle", target="Extra")).content
    advanced = await game.gm.slash(QUIET, "channel set", ruleset="phoenix-advanced", detail="short")
    assert "the Advanced Rules" in advanced.content and "**short**" in advanced.content
    assert "**95%**" in (await rule(game.ann, "M16 braced at guard 40m", QUIET)).content
    again = await game.gm.slash(QUIET, "channel set", ruleset="server")
    assert "the Basic Game" in again.content and "**short**" in again.content
    helped(await game.gm.slash(QUIET, "channel set", ruleset="gurps"), "I don't know the rulebook “gurps”")
    helped(await game.ann.slash(QUIET, "channel set", ruleset="savage"), "")


async def test_a_line_is_read_live_with_its_chance(game: Game) -> None:
    found = await live(game.ann, "M16 at guard 40m aim 3 braced", ruleset="phoenix-advanced")
    assert found[0] == ("M16 → guard, 22 hexes, aim 3, braced: 87 %", "M16, at guard, 22 hexes, aim 3, braced")
    assert all(len(name) <= MOST_SHOWN and len(value) <= MOST_SHOWN for name, value in found)
    sent = await rule(game.ann, found[0][1], ruleset="phoenix-advanced")
    assert "**87%**" in sent.content and "Not counted" not in sent.content
    typed_back = await rule(game.ann, found[0][0], ruleset="phoenix-advanced")
    assert "**87%**" in typed_back.content and "Not counted" not in typed_back.content
    assert found[1][0].startswith("M16 → guard, 22 hexes, aim 2, braced: ")


async def test_a_live_reading_says_what_is_not_counted_and_asks_what_is_missing(game: Game) -> None:
    found = await live(game.ann, "M16 at guard half cover 40m", ruleset="phoenix")
    assert found[0][0] == "Not counted: half cover. M16 → guard, 22 hexes: 54 %"
    assert ("M16 → guard, looking over cover, 22 hexes: 6 %", "M16, at guard, looking over cover, 22 hexes") in found
    asked = await live(game.ann, "M16 at guard", ruleset="phoenix")
    assert asked[0] == ("How far is guard? 5 hexes (9 m) ▸ M16, at guard, 5 hexes", "M16, at guard, 5 hexes")
    completed = await live(game.ann, "at guard 40m Drag", ruleset="phoenix")
    assert ("at guard 40m Dragunov SVD", "at guard 40m Dragunov SVD") in completed
    named = await live(game.ann, "savage pistol at thug")
    assert named[0][1] == "savage: Pistol, at thug"
    doubtful = await live(game.ann, "M16, flurbling wibble, at Karl 40m", ruleset="phoenix")
    assert doubtful[0][0].startswith("Not counted: flurbling wibble. M16 → Karl, 22 hexes: ")
    assert (
        doubtful[1][1].startswith("M16, by Karl, 22 hexes, ") and "**" in (await rule(game.ann, doubtful[0][1])).content
    )
    odds = await live(game.ann, "M16 at guard 40m", "odds", ruleset="phoenix")
    assert odds[0][0] == "M16 → guard, 22 hexes: 54 %"
    long = f"M16 at guard behind a brick wall 40m aim 4 kneeling -3 {'smoke ' * 20}"
    assert all(len(value) <= MOST_SHOWN for _, value in await live(game.ann, long, ruleset="phoenix"))
    assert await live(game.ann, "", ruleset="phoenix") == []


GROWING = (
    ("phoenix", "Guard shoots at me with an Uzi, 12 meters, I’m kneeling"),
    ("phoenix", "fn fal Trent guard 40m aim 4 flurble"),
    ("phoenix", "I shoot him in the head with the Beretta 10 m"),
    ("phoenix", "desert eagle at bandit behind car 15m"),
    ("phoenix-advanced", "M16 at guard in a window 40m aim 2 braced"),
    ("phoenix", "first aid for PD 500, HLT 12"),
    ("aliens", "Bishop pistol 2 sqaures alien aim 2"),
    ("savage", "wounded thug d6 pistol at Pike -2 range"),
    ("space-marines", "aiming one turn then sniper rifle at fuzzies 20"),
)


def meant(ruleset: str, text: str) -> str:
    """Return the reading of a line and the book that reads it; a line about care as it is."""
    named, line = named_book(text)
    book = next(id for id, one in SHELF.items() if (named or ruleset) in (id, *one.presets))
    return line.casefold() if sort_of(line) is Sort.CARE else f"{book}: {reading(book, line)}"


@pytest.mark.parametrize(("ruleset", "line"), GROWING)
async def test_whatever_a_growing_line_suggests_can_be_typed_as_it_is_shown(
    game: Game, ruleset: str, line: str
) -> None:
    words = line.split(" ")
    seen = 0
    for end in range(1, len(words) + 1):
        for name, value in await live(game.ann, " ".join(words[:end]), ruleset=ruleset):
            assert len(name) <= MOST_SHOWN and len(value) <= MOST_SHOWN and "…" not in name + value
            assert meant(ruleset, name) == meant(ruleset, value), name
            seen += 1
    assert seen > len(words)


async def test_a_chance_in_words_is_no_burst_when_it_is_typed_back(game: Game) -> None:
    found = await live(game.ann, "rifle at alien 3 squares aim 2", ruleset="aliens")
    assert found[0] == (
        "Pulse Rifle, alien, 3 squares, aim 2: automatic hit",
        "Pulse Rifle, alien, 3 squares, aim 2",
    )
    typed_back = await rule(game.ann, found[0][0], ruleset="aliens")
    assert is_public(typed_back) and "burst" not in typed_back.content


async def test_the_buttons_of_a_long_line_leave_out_what_is_not_counted(game: Game) -> None:
    line = "M16, guard running across the street 45 m, night, no nvg"
    asked = await rule(game.ann, line, ruleset="phoenix")
    assert asked.ephemeral and labels(asked) == ["Full moon", "Half moon", "No moon", "Fill in"]
    assert asked.content.splitlines()[0] == "**Not counted: across the street; no nvg.**"
    ruled = await game.ann.click(asked, "Half moon")
    assert ruled.content.startswith(
        "**Not counted: across the street.**\n“half moon” counts only in the Advanced Rules."
    )


async def test_a_question_about_the_rules_is_sent_to_help(game: Game) -> None:
    for line in ("does a flak vest stop 9mm at 10m", "how far can the M16 shoot", "who goes first"):
        helped(await rule(game.ann, line, ruleset="phoenix"), "/help answers questions about the rules")


async def test_a_question_for_a_chance_is_answered_like_odds(game: Game) -> None:
    answer = await rule(game.ann, "what is the chance to hit a guard at 40 m with an M16", ruleset="phoenix")
    assert answer.ephemeral and "Soldier, M16 at guard, 22 hexes" in told(answer)


async def test_a_question_about_healing_rules_on_care(game: Game) -> None:
    asked = await rule(game.ann, "healing a wounded soldier 3 hours later", ruleset="phoenix")
    assert asked.ephemeral
    assert asked.content.startswith("**Not counted: 3 hours later.**\nHow badly wounded? Give PD 500, HLT 10.")
    cared = await game.ann.click(asked, "Serious: PD 500")
    assert cared.content.startswith("Which care is available?")
    ruled = await game.ann.click(cared, "First aid")
    assert is_public(ruled) and "Recovery Roll" in ruled.content
    whole = await rule(game.ann, "first aid for PD 500, HLT 12", ruleset="phoenix")
    assert is_public(whole) and "Recovery Roll" in whole.content
    helped(await rule(game.ann, "heal the soldier", ruleset="savage"), "")


async def test_what_a_hit_means_is_said_with_a_button_to_heal(game: Game) -> None:
    answer = await rule(game.ann, "M16 at guard 2 hexes", ruleset="phoenix")
    hit = next((line for line in answer.content.splitlines() if line.startswith("The target ")), "")
    assert re.match(r"The target (stays up|is .+ for .+|is dead)\.", hit), answer.content
    assert "Heal" in labels(answer) and ("Recovery Roll" in hit or "survive" in hit or "die" in hit)
    asked = await game.ben.click(answer, "Heal")
    assert asked.ephemeral and asked.content.startswith("Which care is available?")
    cared = await game.ben.click(asked, "Field hospital")
    assert is_public(cared)
    assert "Heal" in labels(answer)


async def test_an_encounter_s_fighters_are_known_by_name(game: Game) -> None:
    await game.says(game.gm, "encounter start", ruleset="phoenix", title="Gate")
    await game.says(game.gm, "combatant add", sheet="skill 8, M16", name="Trent Black")
    await game.says(game.gm, "combatant add", sheet="skill 4, Uzi", name="Guard 2")
    answer = await rule(game.gm, "trent black fires m16 at guard 2, 40m")
    assert "Trent Black fires the M16 at Guard 2, 22 hexes" in answer.content


async def test_advice_of_the_book_is_given_for_a_line(game: Game) -> None:
    refused = await rule(game.ann, "M16 three round burst at guard 40m", ruleset="phoenix")
    helped(refused, "For automatic fire, add the word burst.")
    refused = await rule(game.ann, "M16 at guard 40m arc 3", ruleset="phoenix")
    assert refused.ephemeral and "how:" not in refused.content and "/burst" not in refused.content
