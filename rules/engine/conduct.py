"""The one way through the rules: orders of the table are resolved here, for all rulesets; the rest by the book.

Also `replay`, the same way taken again with recorded dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.engine import events, switching
from rules.engine.agenda import Question
from rules.engine.dice import NoDice, ScriptedDice
from rules.engine.effects import Appointed, Charted, Ended, Joined, Left, Opened, Passed, Placed, Registered, Switched
from rules.engine.errors import NoRule, NotNow, Refusal, UnknownName, quoted
from rules.engine.events import Foresee
from rules.engine.model import Encounter, Profile
from rules.engine.orders import (
    Adjust,
    Answer,
    Appoint,
    Chart,
    CombatantOrder,
    Dismiss,
    End,
    Handover,
    Muster,
    Pass,
    Rename,
    Several,
    Start,
    Switch,
)
from rules.engine.records import Order
from rules.engine.ruleset import Lot, Newcomers, Option, Ruleset, Template
from rules.engine.scene import Part, Resolution, Scene
from rules.engine.steps import Roll
from rules.grid.ground import check_free, check_ground, open_ground
from rules.words.catalogue import nearest, plain
from rules.words.phrases import listed, several
from rules.words.places import Place

# To be raised when an order of the table comes to mean something else.
RULES = 1
NEXT, TYPED_DICE = "next", "typed dice"
TABLE_OPTIONS = {
    option.name: option
    for option in (
        Option(NEXT, "Who may let time go on: anyone once all are done, or the GM alone.", ("anyone", "gm"), "anyone"),
        Option(TYPED_DICE, "Who may type in dice thrown on a table.", ("everyone", "gm", "off"), "everyone"),
    )
}
"""The switches of every ruleset; its own stand beside them."""

MOST_COMBATANTS = 60
_FEW = 12
"""Switches that are named one by one where a name is none of them."""
MOST_NAME = 40
TEN = 10
"""Sides of the die that a template throws, 0 to 9."""
UNOPENED = Encounter(id="", title="", ruleset="", preset="", gms=(), commitment="")


def resolve(order: Order, scene: Scene, ruleset: Ruleset) -> tuple[Part, ...]:
    """Carry out any order. Raises Refusal (nothing is to be kept then) and what the dice raise."""
    encounter = scene.encounter
    if encounter.ended:
        raise NotNow("This encounter has ended; /encounter start begins another, /undo takes the end back.")
    if isinstance(order, CombatantOrder):
        scene.about = order.actor
    match order:
        case Start():
            _start(order, scene, ruleset)
        case Muster():
            _muster(order, scene, ruleset)
        case Several(orders):
            for one in orders:
                resolve(one, scene, ruleset)
        case Adjust(subject, changes):
            name = encounter.combatant(subject).reference
            scene.about = subject
            scene.conclude(scene.outcome(f"The GM sets {name} right", f"{ruleset.adjust(subject, changes, scene)}."))
        case Rename(subject, name, side):
            _rename(subject, name, side, scene)
        case Dismiss(subject):
            scene.do(Left(subject, encounter.combatant(subject).name))
            scene.conclude(f"{scene.name(subject)} leaves the encounter.")
        case Handover(subject, owner):
            known = encounter.combatant(subject)
            if known.owner == owner:
                whose = "the GM’s" if owner is None else "theirs"
                raise NotNow(f"{known.reference} is {whose} already; user: names another player.")
            scene.do(Registered(subject, known.name, known.side, owner))
            scene.notify(subject)
            scene.conclude(f"{known.reference} is now {'the GM’s' if owner is None else 'another player’s'}.")
        case Switch(name, value):
            _switch(name, value, scene, ruleset)
        case Appoint(gm, name):
            if gm in encounter.gms:
                raise NotNow(f"{name} is a GM of this encounter already.")
            scene.do(Appointed((*encounter.gms, gm)))
            scene.conclude(f"{name} is a GM of this encounter as well.")
        case Chart(board):
            if board.rough and not ruleset.knows_rough:
                raise NoRule(f"{ruleset.title} has no rule for rough ground: leave rough: out.")
            scene.do(Charted(board))
            for combatant in encounter.combatants:
                if combatant.place and not open_ground(board, combatant.place):
                    scene.do(Placed(combatant.id, None))
            scene.conclude(f"The map is {board.width} by {board.height} {several(ruleset.space(scene.encounter))}.")
        case Foresee():
            events.foresee(order, scene, ruleset.turn_name)
        case End(seed):
            ruleset.finale(scene)
            scene.do(Ended())
            scene.note("Seed", seed)
            scene.note("Hash", encounter.commitment)
            scene.note("Verify", "/dice verify checks every throw against the seed; /export gives it all as a file")
            scene.conclude("The encounter ends.")
        case Pass(actor):
            _present(actor, encounter)
            if actor in encounter.passed:
                raise NotNow(f"{scene.name(actor)} has passed already.")
            scene.do(Passed(actor))
            scene.conclude(f"{scene.name(actor)} is done for now.")
        case Answer(actor, choice):
            _asked(actor, choice, encounter)
            ruleset.resolve(order, scene)
        case _:
            if isinstance(order, CombatantOrder):
                _present(order.actor, encounter)
            ruleset.resolve(order, scene)
    return tuple(scene.parts)


def rules_version(ruleset: Ruleset) -> str:
    """Under which rules an order is resolved: the ruleset's version and that of the table's own orders."""
    return f"{ruleset.version}/{RULES}"


def replay(order: Order, encounter: Encounter, recorded: Iterable[Resolution], ruleset: Ruleset) -> tuple[Part, ...]:
    """The order once more on the state it acted on, with the dice that were thrown then."""
    rolls = [step for resolution in recorded for step in resolution.steps if isinstance(step, Roll)]
    return resolve(order, Scene(encounter, ScriptedDice.replaying(rolls)), ruleset)


def options(ruleset: Ruleset) -> dict[str, Option]:
    """Every switch of an encounter under this ruleset."""
    return {**TABLE_OPTIONS, **ruleset.options}


def stage(ruleset: Ruleset, preset: str = "") -> Encounter:
    """An encounter of nobody under this ruleset, its switches as the preset (if none is named, the first) has them."""
    preset = preset or next(iter(ruleset.presets))
    defaults = {name: option.default for name, option in options(ruleset).items()}
    switches = defaults | dict(ruleset.presets[preset].switches)
    return replace(UNOPENED, ruleset=ruleset.id, preset=preset, switches=tuple(sorted(switches.items())))


def staged(ruleset: Ruleset, *profiles: Profile, preset: str = "", owner: str | None = None) -> Encounter:
    """`stage` with a fighter of each profile on it, `c1`, `c2` and so on, for what is asked outside any encounter."""
    bare = replace(stage(ruleset, preset), timed=False)
    scene = Scene(bare, NoDice("A sheet line for a quick ruling gives every number"))
    for n, profile in enumerate(profiles, 1):
        fighter = replace(ruleset.muster(profile, scene), id=f"c{n}", name=profile.name, owner=owner)
        scene.do(Joined(fighter))
    return scene.encounter


def good_name(name: str, what: str = "name") -> str:
    """A combatant's name as it is kept, or that of `what` else. Raises Refusal if it cannot be typed back."""
    # Zero-width joiners alone make something of what stands around them; other invisible signs only deceive.
    name = "".join(sign for sign in " ".join(name.split()) if sign.isprintable() or sign == "\u200d").strip()
    if not 1 <= len(name) <= MOST_NAME or "," in name or not any(c.isalnum() for c in name):
        raise Refusal(f"A {what} has 1 to {MOST_NAME} characters, a letter or digit among them, and no commas.")
    return name


def _present(actor: str, encounter: Encounter) -> None:
    combatant = encounter.combatant(actor)
    if not combatant.present:
        raise NotNow(f"{combatant.reference} is out of play; the GM can bring anyone back with /adjust.")


def _asked(actor: str, choice: str, encounter: Encounter) -> None:
    name = encounter.combatant(actor).reference
    questions = [m for m in encounter.agenda if isinstance(m, Question) and m.to == actor]
    if not questions:
        raise NotNow(f"{name} is asked nothing just now.")
    if choice not in questions[0].choices:
        raise UnknownName(f"{name} can answer {listed(questions[0].choices)}.")


def _start(order: Start, scene: Scene, ruleset: Ruleset) -> None:
    fresh = stage(ruleset, order.preset)
    scene.do(Opened(replace(fresh, id=order.id, title=order.title, gms=(order.gm,), commitment=order.commitment)))
    scene.note("Rulebook", f"{ruleset.title}, {ruleset.presets[order.preset].title}")
    scene.note("Dice", f"drawn from a secret seed; its SHA-256 is {order.commitment}")
    if not order.template:
        scene.note("Next", "bring fighters in with /combatant add, then play: /move, /fire, /next")
        scene.conclude(f"{order.title} begins.")
        return
    template = ruleset.templates[order.template]
    for label, text in template.notes:
        scene.note(label, text)
    scene.note("Next", "give players their fighters with /combatant owner, then play: /move, /fire, /next")
    scene.conclude(f"{order.title} begins.")
    set_up(template, scene, ruleset)


def set_up(template: Template, scene: Scene, ruleset: Ruleset) -> None:
    """Lay a template out on an encounter that has just begun, each thing as a part. Raises Refusal."""
    if template.board:
        resolve(Chart(template.board), scene, ruleset)
    for name, value in template.switches.items():
        resolve(Switch(name, value), scene, ruleset)
    for group in template.newcomers:
        places = _drawn(group, scene) if group.among else group.places
        if group.lot:
            _cast(group.lot, group.names, scene, ruleset)
        muster = Muster(group.profile, group.name, group.side, None, group.count, places)
        resolve(muster, scene, ruleset)
    for event in template.events:
        resolve(event, scene, ruleset)


def _drawn(group: Newcomers, scene: Scene) -> tuple[Place, ...]:
    """The place of each, by a throw; where somebody stands already it is the next one."""
    taken = {c.place for c in scene.encounter.combatants}
    places: list[Place] = []
    for name in group.names:
        thrown = scene.throw("Place", f"where {name} stands", 0, TEN - 1)
        free = [p for p in (*group.among[thrown:], *group.among[:thrown]) if p not in taken]
        if not free:
            raise NotNow(f"All places for {name} are taken.")
        scene.note("Place", f"{name} stands at {free[0]}")
        places.append(free[0])
        taken.add(free[0])
    return tuple(places)


def _cast(lot: Lot, names: Iterable[str], scene: Scene, ruleset: Ruleset) -> None:
    """Draw the lot for each and say what it means."""
    table = ruleset.tables[lot.table]
    for name in names:
        thrown = scene.throw(lot.label, lot.asked(name), 0, TEN - 1)
        _, read = table.lookup(lot.label, thrown, *filter(None, [lot.column]), detail=True)
        scene.record(read)
        scene.note(lot.label, lot.told(read.value, name) or read.value)


def _muster(order: Muster, scene: Scene, ruleset: Ruleset) -> None:
    encounter = scene.encounter
    room = MOST_COMBATANTS - len(encounter.combatants)
    if not 1 <= order.count <= room:
        raise Refusal(f"An encounter holds {MOST_COMBATANTS} combatants; there is room for {room} more.")
    good = good_name(order.name)
    joined: list[str] = []
    for n in range(order.count):
        name = _free_name(good, scene.encounter, numbered=order.count > 1)
        place = order.places[n] if n < len(order.places) else None
        if place:
            check_ground(encounter, place)
            if not ruleset.crowded:
                check_free(scene.encounter, place)
        id = f"c{scene.encounter.mustered + 1}"
        with scene.concerning(id):
            newcomer = ruleset.muster(order.profile, scene)
        scene.do(
            Joined(
                replace(
                    newcomer,
                    id=id,
                    name=name,
                    side=order.side,
                    owner=order.owner,
                    place=place,
                    sheet=order.profile.sheet,
                    roster=_free_roster(order, name, scene.encounter),
                )
            )
        )
        joined.append(scene.encounter.combatants[-1].id)
        ruleset.joined(joined[-1], scene)
    last = scene.combatant(joined[-1])
    scene.about = last.id if order.count == 1 else ""
    summary = ruleset.summary(last, scene.encounter)
    places = " ".join(map(str, order.places))
    if order.count == 1:
        if facts := " · ".join(filter(None, [places, summary.beside(last.name)])):
            scene.note(last.reference, facts)
    elif places:
        scene.note("Places", places)
    for label, text in summary.lines:
        scene.note(label, text, detail=True)
    who = last.reference if order.count == 1 else f"{scene.name(joined[0])} to {last.reference}"
    scene.notify(*joined)
    side = f" ({order.side})" if order.side else ""
    scene.conclude(f"{who} {'joins' if order.count == 1 else 'join'} the encounter{side}.")


def _free_roster(order: Muster, name: str, encounter: Encounter) -> str:
    """Under which name the owner keeps a newcomer; two of his in one encounter must not overwrite each other."""
    kept = {c.roster for c in encounter.combatants if c.owner == order.owner}
    return name if order.roster and order.roster in kept else order.roster


def _free_name(name: str, encounter: Encounter, numbered: bool) -> str:
    taken = {plain(c.name) for c in encounter.combatants}
    if not numbered and plain(name) not in taken:
        return name
    n = 1 if numbered else 2
    while plain(f"{name} {n}") in taken:
        n += 1
    return f"{name} {n}"


def _rename(subject: str, name: str, side: str, scene: Scene) -> None:
    known = scene.combatant(subject)
    new = good_name(name) if name else known.name
    if any(plain(c.name) == plain(new) for c in scene.encounter.combatants if c.id != subject):
        raise Refusal(f"Somebody in this encounter is called {new}; choose another name.")
    if (new, side or known.side) == (known.name, known.side):
        raise NotNow(f"{known.reference} is that already; give another name: or side:.")
    scene.do(Registered(subject, new, side or known.side, known.owner))
    scene.conclude(f"{known.name} is now {known.reference}" + (f", side {side}." if side else "."))


def _unknown_switch(name: str, known: tuple[str, ...]) -> UnknownName:
    if len(known) <= _FEW:
        return UnknownName(f"The switches of this encounter are: {', '.join(known)}.")
    close = nearest(name, known)
    near = f"; nearest: {listed(close)}" if close else ""
    return UnknownName(f"{quoted(name)} is no switch of this encounter{near}; /encounter options lists them.", close)


def _switch(name: str, value: str, scene: Scene, ruleset: Ruleset) -> None:
    known = options(ruleset)
    option = known.get(name)
    if option is None:
        raise _unknown_switch(name, tuple(known))
    if value not in option.values:
        raise Refusal(f"“{name}” can be {listed(option.values)}.")
    scene.note("Switch", option.sentence)
    changed = switching.changed(name, value, scene.encounter, known)
    before = scene.encounter
    for also, stands in changed.items():
        scene.do(Switched(also, stands))
    for also in changed:
        ruleset.switched(also, before, scene)
    others = [f"“{also}”" for also in changed if also != name]
    scene.conclude(f"“{name}” is now {value}" + (f", and with it {listed(others, 'and')}." if others else "."))
