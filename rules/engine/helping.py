"""Remedies that are the same in every rulebook: reload, an act first, another weapon or target, an answer."""

from __future__ import annotations

from rules.engine.agenda import Question
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, Answer, Reload, Target
from rules.engine.remedies import Remedy

_MOST = 3


def reload_it(id: str, weapon: str) -> Remedy:
    """Load a fighter's weapon."""
    return Remedy.first("Reload", Reload(id, weapon))


def act_first(id: str, what: str, words: str = "") -> Remedy:
    """Return an act of a fighter that has to come first; `words` for the button, if they are not those of the act."""
    words = words or what
    return Remedy.first(f"{words[0].upper()}{words[1:]} first", Act(id, what))


def at(combatant: Combatant) -> Remedy:
    """Return the same attack at another target."""
    return Remedy.instead(f"At {combatant.reference}", targets=(Target(combatant.id),))


def other_targets(shooter: Combatant, encounter: Encounter) -> list[Remedy]:
    """Return the same attack at others in play who are not of the shooter's side."""
    others = (one for one in encounter.combatants if one.present and one.id != shooter.id)
    return [at(one) for one in others if not shooter.side or one.side != shooter.side][:_MOST]


def other_weapons(combatant: Combatant, name: str) -> list[Remedy]:
    """Return the same attack with a weapon that is loaded, other than the one of that name."""
    loaded = (one for one in combatant.carried if one.ammunition is None or one.ammunition.loaded)
    names = dict.fromkeys(one.weapon.name for one in loaded if one.weapon.name != name)
    return [Remedy.instead(f"Use {other}", weapon=other) for other in names][:_MOST]


def answers(question: Question) -> list[Remedy]:
    """Return the answers to a question."""
    return [Remedy.first(choice, Answer(question.to, choice)) for choice in question.choices]
