"""Where somebody stands and how: moving, facing, seeing, hiding, ducking, and the Action Time Table."""
