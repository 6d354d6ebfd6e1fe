"""Hand memory to an agent: packs within a budget, and what was given when."""
