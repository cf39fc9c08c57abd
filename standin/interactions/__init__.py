"""From a person's action to the bot's answer: slash commands, presses, choices and forms."""
