"""Stored records read back the same, and the same record is always the same bytes."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import orjson
import pytest
from cattrs import IterableValidationError

from bot.game.entries import codec
from rules.engine.conduct.conduct import UNOPENED, staged
from rules.engine.records.agenda import Clock, Watch
from rules.engine.records.copies import altered
from rules.engine.records.errors import MissingBook
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Chart, Pass
from rules.engine.records.records import Condition, Order, Weapon
from rules.engine.scene.dice import NoDice
from rules.engine.scene.effects import Effect, Registered
from rules.engine.scene.scene import Scene
from rules.phoenix.turn.due_timers import Wake
from rules.shelf import shelf
from rules.words.places import Place

# Four places whose order in a set shows in which order they came in.
CLASHING = [Place(column, row) for column in range(1, 12) for row in range(1, 12)]


def test_a_map_is_the_same_bytes_however_its_set_was_built() -> None:
    forwards = Chart(BattleMap(12, 12, frozenset(CLASHING)))
    backwards = Chart(BattleMap(12, 12, frozenset(reversed(CLASHING))))
    assert list(forwards.battle_map.obstructions) != list(backwards.battle_map.obstructions)
    assert codec.canonical(forwards) == codec.canonical(backwards)


def test_obstructions_are_written_by_column_and_row() -> None:
    for places in permutations([Place(2, 1), Place(1, 3), Place(1, 2)]):
        order = Chart(BattleMap(3, 3, frozenset(places)))
        written = codec.json_values(order, Chart)["board"]["obstructions"]
        assert [(place["column"], place["row"]) for place in written] == [(1, 2), (1, 3), (2, 1)]
        assert codec.order(codec.canonical(order), codec.SCHEMA) == order


def test_a_state_holds_each_weapon_once() -> None:
    book = shelf()["phoenix"]
    sheets = ("skill 8, M16, M92F", "skill 8, M16, Uzi", "STR 9", "skill 5, Uzi")
    state = staged(book, *(book.profile(sheet, {}) for sheet in sheets))
    fields = orjson.loads(codec.dump_state(state))
    names = {key: weapon["name"] for key, weapon in fields["weapons"].items()}
    assert list(names.values()) == ["M16", "M92F", "Uzi"]
    carried = [[names[one["weapon"]] for one in combatant["carried"]] for combatant in fields["combatants"]]
    assert carried == [["M16", "M92F"], ["M16", "Uzi"], [], ["Uzi"]]


def test_a_state_reads_back_the_same_and_its_weapons_are_shared() -> None:
    book = shelf()["phoenix"]
    state = staged(book, *(book.profile(sheet, {}) for sheet in ("skill 8, M16, M92F", "skill 5, Uzi, M16")))
    # Two records that are told apart by nothing but where they came from, as after a change of the rulebook.
    first, other = state.combatants
    twin = replace(other.carried[1], weapon=replace(other.carried[1].weapon))
    state = replace(state, combatants=(first, replace(other, carried=(other.carried[0], twin))))
    read = codec.state(codec.dump_state(state), codec.SCHEMA)
    assert read == state
    assert read.combatants[0].carried[0].weapon is read.combatants[1].carried[1].weapon
    assert codec.state(codec.dump_state(read), codec.SCHEMA) == state


def test_a_combatant_who_changed_is_written_anew() -> None:
    book = shelf()["phoenix"]
    state = staged(book, *(book.profile("skill 5, Uzi", {}) for _ in range(2)))
    codec.dump_state(state)
    changed = Registered("c2", "Ann", "", None).on(state)
    names = [combatant["name"] for combatant in orjson.loads(codec.dump_state(changed))["combatants"]]
    assert names == [state.combatants[0].name, "Ann"]
    assert codec.state(codec.dump_state(changed), codec.SCHEMA) == changed


def test_places_are_written_by_column_and_row_wherever_they_are() -> None:
    watch = Watch("c1", (Place(1, 2), Place(3, 4)), Clock(), Pass("c1"))
    state = altered(UNOPENED, agenda=(watch,), battle_map=BattleMap(4, 4, frozenset({Place(1, 1)})))
    written = codec.dump_state(state)
    assert b'"area":[{"column":1,"row":2},{"column":3,"row":4}]' in written
    assert codec.state(written, codec.SCHEMA) == state


def test_records_of_a_missing_rulebook_are_kept_as_they_were_written(monkeypatch: pytest.MonkeyPatch) -> None:
    book = shelf()["savage"]
    scene = Scene(staged(book), NoDice("a fighter joins"))
    fighter = replace(book.muster(book.profile("Shooting d8, Rifle", {}), scene), id="c1", name="Rook", side="Scouts")
    written = codec.dump_state(replace(scene.encounter, combatants=(fighter,)))
    order = codec.canonical(Wake("c1"))
    effects = orjson.dumps({"effects": [{"kind": "phoenix.Readied", "combatant": "c1"}]})
    monkeypatch.delitem(Condition.kinds, "savage.Shooter")
    monkeypatch.delitem(Weapon.kinds, "savage.Firearm")
    monkeypatch.delitem(Order.kinds, "phoenix.Wake")
    monkeypatch.delitem(Effect.kinds, "phoenix.Readied")
    monkeypatch.setattr(codec, "_read", {})
    state = codec.state(written, codec.SCHEMA)
    assert [(one.name, one.carried[0].weapon.name) for one in state.combatants] == [("Rook", "Rifle")]
    assert orjson.loads(codec.dump_state(state)) == orjson.loads(written)
    assert codec.canonical(codec.order(order, codec.SCHEMA)) == order
    (effect,) = codec.effects(effects, codec.SCHEMA)
    with pytest.raises(MissingBook, match="The rulebook phoenix cannot be used"):
        effect.on(state)


def test_a_kind_of_no_rulebook_is_an_error() -> None:
    with pytest.raises(IterableValidationError):
        codec.effects(orjson.dumps({"effects": [{"kind": "Sprung", "combatant": "c1"}]}), codec.SCHEMA)
