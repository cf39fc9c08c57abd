"""Who may do what: one table of deeds by roles, and what every order, command and button is in it.

1. `roles` says which roles a user has in an encounter; most users have several.
2. `MAY` names for each deed the roles that may do it, and the sentence for everyone else. One role is enough.
3. `ORDERS` gives every kind of order its deed, `COMMANDS` every command, `CONTROLS` every button, select and form.
   One that does different things has several deeds; the first is the usual one.

A request is checked twice. Before its words are read, `check` asks whether the user could give such an order at all
(`Request.makes`); `check_fighter` follows as soon as a fighter is named. `check_order` has the last word on the order.

A new kind of order needs a line in ORDERS, a new command in COMMANDS, a new button in CONTROLS; tests miss what has
none. What nobody may decide by these deeds needs a Deed of its own with a line in MAY. A command that gives no order
asks `CommandService.check_right` for its deed. Then write docs/rights.md again, as its last line says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import NamedTuple

from bot.game.flow.standing_in import stands_in
from bot.game.invocation import CLOCK, Powers
from bot.game.sight import ToAct
from rules.engine import switching
from rules.engine.errors import NotAllowed
from rules.engine.model import Combatant, Encounter
from rules.engine.mustering import Keep
from rules.engine.orders import VERBS, CombatantOrder, Dismiss, Handover, Muster, Next, Rename, Several
from rules.engine.records import Order
from rules.engine.table_options import NEXT, TABLE_OPTIONS
from rules.words.phrases import counted, listed


class Role(Enum):
    """What a user is to an encounter, or to the server it is on."""

    STRANGER = "stranger"
    """Acts from another channel or server than the encounter's, or where none is open."""
    SPECTATOR = "spectator"
    """Sees the channel and has no fighter in the encounter."""
    PLAYER = "player"
    """Owns a fighter of the encounter."""
    OWNER = "owner"
    """Owns the very fighter that is meant."""
    GM = "GM"
    """Began the encounter."""
    CO_GM = "co-GM"
    """Was made a GM by another, or took the encounter over."""
    CHANNEL_MANAGER = "channel manager"
    """Has Discord's permission Manage Channels, in a thread Manage Threads."""
    SERVER_MANAGER = "server manager"
    """Has Discord's permission Manage Server."""
    KEEPER = "record keeper"
    """Has the role that a server manager named to keep the server's records."""
    ADMINISTRATOR = "administrator"
    """Has Discord's permission Administrator."""


class Deed(Enum):
    """What a user may do, or not."""

    LOOK_UP = "look up rules, ask for odds, throw loose dice, count one's own throws and shots"
    RULE = "get a quick ruling"
    START = "begin an encounter, or import one"
    SEE = "see the encounter: board, fighters, log, Details"
    COUNT_ELSEWHERE = "count the throws and shots of an encounter in another channel"
    EXPORT = "export the encounter while it is open"
    EXPORT_IDS = "export the encounter with user ids"
    ORDER = "order a fighter, rename them, hand them over, take them out"
    BRING_ONE = "bring in one fighter of one's own"
    BRING_OTHERS = "bring in several fighters, or other people's, or more than the switch “joining” allows"
    LET_IN = "answer a request to join"
    KEEP = "keep a fighter on one's roster whom another brought in or handed over"
    NEXT = "let time go on when nobody still has to act"
    PAUSE = "stop time that runs by itself and deadlines, and let them continue"
    NEXT_EARLY = "let time go on at any time"
    SEE_BLIND = "see the result of a blind roll before the encounter has ended"
    TYPE_DICE = "type in dice where the switch leaves it to the GM"
    TABLE = "correct fighters, set switches, draw the map, plan events, keep secrets, appoint GMs"
    UNDO_OWN = "undo or redo one's own last order, if no dice were thrown and one's side learned nothing by it"
    UNDO_ANY = "undo or redo anything"
    UNDO_MANAGED = "undo or redo what a manager did who is no GM"
    END = "end the encounter"
    KEEP_OPEN = "keep an inactive encounter open"
    SAVE = "save the encounter as a set-up of the server"
    BRING_RECORDS = "bring weapons and cards into the encounter alone"
    TAKE_OVER = "take the encounter over"
    CHOOSE_RULEBOOK = "choose the server's rulebook"
    KEEP_RECORDS = "keep the server's weapons and cards"
    NAME_KEEPER = "name the role that keeps the server's records"
    OWN_SETTINGS = "set one's own quiet hours, pings, absence and substitute"
    OWN_DATA = "see what is kept about oneself, and be forgotten"
    DELETE_SERVER = "delete everything that is kept of the server"
    RESOLVE = "carry out what only the rules themselves order"


class Right(NamedTuple):
    """The roles that may do a deed, and the sentence for everyone else; `{own}` is what fighters the user has."""

    may: frozenset[Role]
    refusal: str


_EVERYBODY = frozenset(Role)
_HERE = _EVERYBODY - {Role.STRANGER}
_GMS = frozenset({Role.GM, Role.CO_GM})
_SERVER_MANAGERS = frozenset({Role.SERVER_MANAGER, Role.ADMINISTRATOR})
_MANAGERS = _SERVER_MANAGERS | {Role.CHANNEL_MANAGER}
_PLAYING = _GMS | {Role.PLAYER, Role.OWNER}
_KEEPERS = _SERVER_MANAGERS | {Role.KEEPER}

_ELSEWHERE = "That encounter is not in this channel; use the commands where it is played."
_KEPT = (
    "The server's weapons, cards and rulebook are for those who may manage the server (Discord's permission Manage"
    " Server) and for the role that they name with /server keeper; a GM brings weapons and cards into an open"
    " encounter."
)

# One sentence for all cases: what came after an order may be nothing that its player may know of.
UNDO_RULE = (
    "Players take back their own order while it is the last one and no dice were thrown for it; the GM can take back"
    " anything."
)

MAY: Mapping[Deed, Right] = {
    Deed.LOOK_UP: Right(_EVERYBODY, ""),
    Deed.RULE: Right(_EVERYBODY, ""),
    Deed.START: Right(_EVERYBODY, ""),
    Deed.SEE: Right(_HERE, _ELSEWHERE),
    Deed.COUNT_ELSEWHERE: Right(_PLAYING, "Only an encounter's players and GMs count it from another channel."),
    Deed.EXPORT: Right(_PLAYING, "Only the players and GMs of an open encounter may export it."),
    Deed.EXPORT_IDS: Right(_GMS, "Only the GMs of an encounter get user ids; leave ids: out to export it with names."),
    Deed.ORDER: Right(_GMS | {Role.OWNER}, "Only a fighter's owner and the GM order them ({own})."),
    Deed.BRING_ONE: Right(_HERE, _ELSEWHERE),
    Deed.BRING_OTHERS: Right(_GMS, "Players bring in one combatant of their own at a time; the GM brings in anyone."),
    Deed.KEEP: Right(frozenset({Role.OWNER}), "Only their player may keep a fighter ({own})."),
    Deed.LET_IN: Right(_GMS, "Only the GM of this encounter lets fighters in."),
    Deed.NEXT: Right(
        _PLAYING,
        "Only the players and GMs of this encounter let time go on; /combatant add brings a fighter of yours in.",
    ),
    Deed.PAUSE: Right(_PLAYING, "Only the players and GMs of this encounter pause it."),
    Deed.NEXT_EARLY: Right(_GMS, "In this encounter only the GM may let time go on."),
    Deed.SEE_BLIND: Right(_GMS, "Only the GM of this encounter sees the result of a blind roll."),
    Deed.TYPE_DICE: Right(_GMS, "In this encounter only the GM types dice in."),
    Deed.TABLE: Right(_GMS, "Only the GM of this encounter may do that; you order your own ({own})."),
    Deed.UNDO_OWN: Right(_HERE, _ELSEWHERE),
    Deed.UNDO_ANY: Right(_GMS, UNDO_RULE),
    Deed.UNDO_MANAGED: Right(
        _MANAGERS, "The last order was given by someone who may manage this channel; only they can take it back."
    ),
    Deed.END: Right(
        _GMS | _MANAGERS, "Only the GM, and those who may manage this channel or the server, end an encounter."
    ),
    Deed.KEEP_OPEN: Right(
        _PLAYING | _MANAGERS,
        "Only the players and GMs of this encounter, and those who may manage this channel, keep it open.",
    ),
    Deed.TAKE_OVER: Right(
        _MANAGERS,
        "Only those who may manage this channel or the server take an encounter over; the GM appoints others with"
        " /encounter gm.",
    ),
    Deed.SAVE: Right(_GMS, "Only the GM of this encounter saves it as a set-up of the server."),
    Deed.BRING_RECORDS: Right(_GMS, _KEPT),
    Deed.CHOOSE_RULEBOOK: Right(_KEEPERS, _KEPT),
    Deed.KEEP_RECORDS: Right(_KEEPERS, _KEPT),
    Deed.NAME_KEEPER: Right(
        _SERVER_MANAGERS, "Only those who may manage the server (Discord's permission Manage Server) name its keepers."
    ),
    Deed.OWN_SETTINGS: Right(_EVERYBODY, ""),
    Deed.OWN_DATA: Right(_EVERYBODY, ""),
    Deed.DELETE_SERVER: Right(
        _SERVER_MANAGERS,
        "Only those who may manage the server (Discord's permission Manage Server) delete what is kept of it.",
    ),
    Deed.RESOLVE: Right(frozenset(), "Nobody gives that order; the rules give it when it is due."),
}

ORDERS: Mapping[str, Deed] = {
    **{verb.kind: Deed.ORDER for verb in VERBS},
    **dict.fromkeys(("Answer", "SetPlan", "ClearPlan", "Withdraw", "Rename", "Dismiss", "Handover"), Deed.ORDER),
    **dict.fromkeys(("Muster", "Apply"), Deed.BRING_ONE),
    "Decide": Deed.LET_IN,
    "Keep": Deed.KEEP,
    "Several": Deed.BRING_OTHERS,
    "Next": Deed.NEXT,
    "Pause": Deed.PAUSE,
    **dict.fromkeys(
        ["Adjust", "Switch", "Appoint", "Chart", "Redraw", "Deploy", "Foresee", "OpenSide", "Conceal", "Reveal", "Jot"],
        Deed.TABLE,
    ),
    **dict.fromkeys(("AddRecord", "RemoveRecord"), Deed.BRING_RECORDS),
    **dict.fromkeys(("Start", "Import"), Deed.START),
    "End": Deed.END,
    "TakeOver": Deed.TAKE_OVER,
    **dict.fromkeys(("Undo", "Redo"), Deed.UNDO_OWN),
    # Given when a user is forgotten.
    "Depart": Deed.RESOLVE,
    # Plans, Tasks, Timers and Questions hold these.
    **dict.fromkeys(("Happens", "Nearer"), Deed.RESOLVE),
    **dict.fromkeys((f"phoenix.{kind}" for kind in ("GoesOff", "Healed", "Recover", "Wake")), Deed.RESOLVE),
    **dict.fromkeys(("phoenix.shooting.Covering", "phoenix.timing.Declared"), Deed.RESOLVE),
    **dict.fromkeys(("phoenix.simultaneous.Underway", "space_marines.Proceed", "space_marines.RunOn"), Deed.RESOLVE),
}
"""The deed of every kind of order. Several orders of fighters are checked one by one instead."""

_UNDO = (Deed.UNDO_OWN, Deed.UNDO_ANY, Deed.UNDO_MANAGED)
_NEXT = (Deed.NEXT, Deed.NEXT_EARLY)
_ORDER_OR_RULE = (Deed.ORDER, Deed.RULE)
_OF_ENCOUNTERS = (("end", Deed.END), ("takeover", Deed.TAKE_OVER), ("pause", Deed.PAUSE), ("save", Deed.SAVE))
COMMANDS: Mapping[str, tuple[Deed, ...]] = {
    **dict.fromkeys(["aim", "fire", "burst", "throw", "duck", "reload", "heal"], _ORDER_OR_RULE),
    "rule": (Deed.RULE,),
    "odds": (Deed.LOOK_UP,),
    "next": _NEXT,
    **dict.fromkeys(["pass", "answer", "move", "act", "plan set", "plan clear"], (Deed.ORDER,)),
    **dict.fromkeys(("plan show", "encounter show", "map"), (Deed.SEE,)),
    **dict.fromkeys(("undo", "redo"), _UNDO),
    "adjust": (Deed.TABLE,),
    **dict.fromkeys(("encounter start", "encounter import"), (Deed.START,)),
    **{f"encounter {name}": (deed,) for name, deed in _OF_ENCOUNTERS},
    **dict.fromkeys(("encounter options", "encounter deadline"), (Deed.TABLE, Deed.SEE)),
    **{f"encounter {name}": (Deed.TABLE,) for name in ("gm", "map", "deploy", "event", "side", "threads", "board")},
    **{f"encounter {name}": (Deed.TABLE,) for name in ("secret", "reveal", "note")},
    "server keeper": (Deed.NAME_KEEPER, Deed.LOOK_UP),
    "server rulebook": (Deed.CHOOSE_RULEBOOK, Deed.LOOK_UP),
    "combatant add": (Deed.BRING_ONE, Deed.BRING_OTHERS, Deed.TABLE),
    **dict.fromkeys(("combatant edit", "combatant remove", "combatant owner"), (Deed.ORDER,)),
    "combatant show": (Deed.SEE,),
    **dict.fromkeys(("roster show", "roster rename", "roster remove"), (Deed.LOOK_UP,)),
    "roster accept": (Deed.KEEP,),
    "ammo show": (Deed.SEE,),
    "ammo weight": (Deed.LOOK_UP,),
    **dict.fromkeys(("ammo buy", "ammo drop"), (Deed.ORDER,)),
    **dict.fromkeys(("log", "recap"), (Deed.SEE,)),
    "stats": (Deed.SEE, Deed.LOOK_UP, Deed.COUNT_ELSEWHERE),
    "export": (Deed.EXPORT, Deed.EXPORT_IDS, Deed.SEE),
    "dice verify": (Deed.LOOK_UP,),
    "roll": (Deed.LOOK_UP, Deed.SEE),
    **dict.fromkeys(("table", "weapon show"), (Deed.LOOK_UP,)),
    **dict.fromkeys(("weapon add", "weapon remove"), (Deed.KEEP_RECORDS, Deed.BRING_RECORDS)),
    **dict.fromkeys(("weapon example", "help"), (Deed.LOOK_UP,)),
    **dict.fromkeys(("my set", "my away", "my substitute", "my show"), (Deed.OWN_SETTINGS,)),
    **dict.fromkeys(("privacy show", "privacy forget"), (Deed.OWN_DATA,)),
    "privacy server": (Deed.DELETE_SERVER,),
}
"""The deeds of every command, by its full name."""


class Control(NamedTuple):
    """A button, select or form: what people call it, and its deeds."""

    name: str
    deeds: tuple[Deed, ...]


CONTROLS: Mapping[str, Control] = {
    "sr:details": Control("Details", (Deed.SEE,)),
    "sr:again": Control("Again", _ORDER_OR_RULE),
    "sr:undo": Control("Undo", _UNDO),
    "sr:then": Control("Then …, and its form for a plan", (Deed.ORDER,)),
    "sr:done": Control("Done", (Deed.ORDER,)),
    "sr:next": Control("Next", _NEXT),
    "sr:run": Control("Run", _NEXT),
    "sr:takeover": Control("Take over", (Deed.TAKE_OVER,)),
    "sr:asked": Control("a question that is put to others' fighters", (Deed.SEE,)),
    "srq": Control("a question's answers", (Deed.ORDER,)),
    "srj": Control("Let in and Refuse, for a request to join", (Deed.LET_IN,)),
    "srr": Control("Keep, for a fighter whom another brought in", (Deed.KEEP,)),
    "srf:who": Control("the order form: who", (Deed.SEE,)),
    "srf:target": Control("the order form: target", (Deed.SEE,)),
    "srf:weapon": Control("the order form: weapon", (Deed.SEE,)),
    "srf:aim": Control("the order form: aim", (Deed.SEE,)),
    "srf:go": Control("the order form: Fire, Aim, Burst, Throw", (Deed.ORDER,)),
    "srw": Control("where a fighter can go: arrows, To cover, Back", (Deed.ORDER,)),
    "srv": Control("where a fighter can go: farther places", (Deed.ORDER,)),
    "srd": Control("Type the dice, and its form", (Deed.ORDER,)),
    "srk": Control("the choices of an order that asks first", (Deed.ORDER,)),
    "srt": Control("Mend it", (Deed.LOOK_UP,)),
    "srl": Control("what is under reminders, and under calls of the GM when time is up", (Deed.ORDER, Deed.TABLE)),
    "sru:next": Control("the live board: Next", _NEXT),
    "sru:show": Control("the live board: Show all", (Deed.SEE,)),
    "sri": Control("Keep open", (Deed.KEEP_OPEN,)),
    "srx": Control("what can be changed about a ruling", (Deed.RULE,)),
    "srn": Control("what a ruling's line lacks", (Deed.RULE, Deed.LOOK_UP)),
    "srs": Control("Reveal, for one's own secret roll", (Deed.LOOK_UP,)),
    "srb": Control("See the result, for a blind roll", (Deed.SEE_BLIND,)),
    "srm": Control("the forms for newcomers, weapons and ranges", (Deed.LOOK_UP,)),
}
"""The deeds of all controls by the beginning of their custom ids. What opens a form changes nothing; what it sends is
checked as its command is."""


def roles(
    user: str,
    powers: Powers,
    encounter: Encounter | None,
    fighter: Combatant | None = None,
    keeper: str | None = None,
) -> frozenset[Role]:
    """Return the user's roles in an encounter (None: where none is open), and toward a `fighter` if one is meant.

    `keeper` is the id of the role that keeps the server's records.
    """
    having: set[Role] = set()
    if powers.administers:
        having |= {Role.ADMINISTRATOR}
    if powers.manages_server:
        having |= {Role.SERVER_MANAGER}
    if powers.manages_channel:
        having |= {Role.CHANNEL_MANAGER}
    if keeper is not None and keeper in powers.roles:
        having |= {Role.KEEPER}
    if encounter is None:
        return frozenset(having | {Role.STRANGER})
    if user == CLOCK:
        # What is due by the time of day is given in the GM's place.
        having |= {Role.GM}
    elif user in encounter.gms:
        having |= {Role.GM if user == encounter.gms[0] else Role.CO_GM}
    owns = any(combatant.owner == user for combatant in encounter.combatants)
    having |= {Role.PLAYER if owns else Role.SPECTATOR}
    if fighter is not None and fighter.owner == user:
        having |= {Role.OWNER}
    return frozenset(having)


def may(deed: Deed, having: Collection[Role]) -> bool:
    """Return whether a user with these roles may do it."""
    return not MAY[deed].may.isdisjoint(having)


def check(deed: Deed, having: Collection[Role], own: Callable[[], str] = str) -> None:
    """Raise NotAllowed unless a user with these roles may do it; `own` returns their fighters, for the sentence."""
    if not may(deed, having):
        raise NotAllowed(MAY[deed].refusal.format(own=own()))


def check_request(makes: type[Order], user: str, powers: Powers, encounter: Encounter) -> None:
    """Raise NotAllowed if this user cannot give such an order, whatever its words turn out to mean."""
    having = roles(user, powers, encounter)
    if Role.PLAYER in having or any(stands_in(user, powers, one, encounter) for one in encounter.combatants):
        having |= {Role.OWNER}
    check(ORDERS[makes.kind], having, lambda: _own(user, encounter))


def check_fighter(makes: type[Order], user: str, powers: Powers, encounter: Encounter, fighter: str) -> None:
    """Raise NotAllowed if this user may not give the fighter of that id such an order."""
    combatant = encounter.combatant(fighter)
    if issubclass(makes, CombatantOrder) and stands_in(user, powers, combatant, encounter):
        return
    if not may(ORDERS[makes.kind], roles(user, powers, encounter, combatant)):
        raise NotAllowed(f"{combatant.name} is not yours to order ({_own(user, encounter)}).")


def check_order(order: Order, user: str, powers: Powers, encounter: Encounter, to_act: Callable[[], ToAct]) -> None:
    """Raise NotAllowed, one sentence, unless the user may give this order.

    `encounter` and `to_act` are as the user knows them.
    """
    having = roles(user, powers, encounter)
    match order:
        case CombatantOrder(actor=fighter) | Rename(subject=fighter) | Dismiss(subject=fighter):
            check_fighter(type(order), user, powers, encounter, fighter)
        case Handover(subject=fighter) | Keep(subject=fighter):
            check_fighter(type(order), user, powers, encounter, fighter)
        case Next():
            check(Deed.NEXT, having, lambda: _own(user, encounter))
            if switching.standing(TABLE_OPTIONS[NEXT], encounter) == "gm":
                check(Deed.NEXT_EARLY, having)
            if may(Deed.NEXT_EARLY, having):
                return
            still = to_act()
            if waiting := [
                *(encounter.combatant(id).name for id in still.known),
                *([counted(len(still.people), "player")] if still.people else []),
                *(["others"] if still.others else []),
            ]:
                names = listed(waiting, "and")
                raise NotAllowed(f"Still to act: {names}; only the GM can let time go on before that.")
        case Muster(secret=True):
            check(Deed.TABLE, having, lambda: _own(user, encounter))
        case Muster(owner=owner, count=count):
            check(Deed.BRING_ONE if owner == user and count == 1 else Deed.BRING_OTHERS, having)
        case Several(orders) if all(isinstance(one, CombatantOrder) for one in orders):
            for one in orders:
                check_order(one, user, powers, encounter, to_act)
        case _:
            check(ORDERS[order.kind], having, lambda: _own(user, encounter))


def _own(user: str, encounter: Encounter) -> str:
    own = [c.name for c in encounter.combatants if c.owner == user]
    return f"yours: {listed(own, 'and')}" if own else "you have none here yet; /combatant add brings one in"
