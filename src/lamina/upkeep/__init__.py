"""Look after a workspace: what state it is in."""
