"""/ammo over the real protocol: purchases and the question after the roll, supplies, weights, what somebody has."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from rules.engine.records.agenda import Question
from rules.savage.shooter import shooter
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, laid_out, mustered, told

NOISE = "**_`~|" + "@everyone <@1> " + "🔥" * 100


OPENING = (
    "GM: /encounter start ruleset: savage",
    "Ann: /combatant add sheet: Shooting d8, Wild Card, Assault Rifle name: Red",
    "Ben: /combatant add sheet: Shooting d6, Extra, Pistol name: Blue",
    "GM: /combatant add sheet: Extra, Pistol name: Guard",
)


@pytest.fixture
async def savage(tmp_path: Path) -> AsyncIterator[Game]:
    """Ann's Wild Card with a rifle, Ben's Extra with a pistol, the GM's guard."""
    async with laid_out(tmp_path / "referee.sqlite3", OPENING) as game:
        yield game


def labels(answer: Answer) -> list[str]:
    return [component["label"] for component in answer.components if component["type"] == 2]


async def supplies(game: Game, name: str = "Red") -> list[tuple[str, str]]:
    [one] = [c for c in (await game.encounter()).combatants if c.name == name]
    return [(supply.sort, supply.term) for supply in shooter(one).supplies]


async def entries(game: Game) -> int:
    return len(await game.client.referee.store.journal.entries((await game.encounter()).id, limit=1000))


AP: dict[str, Any] = {"sort": "AP", "price": 2500, "die": "d8"}


class TestBuying:
    async def test_the_terms_that_can_be_had_are_buttons(self, savage: Game) -> None:
        asked = await savage.ann.slash(CHANNEL, "ammo buy", **AP, dice="5 2")
        assert labels(asked)[:3] == ["Red: one month", "Red: single mission", "Red: buy nothing"]
        assert asked.content.startswith("Red can have AP for one month or a single mission (Purchase roll 5)")
        assert "still to act: Red" in told(asked)
        assert "Expensive" in told(asked) and "Average" in told(asked)
        pressed = await savage.ann.click(asked, "Red: one month")
        assert (pressed.content, pressed.ephemeral) == ("Red buys a one-month supply of AP.", False)
        assert await supplies(savage) == [("AP", "one month")]
        assert [m for m in (await savage.encounter()).agenda if isinstance(m, Question)] == []

    async def test_answer_does_the_same_and_nothing_may_be_bought(self, savage: Game) -> None:
        await savage.says(savage.ann, "ammo buy", **AP, dice="5 2")
        assert await savage.says(savage.ann, "answer", choice="nothing") == "Red buys no AP."
        assert await supplies(savage) == []

    async def test_the_term_asked_for_is_bought_without_a_question(self, savage: Game) -> None:
        said = await savage.says(savage.ann, "ammo buy", **AP, term="single", dice="2 1")
        assert said == "Red buys a single-mission supply of AP (Purchase roll 2). Dice typed by Ann."
        assert await supplies(savage) == [("AP", "single mission")]

    async def test_a_supply_is_loaded_without_counting_and_kept_in_the_roster(self, savage: Game) -> None:
        await savage.says(savage.ann, "ammo buy", **AP, term="lifetime", dice="7 1")
        for _ in range(2):
            assert "AP" in await savage.says(savage.ann, "reload", how="AP")
            await savage.says(savage.gm, "adjust", who="Red", changes="loaded 0")
        shown = await savage.whispers(savage.ann, "ammo show")
        assert "Assault Rifle" in shown and "0 of 2 tokens AP" in shown and "AP, lifetime" in shown
        await savage.says(savage.gm, "encounter end")
        await savage.says(savage.gm, "encounter start", ruleset="savage")
        await savage.says(savage.ann, "combatant add", name="Red")
        assert await supplies(savage) == [("AP", "lifetime")]

    async def test_a_failure_is_told(self, savage: Game) -> None:
        said = await savage.says(savage.ann, "ammo buy", **AP, dice="1 1")
        assert said.startswith("Red finds no AP to buy (Purchase roll 1).")

    async def test_the_gm_buys_for_anybody_a_player_for_his_own(self, savage: Game) -> None:
        before = await entries(savage)
        refused = await savage.whispers(savage.ann, "ammo buy", **AP, who="Blue")
        assert "Blue is not yours to order" in refused and await entries(savage) == before
        assert "Blue" in await savage.says(savage.gm, "ammo buy", **AP, who="Blue", term="lifetime", dice="7")
        assert await supplies(savage, "Blue") == [("AP", "lifetime")]
        refused = await savage.whispers(savage.ann, "ammo drop", sort="AP", who="Blue")
        assert "Blue is not yours to order" in refused
        assert await supplies(savage, "Blue") == [("AP", "lifetime")]

    async def test_nobody_answers_for_another_but_the_gm(self, savage: Game) -> None:
        asked = await savage.ann.slash(CHANNEL, "ammo buy", **AP, dice="5 2")
        refused = await savage.ben.click(asked, "Red: one month")
        assert refused.ephemeral and "Red is not yours to order" in refused.content
        assert await supplies(savage) == []
        assert (await savage.gm.click(asked, "Red: single mission")).content.startswith("Red buys")

    async def test_an_old_button_buys_nothing_more(self, savage: Game) -> None:
        asked = await savage.ann.slash(CHANNEL, "ammo buy", **AP, dice="5 2")
        await savage.ann.click(asked, "Red: single mission")
        before = await entries(savage)
        late = await savage.ann.click(asked, "Red: one month")
        await late.until(lambda answer: bool(answer.followups))
        assert "no longer open" in late.followups[0]["content"]
        assert (await entries(savage), await supplies(savage)) == (before, [("AP", "single mission")])
        stale = await savage.whispers(savage.ann, "answer", choice="one month")
        assert stale == "Nobody has a question to answer now." and await entries(savage) == before

    async def test_taken_back_the_supply_is_gone_and_the_question_open_again(self, savage: Game) -> None:
        asked = await savage.ann.slash(CHANNEL, "ammo buy", **AP, dice="5 2")
        await savage.ann.click(asked, "Red: one month")
        await savage.says(savage.gm, "undo")
        assert await supplies(savage) == []
        assert (await savage.ann.click(asked, "Red: buy nothing")).content == "Red buys no AP."

    async def test_a_mission_is_over(self, savage: Game) -> None:
        await savage.says(savage.ann, "ammo buy", **AP, term="single mission", dice="2 1")
        offered = [c["value"] for c in await savage.ann.autocomplete(CHANNEL, "ammo drop", focused="sort")]
        assert offered == ["AP"]
        assert await savage.says(savage.ann, "ammo drop", sort="ap") == "Red gives up a single-mission supply of AP."
        assert await supplies(savage) == []
        assert "no supply" in await savage.whispers(savage.ann, "ammo drop", sort="ap")

    async def test_the_log_says_what_was_ordered(self, savage: Game) -> None:
        await savage.says(savage.ann, "ammo buy", **AP, term="lifetime", dice="7 1")
        await savage.says(savage.ann, "ammo drop", sort="AP")
        log = await savage.whispers(savage.ann, "log")
        assert "lifetime supply of AP" in log
        assert "Red gives up a lifetime supply of AP." in log

    async def test_words_are_suggested(self, savage: Game) -> None:
        async def offered(option: str, **said: str) -> list[str]:
            return [c["value"] for c in await savage.ann.autocomplete(CHANNEL, "ammo buy", focused=option, **said)]

        assert {"AP", "Tracer"} <= {*await offered("sort")}
        assert await offered("die") == ["d4", "d6", "d8", "d10", "d12"]
        assert await offered("per") == ["50", "item"]
        assert await offered("term", term="one") == ["one month"]
        assert "Red" in await offered("who")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"price": -1}, "Price is 1 to 10,000,000, not "),
        ({"price": 0}, "Price is 1 to 10,000,000, not "),
        ({"price": 2**53 - 1}, "Price is 1 to 10,000,000, not "),
        ({"die": "d7"}, "d4, d6, d8, d10 or d12"),
        ({"die": "🔥"}, "d4, d6, d8, d10 or d12"),
        ({"die": "x" * 100}, "d4, d6, d8, d10 or d12"),
        ({"die": "-8"}, "d4, d6, d8, d10 or d12"),
        ({"sort": "x" * 100}, "1 to 40 characters"),
        ({"sort": "🔥"}, "1 to 40 characters"),
        ({"sort": NOISE[:90]}, "1 to 40 characters"),
        ({"sort": "standard"}, "for life, so there is nothing to buy"),
        ({"per": "x" * 6000}, "per: has 6,000 characters"),
        ({"per": "🔥"}, "50 and item"),
        ({"term": "x" * 6000}, "term: has 6,000 characters"),
        ({"term": "for ever"}, "term"),
        ({"mod": "🔥"}, "“🔥” is not a modifier"),
        ({"mod": "x" * 6000}, "mod: has 6,000 characters"),
        ({"who": "Guard"}, "Guard is not yours"),
        ({"who": "Nobody"}, "Nobody"),
        ({"dice": "9 1"}, "9"),
    ],
)
async def test_what_is_wrong_is_one_private_sentence_and_changes_nothing(
    savage: Game, options: dict[str, Any], says: str
) -> None:
    before = await entries(savage), await savage.encounter()
    said = await savage.whispers(savage.ann, "ammo buy", **(AP | options))
    assert says in said and said.count("\n") <= 4
    assert (await entries(savage), await savage.encounter()) == before


class TestOtherBooks:
    @pytest.mark.parametrize("ruleset", ["aliens", "phoenix", "space_marines"])
    async def test_they_know_no_purchases(self, game: Game, ruleset: str) -> None:
        await game.says(game.gm, "encounter start", ruleset=ruleset)
        book = game.client.library.shelf[ruleset]
        await game.says(game.gm, "combatant add", sheet=book.sheet_example)
        before = await entries(game)
        for command, options in [("ammo buy", AP), ("ammo drop", {"sort": "AP"})]:
            said = await game.whispers(game.gm, command, **options)
            assert f"{book.title} has no rule for purchases" in said and "/adjust" in said
        assert await entries(game) == before
        assert "Ammunition of" in await game.whispers(game.gm, "ammo show")

    async def test_aliens_tells_boxes_and_loads(self, game: Game) -> None:
        await mustered(game)
        await game.says(game.gm, "adjust", who="Rifleman", changes="loaded 3, spares 2")
        shown = (await game.whispers(game.ann, "ammo show", who="Rifleman")).replace("**", "")
        assert "Ammunition of Rifleman" in shown
        assert "Pulse Rifle" in shown and "3 of 16 boxes; spare loads: 2 of 16 boxes" in shown
        assert "Weapons" in await game.whispers(game.gm, "ammo show", who="Alien 1")
        await game.says(game.gm, "encounter options", name="ammunition", value="off")
        assert "not counted in this encounter" in await game.whispers(game.ann, "ammo show", who="Rifleman")

    async def test_phoenix_tells_sorts_and_sizes(self, game: Game) -> None:
        await game.says(game.gm, "encounter start", ruleset="phoenix")
        await game.says(game.gm, "combatant add", sheet="skill 8, STR 16, AGI 10, M16, AP, loaded 12", name="Ash")
        shown = (await game.whispers(game.gm, "ammo show")).replace("**", "")
        assert "M16 12 of 30 rounds AP; spare loads: 2 of 30 rounds AP" in shown


class TestWeight:
    async def test_it_needs_no_encounter(self, game: Game) -> None:
        shown = (await game.whispers(game.ann, "ammo weight", tokens=8, magazine=30, caseless=True)).replace("**", "")
        assert "Weight of 8 tokens 1 Significant Item" in shown and "Caseless" in shown
        shown = (await game.whispers(game.ann, "ammo weight", cost=400, extended=True)).replace("**", "")
        assert "Cost 600" in shown

    @pytest.mark.parametrize(
        "options", [{}, {"tokens": 0}, {"tokens": -1}, {"magazine": 2**53 - 1}, {"cost": -400}, {"extended": True}]
    )
    async def test_nonsense_is_refused_in_a_sentence(self, game: Game, options: dict[str, Any]) -> None:
        said = await game.whispers(game.ann, "ammo weight", **options)
        assert "is 1 to" in said or "What do you want to weigh? Give tokens" in said


async def test_without_an_encounter_nothing_is_bought_or_shown(game: Game) -> None:
    for command, options in [("ammo buy", AP), ("ammo drop", {"sort": "AP"}), ("ammo show", {})]:
        assert "No encounter is open" in await game.whispers(game.ann, command, **options)
