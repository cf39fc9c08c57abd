"""Remedies that are the same in every rulebook: reload, an act first, another weapon or target, an answer."""

from __future__ import annotations

from rules.engine.records.agenda import Question
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Answer, Reload, Target
from rules.engine.records.remedies import Remedy

_MOST = 3


def reload_it(id: str, weapon: str) -> Remedy:
    """Return the remedy of loading a fighter's weapon first."""
    return Remedy.first("Reload", Reload(id, weapon))


def act_first(id: str, what: str, words: str = "") -> Remedy:
    """Return the remedy of an act that has to come first; `words` are for the button, if they differ from the act."""
    words = words or what
    return Remedy.first(f"{words[0].upper()}{words[1:]} first", Act(id, what))


def at(combatant: Combatant) -> Remedy:
    """Return the remedy of the same attack at another target."""
    return Remedy.instead(f"At {combatant.reference}", targets=(Target(combatant.id),))


def other_targets(shooter: Combatant, encounter: Encounter) -> list[Remedy]:
    """Return remedies: the same attack at others in play that are not on the shooter's side."""
    others = (one for one in encounter.combatants if one.present and one.id != shooter.id)
    return [at(one) for one in others if not shooter.side or one.side != shooter.side][:_MOST]


def other_weapons(combatant: Combatant, name: str) -> list[Remedy]:
    """Return remedies: the same attack with a loaded weapon other than the one of that name."""
    loaded = (one for one in combatant.carried if one.ammunition is None or one.ammunition.loaded)
    names = dict.fromkeys(one.weapon.name for one in loaded if one.weapon.name != name)
    return [Remedy.instead(f"Use {other}", weapon=other) for other in names][:_MOST]


def answers(question: Question) -> list[Remedy]:
    """Return the answers to a question, as remedies."""
    return [Remedy.first(choice, Answer(question.to, choice)) for choice in question.choices]
