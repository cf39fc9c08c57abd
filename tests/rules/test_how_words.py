"""Words of `how:` that no rulebook knows are refused by every verb of every rulebook, with the words that are
allowed.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from rules.engine.conduct import conduct
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import (
    Aim,
    Attack,
    Burst,
    CombatantOrder,
    Duck,
    Fire,
    Heal,
    Move,
    Reload,
    Target,
    Throw,
)
from rules.engine.scene.dice import NoDice
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from rules.words.places import Place
from tests.each import each

SHEETS = {
    "aliens": ("apone", "alien"),
    "phoenix": ("SAL 14, CA 14, KV 20, M16, loaded 3, 2 magazines, 2 M 61", "green, AKM 47"),
    "savage": ("Shooting d8, Wild Card, Pistol", "extra"),
    "space_marines": ("Marine, rifle", "bug warrior"),
}
SHELF = shelf()
VERBS = (Aim, Fire, Burst, Throw, Duck, Reload, Heal, Move)
ALLOWED = (
    r"(?i)know|nearest|takes|leave how: out|has no|one way|not a (treatment|way)|own book|use /|not count(ed)?"
    r"|no ammunition|aim:|understand"
)


def order(verb: type[CombatantOrder], how: str, book: str) -> CombatantOrder:
    if issubclass(verb, Attack):
        return verb("c1", (Target("c2"),), range=None if book == "savage" else 4, how=how)
    if verb is Heal:
        return Heal("c1", (Target("c2"),), how)
    if verb is Move:
        return Move("c1", Place.parse("C4"), how=how)
    return Duck("c1", how) if verb is Duck else Reload("c1", how=how)


def staged(book: str, timed: bool) -> Encounter:
    profiles = (SHELF[book].profile(line, {}) for line in SHEETS[book])
    return replace(conduct.staged(SHELF[book], *profiles), timed=timed)


@each(product(SHEETS, VERBS, ["cheese", "aimed", "aimed, cheese"], [True, False]))
def test_an_unknown_word_is_refused(case: tuple[str, type[CombatantOrder], str, bool]) -> None:
    book, verb, how, timed = case
    encounter, given = staged(book, timed), order(verb, how, book)
    rules = SHELF[book]
    if not rules.inquiry(given):
        with pytest.raises(Refusal, match=ALLOWED):
            rules.check_verb(verb)
            conduct.resolve(given, Scene(encounter, NoDice("Nothing is thrown")), rules)
    if isinstance(given, Attack):
        with pytest.raises(Refusal, match=ALLOWED):
            rules.odds(given, encounter)


@pytest.mark.parametrize("verb", [Aim, Fire, Burst, Throw])
def test_phoenix_says_where_aim_goes(verb: type[Attack]) -> None:
    with pytest.raises(Refusal, match="Put the length of the aim into aim:, such as aim: 6"):
        SHELF["phoenix"].odds(verb("c1", (Target("c2"),), range=4, how="aimed"), staged("phoenix", True))
