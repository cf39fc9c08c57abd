"""Suggestions: others have their turn while they are tried, and what there is no time to try is left out."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.suggestions import choice_list

WORDS = choice_list.described(*(f"word {n}" for n in range(200)))


async def test_others_have_their_turn_between_trials() -> None:
    done: list[str] = []

    async def other() -> None:
        for _ in range(60):
            done.append("other")
            await asyncio.sleep(0)

    def allowed(value: str) -> bool:
        done.append("tried")
        return False

    turns = asyncio.create_task(other())
    assert await choice_list.choice_list(WORDS, "word", allowed) == []
    await turns
    first = done.index("tried")
    assert done[:first].count("other") > 5
    assert done.count("tried") == 120 and "tried,tried" not in ",".join(done[first : first + 40])


@pytest.mark.parametrize(("characters", "shown"), [(99, 99), (100, 100), (101, 100)])
async def test_a_name_has_at_most_the_hundred_characters_that_discord_takes(characters: int, shown: int) -> None:
    [one] = await choice_list.choice_list([(1, "w" * characters)], "w")
    assert len(one.name) == shown
    assert (one.name == "w" * characters) is (characters == shown)


async def test_what_there_is_no_time_to_try_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def allowed(value: str) -> bool:
        tried.append(value)
        return True

    monkeypatch.setattr(choice_list, "clock", lambda: len(tried) * 0.5)
    offered = await choice_list.choice_list(WORDS, "word", allowed)
    assert [one.value for one in offered] == tried == ["word 0", "word 1", "word 2"]
