"""The text of a live board, for each reader."""

from __future__ import annotations

from bot.chat import render
from bot.game.sight import EVERYTHING, PUBLIC, Viewer, view
from bot.game.sight.board_status import board_status
from rules.engine.records.agenda import ELSE, Clock, Line, When
from rules.engine.records.orders import Act, Adjust, Burst, Pass, Pause, SetPlan, Switch, Target
from rules.engine.sight.sight import side_of
from rules.phoenix.basics.soldier import Wound
from rules.words.places import Place
from tests.rules.phoenix.skirmish import Skirmish


def fight(fog: str) -> Skirmish:
    """Trent is hit in the leg, has three rounds left and pins a hex; Axly covers two; Guard looks on."""
    fight = Skirmish("phoenix-advanced")
    for name in ("cover fire", "pinning fire"):
        fight.order(Switch(name, "on"))
    fight.map(20, 24)
    fight.sheet("Trent", "SAL 14, CA 4, M16A1, loaded 3, facing north", "D12", owner="100")
    fight.sheet("Axly", "SAL 14, CA 4, M16A1, facing north", "H12", owner="200")
    fight.sheet("Guard", "SAL 6, CA 4, AKM 47, loaded 2, facing south", "D2", owner=None)
    fight.order(Act(fight.id("Trent"), "pin D6"))
    fight.order(Burst(fight.id("Axly"), (Target(place=Place.parse("H4")),), 1, how="cover fire, arc 3"), 0)
    fight.order(Pass(fight.id("Guard")))
    fight.make("Trent", wounds=(Wound(40, "Thigh Flesh", 2, Clock(0, 1)),))
    fight.order(Switch("fog", fog))
    return fight


def board(fight: Skirmish, viewer: Viewer, deadline: str = "") -> list[str]:
    truth, book = fight.encounter, fight.ruleset
    return render.live_board(
        view(truth, book, viewer), book, board_status(truth, book, viewer), deadline
    ).content.splitlines()


HURT = "**Hurt** Trent 40 PD, leg disabled"
COVERED = "**Covered** Trent pins D6, Field of View 10 degrees"
COVERS = "Axly covers H4, G5 and I5 with the M16A1, 7 rounds, until this impulse ends"


def test_a_gm_reads_all_of_it() -> None:
    assert board(fight("hidden"), EVERYTHING, "<t:1:f>") == [
        "**Test** · phoenix-advanced · Phase 1, Impulse 1",
        "**Still to act** Trent",
        "**Ready** Axly, Guard",
        "**Deadline** <t:1:f>",
        HURT,
        "**Low ammunition** Trent M16A1 3/30; Guard AKM 47 2/30",
        f"{COVERED}; {COVERS}",
    ]


def test_players_and_the_channel_read_what_they_may_know() -> None:
    one = fight("hidden")
    ours = board(one, Viewer(frozenset({side_of(one.one("Trent"))})))
    theirs = board(one, Viewer(frozenset({side_of(one.one("Guard"))})))
    assert ours[1:] == [
        "**Still to act** Trent",
        "**Ready** Axly, Guard",
        HURT,
        "**Low ammunition** Trent M16A1 3/30",
        COVERED,
    ]
    assert theirs[1:] == ["**Still to act** Trent", "**Ready** Axly, Guard", "**Low ammunition** Guard AKM 47 2/30"]
    assert board(one, PUBLIC)[1:] == ["**Still to act** Trent", "**Ready** Axly, Guard"]


def test_who_is_out_and_what_is_planned() -> None:
    one = fight("off")
    one.order(SetPlan(one.id("Trent"), (Line("fire at nearest", (), None), Line("stay", (), When(ELSE))), "100"))
    one.order(Adjust(one.id("Guard"), "dead"))
    lines = board(one, Viewer(frozenset({side_of(one.one("Trent"))})))
    assert "**Out** Guard" in lines and "**Plan** Trent: fire at nearest; stay" in lines
    assert not [line for line in board(one, PUBLIC) if line.startswith("**Plan**")]
    one.order(Pause())
    assert board(one, PUBLIC)[1] == "**Paused**. Resume with `/encounter pause`."
