"""Lamina over the Model Context Protocol: tools, resources and prompts for agents."""
