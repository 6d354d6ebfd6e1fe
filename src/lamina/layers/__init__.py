"""What each kind of file in a workspace means, and how it is written."""
