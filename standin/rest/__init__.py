"""Discord's REST interface: the routes that a bot uses, and what every request passes through."""
