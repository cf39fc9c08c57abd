"""Ammunition that is bought, and supplies that are given up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.wishes.setting import Setting
from bot.wishes.words import short
from rules.conduct import good_name
from rules.orders import Buy, Drop
from rules.records import Order

_DIE = re.compile(r"\s*[dD]?([0-9]{1,3})\s*")


@dataclass(frozen=True, slots=True)
class Buying:
    """A purchase of ammunition, its price for 50 shots unless `per` says otherwise."""

    sort: str
    price: int
    die: str
    per: str = ""
    term: str = ""
    mod: str = ""
    who: str = ""

    def order(self, setting: Setting) -> Order:
        setting.ruleset.check_verb(Buy)
        die = _DIE.fullmatch(self.die)
        return Buy(
            setting.actor(self.who),
            good_name(self.sort, "sort"),
            self.price,
            short(self.per, said="per:") or "50",
            int(die[1]) if die else 0,
            short(self.mod, said="mod:"),
            short(self.term, said="term:"),
        )


@dataclass(frozen=True, slots=True)
class Dropping:
    """A supply that is over."""

    sort: str
    who: str = ""

    def order(self, setting: Setting) -> Order:
        setting.ruleset.check_verb(Drop)
        return Drop(setting.actor(self.who), good_name(self.sort, "sort"))
