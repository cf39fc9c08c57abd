"""The fighters a viewer reads of in the parts of an order, by id: for the lines and ways that a picture points out."""

from __future__ import annotations

from bot.game.entries.entries import Group
from bot.game.sight.reading import readable, reads_outcome, veiled
from bot.game.sight.viewer import Viewer
from rules.engine.books.ruleset import Ruleset
from rules.engine.records.frozen import dataclass
from rules.engine.records.references import cut
from rules.engine.scene.effects import Placed
from rules.engine.scene.explosions import Exploded
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class NamedFighters:
    """A viewer's reading of a part, entry `seq`: how it came out, the fighters (ids) in the order in which its outcome
    names them, where fighters went, step by step, and what exploded."""

    seq: int
    verdict: str
    ids: tuple[str, ...]
    steps: tuple[tuple[str, Place | None], ...]
    explosions: tuple[Exploded, ...] = ()


def named_fighters(group: Group, book: Ruleset, viewer: Viewer) -> list[NamedFighters]:
    """Return the fighters a viewer reads of, for each part of which they are told something. Orders are whole in the
    group."""
    hidden = veiled(group, viewer)
    found: list[NamedFighters] = []
    for entry in group:
        resolution = readable(entry, book, viewer, entry.interaction_id in hidden)
        if not reads_outcome(entry, resolution):
            continue
        named = [id for one in resolution.clauses for id in (one.about, *(about for about, _ in cut(one.text)))]
        known = [id for id in named if id in entry.state.positions and viewer.perceives(id, entry.resolution.unseen)]
        steps = [(one.combatant, one.place) for one in resolution.effects if isinstance(one, Placed)]
        explosions = tuple(one for one in resolution.effects if isinstance(one, Exploded))
        ids = tuple(dict.fromkeys(known))
        found.append(NamedFighters(entry.seq, resolution.verdict, ids, tuple(steps), explosions))
    return found
