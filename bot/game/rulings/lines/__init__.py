"""The lines of rulings: phrases, their places and roles, and the ruling that they make."""
