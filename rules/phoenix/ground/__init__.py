"""Position on the ground: moving, facing, seeing, hiding, ducking, cover, and the Action Time Table."""
