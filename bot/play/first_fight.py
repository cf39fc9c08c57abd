"""A ruleset's first fight, data/<ruleset>/first_fight.toml: the lines that lay it out, and the greeting of a newcomer.

A preset may have one of its own, first_fight-<preset>.toml.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from bot.errors import CannotStart
from rules.engine.records.errors import BrokenData
from rules.shelf import books_by_name, shelf
from rules.tables.loader import DATA
from standin.world.scenery import PEOPLE

FILE = "first_fight.toml"

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Line = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^/[a-z]")]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _person(name: str) -> str:
    names = [person.name for person in PEOPLE]
    if name not in names:
        raise ValueError(f"{name!r} is not one of {', '.join(names)}")
    return name


class Step(_Entry):
    """A line that a person types to lay the fight out; `form` fills in the form that answers it, by label or custom id.
    In both, `@Ann` mentions Ann."""

    by: str
    line: Line
    form: dict[str, str] | None = None

    _by_a_person = field_validator("by")(_person)


class Hint(_Entry):
    """A line for the newcomer to type, and in one sentence what it shows."""

    line: Line
    says: Text


class Greeting(_Entry):
    """A few words, three things to type, and what comes next; all Markdown but the lines."""

    text: Text
    steps: tuple[Hint, Hint, Hint] = Field(strict=False)
    next: Text


class FirstFight(_Entry):
    """`you` is who the newcomer is at first; `topic` is shown in the heading of the channel; `quick` is a quick ruling,
    for the heading of the channel that is kept for them."""

    title: Text
    channel: Text = "skirmish"
    topic: Text
    you: str
    quick: Line
    steps: tuple[Step, ...] = Field(strict=False, min_length=1)
    greeting: Greeting

    _you_are_a_person = field_validator("you")(_person)

    def greeting_for_page(self, id: str) -> dict[str, Any]:
        """Return the greeting in the form that the page needs.

        Under this `id` the page notes the steps done, and whether the greeting was closed.
        """
        you = next(person.id for person in PEOPLE if person.name == self.you)
        return {"id": id, "you": you, **self.greeting.model_dump(mode="json")}


def with_first_fights(data: Path = DATA) -> tuple[str, ...]:
    """Return the rulesets on the shelf that have one, in its order."""
    return tuple(ruleset for ruleset in shelf() if (data / ruleset / FILE).is_file())


def first_fight(ruleset: str, data: Path = DATA) -> FirstFight:
    """Return the first fight of the ruleset of this id, or with a preset of this id.

    Raises CannotStart if it has none, BrokenData if the file is wrong.
    """
    having = with_first_fights(data)
    books = books_by_name(shelf())
    if ruleset not in books or (id := books[ruleset][0].id) not in having:
        raise CannotStart(f"There is no first fight for {ruleset!r}. Choose with --ruleset: {', '.join(having)}.")
    own = f"first_fight-{ruleset}.toml"
    file = own if (data / id / own).is_file() else FILE
    try:
        raw = tomllib.loads((data / id / file).read_text(encoding="utf-8"))
        return FirstFight.model_validate(raw)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        raise BrokenData([f"{id}/{file} cannot be read: {wrong}"]) from None
    except ValidationError as wrong:
        problems = [(".".join(map(str, error["loc"])), error["msg"]) for error in wrong.errors()]
        raise BrokenData([f"{id}/{file}: {at}: {message}" for at, message in problems]) from None
