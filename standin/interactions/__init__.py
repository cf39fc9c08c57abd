"""From a person's deed to the bot's answer: slash commands, presses, choices and forms."""
