"""Discord's gateway: the websocket that a bot hangs on."""
