"""Where the Optional Rules come in between the orders: what forbids one, what follows from it, what an impulse ends and
begins with.

A rule is asked in the order in which it stands here, and looks at its own switch.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.model import Encounter
from rules.engine.orders import CombatantOrder
from rules.phoenix.book import Scene
from rules.phoenix.optional.arrests import custody
from rules.phoenix.optional.gunnery import pinning, under_fire
from rules.phoenix.optional.injury import incapacitation, knock_down
from rules.phoenix.optional.nerve import courses, morale, planning, unnerved
from rules.phoenix.optional.senses import field_of_view, noticing, spotting
from rules.phoenix.optional.timing import volley
from rules.phoenix.optional.tournament import coming_and_going

CHECKS: tuple[Callable[[CombatantOrder, Scene], None], ...] = (
    custody.check,
    incapacitation.check,
    knock_down.check,
    unnerved.check,
    courses.check,
    spotting.check,
)
"""Each raises NotNow for a player's order that it forbids, before anything is spent; none changes anything."""
OUTSET: tuple[Callable[[CombatantOrder, Scene], None], ...] = (courses.count,)
"""What a player's order costs besides, once nothing forbids it; it is told with the order."""
FOLLOW: tuple[Callable[[CombatantOrder, Encounter, Scene], None], ...] = (
    field_of_view.follow,
    noticing.follow,
    pinning.follow,
    under_fire.follow,
)
"""What follows from a player's order, or a Task, that was carried out, or begun; the encounter is that before it.

Whatever is told here comes as a part of its own (`scene.conclude`), or not at all."""
END: tuple[Callable[[Scene], None], ...] = (volley.resolve, spotting.end, under_fire.end)
"""What an impulse ends with, before whoever hides is out of sight and what was suffered bites."""
BEGIN: tuple[Callable[[Scene], None], ...] = (
    incapacitation.bite,
    knock_down.regain,
    pinning.begin,
    morale.begin,
    planning.go_on,
    coming_and_going.re_enter,
)
"""What an impulse begins with, once everybody has his actions of it, before Tasks go on."""


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raises NotNow for an order that one of these rules forbids just now."""
    for rule in CHECKS:
        rule(order, scene)


def outset(order: CombatantOrder, scene: Scene) -> None:
    """An order is about to be carried out."""
    for rule in OUTSET:
        rule(order, scene)


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """What follows from an order."""
    for rule in FOLLOW:
        rule(order, before, scene)


def end(scene: Scene) -> None:
    """The impulse ends."""
    for rule in END:
        rule(scene)


def begin(scene: Scene) -> None:
    """The next impulse has begun."""
    for rule in BEGIN:
        rule(scene)
