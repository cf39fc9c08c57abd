import pytest

from bot.game.sight.sentences import tidied
from rules.engine.scene.scene import Clause

WHOLE = (Clause("c1", "Trent fires"), Clause("c1", ": HIT, "), Clause("c2", "chest; "), Clause("c3", "Axly is down."))


@pytest.mark.parametrize(
    ("left", "sentence"),
    [
        ((0, 1, 2, 3), "Trent fires: HIT, chest; Axly is down."),
        ((0,), "Trent fires."),
        ((0, 1), "Trent fires: HIT."),
        ((2,), "Chest."),
        ((1, 2), "HIT, chest."),
        ((0, 1, 3), "Trent fires: HIT, Axly is down."),
        ((), ""),
    ],
)
def test_the_clauses_that_are_left_are_a_sentence(left: tuple[int, ...], sentence: str) -> None:
    assert "".join(one.text for one in tidied([WHOLE[at] for at in left], WHOLE)) == sentence


def test_punctuation_alone_is_nothing() -> None:
    assert tidied([Clause("c1", ": ")], WHOLE) == ()


def test_a_clause_that_begins_with_punctuation_ends_the_one_before() -> None:
    kept = tidied([Clause("c1", "Guard: "), Clause("c1", ", out.")], WHOLE)
    assert "".join(one.text for one in kept) == "Guard, out."
