"""The buttons under a reply and their custom ids: Details, Again, Undo, Instead, Then, Done, Next, Run, the choices of
an open question, the answers to a request to join.

They survive restarts because the custom id holds all that a press needs. The effect of a press is in `bot.chat.views`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import discord

from bot.chat.outgoing.rows import LONGEST_LABEL, MOST_BUTTONS, MOST_ROWS, Button, Rows, button
from bot.chat.outgoing.ruling_controls import change_rows, count_rows, narrow_row
from bot.chat.render.text.markdown import bare, clip
from bot.game.entries.detail import Detail
from bot.game.entries.entries import Entry, Group
from bot.game.journal.anchors import Anchor
from bot.game.pages.loose_dice import Hidden, Kind
from bot.game.rulings.quick_rulings import ruled_in
from bot.game.sight.masks import MaskedId, Masks
from rules.engine.flow.sealed import declarations
from rules.engine.flow.stops import ASKS, FOR_GM
from rules.engine.records.agenda import Plan, Question, Task
from rules.engine.records.model import Combatant, Encounter, JoinRequest
from rules.engine.records.orders import Attack, CombatantOrder, End, Handover, Muster, SetPlan, Several, Start
from rules.engine.table.joining import Apply
from rules.words.phrases import listed

STYLES = {
    "details": ("Details", discord.ButtonStyle.secondary),
    "again": ("Again", discord.ButtonStyle.primary),
    "undo": ("Undo", discord.ButtonStyle.secondary),
    "instead": ("Instead", discord.ButtonStyle.secondary),
    "then": ("Then …", discord.ButtonStyle.secondary),
    "done": ("Done", discord.ButtonStyle.secondary),
    "next": ("Next", discord.ButtonStyle.success),
    "run": ("Run", discord.ButtonStyle.success),
    "takeover": ("Take over", discord.ButtonStyle.primary),
    "asked": ("A question", discord.ButtonStyle.primary),
    "end": ("End", discord.ButtonStyle.danger),
}
VERBS = tuple(STYLES)
REVEAL_PREFIX, BLIND_PREFIX = "srs", "srb"
DECISION_PREFIX = "srl"
"""Under reminders and calls of the GM."""
DECISION_BUTTONS = {
    "order": ("Order", discord.ButtonStyle.primary),
    "pass": ("Pass", discord.ButtonStyle.secondary),
    "stop": ("No more reminders this turn", discord.ButtonStyle.secondary),
    "mine": ("Done for me", discord.ButtonStyle.secondary),
    "late": ("Pass for them", discord.ButtonStyle.primary),
    "wait": ("Wait", discord.ButtonStyle.secondary),
    "back": ("I am back", discord.ButtonStyle.primary),
}
CALLED_VERBS, REMINDER_VERBS = ("order", "pass"), ("order", "pass", "stop")
AWAY_VERBS = ("back",)
TIME_OUT_VERBS, CALL_VERBS = ("mine",), ("late", "wait")
BOARD_PREFIX = "sru"
BOARD_VERBS = {"next": STYLES["next"], "show": ("Show all", discord.ButtonStyle.secondary)}
"""The buttons under a live board."""
QUESTION_PREFIX, APPLICATION_PREFIX, KEEP_OPEN_PREFIX, KEEP_PREFIX = "srq", "srj", "sri", "srr"


def control_id(verb: str, anchor: Anchor) -> str:
    """Return the custom id of a button; `anchor` is that of the group which the reply shows."""
    return f"sr:{verb}:{anchor}"


def question_id(anchor: Anchor, to: MaskedId, choice: int) -> str:
    """Return the custom id of one choice at the question that is put to the combatant `to` after an entry."""
    return f"{QUESTION_PREFIX}:{anchor}:{to}:{choice}"


def keep_open_id(encounter: str, made_at: datetime, seq: int | None = None) -> str:
    """Return the custom id of the button under a notice that was made then.

    Earlier ones had the last entry's `seq` as well, which tells of entries that nobody has read.
    """
    after = "" if seq is None else f"{seq}:"
    return f"{KEEP_OPEN_PREFIX}:{encounter}:{after}{int(made_at.timestamp())}"


def keep_open_row(custom_id: str) -> list[Button]:
    """Return the button under a notice that an encounter is inactive."""
    return [button("Keep open", discord.ButtonStyle.primary, custom_id)]


def decision_id(verb: str, encounter: str, decision: int | str, made_at: datetime) -> str:
    """Return the custom id of a button under a message about a decision that was posted then; a call has the decision's
    window instead of its number.
    """
    return f"{DECISION_PREFIX}:{encounter}:{verb}:{decision}:{int(made_at.timestamp() * 1000)}"


def is_reminder(custom_id: str, encounter: str, decision: int) -> bool:
    """Return whether a button is under a reminder of this decision."""
    return custom_id.startswith(f"{DECISION_PREFIX}:{encounter}:stop:{decision}:")


def decision_row(verbs: Sequence[str], encounter: str, decision: int | str, made_at: datetime) -> list[Button]:
    """Return the buttons for a message that was posted about a decision at that time, as for `decision_id`."""
    return [button(*DECISION_BUTTONS[verb], decision_id(verb, encounter, decision, made_at)) for verb in verbs]


def application_id(encounter: str, id: str, admit: bool | None = None) -> str:
    """Return the custom id of an answer to a request to join; without `admit`, what both answers begin with."""
    answer = "" if admit is None else "in" if admit else "no"
    return f"{APPLICATION_PREFIX}:{encounter}:{id}:{answer}"


def board_id(verb: str, made: int, last: Anchor) -> str:
    """Return the custom id of a button under the live board of this number; `last` is the last order that it shows."""
    return f"{BOARD_PREFIX}:{verb}:{made}:{last}"


def is_board(custom_id: str, encounter: str, made: int) -> bool:
    """Return whether a button is under the encounter's live board of this number."""
    return custom_id.startswith(tuple(f"{BOARD_PREFIX}:{verb}:{made}:{encounter}:" for verb in BOARD_VERBS))


def board_rows(made: int, last: Anchor, *, ended: bool, fighters: bool) -> list[list[Button]]:
    """Return the buttons under a live board of this number; `last` is the last order that it takes into account."""
    if ended:
        return []
    verbs = ["next", "show"] if fighters else ["show"]
    return [[button(*BOARD_VERBS[verb], board_id(verb, made, last)) for verb in verbs]]


def roll_id(roll: Hidden) -> str:
    """Return the custom id of the button that shows the result of a hidden roll: what the result is drawn from."""
    prefix = REVEAL_PREFIX if roll.kind is Kind.SECRET else BLIND_PREFIX
    number = f":{roll.number}" if roll.number else ""
    return f"{prefix}:{roll.by}:{roll.interaction}:{roll.line}{number}:{roll.seal}"


def take_over_view(anchor: Anchor) -> Rows:
    """Return the button to take over this anchor's encounter, as the only control of a message."""
    return Rows([[button(*STYLES["takeover"], control_id("takeover", anchor))]])


OWN = MaskedId("own")
"""In place of a fighter, all of the user's; no mask is a word."""
_MOST_KEPT = 3 * MOST_BUTTONS
"""Fighters that a result has room for, with a row for other buttons."""


def keep_id(anchor: Anchor, fighter: MaskedId) -> str:
    """Return the custom id of the button with which its player accepts a fighter for their roster."""
    return f"{KEEP_PREFIX}:{anchor}:{fighter}"


def anybodys(fighter: Combatant) -> bool:
    """Return that everyone may keep theirs here."""
    return True


def controls(
    group: Group,
    awaited: bool,
    masks: Masks,
    detail: Detail = Detail.FULL,
    keeps: Callable[[Combatant], bool] = anybodys,
) -> Rows:
    """Return the buttons under the reply that shows this reading of a group; `awaited`: somebody still has to act after
    it. `keeps` says which fighters its readers may keep.

    A reply that is not full has one row of those that are meant for any reply, as many as a phone shows side by side.
    """
    last = group[-1]
    rows = [] if last.kind == "ruling" else question_rows(last, masks)
    if application := _asked_by(last):
        rows = [*rows[: MOST_ROWS - 2], _application_row(last.encounter_id, application)]
    elif offers := [*filter(keeps, _offers(group))]:
        alone = len({one.owner for one in offers}) == 1 and len(offers) <= _MOST_KEPT
        keeping = keep_rows(Anchor.of(last), offers, masks) if alone else [[_keep_own(Anchor.of(last))]]
        rows = [*rows[: MOST_ROWS - 1 - len(keeping)], *keeping]
    if last.resolution.verdict == FOR_GM:
        for_gm = button("For the GM", STYLES["asked"][1], control_id("asked", Anchor.of(last)))
        rows = [*rows[: MOST_ROWS - 2], [for_gm]]
    elif last.resolution.verdict == ASKS:
        rows = [*rows[: MOST_ROWS - 2], over_row(Anchor.of(last))]
    if rulings := ruled_in(group):
        changes, anchor = rulings[0].changes, Anchor.of(group[0])
        rows = change_rows(changes, anchor)
    verbs = _fitting(group, awaited)
    if detail is not Detail.FULL:
        verbs = _few(verbs)
        if rulings:
            return Rows([*count_rows(changes, anchor), [*narrow_row(changes, anchor), *_row(anchor, verbs)]])
    return Rows([*rows, *_rows(Anchor.of(group[0]), verbs)])


def leftover(group: Group, anchor: Anchor, *, ended: bool = False) -> Rows:
    """Return the buttons that an old reply keeps once the encounter has moved on or has `ended`.

    `anchor` is the reply's own.
    """
    return Rows([_row(anchor, ["details", *(["again"] if _repeatable(group) and not ended else [])])])


def open_questions(encounter: Encounter) -> list[Question]:
    """Return the questions that can be answered now. Of a combatant with several it is the first."""
    questions = [] if encounter.ended else [m for m in encounter.agenda if isinstance(m, Question)]
    return [q for n, q in enumerate(questions) if q.to not in [before.to for before in questions[:n]]]


def question_rows(entry: Entry, masks: Masks) -> list[list[Button]]:
    """Return a button for each choice of the questions that are open after an entry; one row is left for other buttons.

    Of fighters whose choices are kept from the reader one button says that they are asked; it shows the choices to
    those who may answer.
    """
    rows: list[list[Button]] = []
    if others := [entry.state.combatant(q.to).name for q in open_questions(entry.state) if not q.choices]:
        label = f"{listed(others, 'and')} {'has' if len(others) == 1 else 'have'} a question to answer"
        rows.append(
            [button(clip(bare(label), LONGEST_LABEL), STYLES["asked"][1], control_id("asked", Anchor.of(entry)))]
        )
    for question in open_questions(entry.state):
        # The question may be another fighter's than the user who was ordered.
        whose = entry.state.combatant(question.to).name
        buttons = [
            button(
                clip(bare(f"{whose}: {choice}"), LONGEST_LABEL) or "?",
                discord.ButtonStyle.primary,
                question_id(Anchor.of(entry), masks.mask(question.to), n),
            )
            for n, choice in enumerate(question.choices)
        ]
        rows += [buttons[n : n + MOST_BUTTONS] for n in range(0, len(buttons), MOST_BUTTONS)]
    return rows[: MOST_ROWS - 1]


def over_row(anchor: Anchor) -> list[Button]:
    """Return the answers to the GMs' question whether to continue a fight that is over."""
    continues = button("Continue", STYLES["next"][1], control_id("next", anchor))
    return [continues, button(*STYLES["end"], control_id("end", anchor))]


def question_view(entry: Entry, masks: Masks, *, over: bool = False) -> Rows | None:
    """Return the choices of the open questions and requests as the only buttons of a message; None if nothing
    is asked. `over`: the reader is asked whether to continue a fight that is over.
    """
    asked = [] if entry.state.ended else entry.state.applications
    rows = [
        *([over_row(Anchor.of(entry))] if over else []),
        *question_rows(entry, masks),
        *(_application_row(entry.encounter_id, one) for one in asked),
    ]
    return Rows(rows[:MOST_ROWS]) if rows else None


def _offers(group: Group) -> list[Combatant]:
    """Return the fighters of players that this group brought in or handed over, or that its end leaves, on no roster
    yet.
    """
    last = group[-1]
    if last.kind != "order" or not isinstance(last.order, Muster | Several | Handover | End):
        return []
    new = {id for entry in group for id in entry.resolution.concerned}
    return [c for c in last.state.combatants if (c.id in new or last.state.ended) and can_keep(c)]


def keep_rows(anchor: Anchor, fighters: Sequence[Combatant], masks: Masks) -> list[list[Button]]:
    """Return a button for each fighter with which their player keeps them, as far as a message has room."""
    buttons = [_keep(anchor, one, masks) for one in fighters[: MOST_ROWS * MOST_BUTTONS]]
    return [buttons[n : n + MOST_BUTTONS] for n in range(0, len(buttons), MOST_BUTTONS)]


def _keep_own(anchor: Anchor) -> Button:
    """Return the button that offers each player their own fighters, in private."""
    return button("Keep my fighters", discord.ButtonStyle.primary, keep_id(anchor, OWN))


def can_keep(fighter: Combatant) -> bool:
    """Return whether the fighter's player may keep them: they have one, and are on no roster yet."""
    return bool(fighter.owner) and not (fighter.roster or fighter.kept)


def _keep(anchor: Anchor, fighter: Combatant, masks: Masks) -> Button:
    label = clip(bare(f"Keep {fighter.name}"), LONGEST_LABEL)
    return button(label, discord.ButtonStyle.primary, keep_id(anchor, masks.mask(fighter.id)))


def _asked_by(entry: Entry) -> JoinRequest | None:
    """Return the request to join that this entry leaves open, as its reader may know it."""
    if not isinstance(entry.order, Apply):
        return None
    return next((one for one in entry.state.applications if one.id == entry.order.application.id), None)


def _application_row(encounter: str, application: JoinRequest) -> list[Button]:
    name = f"{application.name}: {getattr(application.muster, 'name', '')}"
    return [
        button(clip(bare(f"{verb} {name}"), LONGEST_LABEL), style, application_id(encounter, application.id, admit))
        for verb, style, admit in (
            ("Let in", discord.ButtonStyle.success, True),
            ("Refuse", discord.ButtonStyle.danger, False),
        )
    ]


def _fitting(group: Group, awaited: bool) -> list[str]:
    last = group[-1]
    verbs = ["details"]
    if _repeatable(group):
        verbs.append("again")
    if last.kind == "ruling" or last.state.ended:
        return verbs
    if last.kind != "undo" and not isinstance(last.order, Start):
        verbs.append("undo")
    if _may_replace(last):
        verbs.append("instead")
    if open_questions(last.state):
        # Time stops until the answer.
        return verbs
    if _continues(last):
        verbs.append("then")
    if awaited and not (last.kind == "order" and isinstance(last.order, SetPlan)):
        # Their fighter needs no order now, and Done would pass for another.
        verbs.append("done")
    if last.state.combatants and last.resolution.verdict != ASKS:
        verbs += ["next", "run"]
    return verbs


def _may_replace(entry: Entry) -> bool:
    """Return whether the order declared in an entry follows others, and could take their place as well."""
    if entry.kind != "order" or not isinstance(entry.order, CombatantOrder):
        return False
    declared = declarations(entry.state, entry.order.actor)
    return bool(declared) and declared[-1].alone and declared[-1].order == entry.order


def _few(verbs: list[str]) -> list[str]:
    """Return the verbs without what can best be spared of more than a row: running on while somebody still has to act,
    and doing again what has begun to take time.
    """
    for spared in ("run", "again") if "done" in verbs else ("again", "run"):
        if len(verbs) > MOST_BUTTONS:
            verbs = [verb for verb in verbs if verb != spared]
    return verbs


def _continues(entry: Entry) -> bool:
    """Return whether the fighter who was ordered has a plan or work under way, as far as the reader may know.

    Then more results can follow.
    """
    if entry.kind != "order" or not isinstance(entry.order, CombatantOrder):
        return False
    actor = entry.order.actor
    return any(isinstance(item, Plan | Task) and item.actor == actor for item in entry.state.agenda)


def carries(group: Group, verb: str) -> bool:
    """Return whether a message of this group may ever have had a button of that verb: custom ids can be made up.

    Only the verbs that repeat or continue an order depend on which order it was.
    """
    match verb:
        case "again":
            return _repeatable(group)
        case "then" | "instead":
            return group[-1].kind == "order" and isinstance(group[-1].order, CombatantOrder)
        case _:
            return True


def _repeatable(group: Group) -> bool:
    last = group[-1]
    return isinstance(last.order, Attack) and last.kind in ("order", "ruling") and not last.state.ended


def _rows(anchor: Anchor, verbs: list[str]) -> list[list[Button]]:
    """Return buttons in one row, or what lets time continue in a row of its own if they are too many."""
    if len(verbs) <= MOST_BUTTONS:
        return [_row(anchor, verbs)]
    onward = [verb for verb in verbs if verb in ("done", "next", "run")]
    return [_row(anchor, [verb for verb in verbs if verb not in onward]), _row(anchor, onward)]


def _row(anchor: Anchor, verbs: list[str]) -> list[Button]:
    return [button(*STYLES[verb], control_id(verb, anchor)) for verb in verbs]
