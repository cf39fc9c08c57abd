"""A draft of an order: what is chosen in the order form so far, as it is kept in custom ids and a footer.

Choices are in the custom ids (100 characters at most). Words that were typed with the verb are in the form's footer,
which Discord shows unchanged and sends back with every press.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace

from bot.errors import Outdated
from bot.game.journal.anchors import STAMP, Anchor
from bot.game.requests import AttackRequest, OrderContext, short
from bot.game.sight.masks import MaskedId, Masks
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import ATTACKS, Attack, Target
from rules.engine.records.records import Order
from rules.words.catalogue import find
from rules.words.places import Place

SELECTS = ("who", "target", "weapon", "aim")
MOST_OPTIONS = 25

_STATE = (
    rf"(?P<verb>{'|'.join(ATTACKS)}):(?P<encounter>[a-z0-9]{{1,40}}):(?P<actor>[a-z0-9]{{1,10}})"
    r":(?P<target>[A-Za-z0-9]{0,10}):(?P<weapon>(?:[0-9a-f]{8})?):(?P<aim>[0-9]{0,4})"
    rf"(?::(?P<seq>[0-9]{{1,9}}):(?P<stamp>{STAMP}))?"
)
SELECT_ID = rf"srf:(?P<part>{'|'.join(SELECTS)}):{_STATE}"
BUTTON_ID = rf"srf:(?P<part>go):{_STATE}"
_WORD = re.compile(r"(?P<name>range|how|mod|dice): (?P<text>.+)")
_DISTANCE = re.compile(r"-?[0-9]{1,9}")
_ENDED = "That form's encounter has ended. Give the order again."


@dataclass(frozen=True, slots=True)
class Words:
    """The options that were typed with the verb and are not chosen in the form."""

    range: int | None = None
    how: str = ""
    mod: str = ""
    dice: str = ""

    @classmethod
    def of(cls, request: AttackRequest, dice: str) -> Words:
        """Return the draft of a request.

        Raises Refusal if its texts are too long.
        """
        return cls(request.range, short(request.how), short(request.mod), short(dice, 300))

    def written(self) -> str:
        """Return one line each, as in the form's footer."""
        words = (("range", self.range), ("how", self.how), ("mod", self.mod), ("dice", self.dice))
        return "\n".join(f"{name}: {text}" for name, text in words if text not in (None, ""))

    @classmethod
    def read(cls, written: str) -> Words:
        """Return the words that `written` wrote."""
        words = {m["name"]: m["text"] for line in written.splitlines() if (m := _WORD.fullmatch(line))}
        distance = words.get("range", "")
        given = int(distance) if _DISTANCE.fullmatch(distance) else None
        return cls(given, words.get("how", ""), words.get("mod", ""), words.get("dice", ""))


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices so far; fighters by their masked ids, empty where nothing was chosen.

    `weapon` is a mark of its name, because places in a list shift as weapons change hands. `seq` and `stamp` are of the
    entry whose state the form was drawn from; forms from before stamps have none.
    """

    verb: str
    encounter: str
    actor: MaskedId
    target: str = ""
    weapon: str = ""
    aim: str = ""
    seq: int = 0
    stamp: str = ""

    @property
    def anchor(self) -> Anchor | None:
        """The entry that the form belongs to, or None if it does not say."""
        return Anchor(self.encounter, self.seq, self.stamp) if self.stamp else None

    @classmethod
    def of(cls, context: OrderContext, request: AttackRequest) -> Draft:
        """Return the draft of a request as typed.

        Raises Refusal if nobody can act for the user or a weapon is unknown.
        """
        verb = next(word for word, kind in ATTACKS.items() if kind is request.verb)
        actor = _actor(context, request.verb, request.who)
        aim = "" if request.aim is None or not 0 <= request.aim <= 9999 else str(request.aim)
        _, seq, stamp = context.anchor or Anchor("", 0)
        target, mask = context.named_target(request.target), context.masks.mask
        draft = cls(verb, context.encounter.id, mask(actor), mask(target), aim=aim, seq=seq, stamp=stamp)
        if not request.weapon:
            return draft
        weapons = [name for name, _ in context.choices(draft.attack(Words(), context.masks)).weapons]
        return replace(draft, weapon=mark(find(request.weapon, weapons, "weapon")))

    @classmethod
    def parsed(cls, match: re.Match[str]) -> Draft:
        """Return the draft in a custom id that matched."""
        verb, encounter, actor, target, weapon, aim, seq, stamp = match.group(
            "verb", "encounter", "actor", "target", "weapon", "aim", "seq", "stamp"
        )
        return cls(verb, encounter, MaskedId(actor), target, weapon, aim, int(seq or 0), stamp or "")

    def masked(self, context: OrderContext) -> Draft:
        """Return the draft with masked ids: forms from before ids were masked have those of the journal.

        Raises UnknownName for a fighter that the user does not know.
        """
        known, mask, unmask = context.encounter.combatant, context.masks.mask, context.masks.unmask
        actor = known(unmask(self.actor)).id
        target = self.target
        if target and not is_place(target):
            target = mask(known(unmask(target)).id)
        return replace(self, actor=mask(actor), target=target)

    def custom_id(self, part: str) -> str:
        """Return the custom id of one part of the form."""
        written = f"srf:{part}:{self.verb}:{self.encounter}:{self.actor}:{self.target}:{self.weapon}:{self.aim}"
        return f"{written}:{self.seq}:{self.stamp}" if self.stamp else written

    def chosen(self, part: str, value: str) -> Draft:
        """Return the draft with another choice. Another actor has another weapon and aim.

        Raises Refusal for a value that no form offers.
        """
        match part:
            case "who":
                again = "" if value == self.target else self.target
                draft = replace(self, actor=MaskedId(value), target=again, weapon="", aim="")
            case "target":
                draft = replace(self, target=value)
            case "weapon":
                draft = replace(self, weapon=value)
            case _:
                draft = replace(self, aim=value)
        if not re.fullmatch(SELECT_ID, draft.custom_id(part)):
            raise Refusal("That choice is not on the list. Choose one that is.")
        return draft

    def attack(self, words: Words, masks: Masks, weapon: str = "") -> Attack:
        """Return the attack with the choices made so far, and the weapon of that name."""
        targets = (_target(self.target, masks),) if self.target else ()
        aim = int(self.aim) if self.aim else None
        actor = masks.unmask(self.actor)
        return ATTACKS[self.verb](actor, targets, aim, weapon, words.range, words.how, words.mod)

    def armed(self, context: OrderContext, words: Words) -> Attack:
        """Return the attack with the chosen weapon, if there is one.

        Raises Outdated if the actor no longer has it.
        """
        unarmed = self.attack(words, context.masks)
        if not self.weapon:
            return unarmed
        for name, _ in context.choices(unarmed).weapons:
            if mark(name) == self.weapon:
                return self.attack(words, context.masks, name)
        raise Outdated("That weapon is no longer there. Give the order again.")


@dataclass(frozen=True, slots=True)
class Drafted:
    """A finished draft as a request."""

    draft: Draft
    words: Words

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes."""
        return ATTACKS[self.draft.verb]

    def order(self, context: OrderContext) -> Attack:
        """Return the order that it means in this context. Raises Outdated if the encounter is another one."""
        if context.encounter.id != self.draft.encounter or context.encounter.ended:
            raise Outdated(_ENDED)
        context.encounter.combatant(context.masks.unmask(self.draft.actor))
        return self.draft.armed(context, self.words)


def is_place(chosen: str) -> bool:
    """Return whether a chosen target is a place: that begins with a capital, any id with a small letter."""
    return chosen[:1].isupper()


def _target(chosen: str, masks: Masks) -> Target:
    return Target(place=Place.parse(chosen)) if is_place(chosen) else Target(masks.unmask(chosen))


def mark(name: str) -> str:
    """Return eight characters that stand for a name."""
    return f"{zlib.crc32(name.encode()):08x}"


def _actor(context: OrderContext, verb: type[Attack], who: str) -> str:
    """Return the id of the actor that a form begins with: the one named or meant, else the first who has a target."""
    meant = ""
    try:
        meant = context.actor(who)
    except Refusal:
        if who or not context.orderable():
            raise
    if who:
        return meant
    able = [*([meant] if meant else []), *(c.id for c in context.orderable())]
    # The choices of each fighter take milliseconds, and a GM orders sixty.
    return next((id for id in able if context.ruleset.targets(verb(id), context.encounter)), able[0])
