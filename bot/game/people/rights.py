"""Who may do what: one table of deeds by roles, and what every order, command and button is in it.

1. `roles` says which roles a user has in an encounter; most users have several.
2. `MAY` names for each deed the roles that may do it, and the sentence for everyone else. One role is enough.
3. `ORDERS` gives every kind of order its deed, `COMMANDS` every command, `CONTROLS` every button, select and form.
   One that does different things has several deeds; the first is the usual one. Only the rules give the orders of one
   rulebook (`deed_of`).

A request is checked twice. Before its words are read, `check` asks whether the user could give such an order at all
(`Request.makes`); `check_fighter` follows as soon as a fighter is named. `check_order` has the last word on the order.

A new kind of order needs a line in ORDERS, a new command in COMMANDS, a new button in CONTROLS; a test fails for what
has none. An action that these deeds do not cover needs a Deed of its own with a line in MAY. A command that gives no
order asks `bot.chat.desk.context.check_right` for its deed. Then write docs/rights.md again, as its last line says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import NamedTuple

from bot.game.entries.invocation import CLOCK, Powers
from bot.game.people.personal_settings import stands_in
from bot.game.sight import ToAct
from rules.engine.books import switch_values
from rules.engine.books.table_options import NEXT, TABLE_OPTIONS
from rules.engine.flow.over import waits_for_gm
from rules.engine.records.errors import NotAllowed
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import VERBS, CombatantOrder, Dismiss, Handover, Muster, Next, Rename, Several
from rules.engine.records.records import Order
from rules.engine.table.muster import Keep
from rules.words.phrases import counted, listed


class Role(Enum):
    """A user's role in an encounter, or on its server."""

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
    """A deed that a user may do or not."""

    LOOK_UP = "look up rules, ask for odds, roll loose dice, count your own throws and shots"
    RULE = "get a quick ruling"
    START = "begin an encounter, or import one"
    SEE = "see the encounter: board, fighters, log, Details"
    COUNT_ELSEWHERE = "count the throws and shots of an encounter in another channel"
    EXPORT = "export the encounter while it is open"
    EXPORT_IDS = "export the encounter with user ids"
    ORDER = "give orders to a fighter, rename, hand over or remove them"
    BRING_ONE = "add one fighter of your own"
    BRING_OTHERS = "add several fighters, fighters for other people, or more than the switch “joining” allows"
    LET_IN = "answer a request to join"
    KEEP = "keep on your roster a fighter that another user added or handed over"
    NEXT = "let time continue when nobody still has to act"
    PAUSE = "pause and continue: time that runs by itself, and deadlines"
    NEXT_EARLY = "let time continue at any time"
    SEE_BLIND = "see the result of a blind roll before the encounter has ended"
    TYPE_DICE = "type in dice if a switch allows only the GM to"
    TABLE = "correct fighters, set switches, draw the map, plan events, keep secrets, appoint GMs"
    UNDO_OWN = "undo or redo your own last order, if no dice were thrown and your side learned nothing from it"
    UNDO_ANY = "undo or redo anything"
    UNDO_MANAGED = "undo or redo an order of a manager who is not a GM"
    END = "end the encounter"
    KEEP_OPEN = "keep an inactive encounter open"
    SAVE = "save the encounter as a set-up of the server"
    BRING_RECORDS = "add weapons and cards to this encounter only"
    TAKE_OVER = "take the encounter over"
    CHOOSE_RULEBOOK = "choose the server's rulebook"
    KEEP_RECORDS = "keep the server's weapons and cards"
    CHANNEL_SETTINGS = "set how results in the channel are written"
    NAME_KEEPER = "name the role that keeps the server's records"
    OWN_SETTINGS = "set your own quiet hours, pings, form of answers, absence and substitute"
    OWN_DATA = "see the data about you, and have them deleted"
    DELETE_SERVER = "delete all data of the server"
    RESOLVE = "give an order that only the rules give"


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

_ELSEWHERE = "That encounter is not in this channel. Use the commands in its channel."
_KEPT = (
    "Only managers of the server (Discord's permission Manage Server) and its record keepers (/server "
    "keeper) change its weapons, cards and rulebook. A GM can add weapons and cards to an open encounter."
)

# One sentence for all cases: what came after an order may be nothing that its player may know of.
UNDO_RULE = (
    "Players can undo their own order while it is the last one and no dice were "
    "thrown for it. The GM can undo anything."
)

MAY: Mapping[Deed, Right] = {
    Deed.LOOK_UP: Right(_EVERYBODY, ""),
    Deed.RULE: Right(_EVERYBODY, ""),
    Deed.START: Right(_EVERYBODY, ""),
    Deed.SEE: Right(_HERE, _ELSEWHERE),
    Deed.COUNT_ELSEWHERE: Right(_PLAYING, "From another channel, only an encounter's players and GMs see its numbers."),
    Deed.EXPORT: Right(_PLAYING, "Only the players and GMs of an open encounter may export it."),
    Deed.EXPORT_IDS: Right(_GMS, "Only the GMs of an encounter get user ids. Leave out ids: to export it with names."),
    Deed.ORDER: Right(_GMS | {Role.OWNER}, "Only a fighter's owner and the GM can give them orders ({own})."),
    Deed.BRING_ONE: Right(_HERE, _ELSEWHERE),
    Deed.BRING_OTHERS: Right(_GMS, "Players add one fighter of their own at a time. The GM adds anyone."),
    Deed.KEEP: Right(frozenset({Role.OWNER}), "Only a fighter's own player can keep them ({own})."),
    Deed.LET_IN: Right(_GMS, "Only the GM of this encounter lets fighters in."),
    Deed.NEXT: Right(
        _PLAYING,
        "Only the players and GMs of this encounter let time continue. Add a fighter of yours with /combatant add.",
    ),
    Deed.PAUSE: Right(_PLAYING, "Only the players and GMs of this encounter pause it."),
    Deed.NEXT_EARLY: Right(_GMS, "In this encounter only the GM can use /next."),
    Deed.SEE_BLIND: Right(_GMS, "Only the GM of this encounter sees the result of a blind roll."),
    Deed.TYPE_DICE: Right(_GMS, "In this encounter only the GM types dice in."),
    Deed.TABLE: Right(_GMS, "Only the GM of this encounter can do that. You give orders to your own fighters ({own})."),
    Deed.UNDO_OWN: Right(_HERE, _ELSEWHERE),
    Deed.UNDO_ANY: Right(_GMS, UNDO_RULE),
    Deed.UNDO_MANAGED: Right(_MANAGERS, "A manager gave the last order. Only they can undo it, in its own channel."),
    Deed.END: Right(
        _GMS | _MANAGERS, "Only the GM and managers of this channel or of the server can end an encounter."
    ),
    Deed.KEEP_OPEN: Right(
        _PLAYING | _MANAGERS,
        "Only the players and GMs of this encounter and managers of this channel can keep it open.",
    ),
    Deed.TAKE_OVER: Right(
        _MANAGERS,
        "Only managers of this channel or of the server can take an encounter over. The GM names others with "
        "/encounter gm.",
    ),
    Deed.SAVE: Right(_GMS, "Only the GM of this encounter can save it as a set-up."),
    Deed.BRING_RECORDS: Right(_GMS, _KEPT),
    Deed.CHOOSE_RULEBOOK: Right(_KEEPERS, _KEPT),
    Deed.KEEP_RECORDS: Right(_KEEPERS, _KEPT),
    Deed.NAME_KEEPER: Right(
        _SERVER_MANAGERS, "Only managers of the server (Discord's permission Manage Server) name its record keepers."
    ),
    Deed.CHANNEL_SETTINGS: Right(
        _MANAGERS, "Only managers of this channel can set how its results are written. Set your own with /my set."
    ),
    Deed.OWN_SETTINGS: Right(_EVERYBODY, ""),
    Deed.OWN_DATA: Right(_EVERYBODY, ""),
    Deed.DELETE_SERVER: Right(
        _SERVER_MANAGERS, "Only managers of the server (Discord's permission Manage Server) delete its data."
    ),
    Deed.RESOLVE: Right(frozenset(), "Only the rules give that order, when it is due."),
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
}
"""The deed of every kind of order that all books share. Several orders that bring in nobody are checked one by one
instead."""

_UNDO = (Deed.UNDO_OWN, Deed.UNDO_ANY, Deed.UNDO_MANAGED)
_NEXT = (Deed.NEXT, Deed.NEXT_EARLY)
_ORDER_OR_RULE = (Deed.ORDER, Deed.RULE)
_OF_ENCOUNTERS = (("end", Deed.END), ("takeover", Deed.TAKE_OVER), ("pause", Deed.PAUSE), ("save", Deed.SAVE))
COMMANDS: Mapping[str, tuple[Deed, ...]] = {
    **dict.fromkeys(["aim", "fire", "burst", "throw", "duck", "reload", "heal"], _ORDER_OR_RULE),
    "rule": (Deed.RULE,),
    "next": _NEXT,
    **dict.fromkeys(["pass", "answer", "move", "act", "plan set", "plan clear"], (Deed.ORDER,)),
    **dict.fromkeys(("plan show", "encounter show", "map"), (Deed.SEE,)),
    **dict.fromkeys(("undo", "redo"), _UNDO),
    "adjust": (Deed.TABLE,),
    **dict.fromkeys(("start", "encounter start", "encounter import"), (Deed.START,)),
    **{f"encounter {name}": (deed,) for name, deed in _OF_ENCOUNTERS},
    **dict.fromkeys(("encounter options", "encounter deadline"), (Deed.TABLE, Deed.SEE)),
    **{f"encounter {name}": (Deed.TABLE,) for name in ("gm", "map", "deploy", "event", "side", "threads", "board")},
    **{f"encounter {name}": (Deed.TABLE,) for name in ("secret", "reveal", "note")},
    "server keeper": (Deed.NAME_KEEPER, Deed.LOOK_UP),
    "server rulebook": (Deed.CHOOSE_RULEBOOK, Deed.LOOK_UP),
    "channel set": (Deed.CHANNEL_SETTINGS, Deed.LOOK_UP),
    "combatant add": (Deed.BRING_ONE, Deed.BRING_OTHERS, Deed.TABLE),
    **dict.fromkeys(("combatant edit", "combatant remove", "combatant owner"), (Deed.ORDER,)),
    **dict.fromkeys(("roster show", "roster rename", "roster remove"), (Deed.LOOK_UP,)),
    "roster accept": (Deed.KEEP,),
    **dict.fromkeys(("ammo buy", "ammo drop"), (Deed.ORDER,)),
    **dict.fromkeys(("combatant show", "ammo show", "log", "recap"), (Deed.SEE,)),
    "stats": (Deed.SEE, Deed.LOOK_UP, Deed.COUNT_ELSEWHERE),
    "export": (Deed.EXPORT, Deed.EXPORT_IDS, Deed.SEE),
    "roll": (Deed.LOOK_UP, Deed.SEE),
    **dict.fromkeys(("odds", "ammo weight", "dice verify"), (Deed.LOOK_UP,)),
    **dict.fromkeys(("table", "weapon show", "weapon example", "help"), (Deed.LOOK_UP,)),
    **dict.fromkeys(("weapon add", "weapon remove"), (Deed.KEEP_RECORDS, Deed.BRING_RECORDS)),
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
    "sr:instead": Control("Instead, for an order that is declared after others", (Deed.ORDER,)),
    "sr:then": Control("Then …, and its form for a plan", (Deed.ORDER,)),
    "sr:done": Control("Done", (Deed.ORDER,)),
    "sr:next": Control("Next", _NEXT),
    "sr:run": Control("Run", _NEXT),
    "sr:end": Control("End, for a fight that is over", (Deed.END,)),
    "sr:takeover": Control("Take over", (Deed.TAKE_OVER,)),
    "sr:asked": Control("a question that is put to others' fighters", (Deed.SEE,)),
    "srq": Control("a question's answers", (Deed.ORDER,)),
    "srj": Control("Let in and Refuse, for a request to join", (Deed.LET_IN,)),
    "srr": Control("Keep, for a fighter that another user added", (Deed.KEEP,)),
    "srf:who": Control("the order form: who", (Deed.ORDER,)),
    "srf:target": Control("the order form: target", (Deed.ORDER,)),
    "srf:weapon": Control("the order form: weapon", (Deed.ORDER,)),
    "srf:aim": Control("the order form: aim", (Deed.ORDER,)),
    "srf:go": Control("the order form: Fire, Aim, Burst, Throw", (Deed.ORDER,)),
    "srw": Control("where a fighter can go: arrows, To cover, Back", (Deed.ORDER,)),
    "srv": Control("where a fighter can go: farther places", (Deed.ORDER,)),
    "srd": Control("Type the dice, and its form", (Deed.ORDER,)),
    "srk": Control("the choices of an order that asks first", (Deed.ORDER,)),
    "sre": Control("the buttons that help after a refusal, such as Reload", (Deed.ORDER,)),
    "srt": Control("Correct it", (Deed.LOOK_UP,)),
    "srl": Control(
        "the buttons under reminders, and under the call of the GM when time is up", (Deed.ORDER, Deed.TABLE)
    ),
    "sru:next": Control("the live board: Next", _NEXT),
    "sru:show": Control("the live board: Show all", (Deed.SEE,)),
    "sri": Control("Keep open", (Deed.KEEP_OPEN,)),
    "srx": Control("the buttons that change a ruling", (Deed.RULE,)),
    "srn": Control("the buttons that ask what a ruling lacks", (Deed.RULE, Deed.LOOK_UP)),
    "srp": Control("Fill in, for a shot that could not be read", (Deed.RULE, Deed.LOOK_UP)),
    "srg": Control("the steps of /start", (Deed.LOOK_UP, Deed.START, Deed.SEE, Deed.END)),
    "srh": Control("further topics of /help", (Deed.LOOK_UP,)),
    "srs": Control("Reveal, for your own secret roll", (Deed.LOOK_UP,)),
    "srb": Control("See the result, for a blind roll", (Deed.SEE_BLIND,)),
    "srm": Control("the forms for newcomers, weapons and ranges", (Deed.LOOK_UP,)),
}
"""The deeds of all controls by the beginning of their custom ids. Opening a form changes nothing; the sent form is
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
        # Orders due by the clock are given in the GM's place.
        having |= {Role.GM}
    elif user in encounter.gms:
        having |= {Role.GM if user == encounter.gms[0] else Role.CO_GM}
    owns = user in [combatant.owner for combatant in encounter.combatants]
    having |= {Role.PLAYER if owns else Role.SPECTATOR}
    if fighter is not None and fighter.owner == user:
        having |= {Role.OWNER}
    return frozenset(having)


def deed_of(order: type[Order]) -> Deed:
    """Return the deed of an order. A rulebook's own orders wait in Tasks and Questions; only the rules give them."""
    return Deed.RESOLVE if "." in order.kind else ORDERS[order.kind]


def may(deed: Deed, having: Collection[Role]) -> bool:
    """Return whether a user with these roles may do it."""
    return not MAY[deed].may.isdisjoint(having)


def check(deed: Deed, having: Collection[Role], own: Callable[[], str] = str) -> None:
    """Raise NotAllowed unless a user with these roles may do it; `own` returns their fighters, for the sentence."""
    if not may(deed, having):
        fighters = own()
        raise NotAllowed(MAY[deed].refusal.replace(" ({own})", f" ({fighters})" if fighters else ""))


def check_request(makes: type[Order], user: str, powers: Powers, encounter: Encounter) -> None:
    """Raise NotAllowed if this user cannot give such an order, whatever its words turn out to mean."""
    having = roles(user, powers, encounter)
    stands = powers.stands_in_for and any(stands_in(user, powers, one, encounter) for one in encounter.combatants)
    if stands or Role.PLAYER in having:
        having |= {Role.OWNER}
    check(deed_of(makes), having, lambda: own(user, encounter))


def check_fighter(makes: type[Order], user: str, powers: Powers, encounter: Encounter, fighter: str) -> None:
    """Raise NotAllowed if this user may not give the fighter of that id such an order."""
    combatant = encounter.combatant(fighter)
    if issubclass(makes, CombatantOrder) and stands_in(user, powers, combatant, encounter):
        return
    if not may(deed_of(makes), roles(user, powers, encounter, combatant)):
        raise NotAllowed(f"{combatant.name} is not yours to order ({own(user, encounter)}).")


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
            check(Deed.NEXT, having, lambda: own(user, encounter))
            if switch_values.value_of(TABLE_OPTIONS[NEXT], encounter) == "gm":
                check(Deed.NEXT_EARLY, having)
            if may(Deed.NEXT_EARLY, having):
                return
            still = to_act()
            if still.over and encounter.gms:
                raise NotAllowed(waits_for_gm(still.over))
            if waiting := [
                *(encounter.combatant(id).name for id in still.known),
                *([counted(len(still.people), "player")] if still.people else []),
                *(f"{side} (deploying)" for side in still.sides),
            ]:
                names = listed(waiting, "and")
                raise NotAllowed(f"Still to act: {names}. Until then, only the GM can use /next.")
        case Muster(secret=True):
            check(Deed.TABLE, having, lambda: own(user, encounter))
        case Muster(owner=owner, count=count):
            check(Deed.BRING_ONE if owner == user and count == 1 else Deed.BRING_OTHERS, having)
        case Several(orders) if not any(isinstance(one, Muster) for one in orders):
            for one in orders:
                check_order(one, user, powers, encounter, to_act)
        case _:
            check(deed_of(type(order)), having, lambda: own(user, encounter))


def own(user: str, encounter: Encounter) -> str:
    """Return the user's fighters in words, for a refusal."""
    names = [c.name for c in encounter.combatants if c.owner == user]
    return f"yours: {listed(names, 'and')}" if names else "you have no fighter here yet; add one with /combatant add"
