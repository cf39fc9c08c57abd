"""The rulebooks on the shelf."""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.conduct.conduct import stage
from rules.shelf import shelf


def test_every_ruleset_is_whole() -> None:
    assert next(iter(shelf())) == "aliens"
    for id, ruleset in shelf().items():
        checked: Ruleset = ruleset
        assert checked.id == id
        assert checked.title and checked.version and checked.space(stage(checked)) and checked.tables
        for preset in checked.presets.values():
            for name, value in preset.switches.items():
                assert value in checked.options[name].values
        for option in checked.options.values():
            assert option.default in option.values and option.sentence.endswith(".")
        assert checked.profile(checked.sheet_example, {}).name
        assert checked.profile(checked.default_target, {}).name
        homebrew_record = checked.homebrew_record(checked.homebrew_example)
        assert homebrew_record.name in checked.pages({homebrew_record.name: homebrew_record.record})


def test_it_is_loaded_once() -> None:
    assert shelf() is shelf()
