"""Consolidate in the background: what keeps being needed becomes long-term memory."""
