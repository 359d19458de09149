"""The whole service under load: what it carries, what it takes, and what it survives."""
