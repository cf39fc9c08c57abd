"""Requests to buy a supply of ammunition and to give one up."""

from __future__ import annotations

from typing import ClassVar

from bot.game.requests.context.context import OrderContext
from bot.game.requests.context.words import short
from rules.engine.books.player_names import good_name
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Buy, Drop
from rules.engine.records.records import Order
from rules.words.patterns import regex

_DIE = regex(r"\s*[dD]?([0-9]{1,3})\s*")


@dataclass(frozen=True, slots=True)
class BuyRequest:
    """A purchase of ammunition, its price for 50 shots unless `per` says otherwise."""

    makes: ClassVar[type[Order]] = Buy

    sort: str
    price: int
    die: str
    per: str = ""
    term: str = ""
    mod: str = ""
    who: str = ""

    def order(self, context: OrderContext) -> Order:
        context.ruleset.check_verb(Buy)
        die = _DIE.fullmatch(self.die)
        return Buy(
            context.actor(self.who),
            good_name(self.sort, "sort"),
            self.price,
            short(self.per, option="per:") or "50",
            int(die[1]) if die else 0,
            short(self.mod, option="mod:"),
            short(self.term, option="term:"),
        )


@dataclass(frozen=True, slots=True)
class DropRequest:
    """Giving up a supply."""

    makes: ClassVar[type[Order]] = Drop

    sort: str
    who: str = ""

    def order(self, context: OrderContext) -> Order:
        context.ruleset.check_verb(Drop)
        return Drop(context.actor(self.who), good_name(self.sort, "sort"))
