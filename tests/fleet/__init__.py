"""Many workspaces: workers, leases, the queue."""
