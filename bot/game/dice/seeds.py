"""The secret seeds of encounters: drawn, kept, and turned into the dice of an order."""

from __future__ import annotations

import secrets

from bot.game.dice.typed_dice import check_may_type
from bot.game.entries import codec
from bot.game.entries.entries import keyed
from bot.game.entries.invocation import Invocation
from bot.game.sight import viewer_of
from bot.game.store import SeedRow, Store
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.glimpses import Sight
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.scene import dice_keys
from rules.engine.scene.dice import CountedDice, Dice, KeyedDice, TypedDice, commitment, order_digest, parse_typed
from rules.engine.scene.undone_throws import MARKED_BY_THROW

_KEPT = 256
_SERVER_SECRET = "quick rulings"


class Seeds:
    """Seeds by commitment. A commitment never changes its seed, so the few in use are kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seeds: dict[str, bytes] = {}

    async def of(self, encounter: Encounter) -> bytes:
        """Return the seed of an encounter; quick rulings have no commitment and draw from the server's secret."""
        if not encounter.commitment:
            return await self._store.shelf.secret(_SERVER_SECRET)
        seed = self._seeds.get(encounter.commitment) or await self._store.journal.seed(encounter.commitment)
        if seed is None:
            raise LookupError(f"the seed of encounter {encounter.id} is lost")
        self._keep(encounter.commitment, seed)
        return seed

    def drawn(self, encounter_id: str, invocation: Invocation) -> SeedRow:
        """Return a new seed, to be stored with the first entry that uses it."""
        seed = secrets.token_bytes(32)
        row = SeedRow(commitment=commitment(seed), encounter_id=encounter_id, seed=seed, drawn_at=invocation.at)
        self._keep(row.commitment, seed)
        return row

    def _keep(self, commitment: str, seed: bytes) -> None:
        if len(self._seeds) >= _KEPT:
            self._seeds.clear()
        self._seeds[commitment] = seed

    async def dice(
        self, invocation: Invocation, encounter: Encounter, origin: int, order: Order, typed: str, book: Ruleset
    ) -> Dice:
        """Return the dice of an order on an encounter, those typed in, where any are; the state first arose at entry
        `origin`.

        The bot throws for fighters that the user who types does not know. Raises NotAllowed for a user who may not type
        dice, BadDice for text that is not dice.
        """
        seed, written = await self.of(encounter), codec.canonical(dice_keys.digested(order))
        digest = order_digest(keyed(written) if encounter.dice >= MARKED_BY_THROW else written)
        thrown: Dice
        if dice_keys.counted(order, encounter):
            thrown = CountedDice(seed, encounter.id, *dice_keys.key(order, encounter), digest)
        else:
            key = dice_keys.key(order, encounter) if encounter.dice >= dice_keys.KEYED_BY_CLOCK else (origin,)
            thrown = KeyedDice(seed, encounter.id, *key, digest)
        if not typed:
            return thrown
        check_may_type(order, invocation.user, invocation.powers, encounter, book)
        viewer = viewer_of(invocation.user, encounter)
        unknown = [c.id for c in encounter.combatants if viewer.glimpse(c, encounter, book).sight < Sight.SEEN]
        values = () if typed.strip() == "?" else parse_typed(typed)
        return TypedDice(values, invocation.name, thrown, frozenset(unknown))
