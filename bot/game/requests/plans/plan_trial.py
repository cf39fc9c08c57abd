"""Whether a rulebook understands an order of a plan: it is tried on the user's view, now and without a clock.

An order that the state forbids now may be possible when the plan carries it out. Only errors that no state can
change are refused here: unknown words, and what the book has no rule for.
"""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import PACE
from rules.engine.conduct import conduct
from rules.engine.flow.resolve_pronouns import resolve_pronouns
from rules.engine.records.agenda import NEAREST, THEM
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import BadSheet, NoRule, NotNow, RangeWanted, Refusal, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, CombatantOrder, Heal, Nearer, Target
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.trial import Trial

_RANGE = 4
"""Tried where the map gives none."""


def check_understood(order: CombatantOrder, encounter: Encounter, ruleset: Ruleset) -> None:
    """Raise Refusal for an order that the rulebook does not understand, whatever happens until it is carried out."""
    ruleset.check_verb(type(order))
    # With the pace sealed it would be declared and not carried out.
    switches = tuple((name, value) for name, value in encounter.switches if name != PACE)
    encounter = replace(encounter, switches=switches) if switches != encounter.switches else encounter
    for timed in (True, False):
        try:
            tried = _concrete(order, encounter, ruleset)
            if not ruleset.long(tried, encounter):
                trial = Trial(altered(encounter, timed=timed and encounter.timed), SeededDice(0))
                conduct.resolve(tried, trial, ruleset)
            return
        except (UnknownName, BadSheet):
            raise
        except (NotNow, RangeWanted):
            continue
        except NoRule:
            if timed:
                raise
        except Refusal:
            # How far a target is, and how well it can be seen, may change; what is no aim for a weapon does not.
            if not timed:
                continue
            if not isinstance(order, Attack) or (
                order.aim is not None and _possible(replace(order, aim=None), encounter, ruleset)
            ):
                raise


def _possible(order: CombatantOrder, encounter: Encounter, ruleset: Ruleset) -> bool:
    try:
        conduct.resolve(_concrete(order, encounter, ruleset), Trial(encounter, SeededDice(0)), ruleset)
    except Refusal:
        return False
    return True


def _concrete(order: CombatantOrder, encounter: Encounter, ruleset: Ruleset) -> Order:
    """Return the order with an enemy in place of one that is not known before it is carried out. Raises Refusal."""
    fighter = encounter.combatant(order.actor)
    enemies = [c.id for c in encounter.combatants if c.present and c is not fighter and not ruleset.friends(fighter, c)]
    if isinstance(order, Attack | Heal) and {THEM, NEAREST} & {target.id for target in order.targets}:
        if not enemies:
            stand_in = Target(profile=ruleset.profile(ruleset.default_target, {}))
            order = replace(order, targets=(stand_in,))
            if isinstance(order, Attack) and order.range is None:
                order = replace(order, range=_RANGE)
        else:
            targets = tuple(Target(enemies[0]) if one.id == NEAREST else one for one in order.targets)
            order = replace(order, targets=targets)
    if isinstance(order, Nearer) and not enemies:
        raise NotNow("No enemy is known.")
    return resolve_pronouns(order, enemies[0] if enemies else "", Trial(encounter, SeededDice(0)), ruleset)
