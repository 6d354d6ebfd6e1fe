"""Hosts: what is installed into them, and what their hooks are answered."""
