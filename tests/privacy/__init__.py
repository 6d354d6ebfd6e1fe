"""What a life of all commands leaves behind, and what it says to whom."""
