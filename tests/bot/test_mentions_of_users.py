"""A user who is mentioned where fighters are named stands for the fighters they own."""

from __future__ import annotations

import pytest

from bot.game.requests.context import mentions
from rules.engine.records.errors import Ambiguous, UnknownName
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import Soldier


def encounter(*fighters: tuple[str, str, bool]) -> Encounter:
    """Fighters by name, with their owner and whether they are in play."""
    combatants = tuple(
        Combatant(f"c{n}", name, "", owner, (), Soldier(), present=present)
        for n, (name, owner, present) in enumerate(fighters, start=1)
    )
    return Encounter("e1", "Test", "phoenix", "phoenix-basic", ("9",), "", (), combatants)


FIGHT = encounter(
    ("Hudson", "1", True),
    ("Vasquez", "1", False),
    ("Drake", "2", False),
    ("Frost", "2", False),
    ("Hicks", "3", True),
    ("Apone", "3", True),
    ("Gorman", "4", False),
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("<@1>", ["Hudson"]),
        ("<@!1>, Bishop", ["Hudson", "Bishop"]),
        ("<@3>", ["Hicks", "Apone"]),
        # If none is in play, all are meant.
        ("<@2>, , <@1>", ["Drake", "Frost", "Hudson"]),
        ("<@8>", ["<@8>"]),
    ],
)
def test_those_in_play_are_meant_or_all_if_none_is(text: str, names: list[str]) -> None:
    assert mentions.names(text, FIGHT) == names


def test_one_name_is_that_of_the_only_fighter() -> None:
    assert [mentions.name(text, FIGHT) for text in ("<@1>", "<@4>", "Bishop")] == ["Hudson", "Gorman", "Bishop"]
    with pytest.raises(Ambiguous, match="Hicks and Apone"):
        mentions.name("<@3>", FIGHT)
    with pytest.raises(UnknownName, match="no fighter of that player"):
        mentions.name("<@8>", FIGHT)


def test_in_a_text_users_without_a_fighter_stay() -> None:
    assert mentions.with_names("<@1> fires at <@8>", FIGHT) == "Hudson fires at <@8>"
    with pytest.raises(Ambiguous):
        mentions.with_names("<@1> fires at <@3>", FIGHT)
