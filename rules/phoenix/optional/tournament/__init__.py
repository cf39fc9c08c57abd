"""The Tournament Rules (4.4): buying combatants for points, Victory Points, re-entering the field."""
