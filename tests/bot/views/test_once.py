"""Presses that count once, and what is not kept for ever."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.chat.desk.context import Interaction
from bot.chat.desk.prompts import TextWindow
from bot.chat.views.presses.button_memory import LIFETIME, ButtonMemory
from bot.chat.views.presses.claims import Claims
from bot.chat.views.private.modals import TextModal
from bot.chat.views.private.prompt import dice_prompt
from bot.errors import Outdated
from rules.engine.records.errors import DiceWanted, NotAllowed, NotNow
from rules.engine.records.steps import Roll


def by(user: str, channel: str) -> Interaction:
    """An interaction of that user in that channel."""
    return cast("Interaction", SimpleNamespace(user=SimpleNamespace(id=user), channel_id=channel, extras={}))


WANTED = DiceWanted([Roll("Hit", "the shot", 0, 9, 7)], "the second shot", 0, 9)


async def resume(interaction: object, text: str) -> None:
    raise AssertionError("nobody typed")


def test_a_second_press_is_refused_and_the_same_one_is_not() -> None:
    claims = Claims()
    with claims.once("a", 1, "used"):
        pass
    with claims.once("a", 1, "used"):
        pass
    with pytest.raises(Outdated, match="used"), claims.once("a", 2, "used"):
        raise AssertionError("carried out twice")


def test_a_second_press_is_refused_while_the_first_is_under_way() -> None:
    claims = Claims()
    with claims.once("a", 1, "used"), pytest.raises(Outdated), claims.once("a", 2, "used"):
        raise AssertionError("carried out twice")


def test_a_refused_press_may_be_tried_again() -> None:
    claims = Claims()
    with pytest.raises(NotNow), claims.once("a", 1, "used"):
        raise NotNow("Out of actions.")
    with claims.once("a", 2, "used"):
        pass


def test_a_press_that_broke_down_is_not_tried_again() -> None:
    claims = Claims()
    with pytest.raises(ZeroDivisionError), claims.once("a", 1, "used"):
        raise ZeroDivisionError
    with pytest.raises(Outdated), claims.once("a", 2, "used"):
        raise AssertionError("it may have been stored")


def test_only_so_many_presses_are_remembered() -> None:
    claims = Claims(most=2)
    for key in "abc":
        with claims.once(key, 1, "used"):
            pass
    with claims.once("a", 2, "used"):
        pass
    with pytest.raises(Outdated), claims.once("c", 2, "used"):
        raise AssertionError("forgotten too early")


def test_what_is_kept_lapses_and_is_bounded() -> None:
    now = [100.0]
    kept: ButtonMemory[str] = ButtonMemory("gone", clock=lambda: now[0], most=2)
    first, second = kept.keep("first", by("1", "10")), kept.keep("second", by("1", "10"))
    assert kept.get(first, by("1", "10")) == "first"
    third = kept.keep("third", by("2", "11"))
    with pytest.raises(Outdated, match="gone"):
        kept.get(first, by("1", "10"))
    now[0] += LIFETIME - 1
    assert (kept.get(second, by("1", "10")), kept.get(third, by("2", "11"))) == ("second", "third")
    with pytest.raises(NotNow, match="another channel"):
        kept.get(third, by("2", "10"))
    with pytest.raises(NotAllowed, match="Only the player who was asked"):
        kept.get(third, by("1", "11"))
    kept.drop(third)
    with pytest.raises(Outdated):
        kept.get(third, by("2", "11"))
    now[0] += 1
    with pytest.raises(Outdated):
        kept.get(second, by("1", "10"))


async def test_the_prompt_names_what_was_thrown_and_what_is_wanted() -> None:
    reply, view = dice_prompt(by("1", "10"), WANTED, resume)
    assert "7 for the shot" in reply.content
    assert "the next die, 0 to 9, for the second shot" in reply.content
    (row,) = view.to_components()
    assert [button["custom_id"][:4] for button in row["components"]] == ["srd:"]


async def test_windows_keep_within_limits() -> None:
    window = TextModal(
        TextWindow("t" * 60, "l" * 60, resume, placeholder="p" * 200, default="d" * 5000, long=True, hint="h" * 200),
        by("1", "10"),
    )
    shape = window.to_dict()
    (label,) = shape["components"]
    field = label["component"]
    assert len(shape["title"]) == 45 and len(label["label"]) == 45 and len(label["description"]) == 100
    assert len(field["placeholder"]) == 100 and len(field["value"]) == 4000 and field["max_length"] == 4000
    assert field["style"] == 2
    assert 5 <= len(shape["custom_id"]) <= 100
