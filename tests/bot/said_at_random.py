"""Random lines, sense and nonsense, for the encounters of each rulebook and preset."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from bot.game.requests import (
    ActionRequest,
    AnswerRequest,
    AttackRequest,
    BuyRequest,
    DirectRequest,
    DropRequest,
    MapRequest,
    MoveRequest,
    MusterRequest,
    NextRequest,
    PastedMusterRequest,
    Request,
    SwitchRequest,
    adjusting,
    appointing,
    dismissing,
    foreseeing,
    handing_over,
    renaming,
)
from rules.aliens.card import fighter
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.agenda import Question
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Aim, Attack, Burst, Duck, Fire, Heal, Move, Next, Pass, Reload, Throw
from rules.engine.records.records import Order
from rules.phoenix.basics.soldier import soldier
from rules.savage.shooter import shooter
from rules.space_marines.figures.figure import figure
from rules.words.places import Place

USERS = ("100", "101", "102", "999")
PASSAGE = "F4"
"""The one way from the Marines to their enemies: whoever comes has to come by here."""

words = st.one_of(st.just(""), st.sampled_from(["hip", "x" * 201, "\u200b", "@everyone", "**", "🔥"]))
places = st.one_of(
    st.sampled_from(["A1", "B2", "C3", "D4", "E5", "A9", "Z99", "", "nowhere", "A1 A2"]),
    st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDE"), st.integers(0, 6)),
)
numbers = st.sampled_from([None, None, None, 1, 1, 2, 2, 3, 5, 0, -1, 10, 999, 1000, 2**53])
owners = st.sampled_from([None, *USERS])
typed = st.sampled_from(["", "", "", "", "3", "0", "9 9", "17", "abc", "?", "50 7 4 0 0"])


@dataclass(frozen=True)
class Game:
    """The lines of one rulebook's encounters: attacks, deeds, a GM's work; and the conditions that hold for each
    combatant."""

    ruleset: str
    begin: tuple[Request, ...]
    attacks: st.SearchStrategy[Request]
    deeds: st.SearchStrategy[Request]
    table_work: st.SearchStrategy[Request]
    check: Callable[[Combatant], None]


def game(
    ruleset: str,
    begin: Sequence[Request],
    names: Sequence[str],
    weapons: Sequence[str],
    sheets: Sequence[str],
    changes: Sequence[str],
    check: Callable[[Combatant], None],
    hows: st.SearchStrategy[str] = words,
    switches: Sequence[str] = (),
    more: Sequence[st.SearchStrategy[Request]] = (),
) -> Game:
    """A rulebook's wishes, from its words."""
    someone = st.sampled_from([*names, "Al", "1", "c1", "", "a,b", "-", "é"])
    whom = st.one_of(st.just(""), someone)
    weapon = st.sampled_from(["", "", *weapons])
    verbs: list[type[Attack]] = [Fire, Fire, Fire, Burst, Throw, Aim]
    return Game(
        ruleset,
        tuple(begin),
        st.builds(AttackRequest, st.sampled_from(verbs), someone, numbers, weapon, numbers, hows, words, whom),
        st.one_of(
            st.builds(AttackRequest, st.just(Fire), st.sampled_from(names[-2:]), st.just(1), range=st.just(2),
                  who=whom),
            st.builds(ActionRequest, st.sampled_from([Reload, Pass, Act, Duck, Heal]), whom, whom, how=hows,
                  cost=numbers),
            st.builds(ActionRequest, st.just(Reload), st.sampled_from([names[1], ""]), weapon=weapon),
            st.builds(MoveRequest, places, whom, numbers),
            st.just(DirectRequest(Next())),
            *more,
        ),
        st.one_of(
            st.builds(MusterRequest, whom, st.sampled_from(sheets), st.sampled_from([1, 1, 2, 0, -1, 99]), words,
                  places,
                      owners),
            st.builds(PastedMusterRequest, st.sampled_from([f"{sheets[0]}\nBig: {sheets[1]}", sheets[1],
                  f"nonsense\n{sheets[0]}",
                                               ""]), owner=owners),
            st.builds(adjusting, someone, st.sampled_from(changes)),
            st.builds(renaming, someone, st.sampled_from(["Hicks", names[0], "x" * 41]), words),
            st.builds(dismissing, someone),
            st.builds(handing_over, someone, owners),
            st.builds(SwitchRequest, st.sampled_from(["next", "typed dice", "?", *switches]),
                      st.sampled_from(["on", "off", "gm"])),
            st.builds(appointing, st.sampled_from(USERS)),
            st.builds(MapRequest, st.sampled_from(["5x6", "12x8", "41x1", "x"]), st.sampled_from(["", "C3 B2-B4", "?"]),
                      st.sampled_from(["", "", "D3-D5 A2", "C3", "?"])),
            st.builds(foreseeing, st.sampled_from(["the *gate* falls", "{n} turns gone", ""]),
                      st.sampled_from([2, 3, 4, 0, -1, 2**53]), st.sampled_from([0, 1, 2, -1])),
        ),
        check,
    )  # fmt: skip


def offered(said: Game, state: Encounter, book: Ruleset, luck: random.Random) -> Request:
    """Return a plausible next order, out of those that the bot suggests; now and then a fighter joins for the
    fallen.
    """
    asked = [item for item in state.agenda if isinstance(item, Question)]
    if asked:
        question = luck.choice(asked)
        return AnswerRequest(luck.choice(question.choices), state.combatant(question.to).name)
    up = book.awaited(state)
    people = [request for request in said.begin if isinstance(request, MusterRequest) and request.owner]
    short = len([c for c in state.combatants if c.present and c.owner]) < len(people)
    if short and len(state.combatants) < 50:
        return replace(luck.choice(people), at=near(None, luck) if state.battle_map else "")
    if luck.random() < 0.05:
        return luck.choice(said.begin)
    if not up or luck.random() < 0.05:
        return DirectRequest(Next())
    actor = state.combatant(luck.choice(up))
    verb: type[Order] = luck.choice((*(Fire,) * 5, Burst, Burst, Throw, Move, Move, Act, Reload))
    how = luck.choice(("", "", *book.words_for(verb, state)))
    if issubclass(verb, Attack):
        return _attack(verb, actor, how, state, book, luck)
    if verb is Move:
        return MoveRequest(near(actor.place, luck), actor.name, how=how)
    if verb is Act:
        return ActionRequest(Act, actor.name, how=luck.choice(("looks around", *dict(book.acts(state, actor.id)))))
    return ActionRequest(Reload, actor.name, how=how)


def _attack(
    verb: type[Attack], actor: Combatant, how: str, state: Encounter, book: Ruleset, luck: random.Random
) -> Request:
    choices = book.choices(verb(actor.id), state)
    names = {combatant.id: combatant.name for combatant in state.combatants}
    targets = [names.get(value, value) for value, _ in choices.targets] or [""]
    target = ", ".join(luck.sample(targets, min(len(targets), 2 if verb is Burst else 1)))
    if how == "cover fire":
        target = luck.choice((PASSAGE, PASSAGE, near(actor.place, luck, 6)))
    elif book.aims_at_places and luck.random() < 0.2:
        target = near(actor.place, luck, 6)
    weapon = luck.choice(["", "", "", *(value for value, _ in choices.weapons)])
    aim = luck.choice([None, *(aim for aim, _ in choices.aims)])
    spaces = None if state.battle_map else luck.choice((None, None, 3))
    return AttackRequest(verb, target, aim, weapon, spaces, how, who=actor.name)


def near(place: Place | None, luck: random.Random, most: int = 2) -> str:
    """A place that is no more than so many columns and rows away."""
    column, row = (place.column, place.row) if place else (3, 3)
    return str(Place(max(1, column + luck.randint(-most, most)), max(1, row + luck.randint(-most, most))))


def check_fighter(combatant: Combatant) -> None:
    state = fighter(combatant)
    assert 0 <= state.left <= state.actions
    assert all(carried.ammunition is not None for carried in combatant.carried)


def check_soldier(combatant: Combatant) -> None:
    state = soldier(combatant)
    assert state.left >= 0
    assert state.physical_damage >= 0


def check_figure(combatant: Combatant) -> None:
    state = figure(combatant)
    assert state.left >= 0
    assert state.command_left >= 0
    assert not combatant.present or state.wounds < state.troop.points


def check_shooter(combatant: Combatant) -> None:
    supplies = [supply.sort.casefold() for supply in shooter(combatant).supplies]
    assert len(set(supplies)) == len(supplies)
    assert all(carried.ammunition is not None for carried in combatant.carried)


def marines(preset: str, begin: Sequence[Request], sheets: Sequence[str]) -> Game:
    """A game of Space Marines: on squares or on hexes, against these."""
    good, bad = ("Sarge", "Gunner", "Torch", "Rookie"), ("Foe 1", "Foe 2", "Foe 3", "Foe 4", "Flyer")
    here = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDEFGH"), st.integers(1, 7))
    by_name = st.one_of(st.sampled_from(bad), here)
    two = st.builds(lambda one, other: f"{one}, {other}", by_name, by_name)
    aims = st.sampled_from([None, None, 0, 1, 2, 3])
    return game(
        preset,
        begin,
        names=[*good, *bad, "Bug Warrior", "Foe", "Marine", "C3", "D4"],
        weapons=["rifle", "smart gun", "grenade", "Flamethrower", "hand", "pistol", "Sniper Rifle", "Uzi"],
        sheets=[*sheets, "bug warrior", "marine, sniper rifle", "marine leader, rifle loaded 1 spares 1, grenade",
                "bug brain", "shock marine, hand flamer", "marine, wounds 2, bad guys", "marine, wounds 3", "?"],
        changes=["dead", "alive", "alive, wounds 1", "at C2", "at Z9", "off the map", "wounds 0", "wounds 1",
                 "wounds 2", "points 1.5", "points 3", "command 2", "command 0.5", "done", "may act", "may move",
                 "flying", "on the ground", "loaded 0", "loaded 1", "spares 1", "unlimited", "weapon 2",
                 "stop reloading", "stop covering", "points 1.3", ""],
        check=check_figure,
        hows=st.one_of(words, st.sampled_from(["cover fire", "cover fire", "2 dice", "3 dice", "blow through", "2 1",
                                               "1 2", "1 1 1", "command", "command 1 from Sarge", "fly", "land",
                                               "via C3", "hip"])),
        switches=["ammunition", "spaces", "bad guys", "cover areas"],
        more=(
            st.builds(SwitchRequest, st.sampled_from(["ammunition", "bad guys", "spaces", "cover areas"]),
                      st.sampled_from(["none", "boxes", "tokens", "bot", "people", "squares", "hexes", "farthest"])),
            st.builds(AttackRequest, st.just(Fire), by_name, aims, st.sampled_from(["", "", "hand"]),
                      how=st.sampled_from(["", "", "cover fire"]), who=st.sampled_from(good)),
            st.builds(AttackRequest, st.just(Fire), here, st.sampled_from([None, 1]), how=st.just("cover fire"),
                      who=st.sampled_from(good)),
            st.builds(AttackRequest, st.just(Burst), two, how=st.sampled_from(["1 1", "2 1", "blow through", ""]),
                      who=st.sampled_from(["Gunner", "Torch", "Foe 2"])),
            st.builds(AttackRequest, st.just(Throw), by_name, aims, who=st.just("Sarge")),
            st.builds(AttackRequest, st.just(Fire), st.sampled_from(good), aims, who=st.sampled_from(bad)),
            st.builds(MoveRequest, here, st.sampled_from([*good, *bad, ""]), st.sampled_from([None, None, 1]),
                      st.sampled_from(["", "", "command", "command 1", "fly", "land", "via D4"])),
            st.builds(ActionRequest, st.just(Act), st.sampled_from([*good, "Flyer"]), st.just(""),
                      how=st.sampled_from(["take off", "land", "move 2", "weld the door", "move 1, command"]),
                      cost=st.sampled_from([None, 1])),
            st.builds(ActionRequest, st.just(Reload), st.sampled_from(good), weapon=st.sampled_from(["", "rifle"])),
            st.builds(AnswerRequest, st.sampled_from(["fire", "hold fire", "perhaps"]), st.sampled_from(["", "",
                  *good])),
            st.just(DirectRequest(Next())),
        ),
    )  # fmt: skip


TOLD = (
    "spot {}", "tell {} to freeze", "tell {} to drop their weapon", "see whether {} is armed", "rally {}", "pin {}",
    "turn to {}", "order {} to advance", "lead {} to C4", "go to the aid of {}",
)  # fmt: skip
"""Acts of chapter 5 and of scenario 2 that concern somebody, and such as concern nobody."""
ALONE = (
    "plan", "plan the assault", "hold fire", "watch all around", "watch ahead", "pin D5", "unpin", "roll over",
    "listen for gunfire, 20 hexes", "quietly open the door", "charge", "rally", "leave the field", "force the door",
    "resist", "cock the hammer", "duck back", "fire over cover", "pick up the weapon", "firing stance",
    "lower the weapon",
)  # fmt: skip
CHAPTER_5 = (
    "initiative", "spotting", "field of view", "sound", "defensive skill", "morale", "second shot", "pinning fire",
    "cover fire", "double action", "knock down", "incapacitation", "heroes", "tournament", "spotting skill",
)  # fmt: skip


def chapter_5(preset: str, begin: Sequence[Request], sheets: Sequence[str]) -> Game:
    """A game of Phoenix Command with the acts, words, questions and switches of the Optional and Tournament Rules."""
    red, blue = ("Trent", "Axly"), ("Guard 1", "Guard 2", "Guard 3")
    anybody = st.sampled_from([*red, *blue])
    told = st.builds(str.format, st.sampled_from(TOLD), anybody)
    values = {
        "fire": ("immediate", "declared"),
        "re-entry": ("none", "baseline"),
        "terrain": ("no cover", "town", "hill", "jungle"),
        **dict.fromkeys(CHAPTER_5, ("on", "off")),
    }
    switched = st.sampled_from([(name, value) for name, some in values.items() for value in some])
    return game(
        preset,
        begin,
        names=["Trent", "Axly", "Guard 1", "D5", "Trent, Axly", "Guard", "Guard 3", "Guard 2", "Guard 1"],
        weapons=["M16", "M92F", "M 67", "AKM 47", "Uzi"],
        sheets=sheets,
        changes=["dead", "alive, awake, heal all", "at B2", "actions left 6", "loaded 5", "hidden", "exposed", "awake",
                 "broken", "steady", "fleeing", "frozen", "set free", "prisoner", "disarmed", "surrendered", "plan 9",
                 "no plan", "knocked down", "off balance 3", "stunned for 2", "dazed", "disoriented for 3", "KV 60",
                 "adrenalin rush", "cocked", "watches 300", "has spotted Trent", "no pin", "points 3", "weapon broken",
                 "duck ask"],
        check=check_soldier,
        hows=st.one_of(words, st.sampled_from(["cover fire", "cover fire, arc 3", "double action", "cocked", "unaware",
                                               "arc 3", "hip", "body", "into cover", "quietly", "when fired upon"])),
        switches=["fire", "tournament"],
        more=(
            st.builds(NextRequest, st.sampled_from(["", "", "", "3 s", "2 h"])),
            st.builds(AnswerRequest, st.sampled_from(["duck", "stay", "flee", "surrender", "freeze", "do not freeze"]),
                      st.sampled_from(["", *red, *blue])),
            st.builds(lambda one: SwitchRequest(*one), switched),
            st.builds(ActionRequest, st.just(Act), anybody, how=st.one_of(told, st.sampled_from(ALONE)),
                      cost=st.sampled_from([None, None, 1])),
            st.builds(AttackRequest, st.sampled_from([Fire, Fire, Burst]), st.sampled_from(blue), st.sampled_from([1,
                  2]),
                      mod=st.sampled_from(["", "+12"]), who=st.sampled_from(red)),
            st.builds(AttackRequest, st.sampled_from([Fire, Fire, Burst]), st.sampled_from(red), st.sampled_from([1,
                  2]),
                      mod=st.sampled_from(["", "+12"]), who=st.sampled_from(blue)),
            st.builds(AttackRequest, st.sampled_from([Fire, Burst]), st.sampled_from(["C8", "E8", "E7 E8", "D7"]),
                      how=st.sampled_from(["cover fire", "cover fire, arc 3"]), who=st.sampled_from(red)),
            st.builds(adjusting, anybody, st.just("actions left 6, plan 9")),
        ),
    )  # fmt: skip


GAMES = {
    "aliens": game(
        "aliens",
        (
            MusterRequest(sheet="apone", owner="101"),
            MusterRequest(sheet="rifleman", owner="102"),
            MusterRequest(sheet="alien", count=3),
        ),
        names=["Apone", "Rifleman", "Rifleman 2", "Alien", "alien 2", "Alien 3", "Alien 1", "Alien 2"],
        weapons=["Pistol", "pulse", "Smartgun"],
        sheets=["apone", "alien", "Rifleman", "rifleman, pistol, loaded 1, spares 1", "Rifleman, actions 9",
                "alien, loaded 3", "?"],
        changes=["dead", "alive", "at B2", "at Z9", "off the map", "actions 0", "actions 2", "loaded 0", "loaded 99",
                 "loaded 5", "spares 1", "unlimited", "weapon 1", "weapon 2", "stop reloading", "flying", "",
                 "loaded 2, dead, actions 1"],
        check=check_fighter,
        switches=["ammunition"],
    ),
    "phoenix": game(
        "phoenix",
        (
            MusterRequest("Trent", "skill 8, STR 16, M16, 2 M 67, duck ask, facing north", at="A1", owner="101"),
            MusterRequest("Axly", "elite, M249, FR F2, exposed", at="B2", owner="102"),
            MusterRequest("Guard", "green, AKM 47, RPG 7V", 3, at="C3 D4 E5"),
        ),
        names=["Trent", "Axly", "Axly 2", "Guard", "D4", "Trent, Axly", "Guard 3", "Guard 1", "Guard 2"],
        weapons=["M16", "M 67", "rpg", "FR F2", "Uzi"],
        sheets=["line, Uzi", "SAL 12, CA 8, M79, hidden", "rolled, skill 3, Remington M870 loaded 1", "skill 21",
                "KV 20, unspotted, duck when fired upon", "elite, M16 AP 2 magazines", "?"],
        changes=["dead", "alive", "at B2", "at Z9", "off the map", "actions 0", "actions left 2", "loaded 0",
                 "loaded 99", "loaded 5", "spares 1", "unlimited", "weapon 1", "weapon 2", "PD 120", "heal all",
                 "unconscious 3", "awake", "duck ask", "hidden", "exposed", "gone, PD 3000", "weapon broken", ""],
        check=check_soldier,
        hows=st.one_of(words, st.sampled_from(["hip", "sweep", "called shot", "hex", "kneel", "duck back", "ask",
                                               "when fired upon", "first aid", "AP", "turn to north", "running"])),
        switches=["modifiers"],
        more=(
            st.builds(NextRequest, st.sampled_from(["", "", "3 s", "2 h", "40 days", "11 years", "-1 s"])),
            st.builds(AnswerRequest, st.sampled_from(["duck", "stay", "perhaps"]), st.sampled_from(["", "Trent"])),
            st.builds(AttackRequest, st.sampled_from([Fire, Burst]), st.sampled_from(["Guard 1", "Guard 2", "Trent"]),
                      st.sampled_from([None, 2, 4]), who=st.sampled_from(["Trent", "Axly", "Guard 3"])),
            st.builds(ActionRequest, st.just(Act), st.sampled_from(["Trent", "Axly", "Guard 1"]),
                      how=st.sampled_from(["kneel", "duck back", "fire over cover", "firing stance", "unload"])),
        ),
    ),
    "phoenix-advanced": game(
        "phoenix-advanced",
        (
            MusterRequest("Trent", "skill 8, STR 16, M16, 2 M 67, facing north, firing over cover", at="A1",
                  owner="101"),
            MusterRequest("Axly", "elite, SPAS 12 Shot, M249, exposed", at="B2", owner="102"),
            MusterRequest("Guard", "green, AKM 47, M79, behind interior wood door", 3, at="C3 D4 E5"),
        ),
        names=["Trent", "Axly", "Axly 2", "Guard", "D4", "Trent, Axly", "Guard 3", "Guard 1", "Guard 2"],
        weapons=["M16", "M 67", "M79", "SPAS", "Uzi"],
        sheets=["line, Uzi", "SAL 12, CA 8, M79, hidden", "skill 3, Remington M870 Shot loaded 1", "cover PF 4, KV 20",
                "elite, 2 lb TNT 2, behind brick wall 6 inch, duck ask", "armored line, M16 AP, behind wood 2 inches"],
        changes=["dead", "alive", "at B2", "off the map", "actions left 2", "loaded 1", "spares 1", "hidden",
                 "weapon 2", "PD 120", "heal all", "awake", "duck ask", "exposed", "behind cinder block wall",
                 "no cover", "cover PF 4", "weapon broken", "prone", "dug in"],
        check=check_soldier,
        hows=st.one_of(words, st.sampled_from(["head", "legs", "hip", "arc 3", "arc 1", "braced", "haze", "one hand",
                                               "fuse 2", "speed 1", "target speed 2", "behind wood 2 inches", "hex",
                                               "take cover behind cinder block wall", "Shot", "light brush",
                                               "belly crawl", "into a light, body", "small room"])),
        switches=["accuracy", "damage", "disabling", "movement", "automatic fire", "shotguns", "explosives",
                  "target sizes", "cover", "stray fire", "modifiers"],
        more=(
            st.builds(NextRequest, st.sampled_from(["", "", "", "3 s", "2 h"])),
            st.builds(AnswerRequest, st.sampled_from(["duck", "stay"]), st.sampled_from(["", "Trent"])),
            st.builds(SwitchRequest, st.sampled_from(["light", "pellets", "fragments", "walls"]),
                      st.sampled_from(["dusk", "no moon", "separate", "together", "grouped", "solid"])),
            st.builds(AttackRequest, st.sampled_from([Fire, Burst]), st.sampled_from(["Guard 1", "Guard 2", "Trent"]),
                      st.sampled_from([None, 2, 4]), who=st.sampled_from(["Trent", "Axly", "Guard 3"])),
            st.builds(ActionRequest, st.just(Act), st.sampled_from(["Trent", "Axly", "Guard 1"]),
                      how=st.sampled_from(["duck back", "fire over cover behind automobile door", "firing stance"])),
        ),
    ),
    "phoenix-optional": chapter_5(
        "phoenix-optional",
        (
            MapRequest("9x9", "D5 F5"),
            MusterRequest("Trent", "SAL 14, CA 12, ISF 26, KV 60, M16, M92F, 2 M 67, facing south", at="C2",
                  owner="101",
                      side="Red"),
            MusterRequest("Axly", "elite, SPAS 12 Shot, M249, exposed, facing south", at="E2", owner="102", side="Red"),
            MusterRequest("Guard", "green, CA 9, ISF 21, AKM 47, M92F, facing north", 3, at="C8 E8 G8", side="Blue"),
        ),
        sheets=["line, Uzi", "SAL 12, CA 8, M79, hidden", "cover PF 4, KV 20", "skill 3, M870 Shot loaded 1",
                "elite, 2 lb TNT 2, duck ask", "CA 24, SAL 20, KV 45, M92F"],
    ),
    "phoenix-tournament": chapter_5(
        "phoenix-tournament",
        (
            MapRequest("9x9", "D5 F5"),
            SwitchRequest("re-entry", "baseline"),
            MusterRequest("Trent", "STR 10, INT 10, WIL 8, HLT 10, AGI 8, skill 3, AKM 47, facing south", at="C2",
                      owner="101", side="Red"),
            MusterRequest("Axly", "STR 12, INT 10, WIL 10, HLT 6, AGI 6, skill 4, M92F, facing south", at="E2",
                      owner="102", side="Red"),
            MusterRequest("Guard",
                  "STR 6, INT 6, WIL 6, HLT 6, AGI 6, skill 5, heavy flexible armor, M16A1, 2 magazines",
                      3, at="C8 E8 G8", side="Blue"),
        ),
        sheets=["STR 10, INT 10, WIL 8, HLT 10, AGI 8, skill 3, AKM 47", "line, Uzi", "STR 12, INT 12, skill 3",
                "STR 12, INT 10, WIL 10, HLT 6, AGI 6, skill 4, M92F"],
    ),
    "space-marines": marines(
        "space-marines",
        (
            SwitchRequest("cover areas", "anywhere"),
            MapRequest("12x7", "F1-F3 F5-F7", "E3-E5 I3-I5"),
            MusterRequest("Sarge", "marine leader, rifle, grenade", at="A4", owner="101"),
            MusterRequest("Gunner", "marine, smart gun", at="B3", owner="102"),
            MusterRequest("Torch", "marine, flamethrower, pistol", at="B5", owner="102"),
            MusterRequest("Rookie", "marine, rifle, sniper rifle", at="A6", owner="101"),
            MusterRequest("Foe", "bug warrior", 2, at="L3 L5"),
            MusterRequest("Flyer", "bug shooter", at="L4"),
        ),
        ["bug leader", "bug shooter", "bot scout", "bot leader"],
    ),
    "space-marines-outdoors": marines(
        "space-marines-outdoors",
        (
            SwitchRequest("cover areas", "anywhere"),
            MapRequest("12x7", "F1-F3 F5-F7", "E3-E5 I3-I5"),
            MusterRequest("Sarge", "shock marine leader, rifle", at="A4", owner="101"),
            MusterRequest("Gunner", "shock marine, smart gun", at="B3", owner="102"),
            MusterRequest("Rookie", "marine, rifle", at="B5", owner="102"),
            MusterRequest("Foe", "bot warrior, smart gun", at="L5"),
            MusterRequest("Foe", "fuzzy warrior", 2, at="L4 L6"),
            MusterRequest("Flyer", "bot scout", at="K4"),
        ),
        ["bot scout", "fuzzy warrior leader, rifle", "bot warrior", "bot leader"],
    ),
    "savage": game(
        "savage",
        (
            MusterRequest("Red", "Shooting d8, Wild Card, Assault Rifle, 2 grenades", at="A1", owner="101"),
            MusterRequest("Blue", "Shooting d6, Extra, Pistol, Shotgun spares 1", at="B2", owner="102"),
            MusterRequest("Thug", "Shooting d6, extra, Submachine Gun, spares 1", 3, at="C3 D4 E5"),
        ),
        names=["Red", "Blue", "Thug", "Thug 1, Thug 2", "Thug 3", "extra", "Thug 1", "Thug 2"],
        weapons=["Assault Rifle", "Pistol", "Grenade", "shotgun", "Uzi"],
        sheets=["Shooting d10, Wild Card, Machine Gun", "extra, Rocket Launcher 2", "Extra, Pistol",
                "Shooting d12+2, magazine 100, ROF 4, AP supply, one month", "Shooting d6, Revolver, extended, AP",
                "Shooting d7", "Caseless Rifle loaded 0, spares 2, AP spares 1", "?"],
        changes=["dead", "alive", "at B2", "at Z9", "off the map", "loaded 0", "loaded 99", "loaded 1", "spares 1",
                 "unlimited", "weapon 1", "weapon 2", "Shooting d10", "Wild Card", "may act", "acted", "AP spares 1",
                 "AP supply", "Tracer supply, single mission", "loaded 1, dead", "flying", ""],
        check=check_shooter,
        hows=st.one_of(words, st.sampled_from(["double tap", "three-round burst", "automatic", "rapid attack 4", "AP",
                                               "rapid attack 2", "2 dice", "target number 6", "Standard", "Tracer",
                                               "automatic, 3 dice", "single shot"])),
        switches=["ammunition"],
        more=(
            st.builds(SwitchRequest, st.just("ammunition"), st.sampled_from(["tokens", "boxes", "rounds"])),
            st.builds(BuyRequest, st.sampled_from(["AP", "Tracer", "Standard", "grenade", "Silver", ""]),
                      st.sampled_from([50, 400, 2500, 9999, 0]), st.sampled_from(["d8", "d4", "d12", "d7", ""]),
                      st.sampled_from(["", "", "item", "50", "?"]),
                      st.sampled_from(["", "", "lifetime", "one month", "single", "?"]),
                      st.sampled_from(["", "+2", "-2 rare"]), st.sampled_from(["Red", "Blue", "Thug 1"])),
            st.builds(DropRequest, st.sampled_from(["AP", "Tracer", "grenade", "?"]), st.sampled_from(["", "Red"])),
            st.builds(AnswerRequest, st.sampled_from(["lifetime", "one month", "single mission", "nothing", "perhaps"]),
                      st.sampled_from(["", "", "Red"])),
            st.builds(AttackRequest, st.sampled_from([Fire, Burst, Throw]), st.sampled_from(["Thug 1",
                  "Thug 2, Thug 3"]),
                      how=st.sampled_from(["", "double tap", "automatic", "rapid attack 4"]),
                      mod=st.sampled_from(["", "+2 aim", "-4"]), who=st.sampled_from(["Red", "Blue"])),
            st.builds(ActionRequest, st.just(Reload), st.sampled_from(["Red", "Blue", "Thug 1"]),
                      how=st.sampled_from(["", "", "AP", "Standard"])),
        ),
    ),
}  # fmt: skip
