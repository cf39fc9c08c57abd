"""Fills the Hooks of the core with the rules of chapter 5, scenario 2 and the Tournament Rules.

Each Hook documents when it calls its rules. Riding and ducking are part of the core, but are in these lists because
their place in the order matters.
"""

from __future__ import annotations

from rules.engine.books.table_options import PACE
from rules.phoenix.basics.hooks import when
from rules.phoenix.basics.switches import (
    COVER_FIRE,
    DEFENSE,
    DOUBLE_ACTION,
    FIELD_OF_VIEW,
    FORCED_ENTRY,
    HEROES,
    INCAPACITATION,
    INITIATIVE,
    KNOCK_DOWN,
    MORALE,
    PINNING,
    SECOND_SHOT,
    SHOT_TIMING,
    SOUND,
    SPOTTING,
    TOURNAMENT,
)
from rules.phoenix.blasts import concussion
from rules.phoenix.ground.acts import act_order, ducking, weapon_handling
from rules.phoenix.ground.moves import move_order, riding
from rules.phoenix.harm import damage, wounds
from rules.phoenix.optional import corrections as words
from rules.phoenix.optional.acts import ACTS
from rules.phoenix.optional.arrests import custody, forced_doors, suspects
from rules.phoenix.optional.gunnery import cover_fire, defense, double_action, pinning_fire, second_shot, under_fire
from rules.phoenix.optional.injury import heroes, incapacitation, knock_down, state_words
from rules.phoenix.optional.nerve import course_of_action, courses, lost_nerve, low_prone, morale, plan_words, unnerved
from rules.phoenix.optional.senses import (
    field_of_view,
    glimpses,
    looking,
    spotting,
    spotting_lines,
    spotting_progress,
    view_report,
)
from rules.phoenix.optional.senses.hearing import quiet, reports
from rules.phoenix.optional.timing import declaration, declared, volley
from rules.phoenix.optional.tournament import baselines, victory
from rules.phoenix.people import corrections, summary, surprise, weapon_lines
from rules.phoenix.shooting.aim import accuracy, extra_aim, preparation
from rules.phoenix.shooting.carrying import kit, reloading, shot_choices
from rules.phoenix.shooting.firing import arcs, declared_fire, near_misses, ready_fire, shot, ways
from rules.phoenix.turn import answers, dispatch, impulses, special_acts


def fill_hooks() -> None:
    """Fill every Hook of the core. Calling this again changes nothing."""
    _orders()
    _time()
    _shots()
    _harm()
    _people()


def _orders() -> None:
    dispatch.CHECKS.fill(
        custody.check,
        when(surprise.check, FORCED_ENTRY),
        when(forced_doors.check, FORCED_ENTRY),
        incapacitation.check,
        knock_down.check,
        when(unnerved.check, MORALE),
        when(low_prone.check, MORALE),
        when(courses.check, INITIATIVE),
        when(spotting.check, SPOTTING),
    )
    dispatch.FIRST.fill(when(courses.first, INITIATIVE))
    dispatch.COSTS.fill(when(courses.count, INITIATIVE))
    dispatch.FOLLOWED.fill(
        field_of_view.follow,
        when(view_report.follow, FIELD_OF_VIEW, SPOTTING),
        when(reports.follow, SOUND),
        when(pinning_fire.follow, PINNING),
        when(under_fire.follow, COVER_FIRE),
        when(suspects.follow, FORCED_ENTRY),
    )
    special_acts.SPECIAL.fill(*ACTS)
    answers.RULES.fill(
        (lost_nerve.KIND, lost_nerve.answer),
        (lost_nerve.COVER, morale.answer),
        (custody.KIND, custody.answer),
        (ducking.KIND, ducking.answer),
    )
    move_order.PLACED.fill(baselines.settle)
    move_order.MET.fill(when(spotting.met, SPOTTING), glimpses.met)
    act_order.QUIET_CHECKS.fill(quiet.check)
    act_order.DONE.fill(quiet.done)
    reloading.INSERTED.fill(quiet.inserted)
    weapon_handling.ACTION_CHECKS.fill(when(double_action.check_action, DOUBLE_ACTION))
    weapon_handling.COCKED.fill(when(double_action.cock, DOUBLE_ACTION))


def _time() -> None:
    impulses.ENDED.fill(volley.resolve, looking.end, under_fire.end)
    impulses.BEGUN.fill(
        incapacitation.take_effect,
        knock_down.regain,
        pinning_fire.begin,
        morale.begin,
        course_of_action.continue_all,
        baselines.depart,
        baselines.re_enter,
        suspects.begin,
    )
    impulses.EXCUSED.fill(
        when(course_of_action.absorbed, INITIATIVE),
        custody.held,
        lost_nerve.lost,
        when(surprise.surprised, FORCED_ENTRY),
        when(baselines.leaving, TOURNAMENT),
    )
    impulses.GIVEN_UP.fill(lost_nerve.given_up)
    impulses.EXPECTED.fill(baselines.awaited, spotting_progress.unfinished)
    declared_fire.DECLARED.fill(when(declared.waits, SHOT_TIMING, PACE))
    declared_fire.RESOLVED.fill(when(declared.goes, SHOT_TIMING, PACE))
    declared_fire.AS_DECLARED.fill(when(declared.as_fired, SHOT_TIMING, PACE))


def _shots() -> None:
    ways.WAYS.fill(cover_fire.WAY)
    preparation.WORD_CHECKS.fill(defense.check, double_action.check)
    preparation.BLAST_CHECKS.fill(knock_down.check_suit)
    preparation.STAGES.fill(when(double_action.stage, DOUBLE_ACTION))
    shot_choices.CHECKS.fill(spotting.check_spotted)
    extra_aim.EXTRA_AIM.fill(when(second_shot.bonus, SECOND_SHOT), when(pinning_fire.bonus, PINNING))
    accuracy.TERMS.fill(
        when(defense.terms, DEFENSE), when(double_action.terms, DOUBLE_ACTION), when(declared.terms, SHOT_TIMING)
    )
    arcs.FOLLOWING.fill(when(declared.shot_first, SHOT_TIMING))
    ready_fire.READY.fill(when(declaration.declare, SHOT_TIMING, PACE))
    shot.AREAS.fill(when(second_shot.fired_at, SECOND_SHOT))
    kit.LET_GO.fill(when(reports.heard, SOUND))
    kit.FIRED.fill(when(double_action.fired, DOUBLE_ACTION), second_shot.fired)
    near_misses.MISSED.fill(when(morale.shaken, MORALE))


def _harm() -> None:
    damage.STRIKES.fill(when(knock_down.hitting, KNOCK_DOWN))
    concussion.KNOCKS.fill(when(knock_down.blast, KNOCK_DOWN))
    wounds.HIT.fill(
        glimpses.felt,
        when(knock_down.knock, KNOCK_DOWN),
        when(declared.harmed, SHOT_TIMING),
        when(victory.struck, TOURNAMENT),
    )
    wounds.THREATENED.fill(when(lost_nerve.threatened, MORALE))
    wounds.KNOCKOUT_CHECKED.fill(when(heroes.rise, HEROES))
    wounds.EFFECT.fill(when(incapacitation.read, INCAPACITATION))


def _people() -> None:
    summary.BRIEF.fill(
        custody.brief,
        riding.brief,
        incapacitation.brief,
        knock_down.brief,
        heroes.brief,
        unnerved.brief,
        pinning_fire.brief,
        field_of_view.brief,
        spotting_lines.brief,
        plan_words.brief,
        declaration.brief,
        victory.brief,
        under_fire.brief,
    )
    summary.LASTING.fill(victory.brief)
    summary.LINES.fill(
        custody.lines,
        riding.lines,
        incapacitation.lines,
        knock_down.lines,
        heroes.lines,
        unnerved.lines,
        pinning_fire.lines,
        field_of_view.lines,
        spotting_lines.lines,
        plan_words.lines,
        declaration.lines,
        victory.lines,
        under_fire.lines,
        second_shot.lines,
    )
    weapon_lines.CONDITIONS.fill(double_action.condition)
    corrections.LINES.fill(spotting_lines.correct)
    corrections.STATE_WORDS.fill(state_words.WORDS)
    corrections.FITTED.fill(field_of_view.narrowed)
    corrections.CORRECTIONS.fill(*words.CORRECTIONS)
