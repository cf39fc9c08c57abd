"""Two skirmishes of Phoenix Command as players see them: chapter 5 in four windows, and a tournament in three."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Locator, expect

from tests.page.conftest import OpenWindow
from tests.page.window import Window
from tests.served import CHANNEL, Served


async def all_see(windows: tuple[Window, ...], *texts: str) -> Locator:
    """Everybody sees a message with these texts; the first one's is returned."""
    return (await asyncio.gather(*(window.sees(*texts) for window in windows)))[0]


async def begins(bot: Served, everybody: tuple[Window, ...], lines: str) -> str:
    """The GM's first orders, one on each line; returns the SHA-256 of the seed."""
    for line in lines.splitlines():
        await bot.person("GM").types(CHANNEL, line)
    begun = await all_see(everybody, "begins.", "SHA-256")
    commitment = re.search(r"SHA-256 is ([0-9a-f]{64})", await begun.inner_text())
    assert commitment is not None
    return commitment[1]


async def ends(gm: Window, everybody: tuple[Window, ...], commitment: str) -> None:
    """The end shows the seed, and anybody checks the dice."""
    await gm.sends("/encounter end")
    await all_see(everybody, "The encounter ends.", "Seed", commitment)
    await everybody[-1].sends("/dice verify")
    await everybody[-1].sees("Verified.", commitment)


FARM = """\
/encounter start ruleset: phoenix preset: phoenix-optional title: The farm
/encounter options name: terrain value: town
/encounter map size: 10x9
/combatant add name: Donovan owner: @Ann side: Squad at: D8 sheet: SAL 14, ISF 40, CA 16, KV 45, AKM 47, facing north
/combatant add name: Axly owner: @Ben side: Squad at: D8 sheet: SAL 10, ISF 29, CA 16, KV 15, M92F, facing north
/combatant add name: Guard owner: @Cleo side: Guards at: D3 sheet: SAL 12, CA 8, KV 15, M16A1, facing south
/combatant add name: Runner side: Guards at: F3 sheet: SAL 8, CA 16, KV 60, M92F, facing south, hidden
/adjust who: Guard changes: has spotted Axly"""


async def test_chapter_5_from_spotting_to_a_prisoner(bot: Served, open_window: OpenWindow) -> None:
    gm, ann, ben, cleo = await asyncio.gather(*(open_window(name) for name in ("GM", "Ann", "Ben", "Cleo")))
    everybody = (gm, ann, ben, cleo)
    commitment = await begins(bot, everybody, FARM)

    # Nobody is fired at before they are spotted; looking and thinking continue beside the others' orders.
    await ann.sends("/fire target: Guard aim: 1")
    await ann.sees("Donovan has not spotted Guard. Use /act spot Guard first", "Only you can see this")
    await ann.sends("/act what: spot Guard")
    await all_see(everybody, "Donovan looks for Guard: 0 of 5 impulses.")
    await ben.sends("/act what: plan to take the Guard")
    await all_see(everybody, "thinks of a Course of Action (take the Guard): 4 actions", "still to act: Guard, Runner")

    # Fire is declared, and Next resolves it: a near miss that breaks Axly, while Donovan finds who fired.
    await cleo.sends("/fire target: Axly aim: 2")
    await all_see(everybody, "Guard will fire the M16A1 at Axly on MPC 4", "Guard is spotted at once by Donovan")
    await gm.goes_on("/next dice: 92 60 80")
    broken = await all_see(
        everybody,
        "Guard fires the M16A1 at Axly, 5 hexes (rolled 92, needed ",
        "): MISS; Axly goes Low Prone. Dice typed by GM.",
        "Axly is broken (rolled 80, needed ",
        "): they stay Low Prone until a comrade rallies them.",
        "still to act: Donovan, Guard, Runner",
    )
    # Ben has nothing to decide.
    await expect(broken).not_to_contain_text("@Ben")
    await ben.sends("/move to: D7")
    await ben.sees("Axly is broken and stays under cover until a comrade rallies them.", "Only you can see this")

    # A comrade in the same hex rallies the Guard, whose plan is forgotten, and the GM sets another plan.
    await ann.sends("/act what: rally Axly")
    await all_see(everybody, "Donovan rallies Axly: 4 of 8 actions")
    await gm.goes_on("/next dice: 5")
    await all_see(
        everybody,
        "Donovan rallies Axly (8 actions; rolled ",
        "): Axly can act again.",
        "still to act: Axly, Guard, Runner",
    )
    await ben.sends("/move to: D7")
    await ben.sees("Axly has no Course of Action", "Only you can see this")
    await gm.sends("/adjust who: Axly changes: plan 6")
    await ben.sends("/act what: stand up")
    await ben.sends("/move to: D7")
    await all_see(everybody, "Axly moves from D8 to D7", "Course of Action 4 of 6 actions left")
    await gm.goes_on("/next")
    await all_see(everybody, "It is Phase 1, Impulse 4.")

    # Donovan breaks the Guard, and fires once more: only the Guard's player says what the Guard does then.
    await ann.sends("/fire target: Guard aim: 1")
    await gm.goes_on("/next dice: 82 60 80")
    await all_see(everybody, "MISS; Guard goes Low Prone.", "Guard is broken (rolled ", "): they stay Low Prone")
    await ann.sends("/fire target: Guard aim: 1")
    await all_see(everybody, "on MPC 1 of Phase 2, Impulse 1")
    await gm.goes_on("/next dice: 99")
    asked = await all_see(everybody, "Guard must flee or surrender", "aim 1+1", "still to act: Guard")
    await expect(asked).to_contain_text("@Cleo")
    await expect(asked.get_by_role("button", name="Next", exact=True)).to_have_count(0)
    await ann.presses(ann.message("Guard must flee or surrender"), "Guard: surrender")
    await ann.sees("Guard is not yours to order (yours: Donovan).", "Only you can see this")
    await cleo.presses(cleo.message("Guard must flee or surrender"), "Guard: surrender")
    await all_see(everybody, "Guard surrenders and is out of the fight", "still to act: Donovan, Axly, Runner")

    # A pin: whoever appears there is told to the shooter, who has an action of aim more.
    await ben.sends("/move to: D4")
    await all_see(everybody, "Axly moves from D7 to D4")
    await ann.sends("/act what: pin F3")
    await all_see(everybody, "Donovan pins F3 with the AKM 47.")
    await gm.sends("/act who: Runner what: fire over cover")
    appeared = await all_see(everybody, "Runner appears at F3, which Donovan has pinned.")
    await expect(appeared).to_contain_text("@Ann")
    await ann.sends("/fire target: Runner aim: 1")
    await all_see(everybody, "Donovan will fire the AKM 47 at Runner")
    await gm.sends("/encounter show public: true")
    await all_see(
        everybody,
        "Donovan (D8): 3 of 4 · AKM 47 28/30 · fires at Runner on 1",
        "Axly (D4): 1 of 4 · M92F 15/15 · course 3 of 6",
        "Guard (D3): 2 of 2 · M16A1 29/30 · surrendered · low prone",
    )
    await gm.goes_on("/next dice: 99")
    await all_see(everybody, "Donovan fires the AKM 47 at Runner, 6 hexes (rolled 99, needed ", "): MISS.", "aim 1+1")

    # The Guard's weapon is dropped; cover fire, and somebody who runs into it and falls.
    await gm.sends("/act who: Runner what: go behind cover")
    await ann.sends("/act what: unpin")
    await ben.sends("/act what: tell Guard to drop their weapon")
    await all_see(everybody, "Axly makes Guard drop the M16A1.")
    await gm.goes_on("/next")
    await all_see(everybody, "It is Phase 2, Impulse 4.")
    await ann.sends("/burst target: F4 how: cover fire aim: 1 dice: 0")
    await all_see(
        everybody, "Donovan covers F4 with 5 rounds from the AKM 47", "HIT, under fire until this impulse ends"
    )
    await gm.sends("/move who: Runner to: F5 dice: 0 60 50")
    await all_see(
        everybody,
        "Runner appears at F4 under Donovan’s cover fire with the AKM 47, 5 hexes (rolled 00, needed ",
        "): HIT, leg glance, 16 PD; Runner is knocked down.",
    )

    # A prisoner is led away, meanwhile the other one is on the ground, rolls over, and has had enough.
    await ben.sends("/act what: lead Guard to D6")
    await all_see(everybody, "Axly leads Guard to D6: 4 of 8 actions", "is led to D5")
    await gm.sends("/act who: Runner what: roll over")
    await gm.sees("is knocked off their feet and cannot act before Phase 3, Impulse 2", "Only you can see this")
    await gm.goes_on("/next")
    await all_see(everybody, "Guard is led to D6.")
    await gm.goes_on("/next")
    await all_see(everybody, "It is Phase 3, Impulse 2.")
    await gm.sends("/act who: Runner what: roll over")
    await all_see(everybody, "Runner rolls over and can use their hands (3 actions).")
    await ann.sends("/act what: tell Runner to freeze")
    await all_see(everybody, "Donovan tells Runner to freeze", "still to act: Runner")
    await ben.presses(ben.message("Donovan tells Runner to freeze"), "Runner: freeze")
    await ben.sees("Runner is not yours to order (yours: Axly).", "Only you can see this")
    await gm.presses(gm.message("Donovan tells Runner to freeze"), "Runner: freeze")
    await all_see(everybody, "Runner freezes.", "still to act: Donovan, Axly")
    await gm.sends("/encounter show public: true")
    await all_see(everybody, "Guard (D6): 2 of 2 · prisoner · low prone", "Runner (F5): 1 of 4", "16 PD · frozen")
    await ends(gm, everybody, commitment)


FIELD = """\
/encounter start ruleset: phoenix preset: phoenix-tournament title: The finals
/encounter map size: 8x8
/combatant add name: Red owner: @Ann at: C6 sheet: STR 8, INT 8, WIL 8, HLT 10, AGI 8, skill 3, AKM 47, facing north
/combatant add name: Blue owner: @Ben at: C2 sheet: STR 8, INT 8, WIL 8, HLT 9, AGI 8, skill 3, AKM 47, facing south"""


async def test_a_tournament_to_its_victory_points(bot: Served, open_window: OpenWindow) -> None:
    gm, ann, ben = await asyncio.gather(*(open_window(name) for name in ("GM", "Ann", "Ben")))
    everybody = (gm, ann, ben)
    commitment = await begins(bot, everybody, FIELD)
    await gm.sends("/combatant add name: Tank sheet: STR 12, INT 12, WIL 12, HLT 12, AGI 12, skill 3, AKM 47")
    await gm.sees("a combatant has 58", "Only you can see this")

    await ann.sends("/fire target: Blue aim: 1 dice: 0 10 5 20 5")
    await all_see(everybody, "HIT", "Blue is out when this impulse ends", "Red +3 (Blue is down): 3 in all", "Blue -3")
    await gm.goes_on()
    await all_see(everybody, "It is Phase 1, Impulse 2.")
    await gm.sends("/encounter show public: true")
    await all_see(everybody, "Red (C6)", "3 VP", "Blue (C2): out", "-3 VP")
    await ends(gm, everybody, commitment)
    await all_see(everybody, "The encounter ends.", "Victory Points Red 3, Blue -3", "Winner Red")
