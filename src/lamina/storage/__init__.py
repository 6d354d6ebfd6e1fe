"""Index (derived) and state (not rebuildable), each behind one contract."""
