"""The words of a plan's lines: an order in the words of the verbs, and before it a condition and a colon.

A line is tried on the user's own view as it is read, so that words which the rulebook does not understand are refused
at once; what is only impossible now may be possible later. Fighters' names become references in the line's text and
ids, or references, in its orders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.game.requests.context.context import MOST_TARGETS
from bot.game.requests.context.words import short
from bot.game.requests.plans.plan_conditions import MOST_LINE, Conditions
from bot.game.requests.plans.plan_manners import Manner, check_manner, read_manner
from bot.game.requests.plans.plan_names import MOST_WORDS
from bot.game.requests.plans.plan_trial import check_understood
from rules.engine.records.agenda import CONTACT, ELSE, NEAREST, THEM, TOLD, WITHIN, Line, When
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal, UnknownAct, UnknownName, quoted
from rules.engine.records.orders import (
    ATTACKS,
    Act,
    Attack,
    CombatantOrder,
    Duck,
    Fire,
    Heal,
    Move,
    Nearer,
    Pass,
    Reload,
    Target,
)
from rules.engine.records.records import Order
from rules.engine.records.references import CLOSING, OPENING, reference
from rules.words.catalogue import find, normalized
from rules.words.patterns import regex
from rules.words.phrases import listed
from rules.words.places import Place

_STAY = frozenset(
    ("stay", "stay and watch", "watch", "wait", "wait and watch", "hold", "hold fire", "stay put", "do nothing")
)
_ATTACKS: dict[str, type[Attack]] = {**ATTACKS, "shoot": Fire}
_AT_ONCE = regex(r"(?P<start>(?P<verb>aim|fire|shoot|burst|throw) at )(?P<rest>.+)", re.IGNORECASE)
_WITH_WEAPON = regex(r"(?P<start>(?P<verb>aim|fire|shoot|burst|throw) (?P<weapon>.+?) at )(?P<rest>.+)", re.IGNORECASE)
_COVER_FIRE = regex(r"(?P<start>cover fire ?(?:(?:at|on|over)\b ?)?)(?P<rest>.*)", re.IGNORECASE)
_THEM, _NEAREST = regex(r"them\b", re.IGNORECASE), regex(r"(?:the )?nearest(?: enemy)?\b", re.IGNORECASE)
_PLACE = regex(r"(?:(?:hex|square|space) )?(?P<place>[a-z]{1,2}-?[0-9]{1,2})(?!\w)", re.IGNORECASE)
_MOVE = regex(r"(?:move|go) to (?P<place>[a-z]{1,2}[ -]?[0-9]{1,2})(?!\w),?(?P<how>.*)", re.IGNORECASE)
_NEARER = regex(
    r"(?P<start>(?:move|go|get) (?:(?P<spaces>[0-9]{1,2}|one|an?) )?(?:(?:hex(?:es)?|squares?|spaces?|steps?) )?"
    r"(?:nearer|closer)\b)(?P<to> to )?(?P<rest>.*)",
    re.IGNORECASE,
)
_SLASH = regex(r"^/?(?P<act>act )what: ?|^/", re.IGNORECASE)
_REFERENCES = f"{OPENING}[^{CLOSING}]*{CLOSING}"
_COST = regex(r"(?P<what>.*\S),? cost (?P<cost>[0-9]{1,4})", re.IGNORECASE)
_NUMBER = regex(r",? ?\b(?P<option>aim|range):? (?P<number>[0-9]{1,4})\b", re.IGNORECASE)
_MOD = regex(r"(.*?)(?:(,? ?\bmod:? )(.+))?", re.IGNORECASE)
_WITH = regex(r"(?:^|,? )with (?P<rest>.+)", re.IGNORECASE)
_ANYWAY = regex(r",? anyway$", re.IGNORECASE)
_STOP = regex(r",| (?:with|aim|range|mod) ", re.IGNORECASE)
_ORDERS = "move to C7, move nearer, fire at nearest aim 4, burst, throw, aim, reload, duck, act ..., pass or stay"


class Reader(Conditions):
    """Reads the lines of one fighter's plan in a context."""

    def line(self, text: str) -> Line:
        """Return the stored form of a line.

        Raises Refusal, with a sentence on what is allowed.
        """
        when, condition, rest = self._condition(short(text, MOST_LINE, "A line"))
        rest = _SLASH.sub(lambda found: found["act"] or "", rest)
        if not normalized(rest):
            raise Refusal(f"Give an order: {_ORDERS}.")
        if normalized(rest) in _STAY:
            # Without a condition it is for when nothing else is to do.
            return Line(f"{condition}: {rest}" if condition else rest, (), when or When(ELSE))
        manner, rest, repeated = self._manner(rest)
        if not normalized(rest):
            raise Refusal(f"Give an order before {quoted(repeated)}: {_ORDERS}.")
        order, words = self._read_order(rest)
        self._check_them(order, when)
        check_manner(manner, order)
        self._check_until(manner.who, order)
        line = Line("", (order,), when, times=manner.times, until=manner.until, fallen=manner.fallen)
        line = replace(line, anyway=manner.anyway)
        return replace(line, text=f"{f'{condition}: ' if condition else ''}{words}{repeated and f' {repeated}'}")

    def _manner(self, text: str) -> tuple[Manner, str, str]:
        """Return how an order is repeated, its other words, and the words that say it, as `read_manner` does."""
        # A name may have such words, and so may a free act.
        if text.casefold().startswith("act "):
            bare = _ANYWAY.sub("", text)
            return (Manner(), text, "") if bare == text else (Manner(anyway=True), bare, "anyway")
        if not read_manner(self._referenced(text), _REFERENCES)[2]:
            return Manner(), text, ""
        manner, rest, words = read_manner(text, "|".join(re.escape(one.name) for one in self._encounter.combatants))
        return manner, rest, self._referenced(words)

    def _check_until(self, name: str, order: Order) -> None:
        """Raise Refusal if an order is repeated until a fighter (by whole name) is down who is not its target."""
        if name:
            who, _ = self._fighter(name, name)
            if all(target.id != who for target in getattr(order, "targets", ())):
                raise Refusal(
                    "Until down is about the target of the line. Name them in both places, or write until down."
                )

    @staticmethod
    def _check_them(order: Order, when: When | None) -> None:
        if when is not None and when.kind in (CONTACT, TOLD, WITHIN):
            return
        ids = (getattr(order, "goal", ""), *(target.id for target in getattr(order, "targets", ())))
        if THEM in ids:
            raise Refusal(
                "“them” is the fighter who shows or comes near, as in when anyone shows: fire at them. On "
                "other lines name a fighter, or write nearest."
            )

    # --- orders

    def _read_order(self, text: str) -> tuple[Order, str]:
        """Return an order and its words as they are kept. Raises Refusal."""
        verb, _, rest = text.partition(" ")
        verb = verb.casefold()
        if found := _COVER_FIRE.fullmatch(text):
            if not self._ruleset.aims_at_places:
                raise NoRule("This book has no cover fire. Use fire at NAME, or fire at nearest.")
            if not found["rest"]:
                raise Refusal("Which space? Write cover fire C7.")
            return self._attack(Fire, found, "", "cover fire")
        if found := _AT_ONCE.fullmatch(text):
            return self._attack(_ATTACKS[verb], found)
        if verb in _ATTACKS:
            if found := _WITH_WEAPON.fullmatch(text):
                return self._attack(_ATTACKS[verb], found, found["weapon"])
            return self._act_or(text, Refusal(f"At which fighter? Write {verb} at NAME, or {verb} at nearest."))
        if found := _MOVE.fullmatch(text):
            to, how = Place.parse(found["place"]), self._referenced(found["how"].strip())
            self._check_on_map(to)
            return self._understood(Move(self._actor, to, how=how)), self._referenced(text)
        if found := _NEARER.fullmatch(text):
            return self._nearer(found)
        if verb in ("move", "go"):
            return self._act_or(text, Refusal("Where to? Write move to C7, move nearer, or move 2 nearer."))
        if verb == "reload":
            weapon, how = self._weapon(re.sub("^with ", "", rest, flags=re.IGNORECASE))
            return self._understood(Reload(self._actor, weapon, self._referenced(how))), self._referenced(text)
        if verb == "duck":
            try:
                return self._understood(Duck(self._actor, self._referenced(rest))), self._referenced(text)
            except UnknownName as unknown:
                return self._act_or(text, unknown)
        if verb == "heal" and rest:
            target, words, left = self._target(rest)
            if target.id == NEAREST:
                raise Refusal("Which fighter? Write heal NAME.")
            heal = Heal(self._actor, (target,), self._referenced(left.strip(" ,")))
            return self._understood(heal), f"{text[: len(text) - len(rest)]}{words}{self._referenced(left)}"
        if verb in ("arm", "prime") and (held := self._weapon(re.sub("^the ", "", rest))[0]):
            at_places = f", or throw {held} at C7" if self._ruleset.aims_at_places else ""
            raise Refusal(f"Arming is a part of the throw. Write throw {held} at NAME{at_places}.")
        if normalized(text) in ("pass", "done"):
            return Pass(self._actor), text
        return self._act(rest if verb == "act" else text, verb == "act"), self._referenced(text)

    def _attack(self, verb: type[Attack], found: re.Match[str], weapon: str = "", how: str = "") -> tuple[Order, str]:
        targets, words, rest = self._targets(found["rest"])
        rest, mark, mod = _MOD.fullmatch(rest).groups()  # type: ignore[union-attr]
        numbers = {one["option"].casefold(): int(one["number"]) for one in _NUMBER.finditer(rest)}
        options = _NUMBER.sub("", rest).strip(" ,")
        line = f"{found['start']}{words}{self._referenced(rest)}{mark or ''}{mod or ''}"
        order = verb(self._actor, targets, numbers.get("aim"), weapon, numbers.get("range"), mod=mod or "")
        more = ", ".join(part for part in (how, self._referenced(options)) if part)
        given = _WITH.search(options) if not weapon else None
        if given is None:
            return self._understood(replace(order, how=more)), line
        held, left = self._weapon(given["rest"])
        if not held:
            # "with" begins other words as well: fire at nearest with one hand.
            try:
                return self._understood(replace(order, how=more)), line
            except Refusal:
                held, _, left = given["rest"].partition(",")
        others = (how, *(self._referenced(part.strip(" ,")) for part in (options[: given.start()], left)))
        more = ", ".join(part for part in others if part)
        return self._understood(replace(order, weapon=held.strip(), how=more)), line

    def _nearer(self, found: re.Match[str]) -> tuple[Order, str]:
        words, rest, goal = "", found["rest"], ""
        if found["to"]:
            target, words, rest = self._target(rest)
            if not target.id:
                raise Refusal("Nearer to which fighter? Write move nearer to NAME, or move nearer.")
            goal = "" if target.id == NEAREST else target.id
        spaces = int(found["spaces"]) if (found["spaces"] or "").isdecimal() else 1
        how = self._referenced(rest.strip(" ,"))
        line = f"{found['start']}{found['to'] or ''}{words}{self._referenced(rest)}"
        return self._understood(Nearer(self._actor, spaces, goal, how)), line

    def _act_or(self, text: str, refusal: Refusal) -> tuple[Order, str]:
        """Return an act whose name begins like another order: go prone, fire over cover. Raises the refusal for any
        other text.
        """
        if " " not in text:
            raise refusal
        try:
            return self._act(text, False), self._referenced(text)
        except Refusal:
            raise refusal from None

    def _act(self, text: str, named: bool) -> Order:
        """Return an act. Without the word "act", only what is on the book's list is one."""
        cost = _COST.fullmatch(text)
        what = cost["what"] if cost else text
        if not named and not self._ruleset.acts_listed:
            names = [name for name, _ in self._ruleset.acts(self._encounter, self._actor)]
            if normalized(what) not in map(normalized, names):
                raise _unknown_order(text)
        act = Act(self._actor, self._referenced(what), int(cost["cost"]) if cost else None)
        try:
            return self._understood(act)
        except UnknownAct as unknown:
            raise unknown if named else _unknown_order(text, unknown.nearest) from None

    def _understood(self, order: CombatantOrder) -> Order:
        check_understood(order, self._encounter, self._ruleset)
        return order

    def _check_on_map(self, to: Place) -> None:
        battle_map = self._encounter.battle_map
        if battle_map and not (to.column <= battle_map.width and to.row <= battle_map.height):
            raise Refusal(f"{to} is not on the map, which ends at {Place(battle_map.width, battle_map.height)}.")

    # --- names

    def _targets(self, text: str) -> tuple[tuple[Target, ...], str, str]:
        """Return the targets that a text begins with, their words as they are kept, and the rest of the text."""
        target, words, rest = self._target(text)
        targets = [target]
        while found := re.match(r",? (?:and )?", rest):
            further = self._whole_target(rest[found.end() :])
            if further is None or not found[0].strip():
                break
            target, more, left = further
            targets.append(target)
            words, rest = f"{words}{found[0]}{more}", left
            if len(targets) > MOST_TARGETS:
                raise Refusal(f"At most {MOST_TARGETS} targets can be named; these are more.")
        return tuple(targets), words, rest

    def _target(self, text: str) -> tuple[Target, str, str]:
        if whole := self._whole_target(text):
            return whole
        for pattern, id in ((_THEM, THEM), (_NEAREST, NEAREST)):
            if found := pattern.match(text):
                return Target(id), found[0], text[found.end() :]
        stop = _STOP.search(text)
        id, typed = self._fighter(text, text[: stop.start()] if stop else text)
        return Target(id), reference(id), text[typed:]

    def _whole_target(self, text: str) -> tuple[Target, str, str] | None:
        """Return the fighter (by whole name) or the place that a text begins with, or None if there is none."""
        if self._ruleset.aims_at_places and (found := _PLACE.match(text)):
            return Target(place=Place.parse(found["place"])), found[0], text[found.end() :]
        for id, name in self._names:
            if (found := name.match(text)) and normalized(found[0]) not in (THEM, NEAREST):
                return Target(id), reference(id), text[found.end() :]
        return None

    def _weapon(self, text: str) -> tuple[str, str]:
        """Return the weapon of the fighter's that a text begins with, "" for none, and the rest of the text."""
        carried = [one.weapon.name for one in self._encounter.combatant(self._actor).carried]
        ends = [found.end() for found in re.finditer(r"[^\s,]+", text)][:MOST_WORDS]
        for end in reversed(ends if carried else []):
            try:
                find(text[:end], carried, "weapon")
            except UnknownName:
                continue
            return text[:end], text[end:].strip(" ,")
        return "", text


def _unknown_order(text: str, near: Sequence[str] = ()) -> UnknownName:
    nearest = f" (nearest: {listed(near)})" if near else ""
    return UnknownName(f"I don't know the order {quoted(text)}{nearest}. Use {_ORDERS}.", near)


def refused(number: int, text: str, why: Refusal) -> Refusal:
    """Return the refusal of a plan on account of one line."""
    return Refusal(f"Line {number} ({quoted(text)}): {why}")
