"""What a rulebook is to the referee: the protocol `Ruleset`, its switches, and the records that it returns."""
