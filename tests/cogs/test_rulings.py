"""Rulings of one line over the real protocol: in every book, on servers, in direct messages, where the bot is not."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.outgoing.ruling_controls import MOST_ID
from bot.game.store.home.database_move import KEYS
from bot.game.store.parts.outbox import UNANSWERED
from standin.driver import Answer, Person
from standin.errors import PageError
from standin.faults import CALLBACK
from tests.cogs.conftest import CHANNEL, Game, helped, is_public, mustered, opened, told
from tests.homes import ask
from tests.served import connected, stand_in
from tests.waiting import until

BOOKS = {
    "phoenix-basic": (
        "M16 at guard 40m aim 4",
        "Soldier fires the M16 at guard, 22 hexes",
        ["Aim 2", "Aim 8", "Burst"],
    ),
    "phoenix-advanced": ("M16 at guard 40m aim 4", "Soldier fires the M16 at guard, 22 hexes", ["Aim 2", "Aim 8"]),
    "space-marines": ("rifle at bug 4", "Marine fires the Rifle at Bug Warrior, 4 spaces", ["Aim 1", "Aim 2", "Aim 3"]),
    "aliens": ("rifle at alien 4", "Rifleman fires the Pulse Rifle at Alien, 4 squares", ["Aim 2"]),
    "savage": ("smg at guard", "Extra fires the Submachine Gun", ["Burst"]),
}
ELSEWHERE = "elsewhere"


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[Game]:
    async with opened(tmp_path / "referee.sqlite3") as game:
        yield game


def labels(answer: Answer) -> list[str]:
    return [one["label"] for one in answer.components if one["type"] == 2]


def custom_ids(answer: Answer) -> list[str]:
    return [one["custom_id"] for one in answer.components if one["type"] == 2]


async def rule(who: Person, text: str, ruleset: str = "phoenix", channel: str = CHANNEL) -> Answer:
    return await who.slash(channel, "rule", text=text, ruleset=ruleset)


@pytest.mark.parametrize("preset", BOOKS)
async def test_the_chance_comes_first_then_the_throw_then_buttons(game: Game, preset: str) -> None:
    line, deed, buttons = BOOKS[preset]
    assert len(line) <= 25
    answer = await rule(game.ann, line, preset)
    assert is_public(answer)
    first, *_, below = answer.content.splitlines()
    assert re.match(r"\*\*[0-9.]+%\*\*, rolled \*\*[0-9]+\*\*.* \(needed [^)]*\): ", first), first
    assert deed in first
    assert below.startswith("-# Understood: ")
    assert [label for label in labels(answer) if label in buttons] == buttons
    assert labels(answer)[-2:] == ["Details", "Again"]
    assert all(len(custom_id) <= MOST_ID for custom_id in custom_ids(answer))
    again = await game.ben.click(answer, "Again")
    assert is_public(again) and deed in again.content
    # Only a hit can be healed.
    assert [label for label in labels(again) if label != "Heal"] == [one for one in labels(answer) if one != "Heal"]


@pytest.mark.parametrize("preset", BOOKS)
async def test_each_button_makes_the_change_that_it_names(game: Game, preset: str) -> None:
    line, *_ = BOOKS[preset]
    answer = await rule(game.ann, line, preset)
    for label in [label for label in labels(answer) if label not in ("Details", "Again", "Other range", "Heal")]:
        changed = await game.ben.click(answer, label)
        assert is_public(changed), changed.content
        assert label.casefold() in changed.content.casefold()
        assert label not in labels(changed)


async def test_a_weapon_that_the_server_has_no_longer_does_not_become_another(game: Game) -> None:
    await game.gm.slash(CHANNEL, "weapon add", file=("own.toml", example("phoenix", game)), ruleset="phoenix")
    answer = await rule(game.ann, "my rifle at guard 40m", "phoenix")
    assert "fires the My Rifle" in answer.content
    await game.gm.slash(CHANNEL, "weapon remove", name="My Rifle", ruleset="phoenix")
    for label in ("Aim 2", "Burst"):
        helped(await game.ben.click(answer, label), "Some words of that ruling have changed. Type the shot again")


async def test_a_name_that_ends_in_a_number_leaves_the_buttons_as_they_are(game: Game) -> None:
    answer = await rule(game.ann, "SMG at Guard 2, 40m", "savage")
    burst = await game.ben.click(answer, "Burst")
    assert is_public(burst), burst.content


async def test_what_is_taken_for_granted_is_said(game: Game) -> None:
    answer = await rule(game.ann, "a pistol at guard behind a door 60 ft")
    below = answer.content.splitlines()[-1]
    for clause in ("pistol = M1911A1", "skill 4", "aim 4", "60 ft = 10 hexes", "behind interior wood door"):
        assert clause in below
    given = await rule(game.ann, "M1911A1 skill 8 at guard 10 hexes aim 2")
    assert "Taken for granted" not in given.content


async def test_another_range_is_typed(game: Game) -> None:
    answer = await rule(game.ann, "M16 at guard 40m aim 4")
    window = await game.ben.click(answer, "Other range")
    assert window.modal is not None
    far = await game.ben.submit(window, {"text": "60m"})
    assert is_public(far) and "33 hexes" in far.content and "aim 4" in far.content
    window = await game.ben.click(answer, "Other range")
    helped(await game.ben.submit(window, {"text": "far away"}), "is not a range. Type a number of hexes, such as 20.")


@pytest.mark.parametrize(
    ("text", "question", "label", "deed"),
    [
        ("at guard 40m", "Which weapon?", "SMG", "Soldier fires the Uzi at guard, 22 hexes"),
        ("MAC-10 at guard 40m", "Which mac 10?", "Ingram MAC 10 (45 ACP)", "Ingram MAC 10 (45 ACP) at guard, 22 hexes"),
        ("M16 at guard", "How far is guard?", "20 hexes (37 m)", "Soldier fires the M16 at guard, 20 hexes"),
    ],
)
async def test_what_is_missing_is_asked_with_buttons(
    game: Game, text: str, question: str, label: str, deed: str
) -> None:
    asked = await rule(game.ann, text)
    assert asked.ephemeral and asked.content.splitlines()[0] == question
    assert "Understood so far: " in asked.content
    assert all(len(custom_id) <= MOST_ID for custom_id in custom_ids(asked))
    answer = await game.ann.click(asked, label)
    assert is_public(answer) and deed in answer.content


async def test_one_question_leads_to_the_next(game: Game) -> None:
    asked = await game.ann.click(await rule(game.ann, "aim 2"), "Rifle")
    assert asked.ephemeral and asked.content.startswith("How far is the target?")
    assert "aim 2" in (await game.ann.click(asked, "10 hexes (18 m)")).content


async def test_what_was_given_survives_the_buttons(game: Game) -> None:
    asked = await rule(game.ann, "sniper shoots guard 100 yards", "aliens")
    assert asked.content.splitlines() == ["Which weapon?", "-# Understood so far: by sniper, at guard, 100 yd."]
    again = await game.ann.click(asked, "Rifle")
    assert again.content.startswith("This book gives no length for a square. How many squares is 100 yd?")
    answer = await game.ann.click(again, "6 squares")
    assert is_public(answer) and "sniper fires the Pulse Rifle at guard, 6 squares" in answer.content


async def test_a_weapon_that_the_card_does_not_have_has_buttons_for_those_that_it_has(game: Game) -> None:
    asked = await rule(game.ann, "rifleman shotgun point blank alien", "aliens")
    assert asked.ephemeral and labels(asked) == ["Pulse Rifle", "Pistol", "Fill in"]
    assert asked.content.startswith("Rifleman's card has no “shotgun”. It has Pulse Rifle and Pistol. Which weapon?")
    assert "Rifleman fires the Pistol at Alien, 1 square" in (await game.ann.click(asked, "Pistol")).content


def understood(window: Answer) -> dict[str, str]:
    """Return what is in the fields of a window for a shot."""
    assert window.modal is not None
    fields = [row["component"] for row in window.modal["components"]]
    return {field["custom_id"]: field.get("value") or "" for field in fields}


async def test_what_was_understood_of_a_line_is_corrected_in_a_window(game: Game) -> None:
    line = "the bandit on the roof, standing, gets shot by Lena (kneeling) with a dragunov, 60 hexes, 6 actions aiming"
    asked = await rule(game.ann, line)
    assert asked.ephemeral and "Who is standing, and who is kneeling?" in asked.content
    window = await game.ann.click(asked, "Fill in")
    found = understood(window)
    assert (found["weapon"], found["range"], found["rest"]) == ("Dragunov SVD", "60 hexes", "aim 6")
    ruled = await game.ann.submit(window, {"shooter": "Lena, kneeling", "target": "standing bandit"})
    assert is_public(ruled) and "Lena fires the Dragunov SVD at bandit, 60 hexes" in ruled.content
    again = await game.ann.click(asked, "Fill in")
    helped(again, "I no longer have that line. Type the shot again with /rule.")


async def test_a_window_that_lacks_something_is_asked_about_again_with_what_was_typed(game: Game) -> None:
    asked = await rule(game.ann, "glock at bandit who is running, 8 hexes")
    window = await game.ann.click(asked, "Fill in")
    assert understood(window) == {
        "weapon": "glock",
        "shooter": "",
        "target": "bandit, running",
        "range": "8 hexes",
        "rest": "",
    }
    asked = await game.ann.submit(window, {"weapon": "Uzi", "range": ""})
    assert asked.ephemeral and asked.content.startswith("How far is bandit?")
    window = await game.ann.click(asked, "Fill in")
    assert understood(window)["target"] == "bandit, running"
    ruled = await game.ann.submit(window, {"range": "16 m"})
    assert is_public(ruled) and "fires the Uzi at bandit, 9 hexes" in ruled.content


async def test_a_line_that_is_refused_has_a_window_as_well(game: Game) -> None:
    refused = await rule(game.ann, "M16 at guard, aim 4, 40 m, kneeling, no wait, prone")
    helped(refused, "The line corrects itself.")
    assert labels(refused) == ["Fill in"]
    window = await game.ann.click(refused, "Fill in")
    found = understood(window)
    assert (found["weapon"], found["target"], found["rest"]) == ("M16", "guard", "aim 4")
    ruled = await game.ann.submit(window, {"range": "50 m"})
    assert is_public(ruled) and "fires the M16 at guard, 27 hexes" in ruled.content


async def test_the_window_of_a_number_that_is_refused_has_the_rest_of_the_line(game: Game) -> None:
    refused = await rule(game.ann, "M16 at guard 40m aim 400")
    helped(refused, "Aim is a whole number up to 99, not 400.")
    window = await game.ann.click(refused, "Fill in")
    assert understood(window) == {"weapon": "M16", "shooter": "", "target": "guard", "range": "40 m", "rest": "aim 400"}
    ruled = await game.ann.submit(window, {"rest": "aim 4"})
    assert is_public(ruled) and "fires the M16 at guard, 22 hexes" in ruled.content


async def test_the_window_of_a_question_about_odds_shows_odds(game: Game) -> None:
    asked = await game.ann.slash(CHANNEL, "odds", text="zorkmid at bandit 8 hexes", ruleset="phoenix")
    answer = await game.ann.submit(await game.ann.click(asked, "Fill in"), {"weapon": "Uzi"})
    assert answer.ephemeral and "Uzi at bandit, 8 hexes" in told(answer)


async def test_a_comparison_is_kept_while_its_line_is_corrected(game: Game) -> None:
    line = "zorkmid at bandit 8 hexes"
    asked = await game.ann.slash(CHANNEL, "odds", text=line, compare="M16", ruleset="phoenix")
    answer = await game.ann.submit(await game.ann.click(asked, "Fill in"), {"weapon": "Uzi"})
    assert answer.ephemeral and all(weapon in told(answer) for weapon in ("Uzi", "M16"))


async def test_aliens_has_no_throws(game: Game) -> None:
    refused = await rule(game.ann, "marine throws grenade at bug 5 spaces", "aliens")
    helped(refused, "Aliens has no throws.")


async def test_a_line_that_fits_no_button_is_asked_for_in_words(game: Game) -> None:
    long = "at the captain of the northern wall watch, behind brick wall 6 inch, kneeling, armor 6, aim 4, -3 smoke"
    helped(await rule(game.ann, f"M16 {long}"), "How far is")


async def test_a_second_press_is_refused(game: Game) -> None:
    answer = await rule(game.ann, "M16 at guard 40m aim 4")
    assert is_public(await game.ann.click(answer, "Aim 8"))
    helped(await game.ben.click(answer, "Aim 8"), "You have already pressed this")
    asked = await rule(game.ann, "M16 at guard")
    await game.ann.click(asked, "20 hexes (37 m)")


async def test_buttons_work_after_a_restart_and_not_once_the_ruling_is_gone(tmp_path: Path) -> None:
    database = tmp_path / "referee.sqlite3"
    async with stand_in() as playground:
        async with connected(playground, database) as bot:
            ann = bot.person("Ann")
            answer, asked = await rule(ann, "M16 at guard 40m aim 4"), await rule(ann, "M16 at guard")
        async with connected(playground, database) as bot:
            ann = bot.person("Ann")
            assert "aim 8" in (await ann.click(answer, "Aim 8")).content
            assert "20 hexes" in (await ann.click(asked, "20 hexes (37 m)")).content
            ask(database, "DELETE FROM entries")
            bot.client.referee.journal.forget(custom_ids(answer)[0].split(":")[2])
            gone = await ann.click(answer, "Aim 2")
            await gone.until(lambda press: bool(press.followups))
            assert "Quick rulings are kept for seven days" in gone.followups[0]["content"]
            assert labels(answer) == ["Details", "Again"]
        assert playground.violations == []


async def test_a_ruling_goes_by_the_encounter_s_book_and_changes_nothing(game: Game) -> None:
    await mustered(game)
    before = await game.head()
    answer = await game.ann.slash(CHANNEL, "rule", text="flamer at alien 2")
    assert is_public(answer) and "Apone fires the Flame Unit at Alien, 2 squares" in answer.content
    assert await game.head() == before


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x" * 6000, "text: has 6,000 characters. The limit is 300."),
        (" ", "Type a shot in one line"),
        ("M16 and Uzi at guard 40m", "Name one weapon, not M16 and Uzi."),
        ("M16 at guard 2 km", "Range is 0 to 300 hexes (table 2A), not 1094."),
        ("M16 at guard 40m aim 4 aim 5", "Give one aim, not 4 and 5."),
        ("rifle at guard and captain 40m", "A ruling is one shot at one target, not “guard and captain”. Rule on one?"),
        (
            "M16 from prone at kneeling standing guard 40m",
            "Who is kneeling, and who is standing?",
        ),
    ],
)
async def test_bad_lines_are_refused_in_a_sentence(game: Game, text: str, wanted: str) -> None:
    helped(await rule(game.ann, text), wanted)


async def test_an_emoji_is_no_weapon(game: Game) -> None:
    asked = await rule(game.ann, "🔫 🎯")
    assert asked.ephemeral and asked.content == "Which weapon?"


async def test_an_unknown_book_is_refused(game: Game) -> None:
    helped(await rule(game.ann, "M16 at guard 40m", "gurps"), "I don't know the rulebook “gurps”")


async def test_dice_are_typed_for_a_ruling(game: Game) -> None:
    answer = await game.ann.slash(CHANNEL, "rule", text="M16 at guard 40m aim 4", ruleset="phoenix", dice="99")
    assert "rolled **99**" in answer.content and "MISS" in answer.content


async def test_a_wound_without_care_is_told_and_not_ordered(game: Game) -> None:
    asked = await rule(game.ann, "healing a wounded soldier 3 hours later")
    assert asked.content.startswith("**Not counted: 3 hours later.**\nHow badly wounded?")
    asked = await game.ann.click(asked, "Serious: PD 500")
    answer = await game.ann.click(asked, "No aid")
    assert "Without aid: Recovery Roll " in answer.content or "They die within " in answer.content
    typed = await rule(game.ann, "How long until a guard with 300 PD dies without care")
    assert "heal, PD 300, HLT 10, no aid" in typed.content


async def test_odds_of_care_name_the_order_that_is_meant(game: Game) -> None:
    odds = await game.ann.slash(CHANNEL, "odds", text="healing a wounded soldier 3 hours later", ruleset="phoenix")
    helped(odds, "This is about care, which /rule rules on")


@pytest.mark.parametrize(
    "text", ["can I hit the guard from 100 metres with an AKM?", "is it possible to hit a guard 100 m away with an AKM"]
)
async def test_a_question_throws_no_dice(game: Game, text: str) -> None:
    answer = await rule(game.ann, text)
    assert answer.ephemeral and "Soldier, AKM 47 at guard, 55 hexes" in told(answer)


async def test_the_rules_that_a_line_names_are_a_preset(game: Game) -> None:
    assert "phoenix-optional" in told(await rule(game.ann, "optional rules: M16 at guard 40m full moon", ""))


async def test_odds_take_one_line(game: Game) -> None:
    odds = await game.ann.slash(CHANNEL, "odds", text="M16 at guard 40m behind a door", ruleset="phoenix")
    assert odds.ephemeral and "Soldier, M16 at guard, 22 hexes" in told(odds)
    compared = await game.ann.slash(CHANNEL, "odds", text="M16 at guard 40m", compare="Uzi", ruleset="phoenix")
    assert "Uzi" in told(compared)
    asked = await game.ann.slash(CHANNEL, "odds", text="at guard 40m", ruleset="phoenix")
    assert asked.content.startswith("Which weapon?")
    assert "Soldier, M16 at guard, 22 hexes" in told(await game.ann.click(asked, "Rifle"))
    helped(await game.ann.slash(CHANNEL, "odds", text="M16 40m", aim=2, ruleset="phoenix"), "leave text: out")


# --- where the bot is not


@pytest.fixture
def places(game: Game) -> dict[str, str]:
    """A direct message with the bot, a server without it, a direct message of others."""
    world = game.playground.world
    world.installers.add(game.ann.id)
    world.add_strange_guild(ELSEWHERE)
    return {
        "direct": world.direct(game.ann.id)["id"],
        "strange": game.ann.channel_id(ELSEWHERE),
        "group": world.group(game.ann.id, game.ben.id)["id"],
    }


async def test_who_has_installed_it_has_what_needs_no_server(game: Game, places: dict[str, str]) -> None:
    offered = {
        name: {command["name"] for command in game.playground.invoker.offered(game.ann.id, channel)}
        for name, channel in places.items()
    }
    anywhere = {"rule", "odds", "table", "weapon", "roll", "help"}
    assert offered["strange"] == offered["group"] == anywhere
    assert anywhere < offered["direct"]
    assert game.playground.invoker.offered(game.ben.id, places["strange"]) == []
    with pytest.raises(PageError, match="You cannot use /rule here"):
        await rule(game.ben, "M16 at guard 40m", channel=ELSEWHERE)


@pytest.mark.parametrize("place", ["direct", "strange", "group"])
async def test_everything_works_there(game: Game, places: dict[str, str], place: str) -> None:
    channel = places[place]
    answer = await rule(game.ann, "M16 at guard 40m aim 4", channel=channel)
    assert "Soldier fires the M16 at guard, 22 hexes" in answer.content and not answer.ephemeral
    for label in ("Aim 8", "Burst", "Again"):
        assert not (await game.ann.click(answer, label)).ephemeral
    assert "Odds of Hitting" in told(await game.ann.click(answer, "Details"))
    window = await game.ann.click(answer, "Other range")
    assert "33 hexes" in (await game.ann.submit(window, {"text": "60m"})).content
    asked = await rule(game.ann, "M16", channel=channel)
    assert "20 hexes" in (await game.ann.click(asked, "20 hexes (37 m)")).content
    odds = await game.ann.slash(channel, "odds", text="M16 40m", ruleset="phoenix")
    assert "Soldier, M16 at Target, 22 hexes" in told(odds)
    assert "2A" in told(await game.ann.slash(channel, "table", name="2A", ruleset="phoenix"))
    assert "M16" in told(await game.ann.slash(channel, "weapon show", name="M16", ruleset="phoenix"))
    assert "2d6" in told(await game.ann.slash(channel, "roll", dice="2d6"))
    secret = await game.ann.slash(channel, "roll", dice="2d6", secret=True)
    assert secret.ephemeral
    revealed = await game.ann.click(secret, "Reveal")
    assert "reveals a secret roll" in revealed.followups[-1]["content"]
    blind = await game.ann.slash(channel, "roll", dice="2d6", blind=True)
    assert blind.ephemeral and "Only a GM sees a blind roll." in blind.content
    # Nothing was asked of Discord there but to answer.
    asked_for = {entry.path for entry in game.playground.log if f"/channels/{channel}" in entry.path}
    assert place == "direct" or asked_for == set()


async def test_others_there_may_press(game: Game, places: dict[str, str]) -> None:
    answer = await rule(game.ann, "M16 at guard 40m aim 4", channel=ELSEWHERE)
    assert "aim 8" in (await game.ben.click(answer, "Aim 8")).content
    assert "Odds of Hitting" in told(await game.ben.click(answer, "Details"))


async def test_nothing_is_kept_for_a_server_without_the_bot(game: Game, places: dict[str, str]) -> None:
    guild = game.playground.world.guild_of(places["strange"])
    assert guild is not None
    await game.ann.slash(ELSEWHERE, "weapon add", file=("own.toml", example("phoenix", game)))
    await rule(game.ann, "M16 at guard 40m aim 4", channel=ELSEWHERE)
    await game.client.delivery.flush()
    for table in KEYS:
        assert guild.id not in repr(ask(game.client.library.store, f"SELECT * FROM {table}")), table


def example(book: str, game: Game) -> bytes:
    return game.client.library.shelf[book].homebrew_example.encode()


async def test_an_encounter_cannot_be_reached_from_where_the_bot_is_not(game: Game, places: dict[str, str]) -> None:
    """Somebody removes the bot from a server in which an encounter is open, and uses it there for themselves."""
    await mustered(game)
    world = game.playground.world
    del world.home.members[world.bot["id"]]
    answer = await game.ann.slash(CHANNEL, "rule", text="rifle at alien 4 squares")
    assert "Rifleman fires the Pulse Rifle at Alien" in answer.content
    odds = await game.ann.slash(CHANNEL, "odds", target="Alien 1")
    helped(odds, "For a quick ruling give who")


@pytest.mark.parametrize("place", ["direct", "strange", "group"])
async def test_a_lost_answer_is_not_posted_later(game: Game, places: dict[str, str], place: str) -> None:
    channel, before = places[place], len(game.playground.world.messages.get(places[place], {}))
    for _ in range(10):
        game.playground.faults.drop(CALLBACK)
    await game.ann.slash(channel, "rule", text="M16 at guard 40m aim 4", ruleset="phoenix", wait=False)
    store = game.client.library.store

    def given_up() -> bool:
        rows = ask(store, "SELECT gave_up FROM entries")
        return bool(rows) and all(reason for (reason,) in rows)

    await until(given_up)
    ((reason,), *_) = ask(store, "SELECT gave_up FROM entries")
    assert reason != UNANSWERED and "only answer" in reason
    assert len(game.playground.world.messages.get(channel, {})) == before
    assert not [entry for entry in game.playground.log if f"/channels/{channel}/messages" in entry.path]
