"""From stored entries and answers to what people see: content, embeds, Markdown. The only place that writes either."""

from bot.chat.render.answer import NOTHING_SEEN, answer, unanswered, unembedded, unposted
from bot.chat.render.board import questions, status
from bot.chat.render.compared import comparison, plot
from bot.chat.render.details import details
from bot.chat.render.help import TOPICS, help_page
from bot.chat.render.inactivity import gms_gone, inactive, kept_open
from bot.chat.render.pages import contents, export, file, index, keeper, listing, odds, page, sentence, table
from bot.chat.render.records import Recap, log, verdict
from bot.chat.render.refusals import breakdown, refusal
from bot.chat.render.reply import Reply
from bot.chat.render.thrown import blind, revealed, thrown

__all__ = [
    "NOTHING_SEEN",
    "TOPICS",
    "Recap",
    "Reply",
    "answer",
    "blind",
    "breakdown",
    "comparison",
    "contents",
    "details",
    "export",
    "file",
    "gms_gone",
    "help_page",
    "inactive",
    "index",
    "keeper",
    "kept_open",
    "listing",
    "log",
    "odds",
    "page",
    "plot",
    "questions",
    "refusal",
    "revealed",
    "sentence",
    "status",
    "table",
    "thrown",
    "unanswered",
    "unembedded",
    "unposted",
    "verdict",
]
