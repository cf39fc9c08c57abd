"""A result as its reader may know it: its parts, and the values that all levels of detail need."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.render.results.first_line import first_line
from bot.chat.render.text import wording
from bot.chat.render.text.markdown import escaped, strong
from bot.game.entries.entries import Entry, Group
from bot.game.rulings.quick_rulings import ruled_in
from bot.game.sight import ToAct
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.ruling_vocabulary import Ruled
from rules.engine.conduct import conduct
from rules.engine.flow import stops
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Start
from rules.engine.records.steps import LEFT, Note, Step
from rules.engine.scene.effects import Registered
from rules.engine.table.registration import ANOTHER_PLAYER

COLOURS = {"hit": 0x2E9E5B, "miss": 0x8A929E, "done": 0x3B82C4, "undone": 0xC9902B}
"""The look of each verdict. A verdict not listed here looks like `done`."""
LONGEST_LINE = 700
_NAME = 40
_NEW_PLAYER = ((f"{ANOTHER_PLAYER}.", ""), ("has a new player.", "now belongs to "))
"""The ends of lines about a new player, the second one in older entries, and the words before the name."""


@dataclass(frozen=True, slots=True)
class VisibleResult:
    """A group as it was read, the `parts` of it that people see, and who has to act and is `called` after it."""

    group: Group
    parts: Group
    book: Ruleset
    to_act: ToAct
    called: tuple[str, ...] = ()

    @property
    def last(self) -> Entry:
        """The last part."""
        return self.parts[-1]

    @property
    def won(self) -> list[str]:
        """Who has won, in Markdown: it comes before how it came to that."""
        return [strong(entry.resolution.outcome) for entry in self.parts if decides(entry)]

    @property
    def rest(self) -> Sequence[Entry]:
        """The parts that do not say who has won."""
        return [entry for entry in self.parts if not decides(entry)]

    @property
    def ruled(self) -> Ruled | None:
        """How the line of a ruling was understood, if it is the answer to one."""
        return next(iter(ruled_in(self.group)), None)

    def line(self, entry: Entry, most: int) -> str:
        """Return a part in one line of Markdown. The answer to a ruling of one line begins with its throw already."""
        return with_player(escaped(wording.outcome(entry.resolution) if self.ruled else first_line(entry), most), entry)

    @property
    def colour(self) -> int:
        """The colour of its embed."""
        verdicts = [entry.resolution.verdict for entry in self.parts]
        verdict = next((v for v in ("hit", "miss") if v in verdicts), verdicts[-1])
        return COLOURS.get(verdict, COLOURS["done"])


def decides(entry: Entry) -> bool:
    """Return whether this part names the winner, or asks the GM whether to continue."""
    return entry.resolution.verdict in (conduct.DECIDED, stops.ASKS)


def with_player(line: str, entry: Entry) -> str:
    """Return a line in Markdown, with the new player if a fighter was handed over and the reader may read the order: of
    the start of a fight everyone reads what it does.
    """
    user = next((one.owner for one in entry.resolution.effects if isinstance(one, Registered)), None)
    if entry.kind != "order" or not user or (entry.withheld and not isinstance(entry.order, Start)):
        return line
    player = mention(user) if user.isdecimal() else escaped(user, _NAME)
    for ending, words in _NEW_PLAYER:
        if line.endswith(ending):
            return f"{line.removesuffix(ending)}{words}{player}."
    return line


def idle(step: Step, entry: Entry) -> bool:
    """Return whether a step says what a fighter has left: after a quick ruling nobody continues with it."""
    return entry.kind == "ruling" and isinstance(step, Note) and step.label == LEFT


def mention(user: str) -> str:
    """Return a mention of the user of that id."""
    return f"<@{user}>"
