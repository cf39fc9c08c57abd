"""Discord's gateway: the websocket of a bot."""
