"""What answers each address: ask ``Memory``, make a view of it, fill a template."""
