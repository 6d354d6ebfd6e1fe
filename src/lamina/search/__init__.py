"""Find lines again: chunk, index, match words and vectors, rank."""
