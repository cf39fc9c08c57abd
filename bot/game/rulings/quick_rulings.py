"""Quick rulings: orders outside any encounter, on a stage with the fighters that sheet lines describe."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, repeat
from typing import overload

from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.entries.new_entries import entries_of
from bot.game.requests import ActionRequest, AttackRequest, OrderContext, described
from rules.engine.books.ruleset import Homebrew, Ruleset
from rules.engine.books.ruling_vocabulary import Ruled, Vocabulary
from rules.engine.conduct import conduct
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Heal, Start
from rules.engine.records.records import Order
from rules.engine.scene.effects import Opened
from rules.engine.scene.scene import Part, Resolution

HEAL = "heal"
"""The change of a ruling that asks about care for the wounds."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The ground of a quick ruling: the rulebook with its preset, the server's homebrew, the user who asks.

    `id` is that of the encounters it makes; `named`: the user has named the rulebook.
    """

    book: Ruleset
    preset: str
    homebrew: Homebrew
    user: str
    id: str = ""
    named: bool = False

    @property
    def vocabulary(self) -> Vocabulary:
        """The names that a ruling of one line may use here."""
        return self.book.vocabulary(self.homebrew)

    @property
    def space(self) -> str:
        """The unit of ranges, in the singular."""
        return self.book.space(conduct.stage(self.book, self.preset))

    def context(self, who: str, target: str, names: tuple[str, str] = ("", "")) -> OrderContext:
        """Return the stage: the shooter first, then each target.

        `names` are those of the shooter and the first target, "" for the book's word. Raises Refusal for lines that
        cannot be read.
        """
        if not who:
            why = "Naming a rulebook makes this a quick ruling" if self.named else "No encounter is open here"
            raise Refusal(f"{why}. For a quick ruling give who: a sheet line, such as {self.book.sheet_example}.")
        shooter = self.book.profile(who, self.homebrew)
        targets = described(target or self.book.default_target, lambda line: self.book.profile(line, self.homebrew))
        named = zip((shooter, *targets), chain(names, repeat("")), strict=False)
        profiles = [replace(profile, name=name or profile.name) for profile, name in named]
        staged = conduct.staged(self.book, *profiles, preset=self.preset, owner=self.user)
        encounter = replace(staged, id=self.id, title="Quick ruling", gms=(self.user,))
        return OrderContext(encounter, self.book, self.homebrew, self.user)

    @overload
    def staged(self, request: AttackRequest) -> tuple[OrderContext, Attack]: ...

    @overload
    def staged(self, request: AttackRequest | ActionRequest) -> tuple[OrderContext, Order]: ...

    def staged(self, request: AttackRequest | ActionRequest) -> tuple[OrderContext, Order]:
        """Return the stage of a request, and its order there. Raises as `context`.

        A fighter who is alone treats their own wound.
        """
        alone = request.verb is Heal and not (request.who and request.target)
        who = (request.target if alone else "") or request.who
        names = request.names if isinstance(request, AttackRequest) else ("", "")
        context = self.context(who, request.target, names)
        actor, *others = (one.id for one in context.encounter.combatants)
        return context, request.against(actor, *([actor] if alone else others))


def ruled_in(group: Group) -> tuple[Ruled, ...]:
    """Return the reading of the line of a quick ruling, if it was given in one line."""
    if not group or group[0].kind != "ruling":
        return ()
    return tuple(effect for effect in group[0].resolution.effects if isinstance(effect, Ruled))


def ruling_entries(
    invocation: Invocation,
    setup: Encounter,
    book: Ruleset,
    order: Order,
    parts: tuple[Part, ...],
    ruled: Iterable[Ruled],
) -> Group:
    """Return the entries of a quick ruling: its stage, and the order that was carried out on it."""
    ruled = [_with_meaning(one, book, parts[-1].encounter) for one in ruled]
    start = Start(setup.id, setup.title, book.id, setup.preset, invocation.user, "")
    opened = Part(Resolution.of("Quick ruling", effects=(Opened(setup), *ruled)), setup)
    (stage,) = entries_of(invocation, None, start, (opened,), book, kind="ruling")
    follow = entries_of(invocation, stage, order, parts, book, kind="ruling")
    return [stage, *(replace(entry, part=entry.part + 1, number=1) for entry in follow)]


def _with_meaning(ruled: Ruled, book: Ruleset, after: Encounter) -> Ruled:
    """Return the reading with what the hits mean for the target, and the change that treats it."""
    found = [book.vocabulary({}).aftermath(fighter, after) for fighter in after.combatants[1:]]
    changes = tuple(change for change in ruled.changes if change != HEAL)
    if any(one.wound for one in found):
        changes = (*changes, HEAL)
    return replace(ruled, meaning=" ".join(one.words for one in found if one.words), changes=changes)
