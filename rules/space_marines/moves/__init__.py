"""Moving: Points, ways over the map, flying, and figures that carry others."""
