"""The states that undo and redo restore, over orders, groups and one another."""

from __future__ import annotations

from dataclasses import astuple

from bot.game.store import Store
from tests.bot.store.samples import begin, entry


async def undo(store: Store) -> tuple[int, ...] | None:
    """Return `undoable` (head, first, last, restores, origin), after writing that undo."""
    return await _restore(store, "undo")


async def redo(store: Store) -> tuple[int, ...] | None:
    """Return `redoable`, after writing that redo."""
    return await _restore(store, "redo")


async def _restore(store: Store, kind: str) -> tuple[int, ...] | None:
    step = await (store.journal.undoable("E1") if kind == "undo" else store.journal.redoable("E1"))
    if step is None:
        return None
    await store.journal.append([entry(step.head + 1, kind=kind, parent=step.head, origin=step.origin)])
    return astuple(step)


async def order(store: Store, seq: int, parts: int = 1) -> None:
    await store.journal.append(
        [entry(seq + part, interaction_id=f"order {seq}", part=part) for part in range(parts)],
    )


async def test_the_start_cannot_be_undone(store: Store) -> None:
    await begin(store)
    assert await undo(store) is None


async def test_an_order_is_undone_and_redone(store: Store) -> None:
    await begin(store)
    await order(store, 2)
    assert await redo(store) is None
    assert await undo(store) == (2, 2, 2, 1, 1)
    assert await undo(store) is None
    assert await redo(store) == (3, 2, 2, 2, 2)
    assert await redo(store) is None
    assert await undo(store) == (4, 2, 2, 1, 1)


async def test_several_orders_go_back_one_by_one_and_forward_again(store: Store) -> None:
    await begin(store)
    await order(store, 2)
    await order(store, 3)
    assert await undo(store) == (3, 3, 3, 2, 2)
    assert await undo(store) == (4, 2, 2, 1, 1)
    # EntryRow 4 is the undo that led back to the state of entry 2.
    assert await redo(store) == (5, 2, 2, 4, 2)
    assert await redo(store) == (6, 3, 3, 3, 3)
    assert await redo(store) is None
    assert await undo(store) == (7, 3, 3, 2, 2)


async def test_a_group_goes_as_a_whole(store: Store) -> None:
    await begin(store)
    await order(store, 2, parts=12)
    assert await undo(store) == (13, 2, 13, 1, 1)
    assert await redo(store) == (14, 2, 13, 13, 13)


async def test_a_new_order_ends_what_could_be_redone(store: Store) -> None:
    await begin(store)
    await order(store, 2)
    await undo(store)
    await order(store, 4)
    assert await redo(store) is None
    assert await undo(store) == (4, 4, 4, 3, 1)
    assert await redo(store) == (5, 4, 4, 4, 4)


async def test_another_encounter_does_not_mix_in(store: Store) -> None:
    await begin(store)
    await begin(store, "E2", "501")
    await order(store, 2)
    await store.journal.append([entry(2, encounter_id="E2", interaction_id="other")])
    assert await undo(store) == (2, 2, 2, 1, 1)
    assert await store.journal.redoable("E2") is None
