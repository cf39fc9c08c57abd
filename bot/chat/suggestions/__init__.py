"""Suggestions while an option is typed: from the live state, at most 25, never an error, never what will be refused.

`choice_list` finds what fits the words typed so far, `acceptance` carries each out on a copy of the encounter, and
`bot.chat.suggestions.partial_orders` reads the other options. Suggestions for an attack or another act are in
`actions`, for fighters and their sheet lines in `fighters`, for a ruling's line in `rulings`, for the table's own
commands in `table`.
"""

from bot.chat.suggestions.actions import act, aim, answer, compare, how, target, weapon
from bot.chat.suggestions.choice_list import Suggest
from bot.chat.suggestions.fighters import anybody, kept, offered, own, profile, sheet
from bot.chat.suggestions.help import help_topic
from bot.chat.suggestions.places import place
from bot.chat.suggestions.rulings import ruling
from bot.chat.suggestions.table import (
    countable,
    deployable,
    endable,
    event,
    homebrew_record,
    led,
    note,
    of,
    page,
    preset,
    ruleset,
    secret_place,
    setup,
    side,
    switch,
    table,
    template,
    undo_time,
    value,
)
from bot.chat.suggestions.zones import zone

__all__ = [
    "Suggest",
    "act",
    "aim",
    "answer",
    "anybody",
    "compare",
    "countable",
    "deployable",
    "endable",
    "event",
    "help_topic",
    "homebrew_record",
    "how",
    "kept",
    "led",
    "note",
    "of",
    "offered",
    "own",
    "page",
    "place",
    "preset",
    "profile",
    "ruleset",
    "ruling",
    "secret_place",
    "setup",
    "sheet",
    "side",
    "switch",
    "table",
    "target",
    "template",
    "undo_time",
    "value",
    "weapon",
    "zone",
]
