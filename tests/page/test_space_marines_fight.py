"""A whole fight of Space Marines in three windows: four Marines against bugs that the bot runs, cover fire included."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Locator, expect

from tests.page.conftest import OpenWindow
from tests.page.scene import brings_in, hive
from tests.page.window import Window
from tests.served import Served


async def all_see(windows: tuple[Window, ...], *texts: str) -> Locator:
    """Everybody sees a message with these texts; the first one's is returned."""
    return (await asyncio.gather(*(window.sees(*texts) for window in windows)))[0]


async def test_a_fight_against_bugs_that_the_bot_runs(bot: Served, open_window: OpenWindow) -> None:
    gm, ann, ben = [await open_window(name) for name in ("GM", "Ann", "Ben")]
    everybody = (gm, ann, ben)

    # The GM lays out a hall with a tunnel, behind which two of the bugs wait: there is but one way through.
    await gm.sends("/encounter start ruleset: space_marines title: The hive")
    begun = await all_see(everybody, "The hive begins.", "SHA-256")
    commitment = re.search(r"SHA-256 is ([0-9a-f]{64})", await begun.inner_text())
    assert commitment is not None
    await gm.sends("/encounter options name: cover areas value: anywhere")
    await gm.sends("/encounter map size: 12x7 walls: A1-L1 A7-L7 G2-I3 G5-I6 rough: C2-C3")
    await brings_in(gm, hive(bot))
    mustered = await all_see(everybody, "Muster: 9 combatants", "still to act: Sarge, Rookie, Gunner, Torch")
    await expect(mustered).to_contain_text("@Ann @Ben")
    await gm.sends("/encounter show public: true")
    board = await all_see(everybody, "Bug Warrior 3 (F3): 5 Points", "Sarge (B4): 3 Points · leader: 3 Command Points")
    assert "3 ·  To ░  ·  ·  Bc ████████ ·  ·  ·" in (await board.locator("pre").inner_text()).split("\n")

    # A grenade, a burst at the two it left, flames that need no dice to hit.
    await ann.sends("/throw target: Bug Warrior 3 aim: 2 who: Sarge dice: 3 3 1 2 3")
    await all_see(
        everybody,
        "Sarge throws a Grenade at Bug Warrior 3, 4 spaces (rolled 3 + 3, needed 3): HIT;"
        " Bug Warrior 3 3 wounds, 2 Points left; Bug Warrior 2 3 wounds, 2 Points left. Dice typed by Ann.",
        "range 4 + 2 (Grenade) − 3 (2 Points of aim) = 3",
    )
    await ben.sends("/burst target: Bug Warrior 2, Bug Warrior 3 aim: 3 who: Gunner dice: 3 4 2 2")
    await all_see(
        everybody,
        "Gunner splits the fire of the Smart Gun (rolled 3 + 4, needed ",
        "): Bug Warrior 2 HIT, 2 wounds, killed; Bug Warrior 3 HIT, 2 wounds, killed.",
    )
    await ben.sends("/fire target: Bug Warrior 1 who: Torch dice: 2 2 1")
    await all_see(
        everybody,
        "Torch fires the Flamethrower at Bug Warrior 1, 4 spaces: HIT, 5 wounds; Bug Warrior 1 is killed.",
        "still to act: Rookie",
    )

    # Rookie moves with a Command Point of the leader's, so that all of Rookie's own are left to cover the tunnel.
    await ann.sends("/move to: B5 who: Rookie how: command 1")
    await all_see(
        everybody,
        "Rookie moves from A6 to B5, 1 space (1 Command Point of Sarge).",
        "Sarge has 2 Command Points left",
        "3 Points",
    )
    await ann.sends("/fire target: I4 how: cover fire aim: 2 who: Rookie")
    await all_see(everybody, "Rookie covers I4 with the Rifle, 7 spaces", "all done: /next continues")

    # Next lets the bugs come; the first in the tunnel is in Rookie's sights, and time stands still.
    await gm.goes_on()
    phase = await all_see(
        everybody,
        "The Bad Guys' phase begins.",
        "Bug Warrior 4 advances from J4 to I4, which Rookie covers.",
        "Bug Warrior 4 enters I4, which Rookie covers with the Rifle. Fire?",
        "still to act: Rookie",
    )
    await expect(phase).to_contain_text("@Ann")
    await expect(phase.get_by_role("button", name="Next", exact=True)).to_have_count(0)
    await gm.goes_on("/next")
    await gm.sees("Rookie must answer first (fire or hold fire)", "Only you can see this")
    await ben.presses(ben.message("Rookie covers with the Rifle. Fire?"), "Rookie: fire")
    await ben.sees("Rookie is not yours to order (yours: Gunner and Torch).", "Only you can see this")

    # The bug goes on with the Points its wounds have left it; all that the bot does is told in one message.
    await ann.sends("/answer choice: fire dice: 3 3 3")
    answered = await all_see(
        everybody,
        "Rookie fires the Rifle at Bug Warrior 4, 7 spaces (rolled 3 + 3, needed ",
        "): HIT, 3 wounds; Bug Warrior 4 has 2 Points left.",
        "Bug Warrior 4 advances from I4 to H4.",
        "Bug Leader advances from K4 to E",
        "Turn 2 begins: Good Guys' phase.",
    )
    await expect(answered).to_contain_text("still to act: Sarge, Rookie, Gunner, Torch")
    # Answered is answered.
    await ann.presses(ann.message("Rookie covers with the Rifle. Fire?"), "Rookie: hold fire")
    await ann.sees("That question is no longer open. Nothing has changed.", "Only you can see this")

    # The second turn: the leader of the bugs is hit and lives; flames are kept for whoever leaves the tunnel.
    await ben.sends("/fire target: Bug Leader aim: 2 who: Gunner dice: 4 4 1 1")
    await all_see(everybody, "Gunner fires the Smart Gun at Bug Leader", "HIT, 2 wounds; Bug Leader has 4 Points left.")
    await ben.sends("/fire target: G4 how: cover fire, 2 dice who: Torch")
    await all_see(everybody, "Torch covers G4 with the Flamethrower, 5 spaces")
    await ann.sends("/move to: D4 who: Sarge")
    await all_see(everybody, "Sarge moves from B4 to D4, 2 spaces (2 Points).")
    await ann.sends("/fire target: Bug Leader who: Sarge dice: 1 1")
    await all_see(everybody, "Sarge fires the Rifle at Bug Leader", "MISFIRE.", "still to act: Rookie")
    await ann.presses(ann.latest, "Done")
    await all_see(everybody, "all done: /next continues", "Rookie")

    # A Marine dies in the bot's phase, thrown at the table, which then waits for the owner of the one who covers.
    await gm.goes_on("/next dice: 3 3 3")
    phase = await all_see(
        everybody,
        "Bug Leader attacks Sarge (rolled 3 + 3, needed ",
        "): HIT, 3 wounds; Sarge is killed. Dice typed by GM.",
        "Bug Warrior 4 advances from H4 to G4, which Torch covers.",
        "still to act: Torch",
    )
    await expect(phase).to_contain_text("@Ben")
    await ann.presses(ann.message("which Torch covers with the Flamethrower. Fire?"), "Torch: fire")
    await ann.sees("Torch is not yours to order (yours: Sarge and Rookie).", "Only you can see this")
    await ben.presses(ben.message("which Torch covers with the Flamethrower. Fire?"), "Torch: fire")
    # It has 2 Points left, and the two dice of the flames do that at least.
    await all_see(
        everybody,
        "Torch fires the Flamethrower at Bug Warrior 4, 5 spaces: HIT",
        "Bug Warrior 4 is killed.",
        "Turn 3 begins: Good Guys' phase.",
        "still to act: Rookie, Gunner, Torch",
    )
    await ann.never_saw("Rookie is not yours")

    # The last bug.
    await ben.sends("/fire target: Bug Leader aim: 3 who: Gunner dice: 5 5 6 4")
    await all_see(everybody, "Gunner fires the Smart Gun at Bug Leader", "HIT, 10 wounds; Bug Leader is killed.")
    await gm.sends("/encounter show public: true")
    board = await all_see(everybody, "Out Sarge", "Rookie (B5): 3 Points · Rifle", "Gunner (B2): done · Smart Gun")
    await expect(board).not_to_contain_text(re.compile(r"Bug [A-Z][a-z]+( \d)? \("))

    # The end shows the seed, and anybody checks the dice that the bot threw.
    await gm.sends("/encounter end")
    await all_see(everybody, "The encounter ends.", "Seed", commitment[1])
    await ben.sends("/dice verify")
    await ben.sees("Verified.", commitment[1])
