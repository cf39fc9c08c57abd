"""The orders `Muster` and `Keep`, in every ruleset: fighters join an encounter, and go to the rosters of users."""

from __future__ import annotations

from rules.engine.ammunition import reloads
from rules.engine.books.player_names import free_name, good_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.records.agenda import Task
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, Profile
from rules.engine.records.orders import Muster, Reload
from rules.engine.records.records import Order
from rules.engine.records.users import UserId
from rules.engine.scene.effects import Effect, Joined
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sight import contact
from rules.engine.sight.sight import fog, glimpse, known_to, mapped, side_key, sides, veiled
from rules.grid.approach import measures
from rules.grid.ground import check_free, check_ground

MOST_COMBATANTS = 60
RESERVE = 2
"""How many times MOST_COMBATANTS an encounter really has room for.

The limit that users see counts only the fighters they know of.
"""


@dataclass(frozen=True, slots=True)
class Keep(Order):
    """Keep a fighter on their owner's roster under this name from now on, although another user brought them in."""

    kind = "Keep"

    subject: str
    roster: str


@dataclass(frozen=True, slots=True)
class Accepted(Effect):
    """This user keeps a fighter, under this name."""

    kind = "Accepted"

    combatant: str
    keeper: UserId
    roster: str

    def on(self, encounter: Encounter) -> Encounter:
        combatant = encounter.combatant(self.combatant)
        return encounter.with_combatant(altered(combatant, keeper=self.keeper, roster=self.roster))


def keep(order: Keep, scene: Scene) -> None:
    """Link a fighter to their owner's roster. Raises NotNow if they are on a roster already."""
    scene.about = order.subject
    combatant = scene.encounter.combatant(order.subject)
    if combatant.owner is None:
        raise NotNow(f"{combatant.reference} is the GM’s. Only players' fighters go to rosters.")
    if combatant.roster or combatant.kept:
        raise NotNow(f"{combatant.reference} is on the roster of the player who brought them in or accepted them.")
    scene.do(Accepted(combatant.id, combatant.owner, order.roster))
    called = "" if order.roster == combatant.name else f", as {order.roster}"
    scene.conclude(f"{combatant.reference} goes to their player's roster when the encounter ends{called}.")


def muster(order: Muster, scene: Scene, ruleset: Ruleset) -> None:
    """Bring combatants in and conclude with a sentence about them. Raises Refusal."""
    encounter = scene.encounter
    room = MOST_COMBATANTS - len(_known(order, scene, ruleset).combatants)
    room = max(0, min(room, RESERVE * MOST_COMBATANTS - len(encounter.combatants)))
    if not 1 <= order.count <= room:
        raise Refusal(f"An encounter holds {MOST_COMBATANTS} combatants. There is room for {room} more.")
    good = good_name(order.name)
    joined, met = list[str](), tuple[Clause, ...]()
    for n in range(order.count):
        name = free_name(good, _names_known(order, scene, ruleset), numbered=order.count > 1)
        place = order.places[n] if n < len(order.places) else None
        if place:
            check_ground(_known(order, scene, ruleset), place)
            if not ruleset.crowded:
                check_free(_known(order, scene, ruleset), place)
        id = f"c{scene.encounter.mustered + 1}"
        with scene.concerning(id):
            newcomer = ruleset.muster(order.profile, scene)
        newcomer = replace(
            newcomer,
            id=id,
            name=name,
            in_hand=order.profile.in_hand,
            side=order.side,
            owner=order.owner,
            sheet=order.profile.sheet,
            roster=_free_roster(order, name, scene.encounter),
            keeper=order.keeper,
            kept=order.kept,
            secret=order.secret,
        )
        other = contact.in_the_way(newcomer, place, scene) if place else None
        other = None if isinstance(other, Combatant) and ruleset.crowded else other
        if place and other:
            neighbors, distance = measures(ruleset.space(encounter))
            place = contact.stop_before(newcomer, place, scene.encounter, neighbors, distance)
        scene.do(Joined(replace(newcomer, place=place)))
        joined.append(id)
        if other:
            met += contact.meet(id, other, scene)
        if place and order.keeper:
            met += contact.find_rough(id, (place,), scene)
        if order.profile.task:
            _continue(order.profile.task, id, scene)
        with scene.concerning(id):
            ruleset.joined(id, scene)
    last = scene.combatant(joined[-1])
    alone = order.count == 1 or fog(scene.encounter) != OFF or veiled(scene.encounter, ruleset)
    scene.about = last.id if alone else ""
    summary = ruleset.summary(last, scene.encounter)
    places = " ".join(map(str, order.places))
    if order.count == 1:
        if facts := " · ".join(filter(None, [places, summary.beside(last.name)])):
            scene.note(last.reference, facts)
    elif places:
        scene.note("Places", places)
    if order.remark:
        scene.note("Roster", order.remark)
    for label, text in summary.lines:
        scene.note(label, text, detail=True)
    scene.notify(*joined)
    side = f" ({order.side})" if order.side else ""
    if order.count > 1 and _told_apart(joined, scene.encounter, ruleset):
        sentences = [scene.clause(f"{scene.name(id)} joins the encounter{side}. ", id) for id in joined[:-1]]
        joins = (*sentences, scene.clause(f"{last.reference} joins the encounter{side}"))
    else:
        who = last.reference if order.count == 1 else f"{scene.name(joined[0])} to {last.reference}"
        joins = (scene.clause(f"{who} {'joins' if order.count == 1 else 'join'} the encounter{side}"),)
    scene.conclude((*joins, *met, scene.clause(".")))


def carried_over(combatant: Combatant, name: str, encounter: Encounter, ruleset: Ruleset) -> Profile:
    """Return what a roster keeps of a fighter at the end of an encounter, under this name.

    A reload is continued in the next encounter. Other tasks concern the people and the places of this one, and end
    with it.
    """
    condition, task = ruleset.carried_over(combatant, encounter), reloads.reloading(combatant.id, encounter)
    return Profile(name, combatant.sheet, combatant.carried, condition, combatant.in_hand, task)


def _continue(task: Task, id: str, scene: Scene) -> None:
    """Have a newcomer continue the reload that they brought along."""
    assert isinstance(task.order, Reload)
    scene.plan(replace(task, actor=id, order=replace(task.order, actor=id)))


def _told_apart(joined: list[str], encounter: Encounter, ruleset: Ruleset) -> bool:
    """Return whether somebody perceives some of the newcomers and not the others."""
    if not veiled(encounter, ruleset):
        return False
    newcomers = [encounter.combatant(id) for id in joined]
    knowing = ({s for s in sides(encounter) if glimpse(encounter, ruleset, s, c).known} for c in newcomers)
    first, *others = knowing
    return any(one != first for one in others)


def _names_known(order: Muster, scene: Scene, ruleset: Ruleset) -> list[str]:
    """Return the names that a newcomer cannot have: those that their side knows (`rules.engine.table.secrecy`)."""
    known = known_to(scene.encounter, ruleset, side_key(order.side, order.owner))
    return [c.name for c in known.combatants]


def _known(order: Muster, scene: Scene, ruleset: Ruleset) -> Encounter:
    """Return the encounter against which a newcomer's place is checked.

    If a player brings in a fighter of their own, it is the encounter as the fighter's side knows it.
    """
    encounter = scene.encounter
    if not order.keeper:
        return encounter
    return mapped(known_to(encounter, ruleset, side_key(order.side, order.owner)), order.owner)


def _free_roster(order: Muster, name: str, encounter: Encounter) -> str:
    """Return the owner's roster name for a newcomer.

    If several come from one kept profile, only the first is written back (`bot.game.people.rosters`); others need their
    own names.
    """
    if order.kept:
        return order.roster
    kept = {c.roster for c in encounter.combatants if c.owner == order.owner}
    return name if order.roster and order.roster in kept else order.roster
