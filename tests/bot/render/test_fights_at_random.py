"""Whatever comes of random fights of Phoenix Command can be shown: answers, details, board, sheets, odds, choices."""

from __future__ import annotations

from bot import listings
from bot.journal import Entry
from bot.render.answer import answer
from bot.render.board import status
from bot.render.details import details
from bot.render.pages import odds, page
from bot.render.records import log, recap
from bot.wishes import Setting
from rules.errors import Refusal
from rules.model import Encounter
from rules.orders import Attack, Burst, Fire, Target, Throw
from tests.bot.render.sizes import check_sizes
from tests.bot.render.table import entry
from tests.rules.phoenix.at_random import AdvancedPlay, Play, Tried
from tests.rules.phoenix.skirmish import phoenix

BOOK = phoenix()
LONGEST_CHOICE = 100


def entries(tried: Tried, seq: int) -> list[Entry]:
    return [
        entry(tried.order, part.resolution, part.encounter, seq=seq + n, part=n, origin=seq + n)
        for n, part in enumerate(tried.parts)
    ]


def check_choosing(encounter: Encounter, seed: int) -> int:
    """What a player is offered before he orders; how many odds were told."""
    told = 0
    ids = [c.id for c in encounter.combatants]
    for n, id in enumerate(ids[:3]):
        verb: type[Attack] = (Fire, Burst, Throw)[(seed + n) % 3]
        order = verb(id, (Target(ids[n - 1]),))
        choices = BOOK.choices(order, encounter)
        for value, shown in (*choices.targets, *choices.weapons):
            assert value and 0 < len(shown) <= LONGEST_CHOICE, shown
        assert all(actions > 0 and 0 < len(shown) <= LONGEST_CHOICE for actions, shown in choices.aims)
        try:
            found = BOOK.odds(order, encounter)
        except Refusal:
            continue
        check_sizes(odds(found))
        assert all(len(row) == len(found.columns) for row in found.rows)
        told += 1
    return told


def test_everything_can_be_shown() -> None:
    assert sum(show(seed, Play(seed)) for seed in range(100, 108)) > 20


def test_everything_of_the_advanced_rules_can_be_shown() -> None:
    assert sum(show(seed, AdvancedPlay(seed)) for seed in range(100, 104)) > 10


def show(seed: int, play: Play) -> int:
    """Show a whole fight; how often odds were told."""
    whole: list[Entry] = []
    told = 0
    for n, tried in enumerate(play.steps(50)):
        if not tried.parts:
            continue
        group = entries(tried, len(whole) + 1)
        whole += group
        encounter = tried.parts[-1].encounter
        for reply in (answer(group, BOOK), details(group, BOOK), status(encounter, BOOK)):
            check_sizes(reply)
        setting = Setting(encounter, BOOK, {}, "100")
        for combatant in encounter.combatants:
            check_sizes(page(listings.combatant(combatant.id, setting)))
            assert BOOK.summary(combatant, encounter).short
        assert all(isinstance(BOOK.matter(matter, encounter), str) for matter in encounter.agenda)
        if n % 3 == 0:
            told += check_choosing(encounter, seed)
    check_sizes(log(whole[-20:], 1, 1))
    check_sizes(recap(whole, whole[-1].state, BOOK))
    return told
