"""The server of a team: an HTTP API, MCP and the page over many workspaces, by tokens."""
