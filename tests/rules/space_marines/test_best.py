"""An automaton's best attack: the most wounds to be expected, for the fewest Points."""

from __future__ import annotations

from fractions import Fraction

from rules.space_marines.attacks import attacks
from tests.rules.space_marines.skirmish import Skirmish


def test_the_best_attack_of_an_automaton() -> None:
    skirmish = Skirmish()
    skirmish.muster("Bug Shooter, rifle, pistol", name="Shooter")
    skirmish.muster("Bot Warrior, smart gun, rifle", name="Bot")
    skirmish.muster("Bug Brain", name="Brain")
    skirmish.muster("Marine", name="Ash")
    skirmish.map(30, 3)
    for who, at in (("Ash", "A1"), ("Shooter", "I1"), ("Bot", "I2"), ("Brain", "I3")):
        skirmish.adjust(who, f"at {at}")

    def best(who: str) -> attacks.BestAttack | None:
        return attacks.best_attack(skirmish.one(who), skirmish.one("Ash"), skirmish.encounter)

    # 8 spaces. Rifle at 9 less 6: 35 of 36, for 0 1 2 3 3 3 wounds of 3 Points: 2 on the average.
    shot = best("Shooter")
    assert shot
    assert (shot.order.weapon, shot.order.aim, shot.order.how) == ("Rifle", 3, "")
    assert shot.expected == Fraction(35, 36) * 2
    # 2 dice of 1-3 at 4 or more (33 of 36): capped at 3 they do 2, 3, 3, 3, 3, 3, 3, 3, 3 of nine: 26/9.
    shot = best("Bot")
    assert shot
    assert (shot.order.weapon, shot.order.aim, shot.order.how) == ("Smart Gun", 2, "2 dice")
    assert shot.expected == Fraction(33, 36) * Fraction(26, 9)
    assert best("Brain") is None
    skirmish.adjust("Shooter", "at AD1")
    assert best("Shooter") is None


def test_the_best_attack_wastes_no_points() -> None:
    skirmish = Skirmish()
    skirmish.muster("Bot Leader, pistol", name="Bot")
    skirmish.muster("Marine", name="Ash")
    skirmish.map(9, 3)
    skirmish.adjust("Bot", "at D1")
    skirmish.adjust("Ash", "at A1, wounds 2")
    # 6 at 3 spaces; 2 Points of aim make it anything but snake eyes, more would do no more.
    best = attacks.best_attack(skirmish.one("Bot"), skirmish.one("Ash"), skirmish.encounter)
    assert best
    assert (best.order.aim, best.expected) == (2, Fraction(35, 36))


def test_of_attacks_alike_one_with_the_weapon_in_hand() -> None:
    for sheet, chosen in (("Marine, rifle, smart gun", "Rifle"), ("Marine, smart gun, rifle", "Smart Gun")):
        skirmish = Skirmish()
        skirmish.muster(sheet, name="Ash")
        skirmish.muster("Bug Brain", name="Brain")
        skirmish.map(9, 3)
        skirmish.adjust("Ash", "at A1")
        skirmish.adjust("Brain", "at C1")
        best = attacks.best_attack(skirmish.one("Ash"), skirmish.one("Brain"), skirmish.encounter)
        assert best
        assert (best.order.weapon, best.expected) == (chosen, Fraction(35, 36))
