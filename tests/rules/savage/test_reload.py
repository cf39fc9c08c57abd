"""Reloading: of what there is as much as wanted, of what is counted, of one sort or another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.records.errors import NotNow, UnknownName
from rules.engine.records.model import Spare
from rules.engine.records.orders import Adjust
from rules.engine.scene.effects import Became
from rules.savage.shooter import Supply
from tests.rules.savage.skirmish import Skirmish, note

RIFLE = "Shooting d8, extra, assault rifle"


def test_standard_ammunition_is_unlimited() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 0")
    done = skirmish.reload()
    assert done.outcome == "Ash reloads the Assault Rifle: 2 of 2 tokens."
    assert note(done, "Left") == "2 of 2 tokens, spare loads: unlimited"
    assert (skirmish.ammunition().loaded, skirmish.ammunition().spares) == (2, None)
    assert skirmish.state.acted


def test_a_full_weapon() -> None:
    with pytest.raises(NotNow, match=r"holds 2 of 2 tokens\."):
        Skirmish(RIFLE).reload()


def test_counted_loads() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 1, spares 2")
    skirmish.reload()
    assert skirmish.ammunition().loaded == 2
    assert skirmish.ammunition().spares == (Spare(2, 1), Spare(1, 1))
    skirmish.order(Adjust("c1", "loaded 0"))
    skirmish.reload()
    skirmish.order(Adjust("c1", "loaded 0"))
    done = skirmish.reload()
    assert note(done, "Left") == "1 of 2 tokens, spare loads: 0"
    with pytest.raises(
        NotNow,
        match=r"Ash has no spare load left for the Assault Rifle\. Use /ammo"
        r" buy to roll for a supply",
    ):
        skirmish.reload()


def test_no_fuller_load_is_there() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 1, spares 1")
    skirmish.reload()
    with pytest.raises(NotNow, match=r"holds 2 of 2 tokens\."):
        skirmish.reload()


def test_another_sort_from_spare_loads() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 1, AP spares 1")
    done = skirmish.reload("ap")
    assert done.outcome == "Ash reloads the Assault Rifle with AP: 2 of 2 tokens."
    assert (skirmish.ammunition().sort, skirmish.ammunition().spares) == ("AP", ())
    assert note(done, "Left") == "2 of 2 tokens, AP, spare loads: Standard unlimited"
    with pytest.raises(NotNow, match="already"):
        Skirmish(RIFLE).reload("standard")
    back = skirmish.reload("standard")
    assert note(back, "Left") == "2 of 2 tokens, spare loads: Standard unlimited, 1 AP"


def test_another_sort_from_a_supply() -> None:
    skirmish = Skirmish(f"{RIFLE}, AP supply, one month")
    for _ in range(3):
        skirmish.reload("AP")
        assert skirmish.ammunition().sort == "AP"
        skirmish.order(Adjust("c1", "loaded 0"))
    skirmish.reload()
    assert (skirmish.ammunition().sort, skirmish.ammunition().loaded) == ("AP", 2)


def test_what_was_counted_is_kept_beside_a_supply() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 1, spares 1, AP supply")
    skirmish.reload("AP")
    assert skirmish.ammunition().spares == (Spare(2, 1), Spare(1, 1))


def test_without_a_word_the_same_sort_then_standard_then_any() -> None:
    skirmish = Skirmish(f"{RIFLE}, AP, loaded 0, no spares, 1 tracer spares, 1 AP spares")
    skirmish.reload()
    assert skirmish.ammunition().sort == "AP"
    skirmish.order(Adjust("c1", "loaded 0"))
    skirmish.reload()
    assert skirmish.ammunition().sort == "Tracer"


def test_what_is_not_there() -> None:
    with pytest.raises(UnknownName, match=r"I don't know the ammunition “tracer”\. Known: Standard"):
        Skirmish(RIFLE).reload("tracer")


def test_another_weapon() -> None:
    skirmish = Skirmish(f"{RIFLE}, pistol, loaded 0")
    skirmish.reload(weapon="pistol")
    assert skirmish.one("Ash").in_hand == 1
    assert skirmish.ammunition(1).loaded == 2


def test_plain_things() -> None:
    with pytest.raises(NotNow, match="The Grenade is counted one by one and needs a supply to be reloaded"):
        Skirmish("Shooting d8, grenade").reload()


def test_a_supply_of_grenades_is_for_no_magazine() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 1, 2 grenades")
    supplied = replace(skirmish.state, supplies=(Supply("Grenade"),))
    skirmish.encounter = Became("c1", supplied).on(skirmish.encounter)
    with pytest.raises(UnknownName, match="Known: Standard"):
        skirmish.reload("grenade")
    assert note(skirmish.reload(), "Left") == "2 of 2 tokens, spare loads: unlimited"


def test_who_has_just_thrown_a_grenade_reloads_what_he_shoots_with() -> None:
    skirmish = Skirmish(f"{RIFLE}, loaded 0, 2 grenades")
    skirmish.order(Adjust("c1", "weapon 2"))
    assert skirmish.reload().outcome == "Ash reloads the Assault Rifle: 2 of 2 tokens."


def test_loads_of_one_sort_are_counted_together() -> None:
    done = Skirmish(f"{RIFLE}, loaded 1, spares 2").reload()
    assert note(done, "Left") == "2 of 2 tokens, spare loads: 2"
