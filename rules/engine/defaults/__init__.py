"""The answers that most rulebooks share, a class for each part of the protocol `Ruleset`."""
