"""Purchases: price levels and modifiers figure by figure, the roll, the terms that can be had, supplies that come and
go; what is refused changes nothing."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.records.agenda import Question
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Adjust, Answer, Buy, Drop, Muster, Next, Reload
from rules.engine.records.steps import Note, Roll, Sum
from rules.engine.scene.dice import ScriptedDice
from rules.engine.scene.effects import Became
from rules.engine.scene.scene import Resolution, Scene
from rules.savage.ruleset import load_savage
from rules.savage.shooter import Supply, SupplyTerm, shooter
from rules.tables.loader import DATA
from tests.rules import skirmish

BOOK = load_savage(DATA / "savage")
GOLDEN: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "golden/savage/purchase.toml").read_text(encoding="utf-8")
)
SAID = {"lifetime": "lifetime", "one month": "one-month", "single mission": "single-mission"}
TERMS = tuple(SAID)


class Skirmish(skirmish.Skirmish):
    """Ann, and nobody else."""

    texts_checked = True

    def __init__(self, sheet: str = "Shooting d8, Extra, Assault Rifle") -> None:
        super().__init__(BOOK, "savage")
        self.order(Muster(BOOK.profile(sheet, {}), "Ann", "", None))

    def buy(
        self,
        *dice: int,
        what: str = "AP",
        price: int = 500,
        per: str = "50",
        die: int = 8,
        mod: str = "",
        term: str = "",
    ) -> Resolution:
        """A Purchase roll."""
        return self.order(Buy("c1", what, price, per, die, mod, term), *dice)

    def refused(self, error: type[Refusal], **said: Any) -> str:
        """Return the refusal of a purchase; nothing is thrown, and nothing has changed."""
        before = self.encounter
        with pytest.raises(error) as raised:
            self.buy(**said)
        assert self.encounter == before
        return str(raised.value)

    def has(self, *supplies: tuple[str, SupplyTerm]) -> None:
        """Check that the buyer has these already."""
        state = replace(shooter(self.one("Ann")), supplies=tuple(Supply(sort, term) for sort, term in supplies))
        self.encounter = Became("c1", state).on(self.encounter)

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices of the question that is open."""
        asked = [m for m in self.encounter.agenda if isinstance(m, Question)]
        return asked[0].choices if asked else ()

    @property
    def supplies(self) -> list[tuple[str, str]]:
        return [(supply.sort, supply.term) for supply in shooter(self.one("Ann")).supplies]


COSTS = [(cost, price) for cost in GOLDEN["cost"] for price in cost["prices"]]


@pytest.mark.parametrize(("cost", "price"), COSTS, ids=[f"{cost['per']}-{price}" for cost, price in COSTS])
def test_the_level_of_each_cost_and_term(cost: dict[str, Any], price: int) -> None:
    resolution = Skirmish().buy(1, price=price, per=cost["per"])
    sums = {step.label: step for step in resolution.steps if isinstance(step, Sum)}
    for term in TERMS:
        level = sums[term.capitalize()].terms[-1]
        assert [level.label, level.value] == cost[term.replace(" ", "_")], term


@pytest.mark.parametrize("roll", GOLDEN["roll"], ids=lambda roll: roll["title"])
def test_what_a_roll_gets(roll: dict[str, Any]) -> None:
    skirmish = Skirmish()
    resolution = skirmish.buy(*roll["dice"], price=roll["price"], per=roll["per"])
    assert skirmish.offered == ((*roll["offered"], "buy nothing") if roll["offered"] else ())
    assert resolution.verdict == ("hit" if roll["offered"] else "miss")
    assert skirmish.supplies == []


class TestTheRoll:
    def test_a_wild_card_takes_the_better_die(self) -> None:
        skirmish = Skirmish("Shooting d4, Wild Card, Pistol")
        resolution = skirmish.buy(1, 6, 6, 2, die=10)
        assert [(r.low, r.high, r.value) for r in skirmish_rolls(resolution)] == [
            (1, 10, 1),
            (1, 6, 6),
            (1, 6, 6),
            (1, 6, 2),
        ]
        assert "Purchase roll 14" in resolution.outcome

    def test_the_trait_die_may_be_the_better(self) -> None:
        assert "Purchase roll 5" in Skirmish("Wild Card, Pistol").buy(5, 2).outcome

    def test_an_extra_throws_one_die(self) -> None:
        assert len(skirmish_rolls(Skirmish().buy(5))) == 1

    @pytest.mark.parametrize("die", [4, 6, 8, 10, 12])
    def test_every_trait_die_aces_on_its_highest_face(self, die: int) -> None:
        assert f"Purchase roll {2 * die + 1}" in Skirmish().buy(die, die, 1, die=die).outcome

    def test_modifiers_are_named_terms_and_count_for_every_term(self) -> None:
        skirmish = Skirmish()
        resolution = skirmish.buy(3, price=2500, mod="+2 black market, -1")
        assert "Purchase roll 4" in resolution.outcome and skirmish.offered == (*TERMS[1:], "buy nothing")
        [life] = [s for s in resolution.steps if isinstance(s, Sum) and s.label == "Lifetime"]
        assert [(t.label, t.value) for t in life.terms] == [
            ("roll", 3),
            ("black market", 2),
            ("modifier", -1),
            ("Expensive", -2),
        ]
        assert life.total == 2

    def test_what_is_priced_by_the_item_is_an_important_purchase(self) -> None:
        def important(per: str) -> bool:
            steps = Skirmish().buy(1, per=per).steps
            return any(isinstance(s, Note) and "important" in s.text for s in steps)

        assert important("item") and not important("50")

    @pytest.mark.parametrize(
        ("per", "price", "read"),
        [
            ("item", 400, ["One month", "Single mission"]),
            ("item", 1000, ["Single mission"]),
            ("item", 2500, []),
            ("50", 100, []),
            ("50", 500, []),
        ],
    )
    def test_where_an_item_is_cheap_for_a_term_that_is_our_reading(self, per: str, price: int, read: list[str]) -> None:
        """The table by cost has no Cheap item, so only a shorter term can make one Cheap."""
        steps = Skirmish().buy(1, per=per, price=price).steps
        assert [step.label for step in steps if isinstance(step, Note) and "our reading" in step.text] == read

    def test_who_finds_nothing_is_told_so(self) -> None:
        assert Skirmish().buy(1, price=2500).outcome == "Ann finds no AP to buy (Purchase roll 1)."


class TestTheTerm:
    def test_the_one_asked_for_is_bought_at_once(self) -> None:
        for term in TERMS:
            skirmish = Skirmish()
            outcome = skirmish.buy(7, term=term).outcome
            assert outcome == f"Ann buys a {SAID[term]} supply of AP (Purchase roll 7)."
            assert skirmish.supplies == [("AP", term)] and skirmish.offered == ()

    def test_a_failure_offers_the_shorter_ones(self) -> None:
        skirmish = Skirmish()
        resolution = skirmish.buy(5, price=2500, term="lifetime")
        assert skirmish.offered == ("one month", "single mission", "buy nothing")
        assert resolution.concerned == ("c1",) and skirmish.supplies == []
        assert resolution.outcome == (
            "Ann can have AP for one month or a single mission (Purchase roll 5): which do they take?"
        )

    def test_a_longer_one_than_asked_for_is_never_offered(self) -> None:
        skirmish = Skirmish()
        skirmish.buy(3, price=2500, term="one month")
        assert skirmish.offered == ("single mission", "buy nothing")

    def test_the_choice_is_his(self) -> None:
        for term in TERMS:
            skirmish = Skirmish()
            skirmish.buy(4)
            assert skirmish.order(Answer("c1", term)).outcome == f"Ann buys a {SAID[term]} supply of AP."
            assert skirmish.supplies == [("AP", term)] and skirmish.encounter.agenda == ()

    def test_he_may_buy_nothing(self) -> None:
        skirmish = Skirmish()
        skirmish.buy(4)
        assert skirmish.order(Answer("c1", "buy nothing")).outcome == "Ann buys no AP."
        assert skirmish.supplies == [] and skirmish.encounter.agenda == ()

    def test_what_is_not_offered_cannot_be_chosen(self) -> None:
        skirmish = Skirmish()
        skirmish.buy(3)
        before = skirmish.encounter
        with pytest.raises(UnknownName, match="one month, single mission or buy nothing"):
            skirmish.order(Answer("c1", "lifetime"))
        assert skirmish.encounter == before

    def test_time_stands_still_until_he_has_chosen(self) -> None:
        skirmish = Skirmish()
        skirmish.buy(4)
        assert BOOK.awaited(skirmish.encounter) == ("c1",)
        with pytest.raises(NotNow):
            skirmish.order(Next())

    def test_nobody_is_asked_twice_at_once(self) -> None:
        skirmish = Skirmish()
        skirmish.buy(4)
        assert "/answer" in skirmish.refused(NotNow, what="Tracer")

    def test_an_answer_to_nothing_is_refused(self) -> None:
        with pytest.raises(NotNow, match="Ann has no question to answer"):
            Skirmish().order(Answer("c1", "lifetime"))


class TestSupplies:
    def test_a_longer_one_takes_the_place_of_a_shorter(self) -> None:
        skirmish = Skirmish()
        skirmish.has(("Tracer", "lifetime"), ("AP", "single mission"))
        skirmish.buy(4, what="ap", term="lifetime")
        assert skirmish.supplies == [("Tracer", "lifetime"), ("AP", "lifetime")]

    def test_only_longer_ones_than_he_has_are_offered(self) -> None:
        skirmish = Skirmish()
        skirmish.has(("AP", "single mission"))
        skirmish.buy(4)
        assert skirmish.offered == ("lifetime", "one month", "buy nothing")

    @pytest.mark.parametrize(
        ("held", "term"),
        [
            ("lifetime", ""),
            ("lifetime", "lifetime"),
            ("lifetime", "single mission"),
            ("one month", "one month"),
            ("one month", "single mission"),
            ("single mission", "single mission"),
        ],
    )
    def test_what_he_has_already_is_not_bought_again(self, held: SupplyTerm, term: str) -> None:
        skirmish = Skirmish()
        skirmish.has(("AP", held))
        assert f"Ann already has a {SAID[held]} supply of AP. Use /ammo drop" in skirmish.refused(NotNow, term=term)

    def test_a_sort_of_no_list_is_the_same_however_it_is_written(self) -> None:
        skirmish = Skirmish()
        skirmish.has(("Gyrojet", "lifetime"))
        assert "already has a lifetime supply of Gyrojet" in skirmish.refused(NotNow, what="gyrojet")

    def test_one_is_given_up(self) -> None:
        skirmish = Skirmish()
        skirmish.has(("Tracer", "lifetime"), ("AP", "single mission"))
        outcome = skirmish.order(Drop("c1", "ap")).outcome
        assert outcome == "Ann gives up a single-mission supply of AP."
        assert skirmish.supplies == [("Tracer", "lifetime")]

    def test_only_what_there_is_can_be_given_up(self) -> None:
        skirmish = Skirmish()
        with pytest.raises(NotNow, match="Ann has no supply"):
            skirmish.order(Drop("c1", "AP"))
        skirmish.has(("AP", "lifetime"))
        with pytest.raises(UnknownName, match="AP"):
            skirmish.order(Drop("c1", "Tracer"))
        assert skirmish.supplies == [("AP", "lifetime")]

    def test_a_sort_goes_by_its_usual_name_or_as_it_is_typed(self) -> None:
        skirmish = Skirmish("Extra, Assault Rifle, 2 grenades")
        for what, kept in [("hollow", "Hollow Point"), ("Gyrojet", "Gyrojet"), ("grenades", "Grenade")]:
            skirmish.buy(5, what=what, per="item", term="one month")
            assert skirmish.supplies[-1] == (kept, "one month")

    def test_things_counted_plainly_are_taken_anew_from_a_supply(self) -> None:
        skirmish = Skirmish("Extra, 2 grenades")
        skirmish.order(Adjust("c1", "loaded 0"))
        with pytest.raises(NotNow, match="/ammo buy"):
            skirmish.order(Reload("c1"))
        skirmish.buy(5, what="frag grenade", per="item", term="one month")
        with pytest.raises(NoRule, match="how:"):
            skirmish.order(Reload("c1", how="AP"))
        assert skirmish.order(Reload("c1")).outcome == "Ann reloads the Grenade: 2 of 2 grenades."
        with pytest.raises(NotNow, match=r"2 of 2 grenades\."):
            skirmish.order(Reload("c1"))


class TestRefusals:
    def test_standard_ammunition_priced_per_50_comes_with_its_gun(self) -> None:
        for what in ("Standard", "standard", "Standard "):
            assert "for life, so there is nothing to buy" in Skirmish().refused(NoRule, what=what.strip())
        skirmish = Skirmish()
        skirmish.buy(4, what="standard", price=400, per="item", term="lifetime")
        assert skirmish.supplies == [("Standard", "lifetime")]

    @pytest.mark.parametrize("price", [0, -1, 10_000_001, -(10**15), 10**15])
    def test_prices_out_of_reach(self, price: int) -> None:
        for per in ("50", "item"):
            assert "Price is 1 to 10,000,000, not " in Skirmish().refused(Refusal, price=price, per=per)

    @pytest.mark.parametrize("die", [0, -8, 1, 2, 3, 5, 7, 9, 11, 13, 20, 100])
    def test_dice_that_there_are_not(self, die: int) -> None:
        assert "d4, d6, d8, d10 or d12" in Skirmish().refused(Refusal, die=die)

    @pytest.mark.parametrize(
        ("said", "named"),
        [
            ({"per": "kilo"}, "50 and item"),
            ({"per": "5"}, "Nearest: 50"),
            ({"term": "a week"}, "term"),
            ({"term": "🔥"}, "lifetime, one month and single mission"),
            ({"mod": "smoke"}, "“smoke” is not a modifier"),
            ({"mod": "-31 no way"}, "A modifier is -30 to +30, not -31"),
        ],
    )
    def test_words_that_mean_nothing(self, said: dict[str, str], named: str) -> None:
        assert named in Skirmish().refused(Refusal, **said)

    @pytest.mark.parametrize("per", ["50", "per 50", "fifty"])
    def test_fifty_by_any_name(self, per: str) -> None:
        assert "AP" in Skirmish().buy(1, per=per, price=501).outcome


def skirmish_rolls(resolution: Resolution) -> list[Roll]:
    return [step for step in resolution.steps if isinstance(step, Roll)]


def had(face: int, price: int, per: str, mod: int) -> set[str]:
    """The terms that a single die's face gets."""
    skirmish = Skirmish.__new__(Skirmish)
    skirmish.ruleset, skirmish.encounter = BOOK, FRESH
    skirmish.buy(face, price=price, per=per, die=12, mod=f"{mod:+d}")
    return {*skirmish.offered} - {"buy nothing"}


FRESH = Skirmish().encounter
FACES, PRICES, MODS = st.integers(1, 11), st.integers(1, 10_000_000), st.integers(-10, 10)
PER = st.sampled_from(["50", "item"])


@given(FACES, st.one_of(PRICES, st.integers(1, 3000)), PER, MODS)
def test_a_shorter_term_never_succeeds_less(face: int, price: int, per: str, mod: int) -> None:
    terms = had(face, price, per, mod)
    assert terms in ({*TERMS}, {*TERMS[1:]}, {TERMS[2]}, set())


@given(FACES, st.integers(1, 3000), PER, MODS, st.integers(0, 3000), st.integers(0, 5))
def test_a_higher_price_gets_no_more_and_a_higher_roll_no_less(
    face: int, price: int, per: str, mod: int, more: int, better: int
) -> None:
    terms = had(face, price, per, mod)
    assert had(face, price + more, per, mod) <= terms
    assert terms <= had(min(11, face + better), price, per, mod)


@given(FACES, st.integers(1, 3000), MODS)
def test_by_the_item_nothing_is_cheaper_than_by_fifty(face: int, price: int, mod: int) -> None:
    assert had(face, price, "item", mod) <= had(face, price, "50", mod)


def said(*good: str) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(good), st.text(max_size=40))


@given(
    said("AP", "Standard", "Gyrojet"),
    st.one_of(PRICES, st.integers()),
    said("50", "item"),
    st.one_of(st.sampled_from([4, 6, 8, 10, 12]), st.integers()),
    said("", "-3 smoke"),
    said("", "lifetime", "one month"),
)
def test_whatever_is_said_is_bought_or_refused_before_a_die_is_thrown(
    what: str, price: int, per: str, die: int, mod: str, term: str
) -> None:
    scene = Scene(FRESH, ScriptedDice([1]))
    try:
        BOOK.resolve(Buy("c1", what, price, per, die, mod, term), scene)
    except Refusal:
        assert (scene.encounter, scene.parts) == (FRESH, [])
    else:
        assert len(scene.parts) == 1
