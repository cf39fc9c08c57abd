"""The texts about deadlines and about people's settings: never which fighters, for some may be hidden."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.chat.render.text.markdown import CONTENT, MARKDOWN, bare, clip, escaped, strong
from bot.chat.render.text.reply import Reply
from bot.game.flow.deadlines import in_words, next_at, rule_in_words, stored_rule
from bot.game.people import zones
from bot.game.people.personal_settings import Notify, Person
from bot.game.people.times import Weekly, next_quiet
from bot.game.store import DeadlineRow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.references import GMS
from rules.words.phrases import listed

_MOST_NAMED, _LINE = 20, 300
_TO_DO = "Give each of your fighters an order, a plan or a pass."
_NOTIFY = {
    Notify.CHANNEL: "in the encounter's channel or your side's thread",
    Notify.DIRECT: "in direct messages",
    Notify.REFUSED: "in the channel, because Discord refused my last direct message to you; allow direct messages from "
    "this server and use `/my set notify: direct` again",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """The news that the reader of a direct message about a decision may know: the names of their fighters who need one,
    what happened last, in a line of Markdown, and the deadline, None for none.
    """

    fighters: Sequence[str] = ()
    last: str = ""
    due: datetime | None = None


def moment(at: datetime) -> str:
    """Return a moment that everyone sees in their own time zone, with the time until then."""
    return f"<t:{int(at.timestamp())}:f> (<t:{int(at.timestamp())}:R>)"


def called(title: str, clock: str, users: Sequence[str]) -> Reply:
    """Return a message that calls these users to decide, where no result does."""
    due = "your decision is" if len(users) == 1 else "your decisions are"
    named = " ".join(f"<@{user}>" for user in users)
    return Reply(f"{named}: {due} due in {strong(title)}: {escaped(clock)}. {_TO_DO}", mentions=tuple(users))


def called_directly(title: str, clock: str, channel_id: str, situation: Situation) -> Reply:
    """Return a direct message that calls its reader to decide."""
    due = f" {_until(situation.due)}" if situation.due else ""
    return _with(f"Your decision is due in {strong(title)}, <#{channel_id}>: {escaped(clock)}.{due}", situation)


def given(title: str, channel_id: str, fighters: Sequence[str]) -> Reply:
    """Return a direct message to a user who has been given fighters."""
    named = escaped(listed([bare(name) for name in fighters], "and"), _LINE)
    return Reply(f"{named} {'is' if len(fighters) == 1 else 'are'} yours now in {strong(title)}, <#{channel_id}>.")


def reminder(encounter: Encounter, due: datetime, people: Collection[str], pinged: Collection[str]) -> Reply:
    """Return the reminder of a due decision to the users who have to make it; only the `pinged` are mentioned, and it
    says of the others that they are not.
    """
    decisions = "Your decision" if len(people) == 1 else "Your decisions"
    verb = "is" if len(people) == 1 else "are"
    content = f"{_people(people)}: {decisions.lower()} in {strong(encounter.title)} {verb} due {moment(due)}."
    if quiet := {*people} - {*pinged}:
        content += f"\n-# Without a ping, as `/my set` says: {_people(quiet)}."
    return Reply(content, mentions=tuple(sorted(pinged)))


def direct_reminder(title: str, due: datetime, channel_id: str, situation: Situation) -> Reply:
    """Return the reminder of a due decision in a direct message."""
    return _with(f"Your decision in {strong(title)}, <#{channel_id}>, is due {moment(due)}.", situation)


def _with(sentence: str, situation: Situation) -> Reply:
    """Return a direct message with the fighters who need a decision, and what happened last."""
    lines = [sentence]
    if situation.fighters:
        lines.append(MARKDOWN.line("Still to act", escaped(listed(situation.fighters, "and"), _LINE)))
    if situation.last:
        lines.append(MARKDOWN.line("Last", situation.last))
    return Reply(clip("\n".join(lines), CONTENT))


def _until(due: datetime) -> str:
    return f"Deadline: {moment(due)}."


def time_is_up(title: str, channel_id: str, *, decided: bool = True) -> Reply:
    """Return the direct message to a user who was late: the clock has decided for them, or the GM is asked to."""
    then = "The clock decided for you:" if decided else "The GM is asked to pass for you, or to wait."
    return Reply(f"Your time is up in {strong(title)}, <#{channel_id}>. {then}")


def call(encounter: Encounter, gm: str, late: Collection[str], *, pinged: bool, may_pass: bool) -> Reply:
    """Return the message to the GM that some users are late and the GM decides for them."""
    asked = "Pass for them, or wait?" if may_pass else "They have a question to answer."
    content = f"<@{gm}>: time is up in {strong(encounter.title)} for {_people(late)}. {asked}"
    return Reply(content, mentions=(gm,) if pinged else ())


def decided(encounter: Encounter, late: Collection[str]) -> Reply:
    """Return the message that time is up for some users and the clock has decided for them. Nobody is mentioned."""
    return Reply(f"Time is up in {strong(encounter.title)} for {_people(late)}. The clock decided for them.")


def done_for(lines: Sequence[str]) -> Reply:
    """Return what the clock did for the user who asks, a line for each fighter."""
    if not lines:
        return Reply("The clock did nothing for you.")
    return Reply(clip("\n".join(map(escaped, lines)), CONTENT))


def both(first: Reply | None, second: Reply) -> Reply:
    """Return two messages as one; there may be no first."""
    return replace(second, content=f"{first.content}\n{second.content}") if first else second


def still_away(until: datetime) -> Reply:
    """Return the message to somebody who gives orders although they are marked away."""
    return Reply(f"You are still marked away until {moment(until)}, so nothing mentions you.")


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
        return "There is no deadline here. A GM sets one with `/encounter deadline time: 24h` or `daily 20:00`."
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
    first = " The first decision has three times as long." if row.decision == 1 else ""
    return f"{sentence} This decision is due {moment(row.due_at)}.{first}"


def plays_elsewhere(user: str, sides: Sequence[str], title: str, *, fogged: bool) -> str:
    """Return a warning that a substitute plays for another side in an encounter."""
    named = f" ({escaped(listed(sides, 'and'))})" if sides else ""
    end = " With `fog` on they cannot order your fighters there." if fogged else ""
    return f"<@{user}> plays for the other side{named} in {strong(title)}.{end}"


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
        f"Called: {_NOTIFY[one.notify]}",
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
