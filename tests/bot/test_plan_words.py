"""The words of plans: every form of line in each book, what is refused; a plan as it is shown reads the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entries import codec
from bot.game.entries.names import named, refusals_named
from bot.game.requests import DirectRequest, MapRequest, MusterRequest, PassUntilRequest, PlanRequest, SwitchRequest
from bot.game.requests.context.context import OrderContext
from bot.game.sight import view, viewer_of
from rules.engine.flow.resolve_pronouns import resolve_pronouns
from rules.engine.records.agenda import (
    AT,
    CONTACT,
    DOWN,
    ELSE,
    EMPTY,
    FIRED_UPON,
    HIT,
    NEAREST,
    THEM,
    TOLD,
    WITHIN,
    Clock,
    Line,
    When,
)
from rules.engine.records.errors import NotAllowed, NotNow, Refusal, UnknownName
from rules.engine.records.orders import (
    Act,
    Aim,
    Burst,
    Duck,
    Fire,
    Heal,
    Move,
    Nearer,
    Pass,
    Reload,
    SetPlan,
    Target,
    Throw,
)
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.scene import Scene
from rules.shelf import shelf
from rules.words.places import Place
from tests.reading import resolve
from tests.rules.skirmish import Skirmish

GM, ANN = "gm", "ann"
SHELF = shelf()
MARINE = "Marine leader, rifle, grenade"
FIGHTERS = {
    "phoenix-optional": (
        ("Axly", "SAL 14, CA 8, M16A1, M67 2", "Blue", "B4"),
        ("Guard 1", "line, AKM 47, exposed", "Red", "H4"),
    ),
    "aliens": (("Axly", "apone", "Marines", "B4"), ("Guard 1", "alien", "Aliens", "H4")),
    "space-marines": (("Axly", MARINE, "Marines", "B4"), ("Guard 1", "Bug Warrior", "Bugs", "H4")),
    "savage": (("Axly", "Shooting d8, Assault Rifle", "Blue", "B4"), ("Guard 1", "Shooting d8, Pistol", "Red", "H4")),
}
ME, FOE = "c1", "c2"
GUARD, ANYONE, NEXT_ONE = (Target(FOE),), (Target(THEM),), (Target(NEAREST),)
C7, D5 = Place.parse("C7"), Place.parse("D5")


def world(preset: str, *more: tuple[str, str, str, str]) -> Skirmish:
    """Axly of Ann's and Guard 1 of the GM's on a map of 12 by 8, and further fighters."""
    book = next(book for book in SHELF.values() if preset in book.presets)
    skirmish = Skirmish(book, preset)
    skirmish.order(MapRequest("12x8").order(context(skirmish)))
    for name, sheet, side, at in (*FIGHTERS[preset], *more):
        muster = MusterRequest(name, sheet, 1, side, at, ANN if name == "Axly" else None).order(context(skirmish))
        skirmish.encounter = resolve(muster, Scene(skirmish.encounter, SeededDice(1)), book)[-1].encounter
    return skirmish


def context(skirmish: Skirmish, user: str = GM) -> OrderContext:
    viewer = viewer_of(user, skirmish.encounter)
    seen = view(skirmish.encounter, skirmish.ruleset, viewer)
    return OrderContext(seen, skirmish.ruleset, {}, user, viewer=viewer, whole=skirmish.encounter)


def plan(skirmish: Skirmish, text: str, user: str = ANN) -> SetPlan:
    with refusals_named(skirmish.encounter):
        order = context(skirmish, user).read(PlanRequest(text, "Axly"))
    assert isinstance(order, SetPlan)
    return order


def shown(skirmish: Skirmish, lines: tuple[Line, ...]) -> str:
    return "\n".join(named(line.text, skirmish.encounter) for line in lines)


ALL: tuple[tuple[str, Order | None, When | None], ...] = (
    ("move to C7", Move(ME, C7), None),
    ("Move to c 7", Move(ME, C7), None),
    ("move nearer", Nearer(ME), None),
    ("move 2 nearer", Nearer(ME, 2), None),
    ("get 3 spaces closer to Guard 1", Nearer(ME, 3, FOE), None),
    ("when anyone shows: move nearer to them", Nearer(ME, 1, THEM), When(CONTACT)),
    ("fire at Guard 1", Fire(ME, GUARD), None),
    ("Fire at gua", Fire(ME, GUARD), None),
    ("shoot at nearest", Fire(ME, NEXT_ONE), None),
    ("fire at the nearest enemy", Fire(ME, NEXT_ONE), None),
    ("when anyone shows: fire at them", Fire(ME, ANYONE), When(CONTACT)),
    ("when Guard 1 appears: fire at Guard 1", Fire(ME, GUARD), When(CONTACT, FOE)),
    ("when guard within 5 spaces: fire at them", Fire(ME, ANYONE), When(WITHIN, FOE, 5)),
    ("if an enemy comes within 12: fire at nearest", Fire(ME, NEXT_ONE), When(WITHIN, "", 12)),
    ("when told of Guard 1: move nearer to them", Nearer(ME, 1, THEM), When(TOLD, FOE)),
    ("when told of anyone: move nearer", Nearer(ME), When(TOLD)),
    ("when fired upon: move nearer", Nearer(ME), When(FIRED_UPON)),
    ("once hit: pass", Pass(ME), When(HIT)),
    ("else: stay and watch", None, When(ELSE)),
    ("else stay", None, When(ELSE)),
    ("when empty: hold fire", None, When(EMPTY)),
    ("pass", Pass(ME), None),
    ("stay", None, When(ELSE)),
    ("hold fire", None, When(ELSE)),
)
PHOENIX: tuple[tuple[str, Order | None, When | None], ...] = (
    ("move to C7 low crouch", Move(ME, C7, how="low crouch"), None),
    ("move 2 hexes nearer, low crouch", Nearer(ME, 2, "", "low crouch"), None),
    ("firing stance", Act(ME, "firing stance"), None),
    ("act firing stance", Act(ME, "firing stance"), None),
    ("act kick the door cost 3", Act(ME, "kick the door", 3), None),
    ("turn to Guard 1", Act(ME, "turn to \ue000c2\ue001"), None),
    ("when anyone shows: fire at them aim 4", Fire(ME, ANYONE, 4), When(CONTACT)),
    ("fire at Guard 1 with M16A1 aim 4 hip", Fire(ME, GUARD, 4, "M16A1", None, "hip"), None),
    ("fire M16A1 at Guard 1, aim: 4, hip", Fire(ME, GUARD, 4, "M16A1", None, "hip"), None),
    ("fire at Guard 1 with one hand", Fire(ME, GUARD, how="with one hand"), None),
    ("aim at nearest aim 6", Aim(ME, NEXT_ONE, 6), None),
    ("burst at nearest aim 2", Burst(ME, NEXT_ONE, 2), None),
    ("throw M67 at D5", Throw(ME, (Target(place=D5),), None, "M67"), None),
    ("when hit: duck back", Duck(ME, "back"), When(HIT)),
    ("duck when fired upon", Duck(ME, "when fired upon"), None),
    ("when fired upon: duck", Duck(ME), When(FIRED_UPON)),
    ("when empty: reload", Reload(ME), When(EMPTY)),
    ("reload M16A1 AP", Reload(ME, "M16A1", "AP"), None),
    ("heal Axly first aid", Heal(ME, (Target(ME),), "first aid"), None),
    ("cover fire D5", Fire(ME, (Target(place=D5),), how="cover fire"), None),
    ("at phase 4: reload", Reload(ME), When(AT, at=Clock(4))),
    ("at phase 4 impulse 2: reload", Reload(ME), When(AT, at=Clock(4, 2))),
    ("at 4.2: reload", Reload(ME), When(AT, at=Clock(4, 2))),
    ("go prone", Act(ME, "go prone"), None),
    ("fire over cover", Act(ME, "fire over cover"), None),
    ("when hit: go prone", Act(ME, "go prone"), When(HIT)),
    ("Duck from a Firing Stance or from Looking", Act(ME, "Duck from a Firing Stance or from Looking"), None),
)
MARINES: tuple[tuple[str, Order | None, When | None], ...] = (
    ("fire at nearest with rifle aim 2", Fire(ME, NEXT_ONE, 2, "rifle"), None),
    ("throw grenade at D5", Throw(ME, (Target(place=D5),), None, "grenade"), None),
    ("cover fire at D5", Fire(ME, (Target(place=D5),), how="cover fire"), None),
    ("when empty: reload", Reload(ME), When(EMPTY)),
    ("at turn 4: move nearer", Nearer(ME), When(AT, at=Clock(4))),
    ("at turn 4 phase 2: pass", Pass(ME), When(AT, at=Clock(4, 2))),
    ("act waves cost 1", Act(ME, "waves", 1), None),
)
ALIENS: tuple[tuple[str, Order | None, When | None], ...] = (
    ("fire at nearest aim 2", Fire(ME, NEXT_ONE, 2), None),
    ("when empty: reload", Reload(ME), When(EMPTY)),
    ("at turn 4: reload", Reload(ME), When(AT, at=Clock(4))),
    ("act opens the door cost 1", Act(ME, "opens the door", 1), None),
)
SAVAGE: tuple[tuple[str, Order | None, When | None], ...] = (
    ("burst at Guard 1", Burst(ME, GUARD), None),
    ("fire at nearest mod +2 aim", Fire(ME, NEXT_ONE, mod="+2 aim"), None),
    ("when empty: reload", Reload(ME), When(EMPTY)),
    ("at round 4: reload", Reload(ME), When(AT, at=Clock(4))),
    ("act waves", Act(ME, "waves"), None),
)
FORMS = {
    "phoenix-optional": (*ALL, *PHOENIX),
    "aliens": (*ALL, *ALIENS),
    "space-marines": (*ALL, *MARINES),
    "savage": (*ALL, *SAVAGE),
}


def ready(preset: str) -> Skirmish:
    """A world in which every line above is understood."""
    skirmish = world(preset)
    if preset == "space-marines":
        skirmish.order(SwitchRequest("ammunition", "boxes").order(context(skirmish)))
    return skirmish


@pytest.mark.parametrize("preset", FORMS)
def test_every_form_of_line(preset: str) -> None:
    skirmish = ready(preset)
    for text, wanted, when in FORMS[preset]:
        [line] = plan(skirmish, text).lines
        assert (line.orders, line.when, line.done) == ((wanted,) if wanted else (), when, False), text
        assert plan(skirmish, shown(skirmish, (line,))).lines == (line,), text
    order = plan(skirmish, ";".join(text for text, _, _ in FORMS[preset][:30]))
    assert codec.order(codec.canonical(order), codec.SCHEMA) == order


REPEATED = (
    ("fire at Guard 1 aim 1 twice", (2, "", False)),
    ("fire at Guard 1, aim 1, 3 times", (3, "", False)),
    ("when anyone shows: fire at them aim 1 until down", (1, DOWN, False)),
    ("fire at Guard 1 until Guard 1 is down", (1, DOWN, False)),
    ("fire at nearest until it is down aim 1", (1, DOWN, False)),
    ("fire at nearest until empty", (1, EMPTY, False)),
    ("fire at nearest until out of ammo", (1, EMPTY, False)),
    ("fire at Guard 1 even if down", (1, "", True)),
    ("act shouts twice cost 1", (1, "", False)),
)


@pytest.mark.parametrize(("text", "wanted"), REPEATED)
def test_how_often_a_line_is_carried_out(text: str, wanted: tuple[int, str, bool]) -> None:
    skirmish = world("phoenix-optional")
    [line] = plan(skirmish, text).lines
    assert (line.times, line.until, line.fallen) == wanted
    assert plan(skirmish, shown(skirmish, (line,))).lines == (line,)
    order = plan(skirmish, text)
    assert codec.order(codec.canonical(order), codec.SCHEMA) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("burst at Guard 1 aim 2 until down anyway", Burst(ME, GUARD, 2)),
        ("when Guard 1 shows: burst at Guard 1 aim 2, anyway", Burst(ME, GUARD, 2)),
        ("go prone anyway", Act(ME, "go prone")),
        ("act go prone anyway", Act(ME, "go prone")),
    ],
)
def test_a_line_may_be_meant_anyway(text: str, order: Order) -> None:
    skirmish = world("phoenix-optional")
    whole = plan(skirmish, text)
    [line] = whole.lines
    assert (line.orders, line.anyway) == ((order,), True)
    assert plan(skirmish, shown(skirmish, (line,))).lines == (line,)
    assert codec.order(codec.canonical(whole), codec.SCHEMA) == whole
    assert not plan(skirmish, "act shouts anyway you like cost 1").lines[0].anyway


def test_a_line_to_arm_a_grenade_says_how_to_throw_it() -> None:
    with pytest.raises(Refusal, match=r"Arming is a part of the throw. Write throw M 67 at NAME, or throw M 67 at C7"):
        plan(READY["phoenix-optional"], "arm the M 67")


def test_a_name_may_have_the_words_for_how_often() -> None:
    skirmish = world("phoenix-optional", ("Twice Shy", "line, AKM 47, exposed", "Red", "H6"))
    [line] = plan(skirmish, "fire at Twice Shy aim 4").lines
    assert line.orders == (Fire(ME, (Target("c3"),), 4),)
    assert line.times == 1


NUMBERED = (
    "1. move to C7\n2. go prone",
    "1) move to C7; 2) go prone",
    "(1) move to C7; (2) go prone",
    "1 move to C7; 2 go prone",
    "Line 1 move to C7; Line 2: go prone",
    "- move to C7\n- go prone",
    "* move to C7\n* go prone",
    "• /move to C7; • /act go prone",
    "move to C7; /act what: go prone",
    # Discord makes blanks of the line breaks of what is pasted into an option.
    "1. move to C7 2. go prone",
    "(1) move to C7 (2) go prone",
    "• move to C7 • go prone",
)


@pytest.mark.parametrize("text", NUMBERED)
def test_lines_may_have_numbers_bullets_and_slashes(text: str) -> None:
    lines = plan(world("phoenix-optional"), text).lines
    assert [line.orders for line in lines] == [(Move(ME, C7),), (Act(ME, "go prone"),)]


@pytest.mark.parametrize("preset", FIGHTERS)
@pytest.mark.parametrize("act", ["", "act "])
def test_every_act_is_understood_by_the_name_that_it_is_offered_with(preset: str, act: str) -> None:
    skirmish = ready(preset)
    names = [name for name, _ in skirmish.ruleset.acts(skirmish.encounter, ME)]
    for name in names:
        try:
            [line] = plan(skirmish, f"{act}{name}").lines
        except Refusal as refusal:
            # The book knows the act, but Axly's weapon has no such part, or the name lacks a word.
            why = str(refusal).partition("”): ")[2]
            assert why.startswith(("Only pistols", "The ", "Which ", "I don't know the combatant")), name
        else:
            assert not line.orders or isinstance(line.orders[0], Act), name


@pytest.mark.parametrize("preset", FORMS)
@given(data=st.data())
def test_a_plan_as_it_is_shown_reads_the_same(preset: str, data: st.DataObject) -> None:
    skirmish = READY[preset]
    texts = [text for text, _, _ in FORMS[preset]]
    chosen = data.draw(st.lists(st.sampled_from(texts), min_size=1, max_size=6))
    breaks = data.draw(st.sampled_from([";", "\n", " ; ", ";\n", "\n\n"]))
    read = plan(skirmish, breaks.join(chosen)).lines
    assert len(read) == len(chosen)
    assert plan(skirmish, shown(skirmish, read)).lines == read


READY = {preset: ready(preset) for preset in FORMS}

REFUSED = (
    ("dance", "Line 1 (“dance”)"),
    ("move to C7; dance", "Line 2 (“dance”)"),
    ("move", "Where to? Write move to C7"),
    ("move to Z9", "Z9 is not on the map, which ends at L8"),
    ("fire", "At which fighter? Write fire at NAME"),
    ("throw", "At which fighter? Write throw at NAME"),
    ("go home", "Where to? Write move to C7"),
    ("twice", "Give an order before “twice”"),
    ("fire at nearest, twice, until empty", "Give a number of times or until empty, not both"),
    ("fire at nearest 30 times", "An order can be repeated 1 to 20 times"),
    ("move nearer until down", "Only fire, burst and throw lines can say until down"),
    ("fire at nearest until Guard 1 is down", "Until down is about the target of the line"),
    ("when told of Zorro: reload", "“Zorro”. Known: Axly and Guard 1"),
    ("when told of Axly: reload", "is on"),
    ("fire at them", "“them” is the fighter who shows"),
    ("else: fire at them", "“them” is the fighter who shows"),
    ("when hit duck", "Put a colon after the condition"),
    ("when lucky: reload", "I don't know the condition “when lucky”"),
    ("when anyone sings: reload", "I don't know the condition"),
    ("at noon: reload", "I don't know the condition “at noon”"),
    ("else:", "Give an order: move to C7"),
    ("fire at Zorro", "“Zorro”. Known: Axly and Guard 1"),
    ("when Zorro shows: fire at them", "“Zorro”. Known: Axly and Guard 1"),
    ("move nearer to Zorro", "“Zorro”. Known: Axly and Guard 1"),
    ("fire at nearest hop", "hop"),
    ("mvoe to C7", "I don't know the order “mvoe to C7”. Use move to C7"),
    ("🔥", "I don't know the order “🔥”"),
    ("when: reload", "I don't know the condition"),
    ("when Axly shows: fire at them", "Axly is on Axly's side. Name an enemy, or write anyone"),
    ("; ;", "A plan has 1 to 30 lines, not 0"),
    ("pass;" * 31, "A plan has 1 to 30 lines, not 31"),
    ("🔥" * 150, "Line 1 (“🔥"),
    ("x" * 2000, "A line has 2,000 characters. The limit is 200"),
)


@pytest.mark.parametrize("preset", FORMS)
def test_what_is_refused(preset: str) -> None:
    for text, sentence in REFUSED:
        with pytest.raises(Refusal) as refused:
            plan(READY[preset], text)
        if not (preset == "aliens" and "hop" in text):
            assert sentence in str(refused.value), (text, str(refused.value))
        assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("at phase 0: reload", "That time is past: it is phase 1 impulse 1"),
        ("at phase 4 impulse 5: reload", "A phase has impulses 1 to 4, not 5"),
        ("at turn 4: reload", "at phase 4"),
        ("fire at Guard 1 aim 99", "aim 99”): Aim for the M16A1 is 1 to 11 actions, not 99"),
        ("throw bazooka at D5", "I don't know the weapon “bazooka”. Known: M16A1"),
        ("fire at Guard 1 with bazooka", "I don't know the weapon “bazooka”. Known: M16A1"),
        ("reload then duck", "then"),
        ("firing stanse", "I don't know the order “firing stanse” (nearest: assume firing stance). Use move to C7"),
        ("act dances", "“dances” is not on the Action Time Table"),
        ("cover fire", "Which space? Write cover fire C7"),
    ],
)
def test_what_phoenix_command_refuses(text: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=r"^Line 1 ") as refused:
        plan(READY["phoenix-optional"], text)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("preset", ["aliens", "savage"])
def test_books_without_cover_fire_say_so(preset: str) -> None:
    for text in ("cover fire C7", "cover fire"):
        with pytest.raises(Refusal, match="This book has no cover fire"):
            plan(READY[preset], text)


def test_who_is_unknown_is_refused_like_who_does_not_exist() -> None:
    """Every sentence about a secret fighter is the one about nobody, but for the words that were typed."""
    texts = (
        "fire at {}",
        "when {} shows: pass",
        "when {} within 4: pass",
        "move nearer to {}",
        "heal {}",
        "turn to {}",
    )
    secret = world("phoenix-optional", ("Zorro", "line, AKM 47, exposed", "Red", "K4"))
    zorro = replace(secret.one("Zorro"), secret=True)
    secret.encounter = replace(secret.encounter, combatants=(*secret.encounter.combatants[:-1], zorro))
    without = world("phoenix-optional")
    for text in texts:
        sentences = []
        for skirmish in (secret, without):
            with pytest.raises(Refusal) as refused:
                plan(skirmish, text.format("Zorro"))
            sentences.append(str(refused.value))
        assert sentences[0] == sentences[1]
    assert plan(secret, "fire at Zorro", GM).lines[0].orders == (Fire(ME, (Target("c3"),)),)


def test_a_fighter_of_somebody_else_is_refused_before_the_lines_are_read() -> None:
    with pytest.raises(NotAllowed, match="Guard 1 is not yours to order"):
        context(READY["phoenix-optional"], ANN).read(PlanRequest("dance", "Guard 1"))


def test_an_old_plan_does_not_name_who_is_unknown() -> None:
    """Somebody else's order, given again by a button, may hold the id of a fighter whom this user does not know."""
    secret = world("phoenix-optional", ("Zorro", "line, AKM 47, exposed", "Red", "K4"))
    order = plan(secret, "fire at Zorro", GM)
    zorro = replace(secret.one("Zorro"), secret=True)
    secret.encounter = replace(secret.encounter, combatants=(*secret.encounter.combatants[:-1], zorro))
    with pytest.raises(UnknownName, match="That fighter is no longer in this encounter"):
        context(secret, ANN).read(DirectRequest(order))


@pytest.mark.parametrize("name", ["Guard 10", "Bob; the knife", "Duke: Lord", "When hit", "Aim 4", "C3PO", "Zoë 🔥"])
def test_names_with_the_words_of_plans(name: str) -> None:
    skirmish = world("phoenix-optional", (name, "line, AKM 47, exposed", "Red", "K4"))
    for text in (f"fire at {name} aim 4 hip", f"when {name} shows: fire at them", f"turn to {name}"):
        lines = plan(skirmish, text).lines
        assert len(lines) == 1
        assert "\ue000c3\ue001" in lines[0].text
        assert plan(skirmish, shown(skirmish, lines)).lines == lines


def test_a_rename_changes_what_is_shown_and_not_whom_it_means() -> None:
    skirmish = world("phoenix-optional")
    lines = plan(skirmish, "turn to Guard 1; when Guard 1 shows: fire at Guard 1").lines
    foe = replace(skirmish.one("Guard 1"), name="Sentry")
    skirmish.encounter = replace(skirmish.encounter, combatants=(skirmish.one("Axly"), foe))
    assert shown(skirmish, lines) == "turn to Sentry\nwhen Sentry shows: fire at Sentry"
    assert plan(skirmish, shown(skirmish, lines)).lines == lines
    scene = Scene(skirmish.encounter, SeededDice(0))
    assert resolve_pronouns(lines[0].orders[0], "", scene, skirmish.ruleset) == Act(ME, "turn to Sentry")


@pytest.mark.parametrize(
    ("preset", "text", "until"),
    [
        ("phoenix-optional", "contact", When(CONTACT)),
        ("phoenix-optional", "Guard 1 shows", When(CONTACT, FOE)),
        ("phoenix-optional", "until fired upon", When(FIRED_UPON)),
        ("phoenix-optional", "hit", When(HIT)),
        ("phoenix-optional", "anyone within 5", When(WITHIN, "", 5)),
        ("phoenix-optional", "phase 4", When(AT, at=Clock(4))),
        ("phoenix-optional", "at phase 4 impulse 3", When(AT, at=Clock(4, 3))),
        ("phoenix-optional", "for 10 phases", When(AT, at=Clock(11))),
        ("phoenix-optional", "5 impulses", When(AT, at=Clock(2, 2))),
        ("aliens", "for 3 turns", When(AT, at=Clock(4))),
        ("space-marines", "turn 4", When(AT, at=Clock(4))),
        ("savage", "round 2", When(AT, at=Clock(2))),
    ],
)
def test_passing_until(preset: str, text: str, until: When) -> None:
    order = context(READY[preset], ANN).read(PassUntilRequest(text, "Axly"))
    if preset == "space-marines":
        assert isinstance(order, Pass) and order.until is not None and order.until.at is not None
        assert order.until.at.turn == 4
    else:
        assert order == Pass(ME, until)


def test_passing_until_something_else() -> None:
    for text in ("breakfast", "for ever", "for 3 turns", "Zorro shows", "phase 0", "for 0 phases", "Axly shows"):
        with pytest.raises(Refusal):
            context(READY["phoenix-optional"], ANN).read(PassUntilRequest(text, "Axly"))


def test_the_nearest_is_worked_out_when_it_is_carried_out() -> None:
    skirmish = world("phoenix-optional", ("Guard 2", "line, AKM 47, exposed", "Red", "E4"))
    scene = Scene(skirmish.encounter, SeededDice(0))
    book = skirmish.ruleset
    assert resolve_pronouns(Fire(ME, NEXT_ONE, 4), "", scene, book) == Fire(ME, (Target("c3"),), 4)
    assert resolve_pronouns(Fire(ME, ANYONE), FOE, scene, book) == Fire(ME, GUARD)
    assert resolve_pronouns(Nearer(ME, 2), "", scene, book) == Move(ME, Place.parse("D4"))
    assert resolve_pronouns(Nearer(ME, 9, FOE, "low crouch"), "", scene, book) == Move(
        ME, Place.parse("G4"), how="low crouch"
    )
    with pytest.raises(NotNow, match="No fighter has met the condition of this line"):
        resolve_pronouns(Fire(ME, ANYONE), "", scene, book)
