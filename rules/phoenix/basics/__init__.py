"""What every rule of Phoenix Command uses: the soldier's record, weapons, switches, the clock, Combat Actions."""
