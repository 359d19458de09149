"""Load tests and fault injection for the whole service."""
