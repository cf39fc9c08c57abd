"""A plan's dry run, as if nothing interfered: carried out on the user's own view, as far as no dice are thrown.

Nobody else does anything in it: every other fighter passes. So it tells nothing that the user does not know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.game.entries.happenings import window
from bot.game.entries.names import SOMEBODY, named
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import PACE
from rules.engine.conduct import conduct
from rules.engine.flow import plan_text
from rules.engine.flow.plans import DONE, plan_of, under_way
from rules.engine.records.agenda import AT, ELSE, Clock, Declaration, Pending, Plan, Question, Timer, When, whose
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Next
from rules.engine.records.private_text import whole
from rules.engine.records.references import reference
from rules.engine.scene.scene import Part, Scene
from rules.words.phrases import listed
from rules.words.places import Place

_MOST_STEPS = 24
_NEVER = When(AT, at=Clock(1_000_000_000))


@dataclass(frozen=True, slots=True)
class DryRun:
    """The foreseen events: pairs of a window ("2.3", "Turn 2") and what the fighter does; how it ends, and the
    encounter as it would be then."""

    steps: tuple[tuple[str, str], ...]
    end: str
    encounter: Encounter


class _Thrown(Exception):
    """Raised where a throw would decide, with what it is for."""


class _NoDice:
    """Dice that are never thrown."""

    unused = ()

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        raise _Thrown(why)


def dry_run(actor: str, encounter: Encounter, ruleset: Ruleset, unseen: Collection[str] = ()) -> DryRun:
    """Return the expected course of a fighter's plan, computed from the user's view of the encounter.

    `unseen` are fighters (ids) that the user only remembers: nobody in it sees them where they were last seen.
    """
    there = encounter
    encounter = _alone(actor, _placed(encounter, dict.fromkeys(unseen)))
    if ruleset.long(Next(), encounter):
        return DryRun((), "Too many fighters to try it out.", there)
    steps: list[tuple[str, str]] = []
    end = ""
    for _ in range(_MOST_STEPS):
        scene = Scene(encounter, _NoDice())
        thrown = ""
        try:
            conduct.resolve(Next(), scene, ruleset)
        except _Thrown as throw:
            thrown = named(str(throw), encounter, SOMEBODY)
        except Refusal as refusal:
            end = named(str(refusal), encounter, SOMEBODY)
            break
        new = [*_told(actor, scene.parts, ruleset)]
        if thrown:
            new += _skipped(actor, encounter, scene.encounter, ruleset)
            new += _begun(actor, scene.encounter, ruleset)
        steps += [step for step in dict.fromkeys(new) if step not in steps]
        encounter = scene.parts[-1].encounter if scene.parts else encounter
        if thrown:
            end = f"The rest depends on the dice: {thrown}."
            break
        plan = plan_of(encounter, actor)
        if plan is None:
            end = "The plan ends."
            break
        if not new and _idle(plan, encounter):
            end = _waits(plan, encounter, ruleset)
            break
    else:
        now = ruleset.clock(encounter)
        end = f"The preview ends after {_MOST_STEPS} steps." if steps else f"Nothing of it happens before {now}."
    return DryRun(tuple(steps), end, _placed(encounter, {id: there.combatant(id).place for id in unseen}))


def _placed(encounter: Encounter, places: Mapping[str, Place | None]) -> Encounter:
    """Return the encounter with these fighters (ids) at these places."""
    for id, place in places.items():
        encounter = encounter.with_combatant(altered(encounter.combatant(id), place=place))
    return encounter


def _alone(actor: str, encounter: Encounter) -> Encounter:
    """Return the encounter with the fighter's plan and tasks alone, and everyone else passing."""
    others = tuple(Plan(one.id, (), until=_NEVER) for one in encounter.combatants if one.id != actor)

    def kept(item: Pending) -> bool:
        return not isinstance(item, Question | Declaration) and (isinstance(item, Timer) or whose(item) == actor)

    agenda = (*filter(kept, encounter.agenda), *others)
    # Declared or not, orders are carried out alike; a plan has taken the place of what was declared before.
    switches = tuple((name, value) for name, value in encounter.switches if name != PACE)
    return replace(encounter, agenda=agenda, switches=switches, paused=False)


def _told(actor: str, parts: Sequence[Part], ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the reports about the fighter in these parts, each with its clock."""
    for part in parts:
        clauses = [one for one in part.resolution.clauses if one.about == actor]
        text = named("".join(whole(one.text) for one in clauses), part.encounter, SOMEBODY).strip()
        # The clauses that follow may be about somebody else: a patient, for example.
        text = f"{text[:-1]}." if text.endswith(":") else text
        if any(map(str.isalnum, text)) and not text.endswith(DONE):
            yield window(part.encounter.clock, ruleset), text


def _skipped(actor: str, before: Encounter, after: Encounter, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the lines that were skipped before a throw: the step in which they are told was not concluded."""
    was, now = plan_of(before, actor), plan_of(after, actor)
    for number, (old, new) in enumerate(zip(was.lines, now.lines, strict=True) if was and now else (), start=1):
        if new.failed and not old.failed:
            text = plan_text.passed_over(actor, number, new.text, new.failed, done=new.done)
            yield window(after.clock, ruleset), named(text, after, SOMEBODY)


def _begun(actor: str, encounter: Encounter, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the attack in which a throw decides: its step is not concluded either."""
    plan = plan_of(encounter, actor)
    if plan is None:
        return
    left = (n for n, line in enumerate(plan.lines, start=1) if not (line.done or line.failed or line.when))
    at = under_way(plan, encounter) or next(left, 0)
    if at and isinstance(next(iter(plan.lines[at - 1].orders), None), Attack):
        text = f"{reference(actor)} carries out line {at} ({plan.lines[at - 1].text})."
        yield window(encounter.clock, ruleset), named(text, encounter, SOMEBODY)


def _idle(plan: Plan, encounter: Encounter) -> bool:
    """Return whether the plan has nothing left to do unless something happens."""
    left = [line for line in plan.lines if not line.done and (line.when is None or line.when.kind in (AT, ELSE))]
    return encounter.task(plan.actor) is None and not any(line.orders and not line.failed for line in left)


def _waits(plan: Plan, encounter: Encounter, ruleset: Ruleset) -> str:
    """Return a sentence on what has to happen before the plan continues."""
    space = ruleset.space(encounter)
    left = [(number, line) for number, line in enumerate(plan.lines, start=1) if not line.done]
    awaited = [
        plan_text.condition(line.when, ruleset, space) for _, line in left if line.when and line.when.kind != ELSE
    ]
    impossible = [f"line {number} becomes possible" for number, line in left if line.failed]
    words = [named(text, encounter, SOMEBODY) for text in dict.fromkeys((*awaited, *impossible))]
    return f"Then it waits until: {listed(words, 'or')}." if words else "Then it waits."
