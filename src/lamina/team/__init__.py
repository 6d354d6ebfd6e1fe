"""Who of a team may come in to its server, and the log of what they did."""
