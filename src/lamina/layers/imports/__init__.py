"""Memories of other programs, read and merged into a workspace."""
