"""The texts about deadlines and about people's settings: never which fighters, for some may be hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from bot.chat.render.markdown import strong
from bot.chat.render.reply import Reply
from bot.game.flow import zones
from bot.game.flow.deadlines import in_words, next_at, rule_in_words, stored_rule
from bot.game.flow.standing_in import Person
from bot.game.flow.times import Weekly, next_quiet
from bot.game.store import DeadlineRow
from rules.engine.model import Encounter
from rules.engine.references import GMS
from rules.words.phrases import listed

_MOST_NAMED = 20


def moment(at: datetime) -> str:
    """Return a moment that everyone sees in their own time zone, with the time until then."""
    return f"<t:{int(at.timestamp())}:f> (<t:{int(at.timestamp())}:R>)"


def reminder(encounter: Encounter, due: datetime, people: Collection[str], pinged: Collection[str]) -> Reply:
    """Return the reminder of a due decision to the users who have to make it; only the `pinged` are mentioned."""
    decisions = "Your decision" if len(people) == 1 else "Your decisions"
    verb = "is" if len(people) == 1 else "are"
    content = f"{_people(people)}: {decisions.lower()} in {strong(encounter.title)} {verb} due {moment(due)}."
    return Reply(content, mentions=tuple(sorted(pinged)))


def call(encounter: Encounter, gm: str, late: Collection[str], *, pinged: bool, may_pass: bool) -> Reply:
    """Return the message to the GM that some users are late and the GM decides for them."""
    asked = "Pass for them, or wait?" if may_pass else "They have a question to answer."
    content = f"<@{gm}>: time is up in {strong(encounter.title)} for {_people(late)}. {asked}"
    return Reply(content, mentions=(gm,) if pinged else ())


def held(encounter: Encounter, late: Collection[str]) -> Reply:
    """Return the message that some users are late and the game waits for them. Nobody is mentioned."""
    return Reply(f"Time is up in {strong(encounter.title)} for {_people(late)}. The game waits.")


def waits(user: str) -> Reply:
    """Return the message that the GM waits for the users who are late."""
    return Reply(f"<@{user}> waits. `/encounter deadline time: extend 12h` gives more time.")


def passed_for(user: str) -> Reply:
    """Return the message that the GM has passed for the users who are late."""
    return Reply(f"<@{user}> passes for those who are late.")


def deadline(row: DeadlineRow | None, now: datetime, *, asked: bool) -> str:
    """Return the time that people have for a decision, and when the present one is due, or the next such time; `asked`:
    the reader knows of somebody who has to decide now.
    """
    if row is None or not row.rule:
        return "There is no deadline here."
    rule = stored_rule(row.rule)
    if isinstance(rule, Weekly):
        sentence = f"Deadline: {rule.days_and_time} {zones.in_words(rule.zone, now)}"
    else:
        sentence = f"Deadline: {rule_in_words(rule)} for each decision"
    if row.grace:
        sentence += (
            f", with {row.grace // 3600} h grace" if row.grace % 3600 == 0 else f", with {row.grace // 60} min grace"
        )
    sentence += "."
    if row.due_at is None or not asked:
        coming = f" The next one is {moment(next_at(rule, now))}." if isinstance(rule, Weekly) else ""
        return f"{sentence}{coming} Nobody needs to decide now."
    if row.paused_at is not None:
        return f"{sentence} The encounter is paused; {in_words(max(row.due_at - row.paused_at, timedelta()))} left."
    first = ", because it is the first" if row.decision == 1 else ""
    return f"{sentence} This decision is due {moment(row.due_at)}{first}."


def person(one: Person, now: datetime) -> str:
    """Return a user's settings, one on each line."""
    quiet = "none"
    if one.quiet:
        begins, ends = (int(at.timestamp()) for at in next_quiet(one.quiet, one.clock, now))
        quiet = f"{one.quiet} (<t:{begins}:t> to <t:{ends}:t> for you)"
    clock = now.astimezone(zones.clock_of(one.clock))
    away = f"until {moment(one.away_until)}" if one.away_until and one.away(now) else "no"
    lines = [
        f"Quiet hours: {quiet}",
        f"Time zone: {zones.in_words(one.zone, now) if one.zone else 'none set (UTC)'}; it is {clock:%H:%M} there",
        f"Pings: {one.pings.value}",
        f"Away: {away}",
        f"Substitute: {f'<@{one.substitute}>' if one.substitute else 'nobody'}",
        f"Detail: {one.detail.value if one.detail else 'as the channel'}",
        f"Screen reader: {'as the channel' if one.screen_reader is None else 'on' if one.screen_reader else 'off'}",
    ]
    return "\n".join(lines)


def _people(people: Collection[str]) -> str:
    named: Sequence[str] = sorted({"the GM" if user == GMS else f"<@{user}>" for user in people})
    more = len(named) - _MOST_NAMED
    return listed([*named[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])], "and")
