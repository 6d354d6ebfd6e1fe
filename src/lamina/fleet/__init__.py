"""Many agents: who there is, how each stands, and doing in each what is due."""
