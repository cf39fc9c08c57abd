"""How any order is resolved, whatever the rulebook: encounters and their records, dice, steps, effects, the agenda."""
