"""The command line: thin commands that open a workspace, make one call and print."""
