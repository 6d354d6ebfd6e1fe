"""The source designs, each followed step by step as its reader would, by the real command."""
