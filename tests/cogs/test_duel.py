"""Features that Aliens does not use, played over the real protocol: questions, seconds, places as targets, action
lists."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.engine.records.agenda import Question
from rules.engine.records.orders import Target
from rules.words.places import Place
from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, laid_out, told
from tests.duel import DUCKS, STANDS, books
from tests.served import connected, stand_in

OPENING = (
    "GM: /encounter start ruleset: duel",
    "Ann: /combatant add sheet: apone",
    "Ben: /combatant add sheet: rifleman",
    "GM: /combatant add sheet: alien",
)


@pytest.fixture(autouse=True)
def shelved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot has the made-up book on its shelf."""
    monkeypatch.setattr("bot.chat.connection.client.shelf", books)


@pytest.fixture
async def game(tmp_path: Path, shelved: None) -> AsyncIterator[Game]:
    """An encounter by the made-up book: Ann's Apone, Ben's Rifleman, the GM's Alien."""
    async with laid_out(tmp_path / "referee.sqlite3", OPENING) as game:
        yield game


def labels(answer: Answer) -> list[str]:
    return [component["label"] for component in answer.components if component["type"] == 2]


async def questions(game: Game) -> list[Question]:
    return [m for m in (await game.encounter()).agenda if isinstance(m, Question)]


async def entries(game: Game) -> int:
    return len(await game.client.referee.store.journal.entries((await game.encounter()).id, limit=1000))


HE_DUCKS, HE_STANDS = f"Rifleman: {DUCKS}", f"Rifleman: {STANDS}"


class TestQuestions:
    async def test_the_answer_that_asks_has_the_choices_and_pings_who_is_asked(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        assert labels(shot) == [HE_DUCKS, HE_STANDS, "Details", "Again", "Undo"]
        assert shot.content == f"Apone levels at Rifleman.\n<@{game.ben.id}>"
        assert "still to act: Rifleman" in shot.embeds[0]["footer"]["text"]

    async def test_a_press_is_an_answer(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        pressed = await game.ben.click(shot, HE_STANDS)
        assert (pressed.content, pressed.ephemeral) == ("Rifleman stands fast.", False)
        assert "rolled" in told(pressed) and labels(pressed) == ["Details", "Undo", "Done", "Next", "Run"]
        assert await questions(game) == []

    async def test_others_may_not_answer_the_gm_may(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        refused = await game.ann.click(shot, HE_DUCKS)
        assert refused.ephemeral and "Rifleman is not yours to order" in refused.content
        assert len(await questions(game)) == 1
        assert (await game.gm.click(shot, HE_DUCKS)).content == "Rifleman ducks."
        assert await questions(game) == []

    async def test_pressed_twice_at_once_it_is_one_answer(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        before = await entries(game)
        await asyncio.gather(*(game.ben.click(shot, choice) for choice in (HE_DUCKS, HE_STANDS, HE_DUCKS)))
        assert await entries(game) == before + 1

    async def test_an_old_button_says_so_and_goes(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        await game.ben.click(shot, HE_DUCKS)
        before = await entries(game)
        late = await game.ben.click(shot, HE_STANDS)
        await late.until(lambda answer: bool(answer.followups))
        (said,) = late.followups
        assert "no longer open" in said["content"] and said["flags"] & 64
        assert labels(shot) == ["Details", "Again", "Undo"]
        assert await entries(game) == before

    async def test_the_same_question_asked_anew_is_answered_by_old_buttons_too(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        await game.says(game.gm, "undo")
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        assert (await game.ben.click(shot, HE_DUCKS)).content == "Rifleman ducks."

    async def test_buttons_hold_after_an_end_no_more(self, game: Game) -> None:
        shot = await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        await game.says(game.gm, "encounter end")
        late = await game.ben.click(shot, HE_DUCKS)
        await late.until(lambda answer: bool(answer.followups))
        assert "no longer open" in late.followups[0]["content"]

    async def test_the_board_offers_them_too(self, game: Game) -> None:
        assert labels(await game.ben.slash(CHANNEL, "encounter show")) == []
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        board = await game.ben.slash(CHANNEL, "encounter show")
        assert board.ephemeral and labels(board) == [HE_DUCKS, HE_STANDS]
        assert "Rifleman is asked: Apone fires: does Rifleman duck?" in board.content.replace("**", "")
        assert (await game.ben.click(board, HE_DUCKS)).content == "Rifleman ducks."
        await game.ben.click(board, HE_DUCKS)
        assert labels(board) == []

    async def test_they_outlive_a_restart(self, tmp_path: Path) -> None:
        database = tmp_path / "restarted.sqlite3"
        async with stand_in() as playground:
            async with connected(playground, database) as bot:
                gm = bot.person("GM")
                await gm.slash(CHANNEL, "encounter start", ruleset="duel")
                await gm.slash(CHANNEL, "combatant add", sheet="apone", count=2)
                shot = await gm.slash(CHANNEL, "fire", who="Apone 1", target="Apone 2")
            await playground.offline()
            async with connected(playground, database):
                assert (await gm.click(shot, f"Apone 2: {STANDS}")).content == "Apone 2 stands fast."
            assert playground.violations == []

    async def test_several_questions_are_told_apart(self, game: Game) -> None:
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        shot = await game.ben.slash(CHANNEL, "fire", target="Apone")
        assert labels(shot)[:4] == [f"{who}: {does}" for who in ("Rifleman", "Apone") for does in (DUCKS, STANDS)]
        assert (await game.ann.click(shot, f"Apone: {DUCKS}")).content == "Apone ducks."
        assert [question.to for question in await questions(game)] == ["c2"]

    async def test_asked_twice_the_first_question_is_answered_first(self, game: Game) -> None:
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        shot = await game.gm.slash(CHANNEL, "fire", target="Rifleman", who="Alien")
        assert labels(shot)[:2] == [HE_DUCKS, HE_STANDS]
        await game.ben.click(shot, HE_DUCKS)
        assert [question.text for question in await questions(game)] == ["Alien fires: does Rifleman duck?"]

    async def test_answered_by_words(self, game: Game) -> None:
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        offered = await game.ben.autocomplete(CHANNEL, "answer", focused="choice")
        assert [choice["value"] for choice in offered] == [DUCKS, STANDS]
        answer = await game.ben.slash(CHANNEL, "answer", choice="Duck", dice="7")
        assert answer.content == "Rifleman ducks. Dice typed by Ben."
        assert "rolled **7**" in told(answer)

    async def test_the_gm_answers_for_whoever_is_asked(self, game: Game) -> None:
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        assert "Rifleman stands fast." in await game.says(game.gm, "answer", choice="stands")

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"choice": "ducks", "who": "Apone"}, "Apone has no question to answer now."),
            ({"choice": "runs"}, "I don't know the answer “runs”. Known: ducks and stands fast."),
            ({"choice": "ducks", "who": "Rifleman"}, "Rifleman is not yours to order"),
        ],
    )
    async def test_no_answer(self, game: Game, options: dict[str, str], said: str) -> None:
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        assert said in await game.whispers(game.ann, "answer", **options)
        assert len(await questions(game)) == 1

    async def test_nobody_is_asked(self, game: Game) -> None:
        assert await game.whispers(game.ann, "answer", choice="ducks") == "Nobody has a question to answer now."

    async def test_whose_answer_has_to_be_said(self, game: Game) -> None:
        await game.ann.slash(CHANNEL, "fire", target="Rifleman")
        await game.ben.slash(CHANNEL, "fire", target="Apone")
        said = await game.whispers(game.gm, "answer", choice="ducks")
        assert "Who answers? Name one with who: (Rifleman or Apone)." in said


class TestTime:
    @pytest.mark.parametrize(
        ("time", "seconds"),
        [("30 seconds", 30), ("5min", 300), ("2 Hours", 7200), ("3 days 4 h", 273_600), ("1 h, 1 m and 1 s", 3661)],
    )
    async def test_goes_by_as_said_in_one_message(self, game: Game, time: str, seconds: int) -> None:
        answer = await game.gm.slash(CHANNEL, "next", time=time)
        assert answer.content.splitlines()[:3] == [
            f"{who} waits {seconds} seconds." for who in ("Apone", "Rifleman", "Alien")
        ]
        assert (await game.encounter()).clock.turn == 1 + seconds

    @pytest.mark.parametrize(
        "time",
        ["0", "0 s", "-5 minutes", "5", "soon", "10 phases", "1.5 h", "10000 years", f"{'9' * 150} d", "3651 d", ";"],
    )
    async def test_nonsense_is_refused(self, game: Game, time: str) -> None:
        said = await game.whispers(game.gm, "next", time=time)
        assert said == (
            "How much time should pass? Give it in seconds, minutes, hours and days, up to ten years:"
            " 30 seconds, 5 min, 2 h or 3 days 4 hours."
        )
        assert (await game.encounter()).clock.turn == 1

    async def test_what_was_ordered_is_said(self, game: Game) -> None:
        answer = await game.gm.slash(CHANNEL, "next", time="3 days 4 h 1 min")
        assert "Next: 3 days 4 hours 1 minute" in told(await game.gm.click(answer, "Details"))


class TestPlaces:
    @pytest.mark.parametrize(
        ("target", "aimed"),
        [("D7", "D7"), ("square d 7", "D7"), ("Alien, D7", "Alien and D7"), ("D7, E8", "D7 and E8")],
    )
    async def test_are_targets(self, game: Game, target: str, aimed: str) -> None:
        answer = await game.ann.slash(CHANNEL, "throw", target=target)
        assert answer.content == f"Apone lets fly at {aimed}."

    async def test_are_kept_as_places(self, game: Game) -> None:
        await game.ann.slash(CHANNEL, "throw", target="D7")
        referee = game.client.referee
        head = await referee.journal.head((await game.encounter()).id)
        assert head is not None
        assert getattr(head.order, "targets", None) == (Target(place=Place(4, 7)),)

    async def test_the_form_takes_a_place(self, game: Game) -> None:
        await game.says(game.gm, "combatant add", sheet="alien", count=2)
        form = await game.gm.slash(CHANNEL, "throw", target="D7")
        assert form.ephemeral
        shown = [o for s in form.components for o in s.get("options", []) if o.get("default")]
        assert [o["label"] for o in shown] == ["Apone", "Square D7"]
        await game.gm.select(form, "Who", "Rifleman")
        assert (await game.gm.click(form, "Throw")).content.startswith("Rifleman lets fly at D7.")

    async def test_what_is_no_place_is_refused_as_before(self, game: Game) -> None:
        assert "“D123”. Known: Apone, Rifleman and Alien" in await game.whispers(game.ann, "throw", target="D123")


class TestFiles:
    async def test_the_example_is_the_book_s(self, game: Game) -> None:
        (example,) = (await game.gm.slash(CHANNEL, "weapon example")).message["attachments"]
        assert example["filename"] == "duel-example.toml"


class TestWords:
    async def test_how_is_suggested_by_the_verb(self, game: Game) -> None:
        async def offered(command: str, **typed: str) -> list[str]:
            choices = await game.ann.autocomplete(CHANNEL, command, focused="how", **typed)
            return [choice["value"] for choice in choices]

        assert await offered("fire") == ["from the hip", "head", "standing"]
        assert await offered("fire", how="st") == ["standing"]
        assert await offered("fire", how="head, f") == ["head, from the hip"]
        assert await offered("move") == ["crawling"]
        # The book of the duel has no ducking.
        assert await offered("duck") == []
        assert await offered("heal") == []

    async def test_the_action_list_is_the_actors(self, game: Game) -> None:
        assert await game.ann.autocomplete(CHANNEL, "act", focused="what") == [], "an act needs its cost"
        choices = await game.ann.autocomplete(CHANNEL, "act", focused="what", cost=1)
        assert [(c["value"], c["name"]) for c in choices] == [
            ("Open a Door", "Open a Door · 3 actions"),
            ("Bow", "Apone bows"),
        ]

    async def test_a_move_takes_its_manner(self, game: Game) -> None:
        answer = await game.ann.slash(CHANNEL, "move", to="C4", how=" crawling ")
        assert answer.content == "Apone goes crawling."
        # The title of the details is the order.
        assert "move to C4 (crawling)" in told(await game.ann.click(answer, "Details"))
