"""Renders stored entries and answers as content, embeds and Markdown. No other module writes these."""

from bot.chat.render.boards.board import places, questions, status
from bot.chat.render.boards.live_board import live_board
from bot.chat.render.notices.inactivity import gms_gone, inactive, kept_open
from bot.chat.render.notices.refusals import breakdown, dropped, refusal
from bot.chat.render.pages.help import help_page, help_pages, no_encounter, what_now_page
from bot.chat.render.pages.loose_dice import blind, blind_result, revealed, thrown, which_roll
from bot.chat.render.pages.odds_comparison import comparison, plot
from bot.chat.render.pages.pages import (
    channel_page,
    contents,
    export,
    file,
    index,
    keeper,
    listing,
    odds,
    page,
    replay,
    sentence,
    table,
)
from bot.chat.render.pages.records import Recap, log, verdict
from bot.chat.render.results.answer import (
    NOTHING_SEEN,
    Lost,
    answer,
    elsewhere,
    notices,
    unembedded,
    updated,
    without_thread,
)
from bot.chat.render.results.details import details
from bot.chat.render.results.ruling import in_a_line, not_counted, ruling_question, wound_untreated
from bot.chat.render.text.plain_text import label_in_words, plain_text
from bot.chat.render.text.reply import Reply

__all__ = [
    "NOTHING_SEEN",
    "Lost",
    "Recap",
    "Reply",
    "answer",
    "blind",
    "blind_result",
    "breakdown",
    "channel_page",
    "comparison",
    "contents",
    "details",
    "dropped",
    "elsewhere",
    "export",
    "file",
    "gms_gone",
    "help_page",
    "help_pages",
    "in_a_line",
    "inactive",
    "index",
    "keeper",
    "kept_open",
    "label_in_words",
    "listing",
    "live_board",
    "log",
    "no_encounter",
    "not_counted",
    "notices",
    "odds",
    "page",
    "places",
    "plain_text",
    "plot",
    "questions",
    "refusal",
    "replay",
    "revealed",
    "ruling_question",
    "sentence",
    "status",
    "table",
    "thrown",
    "unembedded",
    "updated",
    "verdict",
    "what_now_page",
    "which_roll",
    "without_thread",
    "wound_untreated",
]
