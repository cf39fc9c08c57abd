"""Beer & Pretzel Space Marines."""
