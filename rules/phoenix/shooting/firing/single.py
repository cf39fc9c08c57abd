"""One shot at one target (2.4, 3.1): the sum, the odds, the round, the throw, the result."""

from __future__ import annotations

from rules.engine.scene.scene import Clause
from rules.phoenix.basics.outcomes import FireResult, at_one, from_where, line
from rules.phoenix.book import Scene
from rules.phoenix.shooting.aim.accuracy import Estimate, accuracy, needed, throw_to_hit
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing import stray
from rules.phoenix.shooting.firing.hit_effects import strike
from rules.phoenix.shooting.firing.near_misses import missed
from rules.phoenix.shooting.firing.shot import Shot
from rules.phoenix.shooting.targets.aimed_target import keep_range


def resolve(shot: Shot, estimate: Estimate, scene: Scene) -> None:
    """Fire the shot with this accuracy."""
    at, name = shot.aimed_at, shot.shooter.reference
    keep_range(shot.order, shot.named, shot.reach, scene)
    attempt = estimate.attempt
    total = accuracy(attempt, estimate.terms, scene)
    chance = needed(total, attempt, scene)
    kit.let_go(shot.shooter.id, shot.arm, 1, scene, burst=False, at=shot.area)
    throw = throw_to_hit(chance, f"{name}'s shot at {at.name}", scene)
    hit = throw.hit
    result = FireResult("HIT", strike(shot, at, 1, scene)) if hit else FireResult("MISS")
    flown = stray.fly_on(shot, 0 if hit else 1, (at.id,), scene)
    shaken = missed(attempt, (at,), total, throw, scene)
    kit.tell_left(shot.shooter.id, scene, shot.arm.slot)

    def outcome() -> tuple[Clause, ...]:
        out, results = at_one(result, at.id, scene)
        fires = f"{name} fires the {shot.weapon.name} at {at.name}, {shot.far}"
        return line(fires, (*results, *flown, *shaken), scene, out, from_where(shot.shooter, at))

    scene.conclude(outcome, "hit" if hit else "miss")
