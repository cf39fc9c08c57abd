"""/help: the first fire fight in five lines, then a page for each topic. The only prose written as Markdown."""

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
1. `/encounter start` opens one in this channel; you are its GM.
2. `/combatant add` brings fighters in, each by a sheet line in the book's words, such as {examples}.
3. `/fire` and choose: the bot rolls, looks up, and shows every step. **Details** under the answer shows the tables.
4. `/next` when everybody is done; each answer says who still has to act.
5. `/encounter end` shows the seed of the dice, so that everybody can check them.

No encounter needed for a ruling: `/rule` takes a shot in one line, such as `M16 at guard 40m aim 4`.
More under `/help topic:` {topics}"""

_VERBS = """\
**The verbs**, the same in every rulebook
`/aim` the chances, or aiming without firing
`/fire` one attack · `/burst` automatic fire, several targets · `/throw` grenades
`/duck` get behind cover · `/reload` load the weapon · `/heal` treat a wound
`/move` to a place, as `C4` · `/act` anything else, in your own words
`/pass` your fighter is done · `/next` time goes on · `/answer` a question put to your fighter

A verb that the book has no rule for says what to do instead. Options you leave out come from the encounter: the \
weapon in hand, the range on the map, your own fighter. Several fighters of yours: say `who:`.
`mod: -3 smoke` adds a named term where the book has modifiers; `dice: 62 7 04` uses dice you threw on a table.

`how:` says the rest in the book's words, which are suggested as you type:
{words}"""

_AROUND = """\
**Around the verbs**
`/encounter show` where everybody stands · `/combatant show` one of them
`/ammo show` what ammunition they have · `/ammo buy` a supply of it, where the book has a rule for that · `/ammo weight`
`/odds` the chances before you fire · `/rule` a shot in one line, outside any encounter
`/undo` `/redo` your own last order, if no dice were thrown for it; the GM takes back anything
`/log` `/recap` what happened · `/stats` dice and fights in numbers · `/export` all of it as a file
`/combatant add` brings in a fighter of your own, if the GM's switch `joining` lets you; if not, it asks the GM
`/roster show` the fighters you keep between encounters; `/roster accept` keeps one whom the GM gave you
`/table` `/weapon` what the book says · `/roll 2d6+1` loose dice
`/privacy show` what the bot keeps about you; `/privacy forget` deletes it
Buttons under an answer do the same: they go on working after days."""

_GM = """\
**For the GM**
Whoever starts the encounter is its GM; `/encounter gm` names another. `template:` begins with a map and fighters.
`/combatant add` with nothing filled in takes many, one a line; `count:` makes several of one kind.
`/combatant owner` hands a fighter to a player. The GM orders anybody.
`/encounter map` lays out a map: `12x8`, walls `C3 D4-F4`, `rough:` ground where the book has a rule for it.
`/encounter event` has something happen as a turn begins, once or every few turns.
`secret: True` keeps fighters, events and walls from players; `/encounter secret`, `/encounter reveal` and \
`/encounter note` too. `/roll blind: True` is a player's roll that only you see.
`/encounter options` shows and sets the switches: who may press Next, who may type dice, and the book's own.
`/encounter side` opens a side to players; the switch `joining` says how many fighters each brings in. More than that \
is a request, with **Let in** and **Refuse**.
`/adjust` corrects a fighter: place, ammunition, actions, in play or out.
`/undo` takes back anything, also the end, but then nothing before that end.
Wounds and ammunition go to the players' rosters at the end.
`/weapon add` brings your own cards and weapons into this encounter, or to the server if you keep its records.

**For those who manage the channel or server**
`/encounter takeover` makes you a GM, `/encounter end` ends it: also when its GM has left.
`/server keeper` names the role that keeps the server's cards, weapons and rulebook (`/server rulebook`).
`/privacy server` deletes everything that the bot keeps of the server."""

_DICE = """\
**Why the dice are fair**
At the start the bot draws a secret seed and posts its SHA-256: from then on it cannot choose another.
Each throw is computed from the seed, the clock, the fighter, how often they threw at this clock, and the order.
So the same order given again after an undo gets the same dice: undoing is no second try.
A different order after an undone throw of the same fighter says so: "after an undone throw".
At the end the seed is shown. `/dice verify` checks every throw of an exported file, and so does \
`referee verify FILE` on your own computer, without any network.
Dice you throw yourselves go into `dice:`; they are always marked with who typed them."""

_SHEETS = """\
**Sheet lines**
A fighter in the book's own words, separated by commas or blanks, in any order and case:
{examples}
They work in `/combatant add`, and as `who:` and `target:` of any verb. A word that is not known is named, with the \
nearest that is."""

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
    lines.append("What each switch changes: `/encounter options`, in an encounter.")
    return fitted(lines, CONTENT, lambda n: f"… and {n} more")


def _code(text: str) -> str:
    return text.replace("`", "'")
