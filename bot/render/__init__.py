"""From stored entries and answers to what people see: content, embeds, Markdown. The only place that writes either."""

from bot.render.answer import answer, unembedded, unposted
from bot.render.board import status
from bot.render.compared import comparison, plot
from bot.render.details import details
from bot.render.help import TOPICS, help_page
from bot.render.pages import contents, file, index, listing, odds, page, said, table
from bot.render.records import log, recap, verdict
from bot.render.refusals import breakdown, refusal
from bot.render.reply import Reply
from bot.render.thrown import thrown

__all__ = [
    "TOPICS",
    "Reply",
    "answer",
    "breakdown",
    "comparison",
    "contents",
    "details",
    "file",
    "help_page",
    "index",
    "listing",
    "log",
    "odds",
    "page",
    "plot",
    "recap",
    "refusal",
    "said",
    "status",
    "table",
    "thrown",
    "unembedded",
    "unposted",
    "verdict",
]
