"""`/start` guides a newcomer through a first fight in every rulebook, press by press."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.game.help import first_steps
from rules.shelf import shelf
from standin.driver import Answer
from tests.bot.table import invocation
from tests.cogs.conftest import CHANNEL, Game, is_public, says, told
from tests.waiting import until

SIDES = {"aliens": "Marines", "phoenix": "Squad", "savage": "Squad", "space_marines": "Marines"}


def labels(message: object) -> list[str]:
    rows = message["components"] if isinstance(message, dict) else message.components  # type: ignore[attr-defined]
    return [part["label"] for row in rows for part in row.get("components", []) if "label" in part]


async def guided(answer: Answer) -> dict[str, object]:
    """The last private step of the guide after a press."""
    await until(lambda: bool(answer.followups))
    return answer.followups[-1]


async def begun(game: Game, book: str, side: str) -> dict[str, object]:
    offered = await game.ann.slash(CHANNEL, "start")
    assert offered.ephemeral and labels(offered) == [one.title for one in shelf().values()]
    sides = await game.ann.click(offered, shelf()[book].title)
    assert sides.ephemeral and SIDES[book] in labels(sides) and labels(sides)[-1] == "GM"
    started = await game.ann.click(sides, side)
    assert is_public(started) and "First fight" in told(started)
    return await guided(started)


@pytest.mark.parametrize("book", SIDES)
async def test_a_first_fight_from_start_to_end(game: Game, book: str) -> None:
    step = await begun(game, book, SIDES[book])
    encounter = await game.encounter()
    mine = [one.name for one in encounter.combatants if one.owner == game.ann.id]
    # The side is asked for once: these fighters are Ann's from the start.
    assert [one.side for one in encounter.combatants if one.name in mine] == [SIDES[book]] * 2
    assert "Your side's fighters belong to you" in str(step["content"]) and "can act" in str(step["content"])
    chances = await game.ann.click(step, "Chances")
    assert chances.ephemeral
    step = await guided(chances)
    assert "Now fire." in str(step["content"])
    fire = next(label for label in labels(step) if " fires at " in label)
    shot = await game.ann.click(step, fire)
    assert is_public(shot) and any(name in told(shot) for name in mine)
    step = await guided(shot)
    assert "Next turn" in labels(step)
    onward = await game.ann.click(step, "Next turn")
    step = await guided(onward)
    assert "**First fight**" in str(step["content"])
    ended = await game.ann.click(step, "End")
    assert is_public(ended) and "seed" in told(ended).casefold()
    assert "/encounter start" in str((await guided(ended))["content"])


async def test_the_gm_plays_everyone(game: Game) -> None:
    step = await begun(game, "aliens", "GM")
    assert "You are the GM and may order everyone" in str(step["content"])
    encounter = await game.encounter()
    assert encounter.gms == (game.ann.id,) and not any(one.owner for one in encounter.combatants)


async def test_where_an_encounter_is_open_it_says_so(game: Game) -> None:
    await says(game, "GM: /encounter start ruleset: aliens title: The corridor")
    answer = await game.ann.slash(CHANNEL, "start")
    assert answer.ephemeral and "The corridor" in answer.content
    assert labels(answer) == ["What can I do now?"]
    assert (await game.ann.click(answer, "What can I do now?")).ephemeral


async def test_start_again_continues_ones_own_first_fight(game: Game) -> None:
    await begun(game, "savage", "Squad")
    again = await game.ann.slash(CHANNEL, "start")
    assert again.ephemeral and any(" fires at " in label for label in labels(again))
    assert labels(await game.ben.slash(CHANNEL, "start")) == ["What can I do now?"]


async def test_a_side_pressed_three_times_starts_one_fight(game: Game) -> None:
    offered = await game.ann.slash(CHANNEL, "start")
    sides = await game.ann.click(offered, shelf()["aliens"].title)
    answers = await asyncio.gather(*(game.ann.click(sides, "Marines") for _ in range(3)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True, True]


async def test_the_end_of_another_fight_is_not_pressed(game: Game) -> None:
    step = await begun(game, "aliens", "Marines")
    await says(game, "Ann: /encounter end")
    await says(game, "GM: /encounter start ruleset: aliens title: The corridor")
    late = await game.ann.click(step, "End")
    assert late.ephemeral and "no longer open" in late.content
    assert not (await game.encounter()).ended


async def test_help_tells_newcomers_of_it(game: Game) -> None:
    assert "`/start`" in await game.whispers(game.ann, "help")


async def stepped(game: Game, label: str, step: dict[str, object]) -> dict[str, object]:
    """The step after a press."""
    return await guided(await game.ann.click(step, label))


async def again(game: Game) -> dict[str, object]:
    """The present step, as `/start` shows it."""
    answer = await game.ann.slash(CHANNEL, "start")
    return {"content": answer.content, "components": answer.components, **answer.message}


DECIDED = [
    ("aliens", ("Alien 1", "Alien 2"), "The Marines have won."),
    ("aliens", ("Ash", "Birch"), "The Aliens have won."),
    ("phoenix", ("Guard 1", "Guard 2"), "The Squad has won."),
    ("savage", ("Thug 1", "Thug 2"), "The Squad has won."),
    ("space_marines", ("Bug Warrior 1", "Bug Warrior 2"), "The Marines have won."),
    ("phoenix", ("Guard 1", "Guard 2", "Trent", "Axly"), "Both sides are down."),
]


@pytest.mark.parametrize(("book", "fallen", "said"), DECIDED)
async def test_it_says_who_has_won_and_asks_for_the_end(
    game: Game, book: str, fallen: tuple[str, ...], said: str
) -> None:
    await begun(game, book, SIDES[book])
    for name in fallen:
        await game.ann.slash(CHANNEL, "adjust", who=name, changes="dead")
    step = await again(game)
    assert f"{said} Press **End**." in str(step["content"])
    assert labels(step) == ["End", "What can I do now?"]
    assert "Next turn" not in str(step["content"])
    ended = await game.ann.click(step, "End")
    assert is_public(ended) and "encounter ends" in told(ended)


@pytest.mark.parametrize("hidden", ["alive", "dead", "nobody"])
async def test_a_player_is_guided_by_what_they_know(game: Game, hidden: str) -> None:
    """Ben plays the Marines and knows of two Aliens; the GM knows whether there is a third."""
    await begun(game, "aliens", "GM")
    for name in ("Ash", "Birch"):
        await says(game, f"Ann: /combatant owner who: {name} user: @Ben")
    if hidden != "nobody":
        await game.ann.slash(CHANNEL, "combatant add", sheet="alien", name="Zorro", side="Aliens", secret=True)
    for name in ("Alien 1", "Alien 2", *(["Zorro"] if hidden == "dead" else [])):
        await game.ann.slash(CHANNEL, "adjust", who=name, changes="dead")
    here = replace(invocation(channel=game.gm.channel_id(CHANNEL)), guild=game.playground.world.home.id)
    contexts = [await game.client.referee.context(replace(here, user=one.id)) for one in (game.ben, game.ann)]
    bens, anns = [first_steps.steps(context).over for context in contexts if context]
    assert bens == "The Marines have won."
    assert anns == ("" if hidden == "alive" else "The Marines have won.")


async def test_an_old_button_for_chances_says_who_has_won(game: Game) -> None:
    step = await begun(game, "aliens", "Marines")
    for name in ("Alien 1", "Alien 2"):
        await game.ann.slash(CHANNEL, "adjust", who=name, changes="dead")
    chances = await game.ann.click(step, "Chances")
    assert chances.content == "The Marines have won. Press End."


async def test_an_aim_is_called_an_aim(game: Game) -> None:
    step = await begun(game, "phoenix", "Squad")
    # Axly has one action in this impulse, and aims with two.
    await game.ann.slash(CHANNEL, "pass", who="Trent")
    step = await again(game)
    step = await stepped(game, "Axly fires at Guard 1", step)
    assert "Axly is aiming. The shot comes in Impulse 2." in str(step["content"])
    assert "That was a shot" not in str(step["content"])


async def shot_dead(game: Game) -> None:
    """Trent's shot in the forehead kills Guard 1, when the impulse ends."""
    shot = await game.ann.slash(CHANNEL, "fire", who="Trent", target="Guard 1", aim=2, dice="01 16 7")
    assert "Guard 1 is dead when this impulse ends" in told(shot)


async def test_the_first_button_is_never_a_dying_fighter_or_the_other_sides(game: Game) -> None:
    await begun(game, "phoenix", "Squad")
    await shot_dead(game)
    await game.ann.slash(CHANNEL, "pass", who="Axly")
    step = await again(game)
    assert "**Guard 2** can act." in str(step["content"])
    assert labels(step)[:2] == ["Next turn", "Guard 2 fires at Trent"]
    await game.ann.slash(CHANNEL, "pass", who="Guard 2")
    step = await again(game)
    assert "**Guard 1** is dying and can act until this impulse ends." in str(step["content"])
    assert labels(step)[0] == "Next turn"


async def test_the_first_target_is_not_one_who_is_dying(game: Game) -> None:
    await begun(game, "phoenix", "Squad")
    assert labels(await again(game))[0] == "Trent fires at Guard 1"
    await shot_dead(game)
    assert labels(await again(game))[0] == "Axly fires at Guard 2"


async def test_a_dying_fighter_of_ones_own_is_no_first_button(game: Game) -> None:
    await begun(game, "phoenix", "Guards")
    await shot_dead(game)
    step = await again(game)
    assert labels(step)[0] == "Guard 2 fires at Trent"
    await game.ann.slash(CHANNEL, "pass", who="Guard 2")
    step = await again(game)
    assert "**Guard 1** is dying" in str(step["content"]) and labels(step)[0] == "Next turn"
