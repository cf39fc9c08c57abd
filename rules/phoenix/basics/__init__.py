"""Records and tools of every rule of Phoenix Command: the soldier's record, weapons, switches, the clock, Combat
Actions."""
