"""Acts of the Action Time Table by any spelling, their costs and what they change; anything else at the GM's cost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import Ambiguous, NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.orders import Act
from rules.engine.records.steps import Lookup, Ruling
from rules.engine.scene.scene import Resolution
from rules.phoenix.basics.soldier import Aimed, Fitted, Soldier, Wound
from rules.phoenix.ground.acts.act_order import acts
from rules.phoenix.shooting.carrying import gear
from tests.rules.phoenix.shooting.duel import gun
from tests.rules.phoenix.skirmish import Skirmish, phoenix

AIM = Aimed("c9", 4)


def trent(*weapons: str, **state: Any) -> Skirmish:
    """Trent, with weapons of the book and 20 actions in this impulse."""
    made = Skirmish()
    made.join("Trent", Soldier(actions=8), *(gun(name) for name in weapons))
    made.make("Trent", **{"left": 20, "facing": 0, **state})
    return made


def act(on: Skirmish, what: str, cost: int | None = None) -> Resolution:
    return on.order(Act(on.id("Trent"), what, cost))


def spent(on: Skirmish) -> int:
    return 20 - on.state("Trent").left


@pytest.mark.parametrize(
    ("what", "name", "cost"),
    [
        ("Open a Door", "Open a Door", 3),
        ("open the door", "Open a Door", 3),
        ("opens the door.", "Open a Door", 3),
        ("OPEN  DOOR", "Open a Door", 3),
        ("kick in the door", "Kick Open a Door", 2),
        ("open a window", "Open a Window with Two Hands", 6),
        ("break the window", "Break and Clear Glass from a Window", 6),
        ("climb through the window", "Climb through a Window", 6),
        ("leave the foxhole", "Get Out of a Trench or Foxhole", 6),
        ("brace", "Brace a Weapon", 1),
        ("safety off", "Safety or Fire Select Switch", 1),
        ("load a round into a magazine", "Load a Round into a Magazine", 4),
        ("link belt", "Link a Belt of Ammunition", 8),
        ("take a magazine", "Take a Bullet or Magazine from a Pouch", 4),
        ("draw the pistol", "Draw a Pistol from a Belt Holster", 3),  # 7B over the sheet's 2 (ruling O57)
        ("draw a pistol from a police holster", "Draw a Pistol from a Police Holster", 2),
        ("modern fast draw", "Draw a Pistol from a Modern Fast Draw Holster", 1),
        ("pick up a grenade", "Pick up a Grenade or Small Object", 2),
        ("set down the weapon", "Pick Up or Set Down a Weapon", 4),
        ("draw a hand-to-hand weapon", "Draw a Hand-to-Hand Weapon", 2),
        ("take off the backpack", "Backpack with Quick Release: Out", 7),
        ("get out of military backpack", "Backpack with Quick Release: Out", 7),
        ("deploy bipod", "Bipod: Out", 8),
        ("fix bayonet", "Bayonet to Weapon: In", 3),
        ("draw a knife", "Bayonet or Knife from Scabbard: Out", 2),
        ("silencer on", "Silencer: In", 9),
    ],
)
def test_lines_of_the_list(what: str, name: str, cost: int) -> None:
    played = trent(firing_stance=False)
    done = act(played, what)
    assert done.outcome == f"Trent: {name} ({cost} action{'' if cost == 1 else 's'})."
    assert spent(played) == cost
    assert [step.value for step in done.steps if isinstance(step, Lookup)] == [str(cost)]


@pytest.mark.parametrize(
    ("before", "what", "after", "cost"),
    [
        ("standing", "kneel", "kneeling", 1),
        ("standing", "go prone", "prone", 2),
        ("kneeling", "lie down", "prone", 1),
        ("kneeling", "stands up", "standing", 1),
        ("prone", "kneel down", "kneeling", 2),
        ("prone", "stand", "standing", 3),
    ],
)
def test_positions(before: str, what: str, after: str, cost: int) -> None:
    played = trent(position=before, aim=AIM)
    act(played, what)
    assert (played.state("Trent").position, spent(played), played.state("Trent").aim) == (after, cost, AIM)
    with pytest.raises(NotNow, match=f"Trent is already {after}"):
        act(played, what)


@pytest.mark.parametrize(
    ("before", "stance", "what", "after", "stands", "cost"),
    [
        ("", False, "firing stance", "", True, 2),
        ("exposed", False, "assume a firing stance", "exposed", True, 2),
        ("hidden", False, "firing stance", "firing", True, 2),
        ("hidden", False, "fire over cover", "firing", True, 2),
        ("looking", False, "fire around cover", "firing", True, 2),
        ("", True, "fire over cover", "firing", True, 2),
        ("hidden", False, "hip stance over cover", "firing", False, 1),
        ("hidden", False, "look over cover", "looking", False, 1),
        ("firing", True, "peek", "looking", False, 1),
        ("hidden", False, "step out", "exposed", False, 1),
        ("dug in", False, "firing stance", "dug in", True, 2),
        ("", True, "lower the weapon", "", False, 0),
    ],
)
def test_stances_and_cover(before: str, stance: bool, what: str, after: str, stands: bool, cost: int) -> None:
    played = trent(exposure=before, firing_stance=stance)
    act(played, what)
    state = played.state("Trent")
    assert (state.exposure, state.firing_stance, spent(played)) == (after, stands, cost)
    assert state.appeared == (Clock(1, 1) if before == "hidden" else None)


@pytest.mark.parametrize(
    ("what", "state", "sentence"),
    [
        ("firing stance", {"firing_stance": True}, r"Trent is already in that stance\."),
        ("fire over cover", {"exposure": "firing"}, r"Trent is already in that stance\."),
        ("look", {"exposure": "looking"}, r"Trent is already looking over cover\. Use /act fire over"),
        ("hide", {"exposure": "hidden"}, r"Trent is already out of sight\. Use /act look over cover"),
        ("step out", {"exposure": "exposed"}, r"Trent is already in the open\."),
        ("lower the weapon", {"firing_stance": False}, "Trent is not in a Firing Stance"),
    ],
)
def test_what_is_so_already(what: str, state: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotNow, match=sentence):
        act(trent(**state), what)


@pytest.mark.parametrize("what", ["duck back", "hide", "take cover", "duck", "get behind cover"])
def test_going_back_behind_cover(what: str) -> None:
    played = trent(exposure="firing", aim=AIM)
    act(played, what)
    state = played.state("Trent")
    assert (state.exposure, state.hides, state.aim, state.firing_stance) == ("firing", Clock(1, 1), None, False)
    assert spent(played) == 1
    played.next()
    assert (played.state("Trent").exposure, played.state("Trent").hides) == ("hidden", None)


@pytest.mark.parametrize(
    ("what", "facing", "cost"),
    [
        ("turn to north", 0, 0),
        ("turn to 60", 60, 1),
        ("turn to 61 degrees", 61, 1),
        ("turn to the right by 2 hexsides", 120, 1),
        ("turn to 121", 121, 2),
        ("face south", 180, 2),
        ("turn around", 180, 2),
        ("turns left", 300, 1),
        ("turn left 90 degrees", 270, 1),
        ("turn two hexsides to the left", 240, 1),
        ("face Guard 1", 90, 1),
        ("turn towards K4", 180, 2),
        ("look to north-west", 315, 1),
    ],
)
def test_turning_on_the_spot(what: str, facing: int, cost: int) -> None:
    played = trent(firing_stance=False, aim=AIM)
    played.put("Trent", "K2")
    played.join("Guard 1", Soldier(), at="M2")
    act(played, what)
    assert (played.state("Trent").facing, spent(played)) == (facing, cost)
    assert played.state("Trent").aim == AIM


def test_turning_in_a_firing_stance_costs_2_for_each_hexside() -> None:
    for facing, cost in ((60, 2), (61, 4), (180, 6)):
        played = trent(firing_stance=True)
        act(played, f"turn to {facing}")
        assert spent(played) == cost
        assert played.state("Trent").firing_stance


def test_turning_gives_up_being_dug_in() -> None:
    played = trent(exposure="dug in", firing_stance=False)
    assert "gives up the advantages of being dug in" in act(played, "turn right").outcome
    assert played.state("Trent").exposure == "firing"


def test_who_faces_nowhere_turns_for_nothing() -> None:
    played = trent(facing=None)
    with pytest.raises(NotNow, match="Trent's facing is unknown"):
        act(played, "turn left")
    act(played, "turn to south")
    assert (played.state("Trent").facing, spent(played)) == (180, 0)


@pytest.mark.parametrize(
    ("what", "cost", "slot"),
    [
        ("draw the M1911A1", 3, 1),
        ("draw pistol", 3, 1),
        ("draw the M1911A1 from a shoulder holster", 3, 1),
        ("draw the M1911A1 from a police holster", 2, 1),
        ("draw the pistol from a concealed police holster", 4, 1),
        ("switch to the M1911A1", 3, 1),
        ("pick up the M870", 4, 2),
        ("grab the Remington", 3, 2),
        ("unsling the Remington M870", 3, 2),
    ],
)
def test_taking_a_weapon_in_hand(what: str, cost: int, slot: int) -> None:
    played = trent("M16A1", "M1911A1", "Remington M870", aim=AIM)
    act(played, what)
    assert (played.one("Trent").in_hand, spent(played), played.state("Trent").aim) == (slot, cost, None)


def test_the_weapon_is_in_hand_once_the_actions_are_spent() -> None:
    played = trent("M16A1", "M1911A1")
    played.make("Trent", left=2)
    assert act(played, "draw the M1911A1").outcome == (
        "Trent takes the M1911A1 in hand: 2 of 3 actions, done in Phase 1, Impulse 2."
    )
    assert played.one("Trent").in_hand == 0
    parts = played.next()
    assert parts[0].resolution.outcome == "Trent takes the M1911A1 in hand (3 actions)."
    assert played.one("Trent").in_hand == 1
    with pytest.raises(NotNow, match=r"Trent already has the M1911A1 in hand\."):
        act(played, "draw the M1911A1")


def test_working_the_bolt_or_pump() -> None:
    for name, cost in (("Remington M870", 2), ("FR F2", 3)):
        played = trent(name, unworked=(0,))
        act(played, "work the bolt")
        assert (played.state("Trent").unworked, spent(played)) == ((), cost)
        with pytest.raises(NotNow, match=f"The {name} already"):
            act(played, "pump")
    with pytest.raises(NoRule, match=r"The M16A1 has no bolt or pump to work\."):
        act(trent("M16A1"), "work the bolt")
    with pytest.raises(Refusal, match="Trent carries no weapon"):
        act(trent(), "work the bolt")


def test_unloading_takes_the_reload_time_and_cocking_2() -> None:
    played = trent("M16A1")
    act(played, "unload the weapon")
    assert spent(played) == 8
    ammunition = played.one("Trent").carried[0].ammunition
    assert ammunition is not None and (ammunition.loaded, ammunition.loads) == (0, 3)
    with pytest.raises(NotNow, match="The M16A1 is already empty"):
        act(played, "unload the weapon")
    played = trent("M1911A1")
    cocked = act(played, "cock the hammer")
    assert spent(played) == 2
    assert [step.id for step in cocked.steps if isinstance(step, Ruling)] == ["O17"]


def test_busy_hands_lose_the_aim() -> None:
    for what, kept in (("open a door", False), ("brace", True), ("safety", True), ("look over cover", True)):
        played = trent(aim=AIM)
        act(played, what)
        assert (played.state("Trent").aim == AIM) is kept, what


def test_work_goes_on_over_impulses() -> None:
    played = trent()
    played.make("Trent", left=2)
    assert act(played, "open a window").outcome == (
        "Trent carries out “Open a Window with Two Hands”: 2 of 6 actions, done in Phase 1, Impulse 3."
    )
    done, following = played.next()
    assert done.resolution.outcome == "Trent: Open a Window with Two Hands (6 actions)."
    assert following.resolution.outcome == "It is Phase 1, Impulse 3."


def test_a_long_look_is_not_refused_halfway() -> None:
    played = trent(exposure="hidden")
    played.make("Trent", left=2)
    act(played, "look over cover", 3)
    assert played.next()[0].resolution.outcome == (
        "Trent looks over or around cover (3 actions); their Firing Stance ends."
    )


def test_a_lower_cost_gives_no_actions_back() -> None:
    played = trent(exposure="firing", left=3)
    act(played, "hide", 8)
    played.make("Trent", left=1)
    act(played, "hide")
    assert (played.state("Trent").left, played.state("Trent").hides) == (1, Clock(1, 1))


def test_holding_still_ends_what_he_is_about() -> None:
    played = trent()
    played.make("Trent", left=1)
    act(played, "open a window")
    assert act(played, "freeze").outcome == "Trent holds still (0 actions)."
    assert played.encounter.task(played.id("Trent")) is None
    assert played.state("Trent").progress is None


def test_anything_else_at_the_gms_cost() -> None:
    played = trent(aim=AIM)
    assert act(played, "shouts for help 💥", 6).outcome == "Trent: shouts for help 💥 (6 actions)."
    assert (spent(played), played.state("Trent").aim) == (6, AIM)
    assert act(played, "turn the radio on", 2).outcome == "Trent: turn the radio on (2 actions)."
    assert act(played, "reload by hand", 0).outcome == "Trent: reload by hand (0 actions)."
    act(played, "open a door", 1)
    assert spent(played) == 9


@pytest.mark.parametrize(
    ("what", "cost", "error", "sentence"),
    [
        (
            "dance",
            None,
            UnknownName,
            r"“dance” is not on the Action Time Table\. Give cost: in"
            r" actions; 2 actions are 1 second",
        ),
        ("opne a door", None, UnknownName, "nearest: .*open door"),
        ("💥", None, UnknownName, "not on the Action Time Table"),
        ("open", None, Ambiguous, "“open” could be"),
        ("turn", None, Refusal, r"Which way\?"),
        ("turn to nowhere", None, UnknownName, "I don't understand “nowhere” as a direction"),
        ("turn to 400", None, Refusal, "A bearing goes clockwise from 0"),
        ("turn right 99 hexsides", None, Refusal, "A turn is at most 6 hexsides"),
        ("draw the M1911A1 from a violin case", None, UnknownName, "violin case"),
        ("reload", None, NoRule, "/reload does that"),
        ("fire", None, NoRule, "/fire does that"),
        ("throw a grenade", None, NoRule, "/throw does that"),
        ("move to C3", None, NoRule, "/move does that"),
        ("bandage Axly", None, NoRule, "/heal does that"),
        ("dance", -1, Refusal, "Cost is 0 to 1,000 actions, not -1"),
        ("dance", 10**9, Refusal, "Cost is 0 to 1,000 actions"),
        ("  ", 1, Refusal, "Describe what happens in 1 to 200 characters"),
        ("...", None, Refusal, "Describe what happens in 1 to 200 characters"),
        ("x" * 201, 1, Refusal, "Describe what happens in 1 to 200 characters"),
    ],
)
def test_refusals(what: str, cost: int | None, error: type[Refusal], sentence: str) -> None:
    played = trent("M16A1", "M1911A1")
    before = played.encounter
    with pytest.raises(error, match=sentence):
        act(played, what, cost)
    assert played.encounter == before


def test_the_list_for_choosing() -> None:
    book = phoenix().book
    names = dict(acts(book))
    assert names["Open a Door"] == "3"
    assert names["Kneel"] == "1 from standing, 2 from prone"
    assert names["Unload a Weapon"] == "the weapon’s Reload Time"
    assert names["Bipod: In"] == "5"
    rows = len(book.tables.by_id["7b"].rows.labels) + 2 * len(book.tables.by_id["7b_equipment"].rows.labels)
    # Without 6 changes of position, 2 of facing, the addition for concealed holsters; with 5 lines of the rules for
    # these, the sheet's two, three that stand in no table, and the sling as a support, into it and out of it; and with
    # four that cost as much as opening.
    assert len(names) == rows - 9 + 5 + 2 + 3 + 2 + 4
    assert [names[f"{verb} a {what}"] for verb in ("Close", "Unbar") for what in ("Door", "Window")[:1]] == ["3", "3"]
    assert [names[name] for name in ("Close a Window with Two Hands", "Unbar a Window")] == ["6", "6"]


@pytest.mark.parametrize("name", [name for name, _ in acts(phoenix().book)])
def test_every_name_on_the_list_is_understood(name: str) -> None:
    played = trent("Remington M870", exposure="looking", position="kneeling", firing_stance=False, unworked=(0,))
    if fitting := gear.of_act(name):
        piece, puts_on = fitting
        if not piece.fits(phoenix().book.arms["Remington M870"]):
            played = trent("Uzi" if piece.fits(phoenix().book.arms["Uzi"]) else "M1911A1")
        if not puts_on:
            played.make("Trent", fitted=(Fitted(piece.name, None if piece.worn else 0),))
    if name == "Lower the Weapon":
        played.make("Trent", firing_stance=True)
    if name == "Look Over or Around Cover":
        played.make("Trent", exposure="hidden")
    if name == "Kneel":
        played.make("Trent", position="prone")
    if name == "Turn":
        with pytest.raises(Refusal, match=r"Which way\?"):
            act(played, name)
        return
    assert act(played, name).outcome.startswith("Trent")


@pytest.mark.parametrize(
    ("what", "state", "told"),
    [
        ("lower the weapon", {}, "Trent lowers the weapon (0 actions); their Firing Stance ends."),
        ("look", {"exposure": "firing"}, "Trent looks over or around cover (1 action); their Firing Stance ends."),
        ("look", {"exposure": "firing", "firing_stance": False}, "Trent looks over or around cover (1 action)."),
        ("kneel", {}, "Trent kneels (1 action)."),
    ],
)  # fmt: skip
def test_it_is_said_that_a_firing_stance_ends(what: str, state: dict[str, Any], told: str) -> None:
    assert act(trent("M16", **state), what).outcome == told


ARMS = (Wound(5, "Forearm - Bone", 1, Clock(0, 1)), Wound(5, "Upper Arm - Bone", 1, Clock(0, 1)))


@pytest.mark.parametrize(
    "what", ["open a door", "brace", "cock", "take a magazine", "draw the M92F", "set down the weapon"]
)
def test_what_takes_a_hand_waits_for_an_arm_that_works(what: str) -> None:
    act(trent("M16", "M92F", wounds=ARMS[:1]), what)
    with pytest.raises(NotNow, match=r"Both of Trent's arms are disabled\. That needs a hand"):
        act(trent("M16", "M92F", wounds=ARMS), what)


@pytest.mark.parametrize("what", ["kick in the door", "kneel", "turn to 60", "look over cover", "leave the foxhole"])
def test_what_takes_no_hand_is_done_without(what: str) -> None:
    assert act(trent("M16", wounds=ARMS, exposure="firing"), what).outcome.startswith("Trent")


@pytest.mark.parametrize(
    "what", ["set down the weapon", "put down the rifle", "Sets a weapon down", "lay down the M16"]
)
def test_a_weapon_that_is_set_down_is_picked_up_again(what: str) -> None:
    down = trent("M16")
    assert (
        act(down, what).outcome
        == "Trent: Pick Up or Set Down a Weapon (4 actions); the M16 is on the ground; their Firing Stance ends."
    )
    with pytest.raises(NotNow, match=r"The M16 of Trent is on the ground\. Use /act what: pick up the M16 first"):
        act(down, what)
    down.make("Trent", left=8)
    assert act(down, "pick up the weapon").outcome == "Trent takes the M16 in hand (4 actions)."
    assert down.state("Trent").dropped == ()
    again = act(trent("M16", firing_stance=False), "pick up a weapon")
    assert again.outcome == "Trent: Pick Up or Set Down a Weapon (4 actions)."
