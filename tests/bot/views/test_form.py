"""The order form keeps Discord's limits, keeps what was chosen, and becomes an order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from bot.chat.views import order_form
from bot.chat.views.private.draft import Draft, Drafted, Words, mark
from bot.chat.views.private.form import _drawn as drawn
from bot.errors import Outdated
from bot.game.requests import AttackRequest, OrderContext
from bot.game.sight.masks import MaskedId, Masks
from rules.engine.books.ruleset import Choices, Ruleset
from rules.engine.conduct import conduct
from rules.engine.records.errors import NoRule, Refusal, UnknownName
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Muster, Start
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Ended
from rules.engine.scene.scene import Scene
from rules.shelf import shelf

GM, ANN = "100", "101"
BOOK = shelf()["aliens"]
MASKS = Masks(b"these tests")
C1, C2, C3, C41, C60 = (MASKS.mask(f"c{n}") for n in (1, 2, 3, 41, 60))


def encounter(aliens: int = 3, owner: str | None = ANN) -> Encounter:
    scene = Scene(conduct.UNOPENED, ScriptedDice(()))
    start = Start("0123456789", "Hadley's Hope", "aliens", next(iter(BOOK.presets)), GM, "")
    conduct.resolve(start, scene, BOOK)
    conduct.resolve(Muster(BOOK.profile("apone", {}), "Apone", "Marines", owner), scene, BOOK)
    conduct.resolve(Muster(BOOK.profile("alien", {}), "Alien", "Aliens", None, count=aliens), scene, BOOK)
    return scene.encounter


def context(encounter: Encounter, user: str = ANN) -> OrderContext:
    return OrderContext(encounter, BOOK, {}, user, masks=MASKS)


def selects(view: Any) -> dict[str, dict[str, Any]]:
    """The selects of a form by part, as Discord gets them."""
    rows = view.to_components()
    assert len(rows) <= 5
    found = [component for row in rows for component in row["components"] if component["type"] == 3]
    return {component["custom_id"].split(":")[1]: component for component in found}


def button(view: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", view.to_components()[-1]["components"][0])


def chosen(select: dict[str, Any]) -> list[str]:
    return [option["value"] for option in select["options"] if option["default"]]


def test_the_form_asks_for_a_target_first() -> None:
    reply, view = order_form(context(encounter()), AttackRequest(Fire), "")
    assert [o["label"] for o in selects(view)["target"]["options"]] == ["Alien 1", "Alien 2", "Alien 3"]
    assert (button(view)["label"], button(view)["disabled"]) == ("Fire", True)
    assert "Apone" in reply.content and not reply.embeds


def test_options_stay_within_limits_with_sixty_combatants() -> None:
    crowd = encounter(59, owner=None)
    assert len(crowd.combatants) == 60
    draft = Draft("fire", crowd.id, C1, target=C60)
    reply, view = drawn(context(crowd, GM), draft, Words())
    for select in selects(view).values():
        assert 1 <= len(select["options"]) <= 25
        assert len({option["value"] for option in select["options"]}) == len(select["options"])
        assert all(len(option["label"]) <= 100 for option in select["options"])
        assert len(select["custom_id"]) <= 100
    assert "25" in reply.content and "59" in reply.content
    assert chosen(selects(view)["target"]) == [C60]


def test_a_gm_may_choose_who_acts() -> None:
    crowd = encounter(3)
    _, view = order_form(context(crowd, GM), AttackRequest(Fire, who="Apone"), "")
    assert chosen(selects(view)["who"]) == [C1]
    assert "who" not in selects(order_form(context(crowd, ANN), AttackRequest(Fire), "")[1])


def test_it_begins_with_somebody_who_can_do_it() -> None:
    # The one Alien is the GM's only own, and has no weapon.
    reply, view = order_form(context(encounter(1), GM), AttackRequest(Fire), "")
    assert "Set up Apone's shot" in reply.content and chosen(selects(view)["who"]) == [C1]
    reply, _ = order_form(context(encounter(1), GM), AttackRequest(Fire, who="Alien"), "")
    assert "Alien has no target to fire at" in reply.content


def test_the_choices_are_kept_and_the_button_opens() -> None:
    draft = Draft("fire", "0123456789", C1).chosen("target", C3).chosen("aim", "2")
    _, view = drawn(context(encounter()), draft, Words())
    shown = selects(view)
    assert (chosen(shown["target"]), chosen(shown["aim"])) == ([C3], ["2"])
    assert button(view)["disabled"] is False
    assert {id.split(":", 2)[2] for id in (shown["target"]["custom_id"], button(view)["custom_id"])} == {
        f"fire:0123456789:{C1}:{C3}::2"
    }


def test_another_actor_starts_with_his_own_weapon_and_aim() -> None:
    draft = Draft("fire", "0123456789", C1, C3, mark("Flame Unit"), "2")
    assert draft.chosen("who", C2) == Draft("fire", "0123456789", C2, C3)
    assert draft.chosen("who", C3).target == ""


def test_a_form_from_before_ids_were_masked_continues_with_masks() -> None:
    draft = Draft("fire", "0123456789", MaskedId("c1"), "c3")
    _, view = drawn(context(encounter()), draft, Words())
    shown = selects(view)
    assert chosen(shown["target"]) == [C3]
    assert {id.split(":", 2)[2] for id in (shown["target"]["custom_id"], button(view)["custom_id"])} == {
        f"fire:0123456789:{C1}:{C3}::"
    }
    order = Drafted(draft, Words(range=2)).order(context(encounter()))
    assert (order.actor, [target.id for target in order.targets]) == ("c1", ["c3"])


@pytest.mark.parametrize("id", ["c99", MASKS.mask("c99"), "bbbbbb", "zzz", "c123456789"])
def test_ids_of_nobody_read_alike(id: str) -> None:
    gone = "That fighter is no longer in this encounter. See who is with /encounter show."
    for draft in (Draft("fire", "0123456789", MaskedId(id), C3), Draft("fire", "0123456789", C1, id)):
        with pytest.raises(UnknownName, match=f"^{gone}$"):
            drawn(context(encounter()), draft, Words())
        with pytest.raises(UnknownName, match=f"^{gone}$"):
            context(encounter()).read(Drafted(draft, Words(range=2)))


def test_words_typed_along_stand_in_the_footer() -> None:
    reply, _ = order_form(context(encounter()), AttackRequest(Fire, range=2, mod=" -3   smoke "), "7 0")
    assert reply.embeds[0].footer.text == "range: 2\nmod: -3 smoke\ndice: 7 0"


def test_a_verb_without_a_rule_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(NoRule):
        order_form(context(encounter()), AttackRequest(Burst), "")


def test_an_unknown_weapon_is_refused_by_name() -> None:
    with pytest.raises(UnknownName):
        order_form(context(encounter()), AttackRequest(Fire, weapon="catapult"), "")


def test_somebody_with_nobody_in_play_gets_no_form() -> None:
    with pytest.raises(Refusal, match="no fighter in play"):
        order_form(context(encounter(), "999"), AttackRequest(Fire), "")


def test_a_form_looks_no_further_than_the_first_fighter_with_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def choices(book: Ruleset, order: Attack, encounter: Encounter) -> Choices:
        asked.append(order.actor)
        return found(book, order, encounter)

    found = type(BOOK).choices
    monkeypatch.setattr(type(BOOK), "choices", choices)
    order_form(context(encounter(20, owner=None), GM), AttackRequest(Fire), "")
    assert set(asked) == {"c1"}


def test_a_finished_form_is_an_order() -> None:
    here = encounter()
    weapon = BOOK.choices(Fire("c1"), here).weapons[0][0]
    order = Drafted(Draft("fire", here.id, C1, C2, mark(weapon), "3"), Words(2, "", "-1 dark")).order(context(here))
    assert order == Fire("c1", order.targets, aim=3, weapon=weapon, range=2, mod="-1 dark")
    assert [target.id for target in order.targets] == ["c2"]


def test_a_form_of_another_or_an_ended_encounter_says_so() -> None:
    here = encounter()
    with pytest.raises(Outdated, match="ended"):
        Drafted(Draft("fire", "9999999999", C1, C2), Words()).order(context(here))
    with pytest.raises(Outdated, match="ended"):
        Drafted(Draft("fire", here.id, C1, C2), Words()).order(context(Ended().on(here)))


def test_a_weapon_that_is_gone_is_not_replaced_by_another() -> None:
    here = encounter()
    with pytest.raises(Outdated, match="no longer there"):
        Drafted(Draft("fire", here.id, C1, C2, mark("Railgun")), Words()).order(context(here))


@dataclass(frozen=True)
class Wordy:
    """The Aliens with far too much to choose from."""

    def __getattr__(self, name: str) -> Any:
        return getattr(BOOK, name)

    def choices(self, order: Attack, encounter: Encounter) -> Choices:
        many = tuple((f"Weapon {n}", "x" * 300) for n in range(40))
        return Choices(tuple((c.id, "") for c in encounter.combatants), many, tuple((n, "y" * 101) for n in range(40)))


def test_long_and_empty_labels_are_made_fit() -> None:
    crowd = encounter(40)
    wordy = OrderContext(crowd, cast(Any, Wordy()), {}, GM, masks=MASKS)
    _, view = drawn(wordy, Draft("fire", crowd.id, C1, C41, mark("Weapon 39"), "39"), Words())
    shown = selects(view)
    assert set(shown) == {"who", "target", "weapon", "aim"} and len(view.to_components()) == 5
    for select in shown.values():
        assert len(select["options"]) == 25
        assert all(1 <= len(option["label"]) <= 100 for option in select["options"])
    assert [chosen(shown[part]) for part in ("target", "weapon", "aim")] == [[C41], [mark("Weapon 39")], ["39"]]
