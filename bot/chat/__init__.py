"""The Discord side: commands come in, answers go out, exactly once."""
