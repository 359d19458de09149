"""The words: every code's message once, in four languages side by side."""
