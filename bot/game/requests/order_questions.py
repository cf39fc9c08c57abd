"""The questions to a player before an order is carried out: to choose an aim that was left out, to confirm a caution.

1. The referee reads the request as an order and asks its rulebook for the aims to choose from, and for cautions: what
   the order would do that its player may not mean. If time continues before somebody has acted, that is one in every
   book. An order that is refused anyway is refused, not asked about.
2. If there is an aim to choose, or a caution that the player has not accepted, it raises AskFirst. Nothing is thrown
   and nothing is stored.
3. The player reads the sentences in private, with a button for each choice (`bot.chat.desk.orders`). A press carries
   that very order out, with the ids that it had, under the rights of the player who presses it.
4. The state may have changed meanwhile: a caution that is new by then is asked about again.

Questions of the rules, which stop time for everyone, are on the encounter's agenda
(`rules.engine.records.agenda.Question`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.game.entries.entries import Group
from bot.game.entries.invocation import Invocation
from bot.game.entries.names import named
from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct import conduct
from rules.engine.flow import run, sealed
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import VERBS, Attack, Next
from rules.engine.records.records import Order
from rules.words.phrases import listed

_MOST_NAMED = 20

CarryOut = Callable[[Invocation, str], Awaitable[Group]]
"""A function that carries an order out for an invocation, with the dice typed for it ("" for none)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its button's label, and the function that carries the order out."""

    label: str
    carry_out: CarryOut


class AskFirst(Exception):
    """An order whose player has to choose first; nothing is done. `sentences` have names in place of references."""

    def __init__(self, sentences: Sequence[str], choices: Sequence[Choice]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = tuple(sentences)
        self.choices = tuple(choices)


def ask_first(
    order: Order,
    encounter: Encounter,
    book: Ruleset,
    accepted: tuple[str, ...],
    carried_out: Callable[[Order, tuple[str, ...]], CarryOut],
    passed_over: Sequence[str] = (),
) -> None:
    """Raise AskFirst for an order that leaves out an aim its player has to choose, or with cautions that they have not
    accepted; Refusal for one of these that is refused anyway.

    `passed_over` are the fighters (ids) who have not acted and that the order does not wait for.
    """
    # Long orders are not tried out here: it is refused at the press, if at all.
    expected = encounter if book.long(order, encounter) else sealed.expected(order, encounter, book)
    aims, cautions = book.aims_wanted(expected, order), book.cautions(expected, order)
    if not aims and {*cautions, *passed_over} <= set(accepted):
        return
    trial = replace(order, aim=aims[-1][0]) if aims and isinstance(order, Attack) else order
    if not (book.long(trial, encounter) or run.long(trial, encounter)):
        conduct.check(trial, encounter, book)
    if aims and isinstance(order, Attack):
        name = encounter.combatant(order.actor).name
        choices = tuple(Choice(label, carried_out(replace(order, aim=aim), accepted)) for aim, label in aims)
        raise AskFirst((f"How long does {name} aim? The Again button repeats the order with the same aim.",), choices)
    sentences = [*named(cautions, encounter), *_passing_over(_verb(order), passed_over, encounter)]
    raise AskFirst(sentences, (Choice(f"{_verb(order)} anyway", carried_out(order, (*cautions, *passed_over))),))


def _passing_over(verb: str, ids: Sequence[str], encounter: Encounter) -> list[str]:
    if not ids:
        return []
    names = [encounter.combatant(id).name for id in ids[:_MOST_NAMED]]
    more = len(ids) - len(names)
    names += [f"{more} more"] if more else []
    return [f"Still to act: {listed(names, 'and')}.", f"Press {verb} anyway to continue without them."]


def _verb(order: Order) -> str:
    if isinstance(order, Next):
        return "Run" if order.run else "Next"
    return VERBS.get(type(order), "do it").capitalize()
