"""The journal as the referee reads it: entries with their records decoded, their anchors, replays of them."""
