"""The line of a ruling as somebody types it, with the rulebook that it is read by.

Apart from the commands for rulings because suggestions read lines as well, and commands open windows.
"""

from __future__ import annotations

from bot.chat.desk.context import Interaction, ground_here, open_context, rulebook
from bot.game.rulings import Ruling, ShotParts, check_counts, named_book, parts_of, read, read_partly
from bot.game.rulings.quick_rulings import Ground
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line with the rulebook that it is read by, and the names of the encounter's fighters that the user knows."""

    text: str
    ground: Ground
    fighters: tuple[str, ...] = ()

    def read(self, *, range_needed: bool = True) -> Ruling:
        """Return its reading. Raises Missing, Refusal."""
        vocabulary, space = self.ground.vocabulary, self.ground.space
        ruling = read(self.text, vocabulary, space, range_needed=range_needed, fighters=self.fighters)
        check_counts(ruling, self.ground)
        return ruling

    def parts(self) -> ShotParts:
        """Return what is understood of a line that has to be asked about, or cannot be read."""
        space = self.ground.space
        return parts_of(read_partly(self.text, self.ground.vocabulary, space, self.fighters), space)


async def line_of(interaction: Interaction, line: str, ruleset: str) -> Line:
    """Return a line with the rulebook for reading it: the one that is named, in the line or apart from it, else the
    encounter's, else the channel's or the server's.

    Raises Refusal.
    """
    named, text = named_book(line)
    context = await open_context(interaction)
    if named and ruleset:
        (there, _), (here, _) = await rulebook(interaction, named), await rulebook(interaction, ruleset)
        if there is not here:
            raise Refusal(f"The line names {there.title}, and ruleset: {here.title}. Name one rulebook.")
        named = named if ruleset == here.id else ruleset
    ground = await ground_here(
        interaction, named or ruleset or (context.encounter.preset if context is not None else "")
    )
    names = tuple(combatant.name for combatant in context.encounter.combatants) if context is not None else ()
    return Line(text, ground, names)
