"""Results of orders as the channel sees them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.render import Reply
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Fire, Next, Start, Switch, Target
from rules.engine.records.steps import Lookup, Note, Roll, Ruling, Step, Sum, Term
from rules.engine.scene.effects import Effect
from rules.engine.scene.scene import Clause, Resolution
from rules.shelf import shelf
from tests.bot.render.sizes import check_sizes
from tests.bot.render.table import ANN, BOB, DIGEST, GM, Skirmish, answer, apone, book, details, entry, told
from tests.examples import examples


def lines(reply: Reply) -> list[str]:
    [embed] = reply.embeds
    return (embed.description or "").split("\n")


def foot(reply: Reply) -> str:
    return reply.embeds[0].footer.text or ""


def test_a_shot() -> None:
    skirmish = apone()
    reply = answer(skirmish.fire("Apone", "Alien 2", 7, aim=1, range=2), book())
    assert reply.content == "Apone fires the Flame Unit at Alien 2, 2 squares (rolled 7, needed 6): MISS."
    assert reply.mentions == ()
    assert reply.embeds[0].title == "Apone: fire at Alien 2 (aim 1, range 2)"
    assert "**Odds** Apone's card, Flame Unit, aim 1, range 2: **6**" in lines(reply)
    assert "**Hit** rolled **7**, needed 6 or less (70%)" in lines(reply)
    assert foot(reply) == "aliens · Turn 1 · #5 · still to act: Apone, Dietrich, Alien 1, Alien 2"


def test_typed_dice_are_marked_where_embeds_are_off() -> None:
    reply = answer([told(Roll("Hit", "a shot", 0, 9, 4, "6 or less", "Ann_B"), outcome="HIT.")], book())
    assert reply.content == "HIT. Dice typed by Ann\\_B."


def test_colours_tell_the_verdicts_apart() -> None:
    colours = {v: answer([told(verdict=v)], book()).embeds[0].colour for v in ("hit", "miss", "done", "undone")}
    assert len({str(c) for c in colours.values()}) == 4
    assert answer([told(verdict="odd")], book()).embeds[0].colour == colours["done"]


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (Lookup("Odds", "2A", "Odds of hitting", (("range", "10"), ("aim", "7")), "86"),
         "**Odds** Odds of hitting, range 10, aim 7: **86**"),
        (Sum("Aim", (Term("SAL", 14), Term("aim", 4)), 18), "**Aim** SAL 14 + 4 (aim) = 18"),
        (Sum("Aim", (Term("SAL", 14), Term("smoke", -3)), 11), "**Aim** SAL 14 − 3 (smoke) = 11"),
        (Sum("Aim", (Term("smoke", -3), Term("wind", 0)), -3), "**Aim** smoke -3 + 0 (wind) = -3"),
        (Sum("Aim", (Term("SAL", 14, "Ammunition"), Term("smoke", -3, "Reloading"), Term("luck", 1, "given")), 12),
         "**Aim** SAL 14 − 3 (smoke, Reloading) + 1 (luck) = 12"),
        (Sum("Aim", (Term("aim 4", 7, "Reloading"),), 7), "**Aim** aim 4 = 7"),
        (Roll("Hit", "a shot", 0, 9, 7, "6 or less"), "**Hit** rolled **7**, needed 6 or less"),
        (Roll("Hit", "a shot", 0, 9, 7, "6 or less", "Ann_B"),
         "**Hit** rolled **7** (typed by Ann\\_B), needed 6 or less"),
        (Roll("Where", "the location", 0, 99, 9), "**Where** rolled **09** for the location"),
        (Note("Wound", "**7 and *3"), "**Wound** \\*\\*7 and \\*3"),
        (Ruling("O18", "a diagonal counts one", detail=False), "**Ruling** O18: a diagonal counts one"),
    ],
)  # fmt: skip
def test_each_kind_of_step(step: Step, line: str) -> None:
    assert line in lines(answer([told(step)], book()))


def test_a_throw_stands_in_one_line_with_the_words_around_it() -> None:
    steps = (
        Note("Armor", "PF 0, line 4"),
        Roll("Armor", "whether it glances off", 0, 9, 6),
        Note("Armor", "over penetrating"),
        Note("Damage", "16 PD"),
        Note("Damage", "no more"),
        Roll("Knockout", "who stays up", 0, 99, 7, "25 or more"),
        Roll("Knockout", "how long", 0, 9, 8, "", "Ann_B"),
        Note("Knockout", "out for an hour"),
        Roll("Where", "Apone", 0, 9, 1),
        Roll("Where", "Hicks", 0, 9, 2),
    )
    reply = answer([told(*steps)], book())
    assert lines(reply) == [
        "**Armor** PF 0, line 4; rolled **6**: over penetrating",
        "**Damage** 16 PD",
        "**Damage** no more",
        "**Knockout** rolled **07**, needed 25 or more",
        "**Knockout** rolled **8** (typed by Ann\\_B): out for an hour",
        "**Where** rolled **1** for Apone",
        "**Where** rolled **2** for Hicks",
    ]
    whole = details([told(*steps)], book()).content
    assert "**Armor** rolled **6** on a die of 0 to 9 for whether it glances off\n**Armor** over penetrating" in whole
    assert "rolled **07** on a die of 00 to 99 for who stays up, needed 25 or more" in whole


def test_throws_that_one_line_sums_up_are_details() -> None:
    steps = (Roll("STR", "Strength, die 1", 1, 6, 3, "", "Ann", detail=True), Note("Thrown", "STR 9"))
    reply = answer([told(*steps)], book())
    assert lines(reply) == ["**Thrown** STR 9"] and reply.content.endswith("Dice typed by Ann.")
    assert (
        "rolled **3** (typed by Ann) on a die of 1 to 6 for Strength, die 1" in details([told(*steps)], book()).content
    )


def test_a_table_with_a_number_goes_by_it() -> None:
    phoenix = shelf()["phoenix"]
    skirmish = Skirmish("phoenix", "phoenix-basic")
    _, step = phoenix.tables["2a"].lookup("Odds", 10, 20)
    group = [entry(Next(), Resolution.of("HIT.", steps=(step,)), skirmish.state)]
    assert lines(answer(group, phoenix)) == ["**Odds** 2A, accuracy 10, range 20: **74**"]
    assert "Odds of Hitting \\[table 2a, section 2.4], accuracy 10, range 20: **74**" in details(group, phoenix).content


def test_details_are_kept_out_of_the_answer() -> None:
    steps = (
        Note("Seen", "this"),
        Note("Hidden", "that", detail=True),
        Ruling("O18", "a diagonal"),
        Lookup("Odds", "t", "T", (), "1", detail=True),
        Sum("Sum", (Term("a", 1),), 1, detail=True),
    )
    assert lines(answer([told(*steps)], book())) == ["**Seen** this"]


def test_what_needs_no_explaining_is_not_said_twice() -> None:
    embed = answer([told(outcome="Apone is done for this turn.")], book()).embeds[0]
    assert (embed.title, embed.description) == (None, None)
    assert answer([told(Note("Left", "1 action"))], book()).embeds[0].title is not None


def test_who_is_called_is_mentioned_and_nobody_else() -> None:
    skirmish = apone()
    ids = tuple(c.id for c in skirmish.state.combatants)
    one = entry(Fire(ids[0]), Resolution.of("Bang.", concerned=ids), skirmish.state, ANN)
    reply = answer([one], book(), called=(BOB,))
    assert reply.mentions == (BOB,) and reply.content == f"Bang.\n<@{BOB}>"
    assert "<@" not in (reply.embeds[0].description or "") + foot(reply)
    assert answer([one], book()).mentions == ()


def test_waiting_for_is_always_said() -> None:
    skirmish = apone()
    assert foot(answer(skirmish.entries[:1], book())).endswith("nobody is in sight (/combatant add)")
    for shot in range(3):
        skirmish.fire("Apone", "Alien 1" if shot else "Alien 2", 9, range=3)
    assert foot(answer(skirmish.entries[-1:], book())).endswith("still to act: Dietrich, Alien 1, Alien 2")
    skirmish.give(Switch("aliens", "skipped"), GM)
    assert foot(answer(skirmish.entries[-1:], book())).endswith("still to act: Dietrich")
    for _ in range(2):
        skirmish.fire("Dietrich", "Alien 1", 9, range=3, user=BOB)
    assert foot(answer(skirmish.entries[-1:], book())).endswith("all done: /next continues")
    skirmish.give(Switch("next", "gm"), GM)
    assert foot(answer(skirmish.entries[-1:], book())).endswith("all done: the GM continues with /next")


def test_the_commitment_can_be_copied_at_the_start() -> None:
    reply = answer(apone().entries[:1], book())
    assert any(f"`{DIGEST}`" in line for line in lines(reply))


def test_a_quick_ruling_does_not_show_its_stage() -> None:
    skirmish = apone()
    state = skirmish.state
    stage = entry(Start("r", "stage", "aliens", "aliens", ANN, ""), Resolution.of("STAGE"), state, seq=1, kind="ruling")
    shot = entry(Fire("c1"), Resolution.of("HIT."), state, seq=2, part=1, kind="ruling")
    reply = answer([stage, shot], book())
    assert reply.content == "HIT."
    assert foot(reply) == "aliens · quick ruling"


def test_a_quick_ruling_leaves_nobody_with_anything() -> None:
    shot = apone().fire("Apone", "Alien 2", 7, aim=1, range=2)
    assert lines(answer(shot, book()))[-1] == "**Left** 2 of 3 actions; 15 of 16 boxes, cannot be reloaded"
    ruled = answer([replace(entry, kind="ruling") for entry in shot], book())
    assert lines(ruled) == lines(answer(shot, book()))[:-1]


def test_parts_are_one_message() -> None:
    state = apone().state
    group = [
        entry(
            Next(),
            Resolution.of(f"Shot {n} misses.", "miss", (Note("Hit", f"line {n}"), Note("Left", "1"))),
            state,
            seq=7 + n,
            part=n,
        )
        for n in range(12)
    ]
    reply = answer(group, book())
    assert reply.content.split("\n")[:12] == [f"Shot {n} misses." for n in range(12)]
    assert lines(reply)[:4] == ["**1** Shot 0 misses.", "**Hit** line 0", "**Left** 1", "**2** Shot 1 misses."]
    assert "#7" in foot(reply)


def test_a_part_is_explained_under_what_it_was_and_one_that_explains_itself_not_again() -> None:
    parts = [
        Resolution.of("The phase begins."),
        Resolution(
            (Clause("c2", "Alien 1 attacks Apone"), Clause("c2", ": MISS; HIT.", result=True)),
            "hit",
            (Note("Hit", "7"), Note("Left", "1")),
        ),
        Resolution.of("Alien 2 advances.", "done", (Note("Way", "C1 C2", detail=True),)),
        Resolution.of("Turn 2 begins.", "done", (Note("Up", "Apone"),)),
    ]
    state = apone().state
    reply = answer([entry(Next(), said, state, seq=7 + n, part=n) for n, said in enumerate(parts)], book())
    first, attack, *others = reply.content.split("\n")[:4]
    assert attack == f"**Turn 1** {parts[1].outcome}"
    assert [first, *others] == [parts[n].outcome for n in (0, 2, 3)]
    assert lines(reply) == [
        "**2** Alien 1 attacks Apone",
        "**Hit** 7",
        "**Left** 1",
        "**4** Turn 2 begins.",
        "**Up** Apone",
    ]


def test_names_cannot_break_the_message() -> None:
    skirmish = apone()
    name = "**@everyone** <@1> `x`"
    skirmish.muster("alien", name, None)
    reply = answer(skirmish.fire("Apone", name, 9, range=3), book())
    everything = reply.content + (reply.embeds[0].title or "") + (reply.embeds[0].description or "")
    assert "@everyone" not in everything
    assert "\\<@1>" in reply.content and "\\*\\*@" in reply.content and "\\`x\\`" in reply.content
    assert not re.search(r"(?<!\\)<@", everything)


def test_details_show_tables_changes_and_dice() -> None:
    skirmish = apone()
    reply = details(skirmish.fire("Apone", "Alien 2", 3, range=2), book())
    text = reply.content
    assert reply.embeds == ()
    assert text.startswith("Details of #5: Apone: fire at Alien 2 (aim 1, range 2)\n**Outcome** ")
    assert "**Hit** rolled **3** on a die of 0 to 9 for Apone's shot at Alien 2, needed 6 or less (70%)" in text
    assert "**Change** Alien 2 is out of play" in text
    assert "**Change** Apone: Flame Unit, 15 of 16 boxes" in text
    assert f"1 throw, drawn from the seed with SHA-256 `{DIGEST}`" in text
    assert "**Order** #5, follows #4" in text
    assert reply.files == ()


def test_details_name_rulings_sections_and_typists() -> None:
    table = next(iter(book().tables.values()))
    steps = (
        Ruling("O18", "a diagonal"),
        Lookup("Boxes", table.id, table.title, (("weapon", "Pistol"),), "13", detail=True),
        Roll("Hit", "a shot", 0, 9, 4, "", "Ann"),
    )
    text = details([told(*steps)], book()).content
    assert "**Ruling** O18: a diagonal" in text
    assert f"table {table.id}" in text
    assert "**Dice** typed by Ann" in text and "drawn from" not in text


def test_long_details_are_cut_at_a_step_and_attached_whole() -> None:
    steps = tuple(Note(f"Step {n}", "x_" * 60) for n in range(80))
    reply = details([told(*steps)], book())
    check_sizes(reply)
    kept = [line for line in lines(reply) if line.startswith("**Step")]
    assert all(line.endswith("x\\_") and line.count("x") == 60 for line in kept)
    assert "in the attached file" in lines(reply)[-1]
    [(name, data)] = reply.files
    assert name == "details-7.txt"
    assert all(f"Step {n} {'x_' * 60}\n" in data.decode() for n in range(80))


def test_every_change_has_words() -> None:
    skirmish = apone()
    skirmish.fire("Apone", "Alien 1", 0)
    skirmish.give(Next(), GM)
    kinds = {effect.kind for e in skirmish.entries for effect in e.resolution.effects}
    assert {"Opened", "Joined", "Loaded", "Became", "Appeared", "Ranged", "Ticked"} <= kinds
    for group in skirmish.entries:
        for line in details([group], book()).content.split("\n"):
            assert line.removeprefix("**Change** ") not in Effect.kinds


WILD = st.text(max_size=60) | st.sampled_from(["🔥" * 100, "*" * 6000, "🔥`_<" * 2000, "@everyone"])
STEPS = st.one_of(
    st.builds(Note, WILD, WILD),
    st.builds(Lookup, WILD, WILD, WILD, st.lists(st.tuples(WILD, WILD), max_size=3).map(tuple), WILD),
    st.builds(Sum, WILD, st.lists(st.builds(Term, WILD, st.integers(), WILD), max_size=4).map(tuple), st.integers()),
    st.builds(Roll, WILD, WILD, st.just(0), st.just(9), st.integers(0, 9), WILD, WILD),
    st.builds(Ruling, WILD, WILD, st.booleans()),
)


@examples(30)
@given(
    st.lists(st.tuples(WILD, st.lists(STEPS, max_size=40).map(tuple)), min_size=1, max_size=14),
    st.integers(0, 60),
)
def test_nothing_outgrows_discord(parts: list[tuple[str, tuple[Step, ...]]], owners: int) -> None:
    state = crowd(owners)
    ids = tuple(c.id for c in state.combatants)
    group = [
        entry(
            Fire("c1", (Target(ids[0]),) if ids else ()), Resolution.of(text, "hit", steps, (), ids), state, seq=n + 1
        )
        for n, (text, steps) in enumerate(parts)
    ]
    for reply in (answer(group, book()), details(group, book())):
        check_sizes(reply)
        assert all(f"<@{user}>" in reply.content for user in reply.mentions)
        for fence in ("**", "`"):
            shown = re.sub(r"\\.", "", (reply.embeds[0].description or "") if reply.embeds else reply.content)
            assert all(line.count(fence) % 2 == 0 for line in shown.split("\n"))


def crowd(size: int) -> Encounter:
    skirmish = apone()
    for n in range(size - 4):
        skirmish.muster("alien", f"{'🔥' * 30} {n}", f"{10**18 + n}")
    return skirmish.state
