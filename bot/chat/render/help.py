"""/help: the first fire fight in five lines, then a page for each topic. Only these texts are written in Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from bot.chat.render.markdown import CONTENT, fitted, plain, strong
from bot.chat.render.reply import Reply
from rules.engine.orders import VERBS, Burst, Duck, Fire, Move, Throw
from rules.engine.records import Order
from rules.engine.ruleset import Ruleset
from rules.shelf import shelf
from rules.words.catalogue import find

_HOW: tuple[type[Order], ...] = (Fire, Burst, Throw, Duck, Move)
_MOST_WORDS = 3

_FIRST = """\
**Your first fire fight**
1. `/encounter start` starts an encounter in this channel. You are its GM.
2. `/combatant add` adds fighters. Describe each in a sheet line, such as {examples}.
3. `/fire` takes a shot. The bot rolls, looks up the tables and shows every step; **Details** shows the tables.
4. `/next` continues when everyone is done. Each answer says who still has to act.
5. `/encounter end` shows the seed of the dice, so that anyone can check them.

A ruling needs no encounter: type a shot in one line, such as `/rule text: M16 at guard 40m aim 4`.
More: `/help topic:` with {topics}"""

_VERBS = """\
**The verbs**, the same in every rulebook
`/aim` aim without firing, or show the chances
`/fire` one shot · `/burst` automatic fire · `/throw` a grenade
`/duck` get behind cover · `/reload` load the weapon · `/heal` treat a wound
`/move` to a place such as `C4` · `/act` do anything else, in your own words
`/pass` end your actions for now · `/next` let time continue · `/answer` answer a question put to your fighter

If the book has no rule for a verb, the answer says what to do instead. Options you leave out come from the \
encounter: the weapon in hand, the range on the map, your own fighter. If you have several fighters, add `who:`.
`mod: -3 smoke` adds a modifier where the book has them. `dice: 62 7 04` uses dice that you rolled yourself.

`how:` takes the rest in the book's words. Suggestions appear as you type:
{words}"""

_AROUND = """\
**Around the verbs**
`/encounter show` the board · `/combatant show` one fighter
`/ammo show` a fighter's ammunition · `/ammo buy` buy a supply, if the book has that rule · `/ammo weight`
`/odds` the chances before you fire · `/rule` a shot in one line, outside any encounter
`/undo` `/redo` your own last order, if no dice were thrown for it; the GM can undo anything
`/log` `/recap` the events so far · `/stats` dice and fights in numbers · `/export` the encounter as a file
`/combatant add` adds your own fighter. If the switch `joining` needs it, the bot asks the GM first
`/roster show` your fighters between encounters; `/roster accept` keeps a fighter that the GM gave you
`/table` `/weapon` the book's tables, weapons and cards · `/roll 2d6+1` loose dice
`/privacy show` your data; `/privacy forget` deletes it
The buttons under an answer do the same. They still work after days."""

_GM = """\
**For the GM**
The user who starts the encounter is its GM; `/encounter gm` adds another. `template:` starts with a map and fighters.
`/combatant add` without options opens a form for many fighters; `count:` adds several of one kind.
`/combatant owner` hands a fighter to a player. The GM can give orders to any fighter.
`/encounter map` lays out a map: size `12x8`, walls `C3 D4-F4`, `rough:` ground if the book has that rule.
`/encounter event` plans an event for the start of a turn, once or every few turns.
`secret: True` keeps fighters, events and walls from players; `/encounter secret`, `/encounter reveal` and \
`/encounter note` too. `/roll blind: True` is a player's roll that only you see.
`/encounter options` shows and sets the switches: who may press Next, who may type dice, and the book's rules.
`/encounter side` lets players join a side; the switch `joining` says how many fighters each may add. You decide on \
more with **Let in** and **Refuse**.
`/adjust` corrects a fighter: place, ammunition, actions, in play or out.
`/undo` undoes any order, even the end of the encounter, but nothing before that end.
At the end the bot saves wounds and ammunition on the players' rosters.
`/weapon add` adds your own cards and weapons to this encounter, or to the server if you are a record keeper.

**For managers of the channel or server**
`/encounter takeover` makes you a GM and `/encounter end` ends the encounter, even when its GM has left.
`/server keeper` sets the role that may change the server's cards, weapons and rulebook (`/server rulebook`).
`/privacy server` deletes all data of the server."""

_DICE = """\
**Why the dice are fair**
At the start the bot draws a secret seed and posts its SHA-256. From then on it cannot change the seed.
Each throw is computed from the seed, the clock, the fighter, how often they threw at this clock, and the order.
The same order after an undo gets the same dice, so an undo is not a second try.
A different order after an undone throw of the same fighter is marked "after an undone throw".
At the end the bot shows the seed. `/dice verify` checks every throw of an exported file, and so does \
`referee verify FILE` on your own computer, without any network.
Type your own dice into `dice:`. The answer always says who typed them."""

_SHEETS = """\
**Sheet lines**
A sheet line describes a fighter in the book's words, with commas or blanks, in any order:
{examples}
They work in `/combatant add`, and as `who:` and `target:` of any verb. For an unknown word the answer suggests the \
nearest one."""

_PAGES: Mapping[str, str] = {
    "first fire fight": _FIRST,
    "verbs": _VERBS,
    "around the verbs": _AROUND,
    "sheet lines": _SHEETS,
    "for the GM": _GM,
    "fair dice": _DICE,
}

TOPICS = (*_PAGES, "rulebooks")
"""The topics of /help; the first is shown if none is named."""


def help_page(topic: str = "") -> Reply:
    """A topic's page. Raises UnknownName with the nearest topics."""
    name = find(topic, TOPICS, "topic") if topic.strip() else TOPICS[0]
    books = shelf()
    if name not in _PAGES:
        return Reply(_rulebooks(books))
    if name == "sheet lines":
        examples = "\n".join(f"{book.title}: `{_code(book.sheet_example)}`" for book in books.values())
    else:
        first = next(iter(books.values()))
        examples = f"`{_code(first.sheet_example)}` in {plain(first.title)}"
    topics = ", ".join(TOPICS[1:])
    return Reply(_PAGES[name].format(examples=examples, topics=topics, words=_words(books)))


def _words(books: Mapping[str, Ruleset]) -> str:
    """A few of the words that each book understands, by verb."""
    suggested = {book.title: [(verb, book.words_for(verb)[:_MOST_WORDS]) for verb in _HOW] for book in books.values()}
    return "\n".join(
        f"{plain(title)}: " + " · ".join(f"`/{VERBS[verb]}` {', '.join(words)}" for verb, words in verbs if words)
        for title, verbs in suggested.items()
        if any(words for _, words in verbs)
    )


def _rulebooks(books: Mapping[str, Ruleset]) -> str:
    lines = ["**Rulebooks**, for `ruleset:`"]
    for book in books.values():
        lines.append(f"{strong(book.title)} `{_code(book.id)}`: presets {', '.join(map(plain, book.presets))}")
        lines.append(f"• switches: {plain(', '.join(book.options))}")
        lines += [f"• template {plain(f'{id}: {each.sentence}')}" for id, each in book.templates.items()]
    lines.append("`/encounter options` explains each switch, in an encounter.")
    return fitted(lines, CONTENT, lambda n: f"… and {n} more")


def _code(text: str) -> str:
    return text.replace("`", "'")
