"""The bounds of an encounter, a server and a roster: one for each field of each order, and of a state, and one of bytes
for the whole.

The tables are complete: a field that is new has no bound until somebody writes it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from bot.game.entries import codec
from bot.game.files import bounds
from bot.game.files.bounds import check_growth
from bot.game.files.library import MOST_HOMEBREW_BYTES
from rules.engine.books.events import Foresee, Happens
from rules.engine.books.ruleset import HomebrewRecord
from rules.engine.records.agenda import Clock, Task, Timer
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Ammunition, Carried, Encounter, Spare
from rules.engine.records.orders import Act, Adjust, Appoint, Next
from rules.engine.records.records import Order
from rules.engine.table.muster import MOST_COMBATANTS
from rules.savage.shooter import Supply, shooter
from rules.shelf import shelf
from tests.bot.table import invocation
from tests.cogs.conftest import Game, told, types

ID, NUMBER, NAME, WORD = "an id", "a number", "a name: 40", "one of the book's words"
STATE: dict[str, str] = {
    **dict.fromkeys(("id", "ruleset", "preset", "commitment"), ID),
    **dict.fromkeys(("mustered", "clock", "ended", "timed", "dice", "paused"), NUMBER),
    "title": NAME,
    "gms": f"{bounds.MOST_GMS}",
    "switches": "the book's switches",
    "combatants": f"{MOST_COMBATANTS}: rules.engine.table.muster",
    "agenda": f"{bounds.MOST_PENDING}, of which events {bounds.MOST_EVENTS}",
    "battle_map": "40 x 40: rules.words.maps",
    "ranges": "pairs of combatants",
    "passed": "combatants",
    "records": "20, 20,000 characters together: rules.engine.table.own_records",
    "throws": "combatants, and kinds of orders",
    "undone": "100: rules.engine.scene.dice_keys",
    "sides": "12: rules.engine.table.joining",
    "brought": "users who brought a combatant in",
    "applications": "12: rules.engine.table.joining",
    **dict.fromkeys(("notes", "secret_notes"), "20 together, 200 characters each: rules.engine.table.secrecy"),
    "refused": "users, three times each: rules.engine.table.joining",
    "sightings": "1,200: rules.engine.scene.effects",
}
"""The bound of each field of an encounter."""
TEXT = "200 characters: bot.game.requests.context.words"
OF_ORDERS: dict[str, str] = {
    **dict.fromkeys(
        (
            "actor",
            "subject",
            "owner",
            "gm",
            "id",
            "commitment",
            "seed",
            "of",
            "user",
            "player",
            "keeper",
            "kept",
            "by",
            "goal",
        ),
        ID,
    ),
    **dict.fromkeys(
        (
            "aim",
            "range",
            "cost",
            "price",
            "die",
            "count",
            "seconds",
            "turn",
            "every",
            "since",
            "idle_days",
            "open",
            "admit",
            "secret",
            "gone",
            "map",
            "run",
            "spaces",
            "paused",
            "last",
            "earlier",
            "windows",
            "after",
        ),
        NUMBER,
    ),
    **dict.fromkeys(("title", "name", "side", "roster"), NAME),
    **dict.fromkeys(("ruleset", "preset", "template", "value", "choice", "per", "term"), WORD),
    **dict.fromkeys(("how", "mod", "text"), TEXT),
    "lines": "30, 200 characters each, 4,000 together: bot.game.requests.plans.plans",
    "until": "a condition: bot.game.requests.plans.plan_words",
    "subjects": "60: as combatants",
    "notes": "20: as notes of the encounter",
    "events": "one: bot.game.requests.secrecy",
    "what": f"{TEXT}, or a name",
    "weapon": "100 characters: bot.chat.suggestions.options",
    "changes": "500 characters: bot.game.requests.table",
    "targets": "12: bot.game.requests.context.context",
    "dice": "40 throws typed: rules.engine.scene.dice",
    "profile": "a sheet line: 500 characters, rules.words.sheet",
    "application": "a profile and a name: rules.engine.table.joining",
    "remark": "a sentence of the bot's: bot.game.people.rosters",
    "why": "a sentence of the bot's: bot.game.people.rights",
    "record": "64 KiB of text: rules.engine.sharing.homebrew",
    "places": "60: as combatants, or walls and rough ground of the map",
    "orders": "30: as movers, as lines of a form",
    "to": "a place",
    "battle_map": "40 x 40: rules.words.maps",
    "encounter": "a state of 1 MiB, 2 MiB as it is written here: bot.game.files.soundness",
    "origin": "names and numbers: bot.game.files.imports",
    **dict.fromkeys(("walls", "cleared", "rough", "smooth", "doors", "zone"), "places of the map"),
    **dict.fromkeys(("pieces", "taken"), "60 on a map: rules.engine.map.map_orders"),
    "setup": "64 KiB as it is stored: bot.game.files.setups",
}
"""The bound of each field of an order, by the field's name, which means the same in every order."""


def test_every_field_of_an_encounter_has_a_bound() -> None:
    assert {each.name for each in fields(Encounter)} == STATE.keys()


def kinds(of: type[Any]) -> Iterator[type[Any]]:
    """Yield the kinds of orders that every rulebook has."""
    for kind in of.__subclasses__():
        if kind.__module__.startswith("rules.engine"):
            yield kind
        yield from kinds(kind)


def test_every_field_of_an_order_has_a_bound() -> None:
    named = {each.name for kind in kinds(Order) if is_dataclass(kind) for each in fields(kind)}
    assert named - OF_ORDERS.keys() == set()


async def state(game: Game) -> Encounter:
    await game.says(game.gm, "encounter start", ruleset="savage")
    await game.says(game.gm, "combatant add", name="Pike", sheet="Shooting d8, Assault Rifle")
    return await game.encounter()


async def test_events(game: Game) -> None:
    before = await state(game)
    many = tuple(Timer(Clock(9), Happens(f"bell {n}", 0, 1)) for n in range(bounds.MOST_EVENTS))
    order = Foresee("more", 9)
    check_growth(order, before, replace(before, agenda=many))
    with pytest.raises(NotNow, match="already has 30 events"):
        check_growth(order, replace(before, agenda=many), replace(before, agenda=(*many, many[0])))
    for n in range(bounds.MOST_EVENTS):
        await game.says(game.gm, "encounter event", text=f"bell {n}", turn=9)
    assert "already has 30 events" in await game.whispers(game.gm, "encounter event", text="bell", turn=9)
    await game.says(game.gm, "encounter event", text="bell 3", turn=0)
    await game.says(game.gm, "encounter event", text="bell", turn=9)


async def test_gms_and_what_is_under_way(game: Game) -> None:
    before = await state(game)
    gms = tuple(str(n) for n in range(bounds.MOST_GMS))
    with pytest.raises(NotNow, match="already has 10 GMs"):
        check_growth(Appoint("x", "X"), replace(before, gms=gms), replace(before, gms=(*gms, "x")))
    act = Act("c1", "waits", 1)
    tasks = tuple(Task("c1", act, 0, 1) for _ in range(bounds.MOST_PENDING + 1))
    with pytest.raises(NotNow, match="already has 240 things"):
        check_growth(act, before, replace(before, agenda=tasks))
    # Time goes on, and what is too much already may become less.
    check_growth(Next(), before, replace(before, agenda=tasks))
    check_growth(act, replace(before, agenda=tasks), replace(before, agenda=tasks[1:]))


async def test_what_a_fighter_has(game: Game) -> None:
    before = await state(game)
    [pike] = before.combatants
    adjust = Adjust(pike.id, "spares 1")
    kinds = tuple(Spare(n + 1) for n in range(bounds.MOST_LOADS + 1))
    # They count together, whichever weapons they are for.
    armed = replace(
        pike,
        carried=tuple(
            replace(pike.carried[0], ammunition=Ammunition("rounds", 200, 0, some))
            for some in (kinds[::2], kinds[1::2])
        ),
    )
    laden = replace(pike, carried=tuple(Carried(pike.carried[0].weapon) for _ in range(bounds.MOST_WEAPONS + 1)))
    supplied = replace(shooter(pike), supplies=tuple(Supply(f"sort {n}") for n in range(bounds.MOST_KEPT + 1)))
    for changed, wanted in (
        (armed, "at most 100 kinds of spare loads"),
        (laden, "at most 24 weapons"),
        (replace(pike, condition=supplied), "at most 400"),
    ):
        with pytest.raises(NotNow, match=wanted):
            check_growth(adjust, before, before.with_combatant(changed))
        with pytest.raises(NotNow, match=wanted):
            check_growth(adjust, replace(before, combatants=()), before.with_combatant(changed))
        check_growth(adjust, before.with_combatant(changed), before.with_combatant(changed))


async def test_an_encounter_has_a_size(game: Game) -> None:
    before = await state(game)
    order = Adjust("c1", "at A1")

    def of_size(least: int) -> Encounter:
        return replace(before, notes=("x" * least,))

    def check(order: Order, had: Encounter, has: Encounter, known: Encounter | None = None) -> None:
        """The user knows what they had, and of what they have `known`."""
        seen = {id(had): had, id(has): known or has}
        check_growth(order, had, has, lambda whole: seen[id(whole)])

    half, full, twice = (of_size(n * bounds.MOST_STATE // 2) for n in (1, 2, 4))
    check(order, before, half)
    for had, has in ((half, full), (before, full), (full, twice)):
        with pytest.raises(NotNow, match=r"This encounter is full: it may have 512 KiB\. Remove fighters"):
            check(order, had, has)
        # Time passes, and what is too much may become less.
        check(Next(), had, has)
        check(order, has, had)
    # It is played on, a little at a time, until it is twice as large.
    check(order, full, of_size(bounds.MOST_STATE + 500))
    with pytest.raises(NotNow, match="is full"):
        check(order, twice, of_size(2 * bounds.MOST_STATE + 500))
    # What the user does not know of does not count, up to as much again.
    check(order, half, full, known=half)
    with pytest.raises(NotNow, match="is full"):
        check(order, half, twice, known=half)


async def test_an_order_that_makes_an_encounter_too_large_is_refused(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await state(game)
    size = len(codec.dump_state(before))
    monkeypatch.setattr(bounds, "MOST_STATE", size - 100)
    # It is larger already: it is played on, a little at a time, and looked at.
    for line in ("next", "duck who: Pike", "undo", "log", "recap"):
        assert "is full" not in told(await types(game, f"GM: /{line}")), line
    monkeypatch.setattr(bounds, "_LITTLE", 50)
    before = await game.encounter()
    joining: dict[str, Any] = {"name": "Ames", "sheet": "Shooting d8, Assault Rifle"}
    refused = await game.whispers(game.gm, "combatant add", **joining)
    assert refused.startswith("This encounter is full") and await game.encounter() == before
    monkeypatch.setattr(bounds, "MOST_STATE", size + 100)
    await game.says(game.gm, "combatant remove", who="Pike")
    await game.says(game.gm, "combatant add", **joining)


async def test_a_servers_own_weapons_and_cards_have_a_size(game: Game) -> None:
    library = game.client.library
    book = shelf()["savage"]
    long = {"note": "x" * (MOST_HOMEBREW_BYTES // 2)}
    await library.keep_homebrew(invocation(), book, HomebrewRecord("One", long))
    await library.keep_homebrew(invocation(), book, HomebrewRecord("one", long))
    with pytest.raises(NotNow, match="larger than 128 KiB together"):
        await library.keep_homebrew(invocation(), book, HomebrewRecord("Two", long))
    assert [*await library.homebrew(invocation().guild, book)] == ["one"]
