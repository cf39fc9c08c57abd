"""Reloading: Reload Time in actions, magazine by magazine or round by round (1.3; ruling O47).

A magazine is changed when all its actions are spent; single rounds go in one after another as their actions are spent.
If rounds are not counted, a weapon loaded with single rounds takes all that fit at once, in the whole Reload Time.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.ammunition.ammunition import ROUNDS, pieces
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import AlreadySo, NoRule, NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Combatant, Encounter
from rules.engine.records.orders import Reload
from rules.engine.records.private_text import private
from rules.engine.scene.effects import Loaded
from rules.phoenix.basics.action_points import QUIETLY, Waiting, spent_on, work
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Work, soldier
from rules.phoenix.basics.switches import SOUND, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.fitness import disabled_arms
from rules.phoenix.shooting.carrying import kit

INSERTED = Hook[Callable[[bool, Scene], None]]()
"""Called after a magazine has been inserted, quietly or not."""
_QUIETLY = "quietly"
_IDLE = ("round", "rounds", "of", "load", "the", "magazine", "belt", "drum", "full", "all")


@dataclass(frozen=True, slots=True)
class _Request:
    """The load that `how:` asks for: this many rounds (0: until full) of a type ("": any), or a magazine quietly."""

    rounds: int = 0
    sort: str = ""
    quietly: bool = False


def reload(order: Reload, scene: Scene) -> Waiting | None:
    """Reload a weapon, or take the next grenade from the pouch; aim is lost. Raises Refusal before anything is done."""
    combatant = scene.combatant(order.actor)
    mine = kit.held(combatant, order.weapon)
    ammunition = _checked(combatant, mine, scene)
    request = _parse(order.how, mine, scene.encounter)
    if kit.load_of(mine.weapon) > 1:
        return _change(combatant, mine, ammunition, request, scene)
    if isinstance(mine.weapon, Gun) and ammunition.measure != ROUNDS:
        return _load(combatant, mine, mine.weapon, ammunition, request, scene)
    return _fill(combatant, mine, ammunition, request, scene)


def _checked(combatant: Combatant, mine: kit.Held, scene: Scene) -> Ammunition:
    """Return the ammunition of the weapon. Raises NoRule or NotNow if it cannot be reloaded."""
    if not scene.encounter.timed:
        raise NoRule("A quick ruling does not count ammunition, so there is nothing to reload. An encounter counts it.")
    arms = disabled_arms(soldier(combatant), scene.encounter.clock)
    if arms > 1 or (arms and isinstance(mine.weapon, Gun)):
        which = f"Both arms of {combatant.reference} are" if arms > 1 else f"An arm of {combatant.reference} is"
        takes = "" if arms > 1 else ", and loading takes both hands"
        raise NotNow(f"{which} disabled{takes}. Someone else must load for them.")
    kit.check_sound(mine, combatant)
    kit.check_in_hand(mine, combatant)
    if mine.ammunition is None:
        raise NotNow(f"The ammunition of the {mine.weapon.name} is not counted. Keep firing.")
    return mine.ammunition


def _parse(how: str, mine: kit.Held, encounter: Encounter) -> _Request:
    """Return the request in `how:`.

    Raises Refusal for words that are neither a number of rounds nor a type that the weapon fires.
    """
    request = _Request()
    for word in how.replace(",", " ").split():
        if word.casefold() in _IDLE:
            continue
        if word.casefold() == _QUIETLY:
            if not on(encounter, SOUND):
                raise NoRule("Quiet actions count only with the switch “sound” on (5.3). Leave quietly out of how:.")
            if kit.feed_of(mine.weapon) != "magazine":
                raise NoRule("The book gives a quiet action only for magazines (5.3). Leave quietly out of how:.")
            request = replace(request, quietly=True)
        elif not word.isascii() or not word.isdigit():
            request = replace(request, sort=kit.sort_named(mine.weapon, word))
        elif kit.load_of(mine.weapon) > 1:
            what = kit.feed_of(mine.weapon)
            raise NoRule(
                f"The {mine.weapon.name} takes one whole {what} at a time. In how: give only the type of ammunition."
            )
        elif 1 <= int(word[:4]) <= 99:
            request = replace(request, rounds=int(word[:4]))
        else:
            raise Refusal("How many rounds go in? Give 1 to 99, or nothing for as many as fit.")
    return request


def _spellings(sort: str, mine: kit.Held) -> tuple[str, ...]:
    """Return the forms in which a type is written on spare loads: the usual type may be "" there."""
    usual = kit.rounds_of(mine.weapon)[:1]
    return (sort, "") if (sort,) == usual else (sort,)


def _change(
    combatant: Combatant, mine: kit.Held, ammunition: Ammunition, request: _Request, scene: Scene
) -> Waiting | None:
    """Insert the fullest magazine (of the type asked for); the one that was in keeps its rounds."""
    assert isinstance(mine.weapon, Gun)
    name, what = mine.weapon.name, kit.feed_of(mine.weapon)
    taken = ammunition.take(*(_spellings(request.sort, mine) if request.sort else ()))
    another = request.sort and request.sort != kit.round_of(mine)
    if ammunition.loaded == ammunition.capacity and not another:
        raise AlreadySo(f"The {name} is full: {kit.left_words(ammunition, mine.weapon)}.")
    if taken is None:
        which = f" of {request.sort}" if request.sort else ""
        has = f" ({kit.spares_words(ammunition, mine.weapon)})" if ammunition.loads else ""
        raise NotNow(f"{combatant.reference} has no {what}{which} left for the {name}{has}.")
    fresh, rest = taken
    if not another and fresh.count <= ammunition.loaded and _same_type(fresh.sort, mine):
        raise NotNow(
            f"The fullest {what} left holds {fresh.count}, and the one in the {name} holds"
            f" {ammunition.loaded}. Keep that one in."
        )
    _set_about(combatant, mine, scene)
    way = " quietly" if request.quietly else ""
    cost = mine.weapon.reload * (QUIETLY if request.quietly else 1)
    this = Work("reload", (str(mine.slot), request.sort, way))
    waiting = work(combatant.id, this, f"reload {name} {request.sort}{way}", cost, scene)
    if waiting:
        return replace(waiting, what=f"reloads the {name}{way}")
    if ammunition.loaded and ammunition.spares is not None:
        scene.note(
            "Back",
            f"a {what} of {pieces(ammunition.loaded, ammunition.measure)} goes back into the pouch",
            section="1.3",
        )
    put_back = rest.put(ammunition.loaded, ammunition.sort, ammunition.short)
    scene.do(Loaded(combatant.id, mine.slot, put_back.holding(fresh)))
    _ready(combatant.id, mine, scene)
    scene.rule("O47", f"the Reload Time of {mine.weapon.reload} includes the pouch", section="1.3")
    if what == "magazine":
        for rule in INSERTED.all:
            rule(request.quietly, scene)
    _conclude(combatant.id, mine, f"reloads the {name}{way}", scene)
    return None


def _fill(
    combatant: Combatant, mine: kit.Held, ammunition: Ammunition, request: _Request, scene: Scene
) -> Waiting | None:
    """Load rounds one by one as their actions are spent; rounds that are loaded stay loaded after an interruption."""
    name = mine.weapon.name
    sorts = _loadable(combatant, mine, ammunition, request)
    each = _each(mine, scene.book)
    this = Work("load", (str(mine.slot), request.sort, str(request.rounds)))
    what = f"load {name} {request.sort} {request.rounds}"
    state = soldier(combatant)
    before = spent_on(this, what, combatant.id, scene)
    in_already = (before or 0) // each
    room = ammunition.capacity - ammunition.loaded
    there = _number(ammunition, sorts)
    rounds = in_already + min(room, there, request.rounds - in_already if request.rounds else room)
    if before is None and state.progress:
        scene.change(combatant.id, altered(state, progress=None))
    _set_about(combatant, mine, scene)
    waiting = work(combatant.id, this, what, rounds * each, scene)
    more = (waiting.spent if waiting else rounds * each) // each - in_already
    if more:
        scene.do(Loaded(combatant.id, mine.slot, _loaded(ammunition, more, sorts)))
    if waiting:
        return replace(waiting, what=f"loads the {name}")
    if isinstance(mine.weapon, Gun):
        scene.rule(
            "O47", f"a round takes RT {mine.weapon.reload} / {mine.weapon.capacity}, rounded up: {each}", section="1.3"
        )
    _conclude(
        combatant.id,
        mine,
        f"loads the {name}" if isinstance(mine.weapon, Gun) else f"has the next {name} ready",
        scene,
    )
    return None


def _load(
    combatant: Combatant, mine: kit.Held, weapon: Gun, ammunition: Ammunition, request: _Request, scene: Scene
) -> Waiting | None:
    """Load as much as fits when the whole Reload Time is spent."""
    name = weapon.name
    if request.rounds:
        raise NoRule(
            f"Rounds are not counted here, and the {name} gets all that fits. In how: give only the type of ammunition."
        )
    sorts = _loadable(combatant, mine, ammunition, request)
    _set_about(combatant, mine, scene)
    this = Work("reload", (str(mine.slot), request.sort, ""))
    if waiting := work(combatant.id, this, f"reload {name} {request.sort}", weapon.reload, scene):
        return replace(waiting, what=f"reloads the {name}")
    more = min(ammunition.capacity - ammunition.loaded, _number(ammunition, sorts))
    scene.do(Loaded(combatant.id, mine.slot, _loaded(ammunition, more, sorts)))
    _ready(combatant.id, mine, scene)
    scene.note(
        "Load",
        (f"a house rule: all rounds that fit go in together, in the Reload Time of {weapon.reload}"),
        section="1.3",
    )
    _conclude(combatant.id, mine, f"loads the {name}", scene)
    return None


def _loadable(combatant: Combatant, mine: kit.Held, ammunition: Ammunition, request: _Request) -> tuple[str, ...]:
    """Return the types that can be loaded now, as they are written on the spare rounds; without a type asked for, any.

    Raises NotNow if none can: the weapon is full, no round is left, or another type is still in it.
    """
    name = mine.weapon.name
    inside = kit.round_of(mine)
    if ammunition.loaded and request.sort and request.sort != inside:
        raise NotNow(f"The {name} still holds {ammunition.loaded} {inside}. Fire them or use /act unload first.")
    if ammunition.loaded == ammunition.capacity:
        raise AlreadySo(f"The {name} is full: {kit.left_words(ammunition, mine.weapon)}.")
    sort = request.sort or (inside if ammunition.loaded else "")
    sorts = _spellings(sort, mine) if sort else ()
    taken = ammunition.take(*sorts, size=1)
    if taken is None:
        has = f" ({kit.spares_words(ammunition, mine.weapon)})" if ammunition.loads else ""
        what = f"{sort} round" if sort and isinstance(mine.weapon, Gun) else kit.feed_of(mine.weapon)
        raise NotNow(f"{combatant.reference} has no {what} left for the {name}{has}.")
    return sorts or _spellings(taken[0].sort or "".join(kit.rounds_of(mine.weapon)[:1]), mine)


def _loaded(ammunition: Ammunition, rounds: int, sorts: tuple[str, ...]) -> Ammunition:
    """Return the ammunition with this many more rounds loaded."""
    for _ in range(rounds):
        taken = ammunition.take(*sorts, size=1)
        assert taken is not None, "enough rounds were left"
        one, rest = taken
        ammunition = rest.holding(replace(one, count=ammunition.loaded + 1, short=ammunition.short + one.short))
    return ammunition


def _number(ammunition: Ammunition, sorts: tuple[str, ...]) -> int:
    """Return the number of spare rounds of these types; as many as fit if the supply is unlimited."""
    if ammunition.spares is None:
        return ammunition.capacity
    return sum(spare.number for spare in ammunition.spares if spare.sort in sorts)


def _each(mine: kit.Held, book: Book) -> int:
    """Return the actions for one round: RT divided by the capacity, rounded up (O47); for a grenade, taking it from its
    pouch (7B).
    """
    if isinstance(mine.weapon, Gun):
        return -(-mine.weapon.reload // mine.weapon.capacity)
    return kit.pouch(book)[0]


def _same_type(sort: str, mine: kit.Held) -> bool:
    return sort in _spellings(kit.round_of(mine), mine)


def _set_about(combatant: Combatant, mine: kit.Held, scene: Scene) -> None:
    """Take the weapon in hand, leave the Firing Stance, and drop the aim."""
    kit.take_in_hand(combatant, mine, scene)
    kit.lose_aim(combatant.id, scene)
    kit.take_down(combatant.id, scene)


def _ready(id: str, mine: kit.Held, scene: Scene) -> None:
    """Chamber a round, as a full reload does."""
    state = soldier(scene.combatant(id))
    if mine.slot in state.unworked:
        scene.change(id, altered(state, unworked=tuple(slot for slot in state.unworked if slot != mine.slot)))


def _conclude(id: str, mine: kit.Held, doing: str, scene: Scene) -> None:
    now = kit.held(scene.combatant(id))
    kit.tell_left(id, scene, mine.slot)
    left = kit.left_words(now.ammunition, now.weapon)
    scene.conclude(scene.outcome(f"{scene.name(id)} {doing}", private(f"{left}.")))
