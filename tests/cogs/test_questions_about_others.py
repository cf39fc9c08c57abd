"""Questions about a fighter whom one does not own: an answer, or what of them is not known; never a hidden fact, and
never a default in place of one.

Ann's Trent faces Ben's Guard. Ann, and Cleo who watches, ask everything about both; so do Ben and the GM. Twin guards,
who differ only in what nobody sees, are asked about in twin worlds.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from standin.driver import Answer
from tests.cogs.conftest import CHANNEL, Game, meant, opened, person, told, types


@dataclass(frozen=True)
class Book:
    """A rulebook with the sheet lines of Trent and of the twin guards, and what is asked there.

    `tells` is what those who know Guard read in the answers, by question; `unknown` is what the others read instead.
    """

    start: str
    trent: str
    guards: tuple[str, str]
    compare: str
    tells: Mapping[str, str]
    unknown: Mapping[str, str]
    options: tuple[str, ...] = ()
    asked: tuple[str, ...] = field(default=())


AT_GUARD, BY_GUARD = "/odds who: Trent target: Guard", "/odds who: Guard target: Trent"
_PHOENIX_TELLS = {AT_GUARD: "body PF 12", BY_GUARD: "SAL"}
_PHOENIX_UNKNOWN = {
    AT_GUARD: "Guard: not known to you: armor, Knockout Value, wounds.",
    BY_GUARD: "Guard: not known to you: skill, Combat Actions, aim, ammunition. Their chances depend on that.",
}


def phoenix(preset: str) -> Book:
    return Book(
        f"phoenix preset: {preset}",
        "skill 8, M16, 2 M 67, KV 12",
        (
            "skill 7, AKM 47, body 12, helm 10, KV 30, 2 M 67, loaded 7",
            "skill 3, AKM 47, KV 9",
        ),
        "20, 40",
        _PHOENIX_TELLS,
        _PHOENIX_UNKNOWN,
        asked=("/odds who: Trent target: Guard weapon: M 67", "/odds who: Guard target: D5 weapon: M 67"),
    )


BOOKS = {
    "phoenix-basic": phoenix("phoenix-basic"),
    "phoenix-advanced": phoenix("phoenix-advanced"),
    "phoenix-optional": phoenix("phoenix-optional"),
    "savage": Book(
        "savage",
        "Shooting d8, Wild Card, Assault Rifle",
        ("Shooting d6, Pistol", "Shooting d12, Pistol, loaded 1"),
        "20, 40",
        {BY_GUARD: "d6"},
        {BY_GUARD: "Guard: not known to you: Shooting die, ammunition. Their chances depend on that."},
    ),
    "space-marines": Book(
        "space_marines",
        "marine, rifle",
        ("marine, rifle, spares 4", "marine, rifle, loaded 1"),
        "2, 4",
        {AT_GUARD: "Kill", BY_GUARD: "3 Points left."},
        {
            AT_GUARD: "Guard: not known to you: wounds.",
            BY_GUARD: "Guard: not known to you: Points left, wounds, ammunition.",
        },
        options=("GM: /encounter options name: ammunition value: boxes",),
    ),
    "aliens": Book(
        "aliens",
        "apone",
        ("rifleman, loaded 5, spares 2", "rifleman, actions 2"),
        "2, 4",
        {"/odds who: Guard": "boxes"},
        {"/odds who: Guard": "Guard: not known to you: actions left, ammunition."},
        asked=("/odds who: Guard target: Drone", "/odds who: Guard target: Drone compare: 2, 4"),
    ),
}
SUGGESTED = [
    ("odds", "weapon", {"who": "Guard"}),
    ("odds", "aim", {"who": "Guard", "target": "Trent"}),
    ("odds", "target", {"who": "Guard"}),
    ("odds", "aim", {"who": "Trent", "target": "Guard"}),
    ("odds", "compare", {"who": "Guard", "target": "Trent"}),
    ("fire", "weapon", {"who": "Guard"}),
    ("fire", "aim", {"who": "Trent", "target": "Guard"}),
    ("ammo show", "who", {}),
    ("reload", "weapon", {"who": "Guard"}),
]
NOWHERE_TRUE = ("Something went wrong", "no armor", "No Knockout Value", "Skill Accuracy Level", "die is unknown")
OFF, HIDDEN, SIDES = "off", "hidden", "sides"


def lines(book: Book, guard: str, fog: str) -> Iterator[str]:
    yield f"GM: /encounter start ruleset: {book.start} title: The yard"
    yield "GM: /encounter options name: joining value: open"
    yield "GM: /encounter options name: next value: anybody"
    yield f"GM: /encounter options name: fog value: {fog}"
    yield from book.options
    yield "GM: /encounter map size: 14x14"
    yield f"Ann: /combatant add name: Trent side: Squad at: C3 sheet: {book.trent}"
    yield f"GM: /combatant add name: Guard owner: @Ben side: Guards at: D5 sheet: {guard}"
    if book.start == "aliens":
        yield "GM: /combatant add name: Drone side: Aliens at: F6 sheet: alien"


def questions(book: Book) -> Iterator[str]:
    for who, target in (("Trent", "Guard"), ("Guard", "Trent")):
        odds = f"/odds who: {who} target: {target}"
        yield from (odds, f"/odds who: {who}", f"{odds} range: 4", f"{odds} aim: 1", f"{odds} compare: {book.compare}")
        yield f"{odds} weapon: Nonsense"
    yield from ("/combatant show who: Guard", "/ammo show who: Guard", "/encounter show", "/log", "/recap")
    yield from (
        "/fire who: Guard target: Trent",
        "/move who: Guard to: E5",
        "/plan set who: Guard lines: fire at Trent",
    )
    yield from (
        "/reload who: Guard",
        "/duck who: Guard",
        "/answer who: Guard choice: yes",
        "/help topic: what can I do",
    )
    yield from book.asked


@asynccontextmanager
async def world(path: Path, book: Book, guard: str, fog: str) -> AsyncIterator[Game]:
    async with opened(path / f"{book.guards.index(guard)}.sqlite3") as game:
        for line in lines(book, guard, fog):
            await meant(person(game, line.partition(": ")[0]), await types(game, line))
        assert [c.name for c in (await game.encounter()).combatants][:2] == ["Trent", "Guard"]
        yield game


def read(answer: Answer) -> str:
    """All that an answer shows, without the ids of this world."""
    labels = [button.get("label", "") for row in answer.components for button in row.get("components", [])]
    return re.sub(r"[0-9a-f]{64}|[0-9]{15,20}|<t:[0-9]+", "…", f"{told(answer)}\n{labels}\n{answer.ephemeral}")


async def answers(game: Game, name: str, book: Book) -> dict[str, str]:
    """Return the user's answers to every question and every suggestion, by question."""
    found = {line: read(await types(game, f"{name}: {line}")) for line in questions(book)}
    for command, option, given in SUGGESTED:
        offered = await person(game, name).autocomplete(CHANNEL, command, focused=option, **given)
        found[f"{command} {option} {given}"] = str(offered)
    if name == "Ann":
        planned = [
            await types(game, f"Ann: {line}")
            for line in ("/plan set who: Trent lines: fire at Guard aim 2", "/plan show")
        ]
        found["plan"] = "\n".join(map(read, planned))
    return found


@pytest.mark.parametrize("fog", [HIDDEN, SIDES])
@pytest.mark.parametrize("name", BOOKS)
async def test_others_read_nothing_hidden_and_no_default(
    tmp_path: Path, name: str, fog: str, caplog: pytest.LogCaptureFixture
) -> None:
    book = BOOKS[name]
    both = []
    for guard in book.guards:
        async with world(tmp_path, book, guard, fog) as game:
            both.append({who: await answers(game, who, book) for who in ("Ann", "Cleo")})
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    one, other = both
    for who in one:
        for line, text in one[who].items():
            assert not [word for word in NOWHERE_TRUE if word in text], (who, line, text)
            assert text == other[who][line], (who, line)
    for line, words in book.unknown.items():
        assert words in one["Ann"][line], line
    assert "Not known to you" in one["Ann"]["/combatant show who: Guard"]
    # Of both fighters, those who watch know as little.
    assert "not known to you" in one["Cleo"][[*book.unknown][-1]]


@pytest.mark.parametrize("fog", [OFF, HIDDEN, SIDES])
@pytest.mark.parametrize("name", BOOKS)
async def test_those_who_know_read_the_truth(tmp_path: Path, name: str, fog: str) -> None:
    book = BOOKS[name]
    knowing = ["GM", "Ben"] if fog != OFF else ["GM", "Ben", "Ann", "Cleo"]
    async with world(tmp_path, book, book.guards[0], fog) as game:
        for who in knowing:
            for line in (*book.tells, *book.asked):
                text = read(await types(game, f"{who}: {line}"))
                assert "Something went wrong" not in text, (who, line)
                if who in ("GM",) or fog == OFF or line != AT_GUARD:
                    assert book.tells.get(line, "") in text, (who, line, text)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize(
    ("wounds", "wanted"), [("PD 900", "Trent gives Guard First Aid"), ("", "not known to your side")]
)
async def test_care_for_an_enemy_does_not_state_their_wounds(
    tmp_path: Path, wounds: str, wanted: str, hidden: bool
) -> None:
    """Nor does it depend on whether anybody is hidden."""
    book = BOOKS["phoenix-advanced"]
    async with world(tmp_path, book, book.guards[0], HIDDEN) as game:
        await types(game, "GM: /adjust who: Guard changes: at C4")
        if wounds:
            await types(game, f"GM: /adjust who: Guard changes: {wounds}")
        if hidden:
            await types(game, "GM: /combatant add name: Zorro side: Guards secret: True at: M12 sheet: green, AKM 47")
        answer = await types(game, "Ann: /heal who: Trent target: Guard how: first aid")
        for _ in range(30):
            if "not known to your side" in answer.content:
                break
            await types(game, "GM: /next")
        assert wanted in answer.content + read(await types(game, "Ann: /log"))
        assert "no wounds" not in answer.content
