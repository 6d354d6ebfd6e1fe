"""Rigs that wear the whole system down: ``python -m tests.torture``, or ``make torture``."""
