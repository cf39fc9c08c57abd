"""Help after a refusal: an order that comes first, or the refused order with something changed.

A refusal carries its remedies (`Refusal.helped_by`). Before one is offered, it is tried out.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.records import Order


@dataclass(frozen=True, slots=True)
class Remedy:
    """One remedy. `label` is the text of its button: "Reload", "Use AKM".

    `order` is given first, before the refused one. Without it, the refused order is given with these `changes` to its
    fields, as another `verb` if there is one.
    """

    label: str
    order: Order | None = None
    changes: tuple[tuple[str, Any], ...] = ()
    verb: type[Order] | None = None

    @classmethod
    def first(cls, label: str, order: Order) -> Remedy:
        """Return a remedy: an order that has to be given first."""
        return cls(label, order)

    @classmethod
    def instead(cls, label: str, verb: type[Order] | None = None, **changes: Any) -> Remedy:
        """Return a remedy: the refused order with changes, or as another verb."""
        return cls(label, changes=tuple(changes.items()), verb=verb)

    def applied(self, refused: Order) -> Order:
        """Return the order to give in place of `refused`, or before it."""
        if self.order is not None:
            return self.order
        record: Any = refused
        changed = replace(record, **dict(self.changes)) if self.changes else record
        if self.verb is None:
            return changed  # type: ignore[no-any-return]
        verb: Any = self.verb
        names = [one.name for one in fields(verb)]
        return self.verb(**{name: getattr(changed, name) for name in names if hasattr(changed, name)})
