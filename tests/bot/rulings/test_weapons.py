"""A weapon takes what belongs to it: a caliber, a model, a number; nothing else becomes one."""

from __future__ import annotations

import pytest

from bot.game.rulings import Missing, read
from rules.engine.conduct import conduct
from rules.shelf import shelf

BOOK = shelf()["phoenix"]
SPACE = BOOK.space(conduct.stage(BOOK))


def test_a_number_can_be_a_weapon_s() -> None:
    ruling = read("with the 870 at guard 10m", BOOK.vocabulary({}), SPACE)
    assert (ruling.weapon, ruling.names[1], ruling.spaces) == ("Remington M870", "guard", 5)


@pytest.mark.parametrize(
    ("line", "many"), [("I shoot the 60 guards", "60 guards"), ("shoot the 16 guards 40m", "16 guards")]
)
def test_a_number_of_people_is_no_weapon(line: str, many: str) -> None:
    with pytest.raises(Missing) as missing:
        read(line, BOOK.vocabulary({}), SPACE)
    assert missing.value.question == f"A ruling is one shot at one target, not “{many}”. Which weapon?"
