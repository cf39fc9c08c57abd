"""Words beside a person or a verb: which of them belong to it."""

from __future__ import annotations

import pytest

from bot.game.rulings import Ruling, read
from rules.engine.conduct import conduct
from rules.shelf import shelf

BOOK = shelf()["phoenix"]
SPACE = BOOK.space(conduct.stage(BOOK))


def ruled(line: str) -> Ruling:
    return read(line, BOOK.usual({}), SPACE)


@pytest.mark.parametrize("word", ["later", "either", "together", "whenever", "higher", "another", "number"])
def test_a_word_in_er_that_names_nobody_is_left_out(word: str) -> None:
    assert ruled(f"M16 at the hostage taker {word} 40m").names[1] == "hostage taker"
    ruling = ruled(f"M16 at guard {word} 40m")
    assert (ruling.names[1], ruling.spaces) == ("guard", 22)
    assert word in " ".join(one.words for one in ruling.left_out)
