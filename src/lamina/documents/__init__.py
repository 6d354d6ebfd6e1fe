"""The truth: Markdown files on disk, read and written byte for byte."""
