"""Sessions of hosts: their transcripts, trimming by handshake, flush before compaction."""
