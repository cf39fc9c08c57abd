"""The snippets of docs/adding_a_rulebook.md below its sample, played by the book in tests/arrows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game.rulings import read
from rules.engine.conduct import conduct
from rules.engine.conduct.trials import failing_attacks
from rules.engine.records.errors import BadSheet
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Adjust, Aim, Fire, Target
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.scene import Part, Scene
from rules.words.places import Place
from tests.arrows.arrows import Archer, Arrows

BOOK = Arrows()
SHOT = Fire("c1", (Target("c2"),))


def fight(*sides: str) -> Encounter:
    """A fight of an archer of skill 3 and archers of skill 1, each of a side."""
    profiles = [BOOK.profile("Longbow, skill 3" if n == 0 else "Short Bow", {}) for n, _ in enumerate(sides)]
    encounter = conduct.staged(BOOK, *profiles)
    of_sides = (replace(one, side=side) for one, side in zip(encounter.combatants, sides, strict=True))
    return replace(encounter, timed=True, combatants=tuple(of_sides))


def parts(order: Order, encounter: Encounter, *dice: int) -> tuple[Part, ...]:
    return conduct.resolve(order, Scene(encounter, ScriptedDice(dice)), BOOK)


def test_the_book_passes_the_trial() -> None:
    assert [*failing_attacks(BOOK)] == []


def test_a_sheet_line_has_a_skill() -> None:
    profile = BOOK.profile("skill 2,  longbow", {})
    assert (profile.condition, profile.carried[0].weapon.name) == (Archer(skill=2), "Longbow")
    assert BOOK.profile("short bow", {}).condition == Archer(skill=1)
    with pytest.raises(BadSheet, match="names bows, and a skill"):
        BOOK.profile("skill 2", {})
    with pytest.raises(BadSheet, match="skill"):
        BOOK.profile("longbow, skill 7", {})


@pytest.mark.parametrize(
    ("line", "shooter", "target"),
    [
        ("longbow skill 2 at guard", "Longbow, skill 2", "Longbow"),
        ("short bow at skill 2 guard", "Short Bow", "Longbow, skill 2"),
        ("short bow skill 3 at skill 2 guard", "Short Bow, skill 3", "Longbow, skill 2"),
    ],
)
def test_a_ruling_has_a_skill(line: str, shooter: str, target: str) -> None:
    vocabulary = BOOK.vocabulary({})
    request = read(line, vocabulary, "square").request(vocabulary, "square")
    assert (request.who, request.target or BOOK.default_target) == (shooter, target)


def test_two_dice_are_one_throw() -> None:
    for second, verdict in ((3, "hit"), (2, "miss")):
        (part,) = parts(SHOT, fight("Outlaw", "Guard"), 3, second)
        throws = [step for step in part.resolution.steps if isinstance(step, Roll)]
        assert [(one.value, one.needed, one.again) for one in throws] == [(3, "6 or more", False), (second, "", True)]
        assert part.resolution.verdict == verdict
    # 26 of the 36 throws of two dice are 6 or more.
    assert BOOK.odds(Aim("c1", (Target("c2"),)), fight("Outlaw", "Guard")).rows == (("72.2%",),)


def test_a_gm_corrects_what_only_this_book_has() -> None:
    (part,) = parts(Adjust("c2", "at C4, skill 2, harm 1"), fight("Outlaw", "Guard"))
    assert part.resolution.outcome.endswith("at C4, skill 2, harm 1.")
    second = part.encounter.combatant("c2")
    assert (second.place, second.condition) == (Place(3, 4), Archer(skill=2, harm=1))
    with pytest.raises(
        BadSheet, match=r"^What do you want to set\? For example at C4, dead, alive, skill 2, harm 1\.$"
    ):
        parts(Adjust("c2", ""), fight("Outlaw", "Guard"))


def test_the_order_that_decides_the_fight_has_the_result() -> None:
    harmed = parts(Adjust("c2", "harm 1"), fight("Outlaw", "Guard"))[-1].encounter
    *_, last = parts(SHOT, harmed, 3, 3)
    assert last.resolution.outcome == "The Outlaw archers win: no Guard archers are left in play."
    assert BOOK.result(fight("Outlaw", "Outlaw")) is None
    assert BOOK.result(fight("Outlaw", "Guard", "King")) is None
