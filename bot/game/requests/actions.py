"""Requests for what combatants do: the verbs with their options, moving, acting, answering, passing."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from bot.game.people import rights
from bot.game.requests.context.context import Incomplete, OrderContext, Undecided
from bot.game.requests.context.words import short
from rules.engine.records.agenda import Question
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Act, Answer, Attack, Duck, Heal, Pass, Reload, Target
from rules.engine.records.records import Order
from rules.words.catalogue import find
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class AttackRequest:
    """One of the aiming and shooting verbs, with its options as typed.

    `names` are those of the shooter and the target of a quick ruling, "" for the book's word. `unlisted`: the user has
    confirmed that the target is not among the encounter's fighters.
    """

    verb: type[Attack]
    target: str = ""
    aim: int | None = None
    weapon: str = ""
    range: int | None = None
    how: str = ""
    mod: str = ""
    who: str = ""
    names: tuple[str, str] = ("", "")
    unlisted: bool = False

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes."""
        return self.verb

    def order(self, context: OrderContext) -> Order:
        context.ruleset.check_verb(self.verb)
        try:
            order = self.question(context)
        except Undecided:
            # The form asks who it is, and holds one target.
            if self.target and not replace(context, makes=None).named_target(self.target):
                raise
            raise Incomplete from None
        if not order.targets and not context.ruleset.inquiry(order):
            raise Incomplete
        return order

    def question(self, context: OrderContext) -> Attack:
        """Return the order, to ask about its odds; its target may be open."""
        spoken = replace(self, how=context.with_names(self.how))
        return spoken._between(context.actor(self.who), context.targets(self.target, self.unlisted))

    def against(self, actor: str, *targets: str) -> Attack:
        """Return the order between these, by id, for a quick ruling."""
        return self._between(actor, tuple(Target(id=target) for target in targets))

    def _between(self, actor: str, targets: tuple[Target, ...]) -> Attack:
        how, mod = short(self.how, option="how:"), short(self.mod, option="mod:")
        return self.verb(actor, targets, self.aim, self.weapon.strip(), self.range, how, mod)


@dataclass(frozen=True, slots=True)
class ActionRequest:
    """A verb that needs only its actor and a few words. `unlisted` is as in AttackRequest."""

    verb: type[Duck] | type[Reload] | type[Heal] | type[Act] | type[Pass]
    who: str = ""
    target: str = ""
    weapon: str = ""
    how: str = ""
    cost: int | None = None
    unlisted: bool = False

    @property
    def makes(self) -> type[Order]:
        """The kind of order that it becomes."""
        return self.verb

    def order(self, context: OrderContext) -> Order:
        context.ruleset.check_verb(self.verb)
        spoken = replace(self, how=context.with_names(self.how))
        return spoken._between(context.actor(self.who), context.targets(self.target, self.unlisted))

    def against(self, actor: str, *targets: str) -> Order:
        """Return the order between these, by id, for a quick ruling."""
        return self._between(actor, tuple(Target(id=target) for target in targets))

    def _between(self, actor: str, targets: tuple[Target, ...]) -> Order:
        if self.verb is Reload:
            return Reload(actor, self.weapon.strip(), short(self.how))
        if self.verb is Heal:
            return Heal(actor, targets, short(self.how))
        if self.verb is Act:
            return Act(actor, short(self.how), self.cost)
        return Pass(actor) if self.verb is Pass else Duck(actor, short(self.how))


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """A choice at a question, spelled in any reasonable way."""

    makes: ClassVar[type[Order]] = Answer

    choice: str
    who: str = ""

    def order(self, context: OrderContext) -> Order:
        """Return the order that it means in this context. Raises NotNow if no question is open."""
        asked = [m for m in context.encounter.agenda if isinstance(m, Question)]
        if self.who:
            who = context.actor(self.who)
            asked = [question for question in asked if question.to == who]
            if not asked:
                raise NotNow(f"{context.encounter.combatant(who).name} has no question to answer now.")
        elif not asked:
            raise NotNow("Nobody has a question to answer now.")
        else:
            mine = {c.id for c in context.orderable()}
            asked = [question for question in asked if question.to in mine] or asked
            names = [context.encounter.combatant(question.to).name for question in asked]
            if len(asked) > 1:
                raise Undecided(f"Who answers? Name one with who: ({listed(names)}).")
        if not asked[0].choices:
            # It is kept from the user what this fighter of another side is asked.
            rights.check_fighter(Answer, context.user, context.powers, context.encounter, asked[0].to)
        return Answer(asked[0].to, find(self.choice, asked[0].choices, "answer"))
