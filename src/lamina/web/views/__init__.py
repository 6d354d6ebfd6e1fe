"""What templates need, made of what ``Memory`` answers. Pure: no request, no file, no clock."""
