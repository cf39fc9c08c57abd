"""The log, the recap and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.chat import render
from bot.fairness import Report
from bot.game.entries.entries import Entry
from bot.game.journal import lasting_orders
from bot.game.sight import EVERYTHING, read
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import Answer, Burst, Chart, End, Fire, Muster, Next, Redo, Switch, Target, Undo
from rules.engine.records.steps import Roll
from rules.engine.scene.scene import Resolution
from rules.words.places import Place
from tests.bot.render.sizes import check_sizes
from tests.bot.render.table import ANN, GM, Skirmish, apone, book, entry, log


def taken_back(skirmish: Skirmish, to: int, kind: str = "undo") -> None:
    """Append what the referee appends: an entry that restores the state of entry `to`."""
    state = skirmish.entries[to - 1].state
    seq = len(skirmish.entries) + 1
    order = Undo() if kind == "undo" else Redo()
    done = entry(order, Resolution.of("Undone"), state, GM, seq=seq, kind="undo", origin=to)
    skirmish.entries.append(replace(done, kind="redo") if kind == "redo" else done)


def lasting(entries: Sequence[Entry]) -> list[Entry]:
    """The orders that led to the last state, as the journal finds them."""
    orders = lasting_orders.lasting(len(entries), {e.seq: e.origin for e in entries if e.kind in ("undo", "redo")})
    return [entry for entry in entries if entry.seq in orders]


def recapped(entries: Sequence[Entry], book: Ruleset) -> str:
    recap = render.Recap()
    for order in lasting(entries):
        recap.take(read([order], book, EVERYTHING))
    reply = recap.reply(entries[-1].state, book)
    check_sizes(reply)
    return reply.content


def fought() -> Skirmish:
    skirmish = apone()
    skirmish.fire("Apone", "Alien 1", 9, range=3)
    skirmish.fire("Apone", "Alien 1", 0, range=3)
    return skirmish


def test_the_log_has_numbers_people_and_times() -> None:
    skirmish = fought()
    reply = log(skirmish.entries[-2:], book(), 1, 3)
    assert reply.embeds == ()
    title, first, second = reply.content.split("\n")
    assert title == "**Log, page 1 of 3**"
    assert first == (
        "**#5** Apone fires the Flame Unit at Alien 1, 3 squares: MISS. "
        f"· <@{ANN}> <t:{int(skirmish.entries[4].at.timestamp())}:R>"
    )
    assert second.startswith("**#6** ") and "HIT" in second
    assert reply.mentions == ()


def test_log_and_recap_mark_typed_dice() -> None:
    skirmish = fought()
    typed = Roll("Hit", "a shot", 0, 9, 4, "6 or less", "Ben_")
    shot = replace(skirmish.entries[-1], resolution=replace(skirmish.entries[-1].resolution, steps=(typed,)))
    assert "is removed. Dice typed by Ben\\_. ·" in log([shot], book()).content
    told = [*skirmish.entries[:-1], shot]
    assert "Dice typed in: 1 throw by Ben\\_." in recapped(told, book())
    assert "typed" not in recapped(skirmish.entries, book())


def test_an_empty_log_and_a_full_page_fit() -> None:
    check_sizes(log([], book(), 1, 0))
    skirmish = apone()
    loud = entry(End(""), Resolution.of("🔥" * 3000), skirmish.state)
    check_sizes(log([loud] * 50, book()))


def test_the_recap_tells_who_hit_whom_and_what_it_took() -> None:
    skirmish = fought()
    text = recapped(skirmish.entries, book())
    assert "**Apone** fired twice and hit Alien 1." in text
    assert "Ammunition used: Apone 2 boxes (Flame Unit)." in text
    assert "Out of play: Alien 1." in text
    assert "In play: Apone, Dietrich, Alien 2." in text
    assert "It continues." in text


def test_the_recap_tells_of_shots_that_were_aimed_for_longer() -> None:
    skirmish = Skirmish("phoenix", "phoenix-basic")
    skirmish.muster("skill 8, M16", "Trent", ANN)
    skirmish.muster("green, AKM 47, exposed", "Guard", None)
    # Nothing is fired yet.
    skirmish.fire("Trent", "Guard", aim=5, range=2)
    assert "Nobody has fired." in recapped(skirmish.entries, skirmish.book)
    skirmish.give(Next(), GM)
    skirmish.give(Next(), GM, (57, 6, 72))
    text = recapped(skirmish.entries, skirmish.book)
    assert "**Trent** fired once and hit Guard." in text and "Ammunition used: Trent 1 round (M16)." in text


def test_the_recap_tells_of_cover_fire() -> None:
    skirmish = Skirmish("space_marines", "space-marines")
    skirmish.give(Chart(BattleMap(9, 1)), GM)
    skirmish.give(Switch("cover areas", "anywhere"), GM)
    skirmish.muster("Marine", "Ash", ANN, side="Marines", at="A1")
    skirmish.muster("Bug Warrior", "Bug", None, side="Bugs", at="I1")
    skirmish.give(Fire("c1", (Target(place=Place.parse("G1")),), how="cover fire"), ANN)
    skirmish.give(Next(), GM)
    assert "Nobody has fired." in recapped(skirmish.entries, skirmish.book)
    skirmish.give(Answer("c1", "fire"), ANN, (6, 6, 5))
    assert "**Ash** fired once and hit Bug." in recapped(skirmish.entries, skirmish.book)


def test_the_recap_before_the_first_shot() -> None:
    skirmish = apone()
    text = recapped(skirmish.entries, book())
    assert "Nobody has fired." in text and "Out of play" not in text


def test_what_was_taken_back_is_not_told() -> None:
    skirmish = fought()
    taken_back(skirmish, 5)
    assert [e.seq for e in lasting(skirmish.entries)] == [1, 2, 3, 4, 5]
    text = recapped(skirmish.entries, book())
    assert "**Apone** fired once and hit nobody." in text and "Apone 1 box (Flame Unit)" in text
    skirmish.fire("Apone", "Alien 2", 0, range=3)
    assert [e.seq for e in lasting(skirmish.entries)] == [1, 2, 3, 4, 5, 8]


def test_what_was_brought_back_is_told_again() -> None:
    skirmish = fought()
    taken_back(skirmish, 5)
    taken_back(skirmish, 4)
    assert [e.seq for e in lasting(skirmish.entries)] == [1, 2, 3, 4]
    taken_back(skirmish, 6, "redo")
    assert [e.seq for e in lasting(skirmish.entries)] == [1, 2, 3, 4, 5, 6]


def test_an_ended_encounter_is_told_as_such() -> None:
    skirmish = fought()
    skirmish.give(End("00" * 32), GM)
    assert "It has ended." in recapped(skirmish.entries, book())


def test_the_verdict_names_every_problem() -> None:
    good = render.verdict(Report(14, (), 2)).content
    assert good.startswith(
        "**Verified.**\nNothing ties this file to what was posted. Compare the SHA-256 of the seeds.\n"
    )
    assert "14 throws checked against the seed, 2 typed by players." in good
    assert "**Proven:**\n• 14 throws from the seeds in the file" in good
    assert "**Only claimed:**" in good and "• 2 throws that people typed" in good
    bad = render.verdict(Report(1, ("entry 3: <@1> is wrong",), 0)).content
    assert bad.startswith("**Not verified: 1 problem**") and "• entry 3: \\<@1> is wrong" in bad
    check_sizes(render.verdict(Report(0, ("x" * 5000,) * 500, 0)))


def test_of_several_targets_those_that_are_hit_count() -> None:
    skirmish = Skirmish("savage", "savage")
    skirmish.muster("Shooting d8, extra, magazine 30, ROF 3", "Ash", ANN)
    for name in ("Thug 1", "Thug 2"):
        skirmish.muster("Shooting d6, pistol", name, None)
    at = (Target(id="c2"), Target(id="c3"))
    skirmish.give(Burst("c1", at, how="automatic"), ANN, (7, 2, 3))
    text = recapped(skirmish.entries, skirmish.book)
    assert "**Ash** fired once and hit Thug 1." in text, text


@pytest.mark.parametrize(("number", "more"), [(20, []), (21, ["… and 1 more line, in `/log`"])])
def test_the_recap_has_twenty_lines_of_news(number: int, more: list[str]) -> None:
    skirmish = Skirmish()
    for n in range(number):
        skirmish.give(Muster(book().profile("Apone", {}), f"Trooper {n}", "Marines", None), GM)
    recap = render.Recap(since=1)
    recap.take(read(skirmish.entries, book(), EVERYTHING))
    text = recap.reply(skirmish.entries[-1].state, book()).content
    news = text.partition("New since your last order:\n")[2].partition("\nThe whole encounter:")[0].split("\n")
    assert len(news[:20]) == 20 and all(f"Trooper {n} joins" in line for n, line in enumerate(news[:20]))
    assert news[20:] == more
