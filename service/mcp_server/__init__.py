"""The referee for agents, by the Model Context Protocol. Needs the extra ``mcp``."""
