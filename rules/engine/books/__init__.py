"""Rulebooks as the referee uses them: the protocol `Ruleset`, its switches, and the records that it returns."""
