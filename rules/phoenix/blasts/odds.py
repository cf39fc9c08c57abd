"""What a player can know before he fires or throws what explodes: the chances to hit by aim (2.4, 2.11)."""

from __future__ import annotations

from dataclasses import fields, replace

from rules.model import Encounter
from rules.orders import Attack, Burst, Fire
from rules.phoenix.arms import ExplosiveWeapon
from rules.phoenix.blasts import explosives
from rules.phoenix.blasts.shot import Shot
from rules.phoenix.book import Book
from rules.phoenix.shooting import bursting, kit, readying
from rules.phoenix.shooting.how import read_how
from rules.phoenix.shooting.odds_grid import NOTHING, accuracy_words, in_100, telling, to_hit
from rules.phoenix.shooting.sighting import mark
from rules.ruleset import Odds
from rules.scene import Scene

COLUMNS = ("Aim", "Hit")


def explosive(order: Attack, encounter: Encounter, book: Book) -> Odds:
    """The chances to hit with what explodes, and of a burst where the weapon has them; where a miss goes off and what
    the explosion does is not counted. Raises Refusal."""
    shooter = encounter.combatant(order.actor)
    arm = kit.held(shooter, order.weapon)
    kinds = [order]
    if isinstance(arm.weapon, ExplosiveWeapon):
        at = mark(replace(order, targets=order.targets[:1]), encounter)
        shooter = readying.as_ready(shooter, arm, at, read_how(order.how), encounter, book)
        if isinstance(order, Fire) and arm.weapon.rate.automatic:
            kinds.append(Burst(**{option.name: getattr(order, option.name) for option in fields(order)}))
    rows, said = list[tuple[str, ...]](), list[str]()
    for kind in kinds:
        shot, by_aim = explosives.by_aim(kind, shooter, encounter, book)
        aims = [max(filter(order.aim.__ge__, by_aim), default=min(by_aim))] if order.aim else list(by_aim)
        letter = "b" if kind is not order else ""
        rows += [(f"{letter}{aim}", in_100(to_hit(by_aim[aim], shot.attempt, encounter, book))) for aim in aims]
        said += [accuracy_words(by_aim[aims[0]], encounter)] if kind is order else []
        said += [_together(shot, letter, encounter, book)] if shot.automatic else []
    told, left_out = telling(rows)
    title = f"{shooter.name}, {shot.arm.weapon.name} at {shot.at.name}, {shot.reach.words}"
    uncounted = "Hit: in 100. Where a miss goes off, and what an explosion does, is not counted."
    return Odds(title, COLUMNS, told, (*left_out, *said, uncounted))


def _together(shot: Shot, letter: str, encounter: Encounter, book: Book) -> str:
    """How many rounds of the burst come down in one place."""
    assert shot.automatic
    rounds = shot.fired or shot.automatic.rate.automatic  # as if he had reloaded
    hits = bursting.hits(shot.automatic, rounds, shot.reach.hexes, Scene(encounter, NOTHING), book)
    goes = "goes" if hits == 1 else "go"
    return f"{f'{letter} is a' if letter else 'A'} burst of {rounds}: {hits} {goes} off together (2B)."
