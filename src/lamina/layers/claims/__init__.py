"""Lines compared: whether they say the same, contradict, or have nothing to do with each other."""
