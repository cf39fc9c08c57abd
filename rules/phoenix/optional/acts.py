"""The acts that have a rule of their own: the words for them, their switch, their rule and how they are suggested.

They are tried in this order.
"""

from __future__ import annotations

from rules.phoenix.basics.switches import (
    DEFENSE,
    FIELD_OF_VIEW,
    HEROES,
    INITIATIVE,
    KNOCK_DOWN,
    MORALE,
    PINNING,
    SHOT_TIMING,
    SOUND,
    SPOTTING,
    TOURNAMENT,
)
from rules.phoenix.ground.moves import riding
from rules.phoenix.optional.arrests import custody, forced_doors
from rules.phoenix.optional.gunnery import awareness, pinning_fire
from rules.phoenix.optional.injury import heroes, knock_down
from rules.phoenix.optional.nerve import course_of_action, courses, leaders, low_prone, rally
from rules.phoenix.optional.senses import field_of_view, looking
from rules.phoenix.optional.senses.hearing import hearing, quiet, quiet_acts
from rules.phoenix.optional.timing import declaration
from rules.phoenix.optional.tournament import baselines
from rules.phoenix.turn.special_acts import Special

ACTS: tuple[Special, ...] = (
    Special(*riding.RIDE, "", riding.RIDE_WORDS, riding.ride),
    Special(*riding.DISMOUNT, "", riding.DISMOUNT_WORDS, riding.dismount, lambda state: bool(state.rides)),
    Special("plan", "the Initiative Time, by ISF", INITIATIVE, courses.THINKING, course_of_action.plan, idle=True),
    Special(*baselines.LEAVE, TOURNAMENT, baselines.LEAVE_WORDS, baselines.leave, free=True),
    Special(
        forced_doors.NAME, forced_doors.COST, "", forced_doors.WORDS, forced_doors.force, offers=forced_doors.offers
    ),
    Special(*custody.ARMED, "", custody.ARMED_WORDS, custody.see_armed),
    Special(*custody.FREEZE, "", custody.FREEZE_WORDS, custody.tell_to_freeze),
    Special(*custody.DROP, "", custody.DROP_WORDS, custody.tell_to_drop),
    Special(*custody.LEAD, "", custody.LEAD_WORDS, custody.lead),
    Special(
        "order {comrade} to advance", "twice the Initiative Time", INITIATIVE, courses.ORDERING, leaders.give_orders
    ),
    Special(*custody.RESIST, "", custody.RESIST_WORDS, custody.resist, lambda state: bool(state.custody), free=True),
    *(
        Special(name, cost, FIELD_OF_VIEW, words, field_of_view.watch, idle=True, free=True)
        for name, cost, words in field_of_view.WATCHES
    ),
    Special(hearing.NAME, hearing.COST, SOUND, hearing.WORDS, hearing.listen, idle=True),
    Special(quiet.NAME, quiet.COST, SOUND, quiet.WORDS, quiet_acts.quietly),
    *(
        Special(*word, DEFENSE, awareness.WORDS, awareness.say, idle=True, free=True)
        for word in (awareness.AWARE, awareness.UNAWARE)
    ),
    Special(looking.NAME, looking.COST, SPOTTING, looking.WORDS, looking.spot, idle=True),
    *(
        Special(
            knock_down.ROLL_OVER,
            knock_down.COST,
            switch,
            knock_down.ROLL_WORDS,
            knock_down.roll_over,
            knock_down.lies_as_he_fell,
        )
        for switch in (KNOCK_DOWN, HEROES)
    ),
    Special(heroes.CHARGE, heroes.COST, HEROES, heroes.WORDS, heroes.charge),
    Special(low_prone.NAME, low_prone.COST, MORALE, low_prone.WORDS, low_prone.lie),
    Special("rally", "the Rally Time, by Knockout Value", MORALE, rally.WORDS, rally.rally),
    Special("pin D7", "free, in a Firing Stance", PINNING, pinning_fire.WORDS, pinning_fire.pin, free=True),
    Special(
        "unpin", "free", PINNING, pinning_fire.UNPIN_WORDS, pinning_fire.unpin, lambda s: s.pin is not None, free=True
    ),
    Special(*declaration.HOLD, SHOT_TIMING, declaration.HOLD_WORDS, declaration.hold, free=True),
)
