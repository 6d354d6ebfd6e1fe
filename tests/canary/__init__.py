"""A secret said wherever a face takes text stands nowhere afterwards."""
