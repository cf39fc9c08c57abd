"""/help as people use it: on a server, in a direct message, where the bot is not; and what a fighter can do now."""

from __future__ import annotations

import re

from tests.cogs.conftest import CHANNEL, Game, helped, mustered, says, told

ELSEWHERE = "elsewhere"


def ways(answer: str) -> str:
    """The answer without its last line, who still has to act: like every answer it says that there are others."""
    return answer.rsplit("\n", 1)[0]


async def test_a_question_is_answered_in_private_with_buttons_to_more(game: Game) -> None:
    answer = await game.ann.slash(CHANNEL, "help", topic="how do I reload?")
    assert answer.ephemeral and answer.content.startswith("**Reload**") and "`/reload`" in answer.content
    assert "Aliens" in answer.content and "Phoenix Command" in answer.content
    more = await game.ann.click(answer, "Ammunition")
    assert more.ephemeral and more.content.startswith("**Ammunition**")
    # Any number of times.
    assert (await game.ann.click(answer, "Ammunition")).content == more.content


async def test_a_long_topic_goes_on(game: Game) -> None:
    answer = await game.ann.slash(CHANNEL, "help", topic="for the GM")
    following = await game.ann.click(answer, "More")
    assert following.content.startswith("**For the GM**") and following.content != answer.content


async def test_a_term_and_a_rulebook(game: Game) -> None:
    assert "SAL 14" in await game.whispers(game.ann, "help", topic="what is SAL")
    book = await game.whispers(game.ann, "help", topic="savage")
    assert "/encounter start ruleset: savage" in book and "warehouse" in book


async def test_what_is_not_known_names_what_is_near(game: Game) -> None:
    answer = await game.ann.slash(CHANNEL, "help", topic="sheet frobnication zzyzx")
    helped(answer, "nearest: sheet lines")
    assert (await game.ann.click(answer, "Sheet lines")).content.startswith("**Sheet lines**")


async def test_in_an_encounter_its_rulebook_speaks(game: Game) -> None:
    await mustered(game)
    answer = await game.ann.slash(CHANNEL, "help", topic="reload")
    assert "8 actions without interruption" in answer.content and "Reload Time" not in answer.content
    assert "Rifleman, Pistol" in (await game.ann.click(answer, "Aliens")).content


async def test_a_rulebook_without_the_rule_says_so(game: Game) -> None:
    await mustered(game)
    grenades = await game.whispers(game.ann, "help", topic="how do I throw a grenade")
    assert "Aliens has no throws" in grenades and "/throw" not in grenades
    reload = await game.whispers(game.ann, "help", topic="how do I reload")
    assert "no sorts of ammunition" in reload and "how: AP" not in reload


async def test_the_example_of_a_ruling_works_where_it_is_given(game: Game) -> None:
    for ruleset in ("", "phoenix"):
        if ruleset:
            await says(game, f"GM: /encounter start ruleset: {ruleset} title: The wall")
        answer = await game.whispers(game.ann, "help", topic="quick ruling")
        [line] = re.findall(r"`/rule text: ([^`]+)`", answer)
        assert ("M16" in line) == bool(ruleset)
        assert ", rolled " in told(await game.ann.types(CHANNEL, f"/rule text: {line}"))


async def test_questions_are_suggested(game: Game) -> None:
    found = await game.ann.autocomplete(CHANNEL, "help", focused="topic", topic="how do I reload my gun")
    assert found[0]["value"] == "reload"
    names = [one["value"] for one in await game.ann.autocomplete(CHANNEL, "help", focused="topic", topic="Knock")]
    assert "Knockout Value, KV" in names


async def test_what_can_i_do_now(game: Game) -> None:
    assert "No encounter is open" in await game.whispers(game.ann, "help", topic="what can I do now")
    await mustered(game)
    now = await game.whispers(game.ann, "help", topic="what can I do now")
    assert "**Apone** can act." in now and "`/pass`" in now
    assert "Apone, Rifleman" in now.split("\n")[-1]
    await game.says(game.ann, "pass")
    assert "Apone has to act now" not in await game.whispers(game.ben, "help", topic="what now")
    assert "Apone" in await game.whispers(game.ann, "help", topic="what can I do now")
    stranger = await game.playground.person("Cleo").slash(CHANNEL, "help", topic="what can I do now")
    assert "You have no fighter in play here" in stranger.content


async def test_what_it_offers_is_accepted(game: Game) -> None:
    for line in (
        "GM: /encounter start ruleset: phoenix title: The wall",
        "GM: /encounter map size: 12x8 walls: H4",
        "GM: /combatant add name: Trent side: Squad sheet: green, M16 at: C4 owner: @Ann",
        "GM: /combatant add name: Guard side: Guards sheet: green, AKM 47 at: F4",
    ):
        await says(game, line)
    now = await game.whispers(game.ann, "help", topic="what can I do now")
    lines = re.findall(r"`(/[^`]+)`", now)
    assert "/fire target: Guard" in lines and "/pass" in lines and "/move" in lines, now
    assert "Guard" in told(await game.ann.types(CHANNEL, "/fire target: Guard aim: 1"))


async def test_it_tells_nothing_of_whom_a_side_does_not_know(game: Game) -> None:
    """Word for word the same with a secret fighter and without one."""
    lines = (
        "GM: /encounter start ruleset: phoenix title: The wall",
        "GM: /encounter options name: fog value: hidden",
        "GM: /encounter map size: 12x8",
        "GM: /combatant add name: Trent side: Squad sheet: green, M16 at: C4 owner: @Ann",
        "GM: /combatant add name: Guard side: Guards sheet: green, AKM 47 at: F4",
    )
    for line in lines:
        await says(game, line)
    before = ways(await game.whispers(game.ann, "help", topic="what can I do now"))
    await game.gm.types(CHANNEL, "/combatant add name: Zorro side: Guards sheet: green, AKM 47 at: D4 secret: True")
    assert "Zorro" in await game.whispers(game.gm, "help", topic="what can I do now")
    assert ways(await game.whispers(game.ann, "help", topic="what can I do now")) == before


async def test_where_the_bot_is_not(game: Game) -> None:
    world = game.playground.world
    world.installers.add(game.ann.id)
    world.add_strange_guild(ELSEWHERE)
    for channel in (world.direct(game.ann.id)["id"], game.ann.channel_id(ELSEWHERE)):
        answer = await game.ann.slash(channel, "help", topic="what does 1,000 PD mean")
        assert answer.ephemeral and "1,000 PD" in answer.content
        assert (await game.ann.click(answer, "Heal")).content.startswith("**Heal**")
        here = "No encounter" if channel == world.direct(game.ann.id)["id"] else "Here I can only answer."
        assert here in (await game.ann.slash(channel, "help", topic="what can I do now")).content
