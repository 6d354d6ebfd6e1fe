"""What every server of Lamina shares: threads that work, who may come in, where it listens."""
