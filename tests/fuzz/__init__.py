"""Hostile input: floods that take long, damaged and random documents, and what a process may do."""
